"""Bots, one a file. A bot has one method, `choose(seen)`, and is given only what its seat may know.

>>> from chantier import Match
>>> match = Match("world_monuments", seed="tuesday")
>>> bot("random", seed=1).choose(match.seen()) in match.legal
True
"""

from __future__ import annotations

from importlib import import_module

from chantier.core import BadSetup, Bot

LEVELS = ("random", "apprentice")  # in order of strength
_FILES = {"random": "random_bot"}


def bot(level: str, seed: str | int | None = None) -> Bot:
    """A new bot of a level; with a seed it plays the same game the same way again."""
    if level not in LEVELS:
        raise BadSetup(f"there is no bot {level!r}; the levels are, the weakest first: {', '.join(LEVELS)}")
    made: Bot = import_module(f"chantier.bots.{_FILES.get(level, level)}").make(seed)
    return made
