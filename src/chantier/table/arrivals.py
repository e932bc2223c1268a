"""How somebody comes to a table: by the link of a seat, by a table asked for on the command line, or with a file."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import Field

from chantier.table import answering, pages, tables
from chantier.table.asking import REFUSALS, hall_of, house_of, language_of, person_of
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.refusals import Refused, text_of
from chantier.table.wanted import Strict

Tickets: TypeAlias = dict[str, Callable[[str], tables.Table]]  # tables to be made for whoever brings the ticket
LONGEST_FILE = 30_000  # characters; records of whole games have about 6,000

requests = APIRouter(responses=REFUSALS)


class File(Strict):
    """The text of a file: a record, or a game that was saved in the terminal."""

    text: str = Field(max_length=LONGEST_FILE)


async def link(request: Request) -> Response:
    """Whoever follows the link of a seat is greeted and asked for a name; a program that only looks at links takes nobody's
    seat."""
    hall = hall_of(request)
    gathering, seat = await _of_link(hall, request.path_params["token"])
    row = gathering.table.seats[seat]
    if request.method == "POST" and row.owner is None:
        name = await _name_in(request)
        await hall.sit(gathering, seat, person_of(request), name, None, request.path_params["token"])
    if row.owner is not None:
        return RedirectResponse(f"/t/{gathering.table.id}", 303)
    return pages.page("invited", {"language": language_of(request), **invitation(gathering.table, language_of(request))})


async def begin(request: Request) -> Response:
    """A table that was asked for on the command line: made for the browser that comes for it."""
    house = house_of(request)
    ticket = house.tickets.pop(request.path_params["ticket"], None)
    if ticket is None:
        return RedirectResponse("/", 303)
    gathering = await house.hall.begin(ticket(person_of(request)))
    return RedirectResponse(f"/t/{gathering.table.id}", 303)


@requests.post("/api/records")
async def bring(file: File, request: Request) -> dict[str, Any]:
    """A table for a game that somebody has in a file: it goes on at one screen, or is looked at again."""
    hall, person = hall_of(request), person_of(request)
    mine = await hall.disk(hall.store.sets, person)
    return await answering.bring(hall, person, file.text, mine)


requests.add_route("/new/{ticket}", begin)
requests.add_route("/s/{token}", link, methods=["GET", "POST"])


async def _of_link(hall: Hall, token: str) -> tuple[Gathering, int]:
    found = await hall.disk(hall.store.by_link, token[:40])
    if found is None:
        raise Refused("no link")
    return await hall.gathering(found[0]), found[1]


async def _name_in(request: Request) -> str | None:
    """What somebody wrote into the form; nothing of a program that sends none."""
    found = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    return found["name"][0] if "name" in found else None


def invitation(table: tables.Table, language: str) -> dict[str, str]:
    """What somebody is told who follows the link of a seat: who invites them, and to what."""
    title = table.match.game.title
    host = next((seat.name for seat in table.seats if seat.owner == table.row.host and seat.name), "")
    said = text_of("invited by" if host else "invited", language, title=title, host=host)
    others = [seat.name for seat in table.seats if seat.owner != table.row.host and seat.name and (seat.owner or seat.level)]
    told = {"title": title, "game": table.row.game, "invited": said, "ask": text_of("call you", language)}
    told |= {"sit": text_of("sit", language), "kept": text_of("name kept", language), "name": text_of("your name", language)}
    told["with"] = text_of("with others", language, names=", ".join(others)) if others else ""
    return {key: escape(value) for key, value in told.items()}
