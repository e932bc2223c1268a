"""Starts the server, and the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
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
    from multiprocessing.connection import Connection

    from chantier.match import Match
    from chantier.table.door import Settings
    from chantier.table.nursery import Nursery
    from chantier.table.siblings import Siblings
    from chantier.terminal.saves import Player

LOG = logging.getLogger("chantier.table")
ALL = 600.0  # seconds after which everything is looked through for garbage: everybody waits for it
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
        load_games()
        if many == 1:
            with nursing() as nursery:
                run(listening, made(**beside(store, nursery)))
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
    with nursing() as nursery:

        def one(siblings: Siblings) -> None:
            run(listening, made(siblings=siblings, **beside(store, nursery)), siblings=siblings)

        Parent(many, one, partial(say_where, listening)).run()


def load_games() -> None:
    """What the first table of each game takes, and its machine code if it was built before: before anybody waits for them. The
    processes of a server then share them, too."""
    from chantier.core import games
    from chantier.kernel import native
    from chantier.match import Match
    from chantier.table import position

    for game in games.usable():
        try:
            position.get_ready(Match(game, seats=min(game.seats), seed="first"))
            if native.available() and native.kept(game):
                native.native(game)
        except Exception:  # of another package: it spoils no other
            LOG.exception("the game %s cannot be shown", game.name)


@contextlib.contextmanager
def nursing() -> Iterator[Nursery | None]:
    """Where processes come from that compute beside those that serve; where there are none, threads do. To be asked before this
    process has other threads."""
    from chantier.table.processes import can_be_many

    if not can_be_many():
        yield None
        return
    from chantier.table import beside
    from chantier.table.nursery import Nursery, answer
    from chantier.table.people import passwords

    def hashing(line: Connection) -> None:
        passwords.get_ready()
        answer(line, passwords.answered)

    made = Nursery({"think": beside.think, "hash": hashing})
    try:
        yield made
    finally:
        made.close()


def beside(store: str | None, nursery: Nursery | None) -> dict[str, Any]:
    """Who thinks for bots where workers do not, and who hashes passwords."""
    from chantier.table.store.database import default_url

    if nursery is None:
        return {}
    from chantier.table.beside import Beside, Thinking
    from chantier.table.nursery import Aside

    made: dict[str, Any] = {"hashing": Aside(nursery, "hash").ask}
    if not (store or default_url()).startswith("postgresql"):
        thinking = Thinking(Aside(nursery, "think"))
        made["thinkers"] = lambda hall: Beside(hall, thinking)
    return made


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
    from chantier.table import door, garbage

    door.give_back()
    gc.freeze()  # what is there now stays
    gc.set_threshold(*garbage.NEVER)
    sys.setswitchinterval(SWITCH)


def look_for_garbage() -> None:
    """Everywhere, now and again after a while; and what lies free goes back to the system."""
    from chantier.table import door

    door.tidy_up()
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
