"""What is written to SQLite. All that waits is written in one transaction: one wait for the disk serves many tables.

What an event loop asks for, moves most of all, it writes itself as soon as it has heard everybody: that takes some tenth of a
millisecond, where a thread would ask for Python's lock after every statement and hold up all others meanwhile. The loop never
waits: if somebody else is writing it tries again a moment later, and a thread makes sure of the disk. What threads ask for, and
what could not be written for a while, is written by a thread that may wait.

A transaction is done without waiting for the disk, the next one, of any process, may begin, and whoever wrote makes sure of the
log by itself before anybody is told. And nobody waits while the log is taken over into the database, which SQLite would do in
the middle of a transaction: a thread does it beside them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from chantier.table.store.prepared import Driver, begun

T = TypeVar("T")
Q = TypeVar("Q")
Work: TypeAlias = Callable[[Connection], Any]
Asker: TypeAlias = asyncio.Future[Any] | Future[Any]
Turn: TypeAlias = Callable[[bool], AbstractContextManager[None]]
LOG = logging.getLogger("chantier.table")
TOGETHER = 64  # at most so many in one transaction
TAKE_OVER, LARGE = 1.0, 8000  # seconds between two looks at the log, and the pages of one that is to begin anew
AGAIN, OFTEN = 0.001, 50  # seconds until an event loop tries again to write, and how often it does


class Asked(NamedTuple):
    """A piece of work, and who waits for it."""

    work: Work
    asker: Asker


class Line:
    """A connection that stays open from one transaction to the next. One that does not wait raises BlockingIOError if another
    process writes."""

    def __init__(self, engine: Engine, waits: bool) -> None:
        self._engine = engine
        self._waits = waits
        self._db: Connection | None = None
        self.is_sure = True  # by itself, once something is committed; else whoever writes has to make sure

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """After an error of the database the line is opened anew: nobody knows how it is."""
        db = self.opened()
        driver = Driver(db)
        self._begin(driver)
        try:
            yield db
            driver.do("COMMIT")
        except SQLAlchemyError:
            self.hang_up()
            raise
        except BaseException:
            driver.do("ROLLBACK")
            raise
        finally:
            if db.in_transaction():
                db.rollback()  # of which there is nothing left: it only hears that it is over

    def _begin(self, driver: Driver) -> None:
        try:
            driver.do("BEGIN IMMEDIATE")
        except SQLAlchemyError as error:
            if not self._waits and getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise BlockingIOError from None
            self.hang_up()
            raise

    def opened(self) -> Connection:
        """With a log beside the file, SQLite is sure of it before it takes anything over: what is only in the log is all that
        is left to do. Without one, as on some file systems, or where nobody can wait for a file, SQLite does it itself."""
        if self._db is None:
            self._db = begun(self._engine.connect())
            driver = Driver(self._db)
            self.is_sure = driver.ask("PRAGMA journal_mode") != "wal" or not hasattr(os, "fdatasync")
            if not self.is_sure:
                driver.do("PRAGMA synchronous = NORMAL")
                driver.do("PRAGMA wal_autocheckpoint = 0")
            if not self._waits:
                driver.do("PRAGMA busy_timeout = 0")
        return self._db

    def hang_up(self) -> None:
        if self._db is not None:
            with suppress(SQLAlchemyError):
                self._db.invalidate()  # what was not committed is forgotten
                self._db.close()
            self._db = None


class Log:
    """The log beside the database. What was committed is on disk once somebody was sure of it: if others have gone on writing,
    or SQLite has taken it over into the database meanwhile, that holds as well."""

    def __init__(self, engine: Engine) -> None:
        self._path = f"{engine.url.database}-wal"
        self._file = -1

    def make_sure(self) -> None:
        try:
            if self._file >= 0 and not os.fstat(self._file).st_nlink:  # there is another one now
                self.close()
            if self._file < 0:
                self._file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            os.fdatasync(self._file)
        except OSError as error:
            self.close()
            raise OperationalError("the store", {}, error) from error

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Writer:
    """Errors that are `harmless` undo one piece of work; all others undo what was written together with it. Work only writes:
    it may be done a second time if what it was written with had to be undone. Where other processes write too, each waits for
    its `turn`, or raises BlockingIOError if it is not to wait. `news` are taken once from every transaction, and `shout` tells
    them when it is on disk."""

    def __init__(
        self,
        engine: Engine,
        harmless: tuple[type[Exception], ...],
        turn: Turn = lambda wait: nullcontext(),
        news: Callable[[], list[Any]] = list,
        shout: Callable[[list[Any]], None] = lambda news: None,
    ) -> None:
        self.harmless, self.shout = harmless, shout
        self._engine, self._turn, self._news = engine, turn, news
        self._patient, self._quick = Line(engine, waits=True), Line(engine, waits=False)
        self._log = Log(engine)
        self._one = threading.Lock()  # of the threads of this process; the turn only knows processes
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self._unsure: SimpleQueue[Batch | None] = SimpleQueue()
        self._desk: Desk | None = None  # of the last event loop that asked for something
        self._closed = False
        self._ends = threading.Event()
        self._beside: list[threading.Thread] = []
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """What the work answers, once it is on disk."""
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # from here on nobody can call it off
        if not self._refuses(done):
            self._waiting.put(Asked(work, done))
        return done

    def writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """The same for whoever waits at an event loop."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._refuses(done):
            if self._desk is None or self._desk.loop is not loop:
                self._desk = Desk(self, loop)
            self._desk.ask(Asked(work, done))
        return done

    def _refuses(self, asker: Asker) -> bool:
        if self._closed:
            asker.set_exception(_closed())
        return self._closed

    def close(self) -> None:
        """Finish what waits."""
        self._closed = True
        while self._desk and (some := self._desk.left()):
            self.hand_over(some)
        self._waiting.put(None)
        self._unsure.put(None)
        self._ends.set()
        for thread in (self._thread, *self._beside):
            thread.join()
        with self._one:
            self._quick.hang_up()

    # --- transactions -------------------------------------------------------------------------------------------------------

    def try_at_once(self, together: list[Asked]) -> tuple[list[Any], list[Any]] | None:
        """All in one transaction, without waiting: what is answered, and the news. Nothing if SQLite would wait for the disk,
        and BlockingIOError if somebody else writes now."""
        if self._closed:
            raise _closed()
        self._quick.opened()
        return None if self._quick.is_sure else self._transact(self._quick, together, wait=False)

    def _transact(self, line: Line, together: list[Asked], wait: bool) -> tuple[list[Any], list[Any]]:
        if not self._one.acquire(blocking=wait):
            raise BlockingIOError
        try:
            with self._turn(wait), line.transaction() as db:
                told = [one.work(db) for one in together]
            if not line.is_sure:
                self._take_over_beside()  # here only one thread comes at a time
            return told, self._news()
        except BaseException:
            self._news()  # of what did not happen
            raise
        finally:
            self._one.release()

    def _run(self) -> None:
        """In the thread that may wait."""
        for together in _all_that_waits(self._waiting):
            self._write(together)
        self._patient.hang_up()
        self._log.close()

    def _write(self, together: list[Asked]) -> None:
        """All in one transaction; if a piece of work fails alone, nothing was done, and each is tried again by itself."""
        try:
            told, news = self._transact(self._patient, together, wait=True)
            if not self._patient.is_sure:
                self._log.make_sure()
        except self.harmless as error:
            if len(together) > 1:
                for one in together:
                    self._write([one])
            else:
                tell([(together[0].asker, None, error)])
        except Exception as error:  # nothing of it is on disk
            self._patient.hang_up()
            tell([(one.asker, None, error) for one in together])
        else:
            self.shout(news)
            tell([(one.asker, result, None) for one, result in zip(together, told, strict=True)])

    def hand_over(self, together: list[Asked]) -> None:
        """The thread that may wait writes it."""
        for one in together:
            self._waiting.put(one)

    # --- the disk -----------------------------------------------------------------------------------------------------------

    def make_sure(self, batch: Batch) -> None:
        """Soon, in a thread; then the desk that it comes from is told."""
        self._unsure.put(batch)

    def _take_over_beside(self) -> None:
        if not self._beside:
            self._beside = [
                threading.Thread(target=work, name=name, daemon=True)
                for work, name in ((self._take_over, "log"), (self._be_sure, "disk"))
            ]
            for thread in self._beside:
                thread.start()

    def _be_sure(self) -> None:
        log = Log(self._engine)
        for batches in _all_that_waits(self._unsure):
            error: Exception | None = None
            try:
                log.make_sure()
            except SQLAlchemyError as failed:
                error = failed
            for batch in batches:
                with suppress(RuntimeError):  # its loop is closed: nobody waits there any more
                    batch.desk.loop.call_soon_threadsafe(batch.desk.done, batch, error)
        log.close()

    def _take_over(self) -> None:
        """In a thread of its own: what is in the log comes into the database, while others write. If then the log is long, the
        little that has come meanwhile is taken over too, while nobody writes: so it begins anew, and does not grow for ever."""
        with closing(sqlite3.connect(str(self._engine.url.database), timeout=0.0)) as file:
            while not self._ends.wait(TAKE_OVER):
                try:
                    _, pages, _ = file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    if pages > LARGE:
                        with self._one, self._turn(True):
                            file.execute("PRAGMA wal_checkpoint(PASSIVE)")
                except sqlite3.Error as error:  # the disk is full, or somebody reads for long: it is tried again
                    LOG.warning("the log could not be taken over: %s", type(error).__name__)


