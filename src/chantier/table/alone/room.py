"""What a page asks a server for, answered inside of it: requests, and live connections."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from chantier.core import ChantierError
from chantier.table import answering, refusals, reviews, study
from chantier.table.alone.shelf import ME, Keeper, Shelf
from chantier.table.alone.thinking import Elsewhere, Think, Values
from chantier.table.hall import LOG, Hall
from chantier.table.live import Browser, Gone
from chantier.table.refusals import Refused
from chantier.table.thinkers import Thinkers
from chantier.table.wire import to_text

if TYPE_CHECKING:
    from chantier.table.store.database import Store
    from chantier.table.wanted import WantedTable

T = TypeVar("T")
HERE = ("me", "here", "bot")  # who can sit at a table that has no server


class PageHall(Hall):
    """A hall without threads and without a disk: its store is a shelf."""

    async def disk(self, work: Callable[..., T], *args: Any, **more: Any) -> T:
        with self._told_of_failures():
            answer = work(*args, **more)
            return await answer if isawaitable(answer) else answer

    def writing(self, work: Callable[..., None], *args: Any) -> asyncio.Future[None]:
        return asyncio.ensure_future(cast("Shelf", self.store).keep(work, *args))


class Line:
    """A live connection whose other end is the page beside this worker."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()

    async def read(self) -> str:
        text = await self.inbox.get()
        if text is None:
            raise Gone
        return text

    async def write(self, text: str) -> None:
        self.tell(text)

    async def close(self, code: int) -> None:
        """The page beside it is never too slow for long: it connects again."""


class Asked(NamedTuple):
    """A request: where to, in which language, with which query and body."""

    language: str
    query: dict[str, str]
    body: dict[str, Any]

    @property
    def seat(self) -> int | None:
        return int(self.query["seat"]) if "seat" in self.query else None

    @property
    def side(self) -> int:
        return int(self.query.get("side", "0"))


class Room:
    """Everything that one page needs."""

    def __init__(self, keeper: Keeper, think: Think | None = None, pace: float = 0.4) -> None:
        shelf = cast("Store", Shelf(keeper))
        thinkers: Callable[[Hall], Thinkers] = Thinkers if think is None else lambda hall: Elsewhere(hall, think)
        self.hall = PageHall(shelf, pace, thinkers=thinkers)
        self.values = reviews.Values() if think is None else Values(think)
        self.lines: dict[int, Line] = {}

    async def close(self) -> None:
        self.values.close()
        await self.hall.close()

    # --- live connections -----------------------------------------------------------------------------------------------

    async def open(
        self, n: int, table: str, language: str, seat: int | None, tell: Callable[[str], None], side: int = 0, form: str = ""
    ) -> None:
        """The connection number n to a table, for as long as it lasts."""
        language, line = refusals.language(language), Line(tell)
        self.lines[n] = line
        try:
            gathering = await self.hall.visited(table, ME)
            browser = Browser(self.hall, gathering, line, ME, language, asked=cast("Callable[[Any], Any]", dict))
            browser.seat, browser.side, browser.form = gathering.table.check_viewpoint(ME, seat), side, form
            await browser.stay()
        except Refused as refused:
            tell(to_text({"type": "refused", "request": None, **refused.told(language), "version": 0}))
        finally:
            del self.lines[n]

    def say(self, n: int, text: str | None) -> None:
        """What the page says over a connection; nothing when it leaves."""
        if n in self.lines:
            self.lines[n].inbox.put_nowait(text)

    # --- requests ---------------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, query: str, body: str) -> str:
        """The answer to a request, as JSON with its status. Query and body are JSON as well."""
        asked_for = json.loads(query)
        asked = Asked(refusals.language(asked_for.get("language")), asked_for, json.loads(body or "{}"))
        try:
            answer = await self._answer(method, path, asked)
        except Refused as refused:
            return to_text({"status": refused.status, "told": refused.told(asked.language)})
        except ChantierError as error:
            return to_text({"status": 400, "told": Refused("bad", str(error)).told(asked.language)})
        except Exception:  # a fault of ours must not take the page away
            LOG.exception("%s %s failed", method, path)
            return to_text({"status": 500, "told": Refused("broken").told(asked.language)})
        return f'{{"status":200,"told":{answer if isinstance(answer, str) else to_text(answer)}}}'

    async def _answer(self, method: str, path: str, asked: Asked) -> Any:
        for kind, pattern, answer in ROUTES:
            if kind == method and (found := pattern.fullmatch(path)):
                return await answer(self, asked, **found.groupdict())
        raise Refused("bad", path)


def _wanted(body: dict[str, Any]) -> WantedTable:
    """The table that is wished for; only those sit at it who are here."""
    seats = [{"level": None, "name": None, "colour": None, **seat} for seat in body["seats"]]
    if any(seat["kind"] not in HERE for seat in seats):
        raise Refused("bad")
    wish = {"options": {}, "components": None, "pace": None, **body, "public": False}
    return cast("WantedTable", SimpleNamespace(**{**wish, "seats": [SimpleNamespace(**seat) for seat in seats]}))


