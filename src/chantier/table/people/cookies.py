"""Who somebody is: a number that nobody can guess, in a signed cookie. A guest needs no account."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import time
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from chantier.core import BadSetup

COOKIE = "chantier"
SHORTEST = 32  # characters of a secret
DAY = 24 * 3600
RENEWED = DAY  # seconds after which a cookie that is used is written anew
GUEST, SIGNED_IN = 26 * 7 * DAY, 8 * 7 * DAY  # seconds for which a cookie holds that is not used; a guest cannot sign in again
MOST = 20  # cookies of our name that are looked at
FOREVER = 2**62
DEVICE = 52 * 7 * DAY  # seconds for which a browser is known to have signed in to an account before


def now() -> int:
    """The time in seconds."""
    return int(time.time())


class Badge(NamedTuple):
    """What a cookie says: who somebody is, and by which sign-in."""

    person: str
    generation: int = 0  # of the sign-ins of an account; a guest's is 0
    session: str = ""  # by which this sign-in can be ended
    issued: int = 0  # when the cookie was written, in seconds; of an old one nobody knows

    @property
    def life(self) -> int:
        return SIGNED_IN if self.generation else GUEST

    @property
    def expired(self) -> bool:
        return self.issued > 0 and now() - self.issued > self.life

    @property
    def worn(self) -> bool:
        """Whether it is time to write the cookie anew."""
        return now() - self.issued > RENEWED

    def renewed(self) -> Badge:
        return self._replace(issued=now())


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

    def badge(self, person: str, generation: int = 0) -> Badge:
        """A sign-in that begins now; or somebody who has no account, generation 0."""
        return Badge(person, generation, secrets.token_urlsafe(12), now())

    def cookie(self, who: str | Badge) -> str:
        badge = self.badge(who) if isinstance(who, str) else who
        told = f"{badge.person}.{badge.generation}.{badge.session}.{badge.issued}"
        return f"{told}.{self._sign(told, 'badge')}"

    def set_cookie(self, who: str | Badge, secure: bool) -> str:
        """The header by which a browser remembers who it is."""
        badge = self.badge(who) if isinstance(who, str) else who
        return _header(COOKIE, self.cookie(badge), badge.life, "/", secure)

    def read(self, cookie: str | None) -> Badge | None:
        """What a cookie says, if we signed it. An old one is a guest's whose sign-in is called like the guest."""
        told, _, signed = (cookie or "").rpartition(".")
        parts = told.split(".")
        if len(parts) == 4 and self._signed(signed, told, "badge"):
            return Badge(parts[0], int(parts[1]), parts[2], int(parts[3]))
        return Badge(told, session=told) if len(parts) == 1 and 0 < len(told) <= 32 and self._signed(signed, told) else None

    def who(self, cookie: str | None) -> str | None:
        """The person of a cookie, if we signed it."""
        badge = self.read(cookie)
        return badge.person if badge else None

    def badges(self, headers: Iterable[str]) -> list[Badge]:
        """What the cookies of our name in a request's header say, as far as we signed them: sign-ins first, then the latest."""
        found = [badge for value in values(headers, COOKIE)[:MOST] if (badge := self.read(value)) is not None]
        return sorted(found, key=lambda badge: (badge.generation > 0, badge.issued), reverse=True)

    # --- browsers that have signed in before ------------------------------------------------------------------------------

    def device_cookie(self, account: str, secure: bool) -> str:
        """The header by which a browser remembers that it has signed in to this account: others who guess at its password do
        not slow it down."""
        device = secrets.token_urlsafe(12)
        value = f"{device}.{self._sign(f'{device} {account}', 'device')}"
        return _header(self._device_name(account), value, DEVICE, "/api/account", secure)

    def device(self, headers: Iterable[str], account: str) -> str | None:
        """The browser that asks, if it has signed in to this account before."""
        for value in values(headers, self._device_name(account))[:MOST]:
            device, _, signed = value.rpartition(".")
            if self._signed(signed, f"{device} {account}", "device"):
                return device
        return None

    def _device_name(self, account: str) -> str:
        return f"{COOKIE}_{self._sign(account, 'account')[:12]}"

    def _sign(self, text: str, use: str = "") -> str:
        """What was signed for one use is not good for another."""
        return blake2b(text.encode("utf-8", "replace"), key=self._secret[:64], digest_size=16, person=use.encode()).hexdigest()

    def _signed(self, signed: str, text: str, use: str = "") -> bool:
        return hmac.compare_digest(self._sign(text, use).encode(), signed.encode("utf-8", "replace"))


def values(headers: Iterable[str], name: str) -> list[str]:
    """The values of all cookies of a name. What other cookies look like is no concern of ours.

    >>> values(['a="; chantier=x; b={"c": 1}', "chantier=y"], "chantier")
    ['x', 'y']
    """
    pairs = (pair.partition("=") for header in headers for pair in header.split(";"))
    return [value.strip().strip('"') for key, _, value in pairs if key.strip() == name]


def _header(name: str, value: str, life: int, path: str, secure: bool) -> str:
    return f"{name}={value}; Path={path}; Max-Age={life}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


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
