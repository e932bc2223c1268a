"""The search without game knowledge, as a measure of what knowledge is worth: random playouts to the end, nothing weighed before."""

from __future__ import annotations

from chantier.bots.master import BUDGET
from chantier.bots.searcher import Budget, Searcher
from chantier.bots.tree import UNKNOWING


def make(seed: str | int | None = None, playouts: int | None = None) -> Searcher:
    """The budget of a master."""
    return Searcher(BUDGET if playouts is None else Budget(BUDGET.seconds, playouts=playouts), seed, UNKNOWING)
