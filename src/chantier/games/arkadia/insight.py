"""Arkadia: the row that a net judges by, where a turn begins. In the flat style, loaded beside the sense.

The castle and what seals are worth, what each seat has, whose workers stand beside buildings that will soon be finished, and
what it would bring a seat to finish one with its workers. Families are alike by the rules, so they are told in the order of
what their seals are worth today: what was learned of one holds for all. Of cards that others drew blind nothing is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import (
    ACT,
    FAMILIES,
    HIRED,
    LAY,
    LEVELS,
    OPEN,
    OWN,
    SEATS,
    SELL,
    SHAPES,
    STAND,
    WORKER,
    State,
)
from chantier.kernel.features import Out, mark, seen_from, write
from chantier.kernel.words import NONE, Facts, first_bit, now

if TYPE_CHECKING:  # the rules, the tables and the sense stand in the same module
    from chantier.games.arkadia.rules import pile
    from chantier.games.arkadia.sense import BLOCK_WORTH
    from chantier.games.arkadia.sense_facts import MEAN, RIVALS, blocks_to_come
    from chantier.games.arkadia.sense_outlook import (
        CREW,
        CREWS,
        FREE,
        find_crews,
        foretell,
        one_of,
        turns_to_come,
        values,
    )

DEAREST_SEAL = 8  # values of a seal that are told apart
TURNS_AHEAD, LAST_TURNS = 11, 6  # turns to come, and turns left at the end, that are told apart
SOON = 5  # buildings are told apart by the free squares beside them, up to so many
TENTS, FLAGS = 8, 6  # workers and banners that are told apart
UTMOST = 127
CLOSE = 25  # hundredths of a piece of gold that make no difference
TRUST_IN_CARDS, TRUST_IN_WORKERS, TRUST_IN_PLACES, TRUST_IN_SALES = 0.33, 0.18, 1.5, 0.3
DRAWN_BLOCKS = 40  # to come, and seals are worth what they are on average

OF_TABLE = (
    SEATS - 1 + LAST_TURNS + TURNS_AHEAD + FAMILIES * (DEAREST_SEAL + 1 + LEVELS) + SHAPES + FAMILIES + 5 + FAMILIES * SOON
)  # fmt: skip
OF_ONE = 4 + 2 * TENTS + FLAGS + 2 * FAMILIES + FAMILIES * SOON + 1 + SHAPES + FAMILIES + 1
INSIGHT = OF_TABLE + SEATS * OF_ONE
CORRECTING = True
HEEDED = 0  # attention is left to the prior: what was learned about it cost more time than it was worth
WHOLE_TURNS = True
LEARNED_PLAYOUTS = 18_000  # a second on one core
BESIDE_AT = 4 + 2 * TENTS + FLAGS + 2 * FAMILIES  # where the workers beside buildings stand
GAIN_AT = BESIDE_AT + FAMILIES * SOON  # and what it brings to finish one
CARDS_AT = GAIN_AT + 1


def settled(s: State) -> bool:
    """Where a turn begins."""
    return now(s) == ACT


def beholder(s: State) -> int:
    """Whose turn it is."""
    return s.turn


def trust(s: State, action: int) -> float:
    """As searches of 2,500 playouts found it: the prior takes workers for far too good where a turn begins, and sales for too
    clear; where a building should lie it knows best."""
    if now(s) == ACT:
        return TRUST_IN_CARDS if action < WORKER else TRUST_IN_WORKERS
    if LAY <= action < STAND:
        return TRUST_IN_PLACES
    if action >= SELL:
        return TRUST_IN_SALES
    return 1.0


def behold(s: State, seat: int, row: Out) -> None:
    """The table, each seat, and the buildings between them."""
    for i in range(INSIGHT):
        row[i] = 0
    crews = [0] * CREWS
    find_crews(s, crews)
    looks = [0] * SEATS
    foretell(s, crews, looks)
    best = looks[0]
    for i in range(1, s.seats):
        best = max(best, looks[i])
    gold = values(s)
    ranks = [0] * FAMILIES
    rank_families(s, gold, ranks)
    at = behold_table(s, gold, ranks, row)
    for i in range(s.seats):
        behold_one(s, (seat + i) % s.seats, i == 0, gold, looks[(seat + i) % s.seats], best, ranks, row, OF_TABLE + i * OF_ONE)
    behold_buildings(s, seat, gold, crews, ranks, row, at)


def rank_families(s: State, gold: int, ranks: Facts) -> None:
    """The family whose seals are worth most comes first."""
    for family in range(FAMILIES):
        for other in range(FAMILIES):
            if one_of(gold, other) > one_of(gold, family) or (one_of(gold, other) == one_of(gold, family) and other < family):
                ranks[family] += 1


def behold_table(s: State, gold: int, ranks: Facts, row: Out) -> int:
    """What belongs to nobody; where the buildings come, behind it."""
    at = mark(row, 0, s.seats - 2, SEATS - 1)
    at = mark(row, at, min(LAST_TURNS - 1, max(0, s.turns_left)), LAST_TURNS)
    at = mark(row, at, turns_to_come(s), TURNS_AHEAD)
    for family in range(FAMILIES):
        there = at + ranks[family] * (DEAREST_SEAL + 1 + LEVELS)
        there = mark(row, there, min(DEAREST_SEAL - 1, one_of(gold, family)), DEAREST_SEAL)
        there = write(row, there, one_of(gold, family))
        for level in range(LEVELS):
            there = write(row, there, s.supply[level][family])
    at += FAMILIES * (DEAREST_SEAL + 1 + LEVELS)
    for slot in range(OPEN):
        if s.shown[slot] != NONE:
            row[at + s.shown[slot] // FAMILIES] += 1
            row[at + SHAPES + ranks[s.shown[slot] % FAMILIES]] += 1
    at = write(row, at + SHAPES + FAMILIES, blocks_to_come(s))
    at = write(row, at, min(UTMOST, pile(s)))
    at = write(row, at, s.mirror)
    at = write(row, at, s.idle)
    return write(row, at, seen_from(s.turn, s.first, s.seats))


def behold_one(
    s: State, who: int, itself: bool, gold: int, looks: int, best: int, ranks: Facts, row: Out, first: int
) -> None:  # fmt: skip
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
        row[at + ranks[family]] = min(UTMOST, its.seals[family])
        row[at + FAMILIES + ranks[family]] = min(UTMOST, its.seals[family] * one_of(gold, family))
    at = first + CARDS_AT
    cards = 0
    for shape in range(SHAPES):
        for family in range(FAMILIES):
            known = its.hand[shape * FAMILIES + family] if itself else its.known[shape * FAMILIES + family]
            row[at + shape] += known
            row[at + SHAPES + ranks[family]] += known
            cards += its.hand[shape * FAMILIES + family]
    row[at + SHAPES + FAMILIES] = cards


def behold_buildings(s: State, seat: int, gold: int, crews: Facts, ranks: Facts, row: Out, at: int) -> None:
    """Unfinished buildings by family and by how many squares beside them are free, the workers of each seat there, and the most
    that each could gain by filling these squares with the workers in its tent."""
    blocks = blocks_to_come(s)
    crew = [0] * SEATS
    buildings = s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        free = crews[building * CREW + FREE]
        kind = ranks[s.family[building]] * SOON + min(SOON - 1, max(0, free - 1))
        row[at + kind] += 1
        everybody = 0
        for i in range(s.seats):
            crew[i] = crews[building * CREW + (seat + i) % s.seats]
            row[OF_TABLE + i * OF_ONE + BESIDE_AT + kind] += crew[i]
            everybody += crew[i]
        today = 100 * one_of(gold, s.family[building])
        price = today + (MEAN - today) * blocks // DRAWN_BLOCKS
        for i in range(s.seats):
            workers = s.seat[(seat + i) % s.seats].workers
            if free <= workers[OWN] + workers[HIRED]:
                gain = BLOCK_WORTH + price * (100 * (1 + crew[i]) - RIVALS[s.seats] * (everybody - crew[i])) // 100
                there = OF_TABLE + i * OF_ONE + GAIN_AT
                row[there] = max(row[there], min(UTMOST, gain // CLOSE))
