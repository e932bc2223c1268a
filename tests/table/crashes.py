"""Processes that are killed, and players who go on as browsers do: they connect again and say again what was not answered."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from chantier.table import tables
from chantier.table.gathering import signed
from chantier.table.store.database import Store
from tests.table.harness import PATIENCE, Browser, Connection

GAME = "world_monuments"


class Process:
    """A command of its own, which can be killed and started again. For port 0 it has one that stays its own meanwhile."""

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder = folder
        self.kept = socket.socket()
        if "--port" in command:
            self.kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.kept.bind(("127.0.0.1", 0))  # nobody listens here, but nobody else is given this port while we are away
            before, after = command[: command.index("--port") + 1], command[command.index("--port") + 2 :]
            command = (*before, str(self.kept.getsockname()[1]), *after)
        self.command = command
        self.url = ""
        self.errors = folder / f"errors-{id(self)}.txt"
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        command = [sys.executable, "-m", "chantier", *self.command]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=environment, text=True)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert told, f"it did not start: {self.said}"
        if " at http" in told:
            self.url = told.split(" at ")[1].split()[0]

    @property
    def said(self) -> str:
        """What it said last about what went wrong, with those that it was before it was killed."""
        return self.errors.read_text(encoding="utf-8", errors="replace")[-3000:]

    def kill(self, how: int = signal.SIGKILL) -> int:
        self.kept.close()
        return self._end(how)

    def again(self) -> None:
        self._end(signal.SIGKILL)
        self.start()

    def _end(self, how: int) -> int:
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def told_by(*processes: Process) -> Iterator[None]:
    """If something goes wrong here, what each of them has said goes with it, and none of them stays behind."""
    try:
        yield
    except BaseException as error:
        for one in processes:
            error.add_note(f"chantier {' '.join(one.command)} (exit code {one.process.poll()}) said:\n{one.said}")
            if one.process.poll() is None:
                one.kill()
        raise


class Player(threading.Thread):
    """Plays one game after the other until it is told to stop, with all seats of one browser: however long whoever is killed
    takes to come back, there is somebody left who plays. Remembers what was acknowledged."""

    def __init__(self, browser: Browser, seats: tuple[str, ...], seed: int, servers: list[Process] | None = None) -> None:
        super().__init__(daemon=True)
        self.browser = browser
        self.seats = seats
        self.rng = random.Random(seed)
        self.servers = servers or []
        self.acknowledged: dict[str, list[str]] = {}  # table -> requests
        self.unanswered: dict[str, Any] | None = None
        self._begin()
        self.error: BaseException | None = None
        self._stopped = threading.Event()

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    if self.servers:
                        self.browser.server = self.rng.choice(self.servers)
                    with self.browser.live(self.table) as connection:
                        over = self._play(connection)
                    if over:
                        self._begin()
                except (OSError, EOFError, WebSocketException, httpx.TransportError):
                    time.sleep(0.05)
        except BaseException as error:
            self.error = error

    @property
    def moves(self) -> int:
        """How many were acknowledged. Whoever asks for them is told of what went wrong, at once."""
        if self.error:
            raise self.error
        return sum(len(requests) for requests in self.acknowledged.values())

    def finish(self) -> None:
        self._stopped.set()
        self.join(PATIENCE)
        assert not self.is_alive()
        if self.error:
            raise self.error

    def _begin(self) -> None:
        self.table = self.browser.new(GAME, *self.seats)["table"]
        self.acknowledged[self.table] = []

    def _play(self, connection: Connection) -> bool:
        """Whether the game is over."""
        while not self._stopped.is_set():
            if self.unanswered is None:
                now = self._turn(connection)
                if not now["actions"]:
                    return bool(now["over"])
                action = self.rng.choice(now["actions"])["action"]
                request = f"r{self.rng.getrandbits(60)}"
                self.unanswered = {"request": request, "version": now["version"], "seat": now["seat"], "action": action}
            connection.send("play", **self.unanswered)
            if self._answer(connection, self.unanswered["request"]):
                self.unanswered = None
            else:
                time.sleep(0.1)  # this machine is quicker than the server allows
        return False

    def _turn(self, connection: Connection) -> dict[str, Any]:
        """The first position in which there is something to do, or nothing any more."""
        now = connection.position()
        while not (now["actions"] or now["over"] or self._stopped.is_set()):
            connection.wait("position", "pong")
            now = connection.position()
        return now

    def _answer(self, connection: Connection, request: str) -> bool:
        """Whether there was an answer, and not only the word that this came too soon."""
        while True:
            told = connection.wait("position", "refused")
            if told.get("request") == request:
                break
        if told["type"] == "position":
            self.acknowledged[self.table].append(request)
        elif told["error"] == "fast":
            return False
        else:
            assert told["error"] in ("stale", "store", "not your turn"), told
        return True


def person(browser: Browser) -> str:
    return str(browser.http.cookies["chantier"]).split(".")[0]


def seated(browsers: list[Browser], seats: list[tuple[str, ...]], servers: list[Process] | None = None) -> list[Player]:
    """Players, each at a table of its own; they begin to play."""
    players = [Player(one, kinds, n, servers) for n, (one, kinds) in enumerate(zip(browsers, seats, strict=True))]
    for player in players:
        player.start()
    return players


def acknowledged(players: list[Player]) -> int:
    return sum(player.moves for player in players)


def all_go_on(players: list[Player]) -> None:
    """At every table."""
    before = {player: player.moves for player in players}
    until(lambda: all(player.moves > n for player, n in before.items()), "a table stands still")


def check(url: str, players: list[Player]) -> None:
    """Every acknowledged move is there once and none twice; all tables replay to the states that were stored."""
    store = Store(url)
    for who, table, requests in [(one.browser, *game) for one in players for game in one.acknowledged.items()]:
        stored = store.load(table)
        assert stored is not None
        rows = stored.moves
        asked = [row.request for row in rows if row.request]
        groups = [request for n, request in enumerate(asked) if n == 0 or asked[n - 1] != request]
        assert len(groups) == len(set(groups)), "a request was carried out twice"
        for request in requests:
            assert signed(person(who), request) in groups, "an acknowledged move is lost"
        assert [row.number for row in rows] == list(range(len(rows)))
        changes = [row for row in rows if row.digest]
        assert stored.match.version == len(changes) - 1
        again = tables.restored(stored)
        for n, then in enumerate(again.steps()):
            assert n == 0 or rows[n - 1].digest in ("", then.digest())
    store.close()


def until(what: Callable[[], bool], why: str) -> None:
    """Wait for something, not for ever."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)


def ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/codes/none", timeout=PATIENCE, trust_env=False).status_code == 404
    except httpx.TransportError:
        return False


def in_the_middle(players: list[Player], kill: Callable[[], object], rng: random.Random) -> None:
    """After some more moves, while others are being made."""
    goal = acknowledged(players) + rng.randrange(1, 10)
    until(lambda: acknowledged(players) >= goal, "nobody plays any more")
    kill()


def survives(server: Process, database: str, kills: Iterable[Callable[[], object]], rng: random.Random) -> None:
    """People and bots play at four tables while one kill comes after the other; all go on, and nothing acknowledged is lost."""
    browsers = [Browser(server) for _ in range(4)]
    seats = [("me", "here"), ("me", "here", "here"), ("me", "bot:random"), ("me", "here", "bot:random", "bot:random")]
    with told_by(server):
        players = seated(browsers, seats)
        for kill in kills:
            in_the_middle(players, kill, rng)
        all_go_on(players)
        for player in players:
            player.finish()
    server.kill()
    check(database, players)
    for browser in browsers:
        browser.http.close()
