"""Every test of this folder has a server of its own, on loopback, with a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import argon2
import pytest

from chantier.table import app, health, live, pages, tables
from chantier.table.people.limits import Allowances, Limit
from tests.table.databases import KINDS, Postgres
from tests.table.gate import Gate
from tests.table.harness import PATIENCE, Browser, Server

ABOUT_LIMITS = ("test_bounds", "test_guesses")


class Generous(Allowances):
    """As many requests and tables as anybody can ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.requests = self.tables = self.tables_of_one = Limit(rate=1e9, burst=1e9)


@pytest.fixture(autouse=True)
def no_haste(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a quick machine a test asks faster than people do: only those about limits meet them."""
    if request.module.__name__.rpartition(".")[2] in ABOUT_LIMITS or request.node.get_closest_marker("haste"):
        return
    monkeypatch.setattr(live, "BURST", 1e9)
    monkeypatch.setattr(pages, "BURST", 1e9)
    monkeypatch.setattr(app, "Allowances", Generous)


@pytest.fixture(autouse=True)
def healthy_if_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the store may take seconds to answer: here that is no fault."""
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """How hard passwords are to guess from their hashes is looked at by one test; to the others it is only time."""
    quickly = partial(argon2.PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(argon2, "PasswordHasher", quickly)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    made = Postgres()
    yield made
    made.close()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: the test runs once on each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    made: Postgres = request.getfixturevalue("postgres")
    return made.new()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def browser(server: Server) -> Iterator[Callable[[], Browser]]:
    """Makes browsers, each somebody else."""
    made: list[Browser] = []

    def make() -> Browser:
        made.append(Browser(server))
        return made[-1]

    yield make
    for one in made:
        one.http.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Every master is a bot that decides when the test lets it."""
    made = Gate()
    player = tables.player
    monkeypatch.setattr(tables, "player", lambda level: made if level == "master" else player(level))
    yield made
    made.open()
