"""What can be measured from outside: counters for Prometheus. One set for every application."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from chantier.table.hall import Hall

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds


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
        self.bot_failures = Counter("chantier_bot_failures", "Times that a bot failed", ["level"], registry=self.registry)
        self.failures = Counter("chantier_store_failures", "Times that the store failed", registry=self.registry)

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
