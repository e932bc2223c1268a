"""Queen's Architect: how good an action looks. In the flat style of `rules.py`, and loaded into the same module.

Worths are whole numbers, hundredths of a point of appreciation. What a move of the architect is worth is judged by the way to
the next Construct: every choice of stops on the star is thought through with a simple idea of what each stop brings, and every
turn on the way costs a little. Nothing is played, only numbers are carried along: talers, performance, the guilds in the crew,
the best scroll of each guild, the place of the carriage, and bonds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import (
    BONDS,
    BONUS_HIRE,
    BONUS_POINTS,
    BONUS_TALERS,
    BUILD,
    CLIMB,
    CONFIDENCE,
    CONSTRUCT,
    CORNERS,
    DISMISS,
    DONE,
    ENTRANCE,
    FORFEIT,
    GUILDS,
    HIRE,
    HIRE_ONE,
    HIRING,
    HOME,
    LABOUR,
    LABOURER,
    LONGEST,
    MONEYCHANGER,
    MOVE,
    NOTCH,
    NOTCHES,
    PALACE,
    POINTS,
    REDEEM,
    REPAIR,
    REPAIRS,
    SALOON,
    SEND,
    SPACES,
    STEP,
    TAKE,
    TAVERN,
    TRAVEL,
    TRAVEL_ON,
    TRAVELLING,
    TURN,
    State,
)
from chantier.kernel.words import NONE, Dice, Menu, below, now

if TYPE_CHECKING:  # the rules and tables stand in the same module
    from chantier.games.queens_architect.rules import crew_size, notch_of, performance, price, wage
    from chantier.games.queens_architect.tables import (
        BOND_PAY,
        GUILD,
        MOST_POINTS,
        PALACE_SUM,
        PERFORMANCE,
        PLACE_COUNT,
        REPAIRERS,
        ROADS,
        SCROLL,
        SHEAF,
        SHEAF_PAY,
        SITE_COST,
        SPACE_CORNER,
        TAVERN_PRICE,
        TILE_AMOUNT,
        TILE_BONUS,
        TILE_GUILDS,
        TILE_TYPE,
        TRACK_END,
        TRAVEL_PRICE,
        TRUST,
        TRUST_TOP,
        TURN_PAY,
    )

PLAYOUTS = 10_000  # a second on one core
PLAIN_PLAYOUTS = 700
FORESIGHT = [0, 0, 24, 24, 24]  # turns after which a playout is judged, by number of seats
DOUBT = 770
WONDER = 1.0  # with many playouts attention follows `prior` for too long
LONG = 40  # rounds; hardly a game has more
IN_POINTS = False  # an outlook says how far a seat is on its way
# The outlook, in hundredths of a point of appreciation that is still needed; fitted to who won 230 games (docs/bots.md).
CLIMBED = 230  # each step climbed, besides the points that it cost
EARLY_TALER = 77  # each of the first talers (ENOUGH)
KEPT_BOND = 55
TRUSTING = 140  # each step of the moneychanger's track, at first
SERVING, EMPLOYED = 125, 200  # each service that is left in the crew, and each craftsman
UNDERWAY = 63  # percent of what the way to the next Construct looks worth
AT_POINT = [0, -15, 160, 100, 420, 115]  # where the architect is: far from Construct, or near it
READY_TO_BUILD, ALMOST, ARRIVED = 175, 2, 1_650  # at the top, each point of performance above some; the carriage in the capital
HELPLESS = -3_000  # to have no craftsman
STEP_UP = 650  # one step of appreciation
TURN_COST = 384  # one turn of the seat
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
TRUSTED = [250, 170, 90, 60, 40, 20]  # a step up the moneychanger's track
PALACE_WORTH = 20_000
READY = 60  # each point of performance on the way to the palace
AT_HOME = 400  # the carriage in the capital, on the way to the palace
ALONE = 10_000  # to get a first craftsman again
ALL_STUCK = 5  # times as much is a scroll worth when a large crew can gain no step
MANY = 5  # craftsmen of a large crew
NO_WAY = -1_000_000
WHIM = 400  # by how much an action may look better in a playout than it is
GUESTS, RISE, REST_BITS = 8, 64, 10  # how `rests_of` writes down a guild: more than can turn back, or rise; its bits
REST = 1 << REST_BITS


def worth(s: State, action: int) -> int:
    """How good an action looks to the seat to act."""
    if action < STEP:
        return worth_before(s, action)
    if action < LABOUR:
        return worth_of_step(s, action - STEP + 1)
    if action < HIRE:
        return worth_of_labour(s, notch_of(s, action - LABOUR))
    if action < DISMISS:
        return worth_of_hire(s, action - HIRE)
    if action < CONFIDENCE:
        return -worth_of_craftsman(s, notch_of(s, action - DISMISS))
    if action < TRAVEL:
        return worth_of_change(s, action)
    if action < SEND:
        return worth_of_travel(s, action - TRAVEL)
    if action < BUILD:
        return worth_of_rest(s, action - SEND) - TALER * TAVERN_PRICE[s.sent]
    if action < CLIMB:
        return worth_of_work(s, action)
    if action == CLIMB:
        return STEP_UP
    if action == BONDS:
        return worth_of_bonds(s, s.points) - worth_of_bonds(s, s.points - s.track[s.seat[s.active].appreciation])
    return worth_of_stopping(s, action)


def worth_of_stopping(s: State, action: int) -> int:
    """What is left without the action, or without more of it. In a game that lasts longer than others do, nothing is worse
    than to do nothing: else two who are content, or stuck, would go round for ever."""
    me = s.seat[s.active]
    if action == FORFEIT and s.current_round >= LONG:
        return -PALACE_WORTH
    if action == DONE and now(s) == REPAIRS:
        return reward(s, s.points) - wear(s) * bits(s.working)
    if action == FORFEIT and me.architect != TAVERN and me.architect != CONSTRUCT:
        return way(s, me.talers, me.carriage, me.bonds)
    return 0


# --- before the first round -------------------------------------------------------------------------------------------


def worth_before(s: State, action: int) -> int:
    """Which starting craftsman, and how far he is turned."""
    me = s.seat[s.active]
    if TAKE <= action < NOTCH:
        character = action - TAKE
        value = SKILL * skill(character, 0) + 80 * SCROLL[character] + 100 * SHEAF[character]
        if guilds_of(s) >> GUILD[character] & 1 == 0:
            value += NEW_GUILD
        return value
    if action < TURN:
        return -action
    corner = action - TURN
    character = me.crew[s.notch]
    return money(me.talers + corner * TURN_PAY) + (CORNERS - corner) * SERVICE + SKILL * skill(character, corner)


def skill(character: int, corner: int) -> int:
    """All performances from a corner on."""
    points = 0
    for later in range(corner, CORNERS):
        points += PERFORMANCE[character][later]
    return points


# --- what things are worth --------------------------------------------------------------------------------------------


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


def worth_of_craftsman(s: State, notch: int) -> int:
    """What would be missed without a craftsman of the crew."""
    me = s.seat[s.active]
    character = me.crew[notch]
    times = stuck(s)
    value = (CORNERS - me.corner[notch]) * SERVICE + SKILL * skill(character, me.corner[notch])
    value += times * BETTER_SCROLL * SCROLL[character]
    for other in range(NOTCHES):
        if other != notch and me.crew[other] != NONE and GUILD[me.crew[other]] == GUILD[character]:
            return value
    return value + NEW_GUILD


def stuck(s: State) -> int:
    """How much scrolls matter: more if a large one can neither climb by repairs nor build anywhere."""
    me = s.seat[s.active]
    if crew_size(s) < MANY or me.appreciation == TRACK_END or most_repairs(scrolls_of(s)) >= s.track[me.appreciation]:
        return 1
    guilds = guilds_of(s)
    points = performance(s, s.active)
    for place in range(HOME + 1, PLACE_COUNT[s.side]):
        if points_at(s, points, guilds, place) >= s.track[me.appreciation]:
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


def wear(s: State) -> int:
    """What one service costs; less than nothing, if the crew should change anyway."""
    return SERVICE if stuck(s) == 1 else -SERVICE // 4


def worth_of_newcomer(s: State, space: int, guilds: int, scrolls: int, times: int) -> int:
    """What a craftsman of the billboard adds to a crew with such guilds and scrolls (`stuck` says how much these matter),
    besides performance at once; who makes room for him is not considered."""
    character = s.billboard[space]
    corner = SPACE_CORNER[space]
    value = (CORNERS - corner) * SERVICE + SKILL * skill(character, corner)
    value += times * BETTER_SCROLL * max(0, SCROLL[character] - (scrolls >> 8 * GUILD[character] & 255))
    if guilds >> GUILD[character] & 1 == 0:
        value += NEW_GUILD
    return value


def least_missed(s: State) -> int:
    """With a full crew: what is missed of the one who makes room."""
    if crew_size(s) < NOTCHES:
        return 0
    least = 1_000_000
    for notch in range(NOTCHES):
        least = min(least, worth_of_craftsman(s, notch))
    return least


# --- Construct --------------------------------------------------------------------------------------------------------


def at_construct(s: State, talers: int, points: int, guilds: int, mended: int, place: int) -> int:
    """The best that could be done on Construct: the palace, a building, or repairs."""
    me = s.seat[s.active]
    if me.appreciation == TRACK_END:
        if place == HOME and points >= PALACE_SUM:
            return PALACE_WORTH + points
        return READY * min(points, PALACE_SUM) + (AT_HOME if place == HOME else 0) + money(talers)
    if place == HOME:
        return mended + money(talers)
    return max(mended, at_site(s, points, guilds, place, wear(s) * crew_size(s))) + money(talers)


def mending(s: State, scrolls: int) -> int:
    """The best repairs with these scrolls, or none."""
    return max(0, best_repairs(s, scrolls, 0, 0, wear(s)))


def at_site(s: State, points: int, guilds: int, place: int, services: int) -> int:
    """A building at a place with such a crew; less than nothing if it cannot be built."""
    gained = points_at(s, points, guilds, place)
    if gained < 0:
        return NO_WAY
    tile = s.demand[place]
    value = reward(s, gained) - services
    if TILE_BONUS[tile] == BONUS_TALERS:
        value += TALER * TILE_AMOUNT[tile]
    elif TILE_BONUS[tile] == BONUS_HIRE:
        value += TURN_COST // 2
    return value


def points_at(s: State, points: int, guilds: int, place: int) -> int:
    """The points of a building at a place with such a crew, or NONE."""
    tile = s.demand[place]
    if guilds & TILE_GUILDS[tile] != TILE_GUILDS[tile] or s.seat[s.active].markers == 0:
        return NONE
    n = 0
    for owner in s.site[place]:
        if owner == s.active:
            return NONE
        if owner != NONE:
            n += 1
    points -= SITE_COST[n]
    if TILE_BONUS[tile] == BONUS_POINTS:
        points += TILE_AMOUNT[tile]
    return min(max(points, 0), MOST_POINTS[TILE_TYPE[tile]])


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


def worth_of_work(s: State, action: int) -> int:
    """A building, repairs with this craftsman, or the palace."""
    me = s.seat[s.active]
    if action == PALACE:
        return PALACE_WORTH
    if action == BUILD:
        return at_site(s, performance(s, s.active), guilds_of(s), me.carriage, wear(s) * crew_size(s))
    character = action - REPAIR
    notch = notch_of(s, character)
    scrolls = scrolls_of(s)
    for other in range(NOTCHES):
        if other == notch or s.working >> other & 1:
            place = 8 * GUILD[me.crew[other]]
            scrolls &= ~(255 << place)
    value = best_repairs(s, scrolls, s.points + SCROLL[character], bits(s.working) + 1, wear(s))
    if me.corner[notch] + 1 < CORNERS:  # among equals, who gets better by turning
        return value + PERFORMANCE[character][me.corner[notch] + 1] - PERFORMANCE[character][me.corner[notch]]
    return value


# --- the way to Construct ---------------------------------------------------------------------------------------------
# `from_x`: the best way on from a point of the star to the next Construct. `by_x`: the same with a stop there first.


def worth_of_step(s: State, steps: int) -> int:
    """The best way on over this point of the star."""
    return step_on(s, steps, performance(s, s.active), guilds_of(s), scrolls_of(s), rests_of(s))


def step_on(s: State, steps: int, points: int, guilds: int, scrolls: int, rests: int) -> int:
    """The same, where it is known what the crew can do."""
    me = s.seat[s.active]
    to = (me.architect + steps) % POINTS
    if crew_size(s) == 0:
        return ALONE - TURN_COST * ((first_need(s) - to) % POINTS)
    return stop(s, to, me.talers, points, guilds, scrolls, rests, me.carriage, me.bonds)


def first_need(s: State) -> int:
    """Where a seat without craftsmen has to go: to hire one, or for the money."""
    me = s.seat[s.active]
    for space in range(SPACES):
        if s.billboard[space] != NONE and price(s, space) <= me.talers:
            return HIRING
    return MONEYCHANGER if me.bonds else LABOURER


def stop(s: State, to: int, talers: int, points: int, guilds: int, scrolls: int, rests: int, place: int, bonds: int) -> int:
    """The way on with a stop at this point."""
    if to == LABOURER:
        return by_labourer(s, talers, points, guilds, scrolls, rests, place, bonds)
    if to == HIRING:
        return by_hire(s, talers, points, guilds, scrolls, rests, place, bonds)
    mended = mending(s, scrolls)
    if to == MONEYCHANGER:
        onward = from_moneychanger(s, talers, points, guilds, mended, rests, place)
        return by_moneychanger(s, talers, points, guilds, mended, rests, place, bonds, onward)
    if to == TRAVELLING:
        return by_travel(s, talers, points, guilds, mended, rests, place)
    if to == TAVERN:
        return by_tavern(s, talers, points, guilds, mended, rests, place)
    return by_construct(s, talers, points, guilds, mended, place)


def way(s: State, talers: int, place: int, bonds: int) -> int:
    """The best way on from where the architect is, with the crew as it is."""
    points, guilds, mended, rests = performance(s, s.active), guilds_of(s), mending(s, scrolls_of(s)), rests_of(s)
    point = s.seat[s.active].architect
    if point == HIRING:
        return from_hire(s, talers, points, guilds, mended, rests, place, bonds)
    if point == MONEYCHANGER:
        return from_moneychanger(s, talers, points, guilds, mended, rests, place)
    return from_travel(s, talers, points, guilds, mended, rests, place)


def by_construct(s: State, talers: int, points: int, guilds: int, mended: int, place: int) -> int:
    return at_construct(s, talers, points, guilds, mended, place) - TURN_COST


def by_tavern(s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int) -> int:
    """The guilds that are worth their price rest, as far as talers go."""
    gained = 0
    sent = 0
    while rests and TAVERN_PRICE[sent] <= talers:
        talers -= TAVERN_PRICE[sent]
        sent += 1
        points += (rests & REST - 1) // GUESTS - RISE
        gained += SERVICE * (rests & GUESTS - 1)
        rests //= REST
    return gained + by_construct(s, talers, points, guilds, mended, place) - TURN_COST


def rests_of(s: State) -> int:
    """The guilds that are worth their price in the tavern, best first: for each how many turn back, and by how much they
    perform better. One number, since every way to Construct asks for it."""
    guests = guests_of(s)
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
    guests = 0
    for guild in range(GUILDS):
        guests += GUESTS * RISE << REST_BITS * guild
    for notch in range(NOTCHES):
        character = me.crew[notch]
        corner = me.corner[notch]
        if character != NONE and corner > 0 and can_rest(s, GUILD[character]):
            better = PERFORMANCE[character][corner - 1] - PERFORMANCE[character][corner]
            guests += GUESTS * better + 1 << REST_BITS * GUILD[character]
    return guests


def from_travel(s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int) -> int:
    one = by_construct(s, talers, points, guilds, mended, place)
    if rests == 0:
        return one
    return max(one, by_tavern(s, talers, points, guilds, mended, rests, place))


def by_travel(s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int) -> int:
    """To the place where most can be gained."""
    best = best_place(s, talers, points, guilds, place)
    if best != place:
        talers -= TRAVEL_PRICE[ROADS[s.side][place][best]]
    return from_travel(s, talers, points, guilds, mended, rests, best) - TURN_COST


def best_place(s: State, talers: int, points: int, guilds: int, place: int) -> int:
    """Where such a crew gains most, the price of the way considered."""
    best = NO_WAY
    chosen = place
    services = SERVICE * crew_size(s)
    for to in range(PLACE_COUNT[s.side]):
        roads = ROADS[s.side][place][to]
        if roads < len(TRAVEL_PRICE) and TRAVEL_PRICE[roads] <= talers:
            value = pull(s, points, guilds, to, services) - TALER * TRAVEL_PRICE[roads]
            if value > best:
                best = value
                chosen = to
    return chosen


def pull(s: State, points: int, guilds: int, place: int, services: int) -> int:
    """What draws a carriage to a place."""
    if place == HOME:
        return PALACE_WORTH if s.seat[s.active].appreciation == TRACK_END else 0
    return at_site(s, points, guilds, place, services)


def from_moneychanger(s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int) -> int:
    one = by_travel(s, talers, points, guilds, mended, rests, place)
    return max(one, from_travel(s, talers, points, guilds, mended, rests, place))


def by_moneychanger(
    s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int, bonds: int, onward: int
) -> int:
    """As many bonds as possible, or more confidence; it is known what the way onward is worth without more talers."""
    confidence = s.seat[s.active].confidence
    many = min(bonds, TRUST[confidence])
    if many:
        redeemed = from_moneychanger(s, talers + many * BOND_PAY, points, guilds, mended, rests, place) - many * BOND
    else:
        redeemed = onward
    if confidence < TRUST_TOP:
        return max(redeemed, onward + trusted(s)) - TURN_COST
    return redeemed - TURN_COST


def by_travel_or_moneychanger(
    s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int, bonds: int
) -> int:
    """The better of the two. Both look at the same journey."""
    travel = by_travel(s, talers, points, guilds, mended, rests, place)
    onward = max(travel, from_travel(s, talers, points, guilds, mended, rests, place))
    return max(travel, by_moneychanger(s, talers, points, guilds, mended, rests, place, bonds, onward))


def trusted(s: State) -> int:
    """One more step up the moneychanger's track; worth less towards the end."""
    me = s.seat[s.active]
    return TRUSTED[me.confidence] * (TRACK_END - me.appreciation) // TRACK_END


