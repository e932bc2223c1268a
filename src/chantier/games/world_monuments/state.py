"""World Monuments: what lies on the table."""

from typing import Annotated

from chantier.kernel.layout import Bits, Layout, Shortcut

# Kinds of pieces. The first four are bricks.
VIOLET, RED, NEUTRAL, ORANGE, GEM, BLACK = range(6)
KINDS = 6
BRICKS = 4
KIND_NAMES = ["violet", "red", "neutral", "orange", "gem", "black"]

MONUMENTS = ["notre_dame", "capitol", "st_peter", "taj_mahal"]
ROUNDS = 3

# The most that a component set may have; the standard one has less.
SEATS = 4
CELLS = 25  # of the quarry
PLACES = 82  # of a plan: as many as the box has pieces
WORDS, WORD = 2, 41  # a set of places is two words of so many

# Decisions.
CHOOSE_FIRST, FILL, WALK, TAKE_ONE, BUILD = range(5)

# Actions: the number of the first action of each verb.
FIRST = 0  # + seat: chance makes it the first seat
DRAW = FIRST + SEATS  # + kind: chance draws such a piece from the bag
STEP = DRAW + KINDS  # + cell: the worker steps there
TAKE = STEP + CELLS  # + kind: such a piece is taken from the worker's cell
LAY = TAKE + KINDS  # + place: the piece that the plan shows is laid there
PASS = LAY + PLACES
ACTIONS = PASS + 1


class Seat(Layout):
    points: int
    pieces: Annotated[list[int], KINDS]  # behind the screen, by kind
    passed: int  # 1 once passed in this building phase
    fined: int  # points lost by passing in this round


class State(Layout):
    entered: Bits  # cells of the quarry that were entered in this turn, one bit each
    full: Shortcut  # cells of the quarry where a piece lies
    open: Annotated[list[Shortcut], WORDS]  # places where nothing lies, but everywhere beneath them
    to_act: int
    agenda: Annotated[list[int], 4]  # decisions still to be taken, the latest first
    pending: int  # how many of them
    seats: int
    monument: int
    screens: int  # option: 0 closed, 1 open
    reenter: int  # option: 1 if the cell where a walk began may be entered
    current_round: int  # 0, 1, 2
    first: int  # seat that has, or last had, the worker; NONE before it is chosen
    worker: int  # cell where the worker stands, or NONE
    turn: int  # turns taken in this quarry phase
    steps: int  # steps left in this turn
    taken: int  # pieces taken in this turn
    dealt: int  # pieces laid out in this round
    supply: Annotated[list[int], KINDS]
    bag: Annotated[list[int], KINDS]
    quarry: Annotated[list[list[int]], CELLS, KINDS]  # pieces on each cell, by kind
    built: Annotated[list[int], PLACES]  # 1 where a piece lies
    seat: Annotated[list[Seat], SEATS]
