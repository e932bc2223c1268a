"""Words of flags in the state that say again what lies on the table, so that rules need not look everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from chantier import Match, games
from chantier.games.world_monuments.state import MONUMENTS, WORD

RULES: Any = games["world_monuments"].rules


@pytest.mark.parametrize("monument", MONUMENTS)
def test_shortcuts_say_what_lies_on_the_table(monument: str) -> None:
    """3.7, 4.2, 4.3  To the end of a game: cells with a piece, and free places with all that they rest on."""
    match, rng = Match("world_monuments", seats=3, seed="shortcuts", monument=monument), Random(monument)
    while not match.over and len(match.moves) < match.game.limit:
        s, places = match.state, range(RULES.PLAN_SIZE[match.state.monument])
        assert [s.full >> cell & 1 for cell in range(len(s.quarry))] == [int(sum(pieces) > 0) for pieces in s.quarry]
        can = [int(not s.built[place] and RULES.is_supported(s, place)) for place in places]
        assert [s.open[place // WORD] >> place % WORD & 1 for place in places] == can
        match.play(rng.choice(match.legal))


def test_1_3_the_census_finds_shortcuts_that_say_something_else() -> None:
    match = Match("world_monuments", seats=2, seed="census")
    assert RULES.lost(match.state) == 0
    for cell in (0, 24):
        s = match.state.copy()
        s.full ^= 1 << cell
        assert RULES.lost(s) == 1
    for place in (0, 40, 41, 81):
        s = match.state.copy()
        s.open[place // WORD] ^= 1 << place % WORD
        assert RULES.lost(s) == 1
