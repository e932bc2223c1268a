"""Names and passwords for whoever uses several devices, and tokens for programs. Nobody needs either to play.

A token stands for the person who made it, for as long as it is not withdrawn, and only for its scopes: `read` (what this person
may see), `play` (moves, seats, chat), `host` (new tables). Only its hash is stored.
"""

from __future__ import annotations

import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from hashlib import sha256
from typing import Any, Literal

from pydantic import Field

from chantier.table import clean
from chantier.table.limits import Limit
from chantier.table.says import Refused
from chantier.table.schema import AccountRow, TokenRow, now
from chantier.table.store import Changed, Store
from chantier.table.tables import Strict

SCOPES = ("read", "play", "host")
PREFIX = "chantier_"
REMEMBERED = 10.0  # seconds for which a token is not looked up again
SHORTEST_NAME, SHORTEST_PASSWORD = 2, 8
MOST_TOKENS = 50


class Credentials(Strict):
    """A name and a password."""

    name: str = Field(max_length=100)
    password: str = Field(max_length=200)


class NewPassword(Strict):
    old: str = Field(max_length=200)
    new: str = Field(max_length=200)


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
    return "host" if path.endswith(("/api/tables", "/copies", "/rematch")) else "play"


class Accounts:
    """Accounts and tokens of one store. Its functions wait for the disk and count long; call them in a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tries = Limit(rate=1 / 12, burst=10)  # of a password, by name and by address
        self._hashing = threading.Semaphore(2)  # each takes 64 MB
        self._known: OrderedDict[str, tuple[float, TokenRow | None]] = OrderedDict()
        self._nobody: str | None = None

    # --- names and passwords --------------------------------------------------------------------------------------------

    def create(self, person: str, wanted: Credentials) -> AccountRow:
        """An account for somebody who has none."""
        shown = clean.name(wanted.name)
        self._check(shown, wanted.password)
        if self.store.account(folded(shown)) or self.store.account_of(person):
            raise Refused("name taken")
        account = AccountRow(folded(shown), person, shown, self._hash(wanted.password), now())
        try:
            self.store.add_account(account)
        except Changed:
            raise Refused("name taken") from None
        return account

    def sign_in(self, wanted: Credentials, address: str) -> AccountRow:
        """The account of this name and password. Whether a name exists cannot be told from the answer, nor from its time."""
        name = folded(clean.name(wanted.name))
        self._check_tries(name, address)
        account = self.store.account(name)
        if not self._verify(account.password if account else self._stranger(), wanted.password) or account is None:
            raise Refused("password")
        return account

    def change_password(self, person: str, wanted: NewPassword, address: str) -> None:
        account = self.store.account_of(person)
        if account is None:
            raise Refused("password")
        self._check_tries(account.name, address)
        if not self._verify(account.password, wanted.old):
            raise Refused("password")
        self._check(account.shown, wanted.new)
        self.store.set_password(account.name, self._hash(wanted.new))

    def _check(self, name: str, password: str) -> None:
        if len(name) < SHORTEST_NAME or len(password) < SHORTEST_PASSWORD:
            raise Refused("weak")

    def _check_tries(self, name: str, address: str) -> None:
        if not (self.tries.take(f"name {name}") and self.tries.take(f"address {address}")):
            raise Refused("fast")

    def _hash(self, password: str) -> str:
        from argon2 import PasswordHasher

        with self._hashing:
            return PasswordHasher().hash(password.encode("utf-8", "replace"))

    def _verify(self, hashed: str, password: str) -> bool:
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error, InvalidHashError

        try:
            with self._hashing:
                return PasswordHasher().verify(hashed, password.encode("utf-8", "replace"))
        except (Argon2Error, InvalidHashError):
            return False

    def _stranger(self) -> str:
        """The hash of a password that nobody knows."""
        if self._nobody is None:
            self._nobody = self._hash(secrets.token_urlsafe(16))
        return self._nobody

    # --- tokens ---------------------------------------------------------------------------------------------------------

    def new_token(self, person: str, wanted: WantedToken) -> tuple[str, TokenRow]:
        """A token, and what is kept of it."""
        if len(self.store.tokens(person)) >= MOST_TOKENS:
            raise Refused("fast")
        token = PREFIX + secrets.token_urlsafe(24)
        scopes = " ".join(scope for scope in SCOPES if scope in wanted.scopes)
        row = TokenRow(_hashed(token), secrets.token_hex(6), person, clean.name(wanted.name), scopes, now())
        self.store.add_token(row)
        return token, row

    def withdraw(self, person: str, token: str) -> None:
        if not token.isprintable() or not self.store.withdraw_token(person, token):
            raise Refused("no token")
        self._known.clear()

    def bearer(self, token: str) -> TokenRow | None:
        """What a token stands for, if it is one of ours. Withdrawn at another process, it ends within seconds."""
        hashed, moment = _hashed(token), time.monotonic()
        since, row = self._known.get(hashed, (float("-inf"), None))
        if moment - since > REMEMBERED:
            row = self.store.token(hashed)
            self._known[hashed] = (moment, row)
            if len(self._known) > 1000:
                self._known.popitem(last=False)
        return row


def shown(row: TokenRow) -> dict[str, Any]:
    return {"id": row.id, "name": row.name, "scopes": row.scopes.split(), "made": row.made}


def _hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
