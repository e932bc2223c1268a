"""The hall: all tables that are in use, what is done at them, and who is told about it.

Everything here runs on the event loop; what waits for the disk or thinks for long runs in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from chantier.bots import LEVELS, bot
from chantier.bots.thought import Thought
from chantier.core import Bot, IllegalAction, NoUndo, Seen
from chantier.match import Match
from chantier.table import clean, tables
from chantier.table import clock as clocks
from chantier.table.position import Shown
from chantier.table.says import Refused
from chantier.table.store import Changed, ChatRow, SeatRow, Store, Stored, now
from chantier.table.tables import Table

LOG = logging.getLogger("chantier.table")
T = TypeVar("T")
Request: TypeAlias = str | int | None  # by which a browser knows its request again
REMEMBERED = 2000  # requests at one table
KEPT = 500  # tables in memory at which nobody is
AGAIN = 1.0  # seconds until a bot tries again to write its move
ABSENT = 60.0  # seconds after which others may ask a bot to go on for somebody


class Guest(Protocol):
    """A browser that looks at a table."""

    person: str | None

    def show_position(self, request: Request = None) -> None: ...

    def show_table(self) -> None: ...

    def refresh(self) -> None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


class Live:
    """A table in use: who is there, the bots at it, and what was shown of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # held by whoever changes the table
        self.guests: set[Guest] = set()
        self.bots: dict[int, tuple[str, Bot]] = {}
        self.task: asyncio.Task[None] | None = None
        self.shown = Shown()
        self.moved = time.monotonic()
        self.left: dict[str, float] = {}  # when somebody was last here
        self.done: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_done(self, person: str, request: str | int) -> bool:
        """Whether this request was carried out already: one that is sent twice is carried out once."""
        return (person, str(request)) in self.done

    def remember(self, person: str, request: str | int) -> None:
        self.done[person, str(request)] = None
        if len(self.done) > REMEMBERED:
            self.done.popitem(last=False)

    @property
    def present(self) -> set[str]:
        return {guest.person for guest in self.guests if guest.person is not None}

    def absent_for(self, person: str | None) -> float:
        if person is None:
            return float("inf")
        return 0.0 if person in self.present else time.monotonic() - self.left.get(person, self.moved)

    def enter(self, guest: Guest) -> None:
        new = guest.person not in self.present
        self.guests.add(guest)
        if new:
            self.show_table(but=guest)

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        if guest.person is not None and guest.person not in self.present:
            self.left[guest.person] = time.monotonic()
            self.show_table()

    def show_position(self, by: Guest | None = None, request: Request = None) -> None:
        for guest in list(self.guests):
            guest.show_position(request if guest is by else None)

    def show_table(self, but: Guest | None = None) -> None:
        for guest in list(self.guests):
            if guest is not but:
                guest.show_table()

    def tell(self, message: dict[str, Any]) -> None:
        for guest in list(self.guests):
            guest.tell(message)


