"""One thread that writes to SQLite. All that waits is written in one transaction: one wait for the disk serves many tables."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], Any]
TOGETHER = 64  # at most so many in one transaction


class Writer:
    """Errors that are `harmless` undo one piece of work; all others undo what was written together with it."""

    def __init__(self, engine: Engine, harmless: tuple[type[Exception], ...]) -> None:
        self._engine = engine
        self._harmless = harmless
        self._waiting: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Connection], T]) -> T:
        """What the work answers, once it is on disk."""
        if self._closed:
            raise OperationalError("the store", {}, Exception("it is closed"))
        done: Future[T] = Future()
        self._waiting.put((work, done))
        return done.result()

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
        told: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.begin() as db:
                for work, done in together:
                    try:
                        with db.begin_nested():
                            told.append((done, work(db), None))
                    except self._harmless as error:
                        told.append((done, None, error))
        except Exception as error:  # nothing of it is on disk
            told = [(done, None, error) for _, done in together]
        for done, result, wrong in told:
            if wrong:
                done.set_exception(wrong)
            else:
                done.set_result(result)
