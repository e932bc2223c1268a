"""How a net learned a game, and how far what it says can be trusted, as a picture of two diagrams for the game's page.

Draws them from `docs/strength/GAME.learned.json`: what each generation of its training won (`by_sense` of the log that
`chantier train` writes), and what the net that ships said in games that it has not seen, against what came. With a number of
rows such games are played anew first, by searches with the net as in training:

python -m docs.learning [ROWS]
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from chantier.core import Game, games
from chantier.kernel.net import NET_SEATS
from chantier.kernel.nets import net_of
from chantier.kernel.selfplay import BY_NET
from chantier.lab.fit import begun, softmax
from chantier.lab.selfplay import Manner, Player, Rows, Work, rows_of
from chantier.lab.standings import wilson
from chantier.lab.train import GATE, layers_of

DOCS = Path(__file__).parent
KEPT, PICTURE = "strength/{}.learned.json", "pictures/learned-{}.svg"
PLAYOUTS, GROUPS, PARTS = 64, 10, 3
WIDE, HIGH, SIDE, LEFT, TOP, GAP = 900, 430, 300, 80, 50, 450
PAPER, PANEL, INK, FAINT, ACCENT = "#f6efe0", "#ece2cc", "#2b2620", "#5d5446", "#a63d2f"
Groups = list[tuple[int, float, float]]  # how often, what was said on average, and what came

# --- what a net says --------------------------------------------------------------------------------------------------


def trust(game: Game, many: int) -> dict[str, Any]:
    """What the net of a game says in the first third and in the last third of fresh games, in groups, and what came: chances,
    or scores in games that are counted in points."""
    net = net_of(game)
    layers, player = layers_of(net), Player(game, net.wide)
    work = Work(Manner(BY_NET, playouts=PLAYOUTS), layers, [layers], "trust")
    rows, _ = rows_of(player, work, many, 1, lambda _: None)
    said, came, there = told(rows, layers, bool(game.rules.IN_POINTS))
    part = thirds(rows.games)
    found = {word: grouped(said, came, there & (part == n)[:, None]) for word, n in (("early", 0), ("late", PARTS - 1))}
    return {"net": net.called, "rows": len(rows), **found}


def told(rows: Rows, layers: Any, in_points: bool) -> tuple[Any, Any, Any]:
    """What the net says of every seat, what came, and which seats are there."""
    x = rows.dense(np.arange(len(rows)), len(layers[0]) - 1)
    for layer in layers[:3]:
        x = np.maximum(x, 0) if layer is not layers[0] else x
        x = x @ layer[:-1] + layer[-1]
    there = np.arange(NET_SEATS)[None, :] < rows.seats[:, None]
    if in_points:
        return (x + rows.bases)[:, NET_SEATS:] / 100, rows.results[:, NET_SEATS:] / 100, there
    return softmax((x + begun(rows.bases))[:, :NET_SEATS], there), rows.results[:, :NET_SEATS], there


def thirds(numbers: Any) -> Any:
    """The part of its game that a row is from."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))
    lengths = np.diff(np.append(starts, len(numbers)))
    return PARTS * (np.arange(len(numbers)) - np.repeat(starts, lengths)) // np.repeat(lengths, lengths)


def grouped(said: Any, came: Any, there: Any) -> Groups:
    """As many in each group, by what was said."""
    order = np.argsort(said[there], kind="stable")
    lots = zip(*(np.array_split(numbers[there][order], GROUPS) for numbers in (said, came)), strict=True)
    return [(len(one), round(float(one.mean()), 4), round(float(other.mean()), 4)) for one, other in lots]


# --- the picture ------------------------------------------------------------------------------------------------------


