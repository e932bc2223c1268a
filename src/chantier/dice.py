"""Chance as a pure function of a seed and the number of the move. There is no generator to save, and nothing in a state from
which the future could be read."""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Sequence
from hashlib import blake2b
from itertools import accumulate

from chantier.core import BadSetup

LONGEST = 200  # characters of a seed


def roll(seed: str, move: int, weights: Sequence[int]) -> int:
    """Which of several outcomes comes up: an index into weights.

    >>> [roll("tuesday", move, [1, 1, 1, 1, 1, 1]) for move in range(10)]
    [5, 2, 2, 4, 4, 0, 3, 1, 4, 0]
    >>> [roll("tuesday", move, [0, 1]) for move in range(3)]
    [1, 1, 1]
    """
    sums = list(accumulate(weights))
    if not sums or sums[-1] <= 0:
        raise ValueError("the weights of a draw must not all be 0")
    number = int.from_bytes(blake2b(f"{move}:{seed}".encode(), digest_size=16).digest(), "big")
    return bisect_right(sums, number % sums[-1])


def fresh() -> str:
    """A seed that nobody can guess: 128 bits.

    >>> len(fresh())
    22
    """
    return secrets.token_urlsafe(16)


def check(seed: object) -> str:
    """A seed is a short line of printable text; whole numbers will do.

    >>> check(7)
    '7'
    """
    text = str(seed) if type(seed) is int else seed
    if not isinstance(text, str) or not text or len(text) > LONGEST or not text.isprintable() or text != text.strip():
        raise BadSetup(f"a seed is a line of 1 to {LONGEST} printable characters without spaces at its ends, not {seed!r:.80}")
    return text


def promise(seed: str) -> str:
    """What is shown before a game so that the seed shown after it can be checked. It has 256 bits, for then nobody finds
    two seeds with the same promise in less than 2**128 tries.

    >>> promise("tuesday")
    '48cd09d349fd6f003d0d36be9c11e06e24568ee68bcd53823d70fecb3730a88f'
    """
    return blake2b(f"chantier:{seed}".encode(), digest_size=32).hexdigest()
