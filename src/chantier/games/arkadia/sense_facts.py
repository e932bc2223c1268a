"""Arkadia: what every placement and every square is judged by, found once for a position, for `sense.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import (
    ACT,
    BUILDINGS,
    CHOOSE_SQUARE,
    FAMILIES,
    FILL_HAND,
    GO_ON,
    HIRED,
    KINDS,
    OWN,
    SQUARES,
    WORD,
    WORDS,
    State,
)
from chantier.kernel.words import NONE, Facts, first_bit, now

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.arkadia.rules import free_squares, how_many, near_squares, top
    from chantier.games.arkadia.sense import HIRED_COST, HIRING, NEVER, OWN_COST, best_plan, best_stand, fading
    from chantier.games.arkadia.tables import BESIDE_BITS, CELL_COUNT

LEVELS_TO_FILL = 2  # of the castle, until the end is brought
RIVALS = [0, 0, 80, 50, 35]  # percent that a gain of all others counts, by number of seats
MEAN = 250  # what a seal is worth in the long run

# What stands where in the facts about a position: how many blocks are to come, and workers that the next seat could place; the
# best plan, what it is worth, and the best that a single own worker can do; what a camp, an own worker and a neutral one are
# worth now; and the best of the spots that are being judged, for two cards.
BLOCKS_FACT, REACH_FACT, PLAN_FACT, PLANNED_FACT, STAND_FACT, CAMP_FACT, OWN_FACT, HIRED_FACT, BEST_FACT, TWIN_FACT = range(10)
VALUES_FACTS = 10  # family: what its seals are worth today, in gold
PRICES_FACTS = VALUES_FACTS + FAMILIES  # and what they will probably bring
FREE_FACTS = PRICES_FACTS + FAMILIES  # word: free squares
NEAR_FACTS = FREE_FACTS + WORDS  # word: those of them beside a building or a worker, where a card is chosen
OWN_FACTS = NEAR_FACTS + WORDS  # word: squares where own workers stand
RIVAL_FACTS = OWN_FACTS + WORDS  # word: squares of the other seats
AROUND_FACTS = RIVAL_FACTS + WORDS  # building: what is around it, if it is unfinished, as `around` says
BESIDE_FACTS = AROUND_FACTS + BUILDINGS  # square: unfinished buildings beside it, one bit each, if it is free
CLOSING_FACTS = BESIDE_FACTS + SQUARES  # building, squares taken: what that means, once it was asked for
MOST_TAKEN = 6  # squares that a building can take, and none
NO_BUILDING = BUILDINGS  # takes a place behind all buildings; it means nothing
LAID_FACTS = CLOSING_FACTS + (BUILDINGS + 1) * MOST_TAKEN  # kind: the best that can be done with the card, once asked for
FACTS = LAID_FACTS + KINDS


def study(s: State, facts: Facts) -> None:
    """What every placement and every square is judged by, whichever it is."""
    decision = now(s)
    study_castle(s, facts)
    facts[REACH_FACT] = reach(s)
    facts[PLAN_FACT] = NONE
    facts[PLANNED_FACT] = NEVER
    facts[STAND_FACT] = NEVER
    if ACT <= decision <= FILL_HAND:
        facts[CAMP_FACT] = fading(s, HIRING, facts)
        facts[OWN_FACT] = fading(s, OWN_COST, facts)
        facts[HIRED_FACT] = fading(s, HIRED_COST, facts)
        study_board(s, decision == ACT or decision == FILL_HAND, facts)
        mine = s.seat[s.turn].workers
        if (mine[OWN] or mine[HIRED]) and (decision == ACT or decision == CHOOSE_SQUARE or decision == GO_ON):
            best_plan(s, facts)
            if mine[OWN]:
                facts[STAND_FACT] = best_stand(s, facts)


# --- the castle -------------------------------------------------------------------------------------------------------


def study_castle(s: State, facts: Facts) -> None:
    """What a seal of each family is worth today, and what it will probably bring: drawn to the mean while the castle is low."""
    blocks = blocks_to_come(s)
    facts[BLOCKS_FACT] = blocks
    for cell in range(CELL_COUNT):
        family = top(s, cell)
        if family != NONE:
            facts[VALUES_FACTS + family] += 1
    for family in range(FAMILIES):
        gold = 100 * facts[VALUES_FACTS + family]
        facts[PRICES_FACTS + family] = gold + (MEAN - gold) * blocks // 40


def blocks_to_come(s: State) -> int:
    """Blocks until the end is brought."""
    n = 0
    for level in range(LEVELS_TO_FILL):
        for cell in range(CELL_COUNT):
            if s.castle[level][cell] == NONE:
                n += 1
    return n


# --- the board --------------------------------------------------------------------------------------------------------


def reach(s: State) -> int:
    """How many workers the next seat could place."""
    workers = s.seat[(s.turn + 1) % s.seats].workers
    return workers[OWN] + workers[HIRED]


def study_board(s: State, with_cards: bool, facts: Facts) -> None:
    """Squares that are free, near or held by rivals, and what is around every unfinished building."""
    free = free_squares(s)
    for word in range(WORDS):
        facts[FREE_FACTS + word] = free[word]
        facts[OWN_FACTS + word] = s.crew[s.turn][word]
        facts[RIVAL_FACTS + word] = rivals_in(s, word)
    if with_cards:
        near = near_squares(s, free)
        for word in range(WORDS):
            facts[NEAR_FACTS + word] = near[word]
    facts[CLOSING_FACTS + NO_BUILDING * MOST_TAKEN] = 1
    buildings = s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        facts[AROUND_FACTS + building] = around(s.placed[building], facts)
        for word in range(WORDS):
            squares = BESIDE_BITS[s.placed[building]][word] & free[word]
            while squares:
                facts[BESIDE_FACTS + word * WORD + first_bit(squares)] |= 1 << building
                squares &= squares - 1


def rivals_in(s: State, word: int) -> int:
    """Squares where workers of the other seats stand; neutral ones earn for nobody."""
    squares = 0
    for seat in range(s.seats):
        if seat != s.turn:
            squares |= s.crew[seat][word]
    return squares


def around(placed: int, facts: Facts) -> int:
    """How many squares beside a building that lies so are free, have own workers, and have those of rivals: five bits each."""
    found = 0
    for word in range(WORDS):
        squares = BESIDE_BITS[placed][word]
        found += how_many(squares & facts[FREE_FACTS + word])
        found += how_many(squares & facts[OWN_FACTS + word]) << 5
        found += how_many(squares & facts[RIVAL_FACTS + word]) << 10
    return found


def free_beside_it(building: int, facts: Facts) -> int:
    """Free squares beside an unfinished building."""
    return facts[AROUND_FACTS + building] & 31


def stake_in(s: State, around: int) -> int:
    """Seals that finishing a building brings by workers, mine less those of the others, in percent of a seal."""
    return 100 * (around >> 5 & 31) - RIVALS[s.seats] * (around >> 10 & 31)
