"""Starts the server, and the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import secrets
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from chantier.core import BadSetup

if TYPE_CHECKING:
    from chantier.match import Match
    from chantier.table.door import Settings
    from chantier.table.hall import Hall
    from chantier.table.siblings import Siblings
    from chantier.table.thinkers import Thinkers
    from chantier.terminal.saves import Player

GARBAGE = (20_000, 20, 1_000_000)  # among what is new; looking through all that lives long makes everybody wait
ALL = 600.0  # seconds after which all of it is looked through nevertheless
SWITCH = 0.0005  # seconds that a thread computes in Python while the event loop waits for it: a tenth of the usual
PATIENCE = 3  # seconds that open connections get when the server stops
LEAVING = 2.0  # seconds that one may take to leave its port


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one."""
    from chantier.table import door

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio lets small answers wait
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.narrow(made)
    try:
        _bind(made, host, port)
    except (OSError, TypeError, UnicodeError) as error:  # also a host that cannot be one
        made.close()
        raise BadSetup(f"cannot listen at {host[:60]} port {port}: {getattr(error, 'strerror', None) or error}") from None
    made.listen(256)
    made.set_inheritable(True)
    return made


def _bind(made: socket.socket, host: str, port: int) -> None:
    """Processes of a server that was killed may still hold its port, for a moment."""
    end = time.monotonic() + LEAVING
    while True:
        try:
            made.bind((host, port))
            return
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise
            time.sleep(0.05)


def address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)
    return f"http://{host}:{port}"


def serve(
    host: str, port: int, store: str | None, bots: bool = True, names: Sequence[str] = (), processes: int | None = None
) -> None:
    """A table for others, who know it by these names; with so many processes, or one for each core."""
    from chantier.table import logs
    from chantier.table.processes import can_be_many, cores

    many = cores() if processes is None else processes
    if many > 1 and not can_be_many():
        raise BadSetup("several processes need Linux; here a server is one process")
    logs.start()
    with listen(host, port) as listening, counting_together(many):
        from chantier.table.app import create
        from chantier.table.hosts import Hosts

        made = partial(create, store, bots=bots, hosts=Hosts(host, names))
        if many == 1:
            run(listening, made(thinkers=thinkers(store)))
        else:
            run_together(listening, many, made, store)


@contextlib.contextmanager
def counting_together(many: int) -> Iterator[None]:
    """Several processes have one set of counters, in files: the library is told where when it is imported."""
    if many == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="chantier-counters") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        try:
            yield
        finally:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]


def run_together(listening: socket.socket, many: int, made: Callable[..., Any], store: str | None) -> None:
    """Serve with several processes that listen at the same socket. What all need is made once, before."""
    from platformdirs import user_data_path

    from chantier.table.people.cookies import People
    from chantier.table.processes import Parent
    from chantier.table.store.database import Store, default_url

    Store(store or default_url()).close()  # it is there, and of the newest form
    People.of(user_data_path("chantier"))
    get_ready()

    def one(siblings: Siblings) -> None:
        run(listening, made(siblings=siblings, thinkers=thinkers(store)), siblings=siblings)

    Parent(many, one, partial(say_where, listening)).run()


def thinkers(store: str | None) -> Callable[[Hall], Thinkers]:
    """Who thinks for bots: a process beside this one, where one can be had and workers do not. To be asked before this process
    has other threads."""
    from chantier.table.processes import can_be_many
    from chantier.table.store.database import default_url
    from chantier.table.thinkers import Thinkers

    if not can_be_many() or (store or default_url()).startswith("postgresql"):
        return Thinkers
    from chantier.table.beside import Beside, Process

    process = Process()
    return lambda hall: Beside(hall, process)


def play(match: Match | None, players: list[Player]) -> None:
    """A table for this screen: the home page, or at once a match that was asked for."""
    from chantier.table.app import create
    from chantier.table.arrivals import Tickets
    from chantier.table.tables import on_this_screen

    tickets: Tickets = {}
    page = "/"
    if match is not None:
        ticket = secrets.token_urlsafe(16)
        page, tickets[ticket] = f"/new/{ticket}", partial(on_this_screen, match, players)
    with listen("127.0.0.1", 0) as listening:
        run(listening, create(tickets=tickets), page)


def run(listening: socket.socket, app: Any, page: str = "", siblings: Siblings | None = None) -> None:
    """Serve until somebody stops it; with a page, open the browser there once it can answer. With siblings, connections come
    from them too, and whoever started all of them says where the table is."""
    import uvicorn

    from chantier.table import door

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            if siblings:
                siblings.on_connection = door.take_over(self)
                siblings.listen(asyncio.get_running_loop())
            await super().startup(sockets)
            asyncio.get_running_loop().call_later(ALL, look_for_garbage)
            if siblings:
                siblings.ready()
                return
            say_where(listening, page)
            if page:
                show(address(listening) + page)

    get_ready()
    settings = config(app, siblings)
    if (told := door.fit(settings.sockets)) and (siblings is None or siblings.me == 0):
        print(f"chantier: {told}", file=sys.stderr)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=settings.get_loop_factory()) as runner:
        runner.run(Server(settings).serve([listening]))


def say_where(listening: socket.socket, page: str = "") -> None:
    print(f"The table is at {address(listening)}{page} (stop with Ctrl-C)", flush=True)


def get_ready() -> None:
    """Make this process one in which many wait for one event loop."""
    from chantier.table import door

    door.give_back()
    gc.freeze()  # what is there now stays
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)


def look_for_garbage() -> None:
    """Everywhere, now and again after a while."""
    gc.collect()
    asyncio.get_running_loop().call_later(ALL, look_for_garbage)


def config(app: Any, siblings: Siblings | None = None) -> Settings:
    """How the application is served: quiet, with small messages in, and quick to stop."""
    from chantier.table.door import Settings

    return Settings(
        app,
        siblings,
        log_level="warning",
        access_log=False,
        lifespan="on",
        ws_max_size=65_536,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


def show(url: str) -> None:
    """Open the browser, if there is a screen for one. Where there is none, the printed address does."""
    if sys.platform == "linux" and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return
    threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError) as error:
        print(f"The browser could not be opened ({error}); the address is {url}", file=sys.stderr)


def missing() -> str:
    """The first package that the table needs and that is not installed, or nothing."""
    from importlib.util import find_spec

    needed: Any = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "orjson", "argon2", "prometheus_client")
    return next((name for name in needed if find_spec(name) is None), "")
