"""Queen's Architect: the pictures of its box, from any set: craftsmen with their corners, demands, and maps to be drawn in."""

from __future__ import annotations

from math import hypot
from typing import Any
from xml.sax.saxutils import escape

from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.look import LETTER_KEYS
from chantier.games.queens_architect.picture.scene import STYLE
from chantier.games.queens_architect.state import GUILD_NAMES, TYPE_NAMES
from chantier.games.queens_architect.words import text
from chantier.scene import Sheet, num

TILE, CLOSER = 70, 1.2  # half of the picture of a craftsman, and how much larger it is drawn than at the table
MAP, EDGE = 640, 50  # the side of a map, and what is left free around it
SCALE = (MAP - 2 * EDGE) / 100
CHANGE, SHIFT, ROAD, NOTHING = "change", "shift", "road", "nothing"
TWO = (SHIFT, ROAD)
NEAR = 6  # hundredths of a map: as near as that, a spot means what is there
Done = list[tuple[str, tuple[str | int, ...], Any]]


def style() -> str:
    return (
        STYLE + ".chantier .b-road{stroke:var(--ink-3);stroke-width:3;fill:none}.chantier [data-place]{cursor:pointer}"
        ".chantier .b-wide{stroke:transparent;stroke-width:22;fill:none}"
        ".chantier .b-map{fill:var(--card);stroke:var(--ink-3);stroke-width:1}"
    )


def symbols() -> dict[str, str]:
    return {}


def paints(sheet: str) -> list[str]:
    return [CHANGE, SHIFT, ROAD, *TYPE_NAMES[1:], NOTHING] if sheet in ("small", "large") else []


def sheets(data: dict[str, Any], part: str, language: str) -> list[Sheet]:
    """The pictures of a part."""
    texts = text.TEXTS[language]
    letters = [texts[key] for key in LETTER_KEYS]
    if part == "craftsmen":
        return [_craftsman(one, n, letters) for n, one in enumerate(data["character"])]
    if part == "demands":
        return [_demands(demand, name, letters, texts[name]) for name, demand in data["demand"].items() if name in TYPE_NAMES]
    return [_map(data["board"][part], part)] if part in ("small", "large") else []


def _craftsman(one: dict[str, Any], n: int, letters: list[str]) -> Sheet:
    guild = GUILD_NAMES.index(one["guild"])
    tile = art.craftsman(tuple(one["values"]), guild, letters[guild], one["scroll"], bool(one["sheaf"]), 0)
    drawn = (
        f'<defs><g id="b-character-{n}">{tile}</g></defs>',  # what is used follows the style of pieces
        f'<g transform="translate({TILE + 6} {TILE}) scale({CLOSER})" data-place="character[{n + 1}]">'
        f'<use href="#b-character-{n}"/></g>',
    )
    return Sheet(f"character {n + 1}", 2 * TILE + 12, 2 * TILE, drawn, label=str(one["name"]))


def _demands(demand: list[list[str]], name: str, letters: list[str], label: str) -> Sheet:
    """The demands of a kind of place: tiles as columns of shields."""
    drawn = [f'<defs><g id="b-{name}-{g}">{art.shield(g, letter)}</g></defs>' for g, letter in enumerate(letters)]
    for n, guilds in enumerate(demand):
        asked = enumerate(GUILD_NAMES.index(guild) for guild in guilds)
        shields = "".join(f'<use href="#b-{name}-{g}" x="20" y="{num(22 + 32 * k)}"/>' for k, g in asked)
        tile = f'<rect class="qa-tile" x="2" y="2" width="36" height="{12 + 32 * len(guilds)}" rx="5"/>{shields}'
        drawn.append(f'<g transform="translate({n * 46} 0)" data-place="demand.{name}[{n + 1}]">{tile}</g>')
    most = max((len(guilds) for guilds in demand), default=1)
    return Sheet(name, len(demand) * 46, 20 + 32 * most, tuple(drawn), label=label)


