"""What table and browser say to each other has the shapes of `protocol.py` and `answers.py`, and nothing else does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest

from chantier import Match, games
from chantier.bots import bot
from chantier.table import answers, position, protocol, protocol_files, tables
from chantier.table import live as live_module
from chantier.table.refusals import Refused
from chantier.table.store.rows import SeatRow
from tests.table.harness import Browser, Server, fits

Make = Callable[[], Browser]
PAGE = Path(__file__).parents[2] / "docs" / "table-protocol.md"
GAME = next(iter(games))
EVERY = 150  # positions of a game that is longer than most
PLAY = {"type": "play", "request": "r1", "version": 0, "seat": 0, "action": 3}


def get(one: Browser, address: str, query: str = "", **blanks: Any) -> Any:
    """The answer to a request of the client; it has the shape that its address promises."""
    answer = one.get(address.format(**blanks) + query)
    assert answer.status_code == 200, answer.text
    fits(f"get {address}", answer.text)
    return answer.json()


def post(one: Browser, address: str, body: Any = None, **blanks: Any) -> Any:
    if body is not None:
        fits(f"body {address}", json.dumps(body))
    answer = one.post(address.format(**blanks), body)
    assert answer.status_code == 200, answer.text
    fits(f"post {address}", answer.text)
    return answer.json()


# --- what the server sends ------------------------------------------------------------------------------------------------


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", list(games))
def test_every_position_of_a_whole_random_game_fits(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As its seats and somebody who looks on are shown it. Of a very long game some positions are left out."""
    rng, seats = Random(game), [SeatRow(n, "here", "", n, owner="ada") for n in range(2)]
    table = tables.seated(Match(game, 2, seed=game), seats, "ada", public=False, pace="live")
    live: Any = SimpleNamespace(table=table, shown=position.Shown(), present=set())
    nothing: Any = SimpleNamespace(client=None)
    who = [
        live_module.Browser(nothing, live, nothing, person, language, protocol.asked)
        for person, language in (("ada", "fr"), (None, "de"))
    ]
    sent: list[str] = []
    for one in who:
        monkeypatch.setattr(one, "outbox", SimpleNamespace(full=bool, put=sent.append, put_nowait=sent.append))
    shown = 0
    while True:
        match = live.table.match
        if shown < 2 * EVERY or match.over or not rng.randrange(EVERY):
            shown += 1
            for one in who:
                one.show_position()
                fits("Told", sent.pop())
        if match.over:
            break
        match.play(rng.choice(match.legal))
        live.table = live.table.after(match, [], live.table.row.clock)
    assert shown > EVERY


