"""Load as people make it, for `bench.load`: all games beside each other, bots among the players, watchers, phones with slow
links, and people who leave and come back; played by several client processes, so that they are not what is measured.

At every table two players decide in turn. What is measured is the time from a click to the news of it at the other player,
whose link is quick. When a game is over, or has taken as long as games of people do, the next one begins, at a new table.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import multiprocessing
import random
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect

from bench.load import PATIENCE, Figures, Player, Servers
from bench.talk import Talk, run_quickly
from chantier.table.people.cookies import People

GAMES = ("world_monuments", "arkadia", "queens_architect")
LINK = 16_000  # bytes a second of a slow phone
BUFFER = 8_192  # bytes that its system takes before anybody reads them
AT_ONCE = 4  # tables that a client opens beside each other
LONG = 250  # decisions of a game: who always does what comes first never ends some
STILL = 0.05  # seconds between two looks at a table where a bot decides


@dataclass(frozen=True)
class Wish:
    """What is played."""

    tables: int
    seconds: float
    every: float = 2.0  # seconds between two moves at a table
    game: str = "mixed"
    bots: str = ""  # a level: at every third table such a bot plays, too
    watchers: int = 0  # at one table
    slow: float = 0.0  # of all tables have somebody who looks on with a slow phone
    leaves: float = 0.0  # of all moves come after a player has left and come back
    clients: int = 1  # processes


@dataclass
class Table:
    """One table and everybody at it."""

    who: list[dict[str, str]]  # headers of the two players
    id: str
    players: list[Player]
    others: list[Player] = field(default_factory=list)
    decisions: int = 0


class Slowly(Player):
    """Somebody with a slow phone: so much is read in a second and no more."""

    form = "narrow"

    def read(self) -> asyncio.Task[None]:
        return asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(Exception):
            while True:
                told = await self.socket.recv(decode=False)
                await asyncio.sleep(len(told) / LINK)


class Client:
    """One process that plays at some of the tables."""

    def __init__(self, wish: Wish, number: int, url: str, folder: Path) -> None:
        self.wish, self.number, self.url = wish, number, url
        self.people = People.of(folder / "chantier")
        self.figures = Figures(len(range(number, wish.tables, wish.clients)))
        self.rng = random.Random(number)
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.http = httpx.AsyncClient(trust_env=False, timeout=PATIENCE)

    def somebody(self, address: str = "") -> dict[str, str]:
        address = address or f"10.{self.rng.randrange(256)}.{self.rng.randrange(256)}.{self.rng.randrange(1, 255)}"
        return {"cookie": f"chantier={self.people.cookie(self.people.new())}", "x-forwarded-for": address}

    async def come(self, who: dict[str, str], table: str, kind: type[Player] = Player) -> Player:
        """A live connection."""
        url = f"ws{self.url.removeprefix('http')}/api/tables/{table}/live?form={kind.form}"
        if kind is not Slowly:
            return kind(await Talk.to(url, who))
        narrow: dict[str, Any] = {"sock": _narrow(self.url), "max_queue": 1, "max_size": 2**24}
        live = await connect(url, additional_headers=who, proxy=None, compression=None, open_timeout=PATIENCE, **narrow)
        return kind(live)

    async def open(self, n: int) -> Table:
        """Table number n of all, with everybody at it."""
        wish = self.wish
        game = GAMES[n % len(GAMES)] if wish.game == "mixed" else wish.game
        bots = [{"kind": "bot", "level": wish.bots}] if wish.bots and n // len(GAMES) % 3 == 0 else []
        async with self.gate:
            who = [self.somebody(), self.somebody()]
            wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "link"}, *bots]}
            made = (await self.http.post(f"{self.url}/api/tables", json=wanted, headers=who[0])).raise_for_status().json()
            sat = await self.http.post(self.url + made["links"][0]["url"], headers=who[1])
            assert sat.status_code == 303, sat.text
            table = Table(who, made["table"], [await self.come(one, made["table"]) for one in who])
            for _ in range(wish.watchers if n == 0 else 0):
                table.others.append(await self.come(self.somebody(), table.id))
            if self.rng.random() < wish.slow:
                table.others.append(await self.come(self.somebody(), table.id, Slowly))
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.reaches(0) for player in table.players))
        return table

    async def close(self, table: Table) -> None:
        for one in (*table.players, *table.others):
            self.figures.errors += one.refused
            one.reading.cancel()
            one.socket.transport.abort()

    async def play(self, n: int, table: Table, begin: float) -> Table | None:
        """A move at its time, again and again; one game after the other. The table at which they sit in the end."""
        end, due = begin + self.wish.seconds, begin + self.rng.random() * self.wish.every
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if all(player.over for player in table.players) or table.decisions >= LONG:
                await self.close(table)
                table = await self.open(n)
                due = max(due, time.perf_counter())
            if self.rng.random() < self.wish.leaves:
                await self.come_back(table, self.rng.randrange(2))
            if not await self.move(table, due):
                return None
            due += self.wish.every
        return table

    async def come_back(self, table: Table, which: int) -> None:
        """A player leaves, and is there again."""
        gone = table.players[which]
        self.figures.errors += gone.refused
        gone.reading.cancel()
        await gone.socket.close()
        table.players[which] = await self.come(table.who[which], table.id)
        async with asyncio.timeout(PATIENCE):
            await table.players[which].reaches(gone.version)
        self.figures.joined += 1

    async def move(self, table: Table, due: float) -> bool:
        """Whoever has to decide does; whether the table goes on."""
        patience = time.perf_counter() + PATIENCE
        while (actor := next((p for p in table.players if p.action is not None), None)) is None:
            if all(player.over for player in table.players):
                return True
            if time.perf_counter() > patience:
                self.figures.errors += 1
                return False
            await asyncio.sleep(STILL)  # a bot decides
            due = max(due, time.perf_counter())
        self.figures.late += time.perf_counter() - due > 1.0
        other = table.players[1 - table.players.index(actor)]
        version, request = actor.version, self.rng.getrandbits(40)
        table.decisions += 1
        asked = {"type": "play", "request": request, "version": version, "seat": actor.seat, "action": actor.action}
        sent = time.perf_counter()
        await actor.socket.send(json.dumps(asked))
        try:
            async with asyncio.timeout(PATIENCE):
                await other.reaches(version + 1)
                self.figures.latencies.append(time.perf_counter() - sent)
                await actor.reaches(version + 1)
        except TimeoutError:
            self.figures.errors += 1
        return True

    async def run(self, line: Connection) -> None:
        """Open all tables, say so, wait for the word, play, and tell what came out."""
        numbers = range(self.number, self.wish.tables, self.wish.clients)
        tables = await asyncio.gather(*(self.open(n) for n in numbers))
        gc.collect()
        gc.freeze()  # what is open stays: to look through it again and again would be measured as well
        line.send("ready")
        await asyncio.to_thread(line.recv)
        begin, mine = time.perf_counter(), time.process_time()
        left = await asyncio.gather(*(self.play(n, table, begin) for n, table in zip(numbers, tables, strict=True)))
        self.figures.seconds = time.perf_counter() - begin
        self.figures.client = (time.process_time() - mine) / self.figures.seconds
        for table in filter(None, left):  # nobody leaves while others are measured
            await self.close(table)
        await self.http.aclose()
        line.send(self.figures)


def _narrow(url: str) -> socket.socket:
    """A connection into which little fits on its way."""
    where = urlsplit(url)
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    made.connect((where.hostname, where.port))
    made.setblocking(False)
    return made


def client(wish: Wish, number: int, url: str, folder: Path, line: Connection) -> None:
    """In a process of its own."""

    async def work() -> None:
        await Client(wish, number, url, folder).run(line)

    run_quickly(work())


def measure(servers: Servers, wish: Wish, every_minute: Callable[[int, float], None] | None = None) -> Figures:
    """All clients play; meanwhile somebody may look at the memory, in kilobytes, every minute."""
    empty = servers.memory()
    context = multiprocessing.get_context("spawn")
    lines, clients = [], []
    for n in range(wish.clients):
        ours, theirs = context.Pipe()
        clients.append(
            context.Process(target=client, args=(wish, n, servers.urls[n % len(servers.urls)], servers.folder, theirs))
        )
        clients[-1].start()
        theirs.close()
        lines.append(ours)
    for line in lines:
        line.recv()
    before, began = servers.cpu(), time.perf_counter()
    for line in lines:
        line.send("go")
    minute = 0
    while every_minute and minute * 60 < wish.seconds:
        every_minute(minute, servers.memory())
        minute += 1
        multiprocessing.connection.wait(lines, max(0.0, began + min(minute * 60, wish.seconds) - time.perf_counter()))
    found = together(wish.tables, [line.recv() for line in lines])
    found.cpu = (servers.cpu() - before) / found.seconds
    found.memory = (servers.memory() - empty) / wish.tables
    for one in clients:
        one.join(PATIENCE)
    return found


def together(tables: int, parts: list[Figures]) -> Figures:
    """What all clients found."""
    return Figures(
        tables,
        seconds=max(part.seconds for part in parts),
        latencies=[latency for part in parts for latency in part.latencies],
        errors=sum(part.errors for part in parts),
        late=sum(part.late for part in parts),
        client=sum(part.client for part in parts),
        joined=sum(part.joined for part in parts),
    )
