"""A WebSocket as the live connection wants it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from chantier.table import outbox
from chantier.table.live import Gone

STRAIGHT = "chantier.straight"  # the extension by which a door is known
OVER = (WebSocketDisconnect, RuntimeError, OSError)  # what Starlette raises when a connection is over


class Straight(outbox.Straight, Protocol):
    """A door."""

    async def receive(self) -> Any: ...


class Socket:
    """The line to a browser elsewhere. Where our own door is below the application, what is said once somebody is in goes
    through it without asking everybody in between."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.straight: Straight | None = socket.scope.get("extensions", {}).get(STRAIGHT)
        self._receive = self.straight.receive if self.straight else socket.receive

    async def read(self) -> str:
        try:
            message = await self._receive()
        except OVER as error:
            raise Gone from error
        if message["type"] == "websocket.disconnect":
            raise Gone
        return message.get("text") or ""

    async def write(self, text: str) -> None:
        with _or_gone():
            await self.socket.send_text(text)

    async def close(self, code: int) -> None:
        with _or_gone():
            await self.socket.close(code)


@contextmanager
def _or_gone() -> Iterator[None]:
    try:
        yield
    except OVER as error:
        raise Gone from error
