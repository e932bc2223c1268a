"""Arkadia: how good an action looks. In the flat style of `rules.py`, and loaded into the same module.

Worths are whole numbers, hundredths of a piece of gold. Nothing is searched here: a building is judged by what it
finishes, whom it helps and what it leaves to the next seat; workers by how often they will earn; blocks and sales by the seals
of all seats. What is true of a position, whatever is done, is found once (`sense_facts.py`); what a seat can expect in the end
stands in `sense_outlook.py`.
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

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.arkadia.rules import free_squares, how_many, near_squares, spots, standing_in, top, turns_allowed
    from chantier.games.arkadia.sense_facts import (
        BESIDE_FACTS,
        BLOCKS_FACT,
        FREE_FACTS,
        PLAN_FACT,
        PLANNED_FACT,
        PRICES_FACT,
        REACH_FACT,
        RIVAL_FACTS,
        RIVALS,
        STAND_FACT,
        VALUES_FACT,
        Facts,
        free_of,
        one_beside,
        one_of,
        stake_in,
        study,
        what_is_in,
    )
    from chantier.games.arkadia.tables import BESIDE_BITS, BIT, CAMPS_BITS, CELL_COUNT, COVER_BITS, PLACED_AT, TURNED

PLAYOUTS = 40_000  # a second on one core
PLAIN_PLAYOUTS = 15_000
WARMTH = 60
TASTED_HERE = 3  # squares that a habit looks at
NEVER = -9_000
PLANNED = 4_000  # for squares that belong to a plan: a plan is carried out before anything else is thought of
FINISHED = [100, 90, 82, 75, 68, 60, 52, 45, 38, 32, 28, 24, 20]  # percent that get finished, by free squares beside them
LATE = 35  # percent of that in the last round
BLOCK_WORTH = 60  # to set a block
TEMPTING = 70  # percent of a seal, when the next seat can finish a building
OWN_COST, HIRED_COST = 230, 110  # what a worker is worth in the tent, at the beginning
HIRING = 120  # what a neutral worker brings, at the beginning
DRAWING = 40  # a card from the pile
BANNER_COST = 260


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


# --- what things are worth --------------------------------------------------------------------------------------------


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
