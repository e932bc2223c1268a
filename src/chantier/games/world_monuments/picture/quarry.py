"""World Monuments: the quarry, three rings of cells with their pieces and the worker."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.picture.elevations import elevation
from chantier.games.world_monuments.picture.look import Look
from chantier.games.world_monuments.state import BLACK, GEM, KIND_NAMES, KINDS
from chantier.games.world_monuments.tables import ROMAN
from chantier.scene import LASTING, Item, Label, Once, Piece, Place, Shape, Sheet, Target, drawn_once, line, num

CSS = """
.q-rim{fill:var(--sheet);stroke:var(--ink-3)}
.q-0{fill:var(--pit-1);stroke:var(--ink-2);stroke-width:1.1}
.q-1{fill:var(--pit-2);stroke:var(--ink-2);stroke-width:1.1}
.q-2{fill:var(--pit-3);stroke:var(--ink-2);stroke-width:1.1}
.q-h{fill:none;stroke:var(--ink-2);stroke-width:.8;opacity:.5}
.q-deep{fill:none;stroke:#1a1008;stroke-opacity:.07;stroke-width:11}
.q-glow{fill:var(--glow);fill-opacity:.2;stroke:var(--glow);stroke-width:3;stroke-linejoin:round}
.q-glow{filter:drop-shadow(0 0 5px var(--glow))}
.q-ring{fill-opacity:0;stroke:var(--glow);stroke-opacity:1;stroke-width:3.4;filter:drop-shadow(0 0 5px var(--glow))}
.track{opacity:.75}
.q-in{fill-opacity:.2;stroke-width:0}
.q-last{stroke-dasharray:6 4}
.ring{font:12px var(--serif);fill:var(--ink-2)}
.tiny{font-size:11px}
.many{font-size:16px}
.pip{fill:none;stroke:var(--ink-2);stroke-width:1.4}
.pip-on{stroke:none}
"""

WIDE, HIGH = 820, 582  # the stage
SIDE, LOW = 288, 258  # beside it
NARROW_WINDOW = (26, 15, 552, 552)  # the rings alone


@dataclass(frozen=True, eq=False)
class Pit(metaclass=Once):
    """The geometry of the rings: cells count clockwise from the top."""

    x: float
    y: float
    size: float  # 1 on the stage
    outer: int
    middle: int

    def ring(self, cell: int) -> int:
        return 0 if cell < self.outer else 1 if cell < self.outer + self.middle else 2

    def radii(self, cell: int) -> tuple[float, float]:
        return [(156.0, 252.0), (58.0, 156.0), (0.0, 58.0)][self.ring(cell)]

    def angles(self, cell: int) -> tuple[float, float]:
        many = [self.outer, self.middle, 1][self.ring(cell)]
        nth = cell - [0, self.outer, self.outer + self.middle][self.ring(cell)]
        return 2 * pi * nth / many, 2 * pi * (nth + 1) / many

    def at(self, radius: float, angle: float) -> tuple[float, float]:
        return self.x + self.size * radius * sin(angle), self.y - self.size * radius * cos(angle)

    def circle(self, radius: float) -> str:
        r = num(self.size * radius)
        (x, y), (u, v) = self.at(radius, 0), self.at(radius, pi)
        return f"M{num(x)} {num(y)}A{r} {r} 0 1 1 {num(u)} {num(v)}A{r} {r} 0 1 1 {num(x)} {num(y)}Z"

    def outline(self, cell: int) -> str:
        return _outline(self, cell)

    def seats(self, cell: int, many: int, worker: bool) -> list[tuple[float, float]]:
        """Where the pieces of a cell lie: side by side, further out if the worker stands there; on the centre in a ring."""
        inner, outer = self.radii(cell)
        if not inner:
            around = 0.0 if many == 1 and not worker else 30.0 if many < 7 and not worker else 38.0
            return [self.at(around, 2 * pi * (n + 0.5) / many) for n in range(many)]
        a, b = self.angles(cell)
        middle, radius = (a + b) / 2, (inner + outer) / 2 + (4 if cell < self.outer else 2) + 18 * worker
        apart = min(0.49, (b - a) * 0.78 / max(many, 1))
        return [self.at(radius, middle + apart * (n - (many - 1) / 2)) for n in range(many)]


@lru_cache(2**7)
def _outline(rings: Pit, cell: int) -> str:
    inner, outer = rings.radii(cell)
    if not inner:
        return rings.circle(outer)
    a, b = rings.angles(cell)
    (p, q), (r, s), (t, u), (v, w) = rings.at(inner, a), rings.at(outer, a), rings.at(outer, b), rings.at(inner, b)
    far, near = num(rings.size * outer), num(rings.size * inner)
    return (
        f"M{num(p)} {num(q)}L{num(r)} {num(s)}A{far} {far} 0 0 1 {num(t)} {num(u)}L{num(v)} {num(w)}"
        f"A{near} {near} 0 0 0 {num(p)} {num(q)}Z"
    )


def pit(look: Look, big: bool) -> Pit:
    outer, middle = look.rules.RIM, look.rules.CENTRE - look.rules.RIM
    return Pit(302, HIGH / 2, 1, outer, middle) if big else Pit(96 if any(look.coming) else SIDE / 2, 148, 0.31, outer, middle)


# --- the sheet --------------------------------------------------------------------------------------------------------


def dug(look: Look, big: bool) -> Hashable:
    """All that the picture of the quarry shows."""
    view = look.view
    walk = (view["round"], view["decision"], view["to_act"], view["turn"], view["steps"], view["worker"])
    lies = (look.lies, tuple(view["entered"]), tuple(look.moves("step")))
    return look.rules, look.number, walk, lies, look.language


@drawn_once(dug)
def quarry_sheet(look: Look, big: bool) -> Sheet:
    rings = pit(look, big)
    return Sheet(
        name="quarry",
        width=WIDE if big else SIDE,
        height=HIGH if big else LOW,
        ground=(ground(rings, big), *([vignette(look.monument)] if big else [])),
        pieces=(*(floors(look, rings) if big else ()), *pieces(look, rings)),
        labels=big_labels(look, rings) if big else tuple(small_labels(look)),
        frame="stage" if big else "panel",
        label=look.line("quarry"),
    )


@lru_cache(16)
def ground(rings: Pit, big: bool) -> str:
    """The three rings cut into the rock, inside a rim with a mason's scale."""
    cells = "".join(f'<path class="q-{rings.ring(c)}" d="{rings.outline(c)}"/>' for c in range(rings.outer + rings.middle + 1))
    parts = [f'<path class="q-rim" d="{rings.circle(268)}"/>', cells]
    if big:
        parts.append(f'<path class="q-h" d="{_ticks(rings, 268, 262, 180)}"/>')
        parts.append(f'<path class="q-h" d="{_ticks(rings, 156, 149, 120)}{_ticks(rings, 58, 53, 60)}"/>')
        parts += [f'<path class="q-deep" d="{rings.circle(r - 5.5)}"/>' for r in (252, 156, 58)]
    return "".join(parts)


@lru_cache(8)
def vignette(monument: str) -> str:
    """The building that all this stone is for."""
    return f'<g transform="translate(700 478) scale(.8)">{elevation(monument)}</g>'


def _ticks(rings: Pit, outer: float, inner: float, many: int) -> str:
    ends = ((rings.at(outer, 2 * pi * n / many), rings.at(inner, 2 * pi * n / many)) for n in range(many))
    return "".join(line(a, b) for a, b in ends)


@lru_cache(16)
def _names(rings: Pit) -> tuple[Item, ...]:
    """The names of the cells, at the first corner of each."""
    names: list[Item] = []
    for cell in range(rings.outer + rings.middle):
        outside = cell < rings.outer
        x, y = rings.at(237 if outside else 72, rings.angles(cell)[0] + (0.066 if outside else 0.17))
        names.append(Label(f"cell {cell}", x, y + 4, str(cell + 1) if outside else ROMAN[cell - rings.outer], "ring", "middle"))
    return tuple(names)


def floors(look: Look, rings: Pit) -> list[Item]:
    """Cells that were entered, and cells that may be."""
    items: list[Item] = []
    who = look.view["to_act"]
    for cell in look.view["entered"] if who >= 0 else []:
        items += entered(rings, cell, who)[: 1 if cell == look.view["worker"] else 2]
    last = look.view["steps"] == 1 and look.view["worker"] is not None
    return items + [open_floor(rings, cell, last) for cell in look.moves("step")]


@lru_cache(2**8)
def entered(rings: Pit, cell: int, who: int) -> tuple[Item, ...]:
    """A cell that a seat has entered, and the sign that it leaves there when it goes on."""
    x, y = rings.at(rings.radii(cell)[1] - 20, rings.angles(cell)[1] - (0.09 if cell < rings.outer else 0.15))
    sign = Piece(f"track-{cell}", f"wm-seat-{who}", x, y, 0.8, f"track in-{who}")
    return Shape(f"entered-{cell}", rings.outline(cell), f"q-in in-{who}"), sign


@lru_cache(2**8)
def open_floor(rings: Pit, cell: int, last: bool) -> Shape:
    """A cell that may be entered; its edge is broken if that would be the last step."""
    return Shape(f"floor-c{cell}", rings.outline(cell), "q-glow q-last" if last else "q-glow")


def held(look: Look, cell: int) -> list[int]:
    """The kinds of the pieces on a cell, one by one."""
    return [kind for kind in range(KINDS) for _ in range(look.view["quarry"][cell][kind])]


def lying_there(look: Look, rings: Pit) -> Hashable:
    """All that the pieces in the quarry show."""
    return look.rules, look.lies, look.view["worker"], look.monument, look.language


@drawn_once(lying_there)
def pieces(look: Look, rings: Pit) -> list[Item]:
    items: list[Item] = []
    titles, at, monument = look.kinds[:KINDS], look.view["worker"], look.monument
    for cell, lie in enumerate(look.in_cells):
        if any(lie):
            items += on_cell(rings, cell, lie, at == cell, monument, titles)
    if look.view["worker"] is not None:
        x, y = worker_at(look, rings)
        items.append(
            Piece(
                "worker",
                "wm-worker",
                x,
                y,
                round((0.95 if held(look, look.view["worker"]) else 1.15) * rings.size, 3),
                kind="worker",
            )
        )
    return items


@lru_cache(2**9)  # a move changes one or two of them
def on_cell(
    rings: Pit, cell: int, lie: tuple[int, ...], worker: bool, monument: str, titles: tuple[str, ...]
) -> tuple[Piece, ...]:
    """The pieces on a cell."""
    kinds = [kind for kind in range(KINDS) for _ in range(lie[kind])]
    scale, seen, items = size(rings, cell, len(kinds)), dict[int, int](), list[Piece]()
    for kind, (x, y) in zip(kinds, rings.seats(cell, len(kinds), worker), strict=True):
        nth = seen[kind] = seen.get(kind, -1) + 1
        items.append(piece(monument, titles[kind], kind, x, y, scale, f"quarry-{cell}-{KIND_NAMES[kind]}-{nth}"))
    return tuple(items)


def seats(look: Look, rings: Pit, cell: int) -> list[tuple[float, float]]:
    """Where the pieces of a cell lie; beside the worker if it stands there."""
    return rings.seats(cell, len(held(look, cell)), look.view["worker"] == cell)


def worker_at(look: Look, rings: Pit) -> tuple[float, float]:
    cell = look.view["worker"]
    inner, outer = rings.radii(cell)
    if not inner:
        x, y = rings.at(0, 0)
    elif held(look, cell):
        x, y = rings.at(inner + 15, sum(rings.angles(cell)) / 2)
    else:
        x, y = rings.at((inner + outer) / 2, sum(rings.angles(cell)) / 2)
    return x, y + 14 * rings.size


def size(rings: Pit, cell: int, many: int) -> float:
    """How large a piece is drawn: smaller further in, and where many lie."""
    if cell == rings.outer + rings.middle:
        return rings.size * (0.46 if many == 1 else 0.36 if many < 4 else 0.28 if many < 7 else 0.2)
    if cell >= rings.outer:
        return rings.size * (0.44 if many < 3 and rings.middle < 8 else 0.34)
    return rings.size * (0.52 if rings.outer < 14 else 0.42)


def lying(look: Look, kind: int, x: float, y: float, scale: float, name: str) -> Piece:
    """A piece with its middle at x, y."""
    return piece(look.monument, look.kinds[kind], kind, x, y, scale, name)


def piece(monument: str, title: str, kind: int, x: float, y: float, scale: float, name: str) -> Piece:
    if kind == GEM:
        return Piece(name, "wm-gem", x, y, round(scale * 2, 3), kind=KIND_NAMES[kind], title=title)
    iso = art.VIEWS[monument]
    cx, cy = iso.at(1, 1, 0.5)
    return Piece(
        name, f"wm-{art.LETTERS[kind]}", x - scale * cx, y - scale * cy, round(scale, 3), kind=KIND_NAMES[kind], title=title
    )


# --- places -----------------------------------------------------------------------------------------------------------


@lru_cache(2**10)
def step_target(rings: Pit, cell: int) -> Target:
    inner, outer = rings.radii(cell)
    a, b = rings.angles(cell)
    x, y = rings.at((inner + outer) / 2 if inner else 0, (a + b) / 2)
    return Target("quarry", rings.outline(cell), x, y)


@lru_cache(2**11)  # most of them could be entered before, too
def step_place(rings: Pit, cell: int, action: int, said: str) -> Place:
    target = step_target(rings, cell)
    ghost = Piece(f"ghost-worker-{cell}", "wm-worker", target.x, target.y + 14, 1.15, kind="worker")
    return Place(f"step-{cell}", (action,), (target,), said, ghost=ghost)


def take_target(look: Look, rings: Pit, kind: int) -> Target:
    """A circle around every piece of this kind on the worker's cell."""
    cell = look.view["worker"]
    kinds = held(look, cell)
    r = 57 * size(rings, cell, len(kinds)) + 2
    spots = [at for at, its in zip(seats(look, rings, cell), kinds, strict=True) if its == kind]
    around = "".join(
        f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0 {num(r)} {num(r)} 0 1 1 {num(-2 * r)} 0Z"
        for x, y in spots
    )
    return Target("quarry", around, *spots[0], "q-ring")


# --- labels -----------------------------------------------------------------------------------------------------------


def progress(look: Look, rings: Pit) -> Hashable:
    """All that is said beside the quarry, and on it."""
    view = look.view
    walk = (view["round"], view["decision"], view["to_act"], view["turn"], view["steps"])
    return look.rules, look.number, walk, sum(look.in_pit), look.language


@drawn_once(progress)
def big_labels(look: Look, rings: Pit) -> tuple[Item, ...]:
    view, x = look.view, 612
    count = sum(look.in_pit)
    total = sum(look.rules.MATERIAL[look.number][view["round"] - 1])
    title, walk, notes = _lasting(look)
    items: list[Item] = [
        *title,
        Label("pieces left", x, HIGH - 30, f"{count}", "num big corner"),
        Label("pieces left of", x + 14 * len(str(count)) + 2, HIGH - 30, look.line("left", m=total), "quiet corner"),
    ]
    if view["decision"] in ("step", "take"):
        steps = look.rules.BATCH[min(view["turn"], len(look.rules.BATCH) - 1)]
        said, *more = walk
        items += [
            said,
            Label("walk steps", x + 168, 98, look.line("steps", steps), "quiet fine corner", "end"),
            *_pips(x, 124, steps, steps - view["steps"], max(view["to_act"], 0)),
            *more,
        ]
    return (*_names(rings), *items, *notes)


def planned(look: Look) -> Hashable:
    """All on which it depends what is always said beside the quarry."""
    return look.rules, look.number, look.language


@drawn_once(planned, LASTING)
def _lasting(look: Look) -> tuple[list[Item], list[Item], list[Item]]:
    """What stays as it is: the title, what is said of a walk, and of the black brick."""
    x = 612
    return (
        [
            Label("quarry", x, 52, look.line("quarry"), "title corner"),
            Label("for", 700, 506, look.line("for", what=look.texts[look.monument]), "quiet serif corner", "middle"),
        ],
        [
            Label("walk", x, 98, look.line("walk"), "serif corner"),
            Label("ends", x, 162, look.line("ends"), "quiet small corner"),
            Label("once", x, 180, look.line("once"), "quiet small corner"),
        ],
        [
            Piece("black hint", f"wm-f{art.LETTERS[BLACK]}", x + 11, 216, 0.9, "corner"),
            Label("black", x + 30, 213, look.line("black", look.rules.BLACK_POINTS), "quiet small corner"),
            Label("black 2", x + 30, 229, look.line("taker"), "quiet small corner"),
        ],
    )


@lru_cache(2**9)
def _pips(x: float, y: float, steps: int, done: int, who: int) -> tuple[Item, ...]:
    """A pip for every step of this walk; those that are done are filled."""
    dots = [f"M{num(x + 40 * n)} {num(y)}a10 10 0 1 1 20 0 10 10 0 1 1-20 0Z" for n in range(steps)]
    way = "".join(f"M{num(x + 40 * n + 22)} {num(y)}h16" for n in range(steps - 1))
    return (
        Shape("pips", "".join(dots), "pip corner"),
        *([Shape("pips done", "".join(dots[:done]), f"pip-on in-{who} corner")] if done else []),
        Shape("pips way", way, "hair corner"),
    )


def small_labels(look: Look) -> list[Item]:
    """Beside the stage the quarry is empty; what the next round brings stands next to it."""
    items: list[Item] = [Label("quarry", 14, 27, look.line("quarry"), "serif")]
    if not any(look.coming):
        return [*items, Label("next round", SIDE - 14, 27, look.line("last round"), "quiet small", "end")]
    items.append(Label("next round", SIDE - 14, 27, look.line("next round", n=look.view["round"] + 1), "quiet small", "end"))
    kinds = [(kind, many) for kind, many in enumerate(look.coming) if many]
    for n, (kind, many) in enumerate(kinds):
        y = 148 + 31 * (n - (len(kinds) - 1) / 2)
        items.append(Piece(f"coming {kind}", f"wm-f{art.LETTERS[kind]}", 218, y, title=look.kinds[kind]))
        items.append(Label(f"coming {kind} many", 264, y + 6, str(many), "num many", "end"))
    return items
