"""Queen's Architect: the rules, in the order of RULES.md. Docstrings begin with the clauses they carry out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE, NOBODY
from chantier.games.queens_architect.state import (
    ATTACH,
    BONDS,
    BONUS_HIRE,
    BONUS_POINTS,
    BONUS_TALERS,
    BOTTOM,
    BUILD,
    BUILD_OR_REPAIR,
    CHANGE_MONEY,
    CHARACTERS,
    CHOOSE_FIRST,
    CLIMB,
    CLIMBING,
    CONFIDENCE,
    CONSTRUCT,
    CORNERS,
    DEAREST,
    DEMAND,
    DISMISS,
    DONE,
    DORMITORY,
    DRAW,
    ENTRANCE,
    FARM_WORK,
    FIRST,
    FORFEIT,
    GUILDS,
    HIRE,
    HIRE_ONE,
    HIRING,
    HOME,
    LABOUR,
    LABOURER,
    LAY_DEMAND,
    LAY_OUT,
    LAY_TOKEN,
    LONGEST,
    MAKE_ROOM,
    MONEYCHANGER,
    MOVE,
    NO_BONUS,
    NOTCH,
    NOTCHES,
    PALACE,
    PICK,
    PLACES,
    POINTS,
    REDEEM,
    REFILL,
    REPAIR,
    REPAIRS,
    SALOON,
    SEATS,
    SEND,
    SPACES,
    STEP,
    TAKE,
    TOKEN,
    TRAVEL,
    TRAVEL_ON,
    TRAVELLING,
    TURN,
    TURN_FIRST,
    VISIT,
    State,
)
from chantier.kernel.words import NONE, Dice, Menu, count, done, now, offer, tell, then

if TYPE_CHECKING:  # the tables of the component set in use
    from chantier.games.queens_architect.tables import (
        BOND_PAY,
        BOND_SUPPLY,
        COPIES,
        GUILD,
        MARKERS,
        MOST_POINTS,
        ON_DISPLAY,
        PALACE_SUM,
        PERFORMANCE,
        PLACE_COUNT,
        PLACE_TYPE,
        PRICE_END,
        PRICE_SCALE,
        REPAIRERS,
        ROADS,
        SCROLL,
        SHEAF,
        SHEAF_PAY,
        SIDE_FOR,
        SITE_COST,
        SPACE_CORNER,
        SPACE_PRICE,
        START_BONDS,
        STARTERS,
        TAVERN_PRICE,
        TILE_AMOUNT,
        TILE_BONUS,
        TILE_COUNT,
        TILE_GUILDS,
        TILE_TYPE,
        TOKENS,
        TRACK_END,
        TRAVEL_PRICE,
        TRUST,
        TRUST_TOP,
        TURN_PAY,
        WAGE_PER,
    )

HALF = CHARACTERS // 2


def legal(s: State, menu: Menu) -> None:
    """What may be done now."""
    if s.to_act == NOBODY:
        return
    decision = now(s)
    if decision == MOVE:
        legal_step(s, menu)
    elif decision == BUILD_OR_REPAIR:
        legal_build(s, menu)
        legal_repair(s, menu)
        legal_palace(s, menu)
        legal_forfeit(s, menu)
    elif decision == REPAIRS:
        legal_repair(s, menu)
        legal_done(s, menu)
    elif decision == CLIMBING:
        legal_climb(s, menu)
        legal_bonds(s, menu)
    elif decision == FARM_WORK:
        legal_labour(s, menu)
        legal_done(s, menu)
    elif decision == HIRE_ONE:
        legal_hire(s, menu)
        legal_forfeit(s, menu)
    elif decision == MAKE_ROOM:
        legal_dismiss(s, menu)
    elif decision == ATTACH:
        legal_notch(s, menu)
    elif decision == REFILL or decision == LAY_OUT:
        legal_draw(s, menu)
    elif decision == CHANGE_MONEY:
        legal_confidence(s, menu)
        legal_redeem(s, menu)
        legal_forfeit(s, menu)
    elif decision == TRAVEL_ON:
        legal_travel(s, menu)
        legal_forfeit(s, menu)
    elif decision == VISIT:
        legal_send(s, menu)
        legal_done(s, menu)
        legal_forfeit(s, menu)
    else:
        list_before(s, menu, decision)


def list_before(s: State, menu: Menu, decision: int) -> None:
    """What may be done before the first round."""
    if decision == CHOOSE_FIRST:
        legal_first(s, menu)
    elif decision == LAY_TOKEN:
        legal_token(s, menu)
    elif decision == LAY_DEMAND:
        legal_demand(s, menu)
    elif decision == PICK:
        legal_take(s, menu)
    else:
        legal_turn(s, menu)


def play(s: State, action: int) -> None:
    """Do it."""
    if action < STEP:
        do_before(s, action)
    elif action < LABOUR:
        play_step(s, action - STEP + 1)
    elif action < HIRE:
        play_labour(s, action - LABOUR)
    elif action < DISMISS:
        play_hire(s, action - HIRE)
    elif action < CONFIDENCE:
        play_dismiss(s, action - DISMISS)
    elif action < REDEEM:
        play_confidence(s)
    elif action < TRAVEL:
        play_redeem(s, action - REDEEM + 1)
    elif action < SEND:
        play_travel(s, action - TRAVEL)
    elif action < BUILD:
        play_send(s, action - SEND)
    elif action < REPAIR:
        play_build(s)
    elif action < PALACE:
        play_repair(s, action - REPAIR)
    elif action == PALACE:
        play_palace(s)
    elif action == CLIMB:
        play_climb(s)
    elif action == BONDS:
        play_bonds(s)
    elif action == DONE:
        play_done(s)
    else:
        play_forfeit(s)


def do_before(s: State, action: int) -> None:
    """What chance does, and what is done before the first round."""
    if action < TOKEN:
        play_first(s, action - FIRST)
    elif action < DEMAND:
        play_token(s, action - TOKEN)
    elif action < DRAW:
        play_demand(s, action - DEMAND)
    elif action < TAKE:
        play_draw(s, action - DRAW)
    elif action < NOTCH:
        play_take(s, action - TAKE)
    elif action < TURN:
        play_notch(s, action - NOTCH)
    else:
        play_turn(s, action - TURN)


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


def setup(s: State, seats: int, lone_wage: int) -> None:
    """1.1, 1.4, 1.6, 1.7, 5.2  The board for so many seats, everything else still unsorted."""
    s.seats = seats
    s.lone_wage = lone_wage
    s.side = SIDE_FOR[seats]
    s.first = NONE
    s.held = NONE
    s.space = NONE
    s.notch = NONE
    s.supply = BOND_SUPPLY
    for value in range(DEAREST + 1):
        s.tokens[value] = TOKENS[value]
    for tile in range(TILE_COUNT):
        s.tiles[tile] = 1
    for place in range(PLACES):
        s.demand[place] = NONE
        for n in range(SEATS):
            s.site[place][n] = NONE
    for space in range(SPACES):
        s.billboard[space] = NONE
    for character in range(CHARACTERS):
        s.starters[character] = STARTERS[character]
        s.pile[character] = COPIES[character] - STARTERS[character]
    for seat in range(SEATS):
        setup_seat(s, seat)
    s.to_act = CHANCE
    then(s, CHOOSE_FIRST)


def setup_seat(s: State, seat: int) -> None:
    """1.3  Markers and bonds; all else begins at 0: capital, Construct, lowest steps, entrance, no talers."""
    its = s.seat[seat]
    for notch in range(NOTCHES):
        its.crew[notch] = NONE
    if seat < s.seats:
        its.markers = MARKERS
        its.bonds = START_BONDS
        s.supply -= START_BONDS


def legal_first(s: State, menu: Menu) -> None:
    """3.1  Any seat may come first."""
    for seat in range(s.seats):
        offer(menu, FIRST + seat)


def play_first(s: State, seat: int) -> None:
    """3.1  The first seat; next the tokens are laid out."""
    s.first = seat
    s.active = seat
    tell(s, "first", seat)
    done(s)
    then(s, LAY_TOKEN)


def legal_token(s: State, menu: Menu) -> None:
    """1.2  Any token that is not on the track."""
    for value in range(DEAREST + 1):
        if s.tokens[value]:
            offer(menu, TOKEN + value)


def play_token(s: State, value: int) -> None:
    """1.2  It lies on the next space of the track."""
    space = count(s.track, 0)
    space = len(s.track) - space
    s.tokens[value] -= 1
    s.track[space] = value
    tell(s, "token", s.first, value, space)
    if space + 1 == TRACK_END:
        done(s)
        then(s, LAY_DEMAND)


def legal_demand(s: State, menu: Menu) -> None:
    """1.5  Any demand of the right type that is not laid out."""
    kind = PLACE_TYPE[s.side][next_place(s)]
    for tile in range(TILE_COUNT):
        if s.tiles[tile] and TILE_TYPE[tile] == kind:
            offer(menu, DEMAND + tile)


def next_place(s: State) -> int:
    """1.5  The first place without a demand; the capital never has one."""
    place = HOME + 1
    while s.demand[place] != NONE:
        place += 1
    return place


def play_demand(s: State, tile: int) -> None:
    """1.5  It lies on the next place; then craftsmen are laid out."""
    place = next_place(s)
    s.tiles[tile] = 0
    s.demand[place] = tile
    tell(s, "demand", s.first, tile, place)
    if place + 1 == PLACE_COUNT[s.side]:
        done(s)
        then(s, LAY_OUT)


def legal_draw(s: State, menu: Menu) -> None:
    """1.6, 6.7  Any craftsman of the pile; of the starting craftsmen as long as there are any."""
    if has_any(s.starters):
        for character in range(CHARACTERS):
            if s.starters[character]:
                offer(menu, DRAW + character)
    else:
        for character in range(CHARACTERS):
            if s.pile[character]:
                offer(menu, DRAW + character)


def has_any(craftsmen: list[int]) -> bool:
    """Whether there is a craftsman among them."""
    for n in craftsmen:
        if n:
            return True
    return False


def weight(s: State, action: int) -> int:
    """1.2, 1.5, 1.6, 3.1, 6.7  Everything is as likely as there are pieces of it; seats are equally likely to be first."""
    if action < TOKEN:
        return 1
    if action < DEMAND:
        return s.tokens[action - TOKEN]
    if action < DRAW:
        return 1
    if has_any(s.starters):
        return s.starters[action - DRAW]
    return s.pile[action - DRAW]


def play_draw(s: State, character: int) -> None:
    """1.6, 6.7  The craftsman goes to the highest empty space of the billboard, or else to the display."""
    if has_any(s.starters):
        s.starters[character] -= 1
    else:
        s.pile[character] -= 1
    space = empty_space(s)
    if space == SPACES:
        s.display[character] += 1
    else:
        s.billboard[space] = character
    tell(s, "draw", s.active, character, space)
    if now(s) == REFILL:
        refill(s)
    elif total(s.display) == ON_DISPLAY[s.seats]:
        done(s)
        then(s, PICK)
        s.to_act = s.first


def empty_space(s: State) -> int:
    """6.7  The highest empty space of the billboard; SPACES if there is none."""
    space = 0
    while space < SPACES and s.billboard[space] != NONE:
        space += 1
    return space


def total(craftsmen: list[int]) -> int:
    n = 0
    for many in craftsmen:
        n += many
    return n


# --- 2 The craftsmen --------------------------------------------------------------------------------------------------


def performance(s: State, seat: int) -> int:
    """2.1, 10.3  The performances of a whole crew."""
    its = s.seat[seat]
    points = 0
    for notch in range(NOTCHES):
        if its.crew[notch] != NONE:
            points += PERFORMANCE[its.crew[notch]][its.corner[notch]]
    return points


def work(s: State, notch: int) -> None:
    """2.2, 2.3  After work a craftsman turns; at the drop-out corner he leaves."""
    me = s.seat[s.active]
    if me.corner[notch] == CORNERS - 1:
        leave(s, notch)
    else:
        me.corner[notch] += 1
        tell(s, "turn", s.active, me.crew[notch], me.corner[notch])


def leave(s: State, notch: int) -> None:
    """2.3, 6.4  A craftsman leaves the game."""
    me = s.seat[s.active]
    character = me.crew[notch]
    s.gone[character] += 1
    me.crew[notch] = NONE
    me.corner[notch] = 0
    tell(s, "leave", s.active, character)


def notch_of(s: State, character: int) -> int:
    """At which notch the active seat has a character, or NONE; of NONE: its first free notch."""
    for notch in range(NOTCHES):
        if s.seat[s.active].crew[notch] == character:
            return notch
    return NONE


def crew_size(s: State) -> int:
    """How many craftsmen the active seat has."""
    return NOTCHES - count(s.seat[s.active].crew, NONE)


# --- 3 The first crew -------------------------------------------------------------------------------------------------


def legal_take(s: State, menu: Menu) -> None:
    """3.1  Any craftsman of the display."""
    for character in range(CHARACTERS):
        if s.display[character]:
            offer(menu, TAKE + character)


def play_take(s: State, character: int) -> None:
    """3.1  The craftsman is taken; then a notch is chosen."""
    s.display[character] -= 1
    s.held = character
    tell(s, "take", s.active, character)
    then(s, TURN_FIRST)
    then(s, ATTACH)


def legal_notch(s: State, menu: Menu) -> None:
    """3.1, 6.2  Any free notch."""
    for notch in range(NOTCHES):
        if s.seat[s.active].crew[notch] == NONE:
            offer(menu, NOTCH + notch)


def play_notch(s: State, notch: int) -> None:
    """3.1, 6.2  The newcomer is attached there, a starting craftsman with the start corner."""
    done(s)
    if s.space == NONE:
        s.notch = notch
        attach(s, notch, 0)
    else:
        attach(s, notch, SPACE_CORNER[s.space])
        end_hire(s)


def attach(s: State, notch: int, corner: int) -> None:
    """3.1, 6.2  The newcomer is in the crew."""
    me = s.seat[s.active]
    me.crew[notch] = s.held
    me.corner[notch] = corner
    tell(s, "attach", s.active, s.held, notch, corner)
    s.held = NONE


def legal_turn(s: State, menu: Menu) -> None:
    """3.2  No corner to five."""
    for corners in range(CORNERS):
        offer(menu, TURN + corners)


def play_turn(s: State, corners: int) -> None:
    """3.2, 3.3  Talers for the corners; the next seat takes a craftsman, in the second go in the opposite direction."""
    me = s.seat[s.active]
    me.corner[s.notch] = corners
    tell(s, "sell", s.active, me.crew[s.notch], corners)
    earn(s, corners * TURN_PAY)
    s.notch = NONE
    s.picks += 1
    done(s)
    if s.picks == 2 * s.seats:
        done(s)
        then(s, MOVE)
        tell(s, "round", s.first, 1)
    elif s.picks < s.seats:
        s.active = (s.active + 1) % s.seats
    elif s.picks > s.seats:
        s.active = (s.active + s.seats - 1) % s.seats
    s.to_act = s.active


def earn(s: State, talers: int) -> None:
    """1.7  Talers from the supply, which never runs out."""
    s.seat[s.active].talers += talers
    if talers:
        tell(s, "earn", s.active, talers)


def pay(s: State, talers: int) -> None:
    """6.1  Talers to the supply."""
    s.seat[s.active].talers -= talers
    if talers:
        tell(s, "pay", s.active, talers)


# --- 4 A turn ---------------------------------------------------------------------------------------------------------


def legal_step(s: State, menu: Menu) -> None:
    """4.2  One, two or three points; the architect cannot stay."""
    for points in range(LONGEST):
        offer(menu, STEP + points)


def play_step(s: State, points: int) -> None:
    """4.2, 4.3  The architect moves, and its action comes up; if nothing can be done there, the turn is over."""
    me = s.seat[s.active]
    me.architect = (me.architect + points) % POINTS
    tell(s, "step", s.active, me.architect)
    if me.architect == CONSTRUCT:
        if crew_size(s):
            then(s, BUILD_OR_REPAIR)
    elif me.architect == LABOURER:
        begin_labour(s)
    elif me.architect == HIRING:
        begin_hire(s)
    elif me.architect == MONEYCHANGER:
        if can_change(s):
            then(s, CHANGE_MONEY)
    elif me.architect == TRAVELLING:
        if can_travel(s):
            then(s, TRAVEL_ON)
    elif can_visit(s):
        then(s, VISIT)
    if now(s) == MOVE:
        end_turn(s)


def legal_forfeit(s: State, menu: Menu) -> None:
    """4.3, 10.8  Every action may be forfeited, but not once a guild was sent to the tavern."""
    if s.sent == 0:
        offer(menu, FORFEIT)


def play_forfeit(s: State) -> None:
    """4.3, 10.8  The action is not done."""
    tell(s, "forfeit", s.active)
    done(s)
    end_action(s)


def legal_done(s: State, menu: Menu) -> None:
    """5.3, 9.1, 9.2, 11.1  Enough; for the tavern only if a guild was sent or moves on, else nothing would be done."""
    if now(s) != VISIT or s.sent or count(s.seat[s.active].room, ENTRANCE) < GUILDS:
        offer(menu, DONE)


def play_done(s: State) -> None:
    """5.3, 9.1, 9.2, 11.1  Enough farm work, guilds sent, or craftsmen assigned."""
    decision = now(s)
    done(s)
    if decision == REPAIRS:
        begin_repairs(s)
    else:
        if decision == VISIT and s.sent == 0:
            shift(s)
        end_action(s)


def end_action(s: State) -> None:
    """10.9, 11.3  Those who worked turn; then the turn is over."""
    for notch in range(NOTCHES):
        if s.working >> notch & 1:
            work(s, notch)
    s.working = 0
    end_turn(s)


def end_turn(s: State) -> None:
    """4.1, 5.2, 12.3  The next seat; after the last one a new round begins, or the game is over."""
    s.used = 0
    s.sent = 0
    s.active = (s.active + 1) % s.seats
    s.to_act = s.active
    if s.active == s.first:
        if is_palace_begun(s) or is_standstill(s):
            end_game(s)
        else:
            s.current_round += 1
            tell(s, "round", s.first, s.current_round + 1)


# --- 5 Day labourer ---------------------------------------------------------------------------------------------------


def begin_labour(s: State) -> None:
    """5.1, 5.3  Wages, then farm work for those who can."""
    tell(s, "wage", s.active, crew_size(s))
    earn(s, wage(s, s.active))
    for notch in range(NOTCHES):
        if can_labour(s, notch):
            then(s, FARM_WORK)
            return


def wage(s: State, seat: int) -> int:
    """5.1, 5.2  For every two craftsmen a taler; without craftsmen one too, unless the option is the rulebook's rule."""
    crew = NOTCHES - count(s.seat[seat].crew, NONE)
    if crew == 0:
        return 1 - s.lone_wage
    return (crew + WAGE_PER - 1) // WAGE_PER


