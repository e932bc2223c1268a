"""Arkadia: how good an action looks. In the flat style of `rules.py`, and loaded into the same module.

Worths are whole numbers, hundredths of a piece of gold. Nothing is searched here: a building is judged by what it
finishes, whom it helps and what it leaves to the next seat; workers by how often they will earn; blocks and sales by the seals
of all seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.arkadia.state import (
    ACT,
    AMOUNTS,
    BANNER,
    BLIND,
    BLOCK,
    CHOOSE_SQUARE,
    DONE,
    FAMILIES,
    FILL_HAND,
    GO_ON,
    HIRED,
    LAY,
    OWN,
    PLAY,
    PRIME,
    SELL,
    SELL_ALL,
    SET,
    SQUARES,
    STAND,
    TAKE,
    WORD,
    WORDS,
    WORKER,
    State,
)
from chantier.kernel.words import NONE, Dice, Menu, below, now

if TYPE_CHECKING:  # the rules and tables stand in the same module
    from chantier.games.arkadia.rules import (
        Squares,
        crew_beside,
        free_in,
        free_squares,
        how_many,
        near_squares,
        spots,
        standing_in,
        top,
        turns_allowed,
    )
    from chantier.games.arkadia.tables import BESIDE_BITS, BIT, CAMPS_BITS, CELL_COUNT, COVER_BITS, PLACED_AT, TURNED

PLAYOUTS = 40_000  # a second on one core
PLAIN_PLAYOUTS = 15_000
WARMTH = 60
LEVELS_TO_FILL = 2  # of the castle, until the end is brought
TASTED_HERE = 3  # squares that a habit looks at
NEVER = -9_000
PLANNED = 4_000  # for squares that belong to a plan: a plan is carried out before anything else is thought of
FINISHED = [100, 90, 82, 75, 68, 60, 52, 45, 38, 32, 28, 24, 20]  # percent that get finished, by free squares beside them
LATE = 35  # percent of that in the last round
RIVALS = [0, 0, 80, 50, 35]  # percent that a gain of all others counts, by number of seats
BLOCK_WORTH = 60  # to set a block
MEAN = 250  # what a seal is worth in the long run
TEMPTING = 70  # percent of a seal, when the next seat can finish a building
OWN_COST, HIRED_COST = 230, 110  # what a worker is worth in the tent, at the beginning
HIRING = 120  # what a neutral worker brings, at the beginning
DRAWING = 40  # a card from the pile
BANNER_COST = 260
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


def worth(s: State, action: int) -> int:
    """How good an action looks to the seat to act, in hundredths of a piece of gold."""
    return prior(s, action, study(s))


def prior(s: State, action: int, facts: Facts) -> int:
    """The same, where the facts about the position are known."""
    found = 0
    if action < PLAY or action >= DONE:
        found = 0
    elif action < WORKER:
        found = best_lay(s, action - PLAY, facts)
    elif action < LAY:
        found = worth_of_worker(s, action - WORKER, facts)
    elif action < STAND:
        look = TURNED[s.card // FAMILIES][(action - LAY) // SQUARES]
        square = (action - LAY) % SQUARES
        found = best_spot(s, look, square // WORD, 1 << square % WORD, s.card % FAMILIES, facts)
    elif action < TAKE:
        found = worth_of_square(s, action - STAND, facts)
    elif action < BLIND:
        found = max(best_lay(s, action - TAKE, facts), 0) // 2
    elif action == BLIND:
        found = DRAWING
    elif action < SET:
        found = best_cell(s, action - BLOCK)
    elif action < BANNER:
        found = worth_of_block(s, s.block, action - SET)
    elif action == BANNER:
        found = worth_of_banner(s, facts)
    elif action < SELL_ALL:
        found = ((action - SELL) % AMOUNTS + 1) * gain_now((action - SELL) // AMOUNTS, facts)
    else:
        for family in range(FAMILIES):
            if one_of(facts[VALUES_FACT], family):
                found += s.seat[s.turn].seals[family] * gain_now(family, facts)
    return max(NEVER, min(found, -NEVER))


# --- facts about a position -------------------------------------------------------------------------------------------


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


def values(s: State) -> int:
    """What a seal of each family is worth today, in gold."""
    found = 0
    for cell in range(CELL_COUNT):
        family = top(s, cell)
        if family != NONE:
            found += 1 << PRICE_BITS * family
    return found


# --- what things are worth --------------------------------------------------------------------------------------------


def one_of(prices: int, family: int) -> int:
    """What a seal of one family is worth, where those of all are written down together."""
    return prices >> PRICE_BITS * family & (1 << PRICE_BITS) - 1


def prices(today: int, blocks: int) -> int:
    """What a seal of each family will probably bring: its value now, drawn to the mean while the castle is low."""
    found = 0
    for family in range(FAMILIES):
        gold = 100 * one_of(today, family)
        found |= gold + (MEAN - gold) * blocks // 40 << PRICE_BITS * family
    return found


def blocks_to_come(s: State) -> int:
    """Blocks until the end is brought."""
    n = 0
    for level in range(LEVELS_TO_FILL):
        for cell in range(CELL_COUNT):
            if s.castle[level][cell] == NONE:
                n += 1
    return n


def likely(s: State, free: int) -> int:
    """How likely a building with so many free squares beside it gets finished, in percent."""
    percent = FINISHED[min(free, len(FINISHED) - 1)]
    if s.turns_left != NONE and free:
        return percent * LATE // 100
    return percent


def fading(s: State, cost: int, facts: Facts) -> int:
    """What is kept for later is worth less and less."""
    if s.turns_left != NONE:
        return 0
    return cost * (facts[BLOCKS_FACT] + 5) // 25


def reach(s: State) -> int:
    """How many workers the next seat could place."""
    workers = s.seat[(s.turn + 1) % s.seats].workers
    return workers[OWN] + workers[HIRED]


# --- laying -----------------------------------------------------------------------------------------------------------


def best_lay(s: State, kind: int, facts: Facts) -> int:
    """The best that can be done with a card on the board as it is."""
    free = free_squares(s)
    near = near_squares(s, free)
    best = NEVER
    for turn in range(turns_allowed(s)):
        look = TURNED[kind // FAMILIES][turn]
        if look != NONE:
            for word in range(WORDS):
                squares = spots(look, word, free, near)
                if squares:
                    best = max(best, best_spot(s, look, word, squares, kind % FAMILIES, facts))
    return best


def best_spot(s: State, look: int, word: int, squares: int, family: int, facts: Facts) -> int:
    """The best of these squares of a word for the first square of an outline: camps, what it finishes or brings nearer, whose
    workers it lies beside, and what it leaves to the next seat."""
    best = NEVER
    seal = one_of(facts[PRICES_FACT], family)
    camp = fading(s, HIRING, facts)
    while squares:
        lowest = squares & -squares
        squares ^= lowest
        placed = PLACED_AT[look][word * WORD + BIT[lowest % PRIME]]
        found = camp * camps_under(placed)
        for building in range(1, s.buildings):
            if s.unfinished >> building & 1:
                taken = taken_beside(s.placed[building], placed)
                if taken:
                    around = one_beside(facts[BESIDE_FACTS + (building >> 2)], building)
                    its_seal = one_of(facts[PRICES_FACT], s.family[building])
                    found += worth_of_closing(s, around, taken, its_seal, facts[REACH_FACT])
        around = 0
        for n in range(WORDS):
            around += what_is_in(BESIDE_BITS[placed][n], facts[FREE_FACTS + n], s.crew[s.turn][n], facts[RIVAL_FACTS + n])
        found += worth_of_leaving(s, around, seal, facts[REACH_FACT])
        best = max(best, found)
    return best - 15 * (one_of(facts[VALUES_FACT], family) - 2) if best > NEVER else NEVER


def camps_under(placed: int) -> int:
    """Camps that a building would be built over."""
    camps = 0
    for word in range(WORDS):
        camps += how_many(COVER_BITS[placed][word] & CAMPS_BITS[word])
    return camps


def worth_of_leaving(s: State, around: int, seal: int, within: int) -> int:
    """What a new building is worth by what is around it."""
    free = around & 31
    found = seal * stake_in(s, around) * likely(s, free) // 10_000
    if free == 0:
        return found + seal + BLOCK_WORTH
    if free <= within:
        return found - seal * TEMPTING // 100
    return found


def taken_beside(building: int, placed: int) -> int:
    """How many of the squares beside a building that lies so are covered by another."""
    a = BESIDE_BITS[building][0] & COVER_BITS[placed][0]
    b = BESIDE_BITS[building][1] & COVER_BITS[placed][1]
    c = BESIDE_BITS[building][2] & COVER_BITS[placed][2]
    d = BESIDE_BITS[building][3] & COVER_BITS[placed][3]
    if a | b | c | d == 0:
        return 0
    return how_many(a) + how_many(b) + how_many(c) + how_many(d)


def worth_of_closing(s: State, around: int, taken: int, seal: int, within: int) -> int:
    """What it means that so many free squares beside an unfinished building are taken, by what is around it."""
    before = around & 31
    after = before - taken
    found = 0
    stake = stake_in(s, around)
    if stake:
        found = seal * stake * (likely(s, after) - likely(s, before)) // 10_000
    if after == 0:
        return found + seal + BLOCK_WORTH
    if after <= within < before:
        return found - seal * TEMPTING // 100
    return found


# --- placing workers --------------------------------------------------------------------------------------------------


def worth_of_worker(s: State, kind: int, facts: Facts) -> int:
    """The best plan that begins with such a worker: to finish a building now, or to stand where it will earn often."""
    plan = facts[PLAN_FACT]
    found = NEVER
    if plan != NONE:
        own = own_for(s, plan, facts)
        if (kind == OWN and own) or (kind == HIRED and free_of(facts[BESIDE_FACTS + (plan >> 2)], plan) - own):
            found = facts[PLANNED_FACT]
    if kind == OWN:
        found = max(found, facts[STAND_FACT])
    return found


def best_plan(s: State, facts: Facts) -> int:
    """The building that is best finished with workers now, or NONE."""
    best = 0
    chosen = NONE
    for building in range(1, s.buildings):
        if s.common >> building & 1 and s.unfinished >> building & 1:
            found = worth_of_plan(s, building, facts)
            if found > best:
                best = found
                chosen = building
    return chosen


def own_for(s: State, building: int, facts: Facts) -> int:
    """How many of the workers should be own ones: where they earn more than they cost, and where neutral ones are lacking."""
    mine = s.seat[s.turn].workers
    worthwhile = 0
    dearer = fading(s, OWN_COST, facts) - fading(s, HIRED_COST, facts)
    for word in range(WORDS):
        squares = BESIDE_BITS[s.placed[building]][word] & facts[FREE_FACTS + word]
        while squares:
            lowest = squares & -squares
            if earning(s, word * WORD + BIT[lowest % PRIME], building, facts) > dearer:
                worthwhile += 1
            squares ^= lowest
    return min(mine[OWN], max(worthwhile, free_of(facts[BESIDE_FACTS + (building >> 2)], building) - mine[HIRED]))


def worth_of_plan(s: State, building: int, facts: Facts) -> int:
    """What it brings to fill all free squares beside a building, less the workers."""
    mine = s.seat[s.turn].workers
    needed = free_of(facts[BESIDE_FACTS + (building >> 2)], building)
    if needed > mine[OWN] + mine[HIRED]:
        return NEVER
    own = own_for(s, building, facts)
    found = best_earnings(s, building, own, facts)
    found -= own * fading(s, OWN_COST, facts) + (needed - own) * fading(s, HIRED_COST, facts)
    for other in range(1, s.buildings):
        if s.unfinished >> other & 1 and is_closed_with(s, other, building, facts):
            seal = one_of(facts[PRICES_FACT], s.family[other])
            around = one_beside(facts[BESIDE_FACTS + (other >> 2)], other)
            found += seal + BLOCK_WORTH + seal * stake_in(s, around) * (100 - likely(s, around & 31)) // 10_000
    return found


def best_earnings(s: State, building: int, own: int, facts: Facts) -> int:
    """What the best squares beside a building earn for so many own workers."""
    found = 0
    used = 0  # squares in order, one bit each
    for _ in range(own):
        best = NEVER
        chosen = NONE
        n = 0
        for word in range(WORDS):
            squares = BESIDE_BITS[s.placed[building]][word] & facts[FREE_FACTS + word]
            while squares:
                lowest = squares & -squares
                if not used >> n & 1:
                    earned = earning(s, word * WORD + BIT[lowest % PRIME], building, facts)
                    if earned > best:
                        best = earned
                        chosen = n
                n += 1
                squares ^= lowest
        if chosen != NONE:
            used |= 1 << chosen
            found += best
    return found


def is_closed_with(s: State, other: int, building: int, facts: Facts) -> bool:
    """Whether filling the squares beside one building finishes the other."""
    for word in range(WORDS):
        if BESIDE_BITS[s.placed[other]][word] & facts[FREE_FACTS + word] & ~BESIDE_BITS[s.placed[building]][word]:
            return False
    return True


def earning(s: State, square: int, plan: int, facts: Facts) -> int:
    """What an own worker on a square will earn by all buildings beside it; those of a plan are certain."""
    found = 0
    word = square // WORD
    bit = square % WORD
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1 and BESIDE_BITS[s.placed[building]][word] >> bit & 1:
            percent = 100
            if plan == NONE or not is_closed_with(s, building, plan, facts):
                percent = likely(s, free_of(facts[BESIDE_FACTS + (building >> 2)], building) - 1)
            found += one_of(facts[PRICES_FACT], s.family[building]) * percent // 100
    return found


def best_stand(s: State, facts: Facts) -> int:
    """The best that a single own worker can do."""
    best = NEVER
    for word in range(WORDS):
        squares = standing_in(s, word)
        while squares:
            lowest = squares & -squares
            best = max(best, worth_of_standing(s, word * WORD + BIT[lowest % PRIME], facts))
            squares ^= lowest
    return best


def worth_of_standing(s: State, square: int, facts: Facts) -> int:
    """An own worker on a square, without a plan: it earns later, but helps the next seat to finish what it stands beside."""
    found = earning(s, square, NONE, facts) - fading(s, OWN_COST, facts)
    word = square // WORD
    bit = square % WORD
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1 and BESIDE_BITS[s.placed[building]][word] >> bit & 1:
            before = free_of(facts[BESIDE_FACTS + (building >> 2)], building)
            if before - 1 <= facts[REACH_FACT] < before:
                found -= one_of(facts[PRICES_FACT], s.family[building]) * TEMPTING // 100
    return found


def worth_of_square(s: State, square: int, facts: Facts) -> int:
    """Where the worker in hand should stand: own ones where they earn most, neutral ones where own ones would earn least."""
    plan = facts[PLAN_FACT]
    if s.worker == OWN and (plan == NONE or facts[PLANNED_FACT] < facts[STAND_FACT]):
        return worth_of_standing(s, square, facts)
    if plan == NONE:
        return -earning(s, square, NONE, facts)
    earned = earning(s, square, plan, facts)
    if BESIDE_BITS[s.placed[plan]][square // WORD] >> square % WORD & 1:
        return PLANNED + (earned if s.worker == OWN else -earned)
    return -earned


# --- the castle and the market ----------------------------------------------------------------------------------------


def best_cell(s: State, family: int) -> int:
    """The best that a block of this colour can do."""
    best = NEVER
    for cell in range(CELL_COUNT):
        if s.castle[s.level][cell] == NONE:
            best = max(best, worth_of_block(s, family, cell))
    return best


def worth_of_block(s: State, family: int, cell: int) -> int:
    """One family rises, the one below falls: good or bad by the seals that I and the others hold."""
    covered = top(s, cell)
    found = interest(s, family)
    if covered != NONE:
        found -= interest(s, covered)
    return found


def interest(s: State, family: int) -> int:
    """What it is worth to me that a family rises by one."""
    found = 0
    for seat in range(s.seats):
        seals = s.seat[seat].seals[family]
        found += 100 * seals if seat == s.turn else -RIVALS[s.seats] * seals
    return found


def gain_now(family: int, facts: Facts) -> int:
    """What selling a seal now brings more than keeping it."""
    return 100 * one_of(facts[VALUES_FACT], family) - one_of(facts[PRICES_FACT], family) + 1


def worth_of_banner(s: State, facts: Facts) -> int:
    """Two workers, the more needed the emptier the tent, and what a sale brings more now than later."""
    own = s.seat[s.turn].workers[OWN]
    found = fading(s, 2 * OWN_COST, facts) // (1 + own) - fading(s, BANNER_COST, facts) // 2
    for family in range(FAMILIES):
        if one_of(facts[VALUES_FACT], family):
            found += max(0, s.seat[s.turn].seals[family] * gain_now(family, facts))
    return found


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What a seat does without much thought: any card, and the best of a few squares."""
    best = menu[1 + below(dice, menu[0])]
    if menu[0] == 1 or PLAY <= best < WORKER or TAKE <= best <= BLIND:
        return best
    facts = study(s)
    most = prior(s, best, facts)
    for _ in range(TASTED_HERE - 1):
        other = menu[1 + below(dice, menu[0])]
        if other != best and not PLAY <= other < WORKER:
            found = prior(s, other, facts)
            if found > most:
                most = found
                best = other
    return best


