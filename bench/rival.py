"""The same small load on our server and on boardgame.io: 100 tables at which two players click in turn, as fast as it goes.

boardgame.io keeps its tables in memory; ours are on disk before anybody is told.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from bench import load

TABLES = 100
HERE = Path(__file__).parent / "rival_server"


def compare(seconds: float) -> int:
    if not shutil.which("npm"):
        print("boardgame.io needs node and npm, which are not installed here")
        return 2
    with load.started("sqlite", 1, "bench.clicks") as servers:
        ours = asyncio.run(load.measure(servers, TABLES, seconds, 0.0, "clicks"))
    theirs = _theirs(seconds)
    print(f"{TABLES} tables, two players each, a trivial game, as fast as it goes, {seconds:g} s each")
    print(f"{'':14s} moves/s   median      p95      p99   (times in ms)")
    for name, figures in (("chantier", ours), ("boardgame.io", theirs)):
        times = " ".join(f"{figures.percentile(part):8.1f}" for part in (0.5, 0.95, 0.99))
        print(f"{name:14s} {figures.rate:7.1f} {times}   errors {figures.errors}")
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
        return asyncio.run(_measure(port, seconds))
    finally:
        server.terminate()
        server.wait(10)


async def _measure(port: int, seconds: float) -> load.Figures:
    figures = load.Figures(TABLES)
    tables = [await asyncio.gather(*(_player(port, f"m{n}", seat) for seat in range(2))) for n in range(TABLES)]
    begin = time.perf_counter()
    await asyncio.gather(*(_play(f"m{n}", sockets, figures, begin + seconds) for n, sockets in enumerate(tables)))
    figures.seconds = time.perf_counter() - begin
    for sockets in tables:
        for socket in sockets:
            await socket.close()
    return figures


async def _player(port: int, match: str, seat: int) -> ClientConnection:
    """Its protocol is socket.io over a WebSocket."""
    socket = await connect(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", proxy=None, compression=None)
    await socket.recv()
    await socket.send("40/clicks,")
    await socket.recv()
    await socket.send("42/clicks," + json.dumps(["sync", match, str(seat), None, 2]))
    while "sync" not in str(await socket.recv()):
        pass
    return socket


async def _play(match: str, sockets: list[ClientConnection], figures: load.Figures, end: float) -> None:
    number = 0
    while time.perf_counter() < end:
        seat = number % 2
        click = {"type": "MAKE_MOVE", "payload": {"type": "click", "args": [], "playerID": str(seat), "credentials": None}}
        sent = time.perf_counter()
        await sockets[seat].send("42/clicks," + json.dumps(["update", click, number, match, str(seat)]))
        try:
            async with asyncio.timeout(load.PATIENCE):
                await _updated(sockets[1 - seat])
                figures.latencies.append(time.perf_counter() - sent)
                await _updated(sockets[seat])
        except TimeoutError:
            figures.errors += 1
            return
        number += 1


async def _updated(socket: ClientConnection) -> None:
    """Wait for the news of a move; answer when the server asks whether we are there."""
    while not (told := str(await socket.recv())).startswith('42/clicks,["update"'):
        if told == "2":
            await socket.send("3")
