"""What can be measured from outside: counters for Prometheus. One set for every application."""

from __future__ import annotations

import asyncio
import time
from ipaddress import ip_address
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from chantier.table.hall import Hall

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
STAGES = ("turn", "rules", "show", "send")  # of a move; between the rules and what is shown it waits for the store
EVERY = 0.25  # seconds between two looks at how late the event loop is


class Metrics:
    """Names begin with `chantier_`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("chantier_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("chantier_connections", "Live connections", registry=self.registry)
        self.queue = Gauge("chantier_bot_queue", "Tables at which a bot has to decide", registry=self.registry)
        self.moves = Counter("chantier_moves", "Decisions that are on disk", ["by"], registry=self.registry)
        self.refused = Counter("chantier_refused", "What was not carried out", ["error"], registry=self.registry)
        self.requests = Counter("chantier_requests", "Requests", ["method", "status"], registry=self.registry)
        self.click = Histogram("chantier_move_seconds", "From a click to the news of it", registry=self.registry, buckets=QUICK)
        self.answer = Histogram(
            "chantier_request_seconds", "From a request to its answer", registry=self.registry, buckets=QUICK
        )
        self.disk = Histogram("chantier_store_seconds", "Waiting for the store", registry=self.registry, buckets=QUICK)
        stages = Histogram(
            "chantier_stage_seconds",
            "A stage of a move: waiting for one's turn at the table, the rules, drawing for all who look on, a message sent",
            ["stage"],
            registry=self.registry,
            buckets=(0.0002, 0.0005, *QUICK),
        )
        self.stages = {name: stages.labels(name) for name in STAGES}
        self.lag = Histogram("chantier_lag_seconds", "How late the event loop is", registry=self.registry, buckets=QUICK)
        self.bot_failures = Counter("chantier_bot_failures", "Times that a bot failed", ["level"], registry=self.registry)
        self.failures = Counter("chantier_store_failures", "Times that the store failed", registry=self.registry)

    async def watch(self) -> None:
        """Look again and again at how late the event loop is: whoever waits behind something long waits as long as this."""
        while True:
            due = time.perf_counter() + EVERY
            await asyncio.sleep(EVERY)
            self.lag.observe(max(0.0, time.perf_counter() - due))

    def told(self, hall: Hall, jobs: int | None) -> bytes:
        """All of them, as Prometheus reads them."""
        self.tables.set(len(hall.gatherings))
        self.connections.set(sum(len(gathering.guests) for gathering in hall.gatherings.values()))
        self.queue.set(sum(1 for gathering in hall.gatherings.values() if gathering.task) if jobs is None else jobs)
        return generate_latest(self.registry)


def is_near(host: str | None) -> bool:
    """Whether somebody asks from this machine or its own network.

    >>> is_near("127.0.0.1"), is_near("10.0.0.7"), is_near("8.8.8.8"), is_near(None)
    (True, True, False, False)
    """
    try:
        return ip_address(host or "").is_private
    except ValueError:
        return False
