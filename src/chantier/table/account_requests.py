"""Accounts, sign-ins and tokens, as requests of a browser."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from chantier.table.asking import address_of, badge_of, person_of
from chantier.table.hall import Hall
from chantier.table.people.accounts import Accounts, Credentials, Goodbye, NewPassword, WantedToken, name_of, shown
from chantier.table.people.cookies import Badge, People
from chantier.table.people.devices import described


def add(app: FastAPI, hall: Hall, people: People, accounts: Accounts) -> None:
    _add_accounts(app, hall, accounts)
    _add_sign_ins(app, hall, people, accounts)
    _add_tokens(app, accounts)


class Welcome:
    """The answer by which a browser is somebody else from now on."""

    def __init__(self, people: People, accounts: Accounts) -> None:
        self.people, self.accounts = people, accounts

    async def __call__(self, request: Request, badge: Badge, told: dict[str, Any], device: str = "") -> Response:
        secure = request.url.scheme == "https"
        answer = JSONResponse(told, headers={"set-cookie": self.people.set_cookie(badge, secure)})
        if device:
            answer.headers.append("set-cookie", self.people.device_cookie(device, secure))
            await self.accounts.remember(badge, described(request.headers.get("user-agent", "")))
        return answer


def _add_accounts(app: FastAPI, hall: Hall, accounts: Accounts) -> None:
    @app.get("/api/account")
    async def account(request: Request) -> dict[str, Any]:
        found = await hall.disk(hall.store.account_of, person_of(request))
        tokens = await hall.disk(hall.store.tokens, person_of(request))
        return {"name": found.shown if found else None, "tokens": [shown(row) for row in tokens]}

    @app.get("/api/account/sessions")
    async def sign_ins(request: Request) -> list[dict[str, Any]]:
        """Where somebody is signed in, the latest first."""
        return await accounts.devices(badge_of(request))

    @app.delete("/api/account/sessions/{sign_in}")
    async def end(sign_in: str, request: Request) -> dict[str, bool]:
        """One sign-in of this account is ended, on whatever device it is."""
        await accounts.end(badge_of(request), sign_in)
        return {"ended": True}


def _add_sign_ins(app: FastAPI, hall: Hall, people: People, accounts: Accounts) -> None:
    welcome = Welcome(people, accounts)

    @app.post("/api/account")
    async def create(wanted: Credentials, request: Request) -> Response:
        made = await accounts.create(person_of(request), wanted, address_of(request))
        return await welcome(request, people.badge(made.person, made.generation), {"name": made.shown}, made.name)

    @app.post("/api/account/session")
    async def sign_in(wanted: Credentials, request: Request) -> Response:
        """Whoever was a guest until now keeps the seats of the guest; whoever was somebody else is signed out."""
        badge, device = badge_of(request), people.device(request.headers.getlist("cookie"), name_of(wanted))
        found = await accounts.sign_in(wanted, address_of(request), device)
        if badge.generation:
            await accounts.sign_out(badge)
        else:
            await hall.move_in(badge.person, found.person)
        return await welcome(request, people.badge(found.person, found.generation), {"name": found.shown}, found.name)

    @app.delete("/api/account/session")
    async def sign_out(request: Request) -> Response:
        await accounts.sign_out(badge_of(request))
        return await welcome(request, people.badge(people.new()), {"name": None})

    @app.delete("/api/account/sessions")
    async def sign_out_everywhere(request: Request) -> Response:
        await accounts.sign_out_everywhere(badge_of(request))
        return await welcome(request, people.badge(people.new()), {"name": None})

    @app.post("/api/account/password")
    async def password(wanted: NewPassword, request: Request) -> Response:
        """All other sign-ins of this account are ended."""
        found = await accounts.change_password(badge_of(request), wanted, address_of(request))
        return await welcome(request, people.badge(found.person, found.generation), {"changed": True}, found.name)

    @app.post("/api/account/deletion")
    async def delete(wanted: Goodbye, request: Request) -> Response:
        """The account is gone, and with it its name, its sign-ins and its tokens; tables go on without the name."""
        hall.follow(await accounts.delete(badge_of(request), wanted, people.new(), address_of(request)))
        return await welcome(request, people.badge(people.new()), {"name": None})


def _add_tokens(app: FastAPI, accounts: Accounts) -> None:
    @app.post("/api/account/tokens")
    async def new_token(wanted: WantedToken, request: Request) -> dict[str, Any]:
        token, row = await accounts.new_token(person_of(request), wanted)
        return {**shown(row), "token": token}

    @app.delete("/api/account/tokens/{token}")
    async def withdraw(token: str, request: Request) -> dict[str, bool]:
        await accounts.withdraw(person_of(request), token)
        return {"withdrawn": True}
