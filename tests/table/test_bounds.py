"""What a stranger can make the server keep, hold or wait for has an end, and whoever meets it is told."""

from __future__ import annotations

import json
import platform
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chantier import games
from chantier.table import crowd, door, outbox, pages, tables
from chantier.table import live as live_module
from chantier.table.hall import Hall
from chantier.table.people.limits import Limit, Places
from chantier.table.store.rows import ChatRow
from tests.table.harness import PATIENCE, Browser, Connection, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


Bounded = Callable[..., tuple[Server, Make]]


@pytest.fixture
def bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bounded]:
    """Makes a server with other bounds, and browsers for it."""
    with ExitStack() as opened:

        def make(module: Any, **bounds: float) -> tuple[Server, Make]:
            for name, bound in bounds.items():
                monkeypatch.setattr(module, name, bound)
            server = Server(tmp_path)
            opened.callback(server.stop)

            def browser() -> Browser:
                made = Browser(server)
                opened.callback(made.http.close)
                return made

            return server, browser

        yield make


def again(work: Callable[[], Any]) -> None:
    """Try something until it goes well: the server notices a little later that somebody has left."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            work()
            return
        except (AssertionError, ConnectionClosed):
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


# --- what does not exist ------------------------------------------------------------------------------------------------


def unknown() -> list[str]:
    """Ids of tables that are not there: of the right form, and of every wrong one."""
    return [tables.new_id(), "nowhere", "0" * 19, "G" * 20, "x" * 4000, "%00", "%C3%A9" * 20, "a%20b", "%F0%9F%8E%B2"]


def test_a_table_that_is_not_there_costs_nothing(server: Server, browser: Make) -> None:
    eve, hall = browser(), server.app.state.hall
    for table in unknown():
        assert eve.get(f"/api/tables/{table}").status_code == 404, table
        assert eve.get(f"/api/tables/{table}/stream").status_code == 404, table
        assert eve.post(f"/api/tables/{table}/moves", {"action": 0}).status_code == 404, table
        with eve.live(table) as one:
            assert one.wait("refused")["error"] == "no table", table
    assert not hall.gatherings
    assert not hall._loading
    assert not hall._missed


def test_the_store_is_not_asked_for_what_cannot_be_an_id(
    server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    eve, store = browser(), server.app.state.hall.store
    load = store.load

    def counted(table: str) -> Any:
        asked.append(table)
        return load(table)

    monkeypatch.setattr(store, "load", counted)
    for table in unknown():
        eve.get(f"/api/tables/{table}")
    assert {len(table) for table in asked} <= {19, 20, 7}, "only what might be one"
    assert all(table.isascii() and table.isalnum() for table in asked)


def test_a_load_that_fails_leaves_nothing_behind(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, hall = browser(), server.app.state.hall
    table = ada.new(GAME, "me", "here")["table"]
    hall.gatherings.clear()

    def broken(*_: Any) -> None:
        hall._missed.add(table)  # news came meanwhile
        raise ValueError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "load", broken)
        assert ada.get(f"/api/tables/{table}").status_code == 500
    assert not hall._loading
    assert not hall._missed
    assert ada.get(f"/api/tables/{table}").status_code == 200


def test_whoever_only_looked_on_is_not_remembered(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    for _ in range(5):
        with browser().live(table) as one:
            one.position()
    with ada.live(table) as one:
        one.position()
        hall: Hall = server.app.state.hall
        live = hall.gatherings[table]
        assert not live.left
    with ada.live(table) as one:  # the server has noticed that she was gone
        one.position()
        assert set(live.left) <= {seat.owner for seat in live.table.seats}


# --- live connections ---------------------------------------------------------------------------------------------------


@contextmanager
def connected(server: Server, table: str, address: str = "", who: Browser | None = None) -> Iterator[Connection]:
    """A live connection as it comes from an address, through a proxy on this machine."""
    headers = {"x-forwarded-for": address} if address else {}
    if who:
        headers["cookie"] = f"chantier={who.http.cookies['chantier']}"
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live?language=de"
    with connect(url, additional_headers=headers, proxy=None) as socket:
        yield Connection(socket)


def turned_away(one: Connection) -> tuple[str, int]:
    """Why a connection was refused, and the code by which it is closed."""
    told = one.wait("refused", "position")
    assert told["type"] == "refused"
    assert told["text"]
    return str(told["error"]), closing_code(one)


def closing_code(one: Connection) -> int:
    """The code by which a connection is closed now."""
    with pytest.raises(ConnectionClosed) as closed:
        one.read()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def held(server: Server, table: str, address: str, many: int, held_open: ExitStack) -> list[Connection]:
    found = [held_open.enter_context(connected(server, table, address)) for _ in range(many)]
    for one in found:
        one.position()
    return found


def test_connections_of_one_address_are_bounded(bounded: Bounded) -> None:
    server, browser = bounded(crowd, EACH=3, MOST=5)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ExitStack() as open_now:
        first = held(server, table, "2001:db8::1", 3, open_now)
        with connected(server, table, "2001:db8::2:3") as one:  # the same network
            assert turned_away(one) == ("many", live_module.MANY)
        stream = ada.get(f"/api/tables/{table}/stream", headers={"x-forwarded-for": "2001:db8::4"})
        assert (stream.status_code, stream.json()["error"]) == (429, "many")
        held(server, table, "203.0.113.9", 2, open_now)
        with connected(server, table, "203.0.113.10") as one:
            assert turned_away(one) == ("many", live_module.MANY), "there is an end for all together"
        with ada.live(table) as mine:
            assert turned_away(mine)[0] == "many"
        first[0].socket.close()
        again(lambda: held(server, table, "2001:db8::1", 1, open_now))


def test_streams_have_places_too(bounded: Bounded) -> None:
    server, browser = bounded(crowd, EACH=1)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    there = {"x-forwarded-for": "203.0.113.9"}
    with ada.http.stream("GET", f"{server.url}/api/tables/{table}/stream", headers=there) as first:
        assert first.status_code == 200
        with connected(server, table, "203.0.113.9") as one:
            assert turned_away(one) == ("many", live_module.MANY)
        second = ada.get(f"/api/tables/{table}/stream", headers=there)
        assert (second.status_code, second.json()["error"]) == (429, "many")

    def comes_in() -> None:
        with connected(server, table, "203.0.113.9") as one:
            assert one.wait("position", "refused")["type"] == "position"

    again(comes_in)


def test_connects_are_limited_like_requests(bounded: Bounded) -> None:
    server, browser = bounded(pages, RATE=0.0, BURST=3 * pages.CONNECT_COST)
    eve, ada = browser(), browser()
    for _ in range(3):
        with connected(server, "nowhere", who=eve) as one:
            assert one.wait("refused")["error"] == "no table"
    with connected(server, "nowhere", who=eve) as one:
        assert turned_away(one) == ("fast", live_module.MANY)
    for n in range(3):  # without a cookie, the address counts; in IPv6 the network does
        with connected(server, "nowhere", f"2001:db8::{n}") as one:
            assert one.wait("refused")["error"] == "no table"
    with connected(server, "nowhere", "2001:db8::9") as one:
        assert turned_away(one) == ("fast", live_module.MANY)
    with connected(server, "nowhere", "2001:db8:0:1::9", ada) as one:
        assert one.wait("refused")["error"] == "no table"


def test_whatever_takes_a_while_waits_for_its_turn(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes from one address in crowds: requests, connections, streams, and messages that show much."""
    ada, turns = browser(), server.app.state.hall.turns
    table = ada.new(GAME, "me", "here")["table"]
    taken: list[str | None] = []

    async def counted(who: str | None) -> None:
        taken.append(who)

    def turns_taken() -> list[str | None]:
        there, taken[:] = list(taken), []
        return there

    monkeypatch.setattr(turns, "take", counted)
    there = {"x-forwarded-for": "203.0.113.9"}
    ada.get(f"/api/tables/{table}", headers=there)
    assert turns_taken() == ["203.0.113.9"]
    ada.get("/", headers=there)
    assert turns_taken() == []
    ada.get(f"/api/tables/{table}")
    assert turns_taken() == [None], "this machine does not wait"
    with ada.http.stream("GET", f"{server.url}/api/tables/{table}/stream", headers=there) as stream:
        next(stream.iter_lines())
        assert turns_taken() == ["203.0.113.9"] * 2
    with connected(server, table, "203.0.113.9", ada) as one:
        now = one.turn()
        assert turns_taken() == ["203.0.113.9"] * 2
        one.send("view", seat=0)
        one.wait("position")
        assert turns_taken() == ["203.0.113.9"]
        one.send("foresee", version=now["version"], action=now["actions"][0]["action"])
        one.wait("foreseen")
        assert turns_taken() == ["203.0.113.9"]


