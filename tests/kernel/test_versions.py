"""What compares two versions, tried with this one on both sides: it finds no difference."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bench import before_after, strength

from tests.nets import write_any


@pytest.mark.parametrize("what", ["random", "search"])
def test_a_version_does_the_same_as_itself(what: str) -> None:
    with before_after.Side(sys.executable) as before, before_after.Side(sys.executable) as after:
        assert "  the same" in before_after.compared(before, after, what, "world_monuments", 2, 5, 1)


def test_versions_play_whole_games_in_pairs() -> None:
    with strength.Player(sys.executable) as before, strength.Player(sys.executable) as after:
        assert "2 games: the newer won" in strength.compared("world_monuments", 2, 0.001, before, after)
        assert before.decisions > 20 < after.decisions


def test_a_net_plays_alone_among_older_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    with strength.Player(sys.executable) as before, strength.Player(sys.executable, learned=True) as after:
        told = strength.compared("world_monuments", 3, 0.001, before, after, seats=3, by_cpu=True)
        assert "3 games: the newer won" in told
        assert before.decisions > after.decisions > 20


def test_versions_with_other_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with strength.Player(sys.executable) as honest, strength.Player(sys.executable) as liar:
        ask = liar.ask

        def lie(*what: object) -> object:
            told = ask(*what)
            return [told[0], told[1][1:]] if what[0] == "play" else told

        monkeypatch.setattr(liar, "ask", lie)
        with pytest.raises(AssertionError, match="different rules; see move"):
            strength.played("world_monuments", "one", 0.001, [honest, liar])
