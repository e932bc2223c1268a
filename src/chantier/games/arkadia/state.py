"""Arkadia: what lies on the table."""

from typing import Annotated

from chantier.kernel.layout import Bits, Layout

SHAPE_NAMES = ["house", "farm", "tavern", "mill", "smithy", "trade_centre", "monastery"]
SHAPES = 7
FAMILY_NAMES = ["red", "olive", "black", "silver"]
FAMILIES = 4
KINDS = SHAPES * FAMILIES  # of cards: shape * FAMILIES + family

# The board: square = row * COLUMNS + column, and a set of squares is four words of three rows each.
COLUMNS, ROWS = 16, 12
SQUARES = COLUMNS * ROWS
WORDS = 4
WORD = 3 * COLUMNS  # squares in a word
TURNS = 8  # four quarter turns, then the same mirrored
REACH = 4  # a square of a building is at most so far to the left of its first one

# Sets of squares of one word.
FIRST_ROW = (1 << COLUMNS) - 1
FIRST_COLUMN = 1 | 1 << COLUMNS | 1 << 2 * COLUMNS
WHOLE_WORD = (1 << WORD) - 1
NOT_LAST_ROW = WHOLE_WORD >> COLUMNS
NOT_FIRST_COLUMN = WHOLE_WORD & ~FIRST_COLUMN
NOT_LAST_COLUMN = NOT_FIRST_COLUMN >> 1

# The most that a component set may have; the standard one has no more than this either, but for sites and buildings.
SEATS = 4
NEUTRAL = 4  # owner of neutral workers, after the seats
OWNERS = 5
BUILDINGS = 49  # castle site included
SITES = 64  # places where the castle site fits
OPEN = 3  # open cards
LEVELS = 3
CELLS = 10  # of the castle
AMOUNTS = 40  # seals of a family sold in one go

CASTLE = 0  # the castle site is building 0

OWN, HIRED = 0, 1  # kinds of workers in a tent

# Decisions.
CHOOSE_FIRST, CHOOSE_SITE, DEAL, DRAW_BLIND, REFILL, ACT, CHOOSE_SPOT, CHOOSE_SQUARE, GO_ON, FILL_HAND, CHOOSE_BLOCK = range(11)
CHOOSE_CELL, RAISE_BANNER, TRADE = range(11, 14)

# Actions: the number of the first action of each verb.
FIRST = 0  # + seat: chance makes it the first seat
SITE = FIRST + SEATS  # + site: the castle site is laid there
DRAW = SITE + SITES  # + kind: chance draws such a card from the pile
PLAY = DRAW + KINDS  # + kind: such a card is played from the hand
WORKER = PLAY + KINDS  # + OWN or HIRED: such a worker leaves the tent
LAY = WORKER + 2  # + turn * SQUARES + square: the building is laid, turned like this, its first square there
STAND = LAY + TURNS * SQUARES  # + square: the worker is put there
TAKE = STAND + SQUARES  # + kind: an open card is taken
BLIND = TAKE + KINDS  # a card is taken from the pile
BLOCK = BLIND + 1  # + family: such a block is taken from the supply
SET = BLOCK + FAMILIES  # + cell: it is set there
BANNER = SET + CELLS
SELL = BANNER + 1  # + family * AMOUNTS + n - 1: so many seals are sold
SELL_ALL = SELL + FAMILIES * AMOUNTS
DONE = SELL_ALL + 1  # no more workers, no banner, no more sales
SKIP = DONE + 1
ACTIONS = SKIP + 1


class Seat(Layout):
    gold: int
    workers: Annotated[list[int], 2]  # behind the tent: own, neutral
    banners: int
    seals: Annotated[list[int], FAMILIES]
    hand: Annotated[list[int], KINDS]
    known: Annotated[list[int], KINDS]  # those cards of the hand that everybody saw being taken


class State(Layout):
    built: Annotated[list[Bits], WORDS]  # squares under buildings and the castle site
    crew: Annotated[list[list[Bits]], OWNERS, WORDS]  # squares where workers stand, by owner
    unfinished: Bits  # buildings with a seal on them, one bit each
    common: Bits  # buildings that are beside all workers placed in this turn
    to_act: int
    agenda: Annotated[list[int], 4]  # decisions still to be taken, the latest first
    pending: int  # how many of them
    seats: int
    screens: int  # option: 0 closed, 1 open
    start: int  # option: 0 free, 1 first game
    site_by: int  # option: 0 chance, 1 first seat
    mirror: int  # option: 1 if buildings may be mirrored
    first: int  # seat that began, or NONE
    turn: int  # seat whose turn it is, or NONE
    idle: int  # turns in a row without anything done
    turns_left: int  # after the end was brought, this turn included; NONE before
    dealt: int  # cards dealt for set-up
    card: int  # kind of the card being played, or NONE
    worker: int  # OWN or HIRED: kind of the worker being placed, or NONE
    block: int  # family of the block being set, or NONE
    due: int  # blocks still to be set in this turn
    slot: int  # place of the open row that is being filled, or NONE
    buildings: int  # on the board, castle site included
    placed: Annotated[list[int], BUILDINGS]  # how each of them lies
    family: Annotated[list[int], BUILDINGS]  # who ordered it; NONE for the castle site
    deck: Annotated[list[int], KINDS]  # cards in the pile
    shown: Annotated[list[int], OPEN]  # open cards, NONE where there is none
    supply: Annotated[list[list[int]], LEVELS, FAMILIES]  # blocks
    castle: Annotated[list[list[int]], LEVELS, CELLS]  # family of the block, or NONE
    level: int  # of the castle, from 0
    reserve: Annotated[list[int], OWNERS]  # workers beside the board
    seat: Annotated[list[Seat], SEATS]
