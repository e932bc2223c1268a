"""The names by which a server may be asked for.

Any site can let its own name lead to this machine and have a visitor's browser talk to the server here as if it were that site
(DNS rebinding). It cannot do so with an address, nor with a name that is not its own. So only names that the server is known by
are answered.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::", "")
NAME = re.compile(r"[a-z0-9_.:\[\]-]{1,253}")


class Hosts:
    """Of a server that listens at `host`, with other names that it was told.

    >>> hosts = Hosts("127.0.0.1", ["play.example.org"])
    >>> [hosts.stranger([name]) for name in ("localhost:8000", "[::1]:80", "Play.Example.org", "evil.example:8000")]
    [None, None, None, 'evil.example']
    """

    def __init__(self, host: str = "127.0.0.1", names: Iterable[str] = ()) -> None:
        self._everywhere = host in EVERYWHERE
        self._names = {"localhost", same(host), *map(same, names)}
        if self._everywhere:
            own = bare(socket.gethostname())
            self._names |= {own, f"{own.split('.')[0]}.local"}

    def stranger(self, told: Iterable[str]) -> str | None:
        """The first name in the headers of a request by which this server is not known. Without any, it is no browser."""
        return next((name if NAME.fullmatch(name) else "" for name in map(bare, told) if not self._knows(name)), None)

    def _knows(self, name: str) -> bool:
        try:
            address = ip_address(name)
        except ValueError:
            return name in self._names and name != ""
        return self._everywhere or address.is_loopback or str(address) in self._names


def same(told: str) -> str:
    """A name or address, written as it is compared."""
    try:
        return str(ip_address(bare(told)))
    except ValueError:
        return bare(told)


def bare(told: str) -> str:
    """A name without its port.

    >>> bare("Example.org.:80"), bare("[2001:DB8::1]:80"), bare("10.0.0.7"), bare("::1")
    ('example.org', '2001:db8::1', '10.0.0.7', '::1')
    """
    name = told.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0].rstrip(".") if name.count(":") == 1 else name.rstrip(".")