def test_whoever_is_refused_again_and_again_is_not_looked_at(server: Server, browser: Make, monkeypatch: Any) -> None:
    """Of a stranger's address each refusal counts as many requests; another address does not notice."""
    ada, eve, hall = browser(), browser(), server.app.state.hall
    monkeypatch.setattr(server.app.state.accounts.allowed, "requests", Limit(rate=0.0, burst=3 * (1 + pages.WRONG_COST)))
    looked: list[str] = []
    load = hall.store.load

    def watched(table: str) -> Any:
        looked.append(table)
        return load(table)

    monkeypatch.setattr(hall.store, "load", watched)

    def ask(address: str) -> str:
        answer = eve.get(f"/api/tables/{tables.new_id()}", headers={"x-forwarded-for": address})
        return str(answer.json()["error"])

    assert [ask("203.0.113.9") for _ in range(6)] == ["no table"] * 3 + ["fast"] * 3
    assert len(looked) == 3
    assert ask("203.0.113.10") == "no table"
    assert [ask("127.0.0.1") for _ in range(9)] == ["no table"] * 9, "a proxy of this machine is not a stranger"
    assert ada.get("/api/tables", headers={"x-forwarded-for": "203.0.113.10"}).status_code == 200


# --- whoever does not read ----------------------------------------------------------------------------------------------


