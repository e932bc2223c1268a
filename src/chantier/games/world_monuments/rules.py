"""World Monuments: the rules, in the order of RULES.md. Docstrings begin with the clauses they carry out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE, NOBODY
from chantier.games.world_monuments.state import (
    BLACK,
    BRICKS,
    BUILD,
    CELLS,
    CHOOSE_FIRST,
    DRAW,
    FILL,
    FIRST,
    GEM,
    KINDS,
    LAY,
    PASS,
    ROUNDS,
    STEP,
    TAKE,
    TAKE_ONE,
    WALK,
    WORD,
    WORDS,
    State,
)
from chantier.kernel.words import NONE, Dice, Menu, done, first_bit, now, offer, tell, then

if TYPE_CHECKING:  # the tables of the component set in use
    from chantier.games.world_monuments.tables import (
        ABOVE,
        BATCH,
        BENEATH,
        BLACK_POINTS,
        BOX,
        DEAL,
        FINE,
        GEM_POINTS,
        KIND_BITS,
        MATERIAL,
        NEXT,
        PLAN_KIND,
        PLAN_POINTS,
        PLAN_SIZE,
        RIM,
        START_POINTS,
        WALKS_BITS,
    )


def legal(s: State, menu: Menu) -> None:
    """What may be done now."""
    if s.to_act == NOBODY:
        return
    decision = now(s)
    if decision == CHOOSE_FIRST:
        legal_first(s, menu)
    elif decision == FILL:
        legal_draw(s, menu)
    elif decision == WALK:
        legal_step(s, menu)
    elif decision == TAKE_ONE:
        legal_take(s, menu)
    else:
        legal_lay(s, menu)
        legal_pass(s, menu)


def play(s: State, action: int) -> None:
    """Do it."""
    if action < DRAW:
        play_first(s, action - FIRST)
    elif action < STEP:
        play_draw(s, action - DRAW)
    elif action < TAKE:
        play_step(s, action - STEP)
    elif action < LAY:
        play_take(s, action - TAKE)
    elif action < PASS:
        play_lay(s, action - LAY)
    else:
        play_pass(s)


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


def setup(s: State, seats: int, monument: int, screens: int, reenter: int) -> None:
    """1.1, 1.2, 1.3  Seats with their first points, one monument, all pieces in the supply."""
    s.seats = seats
    s.monument = monument
    s.screens = screens
    s.reenter = reenter
    s.first = NONE
    s.worker = NONE
    for seat in range(seats):
        s.seat[seat].points = START_POINTS
    for kind in range(KINDS):
        s.supply[kind] = BOX[kind]
    for word in range(WORDS):
        s.open[word] = open_places(s, word)
    s.to_act = CHANCE
    then(s, CHOOSE_FIRST)


def legal_first(s: State, menu: Menu) -> None:
    """1.4  Any seat may come first."""
    for seat in range(s.seats):
        offer(menu, FIRST + seat)


def play_first(s: State, seat: int) -> None:
    """1.4, 1.5  The first seat has the worker, and the first of three rounds begins."""
    s.first = seat
    tell(s, "first", seat)
    done(s)
    begin_round(s)


# --- 2 Filling the quarry ---------------------------------------------------------------------------------------------


def begin_round(s: State) -> None:
    """2.1  What the material table asks for goes from the supply into the bag."""
    tell(s, "round", s.first, s.current_round + 1)
    for kind in range(KINDS):
        s.bag[kind] = MATERIAL[s.monument][s.current_round][kind]
        s.supply[kind] -= s.bag[kind]
    s.dealt = 0
    s.turn = 0
    s.to_act = CHANCE
    then(s, FILL)


def legal_draw(s: State, menu: Menu) -> None:
    """2.2  Any kind that is still in the bag may be drawn."""
    for kind in range(KINDS):
        if s.bag[kind]:
            offer(menu, DRAW + kind)


def weight(s: State, action: int) -> int:
    """1.4, 2.2  Seats are equally likely to be first; a kind is as likely as its pieces in the bag are many."""
    if action < DRAW:
        return 1
    return s.bag[action - DRAW]


def play_draw(s: State, kind: int) -> None:
    """2.2, 2.3, 2.4  The piece is laid out on its cell; after the last one the walks begin."""
    cell = DEAL[s.monument][s.current_round][s.dealt]
    s.bag[kind] -= 1
    s.quarry[cell][kind] += 1
    s.full |= 1 << cell
    s.dealt += 1
    tell(s, "draw", s.first, kind, cell)
    for other in range(KINDS):
        if s.bag[other]:
            return
    done(s)
    then(s, WALK)
    begin_turn(s, s.first)


# --- 3 The walk -------------------------------------------------------------------------------------------------------


def begin_turn(s: State, seat: int) -> None:
    """3.1, 3.2, 3.4  One step in the first turn of the round, then two, then three, then always four."""
    s.to_act = seat
    s.steps = BATCH[min(s.turn, len(BATCH) - 1)]
    s.taken = 0
    s.entered = 0
    if s.worker != NONE and not s.reenter:
        s.entered = 1 << s.worker


def legal_step(s: State, menu: Menu) -> None:
    """3.1, 3.3  The worker steps to a neighbouring cell; the first time in a round it is put on any cell of the outer ring."""
    if s.worker == NONE:
        for cell in range(RIM):
            offer(menu, STEP + cell)
        return
    for cell in NEXT[s.worker]:
        if cell != NONE and can_walk(s, cell):
            offer(menu, STEP + cell)


def can_walk(s: State, cell: int) -> bool:
    """3.4, 3.6, 3.7  Whether a walk over this cell enters no cell twice, takes a piece, and can end on the outer ring."""
    for entered in WALKS_BITS[cell][s.steps - 1]:
        if entered == 0:
            return False
        if entered & s.entered == 0 and (s.taken or entered & s.full):
            return True
    return False


def full_cells(s: State) -> int:
    """3.7  The cells where a piece lies, one bit each."""
    cells = 0
    for cell in range(CELLS):
        if pieces_on(s, cell):
            cells |= 1 << cell
    return cells


def pieces_on(s: State, cell: int) -> int:
    n = 0
    for kind in range(KINDS):
        n += s.quarry[cell][kind]
    return n


def play_step(s: State, cell: int) -> None:
    """3.5  The worker enters the cell; one piece is taken, by choice if they differ."""
    s.worker = cell
    s.entered |= 1 << cell
    s.steps -= 1
    tell(s, "step", s.to_act, cell)
    kinds = 0
    last = NONE
    for kind in range(KINDS):
        if s.quarry[cell][kind]:
            kinds += 1
            last = kind
    if kinds > 1:
        then(s, TAKE_ONE)
    elif kinds == 1:
        take(s, last)
    else:
        end_step(s)


def legal_take(s: State, menu: Menu) -> None:
    """3.5  Any kind of piece on the worker's cell."""
    for kind in range(KINDS):
        if s.quarry[s.worker][kind]:
            offer(menu, TAKE + kind)


