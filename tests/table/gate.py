"""A bot that thinks until it is let go, so that a test sees who is served when."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator
from random import Random

from chantier import Seen
from tests.table.harness import PATIENCE, Browser, Connection


class Gate:
    """A bot at any number of tables that thinks until it is let go. Tables are known by their number of seats."""

    def __init__(self) -> None:
        self.asked: queue.Queue[tuple[int, threading.Event]] = queue.Queue()
        self.opened = False
        self.all: list[threading.Event] = []

    def choose(self, seen: Seen) -> int:
        go = threading.Event()
        self.all.append(go)
        if not self.opened:
            self.asked.put((seen.imagine(Random(1)).seats, go))
            assert go.wait(2 * PATIENCE)
        return seen.legal[0]

    def next(self) -> tuple[int, threading.Event]:
        return self.asked.get(timeout=PATIENCE)

    def open(self) -> None:
        """From now on it does not think at all."""
        self.opened = True
        for go in self.all:
            go.set()


def masters(seats: int) -> list[str]:
    return ["bot:master"] * seats


@contextlib.contextmanager
def looking_on(browser: Browser, *made: str) -> Iterator[list[Connection]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(browser.live(table)) for table in made]
