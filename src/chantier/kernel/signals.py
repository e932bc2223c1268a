"""Rewards: what an end, a step, or a position where a game is cut off is worth to a seat. In the flat style, for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import NOBODY
from chantier.kernel.reals import exp
from chantier.kernel.words import AnyState

if TYPE_CHECKING:  # the rules and the sense stand in the same module
    from chantier.kernel.defaults import IN_POINTS, doubt, outlook
    from chantier.kernel.shape import score

SCORE, RANK, WIN, MARGIN, CHANGE, PROMISE = range(6)  # kinds of rewards; the last two come with every step


def gain_of(s: AnyState, seat: int, kind: int) -> float:
    """The score; or the place, from 1 for the first to -1 for the last; or 1 for a win, paid by the others; or the margin."""
    mine = score(s, seat)
    if kind == SCORE:
        return float(mine)
    if kind == MARGIN or kind == CHANGE:
        return margin_of(s, seat)
    better = 0
    equal = 0
    for other in range(s.seats):
        if score(s, other) > mine:
            better += 1
        elif score(s, other) == mine:
            equal += 1
    if kind == RANK:
        return 1.0 - float(2 * better + equal - 1) / float(s.seats - 1)
    if better:
        return -1.0 / float(s.seats - 1)
    return float(s.seats - equal) / float((s.seats - 1) * equal)


def margin_of(s: AnyState, seat: int) -> float:
    """Points ahead of the best other seat; less than 0 behind it."""
    best = -1_000_000
    for other in range(s.seats):
        if other != seat:
            best = max(best, score(s, other))
    return float(score(s, seat) - best)


def gain_at_cut(s: AnyState, seat: int, kind: int) -> float:
    """What can be expected where a game is cut off, by the outlook: within the bounds of what an end brings. Where an outlook
    is no score, scores and margins are those of the position."""
    if kind != WIN and kind != RANK and kind != PROMISE and not IN_POINTS:
        return gain_of(s, seat, kind)
    mine = outlook(s, seat)
    wide = float(max(100, doubt(s)))
    best = -100_000_000  # of the others
    total = 1.0  # what all can hope for, measured by what this seat can
    places = 0.0
    for other in range(s.seats):
        if other != seat:
            its = outlook(s, other)
            best = max(best, its)
            part = exp(float(its - mine) / wide)
            total += part
            places += (1.0 - part) / (1.0 + part)
    if kind == WIN or kind == PROMISE:
        return (float(s.seats) / total - 1.0) / float(s.seats - 1)
    if kind == RANK:
        return places / float(s.seats - 1)
    return float(mine - (0 if kind == SCORE else best)) / 100.0


def standing(s: AnyState, seat: int, kind: int) -> float:
    """What changes from step to step where rewards come with every step: the margin, or what is promised and at last true."""
    if kind == CHANGE:
        return margin_of(s, seat)
    if kind == PROMISE:
        return gain_of(s, seat, WIN) if s.to_act == NOBODY else gain_at_cut(s, seat, WIN)
    return 0.0
