"""Requests: tables, seats, links, copies, rematches, records; and what goes with every answer."""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chantier import dice, games
from chantier.bots import levels_of
from chantier.table import clocks, hall, pages
from tests.table.harness import PATIENCE, Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


def finish(who: Browser, table: str) -> dict[str, Any]:
    """Let a bot play a table of one browser to its end; the last position."""
    seats = [seat["seat"] for seat in who.get(f"/api/tables/{table}").json()["seats"] if seat["mine"]]
    for seat in seats:
        who.post(f"/api/tables/{table}/seats/{seat}/bot", {"level": "apprentice"})
    until = time.monotonic() + PATIENCE
    while not who.get(f"/api/tables/{table}").json()["over"]:
        assert time.monotonic() < until, "the bots did not finish"
        time.sleep(0.05)
    for seat in seats:
        who.post(f"/api/tables/{table}/seats/{seat}/bot", {"level": None})
    with who.live(table) as one:
        return one.turn()


# --- games --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_games(language: str, browser: Make) -> None:
    told = browser().get("/api/games", params={"language": language}).json()
    assert [game["name"] for game in told] == list(games)
    for game in told:
        assert game["title"]
        assert len(game["idea"]) > 30
        assert game["seats"] == list(games[game["name"]].seats)
        assert game["levels"] == list(levels_of(games[game["name"]]))
        assert "standard" in game["sets"]
        for option in game["options"]:
            assert option["help"]
            assert option["default"] in [choice["name"] for choice in option["choices"]]
            assert all(choice["text"] for choice in option["choices"])


