"""Accounts, sign-ins and tokens, as requests of a browser."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from chantier.table.asking import REFUSALS, address_of, badge_of, hall_of, house_of, person_of
from chantier.table.people.accounts import Credentials, Goodbye, NewPassword, WantedToken, name_of, shown
from chantier.table.people.cookies import Badge
from chantier.table.people.devices import described

requests = APIRouter(responses=REFUSALS)


async def welcome(request: Request, badge: Badge, told: dict[str, Any], device: str = "") -> Response:
    """The answer by which a browser is somebody else from now on."""
    house, secure = house_of(request), request.url.scheme == "https"
    answer = JSONResponse(told, headers={"set-cookie": house.people.set_cookie(badge, secure)})
    if device:
        answer.headers.append("set-cookie", house.people.device_cookie(device, secure))
        await house.accounts.remember(badge, described(request.headers.get("user-agent", "")))
    return answer


# --- accounts -----------------------------------------------------------------------------------------------------------


@requests.get("/api/account")
async def account(request: Request) -> dict[str, Any]:
    hall = hall_of(request)
    found = await hall.disk(hall.store.account_of, person_of(request))
    tokens = await hall.disk(hall.store.tokens, person_of(request))
    return {"name": found.shown if found else None, "tokens": [shown(row) for row in tokens]}


@requests.get("/api/account/sessions")
async def sign_ins(request: Request) -> list[dict[str, Any]]:
    """Where somebody is signed in, the latest first."""
    return await house_of(request).accounts.devices(badge_of(request))


@requests.delete("/api/account/sessions/{sign_in}")
async def end(sign_in: str, request: Request) -> dict[str, bool]:
    """One sign-in of this account is ended, on whatever device it is."""
    await house_of(request).accounts.end(badge_of(request), sign_in)
    return {"ended": True}


# --- signing in and out -------------------------------------------------------------------------------------------------


@requests.post("/api/account")
async def create(wanted: Credentials, request: Request) -> Response:
    house = house_of(request)
    made = await house.accounts.create(person_of(request), wanted, address_of(request))
    return await welcome(request, house.people.badge(made.person, made.generation), {"name": made.shown}, made.name)


@requests.post("/api/account/session")
async def sign_in(wanted: Credentials, request: Request) -> Response:
    """Whoever was a guest until now keeps the seats of the guest; whoever was somebody else is signed out."""
    house = house_of(request)
    badge, device = badge_of(request), house.people.device(request.headers.getlist("cookie"), name_of(wanted))
    found = await house.accounts.sign_in(wanted, address_of(request), device)
    if badge.generation:
        await house.accounts.sign_out(badge)
    else:
        await house.hall.move_in(badge.person, found.person)
    return await welcome(request, house.people.badge(found.person, found.generation), {"name": found.shown}, found.name)


@requests.delete("/api/account/session")
async def sign_out(request: Request) -> Response:
    house = house_of(request)
    await house.accounts.sign_out(badge_of(request))
    return await welcome(request, house.people.badge(house.people.new()), {"name": None})


@requests.delete("/api/account/sessions")
async def sign_out_everywhere(request: Request) -> Response:
    house = house_of(request)
    await house.accounts.sign_out_everywhere(badge_of(request))
    return await welcome(request, house.people.badge(house.people.new()), {"name": None})


@requests.post("/api/account/password")
async def password(wanted: NewPassword, request: Request) -> Response:
    """All other sign-ins of this account are ended."""
    house = house_of(request)
    found = await house.accounts.change_password(badge_of(request), wanted, address_of(request))
    return await welcome(request, house.people.badge(found.person, found.generation), {"changed": True}, found.name)


@requests.post("/api/account/deletion")
async def delete(wanted: Goodbye, request: Request) -> Response:
    """The account is gone, and with it its name, its sign-ins and its tokens; tables go on without the name."""
    house = house_of(request)
    house.hall.follow(await house.accounts.delete(badge_of(request), wanted, house.people.new(), address_of(request)))
    return await welcome(request, house.people.badge(house.people.new()), {"name": None})


# --- tokens -------------------------------------------------------------------------------------------------------------


@requests.post("/api/account/tokens")
async def new_token(wanted: WantedToken, request: Request) -> dict[str, Any]:
    token, row = await house_of(request).accounts.new_token(person_of(request), wanted)
    return {**shown(row), "token": token}


@requests.delete("/api/account/tokens/{token}")
async def withdraw(token: str, request: Request) -> dict[str, bool]:
    await house_of(request).accounts.withdraw(person_of(request), token)
    return {"withdrawn": True}