@contextmanager
def raw(server: Server, text: str = "", address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection as it comes from an address of this machine, with little room for what it is sent."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.bind((address, 0))
        made.settimeout(PATIENCE)
        made.connect((host, int(port)))
        made.sendall(text.replace("\n", "\r\n").encode())
        yield made


def frame(text: str) -> bytes:
    """A message of a browser: with a mask of zeros it can be read."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


def is_over(one: socket.socket) -> bool:
    """Whether the other end has closed a connection, once what it sent is read."""
    try:
        while one.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


UPGRADE = """GET /api/tables/{table}/live HTTP/1.1
host: localhost
connection: upgrade
upgrade: websocket
sec-websocket-version: 13
sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==

"""


def wait_for(found: Callable[[], Any]) -> Any:
    """What is found, as soon as it is."""
    until = time.monotonic() + PATIENCE
    while not (there := found()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
    return there


def watched(box: outbox.Outbox) -> list[int]:
    """How much waits in it, each time that something is put there."""
    sizes, put = [0], box.put

    def counted(text: str | bytes) -> None:
        put(text)
        sizes.append(box.size)

    box.put = counted  # type: ignore[assignment, method-assign]
    return sizes


def test_a_burst_of_questions_is_answered(server: Server, browser: Make) -> None:
    """Whoever reads is not sent away because it asked much at once."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.position()
        for _ in range(12):
            one.send("view", seat=0)
        for _ in range(12):
            assert one.wait("position", "refused")["type"] == "position"


def test_a_browser_that_does_not_read_costs_little_and_is_sent_away(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "BURST", 1e9)
    server, browser = bounded(door, STALLED=1.0)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    live = server.app.state.hall.gatherings[table]
    with raw(server, UPGRADE.format(table=table)) as eve:
        (guest,) = wait_for(lambda: live.guests)
        sizes = watched(guest.outbox)
        for _ in range(100):  # each is answered with a whole position
            eve.sendall(frame('{"type":"view","seat":null}'))
        wait_for(lambda: guest.outbox.closed)
        assert 100_000 < max(sizes) <= outbox.MOST
        assert guest.outbox.size < 200_000, "nothing is kept for it any more"
        wait_for(lambda: not live.guests)
        wait_for(lambda: not [one for one in server.server.server_state.connections if isinstance(one, door.Talking)])
    with ada.live(table) as one:
        assert one.turn()["version"] == 0


def test_a_browser_that_reads_late_is_told_why_it_was_sent_away(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "BURST", 1e9)
    server, browser = bounded(outbox, MOST=150_000)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with raw(server, UPGRADE.format(table=table)) as eve:
        (guest,) = wait_for(lambda: server.app.state.hall.gatherings[table].guests)
        for _ in range(30):
            eve.sendall(frame('{"type":"view","seat":null}'))
        wait_for(lambda: guest.outbox.closed)
        told = b""
        while more := eve.recv(65536):
            told += more
            if told.endswith(bytes([0x88, 2, *live_module.SLOW.to_bytes(2)])):
                break
        assert more, "the last that is said is the code"


def test_a_program_that_does_not_read_costs_little_and_is_sent_away(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "BURST", 1e9)
    server, browser = bounded(door, STALLED=3.0, SEND_BUFFER=4096)
    server.app.state.accounts.allowed.requests = Limit(rate=0.0, burst=1e9)  # of the address too: this is not about haste
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    live = server.app.state.hall.gatherings[table]
    with raw(server, f"GET /api/tables/{table}/stream HTTP/1.1\nhost: localhost\n\n"):
        (reader,) = wait_for(lambda: live.guests)
        sizes = watched(reader.lines)
        for n in range(10_000):
            assert ada.post(f"/api/tables/{table}/seats/0", {"name": f"Ada {n}"}).status_code == 200
            if not live.guests:
                break
        assert not live.guests
        assert 0 < max(sizes) <= outbox.MOST


def test_an_answer_that_nobody_reads_is_given_up(bounded: Bounded) -> None:
    server, _ = bounded(door, STALLED=0.5, SEND_BUFFER=4096)
    script = max(pages.STATIC.rglob("*.js"), key=lambda path: path.stat().st_size)
    asked = f"GET /static/{script.relative_to(pages.STATIC)} HTTP/1.1\nhost: localhost\n\n"
    with raw(server, asked * 40):
        wait_for(lambda: server.server.server_state.connections)
        wait_for(lambda: not server.server.server_state.connections)


def test_a_chat_full_of_long_lines_locks_nobody_out(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    hall: Hall = server.app.state.hall
    hall.gatherings[table].table.chat = [ChatRow(0, "Ada", "\N{GAME DIE}" * 500, n) for n in range(200)]
    with ada.live(table) as one:
        one.position()
        told = one.last["table"]["chat"]
        assert 10 < len(told) < 200
        assert told[-1]["at"] == 199


def test_whoever_does_not_read_is_not_listened_to(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody will read is not worked out."""
    monkeypatch.setattr(live_module, "BURST", 1e9)
    server, browser = bounded(outbox, MOST=150_000)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with raw(server, UPGRADE.format(table=table)) as eve:
        (guest,) = wait_for(lambda: server.app.state.hall.gatherings[table].guests)
        sizes = watched(guest.outbox)
        for _ in range(300):
            eve.sendall(frame('{"type":"view","seat":null}'))
        wait_for(lambda: guest.outbox.closed)
        wait_for(lambda: not server.app.state.hall.gatherings[table].guests)
        assert ada.get("/health").status_code == 200
        assert len(sizes) < 100


def test_connections_of_one_address_share_an_allowance(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    server.app.state.hall.talk = Limit(rate=0.0, burst=5)
    with (
        connected(server, table, "203.0.113.9") as one,
        connected(server, table, "203.0.113.9") as two,
        ada.live(table) as mine,
    ):
        for _ in range(5):
            one.sync()
        two.send("ping")
        assert two.wait("refused", "pong")["error"] == "fast"
        mine.sync()


def test_whoever_goes_on_too_fast_is_sent_away(bounded: Bounded) -> None:
    server, browser = bounded(live_module, RATE=0.0, BURST=5.0, HASTY=10)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with connected(server, table, "203.0.113.9") as one:
        for _ in range(5):
            one.sync()
        for _ in range(11):
            one.send("ping")
            assert one.wait("refused", "pong")["error"] == "fast"
        assert closing_code(one) == live_module.MANY
    wait_for(lambda: not server.app.state.hall.gatherings[table].guests)
    with ada.live(table) as mine:
        mine.sync()


def test_whoever_comes_too_fast_is_not_listened_to_for_a_moment(bounded: Bounded) -> None:
    """To read a message and to refuse it costs about as much as to carry it out."""
    server, browser = bounded(live_module, RATE=0.0, BURST=5.0, PAUSE=1000.0)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with connected(server, table, "203.0.113.9") as one:
        for _ in range(10):
            one.send("ping")
        one.wait("refused")
        (guest,) = server.app.state.hall.gatherings[table].guests
        with ada.live(table) as mine:
            mine.sync()
            mine.sync()
        assert guest.hasty == 1


# --- half a request -----------------------------------------------------------------------------------------------------

HALVES = {
    "nothing": "",
    "half a line": "GET /hea",
    "half the headers": "GET /health HTTP/1.1\nhost: localhost\n",
    "no body": "POST /api/tables HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 100\n\n",
    "half a body": "POST /api/tables HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 100\n\n{",
    "a second half": "GET /health HTTP/1.1\nhost: localhost\n\nGET /health HTTP/1.1\nho",
    "a body after the answer": "POST /api/tables HTTP/1.1\nhost: localhost\ntransfer-encoding: chunked\n\n1\n{\n",
}


@pytest.mark.parametrize("drips", [False, True])
@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_cut_off(half: str, drips: bool, bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a byte more comes now and then."""
    usual = door.WHOLE
    server, browser = bounded(door, WHOLE=0.4, IDLE=PATIENCE, IDLE_PROXY=PATIENCE)  # not because it is silent
    with raw(server, HALVES[half]) as eve:
        eve.settimeout(0.05)
        until = time.monotonic() + PATIENCE
        over = False
        while not over:
            assert time.monotonic() < until, "it was not cut off"
            try:
                over = eve.recv(65536) == b""
                if drips and HALVES[half]:
                    eve.sendall(b"1")
            except TimeoutError:
                pass
            except (ConnectionResetError, BrokenPipeError):
                over = True
    monkeypatch.setattr(door, "WHOLE", usual)  # a busy machine may need longer to ask than somebody was given here
    assert browser().get("/health").status_code == 200


def test_whoever_asks_in_time_is_not_cut_off(bounded: Bounded) -> None:
    server, browser = bounded(door, WHOLE=2.0)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.http.stream("GET", f"{server.url}/api/tables/{table}/stream") as lines, ada.live(table) as one:
        told = lines.iter_lines()
        next(told)
        with raw(server, "GET /hea") as eve:  # she comes later, and for her the time is up
            assert is_over(eve)
        one.play(one.turn()["actions"][0]["action"])
        while '"version":1' not in next(told):
            pass


# --- sockets and files --------------------------------------------------------------------------------------------------


def sockets_of(server: Server) -> Places:
    settings = server.server.config
    assert isinstance(settings, door.Settings)
    return settings.sockets


def test_a_connection_without_requests_stays_open_for_longer_than_others_keep_it(
    server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closes it after the same time as the other end loses requests that are on their way: programs keep one for 5
    seconds, proxies for up to 2 minutes."""
    made: list[door.Asking] = []
    begin = door.Asking.connection_made

    def noted(self: door.Asking, transport: Any) -> None:
        begin(self, transport)
        made.append(self)

    monkeypatch.setattr(door.Asking, "connection_made", noted)
    browser().get("/health")
    with socket.create_connection(("127.0.0.1", server.socket.getsockname()[1]), source_address=("127.0.0.2", 0)) as stranger:
        stranger.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert stranger.recv(12) == b"HTTP/1.1 200"
    proxy, other = made[0].timeout_keep_alive, made[-1].timeout_keep_alive
    assert proxy > 120
    assert 5 < other < 60


def test_whoever_knocks_again_and_again_is_not_let_in(bounded: Bounded) -> None:
    server, browser = bounded(door, KNOCKS=(0.0, 3.0))
    ask = "GET /health HTTP/1.1\nhost: localhost\nconnection: close\n\n"
    for _ in range(3):
        with raw(server, ask, "127.0.0.2") as one:
            assert one.recv(65536).startswith(b"HTTP/1.1 200")
    with raw(server, "", "127.0.0.2") as one:
        assert one.recv(65536).startswith(b"HTTP/1.1 503")
        assert is_over(one)
    with raw(server, ask, "127.0.0.3") as one:
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
    for _ in range(5):
        assert browser().get("/health").status_code == 200, "a proxy of this machine may bring everybody"


def test_sockets_of_one_address_are_bounded(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST", 8)
    server, _ = bounded(door, EACH=3)
    sockets = sockets_of(server)
    with ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(raw(server, address="127.0.0.2"))
        wait_for(lambda: len(sockets) == 3)
        with raw(server, address="127.0.0.2") as one:
            assert one.recv(65536).startswith(b"HTTP/1.1 503")
            assert is_over(one)
        for _ in range(5):
            opened.enter_context(raw(server))  # this machine, from which a proxy comes, has as many as there are
        wait_for(lambda: len(sockets) == 8)
        with raw(server) as one:
            assert json.loads(one.recv(65536).split(b"\r\n\r\n")[1])["error"] == "many"
    wait_for(lambda: len(sockets) == 0)


def test_a_live_connection_is_one_socket(server: Server, browser: Make) -> None:
    sockets = sockets_of(server)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    ada.http.close()
    wait_for(lambda: len(sockets) == 0)
    with ada.live(table) as one:
        one.position()
        assert len(sockets) == 1
    wait_for(lambda: len(sockets) == 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_there_are_as_many_files_as_sockets_or_fewer_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits, places = [(1024, 4096)], Places(10, 2000)
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    assert door.fit(places) == ""
    assert limits[-1] == (2000 + door.OTHERS, 4096), "raised as far as needed"
    limits.append((1024, 1024))
    assert "at most 824 connections" in door.fit(places)
    assert places.most == 824


def test_the_unit_and_the_image_have_files_enough() -> None:
    root = Path(__file__).parent.parent.parent
    unit = (root / "deploy" / "chantier.service").read_text("utf-8")
    told = re.search(r"^LimitNOFILE=(\d+)$", unit, re.M)
    assert told
    assert int(told[1]) >= door.MOST + door.OTHERS
    assert f"--ulimit nofile={told[1]}" in (root / "Dockerfile").read_text("utf-8")
    assert f"--ulimit nofile={told[1]}" in (root / "docs" / "table.md").read_text("utf-8")


KEEPS = """
from pathlib import Path
from chantier.table import door

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

door.give_back()
before = pages()
large, small = [], []
for _ in range(400):
    large.append(bytes(100_000))
    small.append(bytes(1_000))
large.clear()
print(pages() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries of C do as they like")
def test_what_slow_readers_took_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", KEEPS], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2000, "of 10,000 pages"


LEAVES = """
import gc
from pathlib import Path
from chantier.table import door

class Connection:
    def __init__(self):
        self.me, self.holds = self, [bytes(5_000) for _ in range(200)]

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

gc.disable()
before = pages()
crowd, stays = [], []
for _ in range(50):
    crowd.append(Connection())
    stays.append(bytes(5_000))
crowd.clear()
print(pages() - before)
door.tidy_up()
print(pages() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries of C do as they like")
def test_what_a_crowd_left_behind_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", LEAVES], capture_output=True, text=True, check=True)
    then, now = map(int, done.stdout.split())
    assert then > 10_000
    assert now < 2000, "what stays keeps nothing else"


def test_once_a_crowd_has_left_it_is_time_to_tidy_up(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    tidied: list[int] = []
    monkeypatch.setattr(door, "tidy_up", lambda: tidied.append(1))
    monkeypatch.setattr(door, "CALM", 0.0)
    server, _ = bounded(door, CROWD=4)
    state = server.server.server_state
    with ExitStack() as few:
        for _ in range(3):
            few.enter_context(raw(server, address="127.0.0.2"))
        wait_for(lambda: len(state.connections) == 3)
    wait_for(lambda: not state.connections)
    assert not tidied, "these were no crowd"
    with ExitStack() as crowd_:
        for _ in range(8):
            crowd_.enter_context(raw(server, address="127.0.0.2"))
        wait_for(lambda: len(state.connections) == 8)
        assert not tidied
    wait_for(lambda: tidied)


def test_while_a_crowd_comes_and_goes_nobody_tidies_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """For that everybody would wait, and the crowd would soon leave as much behind again. But it is not put off for ever."""
    looks: list[Callable[[], None]] = []
    tidied: list[int] = []

    def call_later(_: float, look: Callable[[int], None], times: int) -> object:
        looks.append(partial(look, times))
        return looks

    monkeypatch.setattr("asyncio.get_running_loop", lambda: SimpleNamespace(call_later=call_later))
    monkeypatch.setattr(door, "tidy_up", lambda: tidied.append(1))
    tide = door.Tide()

    def pass_by() -> None:
        for _ in range(door.CROWD):
            tide.come()
        for left in reversed(range(door.CROWD)):
            tide.turn(left)

    pass_by()
    for _ in range(3):
        pass_by()
        looks.pop()()
        assert not tidied
    looks.pop()()
    assert tidied, "it is calm"
    pass_by()
    for _ in range(door.TIMES + 1):
        pass_by()
        looks.pop()()
    assert len(tidied) == 2
    assert not looks
