"""Component sets: the numbers of a box, as data. Reads, checks and explains them.

A set is a TOML file in which every block carries a mark that says where its numbers come from. A file may say
`based_on = "standard"`: then blocks that it does not mention are taken from that set.
"""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from chantier import packages
from chantier.core import BadComponents, BadSetup

SOURCES = {
    "rulebook": "printed in the rulebook",
    "published": "stated by a review, a report or a shop",
    "deduced": "follows from printed or published figures",
    "reconstructed": "our reconstruction",
}
STANDARD = "standard"
Where = tuple[str | int, ...]


@dataclass(frozen=True)
class ComponentSet:
    """The numbers of one box."""

    name: str
    data: dict[str, Any]
    text: str
    path: Path | None = None  # of a file that does not belong to the game

    @property
    def hash(self) -> str:
        """Stands in every record. Marks, notes and names do not count."""
        return _hash(json.dumps(_numbers(self.data), sort_keys=True))

    @property
    def seats(self) -> int | None:
        """The most seats that this set is for; None if it is for all that the game is for."""
        return self.data.get("seats")

    def __hash__(self) -> int:
        return hash(self.hash)


@lru_cache(maxsize=256)
def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _numbers(v) for k, v in value.items() if k not in ("source", "note", "about", "based_on")}
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
    where = str(path or f"component set {name} of {game}")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadComponents(where, [f"  not a TOML file: {error}"]) from None
    base = data.pop("based_on", None)
    if base is not None:
        if base not in shipped(game) or base == name:
            raise BadComponents(where, [f"  based_on: there is no set {base!r}; allowed: {', '.join(shipped(game))}"])
        data = {**_shipped_set(game, base).data, **data}
    check = Checker(data, text)
    _check_marks(check, data, ())
    importlib.import_module(f"{packages.package(game)}.tables").check(check)
    if check.problems:
        raise BadComponents(where, check.problems)
    return ComponentSet(name, data, text, path)


def _check_marks(check: Checker, value: Any, where: Where) -> None:
    """Every block that holds numbers of its own says where they come from."""
    if isinstance(value, list):
        for i, v in enumerate(value):
            _check_marks(check, v, (*where, i))
    if not isinstance(value, dict):
        return
    own = [k for k, v in value.items() if not isinstance(v, dict) and not _is_blocks(v)]
    if where and own:
        check.choice((*where, "source"), SOURCES)
    for k, v in value.items():
        _check_marks(check, v, (*where, k))


def _is_blocks(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


class Checker:
    """Reads values out of a set and collects everything that is wrong, each with its place."""

    def __init__(self, data: dict[str, Any], text: str = "") -> None:
        self.data = data
        self.text = text
        self.problems: list[str] = []

    def wrong(self, where: Where, message: str) -> None:
        line = line_of(self.text, where)
        self.problems.append(f"  {f'line {line}: ' if line else ''}{spelled(where)}: {message}")

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
            self.wrong(where, "this block is missing" if value is None else f"expected a block, found {value!r:.60}")
            return {}
        for key in sorted(required - set(value)):
            self.wrong((*where, key), "this key is missing")
        for key in sorted(set(value) - required - optional - {"source", "note", "about"}):
            self.wrong((*where, key), f"unknown; allowed: {', '.join(sorted(required | optional))}")
        return value

    def whole(self, where: Where, low: int, high: int) -> int:
        """A whole number within bounds; a missing one is reported by `block`."""
        value = self.get(where)
        if value is None:
            return low
        if type(value) is not int:
            self.wrong(where, f"expected a whole number from {low} to {high}, found {value!r:.60}")
            return low
        if not low <= value <= high:
            self.wrong(where, f"{value} is not allowed; from {low} to {high}")
            return low
        return value

    def row(self, where: Where, low: int, high: int, length: int | None = None) -> list[int]:
        """A row of whole numbers."""
        value = self.get(where)
        if value is None:
            return []
        if not isinstance(value, list) or (length is not None and len(value) != length):
            many = "a row of whole numbers" if length is None else f"a row of {length} whole numbers"
            self.wrong(where, f"expected {many}, found {value!r:.60}")
            return []
        return [self.whole((*where, i), low, high) for i in range(len(value))]

    def choice(self, where: Where, allowed: Any) -> str:
        """One of several words."""
        value = self.get(where)
        if value is None or not isinstance(value, str) or value not in allowed:
            found = "is missing" if value is None else f"cannot be {value!r:.60}"
            self.wrong(where, f"{found}; allowed: {', '.join(allowed)}")
            return str(next(iter(allowed)))
        return value

    def blocks(self, where: Where) -> list[int]:
        """The indices of a list of blocks."""
        value = self.get(where)
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.wrong(where, "this list of blocks is missing" if value is None else f"expected blocks, found {value!r:.60}")
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
        own = {k: v for k, v in value.items() if not isinstance(v, dict) and not _is_blocks(v)}
        contents = ", ".join(f"{k} {_short(v)}" for k, v in own.items() if k not in ("source", "note", "about"))
        if where and contents:
            note = f" ({value['note']})" if "note" in value else ""
            yield spelled(where), str(value.get("source", "")), contents + note
        for k, v in value.items():
            yield from _explained(v, (*where, k))
    elif _is_blocks(value):
        for i, v in enumerate(value):
            yield from _explained(v, (*where, i))


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) > 6:
        return f"({len(value)} entries)"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
