"""How much somebody may ask for: so much at once, and so much a second from then on."""

from __future__ import annotations

import os
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

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


class Places:
    """How many things may be open at once: in all, and for one of those who come.

    >>> places = Places(each=2, most=3)
    >>> [places.take("ada"), places.take("ada"), places.take("ada"), places.take("grace"), places.take("joan")]
    [True, True, False, True, False]
    >>> places.leave("ada")
    >>> places.take("joan"), len(places)
    (True, 3)
    """

    def __init__(self, each: int, most: int) -> None:
        self.each = each
        self.most = most
        self._open: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def take(self, who: str | None) -> bool:
        """Whether there is a place left. Nobody in particular has as many as there are."""
        if self._all >= self.most or (who is not None and self._open[who] >= self.each):
            return False
        self._all += 1
        if who is not None:
            self._open[who] += 1
        return True

    def leave(self, who: str | None) -> None:
        """Give a place back."""
        self._all -= 1
        if who is not None:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


def address_key(host: str) -> str:
    """What counts as one address: whoever has one of IPv6 has at least 2^64 of them.

    >>> address_key("203.0.113.7"), address_key("2001:db8::1:2:3:4"), address_key("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8::/64', '203.0.113.7')
    """
    try:
        found = ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)


def countable(host: str) -> str | None:
    """The address of a stranger; nothing for this machine and for proxies, through which all of them may come."""
    return None if not host or is_proxy(host) else address_key(host)


def is_proxy(host: str) -> bool:
    """Whether this is an address from which we believe what is told of others: 127.0.0.1 and ::1, or FORWARDED_ALLOW_IPS.

    >>> is_proxy("127.0.0.1"), is_proxy("127.0.0.2"), is_proxy("nobody")
    (True, False, False)
    """
    told = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    try:
        return any(ip_address(host) in network for network in _networks(told))
    except ValueError:
        return False


@lru_cache(maxsize=4)
def _networks(told: str) -> tuple[IPv4Network | IPv6Network, ...]:
    found = []
    for one in told.split(","):
        with suppress(ValueError):  # a star stands for everybody, and so for nobody in particular
            found.append(ip_network(one.strip(), strict=False))
    return tuple(found)
