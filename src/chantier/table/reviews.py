"""A finished game, looked at again: scores over time, where points came from, what a bot expected, and the turning points."""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any

from chantier.bots import bot
from chantier.bots.thought import Thought
from chantier.core import CHANCE, Event, Game
from chantier.kernel.native import available
from chantier.match import Match, Move
from chantier.table.fair import Steps
from chantier.table.foresee import outcome
from chantier.table.refusals import Refused, text_of
from chantier.table.tables import Table

LOG = logging.getLogger("chantier.table")
THINKER = "journeyman:600" if available() else "journeyman"  # looks at every decision once more; plain rules go by the clock
MOST = 160  # decisions that it looks at in one game
SEEN_OFTEN = 8  # visits without which an action was hardly looked at
TURNING = 5  # turning points
LEAST = 0.04  # of the value: a smaller loss is no turning point
KEPT = 50  # games whose values are remembered
LARGEST = 5  # single scores that are named


def review(table: Table, language: str, called: list[str]) -> dict[str, Any]:
    """A finished game at a glance: the scores after every decision, and where the points came from."""
    match = _finished(table)
    moves = match.moves
    rows: list[dict[str, Any]] = [
        {"move": n, "seat": moves[n - 1].seat if n else CHANCE, "scores": then.scores()}
        for n, then in enumerate(table.steps())
        if not n or moves[n - 1].seat >= 0 or n == len(moves)
    ]
    scored = list(_scored(match))
    return {
        "rows": rows,
        "scores": match.scores(),
        "ranking": match.ranking(),
        "seed": match.seed,
        "sources": _sources(match, scored, rows[0]["scores"], language, called),
        "largest": _largest(match, scored, language, called),
        "in_points": bool(match.game.rules.IN_POINTS),
        "wins": match.game.texts.TEXTS[language].get("wins", ""),
        "clause": match.game.texts.CLAUSES.get("wins", ""),
        "placed": _placed(match, language),
    }


def _placed(match: Match, language: str) -> list[str]:
    """Why every seat has the score it has, if the game has words for it."""
    placed = getattr(match.game.texts, "placed", None)
    view = match.view(None)
    return [placed(match.game, view, seat, language) if placed else "" for seat in range(match.seats)]


def _finished(table: Table) -> Match:
    if not table.match.over:
        raise Refused("running")
    return table.match


# --- where points came from ---------------------------------------------------------------------------------------------


def _scored(match: Match) -> Iterator[tuple[int, Event, Event | None]]:
    """Every score with its moment and the event that made it: the last one before it that is no score."""
    ends = [*(move.events for move in match.moves[1:]), len(match.events)]
    for n, (move, end) in enumerate(zip(match.moves, ends, strict=True), 1):
        cause = None
        for event in match.events[move.events : end]:
            if event.kind == "score":
                yield n, event, cause
            else:
                cause = event


def _sources(
    match: Match, scored: list[tuple[int, Event, Event | None]], start: list[int], language: str, called: list[str]
) -> list[Any]:
    """The points of every seat by what made them: those that brought most come first. All together are the score."""
    found: dict[str, dict[str, Any]] = {"start": {"label": text_of("start", language), "points": start}} if any(start) else {}
    for _, event, cause in scored:
        kind = cause.kind if cause else ""
        row = found.setdefault(kind, {"label": _label(match, cause, language, called), "points": [0] * match.seats})
        row["points"][event.seat] += event.args[0]
    return sorted(found.values(), key=lambda row: -sum(map(abs, row["points"])))


def _label(match: Match, cause: Event | None, language: str, called: list[str]) -> str:
    """What made points, in a few words; where the game has none, as its log tells it."""
    said = match.game.texts.TEXTS[language].get(f"points {cause.kind}" if cause else "")
    return str(said or (_told(match, cause, language, called) if cause else "–"))


def _largest(match: Match, scored: list[tuple[int, Event, Event | None]], language: str, called: list[str]) -> list[Any]:
    best = sorted(scored, key=lambda one: -abs(one[1].args[0]))[:LARGEST]
    return [
        {"move": n, "seat": event.seat, "points": event.args[0], "text": _told(match, cause or event, language, called)}
        for n, event, cause in sorted(best, key=lambda one: one[0])
    ]


