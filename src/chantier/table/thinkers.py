"""Bots at the tables of this process: who thinks when, what they remember, and what people are told about it.

Thinking time is shared out among those who made the tables. Levels that answer at once have a thread of their own, and so
have hints; bots at tables where nobody is think when nobody else does, and bots among themselves while nobody is anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from chantier.bots import THINKING
from chantier.bots.deciding import Decision, advise, below_strength, decide
from chantier.core import Bot, Game
from chantier.table import garbage, tables
from chantier.table.fair import Lane
from chantier.table.refusals import Refused
from chantier.table.store.rows import SeatRow, Stored

if TYPE_CHECKING:
    from chantier.table.gathering import Gathering
    from chantier.table.hall import Hall
    from chantier.table.metrics import Metrics

LOG = logging.getLogger("chantier.table")
AGAIN = 1.0  # seconds until a bot tries again to write its move
DEEP = 2  # threads for bots that think
AT_ONCE = 0.005  # seconds that others take
MOST_HINTS = 20  # that wait
IDLE = 4  # tables at once at which bots go on without anybody there
STINT = 20  # moves after which another such table has its turn
REST = 10.0  # seconds after which bots that are among themselves look whether everybody has left


class Thinkers:
    """All bots of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.quick, self.deep, self.hints = Lane("quick-bot", 1), Lane("bot", self._deep()), Lane("hint", 1)
        self._asking: set[str] = set()  # persons who wait for a hint
        self._left: dict[str, dict[str, bool]] = {}  # tables where nobody is, by who made them; whose turn it is comes first;
        # and whether people sit there, who will come back
        self._rests: asyncio.TimerHandle | None = None
        self._idlers = 0  # how many of these are in hand
        self._fetched: set[str] = set()  # those that are being loaded for it

    def _deep(self) -> int:
        """Where several processes think, each has fewer threads for it."""
        siblings = self.hall.store.siblings
        return max(1, DEEP // siblings.many) if siblings else DEEP

    def look(self) -> None:
        """Somebody has come: what was idle may be so no more."""
        self.quick.look()
        self.deep.look()

    def close(self) -> None:
        if self._rests:
            self._rests.cancel()
        for lane in (self.quick, self.deep, self.hints):
            lane.close()

    # --- moves --------------------------------------------------------------------------------------------------------

    def wake(self, gathering: Gathering) -> None:
        """A bot has to decide: at once where somebody is, else when there is time."""
        if gathering.attended:
            self._begin(gathering)
        elif gathering.table.id not in self._fetched:
            self._leave_at(gathering)

    def _begin(self, gathering: Gathering, most: int | None = None) -> None:
        if gathering.task is None:
            gathering.task = asyncio.get_running_loop().create_task(self._play(gathering, most))

    async def _play(self, gathering: Gathering, most: int | None) -> None:
        """Bots decide at a table until somebody else has to; where nobody is, only so many times."""
        try:
            while gathering.table.bot and self.hall.gatherings.get(gathering.table.id) is gathering:
                if not gathering.attended:
                    if not most or not self._may_go_on(_is_awaited(gathering.table.seats)):
                        self._leave_at(gathering)
                        return
                    most -= 1
                try:
                    await self._move(gathering)
                except Refused as refused:  # the store fails or another process was faster: try again
                    LOG.error("a bot at table %s could not move: %s", gathering.table.id, refused.error)
                    await asyncio.sleep(AGAIN)
        finally:
            gathering.task = None
            gathering.forget_bots()

    async def _move(self, gathering: Gathering) -> None:
        table, began = gathering.table, gathering.moved
        version, seat, level = table.version, table.match.to_act, table.bot
        gathering.thinking = thinking(table.match.game, seat, level)
        gathering.tell(gathering.thinking)
        try:
            decided = await self.decide(gathering, seat, level)
        finally:
            gathering.thinking = None
            gathering.forget_bots()
        log(decided, table.id, self.hall.metrics)
        gathering.note_failure(failed(seat, level, decided))
        await asyncio.sleep(max(0.0, began + self.hall.pace - time.monotonic()))
        async with gathering.lock:
            if gathering.table is table and table.version == version and table.bot:
                await self.hall.play(gathering, decided.action)

    async def decide(self, gathering: Gathering, seat: int, level: str) -> Decision:
        """What a bot decides, as soon as it is its turn to think."""
        work = partial(decide, gathering.bot(seat, level), gathering.table.match.seen(), level)
        lane = self.deep if is_deep(level) else self.quick
        if lane is self.deep:
            garbage.leave()  # the thought before this one did
        return await lane.run(gathering.table.row.host, expected(level), lambda: gathering.attended, work)

    # --- hints --------------------------------------------------------------------------------------------------------

    async def hint(self, gathering: Gathering, seat: int, person: str) -> Decision:
        """What the strongest bot would do, and what it thought. Nobody asks for a second one before the first is there."""
        if person in self._asking or len(self._asking) >= MOST_HINTS:
            raise Refused("fast")
        self._asking.add(person)
        try:
            decided = await self.advise(gathering, seat, person)
        finally:
            self._asking.discard(person)
            garbage.leave()
        log(decided, gathering.table.id, self.hall.metrics)
        return decided

    async def advise(self, gathering: Gathering, seat: int, person: str) -> Decision:
        """The same, once there is time for it."""
        return await self.hints.run(person, 1.0, lambda: True, partial(advise, gathering.table.match.seen(seat)))

    # --- where nobody is ----------------------------------------------------------------------------------------------

    def resume(self, found: Sequence[Stored]) -> None:
        """After a start: wherever a bot has to decide, it does so in idle time; where people wait for it, first."""
        for stored in sorted(filter(_bot_acts, found), key=lambda stored: not _is_awaited(stored.seats)):
            self._leave(stored.match.id, stored.match.host, _is_awaited(stored.seats))

    def _leave_at(self, gathering: Gathering) -> None:
        self._leave(gathering.table.id, gathering.table.row.host, _is_awaited(gathering.table.seats))

    def _leave(self, table: str, host: str, awaited: bool) -> None:
        """Bots go on at this table in idle time. Few such tables are in memory for that, however many there are."""
        self._left.setdefault(host, {})[table] = awaited
        if self._idlers < IDLE:
            self._idlers += 1
            self.hall.soon(self._idle())

    async def _idle(self) -> None:
        try:
            while found := self._next():
                host, table = found
                await self.deep.run(host, 0.0, lambda: False, lambda: None)  # there is time
                await self._go_on(table)
        finally:
            self._idlers -= 1
        if self._left and not self._rests:
            self._rests = asyncio.get_running_loop().call_later(REST, self._look_again)

    def _look_again(self) -> None:
        self._rests = None
        if self._left and not self._idlers and not self.hall.closed:
            self._idlers += 1
            self.hall.soon(self._idle())

    def _next(self) -> tuple[str, str] | None:
        """A table at which bots may go on, and who made it; then the others have their turns."""
        alone = self._may_go_on(awaited=False)
        for host, left in self._left.items():
            table = next((table for table, people in left.items() if people or alone), None)
            if table is not None:
                del self._left[host], left[table]
                if left:
                    self._left[host] = left
                return host, table
        return None

    def _may_go_on(self, awaited: bool) -> bool:
        """Where people will come back, in idle time; bots among themselves, whom nobody looks at, only while nobody is here at
        all: they would take a core and much memory from nobody else, but for nobody either."""
        return awaited or not any(gathering.guests for gathering in self.hall.gatherings.values())

    async def _go_on(self, table: str) -> None:
        self._fetched.add(table)
        try:
            gathering = await self.hall.gathering(table)
        except Refused as refused:
            LOG.warning("table %s cannot go on: %s", table, refused.more or refused.error)
            return
        finally:
            self._fetched.discard(table)
        gathering = self.hall.kept(gathering)
        if gathering.table.bot:
            self._begin(gathering, STINT)
        if gathering.task:
            await asyncio.wait([gathering.task])
        self.hall.let_go(gathering)


def _bot_acts(stored: Stored) -> bool:
    last = stored.snapshot
    return last is None or (last.to_act >= 0 and bool(stored.seats[last.to_act].level))


def _is_awaited(seats: Sequence[SeatRow]) -> bool:
    """Whether people sit there, or may."""
    return any(seat.kind != "bot" for seat in seats)


# --- what is known about levels -------------------------------------------------------------------------------------------


def is_deep(level: str) -> bool:
    """Whether a bot may think for long; so may programs of which nobody knows what they do."""
    return level not in ("random", "apprentice")


def expected(level: str) -> float:
    """About how many seconds a decision takes."""
    if level in THINKING:
        return float(import_module(f"chantier.bots.{level}").BUDGET.seconds)
    return 1.0 if is_deep(level) else AT_ONCE


def player(players: dict[Any, tuple[str, Bot]], key: Any, level: str) -> Bot:
    """The bot that is remembered under a key, or a new one of its level."""
    if players.get(key, ("", None))[0] != level:
        players[key] = (level, tables.player(level))
    return players[key][1]


# --- what is told ---------------------------------------------------------------------------------------------------------


def thinking(game: Game, seat: int, level: str) -> dict[str, Any]:
    """A bot thinks; and for how long its level plays below its strength, if it does: seconds left, and in all."""
    making = below_strength(game, level)
    below = {"below": {"left": making.left, "of": round(making.expected)}} if making else {}
    return {"type": "thinking", "seat": seat, **below}


def failed(seat: int, level: str, decided: Decision) -> dict[str, Any]:
    """A bot has failed, and a weaker level answers for it; or nothing has failed, and that bot decides for itself."""
    return {"type": "failed", "seat": seat, "level": level, "instead": decided.level if decided.failures else ""}


def log(decided: Decision, table: str, metrics: Metrics | None = None) -> None:
    """Every failure is logged and counted."""
    for failure in decided.failures:
        LOG.error("a bot of the level %s failed at table %s", failure.level, table, exc_info=failure.error)
        if metrics:
            metrics.bot_failures.labels(failure.level).inc()
