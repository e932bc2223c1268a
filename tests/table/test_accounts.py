"""Names, passwords, tokens, links: who may do what, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from chantier import games
from chantier.table.people.accounts import PREFIX
from tests.table.harness import PATIENCE, Browser, Connection, Server

Make = Callable[[], Browser]
GAME = next(iter(games))
ADA = {"name": "Ada", "password": "a machine of numbers"}


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[Server]:
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


def test_one_name_on_several_devices(browser: Make) -> None:
    desk, phone, eve = browser(), browser(), browser()
    table = desk.new(GAME, "me", "here")["table"]
    assert desk.get("/api/account").json() == {"name": None, "tokens": []}
    made = desk.post("/api/account", ADA)
    assert made.json() == {"name": "Ada"}
    assert "HttpOnly" in made.headers["set-cookie"]
    assert "a machine" not in made.text
    on_phone = phone.new(GAME, "me", "here")["table"]
    assert phone.post("/api/account/session", {**ADA, "name": " aDA "}).json() == {"name": "Ada"}
    mine = {one["table"] for one in phone.get("/api/tables").json()["mine"]}
    assert mine == {table, on_phone}, "what a guest did before is taken along"
    with phone.live(table) as one:
        assert one.play(one.turn()["actions"][0]["action"])["version"] == 1
    with phone.live(on_phone) as one:
        assert one.play(one.turn()["actions"][0]["action"])["version"] == 1
    for wrong in ({**ADA, "password": "something else"}, {**ADA, "name": "Grace"}):
        assert eve.post("/api/account/session", wrong).json()["error"] == "password"
    assert eve.post("/api/account", {**ADA, "name": "ADA"}).json()["error"] == "name taken"
    assert desk.post("/api/account", {**ADA, "name": "Other"}).json()["error"] == "name taken"
    for weak in ({**ADA, "name": "x"}, {**ADA, "name": "\u202e\u200b"}, {"name": "Eve", "password": "short"}):
        assert eve.post("/api/account", weak).json()["error"] == "weak"
    assert phone.http.request("DELETE", f"{phone.server.url}/api/account/session").json() == {"name": None}
    assert phone.get("/api/tables").json()["mine"] == []


def test_a_sign_in_elsewhere_is_seen_and_ended(browser: Make) -> None:
    desk, phone, eve = browser(), browser(), browser()
    assert desk.get("/api/account/sessions").json() == [], "a guest is signed in nowhere"
    desk.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    desk.post("/api/account", ADA)
    phone.http.headers["user-agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"
    phone.post("/api/account/session", ADA)
    eve.post("/api/account", {**ADA, "name": "Eve"})
    listed = desk.get("/api/account/sessions").json()
    assert {(one["device"], one["here"]) for one in listed} == {("Safari, iPhone", False), ("Firefox, Linux", True)}
    there = next(one["id"] for one in listed if not one["here"])
    cookie = phone.http.cookies["chantier"].split(".")[2]
    assert cookie not in desk.get("/api/account/sessions").text, "nobody is told what is in a cookie"

    def end(who: Browser, sign_in: str) -> int:
        return who.http.request("DELETE", f"{who.server.url}/api/account/sessions/{sign_in}").status_code

    assert end(eve, there) == 404
    assert end(desk, "nonsense") == 404
    assert phone.get("/api/account").json()["name"] == "Ada"
    assert end(desk, there) == 200
    assert end(desk, there) == 404
    assert phone.get("/api/account").json()["name"] is None
    assert [one["here"] for one in desk.get("/api/account/sessions").json()] == [True]
    desk.post("/api/account/password", {"old": ADA["password"], "new": "another machine"})
    assert [one["here"] for one in desk.get("/api/account/sessions").json()] == [True]


def test_an_account_can_be_deleted_and_what_was_played_stays(server: Server, browser: Make) -> None:
    desk, phone, grace = browser(), browser(), browser()
    old = dict(desk.http.cookies)
    made = desk.post("/api/tables", {"game": GAME, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "link"}]}).json()
    grace.sit(made["links"][0]["url"])
    desk.post("/api/account", ADA)
    phone.post("/api/account/session", ADA)
    token = desk.post("/api/account/tokens", {"scopes": ["read"]}).json()["token"]
    with desk.live(made["table"]) as one:
        one.position()
        one.send("chat", request="a", text="hello")
        one.wait("chat")
    assert desk.post("/api/account/deletion", {"password": "wrong"}).json()["error"] == "password"
    assert desk.get("/api/account").json()["name"] == "Ada"
    with grace.live(made["table"]) as two:
        two.wait_for("table", lambda told: told["seats"][0]["name"] == "Ada")
        assert desk.post("/api/account/deletion", {"password": ADA["password"]}).json() == {"name": None}
        two.wait_for("table", lambda told: told["seats"][0]["name"] == "")
    assert phone.get("/api/account").json()["name"] is None
    assert grace.get("/api/tables", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert grace.post("/api/account/session", ADA).json()["error"] == "password"
    ghost = httpx.get(f"{server.url}/api/tables", cookies=old, timeout=PATIENCE, trust_env=False)
    assert ghost.json()["mine"] == [], "nor does the cookie of the guest of before hold what was theirs"
    told = grace.get(f"/api/tables/{made['table']}").json()
    assert [seat["mine"] for seat in told["seats"]] == [False, True]
    assert not told["seats"][0]["free"]
    server.restart()
    with grace.live(made["table"]) as two:
        assert [line["name"] for line in two.wait("table")["chat"]] == [""]
    assert eve_can_have_the_name(browser)


def eve_can_have_the_name(browser: Make) -> bool:
    return bool(browser().post("/api/account", ADA).status_code == 200)


def test_passwords_can_be_changed_and_not_guessed(server: Server, browser: Make) -> None:
    desk, eve = browser(), browser()
    assert desk.post("/api/account/password", {"old": "x" * 8, "new": "y" * 8}).json()["error"] == "password"
    desk.post("/api/account", ADA)
    assert desk.post("/api/account/password", {"old": "wrong", "new": "y" * 8}).json()["error"] == "password"
    assert desk.post("/api/account/password", {"old": ADA["password"], "new": "y"}).json()["error"] == "weak"
    assert desk.post("/api/account/password", {"old": ADA["password"], "new": "another one"}).json() == {"changed": True}
    assert eve.post("/api/account/session", ADA).json()["error"] == "password"
    account = server.app.state.hall.store.account("ada")
    assert account.password.startswith("$argon2id$")
    for n in range(20):
        answer = eve.post("/api/account/session", {"name": "Ada", "password": f"guess {n} guess"}).json()
        if answer["error"] == "fast":
            return
    pytest.fail("somebody may guess for ever")


def bearer(server: Server, token: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, headers={"authorization": f"Bearer {token}"})


def test_tokens_are_for_their_scopes_and_can_be_withdrawn(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    made = {
        scope: ada.post("/api/account/tokens", {"name": scope, "scopes": [scope]}).json() for scope in ("read", "play", "host")
    }
    assert all(one["token"].startswith(PREFIX) for one in made.values())
    listed = ada.get("/api/account").json()["tokens"]
    assert [(one["name"], one["scopes"]) for one in listed] == [("read", ["read"]), ("play", ["play"]), ("host", ["host"])]
    assert not any("token" in one for one in listed), "a token is shown once"
    hall = server.app.state.hall
    stored = hall.store.tokens(hall.gatherings[table].table.row.host)
    assert len(stored) == 3
    assert made["read"]["token"] not in str(stored)
    new = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "here"}]}
    with bearer(server, made["read"]["token"]) as program:
        assert program.get("/api/tables").json()["mine"][0]["table"] == table
        assert program.post("/api/tables", json=new).json()["error"] == "scope"
        assert program.post(f"/api/tables/{table}/seats/0", json={"name": "X"}).json()["error"] == "scope"
        assert program.get("/api/account").json()["error"] == "scope"
        assert program.post("/api/account/tokens", json={"scopes": ["host"]}).json()["error"] == "scope"
        assert "set-cookie" not in program.get("/api/tables").headers
    with bearer(server, made["play"]["token"]) as program:
        assert program.post(f"/api/tables/{table}/seats/0", json={"name": "X"}).status_code == 200
        assert program.get("/api/tables").json()["error"] == "scope"
    with bearer(server, made["host"]["token"]) as program:
        assert program.post("/api/tables", json=new).status_code == 200
        gone = ada.http.request("DELETE", f"{server.url}/api/account/tokens/{made['host']['id']}")
        assert gone.json() == {"withdrawn": True}
        answer = program.post("/api/tables", json=new)
        assert (answer.status_code, answer.json()["error"]) == (401, "no token")
    assert ada.http.request("DELETE", f"{server.url}/api/account/tokens/{made['host']['id']}").status_code == 404
    eve = browser()
    assert eve.http.request("DELETE", f"{server.url}/api/account/tokens/{made['read']['id']}").status_code == 404


def test_tokens_at_the_live_connection(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
    tokens = {
        name: ada.post("/api/account/tokens", {"scopes": scopes}).json()["token"]
        for name, scopes in (("watch", ["read"]), ("play", ["read", "play"]), ("host", ["host"]))
    }

    def live(token: str) -> ClientConnection:
        return connect(
            url, additional_headers={"authorization": f"Bearer {token}"}, max_size=2**24, proxy=None, open_timeout=PATIENCE
        )

    with live(tokens["watch"]) as socket:
        one = Connection(socket)
        assert one.turn()["actions"], "it sees what its person sees"
        for kind in ("play", "undo", "hint", "chat"):
            assert one.ask(kind, action=0, text="x")["error"] == "scope"
    with live(tokens["play"]) as socket:
        one = Connection(socket)
        assert one.play(one.turn()["actions"][0]["action"])["version"] == 1
    for wrong in (tokens["host"], "nonsense", PREFIX + "x" * 32):
        with pytest.raises(InvalidStatus):
            live(wrong).__enter__()


def test_links_can_be_withdrawn(browser: Make) -> None:
    ada, grace, eve = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link", "link")
    table, (first, second) = f"/api/tables/{made['table']}", [link["url"] for link in made["links"]]
    assert eve.post(f"{table}/seats/1/link").json()["error"] == "not yours"
    assert ada.post(f"{table}/seats/0/link").json()["error"] == "not yours"
    new = ada.post(f"{table}/seats/1/link").json()["url"]
    assert new not in (first, second)
    assert eve.http.post(eve.server.url + first).json()["error"] == "no link"
    assert grace.sit(new) == made["table"]
    assert ada.post(f"{table}/seats/1/link").json()["error"] == "taken"
    assert ada.post(f"{table}/seats/2/link", {"on": False}).json() == {"url": None}
    assert eve.http.post(eve.server.url + second).json()["error"] == "no link"
    assert eve.post(f"{table}/seats/2", {"name": "Eve"}).json()["error"] == "not yours"
