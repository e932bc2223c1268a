"""What can be measured from outside: counters for Prometheus. One set for an application, or for all processes of a server."""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_left
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from chantier.table.hall import Hall

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
STAGES = ("turn", "rules", "show", "send")  # of a move; between the rules and what is shown it waits for the store
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"  # a variable: the folder in which processes that serve together count
EVERY = 0.25  # seconds between two looks at how late the event loop is


class Tally:
    """A histogram of what happens several times with every move. It is counted here, and Prometheus is told a few times a
    second: there every count takes a lock and, where several processes count together, is written to a file.

    >>> tally = Tally(Histogram("example", "An example", registry=None, buckets=(0.1, 1.0)))
    >>> for seconds in (0.05, 0.1, 0.5, 7.0):
    ...     tally.observe(seconds)
    >>> tally.tell(); tally.tell()
    >>> [(one.labels.get("le"), one.value) for one in next(iter(tally.told.collect())).samples][:4]
    [('0.1', 2.0), ('1.0', 3.0), ('+Inf', 4.0), (None, 4.0)]
    """

    def __init__(self, told: Histogram) -> None:
        self.told = told
        self._bounds: list[float] = told._upper_bounds  # noqa: SLF001  # it has no other way to be told of many at once
        self._counts = [0] * len(self._bounds)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def time(self) -> Timing:
        """How long something takes, for `with`."""
        return Timing(self)

    def tell(self) -> None:
        """What was counted since the last time."""
        counts, self._counts = self._counts, [0] * len(self._bounds)
        seconds, self._sum = self._sum, 0.0
        if any(counts):
            self.told._sum.inc(seconds)  # noqa: SLF001
            for bucket, count in zip(self.told._buckets, counts, strict=True):  # noqa: SLF001
                if count:
                    bucket.inc(count)


class Count:
    """The same for what is only counted.

    >>> count = Count(Counter("another_example", "An example", registry=None))
    >>> count.inc(); count.inc(); count.tell(); count.tell()
    >>> next(iter(count.told.collect())).samples[0].value
    2.0
    """

    def __init__(self, told: Counter) -> None:
        self.told = told
        self._many = 0

    def inc(self) -> None:
        self._many += 1

    def tell(self) -> None:
        many, self._many = self._many, 0
        if many:
            self.told.inc(many)


class Timing:
    """One thing that takes a while."""

    __slots__ = ("began", "tally")

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def __enter__(self) -> None:
        self.began = time.perf_counter()

    def __exit__(self, *error: Any) -> None:
        self.tally.observe(time.perf_counter() - self.began)


class Metrics:
    """Names begin with `chantier_`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("chantier_tables", "Tables in memory")
        self.connections = self._gauge("chantier_connections", "Live connections")
        self.queue = self._gauge("chantier_bot_queue", "Tables at which a bot has to decide")
        moves = Counter("chantier_moves", "Decisions that are on disk", ["by"], registry=self.registry)
        self.moves = {by: Count(moves.labels(by)) for by in ("person", "bot")}
        self.refused = Counter("chantier_refused", "What was not carried out", ["error"], registry=self.registry)
        self.requests = Counter("chantier_requests", "Requests", ["method", "status"], registry=self.registry)
        self.click = self._tally("chantier_move_seconds", "From a click to the news of it")
        self.answer = Histogram(
            "chantier_request_seconds", "From a request to its answer", registry=self.registry, buckets=QUICK
        )
        self.disk = self._tally("chantier_store_seconds", "Waiting for the store")
        stages = Histogram(
            "chantier_stage_seconds",
            "A stage of a move: waiting for one's turn at the table, the rules, drawing for all who look on, a message sent",
            ["stage"],
            registry=self.registry,
            buckets=(0.0002, 0.0005, *QUICK),
        )
        self.stages = {name: Tally(stages.labels(name)) for name in STAGES}
        self.lag = Histogram("chantier_lag_seconds", "How late the event loop is", registry=self.registry, buckets=QUICK)
        self.bot_failures = Counter("chantier_bot_failures", "Times that a bot failed", ["level"], registry=self.registry)
        self.failures = Counter("chantier_store_failures", "Times that the store failed", registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry, multiprocess_mode="livesum")

    def _tally(self, name: str, what: str) -> Tally:
        return Tally(Histogram(name, what, registry=self.registry, buckets=QUICK))

    def _tell(self) -> None:
        counts: list[Tally | Count] = [self.click, self.disk, *self.stages.values(), *self.moves.values()]
        for one in counts:
            one.tell()

    async def watch(self, hall: Hall) -> None:
        """Look again and again at how late the event loop is: whoever waits behind something long waits as long as this. And at
        how much is here, for whoever asks another process."""
        while True:
            due = time.perf_counter() + EVERY
            await asyncio.sleep(EVERY)
            self.lag.observe(max(0.0, time.perf_counter() - due))
            self._tell()
            if TOGETHER in os.environ:
                self._look(hall)

    def told(self, hall: Hall, jobs: int | None) -> bytes:
        """All of them, as Prometheus reads them."""
        self._look(hall)
        self._tell()
        if jobs is not None:
            self.queue.set(jobs)
        told = generate_latest(self._all())
        if jobs is not None:
            self.queue.set(0)  # they are not those of this process, and whoever asks another one shall not be told twice
        return told

    def _look(self, hall: Hall) -> None:
        self.tables.set(len(hall.gatherings))
        self.connections.set(sum(len(gathering.guests) for gathering in hall.gatherings.values()))
        self.queue.set(sum(1 for gathering in hall.gatherings.values() if gathering.task))

    def _all(self) -> CollectorRegistry:
        """What this process has counted; or all processes of the server, also those that are gone."""
        if TOGETHER not in os.environ:
            return self.registry
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return together


def is_near(host: str | None) -> bool:
    """Whether somebody asks from this machine or its own network.

    >>> is_near("127.0.0.1"), is_near("10.0.0.7"), is_near("8.8.8.8"), is_near(None)
    (True, True, False, False)
    """
    try:
        return ip_address(host or "").is_private
    except ValueError:
        return False
