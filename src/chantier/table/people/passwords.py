"""Passwords are hashed slowly, on purpose: in threads of their own, few at a time, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from chantier.background import LAST, step_back
from chantier.table.refusals import Refused

T = TypeVar("T")
AT_ONCE = 1  # each takes 64 MB, and several threads for itself
WAITING = 32  # more than that are refused; together they take some seconds


class Passwords:
    """Makes and checks hashes of passwords."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password", initializer=step_back, initargs=(LAST,))
        self._places = threading.Semaphore(AT_ONCE + WAITING)
        self._nobody = ""

    async def hash(self, password: str) -> str:
        return await self._do(hashed, password)

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is this password. Where there is none to compare with, it takes as long to say no."""
        return await self._do(self._verify, kept, password)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _do(self, work: Callable[..., T], *args: str | None) -> T:
        if not self._places.acquire(blocking=False):
            raise Refused("fast")
        doing = self._threads.submit(work, *args)
        doing.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(doing)

    def _verify(self, kept: str | None, password: str) -> bool:
        if not self._nobody:
            self._nobody = hashed(secrets.token_urlsafe(16))  # a password that nobody knows
        return verified(kept or self._nobody, password) and kept is not None


def hashed(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password.encode("utf-8", "replace"))


def verified(kept: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        return PasswordHasher().verify(kept, password.encode("utf-8", "replace"))
    except (Argon2Error, InvalidHashError):
        return False
