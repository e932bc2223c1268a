"""How much somebody may ask for: so much at once, and so much a second from then on."""

from __future__ import annotations

import time
from collections import OrderedDict

MANY = 20_000  # whoever has not been heard of for the longest time is forgotten


class Limit:
    """An allowance for everybody.

    >>> limit = Limit(rate=0.0, burst=2)
    >>> [limit.take("ada"), limit.take("ada"), limit.take("ada"), limit.take("grace")]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether this is still allowed."""
        moment = time.monotonic()
        left, since = self._left.pop(who, (self.burst, moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        good = left >= cost
        self._left[who] = (left - cost if good else left, moment)
        if len(self._left) > MANY:
            self._left.popitem(last=False)
        return good
