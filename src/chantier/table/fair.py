"""Who is next, where many want to think and few can: whoever has used least, and among those whoever has waited longest."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
LEAST = 0.001  # seconds that everything counts, however quick it was
LONGEST_REST = 0.02  # seconds: where all are slow, those who wait shall get somewhere too
AGAIN = 3  # more such rests before somebody has a second turn, if nobody else wants one
rest = asyncio.sleep


class Wish(Protocol):
    """Something that somebody waits for. Who comes first has the smaller number."""

    @property
    def person(self) -> str: ...

    @property
    def number(self) -> int: ...


W = TypeVar("W", bound=Wish)


class Shares:
    """What everybody has used, in seconds of a time that passes with what is used: start-time fair queuing.

    Nobody saves up by not asking: whoever has used less than the one who was served last begins where that one began. So
    whoever comes waits for at most one thing of everybody else, however many wishes each of these has.
    """

    def __init__(self) -> None:
        self._used: dict[str, float] = {}  # of those only who are ahead of the time
        self._time = 0.0  # where the last one began

    def used(self, person: str) -> float:
        return max(self._used.get(person, 0.0), self._time)

    def first(self, wishes: Iterable[W]) -> W | None:
        return min(wishes, key=lambda wish: (self.used(wish.person), wish.number), default=None)

    def begin(self, person: str, expected: float) -> None:
        """Somebody is served. What is expected counts at once, so that two places do not both go to the same."""
        self._time = self.used(person)
        self._used = {one: used for one, used in self._used.items() if used > self._time}
        self._used[person] = self._time + expected

    def end(self, person: str, more: float) -> None:
        """It took so many seconds more than was expected, or less."""
        self._used[person] = self._used.get(person, self._time) + more

    def __len__(self) -> int:
        """How many persons are remembered."""
        return len(self._used)


@dataclass(eq=False)
class Waiting:
    """Somebody's work that waits for a place."""

    person: str
    number: int
    expected: float  # seconds
    present: Callable[[], bool]  # whether anybody looks on
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    began: float = field(default=0.0)


class Lane:
    """A few threads that are shared out among persons. All but the work itself happens on the event loop.

    What nobody looks at is done when nothing else is to be done, and by one thread only.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads = threads
        self._numbers = count()
        self.waiting: list[Waiting] = []
        self.busy = {True: 0, False: 0}  # with what somebody looks at, and with other things
        self._shares = {True: Shares(), False: Shares()}

    async def run(self, person: str, expected: float, present: Callable[[], bool], work: Callable[[], T]) -> T:
        """Do something for somebody when it is their turn."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.append(Waiting(person, next(self._numbers), expected, present, work, answer))
        self.look()
        return await answer

    def look(self) -> None:
        """Begin what can begin. To be called when somebody comes, too."""
        self.waiting = [one for one in self.waiting if not one.answer.done()]  # whoever asked may have given up
        while sum(self.busy.values()) < self._threads:
            seen = [one for one in self.waiting if one.present()]
            idle = not seen and not any(self.busy.values())
            wanted = self._shares[not idle].first(self.waiting if idle else seen)
            if wanted is None:
                return
            self.waiting.remove(wanted)
            self._begin(wanted, not idle)

    def _begin(self, one: Waiting, seen: bool) -> None:
        self.busy[seen] += 1
        self._shares[seen].begin(one.person, one.expected)
        one.began = time.monotonic()
        thinking = asyncio.get_running_loop().run_in_executor(self._pool, one.work)
        thinking.add_done_callback(partial(self._end, one, seen))

    def _end(self, one: Waiting, seen: bool, thinking: asyncio.Future[Any]) -> None:
        self.busy[seen] -= 1
        self._shares[seen].end(one.person, max(LEAST, time.monotonic() - one.began) - one.expected)
        if thinking.cancelled():
            one.answer.cancel()
        elif error := thinking.exception():
            if not one.answer.done():
                one.answer.set_exception(error)
        elif not one.answer.done():
            one.answer.set_result(thinking.result())
        self.look()

    def close(self) -> None:
        """What waits is never begun."""
        for one in self.waiting:
            one.answer.cancel()
        self.waiting = []
        self._pool.shutdown(wait=False, cancel_futures=True)


class Turns:
    """What takes a while on the event loop itself: one thing, then a rest in which everything else happens, then the next.
    Addresses take turns, so that a crowd from one of them is served slowly and nobody else notices it: where only one address
    still waits, it has a small part of the time.

    Only the beginning is waited for: whoever has a turn does what it has to do before it lets the loop go on.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by address; whose turn it is comes first
        self._resting: asyncio.Task[None] | None = None
        self._last = ""  # who had the last turn

    async def take(self, who: str | None) -> None:
        """Wait for a turn: at once if nobody else had one just now. Nobody in particular need not wait."""
        if who is None:
            return
        if self._resting is None:
            self._last = who
            self._resting = asyncio.get_running_loop().create_task(self._rest())
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        await turn

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def _rest(self) -> None:
        """After each turn as long as it took, or longer if the same address is next; until nobody waits any more."""
        began = time.monotonic()
        try:
            while True:
                await asyncio.sleep(0)  # now it is done
                seconds = min(time.monotonic() - began, LONGEST_REST)
                await rest(seconds)
                for _ in range(AGAIN):
                    if self._others():
                        break
                    await rest(seconds)
                if (turn := self._next()) is None:
                    return
                began = time.monotonic()
                turn.set_result(None)
        finally:
            self._resting = None

    def _others(self) -> bool:
        """Whether somebody is next who did not have the last turn, or nobody."""
        return next(iter(self._waiting), None) != self._last

    def _next(self) -> asyncio.Future[None] | None:
        while self._waiting:
            who = next(iter(self._waiting))
            theirs = self._waiting.pop(who)
            turn = theirs.popleft()
            if theirs:
                self._waiting[who] = theirs  # behind everybody else
            if not turn.done():  # whoever waited may have left
                self._last = who
                return turn
        return None

    def close(self) -> None:
        """Nobody is served any more."""
        for turn in (turn for theirs in self._waiting.values() for turn in theirs):
            turn.cancel()
        self._waiting.clear()
        if self._resting is not None:
            self._resting.cancel()


@dataclass(eq=False)
class Job:
    """Somebody's work in steps, and when it is done."""

    person: str
    number: int
    steps: Iterator[None]
    done: Future[None] = field(default_factory=Future)


class Steps:
    """One thread for long work of many persons: a step of one thing, then a step of whoever has used least."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._numbers = count()
        self._shares = Shares()
        self._jobs: list[Job] = []
        self._lock = threading.Lock()

    def submit(self, person: str, steps: Iterator[None]) -> Future[None]:
        """Do all these steps. Whoever cancels what this answers ends it after the step in hand."""
        job = Job(person, next(self._numbers), steps)
        with self._lock:
            self._jobs.append(job)
        self._pool.submit(self._step)
        return job.done

    def _step(self) -> None:
        with self._lock:
            self._jobs = [job for job in self._jobs if not job.done.done()]
            job = self._shares.first(self._jobs)
            if job is None:
                return
            self._shares.begin(job.person, 0.0)
        began = time.monotonic()
        with contextlib.suppress(InvalidStateError):  # given up meanwhile
            try:
                next(job.steps)
            except StopIteration:
                job.done.set_result(None)
            except Exception as error:
                job.done.set_exception(error)
        with self._lock:
            self._shares.end(job.person, max(LEAST, time.monotonic() - began))
        with contextlib.suppress(RuntimeError):  # closed
            self._pool.submit(self._step)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
