"""Arkadia: what every placement and every square is judged by, found once for a position, for `sense.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import ACT, CHOOSE_SQUARE, FAMILIES, FILL_HAND, GO_ON, HIRED, OWN, WORDS, State
from chantier.kernel.words import NONE, now

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.arkadia.rules import Squares, free_squares, how_many, top
    from chantier.games.arkadia.sense import NEVER, best_plan, best_stand, worth_of_plan
    from chantier.games.arkadia.tables import BESIDE_BITS, CELL_COUNT

LEVELS_TO_FILL = 2  # of the castle, until the end is brought
RIVALS = [0, 0, 80, 50, 35]  # percent that a gain of all others counts, by number of seats
MEAN = 250  # what a seal is worth in the long run
# What stands where in the facts about a position, which are whole numbers in a fixed order.
VALUES_FACT, PRICES_FACT, BLOCKS_FACT, REACH_FACT, PLAN_FACT, PLANNED_FACT, STAND_FACT = range(7)
FREE_FACTS, RIVAL_FACTS, BESIDE_FACTS = 7, 11, 15
PRICE_BITS = 12  # where something is written down for each family
Facts = tuple[
    int, int, int, int,  # seals: values and prices; blocks to come; how many workers the next seat could place
    int, int, int,  # the best plan, what it is worth, and the best that a single own worker can do
    int, int, int, int, int, int, int, int,  # squares: free ones, and those of rivals
    int, int, int, int, int, int, int, int, int, int, int, int, int,  # what is beside the buildings, four in each
]  # fmt: skip
Besides = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]  # the last of these


def study(s: State) -> Facts:
    """What every placement and every square is judged by, whichever it is."""
    decision = now(s)
    facts = survey(s, ACT <= decision <= FILL_HAND)
    if decision == ACT or decision == CHOOSE_SQUARE or decision == GO_ON:
        plan = best_plan(s, facts)
        return with_plan(facts, plan, worth_of_plan(s, plan, facts) if plan != NONE else NEVER, best_stand(s, facts))
    return facts


def survey(s: State, on_board: bool) -> Facts:
    """All but the plan: the castle, and the board if it matters."""
    today = values(s)
    blocks = blocks_to_come(s)
    free = free_squares(s)
    rivals = rival_squares(s)
    at = all_beside(s, s.buildings if on_board else 0, free, rivals)
    return (
        today, prices(today, blocks), blocks, reach(s), NONE, NEVER, NEVER,
        free[0], free[1], free[2], free[3], rivals[0], rivals[1], rivals[2], rivals[3],
        at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11], at[12],
    )  # fmt: skip


def with_plan(facts: Facts, plan: int, planned: int, stand: int) -> Facts:
    """The same facts, with a plan, what it is worth, and the best that a single own worker can do."""
    return (
        facts[0], facts[1], facts[2], facts[3], plan, planned, stand,
        facts[7], facts[8], facts[9], facts[10], facts[11], facts[12], facts[13], facts[14],
        facts[15], facts[16], facts[17], facts[18], facts[19], facts[20], facts[21], facts[22], facts[23], facts[24],
        facts[25], facts[26], facts[27],
    )  # fmt: skip


# --- the castle -------------------------------------------------------------------------------------------------------


def values(s: State) -> int:
    """What a seal of each family is worth today, in gold."""
    found = 0
    for cell in range(CELL_COUNT):
        family = top(s, cell)
        if family != NONE:
            found += 1 << PRICE_BITS * family
    return found


def prices(today: int, blocks: int) -> int:
    """What a seal of each family will probably bring: its value now, drawn to the mean while the castle is low."""
    found = 0
    for family in range(FAMILIES):
        gold = 100 * one_of(today, family)
        found |= gold + (MEAN - gold) * blocks // 40 << PRICE_BITS * family
    return found


def one_of(prices: int, family: int) -> int:
    """What a seal of one family is worth, where those of all are written down together."""
    return prices >> PRICE_BITS * family & (1 << PRICE_BITS) - 1


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


def rival_squares(s: State) -> Squares:
    """Squares where workers of the other seats stand; neutral ones earn for nobody."""
    return rivals_in(s, 0), rivals_in(s, 1), rivals_in(s, 2), rivals_in(s, 3), 0


def rivals_in(s: State, word: int) -> int:
    squares = 0
    for seat in range(s.seats):
        if seat != s.turn:
            squares |= s.crew[seat][word]
    return squares


def all_beside(s: State, n: int, free: Squares, rivals: Squares) -> Besides:
    """What is beside the first buildings, as many as are asked for."""
    return (
        four_beside(s, 0, n, free, rivals), four_beside(s, 4, n, free, rivals), four_beside(s, 8, n, free, rivals),
        four_beside(s, 12, n, free, rivals), four_beside(s, 16, n, free, rivals), four_beside(s, 20, n, free, rivals),
        four_beside(s, 24, n, free, rivals), four_beside(s, 28, n, free, rivals), four_beside(s, 32, n, free, rivals),
        four_beside(s, 36, n, free, rivals), four_beside(s, 40, n, free, rivals), four_beside(s, 44, n, free, rivals),
        four_beside(s, 48, n, free, rivals),
    )  # fmt: skip


def four_beside(s: State, first: int, end: int, free: Squares, rivals: Squares) -> int:
    """What is beside four buildings, as far as they are unfinished."""
    found = 0
    for building in range(first, min(first + 4, end)):
        if s.unfinished >> building & 1:
            around = 0
            for word in range(WORDS):
                around += what_is_in(BESIDE_BITS[s.placed[building]][word], free[word], s.crew[s.turn][word], rivals[word])
            found |= around << 15 * (building & 3)
    return found


def what_is_in(squares: int, free: int, mine: int, rivals: int) -> int:
    """How many of these squares of a word are free, have own workers, and have those of rivals: five bits each."""
    if squares == 0:
        return 0
    return how_many(squares & free) | how_many(squares & mine) << 5 | how_many(squares & rivals) << 10


def one_beside(four: int, building: int) -> int:
    """What is beside one of four buildings."""
    return four >> 15 * (building & 3) & 0x7FFF


def free_of(four: int, building: int) -> int:
    """Free squares beside one of four buildings."""
    return four >> 15 * (building & 3) & 31


def stake_in(s: State, around: int) -> int:
    """Seals that finishing a building brings by workers, mine less those of the others, in percent of a seal."""
    return 100 * (around >> 5 & 31) - RIVALS[s.seats] * (around >> 10 & 31)
