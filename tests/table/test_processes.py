"""One server of several processes, on either store: what holds for one process holds for all of them together."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chantier.table.siblings import home
from tests.table.crashes import GAME, Process, survives, until
from tests.table.databases import KINDS
from tests.table.harness import PATIENCE, Browser, Connection

MANY = 2
PLAYED = 'chantier_moves_total{by="person"}'


def serving(database: str, folder: Path, *more: str) -> Process:
    return Process(folder, "serve", "--port", "0", "--processes", str(MANY), "--store", database, *more)


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One for all tests that leave it as it was."""
    folder = tmp_path_factory.mktemp(request.param)
    sqlite = f"sqlite:///{folder / 'tables.sqlite'}"
    made = serving(sqlite if request.param == "sqlite" else request.getfixturevalue("postgres").new(), folder)
    yield made
    assert made.kill(signal.SIGTERM) == 0


def everywhere(browser: Browser) -> list[str]:
    """New tables, until every process is home to one."""
    made: list[str] = []
    while len({home(table, MANY) for table in made}) < MANY:
        made.append(browser.new(GAME, "me", "here")["table"])
    return made


def children(server: Process) -> list[int]:
    """The processes that serve: all but the first, from which those come that think."""
    return started_by(server.process.pid)[1:]


def started_by(process: int) -> list[int]:
    """The processes that one has started, in that order."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def kill_one(server: Process, rng: random.Random) -> None:
    """One of those that serve dies at once; wait until another is in its place."""
    before = children(server)
    gone = rng.choice(before)
    os.kill(gone, signal.SIGKILL)
    until(lambda: gone not in children(server) and len(children(server)) == MANY, "nobody starts it again")


def kill_all(server: Process, _: random.Random) -> None:
    """Whoever starts the others dies, and they die with it."""
    server.again()


def metric(browser: Browser, name: str) -> float:
    return sum(map(float, re.findall(rf"^{re.escape(name)} (\S+)$", browser.get("/metrics").text, re.M)))


def holder(server: Process, connection: Connection) -> int:
    """The process at which a live connection is."""
    port = connection.socket.local_address[1]
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    theirs = [line[9] for line in lines if int(line[2].rpartition(":")[2], 16) == port and line[9] != "0"]
    for child in children(server):
        if {f"socket:[{inode}]" for inode in theirs} & set(opened(child)):
            return child
    raise AssertionError("nobody has it")


def opened(process: int) -> Iterator[str]:
    """What a process has open; it may be closing something at this moment."""
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            yield str(file.readlink())


def closed_with(connection: Connection) -> int | None:
    """The code with which the server closes a live connection."""
    try:
        while True:
            connection.socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


# --- whoever dies -----------------------------------------------------------------------------------------------------------


def test_processes_are_killed_one_by_one_and_all_at_once(database: str, tmp_path: Path) -> None:
    rng = random.Random(database.split(":")[0])
    server = serving(database, tmp_path)
    kills = [partial(kill, server, rng) for kill in (kill_one, kill_one, kill_all, kill_one)]
    survives(server, database, kills, rng)


def test_bots_go_on_where_nobody_looks_after_every_process_has_died(server: Process) -> None:
    ada = Browser(server)
    tables = [ada.new(GAME, "bot:random", "bot:random")["table"] for _ in range(4)]
    cookies = ada.http.cookies

    def moves() -> list[int]:
        """In one request: whoever asks too often is told so, as everybody is."""
        with httpx.Client(cookies=cookies, timeout=PATIENCE, trust_env=False) as http:
            mine = {one["table"]: one["version"] for one in http.get(f"{server.url}/api/tables").json()["mine"]}
        return [mine[table] for table in tables]

    until(lambda: min(moves()) >= 1, "the bots do not play")
    for child in children(server):
        os.kill(child, signal.SIGKILL)
        until(lambda child=child: child not in children(server), "it does not die")  # type: ignore[misc]
    before = moves()
    until(lambda: all(new >= old + 2 for new, old in zip(moves(), before, strict=True)), "the bots do not go on")
    ada.http.close()


# --- where a table is at home ---------------------------------------------------------------


def test_all_who_are_at_a_table_are_at_its_home(server: Process) -> None:
    ada, grace = Browser(server), Browser(server)
    homes: dict[int, int] = {}
    while len(homes) < MANY:
        made = ada.new(GAME, "me", "link")
        grace.sit(made["links"][0]["url"])
        with ada.live(made["table"]) as one, grace.live(made["table"]) as two:
            one.position(), two.position()
            assert holder(server, one) == holder(server, two)
            assert homes.setdefault(home(made["table"], MANY), holder(server, one)) == holder(server, one)
            actor, other = (one, two) if one.position()["actions"] else (two, one)
            assert actor.play(actor.turn()["actions"][0]["action"])["version"] == 1
            assert other.position(1)["version"] == 1
    assert len(set(homes.values())) == MANY
    ada.http.close()
    grace.http.close()


def test_whoever_comes_while_a_home_is_away_plays_with_those_who_are_there(server: Process) -> None:
    """One connection is at home, and one stays at the other process: both see the same."""
    ada = Browser(server)
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        gone = holder(server, one)
        one.position()
        os.kill(gone, signal.SIGKILL)
        until(lambda: gone not in children(server), "it does not die")
        with ada.live(table) as two:  # at whoever is there
            two.turn()
            until(lambda: len(children(server)) == MANY, "nobody starts it again")
            for _ in range(3):
                with ada.live(table) as three:
                    version = two.position()["version"]
                    assert three.position(version)["version"] >= version
                    assert two.play(two.turn()["actions"][0]["action"])["version"] == version + 1
                    assert three.position(version + 1)["scene"] == two.position()["scene"]
    ada.http.close()


# --- what holds for all of them together ---------------------------------------------------------------


def test_whoever_signs_out_everywhere_is_signed_out_at_every_process(server: Process) -> None:
    ada = Browser(server)
    assert ada.post("/api/account", {"name": "Ada", "password": "countess of L"}).status_code == 200
    tables = everywhere(ada)
    with ExitStack() as opened:
        connections = [opened.enter_context(ada.live(table)) for table in tables]
        for connection in connections:
            connection.position()
        assert ada.http.delete(f"{server.url}/api/account/sessions").status_code == 200
        assert [closed_with(connection) for connection in connections] == [4401] * len(tables)
    ada.http.close()


def test_wrong_guesses_from_an_address_count_at_every_process(server: Process) -> None:
    """Each with a connection of its own; the address is that of a stranger behind a proxy."""
    headers = {"x-forwarded-for": "203.0.113.9", "connection": "close"}
    began = time.monotonic()
    answers = [
        httpx.get(f"{server.url}/api/codes/NONE{n:04d}", headers=headers, timeout=PATIENCE, trust_env=False) for n in range(60)
    ]
    wrong = sum(answer.status_code == 404 for answer in answers)
    assert 30 <= wrong <= 31 + (time.monotonic() - began) / 6, "thirty, and what time brought back meanwhile"


def test_live_connections_of_an_address_are_counted_at_every_process(server: Process) -> None:
    ada = Browser(server)
    tables = everywhere(ada)
    cookie, refused = f"chantier={ada.http.cookies['chantier']}", 0
    with ExitStack() as opened:
        for n in range(110):
            url = f"ws{server.url.removeprefix('http')}/api/tables/{tables[n % len(tables)]}/live"
            headers = {"cookie": cookie, "x-forwarded-for": f"2001:db8::{n:x}"}  # one network
            made = connect(url, additional_headers=headers, proxy=None, open_timeout=PATIENCE, max_size=2**24)
            refused += '"refused"' in str(opened.enter_context(made).recv(PATIENCE))
    assert refused == 10, "a hundred are open, and no more were let in however fast they came"
    ada.http.close()


def test_the_counters_are_those_of_all_processes(server: Process) -> None:
    ada = Browser(server)
    tables = everywhere(ada)
    before = metric(ada, PLAYED)
    with ExitStack() as opened:
        connections = [opened.enter_context(ada.live(table)) for table in tables]
        for connection in connections:
            connection.play(connection.turn()["actions"][0]["action"])
        for _ in range(4):
            other = Browser(server)  # a new connection, at any of them
            until(lambda: metric(other, "chantier_connections") == len(tables), "not all are counted")  # noqa: B023
            until(lambda: metric(other, PLAYED) >= before + len(tables), "not all moves are told of")  # noqa: B023
            assert metric(other, PLAYED) == before + len(tables)
            assert other.get("/health").json() == {"status": "ok"}
            other.http.close()
    ada.http.close()


# --- bots -----------------------------------------------------------------------------------------------------------------


def test_who_thinks_for_a_process_comes_when_needed_and_goes_with_it(tmp_path: Path) -> None:
    """If only what thinks dies, bots go on all the same; even if nobody can be had any more who does."""
    with ExitStack() as opened:
        server = serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path)
        opened.callback(server.kill, signal.SIGTERM)
        serves, nursery = children(server), started_by(server.process.pid)[0]
        assert not started_by(nursery), "nobody has asked for anything"
        ada = Browser(server)
        opened.callback(ada.http.close)

        def moves() -> int:
            return int(metric(ada, 'chantier_moves_total{by="bot"}'))

        def go_on() -> None:
            before = moves()
            until(lambda: moves() > before + 2, "nobody decides any more")

        table = ada.new(GAME, "bot:journeyman:20", "bot:journeyman:20")["table"]
        go_on()
        assert [os.getpriority(os.PRIO_PROCESS, one) for one in started_by(nursery)] == [19]
        os.kill(started_by(nursery)[0], signal.SIGKILL)
        go_on()
        left = started_by(nursery)
        os.kill(serves[home(table, MANY)], signal.SIGKILL)
        until(lambda: not set(left) & set(started_by(nursery)), "it thinks on")
        go_on()
        os.kill(nursery, signal.SIGKILL)
        go_on()
