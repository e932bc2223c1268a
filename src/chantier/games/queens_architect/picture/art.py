"""Queen's Architect: the drawings of its pieces, and their colours for light and for dark rooms.

A guild has an emblem and a letter as well as a colour; a seat has a solid shape. A craftsman is drawn turned as it lies, its
digits upright: angles are degrees clockwise from three o'clock, lengths are parts of the side of the hexagon.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from chantier.games.queens_architect.picture.drawings import DRAWINGS
from chantier.games.queens_architect.state import CORNERS, GUILD_NAMES, GUILDS
from chantier.scene import floored, num, polygon

LIGHT = {
    "tile": "#fdf8ec",
    "tile-ink": "#2b2620",
    "tile-ink-2": "#6b6152",
    "cream": "#fffaf0",
    "chip-line": "#2b2620",
    "coin": "#e3b64b",
    "wax": "#a63d2f",
    "scroll": "#f3e3b5",
    "straw": "#edc556",
    "wall": "#fbf5e6",
    "roof": "#d99a78",
    "roof-2": "#c9805b",
    "leaf": "#b9c394",
    "glass": "#a9c8cf",
    "door": "#5f574b",
    "water": "#c9dad6",
    "water-line": "#7f9fa0",
    "road": "#fbf5e6",
    "glow-soft": "#f8e3ac",
    "stage": "#f1e7d1",
    "g0": "#4f7134",
    "g1": "#3c4047",
    "g2": "#2f839c",
    "g3": "#7d7464",
    "g4": "#b2582f",
    "g5": "#86417a",
}
DARK = {
    "tile": "#e9dfc9",
    "tile-ink": "#241f19",
    "chip-line": "#e9dfc9a0",
    "coin": "#dcb04a",
    "wax": "#b5493a",
    "straw": "#e6bd4e",
    "wall": "#3c4450",
    "roof": "#86594a",
    "roof-2": "#6f4a3e",
    "leaf": "#46584a",
    "glass": "#5f8792",
    "door": "#14171b",
    "water": "#2a3c47",
    "water-line": "#5c7f8c",
    "road": "#454e5a",
    "glow-soft": "#5a4f2e",
    "stage": "#22272d",
    "g0": "#5b8039",
    "g1": "#4a5059",
    "g2": "#35899f",
    "g3": "#857c6c",
    "g4": "#bb6238",
    "g5": "#964f8a",
}

# What is inside symbols.
PIECES = (
    """.qa-solid{fill:currentColor}
