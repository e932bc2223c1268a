"""What an attacker can make for nothing is not what is counted: guesses at codes and passwords, tables, accounts, requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import argon2
import httpx
import pytest
from argon2 import PasswordHasher

from chantier import games
from chantier.table.codes import LETTERS, LONG
from chantier.table.people import passwords
from chantier.table.people.limits import Limit
from chantier.table.people.passwords import AT_ONCE, WAITING
from tests.table.crashes import until
from tests.table.harness import PATIENCE, Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))
ADA = {"name": "Ada", "password": "a machine of numbers"}
TABLE = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "here"}]}


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gets anything back by waiting, however long a test takes."""
    made = Limit.__init__

    def stop(self: Limit, rate: float, burst: float, name: str = "") -> None:
        made(self, 0.0, burst, name)

    monkeypatch.setattr(Limit, "__init__", stop)


class Stranger:
    """Somebody who comes as often as they like: each time with a new cookie, from an address or many."""

    def __init__(self, server: Server, *addresses: str) -> None:
        self.server, self.addresses = server, addresses
        self.asked = 0

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        self.asked += 1
        headers = {"x-forwarded-for": self.addresses[self.asked % len(self.addresses)]}
        with httpx.Client(base_url=self.server.url, timeout=PATIENCE, trust_env=False, verify=False, headers=headers) as http:
            http.get("/api/texts/en")  # for a cookie
            return http.request(method, path, json=body)


# --- codes ------------------------------------------------------------------------------------------------------------------


def test_codes_are_long_and_are_read_as_people_write_them(browser: Make) -> None:
    ada, grace = browser(), browser()
    made = ada.new(GAME, "me", "open")
    code = made["code"]
    assert len(LETTERS) ** LONG >= 2**40
    assert (len(code), code[4]) == (9, "-")
    assert set(code.replace("-", "")) <= set(LETTERS)
    assert ada.get(f"/api/tables/{made['table']}").json()["code"] == code
    plain = code.replace("-", "")
    for typed in (
        code,
        plain,
        code.lower(),
        f" {plain[:2]} {plain[2:]} ",
        f"{plain[:4]} - {plain[4:]}",
    ):
        assert grace.get(f"/api/codes/{typed}").json() == {"table": made["table"]}, typed


@pytest.mark.usefixtures("still")
def test_a_new_cookie_does_not_help_to_guess_codes(server: Server, browser: Make) -> None:
    code = browser().new(GAME, "me", "open")["code"]
    eve, grace = Stranger(server, "203.0.113.9"), Stranger(server, "203.0.113.10")
    told = [eve.ask("GET", f"/api/codes/{n:05}").status_code for n in range(60)]
    assert set(told) == {404, 429}
    assert told == sorted(told)
    assert told.count(404) <= 30
    assert eve.ask("GET", f"/api/codes/{code}").status_code == 429, "not even a right one"
    assert grace.ask("GET", f"/api/codes/{code}").status_code == 200, "elsewhere nobody suffers"


@pytest.mark.usefixtures("still")
def test_half_an_ipv6_address_is_one_address(server: Server) -> None:
    eve = Stranger(server, *(f"2001:db8:1:2::{n:x}" for n in range(1, 60)))
    told = [eve.ask("GET", f"/api/codes/{n:05}").status_code for n in range(59)]
    assert told.count(404) <= 30
    assert Stranger(server, "2001:db8:1:3::1").ask("GET", "/api/codes/none").status_code == 404


@pytest.mark.usefixtures("still")
def test_right_codes_do_not_count(server: Server, browser: Make) -> None:
    """A class that shares an address comes to its tables."""
    code = browser().new(GAME, "me", "open")["code"]
    pupils = Stranger(server, "203.0.113.9")
    assert {pupils.ask("GET", f"/api/codes/{code}").status_code for _ in range(60)} == {200}


# --- passwords --------------------------------------------------------------------------------------------------------------


def guess(who: Stranger, n: int) -> str:
    error: str = who.ask("POST", "/api/account/session", {"name": "Ada", "password": f"guess {n} guess"}).json()["error"]
    return error


@pytest.mark.usefixtures("still")
def test_a_wrong_password_slows_the_guesser_and_not_the_owner(server: Server, browser: Make) -> None:
    desk = browser()
    desk.post("/api/account", ADA)
    desk.http.request("DELETE", f"{server.url}/api/account/session")
    eve, home = Stranger(server, "203.0.113.9"), Stranger(server, "203.0.113.10")
    told = [guess(eve, n) for n in range(40)]
    assert set(told) == {"password", "fast"}
    assert told.count("password") <= 10
    assert home.ask("POST", "/api/account/session", ADA).json() == {"name": "Ada"}, "from another address"
    eve.addresses = ("127.0.0.1",)
    assert "fast" in [guess(eve, n) for n in range(40)]
    new = Stranger(server, "127.0.0.1")
    assert new.ask("POST", "/api/account/session", ADA).json()["error"] == "fast", "a stranger at the guesser's address"
    assert desk.post("/api/account/session", ADA).json() == {"name": "Ada"}, "a browser that has signed in before"


@pytest.mark.usefixtures("still")
def test_many_addresses_do_not_lock_out_a_browser_that_is_known(server: Server, browser: Make) -> None:
    desk = browser()
    desk.post("/api/account", ADA)
    desk.http.request("DELETE", f"{server.url}/api/account/session")
    eve = Stranger(server, *(f"198.51.100.{n}" for n in range(1, 40)))
    server.app.state.accounts.allowed.guessed.burst = 20
    told = [guess(eve, n) for n in range(30)]
    assert told == ["password"] * 20 + ["fast"] * 10
    assert desk.post("/api/account/session", ADA).json() == {"name": "Ada"}
    known = [desk.post("/api/account/session", {**ADA, "password": f"guess {n} guess"}).json()["error"] for n in range(20)]
    assert known.count("password") <= 10, "it has tries of its own, but not for ever"


