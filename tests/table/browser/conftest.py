"""A real server, a real browser: the system's Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.table.browser.people import ARGS, Hall, Person

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium(playwright: Playwright) -> str | None:
    """The system's Chromium, or the one that came with Playwright."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    return found or (own if Path(own).exists() else None)


@pytest.fixture(scope="session")
def engine() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = chromium(playwright)
        if path is None:
            pytest.fail(f"no Chromium was found ({', '.join(NAMES)}); install it, on Debian: apt-get install chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def person(engine: Browser, hall: Hall) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser of their own. At the end: no fault on any page, nothing asked of other machines."""
    made: list[Person] = []

    def make(**how: Any) -> Person:
        made.append(Person(engine, hall, **how))
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []
