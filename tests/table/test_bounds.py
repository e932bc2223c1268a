"""What a stranger can make the server keep, hold or wait for has an end, and whoever meets it is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chantier import games
from chantier.table import crowd, pages, tables
from chantier.table.hall import Hall
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
    assert not hall.lives
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
    hall.lives.clear()

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
        live = hall.lives[table]
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
    with pytest.raises(ConnectionClosed) as closed:
        one.read()
    assert closed.value.rcvd is not None
    return str(told["error"]), closed.value.rcvd.code


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
            assert turned_away(one) == ("many", crowd.MANY)
        stream = ada.get(f"/api/tables/{table}/stream", headers={"x-forwarded-for": "2001:db8::4"})
        assert (stream.status_code, stream.json()["error"]) == (429, "many")
        held(server, table, "203.0.113.9", 2, open_now)
        with connected(server, table, "203.0.113.10") as one:
            assert turned_away(one) == ("many", crowd.MANY), "there is an end for all together"
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
            assert turned_away(one) == ("many", crowd.MANY)
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
        assert turned_away(one) == ("fast", crowd.MANY)
    for n in range(3):  # without a cookie, the address counts; in IPv6 the network does
        with connected(server, "nowhere", f"2001:db8::{n}") as one:
            assert one.wait("refused")["error"] == "no table"
    with connected(server, "nowhere", "2001:db8::9") as one:
        assert turned_away(one) == ("fast", crowd.MANY)
    with connected(server, "nowhere", "2001:db8:0:1::9", ada) as one:
        assert one.wait("refused")["error"] == "no table"
