"""A compiler ends with whoever started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chantier.kernel import child

PATIENCE = 300.0  # seconds; no test measures time, this only ends what hangs

COMPILER = """#!{python}
import os, subprocess, sys, time
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])  # as the usual ones have some
with open({told!r} + ".new", "w") as file:
    file.write(f"{{os.getpid()}} {{helper.pid}}")
os.rename({told!r} + ".new", {told!r})
time.sleep(3600)
"""
ASKS = """
import chantier
from chantier.kernel import native
native.soon(chantier.games["arkadia"]).result()
"""


def is_there(process: int) -> bool:
    """Whether a process still runs; one that nobody has taken leave of does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except OSError:
        return False


def wait_until_gone(processes: list[int]) -> None:
    until = time.monotonic() + PATIENCE
    while any(map(is_there, processes)):
        assert time.monotonic() < until, "they go on"
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_compiler_ends_with_its_parent_however_that_one_goes(how: signal.Signals, tmp_path: Path) -> None:
    told, compiler = tmp_path / "told", tmp_path / "cc"
    compiler.write_text(COMPILER.format(python=sys.executable, told=str(told)), encoding="utf-8")
    compiler.chmod(0o755)
    around = {**os.environ, "CC": str(compiler), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    parent = subprocess.Popen([sys.executable, "-c", ASKS], env=around, stderr=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + PATIENCE
    while not told.exists():
        assert time.monotonic() < until, "nothing is compiled"
        assert parent.poll() is None
        time.sleep(0.01)
    compiling = [int(word) for word in told.read_text().split()]
    assert all(map(is_there, compiling))
    try:
        if how == signal.SIGINT:  # as a terminal does: to everybody in the foreground
            os.killpg(parent.pid, how)
        else:
            parent.send_signal(how)
        parent.wait(PATIENCE)
        wait_until_gone(compiling)
    finally:
        parent.kill()
        for one in compiling:
            if is_there(one):
                os.kill(one, signal.SIGKILL)


def test_it_is_told_what_a_program_said() -> None:
    code = "import sys; print('no', file=sys.stderr); sys.exit(3)"
    assert child.run([sys.executable, "-c", code], os.environ) == (3, "no\n")
    assert child.run([sys.executable, "-c", ""], os.environ) == (0, "")


def test_a_program_that_is_not_there_has_failed(tmp_path: Path) -> None:
    code, said = child.run([str(tmp_path / "nothing")], os.environ)
    assert code
    assert "nothing" in said