def is_standstill(s: State) -> bool:
    """5.2  Whether by the rulebook's rule nobody can do anything any more: without craftsmen, talers and bonds."""
    for seat in range(s.seats):
        its = s.seat[seat]
        if its.talers or its.bonds or count(its.crew, NONE) < NOTCHES:
            return False
    return s.lone_wage == 1


def can_labour(s: State, notch: int) -> bool:
    """5.3  Whether the craftsman there has a sheaf and has not worked on the farm in this turn."""
    character = s.seat[s.active].crew[notch]
    return character != NONE and SHEAF[character] == 1 and s.used >> notch & 1 == 0


def legal_labour(s: State, menu: Menu) -> None:
    """5.3  Any craftsman who can."""
    able = 0
    for notch in range(NOTCHES):
        if can_labour(s, notch):
            able |= 1 << s.seat[s.active].crew[notch]
    offer_each(menu, LABOUR, able)


def offer_each(menu: Menu, verb: int, characters: int) -> None:
    """One action for each character of a set."""
    for character in range(CHARACTERS):
        if characters >> character & 1:
            offer(menu, verb + character)


def play_labour(s: State, character: int) -> None:
    """5.3  Two talers, and the craftsman turns or leaves."""
    notch = notch_of(s, character)
    s.used |= 1 << notch
    tell(s, "labour", s.active, character)
    earn(s, SHEAF_PAY)
    work(s, notch)
    for other in range(NOTCHES):
        if can_labour(s, other):
            return
    done(s)
    end_turn(s)


