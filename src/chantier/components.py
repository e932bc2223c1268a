"""Component sets: the numbers of a box, as data. Reads, checks and explains them.

A set is a TOML file in which every block carries a mark that says where its numbers come from. A file may say
`based_on = "standard"`: then blocks that it does not mention are taken from that set.
"""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from chantier import packages, texts
from chantier.core import BadComponents, BadSetup

SOURCES = {
    "rulebook": "printed in the rulebook",
    "published": "stated by a review, a report or a shop",
    "deduced": "follows from printed or published figures",
    "reconstructed": "our reconstruction",
    "box": "read off a printed box",
}
STANDARD = "standard"
MARKS = ("source", "seen", "note", "about", "based_on")  # what a block says of its numbers; none of it is a number
LONGEST_SET = 24_000  # characters
LARGEST = 10**9  # of any whole number
LONGEST_NAME = 40
MOST_FILES = 200  # that are looked into for a set
Where = tuple[str | int, ...]


@dataclass(frozen=True)
class ComponentSet:
    """The numbers of one box."""

    name: str
    data: dict[str, Any]
    text: str
    path: Path | None = None  # of a file that does not belong to the game

    @cached_property
    def hash(self) -> str:
        """Stands in every record. Marks, notes and names do not count."""
        told = json.dumps(_numbers(self.data), sort_keys=True)
        return blake2b(told.encode(), digest_size=6).hexdigest()

    @property
    def seats(self) -> int | None:
        """The most seats that this set is for; None if it is for all that the game is for."""
        return self.data.get("seats")

    def __hash__(self) -> int:
        return hash(self.hash)


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _numbers(v) for k, v in value.items() if k not in MARKS}
    return [_numbers(v) for v in value] if isinstance(value, list) else value


def shipped(game: str) -> dict[str, Path]:
    """The sets that come with a game, by name.

    >>> list(shipped("world_monuments"))
    ['standard', 'small']
    """
    folder = packages.folder(game)
    return {STANDARD: folder / "components.toml"} | {p.name.split(".")[1]: p for p in sorted(folder.glob("components.*.toml"))}


@lru_cache(maxsize=64)
def _shipped_set(game: str, name: str) -> ComponentSet:
    return _read(game, name, shipped(game)[name].read_text(encoding="utf-8"), None)


def component_set(game: str, chosen: ComponentSet | Path | str | None = None) -> ComponentSet:
    """A shipped set by its name, a file by its path, or the standard set."""
    if isinstance(chosen, ComponentSet):
        return chosen
    if chosen is None or str(chosen) in shipped(game):
        return _shipped_set(game, str(chosen or STANDARD))
    path = Path(chosen)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        names = ", ".join(shipped(game))
        raise BadSetup(f"cannot read the component set {path}: {reason}. Give a TOML file or one of: {names}") from None
    return _read(game, path.stem, text, path)


def _read(game: str, name: str, text: str, path: Path | None) -> ComponentSet:
    check = checked(game, name, text)
    if check.problems:
        raise BadComponents(str(path or f"component set {name} of {game}"), check.problems)
    return ComponentSet(name, check.data, text, path)


def own_set(game: str, name: str, text: str) -> ComponentSet:
    """A set that lies in no file. BadComponents says everything that is wrong with it."""
    return _read(game, name, text, None)


def own_folder(game: str) -> Path:
    """Where sets can be put that records of this game may need."""
    try:
        from platformdirs import user_data_path
    except ImportError:  # in a page there is only Python itself, and no such folder
        return Path("sets") / game
    return user_data_path("chantier", appauthor=False) / "sets" / game


def known_set(game: str, hashed: str) -> ComponentSet | None:
    """A set with this hash: one that comes with the game, or one that was put into the folder."""
    for name in shipped(game):
        if (found := component_set(game, name)).hash == hashed:
            return found
    for path in sorted(own_folder(game).glob("*.toml"))[:MOST_FILES]:
        with suppress(BadComponents, BadSetup):
            if path.stat().st_size <= 4 * LONGEST_SET and (found := component_set(game, path)).hash == hashed:
                return found
    return None


