"""Processes beside those that serve, for what computes long: had when somebody asks, and gone when nobody has for a while.

A thread that steps back can hold Python's lock, or the system's lock on the memory of its process, while it waits for a core,
and then everybody waits with it. A process that steps back makes nobody wait, and all that it took goes back to the system when
it ends. A server has many threads and cannot be copied safely; so a process that has none, and does nothing else, is copied
from it before it begins, and whoever is needed is a copy of that one. They share most of their memory.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import random
import signal
import socket
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing.connection import Connection
from typing import TypeAlias

from chantier.background import LAST, step_back
from chantier.table import garbage
from chantier.table.processes import die_with

LOG = logging.getLogger("chantier.table")
RESTS = 10.0  # seconds without a question, after which a process ends
LONGEST = 64  # bytes of the name of a kind of work

Work: TypeAlias = Callable[[Connection], None]  # answers what is asked at the other end, until nobody has for a while


class Nursery:
    """The process from which the others come, by the kind of work that they do. To be made while this one has no threads; it
    ends with it, and all of them with it."""

    def __init__(self, works: Mapping[str, Work]) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        parent, self.pid = os.getpid(), os.fork()
        if self.pid == 0:
            self._line.close()
            _never_to_return(partial(_nurse, theirs, parent, works))
        theirs.close()

    def begin(self, kind: str) -> Connection:
        """The line to a new process of this kind. May be asked from any thread of any process that comes from this one."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._line, [kind.encode()], [theirs.fileno()])
            except OSError:
                ours.close()
                raise
        return Connection(ours.detach())

    def close(self) -> None:
        """Only whoever made it can."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        self._line.close()


class Aside:
    """One process at a time of one kind, which is asked one thing at a time."""

    def __init__(self, nursery: Nursery, kind: str) -> None:
        self._nursery, self._kind = nursery, kind
        self._line: Connection | None = None
        self._closed = False

    def ask(self, asked: bytes) -> bytes:
        """The answer. Whoever rests or has died is followed by another; if there is no answer from that one either, or nobody
        comes any more, OSError."""
        for last in (False, True):
            if self._closed:
                raise BrokenPipeError
            try:
                line = self._line = self._line or self._nursery.begin(self._kind)
                line.send_bytes(asked)
                return line.recv_bytes()
            except (OSError, EOFError) as error:
                self._hang_up()
                if last:
                    raise BrokenPipeError from error
        raise AssertionError

    def close(self) -> None:
        """Whoever waits for an answer waits no more, and the other end finds nobody who wants it."""
        self._closed = True
        if line := self._line:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(line.fileno())) as both:
                both.shutdown(socket.SHUT_RDWR)

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line:
            line.close()


def answer(line: Connection, told: Callable[[bytes], bytes]) -> None:
    """Answer all that is asked, until nobody has asked for long."""
    with contextlib.suppress(OSError, EOFError):
        while line.poll(RESTS):
            line.send_bytes(told(line.recv_bytes()))


def _nurse(line: socket.socket, parent: int, works: Mapping[str, Work]) -> None:
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks is told to stop, too
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that end
    gc.freeze()
    gc.set_threshold(*garbage.USUALLY)  # nobody waits for them
    me = os.getpid()
    while True:
        kind, files, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not kind:
            return  # nobody is left who could ask
        if os.fork() == 0:
            line.close()
            _never_to_return(partial(_become, works[kind.decode()], files[0], me))
        os.close(files[0])


def _become(work: Work, line: int, parent: int) -> None:
    die_with(parent)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    step_back(LAST)
    random.seed()
    work(Connection(line))


def _never_to_return(work: Callable[[], None]) -> None:
    """In a new process: what stands above is that of the old one."""
    code = 1
    try:
        work()
        code = 0
    except Exception:
        LOG.exception("a process beside the server failed")
    finally:
        os._exit(code)
