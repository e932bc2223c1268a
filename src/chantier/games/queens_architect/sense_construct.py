"""Queen's Architect: what can be done on Construct, for `sense.py`: the palace, a building, or repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import (
    BONUS_HIRE,
    BONUS_POINTS,
    BONUS_TALERS,
    BUILD,
    CORNERS,
    HOME,
    NOTCHES,
    PALACE,
    REPAIR,
    State,
)
from chantier.kernel.words import NONE, Facts, count

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.queens_architect.rules import notch_of
    from chantier.games.queens_architect.sense_crew import (
        POINTS_FACT,
        READY,
        SCROLLS_FACT,
        SITES_FACT,
        SIZE_FACT,
        TALER,
        TIMES_FACT,
        best_guild,
        bits,
        money,
        reward,
        wear,
    )
    from chantier.games.queens_architect.tables import (
        GUILD,
        MOST_POINTS,
        PALACE_SUM,
        PERFORMANCE,
        PLACE_COUNT,
        REPAIRERS,
        SCROLL,
        SITE_COST,
        TILE_AMOUNT,
        TILE_BONUS,
        TILE_GUILDS,
        TILE_TYPE,
        TRACK_END,
    )


TURN_COST = 384  # one turn of the seat
PALACE_WORTH = 20_000
AT_HOME = 400  # the carriage in the capital, on the way to the palace
NO_WAY = -1_000_000


def at_construct(s: State, talers: int, points: int, sites: int, mended: int, place: int, facts: Facts) -> int:
    """The best that could be done on Construct: the palace, a building, or repairs."""
    me = s.seat[s.active]
    if me.appreciation == TRACK_END:
        if place == HOME and points >= PALACE_SUM:
            return PALACE_WORTH + points
        return READY * min(points, PALACE_SUM) + (AT_HOME if place == HOME else 0) + money(talers)
    if place == HOME:
        return mended + money(talers)
    return max(mended, at_site(s, points, sites, place, wear(facts[TIMES_FACT]) * facts[SIZE_FACT])) + money(talers)


def worth_of_work(s: State, action: int, facts: Facts) -> int:
    """A building, repairs with this craftsman, or the palace."""
    me = s.seat[s.active]
    service = wear(facts[TIMES_FACT])
    if action == PALACE:
        return PALACE_WORTH
    if action == BUILD:
        return at_site(s, facts[POINTS_FACT], facts[SITES_FACT], me.carriage, service * facts[SIZE_FACT])
    character = action - REPAIR
    notch = notch_of(s, character)
    scrolls = facts[SCROLLS_FACT]
    for other in range(NOTCHES):
        if other == notch or s.working >> other & 1:
            place = 8 * GUILD[me.crew[other]]
            scrolls &= ~(255 << place)
    value = best_repairs(s, scrolls, s.points + SCROLL[character], bits(s.working) + 1, service)
    if me.corner[notch] + 1 < CORNERS:  # among equals, who gets better by turning
        return value + PERFORMANCE[character][me.corner[notch] + 1] - PERFORMANCE[character][me.corner[notch]]
    return value


# --- a building -------------------------------------------------------------------------------------------------------


def at_site(s: State, points: int, sites: int, place: int, services: int) -> int:
    """A building at a place with such a crew; less than nothing if it cannot be built."""
    if sites >> place & 1 == 0:
        return NO_WAY
    tile = s.demand[place]
    value = reward(s, points_at(s, points, place)) - services
    if TILE_BONUS[tile] == BONUS_TALERS:
        value += TALER * TILE_AMOUNT[tile]
    elif TILE_BONUS[tile] == BONUS_HIRE:
        value += TURN_COST // 2
    return value


def points_at(s: State, points: int, place: int) -> int:
    """The points of a building at a place with such a crew, where it can be built."""
    tile = s.demand[place]
    n = 0
    for owner in s.site[place]:
        if owner != NONE:
            n += 1
    points -= SITE_COST[n]
    if TILE_BONUS[tile] == BONUS_POINTS:
        points += TILE_AMOUNT[tile]
    return min(max(points, 0), MOST_POINTS[TILE_TYPE[tile]])


def sites_for(s: State, guilds: int) -> int:
    """The places where a crew with such guilds could build, one bit each."""
    sites = 0
    if s.seat[s.active].markers:
        for place in range(HOME + 1, PLACE_COUNT[s.side]):
            needed = TILE_GUILDS[s.demand[place]]
            if guilds & needed == needed and count(s.site[place], s.active) == 0:
                sites |= 1 << place
    return sites


# --- repairs ----------------------------------------------------------------------------------------------------------


def mending(s: State, scrolls: int, service: int) -> int:
    """The best repairs with these scrolls, or none."""
    return max(0, best_repairs(s, scrolls, 0, 0, service))


def best_repairs(s: State, scrolls: int, points: int, workers: int, service: int) -> int:
    """The best repairs with some more of these scrolls, when so many workers already bring so many points."""
    best = reward(s, points) - service * workers if workers else NO_WAY
    while workers < REPAIRERS:
        guild = best_guild(scrolls)
        scroll = scrolls >> 8 * guild & 255
        if scroll == 0:
            break
        scrolls -= scroll << 8 * guild
        points += scroll
        workers += 1
        best = max(best, reward(s, points) - service * workers)
    return best
