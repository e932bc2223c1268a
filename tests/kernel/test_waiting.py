"""Whoever waits for machine code is told so, and `chantier warm` makes it beforehand."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import chantier
from chantier.binding import BATCH
from chantier.bots import search_many
from chantier.cli import main
from chantier.kernel import native, waiting
from chantier.kernel.many import Many
from tests.installed import HASTY


@pytest.mark.unmeasured
def test_warm_builds_what_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path)
    monkeypatch.setenv("CC", HASTY)
    monkeypatch.setattr(native, "compiler", native.compiler.__wrapped__)
    assert main(["warm", "world_monuments"]) == 0
    assert capsys.readouterr().out.count("built") == 3
    assert len(list(tmp_path.rglob("world_monuments-*"))) == 3
    assert main(["warm", "world_monuments"]) == 0
    assert capsys.readouterr().out.count("was there") == 3
    assert main(["warm", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("looks", [True, False])
def test_who_looks_is_told_what_is_waited_for(
    looks: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only while it takes long, and only at a terminal."""
    told = threading.Event()
    say = waiting._say

    def heard(*given: Any) -> None:
        say(*given)
        told.set()

    def slow(*given: Any) -> str:
        if looks:
            assert told.wait(60)
        return "code"

    monkeypatch.setattr(waiting, "_say", heard)
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    monkeypatch.setattr(native, "native", slow)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: looks, raising=False)
    made: Any = waiting.at_hand(chantier.games["world_monuments"], BATCH)
    assert made == "code"
    assert ("building machine code of World Monuments for learners" in capsys.readouterr().err) == looks


def test_where_there_is_none_everything_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a wheel has brought machine code for bots, but none for learners, and there is no compiler."""

    def none(*given: Any) -> None:
        raise native.NoCompiler("none")

    monkeypatch.setattr(native, "native", none)
    assert waiting.at_hand(chantier.games["arkadia"], BATCH) is None
    many = Many("world_monuments", 2)
    many.step(many.random_actions())
    assert search_many([chantier.Match("world_monuments", seed="x")], 3).visits.sum() == 3


def test_without_a_compiler_it_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "available", lambda: False)
    assert main(["warm"]) == 0
    assert "everything works, interpreted" in capsys.readouterr().out
