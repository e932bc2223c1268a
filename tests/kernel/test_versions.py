"""What compares two versions, tried with this one on both sides: it finds no difference."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bench import before_after, strength
from bench.strength import Contest

from tests.nets import write_any


@pytest.mark.parametrize("what", ["random", "search"])
def test_a_version_does_the_same_as_itself(what: str) -> None:
    with before_after.Side(sys.executable) as before, before_after.Side(sys.executable) as after:
        assert "  the same" in before_after.compared(before, after, what, "world_monuments", 2, 5, 1)


def test_versions_play_whole_games_in_pairs() -> None:
    contest = Contest("world_monuments", 2, 0.001, False, None, ["before", "after"])
    with strength.Player(sys.executable) as before, strength.Player(sys.executable) as after:
        games = list(strength.games_of(contest, 2, "pair", before, after, []))
        assert before.decisions > 20 < after.decisions
        assert before.pace > 0 < after.pace
    assert [(one.deal, one.seat) for one in games] == [("pair 0", 0), ("pair 0", 1)]
    assert "2 games: the newer won" in strength.in_words(games)


def test_a_net_plays_alone_among_older_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    contest = Contest("world_monuments", 3, 0.001, True, "a net", ["before", "after"])
    with strength.Player(sys.executable) as before, strength.Player(sys.executable, learned=True) as after:
        games = list(strength.games_of(contest, 3, "alone", before, after, []))
        assert before.decisions > after.decisions > 20
    assert [one.seat for one in games] == [0, 1, 2]
    assert "net a net, after against before: 3 games: the newer won" in strength.in_words(games)


def test_games_of_a_contest_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a file holds is not played again: a larger number adds to it, and with none it only says what is there."""
    file, told, lines = tmp_path / "games.jsonl", list[str](), list[list[str]]()
    for many in ("1", "3", "0"):
        asked = ["strength", sys.executable, "world_monuments", "--seconds", "0.001", "--games", many, "--keep", str(file)]
        monkeypatch.setattr(sys, "argv", asked)
        strength.main()
        told.append(capsys.readouterr().out)
        lines.append(file.read_text(encoding="utf-8").splitlines())
    assert [len(kept) for kept in lines] == [1, 3, 3]
    assert lines[1][0] == lines[0][0]
    games = strength.kept(file)
    assert [(one.deal, one.seat) for one in games] == [("strength 0", 0), ("strength 0", 1), ("strength 1", 0)]
    assert all(one.contest.seats == len(one.places) == len(one.scores) == 2 for one in games)
    assert [one.line() for one in games] == [f"{line}\n" for line in lines[2]]
    assert "3 games: the newer won" in told[1] == told[2]


def test_versions_with_other_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with strength.Player(sys.executable) as honest, strength.Player(sys.executable) as liar:
        ask = liar.ask

        def lie(*what: object) -> object:
            told = ask(*what)
            return [told[0], told[1][1:]] if what[0] == "play" else told

        monkeypatch.setattr(liar, "ask", lie)
        with pytest.raises(AssertionError, match="different rules; see move"):
            strength.played("world_monuments", "one", 0.001, [honest, liar])
