"""Every test of this folder has a server of its own, on loopback, with a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.table.harness import Browser, Server


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