class Diagram:
    """A square with numbers below and on its left side."""

    def __init__(self, left: float, title: str, below: str, across: tuple[float, float], up: tuple[float, float]) -> None:
        self.left, self.across, self.up = left, across, up
        self.out = [f"<rect x='{left}' y='{TOP}' width='{SIDE}' height='{SIDE}' fill='{PANEL}'/>"]
        self.words(left, 32, title, "start", 15)
        self.words(left + SIDE / 2, TOP + SIDE + 40, below)

    def place(self, x: float, y: float) -> tuple[float, float]:
        (a, b), (c, d) = self.across, self.up
        return self.left + SIDE * (x - a) / (b - a), TOP + SIDE * (1 - (y - c) / (d - c))

    def words(self, x: float, y: float, said: str, anchor: str = "middle", size: int = 13, fill: str = INK) -> None:
        text = f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{fill}'>{escape(said)}</text>"
        self.out.append(text)

    def level(self, y: float, said: str) -> None:
        """A line across, with its number."""
        left, high = self.place(self.across[0], y)
        self.out.append(f"<path d='M{left:.1f} {high:.1f}h{SIDE}' stroke='{FAINT}' stroke-opacity='.25'/>")
        self.words(left - 8, high + 4, said, "end", 12, FAINT)

    def tick(self, x: float, said: str) -> None:
        at, low = self.place(x, self.up[0])
        self.words(at, low + 18, said, size=12, fill=FAINT)

    def line(self, points: list[tuple[float, float]], colour: str = ACCENT, more: str = "") -> None:
        way = " ".join("{:.1f},{:.1f}".format(*self.place(*point)) for point in points)
        self.out.append(f"<polyline points='{way}' fill='none' stroke='{colour}' stroke-width='2' {more}/>")

    def dot(self, x: float, y: float, fill: str) -> None:
        a, b = self.place(x, y)
        self.out.append(f"<circle cx='{a:.1f}' cy='{b:.1f}' r='4.5' fill='{fill}' stroke='{ACCENT}' stroke-width='1.5'/>")


def curve(generations: list[dict[str, Any]]) -> list[str]:
    """Games won against searches with the sense, generation after generation, with 95 % intervals."""
    last = len(generations) - 1
    drawn = Diagram(LEFT, "Won against the hand-written sense", "generation of the net", (-0.5, last + 0.5), (0, 1))
    for percent in range(0, 101, 25):
        drawn.level(percent / 100, f"{percent} %")
    points = [(one["generation"], one["by_sense"]) for one in generations]
    for x, y in points:
        drawn.tick(x, str(x))
        drawn.line([(x, part) for part in wilson(GATE * y, GATE)], more="stroke-opacity='.4'")
    drawn.line(points)
    for x, y in points:
        drawn.dot(x, y, ACCENT)
    return drawn.out


def reliability(game: Game, trusted: dict[str, Any]) -> list[str]:
    """What was said and what came. On the line, things are what the net says."""
    in_points = bool(game.rules.IN_POINTS)
    numbers = [number for word in ("early", "late") for _, *two in trusted[word] for number in two]
    low, high = (10 * (min(numbers) // 10), 10 * (max(numbers) // 10 + 1)) if in_points else (0.0, 1.0)
    title, below = ("Scores, expected and reached", "expected") if in_points else ("Chances, given and come true", "given")
    drawn = Diagram(LEFT + GAP, title, below, (low, high), (low, high))
    for n in range(5):
        at = low + (high - low) * n / 4
        said = f"{at:.0f}" if in_points else f"{100 * at:.0f} %"
        drawn.level(at, said)
        drawn.tick(at, said)
    drawn.line([(low, low), (high, high)], FAINT, "stroke-dasharray='4 4'")
    for word, fill in (("early", PANEL), ("late", ACCENT)):
        for _, said, came in trusted[word]:
            drawn.dot(said, came, fill)
    drawn.words(LEFT + GAP + SIDE / 2, TOP + SIDE + 60, "hollow: first third of a game; full: last third", fill=FAINT)
    return drawn.out


def picture(name: str) -> str:
    """Both diagrams of a game."""
    game, kept = games[name], json.loads((DOCS / KEPT.format(name)).read_text(encoding="utf-8"))
    title = f"{game.title}: how strong the net was after each generation, and how far what it says can be trusted"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="system-ui, sans-serif" role="img">'
    )
    ground = [f"<title>{escape(title)}</title>", f"<rect width='{WIDE}' height='{HIGH}' fill='{PAPER}'/>"]
    return "\n".join([head, *ground, *curve(kept["generations"]), *reliability(game, kept["trust"]), "</svg>\n"])


def learned() -> list[str]:
    """Games of whose net something is kept."""
    return [name for name in games if (DOCS / KEPT.format(name)).exists()]


if __name__ == "__main__":
    for name in learned():
        if sys.argv[1:]:
            file = DOCS / KEPT.format(name)
            kept = json.loads(file.read_text(encoding="utf-8")) | {"trust": trust(games[name], int(sys.argv[1]))}
            file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        (DOCS / PICTURE.format(name)).write_text(picture(name), encoding="utf-8")
