"""World Monuments: from the component set to the tables that rules look things up in."""

from __future__ import annotations

from typing import Any

from chantier.components import Checker
from chantier.games.world_monuments.state import (
    BRICKS,
    CELLS,
    GEM,
    KIND_NAMES,
    KINDS,
    MONUMENTS,
    PLACES,
    ROUNDS,
    WORD,
    WORDS,
)
from chantier.kernel.words import NONE

MIDDLE_FILL = {
    "two per cell": (2, 1),
    "one per cell": (1, 1),
    "one per two cells": (1, 2),
}  # pieces, on every n-th cell
LEVELS = 5
WIDEST = 20  # half cells of a plan
NEIGHBOURS = 8  # of a cell, at most
MOST_STEPS = 4  # of a walk
MOST_WALKS = 68  # with so many steps, from one cell, in any quarry that a set can have; with a 0 behind them
BENEATHS = 4  # bricks that a brick can rest on
PIECES = 82  # in the box

Row = list[int]

# Tables for all monuments at once; the first index is the monument.
START_POINTS: int
GEM_POINTS: int
BLACK_POINTS: int
FINE: Row  # points lost for each brick, by round
LAP: int
BOX: Row  # pieces by kind
RIM: int  # cells below this number are the outer ring
CENTRE: int  # the cell in the middle, the last one
NEXT: list[Row]  # cell: the cells that share a border with it, ascending; NONE ends the row
BATCH: Row  # by turn of the round; the last holds for all later turns
WALKS_BITS: list[list[Row]]  # cell, steps left: sets of cells that a walk from there to the rim may enter; 0 ends the row
MATERIAL: list[list[Row]]  # monument, round, kind
DEAL: list[list[Row]]  # monument, round, n: the cell on which the n-th piece drawn is laid; NONE ends the row
PLAN_SIZE: Row  # places by monument
PLAN_KIND: list[Row]  # monument, place
KIND_BITS: list[list[Row]]  # monument, kind: the set of its places
PLAN_LEVEL: list[Row]  # from 0
PLAN_X: list[Row]
PLAN_Y: list[Row]
PLAN_POINTS: list[Row]
BENEATH: list[list[Row]]  # monument, place: what must stand first; NONE ends the row
ABOVE: list[list[Row]]  # monument, place: what rests on it; NONE ends the row
KIND_MEAN: list[Row]  # monument, kind: hundredths of a point that its places score on average


def tables(data: dict[str, Any]) -> dict[str, Any]:
    """Every table declared above."""
    points, quarry = data["points"], data["quarry"]
    outer, middle = quarry["outer"], quarry["middle"]
    plans = [plan(data["monument"][name]) for name in MONUMENTS]
    return {
        "START_POINTS": points["start"],
        "GEM_POINTS": points["gem"],
        "BLACK_POINTS": points["black"],
        "FINE": [points["fine"] if r + 1 in points["fined_rounds"] else 0 for r in range(ROUNDS)],
        "LAP": points["lap"],
        "BOX": [data["box"][kind] for kind in KIND_NAMES],
        "RIM": outer,
        "CENTRE": outer + middle,
        "NEXT": [padded(sorted(near), NEIGHBOURS) for near in neighbours(outer, middle)],
        "BATCH": data["walk"]["steps"],
        "WALKS_BITS": walks(outer, middle, max(data["walk"]["steps"])),
        "MATERIAL": [[[r[k] for k in KIND_NAMES] for r in data["monument"][m]["round"]] for m in MONUMENTS],
        "DEAL": [[padded(deal(data, m, r), PIECES) for r in range(ROUNDS)] for m in MONUMENTS],
        "PLAN_SIZE": [len(p) for p in plans],
        "PLAN_KIND": [padded([kind for _, _, _, kind in p], PLACES) for p in plans],
        "KIND_BITS": [[words([n for n, place in enumerate(p) if place[3] == kind]) for kind in range(KINDS)] for p in plans],
        "PLAN_LEVEL": [padded([level for level, _, _, _ in p], PLACES) for p in plans],
        "PLAN_X": [padded([x for _, _, x, _ in p], PLACES) for p in plans],
        "PLAN_Y": [padded([y for _, y, _, _ in p], PLACES) for p in plans],
        "PLAN_POINTS": [padded([points["level"][level] for level, _, _, _ in p], PLACES) for p in plans],
        "BENEATH": [
            [padded(beneath(p, place), BENEATHS) for place in range(len(p))]
            + [[NONE] * BENEATHS for _ in range(PLACES - len(p))]
            for p in plans
        ],
        "ABOVE": [
            [padded(above(p, place), BENEATHS) for place in range(len(p))] + [[NONE] * BENEATHS for _ in range(PLACES - len(p))]
            for p in plans
        ],
        "KIND_MEAN": [[mean_points(p, kind, points["level"]) for kind in range(KINDS)] for p in plans],
    }


