"""Names and passwords for whoever uses several devices, and tokens for programs. Nobody needs either to play.

A token stands for the person who made it, for as long as it is not withdrawn, and only for its scopes: `read` (what this person
may see), `play` (moves, seats, chat), `host` (new tables). Only its hash is stored.
"""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any, Literal

from pydantic import Field

from chantier.table import clean
from chantier.table.people import cookies
from chantier.table.people.cookies import Badge
from chantier.table.people.limits import Allowances, counted
from chantier.table.people.passwords import Ask, Passwords
from chantier.table.people.signins import Disk, SignIns, hashed
from chantier.table.refusals import Refused
from chantier.table.store.database import Store
from chantier.table.store.rows import AccountRow, Changed, SignInRow, TokenRow, now
from chantier.table.wanted import Strict

SCOPES = ("read", "play", "host")
PREFIX = "chantier_"
SHORTEST_NAME, SHORTEST_PASSWORD = 2, 8
MOST_TOKENS = 50


class Credentials(Strict):
    """A name and a password."""

    name: str = Field(max_length=100)
    password: str = Field(max_length=200)


class NewPassword(Strict):
    """Another password, by whoever knows the old one."""

    old: str = Field(max_length=200)
    new: str = Field(max_length=200)


class Goodbye(Strict):
    """The password once more, before an account is deleted."""

    password: str = Field(max_length=200)


class WantedToken(Strict):
    """A token for a program."""

    name: str = Field("", max_length=100)
    scopes: list[Literal["read", "play", "host"]] = Field(min_length=1, max_length=3)


