"""A game in a file comes to a table: it is looked at again, or goes on; a bad file changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chantier import Match, games
from chantier.bots import bot
from chantier.terminal import saves
from tests.table.harness import Browser, Server

Make = Callable[[], Browser]
GAMES = sorted(games)
SENTENCES = {"en": "neither a record", "fr": "ni une feuille de partie", "de": "weder eine Aufzeichnung"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("files"))
    yield made
    made.stop()


def played(game: str, moves: int) -> Match:
    match, player = Match(game, 2, seed="a file"), bot("apprentice", seed="a file")
    while not match.over and len(match.moves) < moves:
        match.play(player.choose(match.seen()))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_looked_at_again(game: str, browser: Make) -> None:
    match, ada = played(game, 10**6), browser()
    table = ada.post("/api/records", {"text": match.record()}).json()["table"]
    told = ada.get(f"/api/tables/{table}").json()
    assert (told["over"], told["scores"], told["game"]) == (True, match.scores(), game)
    assert ada.get(f"/api/tables/{table}/record").text == match.record()
    assert ada.get(f"/api/tables/{table}/review").json()["scores"] == match.scores()
    assert [one["table"] for one in ada.get("/api/tables").json()["mine"]] == [table]


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_goes_on_with_those_who_played(game: str, browser: Make) -> None:
    match, ada = played(game, 12), browser()
    text = saves.text(match, [saves.Player("Maud"), saves.Player("Sabine", "apprentice")])
    table = ada.post("/api/records", {"text": text}).json()["table"]
    seats = ada.get(f"/api/tables/{table}").json()["seats"]
    assert [(seat["name"], seat["level"], seat["mine"]) for seat in seats] == [
        ("Maud", None, True),
        ("Sabine", "apprentice", False),
    ]
    with ada.live(table) as one:
        now = one.turn()
        assert now["move"] >= len(match.moves)
        assert one.play(now["actions"][0]["action"])["version"] == now["version"] + 1
        assert one.last["table"]["seed_from"] >= len(match.moves), "the draws to come cannot be known from the file"


def test_bad_files_are_told_of_and_change_nothing(browser: Make, tmp_path: Path) -> None:
    ada, good = browser(), played(GAMES[0], 12).record()
    for language, said in SENTENCES.items():
        for text in ("", "hello", "{}", "\x00\x01", "PNG" * 100):
            answer = ada.post(f"/api/records?language={language}", {"text": text})
            assert (answer.status_code, answer.json()["error"]) == (400, "no record")
            assert said in answer.json()["text"]
    lines = good.splitlines()
    broken = {
        "another game": good.replace(f"game {GAMES[0]}", "game chess"),
        "other components": good.replace("components standard ", "components standard 0"),
        "an illegal line": "\n".join([*lines[:-1], "0 fly to the moon"]),
        "too many seats": good.replace("seats 2", "seats 9"),
    }
    for what, text in broken.items():
        answer = ada.post("/api/records", {"text": text})
        expected = (409, "no set of record") if what == "other components" else (400, "record")
        assert (answer.status_code, answer.json()["error"]) == expected, what
    secret = tmp_path / "secret.toml"
    secret.write_text("nobody's = 1", encoding="utf-8")
    foreign = good.replace("components standard ", "components standard 0") + f"# components {secret}\n"
    assert "secret" not in ada.post("/api/records", {"text": foreign}).text, "no file of the server is looked at"
    assert ada.post("/api/records", {"text": "x" * 30_001}).status_code == 400
    assert ada.post("/api/records", {"text": "x" * 40_000}).json()["error"] == "big"
    assert ada.post("/api/records", {}).status_code == 400
    assert ada.get("/api/tables").json()["mine"] == []


def test_a_token_needs_the_scope_of_hosts(browser: Make) -> None:
    ada, record = browser(), played(GAMES[0], 12).record()
    for scope, status in (("play", 403), ("host", 200)):
        token = ada.post("/api/account/tokens", {"scopes": [scope]}).json()["token"]
        answer = browser().post("/api/records", {"text": record}, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status
