"""What a hostile guest can do to others: honest tables on a real server, first alone, then beside every abuse at once.

    python -m bench.guest                    50 honest tables, a minute without and a minute with the guest
    python -m bench.guest --tables 5 --seconds 5

The guest is a process of its own and comes from other addresses of this machine (127.0.0.2 and up, as Linux has them): what
counts for an address counts for the guest. It would compute on a machine of its own: here it steps back as far as it can, so
that what is measured is what the server does about it. It makes tables full of masters, reads nothing, leaves requests half
done, asks for tables that are not there, guesses codes and passwords. How much it does is bounded, by number and by time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from bench.load import PATIENCE, Figures, Player, Servers, started, table
from chantier.background import LAST, step_back

GAMES = ("world_monuments", "arkadia", "queens_architect")
WITH_BOT = 5  # every so many-th honest table has an apprentice at it
SETTLING = 30.0  # seconds that the server has to give back what the guest took
LEAST = 10.0  # seconds that the first connection of each kind has, even if the guest is to go before
WORST, MORE = 3.0, 30.0  # goals: so many times the p99 without the guest, and so many megabytes more afterwards
UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


# --- the honest ---------------------------------------------------------------------------------------------------------


@dataclass
class Honest(Figures):
    """What honest tables noticed."""

    waits: list[float] = field(default_factory=list)  # for bots
    when: list[float] = field(default_factory=list)  # seconds after the beginning, for each latency
    shares: dict[str, tuple[float, float]] = field(default_factory=dict)  # milliseconds a second: computing, and waiting for it

    def worst(self) -> str:
        """When the slowest hundredth came, in seconds after the beginning."""
        bound = self.percentile(0.99) / 1000
        late = sorted(round(when) for when, latency in zip(self.when, self.latencies, strict=True) if latency >= bound)
        return ", ".join(str(when) for when in late)


async def play(players: list[Player], figures: Honest, begin: float, end: float, every: float) -> None:
    """A move at its time, again and again, until the game or the time is over."""
    due, count, cookie = begin + random.random() * every, 0, secrets.token_hex(4)
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asked = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                while not any(player.action is not None or player.over for player in players):
                    players[0].news.clear()
                    await players[0].news.wait()
                if players[0].over:
                    return
                actor = next(player for player in players if player.action is not None)
                if time.perf_counter() - asked > 0.001:
                    figures.waits.append(time.perf_counter() - due)
                version, count, sent = actor.version, count + 1, time.perf_counter()
                click = {"type": "play", "request": f"{cookie}-{count}", "version": version, "seat": actor.seat}
                await actor.socket.send(json.dumps({**click, "action": actor.action}))
                await players[1 - players.index(actor)].reaches(version + 1)
                figures.latencies.append(time.perf_counter() - sent)
                figures.when.append(sent - begin)
                await actor.reaches(version + 1)
        except TimeoutError:
            figures.errors += 1
        due = max(due + every, time.perf_counter())


async def honest(servers: Servers, tables: int, seconds: float, every: float, meanwhile: Callable[[], Any]) -> Honest:
    """Honest tables for so long; `meanwhile` is called once all of them are open."""
    figures, gate = Honest(tables), asyncio.Semaphore(8)

    async def opened(n: int) -> list[Player]:
        async with gate:
            return await table(servers.urls, servers.folder, GAMES[0], ("apprentice",) if n % WITH_BOT == 0 else ())

    everybody = await asyncio.gather(*(opened(n) for n in range(tables)))
    for players in everybody:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.reaches(0) for player in players))
    meanwhile()
    begin, before = time.perf_counter(), computing(servers)
    await asyncio.gather(*(play(players, figures, begin, begin + seconds, every) for players in everybody))
    figures.seconds = time.perf_counter() - begin
    figures.shares = shares(before, computing(servers), figures.seconds)
    figures.errors += sum(player.refused for players in everybody for player in players)
    for player in (player for players in everybody for player in players):
        player.reading.cancel()
        await player.socket.close()
    return figures


# --- who computes -------------------------------------------------------------------------------------------------------


def computing(servers: Servers) -> dict[str, tuple[str, int, int]]:
    """Every thread of the servers and of this process: what it is, nanoseconds that it computed, and that it was ready to and
    had to wait for a core. So one sees what the server costs, what steps back behind it, and what is the crowd here."""
    found = {}
    folders = [(one, "server") for one in servers.folders()] + [(Path("/proc/self"), "honest client")]
    for process, name in folders:
        number = process.resolve().name
        for thread in _threads(process):
            with contextlib.suppress(OSError):  # it has ended
                ran, waited, _ = map(int, (thread / "schedstat").read_text().split())
                polite = int((thread / "stat").read_text().rsplit(")", 1)[1].split()[16]) > 0
                loop = name != "server" or thread.name == number
                kind = name if loop and not polite else f"{name}, {'polite' if polite else 'other'} threads"
                found[f"{number}/{thread.name}"] = kind, ran, waited
    return found


def _threads(process: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return list((process / "task").iterdir())
    return []  # it has ended


def shares(
    before: dict[str, tuple[str, int, int]], after: dict[str, tuple[str, int, int]], seconds: float
) -> dict[str, tuple[float, float]]:
    """Milliseconds a second that each kind computed, and waited for a core."""
    found: dict[str, tuple[float, float]] = {}
    for thread, (kind, ran, waited) in after.items():
        _, ran_before, waited_before = before.get(thread, (kind, 0, 0))
        sums = found.get(kind, (0.0, 0.0))
        found[kind] = sums[0] + (ran - ran_before) / seconds / 1e6, sums[1] + (waited - waited_before) / seconds / 1e6
    return found


# --- the guest ----------------------------------------------------------------------------------------------------------


class Guest:
    """Somebody who wants to hurt. Everything it does is counted, by what became of it."""

    def __init__(self, url: str, seconds: float, strength: float) -> None:
        self.url, self.end, self.strength = url, time.monotonic() + seconds, strength
        self.host, self.port = urlsplit(url).hostname or "127.0.0.1", urlsplit(url).port or 80
        self.told: dict[str, Counter[str]] = {}
        self.own, self.making = "", asyncio.Lock()

    def count(self, what: str, became: str) -> None:
        self.told.setdefault(what, Counter())[became] += 1

    def many(self, number: int) -> int:
        return max(1, round(number * self.strength))

    async def run(self, only: str = "") -> None:
        """Everything at once, from an address for each kind; or only what has this in its name."""
        floods: list[tuple[str, int, Callable[[], tuple[str, str, Any]]]] = [
            ("unknown ids", 60, lambda: ("GET", f"/api/tables/{secrets.token_hex(random.choice((10, 2000)))}", None)),
            ("codes", 60, lambda: ("GET", f"/api/codes/{_code()}", None)),
            ("sign-ins", 20, lambda: ("POST", "/api/account/session", {"name": "ada", "password": _code() * 2})),
            ("sign-ups", 5, lambda: ("POST", "/api/account", {"name": secrets.token_hex(6), "password": _code() * 2})),
            ("tables of masters", 4, lambda: ("POST", "/api/tables", _masters())),
        ]
        connections: list[tuple[str, int, Callable[[], Awaitable[str]]]] = [
            ("half-open requests", 300, self.half_open),
            ("live connections to nothing", 10, self.to_nothing),
            ("slow readers", 120, self.read_nothing),
        ]
        abuses = [self.flood(what, n, rate, ask) for n, (what, rate, ask) in enumerate(floods, 2) if only in what]
        abuses += [self.again(what, abuse) for what, many, abuse in connections if only in what for _ in range(self.many(many))]
        await asyncio.gather(*abuses)

    async def flood(self, what: str, address: int, rate: int, ask: Callable[[], tuple[str, str, Any]]) -> None:
        """So many requests a second, each without a cookie, as a new guest."""
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{address}", limits=httpx.Limits(max_connections=50))
        waiting: set[asyncio.Task[None]] = set()
        async with httpx.AsyncClient(transport=transport, timeout=PATIENCE, base_url=self.url) as http:

            async def one() -> None:
                method, path, body = ask()
                try:
                    answer = await http.request(method, path, json=body, headers={"cookie": ""})
                    self.count(what, f"{answer.status_code}{_word(answer)}")
                except httpx.HTTPError as error:
                    self.count(what, type(error).__name__)
                except asyncio.CancelledError:
                    self.count(what, "unanswered at the end")
                    raise
                http.cookies.clear()

            await one()  # is waited for, however slow the machine is
            while time.monotonic() < self.end:
                if len(waiting) < 200:
                    task = asyncio.create_task(one())
                    waiting.add(task)
                    task.add_done_callback(waiting.discard)
                await asyncio.sleep(1 / self.many(rate))
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def again(self, what: str, abuse: Callable[[], Awaitable[str]]) -> None:
        """One connection after the other, and at least one, however slow the machine is."""
        await asyncio.sleep(random.random())
        least = LEAST
        while (left := max(least, self.end - time.monotonic())) > 0:
            least = 0.0
            try:
                async with asyncio.timeout(left):
                    self.count(what, await abuse())
            except TimeoutError:
                self.count(what, "still open at the end")
            except (OSError, httpx.HTTPError) as error:
                self.count(what, type(error).__name__)
            await asyncio.sleep(min(0.5, max(0.0, self.end - time.monotonic())))

    @contextlib.asynccontextmanager
    async def connected(self, address: int) -> Any:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.bind((f"127.0.0.{address}", 0))
        made.setblocking(False)
        await asyncio.get_running_loop().sock_connect(made, (self.host, self.port))
        reader, writer = await asyncio.open_connection(sock=made, limit=2048)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def half_open(self) -> str:
        async with self.connected(7) as (reader, writer):
            writer.write(
                b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n" + random.choice([b"", b"\r\n{"])
            )
            return _said(await reader.read(64))

    async def to_nothing(self) -> str:
        async with self.connected(8) as (reader, writer):
            writer.write(UPGRADE.format(table=secrets.token_hex(1000)).encode())
            await reader.read(1000)
            return _said(await reader.read(1000))

    async def read_nothing(self) -> str:
        """Ask for the whole table again and again, and read none of the answers."""
        if not (known := await self.own_table()):
            await asyncio.sleep(1)
            return "no table"
        async with self.connected(9) as (_, writer):
            writer.write(UPGRADE.format(table=known).encode())
            view = bytes([0x81, 0x8F, 0, 0, 0, 0]) + b'{"type":"view"}'
            while not writer.transport.is_closing():
                writer.write(view * 3)
                await writer.drain()
                await asyncio.sleep(0.2)
            return "sent away"

    async def own_table(self) -> str:
        """A table that the guest has made to look at."""
        async with self.making:
            self.own = self.own or await self._make_own()
        return self.own

    async def _make_own(self) -> str:
        wanted = {"game": "queens_architect", "seats": [{"kind": "me"}, {"kind": "here"}]}
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.9")
        async with httpx.AsyncClient(transport=transport, timeout=PATIENCE, base_url=self.url) as http:
            answer = await http.post("/api/tables", json=wanted)
            return str(answer.json().get("table", ""))


def _code() -> str:
    return "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=5))


def _masters() -> dict[str, Any]:
    return {"game": random.choice(GAMES), "seats": [{"kind": "bot", "level": "master"}] * 4}


def _word(answer: httpx.Response) -> str:
    try:
        return f" {answer.json()['error']}"
    except (ValueError, KeyError, TypeError):
        return ""


def _said(told: bytes) -> str:
    """What the server said before it hung up."""
    for known in (b"503", b"429", b"408", b"many", b"fast", b"no table"):
        if known in told:
            return known.decode()
    return "cut off" if not told else "answered"


@contextlib.contextmanager
def attacking(url: str, seconds: float, strength: float, only: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.guest", "--attack", url, "--only", only]
    command += ["--seconds", str(seconds), "--strength", str(strength)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()  # it has begun
            yield process
        finally:
            process.terminate()


# --- the figures --------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What came out: honest tables alone and with the guest, megabytes before and after, and what the guest was told."""

    alone: Honest
    beside: Honest
    own: float  # megabytes that the honest tables take by being played, without the guest
    before: float
    most: float
    after: float
    told: dict[str, dict[str, int]]
    guest: list[float]  # milliseconds a second that it computed, and waited for a core

    @property
    def grown(self) -> float:
        """Megabytes that are left of the guest."""
        return self.after - self.before - self.own

    @property
    def worse(self) -> float:
        return self.beside.percentile(0.99) / self.alone.percentile(0.99)

    def __str__(self) -> str:
        lines = [
            f"{self.alone.tables} honest tables, milliseconds from a click to the news of it at the other player:",
            "                   moves   median      p99  errors   waiting for an apprentice, p99",
        ]
        for name, one in (("without the guest", self.alone), ("with the guest", self.beside)):
            waits = Figures(0, latencies=one.waits).percentile(0.99) if one.waits else 0.0
            times = f"{one.percentile(0.5):8.1f} {one.percentile(0.99):8.1f}"
            lines.append(f"{name:18s} {len(one.latencies):5d} {times} {one.errors:7d}   {waits:8.1f}")
            used = (f"{kind} {ran:.0f} ({waited:.0f})" for kind, (ran, waited) in one.shares.items())
            lines.append(f"    computed, and waited for a core, in ms a second: {', '.join(used)}")
            if one is self.beside:
                lines[-1] += f", guest {self.guest[0]:.0f} ({self.guest[1]:.0f})"
            lines.append(f"    the slowest came after so many seconds: {one.worst()}")
        lines.append(f"p99 is {self.worse:.2f} times as long (goal: at most {WORST:g})")
        sizes = f"{self.before:.0f} MB before, at most {self.most:.0f}, {self.after:.0f} after"
        own = f"of which the honest tables take {self.own:+.0f} without the guest, too"
        lines.append(f"memory: {sizes}, {own}: {self.grown:+.0f} (goal: {MORE:+g})")
        lines += [f"{what}: " + ", ".join(f"{n} {why}" for why, n in sorted(told.items())) for what, told in self.told.items()]
        return "\n".join(lines)


