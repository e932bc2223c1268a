"""What may take all the time there is steps back behind everything else."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from chantier.background import LAST, LATER
from chantier.bots.searcher import pool
from chantier.table.people.passwords import Passwords

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has the niceness of its process")


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
