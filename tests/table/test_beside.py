"""Bots of a server think in a process beside it, which steps back; if it dies, they think where they are asked."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from chantier import Match, games
from chantier.background import LAST
from chantier.bots.deciding import Decision
from chantier.core import Game
from chantier.table import beside, tables
from chantier.table.alone.thinking import Thinker, question
from chantier.table.store.rows import SeatRow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a server is one process")
LEVEL = "master:40"


@pytest.fixture
def process() -> Iterator[beside.Process]:
    made = beside.Process()
    yield made
    made.close()


def bots(game: Game, moves: int = 0) -> tables.Table:
    """A table of masters after so many moves."""
    match = Match(game, seats=2, seed="beside")
    for _ in range(moves):
        match.play(match.legal[-1])
    seats = [SeatRow(n, "bot", "", n, LEVEL) for n in range(2)]
    return tables.seated(match, seats, "ada", public=False, pace="free")


@pytest.mark.parametrize("name", list(games))
def test_what_is_decided_there_can_be_done_here(name: str, process: beside.Process, monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> Decision:
        raise AssertionError("it thinks here")

    monkeypatch.setattr(beside, "decide", thinks)
    for moves in (0, 3):
        table = bots(games[name], moves)
        decided = process.decide(table, table.match.to_act, LEVEL)
        assert decided.action in table.match.legal
        assert (decided.level, decided.failures) == (LEVEL, ())
        assert decided.thought is not None


def test_it_steps_back(process: beside.Process) -> None:
    table = bots(games["arkadia"])
    process.decide(table, table.match.to_act, LEVEL)
    assert os.getpriority(os.PRIO_PROCESS, process.pid or 0) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + LAST)


def test_if_it_dies_bots_think_here(process: beside.Process) -> None:
    table = bots(games["arkadia"])
    os.kill(process.pid or 0, signal.SIGKILL)
    decided = process.decide(table, table.match.to_act, LEVEL)
    assert decided.action in table.match.legal
    assert process.gone


def test_a_fault_at_one_table_is_none_at_the_others(process: beside.Process) -> None:
    table, other = bots(games["arkadia"]), bots(games["arkadia"])
    table.row.hash = "another set"
    assert process.decide(table, table.match.to_act, LEVEL).action in table.match.legal
    assert not process.gone
    assert process.decide(other, other.match.to_act, LEVEL).thought is not None


def test_what_it_remembers_goes_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables and the trees of their bots: the next question finds somebody who knows nothing."""
    remembered = list[int]()

    class Remembering(Thinker):
        def ask(self, text: str) -> str:
            remembered.append(len(self.tables))
            return super().ask(text)

    monkeypatch.setattr(beside, "Thinker", Remembering)
    monkeypatch.setattr(beside, "RESTS", 0.0)
    ours, theirs = multiprocessing.Pipe()
    table = bots(games["arkadia"])
    asked = question(table, what="decide", seat=table.match.to_act, level=LEVEL).encode()
    for many in (2, 1):  # questions that come one after the other, and one more after a rest
        for _ in range(many):
            ours.send_bytes(asked)
        beside._answer_for_a_while(theirs)
        assert all(ours.recv_bytes() for _ in range(many))
    assert remembered == [0, 1, 0]


def test_when_the_server_stops_nobody_thinks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> Decision:
        raise AssertionError("it thinks here")

    monkeypatch.setattr(beside, "decide", thinks)
    process, table = beside.Process(), bots(games["arkadia"])
    process.close()
    with pytest.raises((OSError, EOFError)):
        process.decide(table, table.match.to_act, LEVEL)
