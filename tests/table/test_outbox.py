"""What is told to one connection: at once to whoever reads, and not more than can wait for whoever does not."""

from __future__ import annotations

import asyncio
import os
import socket

from chantier.table.outbox import Outbox
from chantier.table.processes import BUFFER
from chantier.table.siblings import LONGEST, Siblings


class Way:
    """A way out that can be shut."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.open = asyncio.Event()
        self.open.set()

    def send(self, message: bytes) -> bool:
        self.sent.append(message)
        return self.open.is_set()

    async def drained(self) -> None:
        await self.open.wait()


async def heard(box: Outbox, way: Way) -> None:
    """As a connection does it."""
    while (text := await box.get()) is not None:
        await way.drained()
        way.sent.append(text.encode())


def test_whoever_reads_is_told_at_once_and_in_order() -> None:
    async def told() -> None:
        way = Way()
        box = Outbox(most=100, straight=way)
        writer = asyncio.create_task(heard(box, way))
        box.put("one")
        assert (way.sent, box.size) == ([b"one"], 0), "nobody had to wake up for it"
        way.open.clear()
        box.put("two")  # the last that is taken: nobody reads it
        box.put("three")
        await asyncio.sleep(0)
        box.put("four")
        await asyncio.sleep(0)
        assert way.sent == [b"one", b"two"]
        assert box.size == len("twothreefour"), "what is on its way counts, too"
        way.open.set()
        for _ in range(9):
            await asyncio.sleep(0)
        assert way.sent == [b"one", b"two", b"three", b"four"]
        box.put("five")
        assert (way.sent[-1], box.size) == (b"five", 0), "from here on at once again"
        writer.cancel()

    asyncio.run(told())


def test_whoever_does_not_read_lets_no_more_wait_than_before() -> None:
    async def told() -> None:
        way = Way()
        box = Outbox(most=10, straight=way)
        box.put("x" * 11)
        assert (box.closed, way.sent) == (True, []), "what is too large for all is not sent either"
        box = Outbox(most=10, straight=way)
        way.open.clear()
        box.put("12345")
        box.put("6789")
        assert (box.size, box.closed) == (9, False)
        box.put("xx")
        assert box.closed
        box.put("y")
        assert way.sent == [b"12345"]

    asyncio.run(told())


def test_news_that_are_told_together_are_all_heard() -> None:
    """In order, and none is cut, however many there are."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    with ours, theirs, open(os.devnull) as lock:
        speaks, hears = (Siblings(n, 2, line, lock.fileno()) for n, line in enumerate((ours, theirs)))
        known: list[str | None] = []
        hears.on_news = known.append
        news = [f"{n} " + "ü" * 1500 for n in range(40)]
        assert sum(len(one.encode()) for one in news) > LONGEST // 2, "more than fits into one message"
        speaks.shout(news)
        speaks.shout(["last"])

        async def listen() -> None:
            hears.listen(asyncio.get_running_loop())
            while "last" not in known:
                await asyncio.sleep(0.001)

        asyncio.run(asyncio.wait_for(listen(), 10))
        assert known == [*news, "last"]
