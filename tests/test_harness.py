"""What all tests share: one that fails takes no other along."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TWO = """
import gc
import socket

def test_one() -> None:
    left = [socket.socket()]
    left.append(left)
    {end}

def test_two() -> None:
    gc.collect()
"""


def outcome(folder: Path, end: str) -> str:
    """What becomes of two tests, the first of which leaves something open and ends so."""
    (folder / "test_two.py").write_text(TWO.format(end=end), encoding="utf-8")
    shutil.copy(ROOT / "conftest.py", folder)
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout


def test_what_a_failed_test_leaves_open_fails_no_other(tmp_path: Path) -> None:
    told = outcome(tmp_path, "raise ValueError")
    assert "1 failed, 1 passed" in told, told
    assert "ResourceWarning" not in told, told


def test_what_another_test_leaves_open_is_a_fault(tmp_path: Path) -> None:
    told = outcome(tmp_path, "pass")
    assert "1 failed, 1 passed" in told, told
    assert "ResourceWarning: unclosed <socket" in told, told