def play_take(s: State, kind: int) -> None:
    """3.5  The chosen piece goes behind the screen."""
    done(s)
    take(s, kind)


def take(s: State, kind: int) -> None:
    """3.5  A piece goes from the worker's cell behind the screen."""
    s.quarry[s.worker][kind] -= 1
    if pieces_on(s, s.worker) == 0:
        s.full ^= 1 << s.worker
    s.seat[s.to_act].pieces[kind] += 1
    s.taken += 1
    tell(s, "take", s.to_act, kind, s.worker)
    end_step(s)


def end_step(s: State) -> None:
    """3.1, 3.8  An empty quarry ends the phase; a finished walk ends the turn."""
    if s.full == 0:
        end_quarry(s)
    elif s.steps == 0:
        s.turn += 1
        begin_turn(s, (s.to_act + 1) % s.seats)


def end_quarry(s: State) -> None:
    """3.9  The black piece: 2 points, the worker, and the first turn to build."""
    for seat in range(s.seats):
        if s.seat[seat].pieces[BLACK]:
            s.seat[seat].pieces[BLACK] -= 1
            s.supply[BLACK] += 1
            s.first = seat
    tell(s, "black", s.first)
    add_points(s, s.first, BLACK_POINTS)
    s.worker = NONE
    s.steps = 0
    s.taken = 0
    s.entered = 0
    done(s)
    begin_building(s)


# --- 4 Building -------------------------------------------------------------------------------------------------------


def begin_building(s: State) -> None:
    """4.1  Everybody builds again, the first seat begins."""
    for seat in range(s.seats):
        s.seat[seat].passed = 0
        s.seat[seat].fined = 0
    tell(s, "building", s.first)
    s.to_act = s.first
    then(s, BUILD)


def legal_lay(s: State, menu: Menu) -> None:
    """4.1, 4.2, 4.6  A piece of one's own on a free place of its kind; a gem on the reliquary."""
    mine = s.seat[s.to_act].pieces
    for word in range(WORDS):
        places = 0
        for kind in range(KINDS):
            if mine[kind]:
                places |= KIND_BITS[s.monument][kind][word]
        places &= s.open[word]
        while places:
            offer(menu, LAY + word * WORD + first_bit(places))
            places &= places - 1


def is_supported(s: State, place: int) -> bool:
    """4.3  All that it would rest on stands."""
    for below in BENEATH[s.monument][place]:
        if below != NONE and not s.built[below]:
            return False
    return True


def open_places(s: State, word: int) -> int:
    """4.2, 4.3  The free places of a word with all that they rest on, one bit each."""
    places = 0
    for place in range(word * WORD, min((word + 1) * WORD, PLAN_SIZE[s.monument])):
        if not s.built[place] and is_supported(s, place):
            places |= 1 << place % WORD
    return places


