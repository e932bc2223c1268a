"""Arkadia: the pictures of its box, from any set: board with camps, castle, shapes, first game; squares can be painted."""

from __future__ import annotations

from typing import Any

from chantier.games.arkadia.picture import art
from chantier.games.arkadia.picture.scene import STYLE
from chantier.games.arkadia.state import COLUMNS, SHAPE_NAMES
from chantier.games.arkadia.tables import LETTERS, square_name, square_of
from chantier.games.arkadia.words import text
from chantier.scene import Sheet, num

U, EDGE = 26, 26  # a square of the board as it is drawn, and what is left free for its names
CELL, WIDEST = 34, 4  # a square of a shape or of the castle, and how many of them there can be
CAMP, SQUARE, NOTHING = "camp", "square", "nothing"
FAMILIES = "ROBS"
Done = list[tuple[str, tuple[str | int, ...], Any]]


def style() -> str:
    return (
        STYLE + ".chantier .b-sq{fill:var(--card);stroke:var(--ink-3);stroke-width:.6}"
        ".chantier .b-full{fill:var(--ink-3);fill-opacity:.45}.chantier .b-camp{fill:var(--accent);fill-opacity:.75}"
        ".chantier .b-lies{fill:var(--glow);fill-opacity:.35;stroke:var(--ink);stroke-width:1}"
        ".chantier .b-grid{fill:transparent;cursor:cell}"
        ".chantier .b-over{pointer-events:none}"
        ".chantier .b-letter{font:700 15px var(--serif);text-anchor:middle;pointer-events:none}"
    )


def symbols() -> dict[str, str]:
    return art.small_symbols()


def paints(sheet: str) -> list[str]:
    if sheet == "board":
        return [CAMP, NOTHING]
    if sheet == "castle":
        return [*FAMILIES, "*", "x"]
    return [SQUARE, NOTHING] if sheet in SHAPE_NAMES else []


def sheets(data: dict[str, Any], part: str, language: str) -> list[Sheet]:
    """The pictures of a part."""
    if part == "board":
        return [_board(data, "board", _camps(data))]
    if part == "castle":
        return [_lines(data["castle"]["plan"], "castle", "")]
    if part == "shapes":
        texts = text.TEXTS[language]
        return [_lines(data["shape"][name]["squares"], name, texts[name]) for name in SHAPE_NAMES]
    return [_board(data, "first", _camps(data) + _first(data["first_game"]))] if part == "first" else []


def _board(data: dict[str, Any], name: str, over: str) -> Sheet:
    wide, high = data["board"]["width"], data["board"]["height"]
    paper = f'<rect class="b-sq" x="{EDGE}" y="{EDGE}" width="{wide * U}" height="{high * U}"/>'
    lines = "".join(f"M{EDGE + x * U} {EDGE}v{high * U}" for x in range(1, wide))
    lines += "".join(f"M{EDGE} {EDGE + y * U}h{wide * U}" for y in range(1, high))
    size = f'x="{EDGE}" y="{EDGE}" width="{wide * U}" height="{high * U}"'
    grid = f'<rect class="b-grid" data-place="camps" data-grid="{EDGE} {EDGE} {U}" data-size="{U}" {size}/>'
    names = "".join(f'<text class="coord" x="{EDGE + x * U + U / 2}" y="{EDGE - 8}">{LETTERS[x]}</text>' for x in range(wide))
    names += "".join(f'<text class="coord" x="{EDGE / 2}" y="{EDGE + y * U + U / 2 + 4}">{y + 1}</text>' for y in range(high))
    drawn = (paper, f'<path class="b-sq" d="{lines}"/>', over, names, grid if name == "board" else "")
    return Sheet(name, EDGE + wide * U + 6, EDGE + high * U + 6, drawn)


def _corner(name: str) -> tuple[int, int]:
    square = square_of(name)
    if square is None:
        raise LookupError(name)
    return EDGE + square % COLUMNS * U, EDGE + square // COLUMNS * U


def _camps(data: dict[str, Any]) -> str:
    drawn = ""
    for n, name in enumerate(data["camps"]["at"]):
        if square_of(name) is not None:
            x, y = _corner(name)
            tent = f"M{x + 4} {y + U - 5}L{x + U / 2} {y + 5}L{x + U - 4} {y + U - 5}Z"
            drawn += f'<path class="b-camp" data-place="camps.at[{n + 1}]" d="{tent}"/>'
    return drawn