def checked(game: str, name: str, text: str) -> Checker:
    """What a text says, and everything that is wrong with it. A set that builds on another has all the blocks of that."""
    check = Checker({}, text, packages.folder(game) / "words")
    try:
        check.data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        check.wrong((), "not toml", why=error)
        return check
    base = check.data.pop("based_on", None)
    if base is not None:
        if base not in shipped(game) or base == name:
            check.wrong(("based_on",), "no set", name=base, allowed=", ".join(shipped(game)))
            return check
        check.data = {**_shipped_set(game, base).data, **check.data}
    look_at(game, check)
    return check


def look_at(game: str, check: Checker) -> None:
    """Everything that is wrong with the data of a checker."""
    _check_sizes(check, check.data, ())
    if not check.problems:
        _check_marks(check, check.data, ())
        importlib.import_module(f"{packages.package(game)}.tables").check(check)


def _check_sizes(check: Checker, value: Any, where: Where) -> None:
    """No number is so large that nobody would want to see it written down."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            _check_sizes(check, inner, (*where, key))
    elif type(value) is int and abs(value) > LARGEST:
        check.wrong(where, "too large", most=LARGEST)


def _check_marks(check: Checker, value: Any, where: Where) -> None:
    """Every block that holds numbers of its own says where they come from, and perhaps which of them were looked up."""
    if isinstance(value, list):
        for i, v in enumerate(value):
            _check_marks(check, v, (*where, i))
    if not isinstance(value, dict):
        return
    own = own_keys(value)
    if where and own:
        check.choice((*where, "source"), SOURCES)
    if "seen" in value:
        seen = value["seen"] if isinstance(value["seen"], list) else [None]
        for i, one in enumerate(seen):
            place = place_of(one) if isinstance(one, str) else ()
            if place[:1] not in [(key,) for key in own] or check.get((*where, *place)) is None:
                check.wrong((*where, "seen", i), "not keys", found=one, allowed=", ".join(own))
    for k, v in value.items():
        _check_marks(check, v, (*where, k))


def own_keys(block: dict[str, Any]) -> list[str]:
    """The keys of a block under which its own numbers stand.

    >>> own_keys({"source": "rulebook", "neutral": [3, 2, 1], "castle": {"at": ["G5", "J7"]}})
    ['neutral']
    """
    return [k for k, v in block.items() if k not in MARKS and not isinstance(v, dict) and not is_blocks(v)]


def is_blocks(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a set, and where."""

    where: Where
    key: str  # of its text; or the text itself, in English
    blanks: Mapping[str, object] = field(default_factory=dict)
    text: str = field(default="", repr=False)  # of the set
    words: Path | None = None  # the texts of the game

    @property
    def line(self) -> int | None:
        return line_of(self.text, self.where)

    def message(self, language: str = "en") -> str:
        """What is wrong, in words."""
        for folder in filter(None, (self.words, texts.GENERAL)):
            known = texts.catalogue(folder, language).get("checks", {})
            if self.key in known:
                return str(known[self.key]).format(**self._said(language))
        return self.key

    def _said(self, language: str) -> dict[str, object]:
        """What is put into the text; words of the game in the reader's language. English says them as a file does."""
        names = texts.catalogue(self.words, language).get("game", {}) if self.words and language != "en" else {}
        return {key: names.get(said, said) if isinstance(said, str) else said for key, said in self.blanks.items()}

    def __str__(self) -> str:
        at = f"{spelled(self.where)}: " if self.where else ""
        return f"  {f'line {line}: ' if (line := self.line) else ''}{at}{self.message()}"


