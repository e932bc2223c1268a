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
    FILL_HAND,
    HIRED,
    LAY,
    OWN,
    PLAY,
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
from chantier.kernel.words import NONE, Dice, Facts, Menu, below, first_bit, now

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.arkadia.rules import spots, standing_in, top, turns_allowed
    from chantier.games.arkadia.sense_facts import (
        AROUND_FACTS,
        BESIDE_FACTS,
        BEST_FACT,
        BLOCKS_FACT,
        CAMP_FACT,
        CLOSING_FACTS,
        FACTS,
        FREE_FACTS,
        HIRED_FACT,
        LAID_FACTS,
        MOST_TAKEN,
        NEAR_FACTS,
        NO_BUILDING,
        OWN_FACT,
        OWN_FACTS,
        PLAN_FACT,
        PLANNED_FACT,
        PRICES_FACTS,
        REACH_FACT,
        RIVALS,
        STAND_FACT,
        TWIN_FACT,
        VALUES_FACTS,
        around,
        free_beside_it,
        stake_in,
        study,
    )
    from chantier.games.arkadia.tables import AWAY, BESIDE_BITS, CAMPS_AT, CELL_COUNT, PLACED_AT, SIZE, TURNED

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
    facts = [0] * FACTS
    study(s, facts)
    return prior(s, action, facts)


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
        found = worth_of_lay(s, look, square, s.card % FAMILIES, facts)
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
            if facts[VALUES_FACTS + family]:
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
    """The best that can be done with a card on the board as it is; written down when it is first asked for."""
    if facts[LAID_FACTS + kind] == 0:
        judge_cards(s, kind, twin_of(s, kind), facts)
    return facts[LAID_FACTS + kind] >> 1


