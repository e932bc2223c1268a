"""What the games of an arena show: wins, places, scores, ratings, seats, time; as tables and as a plot."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

from chantier.core import BadSetup

SURE = 1.96  # standard deviations to each side that hold 95 %


@dataclass(frozen=True)
class Played:
    """One game of an arena; lists have one entry a seat."""

    game: int
    seating: list[str]
    deal: str
    scores: list[int]
    places: list[int]
    moves: int
    decisions: list[int]
    seconds: list[float]
    actions: list[int] = field(default_factory=list)  # of the seats, in order: with the deal they are the whole game

    def win(self, seat: int) -> float:
        """A win is 1; a shared first place is shared."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


@dataclass(frozen=True)
class Row:
    """How one bot did, or one seat."""

    name: str
    games: int
    wins: float
    low: float  # 95 % interval of the part of games won
    high: float
    places: list[int]  # how often first, second, ...
    score: float
    score_error: float  # half of the 95 % interval
    deviation: float
    seconds: float  # a decision

    @property
    def part(self) -> float:
        return self.wins / self.games


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a probability.

    >>> [round(x, 3) for x in wilson(80, 100)]
    [0.711, 0.867]
    """
    p, z = wins / games, SURE**2 / games
    middle, half = (p + z / 2) / (1 + z), SURE * sqrt(p * (1 - p) / games + z / 4 / games) / (1 + z)
    return middle - half, middle + half


def rows(played: list[Played], key: Callable[[Played, int], str]) -> list[Row]:
    """One row for each name that the key gives to a seat of a game."""
    groups: dict[str, list[tuple[Played, int]]] = {}
    for p in played:
        for seat in range(len(p.seating)):
            groups.setdefault(key(p, seat), []).append((p, seat))
    return [_row(name, found) for name, found in sorted(groups.items())]


def _row(name: str, found: list[tuple[Played, int]]) -> Row:
    wins, scores = sum(p.win(seat) for p, seat in found), [p.scores[seat] for p, seat in found]
    deviation = statistics.stdev(scores) if len(scores) > 1 else 0.0
    places = [sum(p.places[seat] == place + 1 for p, seat in found) for place in range(len(found[0][0].seating))]
    seconds = sum(p.seconds[seat] for p, seat in found) / max(1, sum(p.decisions[seat] for p, seat in found))
    low, high = wilson(wins, len(found))
    error = SURE * deviation / sqrt(len(scores))
    return Row(name, len(found), wins, low, high, places, statistics.fmean(scores), error, deviation, seconds)


def by_bot(played: list[Played]) -> list[Row]:
    return sorted(rows(played, lambda p, seat: p.seating[seat]), key=lambda row: -row.part)


def by_seat(played: list[Played]) -> list[Row]:
    """Whether it matters where one sits. Who begins is chance's choice in some games."""
    return rows(played, lambda p, seat: f"seat {seat}")


def ratings(played: list[Played]) -> dict[str, tuple[float, float]]:
    """Skill and its uncertainty for every bot, by openskill (Plackett-Luce), in the order of the games."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise BadSetup("ratings need the package openskill: pip install openskill") from None
    model = PlackettLuce()
    known = {name: model.rating(name=name) for name in sorted({name for p in played for name in p.seating})}
    for p in played:
        teams = [[known[name]] for name in p.seating]
        for name in set(p.seating):
            seats = [seat for seat, other in enumerate(p.seating) if other == name]
            rated = model.rate(teams, ranks=[float(place) for place in p.places])
            known[name] = model.rating(
                name=name,
                mu=statistics.fmean(rated[seat][0].mu for seat in seats),
                sigma=statistics.fmean(rated[seat][0].sigma for seat in seats),
            )
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in known.items()}


# --- tables and pictures ----------------------------------------------------------------------------------------------


def show(console: Any, game: str, seed: str, played: list[Played]) -> None:
    """The tables of an arena."""
    skills = ratings(played)
    console.print(_table(f"{game}: {len(played)} games, seed {seed}", by_bot(played), skills))
    console.print(_table("by seat", by_seat(played), {}))
    moves = [p.moves for p in played]
    spread = f", {min(moves)} to {max(moves)}" if len(moves) > 1 else ""
    console.print(f"a game has {statistics.fmean(moves):.0f} moves, chance included{spread}")


def _table(title: str, found: list[Row], skills: dict[str, tuple[float, float]]) -> Any:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column("")
    for row in found:
        table.add_column(row.name, justify="right")
    for name, cell in _LINES.items():
        table.add_row(name, *[cell(row) for row in found])
    if skills:
        table.add_row("rating (openskill)", *["{:.1f} ± {:.1f}".format(*skills[row.name]) for row in found])
    return table


_LINES: dict[str, Callable[[Row], str]] = {
    "games": lambda row: str(row.games),
    "wins, ties shared": lambda row: f"{row.wins:g}",
    "wins, %": lambda row: f"{100 * row.part:.1f}",
    "95 % interval": lambda row: f"{100 * row.low:.1f} to {100 * row.high:.1f}",
    "places": lambda row: " ".join(map(str, row.places)),
    "mean score, 95 %": lambda row: f"{row.score:.1f} ± {row.score_error:.1f}",
    "deviation of scores": lambda row: f"{row.deviation:.1f}",
    "seconds a decision": lambda row: f"{row.seconds:.3f}",
}


def check_plot(path: Path) -> None:
    """Whether a plot can be drawn there: said before the games are played."""
    try:
        import matplotlib
    except ImportError:
        raise BadSetup("a plot needs the package matplotlib: pip install matplotlib") from None
    matplotlib.use("agg")
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadSetup(f"a plot is a .png, an .svg or a .pdf, not {path.name[:60]}")


def plot(path: Path, game: str, played: list[Played]) -> None:
    """Parts of games won with their intervals, and how scores are spread."""
    check_plot(path)
    from matplotlib import pyplot

    found = by_bot(played)
    names = [row.name for row in found]
    figure, (wins, scores) = pyplot.subplots(1, 2, figsize=(10, 1.5 + 0.6 * len(names)), layout="constrained")
    centres = [100 * row.part for row in found]
    errors = [[100 * (row.part - row.low) for row in found], [100 * (row.high - row.part) for row in found]]
    wins.errorbar(centres, names, xerr=errors, fmt="o", capsize=4, color="#7a3b1d")
    wins.axvline(100 / len(played[0].seating), color="grey", linestyle=":")
    wins.set(title=f"{game}: {len(played)} games", xlabel="games won, %, with 95 % interval", xlim=(0, 100))
    wins.invert_yaxis()
    points = [[p.scores[s] for p in played for s, n in enumerate(p.seating) if n == name] for name in names]
    scores.boxplot(points, orientation="horizontal", tick_labels=names)
    scores.invert_yaxis()
    scores.set(title="scores", xlabel="points")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise BadSetup(f"cannot draw {path}: {error}") from None
    finally:
        pyplot.close(figure)