def play_lay(s: State, place: int) -> None:
    """4.4, 7.1  The brick scores by its level; the last one ends the game."""
    kind = PLAN_KIND[s.monument][place]
    s.seat[s.to_act].pieces[kind] -= 1
    build(s, place)
    tell(s, "lay", s.to_act, place, kind)
    add_points(s, s.to_act, PLAN_POINTS[s.monument][place])
    if is_complete(s):
        give_back_fines(s)
        end_game(s)
    else:
        next_builder(s)


def build(s: State, place: int) -> None:
    """4.2, 4.3  The place is taken, and what rests on it may be open now."""
    s.built[place] = 1
    s.open[place // WORD] ^= 1 << place % WORD
    for above in ABOVE[s.monument][place]:
        if above == NONE:
            return
        if is_supported(s, above):
            s.open[above // WORD] |= 1 << above % WORD


def add_points(s: State, seat: int, points: int) -> None:
    """4.5  A score is a plain number; the lap is a matter of the picture."""
    s.seat[seat].points += points
    tell(s, "score", seat, points)


def is_complete(s: State) -> bool:
    """7.1  Whether every place of the plan is built: else the lowest that is not is open."""
    for places in s.open:
        if places:
            return False
    return True


def next_builder(s: State) -> None:
    """4.1, 5.6  Clockwise to the next seat that has not passed; if there is none, the round is over."""
    for step in range(1, s.seats + 1):
        seat = (s.to_act + step) % s.seats
        if not s.seat[seat].passed:
            s.to_act = seat
            return
    end_round(s)


# --- 5 Passing --------------------------------------------------------------------------------------------------------


def legal_pass(s: State, menu: Menu) -> None:
    """5.1, 5.2  Only who can lay nothing passes."""
    if menu[0] == 0:
        offer(menu, PASS)


def play_pass(s: State) -> None:
    """5.3, 5.4, 5.5  The screen is lifted, and every brick left costs a point, but not in the last round."""
    me = s.seat[s.to_act]
    me.passed = 1
    bricks = bricks_of(s, s.to_act)
    tell(s, "pass", s.to_act, bricks)
    tell(s, "reveal", s.to_act)
    me.fined = bricks * FINE[s.current_round]
    if me.fined:
        add_points(s, s.to_act, -me.fined)
    next_builder(s)


def bricks_of(s: State, seat: int) -> int:
    """5.4  Bricks behind a screen; gems do not count."""
    n = 0
    for kind in range(BRICKS):
        n += s.seat[seat].pieces[kind]
    return n


def give_back_fines(s: State) -> None:
    """5.5  A round that ends the game costs nobody anything."""
    for seat in range(s.seats):
        if s.seat[seat].fined:
            add_points(s, seat, s.seat[seat].fined)
            s.seat[seat].fined = 0


# --- 6 The next round, 7 The end --------------------------------------------------------------------------------------


def end_round(s: State) -> None:
    """5.6, 6.1, 7.1  Pieces are kept; whoever has the worker begins the next round; the third is the last."""
    done(s)
    if s.current_round + 1 == ROUNDS:
        end_game(s)
    else:
        s.current_round += 1
        begin_round(s)


def end_game(s: State) -> None:
    """7.2  Gems score, bricks that are left do not."""
    s.to_act = NOBODY
    tell(s, "end", s.first)
    tell(s, "reveal", s.first)
    for seat in range(s.seats):
        if s.seat[seat].pieces[GEM]:
            tell(s, "gems", seat, s.seat[seat].pieces[GEM])
            add_points(s, seat, s.seat[seat].pieces[GEM] * GEM_POINTS)


def score(s: State, seat: int) -> int:
    """7.3  Points; whoever has most wins, equal points share."""
    return s.seat[seat].points


# --- 8 Seen and unseen ------------------------------------------------------------------------------------------------


def redeal(s: State, seat: int, dice: Dice) -> None:
    """8.1  Nothing changes: all that is behind the screens was taken in the open, and the bag has no order."""


def lost(s: State) -> int:
    """1.3  Every piece is in exactly one place: how many kinds do not add up, or shortcuts say something else."""
    wrong = 0
    for kind in range(KINDS):
        n = s.supply[kind] + s.bag[kind]
        for cell in range(CELLS):
            n += s.quarry[cell][kind]
        for seat in range(s.seats):
            n += s.seat[seat].pieces[kind]
        for place in range(PLAN_SIZE[s.monument]):
            if s.built[place] and PLAN_KIND[s.monument][place] == kind:
                n += 1
        if n != BOX[kind]:
            wrong += 1
    if s.full != full_cells(s):
        wrong += 1
    for word in range(WORDS):
        if s.open[word] != open_places(s, word):
            wrong += 1
    return wrong
