"""Who asks, from where, in which language they are answered, and of which house.

The requests of a module stand in an `APIRouter` of its own: FastAPI looks through them once, not again for every application.
So they belong to none, and what they need is found by the request: `house_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import Request
from starlette.datastructures import State
from starlette.requests import HTTPConnection

from chantier.table import pages, refusals
from chantier.table.people.cookies import Badge
from chantier.table.wanted import Strict

if TYPE_CHECKING:
    from chantier.table.arrivals import Tickets
    from chantier.table.boxes import Soundings
    from chantier.table.hall import Hall
    from chantier.table.health import Pulse
    from chantier.table.people.accounts import Accounts
    from chantier.table.people.cookies import People
    from chantier.table.people.limits import Limit
    from chantier.table.reviews import Values
    from chantier.table.worker import Worker


class Refusal(Strict):
    """Why something was not done: a word for programs, a text for people."""

    error: str
    text: str


# The shape is named, and told of by one request for all: FastAPI would make it anew for every answer of every request.
SHAPE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    key: {"description": Refusal.__doc__, "content": SHAPE} for key in (422, "4XX", "5XX")
}


class House(State):
    """What all requests of one application have in common."""

    hall: Hall
    people: People
    accounts: Accounts
    tickets: Tickets
    values: Values
    soundings: Soundings
    looks: Limit  # at sets
    pulse: Pulse
    worker: Worker | None  # where this process answers for bots at tables of others


def house_of(request: HTTPConnection) -> House:
    house: House = request.app.state
    return house


def hall_of(request: HTTPConnection) -> Hall:
    return house_of(request).hall


def person_of(request: Request) -> str:
    return str(request.state.person)


def badge_of(request: Request) -> Badge:
    badge: Badge = request.state.badge
    return badge


def address_of(request: Request) -> str:
    return pages.address_of(request.scope)


def language_of(request: Request) -> str:
    return refusals.language(request.query_params.get("language") or request.headers.get("accept-language"))
