"""The table as a picture: whatever can be done has one place, and what is drawn once is drawn right."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from chantier import Game, Match
from chantier.bots import bot
from chantier.contract.found import forgetting, remembered
from chantier.lab.fuzz import Variant
from chantier.scene import FORMS, Scene
from chantier.texts import LANGUAGES

SEE = "See step 12 of docs/add-a-game.md."
AREAS = {"words", "score", "stage", "mine", "seats", "side"}


@pytest.mark.needs("picture/scene.py")
def test_what_is_drawn_for_one_window_is_all_that_is_seen_in_it(game: Game, v: Variant) -> None:
    """For a game whose picture says which sheets it has `ONLY` for some windows. Random games can be very long: the longer one
    lasts, the farther it goes on from one look to the next."""
    if not hasattr(game.picture, "ONLY"):
        return
    match, rng = Match(game, seats=v.seats, seed="window", **v.options), Random("window")
    while not match.over:
        view, legal = match.view(match.to_act), match.legal
        whole: Scene = game.picture.scene(game, view, legal)
        for form in (name for name in FORMS if getattr(whole, name)):
            drawn = game.picture.scene(game, view, legal, form=form)
            arrangement = getattr(whole, form)
            seen = {box.sheet for box in arrangement.boxes if box.area != "words"}
            assert getattr(drawn, form) == arrangement
            assert {sheet for sheet in whole.sheets if sheet.name in seen} <= set(drawn.sheets), f"{form}: {SEE}"
            assert all(form in game.picture.ONLY.get(sheet.name, FORMS) for sheet in drawn.sheets), f"{form}: {SEE}"
            assert [place.id for place in drawn.places] == [place.id for place in whole.places]
        for _ in range(max(30, len(match.moves) // 10)):
            if not match.over:
                match.play(rng.choice(match.legal))


@pytest.mark.needs("picture/scene.py")
def test_every_legal_action_has_exactly_one_place(game: Game, v: Variant) -> None:
    match = Match(game, seats=v.seats, seed="place", **v.options)
    rng = Random("place")
    first = match.at(0)
    check_places(game, first, None)
    for _ in range(40):
        if match.over:
            break
        check_places(game, match, match.to_act)
        for _ in range(7):
            if not match.over:
                match.play(rng.choice(match.legal))


def check_places(game: Game, match: Match, seat: int | None) -> None:
    scene: Scene = game.picture.scene(game, match.view(seat), match.legal)
    placed = [action for place in scene.places for action in place.actions]
    for action in match.legal:
        if placed.count(action) != 1:
            said = f"the picture of {game.name} has {placed.count(action)} places for: {match.words(action)}"
            pytest.fail(f"{said}. It needs exactly one. {SEE}", pytrace=False)
    assert sorted(placed) == match.legal
    check_sheets(game, scene)


def check_sheets(game: Game, scene: Scene) -> None:
    """Whatever an arrangement or a place speaks of is there; nothing on a sheet has the id of another; there is a stage."""
    sheets = [sheet.name for sheet in scene.sheets]
    assert len(set(sheets)) == len(sheets)
    drawn = [[item.id for item in (*sheet.pieces, *sheet.labels)] for sheet in scene.sheets]
    for ids in (*drawn, [place.id for place in scene.places]):
        assert len(set(ids)) == len(ids), "two things in the picture have the same id"
    for place in scene.places:
        assert place.targets, place.id
        assert {target.sheet for target in place.targets} <= set(sheets), place.id
    for arrangement in (scene.wide, scene.narrow):
        assert {box.sheet for box in arrangement.boxes} <= set(sheets)
        assert {box.area for box in arrangement.boxes} <= AREAS
        if not any(box.area == "stage" for box in arrangement.boxes):
            pytest.fail(f"an arrangement of {game.name} has no box for the stage. {SEE}", pytrace=False)


@pytest.mark.needs("picture/scene.py")
def test_the_picture_is_one_well_formed_svg(game: Game) -> None:
    match = Match(game, seats=game.seats[-1], seed="svg")
    assert ElementTree.fromstring(match.svg(match.to_act)).tag.endswith("svg")


@pytest.mark.unmeasured
@pytest.mark.needs("picture/scene.py")
def test_what_is_drawn_once_looks_as_if_it_were_drawn_anew(game: Game) -> None:
    """From every seat and for spectators: a part that is remembered shows nobody anything but their own view."""
    rng, player = Random(game.name), bot("apprentice", seed=1)
    match = Match(game, seats=3 if 3 in game.seats else game.seats[-1], seed="drawn once")
    draw = game.picture
    crowds = [["Ada", "Bo", "Cy", "Dee"], ["Di", "Ed", "Fay", "Gus"]]
    while remembered(game):
        said = {"language": rng.choice(LANGUAGES), "names": rng.choice(crowds)[: match.seats]}
        eyes = [*range(match.seats), None]
        rng.shuffle(eyes)
        views = [(match.view(seat), match.legal if seat == match.to_act else []) for seat in eyes]
        shown = [draw.scene(game, view, legal, **said) for view, legal in views]
        if match.over or rng.random() < 0.05:
            for (view, legal), remembering in zip(views, shown, strict=True):
                with forgetting(game):
                    assert draw.scene(game, view, legal, **said) == remembering
        if match.over:
            return
        match.play(rng.choice(match.legal) if rng.random() < 0.3 else player.choose(match.seen()))