def _first(first: dict[str, Any]) -> str:
    (x, y), (u, v) = map(_corner, first["castle"]["at"])
    drawn = f'<rect class="b-full" data-place="first_game.castle" x="{x}" y="{y}" width="{u - x + U}" height="{v - y + U}"/>'
    for n, one in enumerate(first["building"]):
        for name in one["at"]:
            x, y = _corner(name)
            place = f"first_game.building[{n + 1}]"
            drawn += f'<rect class="b-lies" data-place="{place}" x="{x + 2}" y="{y + 2}" width="{U - 4}" height="{U - 4}"/>'
    return drawn


def _lines(rows: list[str], name: str, label: str) -> Sheet:
    """A drawing of letters: a shape, or the plan of the castle."""
    drawn = []
    for y in range(WIDEST):
        for x in range(WIDEST):
            letter = rows[y][x] if y < len(rows) and x < len(rows[y]) else ""
            at = f'x="{4 + x * CELL}" y="{4 + y * CELL}" width="{CELL}" height="{CELL}"'
            drawn.append(f'<rect class="b-sq" {at}/>')
            if letter == "#":
                drawn.append(f'<rect class="b-full guess" {at}/>')
            if letter and letter in FAMILIES + "*":
                middle, low = 4 + x * CELL + CELL / 2, 4 + y * CELL + CELL / 2 + 5
                drawn.append(f'<text class="b-letter guess" x="{num(middle)}" y="{num(low)}">{letter}</text>')
    size = WIDEST * CELL
    if name in SHAPE_NAMES and _is_whole(rows):
        scale = f"translate(4 4) scale({num(CELL / art.SQUARE * 100)}e-2)"
        drawn.append(f'<g class="b-over guess" transform="{scale}">{art.building(name, rows, 0)}</g>')
    place = f"shape.{name}" if name in SHAPE_NAMES else "castle.plan"
    at = f'x="4" y="4" width="{size}" height="{size}"'
    drawn.append(f'<rect class="b-grid" data-place="{place}" data-grid="4 4 {CELL}" data-size="{CELL}" {at}/>')
    return Sheet(name, size + 8, size + 8, tuple(drawn), label=label)


def _is_whole(rows: list[str]) -> bool:
    """Whether a roof can be drawn: all squares hang together."""
    squares = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    seen = squares[:1]
    for x, y in seen:
        seen += [one for one in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if one in squares and one not in seen]
    return len(seen) == len(squares) > 0


def painted(data: dict[str, Any], sheet: str, spot: str, paint: str) -> Done:
    """A square of the board gets a camp or loses it; one of a drawing gets another letter."""
    x, y = map(int, spot.split(","))
    if sheet == "board":
        camps, square = data["camps"]["at"], square_name(y * COLUMNS + x)
        if paint == CAMP:
            return [] if square in camps else [("add", ("camps", "at"), square)]
        return [("remove", ("camps", "at", camps.index(square)), None)] if square in camps else []
    castle = sheet == "castle"
    place: tuple[str | int, ...] = ("castle", "plan") if castle else ("shape", sheet, "squares")
    old = data["castle"]["plan"] if castle else data["shape"][sheet]["squares"]
    empty = "x" if castle else "."
    letter = paint if castle else {SQUARE: "#", NOTHING: "."}[paint]
    if not (0 <= x < WIDEST and 0 <= y < WIDEST):
        raise LookupError(spot)
    grid = [[old[v][u] if v < len(old) and u < len(old[v]) else empty for u in range(WIDEST)] for v in range(WIDEST)]
    grid[y][x] = letter
    return [("set", place, _cropped(["".join(row) for row in grid], empty))]


def _cropped(rows: list[str], empty: str) -> list[str]:
    """Without rows and columns at the end in which nothing is."""
    while len(rows) > 1 and not rows[-1].strip(empty):
        rows.pop()
    wide = max(1, *(len(row.rstrip(empty)) for row in rows))
    return [row[:wide] for row in rows]
