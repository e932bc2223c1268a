"""Programs that play over HTTP: streams of one JSON a line, moves by request, tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import httpx
import pytest

import chantier
from tests.table.harness import PATIENCE, Browser, Server

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "http_bot.py"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def ada(server: Server) -> Iterator[Browser]:
    made = Browser(server)
    yield made
    made.http.close()


def example() -> Any:
    about = spec_from_file_location("http_bot", EXAMPLE)
    assert about is not None
    assert about.loader is not None
    module = module_from_spec(about)
    about.loader.exec_module(module)
    return module


def token(browser: Browser, *scopes: str) -> str:
    return str(browser.post("/api/account/tokens", {"name": "bot", "scopes": list(scopes)}).json()["token"])


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", list(chantier.games))
def test_a_bot_plays_a_whole_game(server: Server, ada: Browser, name: str) -> None:
    table = ada.new(name, "me", "bot:apprentice")["table"]
    last = example().Server(server.url, token(ada, "read", "play")).play(table)
    assert last["over"]
    assert last["seat"] == 0
    assert sorted(last["ranking"])[0] == 1
    assert chantier.Match.of(ada.get(f"/api/tables/{table}/record").text).scores() == last["scores"]
    late = ada.post(f"/api/tables/{table}/moves", {"action": 0})
    assert (late.status_code, late.json()["error"]) == (409, "over")


def states(client: httpx.Client, path: str) -> Iterator[dict[str, Any]]:
    with client.stream("GET", path) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        for line in answer.iter_lines():
            if line.strip():
                yield json.loads(line)


def test_streams_tell_where_something_is_to_be_decided_and_what_a_seat_sees(server: Server, ada: Browser) -> None:
    table = ada.new("arkadia", "me", "open")["table"]
    grace = Browser(server)
    seats = f"/api/tables/{table}/seats/1"
    assert grace.post(seats, {"name": "Grace"}).status_code == 200
    whose = {0: ada, 1: grace}
    told = {}
    for seat, browser in whose.items():
        headers = {"authorization": f"Bearer {token(browser, 'read')}"}
        with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE, trust_env=False) as client:
            told[seat] = next(line for line in states(client, f"/api/tables/{table}/stream") if line["type"] == "state")
            if told[seat]["actions"]:
                first = next(states(client, "/api/stream"))
                assert (first["type"], first["table"], first["seats"]) == ("decide", table, [seat])
    grace.http.close()
    assert sum(bool(state["actions"]) for state in told.values()) == 1
    for seat, state in told.items():
        assert state["seat"] == state["view"]["seat"] == seat
        assert "hand" in state["view"]["seats"][seat]
        assert "hand" not in state["view"]["seats"][1 - seat]
        assert [e for e in state["events"] if e["kind"] == "draw" and e["seat"] != seat and e["args"]] == []


@pytest.mark.parametrize("name", list(chantier.games))
def test_moves_are_refused_with_a_reason(server: Server, ada: Browser, name: str) -> None:
    table = ada.new(name, "me", "here")["table"]
    path = f"/api/tables/{table}/moves"
    now = example().Server(server.url, token(ada, "read")).lines(f"/api/tables/{table}/stream")
    state = next(line for line in now if line["type"] == "state")
    now.close()

    def refused(**asked: Any) -> tuple[int, str, str]:
        answer = ada.post(path, asked)
        return answer.status_code, answer.json()["error"], answer.json()["text"]

    assert refused(action="fly to the moon")[:2] == (409, "illegal")
    assert f"legal are: {state['actions'][0]['words']}" in refused(action=0)[2]
    assert refused(action=state["actions"][0]["action"], version=77)[:2] == (409, "stale")
    assert refused(action=state["actions"][0]["action"], seat=1 - state["to_act"])[:2] == (409, "not your turn")
    assert refused(action=1.5)[:2] == (400, "bad")
    stranger = Browser(server)
    assert stranger.post(path, {"action": state["actions"][0]["action"]}).json()["error"] == "not yours"
    stranger.http.close()
    headers = {"authorization": f"Bearer {token(ada, 'read')}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE, trust_env=False) as reader:
        assert reader.post(path, json={"action": 10}).status_code == 403
    good = {"action": state["actions"][0]["words"], "version": state["version"], "request": "one"}
    assert ada.post(path, good).json()["version"] == state["version"] + 1
    assert ada.post(path, good).json()["version"] == state["version"] + 1  # sent twice, played once
    assert refused(**{**good, "request": "two"})[:2] == (409, "stale")


def test_the_interface_is_documented(ada: Browser) -> None:
    paths = ada.get("/api/openapi.json").json()["paths"]
    for path in ("/api/stream", "/api/tables/{table}/stream", "/api/tables/{table}/moves"):
        assert all(about["summary"] for about in paths[path].values())
