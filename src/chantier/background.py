"""Work that may take all the time there is, as long as nobody notices: thinking, and hashing passwords."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

LATER = 10  # steps of niceness: about a tenth of what others get, where all want to compute
LAST = 19  # the same for what needs Python's lock for moments only, or has one of its own: newer kernels hardly let it go on
HAS_THREADS = sys.platform != "emscripten"  # Python in a browser has none


def step_back(steps: int = LATER) -> None:
    """Whatever else wants to compute comes before this thread: on Linux, where a thread can be so polite for itself. Whoever
    steps back far may wait long for a core, and whoever waits for Python's lock with it."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + steps)


class AtOnce(Executor):
    """Does what it is given when it is given.

    >>> AtOnce().submit(max, 1, 2).result()
    2
    """

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **more))
        except BaseException as error:
            done.set_exception(error)
        return done


def threads(many: int, name: str, initializer: Callable[[], None] | None = None) -> Executor:
    """So many threads, for as long as the process lives; where there are none, everything is done at once. A process that is
    forked from this one has none of them, and begins with new ones."""
    if not HAS_THREADS:
        return AtOnce()
    begin = partial(ThreadPoolExecutor.__init__, max_workers=many, thread_name_prefix=name, initializer=initializer)
    made = ThreadPoolExecutor.__new__(ThreadPoolExecutor)
    begin(made)
    forked(partial(begin, made))
    return made


def forked(begin: Callable[[], None]) -> None:
    """What a process that is forked from this one begins with, where there are such."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=begin)