# --- 6 Hire -----------------------------------------------------------------------------------------------------------


def begin_hire(s: State) -> None:
    """6.1, 10.8  A craftsman may be hired, if there is one whom the seat can pay and take."""
    for space in range(SPACES):
        if can_hire(s, space):
            then(s, HIRE_ONE)
            return


def price(s: State, space: int) -> int:
    """6.1, 6.9  What the craftsman on a space costs."""
    return PRICE_SCALE[s.marker] if space == 0 else SPACE_PRICE[space]


def can_hire(s: State, space: int) -> bool:
    """6.1, 6.3, 6.4  Whether the seat can pay the craftsman, and has no such character or can dismiss it."""
    character = s.billboard[space]
    if character == NONE or price(s, space) > s.seat[s.active].talers:
        return False
    return notch_of(s, character) == NONE or crew_size(s) == NOTCHES


def legal_hire(s: State, menu: Menu) -> None:
    """6.1  Any craftsman who can be hired."""
    for space in range(SPACES):
        if can_hire(s, space):
            offer(menu, HIRE + space)


def play_hire(s: State, space: int) -> None:
    """6.1, 6.2, 6.4  The price is paid; then room is made or a notch chosen, where there is a choice."""
    s.held = s.billboard[space]
    s.space = space
    s.billboard[space] = NONE
    tell(s, "hire", s.active, s.held, space, price(s, space))
    pay(s, price(s, space))
    done(s)
    free = NOTCHES - crew_size(s)
    if free == 0:
        then(s, MAKE_ROOM)
    elif free == 1:
        attach(s, notch_of(s, NONE), SPACE_CORNER[space])
        end_hire(s)
    else:
        then(s, ATTACH)


