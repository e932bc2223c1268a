"""The search without game knowledge, to measure what knowledge is worth: random playouts to the end."""

from __future__ import annotations

from dataclasses import replace

from chantier.bots.master import BUDGET
from chantier.bots.searcher import Searcher
from chantier.bots.tree import UNKNOWING


def make(seed: str | int | None = None, playouts: int | None = None) -> Searcher:
    """The budget of a master; with a number of playouts a turn, all in one tree."""
    return Searcher(BUDGET if playouts is None else replace(BUDGET, threads=1, playouts=playouts), seed, UNKNOWING)