@pytest.mark.parametrize("game", list(games))
def test_picture_and_rules(game: str, browser: Make) -> None:
    ada = browser()
    picture = ada.get(f"/api/games/{game}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    rules = ada.get(f"/api/games/{game}/rules").json()
    clauses = [clause for section in rules["sections"] for clause in section["clauses"]]
    assert clauses[0]["number"] == "1.1"
    assert all("".join(part["text"] for part in clause["parts"]) == clause["text"] for clause in clauses)
    assert any(section["words"] for section in rules["sections"])
    assert ada.get(f"/api/games/{game}/rules?language=de").status_code == 200
    assert ada.get("/api/games/chess/rules").json()["error"] == "no game"
    assert ada.get("/api/games/chess/picture.svg").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_texts(language: str, browser: Make) -> None:
    texts = browser().get(f"/api/texts/{language}").json()
    assert all(isinstance(text, str) for text in texts.values())


# --- tables and seats ---------------------------------------------------------------------------------------------------


def test_a_link_claims_a_seat_once(browser: Make) -> None:
    ada, grace, eve = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link")
    link = made["links"][0]["url"]
    page = grace.get(link)  # a program that only looks at links takes nobody's seat
    assert page.status_code == 200
    assert "<form" in page.text
    assert ada.get(f"/api/tables/{made['table']}").json()["seats"][1]["free"]
    assert ada.get(f"/api/tables/{made['table']}").json()["seats"][1]["link"] == link
    assert "link" not in grace.get(f"/api/tables/{made['table']}").json()["seats"][1]
    assert grace.sit(link) == eve.sit(link) == made["table"]
    assert grace.get(link).status_code == 303
    assert [b.get(f"/api/tables/{made['table']}").json()["seats"][1]["mine"] for b in (ada, grace, eve)] == [False, True, False]
    assert eve.get("/s/nonsense").json()["error"] == "no link"


def test_a_guest_is_greeted_by_the_host_and_asked_for_a_name(browser: Make) -> None:
    ada, grace = browser(), browser()
    seats = [{"kind": "me", "name": "Maud <b>"}, {"kind": "link"}, {"kind": "bot", "level": "random", "name": "Perrin"}]
    made = ada.post("/api/tables", {"game": GAME, "seats": seats}).json()
    link = made["links"][0]["url"]
    for language, said in (("en", "invites you"), ("fr", "vous invite"), ("de", "lädt dich")):
        page = grace.get(f"{link}?language={language}").text
        assert f"Maud &lt;b&gt; {said}" in page
        assert "Perrin" in page
        assert '<input class="input" name="name"' in page
        assert "{{" not in page
    answer = grace.http.post(grace.server.url + link, data={"name": " Odile\u202e "})
    assert answer.status_code == 303
    assert ada.get(f"/api/tables/{made['table']}").json()["seats"][1]["name"] == "Odile"
    nobody = ada.new(GAME, "link", "bot:random")
    assert "You are invited" in grace.get(nobody["links"][0]["url"], headers={"accept-language": "en"}).text


@pytest.mark.parametrize("game", sorted(games))
def test_a_poster_has_no_words(game: str, browser: Make) -> None:
    """Only what stands on a piece itself is written on it, and it is all picture: no frame, no margin of paper."""
    ada = browser()
    for theme in ("light", "dark"):
        drawn = ada.get(f"/api/games/{game}/picture.svg?theme={theme}").text
        body = drawn.partition("</defs>")[2]
        assert body.count("<use") > 20
        assert "<text" not in body
        assert 'class="stage' not in body
        assert f'data-theme="{theme}"' in drawn


def test_it_can_be_installed(browser: Make) -> None:
    """A manifest of the right kind, colours of both themes, and icons that are what they say."""
    ada = browser()
    papers = set()
    for theme in ("light", "dark"):
        answer = ada.get(f"/manifest.webmanifest?theme={theme}")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        told = answer.json()
        assert (told["display"], told["start_url"], told["background_color"]) == ("standalone", "/", told["theme_color"])
        papers.add(told["background_color"])
    assert len(papers) == 2
    sizes = set()
    for icon in told["icons"]:
        answer = ada.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", answer.content[16:24])
            assert f"{wide}x{high}" == icon["sizes"]
        sizes.add((icon["sizes"], icon["purpose"]))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for page in ("/", "/t/x", f"/rules/{GAME}"):
        text = ada.get(page).text
        assert 'rel="manifest" href="/manifest.webmanifest"' in text
        assert 'name="theme-color"' in text


def test_sitting_down(browser: Make) -> None:
    ada, grace, eve = browser(), browser(), browser()
    made = ada.new(GAME, "me", "open", "link")
    table = f"/api/tables/{made['table']}"
    assert eve.post(f"{table}/seats/2", {"name": "Eve"}).json()["error"] == "not yours"
    assert eve.post(f"{table}/seats/0", {"name": "Eve"}).json()["error"] == "taken"
    assert eve.post(f"{table}/seats/9", {"name": "Eve"}).json()["error"] == "no seat"
    seat = grace.post(f"{table}/seats/1", {"name": " Grace\u0007 ", "colour": 5}).json()["seats"][1]
    assert (seat["name"], seat["colour"], seat["mine"], seat["free"]) == ("Grace", 5, True, False)
    assert eve.post(f"{table}/seats/1", {"name": "Eve"}).json()["error"] == "taken"
    assert grace.post(f"{table}/seats/1", {"name": "G" * 100}).json()["seats"][1]["name"] == "G" * 24
    wrong: list[Any] = [{"colour": 8}, {"colour": "red"}, {"name": 7}, {"name": "x" * 1000}, [], "x", None]
    for bad in wrong:
        answer = grace.http.post(f"{grace.server.url}{table}/seats/1", json=bad)
        assert answer.status_code == 400, bad
        assert set(answer.json()) == {"error", "text"}


def test_lists_and_codes(browser: Make) -> None:
    ada, grace = browser(), browser()
    private = ada.new(GAME, "me", "open")
    public = ada.new(GAME, "me", "open", public=True)
    assert {one["table"] for one in ada.get("/api/tables").json()["mine"]} == {private["table"], public["table"]}
    lists = grace.get("/api/tables").json()
    assert lists["mine"] == []
    assert [one["table"] for one in lists["open"]] == [public["table"]]
    grace.post(f"/api/tables/{public['table']}/seats/1", {"name": "Grace"})
    lists = grace.get("/api/tables").json()
    assert [one["table"] for one in lists["mine"]] == [public["table"]]
    assert lists["open"] == []
    assert grace.get(f"/api/codes/{private['code'].lower()}").json() == {"table": private["table"]}
    assert grace.get("/api/codes/nope").json()["error"] == "no code"


BAD_TABLES: list[Any] = [
    {}, [], None, "x", {"game": GAME}, {"game": GAME, "seats": []}, {"game": GAME, "seats": [{"kind": "me"}]},
    {"game": GAME, "seats": [{"kind": "me"}] * 8}, {"game": GAME, "seats": [{"kind": "me"}] * 100},
    {"game": "chess", "seats": [{"kind": "me"}] * 2}, {"game": GAME, "seats": [{"kind": "ghost"}] * 2},
    {"game": GAME, "seats": [{"kind": "bot", "level": "god"}, {"kind": "me"}]},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "options": {"gravity": "no"}},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "options": {"seats": 3, "seed": "mine"}},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "options": {"components": "/etc/passwd"}},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "options": []},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "components": "/etc/passwd"},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "pace": "hasty"},
    {"game": GAME, "seats": [{"kind": "me"}] * 2, "public": "perhaps"},
]  # fmt: skip


