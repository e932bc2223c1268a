"""Counts that the processes of one server keep together, in memory that all of them see.

Whatever is counted for an address counts wherever its connections are. Nobody waits for anybody: where two processes write the
same line in the same moment one count may be lost, which is no matter for a rate.
"""

from __future__ import annotations

import mmap
from functools import lru_cache
from hashlib import blake2b

LINES, TOGETHER = 65_536, 8  # lines of the book; those among which a new one is written over the oldest
ROWS = 65_536  # of counts of what is open
KINDS = ("sockets", "live", "tables")  # of what is open


class Ledger:
    """Made before the processes are; each enters it with its number.

    >>> ledger = Ledger(processes=2)
    >>> ledger.enter(0)
    >>> ledger.write("guesses ada", 3.0, 100.0)
    >>> ledger.read("guesses ada"), ledger.read("guesses grace")
    ((3.0, 100.0), None)
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._me, self._others = 0, [ROWS * n for n in range(1, processes)]  # where the rows of the others begin
        book = memoryview(mmap.mmap(-1, 3 * 8 * LINES))
        size = 8 * LINES
        self._keys = book[:size].cast("Q")
        self._left, self._since = book[size : 2 * size].cast("d"), book[2 * size :].cast("d")
        self._open = {kind: memoryview(mmap.mmap(-1, 2 * ROWS * processes)).cast("H") for kind in KINDS}

    def enter(self, me: int) -> None:
        """This process is number so and so; nothing is open here, whatever the one before it had."""
        self._me = me
        self._others = [ROWS * n for n in range(self._processes) if n != me]
        for counts in self._open.values():
            counts[me * ROWS : (me + 1) * ROWS] = memoryview(bytes(2 * ROWS)).cast("H")

    # --- what is left of an allowance, and since when ---------------------------------------------------------------------

    def read(self, who: str) -> tuple[float, float] | None:
        line = self._line(_key(who))
        return None if line is None else (self._left[line], self._since[line])

    def write(self, who: str, left: float, since: float) -> None:
        """In the line of this name; or in one that is free, or the oldest of a few."""
        key = _key(who)
        line = self._line(key)
        if line is None:
            near = _near(key)
            line = next((line for line in near if not self._keys[line]), None)
        if line is None:
            line = min(near, key=self._since.__getitem__)
        self._keys[line], self._left[line], self._since[line] = key, left, since

    def _line(self, key: int) -> int | None:
        """Where something is written of somebody, if it is."""
        keys = self._keys
        for line in _near(key):
            if keys[line] == key:
                return line
        return None

    # --- how much is open --------------------------------------------------------------------------------------------------

    def elsewhere(self, kind: str, who: str) -> int:
        """How much others have open for somebody; at most a little too much, where several share both rows.

        >>> ledger = Ledger(processes=2)
        >>> ledger.enter(1); ledger.tell("live", "ada", 7); ledger.enter(0)
        >>> ledger.elsewhere("live", "ada"), ledger.elsewhere("live", "grace")
        (7, 0)
        """
        counts, others = self._open[kind], self._others
        one, two = _rows(who)
        return min(sum([counts[n + one] for n in others]), sum([counts[n + two] for n in others]))

    def tell(self, kind: str, who: str, more: int) -> None:
        """So much more is open here."""
        for row in {self._me * ROWS + row for row in _rows(who)}:
            self._open[kind][row] += more


@lru_cache(2**10)  # whoever is asked about is soon asked about again
def _key(who: str) -> int:
    return int.from_bytes(blake2b(who.encode("utf-8", "replace"), digest_size=8).digest(), "big") or 1


def _near(key: int) -> range:
    first = key % (LINES // TOGETHER) * TOGETHER
    return range(first, first + TOGETHER)


def _rows(who: str) -> tuple[int, int]:
    key = _key(who)
    return key % ROWS, (key >> 32) % ROWS


shared: Ledger | None = None  # of this process, if it has siblings
