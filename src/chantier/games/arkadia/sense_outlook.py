"""Arkadia: what a seat can expect in the end, for `sense.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import FAMILIES, HIRED, OWN, WORDS, State
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
VALUE_BITS = 4  # where the values of all families are written down together


def outlook(s: State, seat: int) -> int:
    """Gold, what the seals will probably bring, what the workers on the board will earn, and what waits in the tent."""
    its = s.seat[seat]
    found = 100 * its.gold
    if s.turns_left != NONE:
        return found + last_outlook(s, seat)
    ahead = turns_to_come(s)
    gold = values(s)
    beside = [0] * FAMILIES
    find_beside(s, seat, beside)
    for family in range(FAMILIES):
        today = one_of(gold, family)
        found += its.seals[family] * (SEAL + SEAL_TODAY * today)
        found += beside[family] * (EARNED[ahead] + EARNED_TODAY * today) // 100
    found += OWN_KEPT[ahead] * its.workers[OWN] + HIRED_KEPT * min(its.workers[HIRED], USEFUL)
    found += HIRED_MORE * max(0, its.workers[HIRED] - USEFUL)
    if its.banners:
        found += FIRST_BANNER[ahead] + NEXT_BANNERS[ahead] * (its.banners - 1)
    wait = (seat - s.turn) % s.seats
    return found + TURN_GAIN[blocks_to_come(s) // BLOCKS_A_GAIN] * (s.seats - 1 - wait) // s.seats


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
    return min(int(TURNS_A_BLOCK * blocks_to_come(s) / s.seats), len(EARNED) - 1)


def free_beside(s: State, placed: int) -> int:
    """Free squares beside a building."""
    n = 0
    for word in range(WORDS):
        n += how_many(BESIDE_BITS[placed][word] & free_in(s, word))
    return n


def find_beside(s: State, seat: int, beside: Facts) -> None:
    """Workers of a seat beside unfinished buildings of each family, in percent: each counts as far as the building is likely
    to be finished."""
    buildings = s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        workers = crew_beside(s, seat, s.placed[building])
        if workers:
            beside[s.family[building]] += workers * FINISHED[min(free_beside(s, s.placed[building]), len(FINISHED) - 1)]


def last_outlook(s: State, seat: int) -> int:
    """The same in the last round, besides gold."""
    its = s.seat[seat]
    gold = values(s)
    found = 0
    beside = [0] * FAMILIES
    find_beside(s, seat, beside)
    for family in range(FAMILIES):
        today = one_of(gold, family)
        found += its.seals[family] * (LAST_SEAL + LAST_SEAL_TODAY * today)
        found += beside[family] * (LAST_EARNED + LAST_EARNED_TODAY * today) // 100
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
