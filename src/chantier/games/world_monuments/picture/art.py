"""World Monuments: the drawings of its pieces: bricks with their signs, gems, the worker, ornaments and crowns.

Everything is drawn with a few strokes and coloured by classes, so themes need no second drawing. Every colour has a sign:
violet two chevrons, red a saltire, neutral three rings, orange a sun, the gem a cut stone, the black piece a pennant. No
sign repeats the shape of a seat.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from chantier.games.world_monuments.picture.iso import Iso
from chantier.scene import line, num, polygon

LETTERS = "vrnogk"  # classes, by kind

SIGNS = {
    "v": "M-8 2 0-6 8 2M-8 8 0 0 8 8",
    "r": "M-7-7 7 7M7-7-7 7",
    "n": "M3.4-5A3.4 3.4 0 1 1-3.4-5 3.4 3.4 0 1 1 3.4-5ZM-1.2 3.4A3.4 3.4 0 1 1-8 3.4 3.4 3.4 0 1 1-1.2 3.4Z"
    "M8 3.4A3.4 3.4 0 1 1 1.2 3.4 3.4 3.4 0 1 1 8 3.4Z",
    "o": "M0-9.5V-5.5M0 5.5V9.5M-9.5 0H-5.5M5.5 0H9.5M-6.7-6.7-4-4M6.7-6.7 4-4M-6.7 6.7-4 4M6.7 6.7 4 4"
    "M0-3.2A3.2 3.2 0 1 1 0 3.2 3.2 3.2 0 1 1 0-3.2Z",
    "g": "M-9-3-5-8H5L9-3 0 9ZM-9-3H9M-4-3 0 9 4-3",
    "k": "M-5 9V-8H7L3.5-4 7 0H-5",
}

LIGHT = {
    "sheet": "#faf5e9",
    "edge": "#c9b994",
    "rule": "#e6d3a3",
    "line": "#2e231a",
    "shade": ".17",
    "pit-1": "#ddd0b3",
    "pit-2": "#cbbd9d",
    "pit-3": "#b5a686",
    "v-t": "#a98cc6",
    "v-l": "#8768aa",
    "v-r": "#664b88",
    "v-s": "#3c2659",
    "r-t": "#d58473",
    "r-l": "#bb5544",
    "r-r": "#913c2e",
    "r-s": "#571c14",
    "n-t": "#f8f3e7",
    "n-l": "#e0d6c1",
    "n-r": "#bdb096",
    "n-s": "#6d6049",
    "o-t": "#f3c768",
    "o-l": "#dfa136",
    "o-r": "#b57c1f",
    "o-s": "#6b450a",
    "g-t": "#b9d8ee",
    "g-l": "#6fa6d3",
    "g-r": "#2e6a9e",
    "g-s": "#153f66",
    "k-t": "#5a5550",
    "k-l": "#3f3a36",
    "k-r": "#2b2723",
    "k-s": "#efe7d6",
    "rim": "1.2",
    "finial": "#2e231a",
}
DARK = {
    "sheet": "#39424d",
    "edge": "#161a1f",
    "rule": "#3a3f40",
    "line": "#0f0c09",
    "shade": ".38",
    "pit-1": "#343b45",
    "pit-2": "#414a55",
    "pit-3": "#525b66",
    "n-t": "#e6dfcf",
    "n-l": "#c5bba6",
    "n-r": "#9a8e77",
    "k-t": "#6b6762",
    "k-l": "#4b4743",
    "k-r": "#35312e",
    "rim": "2.2",
    "finial": "#d8cfbd",
}

# Rules for what is inside symbols: copies of symbols see no element around them, so the names carry the game's letters.
PIECES = (
    "".join(
        f".wm-b-{c} .wm-t{{fill:var(--{c}-t)}}\n.wm-b-{c} .wm-l{{fill:var(--{c}-l)}}\n.wm-b-{c} .wm-r{{fill:var(--{c}-r)}}\n"
        f".wm-b-{c} .wm-s{{stroke:var(--{c}-s)}}\n"
        for c in LETTERS
    )
    + """
