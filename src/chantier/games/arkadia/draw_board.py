"""Arkadia: the board. What is unfinished is a pencil plan with a wax seal on it; what is finished is inked and painted."""

from __future__ import annotations

from chantier.games.arkadia import art
from chantier.games.arkadia.look import Look, at
from chantier.games.arkadia.state import FAMILIES, NEUTRAL, OWN, SHAPE_NAMES, SQUARES
from chantier.games.arkadia.tables import LETTERS, square_name, squares_in
from chantier.say import NONE
from chantier.scene import Item, Label, Piece, Place, Shape, Sheet, Target, num, rounded

LEFT, TOP = 26, 24  # margins with the names of columns and rows
RIGHT, BOTTOM = 12, 12
U = art.SQUARE
HOT = 3  # so few free squares are worth a warning

RULES = """
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
.again{fill:none;stroke:none}
.spotc{fill:var(--glow);fill-opacity:.9;stroke:var(--line);stroke-opacity:1;stroke-width:1}
.cardart{opacity:1}
"""


def board_sheet(look: Look) -> Sheet:
    wide, high = look.rules.WIDTH * U, look.rules.HEIGHT * U
    return Sheet(
        "board",
        LEFT + wide + RIGHT,
        TOP + high + BOTTOM,
        tuple(_ground(look)),
        (*_buildings(look), *_castle(look), *_workers(look)),
        tuple(_marks(look)),
        label=look.game.title,
    )


def corner(x: float, y: float) -> tuple[float, float]:
    """The upper left corner of a square on the sheet."""
    return LEFT + x * U, TOP + y * U


def middle(square: int) -> tuple[float, float]:
    x, y = corner(*at(square))
    return x + U / 2, y + U / 2


# --- ground -----------------------------------------------------------------------------------------------------------


def _ground(look: Look) -> list[str]:
    columns, rows = look.rules.WIDTH, look.rules.HEIGHT
    wide, high = columns * U, rows * U
    odd = "".join(f"M{LEFT + x * U} {TOP + y * U}h{U}v{U}h-{U}z" for y in range(rows) for x in range(columns) if (x + y) % 2)
    lines = "".join(f"M{LEFT + x * U} {TOP}v{high}" for x in range(1, columns))
    lines += "".join(f"M{LEFT} {TOP + y * U}h{wide}" for y in range(1, rows))
    camps = [corner(*at(square)) for square in squares_in(look.rules.CAMPS_BITS)]
    return [
        f'<path class="sq" d="M{LEFT} {TOP}h{wide}v{high}h-{wide}z"/><path class="sq-alt" d="{odd}"/>',
        f'<path class="gridl" d="{lines}"/>',
        *(f'<use href="#ak-camp" x="{num(x)}" y="{num(y)}"/>' for x, y in camps),
        f'<path class="rim" d="M{LEFT - 3} {TOP - 3}h{wide + 6}v{high + 6}h-{wide + 6}z"/>',
        f'<path class="rim-2" d="M{LEFT} {TOP}h{wide}v{high}h-{wide}z"/>',
        *(f'<text class="coord" x="{LEFT + x * U + U // 2}" y="15">{LETTERS[x]}</text>' for x in range(columns)),
        *(f'<text class="coord" x="11" y="{TOP + y * U + U // 2 + 4}">{y + 1}</text>' for y in range(rows)),
    ]


# --- pieces -----------------------------------------------------------------------------------------------------------


def _box(squares: list[int]) -> tuple[float, float, list[tuple[int, int]]]:
    """The upper left corner of the box round these squares, and the squares from there."""
    spots = [at(square) for square in squares]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    return *corner(left, top), sorted(((x - left, y - top) for x, y in spots), key=lambda s: (s[1], s[0]))


def _moved(path: str, x: float, y: float) -> str:
    """A path of M, H and V, elsewhere."""
    out, i = "", 0
    while i < len(path):
        letter = path[i]
        j = i + 1
        while j < len(path) and path[j] not in "MHVZ":
            j += 1
        numbers = [float(n) for n in path[i + 1 : j].split()]
        shift = {"M": (x, y), "H": (x,), "V": (y,), "Z": ()}[letter]
        out += letter + " ".join(num(n + s) for n, s in zip(numbers, shift, strict=True))
        i = j
    return out


