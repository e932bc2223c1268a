"""Work that may take all the time there is, as long as nobody notices: thinking, and hashing passwords."""

from __future__ import annotations

import contextlib
import os
import sys
import threading

LATER = 10  # steps of niceness: about a tenth of what others get, where all want to compute


def step_back() -> None:
    """Whatever else wants to compute comes before this thread: on Linux, where a thread can be so polite for itself."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + LATER)
