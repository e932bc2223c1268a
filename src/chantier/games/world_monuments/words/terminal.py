"""World Monuments: the table as text, beside each other what fits. Works from a view alone.

Built pieces stand in brackets, `[V]`; where one could be laid at once it is `(v)`, and what the plan shows but nothing carries
yet is a faint `v`. An arrow beside a brick says that it lies half a row lower.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from chantier.core import Game, View
from chantier.games.world_monuments.state import KIND_NAMES, MONUMENTS, ROUNDS
from chantier.games.world_monuments.tables import ROMAN
from chantier.games.world_monuments.words import FOLDER
from chantier.kernel.words import NONE
from chantier.paint import fit, paint, width
from chantier.texts import Section

LETTERS = "VRNO◆■"  # by kind
EMPTY = "vrno◇□"
INK = ["violet", "red", "stone", "orange", "blue", "bold"]
GROUND = ["on violet", "on red", "on stone", "on orange", "on blue", "on black"]
SEAT_MARKS = "①②③④"
LAP_MARKS = "❶❷❸❹"
TRACK = 80  # fields drawn at most
WIDEST_TABLE = 98
WHEEL_COLUMNS, WHEEL_ROWS = 57, 15

TEXTS = Section(FOLDER, "terminal")


def table(game: Game, view: View, names: list[str], language: str, columns: int = 100) -> str:
    """The whole table."""
    texts = TEXTS[language]
    wheel, panel = _wheel(game, view, texts), _panel(game, view, names, texts)
    beside = columns >= WIDEST_TABLE
    lines = [*_title(game, view, texts, language, columns), ""]
    lines += _beside(wheel, panel) if beside else [*wheel, "", *panel]
    lines += ["", *_monument(game, view, texts, min(columns, WIDEST_TABLE)), "", paint(texts["kinds"], "dim")]
    legends = [texts["legend"].format(low="↓"), texts["wheel"]]
    lines += [paint(line, "dim") for line in (["   ".join(legends)] if beside else legends)]
    return "\n".join(line.rstrip() for line in [*lines, _track(game, view)])


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Two pictures side by side."""
    rows = max(len(left), len(right))
    left, right = (block + [""] * (rows - len(block)) for block in (left, right))
    return [fit(a, WHEEL_COLUMNS + 2) + b for a, b in zip(left, right, strict=True)]


def _title(game: Game, view: View, texts: dict[str, str], language: str, columns: int) -> list[str]:
    place = game.texts.TEXTS[language][view["monument"]]
    phase = {"first": "fill", "draw": "fill", "step": "walk", "take": "walk", "lay": "build", "over": "over"}[view["decision"]]
    if view["decision"] == "step" and view["worker"] is None:
        phase = "place"
    elif phase == "walk" and view["steps"] == 1:
        phase = "walk 1"
    title = paint(f"{game.title}: {place}", "bold")
    now = f"{texts['round'].format(n=view['round'], of=ROUNDS)}   {texts[phase].format(steps=view['steps'])}"
    return [f"{title}   {now}"] if width(title) + 3 + width(now) <= columns else [title, now]


# --- the quarry -------------------------------------------------------------------------------------------------------


def _wheel(game: Game, view: View, texts: dict[str, str]) -> list[str]:
    """The rings of the quarry, drawn round a centre; lines join the cells that share a border."""
    rim, centre = game.rules.RIM, game.rules.CENTRE
    spots = [_spot(cell, rim, centre) for cell in range(centre + 1)]
    canvas = [[" "] * WHEEL_COLUMNS for _ in range(WHEEL_ROWS)]
    for cell in range(centre + 1):
        for other in range(cell):
            if other in game.rules.NEXT[cell]:
                _join(canvas, spots[cell], spots[other])
    for cell, (x, y) in enumerate(spots):
        _write(canvas[round(y)], x, _cell(game, view, cell, texts))
    return ["".join(row) for row in canvas]


