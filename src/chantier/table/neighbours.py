"""Other processes that share the store: what they tell this one, and what they are told of who is here."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from chantier.table import tables
from chantier.table.gathering import Gathering
from chantier.table.refusals import Refused
from chantier.table.store.rows import ChatRow, MoveRow

if TYPE_CHECKING:
    from chantier.table.hall import Hall
    from chantier.table.store.bus import Ear

ALIVE, SILENT = 5.0, 20.0  # seconds: how often a process says that it is there, and when it counts as dead


class Neighbours:
    """All other processes, as a hall hears of them. Where a process has its store for itself there are none."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.on_person: Callable[[str | None], Coroutine[Any, Any, None]] | None = None  # by what somebody is known has changed
        self._heard: dict[str, float] = {}  # when another process was last heard of
        self._ear: Ear | None = None

    def listen(self) -> None:
        """Hear what others tell from now on."""
        if siblings := self.hall.store.siblings:
            siblings.on_news = self.hear
            return
        from chantier.table.store.bus import Ear
        from chantier.table.store.database import NEWS

        loop = asyncio.get_running_loop()

        def heard(news: str | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self.hear, news)

        self._ear = Ear(self.hall.store.url, NEWS, heard)

    async def close(self) -> None:
        if self._ear:
            await asyncio.to_thread(self._ear.close)

    # --- what they tell -------------------------------------------------------------------------------------------------

    def hear(self, news: str | None) -> None:
        """Another process tells something; or nothing, if something may have been missed."""
        if news is None:
            self._hear_of(None)
            self.hall.miss(None)
            return
        told = json.loads(news)
        if told["from"] == self.hall.store.me or self.hall.closed:
            return
        self._heard[told["from"]] = time.monotonic()
        if told["kind"] == "person":
            self._hear_of(told["person"])
        elif told["kind"] == "who" and not told["match"]:  # a worker wants to know it of all tables
            for known in self.hall.gatherings.values():
                if known.guests:
                    self.announce(known)
        elif told["kind"] == "due":
            if self.hall.store.is_home(told["match"]):
                self.hall.miss(told["match"])
                self.hall.soon(self._attend(told["match"]))
        elif gathering := self.hall.gatherings.get(told["match"]):
            self._hear_at(gathering, told)
        else:
            self.hall.miss(told["match"])

    def _hear_of(self, person: str | None) -> None:
        if self.on_person and not self.hall.closed:
            self.hall.soon(self.on_person(person))

    def _hear_at(self, gathering: Gathering, told: dict[str, Any]) -> None:
        """Something was told of a table that is in use here."""
        if told["kind"] == "changed" or (told["kind"] == "moves" and not self._follow(gathering, told)):
            self.hall.miss(told["match"])
        elif told["kind"] == "chat":
            gathering.add_chat(ChatRow(**told["line"]))
        elif told["kind"] == "who" and gathering.guests:
            self.announce(gathering)
        elif told["kind"] == "failed":
            gathering.note_failure({"type": "failed", **{key: told[key] for key in ("seat", "level", "instead")}})
        elif told["kind"] == "thinking":
            gathering.tell({"type": "thinking", "seat": told["seat"], "below": told["below"]})
        elif told["kind"] == "present":
            gathering.elsewhere[told["from"]] = set(told["persons"])
            gathering.show_table()

    async def _attend(self, table: str) -> None:
        """A bot has to decide at a table of ours, by what was done elsewhere."""
        with contextlib.suppress(Refused):  # told and logged where somebody asks for it
            self.hall.wake(await self.hall.gathering(table))

    def _follow(self, gathering: Gathering, told: dict[str, Any]) -> bool:
        """Do here at once what was done elsewhere, if nothing lies between."""
        table, rows = gathering.table, [MoveRow(**row) for row in told["moves"]]
        if not gathering.guests or gathering.behind or gathering.lock.locked() or told["version"] != table.version:
            return False
        match = tables.followed(table, rows)
        if match is None:
            return False
        gathering.go_on(table.after(match, rows, told["clock"]))
        self.hall.wake(gathering)
        return True

    # --- what they are told ---------------------------------------------------------------------------------------------

    def announce(self, gathering: Gathering) -> None:
        """Let them know who of those that sit at a table is here, and whether anybody looks on."""
        if self.hall.store.has_neighbours and not self.hall.closed:
            persons = sorted(gathering.here & gathering.sitting)
            self.hall.soon(self._shout(gathering.table.id, "present", persons=persons, watched=bool(gathering.guests)))

    def ask_who_is_there(self, table: str) -> None:
        if self.hall.store.has_neighbours:
            self.hall.soon(self._shout(table, "who"))

    async def _shout(self, table: str, kind: str, **more: Any) -> None:
        store = self.hall.store
        with contextlib.suppress(Refused):
            await self.hall.disk(store.announce, table, kind, **more)

    async def stay_alive(self) -> None:
        """Say again and again that this process is there, and forget whoever was at processes that are silent."""
        while True:
            await self._shout("", "alive")
            await asyncio.sleep(ALIVE)
            silent = {process for process, at in self._heard.items() if time.monotonic() - at > SILENT}
            for process in silent:
                del self._heard[process]
            for gathering in self.hall.gatherings.values():
                if silent & set(gathering.elsewhere):
                    gathering.elsewhere = {key: who for key, who in gathering.elsewhere.items() if key not in silent}
                    gathering.show_table()