def from_hire(s: State, talers: int, points: int, guilds: int, mended: int, rests: int, place: int, bonds: int) -> int:
    one = by_travel_or_moneychanger(s, talers, points, guilds, mended, rests, place, bonds)
    return max(one, by_tavern(s, talers, points, guilds, mended, rests, place))


def by_hire(s: State, talers: int, points: int, guilds: int, scrolls: int, rests: int, place: int, bonds: int) -> int:
    """The craftsman who adds most for his price."""
    times = stuck(s)
    best = least_missed(s)
    chosen = NONE
    for space in range(SPACES):
        character = s.billboard[space]
        if character != NONE and price(s, space) <= talers and (notch_of(s, character) == NONE or crew_size(s) == NOTCHES):
            value = newcomer_now(s, space, guilds, scrolls, times) - TALER * price(s, space)
            if value > best:
                best = value
                chosen = space
    if chosen == NONE:
        return from_hire(s, talers, points, guilds, mending(s, scrolls), rests, place, bonds) - TURN_COST
    return with_newcomer(s, chosen, talers, points, guilds, scrolls, rests, place, bonds) - TURN_COST


def newcomer_now(s: State, space: int, guilds: int, scrolls: int, times: int) -> int:
    """The same with performance at once."""
    now_performs = PERFORMANCE[s.billboard[space]][SPACE_CORNER[space]]
    return worth_of_newcomer(s, space, guilds, scrolls, times) + READY * now_performs


