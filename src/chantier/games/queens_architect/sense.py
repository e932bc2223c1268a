"""Queen's Architect: how good an action looks. In the flat style of `rules.py`, and loaded into the same module.

Worths are whole numbers, hundredths of a point of appreciation. Nothing is played, only numbers are carried along: talers,
performance, the guilds in the crew, the best scroll of each guild, the place of the carriage, and bonds. What a crew can do is
found once for a position (`study`). What things are worth stands in `sense_crew.py`, building and repairs in
`sense_construct.py`, the way to the next Construct in `sense_way.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import (
    ATTACH,
    BONDS,
    BUILD,
    CHANGE_MONEY,
    CLIMB,
    CLIMBING,
    CONFIDENCE,
    CONSTRUCT,
    CORNERS,
    DISMISS,
    DONE,
    FARM_WORK,
    FORFEIT,
    HIRE,
    HIRE_ONE,
    HOME,
    LABOUR,
    LONGEST,
    MOVE,
    NOTCH,
    NOTCHES,
    REDEEM,
    REPAIRS,
    SEND,
    STEP,
    TAKE,
    TAVERN,
    TRAVEL,
    TRAVEL_ON,
    TURN,
    VISIT,
    State,
)
from chantier.kernel.words import NONE, Dice, Facts, Menu, below, now

if TYPE_CHECKING:  # the rules, the tables and the rest of the sense stand in the same module
    from chantier.games.queens_architect.rules import crew_size, notch_of, performance, price
    from chantier.games.queens_architect.sense_construct import NO_WAY, PALACE_WORTH, worth_of_work
    from chantier.games.queens_architect.sense_crew import (
        BOND,
        ENOUGH,
        FACTS,
        MISSED_FACT,
        NEW_GUILD,
        POINTS_FACT,
        READY,
        SERVICE,
        SITES_FACT,
        SIZE_FACT,
        SKILL,
        STEP_UP,
        TALER,
        TIMES_FACT,
        bits,
        crew_facts,
        guilds_of,
        money,
        newcomer_now,
        reward,
        skill,
        wear,
        worth_of_bonds,
        worth_of_craftsman,
    )
    from chantier.games.queens_architect.sense_way import pull, step_on, trusted, way, with_newcomer
    from chantier.games.queens_architect.tables import (
        BOND_PAY,
        GUILD,
        PERFORMANCE,
        ROADS,
        SCROLL,
        SHEAF,
        SHEAF_PAY,
        TAVERN_PRICE,
        TRACK_END,
        TRAVEL_PRICE,
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
WHIM = 400  # by how much an action may look better in a playout than it is


def worth(s: State, action: int) -> int:
    """How good an action looks to the seat to act."""
    facts = [0] * FACTS
    study(s, facts)
    return prior(s, action, facts)


def prior(s: State, action: int, facts: Facts) -> int:
    """The same, where it is known what the crew can do."""
    if action < STEP:
        return worth_before(s, action)
    if action < LABOUR:
        return step_on(s, action - STEP + 1, facts)
    if action < HIRE:
        return worth_of_labour(s, notch_of(s, action - LABOUR))
    if action < DISMISS:
        return worth_of_hire(s, action - HIRE, facts)
    if action < CONFIDENCE:
        return -worth_of_craftsman(s, notch_of(s, action - DISMISS), facts[TIMES_FACT])
    if action < TRAVEL:
        return worth_of_change(s, action, facts)
    if action < SEND:
        return worth_of_travel(s, action - TRAVEL, facts)
    if action < BUILD:
        return worth_of_rest(s, action - SEND) - TALER * TAVERN_PRICE[s.sent]
    if action < CLIMB:
        return worth_of_work(s, action, facts)
    if action == CLIMB:
        return STEP_UP
    if action == BONDS:
        return worth_of_bonds(s, s.points) - worth_of_bonds(s, s.points - s.track[s.seat[s.active].appreciation])
    return worth_of_stopping(s, action, facts)


def study(s: State, facts: Facts) -> None:
    """What the crew can do, where that matters; the way to Construct matters only where it can still be chosen."""
    decision = now(s)
    if decision == ATTACH or decision == VISIT or decision == CLIMBING:
        return
    on_the_way = decision == MOVE or FARM_WORK <= decision <= HIRE_ONE or CHANGE_MONEY <= decision <= TRAVEL_ON
    crew_facts(s, on_the_way, facts)


def worth_of_stopping(s: State, action: int, facts: Facts) -> int:
    """What is left without the action, or without more of it. In a game that lasts longer than others do, nothing is worse
    than to do nothing: else two who are content, or stuck, would go round for ever."""
    me = s.seat[s.active]
    if action == FORFEIT and s.current_round >= LONG:
        return -PALACE_WORTH
    if action == DONE and now(s) == REPAIRS:
        return reward(s, s.points) - wear(facts[TIMES_FACT]) * bits(s.working)
    if action == FORFEIT and me.architect != TAVERN and me.architect != CONSTRUCT:
        return way(s, me.talers, me.carriage, me.bonds, facts)
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


def worth_of_hire(s: State, space: int, facts: Facts) -> int:
    """The way on with this craftsman."""
    me = s.seat[s.active]
    if s.working:  # the extra hire of a town
        return hire_alone(s, space, facts)
    return with_newcomer(s, space, me.talers, me.carriage, me.bonds, facts)


def hire_alone(s: State, space: int, facts: Facts) -> int:
    """The same at a glance: the newcomer, his price, and who makes room."""
    return newcomer_now(s, space, facts) - TALER * price(s, space) - facts[MISSED_FACT]


def worth_of_change(s: State, action: int, facts: Facts) -> int:
    """More confidence, or so many bonds."""
    me = s.seat[s.active]
    if action == CONFIDENCE:
        return way(s, me.talers, me.carriage, me.bonds, facts) + trusted(s)
    many = action - REDEEM + 1
    return way(s, me.talers + many * BOND_PAY, me.carriage, me.bonds - many, facts) - many * BOND


def worth_of_travel(s: State, place: int, facts: Facts) -> int:
    """The way on from there."""
    me = s.seat[s.active]
    roads = ROADS[s.side][me.carriage][place]
    return way(s, me.talers - TRAVEL_PRICE[roads], place, me.bonds, facts)


def worth_of_rest(s: State, guild: int) -> int:
    """Services regained, and performance."""
    return SERVICE * resting(s, guild) + READY * rise(s, guild)


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


# --- playouts ---------------------------------------------------------------------------------------------------------


def habit(s: State, menu: Menu, dice: Dice) -> int:
    """What looks best at a glance, with a whim."""
    if menu[0] == 1:
        return menu[1]
    facts = [0] * FACTS
    if now(s) == HIRE_ONE or now(s) == TRAVEL_ON:  # the way from there is not thought through
        crew_facts(s, False, facts)
    else:
        study(s, facts)
    chosen = menu[1]
    most = 2 * NO_WAY
    for i in range(1, menu[0] + 1):
        value = glance(s, menu[i], facts) + below(dice, WHIM)
        if value > most:
            most = value
            chosen = menu[i]
    return chosen


def glance(s: State, action: int, facts: Facts) -> int:
    """How good an action looks, where it is known what the crew can do. Where to go and whom to hire is judged by the place and
    by the newcomer alone: to think through the way from there would take most of the time of a playout."""
    if HIRE <= action < DISMISS:
        return hire_alone(s, action - HIRE, facts)
    if TRAVEL <= action < SEND:
        roads = ROADS[s.side][s.seat[s.active].carriage][action - TRAVEL]
        return drawn_to(s, action - TRAVEL, facts) - TALER * TRAVEL_PRICE[roads]
    if action == FORFEIT and now(s) == TRAVEL_ON:
        return drawn_to(s, s.seat[s.active].carriage, facts)
    if action == FORFEIT and now(s) == HIRE_ONE:
        return 0
    return prior(s, action, facts)


def drawn_to(s: State, place: int, facts: Facts) -> int:
    """What draws the carriage to a place, with the crew as it is."""
    return pull(s, facts[POINTS_FACT], facts[SITES_FACT], place, SERVICE * facts[SIZE_FACT])


def moment(s: State) -> int:
    """How many turns have ended."""
    return s.current_round * s.seats + (s.active - s.first) % s.seats


def quiet(s: State, since: int) -> bool:
    """Where a turn begins, after the same number of turns for every playout: so all seats have as many, whatever is tried."""
    return now(s) == MOVE and moment(s) >= since + FORESIGHT[s.seats]


def horizon(s: State, since: int) -> bool:
    """There a tree ends, too."""
    return quiet(s, since)


# --- the outlook ------------------------------------------------------------------------------------------------------


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
    facts = [0] * FACTS
    best = HELPLESS
    if crew_size(s):
        crew_facts(s, True, facts)
        for steps in range(1, LONGEST + 1):
            best = max(best, step_on(s, steps, facts))
    s.active = active
    return best


def doubt(s: State) -> int:
    """How far a race may still turn."""
    return DOUBT
