"""The pictures of Arkadia."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from docs.gallery import gallery

import chantier
from chantier import scene as scenes
from chantier.core import CHANCE, NOBODY, Game
from chantier.games.arkadia.picture import art
from chantier.games.arkadia.picture import scene as draw
from chantier.games.arkadia.picture.board import Grid
from chantier.games.arkadia.picture.look import Look
from chantier.scene import Piece, Scene
from chantier.texts import LANGUAGES

from .setting import GAME, at

STRAIGHT = GAME.using("straight")


def positions(seed: str, seats: int, game: Game = GAME, **options: str) -> Iterator[Any]:
    """Every state of a random game, chance's decisions included."""
    rng = Random(seed)
    s = game.setup(seats, **options)
    yield s
    for _ in range(game.limit):
        if s.to_act == NOBODY:
            return
        legal = game.legal(s)
        action = rng.choices(legal, game.weights(s))[0] if s.to_act == CHANCE else rng.choice(legal)
        game.play(s, action)
        yield s


def picture(s: Any, seat: int | None, game: Game = GAME, **more: Any) -> Scene:
    legal = game.legal(s) if s.to_act != NOBODY and s.to_act in (seat, CHANCE) else []
    return draw.scene(game, game.view(s, seat), legal, **more)


def check(scene: Scene, legal: list[int]) -> None:
    """Every legal action belongs to exactly one place, and every id and every reference is sound."""
    assert sorted(action for place in scene.places for action in place.actions) == legal
    for place in scene.places:
        assert place.label
        assert place.targets
        assert all(target.d and scenes.sheet_of(scene, target.sheet) for target in place.targets)
        assert place.ghost is None or place.ghost.symbol in scene.symbols
    assert len({place.id for place in scene.places}) == len(scene.places)
    items = [item for sheet in scene.sheets for item in (*sheet.pieces, *sheet.labels)]
    assert [name for name, many in Counter(item.id for item in items if isinstance(item, Piece)).items() if many > 1] == []
    assert {item.symbol for item in items if isinstance(item, Piece)} <= set(scene.symbols)
    for sheet in scene.sheets:
        assert max(Counter(item.id for item in (*sheet.pieces, *sheet.labels)).values(), default=1) == 1
    names = {sheet.name for sheet in scene.sheets}
    assert {box.sheet for box in scene.wide.boxes} | {"legend"} == names - {"mine-narrow", "board-narrow"}
    assert {box.sheet for box in scene.narrow.boxes} == names - {"mine", "board", "header"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"start": "first_game", "screens": "open"}, {"site": "first_seat", "mirror": "no"}])
def test_every_legal_action_has_exactly_one_place(seats: int, options: Any) -> None:
    for n, s in enumerate(positions(f"places {seats}", seats, **options)):
        if n < 4 or n % 5 == 0 or s.to_act == NOBODY:
            check(picture(s, s.to_act if s.to_act >= 0 else None), [] if s.to_act == NOBODY else GAME.legal(s))


def test_other_shapes_can_be_drawn() -> None:
    for n, s in enumerate(positions("straight", 3, STRAIGHT, start="first_game")):
        if n % 9 == 0:
            check(picture(s, s.to_act if s.to_act >= 0 else None, STRAIGHT), [] if s.to_act == NOBODY else STRAIGHT.legal(s))


def test_many_seals_can_be_sold_one_by_one() -> None:
    s = GAME.setup(2)
    for _ in range(13):  # who begins, the site, four cards for each seat and three open ones
        GAME.play(s, GAME.legal(s)[0])
    s.pending = 0
    s.seat[s.turn].seals[:] = [44, 1, 0, 12]
    GAME.rules.begin_banner(s)
    GAME.play(s, GAME.legal(s)[0])
    check(picture(s, s.to_act), GAME.legal(s))


@pytest.mark.parametrize("seats", [2, 4])
def test_pictures_are_well_formed_and_their_ids_unique(seats: int) -> None:
    for n, s in enumerate(positions("svg", seats, screens="open")):
        if n % 29 == 0 or s.to_act == NOBODY:
            text = scenes.to_svg(picture(s, None if n % 2 else max(s.to_act, 0)))
            ElementTree.fromstring(text)
            ids = re.findall(r'\bid="([^"]*)"', text)
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'href="#([^"]*)"', text)) <= set(ids)
            assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)
            assert len(text) < 160_000