@pytest.mark.usefixtures("still")
def test_guessing_at_many_accounts_counts_together(server: Server) -> None:
    eve = Stranger(server, "203.0.113.9")
    told = [
        eve.ask("POST", "/api/account/session", {"name": f"Ada{n}", "password": "12345678"}).json()["error"] for n in range(50)
    ]
    assert 20 <= told.count("password") <= 30
    assert told[-1] == "fast"


@pytest.mark.usefixtures("still")
def test_signing_in_rightly_does_not_count(server: Server, browser: Make) -> None:
    browser().post("/api/account", ADA)
    ada = Stranger(server, "203.0.113.9")
    assert {ada.ask("POST", "/api/account/session", ADA).status_code for _ in range(40)} == {200}


@pytest.mark.usefixtures("still")
def test_whoever_is_signed_in_does_not_guess_the_password_for_ever(browser: Make) -> None:
    desk = browser()
    desk.post("/api/account", ADA)
    told = [desk.post("/api/account/password", {"old": f"guess {n}", "new": "y" * 8}).json()["error"] for n in range(20)]
    assert set(told) == {"password", "fast"}


@pytest.mark.usefixtures("still")
def test_accounts_tables_and_requests_are_counted_by_address(server: Server) -> None:
    eve, grace = Stranger(server, "203.0.113.9"), Stranger(server, "203.0.113.10")
    made = [eve.ask("POST", "/api/account", {**ADA, "name": f"Eve{n}"}).status_code for n in range(40)]
    assert made == [200] * 10 + [429] * 30
    tables = server.app.state.accounts.allowed.tables
    tables.burst = 20
    made = [eve.ask("POST", "/api/tables", TABLE).status_code for _ in range(30)]
    assert made == [200] * 20 + [429] * 10
    requests = server.app.state.accounts.allowed.requests
    assert requests.burst >= 1000, "many can share an address and play"
    requests.burst = 10
    assert 429 in [eve.ask("GET", "/api/games").status_code for _ in range(12)]
    assert grace.ask("POST", "/api/tables", TABLE).status_code == 200


@pytest.mark.usefixtures("still")
def test_tables_are_counted_by_person(server: Server, browser: Make) -> None:
    ada = browser()
    allowed = server.app.state.accounts.allowed.tables_of_one
    allowed.burst = 3
    made = [ada.new(GAME, "me", "here") for _ in range(2)]
    assert ada.post(f"/api/tables/{made[0]['table']}/copies", {"move": 0}).status_code == 200
    assert ada.post(f"/api/tables/{made[0]['table']}/copies", {"move": 0}).json()["error"] == "fast"
    assert ada.post(f"/api/tables/{made[0]['table']}/rematch").json()["error"] == "fast"
    assert ada.post("/api/tables", TABLE).json()["error"] == "fast"
    assert browser().post("/api/tables", TABLE).status_code == 200


@pytest.mark.usefixtures("still")
def test_wrong_tokens_are_counted(server: Server) -> None:
    server.app.state.accounts.allowed.requests.burst = 10
    with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, verify=False) as http:
        told = [http.get("/api/tables", headers={"authorization": f"Bearer {n}"}).status_code for n in range(20)]
    assert told == [401] * 10 + [429] * 10


# --- hashing ----------------------------------------------------------------------------------------------------------------


def test_a_kept_password_is_hard_to_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """What whoever has stolen the database has to spend on each guess is what the standard asks for, or more."""
    monkeypatch.setattr(argon2, "PasswordHasher", PasswordHasher)  # the true one: other tests have a quick one
    kept = passwords.hashed("a machine of numbers")
    found, asked = argon2.extract_parameters(kept), argon2.profiles.RFC_9106_LOW_MEMORY
    assert found.type is asked.type
    for cost in ("time_cost", "memory_cost", "salt_len", "hash_len"):
        assert getattr(found, cost) >= getattr(asked, cost), cost
    assert passwords.verified(kept, "a machine of numbers")
    assert not passwords.verified(kept, "a machine of letters")


def test_nothing_else_waits_for_passwords(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many sign-ins as somebody likes: some are looked at, some wait, others are refused; and whoever plays, plays."""
    ada, go_on, busy = browser(), threading.Event(), threading.Semaphore(0)
    table = ada.new(GAME, "me", "here")["table"]
    many = AT_ONCE + WAITING + 40

    def slowly(kept: str, password: str) -> bool:
        busy.release()
        assert go_on.wait(PATIENCE)
        return False

    def sign_in(n: int) -> str:
        who = Stranger(server, f"198.51.{n}.1")  # nobody is slowed down for having guessed before
        error: str = who.ask("POST", "/api/account/session", {"name": f"Eve{n}", "password": "12345678"}).json()["error"]
        return error

    monkeypatch.setattr(passwords, "verified", slowly)
    with ThreadPoolExecutor(many) as floods:
        told = [floods.submit(sign_in, n) for n in range(many)]
        try:
            until(lambda: sum(one.done() for one in told) == 40, "nobody is refused")
            assert all(busy.acquire(timeout=PATIENCE) for _ in range(AT_ONCE))
            assert not busy.acquire(blocking=False), "few at a time"
            assert ada.get(f"/api/tables/{table}").status_code == 200
            with ada.live(table) as one:
                assert one.play(one.turn()["actions"][0]["action"])["version"] == 1
            assert ada.new(GAME, "me", "here")
        finally:
            go_on.set()
        answers = [one.result(PATIENCE) for one in told]
    assert (answers.count("fast"), answers.count("password")) == (40, many - 40)
