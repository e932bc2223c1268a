"""World Monuments: how good an action looks. In the flat style of `rules.py`, and loaded into the same module.

Worths are whole numbers, hundredths of a point. Nothing is searched here: a walk is judged by what it fetches, a brick by what
it scores and by what it opens for oneself and for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE
from chantier.games.world_monuments.state import BLACK, BRICKS, GEM, KINDS, LAY, PASS, ROUNDS, STEP, TAKE, State
from chantier.kernel.words import NONE, Dice, Facts, Menu, below

if TYPE_CHECKING:  # the rules and tables stand in the same module
    from chantier.games.world_monuments.rules import bricks_of, is_supported
    from chantier.games.world_monuments.tables import (
        ABOVE,
        BENEATH,
        BLACK_POINTS,
        CENTRE,
        FINE,
        GEM_POINTS,
        KIND_MEAN,
        MATERIAL,
        PLAN_KIND,
        PLAN_POINTS,
        PLAN_SIZE,
        WALKS_BITS,
    )

PLAYOUTS = 70_000  # a second on one core
PLAIN_PLAYOUTS = 25_000
NO_WALK = -100_000
FADE = [100, 87, 68, 50, 40, 33]  # percent of its points that a place is worth with so many layers missing below it
TEMPO = 100  # a brick that can be laid at once: whoever has one need not open the next level, nor pass
GLUT = 25  # each brick of a kind makes the next one worth less
BUILDING_FIRST = 40  # the black piece, besides its points
OPENED = 160  # percent of the points opened for another seat, shared out among the seats
OWN = 60  # percent of the points that only the seat itself can take next
PREPARED = 8  # percent for what is brought nearer, but not yet opened
CONTESTED = 25  # percent more for a place that might be gone in the next turn
STUCK = 60  # for each brick that would be left without a place, besides the fine
WHIM = 150  # by how much a habit may overlook
KEPT = [0, 110, 50]  # percent of its prospects that a kept brick is worth, by rounds that are over (docs/bots.md)
FIRST_WALK = 250  # to have the worker in the next round
ROUND_DOUBT = 500  # by how much a margin may change in a round
BOUND = 300  # prices are packed into one word: ten bits each, from -BOUND


def worth(s: State, action: int) -> int:
    """How good an action looks to the seat to act, in hundredths of a point."""
    if action < STEP or action == PASS:
        return 0
    if action < TAKE:
        return worth_of_step(s, action - STEP)
    if action < LAY:
        return price(s, action - TAKE)
    return worth_of_lay(s, action - LAY)


# --- the quarry -------------------------------------------------------------------------------------------------------


def worth_of_step(s: State, cell: int) -> int:
    """What the best walk over this cell fetches."""
    packed = prices(s)
    best = NO_WALK
    for walk in WALKS_BITS[cell][s.steps - 1]:
        if walk == 0:
            break
        if walk & s.entered == 0 and (s.taken or walk & s.full):
            best = max(best, worth_of_walk(s, walk, packed))
    return best


def worth_of_walk(s: State, walk: int, packed: int) -> int:
    """The best piece from every cell of the walk; a second one of a kind is worth less than the first."""
    total = 0
    fetched = 0  # pieces by kind, four bits each
    for cell in range(CENTRE + 1):
        if walk >> cell & 1:
            best = NO_WALK
            chosen = NONE
            for kind in range(KINDS):
                if s.quarry[cell][kind]:
                    value = (packed >> 10 * kind & 1023) - BOUND - GLUT * (fetched >> 4 * kind & 15)
                    if value > best:
                        best = value
                        chosen = kind
            if chosen != NONE:
                total += best
                fetched += 1 << 4 * chosen
    return total


def prices(s: State) -> int:
    """The price of every kind, ten bits each."""
    packed = 0
    for kind in range(KINDS):
        packed |= min(1023, max(0, price(s, kind) + BOUND)) << 10 * kind
    return packed


def price(s: State, kind: int) -> int:
    """What one more piece of this kind is worth to the seat to act."""
    if kind == BLACK:
        return 100 * BLACK_POINTS + BUILDING_FIRST
    if kind == GEM:
        return 100 * GEM_POINTS
    free = 0
    total = 0
    for place in range(PLAN_SIZE[s.monument]):
        if PLAN_KIND[s.monument][place] == kind and not s.built[place]:
            missing = layers_missing(s, place)
            free += 1
            total += PLAN_POINTS[s.monument][place] * FADE[missing]
            if missing == 0:
                total += TEMPO
    mine = s.seat[s.to_act].pieces[kind]
    everywhere = 0  # that could still be laid there, mine included
    for seat in range(s.seats):
        everywhere += s.seat[seat].pieces[kind]
    for cell in range(CENTRE + 1):
        everywhere += s.quarry[cell][kind]
    if mine >= free:
        return -100 * FINE[s.current_round]
    return total // max(free, everywhere) - GLUT * mine


def layers_missing(s: State, place: int) -> int:
    """How many layers must be built below a place before a brick can lie there, down the first gap."""
    layers = 0
    at = gap_below(s, place)
    while at != NONE:
        layers += 1
        at = gap_below(s, at)
    return layers


def gap_below(s: State, place: int) -> int:
    """A place that must be built before this one, or NONE."""
    for lower in BENEATH[s.monument][place]:
        if lower != NONE and not s.built[lower]:
            return lower
    return NONE


# --- building ---------------------------------------------------------------------------------------------------------


def worth_of_lay(s: State, place: int) -> int:
    """Points now, what is opened for whom, and whether the seat runs dry. The brick is laid for a thought only."""
    kind = PLAN_KIND[s.monument][place]
    points = PLAN_POINTS[s.monument][place]
    mine = s.seat[s.to_act].pieces
    value = 100 * points
    if kind == GEM:
        value -= 100 * GEM_POINTS
    elif is_contested(s, kind):
        value += points * CONTESTED
    mine[kind] -= 1
    s.built[place] = 1
    value += worth_of_opening(s, place)
    if not can_go_on(s):
        value -= bricks_of(s, s.to_act) * (100 * FINE[s.current_round] + STUCK)
    mine[kind] += 1
    s.built[place] = 0
    return value


def worth_of_opening(s: State, place: int) -> int:
    """What lies above a place that has just been built: good for whoever can lay there first."""
    value = 0
    for above in ABOVE[s.monument][place]:
        if above == NONE:
            break
        points = PLAN_POINTS[s.monument][above]
        kind = PLAN_KIND[s.monument][above]
        others = owner_after(s, kind) != NONE
        mine = s.seat[s.to_act].pieces[kind] > 0
        if is_supported(s, above):
            if others:
                value -= points * OPENED // s.seats
            elif mine:
                value += points * OWN
        elif mine and not others:
            value += points * PREPARED
        elif others and not mine:
            value -= points * PREPARED
    return value


def owner_after(s: State, kind: int) -> int:
    """The next seat in turn that still builds and has such a piece, or NONE."""
    for step in range(1, s.seats):
        seat = (s.to_act + step) % s.seats
        if not s.seat[seat].passed and s.seat[seat].pieces[kind]:
            return seat
    return NONE


def is_contested(s: State, kind: int) -> bool:
    """Whether others have so many pieces of a kind that its open places might be gone soon."""
    rivals = 0
    for seat in range(s.seats):
        if seat != s.to_act and not s.seat[seat].passed:
            rivals += s.seat[seat].pieces[kind]
    if rivals == 0:
        return False
    places = 0
    for place in range(PLAN_SIZE[s.monument]):
        if PLAN_KIND[s.monument][place] == kind and not s.built[place] and is_supported(s, place):
            places += 1
    return places < rivals + s.seat[s.to_act].pieces[kind]


def can_go_on(s: State) -> bool:
    """Whether the seat to act could lay one more brick at once."""
    for place in range(PLAN_SIZE[s.monument]):
        kind = PLAN_KIND[s.monument][place]
        if kind < BRICKS and s.seat[s.to_act].pieces[kind] and not s.built[place] and is_supported(s, place):
            return True
    return False


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What a seat does without much thought: the best at first sight, give or take a whim."""
    best = menu[1]
    if menu[0] == 1:
        return best
    most = NO_WALK
    for i in range(1, menu[0] + 1):
        value = below(dice, WHIM) + glance(s, menu[i])
        if value > most:
            most = value
            best = menu[i]
    return best


