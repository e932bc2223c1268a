"""Starts the server, and the browser."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
import threading
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, Any

from chantier.core import BadSetup

if TYPE_CHECKING:
    import uvicorn

    from chantier.match import Match
    from chantier.textplay import Player

PATIENCE = 3  # seconds that open connections get when the server stops


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise BadSetup(f"cannot listen at {host} port {port}: {error.strerror or error}") from None
    made.listen(256)
    made.set_inheritable(True)
    return made


def address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)
    return f"http://{host}:{port}"


def serve(host: str, port: int, store: str | None) -> None:
    """A table for others."""
    listening = listen(host, port)
    print(f"The table is at {address(listening)} (stop with Ctrl-C)", flush=True)
    run(listening, store)


def play(match: Match | None, players: list[Player]) -> None:
    """A table for this screen: the home page, or at once a match that was asked for."""
    from chantier.table.tables import on_this_screen

    listening, page, tickets = listen("127.0.0.1", 0), "/", {}
    if match is not None:
        ticket = secrets.token_urlsafe(16)
        page, tickets = f"/new/{ticket}", {ticket: partial(on_this_screen, match, players)}
    print(f"The table is at {address(listening)}{page} (stop with Ctrl-C)", flush=True)
    run(listening, None, page, tickets)


def run(listening: socket.socket, store: str | None, page: str | None = None, tickets: dict[str, Any] | None = None) -> None:
    """Serve until somebody stops it; with a page, open the browser there once it can answer."""
    import uvicorn

    from chantier.table.app import create

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if page is not None:
                show(address(listening) + page)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Server(config(create(store, tickets=tickets))).serve([listening]))


def config(app: Any) -> uvicorn.Config:
    """How the application is served: quiet, with small messages in, and quick to stop."""
    import uvicorn

    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


def show(url: str) -> None:
    """Open the browser, if there is one. Where there is none, the printed address does."""
    threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError) as error:
        print(f"The browser could not be opened ({error}); the address is {url}", file=sys.stderr)


def missing() -> str:
    """The first package that the table needs and that is not installed, or nothing."""
    from importlib.util import find_spec

    needed: Any = ("fastapi", "uvicorn", "websockets", "sqlalchemy")
    return next((name for name in needed if find_spec(name) is None), "")
