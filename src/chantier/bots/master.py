"""The bot that thinks ahead for about a second a turn, on two cores."""

from __future__ import annotations

from dataclasses import replace

from chantier.bots.searcher import Budget, Searcher

BUDGET = Budget(1.0, threads=2)


def make(seed: str | int | None = None, playouts: int | None = None) -> Searcher:
    """With a number of playouts a turn, all in one tree, it plays the same way on every machine, however long that takes."""
    return Searcher(BUDGET if playouts is None else replace(BUDGET, threads=1, playouts=playouts), seed)
