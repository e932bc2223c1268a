"""Queen's Architect: the pictures of its box, from any set: craftsmen with their corners, demands, and both maps."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.look import LETTER_KEYS
from chantier.games.queens_architect.picture.scene import STYLE
from chantier.games.queens_architect.state import GUILD_NAMES, TYPE_NAMES
from chantier.games.queens_architect.words import text
from chantier.scene import Sheet, num

ACROSS, STEP = 6, 134  # craftsmen in a row, and how far they are from each other
MAP, EDGE = 640, 50  # the side of a map, and what is left free around it


def style() -> str:
    return STYLE + ".chantier .b-road{stroke:var(--ink-3);stroke-width:3;fill:none}.chantier [data-place]{cursor:pointer}"


def symbols() -> dict[str, str]:
    return {}


def paints(sheet: str) -> list[str]:
    return []


def painted(data: dict[str, Any], sheet: str, spot: str, paint: str) -> list[tuple[str, tuple[str | int, ...], Any]]:
    raise LookupError(sheet)


def sheets(data: dict[str, Any], part: str, language: str) -> list[Sheet]:
    """The pictures of a part."""
    texts = text.TEXTS[language]
    letters = [texts[key] for key in LETTER_KEYS]
    if part == "craftsmen":
        return [_craftsmen(data["character"], letters)]
    if part == "demands":
        return [_demands(data["demand"], letters)]
    return [_map(data["board"][part], part)] if part in ("small", "large") else []


def _craftsmen(characters: list[dict[str, Any]], letters: list[str]) -> Sheet:
    drawn = []
    for n, one in enumerate(characters):
        guild = GUILD_NAMES.index(one["guild"])
        tile = art.craftsman(tuple(one["values"]), guild, letters[guild], one["scroll"], bool(one["sheaf"]), 0)
        x, y = STEP / 2 + n % ACROSS * STEP, STEP / 2 + n // ACROSS * STEP
        drawn.append(f'<defs><g id="b-character-{n}">{tile}</g></defs>')  # what is used follows the style of pieces
        drawn.append(f'<use href="#b-character-{n}" x="{num(x)}" y="{num(y)}" data-place="character[{n + 1}]"/>')
    return Sheet("craftsmen", ACROSS * STEP, -(-len(characters) // ACROSS) * STEP, tuple(drawn))


def _demands(demand: dict[str, Any], letters: list[str]) -> Sheet:
    """Each kind of place in a row of its own, its tiles as columns of shields."""
    drawn = [f'<defs><g id="b-guild-{g}">{art.shield(g, letter)}</g></defs>' for g, letter in enumerate(letters)]
    y = 0.0
    widest = 0
    for name in TYPE_NAMES[1:]:
        for n, guilds in enumerate(demand[name]):
            asked = enumerate(GUILD_NAMES.index(guild) for guild in guilds)
            shields = "".join(f'<use href="#b-guild-{g}" x="20" y="{num(22 + 32 * k)}"/>' for k, g in asked)
            high = 12 + 32 * len(guilds)
            tile = f'<rect class="qa-tile" x="2" y="2" width="36" height="{high}" rx="5"/>{shields}'
            drawn.append(f'<g transform="translate({n * 46} {num(y)})" data-place="demand.{name}[{n + 1}]">{tile}</g>')
            widest = max(widest, n + 1)
        y += 24 + 32 * max((len(guilds) for guilds in demand[name]), default=1)
    return Sheet("demands", widest * 46, y, tuple(drawn))


def _map(board: dict[str, Any], side: str) -> Sheet:
    scale = (MAP - 2 * EDGE) / 100
    spots = {name: (EDGE + x * scale, EDGE + y * scale) for _, name, x, y in board["places"]}
    drawn = []
    for n, (a, b) in enumerate(board["roads"]):
        if a in spots and b in spots:
            (x, y), (u, v) = spots[a], spots[b]
            road = f'<path class="b-road" d="M{num(x)} {num(y)}L{num(u)} {num(v)}"/>'
            drawn.append(f'<g data-place="board.{side}.roads[{n + 1}]">{road}</g>')
    for n, (kind, name, _, _) in enumerate(board["places"]):
        x, y = spots[name]
        house = art.inside(f"l-{kind}", x, y - 6, 46 if kind == "capital" else 34)
        label = f'<text class="small" text-anchor="middle" x="{num(x)}" y="{num(y + 26)}">{escape(str(name))}</text>'
        drawn.append(f'<g data-place="board.{side}.places[{n + 1}]">{house}{label}</g>')
    return Sheet(side, MAP, MAP, tuple(drawn))
