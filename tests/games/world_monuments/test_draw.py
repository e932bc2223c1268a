"""The pictures of World Monuments."""

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
from chantier.games.world_monuments.picture import monument as stage
from chantier.games.world_monuments.picture import scene as draw
from chantier.games.world_monuments.picture.look import Look, bits, plan_of, turned
from chantier.games.world_monuments.picture.panels import square_of
from chantier.games.world_monuments.state import KIND_NAMES, MONUMENTS
from chantier.scene import Piece, Scene
from chantier.texts import LANGUAGES
from tests.games import drawn

GAME = chantier.games["world_monuments"]


def other_quarry() -> Game:
    """The same game with a quarry of 8, 8 and 1 cells."""
    data = {**GAME.components.data, "quarry": {"source": "reconstructed", "outer": 8, "middle": 8}}
    return GAME.using(type(GAME.components)("eight", data, ""))


def positions(seed: str, seats: int, game: Game = GAME, **options: str) -> Iterator[Any]:
    return drawn.positions(game, seed, seats, **options)


def picture(s: Any, seat: int | None, game: Game = GAME, **more: Any) -> Scene:
    return drawn.picture(game, s, seat, **more)


def check(scene: Scene, legal: list[int]) -> None:
    drawn.check(scene, legal)
    drawn.shows(scene, only_wide={"mine", "header", "score"}, only_narrow={"mine-narrow"})


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("monument", MONUMENTS)
def test_every_legal_action_has_exactly_one_place(monument: str, seats: int) -> None:
    for n, s in enumerate(positions(f"{monument} {seats}", seats, monument=monument)):
        if s.to_act == CHANCE and n % 5:
            continue
        legal = [] if s.to_act == NOBODY else GAME.legal(s)
        check(picture(s, s.to_act if s.to_act >= 0 else None), legal)


def test_geometry_follows_the_component_set() -> None:
    game = other_quarry()
    assert game.rules.CENTRE == 16
    for n, s in enumerate(positions("eight", 3, game)):
        if n % 7 == 0:
            legal = [] if s.to_act == NOBODY else game.legal(s)
            check(picture(s, s.to_act if s.to_act >= 0 else None, game), legal)


def test_any_plan_can_be_drawn() -> None:
    """Every monument with the plan and the material of the next one."""
    given = GAME.components.data["monument"]
    turned = {name: given[MONUMENTS[(n + 1) % 4]] for n, name in enumerate(MONUMENTS)}
    game = GAME.using(type(GAME.components)("turned", {**GAME.components.data, "monument": turned}, ""))
    for monument in MONUMENTS:
        for n, s in enumerate(positions("turned", 2, game, monument=monument)):
            if n % 11 == 0 or s.to_act == NOBODY:
                legal = [] if s.to_act == NOBODY else game.legal(s)
                check(picture(s, s.to_act if s.to_act >= 0 else None, game), legal)


def test_the_gallery_of_the_documentation(tmp_path: Path) -> None:
    made = gallery("world_monuments", tmp_path)
    assert [path.name for path in made] == [f"world_monuments-{name}.svg" for name in (*MONUMENTS, "quarry")]
    assert all(path.stat().st_size < 120_000 for path in made)
    assert "lay-" in made[0].read_text(encoding="utf-8")
    assert "step-" in made[-1].read_text(encoding="utf-8")


@pytest.mark.parametrize("monument", MONUMENTS)
def test_pictures_are_well_formed_and_their_ids_unique(monument: str) -> None:
    for n, s in enumerate(positions("svg", 4, monument=monument, screens="open")):
        if n % 23 == 0 or s.to_act == NOBODY:
            text = scenes.to_svg(picture(s, None if n % 2 else max(s.to_act, 0)))
            ElementTree.fromstring(text)
            ids = re.findall(r'\bid="([^"]*)"', text)
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'href="#([^"]*)"', text)) <= set(ids)
            assert len(text) < 120_000


def test_everything_on_the_table_is_drawn() -> None:
    for s in positions("census", 3):
        view = GAME.view(s, 1)
        scene = picture(s, 1)
        drawn = [item for sheet in scene.sheets for item in sheet.pieces if isinstance(item, Piece)]
        ids = {piece.id for piece in drawn}
        assert {f"brick-{place}" for place in view["built"]} == {i for i in ids if i.startswith("brick-")}
        lying = Counter(piece.kind for piece in drawn if piece.id.startswith("quarry-"))
        assert [lying[kind] for kind in KIND_NAMES] == [sum(cell[k] for cell in view["quarry"]) for k in range(len(KIND_NAMES))]
        if s.to_act != NOBODY:
            mine = Counter(piece.kind for piece in drawn if piece.id.startswith("mine-"))
            assert [mine[kind] for kind in KIND_NAMES] == view["seats"][1]["pieces"]
            assert sum(i.startswith("worker") for i in ids) == (view["first"] is not None)


