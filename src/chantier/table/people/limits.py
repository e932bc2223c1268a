"""How much somebody may ask for: so much at once, and so much a second from then on."""

from __future__ import annotations

import os
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from chantier.table import ledger
from chantier.table.refusals import Refused

MANY = 20_000  # whoever has not been heard of for the longest time is forgotten
WRONG = ("password", "no code")  # what a wrong guess is told


class Limit:
    """An allowance for everybody. One with a name counts for all processes of a server together.

    >>> limit = Limit(rate=0.0, burst=2)
    >>> [limit.take("ada"), limit.take("ada"), limit.take("ada"), limit.take("grace")]
    [True, True, False, True]
    >>> limit.charge("grace", 2); limit.take("grace")
    False
    """

    def __init__(self, rate: float, burst: float, name: str = "") -> None:
        self.rate = rate
        self.burst = burst
        self._name = name
        self._shared = ledger.shared if name else None
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether this is still allowed."""
        left, moment = self._now(who)
        good = left >= cost
        self._write(who, left - cost if good else left, moment)
        return good

    def charge(self, who: str, cost: float) -> None:
        """It has cost more than was known when it was allowed: this can become a debt."""
        left, moment = self._now(who)
        self._write(who, max(-self.burst, left - cost), moment)

    def give_back(self, who: str, cost: float = 1.0) -> None:
        """It was not to be counted."""
        if (known := self._known(who)) is not None:
            self._write(who, known[0] + cost, known[1])

    def _now(self, who: str) -> tuple[float, float]:
        """What is left now, and when that is."""
        moment = time.monotonic()
        left, since = self._known(who) or (self.burst, moment)
        return min(self.burst, left + (moment - since) * self.rate), moment

    def _known(self, who: str) -> tuple[float, float] | None:
        """What was left, and when."""
        return self._shared.read(f"{self._name} {who}") if self._shared else self._left.get(who)

    def _write(self, who: str, left: float, since: float) -> None:
        if self._shared:
            self._shared.write(f"{self._name} {who}", left, since)
            return
        self._left[who] = (left, since)
        self._left.move_to_end(who)
        if len(self._left) > MANY:
            self._left.popitem(last=False)


class Allowances:
    """What is counted beside the requests of a person. A person is had for nothing, an address is not; but many people may
    share one: so what everybody does is hardly limited by it, and guesses are."""

    def __init__(self) -> None:
        self.requests = Limit(rate=200.0, burst=2000, name="requests")  # of an address
        self.tables = Limit(rate=0.2, burst=60, name="tables")  # made from an address
        self.tables_of_one = Limit(rate=0.2, burst=60, name="tables_of_one")  # made by a person
        self.accounts = Limit(rate=1 / 20, burst=10, name="accounts")  # made from an address
        self.codes = Limit(rate=1 / 6, burst=30, name="codes")  # wrong codes of tables from an address
        self.guesses = Limit(rate=1 / 12, burst=30, name="guesses")  # wrong passwords from an address
        self.guesses_at = Limit(
            rate=1 / 12, burst=10, name="guesses_at"
        )  # wrong passwords for one account from an address or a known browser
        self.guessed = Limit(rate=1 / 6, burst=200, name="guessed")  # wrong passwords for one account from everywhere


@contextmanager
def counted(*tries: tuple[Limit, str]) -> Iterator[None]:
    """A guess at something secret. It counts before anybody looks, so that many at once do too, unless it was right."""
    taken: list[tuple[Limit, str]] = []
    wrong = False
    try:
        for limit, who in tries:
            if not limit.take(who):
                raise Refused("fast")
            taken.append((limit, who))
        yield
    except Refused as refused:
        wrong = refused.error in WRONG
        raise
    finally:
        for limit, who in () if wrong else taken:
            limit.give_back(who)


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


class Places:
    """How many things may be open at once: in all at this process, and for one of those who come, at all of a server.

    >>> places = Places(each=2, most=3)
    >>> [places.take("ada"), places.take("ada"), places.take("ada"), places.take("grace"), places.take("joan")]
    [True, True, False, True, False]
    >>> places.leave("ada")
    >>> places.take("joan"), len(places)
    (True, 3)
    """

    def __init__(self, each: int, most: int, kind: str = "") -> None:
        self.each = each
        self.most = most
        self._kind = kind  # by which other processes of a server count, too
        self._shared = ledger.shared if kind else None
        self._open: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def take(self, who: str | None) -> bool:
        """Whether there is a place left. Nobody in particular has as many as there are."""
        if self._all >= self.most or (who is not None and self._open[who] + self._elsewhere(who) >= self.each):
            return False
        self._all += 1
        if who is not None:
            self._count(who, 1)
        return True

    def leave(self, who: str | None) -> None:
        """Give a place back."""
        self._all -= 1
        if who is not None:
            self._count(who, -1)
            if not self._open[who]:
                del self._open[who]

    def _count(self, who: str, more: int) -> None:
        self._open[who] += more
        if self._shared:
            self._shared.tell(self._kind, who, more)

    def _elsewhere(self, who: str) -> int:
        """What is open for somebody at other processes of this server."""
        return self._shared.elsewhere(self._kind, who) if self._shared else 0


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
