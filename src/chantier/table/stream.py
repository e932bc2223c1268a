"""For programs that play over HTTP: streams with one JSON a line, and plain requests for moves.

Whoever has a token (`Authorization: Bearer ...`) is the person who made it. `/api/stream` tells at which tables something is
to be decided; `/api/tables/{table}/stream` tells what a seat sees, after every change; moves are sent to
`/api/tables/{table}/moves`. Every few seconds a stream has an empty line, so that both ends notice when the other one is gone.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from chantier.core import IllegalAction, View
from chantier.match import Match
from chantier.table import position, refusals, tables
from chantier.table.asking import REFUSALS, hall_of, person_of
from chantier.table.crowd import stranger
from chantier.table.gathering import Gathering, RequestId
from chantier.table.hall import Hall
from chantier.table.outbox import Outbox
from chantier.table.refusals import Refused
from chantier.table.wanted import Strict

STILL = 5.0  # seconds until an empty line
AGAIN = 1.0  # seconds between two looks at all tables of a person
HEADERS = {"content-encoding": "identity", "cache-control": "no-store", "x-accel-buffering": "no"}  # nothing waits on its way

requests = APIRouter(responses=REFUSALS)


class Decided(Strict):
    """A decision: an action by its number or in words. `version` is the one it was made on, `request` lets it be sent twice."""

    action: int | str = Field(examples=["step to outer 1"])
    seat: int | None = Field(None, ge=0, le=3, description="only needed with several seats")
    version: int | None = Field(None, ge=0, description="refused as stale if the table has changed since")
    request: str | None = Field(None, min_length=1, max_length=64, pattern=r"^[ -~]+$")


class Moved(Strict):
    """The table after the decision."""

    version: int
    move: int
    to_act: int
    over: bool


class Reader:
    """A program that reads a table's stream; a guest of the table like a browser."""

    def __init__(self, gathering: Gathering, person: str, seat: int | None, language: str) -> None:
        self.gathering, self.language, self.chosen = gathering, language, seat
        self.person: str | None = person
        self.known = 0  # events that were told
        self.lines = Outbox()

    def tell(self, message: dict[str, Any]) -> None:
        self.lines.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")

    def show_table(self) -> None:
        self.tell(position.table_message(self.gathering.table, self.person, self.gathering.present))

    def refresh(self) -> None:
        self.show_table()
        self.show_position()

    def show_position(self, request: RequestId = None) -> None:
        table = self.gathering.table
        seat = self._seat()
        self.known = min(self.known, len(table.match.events))
        self.tell(told(table, self.person, seat, self.known, self.language))
        self.known = len(table.match.events)

    def _seat(self) -> int | None:
        """The seat from which is looked: the one that was asked for, or of the person's the one to act."""
        if self.chosen is not None:
            return self.chosen
        held = self.gathering.table.held(self.person)
        return self.gathering.table.match.to_act if self.gathering.table.match.to_act in held else held[0] if held else None


def told(table: tables.Table, person: str | None, seat: int | None, known: int, language: str) -> dict[str, Any]:
    """What a seat, or a spectator, sees now; with its actions, if it decides."""
    match = table.match
    view = match.view(seat)
    acts = seat is not None and seat in table.held(person) and match.to_act == seat and not table.seats[seat].level
    return {
        "type": "state",
        "version": table.version,
        "move": len(match.moves),
        "seat": seat,
        "to_act": match.to_act,
        "over": match.over,
        "scores": tables.scores(match, view),
        "ranking": match.ranking() if match.over else None,
        "view": view,
        "actions": _actions(match, view, language, position.names(table.seats, language)) if acts else [],
        "events": position.events(match, seat, known),
    }


def _actions(match: Match, view: View, language: str, called: list[str]) -> list[dict[str, Any]]:
    describe = match.game.texts.describe
    return [
        {"action": a, "words": match.words(a), "text": describe(match.game, view, a, language, called)} for a in match.legal
    ]


