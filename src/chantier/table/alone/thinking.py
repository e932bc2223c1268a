"""Bots of a page: they think in a worker of their own, so that the table answers meanwhile. Here are both ends of that."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from chantier.bots import LEARNED
from chantier.bots.deciding import Decision, Failure, advise, decide
from chantier.bots.thought import Thought
from chantier.bots.tree import Branch
from chantier.core import Bot, Game, games
from chantier.kernel import nets
from chantier.kernel.layout import unpacked
from chantier.table import reviews, tables
from chantier.table.alone.shelf import from_kept, to_kept
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.refusals import Refused
from chantier.table.store.rows import Stored
from chantier.table.tables import Table
from chantier.table.thinkers import Thinkers, is_deep, player
from chantier.table.wire import to_text

Think = Callable[[str], Awaitable[str]]  # asks the other end

KEPT = 4  # tables that the other end remembers


class Elsewhere(Thinkers):
    """The thinkers of a hall whose bots think elsewhere; those that answer at once do so here."""

    def __init__(self, hall: Hall, think: Think) -> None:
        super().__init__(hall)
        self.think = think

    async def decide(self, gathering: Gathering, seat: int, level: str) -> Decision:
        if not is_deep(level):
            return await super().decide(gathering, seat, level)
        return await self._asked(gathering.table, {"what": "decide", "seat": seat, "level": level})

    async def advise(self, gathering: Gathering, seat: int, person: str) -> Decision:
        return await self._asked(gathering.table, {"what": "advise", "seat": seat})

    async def _asked(self, table: Table, asked: dict[str, Any]) -> Decision:
        try:
            text = await self.think(question(table, **asked))
        except Exception as error:  # the other end has failed; it is asked again
            raise Refused("broken", str(error)) from error
        return to_decision(table.match.game, json.loads(text))


class Values(reviews.Values):
    """What a bot thinks of a finished game, asked for decision by decision."""

    def __init__(self, think: Think) -> None:
        super().__init__()
        self.think = think

    def begin(self, table: Table, rows: list[dict[str, Any]]) -> Any:
        return asyncio.ensure_future(self._follow(table, rows))

    async def _follow(self, table: Table, rows: list[dict[str, Any]]) -> None:
        while True:
            told = json.loads(await self.think(question(table, what="review", known=len(rows))))
            rows += told["rows"]
            if told["done"]:
                return


def question(table: Table, **asked: Any) -> str:
    return to_text({**asked, "table": to_kept(table.stored())})


class Thinker:
    """The other end. It remembers a few tables, the bots at them with their trees, and reviews that are under way."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self.tables: dict[str, Table] = {}
        self.bots: dict[tuple[str, int], tuple[str, Bot]] = {}
        self.reviews: dict[str, tuple[list[dict[str, Any]], Iterator[None]]] = {}

    def missing(self, text: str) -> str:
        """The game whose net has to be brought before this question is answered as it should be; nothing if none has."""
        asked = json.loads(text)
        game = games[asked["table"]["match"]["game"]]
        learned = asked["what"] == "advise" or asked.get("level", "").partition(":")[0] in LEARNED
        return game.name if learned and nets.has_net(game) and not nets.is_whole(game) else ""

    def ask(self, text: str) -> str:
        """The answer to a question."""
        asked = json.loads(text)
        table = self._table(from_kept(asked["table"]))
        if asked["what"] == "review":
            return to_text(self._review(table, asked["known"]))
        if asked["what"] == "advise":
            return to_text(told(advise(table.match.seen(asked["seat"]))))
        bot = player(self.bots, (table.id, asked["seat"]), asked["level"])
        decided = decide(bot, table.match.seen(), asked["level"])
        if not asked.get("keep", True):
            self._forget_bots(table.id)
        return to_text(told(decided))

    def _table(self, stored: Stored) -> Table:
        """The table as it is now: what is known of it already is not played again."""
        known = self.tables.pop(stored.match.id, None)
        match = None
        if known and stored.moves[: len(known.rows)] == known.rows:
            match = tables.followed(known, stored.moves[len(known.rows) :])
        table = Table(stored, match) if match else tables.restored(stored)
        self.tables[table.id] = table
        for old in list(self.tables)[: -self.kept]:
            del self.tables[old]
            self._forget_bots(old)
            self.reviews.pop(old, None)
        return table

    def _forget_bots(self, table: str) -> None:
        self.bots = {key: bot for key, bot in self.bots.items() if key[0] != table}

    def _review(self, table: Table, known: int) -> dict[str, Any]:
        """One decision more; what was found earlier and is not known is told again."""
        if table.id not in self.reviews:
            found: list[dict[str, Any]] = []
            self.reviews[table.id] = found, reviews.looked_through(table, reviews.THINKER, found)
        rows, steps = self.reviews[table.id]
        done = next(steps, self) is self
        return {"rows": rows[known:], "done": done}


# --- decisions as text ----------------------------------------------------------------------------------------------------


def told(decided: Decision) -> dict[str, Any]:
    """A decision for the other end."""
    thought = decided.thought
    failures = [[failure.level, str(failure.error)] for failure in decided.failures]
    about = {"action": decided.action, "level": decided.level, "failures": failures, "thought": None}
    if thought is None:
        return about
    return {
        **about,
        "thought": {
            "seat": thought.seat,
            "world": b64encode(thought.world.packed()).decode(),
            "branches": [list(branch) for branch in thought.branches],
            "line": thought.line,
            "playouts": thought.playouts,
            "seconds": thought.seconds,
            "compiled": thought.compiled,
        },
    }


def to_decision(game: Game, about: dict[str, Any]) -> Decision:
    """The same read."""
    thought, failures = about["thought"], tuple(Failure(level, RuntimeError(text)) for level, text in about["failures"])
    if thought is not None:
        world = unpacked(game.state, b64decode(thought["world"]))
        branches = [Branch(a, n, v, tuple(scores), tuple(chances), w) for a, n, v, scores, chances, w in thought["branches"]]
        thought = Thought(game, **{**thought, "world": world, "branches": branches})
    return Decision(about["action"], about["level"], thought, failures)
