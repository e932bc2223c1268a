"""A sign-in can be ended: on every device, for every copy of a cookie, and while a connection is open; on both databases."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from chantier import games
from chantier.table.people import cookies, signins
from tests.table.crashes import until
from tests.table.databases import Postgres
from tests.table.harness import PATIENCE, Browser, Connection, Server

Make = Callable[[], Browser]
GAME = next(iter(games))
ADA = {"name": "Ada", "password": "a machine of numbers"}
WEEK = 7 * 24 * 3600


@pytest.fixture
def server(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(signins, "REMEMBERED", 1e9)  # what ends, ends by being told, not by being forgotten after a while
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


def name(who: Browser, cookie: str | None = None) -> str | None:
    """Who the server takes somebody for: whoever has only a copy of the cookie is asked about."""
    with httpx.Client(timeout=PATIENCE, trust_env=False, verify=False) as http:
        told = http.get(f"{who.server.url}/api/account", headers={"cookie": cookie or copied(who)}).json()
    shown: str | None = told["name"]
    return shown


def copied(who: Browser) -> str:
    return f"chantier={who.http.cookies['chantier']}"


def delete(who: Browser, path: str) -> Any:
    answer = who.http.request("DELETE", who.server.url + path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def signed_in(*browsers: Browser) -> None:
    assert browsers[0].post("/api/account", ADA).status_code == 200
    for browser in browsers[1:]:
        assert browser.post("/api/account/session", ADA).status_code == 200


# --- cookies --------------------------------------------------------------------------------------------------------------


def test_whoever_signs_out_ends_every_copy_of_the_cookie_and_nothing_else(server: Server, browser: Make) -> None:
    desk, phone = browser(), browser()
    signed_in(desk, phone)
    copy = copied(phone)
    assert name(phone, copy) == "Ada"
    assert delete(phone, "/api/account/session") == {"name": None}
    assert name(phone, copy) is None
    assert name(phone) is None
    assert name(desk) == "Ada"
    server.restart()
    desk.server = phone.server = server
    assert name(phone, copy) is None
    assert name(desk) == "Ada"


def test_a_new_password_ends_all_other_sign_ins(server: Server, browser: Make) -> None:
    desk, phone, tablet = browser(), browser(), browser()
    signed_in(desk, phone, tablet)
    copies = [copied(one) for one in (desk, phone, tablet)]
    assert [name(desk, copy) for copy in copies] == ["Ada"] * 3
    assert desk.post("/api/account/password", {"old": ADA["password"], "new": "another one"}).json() == {"changed": True}
    assert [name(desk, copy) for copy in copies] == [None] * 3
    assert name(desk) == "Ada", "whoever changed it is still signed in"
    assert phone.post("/api/account/session", ADA).json()["error"] == "password"
    assert phone.post("/api/account/session", {**ADA, "password": "another one"}).json() == {"name": "Ada"}


def test_signing_out_everywhere(browser: Make) -> None:
    desk, phone = browser(), browser()
    signed_in(desk, phone)
    copies = [copied(one) for one in (desk, phone)]
    assert delete(desk, "/api/account/sessions") == {"name": None}
    assert [name(desk, copy) for copy in copies] == [None] * 2
    assert phone.post("/api/account/session", ADA).json() == {"name": "Ada"}


def test_signing_in_as_somebody_else_ends_the_sign_in_before(browser: Make) -> None:
    desk, other = browser(), browser()
    signed_in(desk)
    assert other.post("/api/account", {**ADA, "name": "Grace"}).status_code == 200
    copy = copied(desk)
    table = desk.new(GAME, "me", "here")["table"]
    assert desk.post("/api/account/session", {**ADA, "name": "Grace"}).json() == {"name": "Grace"}
    assert name(desk, copy) is None
    assert not desk.get(f"/api/tables/{table}").json()["seats"][0]["mine"], "what belongs to one account stays with it"


def test_the_cookie_of_a_guest_is_no_sign_in_to_the_account_that_the_guest_makes(browser: Make) -> None:
    desk = browser()
    copy = copied(desk)
    table = desk.new(GAME, "me", "here")["table"]
    signed_in(desk)
    assert name(desk) == "Ada"
    assert name(desk, copy) is None
    told = httpx.get(f"{desk.server.url}/api/tables/{table}", headers={"cookie": copy}, timeout=PATIENCE, trust_env=False)
    assert not told.json()["seats"][0]["mine"]


def test_a_guest_who_signs_out_leaves_nothing_to_others(server: Server, browser: Make) -> None:
    ada, eve = browser(), browser()
    copy, table = copied(ada), ada.new(GAME, "me", "here")["table"]
    delete(ada, "/api/account/session")
    told = httpx.get(f"{server.url}/api/tables/{table}", headers={"cookie": copy}, timeout=PATIENCE, trust_env=False)
    assert not told.json()["seats"][0]["mine"]
    delete(eve, "/api/account/session")
    assert len(ended(server)) == 1, "nothing is kept of whom nothing belongs to"


def ended(server: Server) -> list[Any]:
    with server.app.state.hall.store.engine.connect() as db:
        return list(db.exec_driver_sql("SELECT * FROM ended").all())


def test_an_old_cookie_is_no_sign_in_to_an_account(server: Server, browser: Make) -> None:
    """It was signed for ever, so nobody could end it: whoever has an account signs in again, once."""
    desk = browser()
    signed_in(desk)
    person = desk.http.cookies["chantier"].split(".")[0]
    secret = (server.folder / "secret").read_bytes().strip()
    old = f"chantier={person}.{blake2b(person.encode(), key=secret[:64], digest_size=16).hexdigest()}"
    assert name(desk, old) is None


def test_an_old_cookie_of_a_guest_can_be_ended(server: Server, browser: Make) -> None:
    ada = browser()
    person, secret = "oldguest", (server.folder / "secret").read_bytes().strip()
    old = f"chantier={person}.{blake2b(person.encode(), key=secret[:64], digest_size=16).hexdigest()}"
    table = ada.new(GAME, "me", "here")["table"]
    server.app.state.hall.store.move_in(ada.http.cookies["chantier"].split(".")[0], person)
    server.restart()
    with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as http:
        new = http.get("/api/tables", headers={"cookie": old}).headers["set-cookie"].split(";")[0]
        for cookie, mine in ((old, True), (new, True)):
            assert http.get(f"/api/tables/{table}", headers={"cookie": cookie}).json()["seats"][0]["mine"] is mine
        assert http.delete("/api/account/session", headers={"cookie": new}).status_code == 200
        for cookie in (old, new):
            http.cookies.clear()
            assert not http.get(f"/api/tables/{table}", headers={"cookie": cookie}).json()["seats"][0]["mine"]


def test_cookies_hold_for_weeks_and_longer_if_they_are_used(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, guest = browser(), browser()
    signed_in(desk)
    start, first = cookies.now(), copied(desk)
    told = desk.http.cookies.jar
    assert all(one.expires and start + 4 * WEEK < one.expires < start + 60 * WEEK for one in told)
    table = guest.new(GAME, "me", "here")["table"]
    assert "set-cookie" not in desk.get("/").headers, "not with every answer"
    for week in range(1, 30):
        monkeypatch.setattr(cookies, "now", lambda week=week: start + week * WEEK)
        assert "chantier=" in desk.get("/").headers["set-cookie"]
        assert guest.get(f"/api/tables/{table}").json()["seats"][0]["mine"]
        assert name(desk) == "Ada"
    assert name(desk, first) is None, "a copy that was not used"
    monkeypatch.setattr(cookies, "now", lambda: start + 90 * WEEK)
    assert name(desk) is None
    assert not guest.get(f"/api/tables/{table}").json()["seats"][0]["mine"]


def test_what_was_ended_long_ago_is_forgotten(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = browser()
    signed_in(desk)
    start = cookies.now()
    delete(desk, "/api/account/session")
    monkeypatch.setattr(cookies, "now", lambda: start + 60 * WEEK)
    desk.post("/api/account/session", ADA)
    delete(desk, "/api/account/session")
    assert len(ended(server)) == 1


def test_nobody_is_taken_for_somebody_new_while_the_store_is_away(
    server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    desk = browser()
    signed_in(desk)

    def fail(person: str) -> None:
        raise OperationalError("", {}, Exception())

    monkeypatch.setattr(signins, "REMEMBERED", 0.0)
    with monkeypatch.context() as away:
        away.setattr(server.app.state.accounts.sign_ins._store, "sign_ins", fail)
        for path, status in (("/api/tables", 503), ("/s/x", 503), ("/", 200), ("/t/x", 200)):
            answer = desk.get(path)
            assert (answer.status_code, "set-cookie" in answer.headers) == (status, False)
    assert name(desk) == "Ada"


# --- what is open -----------------------------------------------------------------------------------------------------------


def token_of(who: Browser) -> tuple[str, str]:
    made = who.post("/api/account/tokens", {"scopes": ["read", "play"]}).json()
    return made["id"], made["token"]


def socket(server: Server, table: str, **headers: str) -> ClientConnection:
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
    return connect(url, additional_headers=headers, max_size=2**24, proxy=None)


def closed(connection: ClientConnection) -> tuple[int, str]:
    """The code by which it is closed, and the last that it was told."""
    told: list[str] = []

    def read() -> None:
        while True:
            told.append(str(connection.recv(PATIENCE)))

    with pytest.raises(ConnectionClosed) as end:
        read()
    return end.value.rcvd.code if end.value.rcvd else 0, json.loads(told[-1]).get("error", "")


class Streaming(threading.Thread):
    """A program that reads a stream to its end."""

    def __init__(self, url: str, **headers: str) -> None:
        super().__init__(daemon=True)
        self.url, self.headers = url, headers
        self.lines: list[str] = []
        self.begun = threading.Event()
        self.start()

    def run(self) -> None:
        with httpx.stream("GET", self.url, headers=self.headers, timeout=PATIENCE, trust_env=False) as answer:
            self.begun.set()
            self.lines.extend(line for line in answer.iter_lines() if line)

    def end(self) -> str:
        self.join(PATIENCE)
        assert not self.is_alive(), "the stream goes on"
        error: str = json.loads(self.lines[-1])["error"]
        return error


Ending = Callable[[Browser, str], Any]
ENDINGS: dict[str, Ending] = {
    "sign out": lambda who, _: delete(who, "/api/account/session"),
    "everywhere": lambda who, _: delete(who, "/api/account/sessions"),
    "password": lambda who, _: who.post("/api/account/password", {"old": ADA["password"], "new": "another one"}),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_open_connections_end_with_the_sign_in(ending: str, server: Server, browser: Make) -> None:
    desk, eve = browser(), browser()
    table = desk.new(GAME, "me", "here")["table"]
    signed_in(desk)
    cookie, strangers = copied(desk), copied(eve)
    streams = [Streaming(server.url + path, cookie=cookie) for path in (f"/api/tables/{table}/stream", "/api/stream")]
    with socket(server, table, cookie=cookie) as live, socket(server, table, cookie=strangers) as other:
        Connection(live).turn()
        assert all(one.begun.wait(PATIENCE) for one in streams)
        ENDINGS[ending](desk, table)
        assert closed(live) == (signins.SIGNED_OUT, "signed out")
        assert [one.end() for one in streams] == ["signed out"] * 2
        Connection(other).sync()
    with socket(server, table, cookie=cookie) as live:
        assert Connection(live).position()["seat"] is None, "with the same cookie somebody only looks on"
    assert server.app.state.accounts.sign_ins._open == {}
    assert not server.app.state.hall.gatherings[table].guests


def test_open_connections_of_a_token_end_with_it(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    (first, token), (_, other) = token_of(ada), token_of(ada)
    mine, others = {"authorization": f"Bearer {token}"}, {"authorization": f"Bearer {other}"}
    streams = [Streaming(server.url + path, **mine) for path in (f"/api/tables/{table}/stream", "/api/stream")]
    with socket(server, table, **mine) as live, socket(server, table, **others) as stays, ada.live(table) as browsing:
        assert all(one.begun.wait(PATIENCE) for one in streams)
        delete(ada, f"/api/account/tokens/{first}")
        assert closed(live) == (signins.SIGNED_OUT, "signed out")
        assert [one.end() for one in streams] == ["signed out"] * 2
        Connection(stays).sync()
        browsing.sync()
    assert httpx.get(f"{server.url}/api/tables", headers=mine, timeout=PATIENCE, trust_env=False).status_code == 401
    assert httpx.get(f"{server.url}/api/tables", headers=others, timeout=PATIENCE, trust_env=False).status_code == 200


# --- several processes --------------------------------------------------------------------------------------------------------


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    monkeypatch.setattr(signins, "REMEMBERED", 1e9)
    url = postgres.new()
    made = [Server(tmp_path, store=url) for _ in range(2)]
    yield made
    for server in made:
        server.stop()


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_ends_at_one_server_ends_at_the_other(ending: str, servers: list[Server]) -> None:
    here, there = servers
    desk = Browser(here)
    table = desk.new(GAME, "me", "here")["table"]
    signed_in(desk)
    cookie = copied(desk)
    (first, token), away = token_of(desk), Browser(there)
    program = {"authorization": f"Bearer {token}"}
    assert name(away, cookie) == "Ada"
    assert httpx.get(f"{there.url}/api/tables", headers=program, timeout=PATIENCE, trust_env=False).status_code == 200
    with socket(there, table, cookie=cookie) as live, socket(there, table, **program) as programs:
        Connection(live).turn()
        delete(desk, f"/api/account/tokens/{first}")
        assert closed(programs) == (signins.SIGNED_OUT, "signed out")
        assert httpx.get(f"{there.url}/api/tables", headers=program, timeout=PATIENCE, trust_env=False).status_code == 401
        Connection(live).sync()
        ENDINGS[ending](desk, table)
        assert closed(live) == (signins.SIGNED_OUT, "signed out")
    assert name(away, cookie) is None
    for browser in (desk, away):
        browser.http.close()


def test_what_ended_while_a_server_could_not_hear_is_made_up_for(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    desk, away = Browser(here), Browser(there)
    table = desk.new(GAME, "me", "here")["table"]
    signed_in(desk)
    cookie, hall = copied(desk), there.app.state.hall
    with socket(there, table, cookie=cookie) as live:
        Connection(live).turn()
        deaf: list[str] = []
        hear = hall.neighbours.hear
        monkeypatch.setattr(hall.neighbours, "hear", deaf.append)
        delete(desk, "/api/account/session")
        until(lambda: any(news and '"person"' in news for news in deaf), "no news")
        assert name(away, cookie) == "Ada", "it cannot know"
        monkeypatch.setattr(hall.neighbours, "hear", hear)
        hall.neighbours._ear._heard(None)  # as after every new connection
        assert closed(live) == (signins.SIGNED_OUT, "signed out")
        assert name(away, cookie) is None
    for browser in (desk, away):
        browser.http.close()
