"""World Monuments: the row that a net judges by, where a turn begins. In the flat style, loaded beside the sense.

It judges between two rounds too. Points, the bricks that each seat has, and where they can go now and later. What lies in the
quarry and how the walk stands is written behind it; between two rounds that is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE
from chantier.games.world_monuments.state import (
    BRICKS,
    BUILD,
    CELLS,
    FILL,
    KINDS,
    PLACES,
    ROUNDS,
    SEATS,
    WALK,
    WORD,
    State,
)
from chantier.kernel.features import Out, mark, write
from chantier.kernel.words import NONE, Facts, now

if TYPE_CHECKING:  # the rules, the tables and the sense stand in the same module
    from chantier.games.world_monuments.sense import outlook_with, prospects
    from chantier.games.world_monuments.tables import BATCH, PLAN_KIND, PLAN_POINTS, PLAN_SIZE

MONUMENT_KINDS = 4
HOARD = 6  # bricks of a kind that are told apart
UTMOST = 127
CLOSE = 10  # hundredths of a point that make no difference
OF_TABLE = SEATS - 1 + MONUMENT_KINDS + MONUMENT_KINDS * ROUNDS + 2 * MONUMENT_KINDS * PLACES + 3 * KINDS + BRICKS
OPEN_AT = OF_TABLE - BRICKS - 2 * KINDS  # where the open places of each kind are counted
OF_ONE = 5 + KINDS + KINDS * HOARD + 2 * KINDS
TURNS = 8  # of a quarry that are told apart
OF_QUARRY = CELLS * KINDS + CELLS + KINDS + TURNS + SEATS + 3
INSIGHT = OF_TABLE + SEATS * OF_ONE + OF_QUARRY
CORRECTING = True
FORESEEN = -1  # judged again at the end of the round
LEARNED_PLAYOUTS = 38_000  # a second on one core


def settled(s: State) -> bool:
    """Where a walk begins, where somebody builds, and between two rounds, before the quarry is filled."""
    decision = now(s)
    if decision == WALK:
        return s.steps == BATCH[min(s.turn, len(BATCH) - 1)]
    return decision == BUILD or (decision == FILL and s.to_act == CHANCE and s.dealt == 0)


def beholder(s: State) -> int:
    """Whose turn it is; between two rounds who has the worker."""
    return s.first if s.to_act == CHANCE else s.to_act


def behold(s: State, seat: int, row: Out) -> None:
    """The plan, and each seat."""
    for i in range(INSIGHT):
        row[i] = 0
    hopes = [0] * BRICKS
    for kind in range(BRICKS):
        hopes[kind] = prospects(s, kind)
    best_open = [0] * KINDS
    behold_plan(s, hopes, best_open, row)
    best = outlook_with(s, seat, hopes)
    for i in range(1, s.seats):
        best = max(best, outlook_with(s, (seat + i) % s.seats, hopes))
    for i in range(s.seats):
        who = (seat + i) % s.seats
        behold_one(s, who, outlook_with(s, who, hopes), best, best_open, row, OF_TABLE + i * OF_ONE)
    if s.to_act != CHANCE:
        behold_quarry(s, seat, row, OF_TABLE + SEATS * OF_ONE)


def behold_plan(s: State, hopes: Facts, best_open: Facts, row: Out) -> None:
    """Which round of which monument it is, what is built, what can be built, and for which kinds there is room."""
    at = mark(row, 0, s.seats - 2, SEATS - 1)
    at = mark(row, at, s.monument, MONUMENT_KINDS)
    at = mark(row, at, s.monument * ROUNDS + s.current_round, MONUMENT_KINDS * ROUNDS)
    free = at + 2 * MONUMENT_KINDS * PLACES
    for place in range(PLAN_SIZE[s.monument]):
        kind = PLAN_KIND[s.monument][place]
        if s.built[place]:
            row[at + s.monument * PLACES + place] = 1
        else:
            row[free + kind] += 1
            if s.open[place // WORD] >> place % WORD & 1:
                row[at + (MONUMENT_KINDS + s.monument) * PLACES + place] = 1
                row[free + KINDS + kind] += 1
                best_open[kind] = max(best_open[kind], PLAN_POINTS[s.monument][place])
                row[free + 2 * KINDS + kind] = min(UTMOST, row[free + 2 * KINDS + kind] + PLAN_POINTS[s.monument][place])
    for kind in range(BRICKS):
        row[free + 3 * KINDS + kind] = min(UTMOST, hopes[kind] // CLOSE)


def behold_one(s: State, who: int, looks: int, best: int, best_open: Facts, row: Out, first: int) -> None:
    """Points, pieces, what the sense expects, and what can be laid at once."""
    its = s.seat[who]
    at = write(row, first, max(-UTMOST, min(UTMOST, its.points)))
    at = write(row, at, max(-UTMOST, (looks - best) // CLOSE))
    at = write(row, at, max(-UTMOST, min(UTMOST, looks // 100)))
    for kind in range(KINDS):
        at = write(row, at, its.pieces[kind])
    for kind in range(KINDS):
        at = mark(row, at, min(HOARD - 1, its.pieces[kind]), HOARD)
    if s.to_act != CHANCE:
        row[at] = its.passed
        row[at + 1] = min(UTMOST, its.fined)
        for kind in range(KINDS):
            if its.pieces[kind] and not its.passed:
                row[at + 2 + kind] = min(its.pieces[kind], row[OPEN_AT + kind])
                row[at + 2 + KINDS + kind] = best_open[kind]


def behold_quarry(s: State, seat: int, row: Out, at: int) -> None:
    """What lies where, where the worker is and how far it may go, or that people build; and who began."""
    total = at + CELLS * KINDS + CELLS
    if s.full:
        for cell in range(CELLS):
            if s.full >> cell & 1:
                for kind in range(KINDS):
                    row[at + cell * KINDS + kind] = s.quarry[cell][kind]
                    row[total + kind] += s.quarry[cell][kind]
        at = mark(row, total + KINDS, min(s.turn, TURNS - 1), TURNS)
    at = total + KINDS + TURNS
    if s.worker != NONE:
        row[total - CELLS + s.worker] = 1
    at = mark(row, at, (s.first - seat) % s.seats, SEATS)
    at = write(row, at, s.steps)
    at = write(row, at, s.taken)
    row[at] = now(s) == BUILD
