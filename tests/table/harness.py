"""A real server on loopback and browsers without a window, for tests. Every wait has an end."""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import httpx
import jsonschema_rs
import uvicorn
from websockets.sync.client import ClientConnection, connect

from chantier.table import protocol_files
from chantier.table.app import create
from chantier.table.serve import address, config, listen
from chantier.table.store.database import Store

PATIENCE = 300.0  # seconds; no test measures time, this only ends what hangs


class Server:
    """One server in a thread; it can be stopped and started again over the same database."""

    def __init__(self, folder: Path, pace: float = 0.0, store: str | None = None) -> None:
        self.folder = folder
        self.pace = pace
        self.store = store or f"sqlite:///{folder / 'tables.sqlite'}"
        self.start()

    def start(self) -> None:
        lay_out(self.store)
        self.app = create(self.store, self.folder, self.pace)
        self.socket = listen("127.0.0.1", 0)
        self.url = address(self.socket)
        self.server = uvicorn.Server(config(self.app))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.socket])), daemon=True)
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"
        self.socket.close()

    def restart(self) -> None:
        self.stop()
        self.start()


@cache
def empty() -> bytes:
    """A file of SQLite with all tables and nothing in them. They are made step by step, as every version has changed them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        Store(f"sqlite:///{path}").close()
        return path.read_bytes()


def lay_out(store: str) -> None:
    """Begin with a copy of that, if there is nothing yet: hundreds of tests have a database of their own."""
    kind, _, place = store.partition(":///")
    if kind == "sqlite" and place and not Path(place).exists():
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        Path(place).write_bytes(empty())


class Place(Protocol):
    """Where a server is."""

    url: str


class Browser:
    """Somebody with a browser: a cookie, requests, and live connections."""

    def __init__(self, server: Place) -> None:
        self.server = server
        self.http = httpx.Client(timeout=PATIENCE, trust_env=False, verify=False)  # no certificates: they take long to read
        self.get("/api/tables")

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(self.server.url + path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.http.post(self.server.url + path, json={} if body is None else body, **more)

    def new(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        """A new table, with a seat of each kind; `bot:random` is a bot of that level."""
        seats = [dict(zip(("kind", "level"), kind.split(":"), strict=False)) for kind in kinds]
        answer = self.post("/api/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def sit(self, link: str) -> str:
        """Follow a seat's link; the table it leads to."""
        answer = self.http.post(self.server.url + link)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    @contextmanager
    def live(self, table: str, **query: Any) -> Iterator[Connection]:
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"ws{self.server.url.removeprefix('http')}/api/tables/{table}/live?{asked}"
        headers = {"cookie": cookie}
        with connect(
            url, additional_headers=headers, max_size=2**24, proxy=None, open_timeout=PATIENCE, ping_interval=None
        ) as socket:
            yield Connection(socket)


@cache
def judge(shape: str) -> jsonschema_rs.Draft202012Validator:
    whole = protocol_files.schema(described=False)
    return jsonschema_rs.Draft202012Validator({**whole["properties"][shape], "$defs": whole["$defs"]})


def fits(shape: str, text: str) -> None:
    """What was sent has its shape: `Told` for a message of the live connection, `get /api/tables` for an answer."""
    said = json.loads(text)
    if not (fitting := judge(shape)).is_valid(said):
        wrong = [f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in fitting.iter_errors(said)]
        raise AssertionError(f"this is no {shape}: {'; '.join(wrong)[:2000]}")


def wholly(told: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """A message with all its sheets: of those that are the same as in the last position, which are known, only the names were
    sent."""
    if told["type"] == "position":
        sheets = [known[sheet] if isinstance(sheet, str) else sheet for sheet in told["scene"]["sheets"]]
        known.clear()
        known.update((sheet["name"], sheet) for sheet in sheets)
        told["scene"]["sheets"] = sheets
    return told


class Connection:
    """A live connection, with the last of every kind of message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: dict[str, dict[str, Any]] = {}
        self.heard: list[str] = []  # every message, as it came
        self.sheets: dict[str, dict[str, Any]] = {}  # of the last position
        self.count = 0

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def read(self) -> dict[str, Any]:
        self.heard.append(str(self.socket.recv(PATIENCE)))
        fits("Told", self.heard[-1])
        told = self.whole(json.loads(self.heard[-1]))
        self.last[told["type"]] = told
        return told

    def whole(self, told: dict[str, Any]) -> dict[str, Any]:
        """A message with all its sheets."""
        return wholly(told, self.sheets)

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while (told := self.read())["type"] not in kinds:
            pass
        return told

    def wait_for(self, kind: str, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message of a kind of which something is true, also if it is the last that was read."""
        told = self.last.get(kind) or self.wait(kind)
        while not true(told):
            told = self.wait(kind)
        return told

    def position(self, at_least: int = 0) -> dict[str, Any]:
        """The first position of this version or a later one, also if it has been read already."""
        while (now := self.last.get("position")) is None or now["version"] < at_least:
            self.wait("position")
        return now

    def sync(self) -> None:
        """Read everything that was sent until now."""
        self.send("ping")
        self.wait("pong")

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """A request for the seat to act on the last position; its answer."""
        now = self.position()
        self.count += 1
        asked = {"request": f"{id(self)}-{self.count}", "version": now["version"], "seat": now["seat"], **fields}
        self.send(kind, **asked)
        while True:
            told = self.wait("position", "refused", "hint")
            if told.get("request") == asked["request"]:
                return told

    def play(self, action: int, **fields: Any) -> dict[str, Any]:
        return self.ask("play", action=action, **fields)

    def turn(self) -> dict[str, Any]:
        """Wait until something can be done here, or the game is over."""
        now = self.position()
        while not now["actions"] and not now["over"]:
            now = self.wait("position")
        return now
