"""The few words that rules are written in.

Rules know nothing of speed: in machine code `tell` and `whisper` are silent, `assign` copies a record, and all else here is
translated as it stands, but for the assertions: plain rules find what is wrong, machine code does not look for it; and but for
`first_bit`, which is one instruction.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from chantier.core import EVERYONE, Event


class Stored(NamedTuple):
    """How machine code holds what a parameter is given: `state`, or how wide the numbers are, in rows or in rows of rows."""

    what: str
    rank: int = 1


AnyState = Annotated[Any, Stored("state", 0)]  # of whichever game it is
States = Annotated[Any, Stored("state")]
Menu = Annotated[list[int], Stored("i32")]  # menu[0] counts, the actions follow
Dice = Annotated[list[int], Stored("i64")]  # one whole number, changed by every throw
Facts = Annotated[list[int], Stored("i64")]  # what is true of a position, found once for all actions
Reals = Annotated[list[float], Stored("f64")]  # a few fractions

NONE = -1  # the only nothing


def offer(menu: Menu, action: int) -> None:
    """One more thing that may be done."""
    menu[0] += 1
    menu[menu[0]] = action


def tell(s: Any, kind: str, seat: int, *args: int) -> None:
    """What has just happened, for everybody: log, sound and animation."""
    s.news.append(Event(kind, seat, args, EVERYONE))


def whisper(s: Any, kind: str, seat: int, *args: int) -> None:
    """What has just happened, with details that only this seat may know."""
    s.news.append(Event(kind, seat, args, seat))


def then(s: AnyState, decision: int) -> None:
    """One more decision on the agenda; the latest is taken first."""
    assert s.pending < len(s.agenda), "then: the agenda is full"
    s.agenda[s.pending] = decision
    s.pending += 1


def now(s: AnyState) -> int:
    """The decision to be taken."""
    assert s.pending > 0, "now: nothing is on the agenda"
    return int(s.agenda[s.pending - 1])


def done(s: AnyState) -> None:
    """The decision was taken; the one before it comes next."""
    assert s.pending > 0, "done: nothing is on the agenda"
    s.pending -= 1


def count(row: list[int], value: int) -> int:
    """How often a number stands in a row.

    >>> count([3, 1, 3], 3)
    2
    """
    n = 0
    for x in row:
        if x == value:
            n += 1
    return n


def first_bit(flags: int) -> int:
    """Which is the lowest flag of a word; there has to be one.

    >>> first_bit(0b1000), first_bit(0b10110)
    (3, 1)
    """
    return (flags & -flags).bit_length() - 1


def below(dice: Dice, n: int) -> int:
    """A whole number from 0 to n - 1, each as likely as the other. The same stream plain and compiled.

    >>> dice = [1]
    >>> [below(dice, 6) for _ in range(8)]
    [4, 0, 3, 3, 1, 0, 1, 1]
    """
    dice[0] = (dice[0] * 6364136223846793005 + 1442695040888963407) & 0x3FFFFFFFFFFFFFFF
    return ((dice[0] >> 30) * n) >> 32


def assign(states: States, to: int, source: States, at: int) -> None:
    """Copy one state of a row over another."""
    states[to].become(source[at])
