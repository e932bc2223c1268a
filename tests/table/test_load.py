"""The load benchmark does what it says, with a few tables for a moment."""

from __future__ import annotations

import pytest
from bench import load

from tests.table.databases import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_load_is_held_without_error(kind: str) -> None:
    found = load.run(kind, many=1 if kind == "sqlite" else 2, tables=3, seconds=2.0, every=0.5, game="world_monuments")
    assert found.errors == 0
    assert len(found.latencies) >= 3
    assert found.cpu > 0
    assert found.row().split()[0] == "3"
