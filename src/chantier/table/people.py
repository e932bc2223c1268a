"""Who somebody is: a number that nobody can guess, in a signed cookie. A guest needs no account."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from hashlib import blake2b
from pathlib import Path

from chantier.core import BadSetup

COOKIE = "chantier"
SHORTEST = 32  # characters of a secret
YEARS = 10 * 365 * 24 * 3600  # how long a browser remembers, in seconds


class People:
    """Signs cookies, and tells its own from others.

    >>> people = People(b"secret")
    >>> people.who(people.cookie("ada"))
    'ada'
    >>> people.who("ada.0000") is None
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, folder: Path) -> People:
        """With the secret of the variable CHANTIER_SECRET, or the one that is kept in this folder."""
        told = os.environ.get("CHANTIER_SECRET", "")
        if told and len(told) < SHORTEST:
            raise BadSetup(f"the variable CHANTIER_SECRET is too short: at least {SHORTEST} characters that nobody can guess")
        return cls(told.encode() if told else _secret(folder / "secret"))

    def new(self) -> str:
        return secrets.token_urlsafe(16)

    def cookie(self, person: str) -> str:
        return f"{person}.{self._sign(person)}"

    def set_cookie(self, person: str, secure: bool) -> str:
        """The header by which a browser remembers who it is."""
        value = self.cookie(person)
        return f"{COOKIE}={value}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"

    def who(self, cookie: str | None) -> str | None:
        """The person of a cookie, if we signed it."""
        person, _, signed = (cookie or "").rpartition(".")
        good = (
            person and len(person) <= 32 and hmac.compare_digest(self._sign(person).encode(), signed.encode("utf-8", "replace"))
        )
        return person if good else None

    def _sign(self, person: str) -> str:
        return blake2b(person.encode("utf-8", "replace"), key=self._secret[:64], digest_size=16).hexdigest()


def _secret(path: Path) -> bytes:
    """Read the secret; the first who comes makes it, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text(encoding="ascii").strip().encode()
