"""How many ways there are to play on from known positions: the cheapest guard of the rules, plain and compiled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import Match

# game, seats, decisions played before, then the number of paths for 1, 2, 3 ... actions, chance included
FILE = Path(__file__).parent / "perft.txt"
CASES = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def position(game: str, seats: str, decisions: str) -> Match:
    match = Match(game, seats=int(seats), seed="perft")
    rng = Random("perft")
    for _ in range(int(decisions)):
        match.play(rng.choice(match.legal))
    return match


@pytest.mark.parametrize(("game", "seats", "decisions", "counts"), [(*c[:3], c[3:]) for c in CASES])
def test_perft(game: str, seats: str, decisions: str, counts: list[str]) -> None:
    match = position(game, seats, decisions)
    expected = [int(n) for n in counts]
    state, size = match.state, match.game.actions.size + 1
    for depth in range(1, len(expected) + 1):
        states = [state.copy() for _ in range(depth + 1)]
        menus = [[0] * size for _ in range(depth + 1)]
        if expected[depth - 1] < 20_000:
            assert match.game.rules.perft(states, menus, depth) == expected[depth - 1], f"plain, depth {depth}"


@pytest.mark.parametrize(("game", "seats", "decisions", "counts"), [(*c[:3], c[3:]) for c in CASES])
def test_perft_compiled(game: str, seats: str, decisions: str, counts: list[str]) -> None:

    from chantier.kernel.native import native

    match = position(game, seats, decisions)
    fast = native(match.game)
    for depth, count in enumerate(counts, 1):
        states = fast.states(*[match.state] * (depth + 1))
        menus = fast.menus(depth + 1)
        assert fast.perft(states, menus, depth) == int(count), f"depth {depth}"


def test_every_game_has_a_perft() -> None:
    assert {case[0] for case in CASES} == set(chantier.games)
