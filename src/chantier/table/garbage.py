"""Garbage that holds itself: looked for where it is left, and not whenever much is made.

Python looks through all that is new after so many new things. At a table nearly everything that is new is a position: it lives
as long as it is shown, and goes by itself. To look through positions of a thousand tables took a tenth of the time of the event
loop, a fifth of a second at once every few seconds, and found nothing. What leaves garbage are requests, connections and long
thoughts that are over, and messages that are refused: some dozens of objects each.

Nor may there be too much to look through when somebody does: so what is new is laid aside before it is much, looked through if
something was left among it, and unseen if not. What was laid aside is looked at again only with everything else.
"""

from __future__ import annotations

import gc

LITTER = 300  # things that left some, after which somebody looks
MANY = 20_000  # new objects, at most, to look through at once: that takes some milliseconds
NEVER, USUALLY = (0, 0, 0), (700, 10, 10)  # thresholds: no look by itself, and as Python does it

_left = 0  # since the last look


def leave() -> None:
    """Something is over that may have left a little. To be called on the event loop, for which everybody waits meanwhile; only
    what is new is looked through."""
    global _left
    _left += 1
    if _left >= LITTER:
        look()
    else:
        grow()


def grow() -> None:
    """Something was done that left none, and much that stays may be new."""
    if gc.get_count()[0] > MANY:
        look()
        gc.freeze()


def look() -> None:
    """Through what is new, if there is a reason to."""
    global _left
    if _left:
        _left = 0
        gc.collect(1)


def look_everywhere() -> None:
    """Through all that there is: that takes a while, and everybody waits."""
    global _left
    _left = 0
    gc.unfreeze()
    gc.collect()
    gc.freeze()
