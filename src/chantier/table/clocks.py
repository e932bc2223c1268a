"""The clock of a table: a bank of time for every seat, filled a little with each decision. It warns and never ends a game.

Times are milliseconds. A clock is plain data: what is `left` for every seat, `since` when the seat to act has been thinking,
and whether it is `paused`. Where people play live it does not run before all of them have come: `waiting` has the seats of
those who have not. Whoever has used up the bank can be asked by the others to let a bot go on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, TypeAlias

Clock: TypeAlias = dict[str, Any]  # empty where nobody counts


class Pace(NamedTuple):
    bank: int  # at the start
    each: int  # more with every decision


MINUTE, HOUR = 60_000, 3_600_000
PACES = {"free": None, "live": Pace(15 * MINUTE, MINUTE // 4), "slow": Pace(72 * HOUR, 12 * HOUR)}


def new(pace: str, seats: int, now: int, people: Collection[int] = ()) -> Clock:
    """A clock that begins to run now; where people play live, when those at these seats have come.

    >>> new("free", 2, 0), new("live", 2, 5)["left"]
    ({}, [900000, 900000])
    """
    chosen = PACES[pace]
    if chosen is None:
        return {}
    waiting = {"waiting": sorted(people)} if pace == "live" and people else {}
    return {"left": [chosen.bank] * seats, "since": now, "paused": False, **waiting}


def come(clock: Clock, seats: Collection[int], now: int) -> Clock:
    """The clock when whoever sits at these seats has come: with the last of them it begins to run.

    >>> two = new("live", 2, 0, [0, 1])
    >>> come(two, [1], 7)["since"], come(come(two, [1], 7), [0], 9)["since"]
    (0, 9)
    """
    before = clock.get("waiting")
    if not before:
        return clock
    waiting = [seat for seat in before if seat not in seats]
    if waiting == before:
        return clock
    return {**clock, "waiting": waiting, "since": clock["since"] if waiting else now}


def decided(clock: Clock, pace: str, seat: int, now: int, gift: bool = True) -> Clock:
    """The clock after a decision of a seat; the bank is never filled above its start.

    >>> decided(new("live", 2, 0), "live", 1, 20_000)["left"]
    [900000, 895000]
    """
    chosen = PACES[pace]
    if not clock or chosen is None:
        return clock
    after = paused(clock, seat, True, now)
    if gift:
        after["left"][seat] = min(chosen.bank, after["left"][seat] + chosen.each)
    return {**after, "since": now, "paused": False}


def paused(clock: Clock, seat: int, pause: bool, now: int) -> Clock:
    """The clock stopped, or running again.

    >>> paused(new("live", 2, 0), 0, True, 60_000)["left"]
    [840000, 900000]
    """
    if not clock:
        return clock
    left = list(clock["left"])
    if pause and not clock["paused"] and seat >= 0:
        left[seat] -= _passed(clock, now)
    return {**clock, "left": left, "since": clock["since"] if pause and clock["paused"] else now, "paused": pause}


def left(clock: Clock, seat: int, to_act: int, now: int) -> float:
    """What a seat has left."""
    if not clock:
        return float("inf")
    running = seat == to_act and not clock["paused"]
    return float(clock["left"][seat] - (_passed(clock, now) if running else 0))


def _passed(clock: Clock, now: int) -> int:
    """How long the seat to act has been thinking: a clock that was set back gives nobody time.

    >>> left({"left": [5, 7], "since": 1000, "paused": False}, 1, 1, 3)
    7.0
    """
    return max(0, now - int(clock["since"]))
