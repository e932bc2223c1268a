"""Which games the contract is held against, and in which variants."""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from chantier import packages
from chantier.contract.demands import missing
from chantier.core import Game, games
from chantier.lab.fuzz import Variant, variants
from chantier.match import Match

VARIABLE = "CHANTIER_CONTRACT"  # names of games, with commas between them
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def names() -> list[str]:
    """The games that were asked for, or all."""
    asked = [name for name in os.environ.get(VARIABLE, "").split(",") if name]
    return asked or packages.names()


@cache
def complete(name: str) -> Game | None:
    """The game, if it has all that it must have."""
    return None if missing(name) else games[name]


def some(game: Game) -> list[Variant]:
    """One variant for each seat count and choice."""
    seen: set[tuple[int, str, str]] = set()
    chosen = []
    for v in variants(game):
        new = {(v.seats, *item) for item in v.options.items()} or {(v.seats, "", "")}
        if not new <= seen:
            seen |= new
            chosen.append(v)
    return chosen


def played(game: Game, v: Variant, seed: str, moves: int | None = None) -> Match:
    """A random match, to its end, or to its limit, or for a number of decisions."""
    match = Match(game, seats=v.seats, seed=seed, **v.options)
    rng = Random(seed)
    while not match.over and len(match.moves) < game.limit and moves != 0:
        _play(match, rng)
        moves = None if moves is None else moves - 1
    return match


def _play(match: Match, rng: Random) -> None:
    """Any legal action; a fault of the rules is told in one sentence."""
    try:
        match.play(rng.choice(match.legal))
    except AssertionError as fault:
        said = f"{match.game.name}, {match.seats} seats, after {len(match.moves)} actions: {fault}"
        raise pytest.fail.Exception(said, pytrace=False) from None


def positions(game: Game, every: int, times: int = 4, longest: int = 400) -> list[Match]:
    """Moments of random games with different seats and options, one of so many decisions."""
    found = []
    chosen = variants(game)
    for n in range(times):
        v = chosen[n * (len(chosen) - 1) // (times - 1)]
        match, rng = Match(game, seats=v.seats, seed=n, **v.options), Random(n)
        for step in range(longest):
            if match.over:
                break
            if step % every == 0:
                found.append(match.copy())
            _play(match, rng)
    return found
