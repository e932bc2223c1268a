"""The load as people make it is that: every kind of person is there, and all that is printed is measured."""

from __future__ import annotations

import asyncio

import pytest
from bench import load


def test_a_small_crowd_of_every_kind_is_served_without_error(capsys: pytest.CaptureFixture[str]) -> None:
    how = "--tables 4 --minutes 0.05 --every 0.3 --game mixed --bots random --watchers 3 --slow 0.5 --leaves 0.5 --clients 2"
    assert load.main([*how.split(), "--processes", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2].startswith("after   0 min"), told
    words = told[-1].split()
    row = dict(zip(load.HEAD.split("(")[0].split(), words, strict=False))
    assert (row["tables"], row["errors"]) == ("4", "0"), told
    assert float(row["moves/s"]) > 0
    assert float(row["CPU"]) > 0
    assert float(row["client"]) > 0
    assert int(words[-3]) > 0, "nobody has come back"
    assert words[-2:] == ["came", "back"]


def test_the_trivial_game_that_rivals_play_too_is_played() -> None:
    with load.started("sqlite", 1, "bench.clicks", "--processes", "2") as servers:
        found = asyncio.run(load.measure(servers, tables=4, seconds=1.0, every=0.0, game="clicks"))
    assert found.errors == 0
    assert len(found.latencies) > 4
