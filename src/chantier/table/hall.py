"""The hall: all tables that are in use, what is done at them, and who is told about it.

Everything here runs on the event loop; what waits for the disk or thinks for long runs in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from chantier.bots import PROGRAMS
from chantier.bots.deciding import Decision
from chantier.core import Bot
from chantier.table import changes, clean, tables, thinkers
from chantier.table import clock as clocks
from chantier.table.bus import Ear
from chantier.table.changes import Change
from chantier.table.limits import Limit
from chantier.table.metrics import Metrics
from chantier.table.position import Shown
from chantier.table.says import Refused
from chantier.table.schema import ChatRow, MoveRow, SeatRow, Stored, now
from chantier.table.store import NEWS, Changed, Store
from chantier.table.tables import Table
from chantier.table.thinkers import Thinkers

LOG = logging.getLogger("chantier.table")
T = TypeVar("T")
Request: TypeAlias = str | int | None  # by which a browser knows its request again
REMEMBERED = 2000  # requests at one table
KEPT = 500  # tables in memory at which nobody is
ABSENT = 60.0  # seconds after which others may ask a bot to go on for somebody
ALIVE, SILENT = 5.0, 20.0  # seconds: how often a process says that it is there, and when it counts as dead


class Guest(Protocol):
    """A browser that looks at a table."""

    person: str | None

    def show_position(self, request: Request = None) -> None: ...

    def show_table(self) -> None: ...

    def refresh(self) -> None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


def signed(person: str, request: str | int) -> str:
    """A request of a person, as it is remembered."""
    return blake2b(f"{person} {request}".encode("utf-8", "replace"), digest_size=12).hexdigest()


class Live:
    """A table in use: who is there, the bots at it, and what was shown of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # held by whoever changes the table
        self.guests: set[Guest] = set()
        self.bots: dict[int, tuple[str, Bot]] = {}
        self.thinking: dict[str, Any] | None = None  # what is told of the bot that thinks
        self.failing: dict[int, dict[str, Any]] = {}  # what is told of seats whose bots have failed
        self.acted = -ABSENT  # when a person last decided something, whether they look on or not
        self.task: asyncio.Task[None] | None = None
        self.shown = Shown()
        self.moved = time.monotonic()
        self.left: dict[str, float] = {}  # when somebody was last here
        self.elsewhere: dict[str, set[str]] = {}  # who is there at other processes
        self.behind = False  # another process has changed the table
        self.done: OrderedDict[str, None] = OrderedDict((row.request, None) for row in table.rows if row.request)

    def is_done(self, person: str, request: str | int) -> bool:
        """Whether this request was carried out already: one that is sent twice is carried out once."""
        return signed(person, request) in self.done

    def remember(self, request: str) -> None:
        if request:
            self.done[request] = None
        if len(self.done) > REMEMBERED:
            self.done.popitem(last=False)

    def become(self, table: Table) -> None:
        """What is true now."""
        for row in table.rows[-100:]:
            self.remember(row.request)
        self.table = table

    @property
    def here(self) -> set[str]:
        return {guest.person for guest in self.guests if guest.person is not None}

    @property
    def sitting(self) -> set[str]:
        return {seat.owner for seat in self.table.seats if seat.owner is not None}

    @property
    def present(self) -> set[str]:
        return self.here.union(*self.elsewhere.values())

    @property
    def attended(self) -> bool:
        """Whether somebody is there, or was a moment ago: programs need not look on."""
        here = any(guest.person is not None for guest in self.guests) or any(self.elsewhere.values())
        return here or time.monotonic() - self.acted < ABSENT

    def bot(self, seat: int, level: str) -> Bot:
        return thinkers.player(self.bots, seat, level)

    def note_failure(self, told: dict[str, Any]) -> None:
        """Everybody is told once that a bot fails, and again when another level has to answer for it."""
        if told["instead"] and self.failing.get(told["seat"]) != told:
            self.tell(told)
            self.failing[told["seat"]] = told
        elif not told["instead"]:
            self.failing.pop(told["seat"], None)

    @property
    def about_bots(self) -> list[dict[str, Any]]:
        """What is told to whoever comes: who thinks here, and who has failed."""
        return [*([self.thinking] if self.thinking else []), *self.failing.values()]

    def forget_bots(self) -> None:
        """Where nobody looks on, none is kept that can be made anew; programs are started only once."""
        if not self.guests and (self.task is None or not self.attended):
            self.bots = {seat: kept for seat, kept in self.bots.items() if kept[0] in PROGRAMS}

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
        self.forget_bots()
        if guest.person is not None and guest.person not in self.present:
            if guest.person in self.sitting:
                self.left[guest.person] = time.monotonic()
            self.show_table()

    def show_position(self, by: Guest | None = None, request: Request = None) -> None:
        for guest in list(self.guests):
            guest.show_position(request if guest is by else None)

    def show_table(self, but: Guest | None = None) -> None:
        for guest in list(self.guests):
            if guest is not but:
                guest.show_table()

    def refresh(self) -> None:
        """Show everything anew."""
        self.shown.forget()
        for guest in list(self.guests):
            guest.refresh()

    def tell(self, message: dict[str, Any]) -> None:
        for guest in list(self.guests):
            guest.tell(message)


