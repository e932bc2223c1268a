"""Queen's Architect: what talers, bonds, points and craftsmen are worth, for `sense.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import CORNERS, ENTRANCE, GUILDS, HOME, NOTCHES, SALOON, State
from chantier.kernel.words import NONE, Facts

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.queens_architect.rules import crew_size, performance
    from chantier.games.queens_architect.sense_construct import mending, points_at, sites_for
    from chantier.games.queens_architect.sense_way import with_aim
    from chantier.games.queens_architect.tables import (
        GUILD,
        PERFORMANCE,
        PLACE_COUNT,
        REPAIRERS,
        SCROLL,
        SPACE_CORNER,
        TAVERN_PRICE,
        TRACK_END,
    )

STEP_UP = 650  # one step of appreciation
SERVICE = 80  # one service of a craftsman who is in the crew
TALER = 60  # each of the first talers
SPARE_TALER = 25  # each of the others
ENOUGH = 8  # talers
BOND = 60
SPARE_BOND = 25
PURSE = 5  # bonds
NEW_GUILD = 260  # a guild that the crew did not have
BETTER_SCROLL = 60  # for each point by which the best scroll of a guild grows
SKILL = 9  # each point of performance, over all corners to come
READY = 60  # each point of performance on the way to the palace
ALL_STUCK = 5  # times as much is a scroll worth when a large crew can gain no step
MANY = 5  # craftsmen of a large crew
GUESTS, RISE, REST_BITS = 8, 64, 10  # how `rests_of` writes down a guild: more than can turn back, or rise; its bits
REST = 1 << REST_BITS
NO_GUESTS = sum(GUESTS * RISE << REST_BITS * guild for guild in range(GUILDS))

# What a crew can do: its performance, guilds, best scrolls, and how many craftsmen it has; then what `stuck`, `mending`,
# `rests_of`, `least_missed` and `with_aim` say.
POINTS_FACT, GUILDS_FACT, SCROLLS_FACT, SIZE_FACT = range(4)
TIMES_FACT, MENDED_FACT, RESTS_FACT, MISSED_FACT, SITES_FACT = range(4, 9)
FACTS = 9


def crew_facts(s: State, on_the_way: bool, facts: Facts) -> None:
    """What the crew of the active seat can do; what only the way to Construct asks for is left out where it is not asked."""
    size = crew_size(s)
    points = performance(s, s.active)
    guilds = guilds_of(s)
    scrolls = scrolls_of(s)
    sites = sites_for(s, guilds)
    times = stuck(s, size, points, scrolls, sites)
    mended = mending(s, scrolls, wear(times)) if on_the_way else 0
    rests = rests_of(s) if on_the_way else 0
    if on_the_way:
        sites = with_aim(s, points, sites, size)
    facts[POINTS_FACT] = points
    facts[GUILDS_FACT] = guilds
    facts[SCROLLS_FACT] = scrolls
    facts[SIZE_FACT] = size
    facts[TIMES_FACT] = times
    facts[MENDED_FACT] = mended
    facts[RESTS_FACT] = rests
    facts[MISSED_FACT] = least_missed(s, size, times)
    facts[SITES_FACT] = sites


# --- talers, bonds, points --------------------------------------------------------------------------------------------


def money(talers: int) -> int:
    """The first talers are worth more than the others."""
    return TALER * min(talers, ENOUGH) + SPARE_TALER * max(0, talers - ENOUGH)


def worth_of_bonds(s: State, bonds: int) -> int:
    """So many more bonds."""
    more = min(bonds, s.supply)
    room = max(0, PURSE - s.seat[s.active].bonds)
    return BOND * min(more, room) + SPARE_BOND * max(0, more - room)


def reward(s: State, points: int) -> int:
    """Appreciation points: as many steps as can be paid, and bonds."""
    step = s.seat[s.active].appreciation
    value = 0
    while step < TRACK_END and points >= s.track[step]:
        points -= s.track[step]
        step += 1
        value += STEP_UP
    return value + worth_of_bonds(s, points)


# --- craftsmen --------------------------------------------------------------------------------------------------------


def guilds_of(s: State) -> int:
    """The guilds of the crew, one bit each."""
    guilds = 0
    for character in s.seat[s.active].crew:
        if character != NONE:
            guilds |= 1 << GUILD[character]
    return guilds


def scrolls_of(s: State) -> int:
    """The best scroll of each guild, eight bits each."""
    scrolls = 0
    for character in s.seat[s.active].crew:
        if character != NONE:
            scrolls = with_scroll(scrolls, character)
    return scrolls


def with_scroll(scrolls: int, character: int) -> int:
    """The best scrolls, with one more craftsman."""
    place = 8 * GUILD[character]
    more = SCROLL[character] - (scrolls >> place & 255)
    if more > 0:
        return scrolls + (more << place)
    return scrolls


def bits(word: int) -> int:
    n = 0
    for i in range(NOTCHES):
        n += word >> i & 1
    return n


def skill(character: int, corner: int) -> int:
    """All performances from a corner on."""
    points = 0
    for later in range(corner, CORNERS):
        points += PERFORMANCE[character][later]
    return points


def worth_of_craftsman(s: State, notch: int, times: int) -> int:
    """What would be missed without a craftsman of the crew; `stuck` says how much scrolls matter."""
    me = s.seat[s.active]
    character = me.crew[notch]
    value = (CORNERS - me.corner[notch]) * SERVICE + SKILL * skill(character, me.corner[notch])
    value += times * BETTER_SCROLL * SCROLL[character]
    for other in range(NOTCHES):
        if other != notch and me.crew[other] != NONE and GUILD[me.crew[other]] == GUILD[character]:
            return value
    return value + NEW_GUILD


def least_missed(s: State, size: int, times: int) -> int:
    """With a full crew: what is missed of the one who makes room."""
    if size < NOTCHES:
        return 0
    least = 1_000_000
    for notch in range(NOTCHES):
        least = min(least, worth_of_craftsman(s, notch, times))
    return least


def performs_least(s: State, times: int) -> int:
    """With a full crew: the performance of the one who makes room."""
    least = 1_000_000
    points = 0
    for notch in range(NOTCHES):
        missed = worth_of_craftsman(s, notch, times)
        if missed < least:
            least = missed
            points = PERFORMANCE[s.seat[s.active].crew[notch]][s.seat[s.active].corner[notch]]
    return points


def worth_of_newcomer(s: State, space: int, facts: Facts) -> int:
    """What a craftsman of the billboard adds to the crew, besides performance at once; who makes room for him is not
    considered."""
    character = s.billboard[space]
    corner = SPACE_CORNER[space]
    value = (CORNERS - corner) * SERVICE + SKILL * skill(character, corner)
    more = SCROLL[character] - (facts[SCROLLS_FACT] >> 8 * GUILD[character] & 255)
    value += facts[TIMES_FACT] * BETTER_SCROLL * max(0, more)
    if facts[GUILDS_FACT] >> GUILD[character] & 1 == 0:
        value += NEW_GUILD
    return value


def newcomer_now(s: State, space: int, facts: Facts) -> int:
    """The same with performance at once."""
    return worth_of_newcomer(s, space, facts) + READY * PERFORMANCE[s.billboard[space]][SPACE_CORNER[space]]


# --- a crew that is stuck ---------------------------------------------------------------------------------------------


def stuck(s: State, size: int, points: int, scrolls: int, sites: int) -> int:
    """How much scrolls matter to such a crew: more if a large one can neither climb by repairs nor build anywhere."""
    me = s.seat[s.active]
    if size < MANY or me.appreciation == TRACK_END or most_repairs(scrolls) >= s.track[me.appreciation]:
        return 1
    for place in range(HOME + 1, PLACE_COUNT[s.side]):
        if sites >> place & 1 and points_at(s, points, place) >= s.track[me.appreciation]:
            return 1
    return ALL_STUCK


def most_repairs(scrolls: int) -> int:
    """The points of the best repairs with these scrolls."""
    points = 0
    for _ in range(REPAIRERS):
        guild = best_guild(scrolls)
        points += scrolls >> 8 * guild & 255
        scrolls &= ~(255 << 8 * guild)
    return points


def best_guild(scrolls: int) -> int:
    guild = 0
    for other in range(1, GUILDS):
        if scrolls >> 8 * other & 255 > scrolls >> 8 * guild & 255:
            guild = other
    return guild


def wear(times: int) -> int:
    """What one service costs; less than nothing, if the crew should change anyway."""
    return SERVICE if times == 1 else -SERVICE // 4


# --- who should rest --------------------------------------------------------------------------------------------------


def rests_of(s: State) -> int:
    """The guilds that are worth their price in the tavern, best first: for each how many turn back, and by how much they
    perform better. One number, since every way to Construct asks for it."""
    guests = guests_of(s)
    if guests == NO_GUESTS:
        return 0
    rests = 0
    times = 1
    for sent in range(GUILDS):
        best = TALER * TAVERN_PRICE[sent]
        chosen = NONE
        for guild in range(GUILDS):
            one = guests >> REST_BITS * guild & REST - 1
            value = SERVICE * (one & GUESTS - 1) + READY * (one // GUESTS - RISE)
            if value > best:
                best = value
                chosen = guild
        if chosen == NONE:
            break
        one = guests >> REST_BITS * chosen & REST - 1
        guests += GUESTS * RISE - one << REST_BITS * chosen
        rests += times * one
        times *= REST
    return rests


def guests_of(s: State) -> int:
    """For each guild that will be at the entrance of the tavern, how many turn back and by how much they perform better."""
    me = s.seat[s.active]
    guests = NO_GUESTS
    for notch in range(NOTCHES):
        character = me.crew[notch]
        corner = me.corner[notch]
        if character != NONE and corner > 0 and can_rest(s, GUILD[character]):
            better = PERFORMANCE[character][corner - 1] - PERFORMANCE[character][corner]
            guests += GUESTS * better + 1 << REST_BITS * GUILD[character]
    return guests


def can_rest(s: State, guild: int) -> bool:
    """Whether a guild will be at the entrance of the tavern."""
    room = s.seat[s.active].room[guild]
    return room == ENTRANCE or (room != SALOON and s.sent == 0)