def twin_of(s: State, kind: int) -> int:
    """Another card with the same building that will be asked for too, or the same card."""
    for other in range(kind + 1, (kind // FAMILIES + 1) * FAMILIES):
        if now(s) == ACT:
            if s.seat[s.turn].hand[other]:
                return other
        elif s.shown[0] == other or s.shown[1] == other or s.shown[2] == other:
            return other
    return kind


def judge_cards(s: State, kind: int, twin: int, facts: Facts) -> None:
    """Every place for the building of two cards, or of one: the best for each of them."""
    free = facts[FREE_FACTS], facts[FREE_FACTS + 1], facts[FREE_FACTS + 2], facts[FREE_FACTS + 3], 0
    near = facts[NEAR_FACTS], facts[NEAR_FACTS + 1], facts[NEAR_FACTS + 2], facts[NEAR_FACTS + 3], 0
    facts[BEST_FACT] = NEVER
    facts[TWIN_FACT] = NEVER
    for turn in range(turns_allowed(s)):
        look = TURNED[kind // FAMILIES][turn]
        if look != NONE:
            for word in range(WORDS):
                squares = spots(look, word, free, near)
                if squares:
                    judge_spots(s, look, word, squares, kind % FAMILIES, twin % FAMILIES, facts)
    facts[LAID_FACTS + twin] = 2 * in_colour(facts[TWIN_FACT], twin % FAMILIES, facts) + 1
    facts[LAID_FACTS + kind] = 2 * in_colour(facts[BEST_FACT], kind % FAMILIES, facts) + 1


def worth_of_lay(s: State, look: int, square: int, family: int, facts: Facts) -> int:
    """A building of a family with its first square there."""
    facts[BEST_FACT] = NEVER
    judge_spots(s, look, square // WORD, 1 << square % WORD, family, family, facts)
    return in_colour(facts[BEST_FACT], family, facts)


def in_colour(found: int, family: int, facts: Facts) -> int:
    """Families whose seals are worth much are better left to be laid later."""
    return found - 15 * (facts[VALUES_FACTS + family] - 2) if found > NEVER else NEVER


def judge_spots(s: State, look: int, word: int, squares: int, family: int, twin: int, facts: Facts) -> None:
    """The best of these squares of a word for the first square of an outline, for one family or for two: camps, what it
    finishes or brings nearer, whose workers it lies beside, and what it leaves to the next seat."""
    best = facts[BEST_FACT]
    best_twin = facts[TWIN_FACT]
    seal = facts[PRICES_FACTS + family]
    its_seal = facts[PRICES_FACTS + twin]
    tempting = seal * TEMPTING // 100
    its_tempting = its_seal * TEMPTING // 100
    while squares:
        square = word * WORD + first_bit(squares)
        squares &= squares - 1
        placed = PLACED_AT[look][square]
        found = facts[CAMP_FACT] * CAMPS_AT[look][square]
        found += worth_of_touching(s, look, square, facts)
        if found > best or (twin != family and found > best_twin) or can_gain(placed, facts):
            beside = around(placed, facts)
            best = max(best, found + worth_of_leaving(s, beside, seal, tempting, facts[REACH_FACT]))
            if twin != family:
                best_twin = max(best_twin, found + worth_of_leaving(s, beside, its_seal, its_tempting, facts[REACH_FACT]))
    facts[BEST_FACT] = best
    facts[TWIN_FACT] = best_twin


def worth_of_touching(s: State, look: int, square: int, facts: Facts) -> int:
    """What a new building means for the unfinished ones whose squares it takes. How many it takes of each is counted for all
    of them at once: a word for the ones of the counts, one for the twos, one for the fours."""
    ones = 0
    twos = 0
    fours = 0
    for n in range(SIZE[look]):
        beside = facts[BESIDE_FACTS + square + AWAY[look][n]]
        both = ones & beside
        ones ^= beside
        fours |= twos & both
        twos ^= both
    found = 0
    touched = ones | twos | fours
    for _ in range(2):  # always, so that a processor need not guess how many there are
        building = first_bit(touched | 1 << NO_BUILDING)
        taken = (ones >> building & 1) + 2 * (twos >> building & 1) + 4 * (fours >> building & 1)
        found += worth_of_closing(s, building, taken, facts)
        touched &= touched - 1
    while touched:
        building = first_bit(touched)
        taken = (ones >> building & 1) + 2 * (twos >> building & 1) + 4 * (fours >> building & 1)
        found += worth_of_closing(s, building, taken, facts)
        touched &= touched - 1
    return found


def worth_of_closing(s: State, building: int, taken: int, facts: Facts) -> int:
    """What it means that so many free squares beside an unfinished building are taken; written down when it is first asked
    for."""
    place = CLOSING_FACTS + building * MOST_TAKEN + taken
    if facts[place] == 0:
        seal = facts[PRICES_FACTS + s.family[building]]
        facts[place] = 2 * closing(s, facts[AROUND_FACTS + building], taken, seal, facts[REACH_FACT]) + 1
    return facts[place] >> 1


def worth_of_leaving(s: State, around: int, seal: int, tempting: int, within: int) -> int:
    """What a new building is worth by what is around it; by how much less, if it tempts the next seat."""
    free = around & 31
    found = seal * stake_in(s, around) * likely(s, free) // 10_000
    if free > within:
        return found
    return found - tempting if free else found + seal + BLOCK_WORTH


def can_gain(placed: int, facts: Facts) -> bool:
    """Whether a new building can be worth more than nothing by what is around it: own workers, or no free square."""
    free = 0
    own = 0
    for word in range(WORDS):
        free |= BESIDE_BITS[placed][word] & facts[FREE_FACTS + word]
        own |= BESIDE_BITS[placed][word] & facts[OWN_FACTS + word]
    return own != 0 or free == 0


def closing(s: State, around: int, taken: int, seal: int, within: int) -> int:
    """The same, by what is around the building."""
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
        if (kind == OWN and own) or (kind == HIRED and free_beside_it(plan, facts) - own):
            found = facts[PLANNED_FACT]
    if kind == OWN:
        found = max(found, facts[STAND_FACT])
    return found


def best_plan(s: State, facts: Facts) -> None:
    """The building that is best finished with workers now, if there is one."""
    best = 0
    buildings = s.common & s.unfinished
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        found = worth_of_plan(s, building, facts)
        if found > best:
            best = found
            facts[PLAN_FACT] = building
            facts[PLANNED_FACT] = found


def own_for(s: State, building: int, facts: Facts) -> int:
    """How many of the workers should be own ones: where they earn more than they cost, and where neutral ones are lacking."""
    mine = s.seat[s.turn].workers
    worthwhile = 0
    dearer = facts[OWN_FACT] - facts[HIRED_FACT]
    for word in range(WORDS):
        squares = BESIDE_BITS[s.placed[building]][word] & facts[FREE_FACTS + word]
        while squares:
            if earning(s, word * WORD + first_bit(squares), building, facts) > dearer:
                worthwhile += 1
            squares &= squares - 1
    return min(mine[OWN], max(worthwhile, free_beside_it(building, facts) - mine[HIRED]))


def worth_of_plan(s: State, building: int, facts: Facts) -> int:
    """What it brings to fill all free squares beside a building, less the workers."""
    mine = s.seat[s.turn].workers
    needed = free_beside_it(building, facts)
    if needed > mine[OWN] + mine[HIRED]:
        return NEVER
    own = own_for(s, building, facts)
    found = best_earnings(s, building, own, facts)
    found -= own * facts[OWN_FACT] + (needed - own) * facts[HIRED_FACT]
    others = s.unfinished
    while others:
        other = first_bit(others)
        others &= others - 1
        if is_closed_with(s, other, building, facts):
            seal = facts[PRICES_FACTS + s.family[other]]
            beside = facts[AROUND_FACTS + other]
            found += seal + BLOCK_WORTH + seal * stake_in(s, beside) * (100 - likely(s, beside & 31)) // 10_000
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
                if not used >> n & 1:
                    earned = earning(s, word * WORD + first_bit(squares), building, facts)
                    if earned > best:
                        best = earned
                        chosen = n
                n += 1
                squares &= squares - 1
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
    buildings = facts[BESIDE_FACTS + square]
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        percent = 100
        if plan == NONE or not is_closed_with(s, building, plan, facts):
            percent = likely(s, free_beside_it(building, facts) - 1)
        found += facts[PRICES_FACTS + s.family[building]] * percent // 100
    return found


def best_stand(s: State, facts: Facts) -> int:
    """The best that a single own worker can do."""
    best = NEVER
    for word in range(WORDS):
        squares = standing_in(s, word)
        while squares:
            best = max(best, worth_of_standing(s, word * WORD + first_bit(squares), facts))
            squares &= squares - 1
    return best


def worth_of_standing(s: State, square: int, facts: Facts) -> int:
    """An own worker on a square, without a plan: it earns later, but helps the next seat to finish what it stands beside."""
    found = earning(s, square, NONE, facts) - facts[OWN_FACT]
    buildings = facts[BESIDE_FACTS + square]
    while buildings:
        building = first_bit(buildings)
        buildings &= buildings - 1
        before = free_beside_it(building, facts)
        if before - 1 <= facts[REACH_FACT] < before:
            found -= facts[PRICES_FACTS + s.family[building]] * TEMPTING // 100
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
    return 100 * facts[VALUES_FACTS + family] - facts[PRICES_FACTS + family] + 1


def worth_of_banner(s: State, facts: Facts) -> int:
    """Two workers, the more needed the emptier the tent, and what a sale brings more now than later."""
    own = s.seat[s.turn].workers[OWN]
    found = fading(s, 2 * OWN_COST, facts) // (1 + own) - fading(s, BANNER_COST, facts) // 2
    for family in range(FAMILIES):
        if facts[VALUES_FACTS + family]:
            found += max(0, s.seat[s.turn].seals[family] * gain_now(family, facts))
    return found


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What a seat does without much thought: any card, and the best of a few squares."""
    best = menu[1 + below(dice, menu[0])]
    if menu[0] == 1 or PLAY <= best < WORKER or TAKE <= best <= BLIND:
        return best
    facts = [0] * FACTS
    study(s, facts)
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


def steady(s: State) -> bool:
    """Where it does not matter which cards somebody holds, or lie open: all else is as decisions made it."""
    return now(s) != ACT and now(s) != FILL_HAND
