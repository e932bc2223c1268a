"""The parts of a box and the questions about it: `box.toml` of each game, in the order in which one takes things out, and the
words for them. A game that has no such file has a part for each block of its set.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from chantier import packages, texts
from chantier.box.differences import Difference
from chantier.components import MARKS, Where, own_keys


@dataclass(frozen=True)
class Part:
    """A part of a box: the places of its figures, and which of them its pictures show as well as numbers could."""

    name: str
    holds: tuple[Where, ...]
    drawn: tuple[Where, ...] = ()

    def has(self, place: Where) -> bool:
        return any(place[: len(held)] == held for held in self.holds)

    def is_drawn(self, place: Where) -> bool:
        return any(place[: len(shown)] == shown for shown in self.drawn)


@dataclass(frozen=True)
class Pattern:
    """A question about every place of a kind. Lists are asked about as a whole, or by the value of a key in their blocks."""

    ask: str
    of: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked about some places of a set."""

    ask: str
    places: tuple[Where, ...]
    blanks: tuple[tuple[str, str | int], ...] = ()

    @property
    def name(self) -> str:
        """What it is called from one day to the next."""
        return " ".join([self.ask, *(str(value) for _, value in self.blanks)])


@cache
def _file(game: str) -> dict[str, Any]:
    path = packages.folder(game) / "box.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def parts(game: str, data: dict[str, Any]) -> list[Part]:
    """All parts; what no part holds is one of its own."""
    told = [Part(one["name"], _places(one["holds"]), _places(one.get("drawn", []))) for one in _file(game).get("part", [])]
    known = {held[0] for part in told for held in part.holds}
    return [*told, *(Part(key, ((key,),)) for key, value in data.items() if key not in known and key not in MARKS and value)]


def _places(spelt: list[str]) -> tuple[Where, ...]:
    return tuple(tuple(one.split(".")) for one in spelt)


def sound_option(game: str) -> str:
    """The option of which every choice is to be played before one says that a set is sound, if there is one."""
    return str(_file(game).get("sound", {}).get("vary", ""))


def questions(game: str, data: dict[str, Any]) -> list[Question]:
    """Everything that could be asked about a set, in order."""
    told = [Pattern(q["ask"], tuple(q["of"].split(".")), q.get("by", "")) for q in _file(game).get("question", [])]
    found = [question for pattern in told for question in _asked(pattern, data)]
    return found or [Question("block", (place,), (("n", n),)) for n, place in enumerate(_blocks(data, ()), 1)]


def _asked(pattern: Pattern, data: dict[str, Any]) -> Iterator[Question]:
    for place, names in _matching(data, pattern.of, (), {}):
        if not pattern.by:
            yield Question(pattern.ask, (place,), tuple(names.items()))
            continue
        listed = [(i, one) for i, one in enumerate(_inside(data, place)) if isinstance(one, dict)]
        told: list[Any] = [one.get(pattern.by) for _, one in listed]
        values = sorted({value for value in told if isinstance(value, str | int)}, key=str)
        for value in values:
            these = tuple((*place, i) for i, one in listed if one.get(pattern.by) == value)
            yield Question(pattern.ask, these, (*names.items(), (pattern.by, value)))


def _matching(value: Any, of: tuple[str, ...], where: Where, names: dict[str, str | int]) -> Iterator[tuple[Where, Any]]:
    """Every place that a pattern means, and what stands for its blanks."""
    if not of:
        yield where, names
        return
    blank = re.fullmatch(r"\{(\w+)\}", of[0])
    if isinstance(value, list) and blank:
        for i, inner in enumerate(value):
            yield from _matching(inner, of[1:], (*where, i), {**names, blank[1]: i + 1})
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in MARKS and (blank or key == of[0]):
                yield from _matching(inner, of[1:], (*where, key), {**names, blank[1]: key} if blank else names)


def _inside(data: Any, place: Where) -> list[Any]:
    for key in place:
        data = data[key]
    return data if isinstance(data, list) else []


