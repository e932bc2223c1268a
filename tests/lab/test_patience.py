"""Whoever waits is told what for and how far it is: on standard error, at a terminal, and only if it takes long."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bench.solved import positions

from chantier.cli import main
from chantier.lab import patience, solve

RUNS = {
    "arena": ["arena", "world_monuments", "random", "random", "--games", "4", "--workers", "1"],
    "dataset": ["dataset", "world_monuments", "random", "random", "--games", "3", "-o", "it.jsonl"],
    "balance": ["balance", "games.jsonl", "--json"],
    "solving": ["solve", "record.txt", "--json"],
    "machine code": ["warm", "world_monuments"],
}


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("name", RUNS)
def test_a_command_says_what_it_waits_for(
    name: str, looks: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is in a pipe, and none of it on standard output."""

    class AtOnce:
        def __init__(self, _: float, begin: object) -> None:
            self.start = begin

        def cancel(self) -> None:
            """It has begun."""

        join = cancel

    monkeypatch.setattr(patience, "Timer", AtOnce)
    monkeypatch.setattr(solve, "OFTEN", 10)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: looks, raising=False)
    monkeypatch.chdir(tmp_path)
    Path("record.txt").write_text(positions(1, 5, first=30)[0].record(), encoding="utf-8")
    if name == "balance":
        assert main([*RUNS["arena"], "--json", "games.jsonl"]) == 0
    capsys.readouterr()
    assert main(RUNS[name]) == 0
    out, err = capsys.readouterr()
    assert (name in err) == looks
    assert "\x1b" not in out
    if "--json" in RUNS[name]:
        assert json.loads(out)


def test_what_is_quickly_done_needs_no_word(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SOON", 1000.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with patience.waiting("something", 2) as told:
        told(1)
    assert "something" not in capsys.readouterr().err
