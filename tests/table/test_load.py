"""The benchmarks of the server do what they say, with a few tables for a moment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench import load

from tests.table.databases import KINDS

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_load_is_held_without_error(kind: str) -> None:
    found = load.run(kind, many=1 if kind == "sqlite" else 2, tables=3, seconds=2.0, every=0.5, game="world_monuments")
    assert found.errors == 0
    assert len(found.latencies) >= 3
    assert found.cpu > 0
    assert found.row().split()[0] == "3"


def test_what_moves_waited_for_is_read_from_the_counters() -> None:
    told = """
chantier_stage_seconds_bucket{le="0.001",stage="show"} 90.0
chantier_stage_seconds_bucket{le="0.01",stage="show"} 99.0
chantier_stage_seconds_bucket{le="+Inf",stage="show"} 100.0
chantier_stage_seconds_bucket{stage="send",le="0.001"} 7.0
chantier_lag_seconds_bucket{le="0.002"} 3.0
chantier_lag_seconds_sum 0.1
"""
    found = load.stages(told)
    assert set(found) == {"show", "send", "lag"}
    assert [load.within(found["show"], part) for part in (0.5, 0.95, 1.0)] == [1.0, 10.0, float("inf")]
    assert load.within(found["lag"], 0.99) == 2.0


@pytest.mark.unmeasured
def test_a_hostile_guest_is_told_no_while_honest_tables_go_on() -> None:
    """In a process of its own, as whoever measures would start it."""
    how = ["--tables", "5", "--seconds", "4", "--every", "0.5", "--strength", "0.05", "--settling", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.guest", *how], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode in (0, 1), done.stderr
    assert "times as long" in done.stdout, done.stderr
    rows = {line.split("  ")[0]: line.split() for line in done.stdout.splitlines()}
    assert int(rows["without the guest"][3]) > 5
    assert int(rows["with the guest"][3]) > 5
    assert "MB before" in done.stdout
    for abuse in ("unknown ids: ", "codes: ", "sign-ins: ", "tables of masters: ", "half-open requests: ", "slow readers: "):
        assert abuse in done.stdout, done.stdout
    assert "404 no table" in done.stdout
