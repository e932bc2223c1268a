"""Laying a building: every square that it could cover can be pointed at, and what is told of it comes true."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from chantier import Match
from chantier.bots import bot
from chantier.core import CHANCE
from chantier.games.arkadia.picture.board import Grid
from chantier.games.arkadia.picture.look import Look
from chantier.games.arkadia.picture.scene import scene
from chantier.games.arkadia.state import LAY, SQUARES, STAND
from chantier.games.arkadia.words.text import lain
from chantier.reasons import reasons
from chantier.scene import Lie, Place, Scene

from .setting import GAME


def layings(seed: int, seats: int, every: int = 3, **options: str) -> list[Match]:
    """Moments of a game in which a building is laid."""
    match, rng, player = Match(GAME, seats=seats, seed=seed, **options), Random(seed), bot("apprentice", seed=seed)
    found = []
    while not match.over:
        if match.view(match.to_act)["decision"] == "lay":
            found.append(match.copy())
        match.play(rng.choice(match.legal) if rng.random() < 0.3 else player.choose(match.seen()))
    return found[::every]


def drawn(match: Match) -> Scene:
    return scene(GAME, match.view(match.to_act), match.legal)


def covered(match: Match) -> set[int]:
    view = match.view(match.to_act)
    return {square for action in match.legal for square in lain(GAME, view, action - LAY).cover}


def lie_on(place: Place, sheet: str) -> Lie:
    return next(lie for lie in place.lies if lie.sheet == sheet)


@pytest.mark.parametrize("turned", [False, True])
def test_the_region_is_every_square_that_some_way_to_lie_covers(turned: bool) -> None:
    for match in layings(1, 3):
        look = Look(GAME, match.view(match.to_act), match.legal, "en", None)
        grid, found = Grid(look, turned), drawn(match)
        middles = {grid.middle(square) for square in covered(match)}
        assert {middle for place in found.places for middle in lie_on(place, grid.sheet).squares} == middles
        (region,) = [region for region in found.regions if region.sheet == grid.sheet]
        inside = {square for square in range(SQUARES) if within(region.d, grid.middle(square))}
        assert inside == covered(match)


def within(d: str, point: tuple[float, float]) -> bool:
    """Whether a point lies inside an outline of straight lines: how often a ray to the right crosses it."""
    x, y, crossed = 0.0, 0.0, 0
    start = (0.0, 0.0)
    for part in d.replace("Z", " Z").replace("M", " M").replace("H", " H").replace("V", " V").split():
        was = y
        if part[0] == "M":
            x, start = float(part[1:]), (float(part[1:]), 0.0)
        elif part[0] == "H":
            x = float(part[1:])
        elif part[0] == "V":
            y = float(part[1:])
        elif part == "Z":
            x, y = start
        else:  # the second number of M
            y = was = float(part)
            start = (start[0], y)
        if x > point[0] and min(was, y) < point[1] < max(was, y):
            crossed += 1
    return crossed % 2 == 1


def test_only_squares_that_nothing_can_cover_say_why_not() -> None:
    """A square says `does not fit, however it is turned` only if no way to lie covers it."""
    for match in layings(2, 4):
        said = [reason.of - STAND for reason in reasons(GAME, match.state, match.to_act) if isinstance(reason.of, int)]
        squares = {square for square in said if 0 <= square < SQUARES}
        assert not squares & covered(match)
        board = {square for square in range(SQUARES) if GAME.rules.BOARD_BITS[square // 48] >> square % 48 & 1}
        assert squares | covered(match) == board


def follow(match: Match, action: int) -> tuple[list[Any], int, int]:
    """The events of a laying up to the next decision about anything but cards; blocks that could be set; open squares."""
    match, seat = match.copy(), match.to_act
    seen = match.play(action)
    open_squares = len(match.view(seat)["buildings"][-1]["free"])
    while match.to_act == CHANCE or (not match.over and match.view(seat)["decision"] == "take"):
        seen += match.play(match.legal[-1])
    blocks = 0
    while not match.over and match.to_act == seat and match.view(seat)["decision"] in ("block", "set"):
        blocks += match.view(seat)["decision"] == "set"
        seen += match.play(match.legal[0])
    return seen, blocks, open_squares


@pytest.mark.parametrize(("seed", "seats"), [(3, 2), (4, 3), (5, 4)])
def test_what_a_way_to_lie_brings_comes_true(seed: int, seats: int) -> None:
    """3.5, 5.2, 5.3, 6.1  Workers, finished buildings, seals of every seat, blocks and open squares."""
    told_in_all: Counter[str] = Counter()
    for match in layings(seed, seats, every=2):
        for place in drawn(match).places:
            if not place.lies:
                continue
            told = Counter((chip.text, chip.seat) for chip in place.brings)
            events, blocks, free = follow(match, place.actions[0])
            assert told == true(match, events, blocks, free), match.words(place.actions[0])
            told_in_all.update(text.split()[0] for text, _ in told.elements())
    assert set(told_in_all) >= {"hires", "finishes", "+1"}


def true(match: Match, events: list[Any], blocks: int, free: int) -> Counter[tuple[str, int]]:
    """What should have been told, from what happened."""
    texts = GAME.texts.TEXTS["en"]
    found: Counter[tuple[str, int]] = Counter()
    seals: Counter[int] = Counter()
    family = ""

    def paid() -> None:
        found.update((f"+{n} {family}", seat) for seat, n in seals.items())
        seals.clear()

    for event in events:
        if event.kind == "hire":
            found[texts["camp"].format(n=event.args[0]), -1] += 1
        elif event.kind == "finish":
            paid()
            name = GAME.texts.card_text(event.args[0] * 4 + event.args[1], texts)
            family = texts[["red", "olive", "black", "silver"][event.args[1]]]
            found[texts["closes"].format(what=name), -1] += 1
        elif event.kind == "earn":
            seals[event.seat] += event.args[1]
        elif event.kind == "bonus":
            seals[event.seat] += 1
    paid()
    if blocks:
        found[f"{blocks} block{'s' * (blocks > 1)} to set", -1] += 1
    if free:
        found[f"{free} square{'s' * (free > 1)} stay{'s' * (free == 1)} open", -1] += 1
    return found