async def table_lines(hall: Hall, reader: Reader, request: Request) -> AsyncIterator[str]:
    """The stream of one table, until it is over or the program leaves."""
    await hall.turns.take(stranger(request.scope))
    gathering = reader.gathering = hall.enter(reader.gathering, reader)
    try:
        reader.refresh()
        hall.wake(gathering)
        for told in gathering.about_bots:
            reader.tell(told)
        while not await request.is_disconnected():
            try:
                line = await asyncio.wait_for(reader.lines.get(), STILL)
            except TimeoutError:
                line = "\n"
            if line is None:
                return
            yield line
            if gathering.table.match.over and not len(reader.lines):
                return
    finally:
        hall.leave(gathering, reader)


async def person_lines(hall: Hall, person: str, request: Request) -> AsyncIterator[str]:
    """The stream of all tables of a person: a line for every decision that waits for them, and for every table that is over."""
    known: dict[str, int] = {}
    quiet = 0.0
    while not await request.is_disconnected():
        for stored in await hall.disk(hall.store.of_person, person):
            gathering = hall.followed(stored.match.id)
            stored = gathering.table.stored() if gathering else stored
            about = position.summary(stored, person, set())
            mine = [seat["seat"] for seat in about["seats"] if seat["mine"] and not seat["away"]]
            if known.get(about["table"]) == about["version"]:
                continue
            known[about["table"]] = about["version"]
            if about["over"] or about["to_act"] in mine:
                kind = "over" if about["over"] else "decide"
                line = {
                    "type": kind,
                    "seats": mine,
                    **{key: about[key] for key in ("table", "game", "version", "move", "to_act")},
                }
                yield json.dumps(line) + "\n"
                quiet = 0.0
        await asyncio.sleep(AGAIN)
        quiet += AGAIN
        if quiet >= STILL:
            quiet = 0.0
            yield "\n"


# --- requests -----------------------------------------------------------------------------------------------------------


@requests.get("/api/stream", response_class=StreamingResponse, summary="Which of my tables wait for me: one JSON a line")
async def person(request: Request) -> StreamingResponse:
    lines = person_lines(hall_of(request), person_of(request), request)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=HEADERS)


@requests.get("/api/tables/{table}/stream", response_class=StreamingResponse, summary="What a seat sees: one JSON a line")
async def stream(table: str, request: Request, seat: int | None = None, language: str = "en") -> StreamingResponse:
    hall, who = hall_of(request), person_of(request)
    gathering = await hall.visited(table, who)
    reader = Reader(gathering, who, gathering.table.check_viewpoint(who, seat), refusals.language(language))
    return StreamingResponse(table_lines(hall, reader, request), media_type="application/x-ndjson", headers=HEADERS)


@requests.post("/api/tables/{table}/moves", summary="Decide")
async def move(table: str, decided: Decided, request: Request) -> Moved:
    hall, who = hall_of(request), person_of(request)
    gathering = await hall.visited(table, who)
    reader = Reader(gathering, who, None, "en")
    async with gathering.lock:
        if decided.request is None or not gathering.is_done(who, decided.request):
            await _decide(hall, gathering, reader, decided)
        match = gathering.table.match
        return Moved(version=gathering.table.version, move=len(match.moves), to_act=match.to_act, over=match.over)


async def _decide(hall: Hall, gathering: Gathering, reader: Reader, decided: Decided) -> None:
    """Check who, when and what; then play."""
    table = gathering.table
    if decided.version is not None and decided.version != table.version:
        raise Refused("stale", f"It is at version {table.version}, not {decided.version}.")
    held = table.held(reader.person)
    if not held:
        raise Refused("not yours")
    seat = decided.seat if decided.seat is not None else table.match.to_act if table.match.to_act in held else held[0]
    table.check_turn(reader.person, seat)
    try:
        action = table.match.number(decided.action) if isinstance(decided.action, str) else decided.action
    except IllegalAction as error:
        raise Refused("illegal", str(error)) from None
    await hall.play(gathering, action, reader, decided.request)
