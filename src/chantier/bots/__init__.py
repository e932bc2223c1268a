"""Bots, one a file. A bot has one method, `choose(seen)`, and is given only what its seat may know.

>>> from chantier import Match
>>> match = Match("world_monuments", seed="tuesday")
>>> bot("random", seed=1).choose(match.seen()) in match.legal
True
>>> bot("journeyman:50", seed=1).choose(match.seen()) in match.legal
True
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from chantier.core import BadSetup, Bot, Game

LEVELS = ("random", "apprentice", "journeyman", "master", "grandmaster")  # in order of strength
USUAL = "master"  # who plays where nobody was asked for
MEASURES = ("plain-search",)  # not for people, but for measuring
LEARNED = ("grandmaster",)  # those that judge by a net: only games that have one have these
THINKING = ("journeyman", "master", *LEARNED, *MEASURES)  # those that can be given a number of playouts
_FILES = {"random": "random_bot"}
PROGRAMS: dict[str, str] = {}  # levels that are programs of their own, and the commands that start them
TOGETHER = {1: 1.0, 2: 1.5}  # how much so many threads of a search do, each on a core of its own


def levels_of(game: Game) -> tuple[str, ...]:
    """The levels that a game has, the weakest first: a grandmaster only if there is a net."""
    from chantier.kernel.nets import has_net

    return tuple(level for level in LEVELS if level not in LEARNED or has_net(game))


def check_levels(game: Game, levels: Iterable[str]) -> None:
    """BadSetup if somebody is asked for whom this game does not have."""
    from chantier.kernel.nets import net_of

    if any(level.partition(":")[0] in LEARNED for level in levels):
        net_of(game)


def playouts_a_turn(game: Game, level: str) -> int:
    """How many playouts a level does in its time on the machine that the figures in `sense.py` were measured on."""
    budget = import_module(f"chantier.bots.{level.replace('-', '_')}").BUDGET
    name = "PLAIN_PLAYOUTS" if level in MEASURES else "LEARNED_PLAYOUTS" if level in LEARNED else "PLAYOUTS"
    rate: float = getattr(game.rules, name)
    return int(budget.seconds * rate * TOGETHER[budget.threads])


def bot(level: str, seed: str | int | None = None) -> Bot:
    """A new bot of a level; with a seed, a bot that does not look at the clock plays the same game the same way again.

    Those from `journeyman` on think for a time. With a number of playouts a turn instead, as in `master:5000`, they are the
    same on every machine. `stdio:python bot.py` is a program of its own.
    """
    name, colon, playouts = level.partition(":")
    if name == "stdio" or level in PROGRAMS:
        from chantier.bots.program import Program

        return Program(PROGRAMS.get(level, playouts), seed)
    if name not in (*LEVELS, *MEASURES):
        raise BadSetup(f"there is no bot {level!r}; the levels are, the weakest first: {', '.join(LEVELS)}")
    make = import_module(f"chantier.bots.{_FILES.get(name, name).replace('-', '_')}").make
    if not colon:
        made: Bot = make(seed)
        return made
    if name not in THINKING or not playouts.isascii() or not playouts.isdigit() or not 1 <= int(playouts) <= 10**9:
        raise BadSetup(f"{level!r} is no bot; playouts are a whole number for {', '.join(THINKING)}, as in master:5000")
    limited: Bot = make(seed, int(playouts))
    return limited


def __getattr__(name: str) -> Any:
    """`search_many`, which needs NumPy, comes when it is asked for."""
    if name == "search_many":
        return import_module("chantier.bots.many").search_many
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
