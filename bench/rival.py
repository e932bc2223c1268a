"""The same small load on our server and on boardgame.io: 100 tables at which two players click in turn, as fast as it goes.

boardgame.io keeps its tables in memory; ours are on disk before anybody is told.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

from bench import load
from bench.talk import Talk, run_quickly

TABLES = 100
HERE = Path(__file__).parent / "rival_server"


def compare(seconds: float) -> int:
    if not shutil.which("npm"):
        print("boardgame.io needs node and npm, which are not installed here")
        return 2
    with load.started("sqlite", 1, "bench.clicks") as servers:
        ours = run_quickly(load.measure(servers, TABLES, seconds, 0.0, "clicks"))
    theirs = _theirs(seconds)
    print(f"{TABLES} tables, two players each, a trivial game, as fast as it goes, {seconds:g} s each")
    print(f"{'':14s} moves/s   median      p95      p99   CPU client   (times in ms, CPU in cores)")
    for name, figures in (("chantier", ours), ("boardgame.io", theirs)):
        times = " ".join(f"{figures.percentile(part):8.1f}" for part in (0.5, 0.95, 0.99))
        use = f"{figures.cpu:5.2f} {figures.client:6.2f}"
        print(f"{name:14s} {figures.rate:7.1f} {times} {use}   errors {figures.errors}")
    slower = ours.percentile(0.99) / theirs.percentile(0.99)
    print(f"ratio: {ours.rate / theirs.rate:.2f} of their moves a second, {slower:.2f} of their p99")
    return 0


def _theirs(seconds: float) -> load.Figures:
    from platformdirs import user_cache_path

    folder = user_cache_path("chantier") / "rival"
    folder.mkdir(parents=True, exist_ok=True)
    for file in HERE.iterdir():
        shutil.copy(file, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, check=True)
    port = load.free_port()
    command = ["node", "server.js", str(port)]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        while "ready" not in server.stdout.readline():
            pass
        return run_quickly(_measure(port, server.pid, seconds))
    finally:
        server.terminate()
        server.wait(10)


async def _measure(port: int, server: int, seconds: float) -> load.Figures:
    figures = load.Figures(TABLES)
    tables = [await asyncio.gather(*(_player(port, f"m{n}", seat) for seat in range(2))) for n in range(TABLES)]
    begin, mine, before = time.perf_counter(), time.process_time(), _cpu(server)
    await asyncio.gather(*(_play(f"m{n}", players, figures, begin + seconds) for n, players in enumerate(tables)))
    figures.seconds = time.perf_counter() - begin
    figures.client = (time.process_time() - mine) / figures.seconds
    figures.cpu = (_cpu(server) - before) / figures.seconds
    for players in tables:
        for player in players:
            await player.talk.close()
    return figures


def _cpu(process: int) -> float:
    """Seconds that a process has used."""
    told = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


class Clicker:
    """One connection. Its protocol is socket.io over a WebSocket."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        talk.listen(lambda told: self.heard.put_nowait(told.decode()))

    async def told(self, how: str) -> None:
        """Wait for a message that begins like this; answer when the server asks whether we are there."""
        while not (told := await self.heard.get()).startswith(how):
            if told == "2":
                await self.talk.send("3")


async def _player(port: int, match: str, seat: int) -> Clicker:
    clicker = Clicker(await Talk.to(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"))
    await clicker.told("0")
    await clicker.talk.send("40/clicks,")
    await clicker.told("40/clicks")
    await clicker.talk.send("42/clicks," + json.dumps(["sync", match, str(seat), None, 2]))
    await clicker.told('42/clicks,["sync"')
    return clicker


async def _play(match: str, players: list[Clicker], figures: load.Figures, end: float) -> None:
    number = 0
    while time.perf_counter() < end:
        seat = number % 2
        click = {"type": "MAKE_MOVE", "payload": {"type": "click", "args": [], "playerID": str(seat), "credentials": None}}
        sent = time.perf_counter()
        await players[seat].talk.send("42/clicks," + json.dumps(["update", click, number, match, str(seat)]))
        try:
            async with asyncio.timeout(load.PATIENCE):
                await players[1 - seat].told('42/clicks,["update"')
                figures.latencies.append(time.perf_counter() - sent)
                await players[seat].told('42/clicks,["update"')
        except TimeoutError:
            figures.errors += 1
            return
        number += 1