def _blocks(value: Any, where: Where) -> Iterator[Where]:
    if isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _blocks(inner, (*where, i))
    elif isinstance(value, dict):
        if where and own_keys(value):
            yield where
        for key, inner in value.items():
            if key not in MARKS:
                yield from _blocks(inner, (*where, key))


# --- in words ---------------------------------------------------------------------------------------------------------


class Words:
    """The words of a box in a language: those of the game, and where it has none the general ones."""

    def __init__(self, game: str, language: str) -> None:
        self.language = language
        folder = packages.folder(game) / "words"
        there = (folder / f"{language}.toml").is_file()
        told = texts.catalogue(folder, language) if there else {}
        self.own: dict[str, str] = told.get("box", {})
        self.game: dict[str, str] = told.get("game", {})
        self.general: dict[str, str] = texts.catalogue(texts.GENERAL, language)["box"]

    def line(self, key: str, **blanks: object) -> str:
        """A line about all boxes."""
        if blanks.get("n") == 1 and f"{key} 1" in self.general:
            key = f"{key} 1"
        return self.general[key].format(**blanks)

    def word(self, value: object) -> str:
        """A word of the set, such as a guild."""
        said = str(value)
        plain = self.own.get(said) or self.game.get(said, said)
        return said if "{" in plain else plain

    def part(self, part: Part) -> str:
        return self.own.get(f"part {part.name}") or self.label(part.holds[0])

    def about(self, part: Part) -> str:
        return self.own.get(f"about {part.name}", "")

    def source(self, source: str) -> str:
        return self.general[f"source {source}"]

    def label(self, place: Where) -> str:
        """What stands at a place: by the whole of it, or by its last word, and its number in a list."""
        last = max((n for n, key in enumerate(place) if isinstance(key, str)), default=0)
        names, numbers = place[: last + 1], [str(key + 1) for key in place[last + 1 :] if isinstance(key, int)]
        said = self._called(place) or self._called(names) or self.word(names[-1] if names else "").replace("_", " ")
        return " ".join([said[:1].upper() + said[1:] or "?", *numbers])

    def _called(self, place: Where) -> str:
        whole = ".".join(str(key) if isinstance(key, str) else "*" for key in place)
        return self.own.get(whole, "") or (self.own.get(str(place[-1]), "") if place else "")

    def question(self, question: Question, data: dict[str, Any]) -> str:
        """What is asked. A text may name the blanks of its pattern, and the words of the block that it is about."""
        blanks: dict[str, object] = {key: self.word(value) for key, value in question.blanks}
        here: Any = data
        for key in question.places[0]:
            here = here[key]
        if isinstance(here, dict):
            blanks = {key: self.word(one) for key, one in here.items() if isinstance(one, str)} | blanks
        known = self.own.get(f"ask {question.ask}")
        if known is None:
            return self.line("ask block", place=self.label(question.places[0]))
        return known.format_map(defaultdict(lambda: "?", blanks))

    def value(self, value: Any) -> str:
        """A value, or a row or block of them."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            return f"[{', '.join(map(self.value, value))}]"
        if isinstance(value, dict):
            return ", ".join(f"{self.label((key,))} {self.value(one)}" for key, one in value.items() if key not in MARKS)
        return self.word(value)

    def difference(self, one: Difference) -> str:
        """What differs, in a line."""
        return self.line(one.kind, place=self.path(one.place), before=self.value(one.before), after=self.value(one.after))

    def path(self, place: Where) -> str:
        """A place from the outside to the inside."""
        steps = [n for n, key in enumerate(place, 1) if isinstance(key, str) and (n == len(place) or isinstance(place[n], str))]
        ends = sorted(
            {*steps, *(n for n in range(1, len(place)) if isinstance(place[n - 1], int) and isinstance(place[n], str))}
        )
        return ", ".join(self.label(place[:n]) for n in sorted({*ends, len(place)}))
