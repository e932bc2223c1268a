"""Queen's Architect: the table as text, beside each other what fits. Works from a view alone.

Guilds are letters; on the map a small letter is a guild that the seat who looks, or whose turn it is, does not have. `L Feller
5›3 ×4` is a craftsman: guild, name, performance now and after the next turn, services left; `§` is the scroll, `¥` the sheaf.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from chantier.core import Game, View
from chantier.games.queens_architect.state import CORNERS, GUILDS, HOME, LONGEST, POINTS, ROOM_NAMES, SPACES
from chantier.games.queens_architect.tables import SIDES
from chantier.games.queens_architect.words import FOLDER
from chantier.games.queens_architect.words.text import Speaker
from chantier.paint import fit, paint, width
from chantier.texts import Section

INK = ["green", "bold", "blue", "stone", "red", "violet"]
KEYS = "LKGSBT"  # the keys of the guilds' letters
SEAT_MARKS = "①②③④"
MAP_COLUMNS, MAP_MARGIN = 98, 9  # a narrower table has a list of places
NARROW = 40  # columns at least
ROWS_BY_SIDE = [18, 23]

TEXTS = Section(FOLDER, "terminal")


class Page(Speaker):
    """What one table needs while it is written."""

    def __init__(self, game: Game, view: View, names: list[str], language: str, columns: int) -> None:
        super().__init__(game, view, language)
        self.names = names
        self.columns = min(max(columns, NARROW), MAP_COLUMNS)
        self.own = TEXTS[language]
        self.letters = [self.texts[key] for key in KEYS]
        self.who = view["active"] if view["seat"] is None else view["seat"]  # whose eyes look at the map

    def letter(self, guild: int, have: bool = True) -> str:
        letter = self.letters[guild]
        return paint(letter if have else letter.lower(), INK[guild]) if have else letter.lower()

    def short(self, character: int, corner: int) -> str:
        """`L5›3×4`"""
        table = self.game.rules.PERFORMANCE[character]
        after = "†" if corner == CORNERS - 1 else f"›{table[corner + 1]}"
        return f"{self.letter(self.game.rules.GUILD[character])}{table[corner]}{after}×{CORNERS - corner}"

    def craftsman_line(self, character: int, corner: int) -> str:
        """`L Feller 5›3 ×4 §1`"""
        rules = self.game.rules
        after = "†" if corner == CORNERS - 1 else f"›{rules.PERFORMANCE[character][corner + 1]}"
        parts = f"{rules.PERFORMANCE[character][corner]}{after} ×{CORNERS - corner} §{rules.SCROLL[character]}"
        sheaf = "¥" if rules.SHEAF[character] else ""
        return f"{self.letter(rules.GUILD[character])} {self.character(character)[:15]} {parts}{sheaf}"


def table(game: Game, view: View, names: list[str], language: str, columns: int = 100) -> str:
    """The whole table."""
    page = Page(game, view, names, language, columns)
    lines = [*_title(page), *_track(page), ""]
    lines += _map(page) if columns >= MAP_COLUMNS else _places(page)
    lines += ["", *_billboard(page), ""]
    for seat in range(len(view["seats"])):
        lines += _seat(page, seat)
    lines.append("")
    for legend in (page.own["needs"], page.own["crew"]):
        lines += [paint(line, "dim") for line in wrap(legend, page.columns)]
    return "\n".join(line.rstrip() for line in lines)


def _flow(page: Page, parts: list[str], indent: int = 0, gap: int = 3) -> list[str]:
    """Parts one after the other, in as many lines as they need; all but the first are indented."""
    lines: list[str] = []
    for part in parts:
        if lines and width(lines[-1]) + gap + width(part) <= page.columns:
            lines[-1] += " " * gap + part
        elif part:
            lines.append(" " * (indent if lines else 0) + part)
    return lines


def _cells(page: Page, parts: list[str], wide: int, indent: int = 0) -> list[str]:
    """Parts in columns of the same width, as many as fit."""
    per_line = max(1, (page.columns - indent) // wide)
    rows = [parts[n : n + per_line] for n in range(0, len(parts), per_line)]
    return [" " * indent + "".join(fit(part, wide) for part in row) for row in rows]


def _title(page: Page) -> list[str]:
    view = page.view
    parts = [paint(page.game.title, "bold"), page.own["round"].format(n=view["round"])]
    if view["decision"] == "over":
        parts.append(page.own["over"])
    elif view["last_round"]:
        parts.append(page.own["last round"])
    parts.append(page.own["supply"].format(n=view["supply"]))
    return _flow(page, parts)


def _track(page: Page) -> list[str]:
    """The appreciation track: tokens, and who stands on which."""
    view = page.view
    spaces = [f"{page.own['appreciation']}:"]
    for step in range(len(view["track"]) + 1):
        here = "".join(SEAT_MARKS[n] for n, its in enumerate(view["seats"]) if its["appreciation"] == step)
        token = paint("·", "dim") if step == 0 else str(view["track"][step - 1])
        spaces.append(f"{token}{paint(here, 'bold')}")
    return _flow(page, [*spaces, paint(page.own["palace"], "dim")], gap=2)


# --- the map ----------------------------------------------------------------------------------------------------------


def _map(page: Page) -> list[str]:
    """Places where they lie, joined by roads."""
    board = page.game.components.data["board"][SIDES[page.view["side"]]]
    places = board["places"]
    rows = ROWS_BY_SIDE[page.view["side"]]
    xs, ys = [p[2] for p in places], [p[3] for p in places]
    spots = [
        (_scaled(x, xs, MAP_MARGIN, MAP_COLUMNS - 1 - MAP_MARGIN), _scaled(y, ys, 1, rows - 2))
        for x, y in zip(xs, ys, strict=True)
    ]
    names = [p[1] for p in places]
    canvas = [[" "] * MAP_COLUMNS for _ in range(rows)]
    for a, b in board["roads"]:
        _join(canvas, spots[names.index(a)], spots[names.index(b)])
    for place, (x, y) in enumerate(spots):
        for n, parts in enumerate(_place(page, place)):
            _write(canvas[round(y) - 1 + n], x, parts)
    return ["".join(row) for row in canvas]


def _places(page: Page) -> list[str]:
    """The same without a picture: one place after the other."""
    count = len(page.game.components.data["board"][SIDES[page.view["side"]]]["places"])
    lines = []
    for place in range(count):
        first, *others = ("".join(parts) for parts in _place(page, place))
        lines += _flow(page, [first, *others], 0, 2)
    return lines


def _scaled(value: int, among: list[int], low: int, high: int) -> float:
    span = max(1, max(among) - min(among))
    return low + (value - min(among)) * (high - low) / span


def _join(canvas: list[list[str]], a: tuple[float, float], b: tuple[float, float]) -> None:
    """A dotted line from place to place."""
    steps = max(2, round(max(abs(a[0] - b[0]) / 2, abs(a[1] - b[1]))))
    for i in range(1, steps):
        x, y = (a[k] + (b[k] - a[k]) * i / steps for k in (0, 1))
        canvas[round(y)][round(x)] = paint("·", "dim")


def _write(row: list[str], x: float, parts: list[str]) -> None:
    """Painted parts over the dots, one column a letter, centred and kept on the sheet."""
    long = sum(width(part) for part in parts) + 2
    at = min(max(round(x) - long // 2, 0), MAP_COLUMNS - long)
    for part in [" ", *parts, " "]:
        if width(part) == 1:
            row[at] = part
            at += 1
        else:
            for letter in part:
                row[at] = letter
                at += 1


def _place(page: Page, place: int) -> list[list[str]]:
    """Name and carriages; guilds and bonus; sites and the way there."""
    view = page.view
    here = [paint(SEAT_MARKS[n], "bold") for n, its in enumerate(view["seats"]) if its["carriage"] == place]
    name = [paint(letter, "bold") for letter in page.place(place)]
    first = [*name, *([" ", *here] if here else [])]
    way = _way(page, place)
    if place == HOME:
        return [first, [*way]] if way else [first]
    tile = view["demand"][place]
    if tile is None:
        return [first]
    mine = {page.game.rules.GUILD[c[0]] for c in view["seats"][page.who]["crew"] if c}
    asked = page.game.rules.TILE_GUILDS[tile]
    second = [page.letter(g, g in mine) for g in range(GUILDS) if asked >> g & 1]
    bonus = page.bonus(tile)
    second += [" ", *bonus] if bonus else []
    owners = view["sites"][place]
    free = len(view["seats"]) - len(owners)
    third = [paint(SEAT_MARKS[n], "bold") for n in owners] + ["□"] * free
    return [first, second, [*third, *([" ", *way] if way else [])]]


def _way(page: Page, place: int) -> str:
    """`2r 1t` from the carriage of whoever looks."""
    rules, view = page.game.rules, page.view
    roads = rules.ROADS[view["side"]][view["seats"][page.who]["carriage"]][place]
    if not 0 < roads < len(rules.TRAVEL_PRICE):
        return ""
    return page.own["roads"].format(n=roads, talers=rules.TRAVEL_PRICE[roads])


# --- the billboard ----------------------------------------------------------------------------------------------------


def _billboard(page: Page) -> list[str]:
    """Six spaces: price, craftsman, what he would do; and the pile."""
    view, rules = page.view, page.game.rules
    pile = sum(view["pile"]) + sum(view["starters"])
    lines = [f"{paint(page.own['billboard'], 'bold')}   {page.own['pile'].format(n=pile)}"]
    cells = []
    for space in range(SPACES):
        price = paint(str(view["prices"][space]), "bold")
        character = view["billboard"][space]
        told = "–" if character is None else page.craftsman_line(character, rules.SPACE_CORNER[space])
        cells.append(f"{price}: {told}")
    lines += _cells(page, cells, 32)
    if view["display"]:
        shown = [page.craftsman_line(character, 0) for character in view["display"]]
        lines += [paint(page.own["display"], "bold"), *_cells(page, shown, 32)]
    return lines


# --- seats ------------------------------------------------------------------------------------------------------------


def _seat(page: Page, seat: int) -> list[str]:
    """Who, with what; crew and star in full for the seat who looks."""
    view, rules = page.view, page.game.rules
    its = view["seats"][seat]
    acts = seat == view["to_act"]
    notes = [page.own["you"]] * (seat == view["seat"]) + [page.own["first"]] * (seat == view["first"])
    head = f"{'▸' if acts else ' '} {paint(f'{SEAT_MARKS[seat]} {page.names[seat]}', 'bold')}"
    told = page.own["at palace"].format(n=its["palace"]) if its["palace"] else _sum(page, its)
    money = [
        page.many("talers", its["talers"]),
        page.many("bonds", its["bonds"]),
        page.own["trust"].format(n=rules.TRUST[its["confidence"]]),
        page.own["markers"].format(n=its["markers"]),
    ]
    crew = [c for c in its["crew"] if c]
    star, tavern = _star(page, its), _tavern(page, its)
    noted = [paint(note, "dim") for note in notes]
    if seat != page.who:
        short = "  ".join(page.short(*c) for c in crew) or paint(page.own["nobody"], "dim")
        return _flow(page, [head, told, star[0], *money, *noted], 4, 2) + _flow(page, ["    " + short, tavern], 4)
    full = _cells(page, [page.craftsman_line(*c) for c in crew], 31, 4) or ["    " + paint(page.own["nobody"], "dim")]
    return _flow(page, [head, told, *noted], 4) + full + _flow(page, ["    " + star[0], *star[1:], *money, tavern], 4, 2)


def _sum(page: Page, its: dict[str, Any]) -> str:
    table = page.game.rules.PERFORMANCE
    after = sum(table[c[0]][c[1] + 1] for c in its["crew"] if c and c[1] + 1 < CORNERS)
    return page.own["sum"].format(now=its["performance"], after=after)


def _star(page: Page, its: dict[str, Any]) -> list[str]:
    """The point where the architect is, and those within reach by their steps."""
    reach = [f"{steps} {page.point((its['architect'] + steps) % POINTS)}" for steps in range(1, LONGEST + 1)]
    return [paint(f"▲{page.point(its['architect'])}", "bold"), *reach]


def _tavern(page: Page, its: dict[str, Any]) -> str:
    """Which guild is in which room; a room without guilds is not named, nor the entrance when all are there."""
    rooms = []
    for number, room in enumerate(ROOM_NAMES):
        inside = "".join(page.letter(g) for g in range(GUILDS) if its["rooms"][g] == number)
        if inside and its["rooms"].count(number) < GUILDS:
            rooms.append(f"{page.texts[room]} {inside}")
    return "  ".join(rooms)
