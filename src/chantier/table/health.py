"""Whether the table can be played at: the store answers, and something can be written to it."""

from __future__ import annotations

import asyncio
import time

from chantier.table.hall import Hall
from chantier.table.refusals import Refused

FRESH = 1.0  # seconds for which an answer holds: asking often costs no more
PATIENCE = 5.0  # seconds that the store has for an answer
OK = "ok"


class Pulse:
    """Looks at most once in a while, however many ask."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._looking: asyncio.Task[str] | None = None
        self._since = 0.0

    async def status(self) -> str:
        """`ok`, or what is wrong."""
        looking = self._looking
        if looking is None or (looking.done() and time.monotonic() - self._since > FRESH):
            looking = self._looking = asyncio.get_running_loop().create_task(self._look())
        return await asyncio.shield(looking)

    async def _look(self) -> str:
        try:
            await asyncio.wait_for(self.hall.disk(self.hall.store.ping), PATIENCE)
        except (Refused, TimeoutError):
            return self._found("the store does not answer")
        try:
            await asyncio.wait_for(self.hall.write(self.hall.store.try_writing), PATIENCE)
        except TimeoutError:
            return self._found("nothing can be written: the store does not answer")
        except Refused as refused:
            return self._found(f"nothing can be written: {_why(refused.__cause__)}")
        return self._found(OK)

    def _found(self, status: str) -> str:
        self._since = time.monotonic()
        return status


def _why(error: BaseException | None) -> str:
    """What the database says, in one line."""
    said = str(getattr(error, "orig", None) or type(error).__name__).splitlines()
    return said[0][:200] if said else type(error).__name__
