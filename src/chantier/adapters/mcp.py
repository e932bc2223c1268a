"""A table for language models: `chantier mcp` speaks the Model Context Protocol over standard input and output.

A model opens a table, looks at it in words, lists what it may do, and plays; bots sit at the other seats. It is told only
what its seat may know.
"""

from __future__ import annotations

import secrets
from typing import Any

from chantier.bots import bot, check_levels, levels_of
from chantier.bots.deciding import decide
from chantier.clauses import clause, rulebook
from chantier.core import BadSetup, ChantierError, Event, IllegalAction, games
from chantier.match import Match

MOST_TABLES = 50  # the oldest is cleared away
INSTRUCTIONS = (
    "Board games about master builders. Open a table with new_table, read it with look, choose one of the actions listed and"
    " play it in exactly those words. Bots answer at once. rules explains a game or one clause of it."
)


class Seating:
    """One table: a match, the model's seat, the bots at the others, and what the model was told."""

    def __init__(self, match: Match, seat: int, levels: list[str]) -> None:
        self.match, self.seat = match, seat
        others = [one for one in range(match.seats) if one != seat]
        self.bots = {one: (bot(level), level) for one, level in zip(others, levels, strict=True)}
        self.names = [f"Seat {one}" for one in range(match.seats)]
        self.told = 0
        self.failures: list[str] = []  # of bots, that were not told yet
        self.go_on()

    def go_on(self) -> None:
        """Bots decide until the model has to."""
        while not self.match.over and self.match.to_act != self.seat:
            seat = self.match.to_act
            player, level = self.bots[seat]
            decided = decide(player, self.match.seen(), level)
            self.failures += [f"The {one.level} of seat {seat} has failed: {one.error}." for one in decided.failures]
            self.match.play(decided.action)

    def news(self) -> list[str]:
        """What has happened since it was last told."""
        fresh, failures = self.match.events[self.told :], self.failures
        self.told, self.failures = len(self.match.events), []
        return [*(line for event in fresh if (line := self._line(event))), *failures]

    def _line(self, event: Event) -> str:
        text, view = self.match.game.texts, self.match.view(self.seat)
        return str(text.tell(self.match.game, view, event.for_seat(self.seat), "en", self.names) or "")

    def actions(self) -> list[str]:
        """Each legal action: its words, and what it means."""
        game, view = self.match.game, self.match.view(self.seat)
        describe = game.texts.describe
        return [f"{self.match.words(a)}  ({describe(game, view, a, 'en', self.names)})" for a in self.match.legal]

    def shown(self) -> str:
        """The table in words, the news, and what can be done."""
        match = self.match
        table = match.game.part("words.terminal").table(match.game, match.view(self.seat), self.names, "en")
        parts = [f"You are seat {self.seat}.", str(table), "Since you last looked:", *(self.news() or ["nothing"])]
        if match.over:
            places = ", ".join(f"{n}: {score} points, place {place}" for n, score, place in self._standing())
            return "\n".join([*parts, f"The game is over. {places}"])
        return "\n".join([*parts, "Your actions:", *self.actions()])

    def _standing(self) -> list[tuple[str, int, int]]:
        return list(zip(self.names, self.match.scores(), self.match.ranking(), strict=True))


class Room:
    """All tables of one model."""

    def __init__(self) -> None:
        self.tables: dict[str, Seating] = {}

    def games(self) -> str:
        """The games, with their seats and options."""
        lines = []
        for game in games.usable():
            lines.append(f"{game.name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats")
            lines += [
                f"  option {key}: {', '.join(o.choices)} (default {o.default}). {o.help}" for key, o in game.options.items()
            ]
        return "\n".join(lines)

    def rules(self, game: str, number: str = "") -> str:
        """The rules of a game, or one clause of them such as 3.4."""
        games[game]
        return clause(game, number) if number else rulebook(game)

    def new_table(
        self,
        game: str,
        seats: int = 2,
        seat: int = 0,
        bots: list[str] | None = None,
        seed: str | None = None,
        options: dict[str, str] | None = None,
    ) -> str:
        """Open a table; you sit at a seat, from 0. Each other seat has a bot: random, apprentice, journeyman, master, or, in
        games that have a net, grandmaster."""
        match = Match(game, seats, seed, None, **(options or {}))
        levels = bots or ["apprentice"] * (seats - 1)
        if len(levels) != seats - 1 or not 0 <= seat < seats:
            raise BadSetup(f"a table of {seats} needs {seats - 1} bots, and a seat from 0 to {seats - 1}")
        if any(level.startswith("stdio") for level in levels):
            raise BadSetup(f"bots here are levels: {', '.join(levels_of(match.game))}")
        check_levels(match.game, levels)
        key = secrets.token_hex(3)
        self.tables[key] = Seating(match, seat, levels)
        for old in list(self.tables)[:-MOST_TABLES]:
            del self.tables[old]
        return f"Table {key}. {self.tables[key].shown()}"

    def _at(self, table: str) -> Seating:
        if table not in self.tables:
            raise BadSetup(
                f"there is no table {table!r}; there is: {', '.join(self.tables) or 'none, open one with new_table'}"
            )
        return self.tables[table]

    def look(self, table: str) -> str:
        """The table as your seat sees it, what has happened since you last looked, and your legal actions."""
        return self._at(table).shown()

    def actions(self, table: str) -> str:
        """Your legal actions, one a line; the words before the brackets are what play wants."""
        return "\n".join(self._at(table).actions()) or "The game is over."

    def play(self, table: str, action: str) -> str:
        """Play one of your legal actions, in its words. Bots answer at once; then you see the table again."""
        seating = self._at(table)
        if seating.match.over:
            raise IllegalAction("the game is over; open another table with new_table")
        seating.match.play(action.partition("  (")[0].strip())
        seating.go_on()
        return seating.shown()

    def record(self, table: str) -> str:
        """The whole game as text, once it is over: it holds what was hidden."""
        seating = self._at(table)
        if not seating.match.over:
            raise BadSetup("the record can be had once the game is over")
        return seating.match.record()


def server() -> Any:
    """The server with its tools."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise BadSetup("this needs the package mcp; install it with: pip install chantier[mcp]") from None

    made, room = MCPServer("chantier", instructions=INSTRUCTIONS, log_level="WARNING"), Room()

    def told(work: Any) -> Any:
        """The same tool; what cannot be is told to the model instead of being a fault of ours."""
        from functools import wraps

        @wraps(work)
        def tool(*args: Any, **given: Any) -> str:
            try:
                return str(work(*args, **given))
            except ChantierError as error:
                raise ToolError(str(error)) from None

        return tool

    for work in (room.games, room.rules, room.new_table, room.look, room.actions, room.play, room.record):
        made.add_tool(told(work))
    return made


def main() -> None:
    """`chantier mcp`"""
    server().run("stdio")
