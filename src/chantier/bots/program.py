"""Bots that are programs of their own, in any language: one JSON a line on standard input, one JSON a line back.

    chantier arena world_monuments "stdio:node examples/bot.js" apprentice

The program is asked `{"type": "choose", "id": 7, "seat": 0, "game": ..., "view": ..., "legal": [...], "words": [...],
"seconds": 10}` and answers `{"id": 7, "action": 12}`; an action is a number of `legal` or one of `words`. Before that it is
told `{"type": "hello", ...}` once, which wants no answer. For an answer that cannot be it is told `{"type": "error", ...}` and
asked again; who answers too late or wrongly too often has an action drawn by chance, and is told that too.
"""

from __future__ import annotations

import json
import queue
import shlex
import shutil
import subprocess
import threading
import weakref
from random import Random
from time import monotonic
from typing import Any

from chantier.core import Action, BadSetup, ChantierError, Seen

SECONDS = 10.0  # for each decision
TRIES = 3
LONGEST_LINE = 1 << 20


class BrokenBot(ChantierError):
    """A program that cannot be started or has ended; the message says which, and what it said last."""


class Program:
    """A bot that asks a program. The program is started with the first decision and ended with the bot."""

    def __init__(self, command: str, seed: str | int | None = None, seconds: float = SECONDS) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BadSetup(f"the command {command!r} cannot be read: {error}") from None
        if not self._command or shutil.which(self._command[0]) is None:
            raise BadSetup(f"there is no program {command!r}; a bot is named as in: stdio:python bot.py")
        self._name, self._seconds, self._rng = command, seconds, Random(seed)
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._said: list[str] = []  # last lines on its standard error
        self._asked = 0
        self.faults = 0  # decisions that were drawn by chance

    def choose(self, seen: Seen) -> Action:
        if self._process is None:
            self._start(seen)
        self._asked += 1
        words = self._words(seen)
        self._tell(
            {
                "type": "choose",
                "id": self._asked,
                "seat": seen.seat,
                "game": seen.game.name,
                "view": seen.view,
                "legal": seen.legal,
                "words": list(words),
                "seconds": self._seconds,
            }
        )
        until = monotonic() + self._seconds
        for _ in range(TRIES):
            line = self._next(until)
            if line is None:
                return self._drawn(seen, "late", f"no answer to {self._asked} within {self._seconds:g} seconds")
            try:
                return self._read(line, seen, words)
            except ValueError as error:
                self._tell({"type": "error", "error": "illegal", "id": self._asked, "text": str(error)})
        return self._drawn(seen, "forfeit", f"{TRIES} answers to {self._asked} were no legal actions")

    def _drawn(self, seen: Seen, error: str, text: str) -> Action:
        """Chance decides for a program that does not."""
        self.faults += 1
        self._tell({"type": "error", "error": error, "id": self._asked, "text": f"{text}; chance decides"})
        return self._rng.choice(seen.legal)

    def _words(self, seen: Seen) -> dict[str, Action]:
        world = seen.imagine(Random(0))  # words do not depend on what is hidden
        return {seen.game.actions.words(seen.game, world, action): action for action in seen.legal}

    def _read(self, line: str, seen: Seen, words: dict[str, Action]) -> Action:
        """The action of an answer; ValueError says what is wrong with it."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise ValueError(f"{line[:80]!r} is no JSON") from None
        if not isinstance(answer, dict) or "action" not in answer:
            raise ValueError('an answer is {"id": ..., "action": ...}')
        given = answer["action"]
        action = words.get(given) if isinstance(given, str) else given
        if type(action) is not int or action not in seen.legal:
            raise ValueError(f"{given!r:.80} is not legal now; legal are: {', '.join(list(words)[:12])}")
        return action

    # --- the process --------------------------------------------------------------------------------------------------

    def _start(self, seen: Seen) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", errors="replace", bufsize=1
            )
        except OSError as error:
            raise BrokenBot(f"the program {self._name!r} cannot be started: {error.strerror or error}") from None
        process, answers, said = self._process, self._answers, self._said
        ears = [
            threading.Thread(target=_listen, args=(process.stdout, answers), daemon=True),
            threading.Thread(target=_overhear, args=(process.stderr, said), daemon=True),
        ]
        for ear in ears:
            ear.start()
        weakref.finalize(self, _end, process, ears)
        self._tell(
            {"type": "hello", "chantier": 1, "game": seen.game.name, "seat": seen.seat, "actions": seen.game.actions.size}
        )

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._broken() from None

    def _next(self, until: float) -> str | None:
        """The next answer to the present question, or None if there is none in time."""
        while True:
            try:
                line = self._answers.get(timeout=max(0.0, until - monotonic()))
            except queue.Empty:
                return None
            if line is None:
                raise self._broken()
            if not self._is_old(line):
                return line

    def _is_old(self, line: str) -> bool:
        """Whether it answers a question that chance has decided meanwhile."""
        try:
            return int(json.loads(line)["id"]) < self._asked
        except (ValueError, KeyError, TypeError, RecursionError):
            return False

    def _broken(self) -> BrokenBot:
        assert self._process is not None
        try:
            code: Any = self._process.wait(1)
        except subprocess.TimeoutExpired:
            code = "unknown"
        last = f"; it said: {' / '.join(self._said[-3:])}" if self._said else ""
        return BrokenBot(f"the program {self._name!r} has ended with code {code} in the middle of a game{last}")


def _listen(stream: Any, answers: queue.Queue[str | None]) -> None:
    with stream:
        while line := stream.readline(LONGEST_LINE):
            if line.strip():
                answers.put(line)
    answers.put(None)


def _overhear(stream: Any, said: list[str]) -> None:
    with stream:
        for line in stream:
            said.append(line.strip()[:200])
            del said[:-20]


def _end(process: subprocess.Popen[str], ears: list[threading.Thread]) -> None:
    """No more questions: a program that does not end by itself is ended."""
    try:
        if process.stdin:
            process.stdin.close()
        process.wait(0.5)
    except (OSError, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
    for ear in ears:
        ear.join(1)
