"""What a picture is made of: sheets with pieces, places and labels; to JSON and to SVG.

A scene is plain data and knows no game. The `picture/scene.py` of a game describes the table as one, and everybody who shows a
table draws exactly that: `to_svg` as one picture, the table client as one SVG for each sheet, which it animates by
comparing two scenes.

- A **sheet** is a drawing with its own coordinates, from 0, 0 to its width and height. Its layers lie in a fixed order:
  `ground` (never changes during a phase), `pieces` (in painter's order), `highlights` (the outlines of places), `flight`
  (empty here; the client moves pieces in it), `labels`.
- A **piece** keeps its id as long as it lies there. A piece that vanishes and one of the same kind that appears are, for the
  eye, one piece that flew; where pieces are covered, they fly through the `door` of a sheet.
- A **place** is what can be clicked: the legal actions it carries, its outline on one or more sheets, and the ghost of the
  piece that would lie there. Every legal action belongs to exactly one place.
- An **arrangement** says where the sheets go, for a wide, a narrow and a low window: these are the forms of a window. A
  scene may be drawn for one of them alone, and then has only the sheets that are seen there.

>>> dot = Piece("dot", "disc", 5, 5, kind="dot")
>>> sheet = Sheet("stage", 10, 10, pieces=(dot,))
>>> wide = Arrangement(10, 10, (Box("stage", "stage", 0, 0, 10, 10),))
>>> picture = to_svg(Scene("A dot", "One dot.", (sheet,), symbols={"disc": '<circle r="2"/>'}, wide=wide))
>>> '<use id="dot" href="#disc" x="5" y="5"/>' in picture
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache, wraps
from typing import Any, TypeAlias, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
FORMS = ("wide", "narrow", "low")  # of windows
STAYING = ("symbols", "style", "turntable", "said")  # what is not told with every position
PARTS = 16  # of a picture, about: what somebody is shown of a table
LASTING = 64  # parts of one kind that look the same at many tables, and as long as a match takes
ELSEWHERE = 1000  # parts that are remembered of all that is drawn beside tables
MOST_ITEMS = 2**13  # pieces, shapes and labels that are remembered

# --- what a scene is made of ------------------------------------------------------------------------------------------


@lru_cache(MOST_ITEMS)
def _made(kind: type, /, *args: Hashable, **more: Hashable) -> Any:
    return type.__call__(kind, *args, **more)


class Once(type):
    """For items of a sheet, and for geometry: what comes again and again. Two that are made of the same are one, so they are
    quickly made and compared, and each item is written only once."""

    __call__ = _made


def quick(kind: type[T]) -> type[T]:
    """For frozen dataclasses of which many are made: what they are made of is kept at once, in a third of the time."""
    its = fields(kind)  # type: ignore[arg-type]
    known: dict[str, Any] = {f"_{f.name}": f.default for f in its if f.default is not MISSING}
    new = {f.name: f.default_factory for f in its if f.default_factory is not MISSING}
    known |= {f"_{name}": None for name in new} | {f"new_{name}": make for name, make in new.items()}
    takes = ", ".join(f"{f.name}=_{f.name}" if f"_{f.name}" in known else f.name for f in its)
    values = {f.name: f"new_{f.name}() if {f.name} is None else {f.name}" if f.name in new else f.name for f in its}
    keeps = "; ".join(f"its[{name!r}] = {value}" for name, value in values.items())
    exec(f"def init(self, {takes}): its = self.__dict__; {keeps}", known)
    kind.__init__ = known["init"]  # type: ignore[method-assign]
    return kind


@quick
@dataclass(frozen=True)
class Piece(metaclass=Once):
    """Something that lies on a sheet: a symbol at a point."""

    id: str
    symbol: str
    x: float
    y: float
    scale: float = 1
    css: str = ""
    kind: str = ""  # pieces of the same kind can be the same piece at another place; "" never moves
    title: str = ""


@quick
@dataclass(frozen=True)
class Shape(metaclass=Once):
    """A line or an area that comes and goes: a shadow, a glowing floor, a route."""

    id: str
    d: str
    css: str


@quick
@dataclass(frozen=True)
class Label(metaclass=Once):
    """A line of text."""

    id: str
    x: float
    y: float
    text: str
    css: str = ""
    anchor: str = "start"  # or middle, end


Item: TypeAlias = Piece | Shape | Label
View: TypeAlias = tuple[float, float, float, float]  # a part of a sheet: left, top, width, height


@quick
@dataclass(frozen=True)
class Target(metaclass=Once):
    """Where a place can be clicked: its outline on a sheet, and a point for a badge."""

    sheet: str
    d: str
    x: float
    y: float
    css: str = ""


@quick
@dataclass(frozen=True)
class Chip:
    """Something that a place would bring, in few words, behind the sign of a seat or a drawing."""

    text: str
    short: str = ""  # on a sheet, at what brings it
    seat: int = -1
    symbol: str = ""
    good: bool = False


@quick
@dataclass(frozen=True)
class Lie:
    """How something of several squares would lie on a sheet: whoever points at any of them means it."""

    sheet: str
    turn: int  # quarter turns clockwise, and 4 more if it is mirrored
    squares: tuple[tuple[float, float], ...]  # their middles
    ghost: Piece
    finishes: tuple[str, ...] = ()  # outlines of what it would complete
    at: tuple[tuple[float, float] | None, ...] = ()  # where the short text of each chip stands, if anywhere


@quick
@dataclass(frozen=True)
class Place:
    """What can be clicked. The first target is the main one; the others are second ways to the same.

    A place with `lies` is one of many ways to put down the same thing: it is reached through the regions of the scene."""

    id: str
    actions: tuple[int, ...]
    targets: tuple[Target, ...]
    label: str
    badge: str = ""
    ghost: Piece | None = None
    lies: tuple[Lie, ...] = ()  # one for each sheet on which it may lie
    brings: tuple[Chip, ...] = ()
    shown: tuple[Shape, ...] = ()  # while one points at it: on the sheets of the targets, in their order


@quick
@dataclass(frozen=True)
class Region:
    """All squares of a sheet that some way to lie would cover, as one surface."""

    sheet: str
    d: str
    side: float  # of a square


@quick
@dataclass(frozen=True)
class Sheet:
    """A drawing with its own coordinates."""

    name: str
    width: float
    height: float
    ground: tuple[str, ...] = ()  # SVG fragments
    pieces: tuple[Item, ...] = ()
    labels: tuple[Item, ...] = ()
    frame: str = ""  # how its box is framed: "", "panel", "stage"; with "now" if its seat is to act
    label: str = ""
    door: tuple[float, float] | None = None  # where covered pieces come in and go out


@quick
@dataclass(frozen=True)
class Box:
    """A sheet's box in an arrangement. The area tells a client which part of its frame this is."""

    area: str  # "words" (what a client says in HTML), "score", "stage", "mine", "seats", "side"
    sheet: str
    x: float
    y: float
    width: float
    height: float
    view: View | None = None  # only this part of the sheet, without what has the class "corner"
    tab: str = ""  # on its tab, where it stands behind one; boxes with the same word stand on one page


