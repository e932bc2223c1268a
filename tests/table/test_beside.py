"""Bots of a server think in a process beside it, which steps back, and is gone when nobody asks; if none can be had, they think
where they are asked."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from chantier import Match, games
from chantier.background import LAST
from chantier.bots.deciding import Decision
from chantier.core import Game
from chantier.table import beside, nursery, tables
from chantier.table.alone.thinking import Thinker, question
from chantier.table.beside import Thinking
from chantier.table.nursery import Aside, Nursery
from chantier.table.people import passwords
from chantier.table.store.rows import SeatRow
from tests.table.crashes import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a server is one process")
LEVEL = "master:40"


def echo(line: Connection) -> None:
    nursery.answer(line, lambda asked: b"%d %b" % (os.getpid(), asked))


def fragile(line: Connection) -> None:
    """Dies of some questions."""
    nursery.answer(line, lambda asked: asked if asked != b"die" else os._exit(1))


@pytest.fixture
def nurses() -> Iterator[Nursery]:
    hashing = partial(nursery.answer, told=passwords.answered)
    made = Nursery({"think": beside.think, "hash": hashing, "echo": echo, "fragile": fragile})
    yield made
    made.close()


@pytest.fixture
def thinking(nurses: Nursery) -> Thinking:
    return Thinking(Aside(nurses, "think"))


@pytest.fixture
def not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> Decision:
        raise AssertionError("it thinks here")

    monkeypatch.setattr(beside, "decide", thinks)


def those_beside(nurses: Nursery) -> list[int]:
    """The processes that a nursery has sent out and that are still there."""
    return [int(child) for child in Path(f"/proc/{nurses.pid}/task/{nurses.pid}/children").read_text().split()]


def bots(game: Game, moves: int = 0) -> tables.Table:
    """A table of masters after so many moves."""
    match = Match(game, seats=2, seed="beside")
    for _ in range(moves):
        match.play(match.legal[-1])
    seats = [SeatRow(n, "bot", "", n, LEVEL) for n in range(2)]
    return tables.seated(match, seats, "ada", public=False, pace="free")


@pytest.mark.usefixtures("not_here")
@pytest.mark.parametrize("name", list(games))
def test_what_is_decided_there_can_be_done_here(name: str, thinking: Thinking) -> None:
    for moves in (0, 3):
        table = bots(games[name], moves)
        decided = thinking.decide(table, table.match.to_act, LEVEL, True)
        assert decided.action in table.match.legal
        assert (decided.level, decided.failures) == (LEVEL, ())
        assert decided.thought is not None


def test_it_steps_back(nurses: Nursery, thinking: Thinking) -> None:
    assert not those_beside(nurses), "nobody has asked for anything"
    table = bots(games["arkadia"])
    thinking.decide(table, table.match.to_act, LEVEL, True)
    assert [os.getpriority(os.PRIO_PROCESS, one) for one in those_beside(nurses)] == [
        min(19, os.getpriority(os.PRIO_PROCESS, 0) + LAST)
    ]


@pytest.mark.usefixtures("not_here")
def test_if_it_dies_another_goes_on(nurses: Nursery, thinking: Thinking) -> None:
    table = bots(games["arkadia"])
    for _ in range(3):
        assert thinking.decide(table, table.match.to_act, LEVEL, True).thought is not None
        (one,) = those_beside(nurses)
        os.kill(one, signal.SIGKILL)
        until(lambda one=one: one not in those_beside(nurses), "it does not die")  # type: ignore[misc]


def test_if_none_can_be_had_bots_think_here(nurses: Nursery, thinking: Thinking) -> None:
    table = bots(games["arkadia"])
    nurses.close()
    assert thinking.decide(table, table.match.to_act, LEVEL, True).action in table.match.legal


def test_a_fault_at_one_table_is_none_at_the_others(nurses: Nursery, thinking: Thinking) -> None:
    table, other = bots(games["arkadia"]), bots(games["arkadia"])
    table.row.hash = "another set"
    assert thinking.decide(table, table.match.to_act, LEVEL, True).action in table.match.legal
    (same,) = those_beside(nurses)
    assert thinking.decide(other, other.match.to_act, LEVEL, True).thought is not None
    assert those_beside(nurses) == [same]


def test_where_nobody_looks_on_no_bot_is_kept() -> None:
    """Their trees are large, and such tables are many."""
    thinker, table = Thinker(), bots(games["arkadia"])
    seat = table.match.to_act
    for keep in (True, False, True):
        thinker.ask(question(table, what="decide", seat=seat, level=LEVEL, keep=keep))
        assert list(thinker.bots) == ([(table.id, seat)] if keep else [])
    assert list(thinker.tables) == [table.id]


def test_when_the_server_stops_nobody_thinks_on(
    nurses: Nursery, thinking: Thinking, not_here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bots(games["arkadia"])
    thinking.decide(table, table.match.to_act, LEVEL, True)
    thinking.close()
    with pytest.raises(OSError):
        thinking.decide(table, table.match.to_act, LEVEL, True)
    until(lambda: not those_beside(nurses), "it waits for questions that nobody can ask")


# --- where they come from ---------------------------------------------------------------------------------------------------


def test_when_nobody_asks_it_is_gone_with_all_that_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nursery, "RESTS", 0.05)
    nurses = Nursery({"echo": echo})
    aside = Aside(nurses, "echo")
    try:
        first = aside.ask(b"one").split()
        until(lambda: not those_beside(nurses), "it stays")
        assert first[1] == b"one"
        then = aside.ask(b"two").split()
        assert then[1] == b"two"
        assert then[0] != first[0], "it is another"
    finally:
        nurses.close()


def test_one_goes_on_as_long_as_it_is_asked(nurses: Nursery) -> None:
    aside, other = Aside(nurses, "echo"), Aside(nurses, "echo")
    assert len({aside.ask(b"%d" % n).split()[0] for n in range(20)}) == 1
    assert aside.ask(b"") != other.ask(b""), "each has its own"


def test_what_one_dies_of_is_tried_twice_and_no_more(nurses: Nursery) -> None:
    aside = Aside(nurses, "fragile")
    assert aside.ask(b"live") == b"live"
    with pytest.raises(OSError):
        aside.ask(b"die")
    assert aside.ask(b"live") == b"live"


def test_all_of_them_end_with_the_nursery(nurses: Nursery) -> None:
    pid = int(Aside(nurses, "echo").ask(b"").split()[0])
    nurses.close()
    until(lambda: not Path(f"/proc/{pid}").exists(), "it stays")


# --- passwords --------------------------------------------------------------------------------------------------------------


def test_passwords_are_hashed_and_checked_there(nurses: Nursery, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: object) -> str:
        raise AssertionError("it is hashed here")

    async def look() -> None:
        made = passwords.Passwords(Aside(nurses, "hash").ask)
        kept = await made.hash("sesame, open")
        assert [await made.verify(one, "sesame, open") for one in (kept, None)] == [True, False]
        assert not await made.verify(kept, "sesame, shut")
        made.close()

    monkeypatch.setattr(passwords, "hashed", here)
    monkeypatch.setattr(passwords, "verified", here)
    asyncio.run(look())
    assert len(those_beside(nurses)) == 1


def test_if_nobody_can_hash_there_it_is_done_here(nurses: Nursery) -> None:
    nurses.close()

    async def look() -> None:
        made = passwords.Passwords(Aside(nurses, "hash").ask)
        assert await made.verify(await made.hash("sesame"), "sesame")
        made.close()

    asyncio.run(look())
