"""Queen's Architect: what a move of the architect is worth, for `sense.py`, judged by the way to the next Construct.

Every choice of stops on the star is thought through with a simple idea of what each stop brings, and every turn on the way
costs a little. `sites` are the places where a crew could build, see `with_aim`. `from_x` is the best way on from a point of the
star to the next Construct, `by_x` the same with a stop there first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import (
    HIRING,
    HOME,
    LABOURER,
    MONEYCHANGER,
    NOTCHES,
    PLACES,
    POINTS,
    SPACES,
    TAVERN,
    TRAVELLING,
    State,
)
from chantier.kernel.words import NONE, Facts

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.queens_architect.rules import notch_of, price
    from chantier.games.queens_architect.sense import worth_of_labour
    from chantier.games.queens_architect.sense_construct import (
        NO_WAY,
        PALACE_WORTH,
        TURN_COST,
        at_construct,
        at_site,
        mending,
        sites_for,
    )
    from chantier.games.queens_architect.sense_crew import (
        BOND,
        GUESTS,
        GUILDS_FACT,
        MENDED_FACT,
        MISSED_FACT,
        POINTS_FACT,
        REST,
        RESTS_FACT,
        RISE,
        SCROLLS_FACT,
        SERVICE,
        SITES_FACT,
        SIZE_FACT,
        TALER,
        TIMES_FACT,
        newcomer_now,
        performs_least,
        wear,
        with_scroll,
        worth_of_newcomer,
    )
    from chantier.games.queens_architect.tables import (
        BOND_PAY,
        GUILD,
        PERFORMANCE,
        PLACE_COUNT,
        ROADS,
        SHEAF,
        SHEAF_PAY,
        SPACE_CORNER,
        TAVERN_PRICE,
        TRACK_END,
        TRAVEL_PRICE,
        TRUST,
        TRUST_TOP,
        WAGE_PER,
    )


TRUSTED = [250, 170, 90, 60, 40, 20]  # a step up the moneychanger's track
UNLIMITED = 1_000_000  # talers
ALONE = 10_000  # to get a first craftsman again


def step_on(s: State, steps: int, facts: Facts) -> int:
    """The best way on over this point of the star."""
    me = s.seat[s.active]
    to = (me.architect + steps) % POINTS
    if facts[SIZE_FACT] == 0:
        return ALONE - TURN_COST * ((first_need(s) - to) % POINTS)
    return stop(s, to, facts)


def first_need(s: State) -> int:
    """Where a seat without craftsmen has to go: to hire one, or for the money."""
    me = s.seat[s.active]
    for space in range(SPACES):
        if s.billboard[space] != NONE and price(s, space) <= me.talers:
            return HIRING
    return MONEYCHANGER if me.bonds else LABOURER


def stop(s: State, to: int, facts: Facts) -> int:
    """The way on with a stop at this point."""
    me = s.seat[s.active]
    talers, place, bonds = me.talers, me.carriage, me.bonds
    if to == LABOURER:
        return by_labourer(s, talers, place, bonds, facts)
    if to == HIRING:
        return by_hire(s, talers, place, bonds, facts)
    points, sites, mended = facts[POINTS_FACT], facts[SITES_FACT], facts[MENDED_FACT]
    if to == MONEYCHANGER:
        onward = from_moneychanger(s, talers, points, sites, mended, place, facts)
        return by_moneychanger(s, talers, points, sites, mended, place, bonds, onward, facts)
    if to == TRAVELLING:
        return by_travel(s, talers, points, sites, mended, place, facts)
    if to == TAVERN:
        return by_tavern(s, talers, points, sites, mended, place, facts)
    return by_construct(s, talers, points, sites, mended, place, facts)


def way(s: State, talers: int, place: int, bonds: int, facts: Facts) -> int:
    """The best way on from where the architect is, with the crew as it is."""
    points, sites, mended = facts[POINTS_FACT], facts[SITES_FACT], facts[MENDED_FACT]
    point = s.seat[s.active].architect
    if point == HIRING:
        return from_hire(s, talers, points, sites, mended, place, bonds, facts)
    if point == MONEYCHANGER:
        return from_moneychanger(s, talers, points, sites, mended, place, facts)
    return from_travel(s, talers, points, sites, mended, place, facts)


# --- Construct and the tavern -----------------------------------------------------------------------------------------


def by_construct(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    return at_construct(s, talers, points, sites, mended, place, facts) - TURN_COST


def by_tavern(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    """The guilds that are worth their price rest, as far as talers go."""
    rests = facts[RESTS_FACT]
    gained = 0
    sent = 0
    while rests and TAVERN_PRICE[sent] <= talers:
        talers -= TAVERN_PRICE[sent]
        sent += 1
        points += (rests & REST - 1) // GUESTS - RISE
        gained += SERVICE * (rests & GUESTS - 1)
        rests //= REST
    return gained + by_construct(s, talers, points, sites, mended, place, facts) - TURN_COST


# --- Travel -----------------------------------------------------------------------------------------------------------


def from_travel(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    one = by_construct(s, talers, points, sites, mended, place, facts)
    if facts[RESTS_FACT] == 0:
        return one
    return max(one, by_tavern(s, talers, points, sites, mended, place, facts))


def by_travel(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    """To the place where most can be gained."""
    best = sites >> PLACES
    if TRAVEL_PRICE[ROADS[s.side][place][best]] > talers:
        best = best_place(s, talers, points, sites, place, SERVICE * facts[SIZE_FACT])
    if best != place:
        talers -= TRAVEL_PRICE[ROADS[s.side][place][best]]
    return from_travel(s, talers, points, sites, mended, best, facts) - TURN_COST


def with_aim(s: State, points: int, sites: int, size: int) -> int:
    """Sites, and above their bits the place where most can be gained if talers do not matter: every way to Construct asks."""
    return sites | best_place(s, UNLIMITED, points, sites, s.seat[s.active].carriage, SERVICE * size) << PLACES


def best_place(s: State, talers: int, points: int, sites: int, place: int, services: int) -> int:
    """Where such a crew gains most, the price of the way considered."""
    best = NO_WAY
    chosen = place
    for to in range(PLACE_COUNT[s.side]):
        if to == HOME or sites >> to & 1:
            roads = ROADS[s.side][place][to]
            if roads < len(TRAVEL_PRICE) and TRAVEL_PRICE[roads] <= talers:
                value = pull(s, points, sites, to, services) - TALER * TRAVEL_PRICE[roads]
                if value > best:
                    best = value
                    chosen = to
    return chosen


def pull(s: State, points: int, sites: int, place: int, services: int) -> int:
    """What draws a carriage to a place."""
    if place == HOME:
        return PALACE_WORTH if s.seat[s.active].appreciation == TRACK_END else 0
    return at_site(s, points, sites, place, services)


# --- the moneychanger -------------------------------------------------------------------------------------------------


def from_moneychanger(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    one = by_travel(s, talers, points, sites, mended, place, facts)
    return max(one, from_travel(s, talers, points, sites, mended, place, facts))


def by_moneychanger(
    s: State, talers: int, points: int, sites: int, mended: int, place: int, bonds: int, onward: int, facts: Facts
) -> int:
    """As many bonds as possible, or more confidence; it is known what the way onward is worth without more talers."""
    confidence = s.seat[s.active].confidence
    many = min(bonds, TRUST[confidence])
    if many:
        redeemed = from_moneychanger(s, talers + many * BOND_PAY, points, sites, mended, place, facts) - many * BOND
    else:
        redeemed = onward
    if confidence < TRUST_TOP:
        return max(redeemed, onward + trusted(s)) - TURN_COST
    return redeemed - TURN_COST


def by_travel_or_moneychanger(
    s: State, talers: int, points: int, sites: int, mended: int, place: int, bonds: int, facts: Facts
) -> int:
    """The better of the two. Both look at the same journey."""
    travel = by_travel(s, talers, points, sites, mended, place, facts)
    onward = max(travel, from_travel(s, talers, points, sites, mended, place, facts))
    return max(travel, by_moneychanger(s, talers, points, sites, mended, place, bonds, onward, facts))


def trusted(s: State) -> int:
    """One more step up the moneychanger's track; worth less towards the end."""
    me = s.seat[s.active]
    return TRUSTED[me.confidence] * (TRACK_END - me.appreciation) // TRACK_END


