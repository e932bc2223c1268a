"""The other processes of one server, as one of them knows them: where a table is at home, what is told to all, and connections
that are handed over to the home of their table.

All of it goes through the process that started them, over one socket: whoever dies and comes again needs to find nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from array import array
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import TypeAlias

try:
    import fcntl
except ImportError:  # Windows, where a server is one process
    fcntl = None  # type: ignore[assignment]

NEWS, CONNECTION, ALIVE, READY = b"N", b"C", b"A", b"R"  # the first byte of a message
LONGEST = 131_072  # bytes of a message
Taken: TypeAlias = Callable[[socket.socket, bytes], None]  # somebody who has asked for something already


def home(table: str, many: int) -> int:
    """Which of so many processes a table is at home in: always the same.

    >>> home("0123456789abcdef0123", 4)
    3
    """
    return int.from_bytes(blake2b(table.encode("utf-8", "replace"), digest_size=4).digest(), "big") % many


class Siblings:
    """Number `me` of `many`. What is heard arrives on the event loop that called `listen`."""

    def __init__(self, me: int, many: int, line: socket.socket, lock: int) -> None:
        self.me, self.many = me, many
        self.on_news: Callable[[str | None], None] = lambda news: None
        self.on_connection: Taken = lambda connection, asked: connection.close()
        self._line = line
        self._lock = lock
        self._alive = bytes([me])

    def home(self, table: str) -> int:
        """The process that a table is at home in."""
        return home(table, self.many)

    def is_home(self, table: str) -> bool:
        return self.home(table) == self.me

    @contextlib.contextmanager
    def turn(self, wait: bool) -> Iterator[None]:
        """One of all writes at a time. Whoever waits is woken at once, and whoever dies lets go. Whoever does not want to wait
        is told by a BlockingIOError."""
        fcntl.lockf(self._lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield
        finally:
            fcntl.lockf(self._lock, fcntl.LOCK_UN)

    # --- what is said -------------------------------------------------------------------------------------------------------

    def shout(self, news: list[str]) -> None:
        """Let all others know, of several things at once: to tell and to hear something takes longer than to read it. Each is
        one line. From any thread."""
        together: list[bytes] = []
        size = 0
        for one in map(str.encode, news):
            if together and size + len(one) >= LONGEST // 2:
                self._send(NEWS + b"\n".join(together))
                together, size = [], 0
            together.append(one)
            size += len(one) + 1
        if together:
            self._send(NEWS + b"\n".join(together))

    def hand_over(self, connection: int, asked: bytes, to: int) -> bool:
        """Give a connection, by its file, to another process, with what was read from it. False if it stays here."""
        if to not in self._alive or len(asked) > LONGEST // 2:
            return False
        return self._send(CONNECTION + bytes([to]) + asked, connection)

    def ready(self) -> None:
        """This process answers from now on."""
        self._send(READY)

    def _send(self, message: bytes, *files: int) -> bool:
        try:
            socket.send_fds(self._line, [message], files)
        except OSError:  # whoever started us is gone, and so shall we be
            return False
        return True

    # --- what is heard ------------------------------------------------------------------------------------------------------

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.add_reader(self._line, self._read, loop)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            try:
                message, files = _received(self._line)
            except BlockingIOError:
                return
            if not message:
                loop.remove_reader(self._line)
                return
            self._hear(message, files)

    def _hear(self, message: bytes, files: list[int]) -> None:
        kind, rest = message[:1], message[1:]
        if kind == NEWS:
            for one in rest.decode().split("\n"):
                self.on_news(one or None)
        elif kind == ALIVE:
            self._alive = rest
        elif kind == CONNECTION and files:
            self.on_connection(socket.socket(fileno=files[0]), rest)


def _received(line: socket.socket) -> tuple[bytes, list[int]]:
    """A message and a file that came with it, if there is one now: `socket.recv_fds` would wait for it, whatever it is told."""
    message, more, _, _ = line.recvmsg(LONGEST, socket.CMSG_LEN(4), socket.MSG_DONTWAIT)
    files = array("i")
    for level, kind, data in more:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    return message, list(files)