def with_newcomer(
    s: State, space: int, talers: int, points: int, guilds: int, scrolls: int, rests: int, place: int, bonds: int
) -> int:
    """The way on from Hire when this craftsman was hired."""
    character = s.billboard[space]
    value = worth_of_newcomer(s, space, guilds, scrolls, stuck(s)) - least_missed(s)
    talers -= price(s, space)
    points += PERFORMANCE[character][SPACE_CORNER[space]]
    if crew_size(s) == NOTCHES:
        points -= performs_least(s)
    guilds |= 1 << GUILD[character]
    mended = mending(s, with_scroll(scrolls, character))
    return value + from_hire(s, talers, points, guilds, mended, rests, place, bonds)


def performs_least(s: State) -> int:
    """With a full crew: the performance of the one who makes room."""
    least = 1_000_000
    points = 0
    for notch in range(NOTCHES):
        missed = worth_of_craftsman(s, notch)
        if missed < least:
            least = missed
            points = PERFORMANCE[s.seat[s.active].crew[notch]][s.seat[s.active].corner[notch]]
    return points


def from_labourer(s: State, talers: int, points: int, guilds: int, scrolls: int, rests: int, place: int, bonds: int) -> int:
    one = by_travel_or_moneychanger(s, talers, points, guilds, mending(s, scrolls), rests, place, bonds)
    return max(one, by_hire(s, talers, points, guilds, scrolls, rests, place, bonds))