def legal_dismiss(s: State, menu: Menu) -> None:
    """6.4  Anyone of the crew; if the newcomer is already there, only that one."""
    if notch_of(s, s.held) != NONE:
        offer(menu, DISMISS + s.held)
        return
    mine = 0
    for notch in range(NOTCHES):
        mine |= 1 << s.seat[s.active].crew[notch]
    offer_each(menu, DISMISS, mine)


def play_dismiss(s: State, character: int) -> None:
    """6.4, 10.9  The craftsman leaves, the newcomer takes the notch and has not worked."""
    notch = notch_of(s, character)
    tell(s, "dismiss", s.active, character)
    leave(s, notch)
    s.working &= ~(1 << notch)
    attach(s, notch, SPACE_CORNER[s.space])
    done(s)
    end_hire(s)


def end_hire(s: State) -> None:
    """6.5, 6.6, 6.9  The price of the top space; at the end of the scale its craftsman leaves."""
    if s.space == 0:
        set_marker(s, 0)
    elif s.marker < PRICE_END:
        set_marker(s, s.marker + 1)
    else:
        s.gone[s.billboard[0]] += 1
        tell(s, "discard", s.active, s.billboard[0])
        s.billboard[0] = NONE
        set_marker(s, 0)
    s.space = NONE
    move_up(s)
    then(s, REFILL)
    s.to_act = CHANCE
    refill(s)


