"""The live connection: clicks are never lost or doubled, and everybody does only what they may."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.sync.client import connect
from websockets.typing import Origin

from chantier import games
from chantier.bots import deciding
from chantier.games.queens_architect.words.text import TEXTS
from chantier.table import live as live_module
from chantier.table.live import LONGEST_MESSAGE
from tests.table.harness import PATIENCE, Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[Server]:
    """Everything here holds on both databases."""
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


def test_a_stale_click_is_refused_with_a_fresh_position(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one, ada.live(table) as two:
        old = two.turn()
        one.play(one.turn()["actions"][0]["action"])
        two.send("play", request="late", version=old["version"], seat=old["seat"], action=old["actions"][0]["action"])
        refused = two.wait("refused")
        assert (refused["request"], refused["error"]) == ("late", "stale")
        assert refused["version"] == old["version"] + 1
        assert two.wait("position")["version"] == old["version"] + 1
        assert one.ask("hint")["version"] == old["version"] + 1


def test_what_was_sent_before_need_not_be_sent_again(server: Server, browser: Make) -> None:
    """Packing looks back as far as it can, if whoever unpacks it can do so."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
    unpacking = [ClientPerMessageDeflateFactory()]  # as browsers ask for it: with any window
    more: dict[str, Any] = {"additional_headers": {"cookie": cookie}, "max_size": 2**24, "proxy": None}
    with connect(url, compression=None, extensions=unpacking, open_timeout=PATIENCE, **more) as socket:
        (packed,) = socket.protocol.extensions
        assert isinstance(packed, PerMessageDeflate)
        assert packed.remote_max_window_bits == 15
        assert json.loads(socket.recv(PATIENCE))["type"] == "table"


