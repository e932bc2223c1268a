"""What a learner sees: a fixed row of whole numbers for each game, every one of them with a name.

`features.py` of a game says what stands in the row (`PARTS`) and fills it (`observe`, in the flat style, so that it is compiled
too). It holds what a seat knows that has watched and counted: nothing changes in it when secrets are dealt anew.

>>> spec = Spec((Part("round", (3,), 1, "which round it is"), Part("points", (SEAT_NAMES,), 90, "of each seat")))
>>> spec.size, spec.names[3:5], spec.slices["points"]
(7, ['points me', 'points next'], slice(3, 7, None))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from chantier.kernel.words import NONE, Stored

if TYPE_CHECKING:
    from chantier.core import Game

Out = Annotated[Any, Stored("i16")]  # the row of a seat
SEAT_NAMES = ("me", "next", "third", "fourth")  # seats as one of them sees the table: itself first, then clockwise
SEAT_COUNTS = ("two", "three", "four")  # seats at the table


class Part(NamedTuple):
    """Some numbers that belong together: a row, or planes of a board."""

    name: str
    axes: tuple[int | Sequence[str], ...]  # a length or the names along it; the last two of a board are rows and columns
    most: int  # no number is larger
    about: str
    least: int = 0
    usual: int | tuple[int, ...] | None = None  # hardly a number is larger; one for all, or each along the last axis

    @property
    def large(self) -> int | tuple[int, ...]:
        """What counts as 1 in a scaled row."""
        return max(abs(self.least), abs(self.most), 1) if self.usual is None else self.usual

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis if isinstance(axis, int) else len(axis) for axis in self.axes)


class Spec:
    """What stands where in the row."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.names: list[str] = []
        self.least: list[int] = []
        self.most: list[int] = []
        self.slices: dict[str, slice] = {}
        for part in parts:
            first = len(self.names)
            along = [map(str, range(axis)) if isinstance(axis, int) else axis for axis in part.axes]
            self.names += [" ".join((part.name, *words)) for words in product(*along)]
            self.slices[part.name] = slice(first, len(self.names))
            self.least += [part.least] * (len(self.names) - first)
            self.most += [part.most] * (len(self.names) - first)

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def scales(self) -> Any:
        """What each number is multiplied by so that it is from about -1 to 1: by one over what is large for it."""
        import numpy as np

        large = [np.broadcast_to(part.large, part.shape).reshape(-1) for part in self.parts]
        return (1 / np.concatenate(large)).astype(np.float32)

    def part(self, row: Any, name: str) -> Any:
        """One part of a row, or of many rows, in its shape; an array that looks into the same memory."""
        shape = next(part.shape for part in self.parts if part.name == name)
        return row[..., self.slices[name]].reshape((*row.shape[:-1], *shape))


@lru_cache(maxsize=16)
def spec(game: Game) -> Spec:
    """What stands in the row of a game."""
    return Spec(game.part("features").PARTS)


# --- the words that rows are written in; flat, like all of `observe` --------------------------------------------------


def write(out: Out, at: int, value: int) -> int:
    """One number; where the next one goes."""
    out[at] = value
    return at + 1


def mark(out: Out, at: int, which: int, n: int) -> int:
    """One of n numbers is 1, the others are 0; of NONE all are 0."""
    for i in range(n):
        out[at + i] = 0
    if which != NONE:
        out[at + which] = 1
    return at + n


def write_row(out: Out, at: int, row: list[int], n: int) -> int:
    """The first n numbers of a row."""
    for i in range(n):
        out[at + i] = row[i]
    return at + n


def write_bits(out: Out, at: int, bits: int, n: int) -> int:
    """The first n flags of a word, the lowest first."""
    for i in range(n):
        out[at + i] = bits >> i & 1
    return at + n


def leave_blank(out: Out, at: int, n: int) -> int:
    """Nothing, n times."""
    for i in range(n):
        out[at + i] = 0
    return at + n


def seen_from(seat: int, other: int, seats: int) -> int:
    """How far another seat is from this one, clockwise; NONE for nobody."""
    if other < 0:
        return NONE
    return (other - seat) % seats
