"""Arkadia: what a seat can expect in the end, for `sense.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import BUILDINGS, FAMILIES, HIRED, OWN, SEATS, WORDS, State
from chantier.kernel.words import NONE, Facts, first_bit

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.arkadia.rules import crew_beside, free_in, how_many, top
    from chantier.games.arkadia.sense import FINISHED
    from chantier.games.arkadia.sense_facts import blocks_to_come
    from chantier.games.arkadia.tables import BESIDE_BITS, CELL_COUNT

# The outlook, fitted to 690 games (docs/bots.md). Lists go by the turns that a seat will have before the last round.
TURNS_A_BLOCK = 2.1  # of all seats together
# A banner, for a sale at the right time and for workers; and each of the others.
FIRST_BANNER = [290, 370, 670, 1_100, 1_250, 1_390, 1_410, 1_430, 1_450, 1_400, 1_350]
NEXT_BANNERS = [50, 50, 90, 150, 340, 530, 620, 710, 800, 840, 870]
EARNED = [160, 195, 230, 260, 275, 285, 295, 305, 315, 320, 325]  # by a worker beside a building that gets finished
OWN_KEPT = [235, 290, 300, 300, 340, 390, 430, 430, 430, 430, 430]  # an own worker in the tent
HIRED_KEPT, HIRED_MORE, USEFUL = 115, 75, 2  # a neutral one, as many as will be useful; and each of the others
SEAL, SEAL_TODAY, EARNED_TODAY = 175, 22, 10  # a seal; and more for each piece of gold that it is worth now
TURN_GAIN, BLOCKS_A_GAIN = [420, 500, 500, 480, 420, 180, 180], 4  # what a turn brings, by how many blocks are to come
DOUBT, DOUBT_A_BLOCK = 650, 17
# The same in the last round; workers and banners count only for a seat that has a turn left.
LAST_SEAL, LAST_SEAL_TODAY, LAST_EARNED, LAST_EARNED_TODAY = 70, 66, 35, 39
LAST_TURN, LAST_OWN, LAST_HIRED, LAST_HIRED_MORE, LAST_BANNER = 335, 250, 160, 80, 160
LAST_DOUBT = 440
CREW, FREE = SEATS + 1, SEATS  # numbers for a building: the workers of each seat beside it, and the free squares
CREWS = BUILDINGS * CREW
BESIDES = SEATS * FAMILIES
VALUE_BITS = 4  # where the values of all families are written down together


def outlook(s: State, seat: int) -> int:
    """Gold, what the seals will probably bring, what the workers on the board will earn, and what waits in the tent."""
    looks = [0] * SEATS
    outlooks(s, looks)
    return looks[seat]


def outlooks(s: State, looks: Facts) -> None:
    """The same for all seats at once."""
    crews = [0] * CREWS
    find_crews(s, crews)
    foretell(s, crews, looks)


def foretell(s: State, crews: Facts, looks: Facts) -> None:
    """The same, where it is known who stands beside which building."""
    gold = values(s)
    blocks = blocks_to_come(s)
    beside = [0] * BESIDES
    find_beside(s, crews, beside)
    for seat in range(s.seats):
        looks[seat] = 100 * s.seat[seat].gold
        if s.turns_left != NONE:
            looks[seat] += last_outlook(s, seat, gold, beside)
        else:
            looks[seat] += first_outlook(s, seat, gold, blocks, beside)


def first_outlook(s: State, seat: int, gold: int, blocks: int, beside: Facts) -> int:
    """Before the last round, besides gold."""
    its = s.seat[seat]
    found = 0
    ahead = turns_for(s, blocks)
    for family in range(FAMILIES):
        today = one_of(gold, family)
        found += its.seals[family] * (SEAL + SEAL_TODAY * today)
        found += beside[seat * FAMILIES + family] * (EARNED[ahead] + EARNED_TODAY * today) // 100
    found += OWN_KEPT[ahead] * its.workers[OWN] + HIRED_KEPT * min(its.workers[HIRED], USEFUL)
    found += HIRED_MORE * max(0, its.workers[HIRED] - USEFUL)
    if its.banners:
        found += FIRST_BANNER[ahead] + NEXT_BANNERS[ahead] * (its.banners - 1)
    wait = (seat - s.turn) % s.seats
    return found + TURN_GAIN[blocks // BLOCKS_A_GAIN] * (s.seats - 1 - wait) // s.seats


def values(s: State) -> int:
    """What a seal of each family is worth today, in gold."""
    found = 0
    for cell in range(CELL_COUNT):
        family = top(s, cell)
        if family != NONE:
            found += 1 << VALUE_BITS * family
    return found


def one_of(values: int, family: int) -> int:
    """What a seal of one family is worth, where those of all are written down together."""
    return values >> VALUE_BITS * family & (1 << VALUE_BITS) - 1


def turns_to_come(s: State) -> int:
    """About how many turns a seat has before the last round."""
    return turns_for(s, blocks_to_come(s))


def turns_for(s: State, blocks: int) -> int:
    """The same, where it is known how many blocks are to come."""
    return min(int(TURNS_A_BLOCK * blocks / s.seats), len(EARNED) - 1)


def free_beside(s: State, placed: int) -> int:
    """Free squares beside a building."""
    n = 0
    for word in range(WORDS):
        n += how_many(BESIDE_BITS[placed][word] & free_in(s, word))
    return n


def find_crews(s: State, crews: Facts) -> None:
    """Beside every unfinished building: the workers of each seat, and the free squares."""
    buildings = s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        for seat in range(s.seats):
            crews[building * CREW + seat] = crew_beside(s, seat, s.placed[building])
        crews[building * CREW + FREE] = free_beside(s, s.placed[building])


def find_beside(s: State, crews: Facts, beside: Facts) -> None:
    """Workers of every seat beside unfinished buildings of each family, in percent: each counts as far as the building is
    likely to be finished."""
    buildings = s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        percent = FINISHED[min(crews[building * CREW + FREE], len(FINISHED) - 1)]
        for seat in range(s.seats):
            beside[seat * FAMILIES + s.family[building]] += crews[building * CREW + seat] * percent


def last_outlook(s: State, seat: int, gold: int, beside: Facts) -> int:
    """The same in the last round."""
    its = s.seat[seat]
    found = 0
    for family in range(FAMILIES):
        today = one_of(gold, family)
        found += its.seals[family] * (LAST_SEAL + LAST_SEAL_TODAY * today)
        found += beside[seat * FAMILIES + family] * (LAST_EARNED + LAST_EARNED_TODAY * today) // 100
    if (seat - s.turn) % s.seats < s.turns_left:
        found += LAST_TURN + LAST_OWN * its.workers[OWN] + LAST_HIRED * min(its.workers[HIRED], USEFUL)
        found += LAST_HIRED_MORE * max(0, its.workers[HIRED] - USEFUL)
        if its.banners:
            found += LAST_BANNER
    return found


def doubt(s: State) -> int:
    """How far the margin may still change: the more, the more blocks are to come."""
    if s.turns_left != NONE:
        return LAST_DOUBT
    return DOUBT + DOUBT_A_BLOCK * blocks_to_come(s)