class Hall:
    """All tables. `pace` is the shortest time between two moves of bots, in seconds, so that people can follow."""

    def __init__(self, store: Store, pace: float = 0.4, metrics: Metrics | None = None) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.pace = pace
        self.lives: dict[str, Live] = {}
        self.thinkers = Thinkers(self)
        self.talk = Limit(rate=200.0, burst=1000.0)  # messages of all live connections of one address
        self._disks = ThreadPoolExecutor(16, thread_name_prefix="disk")
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._missed: set[str] = set()  # tables of which something was told while they were being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard: dict[str, float] = {}  # when another process was last heard of
        self._ear: Ear | None = None
        self.on_person: Callable[[str | None], Coroutine[Any, Any, None]] | None = None  # by what somebody is known has changed
        self._closed = False

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def disk(self, work: Callable[..., T], *args: Any, **more: Any) -> T:
        """Something that waits for the disk, in a thread."""
        with self._told_of_failures(), self.metrics.disk.time():
            return await asyncio.get_running_loop().run_in_executor(self._disks, partial(work, *args, **more))

    async def write(self, work: Callable[..., None], *args: Any) -> None:
        """Something that is written, in one transaction, beside what others write."""
        with self._told_of_failures(), self.metrics.disk.time():
            await asyncio.wrap_future(self.store.submit(lambda db: work(db, *args)))

    @contextlib.contextmanager
    def _told_of_failures(self) -> Iterator[None]:
        """A database that fails is a refusal, and nothing has changed."""
        try:
            yield
        except SQLAlchemyError as error:
            LOG.error("the store failed: %s", type(error).__name__)
            self.metrics.failures.inc()
            raise Refused("store") from error

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def live(self, table: str) -> Live:
        """A table in use; loaded from the store if it is not."""
        if not tables.is_id(table):
            raise Refused("no table")
        live = self.lives.get(table)
        if live is None:
            live = await asyncio.shield(self._loading.get(table) or self._begin_loading(table))
        if live.behind:
            await self._catch_up(live)
        return live

    async def visited(self, table: str, person: str | None) -> Live:
        """A table that somebody asks about, if they may look at it."""
        live = await self.live(table)
        live.table.check_looks(person)
        return live

    def _begin_loading(self, table: str) -> asyncio.Task[Live]:
        """Load a table once, however many ask for it; of one that cannot be loaded nothing is kept."""

        def done(task: asyncio.Task[Live]) -> None:
            del self._loading[table]
            self._missed.discard(table)
            if not task.cancelled():
                task.exception()  # told to whoever waits, if anybody still does

        task = self._loading[table] = asyncio.get_running_loop().create_task(self._bring(table))
        task.add_done_callback(done)
        return task

    async def _bring(self, table: str) -> Live:
        live = self._keep(await self._load(table))
        live.behind = table in self._missed
        self._ask_who_is_there(table)
        return live

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
        """After a start: bots go on wherever it is their turn, in time that nobody else needs."""
        if self.store.shared:
            loop = asyncio.get_running_loop()

            def heard(news: str | None) -> None:
                with contextlib.suppress(RuntimeError):  # the loop is closed already
                    loop.call_soon_threadsafe(self._hear, news)

            self._ear = Ear(self.store.url, NEWS, heard)
            await self.disk(self.store.enqueue_all)
            await self._stay_alive()
        await self.thinkers.resume(await self.disk(self.store.unfinished))

    async def close(self) -> None:
        """Stop the bots; what is being written is finished."""
        self._closed = True
        tasks = [*(live.task for live in self.lives.values() if live.task), *self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
        if self._ear:
            await asyncio.to_thread(self._ear.close)
        await asyncio.to_thread(self._disks.shutdown)
        await asyncio.to_thread(self.store.close)

    # --- other processes ------------------------------------------------------------------------------------------------

    def _hear(self, news: str | None) -> None:
        """Another process tells something; or nothing, if something may have been missed."""
        if news is None:
            self._missed.update(self._loading)
            self._hear_of(None)
            for known in self.lives.values():
                self._fall_behind(known)
            return
        told = json.loads(news)
        process, live = told["from"], self.lives.get(told["match"])
        if process == self.store.me or self._closed:
            return
        self._heard[process] = time.monotonic()
        if told["kind"] == "person":
            self._hear_of(told["person"])
            return
        if told["kind"] == "who" and not told["match"]:  # a worker wants to know it of all tables
            for known in self.lives.values():
                if known.guests:
                    self.announce(known)
        if live is None:
            self._missed.update({told["match"]} & self._loading.keys())
            return
        if told["kind"] == "changed" or (told["kind"] == "moves" and not self._follow(live, told)):
            self._fall_behind(live)
        elif told["kind"] == "chat":
            self._add_chat(live, ChatRow(**told["line"]))
        elif told["kind"] == "who" and live.guests:
            self.announce(live)
        elif told["kind"] == "failed":
            live.note_failure({"type": "failed", **{key: told[key] for key in ("seat", "level", "instead")}})
        elif told["kind"] == "thinking":
            live.tell({"type": "thinking", "seat": told["seat"], "below": told["below"]})
        elif told["kind"] == "present":
            live.elsewhere[process] = set(told["persons"])
            live.show_table()

    def _hear_of(self, person: str | None) -> None:
        if self.on_person and not self._closed:
            self.soon(self.on_person(person))

    def _follow(self, live: Live, told: dict[str, Any]) -> bool:
        """Do here at once what was done elsewhere, if nothing lies between."""
        table, rows = live.table, [MoveRow(**row) for row in told["moves"]]
        if not live.guests or live.behind or live.lock.locked() or told["version"] != table.version:
            return False
        match = tables.followed(table, rows)
        if match is None:
            return False
        live.become(table.after(match, rows, told["clock"]))
        live.moved = time.monotonic()
        live.show_position()
        if match.over:
            live.show_table()
        self.wake(live)
        return True

    def _fall_behind(self, live: Live) -> None:
        if not live.behind:
            live.behind = True
            if live.guests:
                self.soon(self._catch_up(live))

    def enter(self, live: Live, guest: Guest) -> None:
        """Somebody looks on from now on; what was told since the table was asked for is made up for."""
        live.enter(guest)
        self.thinkers.look()
        if live.behind:
            self.soon(self._catch_up(live))

    async def _catch_up(self, live: Live) -> None:
        """Do here what was done elsewhere, and show it."""
        async with live.lock:
            live.behind = False
            old = live.table
            try:
                new = await self.disk(tables.caught_up, self.store, old) or (await self._load(old.id)).table
            except Refused as refused:
                LOG.error("table %s cannot be followed: %s", old.id, refused.error)
                live.behind = True
                return
            live.become(new)
        if new.seats != old.seats:
            self.announce(live)  # somebody who is here may sit here now
            live.refresh()
        elif new.version != old.version:
            live.moved = time.monotonic()
            live.show_position()
        if new.seats == old.seats and (new.match.over or new.row.next != old.row.next or new.version == old.version):
            live.show_table()
        self.wake(live)

    def announce(self, live: Live) -> None:
        """Let other processes know who of those that sit at a table is here, and whether anybody looks on."""
        if self.store.shared and not self._closed:
            persons = sorted(live.here & live.sitting)
            self.soon(self._shout(live.table.id, "present", persons=persons, watched=bool(live.guests)))

    def _ask_who_is_there(self, table: str) -> None:
        if self.store.shared:
            self.soon(self._shout(table, "who"))

    async def _shout(self, table: str, kind: str, **more: Any) -> None:
        with contextlib.suppress(Refused):
            await self.disk(self.store.write, lambda db: self.store.tell(db, table, kind, **more))

    async def _stay_alive(self) -> None:
        """Say that this process is there, and forget whoever was at processes that are silent."""
        while True:
            await self._shout("", "alive")
            await asyncio.sleep(ALIVE)
            silent = {process for process, at in self._heard.items() if time.monotonic() - at > SILENT}
            for process in silent:
                del self._heard[process]
            for live in self.lives.values():
                if silent & set(live.elsewhere):
                    live.elsewhere = {key: who for key, who in live.elsewhere.items() if key not in silent}
                    live.show_table()

    # --- tables -------------------------------------------------------------------------------------------------------

    async def begin(self, table: Table) -> Live:
        """Write a new table down; only then it is one."""
        for _ in range(20):
            stored = Stored(table.row, table.seats, tables.snapshot(table.match), tables.move_rows(table.match, 0))
            try:
                await self.disk(self.store.begin, stored, changes.due(table, table.match, 0, self.pace))
            except Changed:  # the code is taken
                table.row.code = tables.new_code()
                continue
            table.rows = stored.moves
            return self._keep(Live(table))
        raise Refused("store")

    async def rematch(self, live: Live, person: str) -> str:
        """The table of the rematch: made once, whoever asks."""
        table = live.table
        async with live.lock:
            if not table.row.next:
                new = tables.rematch(table, person)
                await self.begin(new)
                try:
                    await self.write(self.store.set_next, table.id, new.id)
                    table.row.next = new.id
                except Changed:  # somebody at another process was faster
                    await self._reload(live)
                    table = live.table
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

    async def new_link(self, live: Live, number: int, person: str, on: bool) -> str | None:
        """Withdraw the link of a seat that nobody has taken; there is a new one, or none. Only whoever made the table may."""
        async with live.lock:
            seat = live.table.seat(number)
            if live.table.row.host != person or seat.kind != "link":
                raise Refused("not yours")
            if seat.owner is not None:
                raise Refused("taken")
            link = tables.new_link() if on else None
            await self._change_seat(live, seat, {"link": link})
        return link

    async def move_in(self, guest: str, person: str) -> None:
        """Whoever signs in takes along what they did as a guest."""
        for match in await self.disk(self.store.move_in, guest, person):
            if match in self.lives:
                self._fall_behind(self.lives[match])

    async def pause(self, live: Live, person: str, pause: bool) -> None:
        """Stop the clock or let it run again: whoever sits at the table may."""
        async with live.lock:
            table = live.table
            if not table.held(person):
                raise Refused("not yours")
            clock = clocks.paused(table.row.clock, table.match.to_act, pause, now())
            try:
                await self.write(self.store.set_clock, table.row, clock)
            except Changed:  # somebody at another process was faster
                await self._reload(live)
                raise Refused("stale") from None
            table.row.clock = clock
        live.show_table()

    async def _change_seat(self, live: Live, seat: SeatRow, values: dict[str, Any]) -> None:
        change = changes.at_seat(live.table, seat, values)
        try:
            await self.write(change.write, self.store)
        except Changed:
            await self._reload(live)
            raise Refused("stale" if live.table.seat(seat.seat).owner == seat.owner else "taken") from None
        change.apply()
        self.announce(live)
        live.refresh()
        self.wake(live)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, live: Live, action: int, by: Guest | None = None, request: Request = None) -> None:
        """One decision and the chance that follows. Whoever calls it holds the lock and has checked the seat."""
        change = changes.played(live.table, action, self.pace, _signed(by, request))
        await self._commit(live, change, by, request)

    async def undo(self, live: Live, by: Guest, request: Request) -> None:
        """Take back the last step. Whoever calls it holds the lock and has checked the seat."""
        await self._commit(live, changes.taken_back(live.table, self.pace), by, request)

    async def _commit(self, live: Live, change: Change, by: Guest | None, request: Request) -> None:
        """First on disk, then true. It is not given up half way, whoever leaves meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._carry_out(live, change, by, request)))

    async def _carry_out(self, live: Live, change: Change, by: Guest | None, request: Request) -> None:
        try:
            await self.write(change.write, self.store)
        except (Changed, Refused) as error:  # another process was faster, or nobody knows what the disk did
            await self._reload(live)
            raise error if isinstance(error, Refused) else Refused("stale") from None
        live.become(change.after)
        live.moved = time.monotonic()
        live.acted = live.moved if by else live.acted
        self.metrics.moves.labels("person" if by else "bot").inc()
        live.remember(_signed(by, request))
        live.show_position(by, request)
        if change.match.over:
            live.show_table()
        self.wake(live)

    async def _reload(self, live: Live) -> None:
        """Take what the store says, if it says anything, and show it: news of it may come later, but then it is no news."""
        with contextlib.suppress(Refused):
            live.become((await self._load(live.table.id)).table)
            live.refresh()

    async def say(self, live: Live, line: ChatRow) -> None:
        await self.disk(self.store.write_chat, live.table.id, line)
        self._add_chat(live, line)

    def _add_chat(self, live: Live, line: ChatRow) -> None:
        live.table.chat = [*live.table.chat[-199:], line]
        live.tell({"type": "chat", **line.__dict__})

    # --- bots ---------------------------------------------------------------------------------------------------------

    def wake(self, live: Live) -> None:
        """If a bot has to decide, let it; or say that it does, if workers answer for bots."""
        if self.store.shared:
            if live.table.bot:
                live.tell({"type": "thinking", "seat": live.table.match.to_act})
        elif live.table.bot and live.task is None and not self._closed:
            live.task = asyncio.get_running_loop().create_task(self.thinkers.play(live))

    async def hint(self, live: Live, seat: int, person: str) -> Decision:
        """What the strongest bot would do, and what it thought."""
        return await self.thinkers.hint(live, seat, person)


def _signed(guest: Guest | None, request: Request) -> str:
    return signed(guest.person, request) if guest and guest.person and request is not None else ""
