"""The door: how many connections are open, and how long one may take to ask for something or to read the answer.

uvicorn waits for ever for the end of a request and for whoever does not read; here both have an end. What is bounded below the
application is sockets: a proxy on this machine, through which everybody comes, may have as many as there are.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import re
import socket
import sys
from collections import deque
from collections.abc import Callable
from struct import pack
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import OPEN

from chantier.table import garbage
from chantier.table.people.limits import Limit, Places, countable
from chantier.table.siblings import Siblings
from chantier.table.sockets import STRAIGHT

LOG = logging.getLogger("chantier.table")
EACH, MOST = 250, 5000  # sockets that are open at once: of one address, and in all
KNOCKS = 50.0, 500.0  # new ones of an address: a second, and at once
OTHERS = 200  # files that are open beside them: the database, what is being served
WHOLE = 8.0  # seconds in which a request has to be there, with its body
IDLE, IDLE_PROXY = 15, 150  # seconds that a connection stays open without a request: longer than whoever asks keeps it
STALLED = 20.0  # seconds in which something of what waits has to be read
CLOSING = 3.0  # seconds that a browser has to answer when a live connection is closed
PACKED = {"level": 1, "memLevel": 5}  # quick; a full window finds what the position before had: see docs/design.md
SEND_BUFFER = 131_072  # bytes that the system keeps for one that reads slowly; Linux takes twice as much
M_MMAP_THRESHOLD, LARGE = (
    -3,
    69_632,
)  # what is larger than so many bytes; orjson takes 65,536 whenever it writes more than 4,096
CROWD = 50  # sockets: when so many were open and half of them have left, it is time to tidy up
CALM, TIMES = 5.0, 12  # seconds later; and again, so many times, while as many come anew
TEXT = 0x81  # how a frame begins that is a whole text
ABOUT_TABLE = re.compile(rb"[A-Z]{1,7} /api/tables/([0-9A-Za-z]{1,32})[/? ]")  # how a request begins that is about one
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 10\r\nconnection: close\r\n"
    b'content-length: 65\r\n\r\n{"error": "many", "text": "Too many connections are open here."}\n'
)


class Settings(uvicorn.Config):
    """How the application is served, the sockets that are open, and other processes that serve it too."""

    def __init__(self, app: Any, siblings: Siblings | None = None, **more: Any) -> None:
        super().__init__(app, http=Asking, ws=Talking, **more)
        self.siblings = siblings
        self.sockets = Places(EACH, MOST, "sockets")
        self.tide = Tide()
        self.knocks = Limit(*KNOCKS, "knocks")

    def stranger(self, host: str) -> str | None:
        """The address for which a socket counts."""
        return None if "*" in self.forwarded_allow_ips else countable(host)


class Tide:
    """How many were here, and what is done a moment after most of them have left: for that everybody waits, so not while a
    crowd comes and goes."""

    def __init__(self) -> None:
        self._most = 0  # since the last time
        self._came = 0  # since somebody last looked whether it is calm
        self._soon: asyncio.TimerHandle | None = None

    def come(self) -> None:
        """Somebody is new."""
        self._came += 1

    def turn(self, left: int) -> None:
        """Somebody has gone, and so many are left."""
        self._most = max(self._most, left + 1)
        if self._soon is None and self._most >= CROWD and left <= self._most // 2:
            self._wait(TIMES)

    def _wait(self, times: int) -> None:
        self._came = 0
        self._soon = asyncio.get_running_loop().call_later(CALM, self._look, times)

    def _look(self, times: int) -> None:
        if self._came >= CROWD and times > 0:
            self._wait(times - 1)
            return
        self._soon, self._most = None, 0
        tidy_up()


class Bounded(asyncio.Protocol):
    """One socket: counted while it is open, and ended if nobody reads what is sent."""

    config: Any
    transport: asyncio.Transport
    client: tuple[str, int] | None
    _counted = False
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._counted = self._is_welcome() and self.config.sockets.take(self._address)
        self.config.tide.come()
        if not self._counted:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.uncount()
        self._stop_stalling()
        super().connection_lost(exc)
        garbage.leave()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_stalling()
        self._stalled = asyncio.get_running_loop().call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_stalling()
        super().resume_writing()

    def uncount(self) -> None:
        if self._counted:
            self._counted = False
            self.config.sockets.leave(self._address)
            self.config.tide.turn(len(self.config.sockets))

    def _is_welcome(self) -> bool:
        return True

    @property
    def _address(self) -> str | None:
        settings: Settings = self.config
        return settings.stranger(self.client[0] if self.client else "")

    def _stop_stalling(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class Asking(Bounded, AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which of two is decided by what is installed
    """HTTP: from the first byte on, a request has to be whole in a few seconds; and so has the first of a new connection.
    Between two requests a connection stays open for longer than programs (5 seconds) and proxies (up to 2 minutes) keep it, so
    that it is they who close it: else a request could be on its way to a connection that is just being closed.
    What is asked about a table is answered by the process that the table is at home in: if that is another one, it is given the
    connection."""

    _half: asyncio.TimerHandle | None = None
    _between = True  # whether what comes next begins a request
    _begun = False  # whether a request has begun that is not whole yet
    asked = b""  # what another process has read already

    def _is_welcome(self) -> bool:
        """Whoever comes again and again is not even listened to."""
        address = self._address
        return bool(self.asked) or address is None or bool(self.config.knocks.take(address))

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.timeout_keep_alive = IDLE_PROXY if self._address is None else IDLE
        self._wait()
        if self.asked and not transport.is_closing():
            self.data_received(self.asked)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._between and self._goes_home(data):
            return
        self._between = False
        super().data_received(data)
        cycle = self.cycle
        if cycle is not None and not cycle.more_body and not cycle.response_complete:
            self._stop_waiting()
        elif self._half is None and self.transport.get_protocol() is self:
            self._wait()

    def on_message_begin(self) -> None:
        self._begun = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._begun = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """If half of the next request came with this one, that has to become whole as well."""
        self._between = not self.cycle.more_body and not self._begun and not getattr(self, "pipeline", True)
        super().on_response_complete()
        garbage.leave()
        if self._begun and self._half is None and not self.transport.is_closing():
            self._wait()

    def _goes_home(self, data: bytes) -> bool:
        """Whether the connection is given to the process that what is asked for is at home in. While that one is being started
        again, this one answers as well: each hears what the others do."""
        siblings, about = self.config.siblings, ABOUT_TABLE.match(data)
        if not siblings or not about or (home := siblings.home(about[1].decode())) == siblings.me:
            return False
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            return False
        if not siblings.hand_over(self.transport.get_extra_info("socket").fileno(), data, home):
            return False
        self.transport.abort()  # only here; it stays open there
        return True

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self.uncount()  # from here on it is counted as what it becomes
        self._stop_waiting()
        super().handle_websocket_upgrade(*event)
        self.parser = None  # nothing more is read here, and it knows this connection in turn

    def _wait(self) -> None:
        self._half = asyncio.get_running_loop().call_later(WHOLE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._half is not None:
            self._half.cancel()
            self._half = None


class Mail:
    """What has come in over one connection, for the one who reads it: an asyncio.Queue in fewer steps. Most of the time
    somebody waits for the next message; where many have come at once, others get their turn between two of them."""

    def __init__(self) -> None:
        self._came: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None  # who waits, while somebody does

    def empty(self) -> bool:
        return not self._came

    def put_nowait(self, message: Any) -> None:
        self._came.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        if self._came:
            await asyncio.sleep(0)
        while not self._came:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._came.popleft()


class Talking(Bounded, WebSocketsSansIOProtocol):
    """A live connection. What is sent counts as sent once the system has taken most of it."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue: Any = Mail()
        self.close_timeout = CLOSING
        self.conn.available_extensions = [ServerPerMessageDeflateFactory(client_max_window_bits=12, compress_settings=PACKED)]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # what reads knows what it reads for: it would all wait until somebody looks for garbage
        self.conn.extensions = []  # what packs is large
        with contextlib.suppress(AttributeError, KeyError):  # whoever never came in has none
            del self.scope["extensions"][STRAIGHT]  # which knows this connection in turn

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            known: dict[str, Any] = self.scope["extensions"]
            known[STRAIGHT] = Straight(self)

    async def send(self, message: Any) -> None:
        await super().send(message)
        await self.writable.wait()

    def handle_text(self, event: Any) -> None:
        """A message that is whole waits alone without anybody being told to send no more: most of the time it is read at once,
        and to stop and to go on again takes as long as to read it."""
        if self.handshake_complete and event.fin and not self.close_sent and self.queue.empty():
            with contextlib.suppress(UnicodeDecodeError):
                self.queue.put_nowait({"type": "websocket.receive", "text": event.data.decode()})
                return
        super().handle_text(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # whoever does not even answer will not read the rest either


class Straight:
    """A live connection for whoever is in already: what is told goes to the socket at once, and what is asked comes from it."""

    def __init__(self, talking: Talking) -> None:
        self._talking = talking
        self._write = talking.transport.write
        self._conn = talking.conn
        self.receive = talking.receive
        self.drained = talking.writable.wait

    def send(self, message: bytes) -> bool:
        """A message that is not packed, which is one frame, goes as it is."""
        talking, conn = self._talking, self._conn
        if not (talking.disconnected or talking.close_sent) and conn.state is OPEN:  # else it is being closed
            if conn.extensions:
                conn.send_text(message)
                self._write(b"".join(conn.data_to_send()))
            else:
                self._write(_head(len(message)) + message)
        return talking.writable.is_set()


def _head(size: int) -> bytes:
    """How a frame begins that is a whole text of so many bytes.

    >>> _head(125), _head(126), _head(65_536)
    (b'\\x81}', b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    if size < 126:
        return bytes((TEXT, size))
    return pack("!BBH", TEXT, 126, size) if size < 65_536 else pack("!BBQ", TEXT, 127, size)


def take_over(server: uvicorn.Server) -> Callable[[socket.socket, bytes], None]:
    """What is done with connections that other processes hand over."""
    coming: set[asyncio.Task[Any]] = set()

    def take(connection: socket.socket, asked: bytes) -> None:
        def made() -> Asking:
            asking = Asking(config=server.config, server_state=server.server_state, app_state=server.lifespan.state)
            asking.asked = asked
            return asking

        connection.setblocking(False)
        task = asyncio.get_running_loop().create_task(_accept(made, connection))
        coming.add(task)
        task.add_done_callback(coming.discard)

    return take


async def _accept(made: Callable[[], Asking], connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it is gone already
        await asyncio.get_running_loop().connect_accepted_socket(made, connection)


def narrow(listening: socket.socket) -> None:
    """Whatever comes in here may let little wait in the system, and not for long."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STALLED * 1000))


def fit(sockets: Places) -> str:
    """Make room for as many files as sockets may be open, or allow fewer sockets; what to say about it, if anything."""
    if sys.platform == "win32":
        return ""
    import resource

    wanted = sockets.most + OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < wanted:
            sockets.most = max(soft - OTHERS, soft // 2)
            return (
                f"only {soft} files may be open, so at most {sockets.most} connections: allow {wanted} (ulimit -n, LimitNOFILE)"
            )
    return ""


def give_back() -> None:
    """Large messages go back to the system once they are sent: glibc would rather keep what many slow readers took."""
    _ask_libc("mallopt", M_MMAP_THRESHOLD, LARGE)


def tidy_up() -> None:
    """What a crowd took goes back to the system, small things too. Connections that are over hold each other until somebody
    looks for such garbage, and the library of C keeps what lies below anything that is still in use."""
    garbage.look_everywhere()
    _ask_libc("malloc_trim", 0)


def _ask_libc(function: str, *args: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another library of C
            ctypes.CDLL(None)[function](*args)