def by_labourer(s: State, talers: int, points: int, guilds: int, scrolls: int, rests: int, place: int, bonds: int) -> int:
    """Wages, and farm work of those who gain by it."""
    talers += wage(s, s.active)
    value = 0
    for notch in range(NOTCHES):
        character = s.seat[s.active].crew[notch]
        if character != NONE and SHEAF[character] and worth_of_labour(s, notch) > 0:
            talers += SHEAF_PAY
            value -= SERVICE
    return value + from_labourer(s, talers, points, guilds, scrolls, rests, place, bonds) - TURN_COST


# --- single decisions -------------------------------------------------------------------------------------------------


def worth_of_labour(s: State, notch: int) -> int:
    """Talers for a service; better before a good corner than on one."""
    me = s.seat[s.active]
    character = me.crew[notch]
    here = PERFORMANCE[character][me.corner[notch]]
    value = SHEAF_PAY * TALER - SERVICE
    if me.corner[notch] + 1 == CORNERS:
        return value - READY * here
    return value + READY // 2 * (PERFORMANCE[character][me.corner[notch] + 1] - here)


def worth_of_hire(s: State, space: int) -> int:
    """The way on with this craftsman."""
    me = s.seat[s.active]
    if s.working:  # the extra hire of a town
        return hire_alone(s, space, guilds_of(s), scrolls_of(s))
    points = performance(s, s.active)
    return with_newcomer(s, space, me.talers, points, guilds_of(s), scrolls_of(s), rests_of(s), me.carriage, me.bonds)


