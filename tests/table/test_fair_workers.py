"""Workers that share a PostgreSQL are as fair as a server by itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from chantier import games
from chantier.table import tables, worker
from chantier.table.gathering import ABSENT
from chantier.table.neighbours import SILENT
from chantier.table.store.database import Store
from tests.table.crashes import until
from tests.table.databases import Postgres
from tests.table.gate import Gate, looking_on, masters
from tests.table.harness import Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Every master is such a bot."""
    made = Gate()
    player = tables.player
    monkeypatch.setattr(tables, "player", lambda level: made if level == "master" else player(level))
    yield made
    made.open()


@pytest.fixture
def server(gate: Gate, postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    """It answers for bots itself, with a worker in a thread."""
    made = Server(tmp_path, store=postgres.new())
    yield made
    gate.open()
    made.stop()


def looked_at(server: Server, *made: str) -> None:
    """Wait until the worker has heard that somebody is at these tables."""
    presence = server.app.state.worker.presence
    until(lambda: all(presence.at(table) for table in made), "nobody is there")


def test_a_guest_with_many_tables_does_not_make_others_wait(server: Server, browser: Make, gate: Gate) -> None:
    guest, ada = browser(), browser()
    many = [guest.new(GAME, *masters(4))["table"] for _ in range(6)]
    with looking_on(guest, *many):
        seats, go = gate.next()
        assert seats == 4
        hers = ada.new(GAME, *masters(2))["table"]
        with looking_on(ada, hers):
            looked_at(server, hers, *many)
            go.set()
            seats, go = gate.next()
            assert seats == 4  # who came first, for what was thought before anybody looked on does not count
            go.set()
            seats, go = gate.next()
            assert seats == 2
            gate.open()


def test_where_somebody_is_comes_first_and_quick_levels_do_not_wait(server: Server, browser: Make, gate: Gate) -> None:
    guest, ada = browser(), browser()
    for _ in range(4):
        guest.new(GAME, *masters(4))
    seats, go = gate.next()
    assert seats == 4
    with ada.live(ada.new(GAME, "bot:apprentice", "bot:random", "me")["table"]) as one:
        for _ in range(5):
            assert one.play(one.turn()["actions"][0]["action"])["type"] == "position"
    ada.new(GAME, *masters(3))
    hers = guest.new(GAME, *masters(2))["table"]  # even of whoever has used more
    with looking_on(ada, hers):
        looked_at(server, hers)
        go.set()
        seats, go = gate.next()
        assert seats == 2
        gate.open()


def test_a_worker_that_starts_later_asks_who_is_there(server: Server, browser: Make, postgres: Postgres) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.turn()
        late = worker.Worker(Store(server.store))
        working = threading.Thread(target=late.run)
        working.start()
        try:
            until(lambda: late.presence.at(table), "it does not know")
        finally:
            late.stop()
            working.join()
            late.store.close()


def test_servers_that_are_silent_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [100.0]
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: moment[0]))
    presence = worker.Presence()

    def hear(kind: str, process: str = "one", match: str = "t", **more: object) -> None:
        presence.hear(json.dumps({"from": process, "match": match, "kind": kind, **more}))

    hear("present", persons=["ada"])
    hear("present", "two", persons=["grace"])
    assert presence.at("t")
    assert not presence.at("u")
    hear("present", persons=[])
    assert presence.at("t")
    moment[0] += SILENT + 1
    hear("alive")
    assert not presence.at("t")
    hear("alive", "two")
    assert presence.at("t")
    hear("moves", match="u", moves=[{"request": ""}])
    assert not presence.at("u")
    hear("moves", match="u", moves=[{"request": "of a person"}])
    assert presence.at("u")
    moment[0] += ABSENT + 1
    assert not presence.at("u")
