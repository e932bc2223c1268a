"""A small part of the campaign of `bench/homes.py`: every home plays the same games and grows the same trees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from bench import homes

import chantier
from chantier import Game
from chantier.kernel import wasm


@pytest.fixture(scope="module")
def browsers() -> Iterator[dict[str, homes.Browserlike]]:
    with ExitStack() as stack:
        yield {"node": stack.enter_context(homes.in_node()), "Chromium": stack.enter_context(homes.in_chromium())}


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in chantier.games.items()])
def test_every_home_plays_the_same_games_and_grows_the_same_trees(
    game: Game, browsers: dict[str, homes.Browserlike], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "NODES", 10_000)
    for one in browsers.values():
        one.open(game)
    every: dict[str, homes.Home] = {"native": homes.Machine(game), **browsers}
    for seats in game.seats:
        assert homes.same_games(game, seats, range(2), "test", every, limit=300) > 400
    homes.same_trees(game, range(3), "test", 20, every)


def test_a_home_that_differs_is_found(browsers: dict[str, homes.Browserlike], monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the tables of a browser have one number too many or too few."""
    game = chantier.games["world_monuments"]
    told = wasm.described(game)
    told["tables"]["GEM_POINTS"]["is"] += 1
    monkeypatch.setattr(wasm, "described", lambda _: told)
    browsers["node"].open(game)
    with pytest.raises(homes.Differs, match="node and plain differ in game 0 of world_monuments with 2 seats, seed 'test'"):
        homes.same_games(game, 2, range(1), "test", {"node": browsers["node"]})


def test_wide_words_of_tables_reach_javascript_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its JSON has no whole numbers beyond 53 bits, so words of flags are told as text."""
    monkeypatch.setattr(wasm, "tables", lambda _: {"WIDE_BITS": [[(1 << 61) + 1], [0]], "ROW": [3], "NUMBER": 4})
    told = wasm.described(chantier.games["world_monuments"])["tables"]
    assert told == {
        "WIDE_BITS": {"as": "i64", "is": [["2305843009213693953"], ["0"]]},
        "ROW": {"as": "i32", "is": [3]},
        "NUMBER": {"as": "i32", "is": 4},
    }