# --- by address -------------------------------------------------------------------------------------------------------------


async def _new(room: Room, asked: Asked) -> Any:
    return await answering.new(room.hall, ME, _wanted(asked.body))


async def _bring(room: Room, asked: Asked) -> Any:
    return await answering.bring(room.hall, ME, asked.body["text"])


async def _copy(room: Room, asked: Asked, table: str) -> Any:
    return await answering.copy(room.hall, ME, table, asked.body["move"], asked.body.get("level"))


async def _rematch(room: Room, asked: Asked, table: str) -> Any:
    return await answering.rematch(room.hall, ME, table)


async def _one(room: Room, asked: Asked, table: str) -> Any:
    return await answering.one(room.hall, ME, table)


async def _sit(room: Room, asked: Asked, table: str, seat: str) -> Any:
    return await answering.sit(room.hall, ME, table, int(seat), asked.body.get("name"), asked.body.get("colour"))


async def _hand_over(room: Room, asked: Asked, table: str, seat: str) -> Any:
    return await answering.hand_over(room.hall, ME, table, int(seat), asked.body.get("level"))


async def _pause(room: Room, asked: Asked, table: str) -> Any:
    return await answering.pause(room.hall, ME, table, bool(asked.body["paused"]))


async def _moment(room: Room, asked: Asked, table: str, move: str) -> Any:
    return await answering.moment(room.hall, ME, asked.language, table, int(move), asked.seat, asked.side)


async def _reasons(room: Room, asked: Asked, table: str) -> Any:
    return await answering.reasons(room.hall, ME, asked.language, table, asked.seat, asked.side)


async def _review(room: Room, asked: Asked, table: str) -> Any:
    return await answering.review(room.hall, ME, asked.language, table)


async def _values(room: Room, asked: Asked, table: str) -> Any:
    return await answering.values(room.hall, room.values, ME, asked.language, table)


async def _record(room: Room, asked: Asked, table: str) -> Any:
    text, name = await answering.record(room.hall, ME, table)
    return {"text": text, "name": name}


async def _lessons(room: Room, asked: Asked, game: str) -> Any:
    return study.offered(answering.game(game), asked.language)


async def _lesson(room: Room, asked: Asked, game: str, lesson: str) -> Any:
    return study.lesson(answering.game(game), lesson, asked.language)


async def _step(room: Room, asked: Asked, game: str, lesson: str, step: str) -> Any:
    chosen = asked.query.get("chosen", "")
    return study.lesson_position(answering.game(game), lesson, int(step), asked.language, chosen, asked.side)


async def _puzzles(room: Room, asked: Asked) -> Any:
    return study.all_puzzles()


async def _puzzle(room: Room, asked: Asked, game: str, number: str) -> Any:
    return study.puzzle(answering.game(game), int(number), asked.language)


async def _puzzle_step(room: Room, asked: Asked, game: str, number: str, step: str) -> Any:
    return study.puzzle_position(answering.game(game), int(number), int(step), asked.language, asked.side)


async def _from_puzzle(room: Room, asked: Asked, game: str, number: str) -> Any:
    return await answering.from_puzzle(room.hall, ME, answering.game(game), int(number))


async def _things(room: Room, asked: Asked, game: str) -> Any:
    return study.explained(answering.game(game), asked.language)


def _pattern(address: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[\\w-]+)", address))


ROUTES: list[tuple[str, re.Pattern[str], Callable[..., Awaitable[Any]]]] = [
    (method, _pattern(address), answer)
    for method, address, answer in (
        ("POST", "/api/tables", _new),
        ("POST", "/api/records", _bring),
        ("POST", "/api/tables/{table}/copies", _copy),
        ("POST", "/api/tables/{table}/rematch", _rematch),
        ("POST", "/api/tables/{table}/pause", _pause),
        ("POST", "/api/tables/{table}/seats/{seat}", _sit),
        ("POST", "/api/tables/{table}/seats/{seat}/bot", _hand_over),
        ("GET", "/api/tables/{table}", _one),
        ("GET", "/api/tables/{table}/moments/{move}", _moment),
        ("GET", "/api/tables/{table}/reasons", _reasons),
        ("GET", "/api/tables/{table}/review", _review),
        ("GET", "/api/tables/{table}/review/values", _values),
        ("GET", "/api/tables/{table}/record", _record),
        ("GET", "/api/games/{game}/things", _things),
        ("GET", "/api/games/{game}/lessons", _lessons),
        ("GET", "/api/games/{game}/lessons/{lesson}", _lesson),
        ("GET", "/api/games/{game}/lessons/{lesson}/steps/{step}", _step),
        ("GET", "/api/puzzles", _puzzles),
        ("GET", "/api/games/{game}/puzzles/{number}", _puzzle),
        ("GET", "/api/games/{game}/puzzles/{number}/steps/{step}", _puzzle_step),
        ("POST", "/api/games/{game}/puzzles/{number}/tables", _from_puzzle),
    )
]