def set_marker(s: State, step: int) -> None:
    """6.5, 6.6  The price marker moves."""
    if s.marker != step:
        s.marker = step
        tell(s, "price", s.active, PRICE_SCALE[step])


def move_up(s: State) -> None:
    """6.7  No craftsman has an empty space above."""
    to = 0
    for space in range(SPACES):
        character = s.billboard[space]
        if character != NONE:
            s.billboard[space] = NONE
            s.billboard[to] = character
            to += 1


def refill(s: State) -> None:
    """6.7, 6.8  One more draw as long as a space is empty and the pile is not; then the turn goes on."""
    if s.billboard[BOTTOM] == NONE:
        if has_any(s.starters) or has_any(s.pile):
            return
        if s.billboard[0] == NONE:
            for character in range(CHARACTERS):
                s.pile[character] = s.gone[character]
                s.gone[character] = 0
            tell(s, "reshuffle", s.active, total(s.pile))
            return
    done(s)
    end_action(s)


# --- 7 Moneychanger ---------------------------------------------------------------------------------------------------


def can_change(s: State) -> bool:
    """7.2, 7.3  Whether there is a step up or a bond to redeem."""
    me = s.seat[s.active]
    return me.confidence < TRUST_TOP or me.bonds > 0


def legal_confidence(s: State, menu: Menu) -> None:
    """7.1, 7.2  One step up, but not from the top."""
    if s.seat[s.active].confidence < TRUST_TOP:
        offer(menu, CONFIDENCE)