def test_a_picture_shows_nothing_that_its_seat_may_not_know() -> None:
    rng = Random("forget")
    forget = GAME.part("view").forget
    for n, s in enumerate(positions("hidden", 3)):
        if n % 3 == 0:
            for seat in (0, None):
                twin = forget(GAME, s, seat, rng)
                view, other = GAME.view(s, seat), GAME.view(twin, seat)
                assert draw.scene(GAME, view, []) == draw.scene(GAME, other, [])


def test_pieces_keep_their_ids_while_they_lie() -> None:
    before: Scene | None = None
    for s in positions("stable", 2):
        now = picture(s, 0)
        if before is not None:
            old, new = ({p.id: p for p in scenes.sheet_of(x, "monument").pieces if isinstance(p, Piece)} for x in (before, now))
            assert {i for i in old if i.startswith("brick")} <= set(new)
            assert all(new[i].symbol == old[i].symbol for i in old)
        before = now


def test_symbols_and_style_stay_the_same_through_a_match() -> None:
    scenes_of_it = [picture(s, 0) for n, s in enumerate(positions("still", 3)) if n % 13 == 0]
    assert all((scene.symbols, scene.style) == (scenes_of_it[0].symbols, scenes_of_it[0].style) for scene in scenes_of_it)


def test_the_phase_decides_what_is_the_stage() -> None:
    seen = set()
    for s in positions("phase", 2):
        view = GAME.view(s, None)
        scene = picture(s, None)
        stage = next(box.sheet for box in scene.wide.boxes if box.area == "stage")
        assert stage == ("monument" if view["decision"] in ("lay", "over") else "quarry")
        assert next(box.sheet for box in scene.narrow.boxes if box.area == "stage") == stage
        seen.add(view["decision"])
    assert seen == {"first", "draw", "step", "take", "lay", "over"}


def test_the_public_count_behind_the_screens_is_true() -> None:
    for s in positions("screens", 4, monument="st_peter"):
        seen = Look(GAME, GAME.view(s, None), [], "en", [""] * 4)
        assert seen.on_screens == [sum(s.seat[who].pieces[kind] for who in range(4)) for kind in range(5)]


def test_the_end_shows_the_standing() -> None:
    *_, s = (s for s in positions("end", 4, monument="capitol"))
    mine = scenes.sheet_of(picture(s, None, names=["Ada", "Ben", "Cem", "Dee"]), "mine")
    told = {item.id: item.text for item in mine.labels if isinstance(item, scenes.Label)}
    assert [told[f"rank {seat}"] for seat in range(4)] == [str(place) for place in GAME.ranking(s)]
    assert [told[f"rank {seat} points"] for seat in range(4)] == [str(points) for points in GAME.scores(s)]
    assert told["rank 2 name"] == "Cem"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    for n, s in enumerate(positions("words", 2)):
        if n % 17 == 0 or s.to_act == NOBODY:
            check(picture(s, max(s.to_act, 0), language=language), GAME.legal(s) if s.to_act >= 0 or s.to_act == CHANCE else [])


def test_names_are_escaped() -> None:
    s = GAME.setup(2)
    text = scenes.to_svg(picture(s, None, names=["<b>&", '"quoted"']))
    assert "<b>&" not in text
    ElementTree.fromstring(text)


def test_points_beyond_a_lap_start_again() -> None:
    seen = Look(GAME, GAME.view(GAME.setup(2), None), [], "en", ["", ""])
    assert [square_of(seen, points) for points in (-3, 0, 1, 60, 61, 125)] == [0, 0, 1, 60, 1, 5]


def test_a_match_shows_itself() -> None:
    match = chantier.Match("world_monuments", seats=2, seed="picture")
    assert match._repr_svg_().startswith("<svg ")
    assert "step-0" in match.svg(match.to_act)
    assert "step-0" not in match.svg()


@pytest.mark.parametrize("side", range(draw.SIDES))
@pytest.mark.parametrize("name", MONUMENTS)
def test_a_level_is_known_by_all_that_is_drawn_of_it(name: str, side: int) -> None:
    """It looks the same if one also knows what lies on all other levels."""
    rng, plan = Random(name), turned(plan_of(GAME, MONUMENTS.index(name)), side)
    iso = stage._fitted(name, plan, True)
    for chance in (0.2, 0.5, 0.8, 1.0) * 8:
        built = bits(s.number for s in plan if rng.random() < chance)
        legal = bits(s.number for s in plan if not built >> s.number & 1 and rng.random() < 0.3)
        for level, (counts, above) in enumerate(stage.counting(name, plan)):
            everything = stage.row.__wrapped__(name, iso, plan, level, built, legal)
            assert stage.row(name, iso, plan, level, built & counts, legal & counts) == everything
            assert stage.shade(iso, plan, level, built & above) == stage.shade.__wrapped__(iso, plan, level, built)