def _told(match: Match, event: Event, language: str, called: list[str]) -> str:
    return str(match.game.texts.tell(match.game, match.view(None), event, language, called))


# --- what a bot thinks of it --------------------------------------------------------------------------------------------


class Values:
    """What a bot thinks of every decision of a game. It works in the background, for everybody in turn."""

    def __init__(self, thinker: str = THINKER) -> None:
        self.thinker = thinker
        self.found: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()
        self.work: dict[str, Any] = {}  # futures
        self.hosts: dict[str, str] = {}  # who made these tables: work is shared out among them
        self.pool = Steps("review")

    def ask(self, table: Table, language: str, called: list[str]) -> dict[str, Any]:
        """What is known so far; whoever asks first lets it begin."""
        match = _finished(table)
        if table.id not in self.found:
            self.found[table.id] = []
            self.hosts[table.id] = table.row.host
            self.work[table.id] = self.begin(table, self.found[table.id])
            while len(self.found) > KEPT:
                self._forget()
        rows = list(self.found[table.id])
        done = self.work[table.id].done()
        return {
            "done": done,
            "of": len(_choices(table)),
            "rows": [{key: row[key] for key in ("move", "seat", "value", "chances", "scores") if key in row} for row in rows],
            "turning": [_turning(match.game, row, language, called) for row in turning_points(rows)] if done else [],
        }

    def begin(self, table: Table, rows: list[dict[str, Any]]) -> Any:
        """Begin to look at a game: a future. What is found is added to the rows."""
        return self.pool.submit(table.row.host, looked_through(table, self.thinker, rows))

    def _forget(self) -> None:
        """The oldest of whoever has most: nobody drives out what others look at."""
        greedy = Counter(self.hosts.values()).most_common(1)[0][0]
        gone = next(key for key in self.found if self.hosts[key] == greedy)
        del self.found[gone], self.hosts[gone]
        self.work.pop(gone).cancel()

    def close(self) -> None:
        self.pool.close()


def looked_through(table: Table, thinker: str, rows: list[dict[str, Any]]) -> Iterator[None]:
    """One decision after the other. Where the bot fails, nothing is known."""
    wanted, moves = set(_choices(table)), table.match.moves
    for n, then in enumerate(table.steps()):
        if n in wanted:
            looker = bot(thinker, n)
            try:
                looker.choose(then.seen())
            except Exception:
                LOG.exception("a review of table %s failed at move %d", table.id, n)
            thought = getattr(looker, "thought", None)
            if isinstance(thought, Thought):
                rows.append(_row(n, moves[n], then, thought))
            yield


def _choices(table: Table) -> list[int]:
    """The moments at which a seat decided whose eyes may be looked through; of very many only some, evenly."""
    found = [n for n, move in enumerate(table.match.moves) if move.seat >= 0 and table.eyes(n, move.seat) == move.seat]
    return found[:: 1 + len(found) // (MOST + 1)]


def _row(n: int, move: Move, then: Match, thought: Thought) -> dict[str, Any]:
    best = thought.branches[0]
    played = next((branch for branch in thought.branches if branch.action == move.action), best)
    lost = best.value - played.value if played.visits >= SEEN_OFTEN else 0.0
    view = then.view(move.seat)
    return {"move": n, "seat": move.seat, "value": round(best.value, 3), **outcome(thought, best),
            "lost": round(lost, 3), "played": move.action, "better": best.action, "view": view}  # fmt: skip


def turning_points(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The decisions that cost most, in the order of the game."""
    worst = sorted((row for row in rows if row["lost"] >= LEAST), key=lambda row: -row["lost"])[:TURNING]
    return sorted(worst, key=lambda row: int(row["move"]))


def _turning(game: Game, row: dict[str, Any], language: str, called: list[str]) -> dict[str, Any]:
    describe = game.texts.describe
    played, better = (str(describe(game, row["view"], row[key], language, called)) for key in ("played", "better"))
    return {"move": row["move"], "seat": row["seat"], "lost": row["lost"], "played": played, "better": better}