def hire_alone(s: State, space: int, guilds: int, scrolls: int) -> int:
    """The same at a glance: the newcomer, his price, and who makes room."""
    return newcomer_now(s, space, guilds, scrolls, stuck(s)) - TALER * price(s, space) - least_missed(s)


def worth_of_change(s: State, action: int) -> int:
    """More confidence, or so many bonds."""
    me = s.seat[s.active]
    if action == CONFIDENCE:
        return way(s, me.talers, me.carriage, me.bonds) + trusted(s)
    many = action - REDEEM + 1
    return way(s, me.talers + many * BOND_PAY, me.carriage, me.bonds - many) - many * BOND


def worth_of_travel(s: State, place: int) -> int:
    """The way on from there."""
    me = s.seat[s.active]
    roads = ROADS[s.side][me.carriage][place]
    return way(s, me.talers - TRAVEL_PRICE[roads], place, me.bonds)


def can_rest(s: State, guild: int) -> bool:
    """Whether a guild will be at the entrance of the tavern."""
    room = s.seat[s.active].room[guild]
    return room == ENTRANCE or (room != SALOON and s.sent == 0)


def resting(s: State, guild: int) -> int:
    """How many craftsmen of a guild would turn back."""
    me = s.seat[s.active]
    n = 0
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE and GUILD[me.crew[notch]] == guild and me.corner[notch] > 0:
            n += 1
    return n


