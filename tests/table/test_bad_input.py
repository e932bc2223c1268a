"""Whatever is sent, nothing breaks, hangs, or tells what it should not: requests by schemathesis, messages by a fuzzer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from chantier import games
from chantier.table import live as live_module
from chantier.table.live import LONGEST_MESSAGE
from chantier.table.people.limits import Limit
from tests.table.harness import PATIENCE, Browser, Connection, Server

Make = Callable[[], Browser]
GAME = next(iter(games))
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "negative_data_rejection,unsupported_method"
)


@pytest.fixture
def server(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that does not slow anybody down."""
    monkeypatch.setattr(Limit, "take", lambda *_: True)
    monkeypatch.setattr(live_module, "BURST", 1e9)
    monkeypatch.setattr(live_module, "RATE", 1e9)
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


@pytest.mark.unmeasured
def test_requests_of_every_kind(server: Server, browser: Make, tmp_path: Path) -> None:
    """Real tables are there to be hit, and the cookie of whoever made them, which holds to the end."""
    ada = browser()
    ada.post("/api/account", {"name": "Ada", "password": "a machine of numbers"})
    made = ada.new(GAME, "me", "link", "open", "bot:random")
    token = ada.post("/api/account/tokens", {"scopes": ["read"]}).json()["id"]
    real = {"table": made["table"], "code": made["code"], "game": GAME, "token": token}
    lines = [f'"path.{key}" = "{value}"' for key, value in real.items()]
    config = tmp_path / "schemathesis.toml"
    config.write_text("[parameters]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    cookie = ["--header", f"Cookie: chantier={ada.http.cookies['chantier']}"]
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"{server.url}/api/openapi.json"]
    how = ["--checks", CHECKS, "-n", "4", "--seed", "1", "--no-shrink", "--phases", "coverage,fuzzing"]
    more = ["--suppress-health-check", "all", "--generation-database", "none", "--request-timeout", str(PATIENCE)]
    signing = "account/sessions?$"  # whoever signs out is nobody any more
    streams = "stream$"  # they go on for ever; see below
    for which in (["--exclude-path-regex", f"{streams}|{signing}", *cookie], ["--include-path-regex", signing]):
        asked = [*command, *how, *which, *more]
        told = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stdout[-8000:] + told.stderr[-2000:]
        assert "passed" in told.stdout
    assert ada.get("/api/account").json()["name"] == "Ada"
    with ada.live(made["table"]) as one:
        assert one.position()["type"] == "position"


def test_bad_requests_for_streams(browser: Make) -> None:
    ada, eve = browser(), browser()
    table = ada.new(GAME, "me", "here")["table"]
    for path in ("nowhere/stream", f"{table}/stream?seat=x", f"{table}/stream?seat=0", f"{table}/stream?seat=99", "%00/stream"):
        answer = eve.get(f"/api/tables/{path}")
        assert 400 <= answer.status_code < 500, path
        assert set(answer.json()) == {"error", "text"}


ABSURD = ["9" * 5000, "-" + "9" * 5000, "99999999999999999999", "-1", "1e9", "%00", "%F0%9F%8E%B2", "0x1", "%C2%B2", "%20"]


@pytest.mark.parametrize("absurd", ABSURD, ids=lambda text: text[:12])
def test_absurd_numbers(absurd: str, server: Server, browser: Make) -> None:
    """In every place of an address where a number belongs."""
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    routes = [(str(getattr(route, "path", "")), getattr(route, "methods", None) or {"GET"}) for route in server.app.routes]
    patterns = [(path, methods) for path, methods in routes if re.search("^/api.*{(seat|move|step|number)}", path)]
    assert len(patterns) == 8
    paths = [(path.replace("{table}", table).replace("{game}", GAME).replace("{lesson}", "first"), m) for path, m in patterns]
    paths += [(f"/api/tables/{table}/{what}?seat={{seat}}", {"GET"}) for what in ("moments/0", "reasons", "stream")]
    for path, methods in paths:
        asked = re.sub("{(seat|move|step|number)}", absurd, path)
        answer = ada.get(asked) if "GET" in methods else ada.post(asked, {})
        assert 400 <= answer.status_code < 500, (path, answer.status_code)
        assert set(answer.json()) == {"error", "text"}
    with ada.live(table, seat=absurd) as one:  # whoever asks for a seat that is none looks on, or from their own
        assert one.position()["type"] == "position"


def message(rng: Random, now: dict[str, Any], sent: list[Any]) -> Any:
    """Something that might be sent by mistake or on purpose."""
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        2,
        10**9,
        10**30,
        1.5,
        "",
        "0",
        "x" * 70,
        "\ud800",
        [],
        [0],
        {},
        {"a": 1},
        float("nan"),
    ]
    kind = rng.choice(["play", "undo", "hint", "chat", "view", "ping", "position", "", None, 7])
    told = {"type": kind, "request": rng.choice([rng.random(), f"r{rng.random()}", *odd]), "version": now["version"]}
    told |= {"seat": rng.randrange(-1, 4), "action": rng.choice([rng.randrange(500), *odd]), "text": rng.choice(odd)}
    for key in rng.sample(sorted(told), rng.randrange(3)):
        told[key] = rng.choice(odd)
    for key in rng.sample(sorted(told), rng.randrange(3)):
        del told[key]
    text = json.dumps(told)
    cut = rng.randrange(len(text))
    return rng.choice(
        [text, text, text, text[:cut], text[cut:] + text[:cut], "[" * 3000, "x" * (LONGEST_MESSAGE + rng.randrange(9)),
         rng.randbytes(rng.randrange(200)), text.encode(), rng.choice(sent) if sent else text]
    )  # fmt: skip


def test_messages_of_every_kind(server: Server, browser: Make) -> None:
    """A stranger, a player out of turn and the player to act send nonsense; the game is the same as before."""
    ada, grace, eve = browser(), browser(), browser()
    made = ada.new(GAME, "me", "link")
    grace.sit(made["links"][0]["url"])
    rng = Random("fuzz")
    match = server.app.state.hall.gatherings[made["table"]].table
    with ada.live(made["table"]) as one, grace.live(made["table"]) as two, eve.live(made["table"]) as three:
        before = one.position()["version"]
        for who, mine in ((one, {0}), (two, {1}), (three, set())):
            sent: list[Any] = []
            for _ in range(120):
                sent.append(message(rng, who.position(), sent))
                who.socket.send(sent[-1])
                answers(who, mine)
        match = server.app.state.hall.gatherings[made["table"]].table
        actor = (one, two)[match.match.to_act]
        actor.send("view", seat=match.match.to_act)
        actor.sync()
        assert actor.play(actor.position()["actions"][0]["action"])["version"] == match.version + 1
        assert match.version - before == len([row for row in match.rows if row.request and row.digest])


def answers(who: Connection, mine: set[int]) -> None:
    """There is an answer; it is not a fault of ours, and shows no seat of somebody else."""
    who.send("ping")
    while (told := who.read())["type"] != "pong":
        assert told.get("error") != "broken", told
        if told["type"] == "position":
            assert told["seat"] is None or told["seat"] in mine
            assert not told["actions"] or told["seat"] in mine


def flood(connection: Connection) -> None:
    for _ in range(50):
        connection.socket.send(b"\x00" * 1_000_000)
    connection.wait("never")


def test_a_connection_that_is_flooded_ends_and_nothing_else(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.turn()
        with pytest.raises(ConnectionClosed):
            flood(one)
    with ada.live(table) as one:
        assert one.turn()["version"] == 0