def test_everything_on_the_board_is_drawn() -> None:
    for n, s in enumerate(positions("census", 3)):
        if n % 7:
            continue
        view = GAME.view(s, 1)
        scene = picture(s, 1)
        for sheet, prefix in (("board", ""), ("board-narrow", "narrow-")):
            drawn = [
                p.id
                for p in (*scenes.sheet_of(scene, sheet).pieces, *scenes.sheet_of(scene, sheet).labels)
                if isinstance(p, Piece)
            ]
            kinds = Counter(name.removeprefix(prefix).split("-")[0] for name in drawn)
            assert kinds["building"] == len(view["buildings"])
            assert kinds["worker"] == len(view["workers"])
            assert kinds["block"] == view["blocks"]
            assert kinds["seal"] == sum(not b["finished"] for b in view["buildings"])


def test_a_picture_shows_nothing_that_its_seat_may_not_know() -> None:
    rng = Random("forget")
    forget = GAME.part("view").forget
    for n, s in enumerate(positions("hidden", 3)):
        if n % 11 == 0:
            for seat in (0, None):
                twin = forget(GAME, s, seat, rng)
                assert draw.scene(GAME, GAME.view(s, seat), []) == draw.scene(GAME, GAME.view(twin, seat), [])


def test_symbols_and_style_stay_the_same_through_a_match() -> None:
    scenes_of_it = [picture(s, 0) for n, s in enumerate(positions("still", 3)) if n % 31 == 0]
    assert all((scene.symbols, scene.style) == (scenes_of_it[0].symbols, scenes_of_it[0].style) for scene in scenes_of_it)


def test_a_turned_board_shows_the_same_squares() -> None:
    look = Look(GAME, GAME.view(GAME.setup(2), None), [], "en", ["", ""])
    grid = Grid(look, turned=True)
    assert grid.size == (12, 16)
    assert [grid.spot(at(name)) for name in ("A1", "P1", "A12", "P12")] == [(11, 0), (11, 15), (0, 0), (0, 15)]
    for shape in range(7):
        rows = look.rows(shape)
        for turn in range(8):
            if GAME.rules.TURNED[shape][turn] >= 0:
                turned = sorted((1000 - y, x) for x, y in art.squares_of(rows, turn))
                left, top = turned[0][0], min(y for _, y in turned)
                expected = sorted((x - left, y - top) for x, y in turned)
                assert sorted(art.squares_of(rows, grid.turn(shape, turn))) == expected


def test_roofs_are_lit_from_the_north_west_however_they_lie() -> None:
    assert [art.tone("n", turn) for turn in range(4)] == [0, 2, 3, 1]  # north, then east, south, west
    assert [art.tone("w", turn) for turn in (0, 4)] == [1, 2]


def test_the_end_shows_the_standing() -> None:
    *_, s = (s for s in positions("end", 4))
    mine = scenes.sheet_of(picture(s, None, names=["Ada", "Ben", "Cem", "Dee"]), "mine")
    told = {item.id: item.text for item in mine.pieces if isinstance(item, scenes.Label)}
    assert [told[f"rank-{seat}"] for seat in range(4)] == [f"{place}." for place in GAME.ranking(s)]
    assert [told[f"rank-gold-{seat}"] for seat in range(4)] == [str(gold) for gold in GAME.scores(s)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    for n, s in enumerate(positions("words", 2)):
        if n % 23 == 0 or s.to_act == NOBODY:
            check(picture(s, max(s.to_act, 0), language=language), [] if s.to_act == NOBODY else GAME.legal(s))


def test_names_are_escaped() -> None:
    text = scenes.to_svg(picture(GAME.setup(2), None, names=["<b>&", '"quoted"']))
    assert "<b>&" not in text
    ElementTree.fromstring(text)


@pytest.mark.unmeasured
def test_the_gallery_of_the_documentation(tmp_path: Path) -> None:
    made = gallery("arkadia", tmp_path)
    assert [path.name for path in made] == ["arkadia-middle.svg", "arkadia-laying.svg", "arkadia-end.svg"]
    assert "play-" in made[0].read_text(encoding="utf-8")
    assert "lay-" in made[1].read_text(encoding="utf-8")


def test_a_match_shows_itself() -> None:
    match = chantier.Match("arkadia", seats=2, seed="picture")
    assert match._repr_svg_().startswith("<svg ")
    assert "play-" in match.svg(match.to_act)
    assert 'id="play-' not in match.svg()
