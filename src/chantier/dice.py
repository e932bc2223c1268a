"""Chance as a pure function of a seed and the number of the move. There is no generator to save, and nothing in a state from
which the future could be read."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b

from chantier.core import BadSetup

LONGEST = 200  # characters of a seed


def roll(seed: str, move: int, weights: Sequence[int]) -> int:
    """Which of several outcomes comes up: an index into weights.

    >>> [roll("tuesday", move, [1, 1, 1, 1, 1, 1]) for move in range(10)]
    [4, 0, 3, 5, 5, 2, 5, 3, 1, 3]
    >>> [roll("tuesday", move, [0, 1]) for move in range(3)]
    [1, 1, 1]
    """
    number = int.from_bytes(blake2b(f"{move}:{seed}".encode(), digest_size=16).digest(), "big")
    rest = number % sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    raise ValueError("the weights of a draw must not all be 0")


def fresh() -> str:
    """A seed that nobody can guess.

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
    """What is shown before a game so that the seed shown after it can be checked.

    >>> promise("tuesday")
    'c4db10d8c8a1d53e9d8c'
    """
    return blake2b(f"chantier:{seed}".encode(), digest_size=10).hexdigest()
