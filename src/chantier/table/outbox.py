"""What is told to a connection: at once to whoever reads. What waits for one who reads slowly is counted, and has an end."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

MOST = 640_000  # bytes: more than all that is told on connecting; what waits below is less than 400,000


class Straight(Protocol):
    """A way out that takes messages at once, as long as whoever is at its end reads."""

    def send(self, message: bytes) -> bool:
        """Whether the next one may follow at once. Of somebody who is gone nothing is said."""

    def drained(self) -> Awaitable[object]:
        """Wait until the next one may follow."""


class Outbox:
    """Messages for one connection, in order. Whoever lets too much wait gets none of it, and is sent away: they may come again.
    Where there is a way `straight` out, what is told to somebody who reads waits for nobody: it is sent at once.

    >>> box = Outbox(most=5)
    >>> box.put("four"); box.put("!"); box.size
    5
    >>> box.put("?"); box.size, box.closed
    (0, True)
    """

    def __init__(
        self, most: int | None = None, straight: Straight | None = None, took: Callable[[float], None] = lambda seconds: None
    ) -> None:
        self.most = MOST if most is None else most
        self._straight = straight
        self._took = took  # is told how long it took to send something at once
        self.size = 0  # of what waits and of what is being sent
        self.closed = False
        self._waiting: deque[bytes] = deque()
        self._sending = 0
        self._on_its_way = False  # what is being sent was sent at once
        self._news = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, told: str | bytes) -> None:
        """Let a message wait, if not too much does."""
        message = told if isinstance(told, bytes) else told.encode("utf-8", "replace")
        if self.closed:
            return
        if self.size + len(message) > self.most:
            self.close()
            return
        if self._straight and not self.size:
            began = time.perf_counter()
            goes_on = self._straight.send(message)
            self._took(time.perf_counter() - began)
            if goes_on:
                return
            self._sending, self._on_its_way = len(message), True  # nobody reads it yet: it counts
        else:
            self._waiting.append(message)
        self.size += len(message)
        self._news.set()

    def close(self) -> None:
        """Nothing more is told."""
        self.closed = True
        self._waiting.clear()
        self.size = self._sending
        self._news.set()

    async def get(self) -> str | None:
        """The next message, or nothing at the end. The one before counts until this is asked for: then it was sent."""
        if not self._on_its_way:
            self._sent()
        while True:
            if self._straight and self._on_its_way:
                await self._straight.drained()
                self._on_its_way = False
                self._sent()
            if self._waiting:
                break
            if self.closed:
                return None
            self._news.clear()
            await self._news.wait()
        message = self._waiting.popleft()
        self._sending = len(message)
        return message.decode()

    def _sent(self) -> None:
        self.size -= self._sending
        self._sending = 0
