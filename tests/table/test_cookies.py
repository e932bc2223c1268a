"""Who somebody is, read from a cookie: whatever stands beside it, and for as long as it should be."""

from __future__ import annotations

import socket
from collections.abc import Callable
from hashlib import blake2b

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from chantier import games
from tests.table.harness import PATIENCE, Browser, Connection, Server

Make = Callable[[], Browser]
GAME = next(iter(games))
ODD = ('theme="dark', 'prefs={"a": [1, 2]}', "naïve=é", "a b=c d", "=", "", '"', "chantiers=x", "chantier", "x=chantier=y")
neighbour = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(codec="latin-1", exclude_characters=";\r\n\x00", exclude_categories=["Cc"]), max_size=30),
    st.sampled_from(("chantier=", "chantier=x", "chantier=a.b.c.d.e", 'chantier="', "Chantier=x", "chantier =x.00")),
)


def ask(server: Server, cookies: str, table: str) -> tuple[bool, httpx.Response]:
    """Whether somebody with this header sits at the table."""
    with httpx.Client(timeout=PATIENCE, trust_env=False, verify=False) as http:
        answer = http.get(f"{server.url}/api/tables/{table}", headers=[(b"cookie", cookies.strip().encode("latin-1"))])
    return answer.json()["seats"][0]["mine"], answer


def test_whatever_stands_beside_our_cookie(server: Server, browser: Make) -> None:
    """Other cookies are common on localhost and on parent domains; they never change who somebody is."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    ours = f"chantier={ada.http.cookies['chantier']}"

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.lists(neighbour, max_size=4), st.lists(neighbour, max_size=4), st.sampled_from(("; ", ";", " ; ", ";;")))
    def law(before: list[str], after: list[str], between: str) -> None:
        mine, answer = ask(server, between.join([*before, ours, *after]), table)
        assert mine
        assert "set-cookie" not in answer.headers

    law()
    for odd in ODD:
        url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
        told = {"cookie": f"{odd}; {ours}".encode().decode("latin-1")}
        with connect(url, additional_headers=told, max_size=2**24, proxy=None) as live:
            assert Connection(live).turn()["actions"], odd


def raw(server: Server, *lines: str) -> str:
    """An answer to a request whose header is written by hand."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall("\r\n".join([*lines, f"Host: {host}:{port}", "Connection: close", "", ""]).encode("latin-1"))
        told = b""
        while more := line.recv(65536):
            told += more
    return told.decode("utf-8", "replace")


def test_cookies_in_several_lines(server: Server, browser: Make) -> None:
    """HTTP/2 lets a browser send each cookie in a line of its own, and not every proxy puts them together."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    ours = f"Cookie: chantier={ada.http.cookies['chantier']}"
    for lines in (("Cookie: a=b", ours), (ours, "Cookie: a=b"), ("Cookie: chantier=x.y", ours)):
        told = raw(server, f"GET /api/tables/{table} HTTP/1.1", "Accept-Encoding: identity", *lines)
        assert '"mine":true' in told
        assert "set-cookie" not in told.lower()


def test_quotes_around_our_cookie(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    mine, answer = ask(server, f'chantier="{ada.http.cookies["chantier"]}"', table)
    assert mine
    assert "set-cookie" not in answer.headers


def test_a_request_of_another_site_does_not_overwrite_who_somebody_is(server: Server, browser: Make) -> None:
    """A browser leaves our cookie out of a form that another site sends, but would take a new one from the answer."""
    ada = browser()
    ada.http.cookies.clear()
    for path in ("/", "/api/tables", "/s/x", "/nowhere"):
        for origin in ("https://elsewhere.example", "null"):
            answer = ada.post(path, headers={"origin": origin})
            assert "set-cookie" not in answer.headers
    assert "set-cookie" in ada.get("/").headers


def old(server: Server, person: str) -> str:
    """A cookie as it was before sign-ins could be ended: a person, signed, for ever."""
    secret = (server.folder / "secret").read_bytes().strip()
    return f"{person}.{blake2b(person.encode(), key=secret[:64], digest_size=16).hexdigest()}"


def test_a_guest_with_an_old_cookie_keeps_the_seats_and_gets_a_new_one(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    person, first = "oldguest-1234567890_abc", old(server, "oldguest-1234567890_abc")
    server.app.state.hall.store.move_in(ada.http.cookies["chantier"].split(".")[0], person)
    server.restart()
    mine, answer = ask(server, f"chantier={first}", table)
    assert mine
    new = answer.headers["set-cookie"].split(";")[0]
    assert new.startswith(f"chantier={person}.")
    assert first not in new
    mine, answer = ask(server, new, table)
    assert mine
    assert "set-cookie" not in answer.headers, "once is enough"
    assert "set-cookie" not in ask(server, f"chantier={first}; {new}", table)[1].headers
