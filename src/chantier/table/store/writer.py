"""One thread that writes to SQLite. All that waits is written in one transaction: one wait for the disk serves many tables."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], Any]
TOGETHER = 64  # at most so many in one transaction


class Writer:
    """Errors that are `harmless` undo one piece of work; all others undo what was written together with it. Work only writes:
    it may be done a second time if what it was written with had to be undone. Where other processes write too, each waits for
    its `turn`; `done` is called when a transaction is, and told whether it is on disk."""

    def __init__(
        self,
        engine: Engine,
        harmless: tuple[type[Exception], ...],
        turn: Callable[[], AbstractContextManager[None]] = nullcontext,
        done: Callable[[bool], None] = lambda good: None,
    ) -> None:
        self._engine = engine
        self._harmless = harmless
        self._turn = turn
        self._done = done
        self._waiting: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """What the work answers, once it is on disk."""
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # from here on nobody can call it off
        if self._closed:
            done.set_exception(OperationalError("the store", {}, Exception("it is closed")))
        else:
            self._waiting.put((work, done))
        return done

    def close(self) -> None:
        """Finish what waits."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

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

    def _write(self, together: list[tuple[Work, Future[Any]]]) -> None:
        """All in one transaction; if a piece of work fails alone, nothing was done, and each is tried again by itself."""
        try:
            with self._turn(), self._engine.begin() as db:
                told = [work(db) for work, _ in together]
        except self._harmless as error:
            self._done(False)
            if len(together) > 1:
                for one in together:
                    self._write([one])
            else:
                together[0][1].set_exception(error)
        except Exception as error:  # nothing of it is on disk
            self._done(False)
            for _, done in together:
                done.set_exception(error)
        else:
            self._done(True)
            for (_, done), result in zip(together, told, strict=True):
                done.set_result(result)
