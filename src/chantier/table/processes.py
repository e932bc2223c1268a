"""Several processes that serve together: who starts them, passes on what they tell each other, and starts again whoever dies.

All listen at the same socket. This process knows no table: what it does for a message takes microseconds, and it never waits
for any of them.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import random
import selectors
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from chantier.table import ledger
from chantier.table.siblings import ALIVE, CONNECTION, LONGEST, NEWS, READY, Siblings

LOG = logging.getLogger("chantier.table")
BUFFER = 1_048_576  # bytes that may be on their way to a process
WAITING = 10_000  # messages that wait for one that does not read; then it is told that it has missed something
AGAIN = 1.0  # seconds until a process that did not even start is started again
PATIENCE = 8.0  # seconds that all have to stop
PR_SET_PDEATHSIG = 1

Serve = Callable[[Siblings], None]


@dataclass(eq=False)
class Child:
    """A process that serves."""

    number: int
    pid: int
    line: socket.socket
    ready: bool = False
    missed: bool = False  # something could not be told
    waiting: deque[tuple[bytes, list[int]]] = field(default_factory=deque)


class Parent:
    """Starts `many` processes that `serve`, each with its siblings; `started` is called once when all of them answer."""

    def __init__(self, many: int, serve: Serve, started: Callable[[], None]) -> None:
        self.many, self.serve, self.started = many, serve, started
        self.ledger = ledger.Ledger(many)
        self.lock = os.memfd_create("chantier")  # of whoever writes
        self.children: dict[int, Child] = {}
        self.due: dict[int, float] = dict.fromkeys(range(many), 0.0)  # when somebody is to be started
        self.selector = selectors.DefaultSelector()
        self.stopped = False
        self.pid = os.getpid()

    def run(self) -> None:
        """Until a signal says stop."""
        with self._signals():
            while not self.stopped:
                for number in [number for number, at in self.due.items() if at <= time.monotonic()]:
                    del self.due[number]
                    self._start(number)
                wait = min(self.due.values(), default=float("inf")) - time.monotonic()
                self._look(None if wait == float("inf") else max(0.0, wait))
        self._stop()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Signals end the waiting, and with it the work."""
        wakes, woken = socket.socketpair()
        wakes.setblocking(False)
        self.selector.register(woken, selectors.EVENT_READ)
        signal.set_wakeup_fd(wakes.fileno())
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._end)
        yield
        signal.set_wakeup_fd(-1)
        self.selector.unregister(woken)
        wakes.close()
        woken.close()

    def _end(self, *_: object) -> None:
        self.stopped = True

    # --- processes ----------------------------------------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for line in (ours, theirs):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        pid = os.fork()
        if pid == 0:
            self._become(number, theirs, ours)
        theirs.close()
        ours.setblocking(False)
        child = self.children[number] = Child(number, pid, ours)
        self.selector.register(ours, selectors.EVENT_READ, child)

    def _become(self, number: int, line: socket.socket, *others: socket.socket) -> None:
        """In the new process: serve, and never come back."""
        code = 1
        try:
            die_with(self.pid)
            signal.set_wakeup_fd(-1)
            for name in (signal.SIGINT, signal.SIGTERM):
                signal.signal(name, signal.SIG_DFL)
            self.selector.close()
            for one in (*others, *(child.line for child in self.children.values())):
                one.close()
            random.seed()
            ledger.shared = self.ledger
            self.ledger.enter(number)
            self.serve(Siblings(number, self.many, line, self.lock))
            code = 0
        except BaseException:
            LOG.exception("a process of the server failed")
        finally:
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(code)

    def _bury(self, child: Child) -> None:
        """Whoever is gone is started again: at once, unless it never answered. Its news may have been lost with it."""
        self._forget(child)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child.pid, 0)
        if self.stopped:
            return
        LOG.error("process %d of the server is gone; it is started again", child.number)
        self.due[child.number] = time.monotonic() + (0.0 if child.ready else AGAIN)
        self._tell_who_is_alive()
        for other in self.children.values():
            self._send(other, NEWS)
        _forget_gauges(child.pid)

    def _forget(self, child: Child) -> None:
        del self.children[child.number]
        self.selector.unregister(child.line)
        child.line.close()
        _close(file for _, files in child.waiting for file in files)

    def _stop(self) -> None:
        """All finish what they are at; whoever takes too long is ended."""
        for child in self.children.values():
            os.kill(child.pid, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while self.children and time.monotonic() < end:
            self._look(end - time.monotonic())
        for child in list(self.children.values()):
            os.kill(child.pid, signal.SIGKILL)
            self._bury(child)

    # --- messages -----------------------------------------------------------------------------------------------------------

    def _look(self, seconds: float | None) -> None:
        for key, events in self.selector.select(seconds):
            child: Child | None = key.data
            if child is None or self.children.get(child.number) is not child:
                continue
            if events & selectors.EVENT_WRITE:
                self._flush(child)
            if events & selectors.EVENT_READ:
                self._read(child)

    def _read(self, child: Child) -> None:
        try:
            message, files, _, _ = socket.recv_fds(child.line, LONGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            message, files = b"", []
        if not message:
            self._bury(child)
            return
        self._pass_on(child, message, files)

    def _pass_on(self, child: Child, message: bytes, files: list[int]) -> None:
        kind = message[:1]
        if kind == NEWS:
            for other in self.children.values():
                if other is not child:
                    self._send(other, message)
        elif kind == CONNECTION and (home := self.children.get(message[1])) and files:
            self._send(home, CONNECTION + message[2:], files)
        else:
            _close(files)
        if kind == READY:
            child.ready = True
            self._tell_who_is_alive()
            if all(one.ready for one in self.children.values()) and not self.due:
                self.started()
                self.started = lambda: None

    def _tell_who_is_alive(self) -> None:
        alive = bytes(child.number for child in self.children.values() if child.ready)
        for child in self.children.values():
            self._send(child, ALIVE + alive)

    def _send(self, child: Child, message: bytes, files: list[int] | None = None) -> None:
        """Soon; whoever does not read does not make others wait."""
        if len(child.waiting) >= WAITING:
            child.missed = True
            _close(files or [])
            return
        child.waiting.append((message, files or []))
        if len(child.waiting) == 1:
            self._flush(child)

    def _flush(self, child: Child) -> None:
        while child.waiting:
            message, files = child.waiting[0]
            try:
                socket.send_fds(child.line, [message], files)
            except BlockingIOError:
                self.selector.modify(child.line, selectors.EVENT_READ | selectors.EVENT_WRITE, child)
                return
            except OSError:  # it is gone; that is noticed where it is read from
                pass
            child.waiting.popleft()
            _close(files)
        self.selector.modify(child.line, selectors.EVENT_READ, child)
        if child.missed:
            child.missed = False
            self._send(child, NEWS)


def can_be_many() -> bool:
    """Whether this system can hand connections from one process to another as it is done here."""
    return sys.platform == "linux"


def cores() -> int:
    """How many processes there are unless told otherwise: one for each core that this one may use."""
    return max(1, len(os.sched_getaffinity(0))) if can_be_many() else 1


def die_with(parent: int) -> None:
    """Nobody would start this process again, and nobody else could listen at its port."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit


def _forget_gauges(pid: int) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _close(files: Iterator[int] | list[int]) -> None:
    for file in files:
        os.close(file)
