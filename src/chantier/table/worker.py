"""Answers for bots, at any number of tables, beside other workers that share the same PostgreSQL.

A job is taken, thought about and done in one transaction. Whoever dies leaves it to others, and no move is made twice: the
version of the table is checked where the move is written.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from chantier.bots.deciding import decide
from chantier.core import BadSetup, Bot
from chantier.table import changes, tables
from chantier.table.fair import LEAST, Shares
from chantier.table.gathering import ABSENT
from chantier.table.metrics import Metrics
from chantier.table.neighbours import SILENT
from chantier.table.refusals import Refused
from chantier.table.store.bus import Ear
from chantier.table.store.database import JOBS, NEWS, Job, Store
from chantier.table.store.rows import Changed
from chantier.table.store.schema import SEAT
from chantier.table.tables import Table
from chantier.table.thinkers import expected, failed, is_deep, log, player, thinking

LOG = logging.getLogger("chantier.table")
KEPT = 200  # tables that a worker remembers
AGAIN = 1.0  # seconds until a store that failed is tried again


class Presence:
    """At which tables somebody is, as far as the servers have told."""

    def __init__(self) -> None:
        self._there: dict[str, set[str]] = {}  # servers at which somebody looks at a table
        self._heard: dict[str, float] = {}  # when a server was last heard of
        self._acted: dict[str, float] = {}  # when a person last decided at a table
        self._lock = threading.Lock()

    def hear(self, news: str) -> None:
        told, moment = json.loads(news), time.monotonic()
        with self._lock:
            self._heard[told["from"]] = moment
            if told["kind"] == "present":
                there = self._there.setdefault(told["match"], set())
                (there.add if told.get("watched", told["persons"]) else there.discard)(told["from"])
                if not there:
                    del self._there[told["match"]]
            elif told["kind"] == "moves" and any(move["request"] for move in told["moves"]):
                self._acted[told["match"]] = moment
            self._acted = {match: at for match, at in self._acted.items() if moment - at < ABSENT}

    def at(self, match: str) -> bool:
        """Whether somebody is there, or has just decided something. Servers that are silent do not count."""
        moment = time.monotonic()
        with self._lock:
            there = any(moment - self._heard[server] < SILENT for server in self._there.get(match, ()))
            return there or moment - self._acted.get(match, -ABSENT) < ABSENT


class Worker:
    """Two hands that work until they are told to stop: one for levels that answer at once, one for those that think."""

    def __init__(self, store: Store, pace: float = 0.4, metrics: Metrics | None = None) -> None:
        self.store = store
        self.pace = pace
        self.metrics = metrics
        self.presence = Presence()
        self.hands = [Hand(self, deep) for deep in (False, True)]
        self.stopped = threading.Event()

    @property
    def moves(self) -> int:
        return sum(hand.moves for hand in self.hands)

    def run(self) -> None:
        ears = [Ear(self.store.url, JOBS, lambda _: self._wake()), Ear(self.store.url, NEWS, self._hear)]
        quick, deep = self.hands
        beside = threading.Thread(target=quick.run, name="quick-bot")
        beside.start()
        try:
            deep.run()
        finally:
            self.stop()
            beside.join()
            for ear in ears:
                ear.close()

    def stop(self) -> None:
        """Finish the jobs in hand and leave."""
        self.stopped.set()
        self._wake()

    def _wake(self) -> None:
        for hand in self.hands:
            hand.news.set()

    def _hear(self, news: str | None) -> None:
        """Servers tell who is at their tables; after a new connection they are asked to."""
        if news is not None:
            self.presence.hear(news)
            return
        try:
            self.store.write(lambda db: self.store.tell(db, "", "who"))
        except SQLAlchemyError as error:
            LOG.error("the store failed: %s", type(error).__name__)


class Hand:
    """Takes one job after the other: first where somebody is, there of whoever has used least here, then whoever waits longest.

    Every worker shares out its own time fairly, and so does a crowd of them, without knowing of each other.
    """

    def __init__(self, worker: Worker, deep: bool) -> None:
        self.worker = worker
        self.store = worker.store
        self.deep = deep
        self.moves = 0
        self.news = threading.Event()
        self._shares = {True: Shares(), False: Shares()}  # where somebody is, and where nobody is
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bots: dict[tuple[str, int], tuple[str, Bot]] = {}
        self._failing: set[tuple[str, int]] = set()  # tables and seats whose bots have failed

    def run(self) -> None:
        while not self.worker.stopped.is_set():
            try:
                self.news.clear()
                if not self.once():
                    self.news.wait(self._until_next())
            except SQLAlchemyError as error:
                LOG.error("the store failed: %s", type(error).__name__)
                self.worker.stopped.wait(AGAIN)

    def _until_next(self) -> float:
        wait = self.store.next_job()
        return 1.0 if wait is None else min(1.0, max(0.005, wait / 1000))

    def _in_order(self, jobs: list[Job]) -> list[Job]:
        mine = [job for job in jobs if is_deep(job.level) == self.deep]
        there = {job.match: self.worker.presence.at(job.match) for job in mine}
        return sorted(mine, key=lambda job: (not there[job.match], self._shares[there[job.match]].used(job.host), job.due))

    def once(self) -> bool:
        """Do one job, if there is one."""
        try:
            with self.store.job(self._in_order) as taken:
                if taken is None:
                    return False
                db, job = taken
                shares, guess = self._shares[self.worker.presence.at(job.match)], expected(job.level)
                began = time.monotonic()
                shares.begin(job.host, guess)
                try:
                    self._do(db, job.match, job.version)
                finally:
                    shares.end(job.host, max(LEAST, time.monotonic() - began) - guess)
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
        told = thinking(table.match.game, seat, level)
        if "below" in told:  # at once, not with the move
            self.store.write(lambda now: self.store.tell(now, match, "thinking", seat=seat, below=told["below"]))
        decided = decide(self._player(table, seat, level), table.match.seen(), level)
        log(decided, match, self.worker.metrics)
        if decided.failures or (match, seat) in self._failing:
            self.store.tell(db, match, "failed", **failed(seat, level, decided))
        self._failing = {*self._failing, (match, seat)} if decided.failures else self._failing - {(match, seat)}
        still = select(SEAT.c.level).where(SEAT.c.match == match, SEAT.c.seat == seat)
        if db.execute(still).scalar():  # it may have been given back to a person meanwhile
            self._play(db, table, decided.action)

    def _play(self, db: Connection, table: Table, action: int) -> None:
        change = changes.played(table, action, self.worker.pace)
        self._tables.pop(table.id)  # if this fails, nobody knows what is true
        change.write(db, self.store)
        self._tables[table.id] = change.after
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
        return player(self._bots, (table.id, seat), level)


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
