"""Bots that think in a process of their own, beside the one that serves.

A thread that steps back can hold Python's lock while it waits for a core, and then everybody waits with it. A process that
steps back makes nobody wait, and what it does between two looks at its tree is not taken from the event loop.
"""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import os
import signal
from functools import partial
from multiprocessing.connection import Connection

from chantier.background import LAST, step_back
from chantier.bots import THINKING
from chantier.bots.deciding import Decision, decide
from chantier.table import tables
from chantier.table.alone.thinking import Thinker, question, to_decision
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.processes import die_with
from chantier.table.tables import Table
from chantier.table.thinkers import Thinkers, expected

LOG = logging.getLogger("chantier.table")
KEPT = 12  # tables that it remembers
RESTS = 10.0  # seconds without a question, after which it remembers none


class Process:
    """One process that thinks about one thing at a time. To be made while this one has no other threads yet: it is a copy of
    it, which shares most of its memory."""

    def __init__(self) -> None:
        forking = multiprocessing.get_context("fork")
        self._line, theirs = forking.Pipe()
        self._process = forking.Process(target=_think, args=(theirs, os.getpid()), daemon=True, name="thinking")
        self._process.start()
        theirs.close()
        self.gone = self._closed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def decide(self, table: Table, seat: int, level: str) -> Decision:
        """What a bot decides there; if there is nobody there any more or it cannot, what it decides here."""
        try:
            self._line.send_bytes(question(table, what="decide", seat=seat, level=level).encode())
            if told := self._line.recv_bytes():
                return to_decision(table.match.game, json.loads(told))
        except (OSError, EOFError) as error:
            self.gone = True
            if self._closed:
                raise
            LOG.error("the process that thinks for bots is gone (%s); they think here from now on", type(error).__name__)
        return decide(tables.player(level), table.match.seen(), level)

    def close(self) -> None:
        """Whoever waits for it waits no more."""
        self._closed = True
        self._process.kill()
        self._process.join()


class Beside(Thinkers):
    """The thinkers of a hall whose bots think in another process; those that answer at once, programs and hints do so here."""

    def __init__(self, hall: Hall, process: Process) -> None:
        super().__init__(hall)
        self.process = process

    def _deep(self) -> int:
        return 1

    async def decide(self, gathering: Gathering, seat: int, level: str) -> Decision:
        if self.process.gone or level.partition(":")[0] not in THINKING:
            return await super().decide(gathering, seat, level)
        table = gathering.table
        work = partial(self.process.decide, table, seat, level)
        return await self.deep.run(table.row.host, expected(level), lambda: gathering.attended, work)

    def close(self) -> None:
        super().close()
        self.process.close()


def _think(line: Connection, parent: int) -> None:
    """In the other process: answer until there is nobody who asks."""
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks is told to stop, too
    step_back(LAST)
    with contextlib.suppress(OSError, EOFError):
        while True:
            _answer_for_a_while(line)


def _answer_for_a_while(line: Connection) -> None:
    """Until nobody has asked for long: then all trees and tables that were remembered go."""
    line.poll(None)
    thinker = Thinker(KEPT)
    while line.poll(RESTS):
        line.send_bytes(_answer(thinker, line.recv_bytes()))


def _answer(thinker: Thinker, asked: bytes) -> bytes:
    """Nothing if it cannot be answered: a fault at one table is none at the others."""
    try:
        return thinker.ask(asked.decode()).encode()
    except Exception:
        LOG.exception("a bot could not be asked beside the server")
        return b""
