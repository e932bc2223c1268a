"""A bot that fails is logged, counted and told of, and a weaker level answers for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chantier import games
from chantier.bots import bot, deciding
from chantier.kernel.native import Making
from chantier.table import tables
from tests.table.harness import Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


class Broken:
    """A master that fails."""

    def choose(self, seen: Any) -> Any:
        raise ZeroDivisionError("float division by zero")


@pytest.fixture
def server(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Everything here holds on both databases."""
    player = tables.player
    monkeypatch.setattr(tables, "player", lambda level: Broken() if level == "master" else player(level))
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


def test_the_table_is_told_once_that_a_bot_fails(browser: Make, caplog: pytest.LogCaptureFixture) -> None:
    ada = browser()
    table = ada.new(GAME, "bot:master", "me")["table"]
    with ada.live(table) as one:
        mine = 0
        while one.turn()["version"] < mine + 3:  # until the bot has decided three times
            one.play(one.turn()["actions"][0]["action"])
            mine += 1
        one.sync()
        told = [json.loads(heard) for heard in one.heard if '"failed"' in heard]
        assert told == [{"type": "failed", "seat": 0, "level": "master", "instead": "journeyman"}]
    with ada.live(table) as again:  # whoever comes later is told, too
        assert again.wait("failed") == told[0]
    assert any("a bot of the level master failed" in record.getMessage() and record.exc_info for record in caplog.records)
    assert 'chantier_bot_failures_total{level="master"}' in ada.get("/metrics").text


def test_a_hint_names_the_level_that_gave_it(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "bot", lambda level, *seed: Broken() if "master" in level else bot(level, *seed))
    ada = browser()
    with ada.live(ada.new(GAME, "me", "here")["table"]) as one:
        hint = one.ask("hint")
        assert hint["type"] == "hint"
        assert "journeyman" in hint["lines"][0]


def test_it_is_told_while_bots_play_below_their_strength(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "being_made", lambda _: Making(20.0, 42.0))
    ada = browser()
    table = ada.new(GAME, "bot:journeyman", "bot:random", "me")["table"]
    below = {"type": "thinking", "seat": 0, "below": {"left": 22, "of": 42}}
    with ada.live(table) as one:
        while below not in map(json.loads, one.heard):
            one.play(one.turn()["actions"][0]["action"])
        one.turn()
        assert "about another 22 s" in one.ask("hint")["lines"][1]
        assert not any("below" in heard for heard in map(json.loads, one.heard) if heard.get("seat") == 1)


@pytest.mark.parametrize(("level", "asked"), [("journeyman", [GAME]), ("apprentice", [])])
def test_a_table_begins_to_make_machine_code_before_its_bots_decide(
    level: str, asked: list[str], browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For bots that think ahead, though it is a person's turn."""
    seen: list[str] = []
    monkeypatch.setattr(deciding, "soon", lambda game: seen.append(game.name))
    ada = browser()
    ada.new(GAME, "me", f"bot:{level}")
    assert seen == asked