@pytest.mark.parametrize("game", list(games))
def test_every_kind_of_message_fits(game: str, browser: Make) -> None:
    """Two seats at one screen, a bot and somebody who looks on."""
    ada, eve = browser(), browser()
    table = ada.new(game, "me", "here", "bot:random", pace="live")["table"]
    rng = Random(game)
    with ada.live(table) as one, eve.live(table, language="de") as two:
        one.turn()
        one.ask("hint")
        one.send("chat", request="c", text="Hello")
        one.send("play", **{**PLAY, "version": 99})
        for _ in range(40):
            now = one.turn()
            action = rng.choice(now["actions"])["action"]
            one.send("foresee", version=now["version"], action=action, seat=now["seat"])
            if one.play(action)["undo"] and rng.random() < 0.3:
                one.ask("undo")
        one.sync()
        two.sync()
        heard = {"table", "look", "position", "thinking", "refused", "hint", "foreseen", "chat", "pong"}
        assert heard <= set(one.last) <= set(shapes(protocol.Told))


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", list(games))
def test_every_answer_about_a_finished_game_fits(game: str, server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(game, "me", "here")["table"]
    player = bot("apprentice", seed=1)
    with ada.live(table) as one:
        while not (now := one.turn())["over"]:
            fits("get /api/tables/{table}/reasons", ada.get(f"/api/tables/{table}/reasons?seat={now['seat']}").text)
            match = server.app.state.hall.gatherings[table].table.match
            one.play(player.choose(match.seen()))
    finished(ada, table)


def finished(ada: Browser, table: str) -> None:
    """The answers about a game that is over."""
    get(ada, "/api/tables/{table}/review", table=table)
    get(ada, "/api/tables/{table}/review/values", table=table)
    get(ada, "/api/tables/{table}/reasons", "?seat=0", table=table)
    move = get(ada, "/api/tables/{table}", table=table)["move"]
    for n in (0, move // 2, move):
        get(ada, "/api/tables/{table}/moments/{move}", "?seat=0&language=fr", table=table, move=n)
    post(ada, "/api/tables/{table}/copies", {"move": move // 2}, table=table)
    post(ada, "/api/tables/{table}/rematch", table=table)
    lists = get(ada, "/api/tables")
    assert any(one["next"] for one in lists["mine"])
    assert any(one["copy_of"] for one in lists["mine"])


@pytest.mark.parametrize("game", list(games))
def test_every_answer_about_a_game_fits(game: str, browser: Make) -> None:
    ada = browser()
    get(ada, "/api/texts/{language}", language="fr")
    get(ada, "/api/games", "?language=de")
    get(ada, "/api/games/{game}/rules", game=game)
    for lesson in get(ada, "/api/games/{game}/lessons", game=game):
        told = get(ada, "/api/games/{game}/lessons/{lesson}", game=game, lesson=lesson["name"])
        for step in range(len(told["steps"])):
            blanks = {"game": game, "lesson": lesson["name"], "step": step}
            get(ada, "/api/games/{game}/lessons/{lesson}/steps/{step}", **blanks)
    for number in [one["number"] for one in get(ada, "/api/puzzles") if one["game"] == game][:1]:  # not every game has some
        told = get(ada, "/api/games/{game}/puzzles/{number}", game=game, number=number)
        for step in range(len(told["steps"])):
            get(ada, "/api/games/{game}/puzzles/{number}/steps/{step}", game=game, number=number, step=step)
        post(ada, "/api/games/{game}/puzzles/{number}/tables", game=game, number=number)


def test_every_answer_about_a_table_fits(browser: Make) -> None:
    ada, grace = browser(), browser()
    seats = [{"kind": kind} for kind in ("me", "link", "open")]
    made = post(ada, "/api/tables", {"game": GAME, "seats": seats, "pace": "slow", "public": True})
    table = made["table"]
    assert get(ada, "/api/codes/{code}", code=made["code"])["table"] == table
    assert any("link" in seat for seat in get(ada, "/api/tables/{table}", table=table)["seats"])
    assert not any("link" in seat for seat in get(grace, "/api/tables/{table}", table=table)["seats"])
    assert get(grace, "/api/tables")["open"]
    post(grace, "/api/tables/{table}/seats/{seat}", {"name": "Grace", "colour": 5}, table=table, seat=2)
    post(ada, "/api/tables/{table}/seats/{seat}/bot", {"level": "random"}, table=table, seat=0)
    post(ada, "/api/tables/{table}/pause", {"paused": True}, table=table)
    get(ada, "/api/tables/{table}/reasons", "?seat=0", table=table)
    get(grace, "/api/tables/{table}/reasons", table=table)
    with ada.live(table) as one:
        one.position()
    refused = ada.get("/api/tables/nowhere")
    fits("Problem", refused.text)


def test_a_message_with_a_key_that_nobody_knows_does_not_fit(browser: Make) -> None:
    """The judge of all these tests is strict, also deep inside."""
    ada = browser()
    with ada.live(ada.new(GAME, "me", "here")["table"]) as one:
        now = one.turn()
    fits("Told", json.dumps(now))
    sheet = now["scene"]["sheets"][0]
    for part, wrong in (
        (now, {"more": 1}),
        (sheet, {"more": 1}),
        (now["actions"][0], {"warn": "maybe"}),
        (sheet, {"width": "1"}),
    ):
        before = dict(part)
        part.update(wrong)
        with pytest.raises(AssertionError):
            fits("Told", json.dumps(now))
        part.clear()
        part.update(before)
    del sheet["frame"]
    with pytest.raises(AssertionError):
        fits("Told", json.dumps(now))


# --- what the browser sends -----------------------------------------------------------------------------------------------


def test_what_is_understood_and_what_is_said_else() -> None:
    assert protocol.asked({**PLAY, "more": 1}) == PLAY
    assert protocol.asked({"type": "view", "seat": None}) == {"type": "view", "seat": None}
    for wrong, said in (
        ({"request": ""}, "request is a number or a short text."),
        ({"request": "x" * 65}, "request is a number or a short text."),
        ({"request": True}, "request is a number or a short text."),
        ({"request": "\ud800"}, "request is a number or a short text."),
        ({"request": 2**53}, "request is a number or a short text."),
        ({"version": "1"}, "version is a whole number."),
        ({"version": True}, "version is a whole number."),
        ({"seat": 1.0}, "seat is a whole number."),
        ({"action": 2**31}, "action is a whole number."),
        ({"action": None}, "action is a whole number."),
        ({"type": "chat", "text": 7}, "text is a text."),
        ({"type": "view", "language": 7}, "language is a text."),
        ({"type": "view", "seat": "0"}, "seat is a whole number."),
        ({"type": "dance"}, ""),
        ({"type": ["play"]}, ""),
    ):
        with pytest.raises(Refused) as refused:
            protocol.asked({**PLAY, **wrong})
        assert (refused.value.error, refused.value.more) == ("bad", said)
    for key in ("request", "version", "seat", "action"):
        with pytest.raises(Refused, match="bad") as refused:
            protocol.asked({name: value for name, value in PLAY.items() if name != key})
        assert refused.value.more.startswith(f"{key} is ")


# --- what is made from it -------------------------------------------------------------------------------------------------


def wordless(shape: Any) -> Any:
    if isinstance(shape, dict):
        return {key: wordless(one) for key, one in shape.items() if not (key == "description" and isinstance(one, str))}
    return [wordless(one) for one in shape] if isinstance(shape, list) else shape


def test_what_is_judged_by_are_the_same_shapes_without_words() -> None:
    assert wordless(protocol_files.schema(described=False)) == wordless(protocol_files.schema())


def test_the_types_of_the_client_are_made_from_the_shapes() -> None:
    assert protocol_files.TYPES.read_text(encoding="utf-8") == protocol_files.types(), "python -m chantier.table.protocol_files"


def test_the_tables_of_the_docs_are_made_from_the_shapes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert protocol_files.MADE in text
    assert text == protocol_files.page(text), "python -m chantier.table.protocol_files"


def shapes(union: Any) -> dict[str, str]:
    """The kinds of messages, each with the name of its shape."""
    found = get_args(get_args(union)[0])
    return {get_args(get_type_hints(shape)["type"])[0]: shape.__name__ for shape in found}


@pytest.mark.parametrize(
    ("union", "heading"), [(protocol.Told, "The server sends"), (protocol.Asked, "The client sends")], ids=["told", "asked"]
)
def test_the_docs_name_every_message(union: Any, heading: str) -> None:
    part = PAGE.read_text(encoding="utf-8").partition(f"{heading}:")[2].partition("\n\n| ")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\[(\w+)\]\(#\w+\) \|$", part, re.M))
    assert rows == shapes(union)


def test_the_docs_name_every_answer() -> None:
    """Every address that the client asks has a row, with the shape of its answer, and of what is sent."""
    text = PAGE.read_text(encoding="utf-8")
    for how, found in (("GET", answers.GET), ("POST", answers.POST), ("POST", protocol_files.BODIES)):
        for address, shape in found.items():
            row = re.search(rf"^\| `{how} {re.escape(address)}(?:\?[^`]*)?` \|(.*)$", text, re.M)
            assert row, address
            name = getattr(get_args(shape)[-1] if get_args(shape) else shape, "__name__", "")
            assert name == "str" or f"[{name}](#{name.lower()})" in row[1], address


def test_the_docs_speak_of_no_shape_that_is_not_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    there = {heading.lower() for heading in re.findall(r"^#+ (.+)$", text, re.M)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= there
