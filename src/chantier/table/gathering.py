"""A table in use: who is there, the bots at it, and what was shown of it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

from chantier.bots import PROGRAMS
from chantier.bots.deciding import make_ahead
from chantier.core import Bot
from chantier.table import thinkers
from chantier.table.position import Shown
from chantier.table.store.rows import ChatRow
from chantier.table.tables import Table

RequestId: TypeAlias = str | int | None  # by which a browser knows its request again
REMEMBERED = 2000  # requests at one table
ABSENT = 60.0  # seconds after which others may ask a bot to go on for somebody


class Guest(Protocol):
    """A browser that looks at a table."""

    person: str | None

    def show_position(self, request: RequestId = None) -> None: ...

    def show_table(self) -> None: ...

    def refresh(self) -> None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


@lru_cache(64)
def signed(person: str, request: str | int) -> str:
    """A request of a person, as it is remembered: asked for whether it is done already, and when it is."""
    return blake2b(f"{person} {request}".encode("utf-8", "replace"), digest_size=12).hexdigest()


def signed_by(guest: Guest | None, request: RequestId) -> str:
    """A request of a guest, as it is remembered; nothing if nobody asked."""
    return signed(guest.person, request) if guest and guest.person and request is not None else ""


class Gathering:
    """A table and all who are at it in this process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # held by whoever changes the table
        self.guests: set[Guest] = set()
        self.bots: dict[int, tuple[str, Bot]] = {}
        self.thinking: dict[str, Any] | None = None  # what is told of the bot that thinks
        self.failing: dict[int, dict[str, Any]] = {}  # what is told of seats whose bots have failed
        self.acted = -ABSENT  # when a person last decided something, whether they look on or not
        self.task: asyncio.Task[None] | None = None
        self.shown = Shown()
        self.moved = time.monotonic()
        self.left: dict[str, float] = {}  # when somebody was last here
        self.elsewhere: dict[str, set[str]] = {}  # who is there at other processes
        self.behind = False  # another process has changed the table
        self.listens = False  # whether this process is told what others do there
        self.done: OrderedDict[str, None] = OrderedDict((row.request, None) for row in table.rows if row.request)
        make_ahead(table.match.game, [seat.level for seat in table.seats])

    def is_done(self, person: str, request: str | int) -> bool:
        """Whether this request was carried out already: one that is sent twice is carried out once."""
        return signed(person, request) in self.done

    def remember(self, request: str) -> None:
        if request:
            self.done[request] = None
        if len(self.done) > REMEMBERED:
            self.done.popitem(last=False)

    def become(self, table: Table) -> None:
        """What is true now."""
        for row in table.since(self.table):
            self.remember(row.request)
        self.table = table

    def go_on(self, table: Table, by: Guest | None = None, request: RequestId = None) -> None:
        """Somebody has decided something, and it is true: it is shown to all."""
        self.become(table)
        self.moved = time.monotonic()
        self.acted = self.moved if by else self.acted
        self.show_position(by, request)
        if table.match.over:
            self.show_table()

    def add_chat(self, line: ChatRow) -> None:
        self.table.chat = [*self.table.chat[-199:], line]
        self.tell({"type": "chat", **line.__dict__})

    @property
    def here(self) -> set[str]:
        return {guest.person for guest in self.guests if guest.person is not None}

    @property
    def sitting(self) -> set[str]:
        return {seat.owner for seat in self.table.seats if seat.owner is not None}

    @property
    def present(self) -> set[str]:
        return self.here.union(*self.elsewhere.values())

    @property
    def attended(self) -> bool:
        """Whether somebody is there, or was a moment ago: programs need not look on."""
        here = any(guest.person is not None for guest in self.guests) or any(self.elsewhere.values())
        return here or time.monotonic() - self.acted < ABSENT

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.guests and self.task is None and not self.lock.locked()

    @property
    def forsaken_for(self) -> float:
        """Seconds since something happened here, or one who plays was here."""
        return time.monotonic() - max((self.moved, *self.left.values()))

    def bot(self, seat: int, level: str) -> Bot:
        return thinkers.player(self.bots, seat, level)

    def note_failure(self, told: dict[str, Any]) -> None:
        """Everybody is told once that a bot fails, and again when another level has to answer for it."""
        if told["instead"] and self.failing.get(told["seat"]) != told:
            self.tell(told)
            self.failing[told["seat"]] = told
        elif not told["instead"]:
            self.failing.pop(told["seat"], None)

    @property
    def about_bots(self) -> list[dict[str, Any]]:
        """What is told to whoever comes: who thinks here, and who has failed."""
        return [*([self.thinking] if self.thinking else []), *self.failing.values()]

    def forget_bots(self) -> None:
        """Where nobody looks on, none is kept that can be made anew; programs are started only once."""
        if not self.guests and (self.task is None or not self.attended):
            self.bots = {seat: kept for seat, kept in self.bots.items() if kept[0] in PROGRAMS}

    def absent_for(self, person: str | None) -> float:
        if person is None:
            return float("inf")
        return 0.0 if person in self.present else time.monotonic() - self.left.get(person, self.moved)

    def enter(self, guest: Guest) -> None:
        new = guest.person is not None and guest.person not in self.present
        self.guests.add(guest)
        if new:
            self.show_table(but=guest)

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.forget_bots()
        if not self.guests:
            self.shown.forget()
        if guest.person is not None and guest.person not in self.present:
            if guest.person in self.sitting:
                self.left[guest.person] = time.monotonic()
            self.show_table()

    def show_position(self, by: Guest | None = None, request: RequestId = None) -> None:
        for guest in list(self.guests):
            guest.show_position(request if guest is by else None)
        self.shown.all_know()

    def show_table(self, but: Guest | None = None) -> None:
        for guest in list(self.guests):
            if guest is not but:
                guest.show_table()

    def refresh(self) -> None:
        """Show everything anew."""
        self.shown.forget()
        for guest in list(self.guests):
            guest.refresh()

    def tell(self, message: dict[str, Any]) -> None:
        for guest in list(self.guests):
            guest.tell(message)