def outline(squares: list[int], inset: float, dx: float = 0, dy: float = 0) -> str:
    x, y, spots = _box(squares)
    return _moved(art.edge(spots, inset), x + dx, y + dy)


def symbol(shape: int, turn: int) -> str:
    return f"ak-{SHAPE_NAMES[shape]}-{turn}"


def _buildings(look: Look) -> list[Item]:
    laid = look.view["buildings"]
    shadow = "".join(outline(b["squares"], 2, 2.5, 3.5) for b in laid)
    items: list[Item] = [Shape("shadows", shadow, "cast")] if laid else []
    for n, b in enumerate(laid):
        items.append(Shape(f"plot-{n}", outline(b["squares"], 1.2), "plot" if b["finished"] else "plan"))
    for n, b in enumerate(laid):
        x, y, _ = _box(b["squares"])
        title = look.card(b["shape"] * FAMILIES + b["family"])
        css = "" if b["finished"] else "pencil"
        items.append(
            Piece(f"building-{n}", symbol(b["shape"], b["turn"]), x, y, css=css, kind=f"building-{b['shape']}", title=title)
        )
    return items


def _castle(look: Look) -> list[Item]:
    if not look.site:
        return []
    squares = [y * 16 + x for x, y in look.site]
    cells = {look.cell(cell): cell for cell in range(look.rules.CELL_COUNT)}
    yard = [y * 16 + x for x, y in look.site if (x, y) not in cells]
    items: list[Item] = [
        Shape("castle-shadow", outline(squares, 0, 3, 4), "cast"),
        Shape("castle-site", outline(squares, 0), "plate"),
    ]
    if yard:
        path = outline(yard, 1)
        x, y, _ = _box(yard)
        across = [at(square) for square in yard]
        wide = (max(x for x, _ in across) - min(x for x, _ in across) + 1) * U
        high = (max(y for _, y in across) - min(y for _, y in across) + 1) * U
        cx, cy = x + wide / 2, y + high / 2
        well = f"M{num(cx - 11)} {num(cy)}a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z"
        items += [Shape("yard", path, "yard"), Shape("yard-stones", path, "cob"), Shape("well", well, "well")]
    for spot in sorted(cells, key=lambda s: (s[1], s[0])):  # northern rows first
        items += _stack(look, cells[spot], cells)
    return items


def _stack(look: Look, cell: int, cells: dict[tuple[int, int], int]) -> list[Item]:
    """The blocks on one cell, or what is printed there."""
    column, row = look.cell(cell)
    x, y = corner(column, row)
    stack = look.view["castle"][cell]
    printed = look.rules.PRINTED[cell]
    if not stack:
        items: list[Item] = [Shape(f"cell-{cell}", f"M{num(x + 3)} {num(y + 3)}h42v42h-42Z", "cellb")]
        if printed != NONE:
            items.append(Piece(f"printed-{cell}", f"ak-printed-{printed}", x + 24, y + 24, title=look.family(printed)))
        west = cells.get((column - 1, row))
        fall = 6 * len(look.view["castle"][west]) if west is not None else 0
        if fall:
            items.append(Shape(f"fall-{cell}", f"M{num(x)} {num(y)}h{fall}v{U}h-{fall}Z", "fall"))
        return items
    return [
        Piece(
            f"block-{cell}-{level}",
            f"ak-block-{family}-{level}",
            x,
            y + 3 - 6 * level,
            kind=f"block-{family}",
            title=f"{look.family(family)}, {look.say('level', n=level + 1)}",
        )
        for level, family in enumerate(stack)
    ]


def _workers(look: Look) -> list[Item]:
    return [
        Piece(
            f"worker-{square}",
            f"ak-worker-{owner}",
            *middle(square),
            1.0,
            kind=f"worker-{owner}",
            title=_worker_title(look, owner),
        )
        for square, owner in sorted(look.view["workers"])
    ]


def _worker_title(look: Look, owner: int) -> str:
    return look.say("neutral") if owner == NEUTRAL else look.names[owner]


