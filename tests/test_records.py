"""Records of faults that were found once: each still replays to its end. What was wrong is tested where it belongs."""

from __future__ import annotations

from pathlib import Path

import pytest

from chantier.terminal.replay import SAME, check

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_record_of_a_fault_still_replays(path: Path) -> None:
    assert check(path).word == SAME
