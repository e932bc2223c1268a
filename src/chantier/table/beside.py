"""Bots that think in a process of their own, beside the one that serves.

What it does between two looks at its tree is not taken from the event loop. See `nursery.py` for why it is a process, and where
it comes from.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from multiprocessing.connection import Connection

from chantier.bots import THINKING
from chantier.bots.deciding import Decision, decide
from chantier.table import nursery, tables
from chantier.table.alone.thinking import Thinker, question, to_decision
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.nursery import Aside
from chantier.table.tables import Table
from chantier.table.thinkers import Thinkers, expected

LOG = logging.getLogger("chantier.table")
KEPT = 12  # tables that it remembers


class Thinking:
    """A process that thinks about one thing at a time, as long as somebody asks it."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self.closed = False

    def decide(self, table: Table, seat: int, level: str, attended: bool) -> Decision:
        """What a bot decides there; if nobody can be had or it cannot, what it decides here. Where nobody looks on, its tree is
        not kept for the rest of its turn."""
        asked = question(table, what="decide", seat=seat, level=level, keep=attended)
        try:
            if told := self._aside.ask(asked.encode()):
                return to_decision(table.match.game, json.loads(told))
        except OSError as error:
            if self.closed:
                raise
            LOG.error("no process can be had that thinks for bots (%s); they think here", type(error.__cause__).__name__)
        return decide(tables.player(level), table.match.seen(), level)

    def close(self) -> None:
        """Whoever waits for it waits no more."""
        self.closed = True
        self._aside.close()


class Beside(Thinkers):
    """The thinkers of a hall whose bots think in another process; those that answer at once, programs and hints do so here."""

    def __init__(self, hall: Hall, thinking: Thinking) -> None:
        super().__init__(hall)
        self.thinking = thinking

    def _deep(self) -> int:
        return 1

    async def decide(self, gathering: Gathering, seat: int, level: str) -> Decision:
        if level.partition(":")[0] not in THINKING:
            return await super().decide(gathering, seat, level)
        table = gathering.table
        work = partial(self._decide, gathering, table, seat, level)
        return await self.deep.run(table.row.host, expected(level), lambda: gathering.attended, work)

    def _decide(self, gathering: Gathering, table: Table, seat: int, level: str) -> Decision:
        return self.thinking.decide(table, seat, level, gathering.attended)

    def close(self) -> None:
        super().close()
        self.thinking.close()


def think(line: Connection) -> None:
    """In the other process. When it ends, so do all trees and tables that it remembers."""
    nursery.answer(line, partial(_answer, Thinker(KEPT)))


def _answer(thinker: Thinker, asked: bytes) -> bytes:
    """Nothing if it cannot be answered: a fault at one table is none at the others."""
    try:
        return thinker.ask(asked.decode()).encode()
    except Exception:
        LOG.exception("a bot could not be asked beside the server")
        return b""