@dataclass(frozen=True)
class Arrangement:
    """Where the sheets go in a window of this shape."""

    width: float
    height: float
    boxes: tuple[Box, ...]


NOWHERE = Arrangement(0, 0, ())  # for a form of window that was not asked for


@dataclass(frozen=True)
class Turntable:
    """A sheet that can be looked at from several sides, and up to a level: what stands on level n, from 0, has the class
    `at-n`, and a client that sets the class `upto-n` on a layer shows no higher one."""

    sheet: str
    sides: int
    levels: int


@quick
@dataclass(frozen=True)
class Scene:
    """A whole table."""

    title: str
    description: str
    sheets: tuple[Sheet, ...]
    places: tuple[Place, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)  # SVG fragments by id
    style: str = ""
    wide: Arrangement = field(default_factory=lambda: Arrangement(1440, 900, ()))
    narrow: Arrangement = field(default_factory=lambda: Arrangement(390, 844, ()))
    low: Arrangement | None = None  # for a phone that is held sideways, where that is another one than for a narrow window
    regions: tuple[Region, ...] = ()
    turntable: Turntable | None = None
    said: Mapping[int, str] = field(default_factory=dict)  # actions in words, as far as the picture had to say them


Drawings: TypeAlias = Mapping[str, Callable[[Any], Sheet]]  # by the names of the sheets: each is drawn from a look


def place_of(scene: Scene, action: int) -> Place:
    """The place that carries an action; LookupError if there is none."""
    for place in scene.places:
        if action in place.actions:
            return place
    raise LookupError(f"no place carries action {action}")


