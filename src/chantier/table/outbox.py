"""What waits for one who reads slowly. Its bytes are counted, and there is an end to them."""

from __future__ import annotations

import asyncio
from collections import deque

MOST = 640_000  # bytes: more than all that is told on connecting; what waits below is less than 400,000


class Outbox:
    """Messages for one connection, in order. Whoever lets too much wait gets none of it, and is sent away: they may come again.

    >>> box = Outbox(most=5)
    >>> box.put("four"); box.put("!"); box.size
    5
    >>> box.put("?"); box.size, box.closed
    (0, True)
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = MOST if most is None else most
        self.size = 0  # of what waits and of what is being sent
        self.closed = False
        self._waiting: deque[bytes] = deque()
        self._sending = 0
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
        self.size -= self._sending
        self._sending = 0
        while not self._waiting:
            if self.closed:
                return None
            self._news.clear()
            await self._news.wait()
        message = self._waiting.popleft()
        self._sending = len(message)
        return message.decode()
