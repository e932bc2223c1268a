"""The programs behind our figures still run: each is asked for as little as it can do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SMALLEST = {
    "before_after": [os.path.relpath(sys.executable, ROOT), "world_monuments", "--seats", "2", "--rounds", "1"],
    "first_decision": ["world_monuments"],
    "homes": ["world_monuments", "--seats", "2", "--games", "1", "--trees", "0"],
    "strength": [os.path.relpath(sys.executable, ROOT), "world_monuments", "--games", "2", "--seconds", "0.002"],
}
TOLD = {
    "before_after": ["  the same"],
    "first_decision": ["cold: ready", "machine code; warm: ready"],
    "homes": ["plain"],
    "strength": ["world_monuments"],
}


@pytest.mark.parametrize("program", SMALLEST)
def test_a_program_of_the_bench_runs(program: str) -> None:
    asked = [sys.executable, "-m", f"bench.{program}", *SMALLEST[program]]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    for words in TOLD[program]:
        assert words in done.stdout
