"""A real server, a real browser: the system's Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from chantier import dice
from chantier.bots import bot
from chantier.table import tables
from chantier.table.thinkers import is_deep
from tests.table.browser.chromium import HASTILY, NEEDED, launch
from tests.table.browser.legible import Reader
from tests.table.browser.outside import Outside
from tests.table.browser.people import Hall, Person


@pytest.fixture(scope="package")
def outside() -> Iterator[Outside]:
    with Outside() as made:
        yield made
        made.shutdown()


@pytest.fixture(scope="package")
def engine(outside: Outside) -> Iterator[Browser]:
    """Closed when the tests leave this folder: while it is open its event loop runs here, and nobody else can have one."""
    with sync_playwright() as playwright:
        browser = launch(playwright, HASTILY, outside.argument)
        if browser is None:
            pytest.fail(NEEDED)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def nothing_is_asked_elsewhere(request: pytest.FixtureRequest) -> Iterator[None]:
    """Of other machines, by anybody's browser."""
    yield
    if "engine" in request.fixturenames:
        assert request.getfixturevalue("outside").heard() == []


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has cards, dice and bots of its own, the same in every run: what fails once can be looked at again. Only bots
    that think by the clock do what they like."""
    rng, player = Random(request.node.nodeid), tables.player
    monkeypatch.setattr(dice, "fresh", lambda: f"{rng.getrandbits(128):032x}")
    monkeypatch.setattr(tables, "player", lambda level: player(level) if is_deep(level) else bot(level, request.node.nodeid))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def person(engine: Browser, hall: Hall) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser of their own. At the end: no fault on any page."""
    made: list[Person] = []

    def make(**how: Any) -> Person:
        made.append(Person(engine, hall, **how))
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []


@pytest.fixture
def reader(engine: Browser, hall: Hall) -> Iterator[Reader]:
    """Somebody with a mouse who looks closely at what is shown. At the end: no fault on the page."""
    one = Reader(engine, hall, touch=False, language="en-GB")
    yield one
    one.one.context.close()
    assert one.one.faults == []
