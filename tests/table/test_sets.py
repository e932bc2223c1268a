"""Component sets of people: looked at and changed without being kept, kept only when they are good, seen by nobody else unless
shared; and tables that are played with them, whatever becomes of the set."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from chantier import Match, games
from chantier.box.sound import Sounding
from chantier.cli import main
from chantier.components import LONGEST_SET, component_set, own_folder, own_set
from chantier.table import boxes
from tests.table.harness import Browser, Server, fits
from tests.table.test_games import clever, play_on

Make = Callable[[], Browser]
CHANGED = {  # a game, and a place where another number is as good
    "world_monuments": ("points.gem", 4),
    "arkadia": ("hand.cards", 3),
    "queens_architect": ("character[1].values[2]", 1),
}


def look(who: Browser, game: str, **more: Any) -> dict[str, Any]:
    answer = who.post(f"/api/box/{game}", more)
    assert answer.status_code == 200, answer.text
    fits("post /api/box/{game}", answer.text)
    told: dict[str, Any] = answer.json()
    return told


def edited(who: Browser, game: str) -> str:
    place, value = CHANGED[game]
    return str(look(who, game, edits=[{"do": "set", "place": place, "value": value}])["text"])


def kept(who: Browser, game: str, name: str = "My box") -> dict[str, Any]:
    answer = who.post("/api/sets", {"game": game, "name": name, "text": edited(who, game)})
    assert answer.status_code == 200, answer.text
    fits("post /api/sets", answer.text)
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", list(games))
def test_a_set_is_looked_at_and_changed(game: str, browser: Make) -> None:
    ada = browser()
    fits("get /api/box/{game}", ada.get(f"/api/box/{game}").text)
    told = look(ada, game, language="fr")
    assert told["problems"] == told["differences"] == []
    cells = [cell for part in told["parts"] for table in part["tables"] for row in table["rows"] for cell in row["cells"]]
    assert len(cells) == sum(told["counts"].values())
    assert {cell["source"] for cell in cells} == set(told["counts"])
    place, value = CHANGED[game]
    after = look(ada, game, text=told["text"], edits=[{"do": "set", "place": place, "value": value}])
    assert [one["place"] for one in after["differences"]] == [place]
    assert after["counts"]["box"] == 1
    wrong = look(ada, game, text=told["text"], edits=[{"do": "set", "place": place, "value": 10**6}], language="de")
    assert place in [one["place"] for one in wrong["problems"]]


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        ({"do": "set", "place": "nowhere.at.all", "value": 1}, "edit"),
        ({"do": "set", "place": "", "value": 1}, "edit"),
        ({"do": "paint", "place": "plan", "spot": "<svg>", "value": "x"}, "edit"),
        ({"do": "burn", "place": "points"}, "bad"),
        ({"do": "set", "place": "points.gem", "value": {"a": 1}}, "bad"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(edit: dict[str, Any], error: str, browser: Make) -> None:
    answer = browser().post("/api/box/world_monuments", {"edits": [edit]})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"] == error


def test_sets_are_kept_renamed_changed_exported_and_deleted(browser: Make) -> None:
    ada, grace = browser(), browser()
    made = kept(ada, "arkadia")
    where = f"/api/sets/{made['id']}"
    fits("get /api/sets", ada.get("/api/sets").text)
    fits("get /api/sets/{known}", ada.get(where).text)
    assert [one["name"] for one in ada.get("/api/sets").json()] == ["My box"]
    assert grace.get("/api/sets").json() == []
    for answer in (
        grace.get(where),
        grace.post(where, {"name": "Mine"}),
        grace.get(f"{where}/file"),
        grace.http.delete(ada.server.url + where),
    ):
        assert answer.status_code == 404
    assert ada.post(where, {"name": "  Our\n box "}).json()["name"] == "Our box"
    assert ada.post(where, {"name": " "}).status_code == 400
    text = ada.get(f"{where}/file").text
    assert own_set("arkadia", "", text).hash == made["hash"]
    back = ada.post(where, {"text": component_set("arkadia").text}).json()
    assert back["hash"] == component_set("arkadia").hash
    again = ada.post("/api/sets", {"game": "arkadia", "name": "Imported", "text": text}).json()
    assert again["hash"] == made["hash"]
    assert ada.http.delete(ada.server.url + where).json() == {"deleted": True}
    assert [one["name"] for one in ada.get("/api/sets").json()] == ["Imported"]


def test_a_link_shows_a_set_until_it_is_withdrawn(browser: Make) -> None:
    ada, grace = browser(), browser()
    made = kept(ada, "arkadia")
    link = ada.post(f"/api/sets/{made['id']}", {"shared": True}).json()["link"]
    page, _, token = link.partition("?shared=")
    assert page == "/box/arkadia"
    shown = grace.get(f"/api/shared/{token}")
    fits("get /api/shared/{link}", shown.text)
    assert (shown.json()["name"], shown.json()["hash"]) == ("My box", made["hash"])
    assert grace.get("/api/sets").json() == []
    grace.post("/api/sets", {key: shown.json()[key] for key in ("game", "name", "text")})
    assert ada.post(f"/api/sets/{made['id']}", {"shared": False}).json()["link"] is None
    assert grace.get(f"/api/shared/{token}").status_code == 404
    assert [one["hash"] for one in grace.get("/api/sets").json()] == [made["hash"]]


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"game": "arkadia", "name": "x", "text": "x"}, "bad set"),
        ({"game": "arkadia", "name": "x", "text": "a = 0x" + "f" * 6000}, "bad set"),
        ({"game": "arkadia", "name": "x", "text": "#" * (LONGEST_SET + 1)}, "big"),
        ({"game": "arkadia", "name": "x", "text": "#" * 40_000}, "big"),
        ({"game": "../../etc", "name": "x", "text": ""}, "no game"),
        ({"game": "arkadia", "name": "\u202e", "text": ""}, "bad"),
    ],
)
def test_what_is_no_good_set_is_not_kept(wanted: dict[str, str], error: str, browser: Make) -> None:
    ada = browser()
    assert ada.post("/api/sets", wanted).json()["error"] == error
    assert ada.get("/api/sets").json() == []


def test_nobody_keeps_any_number_of_sets(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "MOST_SETS", 2)
    ada = browser()
    text = component_set("arkadia").text
    answers = [ada.post("/api/sets", {"game": "arkadia", "name": "x", "text": text}).status_code for _ in range(3)]
    assert answers == [200, 200, 409]


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", list(games))
def test_a_table_keeps_its_set_and_its_record_replays_elsewhere(
    game: str,
    server: Server,
    browser: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The set is changed and deleted and the server starts anew in the middle of the game: nothing changes under the table."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ada = browser()
    made = kept(ada, game)
    table = ada.new(game, "me", "bot:apprentice", own=made["id"])["table"]
    assert ada.get(f"/api/tables/{table}").json()["components"] == "My box"
    with ada.live(table) as connection:
        play_on(connection, clever(server, table), 3)
    ada.post(f"/api/sets/{made['id']}", {"text": component_set(game).text})
    ada.http.delete(f"{server.url}/api/sets/{made['id']}")
    server.restart()
    with ada.live(table) as connection:
        play_on(connection, clever(server, table), 10_000)
        assert connection.position()["over"]
    record, text = ada.get(f"/api/tables/{table}/record").text, ada.get(f"/api/tables/{table}/set").text
    assert f"components My-box {made['hash']}" in record
    grace = browser()
    assert grace.post("/api/records", {"text": record}).json()["error"] == "no set of record"
    grace.post("/api/sets", {"game": game, "name": "From Ada", "text": text})
    again = grace.post("/api/records", {"text": record}).json()["table"]
    assert grace.get(f"/api/tables/{again}").json()["over"]
    (tmp_path / "record.txt").write_text(record, encoding="utf-8")
    (tmp_path / "my.toml").write_text(text, encoding="utf-8")
    fresh = ["store", "--store", f"sqlite:///{tmp_path / 'fresh.sqlite'}"]
    assert main([*fresh, "import", str(tmp_path / "record.txt")]) == 2
    assert str(own_folder(game)) in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "record.txt"), "--check", "--components", str(tmp_path / "my.toml")]) == 0
    own_folder(game).mkdir(parents=True)
    (tmp_path / "my.toml").rename(own_folder(game) / "my.toml")
    assert Match.of(record).over
    assert main([*fresh, "import", str(tmp_path / "record.txt")]) == 0
    (own_folder(game) / "my.toml").unlink()
    assert main([*fresh, "check"]) == 0


def test_nobody_plays_with_the_set_of_another(browser: Make) -> None:
    ada, grace = browser(), browser()
    made = kept(ada, "arkadia")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    assert grace.post("/api/tables", {"game": "arkadia", "seats": seats, "own": made["id"]}).json()["error"] == "no set"
    assert ada.post("/api/tables", {"game": "queens_architect", "seats": seats, "own": made["id"]}).json()["error"] == "no set"


def test_whoever_signs_in_keeps_the_sets_of_the_guest(browser: Make) -> None:
    ada, later = browser(), browser()
    ada.post("/api/account", {"name": "Ada", "password": "analytical engine"})
    made = kept(later, "arkadia")
    later.post("/api/account/session", {"name": "Ada", "password": "analytical engine"})
    assert [one["id"] for one in later.get("/api/sets").json()] == [made["id"]]


def test_soundness_is_found_out_in_the_background(server: Server, browser: Make) -> None:
    server.app.state.soundings.size = {"apprentices": 3, "journeymen": 0}
    ada = browser()
    text = edited(ada, "world_monuments")
    begun = ada.post("/api/box/world_monuments/sound", {"text": text}).json()["sounding"]
    while True:
        told = ada.get(f"/api/box/world_monuments/sound/{begun}?language=de")
        fits("get /api/box/{game}/sound/{sounding}", told.text)
        if told.json()["done"]:
            break
    assert told.json()["played"] == told.json()["of"] == 6
    assert told.json()["lines"][0].startswith("3 Partien mit diesem Satz: 3 von Lehrlingen")
    assert ada.get("/api/box/world_monuments/sound/nothing").json()["error"] == "no sounding"
    assert ada.post("/api/box/world_monuments/sound", {"text": "x"}).json()["error"] == "bad set"


def test_soundings_of_strangers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from chantier.table.refusals import Refused

    monkeypatch.setattr(Sounding, "steps", lambda self: repeat(None))
    soundings = boxes.Soundings(1, 0)
    for n in range(boxes.AT_ONCE):
        text = component_set("world_monuments").text.replace("start = 10 ", f"start = {20 + n} ")
        soundings.begin("ada", "world_monuments", own_set("world_monuments", "", text))
    with pytest.raises(Refused, match="busy"):
        soundings.begin("grace", "world_monuments", component_set("world_monuments"))
    soundings.close()