def glance(s: State, action: int) -> int:
    """The worth of an action at first sight: the piece that is fetched, or the points of a brick less what it opens."""
    if action < TAKE:
        best = 0
        for kind in range(KINDS):
            if s.quarry[action - STEP][kind]:
                best = max(best, appeal(s, kind, s.to_act))
        return best
    if action < LAY:
        return appeal(s, action - TAKE, s.to_act)
    place = action - LAY
    kind = PLAN_KIND[s.monument][place]
    s.seat[s.to_act].pieces[kind] -= 1
    s.built[place] = 1
    value = 100 * PLAN_POINTS[s.monument][place] + worth_of_opening(s, place)
    s.seat[s.to_act].pieces[kind] += 1
    s.built[place] = 0
    return value - 100 * GEM_POINTS if kind == GEM else value


def appeal(s: State, kind: int, seat: int) -> int:
    """What a piece is worth by its kind alone."""
    if kind == BLACK:
        return 100 * BLACK_POINTS + BUILDING_FIRST
    if kind == GEM:
        return 100 * GEM_POINTS
    return max(20, KIND_MEAN[s.monument][kind] - GLUT * s.seat[seat].pieces[kind])


def quiet(s: State, since: int) -> bool:
    """Between two rounds: nothing lies in the quarry, nobody builds."""
    return s.to_act == CHANCE and s.dealt == 0


def horizon(s: State, since: int) -> bool:
    """The next quarry is not known before the round is over."""
    return quiet(s, since)


def outlook(s: State, seat: int) -> int:
    """Points, gems, and what the bricks that are left may still score."""
    hopes = [0] * BRICKS
    for kind in range(BRICKS):
        if s.seat[seat].pieces[kind]:
            hopes[kind] = prospects(s, kind)
    return outlook_with(s, seat, hopes)


def outlook_with(s: State, seat: int, hopes: Facts) -> int:
    """The same where it is known what a brick of each kind may still score."""
    mine = s.seat[seat]
    value = 100 * (mine.points + GEM_POINTS * mine.pieces[GEM])
    for kind in range(BRICKS):
        value += mine.pieces[kind] * hopes[kind] * KEPT[s.current_round] // 100
    if seat == s.first:
        value += FIRST_WALK
    return value


def prospects(s: State, kind: int) -> int:
    """What a brick of this kind may still score: the points of the places that are left for it, shared out among all bricks of
    its kind that the seats hold and that will come."""
    points = 0
    places = 0
    for place in range(PLAN_SIZE[s.monument]):
        if s.built[place] == 0 and PLAN_KIND[s.monument][place] == kind:
            points += PLAN_POINTS[s.monument][place]
            places += 1
    bricks = 0
    for seat in range(s.seats):
        bricks += s.seat[seat].pieces[kind]
    for later in range(s.current_round, ROUNDS):
        bricks += MATERIAL[s.monument][later][kind]
    return 100 * points // max(bricks, places, 1)


def doubt(s: State) -> int:
    """How far the rounds to come may still change the margin."""
    return ROUND_DOUBT * (ROUNDS - s.current_round)