def sheet_of(scene: Scene, name: str) -> Sheet:
    """The sheet with this name; LookupError if there is none."""
    for sheet in scene.sheets:
        if sheet.name == name:
            return sheet
    raise LookupError(f"no sheet is called {name!r}")


def by_form(drawings: Drawings, only: Mapping[str, tuple[str, ...]]) -> dict[str, list[Callable[[Any], Sheet]]]:
    """What draws the sheets that are seen in a window of each form, and all of them for no form. `only` has those that are not
    seen in every window, and the forms in which they are: a client says the words of a sheet itself that it never shows."""
    return {
        form: [draw for name, draw in drawings.items() if not form or form in only.get(name, FORMS)] for form in ("", *FORMS)
    }


def sizes(sheets: Iterable[Sheet]) -> tuple[tuple[str, float, float], ...]:
    """The name, the width and the height of every sheet: all that an arrangement needs to know of them."""
    return tuple((sheet.name, sheet.width, sheet.height) for sheet in sheets)


def moving(scene: Scene) -> dict[str, Any]:
    """What changes while a match goes on: all but symbols, style and what can be turned. A writer that knows dataclasses makes
    JSON of it; an item of a layer is a piece if it has a symbol, a shape if it has an outline (`d`), a label if it has a
    text."""
    its = scene.__dict__.copy()
    for name in STAYING:
        del its[name]
    return its


