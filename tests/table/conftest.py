"""Every test of this folder has a server of its own, on loopback, with a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chantier.table import tables
from tests.table.databases import KINDS, Postgres
from tests.table.gate import Gate
from tests.table.harness import Browser, Server


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