class Hall:
    """All tables. `pace` is the shortest time between two moves of bots, in seconds, so that people can follow."""

    def __init__(self, store: Store, pace: float = 0.4) -> None:
        self.store = store
        self.pace = pace
        self.lives: dict[str, Live] = {}
        self.thinkers = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self._loading: dict[str, asyncio.Lock] = {}
        self._closed = False

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def disk(self, work: Callable[..., T], *args: Any, **more: Any) -> T:
        """Something that waits for the disk, in a thread. A database that fails is a refusal, and nothing has changed."""
        try:
            return await asyncio.to_thread(work, *args, **more)
        except SQLAlchemyError as error:
            LOG.error("the store failed: %s", type(error).__name__)
            raise Refused("store") from error

    async def live(self, table: str) -> Live:
        """A table in use; loaded from the store if it is not."""
        if table not in self.lives:
            async with self._loading.setdefault(table, asyncio.Lock()):
                if table not in self.lives:
                    self._keep(await self._load(table))
            self._loading.pop(table, None)
        return self.lives[table]

    async def _load(self, table: str) -> Live:
        stored = await self.disk(self.store.load, table)
        if stored is None:
            raise Refused("no table")
        return Live(await asyncio.to_thread(tables.restored, stored))

    def _keep(self, live: Live) -> Live:
        idle = [key for key, old in self.lives.items() if not old.guests and old.task is None and not old.lock.locked()]
        for key in idle[: max(0, len(idle) - KEPT)]:
            del self.lives[key]
        self.lives[live.table.id] = live
        self.wake(live)
        return live

    async def resume(self) -> None:
        """After a start: bots go on wherever it is their turn."""
        for stored in await self.disk(self.store.unfinished):
            last = stored.snapshot
            if last is None or (last.to_act >= 0 and stored.seats[last.to_act].level):
                try:
                    await self.live(stored.match.id)
                except Refused as refused:
                    LOG.warning("table %s cannot go on: %s", stored.match.id, refused.more or refused.error)

    async def close(self) -> None:
        """Stop the bots; what is being written is finished."""
        self._closed = True
        tasks = [live.task for live in self.lives.values() if live.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def begin(self, table: Table) -> Live:
        """Write a new table down; only then it is one."""
        for _ in range(20):
            stored = Stored(table.row, table.seats, tables.snapshot(table.match), tables.move_rows(table.match, 0))
            try:
                await self.disk(self.store.begin, stored)
            except Changed:  # the code is taken
                table.row.code = tables.new_code()
                continue
            table.times = [move.at for move in stored.moves]
            return self._keep(Live(table))
        raise Refused("store")

    async def rematch(self, live: Live, person: str) -> str:
        """The table of the rematch: made once, whoever asks."""
        table = live.table
        async with live.lock:
            if not table.row.next:
                new = tables.rematch(table, person)
                await self.begin(new)
                await self.disk(self.store.set_next, table.id, new.id)
                table.row.next = new.id
        live.show_table()
        return table.row.next

    # --- seats --------------------------------------------------------------------------------------------------------

    async def sit(
        self, live: Live, number: int, person: str, name: str | None, colour: int | None, link: str | None = None
    ) -> None:
        """Sit down on a free seat, or change one's name or colour."""
        async with live.lock:
            seat = live.table.seat(number)
            if seat.owner != person and (seat.kind == "bot" or seat.owner is not None):
                raise Refused("taken")
            if seat.owner is None and seat.kind == "link" and (link is None or seat.link != link):
                raise Refused("not yours")
            values: dict[str, Any] = {"owner": person}
            if seat.owner is None:
                values["level"] = ""
            if name is not None:
                values["name"] = clean.name(name)
            if colour is not None:
                values["colour"] = colour
            await self._change_seat(live, seat, values)

    async def hand_over(self, live: Live, number: int, person: str, level: str | None) -> None:
        """A bot goes on for a seat, or gives it back. Others may ask for it only if nobody sits there or is there."""
        async with live.lock:
            seat = live.table.seat(number)
            if seat.kind == "bot":
                raise Refused("taken")
            if seat.owner != person:
                if level is None or not (live.table.held(person) or live.table.row.host == person):
                    raise Refused("not yours")
                if live.absent_for(seat.owner) < ABSENT and live.table.time_left(number) > 0:
                    raise Refused("present")
            await self._change_seat(live, seat, {"level": tables.check_level(level) if level else ""})

    async def pause(self, live: Live, person: str, pause: bool) -> None:
        """Stop the clock or let it run again: whoever sits at the table may."""
        async with live.lock:
            table = live.table
            if not table.held(person):
                raise Refused("not yours")
            await self._set_clock(live, clocks.paused(table.row.clock, table.match.to_act, pause, now()))
        live.show_table()

    async def _set_clock(self, live: Live, clock: clocks.Clock) -> None:
        await self.disk(self.store.set_clock, live.table.id, clock)
        live.table.row.clock = clock

    async def _change_seat(self, live: Live, seat: SeatRow, values: dict[str, Any]) -> None:
        waited = live.table.waits and bool(live.table.row.clock)
        try:
            await self.disk(self.store.change_seat, live.table.id, seat.seat, owned_by=seat.owner, **values)
        except Changed:
            raise Refused("taken") from None
        for key, value in values.items():
            setattr(seat, key, value)
        if waited and not live.table.waits:
            await self._set_clock(live, {**live.table.row.clock, "since": now()})
        live.shown.forget()
        for guest in list(live.guests):
            guest.refresh()
        self.wake(live)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, live: Live, action: int, by: Guest | None = None, request: Request = None) -> None:
        """One decision and the chance that follows. Whoever calls it holds the lock and has checked the seat."""
        twin = live.table.match.copy()
        first = len(twin.moves)
        try:
            twin.play(action)
        except IllegalAction as error:
            raise Refused("illegal", str(error)) from None
        await self._commit(live, twin, self.store.add, tables.move_rows(twin, first), by, request)

    async def undo(self, live: Live, by: Guest, request: Request) -> None:
        """Take back the last step. Whoever calls it holds the lock and has checked the seat."""
        twin = live.table.match.copy()
        try:
            twin.undo()
        except NoUndo:
            raise Refused("no undo") from None
        await self._commit(live, twin, self.store.take_back, len(twin.moves), by, request)

    async def _commit(
        self, live: Live, twin: Match, write: Callable[..., None], what: Any, guest: Guest | None, request: Request
    ) -> None:
        """First on disk, then true. It is not given up half way, whoever leaves meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._write(live, twin, write, what, guest, request)))

    async def _write(
        self, live: Live, twin: Match, write: Callable[..., None], what: Any, guest: Guest | None, request: Request
    ) -> None:
        table = live.table
        clock = (
            table.row.clock
            if table.waits
            else clocks.decided(table.row.clock, table.row.pace, table.match.to_act, now(), gift=isinstance(what, list))
        )
        try:
            await self.disk(write, table.id, table.version, what, tables.snapshot(twin), clock)
        except (Changed, Refused) as error:  # another process was faster, or nobody knows what the disk did
            await self._reload(live)
            raise error if isinstance(error, Refused) else Refused("stale") from None
        table.match = twin
        table.times = [*table.times, *(row.at for row in what)] if isinstance(what, list) else table.times[:what]
        table.row.version += 1
        table.row.clock = clock
        table.row.changed = now()
        live.moved = time.monotonic()
        if guest and guest.person and request is not None:
            live.remember(guest.person, request)
        live.show_position(guest, request)
        if twin.over:
            live.show_table()
        self.wake(live)

    async def _reload(self, live: Live) -> None:
        """Take what the store says, if it says anything."""
        with contextlib.suppress(Refused):
            live.table = (await self._load(live.table.id)).table
            live.shown.forget()

    async def say(self, live: Live, line: ChatRow) -> None:
        await self.disk(self.store.write_chat, live.table.id, line)
        live.table.chat = [*live.table.chat[-199:], line]
        live.tell({"type": "chat", **line.__dict__})

    # --- bots ---------------------------------------------------------------------------------------------------------

    def wake(self, live: Live) -> None:
        """If a bot has to decide, let it."""
        if live.table.bot and live.task is None and not self._closed:
            live.task = asyncio.get_running_loop().create_task(self._bots(live))

    async def _bots(self, live: Live) -> None:
        try:
            while live.table.bot and self.lives.get(live.table.id) is live:
                try:
                    await self._bot_move(live)
                except Refused as refused:  # the store fails or another process was faster: try again
                    LOG.error("a bot at table %s could not move: %s", live.table.id, refused.error)
                    await asyncio.sleep(AGAIN)
        finally:
            live.task = None

    async def _bot_move(self, live: Live) -> None:
        table, began = live.table, live.moved
        version, seat, level = table.version, table.match.to_act, table.bot
        live.tell({"type": "thinking", "seat": seat})
        action = await self.think(live, level, seat, table.match.seen())
        await asyncio.sleep(max(0.0, began + self.pace - time.monotonic()))
        async with live.lock:
            if live.table is table and table.version == version and table.bot:
                await self.play(live, action)

    async def think(self, live: Live, level: str, seat: int, seen: Seen) -> int:
        """What a bot does. It is given only what its seat may know; if it fails, the game goes on all the same."""
        if live.bots.get(seat, ("", None))[0] != level:
            live.bots[seat] = (level, bot(level))
        chosen = live.bots[seat][1]
        try:
            action = await asyncio.get_running_loop().run_in_executor(self.thinkers, chosen.choose, seen)
        except Exception:
            LOG.exception("a bot of the level %s failed at table %s", level, live.table.id)
            return seen.legal[0]
        return action if action in seen.legal else seen.legal[0]

    async def hint(self, live: Live, seat: int) -> tuple[int, Thought | None]:
        """What the strongest bot would do, and what it thought."""
        thinker, seen = bot(LEVELS[-1]), live.table.match.seen(seat)
        action = await asyncio.get_running_loop().run_in_executor(self.thinkers, thinker.choose, seen)
        return action, getattr(thinker, "thought", None)
