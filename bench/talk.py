"""A WebSocket for whoever measures: the other end shares its cores, so it does as little as it can. What comes is told at once,
without a task that waits for it; what is sent is not packed."""

from __future__ import annotations

import asyncio
import os
import socket
from base64 import b64encode
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # the first byte of a whole frame


class Talk(asyncio.Protocol):
    """One connection. `hear` is called with every message; until somebody listens, they wait."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._came = b""  # of which no whole frame can be made yet
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # whether we were let in
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hear: Callable[[bytes], None] | None = None
        self._unheard: list[bytes] = []

    @classmethod
    async def to(cls, url: str, headers: dict[str, str] | None = None, seconds: float = 300.0) -> Self:
        """Connected to an address that begins with `ws://`; ConnectionError if it does not want that."""
        where = urlsplit(url)
        path = f"{where.path}?{where.query}" if where.query else where.path
        asked = {
            "host": where.netloc,
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-version": "13",
            "sec-websocket-key": b64encode(os.urandom(16)).decode(),
            **(headers or {}),
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items())]
        async with asyncio.timeout(seconds):
            transport, made = await asyncio.get_running_loop().create_connection(cls, where.hostname or "", where.port or 80)
            transport.write("\r\n".join([*lines, "", ""]).encode())
            await made.open
        return made

    # --- what comes -----------------------------------------------------------------------------------------------------

    def listen(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        for message in self._unheard:
            hear(message)
        self._unheard.clear()

    def cancel(self) -> None:
        """Listen no more."""
        self._hear = lambda message: None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the other end has left"))
        self._closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        came = self._came + data if self._came else data
        at = 0 if self.open.done() else self._let_in(came)
        while self.open.done() and (found := frame(came, at)):
            first, begin, at = found
            self._take(first, came[begin:at])
        self._came = came[at:]

    def _let_in(self, came: bytes) -> int:
        """Where the first frame begins, if we are let in."""
        end = came.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if b" 101 " not in came[:20]:
            self.open.set_exception(ConnectionError(came[:200].decode("latin-1")))
            self.transport.abort()
            return len(came)
        self.open.set_result(None)
        return end + 4

    def _take(self, first: int, message: bytes) -> None:
        if first == PING:
            self._send(PONG, message)
        elif first == CLOSE:
            self._send(CLOSE, message[:2])
            self.transport.close()
        elif first == TEXT and self._hear:
            self._hear(message)
        elif first == TEXT:
            self._unheard.append(message)
        elif first != PONG:
            raise ValueError(f"a frame that begins with {first:#x}")

    # --- what is sent ---------------------------------------------------------------------------------------------------

    async def send(self, text: str) -> None:
        self._send(TEXT, text.encode())

    def _send(self, first: int, message: bytes) -> None:
        """Masked, as it has to be, with a mask that changes nothing."""
        size = len(message)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([first]) + length + b"\0\0\0\0" + message)

    async def close(self) -> None:
        if not self.transport.is_closing():
            self._send(CLOSE, (1000).to_bytes(2, "big"))
        async with asyncio.timeout(10):
            await self._closed


def frame(came: bytes, at: int) -> tuple[int, int, int] | None:
    """The whole frame that begins there: its first byte, and where its message begins and ends. Servers do not mask theirs.

    >>> frame(b"\\x81\\x02hi", 0), frame(b"\\x81\\x02hi\\x81\\x03yo", 4), frame(b"\\x81~\\x00\\x7f" + b"x" * 130, 0)
    ((129, 2, 4), None, (129, 4, 131))
    """
    begin = at + 2
    if len(came) < begin:
        return None
    size = came[at + 1]
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(came[at + 2 : begin], "big")
    end = begin + size
    return (came[at], begin, end) if len(came) >= end else None


def run_quickly(work: Coroutine[Any, Any, T]) -> T:
    """On the quickest event loop that there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