def _map(board: dict[str, Any], side: str) -> Sheet:
    spots = {name: (EDGE + x * SCALE, EDGE + y * SCALE) for _, name, x, y in board["places"]}
    size = f'x="2" y="2" width="{MAP - 4}" height="{MAP - 4}" rx="8"'
    drawn = [f'<rect class="b-map" data-grid="{EDGE} {EDGE} {num(SCALE)}" {size}/>']
    for n, (a, b) in enumerate(board["roads"]):
        if a in spots and b in spots:
            (x, y), (u, v) = spots[a], spots[b]
            way = f"M{num(x)} {num(y)}L{num(u)} {num(v)}"
            road = f'<path class="b-wide" d="{way}"/><path class="b-road" d="{way}"/>'
            drawn.append(f'<g data-place="board.{side}.roads[{n + 1}]">{road}</g>')
    for n, (kind, name, _, _) in enumerate(board["places"]):
        x, y = spots[name]
        house = art.inside(f"l-{kind}", x, y - 6, 46 if kind == "capital" else 34)
        label = f'<text class="small" text-anchor="middle" x="{num(x)}" y="{num(y + 26)}">{escape(str(name))}</text>'
        hit = f'<rect x="{num(x - 22)}" y="{num(y - 28)}" width="44" height="58" fill="transparent"/>'
        drawn.append(f'<g data-place="board.{side}.places[{n + 1}]">{hit}{house}{label}</g>')
    return Sheet(side, MAP, MAP, tuple(drawn))


# --- painting in maps -------------------------------------------------------------------------------------------------


def painted(data: dict[str, Any], sheet: str, spot: str, paint: str) -> Done:
    """A place comes, moves, goes or becomes another kind; a road comes or goes."""
    board, where = data["board"][sheet], ("board", sheet)
    spots = [tuple(min(100, int(n)) for n in one.split(",")) for one in spot.split(" ")]
    first, last = spots[0], spots[-1]
    place = _place_near(board, first)
    if paint == SHIFT and place is not None:
        return [("set", (*where, "places", place, 2 + n), last[n]) for n in (0, 1)]
    if paint == ROAD:
        return _road(board, where, place, _place_near(board, last))
    if paint == NOTHING:
        road = _road_near(board, first)
        gone = ("places", place) if place is not None else ("roads", road) if road is not None else ()
        return [("remove", (*where, *gone), None)] if gone else []
    if paint in TYPE_NAMES[1:]:
        if place is not None:
            return [("set", (*where, "places", place, 0), paint)]
        return [("add", (*where, "places"), [paint, _new_name(board, paint), *first])]
    return []


def _road(board: dict[str, Any], where: tuple[str, ...], start: int | None, end: int | None) -> Done:
    if start is None or end is None or start == end:
        return []
    names = [board["places"][n][1] for n in (start, end)]
    return [] if any(sorted(road) == sorted(names) for road in board["roads"]) else [("add", (*where, "roads"), names)]


def _place_near(board: dict[str, Any], spot: tuple[int, ...]) -> int | None:
    """The place that is meant by a spot, if there is one."""
    far = [(hypot(x - spot[0], y - spot[1]), n) for n, (_, _, x, y) in enumerate(board["places"])]
    nearest, n = min(far, default=(100.0, 0))
    return n if nearest <= NEAR else None


def _road_near(board: dict[str, Any], spot: tuple[int, ...]) -> int | None:
    places = {name: (x, y) for _, name, x, y in board["places"]}
    far = [(_distance(spot, places[a], places[b]), n) for n, (a, b) in enumerate(board["roads"]) if a in places and b in places]
    nearest, n = min(far, default=(100.0, 0))
    return n if nearest <= NEAR / 2 else None


def _distance(spot: tuple[int, ...], start: tuple[int, int], end: tuple[int, int]) -> float:
    """How far a spot is from a straight road."""
    (x, y), (ax, ay), (bx, by) = spot, start, end
    long = (bx - ax) ** 2 + (by - ay) ** 2
    part = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) if long else 0.0
    return hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay))


def _new_name(board: dict[str, Any], kind: str) -> str:
    taken = [place[1] for place in board["places"]]
    return next(name for n in range(1, 999) if (name := f"{kind.capitalize()} {n}") not in taken)
