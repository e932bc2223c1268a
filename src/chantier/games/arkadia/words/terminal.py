"""Arkadia: the table as text, at most 100 columns wide. Works from a view alone.

Walls are drawn round every building. An unfinished one shows its family and the number of free squares beside it, `R4`, on
its first square, and the letter of its shape on the others; a finished one is hatched. Castle cells show their height and the
family on top, `2S`.
"""

from __future__ import annotations

import re
from typing import Any

from chantier.core import Game, View
from chantier.games.arkadia.state import COLUMNS, FAMILIES, SHAPE_NAMES
from chantier.games.arkadia.tables import LETTERS, squares_in
from chantier.games.arkadia.words import FOLDER
from chantier.paint import fit, paint, width
from chantier.texts import Section

FAMILY_LETTERS = "ROBS"
SHAPE_LETTERS = "hftmsck"
INK = ["red", "green", "stone", "bold"]
GROUND = ["on red", "on stone", "on black", "on white"]
SEAT_MARKS = "①②③④"
WORKER_MARKS = "①②③④ⓝ"
SEAT_INK = ["red", "blue", "yellow", "green", "dim"]
CAMP = "△"
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by walls that meet there: up 1, right 2, down 4, left 8
BOARD = 70  # columns with the margin
WIDEST_TABLE = 100
NAME = 18

TEXTS = Section(FOLDER, "terminal")


def table(game: Game, view: View, names: list[str], language: str, columns: int = 100) -> str:
    """The whole table; with less room the panel goes below the board, with still less the board has no walls."""
    texts = TEXTS[language]
    words = game.texts.TEXTS[language]
    panel = _panel(view, names, texts, words)
    if columns < BOARD:
        lines = [*_small_board(game, view), "", *panel]
    elif columns < WIDEST_TABLE:
        lines = [*_board(game, view), *panel]
    else:
        board = _board(game, view)
        high = max(len(board), len(panel))
        pairs = zip(board + [""] * (high - len(board)), panel + [""] * (high - len(panel)), strict=True)
        lines = [fit(left, BOARD) + right for left, right in pairs]
    lines = [_title(game, view, texts), *lines, *_cards(view, texts, words, columns)]
    for key in ("legend", "shapes"):
        lines += [paint(line, "dim") for line in _joined(re.split(r" {2,}", texts[key]), columns)]
    return "\n".join(line.rstrip() for line in lines)


def _joined(parts: list[str], columns: int) -> list[str]:
    """Parts side by side, in as many lines as they need."""
    lines = [""]
    for part in parts:
        if lines[-1] and width(lines[-1]) + 2 + width(part) > columns:
            lines.append("")
        lines[-1] += f"{'  ' if lines[-1] else ''}{part}"
    return lines


def _title(game: Game, view: View, texts: dict[str, str]) -> str:
    return f"{paint(game.title, 'bold')}   {_how_far(view, texts)}"


def _how_far(view: View, texts: dict[str, str]) -> str:
    if view["decision"] == "over":
        return texts["over"]
    left = view["last_turns"]
    if left is not None:
        return texts["last 1" if left == 1 else "last"].format(n=left)
    return texts["to end"].format(n=view["blocks_to_end"])


# --- the board --------------------------------------------------------------------------------------------------------


def _board(game: Game, view: View) -> list[str]:
    """The grid with walls round every building and the castle."""
    wide, high = game.rules.WIDTH, game.rules.HEIGHT
    owner = _owners(game, view)
    inside = _squares(game, view)
    lines = ["   " + paint("".join(f"  {LETTERS[x]} " for x in range(wide)), "dim")]
    for y in range(high + 1):
        lines.append("   " + "".join(_corner(owner, x, y, wide, high) for x in range(wide + 1)))
        if y < high:
            row = "".join(_wall(owner, x, y, wide, high) + (inside[y][x] if x < wide else "") for x in range(wide + 1))
            lines.append(paint(f"{y + 1:>2} ", "dim") + row)
    return lines


