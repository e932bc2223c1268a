"""The web application: pages, requests and the live connection, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route

from chantier import __version__
from chantier.table import (
    account_requests,
    arrivals,
    boxes,
    game_requests,
    pages,
    refusals,
    reviews,
    stream,
    table_requests,
)
from chantier.table.arrivals import Tickets
from chantier.table.asking import House, hall_of, house_of, language_of
from chantier.table.crowd import Crowd
from chantier.table.hall import LOG, Hall
from chantier.table.health import OK, Pulse
from chantier.table.hosts import Hosts
from chantier.table.metrics import Metrics, is_near
from chantier.table.people.accounts import Accounts
from chantier.table.people.cookies import People
from chantier.table.people.limits import Allowances, Limit
from chantier.table.people.passwords import Ask
from chantier.table.people.signins import SignIns
from chantier.table.refusals import Refused
from chantier.table.siblings import Siblings
from chantier.table.store.database import Store, default_url
from chantier.table.thinkers import Thinkers
from chantier.table.worker import Worker

Answer: TypeAlias = Coroutine[Any, Any, Response]


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

    house = House()
    house.hall, house.people, house.accounts, house.tickets = hall, people, accounts, tickets or {}
    house.values, house.soundings, house.pulse = reviews.Values(), boxes.Soundings(), Pulse(hall)
    house.looks = Limit(boxes.LOOKS, boxes.MANY_LOOKS, "looks")
    house.worker = Worker(Store(url, siblings), pace, metrics) if bots and hall.store.shared else None

    app = FastAPI(
        title="Chantier",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        routes=ROUTES,
        exception_handlers=ERRORS,
    )
    app.state = house
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
    app.mount("/static", pages.Files(directory=pages.STATIC, check_dir=False), name="static")
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """From the start of the server to its end."""
    house = cast(House, app.state)
    hall, worker = house.hall, house.worker
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
    house.values.close()
    house.soundings.close()
    house.accounts.passwords.close()
    await hall.close()


# --- what is said when something cannot be done -----------------------------------------------------------------------


def _told(request: Request, refused: Refused) -> JSONResponse:
    return JSONResponse(refused.told(language_of(request)), refused.status)


async def _refused(request: Request, error: Refused) -> JSONResponse:
    return _told(request, error)


async def _bad(request: Request, error: RequestValidationError) -> JSONResponse:
    where = ", ".join(sorted({".".join(map(str, one["loc"][1:])) for one in error.errors()}))
    return _told(request, Refused("bad", f"({where[:200]})" if where else ""))


async def _other(request: Request, error: HTTPException) -> JSONResponse:
    text = refusals.text_of("bad", language_of(request))
    return JSONResponse({"error": str(error.detail), "text": text}, error.status_code, headers=error.headers)


async def _store(request: Request, error: SQLAlchemyError) -> JSONResponse:
    LOG.error("the store failed: %s", type(error).__name__)
    return _told(request, Refused("store"))


ERRORS: dict[int | type[Exception], Callable[[Request, Any], Answer]] = {
    Refused: _refused,
    RequestValidationError: _bad,
    HTTPException: _other,
    SQLAlchemyError: _store,
}


# --- pages ------------------------------------------------------------------------------------------------------------


def _page(name: str) -> Callable[[Request], Answer]:
    async def answer(request: Request) -> Response:
        return pages.page(name)

    return answer


async def _icon(request: Request) -> Response:
    return FileResponse(pages.STATIC / "icon.svg", media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


async def _manifest(request: Request) -> Response:
    told = pages.manifest(request.query_params.get("theme", ""))
    return JSONResponse(told, media_type="application/manifest+json", headers={"cache-control": "max-age=86400"})


# --- health -----------------------------------------------------------------------------------------------------------


async def _health(request: Request) -> Response:
    status = await house_of(request).pulse.status()
    return JSONResponse({"status": status}, 200 if status == OK else 503)


async def _counters(request: Request) -> Response:
    if not is_near(request.client.host if request.client else None):
        raise HTTPException(404)
    hall = hall_of(request)
    jobs = await hall.disk(hall.store.jobs) if hall.store.shared else None
    return Response(hall.metrics.told(hall, jobs), media_type="text/plain; version=0.0.4")


# --- all of them ------------------------------------------------------------------------------------------------------


ROUTES: list[BaseRoute] = [
    Route("/", _page("home")),
    Route("/t/{table}", _page("table")),
    Route("/rules/{game}", _page("rules")),
    Route("/box/{game}", _page("box")),
    Route("/lesson/{game}", _page("table")),
    Route("/lesson/{game}/{lesson}", _page("table")),
    Route("/puzzle/{game}/{number}", _page("table")),
    Route("/favicon.ico", _icon),
    Route("/manifest.webmanifest", _manifest),
    *arrivals.requests.routes,
    *game_requests.requests.routes,
    *table_requests.requests.routes,
    *stream.requests.routes,
    *boxes.requests.routes,
    *account_requests.requests.routes,
    Route("/health", _health),
    Route("/metrics", _counters),
]