def quiet(s: State, since: int) -> bool:
    """Between two turns."""
    return now(s) == ACT


def outlook(s: State, seat: int) -> int:
    """Gold, what the seals will probably bring, what the workers on the board will earn, and what waits in the tent."""
    its = s.seat[seat]
    found = 100 * its.gold
    if s.turns_left != NONE:
        return found + last_outlook(s, seat)
    ahead = turns_to_come(s)
    gold = values(s)
    for family in range(FAMILIES):
        today = one_of(gold, family)
        beside = workers_beside(s, seat, family)
        found += its.seals[family] * (SEAL + SEAL_TODAY * today) + beside * (EARNED[ahead] + EARNED_TODAY * today) // 100
    found += OWN_KEPT[ahead] * its.workers[OWN] + HIRED_KEPT * min(its.workers[HIRED], USEFUL)
    found += HIRED_MORE * max(0, its.workers[HIRED] - USEFUL)
    if its.banners:
        found += FIRST_BANNER[ahead] + NEXT_BANNERS[ahead] * (its.banners - 1)
    wait = (seat - s.turn) % s.seats
    return found + TURN_GAIN[blocks_to_come(s) // BLOCKS_A_GAIN] * (s.seats - 1 - wait) // s.seats


def turns_to_come(s: State) -> int:
    """About how many turns a seat has before the last round."""
    return min(int(TURNS_A_BLOCK * blocks_to_come(s) / s.seats), len(EARNED) - 1)


def free_beside(s: State, placed: int) -> int:
    """Free squares beside a building."""
    n = 0
    for word in range(WORDS):
        n += how_many(BESIDE_BITS[placed][word] & free_in(s, word))
    return n


def workers_beside(s: State, seat: int, family: int) -> int:
    """Workers of a seat beside unfinished buildings of a family, in percent: each counts as far as the building is likely
    to be finished."""
    found = 0
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1 and s.family[building] == family:
            workers = crew_beside(s, seat, s.placed[building])
            if workers:
                found += workers * FINISHED[min(free_beside(s, s.placed[building]), len(FINISHED) - 1)]
    return found


def last_outlook(s: State, seat: int) -> int:
    """The same in the last round, besides gold."""
    its = s.seat[seat]
    gold = values(s)
    found = 0
    for family in range(FAMILIES):
        today = one_of(gold, family)
        found += its.seals[family] * (LAST_SEAL + LAST_SEAL_TODAY * today)
        found += workers_beside(s, seat, family) * (LAST_EARNED + LAST_EARNED_TODAY * today) // 100
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
