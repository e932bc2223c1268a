"""A WebSocket as the live connection wants it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.websockets import WebSocket, WebSocketDisconnect

from chantier.table.live import Gone


class Socket:
    """The line to a browser elsewhere."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket

    async def read(self) -> str:
        with _or_gone():
            message = await self.socket.receive()
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
    except (WebSocketDisconnect, RuntimeError, OSError) as error:  # what Starlette raises when a connection is over
        raise Gone from error