def play_confidence(s: State) -> None:
    """7.2  The moneychanger trusts more."""
    me = s.seat[s.active]
    me.confidence += 1
    tell(s, "confidence", s.active, TRUST[me.confidence])
    done(s)
    end_turn(s)


def legal_redeem(s: State, menu: Menu) -> None:
    """7.1, 7.3  As many bonds as the seat has and the track shows, or fewer."""
    me = s.seat[s.active]
    for bonds in range(min(me.bonds, TRUST[me.confidence])):
        offer(menu, REDEEM + bonds)


def play_redeem(s: State, bonds: int) -> None:
    """7.3  Bonds become talers."""
    s.seat[s.active].bonds -= bonds
    s.supply += bonds
    tell(s, "redeem", s.active, bonds)
    earn(s, bonds * BOND_PAY)
    done(s)
    end_turn(s)


# --- 8 Travel ---------------------------------------------------------------------------------------------------------


def can_go(s: State, place: int) -> bool:
    """8.1, 8.2  Whether the way there is short enough and can be paid. Other carriages do not matter."""
    me = s.seat[s.active]
    roads = ROADS[s.side][me.carriage][place]
    return 0 < roads < len(TRAVEL_PRICE) and TRAVEL_PRICE[roads] <= me.talers


def can_travel(s: State) -> bool:
    """4.3, 8.1  Whether any place is in reach."""
    for place in range(PLACE_COUNT[s.side]):
        if can_go(s, place):
            return True
    return False


def legal_travel(s: State, menu: Menu) -> None:
    """8.1  Any place in reach."""
    for place in range(PLACE_COUNT[s.side]):
        if can_go(s, place):
            offer(menu, TRAVEL + place)


def play_travel(s: State, place: int) -> None:
    """8.1  The carriage goes there."""
    me = s.seat[s.active]
    roads = ROADS[s.side][me.carriage][place]
    tell(s, "travel", s.active, me.carriage, place, roads)
    me.carriage = place
    pay(s, TRAVEL_PRICE[roads])
    done(s)
    end_turn(s)


# --- 9 Tavern ---------------------------------------------------------------------------------------------------------


def can_visit(s: State) -> bool:
    """4.3, 9.1, 9.2  Whether a guild can be paid for, or is in the tavern and would move on."""
    me = s.seat[s.active]
    return me.talers >= TAVERN_PRICE[0] or count(me.room, ENTRANCE) < GUILDS


def legal_send(s: State, menu: Menu) -> None:
    """9.1, 9.2  Any guild at the entrance that can be paid; at first also from the dormitory, which comes to the entrance."""
    me = s.seat[s.active]
    can_pay = s.sent < GUILDS and TAVERN_PRICE[s.sent] <= me.talers
    for guild in range(GUILDS):
        if can_pay and (me.room[guild] == ENTRANCE or (me.room[guild] == DORMITORY and s.sent == 0)):
            offer(menu, SEND + guild)


def shift(s: State) -> None:
    """9.1  From the dormitory to the entrance, then from the saloon to the dormitory."""
    me = s.seat[s.active]
    if count(me.room, ENTRANCE) < GUILDS:
        tell(s, "shift", s.active)
    for guild in range(GUILDS):
        if me.room[guild] == DORMITORY:
            me.room[guild] = ENTRANCE
        elif me.room[guild] == SALOON:
            me.room[guild] = DORMITORY


