"""Arkadia: the row that a net judges by, where a turn begins. In the flat style, loaded beside the sense.

The castle and what seals are worth, what each seat has, and whose workers stand beside buildings that will soon be finished.
Of cards that others drew blind nothing is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import ACT, FAMILIES, KINDS, LEVELS, OPEN, SEATS, State
from chantier.kernel.features import Out, mark, seen_from, write
from chantier.kernel.words import NONE, now

if TYPE_CHECKING:  # the rules, the tables and the sense stand in the same module
    from chantier.games.arkadia.rules import crew_beside, pile
    from chantier.games.arkadia.sense_facts import blocks_to_come
    from chantier.games.arkadia.sense_outlook import free_beside, one_of, outlook, turns_to_come, values

DEAREST_SEAL = 11  # values of a seal that are told apart
TURNS_AHEAD, LAST_TURNS = 11, 6  # turns to come, and turns left at the end, that are told apart
SOON = 4  # buildings are told apart by the free squares beside them, up to so many
TENTS, FLAGS = 8, 6  # workers and banners that are told apart
UTMOST = 127
CLOSE = 25  # hundredths of a piece of gold that make no difference

OF_TABLE = (
    SEATS - 1 + LAST_TURNS + TURNS_AHEAD + LEVELS + FAMILIES * DEAREST_SEAL + 3 * FAMILIES + FAMILIES * SOON + KINDS + 6
)  # fmt: skip
OF_ONE = 4 + 2 * TENTS + FLAGS + 2 * FAMILIES + FAMILIES * SOON + KINDS + 1
INSIGHT = OF_TABLE + SEATS * OF_ONE
CORRECTING = True
LEARNED_PLAYOUTS = 24_000  # a second on one core
BESIDE_AT = 4 + 2 * TENTS + FLAGS + 2 * FAMILIES  # where the workers beside buildings stand


def settled(s: State) -> bool:
    """Where a turn begins."""
    return now(s) == ACT


def beholder(s: State) -> int:
    """Whose turn it is."""
    return s.turn


def behold(s: State, seat: int, row: Out) -> None:
    """The table, each seat, and the buildings between them."""
    for i in range(INSIGHT):
        row[i] = 0
    looks = [0] * SEATS
    for i in range(s.seats):
        looks[i] = outlook(s, (seat + i) % s.seats)
    best = looks[0]
    for i in range(1, s.seats):
        best = max(best, looks[i])
    gold = values(s)
    at = behold_table(s, gold, row)
    for i in range(s.seats):
        behold_one(s, (seat + i) % s.seats, i == 0, gold, looks[i], best, row, OF_TABLE + i * OF_ONE)
    behold_buildings(s, seat, row, at)


def behold_table(s: State, gold: int, row: Out) -> int:
    """What belongs to nobody; where the buildings come, behind it."""
    at = mark(row, 0, s.seats - 2, SEATS - 1)
    at = mark(row, at, min(LAST_TURNS - 1, max(0, s.turns_left)), LAST_TURNS)
    at = mark(row, at, turns_to_come(s), TURNS_AHEAD)
    at = mark(row, at, s.level, LEVELS)
    for family in range(FAMILIES):
        at = mark(row, at, min(DEAREST_SEAL - 1, one_of(gold, family)), DEAREST_SEAL)
    for family in range(FAMILIES):
        at = write(row, at, one_of(gold, family))
    for family in range(FAMILIES):
        at = write(row, at, s.supply[s.level][family])
    for family in range(FAMILIES):
        at = write(row, at, s.supply[min(LEVELS - 1, s.level + 1)][family])
    for slot in range(OPEN):
        if s.shown[slot] != NONE:
            row[at + s.shown[slot]] += 1
    at = write(row, at + KINDS, blocks_to_come(s))
    at = write(row, at, min(UTMOST, pile(s)))
    at = write(row, at, min(UTMOST, s.buildings))
    at = write(row, at, s.mirror)
    at = write(row, at, s.idle)
    return write(row, at, seen_from(s.turn, s.first, s.seats))


def behold_one(s: State, who: int, itself: bool, gold: int, looks: int, best: int, row: Out, first: int) -> None:
    """What one seat has; of its cards only those that were seen, unless it is the one that looks."""
    its = s.seat[who]
    at = write(row, first, min(UTMOST, its.gold))
    at = write(row, at, max(-UTMOST, (looks - best) // CLOSE))
    at = write(row, at, max(-UTMOST, min(UTMOST, looks // 100)))
    at = write(row, at, min(UTMOST, s.reserve[who]))
    for kind in range(2):
        at = mark(row, at, min(TENTS - 1, its.workers[kind]), TENTS)
    at = mark(row, at, min(FLAGS - 1, its.banners), FLAGS)
    for family in range(FAMILIES):
        at = write(row, at, its.seals[family])
    for family in range(FAMILIES):
        at = write(row, at, min(UTMOST, its.seals[family] * one_of(gold, family)))
    at += FAMILIES * SOON
    cards = 0
    for kind in range(KINDS):
        row[at + kind] = its.hand[kind] if itself else its.known[kind]
        cards += its.hand[kind]
    row[at + KINDS] = cards


def behold_buildings(s: State, seat: int, row: Out, at: int) -> None:
    """Unfinished buildings by family and by how many squares beside them are free, and the workers of each seat there."""
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1:
            free = free_beside(s, s.placed[building])
            kind = s.family[building] * SOON + min(SOON - 1, max(0, free - 1))
            row[at + kind] += 1
            for i in range(s.seats):
                workers = crew_beside(s, (seat + i) % s.seats, s.placed[building])
                row[OF_TABLE + i * OF_ONE + BESIDE_AT + kind] += workers
