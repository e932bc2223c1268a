"""Passwords are hashed slowly, on purpose: elsewhere, few at a time, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeAlias

from chantier.background import LAST, step_back
from chantier.table.refusals import Refused

LOG = logging.getLogger("chantier.table")
Ask: TypeAlias = Callable[[bytes], bytes]
AT_ONCE = 1  # each takes 64 MB, and several threads for itself
NOBODY = ""  # instead of a hash, where there is none
WAITING = 32  # more than that are refused; together they take some seconds


class Passwords:
    """Makes and checks hashes of passwords: in a process beside this one, if there is somebody to `ask` there; else in a thread
    that steps back. A hash takes so much memory that giving it back makes whoever else needs some wait."""

    def __init__(self, ask: Ask | None = None) -> None:
        self._ask = ask
        steps = LAST if ask is None else 0  # whoever only waits for an answer need not step back
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password", initializer=step_back, initargs=(steps,))
        self._places = threading.Semaphore(AT_ONCE + WAITING)

    async def hash(self, password: str) -> str:
        return str(await self._do(None, password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is this password. Where there is none to compare with, it takes as long to say no."""
        return bool(await self._do(kept or NOBODY, password)) and kept is not None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _do(self, kept: str | None, password: str) -> str | bool:
        if not self._places.acquire(blocking=False):
            raise Refused("fast")
        doing = self._threads.submit(self._there, kept, password)
        doing.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(doing)

    def _there(self, kept: str | None, password: str) -> str | bool:
        if self._ask is not None:
            try:
                told: str | bool = json.loads(self._ask(json.dumps([kept, password]).encode()))
            except OSError:
                LOG.error("no process can be had that hashes passwords; they are hashed here")
            else:
                return told
        return done(kept, password)


def done(kept: str | None, password: str) -> str | bool:
    """The hash of a password, or whether it has this one."""
    if kept is None:
        return hashed(password)
    return verified(_nobody() if kept == NOBODY else kept, password)


def get_ready() -> None:
    """Be as quick with the first name that does not exist as with one that does."""
    _nobody()


def answered(asked: bytes) -> bytes:
    """The same, asked and answered from one process to another."""
    return json.dumps(done(*json.loads(asked))).encode()


@cache
def _nobody() -> str:
    """The hash of a password that nobody knows."""
    return hashed(secrets.token_urlsafe(16))


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