def _spot(cell: int, rim: int, centre: int) -> tuple[float, float]:
    """Where the middle of a cell lies: column and row."""
    middle_x, middle_y = WHEEL_COLUMNS // 2, WHEEL_ROWS // 2
    if cell == centre:
        return middle_x, middle_y
    turn, of, wide, high = (cell, rim, 24, 7) if cell < rim else (cell - rim, centre - rim, 12, 4)
    angle = 2 * pi * (turn + 0.5) / of
    return middle_x + wide * sin(angle), middle_y - high * cos(angle)


def _join(canvas: list[list[str]], a: tuple[float, float], b: tuple[float, float]) -> None:
    """A dotted line from cell to cell."""
    steps = max(2, round(max(abs(a[0] - b[0]) / 2, abs(a[1] - b[1]))))
    for i in range(1, steps):
        x, y = (a[k] + (b[k] - a[k]) * i / steps for k in (0, 1))
        canvas[round(y)][round(x)] = paint("·", "dim")


def _write(row: list[str], x: float, parts: list[tuple[str, tuple[str, ...]]]) -> None:
    """Letters, each painted, over the dots; centred on a column."""
    at = round(x) - sum(len(text) for text, _ in parts) // 2
    for text, styles in parts:
        for letter in text:
            row[at] = paint(letter, *styles) if styles else letter
            at += 1