def folded(name: str) -> str:
    """Names that look the same are the same.

    >>> folded("Ada") == folded("ａda")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()[:24]


def needed(method: str, path: str) -> str | None:
    """The scope that a request needs; none can be had where only a browser may ask.

    >>> needed("GET", "/api/tables"), needed("POST", "/api/tables"), needed("POST", "/api/tables/x/seats/0")
    ('read', 'host', 'play')
    >>> needed("POST", "/api/account/tokens") is None
    True
    """
    if path.startswith("/api/account"):
        return None
    if method in ("GET", "HEAD", "OPTIONS"):
        return "read"
    return "host" if path.endswith(("/tables", "/api/records", "/copies", "/rematch")) else "play"


class Accounts:
    """Accounts and tokens of one store."""

    def __init__(self, store: Store, disk: Disk, sign_ins: SignIns, allowed: Allowances, hashing: Ask | None = None) -> None:
        self.store, self.disk = store, disk
        self.sign_ins, self.allowed = sign_ins, allowed
        self.passwords = Passwords(hashing)

    # --- names and passwords --------------------------------------------------------------------------------------------

    async def create(self, person: str, wanted: Credentials, address: str) -> AccountRow:
        """An account for somebody who has none."""
        shown = clean.name(wanted.name)
        self._check(shown, wanted.password)
        if not self.allowed.accounts.take(address):
            raise Refused("fast")
        if await self.disk(self.store.account, folded(shown)) or await self.disk(self.store.account_of, person):
            raise Refused("name taken")
        account = AccountRow(folded(shown), person, shown, await self.passwords.hash(wanted.password), now())
        try:
            await self.disk(self.store.add_account, account)
        except Changed:
            raise Refused("name taken") from None
        await self.sign_ins.changed(person)
        return account

    async def sign_in(self, wanted: Credentials, address: str, device: str | None = None) -> AccountRow:
        """The account of this name and password. Whether a name exists cannot be told from the answer, nor from its time. Wrong
        guesses slow down whoever comes from the same address; a browser that has signed in to this account before has tries of
        its own, whatever others guess."""
        name, allowed = name_of(wanted), self.allowed
        here = [(allowed.guesses_at, f"{name} {address}"), (allowed.guesses, address), (allowed.guessed, name)]
        with counted(*([(allowed.guesses_at, device)] if device else here)):
            account = await self.disk(self.store.account, name)
            if not await self.passwords.verify(account.password if account else None, wanted.password) or account is None:
                raise Refused("password")
        return account

    async def change_password(self, badge: Badge, wanted: NewPassword, address: str) -> AccountRow:
        """All sign-ins until now are ended; the account, for the one that follows."""
        account = await self._sure(badge, wanted.old, address)
        self._check(account.shown, wanted.new)
        new = await self.passwords.hash(wanted.new)
        account.generation = await self.disk(self.store.end_sign_ins, badge.person, password=new)
        await self.sign_ins.changed(badge.person)
        return account

    async def delete(self, badge: Badge, wanted: Goodbye, nobody: str, address: str) -> list[str]:
        """An account, its sign-ins and its tokens are gone. Its seats belong to nobody who could come back, without a name; the
        tables that this changes."""
        await self._sure(badge, wanted.password, address)
        changed = await self.disk(self.store.delete_account, badge.person, nobody)
        await self.sign_ins.changed(badge.person)
        return changed

    async def _sure(self, badge: Badge, password: str, address: str) -> AccountRow:
        """The account of this sign-in, for whoever knows its password."""
        account = await self.disk(self.store.account_of, badge.person)
        if account is None:
            raise Refused("password")
        with counted((self.allowed.guesses_at, badge.session), (self.allowed.guesses, address)):
            if not await self.passwords.verify(account.password, password):
                raise Refused("password")
        return account

    # --- where somebody is signed in --------------------------------------------------------------------------------------

    async def remember(self, badge: Badge, device: str) -> None:
        """So that this sign-in can be found again, and ended from elsewhere."""
        await self.disk(self.store.add_sign_in, SignInRow(badge.session, badge.person, device, now()))

    async def devices(self, badge: Badge) -> list[dict[str, Any]]:
        """The sign-ins of an account, the latest first. They are not called by what is in their cookies."""
        rows = await self.disk(self.store.signed_in, badge.person) if badge.generation else []
        return [
            {"id": hashed(row.session)[:16], "device": row.device, "since": row.since, "here": row.session == badge.session}
            for row in rows
        ]

    async def end(self, badge: Badge, sign_in: str) -> None:
        rows = await self.disk(self.store.signed_in, badge.person) if badge.generation else []
        session = next((row.session for row in rows if hashed(row.session)[:16] == sign_in), None)
        if session is None:
            raise Refused("no sign-in")
        await self.sign_out(badge._replace(session=session))

    async def sign_out(self, badge: Badge) -> None:
        """No cookie of this sign-in holds any more, whoever has a copy. Nothing is kept of a guest to whom nothing belongs."""
        if badge.generation or await self.disk(self.store.has_things, badge.person):
            ever = badge.session == badge.person  # an old cookie, which holds for ever
            until = cookies.FOREVER if ever else cookies.now() + badge.life
            await self.disk(self.store.end_sign_in, badge.person, badge.session, cookies.now(), until)
            await self.sign_ins.changed(badge.person)

    async def sign_out_everywhere(self, badge: Badge) -> None:
        if badge.generation:
            await self.disk(self.store.end_sign_ins, badge.person)
            await self.sign_ins.changed(badge.person)
        else:
            await self.sign_out(badge)

    def _check(self, name: str, password: str) -> None:
        if len(name) < SHORTEST_NAME or len(password) < SHORTEST_PASSWORD:
            raise Refused("weak")

    # --- tokens ---------------------------------------------------------------------------------------------------------

    async def new_token(self, person: str, wanted: WantedToken) -> tuple[str, TokenRow]:
        """A token, and what is kept of it."""
        if len(await self.disk(self.store.tokens, person)) >= MOST_TOKENS:
            raise Refused("fast")
        token = PREFIX + secrets.token_urlsafe(24)
        scopes = " ".join(scope for scope in SCOPES if scope in wanted.scopes)
        row = TokenRow(hashed(token), secrets.token_hex(6), person, clean.name(wanted.name), scopes, now())
        await self.disk(self.store.add_token, row)
        return token, row

    async def withdraw(self, person: str, token: str) -> None:
        if not token.isprintable() or not await self.disk(self.store.withdraw_token, person, token):
            raise Refused("no token")
        await self.sign_ins.changed(person)


def name_of(wanted: Credentials) -> str:
    return folded(clean.name(wanted.name))


def shown(row: TokenRow) -> dict[str, Any]:
    return {"id": row.id, "name": row.name, "scopes": row.scopes.split(), "made": row.made}
