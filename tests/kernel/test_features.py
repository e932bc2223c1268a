"""What learners see of our games. That it is named, within bounds, and shows no secret is part of the contract."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import chantier
from chantier import Game, Match
from chantier.binding import BATCH, load
from chantier.kernel.features import spec

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


def row(kernel: Any, game: Game, s: Any, seat: int) -> list[int]:
    out = [-999] * spec(game).size
    assert kernel.observe(s, seat, out) == len(out)
    return out


def random_matches(game: Game, times: int) -> list[Match]:
    """Positions along random games, all seat counts and the first and last choice of every option."""
    found = []
    for seats in game.seats:
        for pick in (0, -1):
            options = {name: option.choices[pick] for name, option in game.options.items()}
            match, rng = Match(game, seats, f"features {pick}", **options), Random(seats)
            for n in range(times):
                if n % 12 == 0:
                    found.append(match.copy())
                if match.over:
                    break
                match.play(rng.choice(match.legal))
            found.append(match)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_seats_see_themselves_first(game: Game) -> None:
    about, kernel = spec(game), load(game, BATCH)
    for match in random_matches(game, 60):
        if match.over:
            continue
        for seat in range(match.seats):
            acts = row(kernel, game, match.state, seat)[about.slices["to act"]]
            assert acts == [int((match.to_act - seat) % match.seats == i) for i in range(4)]
