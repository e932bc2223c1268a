"""World Monuments: the pictures of its box, from any set: the quarry, and every plan, to be painted with bricks."""

from __future__ import annotations

from typing import Any

from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.picture.look import Look
from chantier.games.world_monuments.picture.quarry import Pit, ground
from chantier.games.world_monuments.picture.scene import STYLE
from chantier.games.world_monuments.state import GEM, KIND_NAMES, MONUMENTS
from chantier.scene import Sheet, num

HALF, EDGE = 14, 18  # of a plan: half a brick, and what is left free around it
LEAST, WIDEST = 10, 18  # half bricks that a plan shows at least, and at most
NOTHING = "nothing"
Done = list[tuple[str, tuple[str | int, ...], Any]]


def style() -> str:
    return (
        STYLE + ".chantier .b-paper{fill:var(--card);stroke:var(--ink-3);stroke-width:1}"
        ".chantier .b-lines{fill:none;stroke:var(--ink-3);stroke-width:.4;stroke-opacity:.6}"
        ".chantier .b-grid{fill:transparent;cursor:cell}.chantier .b-below{fill:var(--ink-3);fill-opacity:.16}"
    )


def symbols() -> dict[str, str]:
    return {}


def paints(sheet: str) -> list[str]:
    return [*KIND_NAMES[: GEM + 1], NOTHING] if sheet.partition(" ")[0] in MONUMENTS else []


def sheets(data: dict[str, Any], part: str, language: str) -> list[Sheet]:
    """The pictures of a part."""
    if part == "quarry":
        rings = Pit(150, 150, 0.52, data["quarry"]["outer"], data["quarry"]["middle"])
        drawn = f'<g data-place="quarry">{ground(rings, False)}</g>'
        return [Sheet("quarry", 300, 300, (drawn,), label=Look.WORDS[language]["quarry"])]
    if part not in MONUMENTS:
        return []
    bricks = data["monument"][part]["bricks"]
    top = max((one["level"] for one in bricks), default=1)
    return [_level(bricks, part, level, language) for level in range(1, min(5, top + 1) + 1)]


def _spots(bricks: list[dict[str, Any]], level: int) -> list[tuple[int, int, str, int, int]]:
    """Every brick of a level: where it lies, its kind, its block and its number there."""
    return [
        (int(x), int(y), str(one["kind"]), i, n)
        for i, one in enumerate(bricks)
        if one["level"] == level
        for n, (x, y) in enumerate(one["at"])
    ]


def _level(bricks: list[dict[str, Any]], monument: str, level: int, language: str) -> Sheet:
    everything = [spot for one in bricks for spot in one["at"]]
    wide, deep = (min(WIDEST, max([LEAST, *(spot[k] + 4 for spot in everything)])) for k in (0, 1))
    drawn = [f'<rect class="b-paper" x="{EDGE - 4}" y="{EDGE - 4}" width="{wide * HALF + 8}" height="{deep * HALF + 8}"/>']
    for x, y, *_ in _spots(bricks, level - 1):
        drawn.append(f'<rect class="b-below guess" x="{_at(x)}" y="{_at(y)}" width="{2 * HALF}" height="{2 * HALF}"/>')
    lines = "".join(f"M{_at(x)} {EDGE}v{deep * HALF}" for x in range(1, wide))
    lines += "".join(f"M{EDGE} {_at(y)}h{wide * HALF}" for y in range(1, deep))
    drawn.append(f'<path class="b-lines" d="{lines}"/>')
    for x, y, kind, i, n in _spots(bricks, level):
        middle = f"translate({num(_at(x) + HALF)} {num(_at(y) + HALF)}) scale({num(2 * HALF / 23)})"
        place = f"monument.{monument}.bricks[{i + 1}].at[{n + 1}]"
        brick = art.flat(art.LETTERS[KIND_NAMES.index(kind)])
        drawn.append(f'<g data-place="{place}" transform="{middle}">{brick}</g>')
    size = f'x="{EDGE}" y="{EDGE}" width="{wide * HALF}" height="{deep * HALF}"'
    drawn.append(f'<rect class="b-grid" data-grid="{EDGE} {EDGE} {HALF}" data-size="{2 * HALF}" {size}/>')
    label = Look.WORDS[language]["level n"].format(n=level)
    return Sheet(f"{monument} {level}", 2 * EDGE + wide * HALF, 2 * EDGE + deep * HALF, tuple(drawn), label=label)


def _at(half: int) -> int:
    return EDGE + half * HALF


def painted(data: dict[str, Any], sheet: str, spot: str, paint: str) -> Done:
    """A brick comes where nothing lies; one that lies there gets another colour, or is taken away."""
    monument, _, told = sheet.partition(" ")
    level, (x, y) = int(told), map(int, spot.split(","))
    bricks, where = data["monument"][monument]["bricks"], ("monument", monument, "bricks")
    there = [one for one in _spots(bricks, level) if 0 <= x - one[0] < 2 and 0 <= y - one[1] < 2]
    done: Done = []
    if paint != NOTHING:
        x, y = there[0][:2] if there else (x - x % 2, y - y % 2) if level == 1 else (x, y)
        same = next((i for i, one in enumerate(bricks) if one["level"] == level and one["kind"] == paint), None)
        if same is not None:
            done.append(("add", (*where, same, "at"), [x, y]))
        else:
            done.append(("add", where, {"source": "box", "level": level, "kind": paint, "at": [[x, y]]}))
    for _, _, kind, i, n in reversed(there):
        if kind == paint:
            return []
        alone = len(bricks[i]["at"]) == 1
        done.append(("remove", (*where, i) if alone else (*where, i, "at", n), None))
    return done