def test_a_doubled_request_is_carried_out_once(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        now = one.turn()
        click = {"request": "r1", "version": now["version"], "seat": now["seat"], "action": now["actions"][0]["action"]}
        one.send("play", **click)
        one.send("play", **click)
        for _ in range(2):
            assert one.wait("position", "refused")["type"] == "position"
            assert one.last["position"]["version"] == now["version"] + 1
            assert one.last["position"]["request"] == "r1"
    with ada.live(table) as again:  # also over a new connection, where the browser says again what was not answered
        again.turn()
        again.send("play", **click)
        assert again.wait("position", "refused")["request"] == "r1"
        assert again.last["position"]["version"] == now["version"] + 1


def test_two_clicks_at_once(browser: Make) -> None:
    """Of two who click on the same version, one is refused."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one, ada.live(table) as two:
        now = one.turn()
        two.turn()
        for n, connection in enumerate((one, two)):
            action = now["actions"][n % len(now["actions"])]["action"]
            connection.send("play", request=f"r{n}", version=now["version"], seat=now["seat"], action=action)
        one.sync()
        two.sync()
        assert one.last["position"]["version"] == two.last["position"]["version"] == now["version"] + 1
        assert ("refused" in one.last) != ("refused" in two.last)


def test_only_the_seat_to_act_acts_and_nobody_for_others(browser: Make) -> None:
    ada, grace, guest = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link")
    grace.sit(made["links"][0]["url"])
    with ada.live(made["table"]) as one, grace.live(made["table"]) as two, guest.live(made["table"]) as three:
        seats = {0: one, 1: two}
        to_act = one.position()["to_act"]
        actor, other = seats[to_act], seats[1 - to_act]
        action = actor.turn()["actions"][0]["action"]
        other.position()
        three.position()
        assert other.position()["actions"] == three.position()["actions"] == []
        assert other.play(action)["error"] == "not your turn"
        assert other.play(action, seat=to_act)["error"] == "not yours"
        assert three.play(action, seat=to_act)["error"] == "not yours"
        assert three.ask("undo", seat=to_act)["error"] == "not yours"
        assert other.ask("hint", seat=to_act)["error"] == "not yours"
        assert other.ask("hint")["error"] == "not your turn"
        for bad in (-1, 2, 99):
            assert other.play(action, seat=bad)["error"] == "no seat"
        for bad in (-5, 10**6):
            assert actor.play(bad)["error"] == "illegal"
        assert actor.position()["version"] == 0


def test_undo_law(browser: Make) -> None:
    """A step is taken back only by the seat that made it, and not once another has decided."""
    ada, grace = browser(), browser()
    made = ada.new(GAME, "me", "link")
    grace.sit(made["links"][0]["url"])
    with ada.live(made["table"]) as one, grace.live(made["table"]) as two:
        seats = {0: one, 1: two}
        assert not one.position()["undo"]
        first = one.position()["to_act"]
        actor, other = seats[first], seats[1 - first]
        before = actor.turn()
        assert actor.ask("undo")["error"] == "no undo"
        after = actor.play(before["actions"][0]["action"])
        other.position(after["version"])
        assert after["undo"]
        assert not other.last["position"]["undo"]
        assert other.ask("undo")["error"] == "no undo"
        assert actor.ask("undo", version=before["version"])["error"] == "stale"
        actor.wait("position")
        back = actor.ask("undo")
        assert back["type"] == "position"
        assert back["version"] == after["version"] + 1
        assert (back["move"], back["scene"], back["actions"]) == (before["move"], before["scene"], before["actions"])
        assert other.position(back["version"])["move"] == before["move"]


def test_an_undone_step_stays_undone_after_a_restart(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        start = one.turn()
        one.play(start["actions"][0]["action"])
        one.ask("undo")
        again = one.play(one.turn()["actions"][-1]["action"])
    server.restart()
    with ada.live(table) as one:
        assert one.position()["version"] == again["version"]
        assert one.position()["scene"] == again["scene"]
        assert one.position()["undo"]


def test_log_and_events_come_once(browser: Make) -> None:
    """What is new comes with each position; together it is the whole log."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table, seat=0) as one:
        lines, events = list(one.position()["log"]), []
        assert one.position()["whole"]
        assert one.position()["events"] == []
        for _ in range(12):
            now = one.turn()
            told = one.play(now["actions"][0]["action"])
            lines = list(told["log"]) if told["whole"] else lines + told["log"]
            events += told["events"]
        assert events
        one.send("view", seat=one.position()["seat"])
        whole = one.wait("position")
        assert whole["whole"]
        assert whole["log"] == lines


def test_of_sheets_that_stay_the_same_only_the_names_come(browser: Make) -> None:
    """Put together they are what somebody who comes now is shown, who gets all of them."""
    ada, eve = browser(), browser()
    made = ada.new(GAME, "me", "bot:random", public=True)
    with ada.live(made["table"]) as one, eve.live(made["table"]) as early:
        for _ in range(6):
            now = one.turn()
            one.play(now["actions"][0]["action"])
        version = one.turn()["version"]
        early.position(version)
        with ada.live(made["table"]) as again, eve.live(made["table"]) as late:
            assert again.position(version)["scene"] == one.position(version)["scene"]
            assert late.position(version)["scene"] == early.position(version)["scene"]
    sheets = [json.loads(text)["scene"]["sheets"] for text in one.heard if json.loads(text)["type"] == "position"]
    assert not any(isinstance(sheet, str) for sheet in sheets[0])
    assert all(any(isinstance(sheet, str) for sheet in later) for later in sheets[1:])


def test_view_changes_seat_and_language(browser: Make) -> None:
    ada = browser()
    made = ada.new(GAME, "me", "here", "link")
    with ada.live(made["table"]) as one:
        texts = set()
        for language in ("en", "fr", "de"):
            one.position()
            one.send("view", seat=1, language=language)
            now = one.wait("position")
            assert now["seat"] == 1
            texts.add(now["log"][0]["text"])
        assert len(texts) == 3
        one.send("view", seat=2)
        assert one.wait("refused", "position")["error"] == "not yours"


def test_drawings_have_the_letters_of_the_language(browser: Make) -> None:
    """The shields of guilds show a letter: that of their name, as the page says it."""
    ada = browser()
    with ada.live(ada.new("queens_architect", "me", "here")["table"]) as one:
        one.position()
        for language in ("de", "fr", "en"):
            one.send("view", language=language)
            shield, letter = one.wait("look")["symbols"]["qa-sh-0"], TEXTS[language]["L"]
            assert f">{letter}<" in shield


def test_presence_and_the_table_message(browser: Make) -> None:
    ada, grace = browser(), browser()
    made = ada.new(GAME, "me", "link")
    grace.sit(made["links"][0]["url"])
    with ada.live(made["table"]) as one:
        assert one.wait("table")["you"] == [0]
        assert [seat["present"] for seat in one.last["table"]["seats"]] == [True, False]
        assert len(one.last["table"]["promise"]) == 64
        with grace.live(made["table"]) as two:
            assert two.wait("table")["you"] == [1]
            assert one.wait("table")["seats"][1]["present"]
        assert not one.wait("table")["seats"][1]["present"]


def test_chat_is_plain_text_of_limited_length(server: Server, browser: Make) -> None:
    ada, guest = browser(), browser()
    table = ada.new(GAME, "me", "here")["table"]
    ada.post(f"/api/tables/{table}/seats/0", {"name": "Ada\u202e\n <b>"})
    with ada.live(table) as one, guest.live(table) as two:
        one.send("chat", request=1, text="  <script>a\u202e\x00\n b\u2066</script> ")
        said = two.wait("chat")
        assert (said["seat"], said["name"], said["text"]) == (0, "Ada <b>", "<script>a b</script>")
        two.send("chat", request=2, text="x" * 2000)
        said = one.wait("chat")
        while said["seat"] == 0:
            said = one.wait("chat")
        assert (said["seat"], said["name"], len(said["text"])) == (None, "Guest", 400)
        for bad in ("", " \n\u200b", 7, None, ["x"]):
            one.send("chat", request=3, text=bad)
            assert one.wait("refused")["error"] == "bad"
    server.restart()
    with guest.live(table) as two:
        assert [line["text"][:8] for line in two.wait("table")["chat"]] == ["<script>", "xxxxxxxx"]


def test_hint(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        now = one.turn()
        hint = one.ask("hint")
        assert hint["type"] == "hint"
        assert hint["action"] in [action["action"] for action in now["actions"]]
        assert hint["text"] in [action["text"] for action in now["actions"]]
        assert hint["lines"]


def test_a_hint_waits_for_machine_code_before_it_thinks(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of waiting is not taken from the time of thinking."""
    waited: list[str] = []
    monkeypatch.setattr(deciding, "in_time", lambda game, _: waited.append(game.name))
    ada = browser()
    with ada.live(ada.new(GAME, "me", "here")["table"]) as one:
        assert one.ask("hint")["type"] == "hint"
    assert waited == [GAME]


def test_no_hints_among_strangers(browser: Make) -> None:
    ada = browser()
    made = ada.new(GAME, "me", "here", "open", public=True)
    with ada.live(made["table"]) as one:
        if one.position()["to_act"] != 2:
            assert one.ask("hint")["error"] == "fair"
        assert ada.post(f"/api/tables/{made['table']}/copies", {"move": 30}).json()["error"] == "fair"


NONSENSE: list[Any] = [
    "", "{", "null", "[]", "7", '"play"', "{}", '{"type": 7}', '{"type": "play"}', '{"type": "nothing"}', "[" * 5000,
    '{"type":' * 900,
    '{"type": "play", "request": {}, "version": 0, "seat": 0, "action": 0}',
    '{"type": "play", "request": "r", "version": "0", "seat": 0, "action": 0}',
    '{"type": "play", "request": "r", "version": 0, "seat": true, "action": 0}',
    '{"type": "play", "request": "r", "version": 0, "seat": 0, "action": 1e400}',
    '{"type": "play", "request": "r", "version": 0, "seat": 0, "action": 1.0}',
    '{"type": "play", "request": "r", "version": 99999999999999999999, "seat": 0, "action": 0}',
    '{"type": "undo", "request": "r"}', '{"type": "hint", "request": "r", "seat": [0]}', '{"type": "view", "seat": "x"}',
    '{"type": "view", "seat": -1}', '{"type": "view", "language": 7}', '{"type": "chat", "request": "r"}',
    '{"type": "play", "request": "' + "r" * 100 + '"}', "x" * (LONGEST_MESSAGE + 1), b"\x00\xff", b"",
    '{"type": "chat", "request": "\\ud800", "text": "\\ud800"}',
]  # fmt: skip


def test_nonsense_is_refused_and_harms_nobody(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        start = one.turn()
        for message in NONSENSE:
            one.socket.send(message)
            told = one.wait("refused", "position", "chat")
            assert told["type"] == "refused", (message, told)
            assert told["error"] != "broken", (message, told)
        assert one.play(start["actions"][0]["action"])["version"] == 1


@pytest.mark.haste
def test_a_flood_is_slowed_down(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "RATE", 0.0)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.turn()
        for _ in range(int(live_module.BURST) + 1):
            one.send("ping")
        assert one.wait("refused")["error"] == "fast"


def test_a_huge_message_ends_the_connection_and_nothing_else(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.turn()
        one.socket.send("x" * 40_000_000)
        with pytest.raises(ConnectionClosed):
            one.wait("never")
    with ada.live(table) as one:
        assert one.turn()["version"] == 0


def test_other_sites_cannot_connect(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus):
        connect(url, origin=Origin("https://elsewhere.example"), proxy=None, open_timeout=PATIENCE).__enter__()
    with connect(url, origin=Origin(server.url), proxy=None, open_timeout=PATIENCE) as socket:
        assert json.loads(socket.recv(60))["type"] == "table"


def test_no_such_table(browser: Make) -> None:
    with browser().live("nowhere") as one:
        assert one.wait("refused")["error"] == "no table"


def test_many_watchers_come_and_go_while_a_game_is_played(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "bot:random")["table"]
    guests = [browser() for _ in range(4)]

    def watch(guest: Browser) -> None:
        for _ in range(5):
            with guest.live(table) as watching:
                watching.position()

    threads = [threading.Thread(target=watch, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    with ada.live(table) as one:
        for _ in range(10):
            assert one.play(one.turn()["actions"][0]["action"])["type"] == "position"
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
