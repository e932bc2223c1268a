"""Arkadia: the rules, in the order of RULES.md. Docstrings begin with the clauses they carry out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE, NOBODY
from chantier.games.arkadia.state import (
    ACT,
    AMOUNTS,
    BANNER,
    BLIND,
    BLOCK,
    BUILDINGS,
    CASTLE,
    CELLS,
    CHOOSE_BLOCK,
    CHOOSE_CELL,
    CHOOSE_FIRST,
    CHOOSE_SITE,
    CHOOSE_SPOT,
    CHOOSE_SQUARE,
    COLUMNS,
    DEAL,
    DONE,
    DRAW,
    DRAW_BLIND,
    FAMILIES,
    FILL_HAND,
    FIRST,
    FIRST_ROW,
    GO_ON,
    HIRED,
    KINDS,
    LAY,
    LEVELS,
    NEUTRAL,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    NOT_LAST_ROW,
    OPEN,
    OWN,
    OWNERS,
    PLAY,
    RAISE_BANNER,
    REACH,
    REFILL,
    SELL,
    SELL_ALL,
    SET,
    SHAPES,
    SITE,
    SKIP,
    SQUARES,
    STAND,
    TAKE,
    TRADE,
    TURNS,
    WORD,
    WORDS,
    WORKER,
    State,
)
from chantier.kernel.words import NONE, Dice, Menu, below, done, first_bit, now, offer, tell, then, whisper

if TYPE_CHECKING:  # the tables of the component set in use
    from chantier.games.arkadia.tables import (
        ALONG,
        BANNER_WORKERS,
        BANNERS,
        BELOW_BITS,
        BESIDE_BITS,
        BLOCKS,
        BOARD_BITS,
        CAMPS_BITS,
        CELL_COUNT,
        COVER_BITS,
        DECK,
        DOWN,
        FIRST_CARDS,
        FIRST_NEUTRAL,
        FIRST_PLACED,
        FIRST_PLACED_SITE,
        FIRST_SITE,
        FITS_BITS,
        HAND,
        NEUTRAL_WORKERS,
        OPEN_CARDS,
        OWN_WORKERS,
        PLACED_AT,
        PRINTED,
        SHAPE_OF,
        SITE_COUNT,
        SIZE,
        START_WORKERS,
        TURNED,
    )

Squares = tuple[int, int, int, int, int]  # a set of squares: four words and an empty one below the board


def legal(s: State, menu: Menu) -> None:
    """What may be done now."""
    if s.to_act == NOBODY:
        return
    decision = now(s)
    if decision == CHOOSE_FIRST:
        legal_first(s, menu)
    elif decision == CHOOSE_SITE:
        legal_site(s, menu)
    elif decision <= REFILL:
        legal_draw(s, menu)
    elif decision == ACT:
        legal_card(s, menu)
        legal_worker(s, menu)
        legal_skip(s, menu)
    elif decision == CHOOSE_SPOT:
        legal_lay(s, menu)
    elif decision == FILL_HAND:
        legal_take(s, menu)
        legal_blind(s, menu)
    elif decision == CHOOSE_SQUARE:
        legal_stand(s, menu)
    elif decision == CHOOSE_BLOCK:
        legal_block(s, menu)
    elif decision == CHOOSE_CELL:
        legal_set(s, menu)
    else:
        if decision == GO_ON:
            legal_worker(s, menu)
        elif decision == RAISE_BANNER:
            legal_banner(s, menu)
        else:
            legal_sell(s, menu)
        offer(menu, DONE)


def play(s: State, action: int) -> None:
    """Do it."""
    if action < SITE:
        play_first(s, action - FIRST)
    elif action < DRAW:
        play_site(s, action - SITE)
    elif action < PLAY:
        play_draw(s, action - DRAW)
    elif action < WORKER:
        play_card(s, action - PLAY)
    elif action < LAY:
        play_worker(s, action - WORKER)
    elif action < STAND:
        play_lay(s, (action - LAY) // SQUARES, (action - LAY) % SQUARES)
    elif action < TAKE:
        play_stand(s, action - STAND)
    elif action < BLIND:
        play_take(s, action - TAKE)
    elif action == BLIND:
        play_blind(s)
    elif action < SET:
        play_block(s, action - BLOCK)
    elif action < BANNER:
        play_set(s, action - SET)
    elif action == BANNER:
        play_banner(s)
    elif action < SELL_ALL:
        play_sell(s, (action - SELL) // AMOUNTS, (action - SELL) % AMOUNTS + 1)
    elif action == SELL_ALL:
        play_sell_all(s)
    elif action == DONE:
        play_done(s)
    else:
        play_skip(s)


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


def setup(s: State, seats: int, start: int, site_by: int, mirror: int, screens: int) -> None:
    """1.1, 1.3, 1.4, 1.5  Seats with banners and workers, blocks in three supplies, all cards in the pile."""
    s.seats = seats
    s.start = start
    s.site_by = site_by
    s.mirror = mirror
    s.screens = screens
    clear(s)
    for kind in range(KINDS):
        s.deck[kind] = DECK[kind]
    for level in range(LEVELS):
        for family in range(FAMILIES):
            s.supply[level][family] = BLOCKS[level]
    s.reserve[NEUTRAL] = NEUTRAL_WORKERS
    for seat in range(seats):
        s.seat[seat].banners = BANNERS
        s.seat[seat].workers[OWN] = START_WORKERS
        s.reserve[seat] = OWN_WORKERS - START_WORKERS
    s.to_act = CHANCE
    then(s, CHOOSE_FIRST)


def clear(s: State) -> None:
    """1.1  Nothing lies on the board yet."""
    s.first = NONE
    s.turn = NONE
    s.turns_left = NONE
    s.card = NONE
    s.worker = NONE
    s.block = NONE
    s.slot = NONE
    for building in range(BUILDINGS):
        s.placed[building] = NONE
        s.family[building] = NONE
    for slot in range(OPEN):
        s.shown[slot] = NONE
    for level in range(LEVELS):
        for cell in range(CELLS):
            s.castle[level][cell] = NONE


def legal_first(s: State, menu: Menu) -> None:
    """1.7  Any seat may begin."""
    for seat in range(s.seats):
        offer(menu, FIRST + seat)


def play_first(s: State, seat: int) -> None:
    """1.7, 1.8  The first seat is known; in a first game the board is laid out at once."""
    s.first = seat
    tell(s, "first", seat)
    done(s)
    if s.start:
        lay_first_game(s)
        then(s, DEAL)
    else:
        if s.site_by:
            s.to_act = seat
        then(s, CHOOSE_SITE)


def lay_first_game(s: State) -> None:
    """1.8  The site, seven buildings and their seals; their cards leave the game; every seat has more neutral workers."""
    put(s, FIRST_PLACED_SITE + FIRST_SITE, NONE)
    tell(s, "site", s.first, FIRST_SITE)
    for n in range(len(FIRST_PLACED)):
        s.deck[FIRST_CARDS[n]] -= 1
        put(s, FIRST_PLACED[n], FIRST_CARDS[n] % FAMILIES)
    for seat in range(s.seats):
        s.seat[seat].workers[HIRED] += FIRST_NEUTRAL[s.seats]
        s.reserve[NEUTRAL] -= FIRST_NEUTRAL[s.seats]


def legal_site(s: State, menu: Menu) -> None:
    """1.2  Every place where the castle site covers no camp."""
    for site in range(SITE_COUNT):
        offer(menu, SITE + site)


def play_site(s: State, site: int) -> None:
    """1.2  The castle site lies; the cards are dealt."""
    put(s, FIRST_PLACED_SITE + site, NONE)
    tell(s, "site", s.first, site)
    done(s)
    s.to_act = CHANCE
    then(s, DEAL)


def put(s: State, placed: int, family: int) -> None:
    """3.4, 5.5  A building, or the castle site, lies on the board; a building is unfinished."""
    building = s.buildings
    s.placed[building] = placed
    s.family[building] = family
    if family != NONE:
        s.unfinished |= 1 << building
    s.buildings += 1
    for word in range(WORDS):
        s.built[word] |= COVER_BITS[placed][word]


def legal_draw(s: State, menu: Menu) -> None:
    """1.6  Any kind of card that is still in the pile."""
    for kind in range(KINDS):
        if s.deck[kind]:
            offer(menu, DRAW + kind)


def weight(s: State, action: int) -> int:
    """1.2, 1.6, 1.7  Seats and sites are equally likely; a card is as likely as there are many of its kind in the pile."""
    if action < DRAW:
        return 1
    return s.deck[action - DRAW]


def play_draw(s: State, kind: int) -> None:
    """1.6, 3.6  A card leaves the pile: for a hand, seen by its seat only, or for the open row."""
    s.deck[kind] -= 1
    decision = now(s)
    if decision == DEAL:
        deal(s, kind)
        return
    done(s)
    if decision == REFILL:
        show(s, kind, s.slot)
        s.slot = NONE
    else:
        s.seat[s.turn].hand[kind] += 1
        whisper(s, "draw", s.turn, kind)
    s.to_act = s.turn
    finish_buildings(s)


def deal(s: State, kind: int) -> None:
    """1.6  One card after the other to every seat, then the open ones; then the first turn begins."""
    rest = s.dealt - HAND * s.seats
    s.dealt += 1
    if rest < 0:
        seat = (s.first + s.dealt - 1) % s.seats
        s.seat[seat].hand[kind] += 1
        whisper(s, "draw", seat, kind)
    else:
        show(s, kind, rest)
        if rest + 1 == OPEN_CARDS:
            done(s)
            begin_turn(s, s.first)


def show(s: State, kind: int, slot: int) -> None:
    """1.6, 3.6  A card lies open."""
    s.shown[slot] = kind
    tell(s, "open", s.first if s.turn == NONE else s.turn, kind)


# --- 2 The turn -------------------------------------------------------------------------------------------------------


def begin_turn(s: State, seat: int) -> None:
    """2.1  First lay or place; any building may become the one that workers are placed beside."""
    s.turn = seat
    s.to_act = seat
    s.common = s.unfinished | 1 << CASTLE
    tell(s, "turn", seat)
    then(s, ACT)


def legal_skip(s: State, menu: Menu) -> None:
    """2.2  Only who can neither lay nor place skips."""
    if menu[0] == 0:
        offer(menu, SKIP)


def play_skip(s: State) -> None:
    """2.2  On to the second part of the turn."""
    tell(s, "skip", s.turn)
    s.idle += 1
    done(s)
    begin_banner(s)


def play_done(s: State) -> None:
    """2.1, 4.1, 7.1, 7.2  Enough workers; or no banner; or no more sales."""
    decision = now(s)
    done(s)
    if decision == GO_ON:
        finish_buildings(s)
    else:
        end_turn(s)


def end_turn(s: State) -> None:
    """1.7, 2.3, 8.2  Clockwise to the next seat, unless this was the last turn or nothing can happen any more."""
    if s.turns_left != NONE:
        s.turns_left -= 1
    if s.turns_left == 0 or s.idle == s.seats:
        end_game(s)
    else:
        begin_turn(s, (s.turn + 1) % s.seats)


# --- 3 Laying a building ----------------------------------------------------------------------------------------------


def legal_card(s: State, menu: Menu) -> None:
    """3.1  A card whose building fits somewhere."""
    free = free_squares(s)
    near = near_squares(s, free)
    hand = s.seat[s.turn].hand
    for shape in range(SHAPES):
        first = shape * FAMILIES
        if hand[first] + hand[first + 1] + hand[first + 2] + hand[first + 3] and fits(s, shape, free, near):
            for family in range(FAMILIES):
                if hand[first + family]:
                    offer(menu, PLAY + first + family)


def play_card(s: State, kind: int) -> None:
    """3.1  The card is shown."""
    take_from_hand(s, kind)
    s.card = kind
    tell(s, "play", s.turn, kind)
    done(s)
    then(s, CHOOSE_SPOT)


def take_from_hand(s: State, kind: int) -> None:
    """9.1  A card leaves the hand. If one of its kind was taken openly, nobody can tell that it was not this one."""
    me = s.seat[s.turn]
    me.hand[kind] -= 1
    if me.known[kind]:
        me.known[kind] -= 1


def free_squares(s: State) -> Squares:
    """3.1  Squares without building, castle site and worker."""
    return free_in(s, 0), free_in(s, 1), free_in(s, 2), free_in(s, 3), BOARD_BITS[WORDS]


def free_in(s: State, word: int) -> int:
    return BOARD_BITS[word] & ~taken_in(s, word)


def taken_in(s: State, word: int) -> int:
    """3.1  Squares of a word where a building or a worker is."""
    squares = s.built[word]
    for owner in range(OWNERS):
        squares |= s.crew[owner][word]
    return squares


def near_squares(s: State, free: Squares) -> Squares:
    """3.3  Free squares beside a building or a worker."""
    a = taken_in(s, 0)
    b = taken_in(s, 1)
    c = taken_in(s, 2)
    d = taken_in(s, 3)
    none = BOARD_BITS[WORDS]
    return (
        free[0] & spread(none, a, b),
        free[1] & spread(a, b, c),
        free[2] & spread(b, c, d),
        free[3] & spread(c, d, none),
        none,
    )


def spread(above: int, here: int, under: int) -> int:
    """3.3  The squares of a word that share a side with these squares of it, of the word above it or of the word under it."""
    left = (here & NOT_FIRST_COLUMN) >> 1
    right = (here & NOT_LAST_COLUMN) << 1
    up = here >> COLUMNS | (under & FIRST_ROW) << (WORD - COLUMNS)
    down = (here & NOT_LAST_ROW) << COLUMNS | above >> (WORD - COLUMNS)
    return left | right | up | down


def fits(s: State, shape: int, free: Squares, near: Squares) -> bool:
    """3.1  Whether a building of this shape can be laid at all."""
    for turn in range(turns_allowed(s)):
        look = TURNED[shape][turn]
        if look != NONE:
            for word in range(WORDS):
                if spots(look, word, free, near):
                    return True
    return False


def turns_allowed(s: State) -> int:
    """3.2  Four quarter turns, and with the option the same again mirrored."""
    return TURNS if s.mirror else TURNS // 2


def spots(look: int, word: int, free: Squares, near: Squares) -> int:
    """3.1, 3.2, 3.3  Where the first square of an outline can lie in one word, for all its squares at once.

    Every square of the outline shifts the board over the first one: all must be free, one must be near."""
    if near[word] | near[word + 1] == 0:
        return 0
    room = FITS_BITS[look][word]
    touch = 0
    for n in range(SIZE[look]):
        down = DOWN[look][n]
        along = ALONG[look][n]
        sight = BELOW_BITS[look][n]
        room &= ((free[word] >> down | (free[word + 1] & sight) << (WORD - down)) << REACH) >> along
        touch |= ((near[word] >> down | (near[word + 1] & sight) << (WORD - down)) << REACH) >> along
    return room & touch


def legal_lay(s: State, menu: Menu) -> None:
    """3.1, 3.2  Every place where the building fits, however it is turned."""
    free = free_squares(s)
    near = near_squares(s, free)
    shape = s.card // FAMILIES
    for turn in range(turns_allowed(s)):
        look = TURNED[shape][turn]
        if look != NONE:
            for word in range(WORDS):
                offer_squares(menu, LAY + turn * SQUARES + word * WORD, spots(look, word, free, near))


def offer_squares(menu: Menu, first: int, squares: int) -> None:
    """One action for each square of a word."""
    while squares:
        offer(menu, first + first_bit(squares))
        squares &= squares - 1


def play_lay(s: State, turn: int, square: int) -> None:
    """2.3, 3.1, 3.4, 3.5  The building is laid, with a seal on it; camps under it bring neutral workers."""
    kind = s.card
    placed = PLACED_AT[TURNED[kind // FAMILIES][turn]][square]
    put(s, placed, kind % FAMILIES)
    tell(s, "lay", s.turn, kind, placed)
    s.card = NONE
    s.idle = 0
    hired = 0
    for word in range(WORDS):
        hired += how_many(COVER_BITS[placed][word] & CAMPS_BITS[word])
    hired = min(hired, s.reserve[NEUTRAL])
    if hired:
        s.reserve[NEUTRAL] -= hired
        s.seat[s.turn].workers[HIRED] += hired
        tell(s, "hire", s.turn, hired)
    done(s)
    fill_hand(s)


def how_many(squares: int) -> int:
    """Squares in a word."""
    n = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n


def fill_hand(s: State) -> None:
    """3.6, 3.7  One card, if there is any left."""
    if pile(s):
        then(s, FILL_HAND)
        return
    for slot in range(OPEN):
        if s.shown[slot] != NONE:
            then(s, FILL_HAND)
            return
    finish_buildings(s)


def pile(s: State) -> int:
    """3.7  Cards in the pile."""
    n = 0
    for kind in range(KINDS):
        n += s.deck[kind]
    return n


def legal_take(s: State, menu: Menu) -> None:
    """3.6  Any open card; two of a kind are the same."""
    low = min(s.shown[0], s.shown[1], s.shown[2])
    high = max(s.shown[0], s.shown[1], s.shown[2])
    middle = s.shown[0] + s.shown[1] + s.shown[2] - low - high
    if low != NONE:
        offer(menu, TAKE + low)
    if middle != NONE and middle != low:
        offer(menu, TAKE + middle)
    if high != NONE and high != middle:
        offer(menu, TAKE + high)


def play_take(s: State, kind: int) -> None:
    """3.6, 3.7, 9.1  An open card is taken before all eyes; its place is filled from the pile."""
    slot = 0
    while s.shown[slot] != kind:
        slot += 1
    s.shown[slot] = NONE
    s.seat[s.turn].hand[kind] += 1
    s.seat[s.turn].known[kind] += 1
    tell(s, "take", s.turn, kind)
    done(s)
    if pile(s):
        s.slot = slot
        s.to_act = CHANCE
        then(s, REFILL)
    else:
        finish_buildings(s)


def legal_blind(s: State, menu: Menu) -> None:
    """3.6, 3.7  A card from the pile, if there is one."""
    if pile(s):
        offer(menu, BLIND)


def play_blind(s: State) -> None:
    """3.6  Chance decides which."""
    tell(s, "blind", s.turn)
    done(s)
    s.to_act = CHANCE
    then(s, DRAW_BLIND)


# --- 4 Placing workers ------------------------------------------------------------------------------------------------


def legal_worker(s: State, menu: Menu) -> None:
    """4.1  An own or a neutral worker from the tent, if there is a square for it."""
    mine = s.seat[s.turn].workers
    if (mine[OWN] or mine[HIRED]) and can_stand(s):
        if mine[OWN]:
            offer(menu, WORKER + OWN)
        if mine[HIRED]:
            offer(menu, WORKER + HIRED)


def can_stand(s: State) -> bool:
    """4.1  Whether there is a square for one more worker."""
    for word in range(WORDS):
        if standing_in(s, word):
            return True
    return False


def standing_in(s: State, word: int) -> int:
    """4.1, 4.2  Free squares beside a building that is beside all workers of this turn."""
    squares = 0
    common = s.common
    while common:
        squares |= BESIDE_BITS[s.placed[first_bit(common)]][word]
        common &= common - 1
    return squares & free_in(s, word)


def play_worker(s: State, kind: int) -> None:
    """4.1  A worker leaves the tent."""
    s.worker = kind
    done(s)
    then(s, CHOOSE_SQUARE)


def legal_stand(s: State, menu: Menu) -> None:
    """4.1, 4.2  Every square where a worker may be put."""
    for word in range(WORDS):
        offer_squares(menu, STAND + word * WORD, standing_in(s, word))


def play_stand(s: State, square: int) -> None:
    """2.3, 4.1, 4.2, 4.3  The worker stays there for good; a camp under it brings nothing."""
    owner = s.turn if s.worker == OWN else NEUTRAL
    word = square // WORD
    bit = square % WORD
    s.seat[s.turn].workers[s.worker] -= 1
    s.crew[owner][word] |= 1 << bit
    tell(s, "stand", s.turn, owner, square)
    s.worker = NONE
    s.idle = 0
    for building in range(s.buildings):
        if s.common >> building & 1 and not BESIDE_BITS[s.placed[building]][word] >> bit & 1:
            s.common ^= 1 << building
    done(s)
    mine = s.seat[s.turn].workers
    if (mine[OWN] or mine[HIRED]) and can_stand(s):
        then(s, GO_ON)
    else:
        finish_buildings(s)


# --- 5 Finishing buildings --------------------------------------------------------------------------------------------


def finish_buildings(s: State) -> None:
    """5.1, 5.4  Every building that is enclosed now is paid by itself; then the castle grows."""
    for building in range(s.buildings):
        if s.unfinished >> building & 1 and is_enclosed(s, building):
            finish(s, building)
    grow_castle(s)


def is_enclosed(s: State, building: int) -> bool:
    """5.1  Whether no square beside it is free; off the board there are no squares."""
    for word in range(WORDS):
        if BESIDE_BITS[s.placed[building]][word] & free_in(s, word):
            return False
    return True


def crew_beside(s: State, seat: int, placed: int) -> int:
    """5.2  Workers of a seat beside a building that lies so."""
    n = 0
    for word in range(WORDS):
        n += how_many(BESIDE_BITS[placed][word] & s.crew[seat][word])
    return n


def finish(s: State, building: int) -> None:
    """5.2, 5.3, 6.1  A seal for every own worker beside it; the seal on it for whose turn it is; and a block is due."""
    s.unfinished ^= 1 << building
    s.due += 1
    family = s.family[building]
    tell(s, "finish", s.turn, SHAPE_OF[s.placed[building]], family, s.placed[building])
    for step in range(s.seats):
        seat = (s.turn + step) % s.seats
        n = crew_beside(s, seat, s.placed[building])
        if n:
            s.seat[seat].seals[family] += n
            tell(s, "earn", seat, family, n)
    s.seat[s.turn].seals[family] += 1
    tell(s, "bonus", s.turn, family)


# --- 6 The castle -----------------------------------------------------------------------------------------------------


def grow_castle(s: State) -> None:
    """6.1, 6.4  One block after the other, as long as some are due and there."""
    if s.due and (is_level_full(s) or not blocks_left(s)):
        s.due = 0
        tell(s, "empty", s.turn)
    if s.due:
        then(s, CHOOSE_BLOCK)
    else:
        begin_banner(s)


def blocks_left(s: State) -> bool:
    """6.2, 6.4  Whether the supply of the present level has any."""
    for family in range(FAMILIES):
        if s.supply[s.level][family]:
            return True
    return False


def legal_block(s: State, menu: Menu) -> None:
    """6.2  Any colour left in the supply of the present level."""
    for family in range(FAMILIES):
        if s.supply[s.level][family]:
            offer(menu, BLOCK + family)


def play_block(s: State, family: int) -> None:
    """6.2  The block is chosen."""
    s.block = family
    done(s)
    then(s, CHOOSE_CELL)


def legal_set(s: State, menu: Menu) -> None:
    """6.2  Any free cell of the present level."""
    for cell in range(CELL_COUNT):
        if s.castle[s.level][cell] == NONE:
            offer(menu, SET + cell)


def play_set(s: State, cell: int) -> None:
    """6.1, 6.2, 6.3  The block is set; a full level moves what is left of its supply."""
    s.supply[s.level][s.block] -= 1
    s.castle[s.level][cell] = s.block
    s.due -= 1
    tell(s, "block", s.turn, s.block, cell, s.level)
    s.block = NONE
    done(s)
    if is_level_full(s):
        finish_level(s)
    grow_castle(s)


def is_level_full(s: State) -> bool:
    """6.2  Whether no cell of the present level is free."""
    for cell in range(CELL_COUNT):
        if s.castle[s.level][cell] == NONE:
            return False
    return True


def finish_level(s: State) -> None:
    """6.3, 8.1, 8.2  What is left goes to the third supply; the second level full, everybody has one more turn."""
    last = LEVELS - 1
    if s.level == last:
        return
    for family in range(FAMILIES):
        s.supply[last][family] += s.supply[s.level][family]
        s.supply[s.level][family] = 0
    s.level += 1
    tell(s, "level", s.turn, s.level)
    if s.level == last:
        s.turns_left = s.seats + 1
        tell(s, "last", s.turn)


def value(s: State, family: int) -> int:
    """6.5  How many seals of a family the castle shows from above."""
    n = 0
    for cell in range(CELL_COUNT):
        if top(s, cell) == family:
            n += 1
    return n


def top(s: State, cell: int) -> int:
    """6.5  What a cell shows: its highest block, or what is printed there."""
    if s.castle[2][cell] != NONE:
        return s.castle[2][cell]
    if s.castle[1][cell] != NONE:
        return s.castle[1][cell]
    if s.castle[0][cell] != NONE:
        return s.castle[0][cell]
    return PRINTED[cell]


# --- 7 Banners --------------------------------------------------------------------------------------------------------


def begin_banner(s: State) -> None:
    """2.1, 7.1  The second part of the turn, for who has a banner."""
    if s.seat[s.turn].banners:
        then(s, RAISE_BANNER)
    else:
        end_turn(s)


def legal_banner(s: State, menu: Menu) -> None:
    """7.1  One banner, or none."""
    offer(menu, BANNER)


def play_banner(s: State) -> None:
    """2.3, 7.1, 7.2  The banner brings two own workers, and seals may be sold."""
    me = s.seat[s.turn]
    hired = min(BANNER_WORKERS, s.reserve[s.turn])
    me.banners -= 1
    me.workers[OWN] += hired
    s.reserve[s.turn] -= hired
    s.idle = 0
    tell(s, "banner", s.turn, hired)
    done(s)
    if can_sell(s):
        then(s, TRADE)
    else:
        end_turn(s)


def can_sell(s: State) -> bool:
    """7.2  Whether a seal would bring gold."""
    for family in range(FAMILIES):
        if s.seat[s.turn].seals[family] and value(s, family):
            return True
    return False


def legal_sell(s: State, menu: Menu) -> None:
    """7.2  So many seals of a family, or all of all families."""
    for family in range(FAMILIES):
        if value(s, family):
            for n in range(min(s.seat[s.turn].seals[family], AMOUNTS)):
                offer(menu, SELL + family * AMOUNTS + n)
    offer(menu, SELL_ALL)


def play_sell(s: State, family: int, n: int) -> None:
    """7.2  Seals of one family are sold; more may follow."""
    sell(s, s.turn, family, n)
    if not can_sell(s):
        done(s)
        end_turn(s)


def play_sell_all(s: State) -> None:
    """7.2  All seals that are worth anything are sold."""
    for family in range(FAMILIES):
        if value(s, family):
            sell(s, s.turn, family, s.seat[s.turn].seals[family])
    done(s)
    end_turn(s)


def sell(s: State, seat: int, family: int, n: int) -> None:
    """7.2, 8.3  Seals for gold, at their value of this moment."""
    if n:
        gold = n * value(s, family)
        s.seat[seat].seals[family] -= n
        s.seat[seat].gold += gold
        tell(s, "sell", seat, family, n, gold)
        tell(s, "score", seat, gold)


# --- 8 The end --------------------------------------------------------------------------------------------------------


def end_game(s: State) -> None:
    """8.3  All seals are sold at their last value."""
    s.to_act = NOBODY
    tell(s, "end", s.turn)
    tell(s, "reveal", s.turn)
    for seat in range(s.seats):
        for family in range(FAMILIES):
            sell(s, seat, family, s.seat[seat].seals[family])


def score(s: State, seat: int) -> int:
    """8.4  Gold; whoever has most wins, equal gold shares."""
    return s.seat[seat].gold


# --- 9 Seen and unseen ------------------------------------------------------------------------------------------------


def redeal(s: State, seat: int, dice: Dice) -> None:
    """9.1, 9.3  Cards that this seat never saw are mixed: the pile, and what others hold and did not take openly.

    When the game is over there is nothing left to guess."""
    if s.to_act == NOBODY:
        return
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.seat[other].hand[kind] - s.seat[other].known[kind]
    for other in range(s.seats):
        if other != seat:
            unseen = 0
            for kind in range(KINDS):
                unseen += s.seat[other].hand[kind] - s.seat[other].known[kind]
                s.seat[other].hand[kind] = s.seat[other].known[kind]
            for _ in range(unseen):
                kind = any_card(s, dice)
                s.deck[kind] -= 1
                s.seat[other].hand[kind] += 1


def any_card(s: State, dice: Dice) -> int:
    """9.1  A kind of card, as likely as there are many in the pile."""
    rest = below(dice, pile(s))
    for kind in range(KINDS):
        rest -= s.deck[kind]
        if rest < 0:
            return kind
    return NONE


def lost(s: State) -> int:
    """1.3, 1.4, 1.5, 1.6  Every component is in exactly one place: how many kinds of them do not add up."""
    wrong = 0
    for kind in range(KINDS):
        if cards_of(s, kind) != DECK[kind]:
            wrong += 1
    for family in range(FAMILIES):
        if blocks_of(s, family) != BLOCKS[0] + BLOCKS[1] + BLOCKS[2]:
            wrong += 1
    for seat in range(s.seats):
        if s.seat[seat].workers[OWN] + s.reserve[seat] + workers_of(s, seat) != OWN_WORKERS:
            wrong += 1
    hired = s.reserve[NEUTRAL] + workers_of(s, NEUTRAL)
    for seat in range(s.seats):
        hired += s.seat[seat].workers[HIRED]
    if hired != NEUTRAL_WORKERS:
        wrong += 1
    return wrong + overlaps(s)


def cards_of(s: State, kind: int) -> int:
    """1.5, 1.6  Cards of a kind: in the pile, open, in hands, being played; and buildings laid for such a card."""
    n = s.deck[kind]
    for slot in range(OPEN):
        if s.shown[slot] == kind:
            n += 1
    for seat in range(s.seats):
        n += s.seat[seat].hand[kind]
    if s.card == kind:
        n += 1
    for building in range(1, s.buildings):
        if SHAPE_OF[s.placed[building]] * FAMILIES + s.family[building] == kind:
            n += 1
    return n


def blocks_of(s: State, family: int) -> int:
    """1.4  Blocks of a colour: in the supplies and in the castle."""
    n = 0
    for level in range(LEVELS):
        n += s.supply[level][family]
        for cell in range(CELLS):
            if s.castle[level][cell] == family:
                n += 1
    return n


def workers_of(s: State, owner: int) -> int:
    """1.3  Workers on the board."""
    n = 0
    for word in range(WORDS):
        n += how_many(s.crew[owner][word])
    return n


def overlaps(s: State) -> int:
    """3.1, 4.2  How many words have squares with two things on them, or off the board, or built on by no building."""
    wrong = 0
    for word in range(WORDS):
        seen = 0
        twice = 0
        for building in range(s.buildings):
            twice |= seen & COVER_BITS[s.placed[building]][word]
            seen |= COVER_BITS[s.placed[building]][word]
        if seen != s.built[word]:
            wrong += 1
        for owner in range(OWNERS):
            twice |= seen & s.crew[owner][word]
            seen |= s.crew[owner][word]
        if twice or seen & ~BOARD_BITS[word]:
            wrong += 1
    return wrong
