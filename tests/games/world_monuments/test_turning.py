"""The monument from its four sides, and cut by level: whatever is open can be seen, and everything keeps its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist
from random import Random
from typing import Any

import pytest

import chantier
from chantier.games.world_monuments.picture import monument
from chantier.games.world_monuments.picture.iso import common, hull
from chantier.games.world_monuments.picture.look import Look, Spot
from chantier.games.world_monuments.state import MONUMENTS
from chantier.match import Match
from chantier.scene import Place, Scene, Target, sheet_of

GAME = chantier.games["world_monuments"]
SIDES = GAME.picture.SIDES


def building(name: str, seed: str) -> Iterator[Match]:
    """A random game, at some of the moments when something can be laid."""
    match, chance = Match("world_monuments", seats=3, seed=seed, monument=name), Random(seed)
    while not match.over:
        if chance.random() < 0.15 and any(GAME.actions.split(action)[0] == "lay" for action in match.legal):
            yield match
        match.play(chance.choice(match.legal))


def drawn(match: Match, side: int) -> Scene:
    scene: Scene = GAME.picture.scene(GAME, match.view(match.to_act), match.legal, side=side)
    return scene


def lays(scene: Scene) -> dict[str, Place]:
    return {place.id: place for place in scene.places if place.id.startswith("lay-")}


def area(outline: list[tuple[float, float]]) -> float:
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


def corners(target: Target) -> list[tuple[float, float]]:
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", target.d)]
    return hull(list(zip(numbers[::2], numbers[1::2], strict=True)))


def seen(look: Look, spot: Spot, upto: int) -> bool:
    """Whether a part of a floor is in sight, by the silhouettes of all bricks that are drawn over it: tried in small pieces."""
    iso = monument.fitted(look, True)
    higher = [s for s in look.turned if s.number in look.built and spot.level <= s.level <= upto]
    nearer = [s for s in higher if s.level > spot.level or s.x + s.y > spot.x + spot.y]
    solid = [hull(iso.box(s.x, s.y, s.level)) for s in nearer]
    for n in range(144):
        piece = hull(iso.floor(spot.x + n % 12 / 6, spot.y + n // 12 / 6, spot.level, 1 / 6, 1 / 6))
        if all(area(common(piece, one)) < 0.2 * area(piece) for one in solid):
            return True
    return False


@pytest.mark.parametrize("name", MONUMENTS)
def test_every_open_place_is_seen_from_some_side_and_level(name: str) -> None:
    hidden = 0
    for match in building(name, "seen"):
        looks = [Look(GAME, match.view(match.to_act), match.legal, "en", None, side) for side in range(SIDES)]
        for number in looks[0].moves("lay"):
            hidden += not seen(looks[0], looks[0].turned[number], looks[0].levels)
            level = looks[0].plan[number].level
            assert any(seen(look, look.turned[number], level) for look in looks), f"{name}: {number}"
    assert hidden or name not in ("notre_dame", "st_peter"), "nothing is ever hidden from the front: this test asks nothing"


@pytest.mark.parametrize("name", MONUMENTS)
def test_places_and_pieces_keep_their_names_on_all_sides(name: str) -> None:
    for match in building(name, "names"):
        scenes = [drawn(match, side) for side in range(SIDES)]
        for scene in scenes[1:]:
            assert {place.id: place.actions for place in scene.places} == {p.id: p.actions for p in scenes[0].places}
            pieces = [{item.id for item in sheet_of(one, "monument").pieces if "shadow" not in item.id} for one in scenes]
            assert all(one == pieces[0] for one in pieces)
            shape = [one.narrow.boxes[0].width / one.narrow.boxes[0].height for one in scenes]
            assert shape == pytest.approx([shape[0]] * SIDES, rel=0.01), "a narrow stage would jump"


@pytest.mark.parametrize("name", MONUMENTS)
def test_a_badge_stands_on_the_floor_of_its_place_and_no_other(name: str) -> None:
    for match in building(name, "badges"):
        for side in range(SIDES):
            targets = [place.targets[0] for place in lays(drawn(match, side)).values()]
            points = [(target.x, target.y) for target in targets]
            for target, at in zip(targets, points, strict=True):
                around = hull([*corners(target), at])
                assert area(around) == pytest.approx(area(corners(target)), rel=1e-3), f"{name}, side {side}: {target}"
                assert all(dist(at, other) > 12 for other in points if other is not at), f"{name}, side {side}: {target}"


def test_whoever_asks_for_no_side_is_shown_the_front() -> None:
    match = next(building("notre_dame", "front"))
    plain: Any = GAME.picture.scene(GAME, match.view(match.to_act), match.legal)
    assert plain == drawn(match, 0) != drawn(match, 2)
    assert plain.turntable.sides == SIDES
    assert plain.turntable.levels == monument.MOST_LEVELS


@pytest.mark.parametrize("name", MONUMENTS)
def test_every_stone_tells_its_level(name: str) -> None:
    for match in building(name, "levels"):
        look = Look(GAME, match.view(None), [], "en", None)
        items = sheet_of(drawn(match, 1), "monument").pieces
        for item in items:
            sort, _, number = item.id.partition("-")
            if sort in ("brick", "floor", "wire"):
                assert f"at-{look.plan[int(number)].level}" in item.css.split()
            elif sort == "crown":
                assert f"at-{look.plan[int(number)].level + 1}" in item.css.split()
