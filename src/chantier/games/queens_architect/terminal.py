"""Queen's Architect: the table as text, at most 100 columns wide. Works from a view alone.

Guilds are letters; on the map a small letter is a guild that the seat who looks, or whose turn it is, does not have. `L Feller
5›3 ×4` is a craftsman: guild, name, performance now and after the next turn, services left; `§` is the scroll, `¥` the sheaf.
"""

from __future__ import annotations

from typing import Any

from chantier.core import Game, View
from chantier.games.queens_architect.phrases import TEXTS as PHRASES
from chantier.games.queens_architect.state import CORNERS, GUILDS, HOME, POINTS, ROOM_NAMES, SPACES
from chantier.games.queens_architect.tables import SIDES
from chantier.games.queens_architect.text import Speaker
from chantier.paint import fit, paint, width

INK = ["green", "bold", "blue", "stone", "red", "violet"]
KEYS = "LKGSBT"  # the keys of the guilds' letters
SEAT_MARKS = "①②③④"
WIDTH = 98
MAP_COLUMNS, MAP_MARGIN = 98, 9
ROWS_BY_SIDE = [21, 27]

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "round": "round {n}",
        "last round": "the last round",
        "over": "the game is over",
        "appreciation": "Appreciation",
        "palace": "palace",
        "billboard": "Billboard",
        "display": "Display",
        "pile": "pile {n}",
        "supply": "bonds in the supply {n}",
        "you": "you",
        "to act": "to act",
        "first": "first seat",
        "sum": "performs {now}, then {after}",
        "nobody": "nobody",
        "at palace": "built at the palace with {n}",
        "money": "{talers}, {bonds}, {trust} at a time, markers {markers}",
        "roads": "{n}r {talers}t",
        "needs": "map: guilds demanded, small letters if missing; r roads, t talers; ① site taken, □ free",
        "crew": "crew: performance now›next ×services, § scroll, ¥ farm work; † last service",
    },
    "fr": {
        "round": "round {n}",
        "last round": "le dernier round",
        "over": "la partie est terminée",
        "appreciation": "Estime",
        "palace": "palais",
        "billboard": "Recrutement",
        "display": "Artisans de départ",
        "pile": "pioche {n}",
        "supply": "obligations en réserve {n}",
        "you": "vous",
        "to act": "à son tour",
        "first": "premier joueur",
        "sum": "performance {now}, puis {after}",
        "nobody": "personne",
        "at palace": "a construit le palais avec {n}",
        "money": "{talers}, {bonds}, {trust} à la fois, pions {markers}",
        "roads": "{n}r {talers}t",
        "needs": "carte : guildes demandées, minuscule si absente ; r routes, t thalers ; ① terrain pris, □ libre",
        "crew": "troupe : performance actuelle›suivante ×services, § parchemin, ¥ champs ; † dernier service",
    },
    "de": {
        "round": "Runde {n}",
        "last round": "die letzte Runde",
        "over": "das Spiel ist zu Ende",
        "appreciation": "Gunst",
        "palace": "Palast",
        "billboard": "Anwerbetafel",
        "display": "Auslage",
        "pile": "Stapel {n}",
        "supply": "Schuldscheine im Vorrat {n}",
        "you": "du",
        "to act": "am Zug",
        "first": "beginnt die Runde",
        "sum": "leistet {now}, dann {after}",
        "nobody": "niemand",
        "at palace": "hat am Palast gebaut mit {n}",
        "money": "{talers}, {bonds}, {trust} auf einmal, Marker {markers}",
        "roads": "{n}S {talers}T",
        "needs": "Karte: verlangte Zünfte, klein, wenn sie fehlen; S Straßen, T Taler; ① Bauplatz belegt, □ frei",
        "crew": "Leute: Leistung jetzt›danach ×Einsätze, § Schriftrolle, ¥ Feldarbeit; † letzter Einsatz",
    },
}


class Page(Speaker):
    """What one table needs while it is written."""

    def __init__(self, game: Game, view: View, names: list[str], language: str) -> None:
        super().__init__(game, view, language)
        self.names = names
        self.own = TEXTS[language]
        self.letters = [PHRASES[language][key] for key in KEYS]
        self.who = view["active"] if view["seat"] is None else view["seat"]  # whose eyes look at the map

    def letter(self, guild: int, have: bool = True) -> str:
        letter = self.letters[guild]
        return paint(letter if have else letter.lower(), INK[guild]) if have else letter.lower()

    def craftsman_line(self, character: int, corner: int, full: bool) -> str:
        """`L Feller 5›3 ×4`"""
        rules = self.game.rules
        last = corner == CORNERS - 1
        after = "†" if last else f"›{rules.PERFORMANCE[character][corner + 1]}"
        parts = f"{rules.PERFORMANCE[character][corner]}{after} ×{CORNERS - corner}"
        if full:
            parts += f" §{rules.SCROLL[character]}" + ("¥" if rules.SHEAF[character] else "")
        name = self.character(character)
        return f"{self.letter(rules.GUILD[character])} {name[:16] if full else name[:9]} {parts}"


