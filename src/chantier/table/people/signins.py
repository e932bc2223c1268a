"""Which cookies and tokens hold, and what was opened with them.

What ends, ends everywhere at once. Signing out, a new password and a withdrawn token are written to the store; whatever was
remembered is forgotten, here and, by the news of the store, at every other process; and live connections and streams that were
opened with what does not hold any more are closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope, Send

from chantier.table.people.cookies import Badge
from chantier.table.refusals import Refused
from chantier.table.store.database import Store
from chantier.table.store.rows import TokenRow
from chantier.table.wire import to_text

T = TypeVar("T")
Key = Badge | str  # by what something was opened: a cookie, or the hash of a token
REMEMBERED = 10.0  # seconds for which nothing is looked up again: only if news should get lost it takes that long
MANY = 5000  # persons and tokens that are remembered
SIGNED_OUT = 4401  # closes a live connection whose sign-in was ended


class Disk(Protocol):
    """Something that waits for the disk, in a thread."""

    def __call__(self, work: Callable[..., T], *args: Any, **more: Any) -> Awaitable[T]: ...


class Connection:
    """A live connection or a stream: by what it was opened, and how far it is."""

    def __init__(self, scope: Scope, send: Send, key: Key) -> None:
        self.key = key
        self.ended = self.left = False
        self._scope, self._send = scope, send
        self._begun = self._over = False
        self._task = asyncio.current_task()

    async def send(self, message: Message) -> None:
        kind = message["type"]
        self._begun = self._begun or kind in ("websocket.accept", "http.response.start")
        self._over = self._over or kind == "websocket.close" or (kind == "http.response.body" and not message.get("more_body"))
        await self._send(message)

    def end(self) -> None:
        if self._task and not (self.ended or self.left):
            self.ended = True
            self._task.cancel()

    @contextlib.contextmanager
    def until_ended(self) -> Iterator[None]:
        """Whatever is inside is given up when the sign-in ends."""
        try:
            yield
        except asyncio.CancelledError:
            if not self.ended or self._task is None or self._task.uncancel() > 0:
                raise  # the server stops

    async def say_goodbye(self, receive: Receive, told: dict[str, Any]) -> None:
        """Why it is closed; then it is."""
        with contextlib.suppress(OSError, RuntimeError):  # it is gone already
            if self._over:
                return
            if self._scope["type"] == "http" and not self._begun:
                await JSONResponse(told, Refused("signed out").status)(self._scope, receive, self._send)
                return
            text = to_text({"type": "refused", "request": None, "version": 0, **told})
            if self._scope["type"] == "http":
                await self._send({"type": "http.response.body", "body": text.encode() + b"\n", "more_body": False})
                return
            if self._begun:
                await self._send({"type": "websocket.send", "text": text})
            await self._send({"type": "websocket.close", "code": SIGNED_OUT, "reason": "signed out"})


class SignIns:
    """Of one store. Everything here runs on the event loop."""

    def __init__(self, store: Store, disk: Disk) -> None:
        self._store, self._disk = store, disk
        self._changes = 0  # how often something was forgotten
        self._persons: OrderedDict[str, tuple[float, tuple[int, frozenset[str]]]] = OrderedDict()
        self._tokens: OrderedDict[str, tuple[float, TokenRow | None]] = OrderedDict()
        self._open: dict[str, set[Connection]] = {}  # by person

    # --- what holds -----------------------------------------------------------------------------------------------------

    async def holds(self, badge: Badge) -> bool:
        """Whether somebody is who a cookie of ours says. A guest's does not hold any more once the guest has an account."""
        if badge.expired:
            return False
        generation, ended = await self._known(self._persons, badge.person, self._store.sign_ins)
        return badge.generation == generation and badge.session not in ended

    async def token(self, hashed: str) -> TokenRow | None:
        """What a token stands for, by its hash, if it is one of ours."""
        return await self._known(self._tokens, hashed, self._store.token)

    async def _known(self, known: OrderedDict[str, tuple[float, T]], key: str, look: Callable[[str], T]) -> T:
        moment = time.monotonic()
        if key in known and moment - known[key][0] < REMEMBERED:
            return known[key][1]
        changes = -1
        while changes != self._changes:  # what was read before a change is not what holds
            changes = self._changes
            row = await self._disk(look, key)
        known[key] = (moment, row)
        known.move_to_end(key)
        if len(known) > MANY:
            known.popitem(last=False)
        return row

    # --- what has changed -----------------------------------------------------------------------------------------------

    def forget(self, person: str | None) -> None:
        """Look up again who somebody is, or everybody."""
        self._changes += 1
        if person is None:
            self._persons.clear()
            self._tokens.clear()
            return
        self._persons.pop(person, None)
        for key in [key for key, (_, row) in self._tokens.items() if row and row.person == person]:
            del self._tokens[key]

    async def changed(self, person: str | None) -> None:
        """By what somebody, or everybody, can be known has changed: close what was opened with what does not hold any more."""
        self.forget(person)
        there = self._open.values() if person is None else [self._open.get(person, set())]
        for connection in [one for some in there for one in some]:
            if not await self._still_holds(connection.key):
                connection.end()

    async def _still_holds(self, key: Key) -> bool:
        try:
            return await self.token(key) is not None if isinstance(key, str) else await self.holds(key)
        except Refused:  # nobody knows; it may come again
            return False

    @contextlib.contextmanager
    def keep(self, person: str, connection: Connection) -> Iterator[None]:
        """As long as something is open."""
        here = self._open.setdefault(person, set())
        here.add(connection)
        try:
            yield
        finally:
            connection.left = True
            here.discard(connection)
            if not here and self._open.get(person) is here:
                del self._open[person]


def hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