def play_send(s: State, guild: int) -> None:
    """9.2, 9.3  The guild goes to the saloon, and its craftsmen turn back, but not past the start corner."""
    if s.sent == 0:
        shift(s)
    me = s.seat[s.active]
    me.room[guild] = SALOON
    tell(s, "send", s.active, guild)
    pay(s, TAVERN_PRICE[s.sent])
    s.sent += 1
    for notch in range(NOTCHES):
        character = me.crew[notch]
        if character != NONE and GUILD[character] == guild and me.corner[notch] > 0:
            me.corner[notch] -= 1
            tell(s, "rest", s.active, character, me.corner[notch])
    if count(me.room, ENTRANCE) == 0 or TAVERN_PRICE[s.sent] > me.talers:
        done(s)
        end_turn(s)


# --- 10 Construct a building ------------------------------------------------------------------------------------------


def legal_build(s: State, menu: Menu) -> None:
    """10.1, 10.2  A building, where one can be built."""
    if can_build(s):
        offer(menu, BUILD)


def can_build(s: State) -> bool:
    """10.2  Not in the capital, not twice at a place, with every guild of the demand, and with a marker."""
    me = s.seat[s.active]
    if me.carriage == HOME or me.markers == 0:
        return False
    for owner in s.site[me.carriage]:
        if owner == s.active:
            return False
    guilds = 0
    for character in me.crew:
        if character != NONE:
            guilds |= 1 << GUILD[character]
    needed = TILE_GUILDS[s.demand[me.carriage]]
    return guilds & needed == needed


def play_build(s: State) -> None:
    """10.3, 10.4, 10.5  All performances, less the site, with the bonus, within the limit of the place."""
    me = s.seat[s.active]
    place = me.carriage
    tile = s.demand[place]
    n = 0
    while s.site[place][n] != NONE:
        n += 1
    s.site[place][n] = s.active
    me.markers -= 1
    extra = TILE_AMOUNT[tile] if TILE_BONUS[tile] == BONUS_POINTS else 0
    crew = performance(s, s.active)
    s.points = min(max(crew - SITE_COST[n] + extra, 0), MOST_POINTS[TILE_TYPE[tile]])
    tell(s, "build", s.active, place, crew, SITE_COST[n], extra, s.points)
    s.bonus = TILE_BONUS[tile]
    s.amount = TILE_AMOUNT[tile]
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE:
            s.working |= 1 << notch
    done(s)
    climb_on(s)


def climb_on(s: State) -> None:
    """10.6  As long as a step can be paid the seat may climb; else the points become bonds."""
    if can_climb(s):
        then(s, CLIMBING)
    else:
        end_climb(s)


def can_climb(s: State) -> bool:
    """10.6  Whether there is a next step, and points enough for it."""
    step = s.seat[s.active].appreciation
    return step < TRACK_END and s.points >= s.track[step]


def legal_climb(s: State, menu: Menu) -> None:
    """10.6  One step."""
    offer(menu, CLIMB)


def play_climb(s: State) -> None:
    """10.6  The step costs the token above."""
    me = s.seat[s.active]
    s.points -= s.track[me.appreciation]
    tell(s, "climb", s.active, me.appreciation + 1, s.track[me.appreciation])
    me.appreciation += 1
    done(s)
    climb_on(s)


def legal_bonds(s: State, menu: Menu) -> None:
    """10.7  Bonds for all points that are left."""
    offer(menu, BONDS)


def play_bonds(s: State) -> None:
    """10.7  No further step."""
    done(s)
    end_climb(s)


def end_climb(s: State) -> None:
    """10.7, 10.8  What is left of the points becomes bonds, as far as there are any; then the bonus of the town."""
    bonds = min(s.points, s.supply)
    s.supply -= bonds
    s.seat[s.active].bonds += bonds
    if s.points:
        tell(s, "bonds", s.active, bonds, s.points - bonds)
    s.points = 0
    bonus = s.bonus
    s.bonus = NO_BONUS
    if bonus == BONUS_TALERS:
        earn(s, s.amount)
    s.amount = 0
    if bonus == BONUS_HIRE:
        begin_hire(s)
    if now(s) != HIRE_ONE:
        end_action(s)


# --- 11 Repairs -------------------------------------------------------------------------------------------------------


def legal_repair(s: State, menu: Menu) -> None:
    """11.1  Anyone whose guild is not yet at it."""
    me = s.seat[s.active]
    guilds = repairing(s)
    able = 0
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE and guilds >> GUILD[me.crew[notch]] & 1 == 0:
            able |= 1 << me.crew[notch]
    offer_each(menu, REPAIR, able)


def repairing(s: State) -> int:
    """11.1  The guilds of those who are assigned, one bit each."""
    guilds = 0
    for notch in range(NOTCHES):
        if s.working >> notch & 1:
            guilds |= 1 << GUILD[s.seat[s.active].crew[notch]]
    return guilds


