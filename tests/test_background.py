"""What may take all the time there is steps back behind everything else."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import chantier
from chantier.background import LAST, LATER
from chantier.bots.searcher import pool
from chantier.kernel import native
from chantier.table.people.passwords import Passwords

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has the niceness of its process")
PATIENCE = 60.0  # seconds; ends what hangs


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_searches_and_passwords_step_back_and_nothing_else_does() -> None:
    here = niceness()
    assert pool().submit(niceness).result() == min(19, here + LATER)
    passwords = Passwords()
    assert passwords._threads.submit(niceness).result() == min(19, here + LAST)
    passwords.close()
    with ThreadPoolExecutor(1) as other:
        assert other.submit(niceness).result() == here
    assert niceness() == here


def in_a_fork(work: Callable[[], bool]) -> bool:
    """Whether it is so in a process that is forked from this one."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


def test_a_forked_process_has_threads_of_its_own() -> None:
    """Those of the process that it comes from are not there: whoever waited for them would wait for ever."""
    assert pool().submit(abs, -7).result() == 7
    assert in_a_fork(lambda: pool().submit(abs, -7).result(PATIENCE) == 7)


def test_a_forked_process_does_not_wait_for_what_is_being_built_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    game, done = chantier.games["world_monuments"], threading.Event()
    with monkeypatch.context() as slow:
        slow.setattr(native, "_or_none", lambda *_: done.wait(PATIENCE))
        native._coming.clear()
        coming = native.soon(game)
        slow.undo()
        try:
            assert in_a_fork(lambda: native.soon(game).result(PATIENCE) is not None)
        finally:
            done.set()
            coming.result()
            native._coming.clear()
