"""Watching a server: health, counters, logs without secrets, and a clean end."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from chantier import games
from chantier.table import logs
from tests.table.crashes import Process
from tests.table.harness import PATIENCE, Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


def test_health_and_counters(browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "bot:random")["table"]
    with ada.live(table) as one:
        one.play(one.turn()["actions"][0]["action"])
        one.ask("undo", seat=7)
        one.turn()
        told = ada.get("/metrics")
        assert told.headers["content-type"].startswith("text/plain")
        counted = dict(line.rsplit(" ", 1) for line in told.text.splitlines() if not line.startswith("#"))
        assert float(counted["chantier_tables"]) == 1
        assert float(counted["chantier_connections"]) == 1
        assert float(counted['chantier_moves_total{by="person"}']) == 1
        assert float(counted['chantier_moves_total{by="bot"}']) >= 1
        assert float(counted['chantier_refused_total{error="no seat"}']) == 1
        assert float(counted["chantier_move_seconds_count"]) == 2
        assert float(counted["chantier_store_seconds_count"]) >= 2
        for stage, least in (("turn", 2), ("rules", 2), ("show", 2), ("send", 4)):  # of the bot's moves, too
            assert float(counted[f'chantier_stage_seconds_count{{stage="{stage}"}}']) >= least, stage
        assert 'chantier_requests_total{method="POST",status="200"}' in counted
        assert "chantier_bot_queue" in counted
    assert ada.get("/health").json() == {"status": "ok"}


def test_counters_are_not_for_strangers(browser: Make) -> None:
    ada = browser()
    assert ada.get("/metrics", headers={"x-forwarded-for": "8.8.8.8"}).status_code == 404
    assert ada.get("/health", headers={"x-forwarded-for": "8.8.8.8"}).status_code == 200


def test_logs_are_lines_of_json_without_secrets(
    server: Server, browser: Make, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, logger="chantier.table")
    ada, grace = browser(), browser()
    made = ada.new(GAME, "me", "link")
    link = made["links"][0]["url"]
    grace.sit(link)
    token = ada.post("/api/account/tokens", {"scopes": ["read"]}).json()["token"]
    ada.post("/api/account", {"name": "Ada", "password": "a machine of numbers"})
    ada.get("/api/tables", headers={"authorization": f"Bearer {token}"})

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(server.app.state.hall.store, "by_link", broken)
    assert grace.get(link).json()["error"] == "broken"
    with ada.live(made["table"]) as one:
        one.send("chat", request=1, text="nobody else should read this")
        one.wait("chat")
    line = logs.Lines()
    text = "\n".join(line.format(record) for record in caplog.records if record.name == "chantier.table")
    told = [json.loads(one) for one in text.splitlines()]
    assert {"at", "level", "logger", "message"} <= set(told[0])
    assert any(one.get("route") == "/api/tables" and one["status"] == 200 and one["ms"] >= 0 for one in told)
    assert any(one["message"].startswith("GET /s") and "a fault of ours" in one["error"] for one in told)
    seats = server.app.state.hall.gatherings[made["table"]].table.seats
    people = [seat.owner for seat in seats]
    seed = server.app.state.hall.gatherings[made["table"]].table.row.seed
    cookies = [b.http.cookies["chantier"] for b in (ada, grace)]
    for secret in (link.removeprefix("/s/"), token, "machine of numbers", "nobody else", seed, *people, *cookies):
        assert secret not in text


def test_a_server_ends_cleanly(database: str, tmp_path: Path) -> None:
    """It is told to stop: streams are closed, what was acknowledged is there, and the command ends well."""
    server = Process(tmp_path, "serve", "--port", "0", "--store", database)
    ada = Browser(server)
    table = ada.new(GAME, "me", "bot:random")["table"]
    with ada.live(table) as one:
        before = one.play(one.turn()["actions"][0]["action"])["version"]
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            one.wait("never")
    assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert "Traceback" not in (tmp_path / f"errors-{id(server)}.txt").read_text()
    server.start()
    assert ada.get(f"/api/tables/{table}").json()["version"] >= before
    server.kill()
    ada.http.close()


def test_a_worker_ends_cleanly_and_says_what_it_needs(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "CHANTIER_STORE": ""}
    command = [sys.executable, "-m", "chantier", "worker", "--store", "sqlite:///x.sqlite"]
    told = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=PATIENCE)
    assert told.returncode == 2
    assert "workers share a PostgreSQL" in told.stderr
