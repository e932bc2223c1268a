"""Somebody at a table without a server, as tests play it: nothing here needs what a server needs."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from chantier.table.alone.room import Room


class Memory:
    """A keeper that forgets when it is told to."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.full = False

    async def read(self, table: str) -> str | None:
        return self.texts.get(table)

    async def keep(self, table: str, text: str) -> None:
        if self.full:
            raise OSError("no space is left")
        self.texts[table] = text


class Page:
    """Somebody at the page of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.requests = 0

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200, **query: str) -> Any:
        told = json.loads(await self.room.ask(method, path, json.dumps(query), json.dumps(body) if body else ""))
        assert told["status"] == status, told
        return told["told"]

    async def new(self, game: str, *bots: str) -> str:
        seats = [{"kind": "me", "name": "Ada"}, *({"kind": "bot", "level": level} for level in bots)]
        return str((await self.ask("POST", "/api/tables", {"game": game, "seats": seats}))["table"])

    def enter(self, table: str) -> asyncio.Task[None]:
        told = self.heard.put_nowait
        return asyncio.ensure_future(self.room.open(1, table, "en", None, lambda text: told(json.loads(text))))

    async def hear(self, kind: str) -> dict[str, Any]:
        while True:
            told = await asyncio.wait_for(self.heard.get(), 60)
            if told["type"] == kind:
                return told
            assert told["type"] != "refused", told

    async def turn(self) -> dict[str, Any]:
        """The position at which it is my turn."""
        while not (now := await self.hear("position"))["actions"]:
            pass
        return now

    def say(self, kind: str, **more: Any) -> None:
        self.requests += 1
        self.room.say(1, json.dumps({"type": kind, "request": self.requests, **more}))

    async def play_to_the_end(self) -> dict[str, Any]:
        while True:
            now = await self.hear("position")
            if now["over"]:
                return now
            if now["actions"]:
                action = now["actions"][self.requests * 7 % len(now["actions"])]["action"]
                self.say("play", version=now["version"], seat=now["seat"], action=action)


async def whole_game(game: str) -> str:
    """A game to its end, looked at again, and its record."""
    room = Room(memory := Memory(), pace=0.0)
    page = Page(room)
    table = await page.new(game, "apprentice")
    page.enter(table)
    end = await page.play_to_the_end()
    review = await page.ask("GET", f"/api/tables/{table}/review")
    assert review["scores"] == end["scores"]
    record = str((await page.ask("GET", f"/api/tables/{table}/record"))["text"])
    await room.close()
    again = Page(Room(memory, pace=0.0))
    assert (await again.ask("GET", f"/api/tables/{table}"))["over"]
    await again.room.close()
    return record