def rise(s: State, guild: int) -> int:
    """By how much a crew performs better when a guild has rested."""
    me = s.seat[s.active]
    points = 0
    for notch in range(NOTCHES):
        character = me.crew[notch]
        if character != NONE and GUILD[character] == guild and me.corner[notch] > 0:
            points += PERFORMANCE[character][me.corner[notch] - 1] - PERFORMANCE[character][me.corner[notch]]
    return points


def worth_of_rest(s: State, guild: int) -> int:
    """Services regained, and performance."""
    return SERVICE * resting(s, guild) + READY * rise(s, guild)


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What looks best at a glance, with a whim."""
    if menu[0] == 1:
        return menu[1]
    points, guilds, scrolls = performance(s, s.active), guilds_of(s), scrolls_of(s)
    rests = rests_of(s) if now(s) == MOVE else 0
    chosen = menu[1]
    most = 2 * NO_WAY
    for i in range(1, menu[0] + 1):
        value = glance(s, menu[i], points, guilds, scrolls, rests) + below(dice, WHIM)
        if value > most:
            most = value
            chosen = menu[i]
    return chosen


def glance(s: State, action: int, points: int, guilds: int, scrolls: int, rests: int) -> int:
    """How good an action looks, where it is known what the crew can do. Where to go and whom to hire is judged by the place and
    by the newcomer alone: to think through the way from there would take most of the time of a playout."""
    if STEP <= action < LABOUR:
        return step_on(s, action - STEP + 1, points, guilds, scrolls, rests)
    if HIRE <= action < DISMISS:
        return hire_alone(s, action - HIRE, guilds, scrolls)
    if TRAVEL <= action < SEND:
        roads = ROADS[s.side][s.seat[s.active].carriage][action - TRAVEL]
        return pull(s, points, guilds, action - TRAVEL, SERVICE * crew_size(s)) - TALER * TRAVEL_PRICE[roads]
    if action == FORFEIT and now(s) == TRAVEL_ON:
        return pull(s, points, guilds, s.seat[s.active].carriage, SERVICE * crew_size(s))
    if action == FORFEIT and now(s) == HIRE_ONE:
        return 0
    return worth(s, action)


def moment(s: State) -> int:
    """How many turns have ended."""
    return s.current_round * s.seats + (s.active - s.first) % s.seats


def quiet(s: State, since: int) -> bool:
    """Where a turn begins, after the same number of turns for every playout: so all seats have as many, whatever is tried."""
    return now(s) == MOVE and moment(s) >= since + FORESIGHT[s.seats]


def horizon(s: State, since: int) -> bool:
    """There a tree ends, too."""
    return quiet(s, since)


def result(s: State, seat: int) -> int:
    """12.4  Who has not built at the palace has lost; among those who have, the sum decides. So a win is worth more than any
    outlook, however high its sum: else a seat that could win would rather wait."""
    palace = s.seat[seat].palace
    return PALACE_WORTH + 100 * palace if palace else 0


def outlook(s: State, seat: int) -> int:
    """How far a seat is on its way, in hundredths of a point of appreciation; far above all, the palace."""
    me = s.seat[seat]
    if me.palace:
        return result(s, seat)
    found = CLIMBED * me.appreciation + EARLY_TALER * min(me.talers, ENOUGH) + KEPT_BOND * me.bonds + AT_POINT[me.architect]
    found += TRUSTING * me.confidence * (TRACK_END - me.appreciation) // TRACK_END
    for step in range(me.appreciation, TRACK_END):
        found -= 100 * s.track[step]
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE:
            found += SERVING * (CORNERS - me.corner[notch]) + EMPLOYED
    if me.appreciation < TRACK_END:
        return found + UNDERWAY * underway(s, seat) // 100
    if me.carriage == HOME:
        found += ARRIVED
    return found + READY_TO_BUILD * (performance(s, seat) - ALMOST)


def underway(s: State, seat: int) -> int:
    """What the way to the next Construct would look worth, if it were the seat's turn."""
    active = s.active
    s.active = seat
    best = HELPLESS
    if crew_size(s):
        points, guilds, scrolls, rests = performance(s, seat), guilds_of(s), scrolls_of(s), rests_of(s)
        for steps in range(1, LONGEST + 1):
            best = max(best, step_on(s, steps, points, guilds, scrolls, rests))
    s.active = active
    return best


def doubt(s: State) -> int:
    """How far a race may still turn."""
    return DOUBT