async def measure(servers: Servers, args: argparse.Namespace) -> Report:
    """First without the guest, then with it, and then until the server has given back what it took."""
    tables, seconds, every = args.tables, args.seconds, args.every
    memory = Memory(servers)
    with contextlib.ExitStack() as opened:
        opened.enter_context(memory.watched())
        first: list[float] = []
        alone = await honest(servers, tables, seconds, every, lambda: first.append(memory.now()))
        own = max(0.0, memory.now() - first[0])
        memory.most, before = 0.0, list[float]()
        guests: list[subprocess.Popen[str]] = []

        def let_in() -> None:
            before.append(memory.now())
            guests.append(opened.enter_context(attacking(servers.urls[0], seconds, args.strength, args.only)))

        beside = await honest(servers, tables, seconds, every, let_in)
        said = await asyncio.to_thread(guests[0].communicate)  # ends by itself, later where nobody leaves it a core
        until = time.monotonic() + args.settling
        while (after := memory.now()) > before[0] + own + MORE and time.monotonic() < until:
            await asyncio.sleep(1)
    told, guest = json.loads(said[0] or "[{}, [0, 0]]")
    return Report(alone, beside, own, before[0], memory.most, after, told, guest)


class Memory:
    """Megabytes of the servers. They are looked at again and again, with and without the guest, in a thread: the system takes
    milliseconds to add them up, for which no honest client should wait."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.most = 0.0

    def now(self) -> float:
        found = self.servers.memory() / 1024
        self.most = max(self.most, found)
        return found

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        stop = threading.Event()

        def watch() -> None:
            while not stop.wait(0.5):
                self.now()

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            yield
        finally:
            stop.set()
            watching.join()


def run(args: argparse.Namespace) -> Report:
    more = ["--processes", str(args.processes)] if args.processes else []
    with started("sqlite", 1, "chantier", *more) as servers:
        return asyncio.run(measure(servers, args))


def main(arguments: list[str] | None = None) -> int:
    p = argparse.ArgumentParser("python -m bench.guest", description="What a hostile guest can do to others.")
    p.add_argument("--tables", type=int, default=50, help="honest ones")
    p.add_argument("--seconds", type=float, default=60.0, help="without the guest, and again with it")
    p.add_argument("--every", type=float, default=2.0, help="seconds between two moves at an honest table")
    p.add_argument("--strength", type=float, default=1.0, help="how much the guest does")
    p.add_argument("--settling", type=float, default=SETTLING, help="seconds after which memory is looked at")
    p.add_argument("--processes", type=int, help="of the server (default: one for each core)")
    p.add_argument("--only", default="", help="only the abuses with this in their names, as in: readers")
    p.add_argument("--attack", metavar="URL", help=argparse.SUPPRESS)
    args = p.parse_args(arguments)
    if args.attack:
        if args.strength >= 1:  # a weak one takes little, and would wait for minutes on a machine that has other work
            step_back(LAST)
        print("begun", flush=True)
        guest = Guest(args.attack, args.seconds, args.strength)
        asyncio.run(guest.run(args.only))
        ran, waited, _ = map(int, Path("/proc/self/schedstat").read_text().split())
        print(json.dumps([guest.told, [ran / args.seconds / 1e6, waited / args.seconds / 1e6]]))
        return 0
    report = run(args)
    print(report)
    return 0 if report.worse <= WORST and report.grown <= MORE and not report.beside.errors else 1


if __name__ == "__main__":
    sys.exit(main())
