"""Games that are over leave nothing behind but what was drawn: the same is held after many as after some."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter

import pytest
from bench import soak

from chantier.match import Match
from chantier.table import door, hall, live, serve
from chantier.table.gathering import Gathering
from chantier.table.tables import Table

OVER, GAMES = 2, 6


def test_what_is_held_does_not_grow_with_the_games_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last few games everything is kept, of all before them nothing, and of browsers that have left nothing at all."""
    monkeypatch.setattr(live, "BURST", live.BURST)  # the soak lets them be as fast as they can
    monkeypatch.setattr(live, "RATE", live.RATE)
    monkeypatch.setattr(soak, "PARTS", GAMES)
    monkeypatch.setattr(hall, "OVER", OVER)  # fewer are enough to see it
    gc.collect()
    before = held()
    after: list[Counter[type]] = []

    def look(_: soak.Soak) -> None:
        gc.collect()
        after.append(held() - before)

    asyncio.run(soak.soak(GAMES, look, tables=1, kinds=("world_monuments",)))
    assert len(after) == GAMES
    assert after[0][Gathering] == 1, "it counts"
    assert after[-1] == after[-3], f"of {GAMES} games the same is left as of {GAMES - 2}"
    assert after[-1][Gathering] <= OVER + 1
    assert after[-1][live.Browser] == 0, "nobody is there any more"


def test_what_holds_itself_goes_after_a_while_however_long_it_has_lived() -> None:
    """The server looks through what is new where garbage is left, and through everything on a clock of its own."""

    class Ring:
        """Something that holds itself."""

    one = Ring()
    one.__dict__["self"] = one
    gone = weakref.ref(one)
    gc.collect()  # it has lived long
    del one

    async def look() -> int:
        serve.look_for_garbage()
        loop = asyncio.get_running_loop()
        return len([handle for handle in loop._scheduled if not handle.cancelled()])  # type: ignore[attr-defined]

    assert asyncio.run(look()) == 1, "and again after a while"
    assert gone() is None


def test_what_lies_free_goes_back_to_the_system_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library of C would keep it, and the pages that it lies in are never the same ones."""
    asked: list[str] = []
    monkeypatch.setattr(door, "_ask_libc", lambda function, *args: asked.append(function))

    async def look() -> None:
        serve.look_for_garbage()

    asyncio.run(look())
    assert asked == ["malloc_trim"]


def held() -> Counter[type]:
    kinds = (Gathering, Table, Match, live.Browser)
    return Counter(type(one) for one in gc.get_objects() if type(one) in kinds)