def _marks(look: Look) -> list[Item]:
    """Seals on unfinished buildings, and the number of free squares beside them."""
    items: list[Item] = []
    for n, b in enumerate(look.view["buildings"]):
        if b["finished"]:
            continue
        x, y, _ = _box(b["squares"])
        (sx, sy), (nx, ny) = art.anchors(SHAPE_NAMES[b["shape"]], look.rows(b["shape"]), b["turn"])
        free = len(b["free"])
        cx, cy = x + nx, y + ny
        frame = f"M{num(cx - 9)} {num(cy - 9)}h18v18h-18Z"
        items += [
            Piece(
                f"seal-{n}",
                f"ak-seal-{b['family']}",
                x + sx,
                y + sy,
                0.94,
                kind=f"seal-{b['family']}",
                title=look.family(b["family"]),
            ),
            Shape(f"free-{n}", frame, "cnt-hot" if free <= HOT else "cnt"),
            Label(f"free-{n}-n", cx, cy + 4.6, str(free), "cntn", "middle"),
        ]
    return items


# --- places -----------------------------------------------------------------------------------------------------------


def square_target(square: int, css: str = "legal") -> Target:
    x, y = corner(*at(square))
    return Target("board", rounded(x + 4, y + 4, U - 8, U - 8, 6), x + U / 2, y + U / 2, css)


def board_places(look: Look) -> list[Place]:
    return [*_site_places(look), *_lay_places(look), *_stand_places(look), *_set_places(look)]


def _site_places(look: Look) -> list[Place]:
    found = []
    for site, action in look.moves("site").items():
        spots = look.site_squares(site)
        x, y = corner(*spots[0])
        wide, high = (spots[-1][0] - spots[0][0] + 1) * U, (spots[-1][1] - spots[0][1] + 1) * U
        cx, cy = x + wide / 2, y + high / 2
        spot = f"M{num(cx - 9)} {num(cy)}a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z"
        ghost = Piece(f"ghost-site-{site}", f"ak-site-{look.rules.TURN_OF[look.rules.FIRST_PLACED_SITE + site]}", x, y)
        found.append(
            Place(f"site-{site}", (action,), (Target("board", spot, cx, cy, "spotc"),), look.describe(action), ghost=ghost)
        )
    return found


def _lay_places(look: Look) -> list[Place]:
    """One place for each way to lie. Those with the same first square share an outline: a client turns from one to the next."""
    found: list[Place] = []
    seen: set[int] = set()
    for n, action in look.moves("lay").items():
        turn, square = divmod(n, SQUARES)
        shape = look.view["card"] // FAMILIES
        placed = look.rules.PLACED_AT[look.rules.TURNED[shape][turn]][square]
        x, y, _ = _box(squares_in(look.rules.COVER_BITS[placed]))
        ghost = Piece(f"ghost-lay-{n}", symbol(shape, turn), x, y, kind=f"building-{shape}")
        target = square_target(square, "again" if square in seen else "legal")
        seen.add(square)
        found.append(Place(f"lay-{turn}-{square_name(square)}", (action,), (target,), look.describe(action), ghost=ghost))
    return found


def _stand_places(look: Look) -> list[Place]:
    owner = look.view["to_act"] if look.view["worker"] == OWN else NEUTRAL
    return [
        Place(
            f"stand-{square_name(square)}",
            (action,),
            (square_target(square),),
            look.describe(action),
            ghost=Piece(f"ghost-worker-{square}", f"ak-worker-{owner}", *middle(square), kind=f"worker-{owner}"),
        )
        for square, action in look.moves("stand").items()
    ]


def _set_places(look: Look) -> list[Place]:
    found = []
    for cell, action in look.moves("set").items():
        x, y = corner(*look.cell(cell))
        level = len(look.view["castle"][cell])
        y -= 6 * max(0, level - 1) - 3 * (level > 0)
        family = look.view["block"]
        ghost = Piece(f"ghost-block-{cell}", f"ak-block-{family}-{level}", x, y - 6 * (level > 0), kind=f"block-{family}")
        target = Target("board", rounded(x + 3, y + 1, U - 6, U - 8, 4), x + U / 2, y + U / 2 - 3, "legal")
        found.append(Place(f"set-{cell}", (action,), (target,), look.describe(action), ghost=ghost))
    return found
