"""Arkadia: from the component set to the tables that rules look things up in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from chantier.components import Asked, Checker
from chantier.games.arkadia.state import (
    BUILDINGS,
    CELLS,
    COLUMNS,
    FAMILIES,
    FAMILY_NAMES,
    LEVELS,
    OPEN,
    REACH,
    ROWS,
    SEATS,
    SHAPE_NAMES,
    SITES,
    SQUARES,
    WORD,
    WORDS,
)
from chantier.kernel.words import NONE

LETTERS = "ABCDEFGHIJKLMNOP"
LARGEST = 5  # squares of a building
SMALLEST = 4  # width or height of a board: the longest building and the castle site always fit

Row = list[int]
Outline = list[tuple[int, int]]  # (x, y) of each square, in reading order; the first one is (0, 0)

WIDTH: int
HEIGHT: int
BOARD_BITS: Row  # word: its squares; a last word is empty
CAMPS_BITS: Row  # word
DECK: Row  # kind: cards in the box
TURNED: list[Row]  # shape, turn: which outline, or NONE if it would look like an earlier one
SIZE: Row  # outline: how many squares it has
DOWN: list[Row]  # outline, n: shift for the rows by which its n-th square is below the first
ALONG: list[Row]  # outline, n: columns to the right, plus REACH
AWAY: list[Row]  # outline, n: by how many squares its n-th one comes after the first
BELOW_BITS: list[Row]  # outline, n: squares of the next word that come into sight by that shift
FITS_BITS: list[Row]  # outline, word: first squares for which it stays on the board
PLACED_AT: list[Row]  # outline, square: how it then lies, or NONE. Castle sites come after all of these.
CAMPS_AT: list[Row]  # outline, square: camps under it
FIRST_PLACED_SITE: int
COVER_BITS: list[Row]  # a way to lie, word: squares under it
BESIDE_BITS: list[Row]  # a way to lie, word: squares beside it
SHAPE_OF: Row  # a way to lie; NONE for castle sites
TURN_OF: Row
SQUARE_OF: Row
SITE_COUNT: int
CELL_COUNT: int
PRINTED: Row  # cell: family of the seal printed there, or NONE
CELL_SQUARE: list[Row]  # site, cell: the square under it
BLOCKS: Row  # level: blocks of each family
OWN_WORKERS: int
START_WORKERS: int
NEUTRAL_WORKERS: int
BANNERS: int
BANNER_WORKERS: int
HAND: int
OPEN_CARDS: int
FIRST_SITE: int
FIRST_PLACED: Row  # of the first game: how each building lies
FIRST_CARDS: Row  # and its card
FIRST_NEUTRAL: Row  # seats: more neutral workers


def tables(data: dict[str, Any]) -> dict[str, Any]:
    """Every table declared above."""
    board = Board(data["board"]["width"], data["board"]["height"])
    shapes = [turned(outline(data["shape"][name]["squares"])) for name in SHAPE_NAMES]
    looks = [look for shape in shapes for look in shape if look]
    ways = list(all_ways(board, shapes))
    sites = list(all_sites(board, data))
    first, plan = data["first_game"], data["castle"]["plan"]
    everywhere = [way.cover for way in ways] + [site.cover for site in sites]
    number = {(way.shape, way.cover): n for n, way in reversed(list(enumerate(ways)))}
    camps = board.bits(data["camps"]["at"])
    return {
        "WIDTH": board.width,
        "HEIGHT": board.height,
        "BOARD_BITS": [*words(board.all), 0],
        "CAMPS_BITS": words(camps),
        "DECK": [n for name in SHAPE_NAMES for n in data["cards"][name]],
        **_outline_tables(shapes, looks, ways, camps),
        "FIRST_PLACED_SITE": len(ways),
        "COVER_BITS": [words(cover) for cover in everywhere],
        "BESIDE_BITS": [words(board.beside(cover)) for cover in everywhere],
        "SHAPE_OF": [way.shape for way in ways] + [NONE] * len(sites),
        "TURN_OF": [way.turn for way in ways] + [site.turn for site in sites],
        "SQUARE_OF": [way.square for way in ways] + [site.square for site in sites],
        "SITE_COUNT": len(sites),
        "CELL_COUNT": sum(letter != "x" for row in plan for letter in row),
        "PRINTED": padded([family(letter) for row in plan for letter in row if letter != "x"], CELLS),
        "CELL_SQUARE": [padded(cell_squares(plan, site), CELLS) for site in sites],
        "BLOCKS": data["blocks"]["each"],
        "OWN_WORKERS": data["workers"]["own"],
        "START_WORKERS": data["workers"]["start"],
        "NEUTRAL_WORKERS": data["workers"]["neutral"],
        "BANNERS": data["workers"]["banners"],
        "BANNER_WORKERS": data["workers"]["for_banner"],
        "HAND": data["hand"]["cards"],
        "OPEN_CARDS": data["hand"]["open"],
        "FIRST_SITE": _first_site(first, sites),
        "FIRST_PLACED": [number[SHAPE_NAMES.index(b["shape"]), board.bits(b["at"])] for b in first["building"]],
        "FIRST_CARDS": [card(b["shape"], b["family"]) for b in first["building"]],
        "FIRST_NEUTRAL": [0, 0, *first["neutral"]],
    }


def _outline_tables(shapes: list[list[Outline | None]], looks: list[Outline], ways: list[Way], camps: int) -> dict[str, Any]:
    """The tables that legal placements are found with by shifting whole words of squares."""
    counter = iter(range(len(looks)))
    at = [[NONE] * SQUARES for _ in looks]
    turned_to = [[next(counter) if look else NONE for look in shape] for shape in shapes]
    for n, way in enumerate(ways):
        at[turned_to[way.shape][way.turn]][way.square] = n
    fits = [sum(1 << square for square in range(SQUARES) if row[square] != NONE) for row in at]
    below = [[(1 << COLUMNS * y) - 1 for _, y in look] for look in looks]
    return {
        "TURNED": turned_to,
        "SIZE": [len(look) for look in looks],
        "DOWN": [padded([COLUMNS * y for _, y in look], LARGEST) for look in looks],
        "ALONG": [padded([x + REACH for x, _ in look], LARGEST) for look in looks],
        "AWAY": [padded([COLUMNS * y + x for x, y in look], LARGEST) for look in looks],
        "BELOW_BITS": [row + [0] * (LARGEST - len(row)) for row in below],
        "FITS_BITS": [words(bits) for bits in fits],
        "PLACED_AT": at,
        "CAMPS_AT": [[0 if n == NONE else (ways[n].cover & camps).bit_count() for n in row] for row in at],
    }


def padded(row: Row, length: int) -> Row:
    return row + [NONE] * (length - len(row))


def card(shape: str, of: str) -> int:
    return SHAPE_NAMES.index(shape) * FAMILIES + FAMILY_NAMES.index(of)


# --- squares ----------------------------------------------------------------------------------------------------------


def square_name(square: int) -> str:
    """Column letter and row number.

    >>> square_name(0), square_name(191)
    ('A1', 'P12')
    """
    return f"{LETTERS[square % COLUMNS]}{square // COLUMNS + 1}"


def square_of(name: str) -> int | None:
    """The square of this name, if there can be one.

    >>> square_of("P12"), square_of("Q1"), square_of("A0")
    (191, None, None)
    """
    found = re.fullmatch(r"([A-P])([1-9]|1[0-2])", name)
    return (int(found[2]) - 1) * COLUMNS + LETTERS.index(found[1]) if found else None


def words(bits: int) -> Row:
    """A set of squares as four words."""
    return [bits >> WORD * n & (1 << WORD) - 1 for n in range(WORDS)]


def squares_in(row: Row) -> Row:
    """The squares in such words.

    >>> squares_in([1, 0, 6, 0])
    [0, 97, 98]
    """
    return list(_squares_in(tuple(row[:WORDS])))


@lru_cache(2**12)  # the same buildings lie at the same places again and again
def _squares_in(row: tuple[int, ...]) -> Row:
    found = []
    for n, word in enumerate(row):
        while word:
            found.append(n * WORD + (word & -word).bit_length() - 1)
            word &= word - 1
    return found


class Board:
    """Sets of squares of a board, each a whole number with one bit a square."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.all = sum(((1 << width) - 1) << COLUMNS * y for y in range(height))
        self.not_first = self.all & ~sum(1 << COLUMNS * y for y in range(height))
        self.not_last = self.all & ~sum(1 << COLUMNS * y + width - 1 for y in range(height))

    def bits(self, names: list[str]) -> int:
        return sum({1 << (square_of(name) or 0) for name in names})

    def beside(self, bits: int) -> int:
        """Squares that share a side with one of these, without these."""
        near = bits << COLUMNS | bits >> COLUMNS | (bits & self.not_last) << 1 | (bits & self.not_first) >> 1
        return near & self.all & ~bits


