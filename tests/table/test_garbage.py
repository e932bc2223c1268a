"""Garbage that holds itself is looked for where it is left; so what is done all the time must leave none."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chantier import Match
from chantier.table import garbage, protocol, tables
from chantier.table.hall import Hall
from chantier.table.live import Browser
from chantier.table.store.database import Store
from chantier.table.store.rows import SeatRow
from tests.installed import run

NAMES = ("Ada", "Grace")


class Deaf:
    """A line at whose end nobody says anything."""

    async def read(self) -> str:
        await asyncio.Event().wait()
        return ""

    async def write(self, text: str) -> None: ...

    async def close(self, code: int) -> None: ...


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def by_itself() -> Iterator[None]:
    """Nobody looks for garbage unless somebody is asked to."""
    gc.disable()
    yield
    gc.enable()


async def found_after_moves(game: str, folder: Path) -> list[int]:
    """What is found after ten moves at a table, which load what they need, and after thirty more."""
    hall = Hall(Store(f"sqlite:///{folder / 'tables.sqlite'}"))
    match = Match(game, 2, seed="garbage")
    seats = [SeatRow(n, "me", name, n, owner=name) for n, name in enumerate(NAMES)]
    gathering = await hall.begin(tables.seated(match, seats, "Ada", public=False, pace="free"))
    here = [Browser(hall, gathering, Deaf(), person, "en", protocol.asked) for person in (*NAMES, "Joan")]
    tasks = [asyncio.create_task(one.stay()) for one in here]
    await asyncio.sleep(0)  # they are in
    rng, found = Random(0), []
    for moves in (10, 30):
        for _ in range(moves):
            seat, action = gathering.table.match.to_act, rng.choice(gathering.table.match.legal)
            asked = {"type": "play", "version": gathering.table.version, "seat": seat, "action": action}
            await here[seat]._carry_out({**asked, "request": rng.getrandbits(40)})
        found.append(gc.collect())
    assert gathering.table.version == 40
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await hall.close()
    return found


PROGRAM = """
import asyncio, gc, pathlib, sys
from chantier.table import garbage
from tests.table.test_garbage import found_after_moves
gc.disable()
garbage.MANY = 10**9  # nothing is laid aside unseen
print(*asyncio.run(found_after_moves(sys.argv[1], pathlib.Path(sys.argv[2]))))
"""


@pytest.mark.parametrize("game", ["world_monuments", "arkadia", "queens_architect"])
def test_moves_leave_none(game: str, tmp_path: Path) -> None:
    """Decided, written, drawn for two players and somebody who looks on: whatever is no longer needed goes by itself. In a
    process of its own, where no threads of other tests leave anything."""
    done = run(tmp_path, "-c", PROGRAM, game, str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[1] == "0", done.stdout


@pytest.mark.usefixtures("by_itself")
def test_after_so_much_that_may_have_left_some_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_left", 0)
    gone = weakref.ref(Ring())
    for _ in range(garbage.LITTER - 1):
        garbage.leave()
    assert gone() is not None
    garbage.leave()
    assert gone() is None


@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize("littered", [True, False])
def test_never_is_more_looked_through_at_once_than_takes_a_moment(monkeypatch: pytest.MonkeyPatch, littered: bool) -> None:
    """What is new is laid aside before it is much, unseen if nothing was left among it; in the end everything is found."""
    looked = list[int]()

    def watch(phase: str, told: dict[str, int]) -> None:
        if phase == "start" and told["generation"] == 1:
            looked.append(len(gc.get_objects(0)) + len(gc.get_objects(1)))

    monkeypatch.setattr(garbage, "_left", 0)
    monkeypatch.setattr(garbage, "MANY", 2_000)
    gc.collect()
    gc.callbacks.append(watch)
    try:
        gone = weakref.ref(Ring())
        if littered:
            garbage.leave()
        kept: list[Any] = []
        for _ in range(20_000):
            kept.append([kept])
            garbage.grow()
        assert (gone() is None) == littered
        assert len(looked) == littered
        assert all(many < 2 * garbage.MANY for many in looked)
        assert gc.get_count()[0] <= garbage.MANY
        garbage.look_everywhere()
        assert gone() is None
    finally:
        gc.callbacks.remove(watch)
        gc.unfreeze()
