"""The child process that makes machine code ends with its parent, however that one ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 60.0  # seconds; no test measures time, this only ends what hangs

# In the place of the compiler stands something that never ends by itself. It is connected as long as it lives.
COMPILER = """
import socket, time
from chantier.kernel import machine

def compiled(game):
    line = socket.create_connection(("127.0.0.1", {port}))
    line.sendall(game.name.encode())
    while line.recv(1):
        line.sendall(b"still here")
    time.sleep(600)

machine.compiled = compiled
machine.main({arguments})
"""
PARENT = """
import signal, subprocess, sys, time
from chantier import games
from chantier.kernel import machine

{first}
begin, compiler = subprocess.Popen, {compiler!r}

def instead(command, **more):
    assert command[:3] == [sys.executable, "-m", "chantier.kernel.machine"]
    return begin([sys.executable, "-c", compiler.replace("ARGUMENTS", repr(command[3:]))], **more)

subprocess.Popen = instead
assert machine.twin(games["world_monuments"]) is None
{then}
"""
WAITS = "time.sleep(600)"
ENDS = "sys.stdin.read()"


@contextmanager
def family(then: str, cache: Path, first: str = "") -> Iterator[tuple[subprocess.Popen[bytes], socket.socket]]:
    """A parent, in a group of its own, whose child compiles; and a connection that is closed when the child is gone."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(PATIENCE)
        compiler = COMPILER.format(port=door.getsockname()[1], arguments="ARGUMENTS")
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT.format(compiler=compiler, first=first, then=then)],
            env={**os.environ, "XDG_CACHE_HOME": str(cache)},
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            line, _ = door.accept()
            with line:
                line.settimeout(PATIENCE)
                assert line.recv(100) == b"world_monuments"
                yield parent, line
        finally:
            parent.kill()
            parent.communicate()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM], ids=["kill", "interrupt", "terminate"])
def test_the_compiler_is_gone_when_its_parent_is_killed(how: signal.Signals, tmp_path: Path) -> None:
    with family(WAITS, tmp_path) as (parent, child):
        parent.send_signal(how)
        assert parent.wait(PATIENCE) != 0
        assert child.recv(1) == b""


def test_the_compiler_is_gone_when_its_parent_ends(tmp_path: Path) -> None:
    with family(ENDS, tmp_path) as (parent, child):
        parent.communicate()
        assert parent.returncode == 0
        assert child.recv(1) == b""


def test_ctrl_c_at_the_terminal_ends_both(tmp_path: Path) -> None:
    """It is sent to all processes at the terminal."""
    with family(WAITS, tmp_path) as (parent, child):
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.wait(PATIENCE) != 0
        assert child.recv(1) == b""


SURVIVES = "signal.signal(signal.SIGINT, lambda *_: None)"
GOES_ON = """
sys.stdin.read()
(made,) = machine._children.values()
sys.exit(0 if made.poll() is None else 3)
"""


def test_the_compiler_goes_on_with_a_parent_that_survives_ctrl_c(tmp_path: Path) -> None:
    """As in a notebook, where ctrl-C only stops what is being done."""
    with family(GOES_ON, tmp_path, SURVIVES) as (parent, child):
        os.killpg(parent.pid, signal.SIGINT)
        child.sendall(b"?")
        assert child.recv(100) == b"still here"
        parent.communicate()
        assert parent.returncode == 0
        assert child.recv(1) == b""