class Batch(NamedTuple):
    """What one event loop has written in one transaction, what was answered, and the news."""

    desk: Desk
    together: list[Asked]
    told: list[Any]
    news: list[Any]


class Desk:
    """What waits to be written at one event loop. While something is not on disk yet, what comes waits for it: the more there
    is to do the more is done at once."""

    def __init__(self, writer: Writer, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._writer = writer
        self._waiting: deque[Asked] = deque()
        self._writes = False  # soon, or just now
        self._tried = 0

    def ask(self, asked: Asked) -> None:
        self._waiting.append(asked)
        if not self._writes:
            self._writes = True
            self.loop.call_soon(self._write)

    def left(self) -> list[Asked]:
        """What nobody has begun to write; from any thread."""
        found = list[Asked]()
        with suppress(IndexError):
            while len(found) < TOGETHER:
                found.append(self._waiting.popleft())
        return found

    def _write(self) -> None:
        together = self.left()
        written = None
        try:
            written = self._writer.try_at_once(together) if together else None
        except BlockingIOError:
            self._tried += 1
            if self._tried < OFTEN:
                self._waiting.extendleft(reversed(together))
                self.loop.call_later(AGAIN, self._write)
                return
        except Exception as error:
            if len(together) == 1 or not isinstance(error, self._writer.harmless):
                _tell([(one.asker, None, error) for one in together])
                together = []
        self._tried = 0
        if written:
            self._writer.make_sure(Batch(self, together, *written))
        else:
            self._writer.hand_over(together)
            self._go_on()

    def done(self, batch: Batch, error: Exception | None) -> None:
        """It is on disk, or nobody knows that."""
        if error is None:
            self._writer.shout(batch.news)
        _tell([(one.asker, result, error) for one, result in zip(batch.together, batch.told, strict=True)])
        self._go_on()

    def _go_on(self) -> None:
        """What waits is written once those were heard who were told just now, and who clicked meanwhile: one turn of the loop
        later than it could be, and together with all that they ask for."""
        self._writes = bool(self._waiting)
        if self._writes:
            self.loop.call_soon(self.loop.call_soon, self._write)


def _closed() -> OperationalError:
    return OperationalError("the store", {}, Exception("it is closed"))


def _all_that_waits(queue: SimpleQueue[Q | None]) -> Iterator[list[Q]]:
    """What is in a queue, as many at once as may be together, until it holds None."""
    last = False
    while not last:
        found = [queue.get()]
        while len(found) < TOGETHER:
            try:
                found.append(queue.get_nowait())
            except Empty:
                break
        last = None in found
        if some := [one for one in found if one is not None]:
            yield some


Telling: TypeAlias = tuple[Asker, Any, Exception | None]  # who waits, what is answered, and what went wrong


def tell(told: list[Telling]) -> None:
    """Let everybody know who waits in a thread. All of one event loop who waited for the same transaction are told at once: to
    wake a loop takes longer than to tell somebody."""
    at: dict[asyncio.AbstractEventLoop, list[Telling]] = {}
    for one in told:
        if isinstance(one[0], asyncio.Future):
            at.setdefault(one[0].get_loop(), []).append(one)
        else:
            _tell([one])
    for loop, its in at.items():
        with suppress(RuntimeError):  # it is closed: nobody waits there any more
            loop.call_soon_threadsafe(_tell, its)


def _tell(told: list[Telling]) -> None:
    for asker, result, error in told:
        if asker.done():  # they have left
            continue
        if error is not None:
            asker.set_exception(error)
        else:
            asker.set_result(result)
