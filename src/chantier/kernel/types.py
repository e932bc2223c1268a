"""The few types of the flat style, and how machine code holds them.

An annotation says all: `int`, `bool` and `float`, a layout, a row of these, or one of the names in `words.py` that say how wide
the numbers of a row are. What stands between the lines of a function is found from there (see `translate.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, get_args, get_origin

from chantier.kernel.layout import Layout
from chantier.kernel.words import Stored

INT, REAL, TRUTH, NOTHING = "i64", "f64", "bool", "void"
BYTES = {"i64": 8, "f64": 8, "f32": 4, "i32": 4, "i16": 2, "bool": 1}  # of what can stand in a row


@dataclass(frozen=True)
class Record:
    """A state, or a part of one: handed on as a pointer."""

    layout: type[Layout]

    @property
    def name(self) -> str:
        return self.layout.__name__


@dataclass(frozen=True)
class Row:
    """Numbers or records side by side, in one or more dimensions; None is a length that only the caller knows."""

    of: str | Record
    shape: tuple[int | None, ...]


@dataclass(frozen=True)
class Pack:
    """A few whole numbers that are handed on together."""

    size: int


Type: TypeAlias = str | Record | Row | Pack


def of_hint(hint: Any, state: type[Layout]) -> Type | None:
    """The type that an annotation names; None if it is not flat."""
    if get_origin(hint) is Annotated:
        hint, stored = get_args(hint)[:2]
        if not isinstance(stored, Stored):
            return INT  # words of flags
        if stored.what == "state":
            return Row(Record(state), (None,) * stored.rank) if stored.rank else Record(state)
        return Row(stored.what, (None,) * stored.rank)
    if hint is None or hint is type(None):
        return NOTHING
    if hint in (int, bool, float):
        return {int: INT, bool: TRUTH, float: REAL}[hint]
    if isinstance(hint, type) and issubclass(hint, Layout):
        return Record(hint)
    if get_origin(hint) is tuple and set(get_args(hint)) == {int}:
        return Pack(len(get_args(hint)))
    rank = 0
    while get_origin(hint) is list:
        rank, hint = rank + 1, get_args(hint)[0]
    return Row("i32" if hint is int else "f64", (None,) * rank) if rank and hint in (int, float) else None


def of_field(layout: type[Layout], name: str) -> Type | None:
    """The type of a field of a state."""
    for f in layout.fields:
        if f.name == name:
            kind: str | Record = ("i64" if f.bits else "i32") if f.kind is int else Record(f.kind)
            return Row(kind, f.shape) if f.shape else INT if f.kind is int else kind
    return None


def of_table(name: str, value: Any) -> Type:
    """The type of a table; its first length may differ from set to set."""
    shape: list[int | None] = []
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0]
    if not shape:
        return INT
    return Row("f64" if isinstance(value, float) else stored_as(name), (None, *shape[1:]))


def stored_as(table: str) -> str:
    """How wide the numbers of a table are: words of flags have 64 bits."""
    return "i64" if table.endswith("_BITS") else "i32"


def element(row: Row) -> Type:
    """What an index into a row gives."""
    if len(row.shape) > 1:
        return Row(row.of, row.shape[1:])
    if isinstance(row.of, Record):
        return row.of
    return {"f64": REAL, "f32": REAL, "bool": TRUTH}.get(row.of, INT)


def joined(a: Type | None, b: Type | None) -> Type | None:
    """The type of a name that is given both; None if there is none."""
    if a == b or b is None:
        return a
    if a is None:
        return b
    order = (TRUTH, INT, REAL)
    if isinstance(a, str) and isinstance(b, str) and a in order and b in order:
        return order[max(order.index(a), order.index(b))]
    if isinstance(a, Row) and isinstance(b, Row) and a.of == b.of and len(a.shape) == len(b.shape) == 1:
        return Row(a.of, (None,))
    return None
