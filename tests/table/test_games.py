"""Whole games of every game, by browsers and bots."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chantier import Match, games
from chantier.bots import bot
from chantier.table.store.database import Store
from tests.table import worlds
from tests.table.harness import Browser, Connection, Server

Make = Callable[[], Browser]


def clever(server: Server, table: str) -> Callable[[], int]:
    """Chooses as somebody would who knows what things are worth; random games of some games are very long."""
    player = bot("apprentice", seed=1)

    def choose() -> int:
        match = server.app.state.hall.gatherings[table].table.match
        return player.choose(match.seen())

    return choose


def play_on(connection: Connection, choose: Callable[[], int], decisions: int) -> None:
    """Decide so often, or until the game is over."""
    for _ in range(decisions):
        if connection.turn()["over"]:
            break
        told = connection.play(choose())
        assert told["type"] == "position", told


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", list(games))
def test_two_browsers_and_a_bot_play_to_the_end(game: str, server: Server, browser: Make) -> None:
    ada, grace = browser(), browser()
    kinds = ["me", "link", "bot:apprentice"][: games[game].seats[-1]]
    made = ada.new(game, *kinds)
    assert grace.sit(made["links"][0]["url"]) == made["table"]
    choose = clever(server, made["table"])
    eve = browser()
    with (
        ada.live(made["table"]) as one,
        grace.live(made["table"], language="de") as two,
        eve.live(made["table"], language="fr") as three,
    ):
        here = {0: one, 1: two}
        while True:
            version = max(c.position()["version"] for c in here.values())
            now = [c.position(version) for c in (*here.values(), three)]
            if now[0]["over"]:
                break
            actor = here.get(now[0]["to_act"])
            if actor is None:
                one.position(version + 1)
                continue
            assert actor.position()["actions"]
            told = actor.play(choose())
            assert told["type"] == "position", told
        last, other = one.position(), two.position(one.position()["version"])
        assert last["scores"] == other["scores"]
        assert last["seed"]
        assert 1 in last["ranking"]
        assert one.wait("table")["over"]
        three.position(last["version"])
    readers = {one: "en", two: "de", three: "fr"}
    assert worlds.check(readers, server.app.state.hall.gatherings[made["table"]].table, every=4) > 20
    check_record(server, ada, made["table"], last["scores"])


def check_record(server: Server, who: Browser, table: str, scores: list[int]) -> None:
    """The record of a finished game replays to the same end, and the store holds the same moves."""
    match = Match.of(who.get(f"/api/tables/{table}/record").text)
    assert match.over
    assert match.scores() == scores
    store = Store(f"sqlite:///{server.folder / 'tables.sqlite'}")
    stored = store.load(table)
    store.close()
    assert stored is not None
    assert [(m.seat, m.words) for m in stored.moves] == [(m.seat, match.words(m.action)) for m in match.moves]
    assert stored.moves[-1].digest == match.digest()


@pytest.mark.parametrize("game", list(games))
def test_one_screen(game: str, browser: Make) -> None:
    """Several people at one browser: it looks from the seat to act."""
    ada = browser()
    made = ada.new(game, *["me", "here"][: games[game].seats[-1]])
    with ada.live(made["table"]) as one:
        for _ in range(25):
            now = one.turn()
            if now["over"]:
                break
            assert now["seat"] == now["to_act"]
            one.play(now["actions"][-1]["action"])


@pytest.mark.parametrize("game", list(games))
def test_bots_alone_play_while_somebody_watches(game: str, browser: Make) -> None:
    ada, guest = browser(), browser()
    made = ada.new(game, *["bot:random"] * games[game].seats[0])
    with guest.live(made["table"]) as watching:
        for _ in range(20):
            watching.wait("position")
            assert watching.position()["actions"] == []
            assert watching.position()["seat"] is None


@pytest.mark.parametrize("game", list(games))
def test_a_game_goes_on_after_a_restart_of_the_server(game: str, server: Server, browser: Make) -> None:
    ada = browser()
    made = ada.new(game, "me", *["bot:random"] * (games[game].seats[0] - 1))
    for _ in range(2):
        with ada.live(made["table"]) as one:
            one.position()
            play_on(one, clever(server, made["table"]), 8)
            before = one.turn()
        server.restart()
        with ada.live(made["table"]) as one:
            after = one.position()
            assert after["version"] == before["version"]
            assert after["scene"] == before["scene"]
            assert after["actions"] == before["actions"]
            assert after["scores"] == before["scores"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", list(games))
def test_every_action_has_words_text_clauses_and_a_place(game: str, language: str, browser: Make) -> None:
    ada = browser()
    made = ada.new(game, *["me"] * games[game].seats[0])
    with ada.live(made["table"], language=language) as one:
        for _ in range(12):
            now = one.turn()
            if now["over"]:
                break
            places = {place["id"]: place["actions"] for place in now["scene"]["places"]}
            assert now["prompt"]
            for action in now["actions"]:
                assert action["words"]
                assert action["text"]
                assert action["clauses"]
                assert action["action"] in places[action["place"]]
            one.play(now["actions"][len(now["actions"]) // 2]["action"])
        assert all(line["text"] and 1 <= line["move"] <= now["move"] for line in now["log"])
