"""The pictures of Queen's Architect, and its table as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from docs.gallery import gallery

from chantier import CHANCE, NOBODY, paint
from chantier import scene as scenes
from chantier.games.queens_architect.picture import art, small_map
from chantier.games.queens_architect.picture.look import Look
from chantier.games.queens_architect.state import State
from chantier.games.queens_architect.words import terminal
from chantier.scene import Piece, Scene
from chantier.texts import LANGUAGES
from tests.games import drawn

from .tables import GAME, RULES, crew, ready


def positions(seats: int, seed: str = "draw", actions: int = 1500) -> Iterator[State]:
    """Every state of a game in which half of the decisions are good ones."""
    rng = Random(seed)
    s: State = GAME.setup(seats)
    for _ in range(actions):
        yield s
        if s.to_act == NOBODY:
            return
        legal = GAME.legal(s)
        if s.to_act == CHANCE:
            action = rng.choices(legal, GAME.weights(s))[0]
        elif rng.random() < 0.8:
            action = max(legal, key=lambda a: (RULES.worth(s, a), rng.random()))
        else:
            action = rng.choice(legal)
        GAME.play(s, action)


def picture(s: State, seat: int | None, **more: Any) -> Scene:
    return drawn.picture(GAME, s, seat, **more)


def check(scene: Scene, legal: list[int]) -> None:
    drawn.check(scene, legal)
    drawn.shows(
        scene, only_wide={"header", "bar", "stage", "billboard"}, only_narrow={"stage-narrow", "stage-low", "billboard-narrow"}
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_decision_can_be_drawn(seats: int) -> None:
    seen = set()
    for n, s in enumerate(positions(seats)):
        decision = GAME.view(s, None)["decision"]
        if decision in seen and n % 29:
            continue
        seen.add(decision)
        legal = [] if s.to_act == NOBODY else GAME.legal(s)
        check(picture(s, s.to_act if s.to_act >= 0 else None), legal)
        check(picture(s, (s.active + 1) % seats), legal if s.to_act == CHANCE else [])
    assert seen >= {
        "first",
        "token",
        "demand",
        "draw",
        "take",
        "notch",
        "turn",
        "step",
        "construct",
        "labour",
        "hire",
        "refill",
    }
    assert seen >= {"change", "travel", "send", "repair", "climb", "over"}


@pytest.mark.parametrize("seats", [2, 4])
def test_pictures_are_well_formed_and_their_ids_unique(seats: int) -> None:
    for n, s in enumerate(positions(seats, "svg")):
        if n % 61 == 0 or s.to_act == NOBODY:
            text = scenes.to_svg(picture(s, None if n % 2 else max(s.to_act, 0)))
            ElementTree.fromstring(text)
            ids = re.findall(r'\bid="([^"]*)"', text)
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'href="#([^"]*)"', text)) <= set(ids)
            assert len(text) < 160_000


def test_symbols_and_style_stay_the_same_through_a_match() -> None:
    drawn = [picture(s, 0) for n, s in enumerate(positions(3, "still")) if n % 97 == 0]
    assert all((scene.symbols, scene.style) == (drawn[0].symbols, drawn[0].style) for scene in drawn)


@pytest.mark.parametrize("notch", range(6))
@pytest.mark.parametrize("corner", range(6))
def test_a_craftsman_lies_with_its_corner_at_the_hammer(notch: int, corner: int) -> None:
    """The corner that counts points to the middle of the star; one turn of work is sixty degrees clockwise."""
    assert (art.corner_angle(corner) + art.turned(notch, corner) - art.notch_angle(notch)) % 360 == 180
    if corner < 5:
        assert (art.turned(notch, corner + 1) - art.turned(notch, corner)) % 360 == 60


def test_everything_on_the_table_is_drawn() -> None:
    for n, s in enumerate(positions(4, "census")):
        if n % 37 or s.to_act == CHANCE:
            continue
        ids = {item.id for sheet in picture(s, 1).sheets for item in (*sheet.pieces, *sheet.labels) if isinstance(item, Piece)}
        for seat in range(4):
            its = s.seat[seat]
            mine = {i for i in ids if re.fullmatch(rf"crew-{seat}-\d+", i)}
            assert mine == {f"crew-{seat}-{c}" for c in its.crew if c >= 0}
            assert {f"carriage-{seat}", f"climber-{seat}", f"architect-{seat}"} <= ids
        houses = {f"house-{p}-{owner}" for p, row in enumerate(s.site) for owner in row if owner >= 0}
        assert {i for i in ids if i.startswith("house-")} == houses
        assert {i for i in ids if re.fullmatch(r"space-\d-\d+", i)} == {
            f"space-{n}-{c}" for n, c in enumerate(s.billboard) if c >= 0
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    for n, s in enumerate(positions(2, "words")):
        if n % 53 == 0 or s.to_act == NOBODY:
            legal = [] if s.to_act == NOBODY else GAME.legal(s)
            check(picture(s, max(s.to_act, 0) if s.to_act != CHANCE else None, language=language), legal)


def test_names_are_escaped() -> None:
    text = scenes.to_svg(picture(ready(2), None, names=["<b>&", '"quoted"']))
    assert "<b>&" not in text
    ElementTree.fromstring(text)


def test_the_gallery_of_the_documentation(tmp_path: Path) -> None:
    made = gallery("queens_architect", tmp_path)
    assert [path.name for path in made] == [f"queens_architect-{name}.svg" for name in ("star", "map", "hire")]
    for path, place in zip(made, ("step-", "travel-", "hire-"), strict=True):
        text = path.read_text(encoding="utf-8")
        assert place in text
        assert len(text) < 160_000


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize(("seats", "rows"), [(2, 40), (3, 44), (4, 52)])
def test_the_table_as_text_fits(seats: int, rows: int, colour: bool) -> None:
    """At most 100 columns, in every language, all through a game; in narrow terminals too."""
    names = ["Alexandrina-Victoria"] * seats
    paint.use(colour)
    try:
        for n, s in enumerate(positions(seats, "fit")):
            if n % 41 and s.to_act != NOBODY:
                continue
            for language in LANGUAGES:
                lines = terminal.table(GAME, GAME.view(s, 0), names, language).splitlines()
                assert max(map(paint.width, lines)) <= 100
                assert len(lines) <= rows
                narrow = terminal.table(GAME, GAME.view(s, 0), names, language, 80).splitlines()
                assert max(map(paint.width, narrow)) <= 80
    finally:
        paint.use(False)


def test_the_table_as_text_tells_what_matters() -> None:
    s = ready(2)
    shown = terminal.table(GAME, GAME.view(s, 0), ["Ada", "Ben"], "en")
    assert crew(s) == []
    for told in ("Capital ①②", "1r 0t", "Appreciation:  ·①②", "▲Construct  1 Day labourer  2 Hire  3 Moneychanger", "2 bonds"):
        assert told in shown


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("form", small_map.FORMS)
def test_no_two_places_meet_on_a_small_map(seats: int, form: small_map.Form) -> None:
    look = Look(GAME, GAME.view(GAME.setup(seats), 0), [], "en", [])
    spots = [small_map.spot(look, form, place) for place in range(len(look.board.spots))]
    for n, (x, y) in enumerate(spots):
        assert small_map.WIDE_PLATE / 2 <= x <= form[1] - small_map.WIDE_PLATE / 2
        assert small_map.TRACK + small_map.HIGH_PLATE / 2 <= y <= form[2] - small_map.HIGH_PLATE / 2
        for u, v in spots[:n]:
            assert abs(x - u) >= small_map.WIDE_PLATE or abs(y - v) >= small_map.HIGH_PLATE, ((x, y), (u, v))
