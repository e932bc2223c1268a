"""The bot that has learned the game by playing it: the time of a master, and a net in the place of long playouts."""

from __future__ import annotations

from dataclasses import replace

from chantier.bots.master import BUDGET
from chantier.bots.searcher import Searcher
from chantier.bots.tree import LEARNED


def make(seed: str | int | None = None, playouts: int | None = None) -> Searcher:
    """With a number of playouts a turn, all in one tree, it plays the same way on every machine that counts alike."""
    return Searcher(BUDGET if playouts is None else replace(BUDGET, threads=1, playouts=playouts), seed, LEARNED)