class Drawn:
    """What was drawn, for a while: once there is more than `most` of it, all goes that was not asked for since the last time.

    >>> drawn = Drawn(most=2)
    >>> for part in ("roof", "door", "wall"):
    ...     drawn.keep(part, f"a {part}")
    >>> drawn.find("door"), len(drawn)
    ('a door', 3)
    >>> drawn.keep("step", "a step"); drawn.find("roof"), drawn.find("door")
    (None, 'a door')
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.clear()

    def clear(self) -> None:
        self.now: dict[Hashable, Any] = {}
        self.before: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self.now.keys() | self.before.keys())

    def find(self, key: Hashable) -> Any:
        """A part that is remembered, or nothing."""
        found = self.now.get(key)
        if found is None and (found := self.before.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: Hashable, part: Any) -> None:
        if len(self.now) >= self.most:
            self.now, self.before = {}, self.now
        self.now[key] = part


_here: ContextVar[Drawn] = ContextVar("drawn", default=Drawn(ELSEWHERE))  # noqa: B039  # one for all that is not at a table


class drawing_at:  # noqa: N801 - it stands behind `with`
    """What is drawn from here on is remembered there: each table has its own, so none makes another forget."""

    def __init__(self, table: Drawn) -> None:
        self.table = table

    def __enter__(self) -> None:
        self._before = _here.set(self.table)

    def __exit__(self, *error: object) -> None:
        _here.reset(self._before)


def drawn_once(shown: Callable[..., Hashable], most: int | None = None) -> Callable[[F], F]:
    """For a part that is the same for many who look on, and stays so for a while: it is drawn again only if what it shows, all
    of it, has changed. `shown` is given what the part is drawn from. It is remembered with the table that is drawn; or, if it
    is the same at many tables, among `most` such parts for all of them."""

    def remembering(draw: F) -> F:
        kept = None if most is None else Drawn(most)

        @wraps(draw)
        def part(look: Any, *more: Hashable) -> Any:
            key = (draw, shown(look, *more), more)
            drawn = _here.get() if kept is None else kept
            found = drawn.now.get(key)
            if found is None:
                found = drawn.before.get(key)
                if found is None:
                    found = draw(look, *more)
                drawn.keep(key, found)
            return found

        part.__dict__["kept"] = kept
        return cast(F, part)

    return remembering


# --- the look: a master builder's drawing book ------------------------------------------------------------------------

LIGHT = {
    "paper": "#f6efe0",
    "paper-2": "#ece2cc",
    "paper-3": "#ddd0b3",
    "ink": "#2b2620",
    "ink-2": "#5d5446",
    "ink-3": "#8d8270",
    "accent": "#a63d2f",
    "good": "#3f7d4e",
    "warn": "#b7791f",
    "glow": "#f2b632",
    "glow-ink": "#8a5a00",
    "seat-0": "#c0392b",
    "seat-1": "#2a6fb0",
    "seat-2": "#d69a1c",
    "seat-3": "#2f8f83",
    "stage": "#efe6d2",
    "card": "#fbf6ea",
    "on-accent": "#ffffff",
}
DARK = {
    "paper": "#1d2126",
    "paper-2": "#262b32",
    "paper-3": "#313842",
    "ink": "#efe7d6",
    "ink-2": "#b9b0a0",
    "ink-3": "#7d7669",
    "accent": "#e07a63",
    "good": "#7fbf8c",
    "warn": "#e0b15a",
    "glow": "#ffd166",
    "glow-ink": "#ffd166",
    "seat-0": "#e8705f",
    "seat-1": "#6ba8e0",
    "seat-2": "#ecbb55",
    "seat-3": "#62c0b3",
    "stage": "#22272e",
    "card": "#2a3038",
    "on-accent": "#1d2126",
}
FONTS = {
    "serif": '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif',
    "sans": 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif',
}
CSS = """
text{font:13px var(--sans);fill:var(--ink)}
.page{fill:var(--paper)}
.panel{fill:var(--paper-2);stroke:none}
.stage{fill:var(--stage);stroke:var(--ink-3);stroke-width:1}
.inner{fill:none;stroke:var(--ink-3);stroke-width:.8;opacity:.45}
.now{fill:var(--card);stroke:var(--ink-3);stroke-width:1.5}
.now.seat-0{stroke:var(--seat-0)}
.now.seat-1{stroke:var(--seat-1)}
.now.seat-2{stroke:var(--seat-2)}
.now.seat-3{stroke:var(--seat-3)}
.in-0{fill:var(--seat-0)}
.in-1{fill:var(--seat-1)}
.in-2{fill:var(--seat-2)}
.in-3{fill:var(--seat-3)}
.num{font-family:var(--serif);font-variant-numeric:lining-nums tabular-nums;font-weight:600}
.serif{font-family:var(--serif);font-weight:600}
.bold{font-weight:600}
.quiet{fill:var(--ink-2)}
.small{font-size:12px}
.hair{fill:none;stroke:var(--ink-3);stroke-width:1;opacity:.5}
.place{fill:var(--glow);fill-opacity:0;stroke:var(--glow-ink);stroke-width:1;stroke-linejoin:round;stroke-opacity:.8}
.place.lie{fill:none;stroke:none}
.place.region{fill-opacity:.24;stroke:var(--glow);stroke-width:1.8;stroke-opacity:1}
.part .corner{display:none}
.badge circle{fill:var(--card);stroke:var(--glow-ink);stroke-width:1.3}
.badge text{font:700 13px var(--serif);font-variant-numeric:lining-nums;text-anchor:middle}
"""


LEAST = 11  # pixels: no text is smaller, however small a sheet is drawn
SIZE = re.compile(r"(?<=[: ])(\d+(?:\.\d+)?)px(?= var\(--s(?:ans|erif)\))|(?<=font-size:)(\d+(?:\.\d+)?)px")


def floored(rules: str) -> str:
    """Rules whose sizes of text have a floor. Whoever draws a sheet at another scale tells it as `--k`, and how much larger a
    piece on it is drawn as `--grow`.

    >>> floored(".a{font-size:9px}")
    '.a{font-size:max(9px,11px/(var(--k,1)*var(--grow,1)))}'
    >>> floored(".b{font:700 13px var(--sans);stroke-width:2px}")
    '.b{font:700 max(13px,11px/(var(--k,1)*var(--grow,1))) var(--sans);stroke-width:2px}'
    """
    return SIZE.sub(lambda found: f"max({found[1] or found[2]}px,{LEAST}px/(var(--k,1)*var(--grow,1)))", rules)


def stylesheet(light: Mapping[str, str], dark: Mapping[str, str], rules: str, symbols: str = "") -> str:
    """The stylesheet of a scene: the common look and a game's own tokens and rules, for light and for dark rooms.

    A sheet that is drawn small (`small`, below nine tenths) or very small (`tiny`, below seven) leaves out the labels with the
    class `fine`, or `finer`: words for which there is no room then, because text has a floor.

    Every rule is kept inside the picture, so that it can stand in a page with a style of its own. Only the rules for what
    is inside symbols cannot be: their names should begin with letters of the game."""
    day = _tokens({**FONTS, **LIGHT, **light})
    night = _tokens({**DARK, **dark})
    return (
        f".chantier{{{day}}}"
        f"@media(prefers-color-scheme:dark){{.chantier:not([data-theme=light]){{{night}}}}}"
        f".chantier[data-theme=dark]{{{night}}}.chantier.small .fine,.chantier.tiny .finer{{display:none}}"
        + _inside(floored(CSS + rules))
        + "".join(floored(symbols).splitlines())
    )


def _tokens(tokens: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in tokens.items())


def _inside(rules: str) -> str:
    """Every rule, one a line, for elements inside the picture only."""
    lines = [line for line in rules.splitlines() if line.strip()]
    split = [line.split("{", 1) for line in lines]
    return "".join(",".join(f".chantier {one}" for one in selector.split(",")) + "{" + body for selector, body in split)


# --- to SVG -----------------------------------------------------------------------------------------------------------


@lru_cache(2**13)  # tables are drawn all the time, with the same outlines
def num(value: float) -> str:
    """A coordinate, to a tenth.

    >>> num(3.0), num(-0.04), num(2.26)
    ('3', '0', '2.3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """A closed outline.

    >>> polygon([(0, 0), (2, 0), (1, 1.5)])
    'M0 0 2 0 1 1.5Z'
    """
    return "M" + " ".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


@lru_cache(2**13)
def line(*points: tuple[float, float]) -> str:
    """A line through points.

    >>> line((0, 0), (2, 1.5))
    'M0 0 2 1.5'
    """
    return "M" + " ".join(f"{num(x)} {num(y)}" for x, y in points)


@lru_cache(2**13)
def rectangle(x: float, y: float, width: float, height: float) -> str:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


@lru_cache(2**13)
def rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    """A rectangle with round corners."""
    arc = f"a{num(r)} {num(r)} 0 0 1 "
    across, down, c = num(width - 2 * r), num(height - 2 * r), num(r)
    return f"M{num(x + r)} {num(y)}h{across}{arc}{c} {c}v{down}{arc}-{c} {c}h-{across}{arc}-{c}-{c}v-{down}{arc}{c}-{c}Z"


def surface(squares: Iterable[tuple[int, int]], side: float, left: float = 0, top: float = 0) -> str:
    """The outline of any squares, given by column and row: one loop for each part, and one for each hole.

    >>> surface([(0, 0), (1, 0), (3, 0)], 10)
    'M0 0H20V10H0ZM30 0H40V10H30Z'
    """
    inside = {y * FAR + x for x, y in squares}
    sides: dict[int, list[int]] = {}
    for at in sorted(inside):
        for beside, start, going in (
            (at - FAR, at, 1),
            (at + 1, at + 1, FAR),
            (at + FAR, at + FAR + 1, -1),
            (at - 1, at + FAR, -FAR),
        ):
            if beside not in inside:
                sides.setdefault(start, []).append(going)  # clockwise, the inside to the right
    path = ""
    while sides:
        first = at = min(sides)
        path += f"M{_across(at, side, left)} {_down(at, side, top)}"
        before = 0
        while at != first or not before:
            ways = sides[at]
            if len(ways) == 1:
                (going,) = sides.pop(at)
            else:
                right = TO_THE_RIGHT.get(before)  # where two parts touch
                going = ways.pop(ways.index(right) if right in ways else 0)
            if before and going != before:
                path += f"H{_across(at, side, left)}" if before in (1, -1) else f"V{_down(at, side, top)}"
            before, at = going, at + going
        path += (f"H{_across(at, side, left)}" if before in (1, -1) else "") + "Z"
    return path


FAR = 2**16  # a corner of squares is one number: its row so many times, and its column
TO_THE_RIGHT = {1: FAR, FAR: -1, -1: -FAR, -FAR: 1}  # of whoever goes this way


def _across(corner: int, side: float, left: float) -> str:
    return num(left + ((corner + FAR // 2) % FAR - FAR // 2) * side)


def _down(corner: int, side: float, top: float) -> str:
    return num(top + (corner + FAR // 2) // FAR * side)


def escape(text: str) -> str:
    """Text inside of SVG. The library is imported late: it brings along all of HTTP, which a page need not load."""
    from xml.sax import saxutils

    return saxutils.escape(text)


def quoteattr(text: str) -> str:
    """The same for the value of an attribute."""
    from xml.sax import saxutils

    return saxutils.quoteattr(text)


def to_svg(scene: Scene, *, width: float | None = None, theme: str = "") -> str:
    """The whole table as one self-contained picture, in its wide arrangement.

    It is light or dark as the reader's system asks for, or as `theme` ("light", "dark") says."""
    wide = scene.wide
    size = width or wide.width
    body = "".join(_box(scene, box) for box in wide.boxes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chantier" role="img" width="{num(size)}"'
        f' height="{num(size * wide.height / wide.width)}" viewBox="0 0 {num(wide.width)} {num(wide.height)}"'
        f"{f' data-theme={quoteattr(theme)}' if theme else ''}>",
        f"<title>{escape(scene.title)}</title><desc>{escape(scene.description)}</desc>",
        f"<style>{escape(scene.style)}</style><defs>",
        *(f'<g id="{name}">{drawing}</g>' for name, drawing in used(scene.symbols, body + scene.style).items()),
        f'</defs><path class="page" d="{rectangle(0, 0, wide.width, wide.height)}"/>',
        body,
        "</svg>",
    ]
    return "".join(parts)


def used(symbols: Mapping[str, str], body: str) -> dict[str, str]:
    """The symbols that a picture refers to, by name or to a pattern inside, and those that they refer to in turn."""
    home = {inner: name for name, drawing in symbols.items() for inner in re.findall(r'\bid="([^"]*)"', drawing)}
    home |= {name: name for name in symbols}
    found: set[str] = set()
    texts = [body]
    while texts:
        new = {home[name] for name in re.findall(r'(?:href="#|url\(#)([^")]*)', texts.pop()) if name in home} - found
        found |= new
        texts += [symbols[name] for name in new]
    return {name: drawing for name, drawing in symbols.items() if name in found}


def _box(scene: Scene, box: Box) -> str:
    sheet = sheet_of(scene, box.sheet)
    at = f'x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    frame = ""
    if sheet.frame:
        stage = sheet.frame.startswith("stage")
        frame = f'<rect class="{sheet.frame}" {at} rx="{4 if stage else 10}"/>'
        if stage:
            inner = f'x="{num(box.x + 5)}" y="{num(box.y + 5)}" width="{num(box.width - 10)}" height="{num(box.height - 10)}"'
            frame += f'<rect class="inner" {inner}/>'
    part = " ".join(map(num, box.view or (0, 0, sheet.width, sheet.height)))
    css = ' class="part"' if box.view else ""
    return f'{frame}<svg{css} {at} viewBox="{part}">{sheet_svg(scene, sheet)}</svg>'


def sheet_svg(scene: Scene, sheet: Sheet) -> str:
    """The five layers of a sheet."""
    here = [(p, n, target) for p in scene.places for n, target in enumerate(p.targets) if target.sheet == sheet.name]
    layers = {
        "ground": sheet.ground,
        "pieces": tuple(map(_item, sheet.pieces)),
        "highlights": (
            *(f'<path class="place region" d="{region.d}"/>' for region in scene.regions if region.sheet == sheet.name),
            *(_outline(place, n, target) for place, n, target in here),
        ),
        "flight": (),
        "labels": (*map(_item, sheet.labels), *(_badge(place, target) for place, _, target in here if place.badge)),
    }
    drawn = "".join(f'<g class="{layer}">{"".join(parts)}</g>' for layer, parts in layers.items() if parts)
    return f'<g id="sheet-{sheet.name}">{f"<title>{escape(sheet.label)}</title>" if sheet.label else ""}{drawn}</g>'


def _item(item: Item) -> str:
    css = f" class={quoteattr(item.css)}" if item.css else ""
    if isinstance(item, Shape):
        return f'<path{css} d="{item.d}"/>'
    if isinstance(item, Label):
        anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
        return f'<text{css} x="{num(item.x)}" y="{num(item.y)}"{anchor}>{escape(item.text)}</text>'
    at = f'x="{num(item.x)}" y="{num(item.y)}"'
    if item.scale != 1:
        at = f'transform="translate({num(item.x)} {num(item.y)}) scale({item.scale:.3g})" style="--grow:{item.scale:.3g}"'
    use = f"<use id={quoteattr(item.id)}{css} href={quoteattr('#' + item.symbol)} {at}"
    return f"{use}><title>{escape(item.title)}</title></use>" if item.title else f"{use}/>"


def _outline(place: Place, n: int, target: Target) -> str:
    name = quoteattr(place.id + (f".{n}" if n else ""))
    css = quoteattr(f"place {target.css}".strip())
    return f'<path id={name} class={css} d="{target.d}"><title>{escape(place.label)}</title></path>'


def _badge(place: Place, target: Target) -> str:
    if "plain" in target.css.split():
        return ""
    at = f"translate({num(target.x)} {num(target.y)})"
    return f'<g class="badge" transform="{at}"><circle r="10.5"/><text y="4.5">{escape(place.badge)}</text></g>'
