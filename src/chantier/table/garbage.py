"""Garbage that holds itself: looked for where it is left, and not whenever much is made.

Python looks through all that is new after so many new things. At a table nearly everything that is new is a position: it lives
as long as it is shown, and goes by itself. To look through positions of a thousand tables took a tenth of the time of the event
loop, a fifth of a second at once every few seconds, and found nothing. What leaves garbage are requests, connections and long
thoughts that are over, and messages that are refused: some dozens of objects each.
"""

from __future__ import annotations

import gc

LITTER = 300  # things that left some, after which somebody looks
NEVER, USUALLY = (0, 0, 0), (700, 10, 10)  # thresholds: no look by itself, and as Python does it

_left = 0  # since the last look


def leave() -> None:
    """Something is over that may have left a little. To be called on the event loop, for which everybody waits meanwhile; only
    what is newer than the last look is looked through."""
    global _left
    _left += 1
    if _left >= LITTER:
        _left = 0
        gc.collect(1)