@dataclass(frozen=True)
class Asked:
    """What a check asks of a value."""

    kind: str  # number, row, word, flag, name, rows, lines, blocks
    low: int = 0
    high: int = 0
    allowed: tuple[str, ...] = ()  # words, or letters of lines
    length: int | None = None  # of what has a length of its own


class Checker:
    """Reads values out of a set and collects everything that is wrong, each with its place; and what it asked of each."""

    def __init__(self, data: dict[str, Any], text: str = "", words: Path | None = None) -> None:
        self.data = data
        self.text = text
        self.words = words if words and (words / "en.toml").is_file() else None
        self.problems: list[Problem] = []
        self.asked: dict[Where, Asked] = {}

    def wrong(self, where: Where, key: str, **blanks: object) -> None:
        """Something is wrong there: the key of a text in the section `checks`, or a text."""
        self.problems.append(Problem(where, key, blanks, self.text, self.words))

    def ask(self, where: Where, asked: Asked) -> None:
        """What is asked of a place; the first question counts."""
        self.asked.setdefault(where, asked)

    def get(self, where: Where) -> Any:
        value: Any = self.data
        for key in where:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def block(self, where: Where, required: set[str], optional: frozenset[str] = frozenset()) -> dict[str, Any]:
        """A block with exactly these keys, besides its mark."""
        value = self.get(where)
        if not isinstance(value, dict):
            self.wrong(where, "no block" if value is None else "not a block", found=value)
            return {}
        for key in sorted(required - set(value)):
            self.wrong((*where, key), "no key")
        for key in sorted(set(value) - required - optional - set(MARKS)):
            self.wrong((*where, key), "unknown", allowed=", ".join(sorted(required | optional)))
        return value

    def whole(self, where: Where, low: int, high: int) -> int:
        """A whole number within bounds; a missing one is reported by `block`."""
        self.ask(where, Asked("number", low, high))
        value = self.get(where)
        if value is None:
            return low
        if type(value) is not int:
            self.wrong(where, "not whole", low=low, high=high, found=value)
            return low
        if not low <= value <= high:
            self.wrong(where, "not between", low=low, high=high, found=value)
            return low
        return value

    def row(self, where: Where, low: int, high: int, length: int | None = None) -> list[int]:
        """A row of whole numbers."""
        self.ask(where, Asked("row", low, high, length=length))
        value = self.get(where)
        if value is None:
            return []
        if not isinstance(value, list) or (length is not None and len(value) != length):
            self.wrong(where, "not a row" if length is None else "not n numbers", n=length, found=value)
            return []
        return [self.whole((*where, i), low, high) for i in range(len(value))]

    def choice(self, where: Where, allowed: Any) -> str:
        """One of several words."""
        self.ask(where, Asked("word", allowed=tuple(allowed)))
        value = self.get(where)
        if value is None or not isinstance(value, str) or value not in allowed:
            self.wrong(where, "no word" if value is None else "not this word", found=value, allowed=", ".join(allowed))
            return str(next(iter(allowed)))
        return value

    def flag(self, where: Where) -> bool:
        """True or false."""
        self.ask(where, Asked("flag"))
        value = self.get(where)
        if value is not None and not isinstance(value, bool):
            self.wrong(where, "not a flag", found=value)
        return value is True

    def name(self, where: Where, names: list[str]) -> None:
        """A name that stands in records: printable, single spaces, not used before."""
        self.ask(where, Asked("name", 1, LONGEST_NAME))
        name = self.get(where)
        fits = isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and name.isprintable()
        if not fits or name != " ".join(name.split()):
            self.wrong(where, "not a name", most=LONGEST_NAME, found=name)
            return
        if name in names:
            self.wrong(where, "name twice", name=name)
        names.append(name)

    def rows(self, where: Where, low: int, high: int) -> list[list[Any]]:
        """Rows of words or numbers, each of some length; those that are none are told and left out by an empty one."""
        self.ask(where, Asked("rows", low, high))
        value = self.get(where)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong(where, "not rows", found=value)
            return []
        rows: list[list[Any]] = []
        for i, row in enumerate(value):
            fits = isinstance(row, list) and low <= len(row) <= high
            if not fits:
                self.wrong((*where, i), "not n entries" if low == high else "not entries", low=low, high=high, found=row)
            rows.append(row if fits else [])
        return rows

    def lines(self, where: Where, letters: str, widest: int) -> list[str]:
        """A drawing: lines of equal length made of certain letters."""
        self.ask(where, Asked("lines", 1, widest, tuple(letters)))
        rows = self.get(where)
        if rows is None:
            return []
        if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
            self.wrong(where, "not lines", letters=" ".join(letters), found=rows)
            return []
        before = len(self.problems)
        for i, row in enumerate(rows):
            wrong = sorted(set(row) - set(letters))
            if wrong:
                self.wrong((*where, i), "letter", letter=wrong[0], letters=" ".join(letters))
            elif len(row) != len(rows[0]):
                self.wrong((*where, i), "line length", n=len(row), first=len(rows[0]))
        if not 1 <= len(rows[0]) <= widest or len(rows) > widest:
            self.wrong(where, "drawing size", wide=len(rows[0]), high=len(rows), widest=widest)
        return rows if len(self.problems) == before else []

    def blocks(self, where: Where) -> list[int]:
        """The indices of a list of blocks."""
        self.ask(where, Asked("blocks"))
        value = self.get(where)
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.wrong(where, "no blocks" if value is None else "not blocks", found=value)
            return []
        return list(range(len(value)))