def table(game: Game, view: View, names: list[str], language: str) -> str:
    """The whole table."""
    page = Page(game, view, names, language)
    lines = [_title(page), _track(page), ""]
    lines += _map(page)
    lines += ["", *_billboard(page), ""]
    for seat in range(len(view["seats"])):
        lines += _seat(page, seat)
    lines += ["", paint(page.own["needs"], "dim"), paint(page.own["crew"], "dim")]
    return "\n".join(line.rstrip() for line in lines)


def _title(page: Page) -> str:
    view = page.view
    parts = [page.own["round"].format(n=view["round"])]
    if view["decision"] == "over":
        parts.append(page.own["over"])
    elif view["last_round"]:
        parts.append(page.own["last round"])
    parts.append(page.own["supply"].format(n=view["supply"]))
    return f"{paint(page.game.title, 'bold')}   {'   '.join(parts)}"


def _track(page: Page) -> str:
    """The appreciation track: tokens, and who stands on which."""
    view = page.view
    spaces = []
    for step in range(len(view["track"]) + 1):
        here = "".join(SEAT_MARKS[n] for n, its in enumerate(view["seats"]) if its["appreciation"] == step)
        token = paint("·", "dim") if step == 0 else str(view["track"][step - 1])
        spaces.append(f"{token}{paint(here, 'bold')}")
    return f"{page.own['appreciation']}:  {'  '.join(spaces)}  {paint(page.own['palace'], 'dim')}"


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
        told = "–" if character is None else page.craftsman_line(character, rules.SPACE_CORNER[space], True)
        cells.append(fit(f"{price}: {told}", 33))
    lines += ["".join(cells[:3]), "".join(cells[3:])]
    if view["display"]:
        shown = [page.craftsman_line(character, 0, True) for character in view["display"]]
        lines.append(f"{page.own['display']}: " + ", ".join(shown[:3]))
        lines += ["  " + ", ".join(shown[n : n + 3]) for n in range(3, len(shown), 3)]
    return lines


# --- seats ------------------------------------------------------------------------------------------------------------


def _seat(page: Page, seat: int) -> list[str]:
    """Who, with what; star and tavern in full for the seat who looks."""
    view, rules = page.view, page.game.rules
    its = view["seats"][seat]
    acts = seat == view["to_act"]
    notes = [page.own["you"]] * (seat == view["seat"]) + [page.own["to act"]] * acts
    notes += [page.own["first"]] * (seat == view["first"])
    head = f"{'▸' if acts else ' '} {paint(f'{SEAT_MARKS[seat]} {page.names[seat]}', 'bold')}"
    told = page.own["at palace"].format(n=its["palace"]) if its["palace"] else _sum(page, its)
    money = page.own["money"].format(
        talers=page.many("talers", its["talers"]),
        bonds=page.many("bonds", its["bonds"]),
        trust=rules.TRUST[its["confidence"]],
        markers=its["markers"],
    )
    lines = [f"{fit(head, 18)} {told}   {paint(', '.join(notes), 'dim')}"]
    full = seat == page.who
    lines += _crew(page, its, full)
    star = _star(page, its, full)
    return lines + (
        [f"    {star}", f"    {money}   {_tavern(page, its)}"] if full else [f"    {star}   {money}   {_tavern(page, its)}"]
    )


def _sum(page: Page, its: dict[str, Any]) -> str:
    table = page.game.rules.PERFORMANCE
    after = sum(table[c[0]][c[1] + 1] for c in its["crew"] if c and c[1] + 1 < CORNERS)
    return page.own["sum"].format(now=its["performance"], after=after)


def _crew(page: Page, its: dict[str, Any], full: bool) -> list[str]:
    crew = [page.craftsman_line(c[0], c[1], full) for c in its["crew"] if c]
    if not crew:
        return ["    " + paint(page.own["nobody"], "dim")]
    if not full:
        return ["    " + "".join(fit(line, 24) for line in crew[n : n + 4]) for n in range(0, len(crew), 4)]
    return ["    " + "".join(fit(line, 31) for line in crew[n : n + 3]) for n in range(0, len(crew), 3)]


def _star(page: Page, its: dict[str, Any], full: bool) -> str:
    """The points of the star with the architect, and the points within reach by their steps."""
    if not full:
        return f"▲{page.point(its['architect'])}"
    points = []
    for steps in range(POINTS):
        name = page.point((its["architect"] + steps) % POINTS)
        points.append(paint(f"▲{name}", "bold") if steps == 0 else f"{steps} {name}" if steps <= 3 else paint(name, "dim"))
    return "  ".join(points[:4])


def _tavern(page: Page, its: dict[str, Any]) -> str:
    """Which guild is in which room; a room without guilds is not named, nor the entrance when all are there."""
    rooms = []
    for number, room in enumerate(ROOM_NAMES):
        inside = "".join(page.letter(g) for g in range(GUILDS) if its["rooms"][g] == number)
        if inside and its["rooms"].count(number) < GUILDS:
            rooms.append(f"{page.texts[room]} {inside}")
    return "  ".join(rooms)