def padded(row: Row, length: int) -> Row:
    return row + [NONE] * (length - len(row))


# --- the quarry -------------------------------------------------------------------------------------------------------


def neighbours(outer: int, middle: int) -> list[Row]:
    """3.3  The cells that share a border with each cell: outer ring, middle ring, centre.

    >>> [sorted(n) for n in neighbours(12, 6)][0], sorted(neighbours(12, 6)[12])
    ([1, 11, 12], [0, 1, 13, 17, 18])
    """
    wide, centre = outer // middle, outer + middle
    near: list[Row] = [[(i + 1) % outer, (i - 1) % outer, outer + i // wide] for i in range(outer)]
    for j in range(middle):
        ring = [outer + (j + 1) % middle, outer + (j - 1) % middle]
        near.append([*range(j * wide, (j + 1) * wide), *ring, centre])
    near.append(list(range(outer, centre)))
    return near


def walks(outer: int, middle: int, steps: int) -> list[list[Row]]:
    """For each cell just entered and each number of steps left: which sets of cells can still be entered on a walk that ends on
    the rim. The cell itself is in the set. Sets are bits; 0 ends each row."""
    near = neighbours(outer, middle)
    found: list[list[set[int]]] = [[set() for _ in range(MOST_STEPS)] for _ in range(CELLS)]

    def go(start: int, cell: int, entered: int, gone: int) -> None:
        if cell < outer:
            found[start][gone].add(entered)
        if gone + 1 < steps:
            for onward in near[cell]:
                if not entered >> onward & 1:
                    go(start, onward, entered | 1 << onward, gone + 1)

    for cell in range(outer + middle + 1):
        go(cell, cell, 1 << cell, 0)
    return [[sorted(sets) + [0] * (MOST_WALKS - len(sets)) for sets in rows] for rows in found]


def deal(data: dict[str, Any], monument: str, nth: int) -> Row:
    """2.2-2.4  The cell for each piece drawn in a round."""
    outer, middle = data["quarry"]["outer"], data["quarry"]["middle"]
    pieces, every = MIDDLE_FILL[data["monument"][monument]["fill"]["middle"][nth]]
    cells = list(range(outer))
    for j in range(0, middle, every):
        cells += [outer + j] * pieces
    total = sum(data["monument"][monument]["round"][nth][kind] for kind in KIND_NAMES)
    return cells + [outer + middle] * (total - len(cells))


# --- the plan ---------------------------------------------------------------------------------------------------------


def plan(monument: dict[str, Any]) -> list[tuple[int, int, int, int]]:
    """The places in order of level, row and column: (level from 0, y, x, kind)."""
    return sorted(
        (block["level"] - 1, y, x, KIND_NAMES.index(block["kind"])) for block in monument["bricks"] for x, y in block["at"]
    )


def overlaps(x: int, y: int, other_x: int, other_y: int) -> bool:
    """Whether two bricks, each two half cells wide, share a half cell."""
    return abs(x - other_x) < 2 and abs(y - other_y) < 2


def beneath(places: list[tuple[int, int, int, int]], place: int) -> Row:
    """4.3  The places of the level below that a brick rests on."""
    level, y, x, _ = places[place]
    return [i for i, (lower, v, u, _) in enumerate(places) if lower == level - 1 and overlaps(x, y, u, v)]


def above(places: list[tuple[int, int, int, int]], place: int) -> Row:
    """4.3  The places of the level above that rest on a brick."""
    level, y, x, _ = places[place]
    return [i for i, (upper, v, u, _) in enumerate(places) if upper == level + 1 and overlaps(x, y, u, v)]


def words(places: Row) -> Row:
    """A set of places as bits.

    >>> words([0, 2, 42])
    [5, 2]
    """
    return [sum(1 << place % WORD for place in places if place // WORD == word) for word in range(WORDS)]


def mean_points(places: list[tuple[int, int, int, int]], kind: int, by_level: Row) -> int:
    """Hundredths of a point that the places of a kind score on average.

    >>> mean_points([(0, 0, 0, 1), (1, 0, 0, 1), (0, 2, 2, 0)], 1, [1, 3])
    200
    """
    found = [by_level[level] for level, _, _, k in places if k == kind]
    return 100 * sum(found) // max(1, len(found))


def place_name(x: int, y: int) -> str:
    """Column letter and row number of a place, in half cells.

    >>> place_name(2, 9)
    'C10'
    """
    return f"{'ABCDEFGHIJKLMNOPQRST'[x]}{y + 1}"


ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]


def cell_name(cell: int, outer: int, middle: int) -> str:
    """How a cell of the quarry is called.

    >>> [cell_name(c, 12, 6) for c in (0, 13, 18)]
    ['outer 1', 'middle II', 'centre']
    """
    if cell < outer:
        return f"outer {cell + 1}"
    return f"middle {ROMAN[cell - outer]}" if cell < outer + middle else "centre"


# --- checks -----------------------------------------------------------------------------------------------------------


def check(c: Checker) -> None:
    """Says everything that is wrong with a component set."""
    c.block((), {"box", "points", "walk", "quarry", "monument"})
    c.block(("box",), set(KIND_NAMES))
    for kind in KIND_NAMES:
        c.whole(("box", kind), 1, 1 if kind == "black" else 40)
    if sum(c.whole(("box", kind), 0, 40) for kind in KIND_NAMES) > PIECES:
        c.wrong(("box",), "many pieces", most=PIECES)
    _check_points(c)
    whole_quarry = _check_quarry(c)
    monuments = c.block(("monument",), set(MONUMENTS))
    for name in MONUMENTS:
        if name in monuments:
            c.block(("monument", name), {"fill", "round", "bricks"})
            _check_rounds(c, name, whole_quarry)
            _check_plan(c, name)


def _check_points(c: Checker) -> None:
    c.block(("points",), {"start", "lap", "level", "gem", "black", "fine", "fined_rounds"})
    for key, high in (("start", 60), ("gem", 20), ("black", 20), ("fine", 20)):
        c.whole(("points", key), 0, high)
    c.whole(("points", "lap"), 20, 200)
    c.row(("points", "level"), 0, 50, LEVELS)
    c.row(("points", "fined_rounds"), 1, ROUNDS)


def _check_quarry(c: Checker) -> bool:
    before = len(c.problems)
    c.block(("walk",), {"steps"})
    steps = c.row(("walk", "steps"), 1, MOST_STEPS)
    c.block(("quarry",), {"outer", "middle"})
    outer = c.whole(("quarry", "outer"), 6, 16)
    middle = c.whole(("quarry", "middle"), 4, 8)
    if len(c.problems) > before:
        return False
    if not steps or steps[0] != 1:
        c.wrong(("walk", "steps"), "first step")
    if outer % middle or middle % 2:
        c.wrong(("quarry",), "rings", outer=outer, middle=middle)
    elif steps and not _reaches_all(outer, middle, max(steps), steps[-1]):
        c.wrong(("walk", "steps"), "short walk", steps=steps[-1])
    return len(c.problems) == before


def _reaches_all(outer: int, middle: int, longest: int, steps: int) -> bool:
    """3.7  From every outer cell a walk can enter every other cell and end on the rim, even without its own start."""
    table, near = walks(outer, middle, longest), neighbours(outer, middle)
    for start in range(outer):
        reached = 1 << start
        for onward in near[start]:
            for entered in table[onward][steps - 1]:
                if not entered >> start & 1:
                    reached |= entered
        if reached != (1 << outer + middle + 1) - 1:
            return False
    return True


def _check_rounds(c: Checker, name: str, whole_quarry: bool) -> None:
    where = ("monument", name, "round")
    before = len(c.problems)
    c.block(("monument", name, "fill"), {"middle"})
    fills = c.get(("monument", name, "fill", "middle"))
    if not isinstance(fills, list) or len(fills) != ROUNDS:
        c.wrong(("monument", name, "fill", "middle"), "not a word each", rounds=ROUNDS, found=fills)
    else:
        for i in range(ROUNDS):
            c.choice(("monument", name, "fill", "middle", i), MIDDLE_FILL)
    rounds = c.blocks(where)
    if len(rounds) != ROUNDS:
        c.wrong(where, "not all rounds", wanted=ROUNDS, found=len(rounds))
    for i in rounds:
        c.block((*where, i), set(KIND_NAMES))
        for kind in KIND_NAMES:
            c.whole((*where, i, kind), 1 if kind == "black" else 0, 1 if kind == "black" else 40)
    if len(c.problems) > before:
        return
    for kind in KIND_NAMES[:-1]:
        total, box = sum(c.get((*where, i, kind)) for i in rounds), c.get(("box", kind))
        if type(box) is int and total > box:
            c.wrong((*where, ROUNDS - 1, kind), "rounds need", total=total, kind=kind, box=box)
    for i in rounds if whole_quarry else []:
        total = sum(c.get((*where, i, kind)) for kind in KIND_NAMES)
        needed = len(deal({**c.data}, name, i))
        if needed > total:
            c.wrong((*where, i), "few pieces", total=total, needed=needed)


def _check_plan(c: Checker, name: str) -> None:
    where = ("monument", name, "bricks")
    places: list[tuple[int, int, int, int]] = []
    origin: dict[tuple[int, int, int], tuple[str | int, ...]] = {}
    for i in c.blocks(where):
        c.block((*where, i), {"level", "kind", "at"})
        level = c.whole((*where, i, "level"), 1, LEVELS) - 1
        kind = c.choice((*where, i, "kind"), KIND_NAMES[: GEM + 1])
        at = c.get((*where, i, "at"))
        if not isinstance(at, list):
            if at is not None:
                c.wrong((*where, i, "at"), "not places", found=at)
            continue
        if kind == "gem" and (level > 0 or len(at) > 1):
            c.wrong((*where, i), "one reliquary")
        for n in range(len(at)):
            spot = c.row((*where, i, "at", n), 0, WIDEST - 2, 2)
            if len(spot) != 2:
                continue
            x, y = spot
            if level == 0 and (x % 2 or y % 2):
                c.wrong((*where, i, "at", n), "off the grid", x=x, y=y)
            for other, v, u, _ in places:
                if other == level and overlaps(x, y, u, v):
                    c.wrong((*where, i, "at", n), "overlaps", x=x, y=y, u=u, v=v, level=level + 1)
            places.append((level, y, x, KIND_NAMES.index(kind)))
            origin.setdefault((level, y, x), (*where, i, "at", n))
    _check_support(c, places, origin)
    _check_amounts(c, name, places)


def _check_support(c: Checker, places: list[tuple[int, int, int, int]], origin: dict[Any, tuple[str | int, ...]]) -> None:
    for level, y, x, _ in places:
        if level == 0:
            continue
        below = [(u, v) for lower, v, u, _ in places if lower == level - 1]
        for half_x, half_y in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if not any(0 <= half_x - u < 2 and 0 <= half_y - v < 2 for u, v in below):
                c.wrong(origin[level, y, x], "unsupported", x=x, y=y, level=level + 1, below=level, u=half_x, v=half_y)
                break


def _check_amounts(c: Checker, name: str, places: list[tuple[int, int, int, int]]) -> None:
    where = ("monument", name, "bricks")
    if not places or len(places) > PLACES:
        c.wrong(where, "not so many places", most=PLACES, found=len(places))
    for kind in range(BRICKS + 1):
        needed = sum(k == kind for _, _, _, k in places)
        rounds = c.get(("monument", name, "round"))
        amounts = [r.get(KIND_NAMES[kind]) for r in rounds if isinstance(r, dict)] if isinstance(rounds, list) else []
        given = sum(n for n in amounts if type(n) is int)
        box = c.get(("box", KIND_NAMES[kind]))
        if type(box) is int and needed > box:
            c.wrong(where, "plan needs, box has", needed=needed, kind=KIND_NAMES[kind], box=box)
        elif needed > given:
            c.wrong(where, "plan needs, rounds bring", needed=needed, kind=KIND_NAMES[kind], given=given)


__all__ = ["KINDS", "NONE", "cell_name", "check", "neighbours", "place_name", "plan", "tables"]
