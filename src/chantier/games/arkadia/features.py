"""Arkadia: what a learner sees (clauses 9.1 to 9.3). What is behind the tents is counted, for everybody saw it being taken;
cards that others drew blind are not known, only how many of each kind are unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import NOBODY
from chantier.games.arkadia.state import (
    CASTLE,
    CELLS,
    COLUMNS,
    FAMILIES,
    FAMILY_NAMES,
    KINDS,
    LEVELS,
    NEUTRAL,
    OPEN,
    ROWS,
    SEATS,
    SHAPE_NAMES,
    SQUARES,
    WORD,
    WORDS,
    State,
)
from chantier.kernel.features import SEAT_COUNTS, SEAT_NAMES, Out, Part, leave_blank, mark, seen_from, write, write_row
from chantier.kernel.words import NONE, Facts, first_bit, now

if TYPE_CHECKING:  # the rules and tables stand in the same module
    from chantier.games.arkadia.rules import pile, top
    from chantier.games.arkadia.tables import CAMPS_BITS, CELL_COUNT, COVER_BITS

DECISION_NAMES = (
    *("first", "site", "deal", "draw", "refill", "act", "lay", "stand", "go on", "take", "block", "set", "banner", "sell"),
)
DECISIONS = 14
SEAT_NUMBERS = 8 + KINDS  # of each seat: gold, workers, banners, seals, cards known
PLANES = 12
PLANE_WORDS = 24  # of the first six of them: the castle site and buildings
CARDS = tuple(f"{shape} {family}" for shape in SHAPE_NAMES for family in FAMILY_NAMES)
OF_SEAT = ("gold", "own workers", "neutral workers", "banners", *(f"{family} seals" for family in FAMILY_NAMES))
USUAL_OF_SEAT = (60, 10, 10, 4, *(15,) * FAMILIES, *(2,) * KINDS)
PLANE_NAMES = (
    *("castle site", "finished", *(f"unfinished {family}" for family in FAMILY_NAMES)),
    *(*(f"workers {seat}" for seat in SEAT_NAMES), "neutral workers", "camps"),
)

PARTS = (
    Part("decision", (DECISION_NAMES,), 1, "what is to be decided; all 0 when the game is over"),
    Part("seats", (SEAT_COUNTS,), 1, "how many seats there are"),
    Part("to act", (SEAT_NAMES,), 1, "whose decision it is; all 0 while chance decides"),
    Part("turn", (SEAT_NAMES,), 1, "whose turn it is"),
    Part("mirror", (), 1, "whether buildings may be mirrored"),
    Part("last turns", (), 5, "turns left once the end was brought, this one included; 0 before"),
    Part("idle", (), 4, "turns in a row without anything done"),
    Part("card", (CARDS,), 1, "the card being played"),
    Part("worker", (("own", "neutral"),), 1, "the worker being placed"),
    Part("block", (FAMILY_NAMES,), 1, "the block being set"),
    Part("due", (), 49, "blocks still to be set in this turn", usual=5),
    Part("hand", (CARDS,), 52, "cards in my hand", usual=2),
    Part("unseen", (CARDS,), 52, "cards that I have not seen: in the pile, or drawn blind by others", usual=2),
    Part("open", (CARDS,), 3, "cards that lie open"),
    Part("pile", (), 52, "cards in the pile", usual=30),
    Part("cards", (SEAT_NAMES,), 52, "in the hand of each seat", usual=5),
    Part(
        "seat", (SEAT_NAMES, (*OF_SEAT, *(f"known {card}" for card in CARDS))), 999, "what each seat has", usual=USUAL_OF_SEAT
    ),
    Part("supply", (LEVELS, FAMILY_NAMES), 99, "blocks, by level", usual=5),
    Part("level", (LEVELS,), 1, "of the castle, now"),
    Part("top", (CELLS, FAMILY_NAMES), 1, "what each cell of the castle shows"),
    Part("free cells", (CELLS,), 1, "cells of the present level without a block"),
    Part("value", (FAMILY_NAMES,), 10, "gold for a seal of each family"),
    Part("reserve", (("me", "neutral"),), 99, "workers beside the board", usual=20),
    Part("buildings", (), 49, "on the board"),
    Part("board", (PLANE_NAMES, ROWS, COLUMNS), 1, "the board, one plane for each kind of thing"),
)


def observe(s: State, seat: int, out: Out) -> int:
    """9.1, 9.2  All that a seat knows, in the order of PARTS; how many numbers that were."""
    at = mark(out, 0, NONE if s.to_act == NOBODY else now(s), DECISIONS)
    at = mark(out, at, s.seats - 2, SEATS - 1)
    at = mark(out, at, seen_from(seat, s.to_act, s.seats), SEATS)
    at = mark(out, at, seen_from(seat, s.turn, s.seats), SEATS)
    at = write(out, at, s.mirror)
    at = write(out, at, max(0, s.turns_left))
    at = write(out, at, s.idle)
    at = mark(out, at, s.card, KINDS)
    at = mark(out, at, s.worker, 2)
    at = mark(out, at, s.block, FAMILIES)
    at = write(out, at, s.due)
    at = observe_cards(s, seat, out, at)
    at = observe_seats(s, seat, out, at)
    at = observe_castle(s, out, at)
    at = write(out, at, s.reserve[seat])
    at = write(out, at, s.reserve[NEUTRAL])
    at = write(out, at, max(0, s.buildings - 1))
    return observe_board(s, seat, out, at)


def observe_cards(s: State, seat: int, out: Out, at: int) -> int:
    """9.1  My hand, what I have not seen, what lies open, and how many cards others have."""
    at = write_row(out, at, s.seat[seat].hand, KINDS)
    write_row(out, at, s.deck, KINDS)
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                out[at + kind] += s.seat[other].hand[kind] - s.seat[other].known[kind]
    at = leave_blank(out, at + KINDS, KINDS)
    for slot in range(OPEN):
        if s.shown[slot] != NONE:
            out[at - KINDS + s.shown[slot]] += 1
    at = write(out, at, pile(s))
    for i in range(SEATS):
        cards = 0
        if i < s.seats:
            hand = s.seat[(seat + i) % s.seats].hand
            for kind in range(KINDS):
                cards += hand[kind]
        at = write(out, at, cards)
    return at


def observe_seats(s: State, seat: int, out: Out, at: int) -> int:
    """9.2  What is behind the tents, and which cards were taken openly."""
    for i in range(s.seats):
        its = s.seat[(seat + i) % s.seats]
        at = write(out, at, its.gold)
        at = write_row(out, at, its.workers, 2)
        at = write(out, at, its.banners)
        at = write_row(out, at, its.seals, FAMILIES)
        at = write_row(out, at, its.known, KINDS)
    return leave_blank(out, at, (SEATS - s.seats) * SEAT_NUMBERS)


def observe_castle(s: State, out: Out, at: int) -> int:
    """6.2, 6.5  Supplies, what the castle shows, where a block can go, and what seals are worth."""
    for level in range(LEVELS):
        at = write_row(out, at, s.supply[level], FAMILIES)
    at = mark(out, at, s.level, LEVELS)
    end = leave_blank(out, at, CELLS * FAMILIES + CELLS + FAMILIES)
    for cell in range(CELL_COUNT):
        family = top(s, cell)
        if family != NONE:
            out[at + cell * FAMILIES + family] = 1
            out[end - FAMILIES + family] += 1
        if s.castle[s.level][cell] == NONE:
            out[at + CELLS * FAMILIES + cell] = 1
    return end


def observe_board(s: State, seat: int, out: Out, at: int) -> int:
    """9.2  The board, plane after plane."""
    end = leave_blank(out, at, PLANES * SQUARES)
    covered = [0] * PLANE_WORDS
    study_buildings(s, covered)
    for n in range(PLANE_WORDS):
        mark_squares(out, at + n * WORD, covered[n])
    for i in range(s.seats):
        crew = s.crew[(seat + i) % s.seats]
        for word in range(WORDS):
            mark_squares(out, at + (6 + i) * SQUARES + word * WORD, crew[word])
    for word in range(WORDS):
        mark_squares(out, at + 10 * SQUARES + word * WORD, s.crew[NEUTRAL][word])
        mark_squares(out, at + 11 * SQUARES + word * WORD, CAMPS_BITS[word])
    return end


def study_buildings(s: State, covered: Facts) -> None:
    """3.4, 5.1  Squares under the castle site, finished buildings, and unfinished ones of each family, word after word."""
    unfinished = s.unfinished
    while unfinished:
        building = first_bit(unfinished)
        unfinished &= unfinished - 1
        for word in range(WORDS):
            covered[(2 + s.family[building]) * WORDS + word] |= COVER_BITS[s.placed[building]][word]
    for word in range(WORDS):
        covered[word] = COVER_BITS[s.placed[CASTLE]][word] if s.buildings else 0
        others = covered[word]
        for family in range(FAMILIES):
            others |= covered[(2 + family) * WORDS + word]
        covered[WORDS + word] = s.built[word] & ~others


def mark_squares(out: Out, at: int, squares: int) -> None:
    """A 1 for each square of a word."""
    while squares:
        out[at + first_bit(squares)] = 1
        squares &= squares - 1
