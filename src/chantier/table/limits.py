"""How much somebody may ask for: so much at once, and so much a second from then on."""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network

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


def address_key(host: str | None) -> str:
    """The address that somebody comes from, as far as it costs something to have another one: of IPv6 the first half.

    >>> address_key("203.0.113.9"), address_key("::ffff:203.0.113.9"), address_key("2001:db8:1:2:aa::7"), address_key(None)
    ('203.0.113.9', '203.0.113.9', '2001:db8:1:2::/64', '')
    """
    try:
        found = ip_address((host or "").partition("%")[0])
    except ValueError:  # a socket of this machine, or nobody knows
        return (host or "")[:64]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
    return str(found)
