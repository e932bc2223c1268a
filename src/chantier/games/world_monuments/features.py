"""World Monuments: what a learner sees (clause 8.1). Pieces behind screens are counted: everybody saw them being taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import NOBODY
from chantier.games.world_monuments.state import (
    CELLS,
    KIND_NAMES,
    KINDS,
    MONUMENTS,
    PLACES,
    ROUNDS,
    SEATS,
    State,
)
from chantier.kernel.features import (
    SEAT_COUNTS,
    SEAT_NAMES,
    Out,
    Part,
    leave_blank,
    mark,
    seen_from,
    write,
    write_bits,
    write_row,
)
from chantier.kernel.words import NONE, now

if TYPE_CHECKING:  # the tables stand in the same module
    from chantier.games.world_monuments.tables import BENEATH, PLAN_KIND, PLAN_POINTS, PLAN_SIZE

DECISIONS = 5
MONUMENT_COUNT = 4

PARTS = (
    Part("decision", (("first", "draw", "step", "take", "lay"),), 1, "what is to be decided; all 0 when the game is over"),
    Part("seats", (SEAT_COUNTS,), 1, "how many seats there are"),
    Part("monument", (MONUMENTS,), 1, "which monument is built"),
    Part("round", (ROUNDS,), 1, "which round it is"),
    Part("to act", (SEAT_NAMES,), 1, "whose decision it is"),
    Part("worker with", (SEAT_NAMES,), 1, "who has, or last had, the worker"),
    Part("turn", (), 60, "turns taken in this quarry phase", usual=20),
    Part("steps", (), 6, "steps left in this turn"),
    Part("taken", (), 6, "pieces taken in this turn"),
    Part("bag", (KIND_NAMES,), 82, "pieces still in the bag", usual=20),
    Part("points", (SEAT_NAMES,), 400, "of each seat", -200, usual=100),
    Part("passed", (SEAT_NAMES,), 1, "who has passed in this building phase"),
    Part("fined", (SEAT_NAMES,), 82, "points lost by passing in this round", usual=10),
    Part("pieces", (SEAT_NAMES, KIND_NAMES), 82, "behind the screens", usual=8),
    Part("worker", (CELLS,), 1, "the cell where the worker stands"),
    Part("entered", (CELLS,), 1, "cells entered in this turn"),
    Part("quarry", (CELLS, KIND_NAMES), 9, "pieces on each cell", usual=2),
    Part("built", (PLACES,), 1, "places where a piece lies"),
    Part("open", (PLACES,), 1, "free places with everything under them built"),
    Part("free places", (KIND_NAMES,), 82, "places of each kind that are not built", usual=20),
    Part("open places", (KIND_NAMES,), 82, "those of them where a piece can be laid now", usual=10),
    Part("open points", (KIND_NAMES,), 400, "the points of those", usual=40),
)


def observe(s: State, seat: int, out: Out) -> int:
    """8.1  All that a seat knows, in the order of PARTS; how many numbers that were."""
    at = mark(out, 0, NONE if s.to_act == NOBODY else now(s), DECISIONS)
    at = mark(out, at, s.seats - 2, SEATS - 1)
    at = mark(out, at, s.monument, MONUMENT_COUNT)
    at = mark(out, at, s.current_round, ROUNDS)
    at = mark(out, at, seen_from(seat, s.to_act, s.seats), SEATS)
    at = mark(out, at, seen_from(seat, s.first, s.seats), SEATS)
    at = write(out, at, s.turn)
    at = write(out, at, s.steps)
    at = write(out, at, s.taken)
    at = write_row(out, at, s.bag, KINDS)
    at = observe_seats(s, seat, out, at)
    at = observe_quarry(s, out, at)
    return observe_plan(s, out, at)


def observe_seats(s: State, seat: int, out: Out, at: int) -> int:
    """8.1  Points, who has passed, and what is behind the screens; 0 for seats that are not there."""
    for i in range(SEATS):
        its = s.seat[(seat + i) % s.seats]
        there = i < s.seats
        out[at + i] = its.points if there else 0
        out[at + SEATS + i] = its.passed if there else 0
        out[at + 2 * SEATS + i] = its.fined if there else 0
        for kind in range(KINDS):
            out[at + 3 * SEATS + i * KINDS + kind] = its.pieces[kind] if there else 0
    return at + (3 + KINDS) * SEATS


def observe_quarry(s: State, out: Out, at: int) -> int:
    """2.3, 3.1  The worker, its walk, and what lies on the cells."""
    at = mark(out, at, s.worker, CELLS)
    at = write_bits(out, at, s.entered, CELLS)
    for cell in range(CELLS):
        at = write_row(out, at, s.quarry[cell], KINDS)
    return at


def observe_plan(s: State, out: Out, at: int) -> int:
    """4.2, 4.3  What is built, what can be built, and for which kinds there is room.

    Sums instead of branches, which a processor would guess wrong for every other place.
    """
    monument = s.monument
    free = at + 2 * PLACES
    end = leave_blank(out, at, 2 * PLACES + 3 * KINDS)
    for place in range(PLAN_SIZE[monument]):
        built = s.built[place]
        can = 1 - built
        for below in BENEATH[monument][place]:
            can &= s.built[max(below, 0)] | (below == NONE)
        kind = PLAN_KIND[monument][place]
        out[at + place] = built
        out[at + PLACES + place] = can
        out[free + kind] += 1 - built
        out[free + KINDS + kind] += can
        out[free + 2 * KINDS + kind] += can * PLAN_POINTS[monument][place]
    return end