def spelled(where: Where) -> str:
    """A place in a set, as people say it.

    >>> spelled(("monument", "capitol", "round", 2, "gem"))
    'monument.capitol.round[3].gem'
    """
    out = ""
    for key in where:
        out += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if out else key
    return out


def place_of(text: str) -> Where:
    """The place that is spelled like this, or the empty one.

    >>> place_of("values[3]"), place_of(spelled(("board", "places", 0, 2))), place_of("no place")
    (('values', 2), ('board', 'places', 0, 2), ())
    """
    if not re.fullmatch(r"[\w\-]+((\.[\w\-]+)|(\[[1-9][0-9]{0,4}\]))*", text):
        return ()
    return tuple(int(n) - 1 if n else key for key, n in re.findall(r"([\w\-]+)(?=[.\[]|$)|\[(\d+)\]", text))


def line_of(text: str, where: Where) -> int | None:
    """The line on which a key stands, or else the block that it belongs to.

    >>> line_of("[a]\\nx = 1\\n[[b.c]]\\n[[b.c]]\\ny = 2", ("b", "c", 1, "y"))
    5
    """
    best, deepest = None, 0
    seen: dict[str, int] = {}
    block: Where = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*(\[\[?)\s*([\w.\-]+)\s*\]", line):
            name = header[2]
            block = tuple(name.split("."))
            if header[1] == "[[":
                seen[name] = seen.get(name, -1) + 1
                block = (*block, seen[name])
            found = block
        elif key := re.match(r"\s*([\w\-]+)\s*=", line):
            found = (*block, key[1])
        else:
            continue
        if len(found) > deepest and where[: len(found)] == found:
            best, deepest = number, len(found)
    return best


def explained(chosen: ComponentSet) -> Iterator[tuple[str, str, str]]:
    """Every block with its source and what it holds: (place, source, contents)."""
    yield from _explained(chosen.data, ())


def _explained(value: Any, where: Where) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, dict):
        contents = ", ".join(f"{k} {_short(value[k])}" for k in own_keys(value))
        if where and contents:
            note = f" ({value['note']})" if "note" in value else ""
            yield spelled(where), str(value.get("source", "")), contents + note
        for k, v in value.items():
            yield from _explained(v, (*where, k))
    elif is_blocks(value):
        for i, v in enumerate(value):
            yield from _explained(v, (*where, i))


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) > 6:
        return f"({len(value)} entries)"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