def test_bad_tables(browser: Make) -> None:
    ada = browser()
    for body in BAD_TABLES:
        answer = ada.http.post(f"{ada.server.url}/api/tables", json=body)
        assert 400 <= answer.status_code < 500, body
        assert set(answer.json()) == {"error", "text"}
    assert ada.get("/api/tables").json()["mine"] == []


def test_a_bot_goes_on_for_somebody_and_gives_the_seat_back(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, grace, eve = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link")
    table = f"/api/tables/{made['table']}"
    grace.sit(made["links"][0]["url"])
    with ada.live(made["table"]) as one:
        one.position()
        with grace.live(made["table"]) as two:
            two.position()
            assert ada.post(f"{table}/seats/1/bot", {"level": "random"}).json()["error"] == "present"
            assert eve.post(f"{table}/seats/1/bot", {"level": "random"}).json()["error"] == "not yours"
            assert ada.post(f"{table}/seats/1/bot", {"level": None}).json()["error"] == "not yours"
            assert grace.post(f"{table}/seats/1/bot", {"level": "god"}).json()["error"] == "setup"
        monkeypatch.setattr(hall, "ABSENT", 0.0)
        assert ada.post(f"{table}/seats/1/bot", {"level": "random"}).json()["seats"][1]["away"]
        for _ in range(3):
            one.play(one.turn()["actions"][0]["action"])
        one.turn()
        seat = grace.post(f"{table}/seats/1/bot", {"level": None}).json()["seats"][1]
        assert (seat["away"], seat["mine"], seat["level"]) == (False, True, None)
        while not (now := one.turn())["over"] and one.position()["to_act"] == 0:
            one.play(now["actions"][0]["action"])
            if one.position()["to_act"] == 1:
                break
    with grace.live(made["table"]) as two:
        assert two.position()["over"] or two.turn()["seat"] == 1


def test_the_clock(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, grace, eve = browser(), browser(), browser()
    free = ada.new(GAME, "me", "here")["table"]
    assert ada.get(f"/api/tables/{free}").json()["clock"] is None
    monkeypatch.setitem(clocks.PACES, "live", clocks.Pace(1_000_000, 0))
    made = ada.new(GAME, "me", "link", pace="live")
    table = f"/api/tables/{made['table']}"
    grace.sit(made["links"][0]["url"])
    with ada.live(made["table"]) as one, grace.live(made["table"]) as two:
        seats = {0: one, 1: two}
        first = one.position()["to_act"]
        after = seats[first].play(seats[first].turn()["actions"][0]["action"])["clock"]
        assert after["left"][first] <= 1_000_000
        assert after["left"][1 - first] == 1_000_000
        assert after["since"] <= after["now"]
        assert eve.post(f"{table}/pause", {"paused": True}).json()["error"] == "not yours"
        assert grace.post(f"{table}/pause", {"paused": True}).json()["clock"]["paused"]
        server_table = server.app.state.hall.gatherings[made["table"]].table
        before = server_table.time_left(one.position()["to_act"])
        assert server_table.time_left(one.position()["to_act"]) == before
        assert not ada.post(f"{table}/pause", {"paused": False}).json()["clock"]["paused"]
        assert ada.post(f"{table}/seats/1/bot", {"level": "random"}).json()["error"] == "present"
        server_table.row.clock["left"][1] = -1
        assert ada.post(f"{table}/seats/1/bot", {"level": "random"}).json()["seats"][1]["away"]
    for bad in ({}, {"paused": "x"}, {"paused": None}):
        assert ada.post(f"{table}/pause", bad).status_code == 400


def test_a_live_clock_waits_until_all_have_come(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins when the last of the people was there once; who goes away again keeps nobody waiting."""
    monkeypatch.setitem(clocks.PACES, "live", clocks.Pace(10, 0))
    ada, grace, ben = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link", "link", pace="live")
    path = f"/api/tables/{made['table']}"

    def waiting() -> list[int]:
        found: list[int] = ada.get(path).json()["clock"]["waiting"]
        return found

    assert waiting() == [0, 1, 2]
    for guest, link in zip((grace, ben), made["links"], strict=True):
        guest.sit(link["url"])
    assert waiting() == [0, 1, 2], "they have a seat, but nobody is there"
    table = server.app.state.hall.gatherings[made["table"]].table
    with ada.live(made["table"]) as one:
        one.wait_for("table", lambda told: told["clock"]["waiting"] == [1, 2])
        ada.post(f"{path}/pause", {"paused": True})
        ada.post(f"{path}/pause", {"paused": False})
        with grace.live(made["table"]):
            one.wait_for("table", lambda told: told["clock"]["waiting"] == [2])
        began = server.app.state.hall.gatherings[made["table"]].table.row.clock["since"]
        assert all(table.time_left(seat) == float("inf") for seat in range(3)), "nobody loses time"
        with ben.live(made["table"]):
            told = one.wait_for("table", lambda told: told["clock"]["waiting"] == [])
        assert told["clock"]["left"] == [10, 10, 10]
        assert told["clock"]["since"] >= began
        assert table.time_left(1) < float("inf")
    assert "waiting" not in ada.get(f"/api/tables/{ada.new(GAME, 'me', 'link', pace='slow')['table']}").json()["clock"]


def test_nobody_waits_for_whom_a_bot_plays(server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "ABSENT", 0.0)
    ada, grace = browser(), browser()
    made = ada.new(GAME, "me", "link", pace="live")
    with ada.live(made["table"]) as one:
        one.wait_for("table", lambda told: told["clock"]["waiting"] == [1])
        assert ada.post(f"/api/tables/{made['table']}/seats/1/bot", {"level": "random"}).status_code == 200
        one.wait_for("table", lambda told: told["clock"]["waiting"] == [])
    other = ada.new(GAME, "me", "link", pace="live")
    with grace.live(other["table"]) as two:
        two.wait("table")
        grace.sit(other["links"][0]["url"])
        two.wait_for("table", lambda told: told["clock"]["waiting"] == [0])


# --- the past, copies, rematch ------------------------------------------------------------------------------------------


def test_moments(browser: Make) -> None:
    ada, guest = browser(), browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        first = one.turn()
        one.play(first["actions"][0]["action"])
        last = one.position()["move"]
    path = f"/api/tables/{table}/moments"
    then = ada.get(f"{path}/{first['move']}", params={"seat": first["seat"], "language": "fr"}).json()
    assert then["actions"] == []
    assert (then["move"], then["seat"], then["to_act"]) == (first["move"], first["seat"], first["to_act"])
    assert then["log"]
    assert ada.get(f"{path}/0").json()["move"] == 0
    assert guest.get(f"{path}/{last}").json()["seat"] is None
    assert guest.get(f"{path}/{last}?seat=0").json()["error"] == "not yours"
    for bad in ("-1", str(last + 1), "x", "9" * 30):
        assert 400 <= guest.get(f"{path}/{bad}").status_code < 500
    assert guest.get("/api/tables/nowhere/moments/0").json()["error"] == "no table"


def test_a_finished_game_can_be_looked_at_from_every_seat(browser: Make) -> None:
    ada, guest = browser(), browser()
    table = ada.new(GAME, "me", "bot:random")["table"]
    summary = guest.get(f"/api/tables/{table}/live").status_code
    assert summary == 404
    with guest.live(table) as watching:
        promise = watching.wait("table")["promise"]
    assert guest.get(f"/api/tables/{table}/review").json()["error"] == "running"
    end = finish(ada, table)
    assert dice.promise(end["seed"]) == promise
    review = guest.get(f"/api/tables/{table}/review").json()
    assert review["rows"][-1] == {"move": end["move"], "seat": review["rows"][-1]["seat"], "scores": end["scores"]}
    assert review["ranking"] == end["ranking"]
    for seat in range(2):
        assert guest.get(f"/api/tables/{table}/moments/{end['move'] // 2}?seat={seat}").json()["seat"] == seat


@pytest.mark.parametrize("game", list(games))
def test_what_if(game: str, server: Server, browser: Make) -> None:
    """A copy begins where it was taken, has other dice, and does not touch its original."""
    ada, guest = browser(), browser()
    made = ada.new(game, "me", *["bot:apprentice"] * (games[game].seats[0] - 1))
    with ada.live(made["table"]) as one:
        for _ in range(6):
            one.play(one.turn()["actions"][0]["action"])
        now = one.turn()
        if now["over"]:
            return
        assert guest.post(f"/api/tables/{made['table']}/copies", {"move": now["move"]}).json()["error"] == "running"
        assert ada.post(f"/api/tables/{made['table']}/copies", {"move": now["move"] + 1}).json()["error"] == "no moment"
        copy = ada.post(f"/api/tables/{made['table']}/copies", {"move": now["move"], "level": "random"}).json()
        assert ada.get(f"/api/tables/{copy['table']}").json()["copy_of"] == made["table"]
        with ada.live(copy["table"]) as what:
            start = what.turn()
            assert start["scene"]["sheets"] == now["scene"]["sheets"]
            assert start["actions"] == now["actions"]
            assert start["log"][-1] == one_log(ada, made["table"], now)[-1]
            for _ in range(3):
                if (there := what.turn())["over"]:
                    break
                what.play(there["actions"][-1]["action"])
            there = what.turn()
        one.sync()
        assert one.position()["version"] == now["version"]
        server.restart()
        with ada.live(copy["table"]) as what:
            assert what.turn()["scene"] == there["scene"]
        seat = there["seat"]
        assert ada.get(f"/api/tables/{copy['table']}/moments/{there['move']}?seat={seat}").json()["scores"] == there["scores"]
        assert ada.get(f"/api/tables/{copy['table']}/record").json()["error"] == "running"


def one_log(who: Browser, table: str, now: dict[str, Any]) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = who.get(f"/api/tables/{table}/moments/{now['move']}?seat={now['seat']}").json()["log"]
    return log


def test_rematch(browser: Make) -> None:
    ada, grace, guest = browser(), browser(), browser()
    made = ada.new(GAME, "me", "bot:random", "link")
    grace.sit(made["links"][0]["url"])
    path = f"/api/tables/{made['table']}"
    assert ada.post(f"{path}/rematch").json()["error"] == "running"
    grace.post(f"{path}/seats/2/bot", {"level": "random"})
    finish(ada, made["table"])
    assert guest.post(f"{path}/rematch").json()["error"] == "not yours"
    with grace.live(made["table"]) as two:
        two.wait("table")
        again = ada.post(f"{path}/rematch").json()["table"]
        assert two.wait("table")["next"] == again
    assert grace.post(f"{path}/rematch").json()["table"] == again
    seats = grace.get(f"/api/tables/{again}").json()["seats"]
    assert [(s["kind"], s["mine"], s["away"]) for s in seats] == [
        ("me", False, False),
        ("bot", False, False),
        ("link", True, False),
    ]


def test_the_seed_stands_in_the_record_only_once_the_game_is_over(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "bot:random")["table"]
    before = ada.get(f"/api/tables/{table}/record")
    assert before.status_code == 409 or "\nseed " not in before.text
    end = finish(ada, table)
    assert f"\nseed {end['seed']}\n" in ada.get(f"/api/tables/{table}/record").text


# --- what goes with every answer ----------------------------------------------------------------------------------------


def test_headers(browser: Make, server: Server) -> None:
    ada = browser()
    for path in ("/", "/api/games", "/t/x", "/rules/x", "/static/none.js", "/nowhere", "/favicon.ico"):
        headers = ada.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert ada.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_the_cookie(browser: Make, server: Server) -> None:
    ada = browser()
    ada.http.cookies.clear()
    cookie = ada.get("/api/tables").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in ada.get("/api/tables").headers
    table = ada.new(GAME, "me", "here")["table"]
    value = ada.http.cookies["chantier"]
    ada.http.cookies.clear()
    for forged in (
        value[:-1] + ("0" if value[-1] != "0" else "1"),
        value.split(".")[0],
        "x.y",
        ".",
        "\u00e9".encode().decode("latin-1"),
    ):
        answer = ada.get(f"/api/tables/{table}", headers={"cookie": f"chantier={forged}".encode("latin-1")})
        assert not any(seat["mine"] for seat in answer.json()["seats"])


def test_requests_of_other_sites_are_refused(browser: Make) -> None:
    ada = browser()
    body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "here"}]}
    answer = ada.post("/api/tables", body, headers={"origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "origin")
    assert ada.post("/api/tables", body, headers={"origin": ada.server.url}).status_code == 200


@pytest.mark.haste
def test_whoever_asks_too_much_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "RATE", 0.0)
    monkeypatch.setattr(pages, "BURST", 9.0)
    server = Server(tmp_path)
    ada, grace = Browser(server), Browser(server)
    told = [ada.get("/api/tables").status_code for _ in range(12)]
    assert told == [200] * 9 + [429] * 3
    assert ada.get("/").status_code == 200, "pages are for everybody"
    assert ada.post("/api/tables", {}).json()["error"] == "fast"
    assert grace.get("/api/tables").status_code == 200, "and others do not suffer"
    answers = []
    for _ in range(12):
        ada.http.cookies.clear()
        answers.append(ada.get("/api/tables").status_code)
    assert 429 in answers, "nor does a new cookie help"
    server.stop()
    for browser in (ada, grace):
        browser.http.close()


def test_huge_and_broken_bodies(browser: Make) -> None:
    ada = browser()
    url = f"{ada.server.url}/api/tables"
    assert ada.http.post(url, content=b"x" * 100_000).status_code == 413
    assert ada.http.post(url, content=iter([b"x" * 50_000] * 3)).status_code == 413
    for broken in (b"{", b"\xff\xfe", b"[" * 20_000, b'{"game": "\\ud800", "seats": [{"kind": "me"}, {"kind": "me"}]}'):
        answer = ada.http.post(url, content=broken, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, broken
        assert set(answer.json()) == {"error", "text"}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_refusals_are_told_in_the_language_of_the_reader(language: str, browser: Make) -> None:
    from chantier.table.refusals import TEXTS

    told = browser().get("/api/tables/nowhere", headers={"accept-language": f"{language},en;q=0.5"}).json()
    assert told == {"error": "no table", "text": TEXTS[language]["no table"]}


def test_every_refusal_has_a_text() -> None:
    from chantier.table.refusals import STATUS, TEXTS

    assert set(STATUS) <= set(TEXTS["en"])


def test_static_files(browser: Make) -> None:
    ada = browser()
    first = ada.get("/static/icon.svg")
    assert first.status_code == 200
    again = ada.get("/static/icon.svg", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    page = ada.get("/").text
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        answer = ada.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
    assert 'rel="modulepreload"' in page
    assert ada.get("/static/~old/icon.svg").headers["cache-control"] == first.headers["cache-control"] == "no-cache"
    for outside in (
        "/static/~x/../../app.py",
        "/static/~x//etc/passwd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
    ):
        assert ada.get(outside).status_code == 404
    assert ada.get("/api/games").headers.get("content-encoding") == "gzip"