def _cell(game: Game, view: View, cell: int, texts: dict[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """The name of a cell and what lies on it: `12 V`, `II VR`, `C V4◆`."""
    rim, centre = game.rules.RIM, game.rules.CENTRE
    name = str(cell + 1) if cell < rim else ROMAN[cell - rim] if cell < centre else texts["centre"]
    here = cell == view["worker"]
    mark = "▲" if here else "×" if cell in view["entered"] else " "
    parts: list[tuple[str, tuple[str, ...]]] = [(f"{mark}{name} ", ("bold", "green") if here else ("dim",))]
    pieces = view["quarry"][cell]
    for kind, many in enumerate(pieces):
        if many:
            text = LETTERS[kind] * many if sum(pieces) <= 3 else f"{LETTERS[kind]}{many if many > 1 else ''}"
            parts.append((text, ("bold", INK[kind])))
    if not any(pieces):
        parts.append(("–", ("dim",)))
    return [*parts, (" ", ())]


# --- seats ------------------------------------------------------------------------------------------------------------


def _panel(game: Game, view: View, names: list[str], texts: dict[str, str]) -> list[str]:
    """Who has what, what is missing, what the bag holds."""
    lines: list[str] = []
    for seat, its in enumerate(view["seats"]):
        acts = seat == view["to_act"]
        name = f"{SEAT_MARKS[seat]} {names[seat]}"
        notes = [texts["you"]] * (seat == view["seat"]) + [texts["to act"]] * acts
        notes += [texts["first"]] * (seat == view["first"]) + [texts["passed"]] * (its["passed"] and view["decision"] == "lay")
        points = f"{its['points']} {texts['points']}"
        head = fit(paint(name, "bold"), 24) + paint(points, "bold")
        lines += [("▸ " if acts else "  ") + head, "    " + _screen(its, texts)]
        if notes:
            lines.append("    " + paint(", ".join(notes), "dim"))
    missing = _missing(game, view)
    lines += ["", texts["missing"].format(what=_amounts(missing)) if any(missing) else texts["complete"]]
    if any(view["bag"]):
        lines.append(texts["bag"].format(what=_amounts(view["bag"])))
    return lines


def _screen(its: dict[str, Any], texts: dict[str, str]) -> str:
    if not its["count"]:
        return paint(texts["nothing"], "dim")
    if "pieces" not in its:
        return texts["covered"].format(n=its["count"])
    return "  ".join(paint(LETTERS[k] * many, "bold", INK[k]) for k, many in enumerate(its["pieces"]) if many)


def _missing(game: Game, view: View) -> list[int]:
    """By kind, what the plan still needs."""
    monument = MONUMENTS.index(view["monument"])
    built = set(view["built"])
    free = [game.rules.PLAN_KIND[monument][p] for p in range(game.rules.PLAN_SIZE[monument]) if p not in built]
    return [free.count(kind) for kind in range(len(KIND_NAMES))]


def _amounts(pieces: list[int]) -> str:
    return "  ".join(f"{many} {paint(LETTERS[kind], 'bold', INK[kind])}" for kind, many in enumerate(pieces) if many)


def _track(game: Game, view: View) -> str:
    """The score track with the markers on it: white on the first lap, black after it, a star where several stand."""
    lap = game.rules.LAP
    scale = -(-lap // TRACK)
    fields = ["┼" if n % 10 == 0 else "·" for n in range(lap // scale + 1)]
    for seat, its in enumerate(view["seats"]):
        laps, rest = divmod(max(0, its["points"] - 1), lap)
        at = 0 if its["points"] <= 0 else (rest + 1) // scale
        fields[at] = (LAP_MARKS if laps else SEAT_MARKS)[seat] if fields[at] in "·┼" else "✱"
    painted = [paint(field, "dim" if field in "·┼" else "bold") for field in fields]
    return f"{paint('0', 'dim')} {''.join(painted)} {paint(str(lap), 'dim')}"


# --- the monument -----------------------------------------------------------------------------------------------------


def _monument(game: Game, view: View, texts: dict[str, str], columns: int) -> list[str]:
    """The levels side by side, as many in a row as fit."""
    monument = MONUMENTS.index(view["monument"])
    rules = game.rules
    places = range(rules.PLAN_SIZE[monument])
    rows = 1 + max(rules.PLAN_Y[monument][p] for p in places) // 2
    levels = sorted({rules.PLAN_LEVEL[monument][p] for p in places})
    blocks = [_level(game, view, monument, level, rows, texts) for level in levels]
    margin = ["", "", *(f"{2 * row + 1:>2}" for row in range(rows))]
    lines: list[str] = []
    while blocks:
        line = blocks.pop(0)
        while blocks and 6 + width(line[0]) + width(blocks[0][0]) <= columns:
            line = [f"{a}  {b}" for a, b in zip(line, blocks.pop(0), strict=True)]
        lines += [paint(fit(label, 4), "dim") + text for label, text in zip(margin, line, strict=True) if text.strip()]
    return lines


def _level(game: Game, view: View, monument: int, level: int, rows: int, texts: dict[str, str]) -> list[str]:
    """The plan of one level: a heading, the letters of the columns, the rows."""
    rules = game.rules
    places = [p for p in range(rules.PLAN_SIZE[monument]) if rules.PLAN_LEVEL[monument][p] == level]
    left = min(rules.PLAN_X[monument][p] for p in places)
    right = max(rules.PLAN_X[monument][p] for p in places) + 2
    head = texts["level"].format(n=level + 1, points=rules.PLAN_POINTS[monument][places[0]])
    columns = max(2 * (right - left), len(head))
    letters = "".join(f" {'ABCDEFGHIJKLMNOPQRST'[x]}" for x in range(left, right))
    grid = [[" "] * columns for _ in range(rows)]
    built = set(view["built"])
    for p in places:
        x, y = rules.PLAN_X[monument][p], rules.PLAN_Y[monument][p]
        grid[y // 2][2 * (x - left)] = _brick(game, monument, p, built) + (paint("↓", "dim") if y % 2 else " ")
        for i in range(1, 4):
            grid[y // 2][2 * (x - left) + i] = ""
    return [fit(paint(head, "bold"), columns), fit(paint(letters, "dim"), columns), *(fit("".join(r), columns) for r in grid)]


def _brick(game: Game, monument: int, place: int, built: set[int]) -> str:
    kind = game.rules.PLAN_KIND[monument][place]
    if place in built:
        return paint(f"[{LETTERS[kind]}]", GROUND[kind])
    if all(below == NONE or below in built for below in game.rules.BENEATH[monument][place]):
        return paint(f"({EMPTY[kind]})", INK[kind])
    return paint(f" {EMPTY[kind]} ", "dim")
