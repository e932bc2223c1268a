"""An editor for sets: small edits, each checked as a file is, and taken back one by one.

A set is always text. What an edit touches is marked as read off a printed box; all else keeps its marks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chantier.box.figures import BOX, Figure, block_of, figures, seen_places, value_at
from chantier.box.writing import written
from chantier.components import (
    LARGEST,
    LONGEST_SET,
    MARKS,
    STANDARD,
    Asked,
    Checker,
    Problem,
    Where,
    checked,
    component_set,
    own_keys,
    spelled,
)
from chantier.core import ChantierError

DEEPEST = 4  # a value inside of rows inside of a block
LONGEST_WORD = 200
SET, ADD, REMOVE, MOVE, SEEN = "set", "add", "remove", "move", "seen"


class BadEdit(ChantierError, ValueError):
    """An edit that cannot be done to this set."""


@dataclass(frozen=True)
class Edit:
    """One change: a value is set; one is added to a list, a copy of its neighbour if none is given; one is removed or moved
    within its list; or what stands at a place is confirmed as it is."""

    do: str
    place: Where
    value: Any = None
    at: int | None = None  # where to, in a list


class Editor:
    """A set that is being changed."""

    def __init__(self, game: str, text: str) -> None:
        self.game = game
        self._texts = [text]
        self._check: Checker | None = None
        self._figures: list[Figure] | None = None

    @property
    def text(self) -> str:
        return self._texts[-1]

    @property
    def changes(self) -> int:
        """How many can be taken back."""
        return len(self._texts) - 1

    @property
    def check(self) -> Checker:
        """The set as it was read, and what is wrong with it."""
        if self._check is None:
            self._check = checked(self.game, "", self.text)
        return self._check

    @property
    def data(self) -> dict[str, Any]:
        return self.check.data

    @property
    def problems(self) -> list[Problem]:
        return self.check.problems

    @property
    def asked(self) -> Mapping[Where, Asked]:
        """What checks ask of each place; where they did not come so far, what they ask of the standard set."""
        return {**standard(self.game).asked, **self.check.asked}

    @property
    def figures(self) -> list[Figure]:
        if self._figures is None:
            self._figures = figures(self.check, standard(self.game).asked)
        return self._figures

    def apply(self, *edits: Edit) -> None:
        """All of them, or nothing: BadEdit says why not."""
        data = deepcopy(self.data)
        for edit in edits:
            apply(data, edit, self.asked)
        text = written(data, self.text)
        if len(text) > LONGEST_SET:
            raise BadEdit(f"a set has at most {LONGEST_SET} characters")
        if text != self.text:
            self._texts.append(text)
            self._check = self._figures = None

    def undo(self) -> bool:
        """Take back the last change, if there is one."""
        if not self.changes:
            return False
        self._texts.pop()
        self._check = self._figures = None
        return True


@lru_cache(maxsize=32)
def standard(game: str) -> Checker:
    """The standard set of a game."""
    return checked(game, STANDARD, component_set(game).text)


# --- edits ------------------------------------------------------------------------------------------------------------


def apply(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    """Do one edit. A name that is changed or removed is changed or removed in the roads, so to say, that lead to it."""
    if not edit.place or edit.place[-1] in MARKS:
        raise BadEdit("no figure stands there")
    try:
        {SET: _set, ADD: _add, REMOVE: _remove, MOVE: _move, SEEN: _confirm}[edit.do](data, edit, asked)
    except LookupError:
        raise BadEdit(f"there is no {spelled(edit.place)}") from None


def _set(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    above, key = _parent(data, edit.place)
    old = above[key] if isinstance(above, list) or key in above else None
    above[key] = _clean(edit.value)
    known = asked.get(edit.place)
    if known is not None and known.kind == "name" and isinstance(old, str) and isinstance(above[key], str):
        for where, place in _mentions(data, edit.place, old, asked):
            where[place[-1]] = above[key]
    mark_seen(data, edit.place)


def _add(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    row = value_at(data, edit.place)
    if not isinstance(row, list):
        raise BadEdit(f"{spelled(edit.place)} is no list")
    at = len(row) if edit.at is None else max(0, min(edit.at, len(row)))
    new = _clean(edit.value) if edit.value is not None else deepcopy(row[at - 1] if row else _pattern(edit.place, asked))
    row.insert(at, new)
    _shift(data, edit.place, at, 1)
    if isinstance(new, dict):
        new["source"] = BOX
        new.pop("seen", None)
    else:
        mark_seen(data, (*edit.place, at))


def _pattern(place: Where, asked: Mapping[Where, Asked]) -> Any:
    """What an entry of an empty list may look like."""
    known = asked.get(place)
    if known is None or known.kind == "row":
        below = asked.get((*place, 0))
        if below is not None and below.kind == "row":
            return [below.low] * (below.length or 1)
        return known.low if known is not None else (0 if below is None or below.kind == "number" else "")
    if known.kind == "lines":
        return known.allowed[0]
    return [] if known.kind == "rows" else {}


def _remove(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    above, key = _parent(data, edit.place)
    gone = value_at(data, edit.place)
    names = [gone] if asked.get(edit.place, Asked("")).kind == "name" else []
    if isinstance(gone, list):
        names += [one for i, one in enumerate(gone) if asked.get((*edit.place, i), Asked("")).kind == "name"]
    leading = [row for name in names for row in _rows_with(data, edit.place, name, asked)]
    for row in sorted(set(leading), reverse=True):
        value_at(data, row[:-1]).pop(row[-1])
        _shift(data, row[:-1], int(row[-1]), -1)
    del above[key]
    if isinstance(key, int):
        _shift(data, edit.place[:-1], key, -1)
    else:
        block = value_at(data, edit.place[:-1])
        _keep_seen(block, [place for place in seen_places(block) if place[0] != key])


def _move(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    above, key = _parent(data, edit.place)
    if not isinstance(above, list) or edit.at is None or not 0 <= edit.at < len(above):
        raise BadEdit(f"{spelled(edit.place)} cannot be moved there")
    above.insert(edit.at, above.pop(key))
    mark_seen(data, edit.place[:-1])


def _confirm(data: dict[str, Any], edit: Edit, asked: Mapping[Where, Asked]) -> None:
    value_at(data, edit.place)
    mark_seen(data, edit.place)


def _parent(data: dict[str, Any], place: Where) -> tuple[Any, Any]:
    """What holds a place, and under what; a block may be given a new key."""
    above, key = value_at(data, place[:-1]), place[-1]
    if isinstance(key, int):
        if not isinstance(above, list) or not 0 <= key < len(above):
            raise LookupError(place)
    elif not isinstance(above, dict):
        raise LookupError(place)
    return above, key


def _clean(value: Any, depth: int = 0) -> Any:
    """A value as TOML can say it, of a reasonable size."""
    if isinstance(value, list | dict) and depth < DEEPEST:
        if isinstance(value, list):
            return [_clean(one, depth + 1) for one in value]
        return {_clean(key): _clean(one, depth + 1) for key, one in value.items()}
    if isinstance(value, str) and len(value) <= LONGEST_WORD:
        return value
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise BadEdit(f"this cannot stand in a set: {str(value)[:60] if not isinstance(value, int) else 'a huge number'}")


# --- names, and where they are mentioned ----------------------------------------------------------------------------------


def _mentions(data: dict[str, Any], place: Where, name: str, asked: Mapping[Where, Asked]) -> list[tuple[Any, Where]]:
    """Where in its block a name is chosen as a word: the row that holds it, and the place."""
    block = block_of(data, place)
    return [
        (value_at(data, where[:-1]), where)
        for where, one in asked.items()
        if one.kind == "word" and where[: len(block)] == block and name in one.allowed and _is(data, where, name)
    ]


def _rows_with(data: dict[str, Any], place: Where, name: str, asked: Mapping[Where, Asked]) -> list[Where]:
    """The rows of a block that mention a name."""
    found = [where[:-1] for _, where in _mentions(data, place, name, asked)]
    return [row for row in found if isinstance(row[-1], int) and row != place]


def _is(data: dict[str, Any], where: Where, value: Any) -> bool:
    try:
        return bool(value_at(data, where) == value)
    except LookupError:
        return False


# --- marks ------------------------------------------------------------------------------------------------------------


def mark_seen(data: dict[str, Any], place: Where) -> None:
    """Mark what stands at a place, blocks inside of it too, as read off a printed box."""
    block_place = block_of(data, place)
    block, inside = value_at(data, block_place), place[len(block_place) :]
    value = value_at(data, place)
    for inner in _blocks(value):
        if own_keys(inner):
            inner["source"] = BOX
            inner.pop("seen", None)
    if inside and inside[0] in own_keys(block) and block.get("source") != BOX:
        _keep_seen(block, [*seen_places(block), inside])


def _blocks(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [block for one in value for block in _blocks(one)]
    return [value, *(block for one in value.values() for block in _blocks(one))] if isinstance(value, dict) else []


def _keep_seen(block: dict[str, Any], places: list[Where]) -> None:
    """The marks of a block, as short as they can be said: rows of which all is seen, and a block of which all is."""
    seen = set(places)
    for place in sorted(seen, key=len, reverse=True):
        above = place[:-1]
        while above and _all_seen(value_at(block, above), above, seen):
            seen.add(above)
            above = above[:-1]
    shortest = sorted((p for p in seen if not any(p[:n] in seen for n in range(1, len(p)))), key=spelled)
    block.pop("seen", None)
    if shortest and {p[0] for p in shortest if len(p) == 1} >= set(own_keys(block)):
        block["source"] = BOX
    elif shortest:
        rest = {key: block.pop(key) for key in list(block) if key != "source"}
        block["seen"] = [spelled(place) for place in shortest]
        block.update(rest)


def _all_seen(row: Any, place: Where, seen: set[Where]) -> bool:
    return isinstance(row, list) and all((*place, i) in seen for i in range(len(row)))


def _shift(data: dict[str, Any], row: Where, at: int, by: int) -> None:
    """Marks of what lies behind an entry that came or went move with it."""
    block_place = block_of(data, (*row, at))
    block = value_at(data, block_place)
    inside = row[len(block_place) :]
    if not inside:
        return
    moved = []
    for place in seen_places(block):
        n = place[len(inside)] if len(place) > len(inside) and place[: len(inside)] == inside else -1
        if isinstance(n, int) and n >= at:
            if by < 0 and n == at:
                continue
            place = (*inside, n + by, *place[len(inside) + 1 :])
        moved.append(place)
    _keep_seen(block, moved)