def play_repair(s: State, character: int) -> None:
    """11.1, 11.2  One more does repairs; when there are three, or nobody else can, they begin."""
    me = s.seat[s.active]
    if s.working == 0:
        done(s)
        then(s, REPAIRS)
    s.working |= 1 << notch_of(s, character)
    s.points += SCROLL[character]
    tell(s, "assign", s.active, character, SCROLL[character])
    workers = 0
    others = 0
    guilds = repairing(s)
    for notch in range(NOTCHES):
        if s.working >> notch & 1:
            workers += 1
        elif me.crew[notch] != NONE and guilds >> GUILD[me.crew[notch]] & 1 == 0:
            others += 1
    if workers == REPAIRERS or others == 0:
        done(s)
        begin_repairs(s)


def begin_repairs(s: State) -> None:
    """11.2  The sum of the scrolls is used like that of a building, without a bonus."""
    tell(s, "repair", s.active, s.points)
    climb_on(s)


# --- 12 The palace and the end ----------------------------------------------------------------------------------------


def can_build_palace(s: State) -> bool:
    """12.1  Last space, carriage in the capital, performance enough; the architect is on Construct."""
    me = s.seat[s.active]
    return me.appreciation == TRACK_END and me.carriage == HOME and performance(s, s.active) >= PALACE_SUM


def legal_palace(s: State, menu: Menu) -> None:
    """10.1, 12.1  The palace, for those who may."""
    if can_build_palace(s):
        offer(menu, PALACE)


def play_palace(s: State) -> None:
    """12.2  The sum is kept, nobody turns."""
    crew = performance(s, s.active)
    s.seat[s.active].palace = crew
    tell(s, "palace", s.active, crew)
    tell(s, "score", s.active, crew)
    done(s)
    end_turn(s)


def is_palace_begun(s: State) -> bool:
    """12.3  Whether anybody has built at the palace."""
    for seat in range(s.seats):
        if s.seat[seat].palace:
            return True
    return False


def end_game(s: State) -> None:
    """12.3  The round is complete."""
    s.to_act = NOBODY
    tell(s, "end", s.first)


def score(s: State, seat: int) -> int:
    """12.4  The kept sum; 0 without the palace."""
    return s.seat[seat].palace


# --- 13 Seen and unseen -----------------------------------------------------------------------------------------------


def redeal(s: State, seat: int, dice: Dice) -> None:
    """13.1  Nothing changes: nothing is hidden, and the pile has no order."""


def lost(s: State) -> int:
    """1.2, 1.3, 1.5, 1.6, 1.7  Everything is in exactly one place: how many kinds of things do not add up."""
    wrong = lost_craftsmen(s) + lost_tokens(s) + lost_tiles(s)
    placed = 0  # building markers on the board, eight bits a seat
    for place in range(PLACE_COUNT[s.side]):
        for owner in s.site[place]:
            if owner != NONE:
                placed += 1 << 8 * owner
    bonds = s.supply
    for seat in range(s.seats):
        its = s.seat[seat]
        bonds += its.bonds
        if its.markers + (placed >> 8 * seat & 255) != MARKERS or its.talers < 0:
            wrong += 1
    if bonds != BOND_SUPPLY:
        wrong += 1
    return wrong


def lost_craftsmen(s: State) -> int:
    """1.6  How many characters have more or fewer tiles than the box. Tiles of nine characters are counted in one word."""
    low = tally(s.billboard, 0)
    high = tally(s.billboard, HALF)
    for seat in range(s.seats):
        low += tally(s.seat[seat].crew, 0)
        high += tally(s.seat[seat].crew, HALF)
    wrong = 0
    for character in range(CHARACTERS):
        n = s.starters[character] + s.pile[character] + s.display[character] + s.gone[character]
        n += (low if character < HALF else high) >> 6 * (character % HALF) & 63
        if s.held == character:
            n += 1
        if n != COPIES[character]:
            wrong += 1
    return wrong


def tally(craftsmen: list[int], start: int) -> int:
    """How many tiles there are of each of nine characters, six bits each."""
    n = 0
    for character in craftsmen:
        if start <= character < start + HALF:
            n += 1 << 6 * (character - start)
    return n


def lost_tokens(s: State) -> int:
    """1.2  How many values have more or fewer tokens than the box. Four bits a value."""
    laid = 0
    for value in s.track:
        if value:
            laid += 1 << 4 * (value - 1)
    wrong = 0
    for value in range(1, DEAREST + 1):
        if s.tokens[value] + (laid >> 4 * (value - 1) & 15) != TOKENS[value]:
            wrong += 1
    return wrong


def lost_tiles(s: State) -> int:
    """1.5  How many demands are nowhere, or in two places."""
    laid = 0
    wrong = 0
    for tile in s.demand:
        if tile != NONE:
            if laid >> tile & 1:
                wrong += 1
            laid |= 1 << tile
    for tile in range(TILE_COUNT):
        if s.tiles[tile] + (laid >> tile & 1) != 1:
            wrong += 1
    return wrong
