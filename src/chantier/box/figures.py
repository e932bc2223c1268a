"""A set as a list of figures: each number, word and flag of a box, with its place, its bounds, and where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chantier.components import MARKS, SOURCES, Asked, Checker, Where, place_of

OURS = "reconstructed"
BOX = "box"
LINES = "lines"


@dataclass(frozen=True)
class Figure:
    """One number, word or flag of a box."""

    place: Where
    value: Any
    kind: str  # number, word, flag, name, line
    source: str
    asked: Asked | None = None  # what its check asks, where it asks it alone

    @property
    def ours(self) -> bool:
        return self.source == OURS


def figures(check: Checker, asked: Mapping[Where, Asked] | None = None) -> list[Figure]:
    """All figures of a set, in its order."""
    found: list[Figure] = []
    _collect(check.data, (), (), Marks({}), {**(asked or {}), **check.asked}, found)
    return found


def _collect(value: Any, where: Where, block: Where, marks: Marks, asked: Mapping[Where, Asked], found: list[Figure]) -> None:
    if isinstance(value, dict):
        own = Marks(value)
        for key, inner in value.items():
            if key not in MARKS:
                _collect(inner, (*where, key), where, own, asked, found)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _collect(inner, (*where, i), block, marks, asked, found)
    else:
        source = marks.source_of(where[len(block) :])
        found.append(Figure(where, value, kind_of(value, where, asked), source, asked.get(where)))


def kind_of(value: Any, where: Where, asked: Mapping[Where, Asked]) -> str:
    """What sort of thing a value is, by its check, or else by itself."""
    known = asked.get(where)
    if known is not None:
        return known.kind
    if (above := asked.get(where[:-1])) is not None and above.kind == LINES:
        return "line"
    return "flag" if isinstance(value, bool) else "number" if isinstance(value, int) else "name"


class Marks:
    """What a block says of where its figures come from.

    >>> marks = Marks({"source": "reconstructed", "seen": ["values[2]", "scroll"]})
    >>> [marks.source_of(place) for place in (("values", 0), ("values", 1), ("scroll",))]
    ['reconstructed', 'box', 'box']
    """

    def __init__(self, block: Mapping[str, Any]) -> None:
        source = block.get("source")
        self.source = source if isinstance(source, str) and source in SOURCES else OURS
        self.seen = seen_places(block)

    def source_of(self, inside: Where) -> str:
        """Where a figure comes from, by its place in the block."""
        return BOX if any(inside[: len(place)] == place for place in self.seen) else self.source


def seen_places(block: Mapping[str, Any]) -> list[Where]:
    """What of a block was compared with a printed box."""
    seen = block.get("seen")
    found = [place_of(one) for one in seen if isinstance(one, str)] if isinstance(seen, list) else []
    return [place for place in found if place]


def counted(found: list[Figure]) -> Counter[str]:
    """How many figures come from where."""
    return Counter(figure.source for figure in found)


def under(found: list[Figure], places: list[Where]) -> list[Figure]:
    """The figures at these places and inside of them."""
    return [figure for figure in found if any(figure.place[: len(place)] == place for place in places)]


def value_at(data: Any, where: Where) -> Any:
    """What stands at a place; LookupError if nothing does."""
    for key in where:
        held: Any = data if isinstance(data, dict if isinstance(key, str) else list) else {}
        data = held[key]
    return data


def block_of(data: Any, where: Where) -> Where:
    """The block that a place belongs to: the deepest above it.

    >>> block_of({"board": {"small": {"places": [["village", "A", 1, 2]]}}}, ("board", "small", "places", 0, 2))
    ('board', 'small')
    """
    found: Where = ()
    for n, key in enumerate(where):
        if isinstance(data, dict):
            found = where[:n]
        try:
            data = data[key]
        except (LookupError, TypeError):
            break
    return found
