"""One description of a state, three ways to hold it: Python lists, JSON, a NumPy record.

>>> class Board(Layout):
...     walls: Bits
...     row: Annotated[list[int], 3]
>>> board = Board()
>>> board.row[1] = 7
>>> board.to_json()
{'walls': 0, 'row': [0, 7, 0]}
>>> Board.of(board.to_json()) == board
True
>>> to_records(board)["row"].tolist()
[[0, 7, 0]]

Whole numbers have 32 bits, `Bits` have 64 and come first, so that the record of a state has no gaps and its bytes are the same
however it is held. A number that a game has got `Later` comes last, and a digest leaves it out where it is 0: so the digests of
older records stay as they were.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import accumulate, chain
from math import prod
from operator import eq
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

Bits = Annotated[int, "bits"]  # a word of at most 62 flags
Shortcut = Annotated[int, "shortcut"]  # the same, where other fields say it at length: a digest does without it
Later = Annotated[int, "later"]  # an option that came later; 0 is what was before

L = TypeVar("L", bound="Layout")


class Field(NamedTuple):
    name: str
    kind: Any  # int, or another layout
    bits: bool
    shape: tuple[int, ...]  # () is one number
    shortcut: bool = False
    later: bool = False


def _field(name: str, hint: Any) -> Field:
    if hasattr(Layout, name):
        raise TypeError(f"a field of a state cannot be called {name!r}: a state has a method of that name")
    shape: tuple[int, ...] = ()
    if get_origin(hint) is Annotated and hint not in (Bits, Shortcut, Later):
        hint, *lengths = get_args(hint)
        shape = tuple(lengths)
        for _ in shape:
            (hint,) = get_args(hint)
    bits = hint in (Bits, Shortcut)
    kind = int if bits or hint == Later else hint
    if kind is not int and not (isinstance(kind, type) and issubclass(kind, Layout)):
        raise TypeError(f"field {name!r} must be int, Bits, another layout, or Annotated rows of these, not {hint!r}")
    return Field(name, kind, bits, shape, hint == Shortcut, hint == Later)


class Layout:
    """What lies on the table: named whole numbers, rows of them, and smaller layouts."""

    fields: ClassVar[list[Field]]
    copied: ClassVar[Callable[[dict[str, Any]], dict[str, Any]]]  # all that a copy holds
    flattened: ClassVar[Callable[[dict[str, Any]], list[int]]]  # every number, in the order of the fields
    field_names: ClassVar[list[str]]
    came_later: ClassVar[list[str]]  # the names of what came later
    news: list[Any]  # what was told while the last action was played; not part of the state

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.fields = [_field(name, hint) for name, hint in hints.items() if name not in Layout.__annotations__]
        cls.copied = staticmethod(_made_of(_copies(cls)))
        cls.flattened = staticmethod(_made_of(_listed(cls, "its")))
        cls.field_names = [f.name for f in cls.fields]
        cls.came_later = [f.name for f in cls.fields if f.later]
        if any(b.bits and not a.bits for a, b in zip(cls.fields, cls.fields[1:], strict=False)):
            raise TypeError(f"{cls.__name__}: Bits come before whole numbers and smaller layouts")
        if any(a.later and not b.later for a, b in zip(cls.fields, cls.fields[1:], strict=False)):
            raise TypeError(f"{cls.__name__}: what came later comes last")

    def __init__(self) -> None:
        self.news = []
        for f in self.fields:
            setattr(self, f.name, _blank(f.kind, f.shape))

    def become(self, other: Self) -> None:
        """Copy every number of *other* into this one."""
        self.__dict__.update(type(self).copied(other.__dict__), news=self.news)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__ = type(self).copied(self.__dict__)
        return twin

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        mine, yours = self.__dict__, other.__dict__
        return all(map(eq, map(mine.get, self.field_names), map(yours.get, self.field_names)))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({self.to_json()})"

    def numbers(self) -> list[int]:
        """Every number, in the order of the fields."""
        return type(self).flattened(self.__dict__)

    def packed(self) -> bytes:
        """The same bytes as the NumPy record has."""
        try:
            return _struct(type(self)).pack(*self.numbers())
        except struct.error:
            raise OverflowError(f"a number of this state does not fit its field: {self!r}") from None

    def digest(self) -> str:
        """A short stable hash of what lies on the table: shortcuts say nothing new, nor do later options that are not used."""
        packed = self.packed()
        as_before = not any(map(self.__dict__.get, self.came_later))
        return blake2b(b"".join(map(packed.__getitem__, _digested(type(self), as_before))), digest_size=8).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {f.name: _plain(getattr(self, f.name)) for f in self.fields}

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        self = cls()
        for f in cls.fields:
            setattr(self, f.name, _read(values[f.name], f.kind, f.shape, f.name))
        return self


def _blank(kind: Any, shape: tuple[int, ...]) -> Any:
    if not shape:
        return kind()
    return [_blank(kind, shape[1:]) for _ in range(shape[0])]


def _made_of(expression: str) -> Callable[[dict[str, Any]], Any]:
    """What is made of the dict of a state: by one expression, for that is asked for with every move."""
    known = {"flat": chain.from_iterable, "row": list.copy}
    return eval(f"lambda its: {expression}", known)  # type: ignore[no-any-return]


def _copies(cls: type[Layout]) -> str:
    """The expression for all that a copy of a layout holds. Numbers are shared, for they never change.

    >>> class Rows(Layout):
    ...     one: int
    ...     row: Annotated[list[int], 3]
    >>> _copies(Rows)
    "{**its, 'news': [], 'row': row(its['row'])}"
    """
    parts = [
        f"{f.name!r}: {_copy(f.kind, len(f.shape), f'its[{f.name!r}]')}" for f in cls.fields if f.shape or f.kind is not int
    ]
    return "{" + ", ".join(["**its", "'news': []", *parts]) + "}"


def _copy(kind: Any, deep: int, found: str) -> str:
    """The expression for a copy of rows in rows, so deep; at the bottom are numbers or layouts.

    >>> _copy(int, 2, "its['rows']"), _copy(Layout, 1, "its['seats']")
    ("[*map(row, its['rows'])]", "[one.copy() for one in its['seats']]")
    """
    if kind is int and deep <= 2:
        return f"row({found})" if deep == 1 else f"[*map(row, {found})]"
    return f"[{_copy(kind, deep - 1, 'one')} for one in {found}]" if deep else f"{found}.copy()"


def _listed(cls: type[Layout], its: str) -> str:
    """The expression for one layout, whose dict has this name.

    >>> class Two(Layout):
    ...     one: int
    ...     row: Annotated[list[int], 3]
    >>> _listed(Two, "its")
    "[its['one'], *its['row']]"
    """
    parts = []
    for f in cls.fields:
        found = f"{its}[{f.name!r}]" if f.shape or f.kind is int else f"[{its}[{f.name!r}]]"
        for _ in f.shape[1:]:
            found = f"flat({found})"
        if f.kind is not int:
            found = f"flat([{_listed(f.kind, its + '_')} for {its}_ in map(vars, {found})])"
        parts.append(found if f.kind is int and not f.shape else f"*{found}")
    return f"[{', '.join(parts)}]"


_digests: dict[tuple[type[Layout], bool], list[slice]] = {}


def _digested(cls: type[Layout], as_before: bool) -> list[slice]:
    """The bytes of a packed state that count for its digest."""
    if (cls, as_before) not in _digests:
        ends = list(accumulate(map(_size, cls.fields)))
        parts = zip(cls.fields, [0, *ends], ends, strict=False)
        kept: list[slice] = []
        for start, end in ((start, end) for f, start, end in parts if not f.shortcut and not (f.later and as_before)):
            if kept and kept[-1].stop == start:
                kept[-1] = slice(kept[-1].start, end)
            else:
                kept.append(slice(start, end))
        _digests[cls, as_before] = kept
    return _digests[cls, as_before]


def _plain(value: Any) -> Any:
    if isinstance(value, Layout):
        return value.to_json()
    return [_plain(v) for v in value] if isinstance(value, list) else value


def _read(value: Any, kind: Any, shape: tuple[int, ...], name: str) -> Any:
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise ValueError(f"{name}: expected a row of {shape[0]}")
        return [_read(v, kind, shape[1:], name) for v in value]
    if kind is not int:
        return kind.of(value)
    if type(value) is not int:
        raise ValueError(f"{name}: expected a whole number, found {value!r}")
    return value


_structs: dict[type[Layout], struct.Struct] = {}


def _struct(cls: type[Layout]) -> struct.Struct:
    if cls not in _structs:
        _structs[cls] = struct.Struct("<" + _code(cls))
    return _structs[cls]


def _code(cls: type[Layout]) -> str:
    parts = []
    for f in cls.fields:
        times = prod(f.shape)
        parts.append(_code(f.kind) * times if f.kind is not int else f"{times}{'q' if f.bits else 'i'}")
    return "".join(parts)


def _size(f: Field) -> int:
    """How many bytes a field has."""
    return prod(f.shape) * (width(f.kind) if f.kind is not int else 8 if f.bits else 4)


_dtypes: dict[type[Layout], Any] = {}


def dtype(cls: type[Layout]) -> Any:
    """The NumPy type of a record that holds such a state; always the same object, which compiled code knows at once."""
    import numpy as np

    def kind(f: Field) -> Any:
        return dtype(f.kind) if f.kind is not int else "<i8" if f.bits else "<i4"

    if cls not in _dtypes:
        _dtypes[cls] = np.dtype([(f.name, kind(f), f.shape) if f.shape else (f.name, kind(f)) for f in cls.fields])
    return _dtypes[cls]


def to_records(*states: Layout) -> Any:
    """A NumPy array with one record for each state."""
    import numpy as np

    return np.frombuffer(bytearray().join(s.packed() for s in states), dtype(type(states[0])))


def from_record(cls: type[L], record: Any) -> L:
    """The state that a NumPy record holds."""
    return unpacked(cls, record.tobytes())


def width(cls: type[Layout]) -> int:
    """How many bytes a state has."""
    return _struct(cls).size


def unpacked(cls: type[L], packed: bytes) -> L:
    """The state that these bytes hold; see `Layout.packed`."""
    return _fill(cls, iter(_struct(cls).unpack(packed)))


def _fill(cls: type[L], numbers: Iterator[int]) -> L:
    def take(f: Field, shape: tuple[int, ...]) -> Any:
        if shape:
            return [take(f, shape[1:]) for _ in range(shape[0])]
        return next(numbers) if f.kind is int else _fill(f.kind, numbers)

    state = cls()
    for f in cls.fields:
        setattr(state, f.name, take(f, f.shape))
    return state