def _owners(game: Game, view: View) -> dict[tuple[int, int], int]:
    """Which building lies on a square: its number, the castle site is -1."""
    found = {}
    if view["site"] is not None:
        for square in squares_in(game.rules.COVER_BITS[game.rules.FIRST_PLACED_SITE + view["site"]]):
            found[square % COLUMNS, square // COLUMNS] = -1
    for n, building in enumerate(view["buildings"]):
        for square in building["squares"]:
            found[square % COLUMNS, square // COLUMNS] = n
    return found


def _differs(owner: dict[tuple[int, int], int], a: tuple[int, int], b: tuple[int, int]) -> bool:
    return owner.get(a) != owner.get(b)


def _edge(owner: dict[tuple[int, int], int], a: tuple[int, int], b: tuple[int, int], wide: int, high: int) -> bool:
    """Whether a wall stands between two squares: round buildings, and round the board."""
    on_board = [0 <= x < wide and 0 <= y < high for x, y in (a, b)]
    return any(on_board) and (not all(on_board) or _differs(owner, a, b))


def _corner(owner: dict[tuple[int, int], int], x: int, y: int, wide: int, high: int) -> str:
    """The upper left corner of a square and the wall above it."""
    up = _edge(owner, (x - 1, y - 1), (x, y - 1), wide, high)
    right = _edge(owner, (x, y - 1), (x, y), wide, high)
    down = _edge(owner, (x - 1, y), (x, y), wide, high)
    left = _edge(owner, (x - 1, y - 1), (x - 1, y), wide, high)
    corner = CORNERS[up + 2 * right + 4 * down + 8 * left]
    if corner == " " and (x, y) not in owner:
        corner = paint("·", "dim")
    return corner + ("───" if right else "   ") * (x < wide)


def _wall(owner: dict[tuple[int, int], int], x: int, y: int, wide: int, high: int) -> str:
    return "│" if _edge(owner, (x - 1, y), (x, y), wide, high) else " "


def _small_board(game: Game, view: View) -> list[str]:
    """The squares only, two columns each."""
    inside = _squares(game, view, small=True)
    head = "   " + paint("".join(f"{LETTERS[x]} " for x in range(game.rules.WIDTH)), "dim")
    return [head, *(paint(f"{y + 1:>2} ", "dim") + "".join(row) for y, row in enumerate(inside))]


def _squares(game: Game, view: View, small: bool = False) -> list[list[str]]:
    """What stands on each square, three columns wide, or two."""
    rules = game.rules
    rows = [["  " if small else "   " for _ in range(rules.WIDTH)] for _ in range(rules.HEIGHT)]

    def put(square: int, text: str, *styles: str) -> None:
        shown = f"{text.strip()[:2]:<2}" if small else text
        rows[square // COLUMNS][square % COLUMNS] = paint(shown, *styles) if styles else shown

    for square in squares_in(rules.CAMPS_BITS):
        put(square, f" {CAMP} ", "dim")
    _put_castle(game, view, put)
    for building in view["buildings"]:
        letter, family, free = SHAPE_LETTERS[building["shape"]], building["family"], len(building["free"])
        for n, square in enumerate(building["squares"]):
            if building["finished"]:
                put(square, f"░{letter}░", "dim")
            elif n == 0:
                put(square, f"{FAMILY_LETTERS[family]}{free if free < 10 else '+'} ", "bold", INK[family])
            else:
                put(square, f" {letter} ")
    for square, who in view["workers"]:
        put(square, f" {WORKER_MARKS[who]} ", "bold", SEAT_INK[who])
    return rows


def _put_castle(game: Game, view: View, put: Any) -> None:
    if view["site"] is None:
        return
    for square in squares_in(game.rules.COVER_BITS[game.rules.FIRST_PLACED_SITE + view["site"]]):
        put(square, "▒▒▒")
    for cell, stack in enumerate(view["castle"]):
        top = view["tops"][cell]
        text = f"{len(stack)}{FAMILY_LETTERS[top] if top >= 0 else '-'} "
        put(game.rules.CELL_SQUARE[view["site"]][cell], text, *([GROUND[top]] if top >= 0 else []))


# --- seats, castle and cards ------------------------------------------------------------------------------------------


def _panel(view: View, names: list[str], texts: dict[str, str], words: dict[str, str]) -> list[str]:
    lines = []
    for seat, its in enumerate(view["seats"]):
        you = f" ({texts['you']})" if seat == view["seat"] else ""
        name = names[seat] if len(names[seat]) <= NAME else f"{names[seat][: NAME - 1]}…"
        lines += [
            ("▸ " if seat == view["to_act"] else "  ") + paint(f"{SEAT_MARKS[seat]} {name}", "bold") + you,
            f"   {fit('⚑' * its['banners'] or '–', 5)}{_tent(its, texts)}",
        ]
        if "seals" in its:
            lines.append(f"   {_amounts(its['seals'])}  {paint(texts['gold'].format(n=its['gold']), 'bold')}")
    lines += ["", f"{texts['values']}: {_amounts(view['values'], True)}", ""]
    for level, row in enumerate(view["supply"]):
        mark = "▸ " if level == view["level"] else "  "
        lines.append(f"{mark}{texts['supply'].format(n=level + 1)}: {_amounts(row)}")
    lines += ["", f"{texts['open']} ({texts['pile'].format(n=view['pile'])})"]
    return lines + [f"  {_card(kind, words)}" for kind in view["open"] if kind is not None]


def _tent(its: dict[str, Any], texts: dict[str, str]) -> str:
    if "workers" not in its:
        return paint(f"{texts['covered']}, {its['cards']} {texts['cards']}", "dim")
    own, neutral = its["workers"]
    return texts["workers"].format(own=own, neutral=neutral)


def _amounts(row: list[int], zeros: bool = False) -> str:
    """`R3 O2 S1`"""
    shown = [(family, n) for family, n in enumerate(row) if n or zeros]
    return " ".join(paint(f"{FAMILY_LETTERS[family]}{n}", "bold", INK[family]) for family, n in shown) or "–"


def _card(kind: int, words: dict[str, str]) -> str:
    family = kind % FAMILIES
    return f"{paint(FAMILY_LETTERS[family], 'bold', INK[family])} {words[SHAPE_NAMES[kind // FAMILIES]]}"


def _cards(view: View, texts: dict[str, str], words: dict[str, str], columns: int) -> list[str]:
    """The hand of who looks, and the card on the table."""
    lines = []
    if view["card"] is not None:
        lines.append(f"{_card(view['card'], words)}: {texts['card']}")
    if view["seat"] is not None:
        hand = view["seats"][view["seat"]]["hand"]
        held = [_card(kind, words) for kind, many in enumerate(hand) for _ in range(many)]
        lines += _joined([f"{texts['hand']}:", *(held or ["–"])], columns)
    return lines
