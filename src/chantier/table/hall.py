"""The hall: all tables that are in use in this process, and what is done at them.

Everything here runs on the event loop; what waits for the disk or thinks for long runs in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from chantier.bots.deciding import Decision
from chantier.core import NOBODY
from chantier.table import changes, clean, clocks, garbage, position, tables
from chantier.table.changes import Change
from chantier.table.fair import Turns
from chantier.table.gathering import ABSENT, Gathering, Guest, RequestId, signed_by
from chantier.table.neighbours import Neighbours
from chantier.table.people.limits import Limit
from chantier.table.refusals import Refused
from chantier.table.store.rows import Changed, ChatRow, SeatRow, now
from chantier.table.tables import Table
from chantier.table.thinkers import Thinkers
from chantier.table.uncounted import Uncounted

if TYPE_CHECKING:
    from chantier.table.metrics import Metrics
    from chantier.table.store.database import Store

LOG = logging.getLogger("chantier.table")
T = TypeVar("T")
KEPT, OVER = 100, 10  # tables in memory at which nobody is: in all, and of these such whose game is over
FORSAKEN = 60.0  # seconds after which nobody is expected back: whoever comes all the same waits for the table to be loaded


class Hall:
    """All tables. `pace` is the shortest time between two moves of bots, in seconds, so that people can follow; `thinkers` say
    who thinks for bots."""

    def __init__(
        self,
        store: Store,
        pace: float = 0.4,
        metrics: Metrics | None = None,
        thinkers: Callable[[Hall], Thinkers] = Thinkers,
    ) -> None:
        self.store = store
        self.metrics = metrics or cast("Metrics", Uncounted())
        self.pace = pace
        self.gatherings: dict[str, Gathering] = {}
        self.thinkers = thinkers(self)
        self.neighbours = Neighbours(self)
        self.talk = Limit(rate=200.0, burst=1000.0, name="talk")  # messages of all live connections of one address
        self.turns = Turns()  # of strangers, for what takes a while
        self._disks = ThreadPoolExecutor(16, thread_name_prefix="disk")
        self._loading: dict[str, asyncio.Task[Gathering]] = {}
        self._missed: set[str] = set()  # tables of which something was told while they were being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def disk(self, work: Callable[..., T], *args: Any, **more: Any) -> T:
        """Something that waits for the disk, in a thread."""
        with self._told_of_failures(), self.metrics.disk.time():
            return await asyncio.get_running_loop().run_in_executor(self._disks, partial(work, *args, **more))

    async def write(self, work: Callable[..., None], *args: Any) -> None:
        """Something that is written, in one transaction, beside what others write."""
        with self._told_of_failures(), self.metrics.disk.time():
            await self.writing(work, *args)

    def writing(self, work: Callable[..., None], *args: Any) -> asyncio.Future[None]:
        """The same without waiting for it."""
        return self.store.writing(lambda db: work(db, *args))

    @contextlib.contextmanager
    def _told_of_failures(self) -> Iterator[None]:
        """A store that fails is a refusal, and nothing has changed."""
        try:
            yield
        except self.store.failures as error:
            raise self._refusal(error) from error

    def _refusal(self, error: Exception) -> Refused:
        LOG.error("the store failed: %s", type(error).__name__)
        self.metrics.failures.inc()
        return Refused("store")

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def gathering(self, table: str) -> Gathering:
        """A table in use; loaded from the store if it is not."""
        if not tables.is_id(table):
            raise Refused("no table")
        gathering = self.gatherings.get(table)
        if gathering is None:
            gathering = await asyncio.shield(self._loading.get(table) or self._begin_loading(table))
        elif not gathering.listens:
            gathering.behind = True
        if gathering.behind:
            await self._catch_up(gathering)
        return gathering

    async def visited(self, table: str, person: str | None) -> Gathering:
        """A table that somebody asks about, if they may look at it."""
        gathering = await self.gathering(table)
        gathering.table.check_looks(person)
        return gathering

    def _begin_loading(self, table: str) -> asyncio.Task[Gathering]:
        """Load a table once, however many ask for it; of one that cannot be loaded nothing is kept."""

        def done(task: asyncio.Task[Gathering]) -> None:
            del self._loading[table]
            self._missed.discard(table)
            self.store.uses(table, -1)
            if not task.cancelled():
                task.exception()  # told to whoever waits, if anybody still does

        self.store.uses(table, 1)
        task = self._loading[table] = asyncio.get_running_loop().create_task(self._bring(table))
        task.add_done_callback(done)
        return task

    async def _bring(self, table: str) -> Gathering:
        gathering = self._keep(await self._load(table))
        gathering.behind = table in self._missed
        self.neighbours.ask_who_is_there(table)
        return gathering

    async def _load(self, table: str) -> Gathering:
        stored = await self.disk(self.store.load, table)
        if stored is None:
            raise Refused("no table")
        restored = await asyncio.to_thread(tables.restored, stored)
        await self._get_ready(restored)
        return Gathering(restored)

    async def _get_ready(self, table: Table) -> None:
        if not position.is_ready(table.match.game):
            await asyncio.to_thread(position.get_ready, table.match)

    def _keep(self, gathering: Gathering) -> Gathering:
        self._tidy_up()
        self.gatherings[gathering.table.id] = gathering
        if self.store.is_home(gathering.table.id):
            self._listen(gathering)
        self.wake(gathering)
        return gathering

    def kept(self, gathering: Gathering) -> Gathering:
        """A gathering that may have been let go of meanwhile is kept again, or there is another in its place; from now on it
        hears of what others do there, and may have missed something."""
        gathering = self.gatherings.setdefault(gathering.table.id, gathering)
        if not gathering.listens:
            gathering.behind = self.store.has_neighbours
            self._listen(gathering)
        return gathering

    def _listen(self, gathering: Gathering) -> None:
        """Be told what others do at a table: where it is at home, and where somebody looks on. Others read it anew."""
        if not gathering.listens:
            gathering.listens = True
            self.store.uses(gathering.table.id, 1)

    def _tidy_up(self) -> None:
        """Few tables stay at which nobody is, and not for long; those first whose game goes on."""
        idle = [old for old in self.gatherings.values() if old.is_idle]
        over = [old for old in idle if old.table.match.over]
        for old in over[: max(0, len(over) - OVER)]:
            self.let_go(old)
        idle = [old for old in idle if old.table.id in self.gatherings]
        many = max(0, len(idle) - KEPT)
        for n, old in enumerate(idle):
            if n < many or old.forsaken_for > FORSAKEN:
                self.let_go(old)

    def _look_at(self, gathering: Gathering) -> None:
        """A table that everybody had left a while ago goes, if nothing has happened there since."""
        if gathering.forsaken_for > FORSAKEN:
            self.let_go(gathering)

    def followed(self, table: str) -> Gathering | None:
        """A table in use, if this process hears of all that is done there."""
        gathering = self.gatherings.get(table)
        return gathering if gathering and gathering.listens else None

    def let_go(self, gathering: Gathering) -> None:
        """A table at which nobody is need not stay in memory."""
        if gathering.is_idle and self.gatherings.get(gathering.table.id) is gathering:
            del self.gatherings[gathering.table.id]
            if gathering.listens:
                gathering.listens = False
                self.store.uses(gathering.table.id, -1)

    async def resume(self) -> None:
        """After a start: bots go on wherever it is their turn, in time that nobody else needs."""
        if self.store.shared:  # workers answer for bots
            self.neighbours.listen()
            await self.disk(self.store.enqueue_all)
            await self.neighbours.stay_alive()
            return
        if self.store.siblings:
            self.neighbours.listen()
        found = await self.disk(self.store.unfinished)
        self.thinkers.resume([stored for stored in found if self.store.is_home(stored.match.id)])
        if self.store.siblings:
            await self.neighbours.stay_alive()

    async def close(self) -> None:
        """Stop the bots; what is being written is finished."""
        self.closed = True
        self.turns.close()
        bots = (gathering.task for gathering in self.gatherings.values())
        tasks = [*filter(None, bots), *self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
        await self.neighbours.close()
        await asyncio.to_thread(self._disks.shutdown)
        await asyncio.to_thread(self.store.close)

    # --- what others have done ------------------------------------------------------------------------------------------

    def enter(self, gathering: Gathering, guest: Guest) -> Gathering:
        """Somebody looks on from now on; what was told since the table was asked for is made up for. Answers where they are."""
        gathering = self.kept(gathering)
        gathering.enter(guest)
        self.thinkers.look()
        if gathering.behind:
            self.soon(self._catch_up(gathering))
        self._greet(gathering, guest.person)
        return gathering

    def leave(self, gathering: Gathering, guest: Guest) -> None:
        """Somebody looks on no longer."""
        gathering.leave(guest)
        if not gathering.guests:
            asyncio.get_running_loop().call_later(FORSAKEN + 0.1, self._look_at, gathering)

    def miss(self, table: str | None) -> None:
        """Something was done at a table elsewhere, or nobody knows at which: it is read again, if it is here or on its way."""
        self._missed.update(self._loading if table is None else {table} & self._loading.keys())
        for gathering in list(self.gatherings.values()) if table is None else filter(None, [self.gatherings.get(table)]):
            if not gathering.behind:
                gathering.behind = True
                if gathering.guests:
                    self.soon(self._catch_up(gathering))

    async def _catch_up(self, gathering: Gathering) -> None:
        """Do here what was done elsewhere, and show it."""
        async with gathering.lock:
            gathering.behind = False
            old = gathering.table
            try:
                new = await self.disk(tables.caught_up, self.store, old) or (await self._load(old.id)).table
            except Refused as refused:
                LOG.error("table %s cannot be followed: %s", old.id, refused.error)
                gathering.behind = True
                return
            gathering.become(new)
        if new.seats != old.seats:
            self.neighbours.announce(gathering)  # somebody who is here may sit here now
            gathering.refresh()
        elif new.version != old.version:
            gathering.moved = time.monotonic()
            gathering.show_position()
        if new.seats == old.seats and (new.match.over or new.row.next != old.row.next or new.version == old.version):
            gathering.show_table()
        self.wake(gathering)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def begin(self, table: Table) -> Gathering:
        """Write a new table down; only then it is one."""
        await self._get_ready(table)
        for _ in range(20):
            try:
                await self.disk(self.store.begin, table.stored(), changes.due(table, table.match, 0, self.pace))
            except Changed:  # the code is taken
                table.row.code = tables.new_code()
            else:
                return self._keep(Gathering(table))
        raise Refused("store")

    async def rematch(self, gathering: Gathering, person: str) -> str:
        """The table of the rematch: made once, whoever asks."""
        table = gathering.table
        async with gathering.lock:
            if not table.row.next:
                new = tables.rematch(table, person)
                await self.begin(new)
                try:
                    await self.write(self.store.set_next, table.id, new.id)
                    table.row.next = new.id
                except Changed:  # somebody at another process was faster
                    await self._reload(gathering)
                    table = gathering.table
        gathering.show_table()
        return table.row.next

    # --- seats --------------------------------------------------------------------------------------------------------

    async def sit(
        self, gathering: Gathering, number: int, person: str, name: str | None, colour: int | None, link: str | None = None
    ) -> None:
        """Sit down on a free seat, or change one's name or colour."""
        async with gathering.lock:
            seat = gathering.table.seat(number)
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
            await self._change_seat(gathering, seat, values)

    async def hand_over(self, gathering: Gathering, number: int, person: str, level: str | None) -> None:
        """A bot goes on for a seat, or gives it back. Others may ask for it only if nobody sits there or is there."""
        async with gathering.lock:
            seat = gathering.table.seat(number)
            if seat.kind == "bot":
                raise Refused("taken")
            if seat.owner != person:
                if level is None or not (gathering.table.held(person) or gathering.table.row.host == person):
                    raise Refused("not yours")
                if gathering.absent_for(seat.owner) < ABSENT and gathering.table.time_left(number) > 0:
                    raise Refused("present")
            await self._change_seat(
                gathering, seat, {"level": tables.check_level(gathering.table.match.game, level) if level else ""}
            )

    async def new_link(self, gathering: Gathering, number: int, person: str, on: bool) -> str | None:
        """Withdraw the link of a seat that nobody has taken; there is a new one, or none. Only whoever made the table may."""
        async with gathering.lock:
            seat = gathering.table.seat(number)
            if gathering.table.row.host != person or seat.kind != "link":
                raise Refused("not yours")
            if seat.owner is not None:
                raise Refused("taken")
            link = tables.new_link() if on else None
            await self._change_seat(gathering, seat, {"link": link})
        return link

    async def move_in(self, guest: str, person: str) -> None:
        """Whoever signs in takes along what they did as a guest."""
        self.follow(await self.disk(self.store.move_in, guest, person))

    def follow(self, changed: list[str]) -> None:
        """What was changed at tables in the store is true here, too."""
        for match in changed:
            self.miss(match)

    async def pause(self, gathering: Gathering, person: str, pause: bool) -> None:
        """Stop the clock or let it run again: whoever sits at the table may."""
        async with gathering.lock:
            table = gathering.table
            if not table.held(person):
                raise Refused("not yours")
            running = NOBODY if table.waits else table.match.to_act
            await self._set_clock(gathering, clocks.paused(table.row.clock, running, pause, now()))
        gathering.show_table()

    def _greet(self, gathering: Gathering, person: str | None) -> None:
        """If somebody is there whom the clock waits for, it does not wait for them any more."""
        table = gathering.table
        if set(table.held(person)) & set(table.row.clock.get("waiting", [])):
            self.soon(self._come(gathering, person))

    async def _come(self, gathering: Gathering, person: str | None) -> None:
        async with gathering.lock:
            for _ in range(5):
                table = gathering.table
                clock = clocks.come(table.row.clock, table.held(person), now())
                with contextlib.suppress(Refused):  # something else was decided meanwhile
                    if clock != table.row.clock:
                        await self._set_clock(gathering, clock)
                    break
        gathering.show_table()

    async def _set_clock(self, gathering: Gathering, clock: clocks.Clock) -> None:
        """Whoever calls it holds the lock."""
        table = gathering.table
        try:
            await self.write(self.store.set_clock, table.row, clock)
        except Changed:  # somebody at another process was faster
            await self._reload(gathering)
            raise Refused("stale") from None
        table.row.clock = clock

    async def _change_seat(self, gathering: Gathering, seat: SeatRow, values: dict[str, Any]) -> None:
        change = changes.at_seat(gathering.table, seat, values)
        try:
            await self.write(change.write, self.store)
        except Changed:
            await self._reload(gathering)
            raise Refused("stale" if gathering.table.seat(seat.seat).owner == seat.owner else "taken") from None
        change.apply()
        self.neighbours.announce(gathering)
        gathering.refresh()
        if seat.owner in gathering.here:
            self._greet(gathering, seat.owner)
        self.wake(gathering)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, gathering: Gathering, action: int, by: Guest | None = None, request: RequestId = None) -> None:
        """One decision and the chance that follows. Whoever calls it holds the lock and has checked the seat."""
        with self.metrics.stages["rules"].time():
            change = changes.played(gathering.table, action, self.pace, signed_by(by, request))
        await self._commit(gathering, change, by, request)

    async def undo(self, gathering: Gathering, by: Guest, request: RequestId) -> None:
        """Take back the last step. Whoever calls it holds the lock and has checked the seat."""
        await self._commit(gathering, changes.taken_back(gathering.table, self.pace), by, request)

    async def _commit(self, gathering: Gathering, change: Change, by: Guest | None, request: RequestId) -> None:
        """First on disk, then true. It is not given up half way, whoever leaves meanwhile."""
        began, told = time.perf_counter(), asyncio.get_running_loop().create_future()

        def on_disk(written: asyncio.Future[None]) -> None:
            self.metrics.disk.observe(time.perf_counter() - began)
            try:
                written.result()
                self._carry_out(gathering, change, by, request)
            except Exception as error:
                self.soon(self._give_up(gathering, error, told))
            else:
                if not told.done():
                    told.set_result(None)

        self.writing(change.write, self.store).add_done_callback(on_disk)
        await told

    def _carry_out(self, gathering: Gathering, change: Change, by: Guest | None, request: RequestId) -> None:
        """It is on disk, and so it is true."""
        self.metrics.moves["person" if by else "bot"].inc()
        if isinstance(change.moves, int):  # moves that are added know themselves who asked for them
            gathering.remember(signed_by(by, request))
        with self.metrics.stages["show"].time():
            gathering.go_on(change.after, by, request)
        garbage.grow()
        self.wake(gathering)

    async def _give_up(self, gathering: Gathering, error: Exception, told: asyncio.Future[None]) -> None:
        """Another process was faster, or nobody knows what the disk did: true is what the store says."""
        if isinstance(error, self.store.failures):
            error = self._refusal(error)
        if isinstance(error, (Changed, Refused)):
            await self._reload(gathering)
        if not told.done():
            told.set_exception(Refused("stale") if isinstance(error, Changed) else error)

    async def _reload(self, gathering: Gathering) -> None:
        """Take what the store says, if it says anything, and show it: news of it may come later, but then it is no news."""
        with contextlib.suppress(Refused):
            gathering.become((await self._load(gathering.table.id)).table)
            gathering.refresh()

    async def chat(self, gathering: Gathering, line: ChatRow) -> None:
        await self.disk(self.store.write_chat, gathering.table.id, line)
        gathering.add_chat(line)

    # --- bots ---------------------------------------------------------------------------------------------------------

    def wake(self, gathering: Gathering) -> None:
        """If a bot has to decide, let it; or say that it does, if workers or another process answer for it."""
        if not gathering.table.bot:
            return
        if self.store.shared or not self.store.is_home(gathering.table.id):
            gathering.tell({"type": "thinking", "seat": gathering.table.match.to_act})
        elif gathering.task is None and not self.closed:
            self.thinkers.wake(gathering)

    async def hint(self, gathering: Gathering, seat: int, person: str) -> Decision:
        """What the strongest bot would do, and what it thought."""
        return await self.thinkers.hint(gathering, seat, person)
