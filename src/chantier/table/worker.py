"""Answers for bots, at any number of tables, beside other workers that share the same PostgreSQL.

A job is taken, thought about and done in one transaction. Whoever dies leaves it to others, and no move is made twice: the
version of the table is checked where the move is written.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from chantier.core import BadSetup, Bot, Seen
from chantier.table import clock as clocks
from chantier.table import tables
from chantier.table.bus import Ear
from chantier.table.says import Refused
from chantier.table.schema import SEAT, now
from chantier.table.store import JOBS, Changed, Store
from chantier.table.tables import Table

LOG = logging.getLogger("chantier.table")
KEPT = 200  # tables that a worker remembers
AGAIN = 1.0  # seconds until a store that failed is tried again


def decide(player: Bot, seen: Seen, level: str, table: str) -> int:
    """What a bot does. It is given only what its seat may know; if it fails, the game goes on all the same."""
    try:
        action = player.choose(seen)
    except Exception:
        LOG.exception("a bot of the level %s failed at table %s", level, table)
        return seen.legal[0]
    return action if action in seen.legal else seen.legal[0]


class Worker:
    """Takes one job after the other, until it is told to stop."""

    def __init__(self, store: Store, pace: float = 0.4) -> None:
        self.store = store
        self.pace = pace
        self.moves = 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bots: dict[tuple[str, int], tuple[str, Bot]] = {}
        self._stop = threading.Event()
        self._news = threading.Event()

    def run(self) -> None:
        ear = Ear(self.store.url, JOBS, lambda _: self._news.set())
        try:
            while not self._stop.is_set():
                try:
                    self._news.clear()
                    if not self.once():
                        self._news.wait(self._until_next())
                except SQLAlchemyError as error:
                    LOG.error("the store failed: %s", type(error).__name__)
                    self._stop.wait(AGAIN)
        finally:
            ear.close()

    def stop(self) -> None:
        """Finish the job in hand and leave."""
        self._stop.set()
        self._news.set()

    def _until_next(self) -> float:
        wait = self.store.jobs()[1]
        return 1.0 if wait is None else min(1.0, max(0.005, wait / 1000))

    def once(self) -> bool:
        """Do one job, if there is one."""
        try:
            with self.store.job() as job:
                if job is None:
                    return False
                self._do(*job)
        except Changed:  # somebody else has moved; the job will be found to be an old one
            pass
        return True

    def _do(self, db: Connection, match: str, version: int) -> None:
        try:
            table = self._table(match)
        except Refused as refused:
            LOG.warning("table %s cannot go on: %s", match, refused.more or refused.error)
            return
        if table.version != version or not table.bot:
            return
        seat, level = table.match.to_act, table.bot
        action = decide(self._player(table, seat, level), table.match.seen(), level, match)
        still = select(SEAT.c.level).where(SEAT.c.match == match, SEAT.c.seat == seat)
        if db.execute(still).scalar():  # it may have been given back to a person meanwhile
            self._play(db, table, action)

    def _play(self, db: Connection, table: Table, action: int) -> None:
        twin = table.match.copy()
        first = len(twin.moves)
        twin.play(action)
        row, at = table.row, now()
        clock = row.clock if table.waits else clocks.decided(row.clock, row.pace, table.match.to_act, at)
        due = (table.version + 1, int(self.pace * 1000)) if table.bot_at(twin) else None
        rows = tables.move_rows(twin, first)
        self._tables.pop(table.id)  # if this fails, nobody knows what is true
        self.store.add_in(db, table.id, table.version, rows, tables.snapshot(twin), clock, due)
        self._tables[table.id] = table.after(twin, rows, clock)
        self.moves += 1

    def _table(self, match: str) -> Table:
        """A table as it is now: what we remember of it, and what came since."""
        known = self._tables.pop(match, None)
        table = tables.caught_up(self.store, known) if known else None
        if table is None:
            stored = self.store.load(match)
            if stored is None:
                raise Refused("no table")
            table = tables.restored(stored)
        self._tables[match] = table
        if len(self._tables) > KEPT:
            gone = self._tables.popitem(last=False)[0]
            self._bots = {key: value for key, value in self._bots.items() if key[0] != gone}
        return table

    def _player(self, table: Table, seat: int, level: str) -> Bot:
        key = (table.id, seat)
        if self._bots.get(key, ("", None))[0] != level:
            self._bots[key] = (level, tables.player(level))
        return self._bots[key][1]


def work(url: str | None) -> None:
    """The command: work until a signal says stop."""
    import signal

    from chantier.table import logs

    logs.start()
    if not (url or "").startswith("postgresql"):
        raise BadSetup("workers share a PostgreSQL: give its address with --store postgresql://USER@HOST/NAME")
    worker = Worker(Store(url or ""))
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: worker.stop())
    print("Bots are answered for (stop with Ctrl-C)", flush=True)
    began = time.monotonic()
    worker.run()
    LOG.info("%d moves in %.0f s", worker.moves, time.monotonic() - began)
    worker.store.close()