.qa-pen{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
.qa-body{fill:currentColor;stroke:var(--tile-ink);stroke-width:1.3;stroke-linejoin:round}
.qa-tile{fill:var(--tile);stroke:var(--tile-ink);stroke-linejoin:round}
.qa-coin{fill:var(--coin);stroke:var(--tile-ink)}
.qa-wax{fill:var(--wax);stroke:var(--tile-ink)}
.qa-scroll{fill:var(--scroll);stroke:var(--tile-ink);stroke-linejoin:round}
.qa-straw{fill:var(--straw);stroke:var(--tile-ink);stroke-linejoin:round}
.qa-fine{fill:none;stroke:var(--tile-ink);stroke-linecap:round}
.qa-dark{fill:var(--tile-ink)}
.qa-wall,.qa-roof,.qa-roof-2,.qa-door,.qa-glass,.qa-leaf{stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round}
.qa-wall{fill:var(--wall)}
.qa-roof{fill:var(--roof)}
.qa-roof-2{fill:var(--roof-2)}
.qa-door{fill:var(--door)}
.qa-glass{fill:var(--glass)}
.qa-leaf{fill:var(--leaf)}
.qa-line{fill:none;stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round;stroke-linecap:round}
.qa-shade{fill:var(--leaf);opacity:.35}
.qa-cream{color:var(--cream);fill:var(--cream)}
.qa-chip{stroke:var(--chip-line);stroke-width:1}
.qa-sl{font:700 8.5px var(--sans);fill:var(--cream);text-anchor:middle}
.qa-hb{fill:none}
.qa-out{fill:var(--wax)}
.qa-n{font-family:var(--serif);font-weight:700;font-variant-numeric:lining-nums;fill:var(--tile-ink);text-anchor:middle}
.qa-w{font-family:var(--sans);font-weight:700;fill:var(--cream);text-anchor:middle}
"""
    + "".join(f".qa-f{g}{{fill:var(--g{g})}}.qa-b{g}{{stroke:var(--g{g})}}" for g in range(GUILDS))
    + "\n"
)

SEATS = (  # solid shapes, about the origin
    '<circle class="qa-solid" r="5.6"/>',
    '<path class="qa-solid" d="M-5-5H5V5H-5Z"/>',
    '<path class="qa-solid" d="M0-6 6.2 5H-6.2Z"/>',
    '<path class="qa-solid" d="M0-6.6 6.6 0 0 6.6-6.6 0Z"/>',
)
SHIELD = "M1 1.5C1 1 1.3.8 1.8.8h18.4c.5 0 .8.2.8.7V17c0 6-4 9.5-10 11.3C5 26.5 1 23 1 17z"
SIGNED = {"p-figure": (0, 6, 0.62), "p-house": (0, 2.5, 0.62), "p-carriage": (-3, -4, 0.72)}  # where a seat's sign is laid on


def symbol(name: str) -> str:
    """A drawing, centred."""
    width, height, drawing = DRAWINGS[name]
    return f'<g transform="translate({num(-width / 2)} {num(-height / 2)})">{drawing}</g>'


def inside(name: str, x: float, y: float, size: float, css: str = "") -> str:
    """A drawing of this height inside another one."""
    width, height, drawing = DRAWINGS[name]
    scale = size / height
    at = f"translate({num(x - width * scale / 2)} {num(y - size / 2)}) scale({scale:.3g})"
    return f'<g{f" class={chr(34)}{css}{chr(34)}" if css else ""} transform="{at}">{drawing}</g>'


def piece(name: str, seat: int) -> str:
    """A figure, house or carriage with the sign of its seat."""
    x, y, scale = SIGNED[name]
    return f'{symbol(name)}<g class="qa-cream" transform="translate({x} {y}) scale({scale})">{SEATS[seat]}</g>'


def shield(guild: int, letter: str) -> str:
    """A guild: emblem and letter on its colour."""
    emblem = inside(f"g-{GUILD_NAMES[guild]}", 11, 9.8, 14, "qa-cream")
    drawing = f'<path class="qa-chip qa-f{guild}" d="{SHIELD}"/>{emblem}<text class="qa-sl" x="11" y="24.4">{letter}</text>'
    return f'<g transform="translate(-11 -14.5)">{drawing}</g>'


OUTLINES = 2**12  # that are remembered, of one kind: tables are drawn all the time, with the same ones

# --- hexagons ---------------------------------------------------------------------------------------------------------


@lru_cache(OUTLINES)
def at(angle: float, radius: float) -> tuple[float, float]:
    """A point by its direction and distance.

    >>> [round(part, 3) for part in at(90, 2)]
    [0.0, 2.0]
    """
    return radius * cos(angle * pi / 180), radius * sin(angle * pi / 180)


@lru_cache(OUTLINES)
def hexagon(side: float, x: float = 0, y: float = 0) -> str:
    """A flat-topped hexagon about a point."""
    return polygon([(x + dx, y + dy) for dx, dy in (at(60 * n, side) for n in range(6))])


def corner_angle(corner: int) -> int:
    """Where a corner is on a tile that lies upright: the start corner left of the guild's emblem, then counter-clockwise."""
    return -120 - 60 * corner


def notch_angle(notch: int) -> int:
    """The direction of a notch: the first is right of the topmost point, then clockwise."""
    return 60 * notch - 60


def turned(notch: int, corner: int) -> int:
    """By how much a tile is turned at a notch, with this corner at the hammer.

    >>> turned(1, 0), turned(1, 1)
    (300, 0)
    """
    return (notch_angle(notch) + 180 - corner_angle(corner)) % 360


def _number(angle: float, radius: float, size: float, text: object, css: str) -> str:
    x, y = at(angle, radius)
    large = floored(f"font-size:{num(size)}px")
    return f'<text class="{css}" x="{num(x)}" y="{num(y + size * 0.35)}" style="{large}">{text}</text>'


SIDE = 61.0  # of a craftsman as it is drawn; smaller ones are scaled


@lru_cache(maxsize=256)
def craftsman(values: tuple[int, ...], guild: int, letter: str, scroll: int, sheaf: bool, turn: int) -> str:
    """A tile turned so far. What changes with its service is laid over it: `gauge` and `rings`."""
    side = SIDE
    parts = [
        f'<path class="qa-tile" stroke-width="1.2" d="{hexagon(side)}"/>',
        f'<path class="qa-hb qa-b{guild}" stroke-width="{num(side * 0.056)}" d="{hexagon(side * 0.93)}"/>',
        f'<circle class="qa-f{guild}" r="{num(side * 0.345)}"/>',
        inside(f"g-{GUILD_NAMES[guild]}", 0, -0.06 * side, side * 0.37, "qa-cream"),
    ]
    for corner, value in enumerate(values):
        parts.append(_number(corner_angle(corner) + turn, side * 0.725, side * 0.25, value, "qa-n"))
    out = corner_angle(CORNERS - 1) + turn
    wedge = polygon([at(out, side * 0.985), at(out - 7, side * 0.87), at(out + 7, side * 0.87)])
    parts.append(f'<path class="qa-out" d="{wedge}"/>')
    x, y = at(-90 + turn, side * 0.665)
    parts.append(f'<circle class="qa-f{guild}" cx="{num(x)}" cy="{num(y)}" r="{num(side * 0.125)}"/>')
    parts.append(_number(-90 + turn, side * 0.665, side * 0.17, letter, "qa-w"))
    parts.append(inside("m-scroll", *at(90 + turn, side * 0.625), side * 0.25))
    parts.append(_number(90 + turn, side * 0.625, side * 0.19, scroll, "qa-n"))
    if sheaf:
        parts.append(inside("m-farm", *at(30 + turn, side * 0.64), side * 0.26))
    return "".join(parts)


def small_craftsman(guild: int) -> str:
    """A craftsman of another seat, of side 22: an emblem on the colour of the guild; the number is laid on."""
    emblem = inside(f"g-{GUILD_NAMES[guild]}", -22 * 0.36, 0, 22 * 0.62, "qa-cream")
    return f'<path class="qa-chip qa-f{guild}" d="{hexagon(22)}"/>{emblem}'


@lru_cache(OUTLINES)
def gauge(corners: range, turn: int, side: float, x: float, y: float) -> str:
    """Arcs round the emblem, one for each of these corners."""
    return "".join(_arc(corner_angle(corner) + turn, 22, side * 0.43, x, y) for corner in corners)


def _arc(angle: float, half: float, radius: float, x: float, y: float) -> str:
    (ax, ay), (bx, by) = at(angle - half, radius), at(angle + half, radius)
    return f"M{num(x + ax)} {num(y + ay)}A{num(radius)} {num(radius)} 0 0 1 {num(x + bx)} {num(y + by)}"


@lru_cache(OUTLINES)
def rings(corners: range, turn: int, side: float, x: float, y: float, radius: float) -> str:
    """Circles about the numbers of these corners."""
    spots = [at(corner_angle(corner) + turn, side * 0.725) for corner in corners]
    return "".join(circle(x + dx, y + dy, side * radius) for dx, dy in spots)


@lru_cache(OUTLINES)
def star_path(side: float, x: float, y: float) -> str:
    """A six-pointed star whose notches take the corners of hexagons of the same side."""
    points = [at(-120 + 30 * n, side * (1.7321 if n % 2 else 1)) for n in range(12)]
    return polygon([(x + dx, y + dy) for dx, dy in points])


@lru_cache(OUTLINES)
def point_path(point: int, side: float, x: float, y: float) -> str:
    """One point of that star."""
    angle = -90 + 60 * point
    corners = [at(angle, side * 1.7321), at(angle + 30, side), at(angle - 30, side)]
    return polygon([(x + dx, y + dy) for dx, dy in corners])


@lru_cache(OUTLINES)
def circle(x: float, y: float, r: float) -> str:
    """A circle as an outline."""
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0 {num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0Z"


@lru_cache(OUTLINES)
def rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    """A rectangle with round corners as an outline."""
    w, h, p, m = num(width - 2 * r), num(height - 2 * r), num(r), num(-r)
    a = f"a{p} {p} 0 0 1"
    return f"M{num(x + r)} {num(y)}h{w}{a} {p} {p}v{h}{a} {m} {p}h-{w}{a} {m} {m}v-{h}{a} {p} {m}Z"
