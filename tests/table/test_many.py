"""Two servers on one PostgreSQL: whatever happens at one is seen at the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from chantier import Match, games
from chantier.table import changes, hall, keeper, neighbours
from chantier.table.gathering import Gathering
from chantier.table.store import database, rows
from tests.table.crashes import until
from tests.table.databases import Postgres
from tests.table.harness import Browser, Server

GAME = next(iter(games))


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    monkeypatch.setattr(neighbours, "ALIVE", 0.2)
    monkeypatch.setattr(neighbours, "SILENT", 2.0)
    url = postgres.new()
    made = [Server(tmp_path, store=url) for _ in range(2)]
    yield made
    for server in made:
        server.stop()


def test_players_at_two_servers_play_with_each_other(servers: list[Server]) -> None:
    ada, grace = (Browser(server) for server in servers)
    made = ada.new(GAME, "me", "link", "bot:random")
    table = made["table"]
    with ada.live(table) as one:
        one.position()
        assert grace.sit(made["links"][0]["url"]) == table
        while one.wait("table")["seats"][1]["free"]:
            pass
        with grace.live(table) as two:
            while not one.last["table"]["seats"][1]["present"]:
                one.wait("table")
            until(lambda: two.last.get("table") is not None or bool(two.read()), "no table")
            while not two.last["table"]["seats"][0]["present"]:
                two.wait("table")
            here = {0: one, 1: two}
            for _ in range(6):  # the bot between them is answered for by either server
                version = max(one.position()["version"], two.position()["version"])
                now = [connection.position(version) for connection in here.values()]
                actor = here.get(now[0]["to_act"])
                if actor is None:
                    one.position(version + 1)
                    continue
                told = actor.play(actor.turn()["actions"][0]["action"])
                assert told["type"] == "position", told
            version = max(one.position()["version"], two.position()["version"])
            one.position(version), two.position(version)
            two.send("chat", request=1, text="good day")
            assert one.wait("chat")["text"] == "good day"
        while one.last["table"]["seats"][1]["present"]:
            one.wait("table")
    for browser in (ada, grace):
        browser.http.close()


def test_a_move_made_while_a_table_is_being_loaded_elsewhere_is_not_missed(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    ada, eve = Browser(here), Browser(there)
    table = ada.new(GAME, "me", "here")["table"]
    other = there.app.state.hall
    load = other._load
    with ada.live(table) as one:
        action = one.turn()["actions"][0]["action"]

        async def slowly(name: str) -> Gathering:
            """The table is read; before it is known here, somebody moves there, and this server is told."""
            loaded: Gathering = await load(name)
            heard = len(told)
            await asyncio.to_thread(one.play, action)
            while len(told) == heard:
                await asyncio.sleep(0.01)
            return loaded

        told: list[str] = []
        hear = other.neighbours.hear

        def listen(news: str | None) -> None:
            hear(news)
            if news and '"moves"' in news:
                told.append(news)

        monkeypatch.setattr(other, "_load", slowly)
        monkeypatch.setattr(other.neighbours, "hear", listen)
        with eve.live(table) as two:
            assert two.position(one.position()["version"])["version"] == one.position()["version"]
    for browser in (ada, eve):
        browser.http.close()


def test_a_step_taken_back_at_one_server_is_taken_back_at_the_other(servers: list[Server]) -> None:
    ada = Browser(servers[0])
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        ada.server = servers[1]
        with ada.live(table) as two:
            two.turn()
            before = one.turn()
            one.play(before["actions"][0]["action"])
            two.position(1)
            two.position()
            told = two.ask("undo", seat=before["seat"])
            assert told["type"] == "position", told
            back = one.position(2)
            assert (back["move"], back["scene"]) == (before["move"], before["scene"])
            other = before["actions"][-1]["action"]
            assert one.play(other)["version"] == 3
            assert two.position(3)["scene"] == one.position()["scene"]
            click = {"request": "again", "version": 3, "seat": one.turn()["seat"], "action": one.turn()["actions"][0]["action"]}
            one.send("play", **click)
            one.position(4)
            two.position(4)
            two.send("play", **click)  # sent again to another server: carried out once
            while two.read().get("request") != "again":
                pass
            assert two.last["position"]["version"] == 4
            assert "refused" not in two.last
    ada.http.close()


def test_where_a_decision_comes_too_late_everybody_is_shown_the_one_before_it(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    ada = Browser(here)
    eve = Browser(there)
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one, eve.live(table) as guest:
        ada.server = there
        with ada.live(table) as two:
            action = two.turn()["actions"][0]["action"]
            guest.position()
            monkeypatch.setattr(there.app.state.hall.neighbours, "hear", lambda news: None)  # what is told comes late
            new = one.play(one.turn()["actions"][0]["action"])
            assert two.play(action)["error"] == "stale"
            assert two.position(1)["scene"] == new["scene"]
            assert guest.position(1)["version"] == 1
    for browser in (ada, eve):
        browser.http.close()


def test_whoever_was_at_a_server_that_died_is_away(servers: list[Server]) -> None:
    ada, grace = (Browser(server) for server in servers)
    made = ada.new(GAME, "me", "link")
    grace.sit(made["links"][0]["url"])
    table = servers[0].app.state.hall
    with ada.live(made["table"]) as one:
        one.position()
        one.wait_for("table", lambda told: not told["seats"][1]["free"])  # this server has heard that she sits there
        table.gatherings[made["table"]].elsewhere["dead"] = {"nobody", table.gatherings[made["table"]].table.seats[1].owner}
        assert ada.get(f"/api/tables/{made['table']}").json()["seats"][1]["present"]
        table.neighbours._heard["dead"] = 0.0
        while one.wait("table")["seats"][1]["present"]:
            pass
    for browser in (ada, grace):
        browser.http.close()


def test_whoever_sits_down_later_is_present_everywhere(servers: list[Server]) -> None:
    """Only those who sit at a table are told of; a guest at one server takes a seat at the other."""
    ada, grace = (Browser(server) for server in servers)
    made = ada.new(GAME, "me", "link")
    with ada.live(made["table"]) as one, grace.live(made["table"]) as two:
        two.position()
        grace.http.post(servers[0].url + made["links"][0]["url"])
        while not one.last.get("table", {"seats": [{}, {}]})["seats"][1].get("present"):
            one.wait("table")
    ada.http.close()
    grace.http.close()


def test_a_clock_that_is_set_back_stops_no_bot(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = iter(range(1, 1_000_000))

    def back() -> int:
        return rows.now() - 3_600_000 * next(hours)

    for module in (changes, hall, database):
        monkeypatch.setattr(module, "now", back)
    server = Server(tmp_path, store=postgres.new())
    ada = Browser(server)
    with ada.live(ada.new(GAME, "me", "bot:random")["table"]) as one:
        for _ in range(3):
            one.play(one.turn()["actions"][0]["action"])
        one.turn()
    server.stop()
    ada.http.close()


def test_a_job_that_is_due_in_a_far_future_is_done_now(postgres: Postgres) -> None:
    """The clock of the database was set back."""
    kept = database.Store(postgres.new())
    keeper.bring_in(kept, Match(GAME, seed="x").record())
    kept.write(lambda db: kept.enqueue(db, kept.ids()[0], (7, 3_600_000)))
    with kept.job(list) as job:
        assert job is not None
        assert job[1].version == 7
    kept.write(lambda db: kept.enqueue(db, kept.ids()[0], (8, 30_000)))
    with kept.job(list) as job:
        assert job is None, "this one only has to wait"
    wait = kept.next_job()
    assert kept.jobs() == 1
    assert wait is not None
    assert 0 < wait <= 30_000
    kept.close()
