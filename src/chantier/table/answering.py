"""What is answered to requests about tables, wherever they come from: a server's browsers, or the page that plays alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chantier import records
from chantier.components import ComponentSet, component_set, own_set, shipped
from chantier.core import BadRecord, games
from chantier.records import FIRST_LINE
from chantier.table import codes, position, reviews, study, tables
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.refusals import Refused
from chantier.table.store.rows import SetRow, Stored
from chantier.table.wire import to_text

if TYPE_CHECKING:
    from chantier.table.wanted import WantedTable


def game(name: str) -> str:
    """The name of a game that there is."""
    if name not in games:
        raise Refused("no game")
    return name


# --- tables that are made -----------------------------------------------------------------------------------------------


async def new(hall: Hall, person: str, wanted: WantedTable, own: ComponentSet | None = None) -> dict[str, Any]:
    return made(await hall.begin(await asyncio.to_thread(tables.create, wanted, person, own)), person)


async def copy(hall: Hall, person: str, table: str, move: int, level: str | None) -> dict[str, Any]:
    """A what-if table."""
    gathering = await hall.visited(table, person)
    copied = await asyncio.to_thread(tables.what_if, gathering.table, person, move, level)
    return made(await hall.begin(copied), person)


async def rematch(hall: Hall, person: str, table: str) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    return made(await hall.gathering(await hall.rematch(gathering, person)), person)


async def bring(hall: Hall, person: str, text: str, mine: Sequence[SetRow] = ()) -> dict[str, Any]:
    """A table for a game that somebody has in a file: it goes on at one screen, or is looked at again."""
    return made(await hall.begin(await asyncio.to_thread(brought, text, person, mine)), person)


async def from_puzzle(hall: Hall, person: str, name: str, number: int) -> dict[str, Any]:
    """A table that goes on from a puzzle: masters sit at the other seats, and the dice are others."""
    return made(await hall.begin(await asyncio.to_thread(study.continued, name, number, person)), person)


def brought(text: str, person: str, mine: Sequence[SetRow] = ()) -> tables.Table:
    """The table for the game of a file, with a set of the game or one that this person keeps; Refused says what is wrong."""
    from chantier.terminal import saves

    if FIRST_LINE not in text[:1000]:
        raise Refused("no record")
    try:
        match, players = saves.of(text, _set_of(records.read(text), mine))
    except BadRecord as error:
        raise Refused("record", f"({error})") from None
    return tables.on_this_screen(match, players, person)


def _set_of(told: records.Record, mine: Sequence[SetRow]) -> ComponentSet | None:
    """The set that a record was played with; Refused if it is neither one of the game nor kept by whoever brings it."""
    if told.game not in games or any(component_set(told.game, name).hash == told.hash for name in shipped(told.game)):
        return None
    kept = next((row for row in mine if (row.game, row.hash) == (told.game, told.hash)), None)
    if kept is None:
        raise Refused("no set of record", f"({told.components}, {told.hash})")
    return own_set(kept.game, kept.name, kept.text)


def made(gathering: Gathering, person: str) -> dict[str, Any]:
    """A new table; its maker also gets the links of its seats."""
    table = gathering.table
    links = [{"seat": s.seat, "url": f"/s/{s.link}"} for s in table.seats if s.link and s.owner is None]
    return {"table": table.id, "code": codes.shown(table.row.code), "links": links if table.row.host == person else []}


# --- a table ------------------------------------------------------------------------------------------------------------


def summary(hall: Hall, stored: Stored, person: str) -> dict[str, Any]:
    """A table in a list: as it is now, if it is in use."""
    gathering = hall.followed(stored.match.id)
    return seen_by(gathering, person) if gathering else position.summary(stored, person, set())


def seen_by(gathering: Gathering, person: str) -> dict[str, Any]:
    return position.summary(gathering.table.stored(), person, gathering.present)


async def one(hall: Hall, person: str, table: str) -> dict[str, Any]:
    return seen_by(await hall.visited(table, person), person)


async def sit(hall: Hall, person: str, table: str, seat: int, name: str | None, colour: int | None) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    await hall.sit(gathering, seat, person, name, colour)
    return seen_by(gathering, person)


async def hand_over(hall: Hall, person: str, table: str, seat: int, level: str | None) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    await hall.hand_over(gathering, seat, person, level)
    return seen_by(gathering, person)


async def pause(hall: Hall, person: str, table: str, paused: bool) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    await hall.pause(gathering, person, paused)
    return seen_by(gathering, person)


# --- studying it --------------------------------------------------------------------------------------------------------


async def moment(hall: Hall, person: str, language: str, table: str, move: int, seat: int | None, side: int) -> str:
    """A position of the past, as JSON."""
    gathering = await hall.visited(table, person)
    seen_from = gathering.table.check_viewpoint(person, seat)
    return to_text(await asyncio.to_thread(position.past, gathering.table, move, seen_from, language, side))


async def reasons(hall: Hall, person: str, language: str, table: str, seat: int | None, side: int) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    seen_from = gathering.table.check_viewpoint(person, seat)
    version, match = gathering.table.version, gathering.table.match.copy()
    called = position.names(gathering.table.seats, language)
    told = await asyncio.to_thread(study.forbidden, match, seen_from, language, called, side)
    return {"version": version, "reasons": told}


async def review(hall: Hall, person: str, language: str, table: str) -> dict[str, Any]:
    gathering = await hall.visited(table, person)
    called = position.names(gathering.table.seats, language)
    return await asyncio.to_thread(reviews.review, gathering.table, language, called)


async def values(hall: Hall, found: reviews.Values, person: str, language: str, table: str) -> dict[str, Any]:
    """What a bot thinks of every decision, as far as it has come."""
    gathering = await hall.visited(table, person)
    return found.ask(gathering.table, language, position.names(gathering.table.seats, language))


async def record(hall: Hall, person: str, table: str) -> tuple[str, str]:
    """The text of a record, and the name of its file."""
    gathering = await hall.visited(table, person)
    row = gathering.table.row
    return gathering.table.record(person), f"{row.game}-{codes.shown(row.code)}.txt"
