"""The web application: pages, requests and the live connection, put together."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.websockets import WebSocket

from chantier import __version__
from chantier.core import games
from chantier.scene import FORMS
from chantier.table import (
    about,
    account_requests,
    answering,
    arrivals,
    boxes,
    codes,
    pages,
    position,
    protocol,
    refusals,
    reviews,
    stream,
    study,
)
from chantier.table.arrivals import Tickets
from chantier.table.asking import language_of, person_of
from chantier.table.crowd import Crowd
from chantier.table.hall import LOG, Hall
from chantier.table.health import OK, Pulse
from chantier.table.hosts import Hosts
from chantier.table.live import Browser
from chantier.table.metrics import Metrics, is_near
from chantier.table.people.accounts import Accounts
from chantier.table.people.cookies import People
from chantier.table.people.limits import Allowances, countable, counted
from chantier.table.people.passwords import Ask
from chantier.table.people.signins import SignIns
from chantier.table.refusals import Refused
from chantier.table.siblings import Siblings
from chantier.table.sockets import Socket
from chantier.table.store.database import Store, default_url
from chantier.table.thinkers import Thinkers
from chantier.table.wanted import Strict, WantedTable
from chantier.table.worker import Worker


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


class Refusal(Strict):
    """Why something was not done: a word for programs, a text for people."""

    error: str
    text: str


# The shape is named, and told of by one request for all: FastAPI would make it anew for every answer of every request.
SHAPE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    key: {"description": Refusal.__doc__, "content": SHAPE} for key in (422, "4XX", "5XX")
}
SEAT = re.compile("[0-9]{1,2}")


def create(
    store: str | None = None,
    folder: Path | None = None,
    pace: float = 0.4,
    tickets: Tickets | None = None,
    bots: bool = True,
    hosts: Hosts | None = None,
    siblings: Siblings | None = None,
    thinkers: Callable[[Hall], Thinkers] = Thinkers,
    hashing: Ask | None = None,
) -> FastAPI:
    """The application: with its database, the folder of its secret, the pace of its bots, the names it goes by (those of this
    machine for itself, unless told otherwise), other processes of the same server, who thinks for bots, and whom to ask for
    hashes of passwords. Where processes share a database, it answers for bots itself unless workers do."""
    from platformdirs import user_data_path

    url = store or default_url()
    metrics = Metrics()
    hall = Hall(Store(url, siblings), pace, metrics, thinkers)
    sign_ins, allowed = SignIns(hall.store, hall.disk), Allowances()
    hall.neighbours.on_person = sign_ins.changed
    accounts = Accounts(hall.store, hall.disk, sign_ins, allowed, hashing)
    people = People.of(folder or user_data_path("chantier"))

    app = FastAPI(
        title="Chantier",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=REFUSALS,
    )
    app.state.hall, app.state.values, app.state.accounts = hall, reviews.Values(), accounts
    app.state.worker = Worker(Store(url, siblings), pace, metrics) if bots and hall.store.shared else None
    app.add_middleware(GZipMiddleware, minimum_size=800)
    app.add_middleware(Crowd, metrics=metrics)
    app.add_middleware(
        pages.Guard,
        people=people,
        sign_ins=sign_ins,
        allowed=allowed,
        hosts=hosts or Hosts(),
        metrics=metrics,
        turns=hall.turns,
    )
    _add_errors(app)
    _add_pages(app)
    arrivals.add(app, hall, tickets or {})
    _add_games(app)
    _add_tables(app, hall, allowed)
    _add_table(app, hall)
    _add_study(app, hall)
    _add_live(app, hall)
    stream.add(app, hall)
    boxes.add(app, hall)
    account_requests.add(app, hall, people, accounts)
    _add_health(app, hall, metrics)
    app.mount("/static", pages.Files(directory=pages.STATIC, check_dir=False), name="static")
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """From the start of the server to its end."""
    hall, worker = app.state.hall, app.state.worker
    resuming = asyncio.create_task(hall.resume())
    hall.soon(hall.metrics.watch(hall))
    working = asyncio.create_task(asyncio.to_thread(worker.run)) if worker else None
    yield
    if worker and working:
        worker.stop()
        await working
        worker.store.close()
    resuming.cancel()
    await asyncio.gather(resuming, return_exceptions=True)
    app.state.values.close()
    app.state.soundings.close()
    app.state.accounts.passwords.close()
    await hall.close()


# --- who asks, and what is said when it cannot be -----------------------------------------------------------------------


def _add_errors(app: FastAPI) -> None:
    def told(request: Request, refused: Refused) -> JSONResponse:
        return JSONResponse(refused.told(language_of(request)), refused.status)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return told(request, error)

    @app.exception_handler(RequestValidationError)
    async def bad(request: Request, error: RequestValidationError) -> JSONResponse:
        where = ", ".join(sorted({".".join(map(str, one["loc"][1:])) for one in error.errors()}))
        return told(request, Refused("bad", f"({where[:200]})" if where else ""))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        text = refusals.text_of("bad", language_of(request))
        return JSONResponse({"error": str(error.detail), "text": text}, error.status_code, headers=error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def store(request: Request, error: SQLAlchemyError) -> JSONResponse:
        LOG.error("the store failed: %s", type(error).__name__)
        return told(request, Refused("store"))


# --- pages --------------------------------------------------------------------------------------------------------------


def _add_pages(app: FastAPI) -> None:
    async def home(request: Request) -> Response:
        return pages.page("home")

    async def table(request: Request) -> Response:
        return pages.page("table")

    async def rules(request: Request) -> Response:
        return pages.page("rules")

    async def box(request: Request) -> Response:
        return pages.page("box")

    async def icon(request: Request) -> Response:
        return FileResponse(pages.STATIC / "icon.svg", media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})

    async def manifest(request: Request) -> Response:
        told = pages.manifest(request.query_params.get("theme", ""))
        return JSONResponse(told, media_type="application/manifest+json", headers={"cache-control": "max-age=86400"})

    app.add_route("/", home)
    app.add_route("/t/{table}", table)
    app.add_route("/rules/{game}", rules)
    app.add_route("/box/{game}", box)
    app.add_route("/lesson/{game}", table)
    app.add_route("/lesson/{game}/{lesson}", table)
    app.add_route("/puzzle/{game}/{number}", table)
    app.add_route("/favicon.ico", icon)
    app.add_route("/manifest.webmanifest", manifest)


# --- games --------------------------------------------------------------------------------------------------------------


def _add_games(app: FastAPI) -> None:
    @app.get("/api/texts/{language}", responses={422: {"model": Refusal, "description": Refusal.__doc__}})
    def texts(language: str) -> dict[str, str]:
        return about.texts(refusals.language(language))

    @app.get("/api/games")
    def all_games(request: Request) -> list[dict[str, Any]]:
        return [about.about(game, language_of(request)) for game in games.usable()]

    @app.get("/api/games/{game}/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
    def picture(game: str, theme: str = "") -> Response:
        policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'", "cache-control": "max-age=86400"}
        return Response(about.picture(answering.game(game), theme), media_type="image/svg+xml", headers=policy)

    @app.get("/api/games/{game}/rules")
    def rules(game: str, request: Request) -> dict[str, Any]:
        return about.rules(answering.game(game), language_of(request))

    @app.get("/api/games/{game}/things")
    def things(game: str, request: Request) -> list[dict[str, str]]:
        return study.explained(answering.game(game), language_of(request))

    @app.get("/api/games/{game}/lessons")
    def offered(game: str, request: Request) -> list[dict[str, Any]]:
        return study.offered(answering.game(game), language_of(request))

    @app.get("/api/games/{game}/lessons/{lesson}")
    def lesson(game: str, lesson: str, request: Request) -> dict[str, Any]:
        return study.lesson(answering.game(game), lesson, language_of(request))

    @app.get("/api/games/{game}/lessons/{lesson}/steps/{step}")
    def step(game: str, lesson: str, step: int, request: Request, chosen: str = "", side: int = 0) -> Response:
        side = position.side_of(games[answering.game(game)], side)
        told = study.lesson_position(game, lesson, step, language_of(request), chosen, side)
        return Response(told, media_type="application/json")

    @app.get("/api/puzzles")
    def all_puzzles() -> list[dict[str, Any]]:
        return study.all_puzzles()

    @app.get("/api/games/{game}/puzzles/{number}")
    def puzzle(game: str, number: int, request: Request) -> dict[str, Any]:
        return study.puzzle(answering.game(game), number, language_of(request))

    @app.get("/api/games/{game}/puzzles/{number}/steps/{step}")
    def puzzle_step(game: str, number: int, step: int, request: Request, side: int = 0) -> Response:
        side = position.side_of(games[answering.game(game)], side)
        told = study.puzzle_position(game, number, step, language_of(request), side)
        return Response(told, media_type="application/json")


# --- tables -------------------------------------------------------------------------------------------------------------


def _add_tables(app: FastAPI, hall: Hall, allowed: Allowances) -> None:
    @app.get("/api/tables")
    async def lists(request: Request) -> dict[str, Any]:
        person = person_of(request)
        mine = await hall.disk(hall.store.of_person, person)
        free = await hall.disk(hall.store.open)
        return {key: [answering.summary(hall, one, person) for one in found] for key, found in (("mine", mine), ("open", free))}

    @app.post("/api/tables")
    async def new(wanted: WantedTable, request: Request) -> dict[str, Any]:
        person = person_of(request)
        own = await boxes.of_wish(hall, person, wanted)
        return await answering.new(hall, person, wanted, own)

    @app.post("/api/games/{game}/puzzles/{number}/tables")
    async def from_puzzle(game: str, number: int, request: Request) -> dict[str, Any]:
        return await answering.from_puzzle(hall, person_of(request), answering.game(game), number)

    @app.get("/api/codes/{code}")
    async def code(code: str, request: Request) -> dict[str, str]:
        with counted((allowed.codes, pages.address_of(request.scope))):
            found = await hall.disk(hall.store.by_code, codes.read(code))
            if found is None:
                raise Refused("no code")
        return {"table": found}

    @app.post("/api/tables/{table}/copies")
    async def copies(table: str, wanted: Copy, request: Request) -> dict[str, Any]:
        return await answering.copy(hall, person_of(request), table, wanted.move, wanted.level)

    @app.post("/api/tables/{table}/rematch")
    async def rematch(table: str, request: Request) -> dict[str, Any]:
        return await answering.rematch(hall, person_of(request), table)


def _add_table(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/tables/{table}")
    async def one(table: str, request: Request) -> dict[str, Any]:
        return await answering.one(hall, person_of(request), table)

    @app.post("/api/tables/{table}/seats/{seat}")
    async def sit(table: str, seat: int, who: Name, request: Request) -> dict[str, Any]:
        return await answering.sit(hall, person_of(request), table, seat, who.name, who.colour)

    @app.post("/api/tables/{table}/seats/{seat}/bot")
    async def hand_over(table: str, seat: int, stand_in: StandIn, request: Request) -> dict[str, Any]:
        return await answering.hand_over(hall, person_of(request), table, seat, stand_in.level)

    @app.post("/api/tables/{table}/seats/{seat}/link")
    async def new_link(table: str, seat: int, wanted: Link, request: Request) -> dict[str, str | None]:
        gathering = await hall.visited(table, person_of(request))
        link = await hall.new_link(gathering, seat, person_of(request), wanted.on)
        return {"url": f"/s/{link}" if link else None}

    @app.post("/api/tables/{table}/pause")
    async def pause(table: str, wanted: Pause, request: Request) -> dict[str, Any]:
        return await answering.pause(hall, person_of(request), table, wanted.paused)


def _add_study(app: FastAPI, hall: Hall) -> None:
    values: reviews.Values = app.state.values

    @app.get("/api/tables/{table}/moments/{move}")
    async def moment(table: str, move: int, request: Request, seat: int | None = None, side: int = 0) -> Response:
        told = await answering.moment(hall, person_of(request), language_of(request), table, move, seat, side)
        return Response(told, media_type="application/json")

    @app.get("/api/tables/{table}/reasons")
    async def reasons(table: str, request: Request, seat: int | None = None, side: int = 0) -> dict[str, Any]:
        return await answering.reasons(hall, person_of(request), language_of(request), table, seat, side)

    @app.get("/api/tables/{table}/review")
    async def review(table: str, request: Request) -> dict[str, Any]:
        return await answering.review(hall, person_of(request), language_of(request), table)

    @app.get("/api/tables/{table}/review/values")
    async def review_values(table: str, request: Request) -> dict[str, Any]:
        return await answering.values(hall, values, person_of(request), language_of(request), table)

    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse)
    async def record(table: str, request: Request) -> Response:
        text, name = await answering.record(hall, person_of(request), table)
        return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


# --- live ---------------------------------------------------------------------------------------------------------------


def _add_live(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str, language: str = "en", seat: str = "", side: str = "", form: str = "") -> None:
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


# --- health ---------------------------------------------------------------------------------------------------------------


def _add_health(app: FastAPI, hall: Hall, metrics: Metrics) -> None:
    pulse = Pulse(hall)

    async def health(request: Request) -> Response:
        status = await pulse.status()
        return JSONResponse({"status": status}, 200 if status == OK else 503)

    async def counters(request: Request) -> Response:
        if not is_near(request.client.host if request.client else None):
            raise HTTPException(404)
        jobs = await hall.disk(hall.store.jobs) if hall.store.shared else None
        return Response(metrics.told(hall, jobs), media_type="text/plain; version=0.0.4")

    app.add_route("/health", health)
    app.add_route("/metrics", counters)
