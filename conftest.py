"""Before anything is compiled: bounds are checked in all tests. What all tests together need is compiled once, and no test
leaves anything behind for the next."""

import gc
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

os.environ["CHANTIER_CHECKED"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # its threads wait for each other by spinning, and the nets of tests are small
SET_BY_OTHERS = (
    "PYTEST_CURRENT_TEST",
    "PYGAME_",
    "SDL_",
    "RAY_",
    "PYTHONBREAKPOINT",
)  # pytest; and pygame and Ray when they are imported

# Tests make much, and what they make goes by itself: Python's own thresholds look through it again and again.
GARBAGE = (20_000, 20, 100)
LONG = ("tests/table/", "tests/lab/", "tests/test_add_a_game.py", "tests/box/test_editor.py")  # where the longest tests are
COMPILE = """
from chantier import games
from chantier.kernel.native import available, library
from chantier.binding import SEARCH, BATCH
for use in (SEARCH, BATCH) if available() else ():
    library(games["{name}"], use)
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    """If all tests run, machine code is made before they begin. Else every worker, and every bot in it, would make its own."""
    config = session.config
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and not hasattr(config, "workerinput"):
        from chantier import games  # not sooner: coverage has to see what an import runs

        children = [subprocess.Popen([sys.executable, "-c", COMPILE.format(name=name)]) for name in games]
        for child in children:
            child.wait()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every worker begins with its part of the long tests. Else one has them all, and at the end the others wait for it."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    kinds = [[item for item in items if item.nodeid.startswith(LONG) is long] for long in (True, False)]
    items[:] = [item for n in range(workers) for kind in kinds for item in part(kind, n, workers)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are collected, with all that they import, and stay to the end: whoever looks for garbage need not look
    at them, neither meanwhile, which takes a fifth of the time, nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(*GARBAGE)
        gc.collect()
        gc.freeze()


def part(items: list[pytest.Item], n: int, parts: int) -> list[pytest.Item]:
    return items[len(items) * n // parts : len(items) * (n + 1) // parts]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What a failed test has left open is closed without a word: its warnings would fail the next one. What any other test
    leaves open is a fault of its own."""
    failed = item.session.testsfailed
    with looked_away() if item.get_closest_marker("unmeasured") else nullcontext():
        done = yield
    if item.session.testsfailed > failed:
        for last in ("last_type", "last_value", "last_traceback", "last_exc"):  # they hold all that its functions held
            vars(sys).pop(last, None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gc.collect()
    return done


@contextmanager
def looked_away() -> Iterator[None]:
    """Coverage looks away from tests that are marked so. (The mark of pytest-cov does nothing in the workers of xdist.)"""
    here, threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(here)
        threading.settrace(threads)


def surroundings() -> dict[str, Any]:
    """What tests of one process have in common."""
    from chantier.bots import PROGRAMS

    env = {name: value for name, value in os.environ.items() if not name.startswith(SET_BY_OTHERS)}
    path = [one for one in sys.path if f"{os.sep}ray{os.sep}" not in one]
    return {"environment": env, "folder": Path.cwd(), "programs": dict(PROGRAMS), "path": path}


@pytest.fixture(autouse=True)
def nothing_stays_behind() -> Iterator[None]:
    """Which tests share a process, and in which order, is left to chance: what one of them changes would fail another."""
    before = surroundings()
    yield
    assert surroundings() == before