# --- Hire and the day labourer ----------------------------------------------------------------------------------------


def from_hire(s: State, talers: int, points: int, sites: int, mended: int, place: int, bonds: int, facts: Facts) -> int:
    one = by_travel_or_moneychanger(s, talers, points, sites, mended, place, bonds, facts)
    return max(one, by_tavern(s, talers, points, sites, mended, place, facts))


def by_hire(s: State, talers: int, place: int, bonds: int, facts: Facts) -> int:
    """The craftsman who adds most for his price."""
    best = facts[MISSED_FACT]
    chosen = NONE
    for space in range(SPACES):
        character = s.billboard[space]
        if character != NONE and price(s, space) <= talers and (notch_of(s, character) == NONE or facts[SIZE_FACT] == NOTCHES):
            value = newcomer_now(s, space, facts) - TALER * price(s, space)
            if value > best:
                best = value
                chosen = space
    if chosen == NONE:
        points, sites, mended = facts[POINTS_FACT], facts[SITES_FACT], facts[MENDED_FACT]
        return from_hire(s, talers, points, sites, mended, place, bonds, facts) - TURN_COST
    return with_newcomer(s, chosen, talers, place, bonds, facts) - TURN_COST


def with_newcomer(s: State, space: int, talers: int, place: int, bonds: int, facts: Facts) -> int:
    """The way on from Hire when this craftsman was hired."""
    character = s.billboard[space]
    times = facts[TIMES_FACT]
    value = worth_of_newcomer(s, space, facts) - facts[MISSED_FACT]
    talers -= price(s, space)
    points = facts[POINTS_FACT] + PERFORMANCE[character][SPACE_CORNER[space]]
    if facts[SIZE_FACT] == NOTCHES:
        points -= performs_least(s, times)
    sites = with_aim(s, points, sites_for(s, facts[GUILDS_FACT] | 1 << GUILD[character]), facts[SIZE_FACT])
    mended = mending(s, with_scroll(facts[SCROLLS_FACT], character), wear(times))
    return value + from_hire(s, talers, points, sites, mended, place, bonds, facts)


def from_labourer(s: State, talers: int, place: int, bonds: int, facts: Facts) -> int:
    points, sites, mended = facts[POINTS_FACT], facts[SITES_FACT], facts[MENDED_FACT]
    one = by_travel_or_moneychanger(s, talers, points, sites, mended, place, bonds, facts)
    return max(one, by_hire(s, talers, place, bonds, facts))


def by_labourer(s: State, talers: int, place: int, bonds: int, facts: Facts) -> int:
    """Wages, and farm work of those who gain by it."""
    talers += max(1 - s.lone_wage, (facts[SIZE_FACT] + WAGE_PER - 1) // WAGE_PER)
    value = 0
    for notch in range(NOTCHES):
        character = s.seat[s.active].crew[notch]
        if character != NONE and SHEAF[character] and worth_of_labour(s, notch) > 0:
            talers += SHEAF_PAY
            value -= SERVICE
    return value + from_labourer(s, talers, place, bonds, facts) - TURN_COST
