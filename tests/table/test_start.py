"""The commands that start the table."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chantier import Match, games
from chantier.cli import main
from chantier.core import Game
from chantier.kernel import native
from chantier.table import app, garbage, position, serve
from tests.table.harness import PATIENCE

GAME = next(iter(games))


@contextmanager
def started(folder: Path, *command: str) -> Iterator[tuple[str, httpx.Client]]:
    """A command in a process of its own: the address it prints, and a browser. It stops when it is interrupted."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "chantier", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split(" at ")[1].split()[0]
        with httpx.Client(timeout=PATIENCE, trust_env=False, transport=httpx.HTTPTransport(retries=20)) as browser:
            yield address, browser
    finally:
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode in (0, 130)
    assert told == ""


def test_play_opens_a_table_for_the_game(tmp_path: Path) -> None:
    with started(tmp_path, "play", GAME, "--names", "Ada,Grace", "--bots", "random", "--seed", "x") as (address, browser):
        page = browser.get(address)
        assert page.status_code == 303
        root, table = address.split("/new/")[0], page.headers["location"].removeprefix("/t/")
        told = browser.get(f"{root}/api/tables/{table}").json()
        assert [seat["name"] for seat in told["seats"]][:2] == ["Ada", "Grace"]
        assert [seat["mine"] for seat in told["seats"]] == [True, True, False]
        assert browser.get(address).headers["location"] == "/"
    assert (tmp_path / "chantier" / "tables.sqlite").exists()


def test_it_stops_while_somebody_is_connected(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with started(tmp_path, "play", GAME) as (address, browser):
            page = browser.get(address)
            root, table = address.split("/new/")[0], page.headers["location"].removeprefix("/t/")
            live = f"ws{root.removeprefix('http')}/api/tables/{table}/live"
            socket_ = stack.enter_context(connect(live, proxy=None, open_timeout=PATIENCE))
            assert socket_.recv(PATIENCE)
        with pytest.raises(ConnectionClosed):
            list(iter(lambda: socket_.recv(PATIENCE), None))


def test_play_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    match = Match(GAME, seed="saved")
    match.play(match.legal[0])
    (tmp_path / "saved.txt").write_text(match.record(), encoding="utf-8")
    with started(tmp_path, "play", "--resume", str(tmp_path / "saved.txt")) as (address, browser):
        table = browser.get(address).headers["location"].removeprefix("/t/")
        root = address.split("/new/")[0]
        assert browser.get(f"{root}/api/tables/{table}").json()["move"] == len(match.moves)


def test_play_alone_opens_the_home_page(tmp_path: Path) -> None:
    with started(tmp_path, "play") as (address, browser):
        assert browser.get(address).headers["content-type"].startswith("text/html")
        assert len(browser.get(f"{address}api/games").json()) == len(games)


def test_serve_with_a_store(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0", "--store", f"sqlite:///{tmp_path / 'mine.sqlite'}") as (address, browser):
        assert browser.get(f"{address}/api/tables").json() == {"mine": [], "open": []}
    assert (tmp_path / "mine.sqlite").exists()


def test_answers_do_not_wait_for_more() -> None:
    """A small answer is sent at once: Python's own loop sees to that only for sockets that say that they speak TCP."""
    with serve.listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main(["serve", "--port", str(other.getsockname()[1])]) == 2
    assert "cannot listen at 127.0.0.1" in capsys.readouterr().err


def test_bad_stores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for url in ("nonsense", "nosuch://x", f"sqlite:///{tmp_path}"):
        assert main(["serve", "--port", "0", "--store", url]) == 2
        assert "cannot use the store" in capsys.readouterr().err


def test_games_are_loaded_before_anybody_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also their machine code, if it was built before. A game that fails spoils no other."""
    ready: list[str] = []
    loaded: list[Game] = []

    def get_ready(match: Match) -> None:
        ready.append(match.game.name)
        if len(ready) == 1:
            raise RuntimeError

    monkeypatch.setattr(position, "get_ready", get_ready)
    monkeypatch.setattr(native, "available", lambda: True)
    monkeypatch.setattr(native, "kept", lambda game: game.name == ready[1])
    monkeypatch.setattr(native, "native", loaded.append)
    serve.load_games()
    assert ready == list(games)
    assert [game.name for game in loaded] == [ready[1]]


@pytest.mark.parametrize("store", ["sqlite:///x.sqlite", "postgresql://nowhere/x"])
def test_a_server_begins_with_all_games_and_somebody_to_compute_beside_it(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[set[str], set[str]]] = []
    monkeypatch.setattr(position, "_ready", set())
    monkeypatch.setattr(app, "create", lambda store, bots, hosts, **more: set(more))
    monkeypatch.setattr(serve, "run", lambda listening, made: begun.append((made, set(position._ready))))
    serve.serve("127.0.0.1", 0, store, processes=1)
    linux, workers = sys.platform == "linux", store.startswith("postgresql")
    assert begun == [({"hashing", "thinkers"} - ({"thinkers"} if workers else set()) if linux else set(), set(games))]


def test_a_server_is_made_for_many_who_wait_for_one_loop() -> None:
    """In a process of its own: it looks for garbage where it is left, and threads that compute let the loop go on soon."""
    code = "import gc, sys; from chantier.table import serve; serve.get_ready(); "
    code += "print(gc.get_freeze_count(), gc.get_threshold()[0], sys.getswitchinterval())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    frozen, threshold, interval = map(float, done.stdout.split())
    assert frozen > 1000
    assert threshold == garbage.NEVER[0] == 0
    assert interval <= 0.001
