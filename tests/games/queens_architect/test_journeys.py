"""Before a journey: the way, its price, and what could be built at its end."""

from __future__ import annotations

from random import Random

import pytest

from chantier import Match
from chantier.bots import bot
from chantier.games.queens_architect import state
from chantier.kernel.words import then
from chantier.scene import Place, Scene
from chantier.texts import LANGUAGES

from .tables import GAME


def journeys(seed: int) -> list[Match]:
    match, rng, player = Match(GAME, seats=3, seed=seed), Random(seed), bot("apprentice", seed=seed)
    found: list[Match] = []
    while not match.over and len(found) < 25:
        if match.view(match.to_act)["decision"] == "travel":
            found.append(match.copy())
        match.play(rng.choice(match.legal) if rng.random() < 0.2 else player.choose(match.seen()))
    return found


def places(match: Match, language: str) -> list[Place]:
    scene: Scene = GAME.picture.scene(GAME, match.view(match.to_act), match.legal, language=language)
    return [place for place in scene.places if place.id.startswith("travel")]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_could_be_built_after_arriving_comes_true(seed: int) -> None:
    """10.2, 10.3  With the crew as it is: whether, and for how many points."""
    told = 0
    for match in journeys(seed):
        for place in places(match, LANGUAGES[match.moves[-1].action % len(LANGUAGES)]):
            after = match.state.copy()
            after.seat[after.active].carriage = GAME.actions.split(place.actions[0])[1]
            can = GAME.rules.can_build(after)
            assert any(chip.good for chip in place.brings) == (can or GAME.rules.can_build_palace(after))
            if can:
                after.pending = 1
                then(after, state.BUILD_OR_REPAIR)
                (built,) = [event for event in GAME.play(after, state.BUILD) if event.kind == "build"]
                assert place.brings[0].text.endswith(f" {built.args[-1]}")
                told += 1
    assert told > 3


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_repairs_after_arriving_come_true(seed: int) -> None:
    """11.1, 11.2  Up to three of different guilds: no way to do repairs there brings more than is told, and one brings it."""
    told = 0
    for match in journeys(seed):
        best = max(repairs(match.state), default=None)
        for place in places(match, LANGUAGES[match.moves[-1].action % len(LANGUAGES)]):
            said = [int(chip.text.split()[-1]) for chip in place.brings if chip.symbol == "m-scroll"]
            assert said == ([] if best is None else [best])
            told += bool(said)
    assert told > 3


def repairs(s: state.State) -> list[int]:
    """What all ways to do repairs would bring."""
    after = s.copy()
    after.pending = 1
    then(after, state.BUILD_OR_REPAIR)
    found, worlds = [], [after]
    while worlds:
        world = worlds.pop()
        for action in GAME.legal(world):
            if GAME.actions.split(action)[0] != "repair":
                continue
            tried = world.copy()
            news = GAME.play(tried, action)
            done = [event.args[0] for event in news if event.kind == "repair"]
            found += done
            worlds += [] if done else [tried]
    return found


def test_the_way_has_as_many_roads_as_are_paid() -> None:
    """8.1"""
    for match in journeys(3):
        view = match.view(match.to_act)
        for place in places(match, "en"):
            start, end = view["seats"][match.to_act]["carriage"], GAME.actions.split(place.actions[0])[1]
            roads = GAME.rules.ROADS[view["side"]][start][end]
            assert [target.sheet for target in place.targets] == ["stage", "stage-narrow", "stage-low"]
            assert [route.d.count("M") for route in place.shown] == [roads] * 3, "one for every map that may be shown"
            price = GAME.rules.TRAVEL_PRICE[roads]
            assert place.badge == (f"−{price}" if price else "0")
