"""The bot that thinks ahead for about a tenth of a second a turn."""

from __future__ import annotations

from dataclasses import replace

from chantier.bots.searcher import Budget, Searcher

BUDGET = Budget(0.1)


def make(seed: str | int | None = None, playouts: int | None = None) -> Searcher:
    """With a number of playouts a turn it plays the same way on every machine, however long that takes."""
    return Searcher(replace(BUDGET, playouts=playouts), seed)