# --- shapes -----------------------------------------------------------------------------------------------------------


def outline(rows: list[str]) -> Outline:
    """The squares of a drawing, in reading order, from the first one.

    >>> outline(["##.", ".##"]), outline([".#", "##"])
    ([(0, 0), (1, 0), (1, 1), (2, 1)], [(0, 0), (-1, 1), (0, 1)])
    """
    return _from_first([(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"])


def _from_first(squares: Outline) -> Outline:
    squares = sorted(squares, key=lambda square: (square[1], square[0]))
    left, top = squares[0]
    return [(x - left, y - top) for x, y in squares]


def turned(look: Outline) -> list[Outline | None]:
    """An outline turned clockwise by 0 to 3 quarters, then the same mirrored; None where it looks like an earlier one.

    >>> [bool(look) for look in turned(outline(["##.", ".##"]))]
    [True, True, False, False, True, True, False, False]
    """
    found: list[Outline | None] = []
    for mirrored in (False, True):
        now = [(-x, y) for x, y in look] if mirrored else look
        for _ in range(4):
            this = _from_first(now)
            found.append(None if this in found else this)
            now = [(-y, x) for x, y in now]
    return found


class Way(NamedTuple):
    """One way in which a building, or the castle site, can lie on the board."""

    shape: int
    turn: int
    square: int  # its first one
    cover: int


def all_ways(board: Board, shapes: list[list[Outline | None]]) -> Iterator[Way]:
    for shape, looks in enumerate(shapes):
        for turn, look in enumerate(looks):
            for x, y in _corners(board, look or []):
                yield Way(shape, turn, y * COLUMNS + x, sum(1 << (y + v) * COLUMNS + x + u for u, v in look or []))


def _corners(board: Board, look: Outline) -> Iterator[tuple[int, int]]:
    """First squares for which an outline stays on the board."""
    if look:
        left, right, low = min(x for x, _ in look), max(x for x, _ in look), max(y for _, y in look)
        for y in range(board.height - low):
            for x in range(-left, board.width - right):
                yield x, y


def all_sites(board: Board, data: dict[str, Any]) -> Iterator[Way]:
    """1.2  Where the castle site fits without covering a camp; turn 1 is upright."""
    plan, camps = data["castle"]["plan"], board.bits(data["camps"]["at"])
    wide, high = len(plan[0]), len(plan)
    turns = [(wide, high), (high, wide)] if data["castle"]["may_turn"] and wide != high else [(wide, high)]
    for turn, (w, h) in enumerate(turns):
        for x, y in _corners(board, [(u, v) for v in range(h) for u in range(w)]):
            cover = sum(((1 << w) - 1) << (y + v) * COLUMNS + x for v in range(h))
            if not cover & camps:
                yield Way(NONE, turn, y * COLUMNS + x, cover)


def cell_squares(plan: list[str], site: Way) -> Row:
    """The square under each cell of the castle; upright, the plan is turned by a quarter."""
    high = len(plan)
    cells = [(x, y) for y, row in enumerate(plan) for x, letter in enumerate(row) if letter != "x"]
    return [site.square + (x * COLUMNS + high - 1 - y if site.turn else y * COLUMNS + x) for x, y in cells]


def family(letter: str) -> int:
    return "ROBS".find(letter)


def _first_site(first: dict[str, Any], sites: list[Way]) -> int:
    corner, last = (square_of(name) for name in first["castle"]["at"])
    ends = [(site.square, site.cover.bit_length() - 1) for site in sites]
    return ends.index((corner or 0, last or 0))


# --- checks -----------------------------------------------------------------------------------------------------------


def check(c: Checker) -> None:
    """Says everything that is wrong with a component set."""
    c.block((), {"board", "camps", "castle", "blocks", "workers", "hand", "shape", "cards", "first_game"}, frozenset({"seats"}))
    c.whole(("seats",), 2, SEATS)
    board = _check_board(c)
    camps = _check_squares(c, ("camps",), board)
    _check_castle(c)
    _check_supplies(c)
    _check_shapes(c)
    _check_cards(c)
    if c.problems:
        return
    sites = list(all_sites(board, {**c.data}))
    if not 0 < len(sites) <= SITES:
        c.wrong(("camps", "at"), "not so many sites", found=len(sites), many=camps.bit_count(), most=SITES)
    else:
        _check_first_game(c, board, sites)


def _check_board(c: Checker) -> Board:
    c.block(("board",), {"width", "height"})
    c.block(("camps",), {"at"})
    return Board(c.whole(("board", "width"), SMALLEST, COLUMNS), c.whole(("board", "height"), SMALLEST, ROWS))


def _check_squares(c: Checker, where: tuple[str | int, ...], board: Board) -> int:
    """The squares named in a block, all on the board and different."""
    names = c.get((*where, "at"))
    if names is None:
        return 0
    if not isinstance(names, list):
        c.wrong((*where, "at"), "not squares", found=names)
        return 0
    bits = 0
    for i, name in enumerate(names):
        c.ask((*where, "at", i), Asked("name", 2, 3))
        square = square_of(name) if isinstance(name, str) else None
        if square is None or not board.all >> square & 1:
            last = square_name((board.height - 1) * COLUMNS + board.width - 1)
            c.wrong((*where, "at", i), "no square", found=name, last=last)
        elif bits >> square & 1:
            c.wrong((*where, "at", i), "square twice", square=name)
        else:
            bits |= 1 << square
    return bits


def _check_castle(c: Checker) -> None:
    c.block(("castle",), {"plan", "may_turn"})
    c.flag(("castle", "may_turn"))
    plan = c.lines(("castle", "plan"), "ROBS*x", 4)
    cells = sum(letter != "x" for row in plan for letter in row)
    if plan and not 2 <= cells <= CELLS:
        c.wrong(("castle", "plan"), "not so many cells", found=cells, most=CELLS)
    each = c.row(("blocks", "each"), 0, 9, LEVELS)
    for level in range(LEVELS - 1) if each and plan else []:
        if each[level] * FAMILIES < cells:
            c.wrong(("blocks", "each", level), "few blocks", each=each[level], cells=cells)


def _check_supplies(c: Checker) -> None:
    c.block(("blocks",), {"each"})
    c.block(("workers",), {"own", "start", "neutral", "banners", "for_banner"})
    c.whole(("workers", "own"), 1, 30)
    c.whole(("workers", "neutral"), 0, 60)
    for key in ("start", "banners", "for_banner"):
        c.whole(("workers", key), 0, 10)
    needed = c.whole(("workers", "start"), 0, 10)
    if needed > c.whole(("workers", "own"), 1, 30):
        c.wrong(("workers", "start"), "many to begin", start=needed)
    c.block(("hand",), {"cards", "open"})
    c.whole(("hand", "cards"), 1, 8)
    c.whole(("hand", "open"), 1, OPEN)


def _check_shapes(c: Checker) -> None:
    c.block(("shape",), set(SHAPE_NAMES))
    for name in SHAPE_NAMES:
        where = ("shape", name, "squares")
        if c.get(("shape", name)) is None:
            continue
        c.block(("shape", name), {"squares"})
        rows = c.lines(where, "#.", 4)
        if not rows:
            continue
        squares = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
        if not 2 <= len(squares) <= LARGEST:
            c.wrong(where, "not so many squares", found=len(squares), most=LARGEST)
        elif not _hangs_together(squares):
            c.wrong(where, "apart")


def _hangs_together(squares: set[tuple[int, int]]) -> bool:
    seen, edge = set[tuple[int, int]](), [min(squares)]
    while edge:
        x, y = edge.pop()
        if (x, y) in squares and (x, y) not in seen:
            seen.add((x, y))
            edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return seen == squares


def _check_cards(c: Checker) -> None:
    c.block(("cards",), set(SHAPE_NAMES))
    rows = [c.row(("cards", name), 0, 8, FAMILIES) for name in SHAPE_NAMES]
    total = sum(map(sum, rows))
    laid = c.get(("first_game", "building"))
    seats = most if type(most := c.get(("seats",))) is int else SEATS
    dealt = seats * c.whole(("hand", "cards"), 1, 8) + c.whole(("hand", "open"), 1, OPEN)
    needed = dealt + (len(laid) if isinstance(laid, list) else 0)
    if all(rows) and not needed <= total < BUILDINGS:
        c.wrong(("cards",), "not so many cards", found=total, low=needed, high=BUILDINGS - 1)


def _check_first_game(c: Checker, board: Board, sites: list[Way]) -> None:
    where: tuple[str | int, ...] = ("first_game",)
    c.block(where, {"neutral", "castle", "building"})
    extra = c.row((*where, "neutral"), 0, 10, SEATS - 1)
    for i, n in enumerate(extra):
        if n * (i + 2) > c.get(("workers", "neutral")):
            c.wrong((*where, "neutral", i), "many neutral", n=n, seats=i + 2)
    c.block((*where, "castle"), {"at"})
    names = c.get((*where, "castle", "at"))
    ends = [[square_name(site.square), square_name(site.cover.bit_length() - 1)] for site in sites]
    taken = 0
    if names in ends:
        taken = sites[ends.index(names)].cover
    else:
        c.wrong((*where, "castle", "at"), "no site", found=names, ends=ends)
    left = {name: list(c.get(("cards", name))) for name in SHAPE_NAMES}
    for i in c.blocks((*where, "building")):
        taken |= _check_first_building(c, (*where, "building", i), board, taken, left)


def _check_first_building(
    c: Checker, where: tuple[str | int, ...], board: Board, taken: int, left: dict[str, list[int]]
) -> int:
    c.block(where, {"shape", "family", "at"})
    name, of = c.choice((*where, "shape"), SHAPE_NAMES), c.choice((*where, "family"), FAMILY_NAMES)
    bits = _check_squares(c, where, board)
    looks = turned(outline(c.get(("shape", name, "squares"))))
    if not any(way.cover == bits for way in all_ways(board, [looks])):
        c.wrong((*where, "at"), "no such shape", shape=name)
    elif bits & taken:
        c.wrong((*where, "at"), "taken")
    elif not board.beside(bits) & taken:
        c.wrong((*where, "at"), "alone")
    left[name][FAMILY_NAMES.index(of)] -= 1
    if left[name][FAMILY_NAMES.index(of)] < 0:
        c.wrong((*where, "family"), "few cards", shape=name, family=of)
    return bits


__all__ = ["check", "square_name", "square_of", "squares_in", "tables"]
