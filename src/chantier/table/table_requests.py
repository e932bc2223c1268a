"""Requests about tables, and the live connection to one."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import Field
from starlette.websockets import WebSocket

from chantier.scene import FORMS
from chantier.table import answering, boxes, codes, protocol, refusals
from chantier.table.asking import REFUSALS, address_of, hall_of, house_of, language_of, person_of
from chantier.table.live import Browser
from chantier.table.people.limits import countable, counted
from chantier.table.refusals import Refused
from chantier.table.sockets import Socket
from chantier.table.wanted import Strict, WantedTable

SEAT = re.compile("[0-9]{1,2}")

requests = APIRouter(responses=REFUSALS)


class Name(Strict):
    """Who sits down."""

    name: str | None = Field(None, max_length=200)
    colour: int | None = Field(None, ge=0, le=7)


class StandIn(Strict):
    """A bot that goes on for somebody; none gives the seat back."""

    level: str | None = Field(None, max_length=20)


class Pause(Strict):
    """The clock stops, or goes on."""

    paused: bool


class Link(Strict):
    """A new link for a seat, or none."""

    on: bool = True


class Copy(Strict):
    """A what-if table."""

    move: int = Field(ge=0, le=100_000)
    level: str | None = Field(None, max_length=20)


# --- tables -------------------------------------------------------------------------------------------------------------


@requests.get("/api/tables")
async def lists(request: Request) -> dict[str, Any]:
    hall, person = hall_of(request), person_of(request)
    mine = await hall.disk(hall.store.of_person, person)
    free = await hall.disk(hall.store.open)
    return {key: [answering.summary(hall, one, person) for one in found] for key, found in (("mine", mine), ("open", free))}


@requests.post("/api/tables")
async def new(wanted: WantedTable, request: Request) -> dict[str, Any]:
    hall, person = hall_of(request), person_of(request)
    own = await boxes.of_wish(hall, person, wanted)
    return await answering.new(hall, person, wanted, own)


@requests.post("/api/games/{game}/puzzles/{number}/tables")
async def from_puzzle(game: str, number: int, request: Request) -> dict[str, Any]:
    return await answering.from_puzzle(hall_of(request), person_of(request), answering.game(game), number)


@requests.get("/api/codes/{code}")
async def code(code: str, request: Request) -> dict[str, str]:
    hall = hall_of(request)
    with counted((house_of(request).accounts.allowed.codes, address_of(request))):
        found = await hall.disk(hall.store.by_code, codes.read(code))
        if found is None:
            raise Refused("no code")
    return {"table": found}


@requests.post("/api/tables/{table}/copies")
async def copies(table: str, wanted: Copy, request: Request) -> dict[str, Any]:
    return await answering.copy(hall_of(request), person_of(request), table, wanted.move, wanted.level)


@requests.post("/api/tables/{table}/rematch")
async def rematch(table: str, request: Request) -> dict[str, Any]:
    return await answering.rematch(hall_of(request), person_of(request), table)


# --- one table ----------------------------------------------------------------------------------------------------------


@requests.get("/api/tables/{table}")
async def one(table: str, request: Request) -> dict[str, Any]:
    return await answering.one(hall_of(request), person_of(request), table)


@requests.post("/api/tables/{table}/seats/{seat}")
async def sit(table: str, seat: int, who: Name, request: Request) -> dict[str, Any]:
    return await answering.sit(hall_of(request), person_of(request), table, seat, who.name, who.colour)


@requests.post("/api/tables/{table}/seats/{seat}/bot")
async def hand_over(table: str, seat: int, stand_in: StandIn, request: Request) -> dict[str, Any]:
    return await answering.hand_over(hall_of(request), person_of(request), table, seat, stand_in.level)


@requests.post("/api/tables/{table}/seats/{seat}/link")
async def new_link(table: str, seat: int, wanted: Link, request: Request) -> dict[str, str | None]:
    hall = hall_of(request)
    gathering = await hall.visited(table, person_of(request))
    link = await hall.new_link(gathering, seat, person_of(request), wanted.on)
    return {"url": f"/s/{link}" if link else None}


@requests.post("/api/tables/{table}/pause")
async def pause(table: str, wanted: Pause, request: Request) -> dict[str, Any]:
    return await answering.pause(hall_of(request), person_of(request), table, wanted.paused)


# --- what has been played there -----------------------------------------------------------------------------------------


@requests.get("/api/tables/{table}/moments/{move}")
async def moment(table: str, move: int, request: Request, seat: int | None = None, side: int = 0) -> Response:
    told = await answering.moment(hall_of(request), person_of(request), language_of(request), table, move, seat, side)
    return Response(told, media_type="application/json")


@requests.get("/api/tables/{table}/reasons")
async def reasons(table: str, request: Request, seat: int | None = None, side: int = 0) -> dict[str, Any]:
    return await answering.reasons(hall_of(request), person_of(request), language_of(request), table, seat, side)


@requests.get("/api/tables/{table}/review")
async def review(table: str, request: Request) -> dict[str, Any]:
    return await answering.review(hall_of(request), person_of(request), language_of(request), table)


@requests.get("/api/tables/{table}/review/values")
async def review_values(table: str, request: Request) -> dict[str, Any]:
    house = house_of(request)
    return await answering.values(house.hall, house.values, person_of(request), language_of(request), table)


@requests.get("/api/tables/{table}/record", response_class=PlainTextResponse)
async def record(table: str, request: Request) -> Response:
    text, name = await answering.record(hall_of(request), person_of(request), table)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


# --- live ---------------------------------------------------------------------------------------------------------------


@requests.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str, language: str = "en", seat: str = "", side: str = "", form: str = "") -> None:
    hall = hall_of(socket)
    if socket.state.foreign or (socket.state.scopes is not None and "read" not in socket.state.scopes):
        await socket.close(1008)
        return
    await socket.accept()
    try:
        found = await hall.visited(table, socket.state.person)
        address = countable(socket.client.host if socket.client else "")
        spoken = refusals.language(language)
        browser = Browser(hall, found, Socket(socket), socket.state.person, spoken, protocol.asked, address)
        browser.scopes = socket.state.scopes
        browser.side = int(side) if SEAT.fullmatch(side) else 0
        browser.form = form if form in FORMS else ""
        with contextlib.suppress(Refused):
            browser.seat = found.table.check_viewpoint(browser.person, int(seat) if SEAT.fullmatch(seat) else None)
    except Refused as refused:
        told = refused.told(refusals.language(language))
        await socket.send_json({"type": "refused", "request": None, **told, "version": 0})
        await socket.close(1008)
        return
    await browser.stay()
