"""Component sets over HTTP: the box page of a game, sets that people keep, and whether a set is sound.

The page sends the text of a set and what is to be changed; the answer is the changed set, all of it, with what is wrong at
which place. So nothing is kept while somebody tries things out, and what is kept is always a good set.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from concurrent.futures import Future
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import Field

from chantier.box.editor import BadEdit, Edit, Editor
from chantier.box.pictures import painted, style
from chantier.box.showing import shown
from chantier.box.sound import Sounding
from chantier.components import LONGEST_NAME, LONGEST_SET, STANDARD, ComponentSet, component_set, own_set, place_of, shipped
from chantier.core import BadComponents, games
from chantier.table import clean, refusals
from chantier.table.asking import REFUSALS, hall_of, house_of, language_of, person_of
from chantier.table.fair import Steps
from chantier.table.hall import Hall
from chantier.table.refusals import Refused
from chantier.table.store.rows import SetRow, now
from chantier.table.wanted import Strict, WantedTable

TOML: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}
MOST_SETS = 60  # of one person
MOST_EDITS = 40  # at once
KEPT = 40  # soundings that are remembered
LOOKS, MANY_LOOKS = 4.0, 80.0  # at a set, of one person: a second, and at once
AT_ONCE = 8  # soundings that wait or are played, of all persons

requests = APIRouter(responses=REFUSALS)


class WantedEdit(Strict):
    """One change: of what stands at a place, or of a spot of a picture that is painted over."""

    do: Literal["set", "add", "remove", "move", "seen", "paint"]
    place: str = Field(max_length=200, description="where in the set; of `paint`, the name of the picture")
    value: int | str | bool | list[int | str | bool] | None = None
    at: int | None = Field(None, ge=0, le=10_000)
    spot: str = Field("", max_length=40)


class Looked(Strict):
    """A set to look at: its text, or one that comes with the game; and what is to be changed first."""

    text: str | None = None
    components: str | None = Field(None, max_length=40)
    edits: list[WantedEdit] = Field([], max_length=MOST_EDITS)
    language: str = Field("en", max_length=20)


class NewSet(Strict):
    """A set to be kept."""

    game: str = Field(max_length=40)
    name: str = Field(max_length=200)
    text: str


class ChangedSet(Strict):
    """What is to change in a set that is kept."""

    name: str | None = Field(None, max_length=200)
    text: str | None = None
    shared: bool | None = None


class Sounded(Strict):
    """A set that games shall be played with."""

    text: str


def known_game(name: str) -> str:
    if name not in games:
        raise Refused("no game")
    return name


# --- the page ---------------------------------------------------------------------------------------------------------


@requests.get("/api/box/{game}")
def drawings(game: str) -> dict[str, Any]:
    """What stays the same while a set is changed."""
    return {"style": style(known_game(game)), "sets": list(shipped(game))}


@requests.post("/api/box/{game}")
def look(game: str, wanted: Looked, request: Request) -> dict[str, Any]:
    if not house_of(request).looks.take(person_of(request), 1 + len(wanted.edits) / 8):
        raise Refused("fast")
    editor = Editor(known_game(game), _text(game, wanted))
    changed = [edit for one in wanted.edits for edit in _edits(editor, one)]
    try:
        editor.apply(*changed)
    except BadEdit as error:
        raise Refused("edit", str(error)) from None
    return shown(editor, refusals.language(wanted.language))


def _text(game: str, wanted: Looked) -> str:
    if wanted.text is not None:
        return bounded(wanted.text)
    name = wanted.components or STANDARD
    if name not in shipped(game):
        raise Refused("no set")
    return component_set(game, name).text


def _edits(editor: Editor, wanted: WantedEdit) -> list[Edit]:
    """What is to be done, as the editor says it."""
    try:
        if wanted.do == "paint":
            return painted(editor, wanted.place, wanted.spot, str(wanted.value))
    except BadEdit as error:
        raise Refused("edit", str(error)) from None
    place = place_of(wanted.place)
    if not place:
        raise Refused("edit", f"There is no place {wanted.place[:60]!r}.")
    return [Edit(wanted.do, place, wanted.value, wanted.at)]


# --- sets that are kept -----------------------------------------------------------------------------------------------


def good_set(game: str, name: str, text: str) -> ComponentSet:
    """A set that can be kept and played with."""
    try:
        return own_set(known_game(game), name, bounded(text))
    except BadComponents as error:
        raise Refused("bad set", str(error.problems[0]).strip()) from None


def bounded(text: str) -> str:
    """A text that is not too long to be looked at."""
    if len(text) > LONGEST_SET:
        raise Refused("big")
    return text


def set_name(given: str) -> str:
    """A name that can stand in a record."""
    name = clean.line(given, LONGEST_NAME)
    if not name:
        raise Refused("bad", "(name)")
    return name


def told(row: SetRow) -> dict[str, Any]:
    """A set in a list."""
    link = f"/box/{row.game}?shared={row.link}" if row.link else None
    return {"id": row.id, "game": row.game, "name": row.name, "hash": row.hash, "changed": row.changed, "link": link}


async def found(hall: Hall, person: str, known: str) -> SetRow:
    row = await hall.disk(hall.store.set_of, person, known) if known.isalnum() and len(known) <= 32 else None
    if row is None:
        raise Refused("no set")
    return row


async def of_wish(hall: Hall, person: str, wanted: WantedTable) -> ComponentSet | None:
    """The set of one's own that a table is wanted with, if it is."""
    if wanted.own is None:
        return None
    row = await found(hall, person, wanted.own)
    if row.game != wanted.game:
        raise Refused("no set")
    return await asyncio.to_thread(good_set, row.game, row.name, row.text)


