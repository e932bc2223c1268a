"""The guided walk in the terminal: a question, what is guessed line by line, and what one's box says instead."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chantier.box.editor import ADD, REMOVE, SET, BadEdit, Edit, Editor
from chantier.box.figures import value_at
from chantier.box.parts import Words
from chantier.box.walk import Stop, at, confirm, next_stop, stops
from chantier.components import MARKS, Where
from chantier.records import write_safely

YES, NO = ("true", "yes", "1"), ("false", "no", "0")
CHANGE = re.compile(r"(\d+)\s+(\S.*)")


@dataclass
class Walker:
    """Somebody with a box and a keyboard."""

    editor: Editor
    words: Words
    file: Path
    ask: Callable[[str], str]
    say: Callable[[str], None]
    before: int = 0  # changes of earlier questions, which are done

    def walk(self) -> int:
        """From question to question; how many are left."""
        after = ""
        walk = stops(self.editor)
        self.say(self.words.line("walk", n=sum(stop.open for stop in walk), file=self.file))
        while (n := next_stop(walk, after)) is not None:
            stop = walk[n]
            self.say("")
            self.say(self.words.line("question", n=n + 1, m=len(walk)))
            self.show(stop)
            if not self.answer(stop.question.name):
                break
            walk, last = stops(self.editor), after
            after = stop.question.name
            if last and next_stop(walk, after) == n:  # the only one that is left, and nobody knows
                break
        return sum(stop.open for stop in stops(self.editor))

    def show(self, stop: Stop) -> None:
        self.say(self.words.question(stop.question, self.editor.data))
        for n, line in enumerate(lines(self.editor.data, stop.question.places), 1):
            said = " ".join(self.said(value) for value in _row(value_at(self.editor.data, line)))
            self.say(f"{n:4}  {self.words.label(line)}: {said}")
        for problem in at(self.editor.problems, list(stop.question.places)):
            self.say(self.words.line("wrong", where=self.words.label(problem.where), what=problem.message(self.words.language)))

    def said(self, value: Any) -> str:
        """A value as it can be typed."""
        if isinstance(value, bool):
            return YES[1] if value else NO[1]
        return shlex.quote(self.words.word(value)) if " " in str(value) else self.words.word(value)

    def answer(self, name: str) -> bool:
        """What is said to a question, until it is answered; False to stop."""
        self.before = self.editor.changes
        while True:
            stop = next(stop for stop in stops(self.editor) if stop.question.name == name)
            try:
                typed = self.ask(self.words.line("prompt")).strip()
            except EOFError:
                return False
            if typed in ("q", "quit"):
                return False
            if typed == "s":
                return True
            if not typed:
                confirm(self.editor, stop)
                self.save()
                return True
            self.do(typed, stop)

    def do(self, typed: str, stop: Stop) -> None:
        """A change, or a wish to see or take back something."""
        if typed == "?":
            self.say(self.words.line("help"))
            return
        if typed == "u":
            if self.editor.changes == self.before or not self.editor.undo():
                self.say(self.words.line("nothing to undo"))
        else:
            try:
                self.editor.apply(self.read(typed, lines(self.editor.data, stop.question.places)))
            except (BadEdit, ValueError):
                self.say(self.words.line("not understood", said=typed[:60]))
                return
        self.save()
        after = [one for one in stops(self.editor) if one.question.name == stop.question.name]
        self.show(after[0] if after else stop)

    def read(self, typed: str, here: list[Where]) -> Edit:
        """The edit that is meant; ValueError if none is."""
        found = CHANGE.fullmatch(typed)
        if not found or not 1 <= int(found[1]) <= len(here):
            raise ValueError(typed)
        place = here[int(found[1]) - 1]
        if found[2] == "-":
            return Edit(REMOVE, place)
        if found[2] == "+":
            return Edit(ADD, place[:-1], at=int(place[-1]) + 1)
        told, old = shlex.split(found[2]), value_at(self.editor.data, place)
        if not isinstance(old, list):
            (only,) = told
            return Edit(SET, place, self.value(only, place, old))
        return Edit(
            SET, place, [self.value(one, (*place, i), (old or [""])[min(i, len(old) - 1)]) for i, one in enumerate(told)]
        )

    def value(self, typed: str, place: Where, old: Any) -> Any:
        """What is typed, as it stands in a set: words may be said in the reader's language."""
        if isinstance(old, bool) and typed.lower() in YES + NO:
            return typed.lower() in YES
        asked = self.editor.asked.get(place) or self.editor.asked.get((*place[:-1], 0))
        for word in asked.allowed if asked else ():
            if typed.lower() in (word.lower(), self.words.word(word).lower()):
                return word
        return int(typed) if re.fullmatch(r"-?\d{1,9}", typed) and not isinstance(old, str) else typed

    def save(self) -> None:
        write_safely(self.file, self.editor.text)


def lines(data: Any, places: tuple[Where, ...]) -> list[Where]:
    """What can be changed as a whole: single values, and rows of them."""
    found: list[Where] = []
    for place in places:
        value = value_at(data, place)
        if isinstance(value, dict):
            found += lines(data, tuple((*place, key) for key in value if key not in MARKS))
        elif isinstance(value, list) and any(isinstance(one, list | dict) for one in value):
            found += lines(data, tuple((*place, i) for i in range(len(value))))
        else:
            found.append(place)
    return found


def _row(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
