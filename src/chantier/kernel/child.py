"""Programs that end with whoever started them, however that one goes: interrupted, ended or killed.

Between both stands a small process that holds the reading end of a pipe. Nobody writes into it; the system closes it when the
process is gone that holds the other end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

BETWEEN = """
import contextlib, os, signal, subprocess, sys, threading

child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, start_new_session=os.name == "posix")

def end(*_):
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()

def watch():
    os.read(0, 1)
    end()

signal.signal(signal.SIGINT, end)
signal.signal(signal.SIGTERM, end)
threading.Thread(target=watch, daemon=True).start()
code = child.wait()
sys.stderr.flush()
os._exit(code if 0 <= code < 256 else 1)
"""


def run(command: Sequence[str], around: Mapping[str, str]) -> tuple[int, str]:
    """Run a program to its end, with these variables around it: its exit code, and what it said about what went wrong."""
    watched, held = os.pipe()  # only this process has the end that is held
    try:
        whole = [sys.executable, "-I", "-S", "-c", BETWEEN, *command]
        done = subprocess.run(whole, stdin=watched, env=around, capture_output=True, text=True, check=False)
    finally:
        os.close(watched)
        os.close(held)
    return done.returncode, done.stderr