@requests.get("/api/sets")
async def mine(request: Request) -> list[dict[str, Any]]:
    hall = hall_of(request)
    return [told(row) for row in await hall.disk(hall.store.sets, person_of(request))]


@requests.post("/api/sets")
async def keep(wanted: NewSet, request: Request) -> dict[str, Any]:
    hall = hall_of(request)
    name = set_name(wanted.name)
    chosen = await asyncio.to_thread(good_set, wanted.game, name, wanted.text)
    row = SetRow(secrets.token_hex(10), person_of(request), wanted.game, name, wanted.text, chosen.hash, now())
    if not await hall.disk(hall.store.add_set, row, MOST_SETS):
        raise Refused("many sets", f"({MOST_SETS})")
    return told(row)


@requests.get("/api/sets/{known}")
async def one(known: str, request: Request) -> dict[str, Any]:
    row = await found(hall_of(request), person_of(request), known)
    return {**told(row), "text": row.text}


@requests.post("/api/sets/{known}")
async def change(known: str, wanted: ChangedSet, request: Request) -> dict[str, Any]:
    hall = hall_of(request)
    row = await found(hall, person_of(request), known)
    values: dict[str, Any] = {"changed": now()}
    if wanted.name is not None:
        values["name"] = set_name(wanted.name)
    if wanted.text is not None:
        chosen = await asyncio.to_thread(good_set, row.game, row.name, wanted.text)
        values |= {"text": wanted.text, "hash": chosen.hash}
    if wanted.shared is not None and wanted.shared != bool(row.link):
        values["link"] = secrets.token_urlsafe(16) if wanted.shared else None
    if not await hall.disk(hall.store.change_set, row.owner, row.id, values):
        raise Refused("no set")
    return told(await found(hall, person_of(request), known))


@requests.delete("/api/sets/{known}")
async def delete(known: str, request: Request) -> dict[str, bool]:
    hall = hall_of(request)
    row = await found(hall, person_of(request), known)
    return {"deleted": await hall.disk(hall.store.delete_set, row.owner, row.id)}


@requests.get("/api/sets/{known}/file", response_class=Response, responses=TOML)
async def file(known: str, request: Request) -> Response:
    return _file(await found(hall_of(request), person_of(request), known))


@requests.get("/api/shared/{link}")
async def shared(link: str, request: Request) -> dict[str, Any]:
    """What a link shows, before anybody accepts it."""
    hall = hall_of(request)
    row = await hall.disk(hall.store.shared_set, link[:40])
    if row is None:
        raise Refused("no link")
    return {"game": row.game, "name": row.name, "hash": row.hash, "text": row.text}


@requests.get("/api/tables/{table}/set", response_class=Response, responses=TOML)
async def of_table(table: str, request: Request) -> Response:
    """The set that a table is played with: whoever may look at the table may have it."""
    gathering = await hall_of(request).visited(table, person_of(request))
    chosen = gathering.table.match.game.components
    return _attached(chosen.text, gathering.table.row.game, chosen.hash)


def _file(row: SetRow) -> Response:
    return _attached(row.text, row.game, row.hash)


def _attached(text: str, game: str, hashed: str) -> Response:
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game}-{hashed}.toml"'})


# --- whether a set is sound -------------------------------------------------------------------------------------------


class Soundings:
    """Games that are played in the background to see what a set is like: one thread for all, shared out among persons."""

    def __init__(self, apprentices: int | None = None, journeymen: int | None = None) -> None:
        self.size = {key: n for key, n in (("apprentices", apprentices), ("journeymen", journeymen)) if n is not None}
        self.known: OrderedDict[tuple[str, str], Sounding] = OrderedDict()  # by game and hash
        self.work: dict[tuple[str, str], Future[None]] = {}
        self.pool = Steps("sound")

    def begin(self, person: str, game: str, chosen: ComponentSet) -> str:
        """The name under which one can ask for it."""
        key = (game, chosen.hash)
        if key not in self.known:
            if sum(not work.done() for work in self.work.values()) >= AT_ONCE:
                raise Refused("busy")
            self.known[key] = Sounding(game, chosen, **self.size)
            self.work[key] = self.pool.submit(person, self.known[key].steps())
            while len(self.known) > KEPT:
                old, _ = self.known.popitem(last=False)
                self.work.pop(old).cancel()
        return chosen.hash

    def ask(self, game: str, hashed: str, language: str) -> dict[str, Any]:
        """How far it is, and what is known."""
        sounding = self.known.get((game, hashed))
        if sounding is None:
            raise Refused("no sounding")
        done = self.work[game, hashed].done()
        return {"done": done, "played": sounding.done, "of": sounding.of, "lines": sounding.report(language) if done else []}

    def close(self) -> None:
        for work in self.work.values():
            work.cancel()
        self.pool.close()


@requests.post("/api/box/{game}/sound")
def begin(game: str, wanted: Sounded, request: Request) -> dict[str, str]:
    chosen = good_set(game, "", wanted.text)
    return {"sounding": house_of(request).soundings.begin(person_of(request), game, chosen)}


@requests.get("/api/box/{game}/sound/{sounding}")
def ask(game: str, sounding: str, request: Request) -> dict[str, Any]:
    return house_of(request).soundings.ask(known_game(game), sounding, language_of(request))
