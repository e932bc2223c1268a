"""What two sets have otherwise, figure by figure. Rows that grew or shrank are laid beside each other as well as they fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from chantier.components import MARKS, Where, is_blocks


@dataclass(frozen=True)
class Difference:
    """A value that one set has, or has otherwise; None where it is not there."""

    place: Where  # in the second set; of what is not there, where it would be
    before: Any
    after: Any

    @property
    def kind(self) -> str:
        return "added" if self.before is None else "removed" if self.after is None else "changed"


def differences(first: Any, second: Any, where: Where = ()) -> Iterator[Difference]:
    """Everything in which the second differs from the first.

    >>> [(d.place, d.before, d.after) for d in differences({"a": [1, 2], "b": ["x", "y"]}, {"a": [1, 3], "b": ["y"]})]
    [(('a', 1), 2, 3), (('b', 0), 'x', None)]
    """
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*second, *(key for key in first if key not in second)]:
            if key not in MARKS:
                yield from _one(first.get(key), second.get(key), (*where, key))
    elif isinstance(first, list) and isinstance(second, list):
        yield from _rows(first, second, where)
    elif first != second or type(first) is not type(second):
        yield Difference(where, first, second)


def _one(first: Any, second: Any, where: Where) -> Iterator[Difference]:
    if first is None or second is None:
        if first is not second:
            yield Difference(where, first, second)
    else:
        yield from differences(first, second, where)


def _rows(first: list[Any], second: list[Any], where: Where) -> Iterator[Difference]:
    numbers = all(isinstance(one, int) for one in [*first, *second])
    if len(first) == len(second) and (numbers or is_blocks(first)):
        for i, (before, after) in enumerate(zip(first, second, strict=True)):
            yield from differences(before, after, (*where, i))
        return
    matched = SequenceMatcher(None, _told(first), _told(second), autojunk=False)
    for kind, a, b, c, d in matched.get_opcodes():
        if kind != "equal":
            both = min(b - a, d - c)
            for n in range(both):
                yield from differences(first[a + n], second[c + n], (*where, c + n))
            yield from (Difference((*where, d), before, None) for before in first[a + both : b])
            yield from (Difference((*where, n), None, second[n]) for n in range(c + both, d))


def _told(row: list[Any]) -> list[str]:
    return [json.dumps(one, default=str, sort_keys=True) for one in row]