.wm-s,.wm-sl{fill:none;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.wm-s{opacity:.8}
.wm-st{opacity:var(--top,.8)}
.wm-sl{stroke:#fff;opacity:var(--topl,.45)}
.wm-hl{fill:none;stroke:#fff;stroke-opacity:.42;stroke-width:1.1;stroke-linejoin:round}
.wm-ha{fill:none;stroke:var(--line);stroke-opacity:.15;stroke-width:.8}
.wm-ol{fill:none;stroke:var(--line);stroke-width:1.1;stroke-linejoin:round;stroke-opacity:.85}
.wm-or{fill:none;stroke:var(--line);stroke-width:.9;stroke-linejoin:round;stroke-linecap:round;opacity:.42}
.wm-wi{fill:var(--line);opacity:.3}
.wm-c1{fill:var(--n-t)}
.wm-c2{fill:var(--n-l)}
.wm-c3{fill:var(--n-r)}
.wm-cl{fill:none;stroke:var(--line);stroke-width:.9;stroke-linecap:round;stroke-linejoin:round;opacity:.75}
.wm-cr{fill:none;stroke:var(--line);stroke-width:.7;stroke-linecap:round;opacity:.4}
.wm-g1{fill:var(--g-t)}
.wm-g2{fill:var(--g-l)}
.wm-g3{fill:var(--g-r)}
.wm-g4{fill:none;stroke:#fff;stroke-opacity:.7}
.wm-w{fill:#26221e;stroke:#f6efe0;stroke-width:var(--rim);paint-order:stroke}
.wm-wf{fill:#e8c9a0;stroke:#26221e;stroke-width:1.2}
.wm-wl{fill:none;stroke:#f6efe0;stroke-opacity:.6;stroke-width:1.3}
.wm-pe{fill:var(--sheet);stroke:var(--ink-2);stroke-width:.9;stroke-dasharray:3 3;stroke-linejoin:round}
.wm-fo{fill:#1a1008;opacity:.32}
.wm-fr{fill:none;stroke:#fff;stroke-opacity:.45;stroke-width:1}
.wm-on{fill:#fff}
.wm-pl{fill:none}
.wm-pf{opacity:var(--pf,.75)}
.wm-fi{fill:none;stroke:var(--finial);stroke-width:1.1;stroke-linecap:round}
"""
)

CSS = """
.cov{--top:0;--topl:0}
.pencil{opacity:.72;--n-t:var(--sheet);--n-l:var(--sheet);--n-r:var(--sheet);--line:var(--ink-2);--finial:var(--ink-2)}
.far{--pf:0}
.elev{fill:none;stroke:var(--ink);stroke-width:1;stroke-linejoin:round;stroke-linecap:round}
.elev .fine{stroke-width:.6;opacity:.75}
.elev .wash{fill:var(--ink-3);fill-opacity:.16;stroke:none}
"""

# --- small pieces -----------------------------------------------------------------------------------------------------

GEM = (
    '<path class="wm-g2" d="M-15-6-8-15H8L15-6 0 17Z"/><path class="wm-g1" d="M-15-6-8-15H8L15-6Z"/>'
    '<path class="wm-g3" d="M-7-6 0 17 7-6Z"/><path class="wm-g4" d="M-8-15-7-6 0-15 7-6 8-15"/>'
    '<path class="wm-ol" d="M-15-6-8-15H8L15-6 0 17ZM-15-6H15M-7-6 0 17 7-6"/>'
)
WORKER = (
    '<path class="wm-w" d="M-13-29Q-12-33-7-33C-7-43 7-43 7-33 12-33 13-29 13-29Z"/><circle class="wm-wf" cy="-24.5" r="6.5"/>'
    '<path class="wm-w" d="M-10 8C-11-6-9-16 0-17 9-16 11-6 10 8Z"/><ellipse class="wm-w" cy="9" rx="15" ry="4.5"/>'
    '<path class="wm-wl" d="M-6-6 0-1 6-6M0-1V7"/>'
)
SEATS = [
    '<circle r="9"/>',
    '<rect x="-8" y="-8" width="16" height="16" rx="1.5"/>',
    '<path d="M0-9.5 9.5 7.5H-9.5Z"/>',
    '<path d="M0-10.5 10 0 0 10.5-10 0Z"/>',
]
SCREEN = (
    '<path d="M0 0 18 6V34L0 40ZM96 0 78 6V34L96 40ZM18 2H78V34H18Z"/>'
    '<path class="wm-fo" d="M0 0 18 6V34L0 40ZM96 0 78 6V34L96 40Z"/><path class="wm-fr" d="M22 6H74V30H22Z"/>'
)
LAUREL = (
    '<path d="M-4 26C-24 20-30 0-20-20M4 26C24 20 30 0 20-20"/>'
    '<path d="M-13 21q-8 3-12-3 8-3 12 3ZM-20 13q-9 0-11-7 9-1 11 7ZM-24 2q-8-3-7-10 8 2 7 10ZM-24-9q-6-6-2-12 6 4 2 12Z'
    "M13 21q8 3 12-3-8-3-12 3ZM20 13q9 0 11-7-9-1-11 7ZM24 2q8-3 7-10-8 2-7 10ZM24-9q6-6 2-12-6 4-2 12Z"
    '"/>'
)


def screen(seat: int) -> str:
    """A folding screen with the shape of its seat; whoever shows it gives it the colour."""
    return f'{SCREEN}<g class="wm-on" transform="translate(48 18) scale(.8)">{SEATS[seat]}</g>'


def flat(letter: str) -> str:
    """A piece seen from above."""
    edge = 'x="-11" y="-11" width="22" height="22" rx="2"'
    return (
        f'<g class="wm-b-{letter}"><rect class="wm-t" {edge}/><path class="wm-s" transform="scale(.72)" d="{SIGNS[letter]}"/>'
        f'<rect class="wm-ol" {edge}/></g>'
    )


# --- bricks -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def brick(iso: Iso, letter: str, ornament: str = "") -> str:
    """A brick; its origin is the back corner on the ground."""
    gap = 0.035
    low, top = iso.floor(gap, gap, 0, 2 - 2 * gap, 2 - 2 * gap), iso.floor(gap, gap, 1, 2 - 2 * gap, 2 - 2 * gap)
    front = face_matrix(iso)
    sign = SIGNS[letter]
    middle = iso.at(1, 1, 1)
    flat_on = (
        f"matrix({iso.ax / 21:.3f} {iso.ay / 21:.3f} {-iso.bx / 21:.3f} {iso.by / 21:.3f} {num(middle[0])} {num(middle[1])})"
    )
    return "".join(
        [
            f'<g class="wm-b-{letter}"><path class="wm-l" d="{polygon([top[3], top[2], low[2], low[3]])}"/>',
            f'<path class="wm-r" d="{polygon([top[2], top[1], low[1], low[2]])}"/><path class="wm-t" d="{polygon(top)}"/>',
            f'<path class="wm-ha" d="{_hatching(iso)}"/><g transform="{side_matrix(iso)}">{SIDES.get(ornament, "")}</g>',
            f'<path class="wm-sl" transform="{flat_on} translate(.7 .7)" d="{sign}"/>',
            f'<path class="wm-s wm-st" transform="{flat_on}" d="{sign}"/>',
            f'<g transform="{front}">{ORNAMENTS.get(ornament, "")}',
            f'<path class="wm-s" transform="translate(0 {num(-iso.high / 2)}) scale(.8)" d="{sign}"/></g>',
            f'<path class="wm-hl" d="{line(top[3], top[2], top[1])}{line(top[2], low[2])}"/>',
            f'<path class="wm-ol" d="{polygon([top[0], top[1], low[1], low[2], low[3], top[3]])}"/></g>',
        ]
    )


@lru_cache(maxsize=256)
def pencilled(iso: Iso, ornament: str = "") -> str:
    """A brick that is not laid yet, as the architect drew it."""
    low, top = iso.floor(0.06, 0.06, 0.02, 1.88, 1.88), iso.floor(0.06, 0.06, 0.98, 1.88, 1.88)
    outline = polygon([top[0], top[1], low[1], low[2], low[3], top[3]])
    edges = line(top[3], top[2], top[1]) + line(top[2], low[2])
    front = f'<g class="wm-pf" transform="{face_matrix(iso)}">{ORNAMENTS.get(ornament, "")}</g>'
    return f'<path class="wm-pe" d="{outline}"/>{front}<path class="wm-pe wm-pl" d="{edges}"/>'


def face_matrix(iso: Iso) -> str:
    """The front of a brick as a drawing board: 0, 0 is the middle of its lower edge."""
    foot = iso.at(1, 2, 0)
    return f"matrix(1 {iso.ay / iso.ax:.3f} 0 1 {num(foot[0])} {num(foot[1])})"


def side_matrix(iso: Iso) -> str:
    """The same for its right side."""
    foot = iso.at(2, 1, 0)
    return f"matrix(1 {-iso.by / iso.bx:.3f} 0 1 {num(foot[0])} {num(foot[1])})"


def _hatching(iso: Iso) -> str:
    """An engraver's lines on the dark side."""
    return "".join(line(iso.at(2, 1.9, z / 7), iso.at(2, 0.1, z / 7)) for z in range(1, 7))


# --- ornaments: on the front of a brick, around its sign ------------------------------------------------------------------


def _lancet(x: float, low: float, high: float, half: float = 3.2) -> str:
    return (
        f"M{num(x - half)} {num(low)}V{num(high + 6)}Q{num(x - half)} {num(high + 2)} {num(x)} {num(high)}"
        f"Q{num(x + half)} {num(high + 2)} {num(x + half)} {num(high + 6)}V{num(low)}Z"
    )


def _windows(*paths: str) -> str:
    return f'<path class="wm-wi" d="{"".join(paths)}"/>'


def _strokes(*paths: str) -> str:
    return f'<path class="wm-or" d="{"".join(paths)}"/>'


def _columns(at: list[float]) -> str:
    shafts = "".join(
        f"M{num(x - 2)}-5V-30M{num(x + 2)}-5V-30M{num(x - 3.5)}-31H{num(x + 3.5)}M{num(x - 3.5)}-4H{num(x + 3.5)}" for x in at
    )
    return shafts + "M-33-34H33"


def _spokes(inner: float, outer: float, many: int) -> str:
    turns = [2 * pi * n / many for n in range(many)]
    return "".join(
        f"M{num(inner * sin(t))} {num(-19 - inner * cos(t))}L{num(outer * sin(t))} {num(-19 - outer * cos(t))}" for t in turns
    )


def _ring(r: float) -> str:
    return f"M{num(-r)}-19A{num(r)} {num(r)} 0 1 1 {num(r)}-19 {num(r)} {num(r)} 0 1 1 {num(-r)}-19Z"


ORNAMENTS = {
    "portal": _strokes("M-13-1V-16Q-12-29 0-34 12-29 13-16V-1M-17-1V-16Q-16-32 0-37 16-32 17-16V-1M-20.5-1V-14M20.5-1V-14"),
    "lancets": _windows(*(_lancet(x, -7, -32) for x in (-26, -17, 17, 26))) + _strokes("M-33-4H33"),
    "rose": _strokes(_ring(11), _ring(16), _spokes(11, 16, 16)) + _windows(_lancet(-25, -9, -29), _lancet(25, -9, -29)),
    "belfry": _windows(*(_lancet(x, -4, -35, 4) for x in (-24, -14, 14, 24))) + _strokes("M-33-37H33"),
    "columns": _strokes(_columns([-28, -17, 17, 28])),
    "drum": _strokes(_columns([-30, -23, -16, 16, 23, 30]), "M-33-37H33"),
    "attic": _strokes("M-33-33H33M-33-6H33") + _windows("M-28-25h9v13h-9ZM19-25h9v13h-9Z"),
    "iwan": _strokes("M-20-1V-37H20V-1M-15-1V-17Q-14-28 0-35 14-28 15-17V-1")
    + _windows(_lancet(-27, -3, -16), _lancet(27, -3, -16))
    + _windows(_lancet(-27, -20, -33), _lancet(27, -20, -33)),
    "minaret": _strokes("M-33-34H33M-33-31H33M-33-5H33M-22-31V-5M22-31V-5"),
    "plinth": _strokes("M-33-34H33M-33-4H33M-30-30H-13V-8H-30ZM13-30H30V-8H13Z"),
    "reliquary": _strokes(_ring(14)),
}

SIDES = {
    "portal": _windows(_lancet(0, -8, -30, 4)),
    "lancets": _windows(_lancet(-6, -8, -31), _lancet(6, -8, -31)),
    "rose": _windows(_lancet(0, -9, -30)),
    "belfry": _windows(_lancet(-6, -4, -35, 3.6), _lancet(6, -4, -35, 3.6)),
    "columns": _strokes("M-11-5V-30M-8-5V-30M8-5V-30M11-5V-30M-17-34H17"),
    "drum": _strokes("M-12-5V-30M-9-5V-30M-1.5-5V-30M1.5-5V-30M9-5V-30M12-5V-30M-17-34H17"),
    "attic": _windows("M-4-25H4V-12H-4Z"),
    "iwan": _windows(_lancet(-7, -3, -16), _lancet(-7, -20, -33), _lancet(7, -3, -16), _lancet(7, -20, -33)),
    "minaret": _strokes("M-17-34H17M-17-31H17M-17-5H17"),
    "plinth": _strokes("M-12-30H12V-8H-12Z"),
}

# --- crowns: what ends a monument, on the middle of a topmost brick -----------------------------------------------------------


def _painted(*parts: str) -> str:
    """Paths, each with its class in front."""
    return "".join(f'<path class="wm-{part[:2]}" d="{part[3:]}"/>' for part in parts)


DOME = (
    "c2 M-32 0V-15A32 11 0 0 0 32-15V0A32 11 0 0 1-32 0Z",
    "c3 M8 10.5V-4.5A32 11 0 0 0 32-15V0A32 11 0 0 1 8 10.5Z",
    "cr M-28 4V-11M-23 7V-8M-17 8.5V-6.5M-11 9.7V-5.3M-4 10.5V-4.5M3 10.7V-4.3M10 10V-5M16 9V-6M22 7V-8M27 4V-11",
    "c1 M-32-15A32 11 0 1 0 32-15 32 11 0 1 0-32-15Z",
    "c1 M-30-17C-30-50-13-62 0-64 13-62 30-50 30-17A30 10 0 0 1-30-17Z",
    "c2 M4-63.5C15-60 30-48 30-17A30 10 0 0 1 9-7.5C14-30 12-50 4-63.5Z",
    "cr M-22-11C-22-40-10-58-3-63M-11-8C-11-38-5-56-1-63M1-7C2-38 1-56 0-63M12-8C13-38 6-56 2-63M22-11C23-40 12-58 4-63",
    "c1 M-6-61V-76H6V-61A6 2.5 0 0 1-6-61Z",
    "c3 M1-59V-76H6V-61Q4-59 1-59Z",
    "c2 M-7-76Q-5-85 0-88 5-85 7-76A7 2.5 0 0 1-7-76Z",
    "cl M-32 0V-15A32 11 0 0 0 32-15V0A32 11 0 0 1-32 0ZM-32-15A32 11 0 0 1-30-19M32-15A32 11 0 0 0 30-19",
    "cl M-30-17C-30-50-13-62 0-64 13-62 30-50 30-17M-6-62V-76M6-62V-76M-2-60V-75M2-60V-75",
    "cl M-7-76Q-5-85 0-88 5-85 7-76A7 2.5 0 0 1-7-76Z",
)
CROWNS = {
    "spire": _painted(
        "c2 M-15 0-15-12 0-6 0 7Z",
        "c3 M15 0 15-12 0-6 0 7Z",
        "cl M-15 0V-12L0-6 15-12V0L0 7ZM0-6V7",
        "c2 M-11-12 0-100 0-6Z",
        "c3 M11-12 0-100 0-6Z",
        "cr M-9-26-12-28M-7.5-40-10-42M-6-54-8.5-56M-4-68-6.5-70M9-26 12-28M7.5-40 10-42M6-54 8.5-56M4-68 6.5-70",
        "cr M-9.5-22 0-17 9.5-22M-7-42 0-38 7-42",
        "c1 M-15-12-12.5-24-10-12ZM10-12 12.5-24 15-12Z",
        "cl M-11-12 0-100 11-12 0-6ZM0-6V-100M-15-12-12.5-24-10-12M10-12 12.5-24 15-12",
        "fi M0-100V-112M-3-107H3",
    ),
    "capitol": _painted(*DOME, "fi M0-88V-98M-2-97Q0-101 2-97"),
    "basilica": _painted(*DOME, "fi M0-88V-101M-4-97H4"),
    "onion": _painted(
        "c2 M-24 2V-8A24 8 0 0 0 24-8V2A24 8 0 0 1-24 2Z",
        "c3 M6 10V0A24 8 0 0 0 24-8V2A24 8 0 0 1 6 10Z",
        "c1 M-23-9C-39-24-34-45-17-55-8-60-2-66 0-75 2-66 8-60 17-55 34-45 39-24 23-9A23 7 0 0 1-23-9Z",
        "c2 M2-68C5-61 10-58 17-55 34-45 39-24 23-9A23 7 0 0 1 6-2C24-24 22-46 2-68Z",
        "cr M-20-6Q-15-13-10-3-5-11 0-2 5-11 10-3 15-13 20-6M-14-57Q-7-54 0-60 7-54 14-57M-9-60Q-6-50-3-59M9-60Q6-50 3-59",
        "cl M-24 2V-8A24 8 0 0 0 24-8V2A24 8 0 0 1-24 2Z",
        "cl M-23-9C-39-24-34-45-17-55-8-60-2-66 0-75 2-66 8-60 17-55 34-45 39-24 23-9",
        "fi M0-75V-90M-2-79H2M-3-86Q0-82 3-86",
    ),
    "chhatri": _painted(
        "c3 M-15-14H15L13-17H-13Z",
        "cl M-13 2V-14M-4 7V-12M5 7V-12M13 2V-14M-16-14A16 5 0 0 0 16-14",
        "c1 M-13-16C-17-25-12-32-5-36-2-38-1-40 0-43 1-40 2-38 5-36 12-32 17-25 13-16A13 4 0 0 1-13-16Z",
        "c2 M1-40C2-38 3-37 5-36 12-32 17-25 13-16A13 4 0 0 1 5-12.5C11-22 9-34 1-40Z",
        "cl M-17-14-13-17C-17-25-12-32-5-36-2-38-1-40 0-43 1-40 2-38 5-36 12-32 17-25 13-17L17-14A17 5 0 0 1-17-14Z",
        "fi M0-43V-50",
    ),
}


@lru_cache(maxsize=16)
def parapet(iso: Iso, statues: bool) -> str:
    """A low wall along the front edges of a top, with pinnacles or statues; its origin is the middle of the top."""
    cx, cy = iso.at(1, 1, 0)

    def edge(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x - cx, y - cy) for x, y in (iso.at(px, py, 0) for px, py in points)]

    front = edge([(0.06 + 1.88 * n / 9, 1.94) for n in range(10)])
    side = edge([(1.94, 1.94 - 1.88 * n / 6) for n in range(7)])
    back = edge([(0.06, 0.06)])[0]
    high = 4 if statues else 6.5
    walls = [_wall(front, "c2", high), _wall(side, "c3", high)]
    if statues:
        return "".join(walls) + "".join(_statue(*front[n], high) for n in (1, 4, 7))
    return _pinnacle(*back) + "".join(walls) + "".join(_pinnacle(*at) for at in (front[0], side[-1], front[-1]))


def _wall(foot: list[tuple[float, float]], css: str, high: float) -> str:
    rail = [(x, y - high) for x, y in foot]
    posts = "".join(line(a, b) for a, b in zip(foot, rail, strict=True))
    return (
        f'<path class="wm-{css}" d="{polygon([foot[0], foot[-1], rail[-1], rail[0]])}"/>'
        f'<path class="wm-cr" d="{posts}"/><path class="wm-cl" d="{line(foot[-1], rail[-1], rail[0], foot[0])}"/>'
    )


def _statue(x: float, y: float, foot: float) -> str:
    low = y - foot
    body = f"M{num(x - 2)} {num(low)}L{num(x - 1.6)} {num(low - 7)}H{num(x + 1.6)}L{num(x + 2)} {num(low)}Z"
    head = f"M{num(x - 1.6)} {num(low - 9)}a1.6 1.6 0 1 1 3.2 0 1.6 1.6 0 1 1-3.2 0"
    return f'<path class="wm-c1" d="{body}{head}"/><path class="wm-cl" d="{body}{head}"/>'


def _pinnacle(x: float, y: float) -> str:
    left = f"M{num(x - 3)} {num(y)}V{num(y - 9)}L{num(x)} {num(y - 21)}V{num(y + 1)}Z"
    right = f"M{num(x + 3)} {num(y)}V{num(y - 9)}L{num(x)} {num(y - 21)}V{num(y + 1)}Z"
    outline = f"M{num(x - 3)} {num(y)}V{num(y - 9)}L{num(x)} {num(y - 21)}L{num(x + 3)} {num(y - 9)}V{num(y)}"
    return f'<path class="wm-c1" d="{left}"/><path class="wm-c3" d="{right}"/><path class="wm-cl" d="{outline}"/>'


# --- which monument has what ----------------------------------------------------------------------------------------------

VIEWS = {
    "notre_dame": Iso(37, 9, 20, 18, 38),
    "capitol": Iso(38, 6, 17, 19, 38),
    "st_peter": Iso(38, 8, 19, 18, 38),
    "taj_mahal": Iso(38, 9, 21, 17, 38),
}

# By level; the first that fits the letter of the brick.
FRONTS = {
    "notre_dame": ["portal", "lancets", "lancets", "belfry", "belfry"],
    "capitol": ["plinth", "columns", "drum", "drum", "attic"],
    "st_peter": ["columns", "columns", "attic", "drum", "drum"],
    "taj_mahal": ["plinth", "iwan", "minaret", "drum", "drum"],
}
SUMMITS = {
    "notre_dame": ("spire", 1.1),
    "capitol": ("capitol", 1.3),
    "st_peter": ("basilica", 1.3),
    "taj_mahal": ("onion", 1.15),
}
LOW_CROWNS = {"pinnacles": 22, "statues": 18}  # they leave the top of their brick in sight
CROWN_HEIGHTS = {**LOW_CROWNS, "chhatri": 52}
TOPS: dict[str, dict[int, tuple[str, float]]] = {
    "notre_dame": {3: ("pinnacles", 1)},
    "capitol": {},
    "st_peter": {2: ("statues", 1)},
    "taj_mahal": {2: ("chhatri", 1.45)},
}


def ornament(monument: str, level: int, letter: str) -> str:
    """What is engraved on the front of a brick."""
    if letter == "g":
        return "reliquary"
    if letter == "v" and level == 2:
        return "rose"
    return FRONTS[monument][level]
