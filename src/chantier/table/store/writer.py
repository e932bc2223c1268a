"""One thread that writes to SQLite. All that waits is written in one transaction: one wait for the disk serves many tables.

Where other processes write too, none of them waits for the disk of another: a transaction is done without it, the next process
has its turn, and whoever wrote makes sure of the log by itself before anybody is told. And nobody waits while the log is taken
over into the database, which SQLite would do in the middle of a transaction: a thread does it beside them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from chantier.table.store.prepared import Driver, begun

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], Any]
LOG = logging.getLogger("chantier.table")
TOGETHER = 64  # at most so many in one transaction
TAKE_OVER, LARGE = 1.0, 2000  # seconds between two looks at the log, and the pages of one that is to begin anew


Asker: TypeAlias = asyncio.Future[Any] | Future[Any]


class Writer:
    """Errors that are `harmless` undo one piece of work; all others undo what was written together with it. Work only writes:
    it may be done a second time if what it was written with had to be undone. Where other processes write too, each waits for
    its `turn`; `done` is called when a transaction is, and told whether it is on disk."""

    def __init__(
        self,
        engine: Engine,
        harmless: tuple[type[Exception], ...],
        turn: Callable[[], AbstractContextManager[None]] | None = None,
        done: Callable[[bool], None] = lambda good: None,
    ) -> None:
        self._engine = engine
        self._harmless = harmless
        self._turn = turn or nullcontext
        self._shares = turn is not None
        self._makes_sure = False  # by itself, and does not leave it to SQLite
        self._log = -1  # the file to make sure of
        self._done = done
        self._db: Connection | None = None  # stays open from one transaction to the next
        self._waiting: SimpleQueue[tuple[Work, Asker] | None] = SimpleQueue()
        self._closed = False
        self._beside: threading.Thread | None = None
        self._ends = threading.Event()
        self._one = threading.Lock()  # of the threads of this process; the turn only knows processes
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """What the work answers, once it is on disk."""
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # from here on nobody can call it off
        self._ask(work, done)
        return done

    def writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """The same for whoever waits at an event loop."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._ask(work, done)
        return done

    def _ask(self, work: Work, asker: Asker) -> None:
        if self._closed:
            asker.set_exception(OperationalError("the store", {}, Exception("it is closed")))
        else:
            self._waiting.put((work, asker))

    def close(self) -> None:
        """Finish what waits."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()
        self._ends.set()
        if self._beside:
            self._beside.join()

    def _run(self) -> None:
        last = False
        while not last:
            together = [self._waiting.get()]
            while len(together) < TOGETHER:
                try:
                    together.append(self._waiting.get_nowait())
                except Empty:
                    break
            last = None in together
            self._write([one for one in together if one is not None])
        self._hang_up()

    def _write(self, together: list[tuple[Work, Asker]]) -> None:
        """All in one transaction; if a piece of work fails alone, nothing was done, and each is tried again by itself."""
        try:
            with self._one, self._turn(), self._transaction() as db:
                told = [work(db) for work, _ in together]
            self._make_sure()
        except self._harmless as error:
            self._done(False)
            if len(together) > 1:
                for one in together:
                    self._write([one])
            else:
                tell([(together[0][1].set_exception, together[0][1], error)])
        except Exception as error:  # nothing of it is on disk
            self._done(False)
            tell([(asker.set_exception, asker, error) for _, asker in together])
        else:
            self._done(True)
            tell([(asker.set_result, asker, result) for (_, asker), result in zip(together, told, strict=True)])

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """On a connection that stays open. After an error of the database it is opened anew: nobody knows how it is."""
        if self._db is None:
            self._db = self._connected()
        db, driver = self._db, Driver(self._db)
        try:
            driver.do("BEGIN IMMEDIATE")
            yield db
            driver.do("COMMIT")
        except SQLAlchemyError:
            self._hang_up()
            raise
        except BaseException:
            driver.do("ROLLBACK")
            raise
        finally:
            if db.in_transaction():
                db.rollback()  # of which there is nothing left: it only hears that it is over

    def _connected(self) -> Connection:
        """With a log beside the file, SQLite is sure of it before it takes anything over: what is only in the log is all that
        is left to do. Without one, as on some file systems, or alone, SQLite does everything itself."""
        db = begun(self._engine.connect())
        driver = Driver(db)
        self._makes_sure = self._shares and driver.ask("PRAGMA journal_mode") == "wal"
        if self._makes_sure:
            driver.do("PRAGMA synchronous = NORMAL")
            driver.do("PRAGMA wal_autocheckpoint = 0")
            if self._beside is None:
                self._beside = threading.Thread(target=self._take_over, name="log", daemon=True)
                self._beside.start()
        return db

    def _take_over(self) -> None:
        """In a thread of its own: what is in the log comes into the database, while others write. If then the log is long, the
        little that has come meanwhile is taken over too, while nobody writes: so it begins anew, and does not grow for ever."""
        with closing(sqlite3.connect(str(self._engine.url.database), timeout=0.0)) as file:
            while not self._ends.wait(TAKE_OVER):
                try:
                    _, pages, _ = file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    if pages > LARGE:
                        with self._one, self._turn():
                            file.execute("PRAGMA wal_checkpoint(PASSIVE)")
                except sqlite3.Error as error:  # the disk is full, or somebody reads for long: it is tried again
                    LOG.warning("the log could not be taken over: %s", type(error).__name__)

    def _make_sure(self) -> None:
        """What was committed is on disk from here on. If others have gone on writing, or SQLite has taken it over into the
        database meanwhile, that holds as well."""
        if not self._makes_sure:
            return
        try:
            if self._log < 0:
                self._log = os.open(f"{self._engine.url.database}-wal", os.O_RDONLY | os.O_CLOEXEC)
            os.fdatasync(self._log)
        except OSError as error:
            self._hang_up()
            raise OperationalError("the store", {}, error) from error

    def _hang_up(self) -> None:
        if self._log >= 0:
            os.close(self._log)
            self._log = -1
        if self._db is not None:
            with suppress(SQLAlchemyError):
                self._db.invalidate()  # what was not committed is forgotten
                self._db.close()
            self._db = None


Telling: TypeAlias = tuple[Callable[[Any], None], Asker, Any]


def tell(told: list[Telling]) -> None:
    """Let everybody know who waits in a thread. All of one event loop who waited for the same transaction are told at once: to
    wake a loop takes longer than to tell somebody."""
    at: dict[asyncio.AbstractEventLoop, list[Telling]] = {}
    for one in told:
        if isinstance(one[1], asyncio.Future):
            at.setdefault(one[1].get_loop(), []).append(one)
        else:
            one[0](one[2])
    for loop, its in at.items():
        with suppress(RuntimeError):  # it is closed: nobody waits there any more
            loop.call_soon_threadsafe(_tell, its)


def _tell(told: list[Telling]) -> None:
    for let_know, asker, what in told:
        if not asker.done():  # they may have left
            let_know(what)
