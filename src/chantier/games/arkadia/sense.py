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
    DONE,
    FAMILIES,
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
        crew_beside,
        free_in,
        free_squares,
        how_many,
        near_squares,
        spots,
        top,
        turns_allowed,
        value,
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


def worth(s: State, action: int) -> int:
    """How good an action looks to the seat to act, in hundredths of a piece of gold."""
    found = 0
    if action < PLAY or action >= DONE:
        found = 0
    elif action < WORKER:
        found = best_lay(s, action - PLAY)
    elif action < LAY:
        found = worth_of_worker(s, action - WORKER)
    elif action < STAND:
        turn = (action - LAY) // SQUARES
        square = (action - LAY) % SQUARES
        found = worth_of_lay(s, PLACED_AT[TURNED[s.card // FAMILIES][turn]][square], s.card % FAMILIES)
    elif action < TAKE:
        found = worth_of_square(s, action - STAND)
    elif action < BLIND:
        found = max(best_lay(s, action - TAKE), 0) // 2
    elif action == BLIND:
        found = DRAWING
    elif action < SET:
        found = best_cell(s, action - BLOCK)
    elif action < BANNER:
        found = worth_of_block(s, s.block, action - SET)
    elif action == BANNER:
        found = worth_of_banner(s)
    elif action < SELL_ALL:
        found = ((action - SELL) % AMOUNTS + 1) * gain_now(s, (action - SELL) // AMOUNTS)
    else:
        for family in range(FAMILIES):
            if value(s, family):
                found += s.seat[s.turn].seals[family] * gain_now(s, family)
    return max(NEVER, min(found, -NEVER))


# --- what things are worth --------------------------------------------------------------------------------------------


def price(s: State, family: int) -> int:
    """What a seal of a family will probably bring: its value now, drawn to the mean while the castle is low."""
    today = 100 * value(s, family)
    return today + (MEAN - today) * blocks_to_come(s) // 40


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


def fading(s: State, cost: int) -> int:
    """What is kept for later is worth less and less."""
    if s.turns_left != NONE:
        return 0
    return cost * (blocks_to_come(s) + 5) // 25


def free_beside(s: State, placed: int) -> int:
    """Free squares beside a building."""
    n = 0
    for word in range(WORDS):
        n += how_many(BESIDE_BITS[placed][word] & free_in(s, word))
    return n


def stake(s: State, placed: int) -> int:
    """Seals that finishing a building brings by workers, mine less those of the others, in percent of a seal."""
    n = 0
    for seat in range(s.seats):
        n += crew_beside(s, seat, placed) * (100 if seat == s.turn else -RIVALS[s.seats])
    return n


def reach(s: State) -> int:
    """How many workers the next seat could place."""
    workers = s.seat[(s.turn + 1) % s.seats].workers
    return workers[OWN] + workers[HIRED]


# --- laying -----------------------------------------------------------------------------------------------------------


def best_lay(s: State, kind: int) -> int:
    """The best that can be done with a card on the board as it is."""
    free = free_squares(s)
    near = near_squares(s, free)
    best = NEVER
    for turn in range(turns_allowed(s)):
        look = TURNED[kind // FAMILIES][turn]
        if look != NONE:
            for word in range(WORDS):
                squares = spots(look, word, free, near)
                while squares:
                    lowest = squares & -squares
                    placed = PLACED_AT[look][word * WORD + BIT[lowest % PRIME]]
                    best = max(best, worth_of_lay(s, placed, kind % FAMILIES))
                    squares ^= lowest
    return best


def worth_of_lay(s: State, placed: int, family: int) -> int:
    """Camps, what it finishes or brings nearer, whose workers it lies beside, and what it leaves to the next seat."""
    found = 0
    camps = 0
    for word in range(WORDS):
        camps += how_many(COVER_BITS[placed][word] & CAMPS_BITS[word])
    if camps:
        found += camps * fading(s, HIRING)
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1:
            taken = 0
            for word in range(WORDS):
                taken += how_many(BESIDE_BITS[s.placed[building]][word] & COVER_BITS[placed][word])
            if taken:
                found += worth_of_closing(s, building, taken)
    free = free_beside(s, placed)
    seal = price(s, family)
    found += seal * stake(s, placed) * likely(s, free) // 10_000
    if free == 0:
        found += seal + BLOCK_WORTH
    elif free <= reach(s):
        found -= seal * TEMPTING // 100
    return found - 15 * (value(s, family) - 2)


def worth_of_closing(s: State, building: int, taken: int) -> int:
    """What it means that so many free squares beside an unfinished building are taken."""
    before = free_beside(s, s.placed[building])
    after = before - taken
    seal = price(s, s.family[building])
    found = seal * stake(s, s.placed[building]) * (likely(s, after) - likely(s, before)) // 10_000
    if after == 0:
        return found + seal + BLOCK_WORTH
    if after <= reach(s) < before:
        return found - seal * TEMPTING // 100
    return found


# --- placing workers --------------------------------------------------------------------------------------------------


def worth_of_worker(s: State, kind: int) -> int:
    """The best plan that begins with such a worker: to finish a building now, or to stand where it will earn often."""
    plan = best_plan(s)
    found = NEVER
    if plan != NONE:
        hired = squares_to_fill(s, plan) - own_for(s, plan)
        if (kind == OWN and own_for(s, plan)) or (kind == HIRED and hired):
            found = worth_of_plan(s, plan)
    if kind == OWN:
        found = max(found, best_stand(s))
    return found


def best_plan(s: State) -> int:
    """The building that is best finished with workers now, or NONE."""
    best = 0
    chosen = NONE
    for building in range(1, s.buildings):
        if s.common >> building & 1 and s.unfinished >> building & 1:
            found = worth_of_plan(s, building)
            if found > best:
                best = found
                chosen = building
    return chosen


def squares_to_fill(s: State, building: int) -> int:
    return free_beside(s, s.placed[building])


def own_for(s: State, building: int) -> int:
    """How many of the workers should be own ones: where they earn more than they cost, and where neutral ones are lacking."""
    mine = s.seat[s.turn].workers
    worthwhile = 0
    dearer = fading(s, OWN_COST) - fading(s, HIRED_COST)
    for word in range(WORDS):
        squares = BESIDE_BITS[s.placed[building]][word] & free_in(s, word)
        while squares:
            lowest = squares & -squares
            if earning(s, word * WORD + BIT[lowest % PRIME], building) > dearer:
                worthwhile += 1
            squares ^= lowest
    return min(mine[OWN], max(worthwhile, squares_to_fill(s, building) - mine[HIRED]))


def worth_of_plan(s: State, building: int) -> int:
    """What it brings to fill all free squares beside a building, less the workers."""
    mine = s.seat[s.turn].workers
    needed = squares_to_fill(s, building)
    if needed > mine[OWN] + mine[HIRED]:
        return NEVER
    own = own_for(s, building)
    found = best_earnings(s, building, own) - own * fading(s, OWN_COST) - (needed - own) * fading(s, HIRED_COST)
    for other in range(1, s.buildings):
        if s.unfinished >> other & 1 and is_closed_with(s, other, building):
            seal = price(s, s.family[other])
            before = free_beside(s, s.placed[other])
            found += seal + BLOCK_WORTH + seal * stake(s, s.placed[other]) * (100 - likely(s, before)) // 10_000
    return found


def best_earnings(s: State, building: int, own: int) -> int:
    """What the best squares beside a building earn for so many own workers."""
    found = 0
    used = 0  # squares in order, one bit each
    for _ in range(own):
        best = NEVER
        chosen = NONE
        n = 0
        for word in range(WORDS):
            squares = BESIDE_BITS[s.placed[building]][word] & free_in(s, word)
            while squares:
                lowest = squares & -squares
                if not used >> n & 1:
                    earned = earning(s, word * WORD + BIT[lowest % PRIME], building)
                    if earned > best:
                        best = earned
                        chosen = n
                n += 1
                squares ^= lowest
        if chosen != NONE:
            used |= 1 << chosen
            found += best
    return found


def is_closed_with(s: State, other: int, building: int) -> bool:
    """Whether filling the squares beside one building finishes the other."""
    for word in range(WORDS):
        if BESIDE_BITS[s.placed[other]][word] & free_in(s, word) & ~BESIDE_BITS[s.placed[building]][word]:
            return False
    return True


def earning(s: State, square: int, plan: int) -> int:
    """What an own worker on a square will earn by all buildings beside it; those of a plan are certain."""
    found = 0
    word = square // WORD
    bit = square % WORD
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1 and BESIDE_BITS[s.placed[building]][word] >> bit & 1:
            percent = 100
            if plan == NONE or not is_closed_with(s, building, plan):
                percent = likely(s, free_beside(s, s.placed[building]) - 1)
            found += price(s, s.family[building]) * percent // 100
    return found


def best_stand(s: State) -> int:
    """The best that a single own worker can do."""
    best = NEVER
    for building in range(s.buildings):
        if s.common >> building & 1:
            for word in range(WORDS):
                squares = BESIDE_BITS[s.placed[building]][word] & free_in(s, word)
                while squares:
                    lowest = squares & -squares
                    best = max(best, worth_of_standing(s, word * WORD + BIT[lowest % PRIME]))
                    squares ^= lowest
    return best


def worth_of_standing(s: State, square: int) -> int:
    """An own worker on a square, without a plan: it earns later, but helps the next seat to finish what it stands beside."""
    found = earning(s, square, NONE) - fading(s, OWN_COST)
    word = square // WORD
    bit = square % WORD
    for building in range(1, s.buildings):
        if s.unfinished >> building & 1 and BESIDE_BITS[s.placed[building]][word] >> bit & 1:
            before = free_beside(s, s.placed[building])
            if before - 1 <= reach(s) < before:
                found -= price(s, s.family[building]) * TEMPTING // 100
    return found


def worth_of_square(s: State, square: int) -> int:
    """Where the worker in hand should stand: own ones where they earn most, neutral ones where own ones would earn least."""
    plan = best_plan(s)
    if s.worker == OWN and (plan == NONE or worth_of_plan(s, plan) < best_stand(s)):
        return worth_of_standing(s, square)
    if plan == NONE:
        return -earning(s, square, NONE)
    earned = earning(s, square, plan)
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


def gain_now(s: State, family: int) -> int:
    """What selling a seal now brings more than keeping it."""
    return 100 * value(s, family) - price(s, family) + 1


def worth_of_banner(s: State) -> int:
    """Two workers, the more needed the emptier the tent, and what a sale brings more now than later."""
    own = s.seat[s.turn].workers[OWN]
    found = fading(s, 2 * OWN_COST) // (1 + own) - fading(s, BANNER_COST) // 2
    for family in range(FAMILIES):
        if value(s, family):
            found += max(0, s.seat[s.turn].seals[family] * gain_now(s, family))
    return found


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What a seat does without much thought: any card, and the best of a few squares."""
    best = menu[1 + below(dice, menu[0])]
    if menu[0] == 1 or PLAY <= best < WORKER or TAKE <= best <= BLIND:
        return best
    most = worth(s, best)
    for _ in range(TASTED_HERE - 1):
        other = menu[1 + below(dice, menu[0])]
        if other != best and not PLAY <= other < WORKER:
            found = worth(s, other)
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
    for family in range(FAMILIES):
        n = its.seals[family]
        beside = workers_beside(s, seat, family)
        if n or beside:
            today = value(s, family)
            found += n * (SEAL + SEAL_TODAY * today) + beside * (EARNED[ahead] + EARNED_TODAY * today) // 100
    found += OWN_KEPT[ahead] * its.workers[OWN] + HIRED_KEPT * min(its.workers[HIRED], USEFUL)
    found += HIRED_MORE * max(0, its.workers[HIRED] - USEFUL)
    if its.banners:
        found += FIRST_BANNER[ahead] + NEXT_BANNERS[ahead] * (its.banners - 1)
    wait = (seat - s.turn) % s.seats
    return found + TURN_GAIN[blocks_to_come(s) // BLOCKS_A_GAIN] * (s.seats - 1 - wait) // s.seats


def turns_to_come(s: State) -> int:
    """About how many turns a seat has before the last round."""
    return min(int(TURNS_A_BLOCK * blocks_to_come(s) / s.seats), len(EARNED) - 1)


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
    found = 0
    for family in range(FAMILIES):
        today = value(s, family)
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
