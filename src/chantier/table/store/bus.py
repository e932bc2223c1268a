"""What processes that share one PostgreSQL tell each other: LISTEN, on a connection of its own, in a thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

LOG = logging.getLogger("chantier.table")
AGAIN = 1.0  # seconds until a lost connection is tried again
ALIVE: Any = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "connect_timeout": 10}  # seconds


class Ear:
    """Listens to a channel. `heard` is called with every message, and with nothing after each new connection: messages may
    have been missed. Both happen in the thread of the ear."""

    def __init__(self, url: URL, channel: str, heard: Callable[[str | None], None]) -> None:
        self._told = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._channel = channel
        self._heard = heard
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._closed.is_set():
            try:
                with psycopg.connect(self._told, autocommit=True, **ALIVE) as db:
                    db.execute(f"LISTEN {self._channel}".encode())
                    self._heard(None)
                    while not self._closed.is_set():
                        for news in db.notifies(timeout=0.25):
                            self._heard(news.payload)
            except psycopg.Error as error:
                LOG.error("the connection to other processes is lost: %s", type(error).__name__)
                self._closed.wait(AGAIN)
