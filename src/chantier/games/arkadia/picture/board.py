"""Arkadia: the board. What is unfinished is a pencil plan with a wax seal on it; what is finished is inked and painted.

For a narrow window the whole board is turned a quarter clockwise; seals, figures, numbers and castle blocks stay upright, and
squares keep their names.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from chantier.core import View
from chantier.games.arkadia.picture import art
from chantier.games.arkadia.picture.look import Look
from chantier.games.arkadia.state import COLUMNS, FAMILIES, NEUTRAL, OWN, SHAPE_NAMES
from chantier.games.arkadia.tables import LETTERS, square_name, squares_in
from chantier.games.arkadia.words import text
from chantier.kernel.words import NONE
from chantier.scene import LASTING, Item, Label, Piece, Place, Shape, Sheet, Target, drawn_once, num, quick, rounded

LEFT, TOP = 26, 24  # margins with the names of columns and rows
RIGHT, BOTTOM = 12, 12
U = art.SQUARE
HOT = 3  # so few free squares are worth a warning

CSS = """
.under{--letter:hidden}
.sq{fill:var(--board)}
.sq-alt{fill:var(--board-2)}
.gridl{stroke:var(--grid);stroke-width:.7;fill:none;opacity:.75}
.rim{fill:none;stroke:var(--edge);stroke-width:2.2}
.rim-2{fill:none;stroke:var(--edge);stroke-width:.7}
.coord{font:600 11px var(--sans);fill:var(--ink-2);text-anchor:middle}
.cast{fill:var(--lift)}
.plot{fill:var(--plot);stroke:var(--line);stroke-opacity:.3;stroke-width:.8}
.plan{fill:var(--plot);stroke:var(--line);stroke-opacity:.6;stroke-width:.9;stroke-dasharray:3 2}
.pencil{opacity:.5}
.plate{fill:var(--stone);stroke:var(--line);stroke-width:1.6}
.yard{fill:var(--canvas-2);stroke:var(--line);stroke-opacity:.5;stroke-width:.8}
.cob{fill:url(#ak-t-cob)}
.well{fill:var(--water);stroke:var(--line);stroke-width:1.4}
.cellb{fill:none;stroke:var(--line);stroke-opacity:.35;stroke-width:.8}
.fall{fill:#000;opacity:.2}
.cnt{fill:var(--plot);fill-opacity:.88;stroke:var(--ink);stroke-opacity:.5;stroke-width:1;stroke-dasharray:2.2 1.8}
.cnt-hot{fill:var(--plot);fill-opacity:.95;stroke:var(--accent);stroke-width:1.6}
.cntn{font:600 13px var(--serif);font-variant-numeric:lining-nums;fill:var(--ink)}
.legal{fill:var(--glow);fill-opacity:.2;stroke:var(--glow);stroke-opacity:1;stroke-width:1.8}
.spotc{fill:var(--glow);fill-opacity:.9;stroke:var(--line);stroke-opacity:1;stroke-width:1}
"""

Spot = tuple[int, int]
Point = tuple[float, float]


@quick
@dataclass(frozen=True)
class Grid:
    """The board as it lies on a sheet: as it is, or turned a quarter clockwise."""

    look: Look
    turned: bool = False

    @property
    def sheet(self) -> str:
        return "board-narrow" if self.turned else "board"

    def id(self, name: str) -> str:
        """Ids of pieces are different on both sheets."""
        return f"narrow-{name}" if self.turned else name

    @property
    def origin(self) -> tuple[float, float]:
        return LEFT, TOP

    @property
    def size(self) -> Spot:
        wide, high = self.look.rules.WIDTH, self.look.rules.HEIGHT
        return (high, wide) if self.turned else (wide, high)

    @property
    def spots(self) -> list[Spot]:
        """Of all squares."""
        return _spots(self.turned, self.look.rules.HEIGHT)

    def spot(self, square: int) -> Spot:
        """Column and row on the sheet."""
        return _spot(self.turned, self.look.rules.HEIGHT, square)

    def corner(self, square: int) -> tuple[float, float]:
        x, y = self.spot(square)
        return LEFT + x * U, TOP + y * U

    def middle(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + U / 2, y + U / 2

    def middles(self, squares: list[int]) -> tuple[tuple[float, float], ...]:
        return _middles(self.turned, self.look.rules.HEIGHT, tuple(squares))

    def box(self, squares: list[int]) -> tuple[float, float, tuple[Spot, ...]]:
        """The upper left corner of the box round these squares, and the squares from there."""
        return _box(self.turned, self.look.rules.HEIGHT, tuple(squares))

    def outline(self, squares: list[int], inset: float, dx: float = 0, dy: float = 0) -> str:
        return _outline(self.turned, self.look.rules.HEIGHT, tuple(squares), inset, dx, dy)

    def turn(self, shape: int, turn: int) -> int:
        """How a building that lies like this is drawn on the sheet."""
        if not self.turned:
            return turn
        return _turned(tuple(self.look.rows(shape)), tuple(self.look.rules.TURNED[shape]), turn)


def grids(look: Look) -> list[Grid]:
    """The boards that are seen: the turned one in narrow windows, the other one in all others."""
    return [Grid(look, look.form == "narrow")] if look.form else [Grid(look), Grid(look, turned=True)]


def _spot(turned: bool, height: int, square: int) -> Spot:
    x, y = square % COLUMNS, square // COLUMNS
    return (height - 1 - y, x) if turned else (x, y)


@lru_cache(16)
def _spots(turned: bool, height: int) -> list[Spot]:
    return [_spot(turned, height, square) for square in range(COLUMNS * height)]


@lru_cache(2**11)
def _box(turned: bool, height: int, squares: tuple[int, ...]) -> tuple[float, float, tuple[Spot, ...]]:
    spots = [_spot(turned, height, square) for square in squares]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    inside = sorted(((x - left, y - top) for x, y in spots), key=lambda spot: (spot[1], spot[0]))
    return LEFT + left * U, TOP + top * U, tuple(inside)


def _middles(turned: bool, height: int, squares: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    spots = [_spot(turned, height, square) for square in squares]
    return tuple((LEFT + x * U + U / 2, TOP + y * U + U / 2) for x, y in spots)


@lru_cache(2**11)
def _outline(turned: bool, height: int, squares: tuple[int, ...], inset: float, dx: float, dy: float) -> str:
    x, y, spots = _box(turned, height, squares)
    return art.edge(list(spots), inset, x + dx, y + dy)


@lru_cache(2**9)
def _turned(rows: tuple[str, ...], ways: tuple[int, ...], turn: int) -> int:
    """How a shape is turned that lies like this on a board that is turned a quarter."""
    drawn, wanted = list(rows), turn // 4 * 4 + (turn + 1) % 4
    possible = [n for n in (wanted, *range(8)) if ways[n] != NONE]
    return int(next(n for n in possible if art.squares_of(drawn, n) == art.squares_of(drawn, wanted)))


def board(look: Look, turned: bool) -> Hashable:
    """All that a picture of the board shows."""
    return look.rules, look.language, tuple(look.names), look.lying


@drawn_once(board)
def board_sheet(look: Look, turned: bool) -> Sheet:
    grid = Grid(look, turned)
    wide, high = grid.size
    return Sheet(
        grid.sheet,
        LEFT + wide * U + RIGHT,
        TOP + high * U + BOTTOM,
        _ground(look, turned),
        (*_buildings(grid), *_castle(look, turned), *_workers(grid)),
        tuple(_marks(grid)),
        label=look.game.title,
    )


# --- ground -----------------------------------------------------------------------------------------------------------


def printed(look: Look, turned: bool) -> Hashable:
    """All that is printed on the board."""
    return look.rules


@drawn_once(printed, LASTING)
def _ground(look: Look, turned: bool) -> tuple[str, ...]:
    grid = Grid(look, turned)
    columns, rows = grid.size
    wide, high = columns * U, rows * U
    odd = "".join(f"M{LEFT + x * U} {TOP + y * U}h{U}v{U}h-{U}z" for y in range(rows) for x in range(columns) if (x + y) % 2)
    lines = "".join(f"M{LEFT + x * U} {TOP}v{high}" for x in range(1, columns))
    lines += "".join(f"M{LEFT} {TOP + y * U}h{wide}" for y in range(1, rows))
    camps = [grid.corner(square) for square in squares_in(grid.look.rules.CAMPS_BITS)]
    above = [str(columns - n) for n in range(columns)] if grid.turned else list(LETTERS[:columns])
    beside = list(LETTERS[:rows]) if grid.turned else [str(n + 1) for n in range(rows)]
    return (
        f'<path class="sq" d="M{LEFT} {TOP}h{wide}v{high}h-{wide}z"/><path class="sq-alt" d="{odd}"/>',
        f'<path class="gridl" d="{lines}"/>',
        *(f'<use href="#ak-camp" x="{num(x)}" y="{num(y)}"/>' for x, y in camps),
        f'<path class="rim" d="M{LEFT - 3} {TOP - 3}h{wide + 6}v{high + 6}h-{wide + 6}z"/>',
        f'<path class="rim-2" d="M{LEFT} {TOP}h{wide}v{high}h-{wide}z"/>',
        *(f'<text class="coord" x="{LEFT + n * U + U // 2}" y="17">{name}</text>' for n, name in enumerate(above)),
        *(f'<text class="coord" x="13" y="{TOP + n * U + U // 2 + 4}">{name}</text>' for n, name in enumerate(beside)),
    )


# --- pieces -----------------------------------------------------------------------------------------------------------


def symbol(shape: int, turn: int) -> str:
    return f"ak-{SHAPE_NAMES[shape]}-{turn}"


def _buildings(grid: Grid) -> list[Item]:
    laid = grid.look.view["buildings"]
    drawn = [
        _building(grid.turned, grid.look.rules.HEIGHT, n, *_lies(grid, b), b["finished"], title_of(grid.look, b))
        for n, b in enumerate(laid)
    ]
    shadows = [Shape("shadows", "".join([shadow for shadow, _, _ in drawn]), "cast")] if laid else []
    return [*shadows, *(plot for _, plot, _ in drawn), *(piece for _, _, piece in drawn)]


def _lies(grid: Grid, b: View) -> tuple[int, int, tuple[int, ...]]:
    """A building as it is drawn: its shape, how it is turned, and its squares."""
    return b["shape"], grid.turn(b["shape"], b["turn"]), tuple(b["squares"])


def title_of(look: Look, b: View) -> str:
    return _title(look.language, b["shape"] * FAMILIES + b["family"])


@lru_cache(2**8)
def _title(language: str, kind: int) -> str:
    return text.card_text(kind, text.TEXTS[language])


@lru_cache(2**9)
def _building(
    turned: bool, height: int, n: int, shape: int, turn: int, squares: tuple[int, ...], finished: bool, title: str
) -> tuple[str, Shape, Piece]:
    """A building that lies there: its shadow, its plot and itself."""
    x, y, _ = _box(turned, height, squares)
    plot = Shape(f"plot-{n}", _outline(turned, height, squares, 1.2, 0, 0), "plot" if finished else "plan")
    name, css = f"narrow-building-{n}" if turned else f"building-{n}", "" if finished else "pencil"
    piece = Piece(name, symbol(shape, turn), x, y, 1, css, f"building-{shape}", title)
    return _outline(turned, height, squares, 2, 2.5, 3.5), plot, piece


def walls(look: Look, turned: bool) -> Hashable:
    """All that the castle shows."""
    return look.rules, look.language, look.view["site"], look.stacks


@drawn_once(walls)
def _castle(look: Look, turned: bool) -> list[Item]:
    grid = Grid(look, turned)
    if not look.site:
        return []
    cells = {look.cell(cell): cell for cell in range(look.rules.CELL_COUNT)}
    yard = [square for square in look.site if square not in cells]
    items: list[Item] = [
        Shape("castle-shadow", grid.outline(look.site, 0, 3, 4), "cast"),
        Shape("castle-site", grid.outline(look.site, 0), "plate"),
    ]
    if yard:
        x, y, spots = grid.box(yard)
        cx, cy = x + (spots[-1][0] + 1) * U / 2, y + (spots[-1][1] + 1) * U / 2
        well = f"M{num(cx - 11)} {num(cy)}a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z"
        floor = "".join(grid.outline([square], 0.5) for square in yard)
        items += [Shape("yard", floor, "yard"), Shape("yard-stones", floor, "cob"), Shape("well", well, "well")]
    for square in sorted(cells, key=lambda square: (grid.spot(square)[1], grid.spot(square)[0])):  # northern rows first
        items += _stack(grid, square, cells)
    return items


def _stack(grid: Grid, square: int, cells: dict[int, int]) -> list[Item]:
    """The blocks on one cell, or what is printed there, with the shadow of the wall to the west."""
    look, cell = grid.look, cells[square]
    x, y = grid.corner(square)
    stack, printed = look.view["castle"][cell], look.rules.PRINTED[cell]
    items: list[Item] = []
    if not stack:
        items.append(Shape(f"cell-{cell}", f"M{num(x + 3)} {num(y + 3)}h42v42h-42Z", "cellb"))
        if printed != NONE:
            name = look.family(printed)
            items.append(Piece(grid.id(f"printed-{cell}"), f"ak-printed-{printed}", x + 24, y + 24, title=name))
    for level, family in enumerate(stack):
        title = f"{look.family(family)}, {look.line('level', n=level + 1)}"
        name, drawn = grid.id(f"block-{cell}-{level}"), f"ak-block-{family}-{level}"
        css = "" if level + 1 == len(stack) else "under"
        items.append(Piece(name, drawn, x, block_y(y, level), css=css, kind=f"block-{family}", title=title))
    spots = {grid.spot(other): other for other in cells}
    west = spots.get((grid.spot(square)[0] - 1, grid.spot(square)[1]))
    fall = 6 * (len(look.view["castle"][cells[west]]) - len(stack)) if west is not None else 0
    if fall > 0:
        lift = 6 * max(0, len(stack) - 1)
        items.append(Shape(f"fall-{cell}", f"M{num(x + 3 * bool(stack))} {num(y + 3 - lift)}h{fall}v{39}h-{fall}Z", "fall"))
    return items


def block_y(y: float, level: int) -> float:
    """Where a block of a level is drawn on a cell whose corner is there: 6 higher for each level."""
    return y + 3 - 6 * level


def _workers(grid: Grid) -> list[Item]:
    titles = [*grid.look.names, *[grid.look.line("neutral")] * (NEUTRAL + 1 - len(grid.look.names))]
    turned, height = grid.turned, grid.look.rules.HEIGHT
    return [_worker(turned, height, square, owner, titles[owner]) for square, owner in sorted(grid.look.view["workers"])]


@lru_cache(2**9)
def _worker(turned: bool, height: int, square: int, owner: int, title: str) -> Piece:
    ((x, y),) = _middles(turned, height, (square,))
    name = f"narrow-worker-{square}" if turned else f"worker-{square}"
    return Piece(name, f"ak-worker-{owner}", x, y, kind=f"worker-{owner}", title=title)


def _marks(grid: Grid) -> list[Item]:
    """Seals on unfinished buildings, and the number of free squares beside them."""
    items: list[Item] = []
    for n, b in enumerate(grid.look.view["buildings"]):
        if not b["finished"]:
            x, y, _ = grid.box(b["squares"])
            title, shape, turn, _ = grid.look.family(b["family"]), *_lies(grid, b)
            at = art.anchors(SHAPE_NAMES[shape], grid.look.rows(shape), turn)
            items += _mark(grid.id(f"seal-{n}"), n, x, y, *at, b["family"], len(b["free"]), title)
    return items


@lru_cache(2**10)
def _mark(
    name: str, n: int, x: float, y: float, seal: Point, number: Point, family: int, free: int, title: str
) -> tuple[Item, ...]:
    """The seal on a building whose corner is there, and its number."""
    cx, cy = x + number[0], y + number[1]
    frame = f"M{num(cx - 9)} {num(cy - 9)}h18v18h-18Z"
    return (
        Piece(name, f"ak-seal-{family}", x + seal[0], y + seal[1], 0.94, kind=f"seal-{family}", title=title),
        Shape(f"free-{n}", frame, "cnt-hot" if free <= HOT else "cnt"),
        Label(f"free-{n}-n", cx, cy + 4.6, str(free), "cntn", "middle"),
    )


# --- places -----------------------------------------------------------------------------------------------------------


def board_places(look: Look) -> list[Place]:
    """What can be clicked on the board, as it is and turned: in a window that never shows it turned, as it is."""
    boards = (Grid(look),) if look.form in ("wide", "low") else (Grid(look), Grid(look, turned=True))
    return [*_site_places(boards), *_stand_places(boards), *_set_places(boards)]


def _square_target(grid: Grid, square: int, css: str = "legal") -> Target:
    x, y = grid.corner(square)
    return Target(grid.sheet, rounded(x + 4, y + 4, U - 8, U - 8, 6), x + U / 2, y + U / 2, css)


def _site_places(grids: tuple[Grid, ...]) -> list[Place]:
    found = []
    look = grids[0].look
    for site, action in look.moves("site").items():
        targets = []
        for grid in grids:
            x, y, spots = grid.box(look.site_squares(site))
            cx, cy = x + (spots[-1][0] + 1) * U / 2, y + (spots[-1][1] + 1) * U / 2
            targets.append(Target(grid.sheet, f"M{num(cx - 9)} {num(cy)}a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", cx, cy, "spotc"))
        x, y, _ = grids[0].box(look.site_squares(site))
        ghost = Piece(f"ghost-site-{site}", f"ak-site-{look.rules.TURN_OF[look.rules.FIRST_PLACED_SITE + site]}", x, y)
        found.append(Place(f"site-{site}", (action,), tuple(targets), look.describe(action), ghost=ghost))
    return found


def _stand_places(grids: tuple[Grid, ...]) -> list[Place]:
    found = []
    look = grids[0].look
    owner = look.view["to_act"] if look.view["worker"] == OWN else NEUTRAL
    for square, action in look.moves("stand").items():
        targets = tuple(_square_target(grid, square) for grid in grids)
        ghost = Piece(f"ghost-worker-{square}", f"ak-worker-{owner}", *grids[0].middle(square), kind=f"worker-{owner}")
        beside = sum(square in b["free"] for b in look.view["buildings"])
        badge = str(beside) if beside > 1 else ""  # so many buildings would pay a worker there
        found.append(Place(f"stand-{square_name(square)}", (action,), targets, look.describe(action), badge, ghost))
    return found


def _set_places(grids: tuple[Grid, ...]) -> list[Place]:
    found = []
    look = grids[0].look
    for cell, action in look.moves("set").items():
        level, family = len(look.view["castle"][cell]), look.view["block"]
        targets = []
        for grid in grids:
            x, y = grid.corner(look.cell(cell))
            top = block_y(y, max(0, level - 1)) - 2
            targets.append(Target(grid.sheet, rounded(x + 3, top, U - 6, U - 8, 4), x + U / 2, top + 20, "legal"))
        x, y = grids[0].corner(look.cell(cell))
        ghost = Piece(f"ghost-block-{cell}", f"ak-block-{family}-{level}", x, block_y(y, level), kind=f"block-{family}")
        found.append(Place(f"set-{cell}", (action,), tuple(targets), look.describe(action), ghost=ghost))
    return found
