"""The store: what is acknowledged is there, once; a change on an old version is none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from chantier import games
from chantier.bots import bot
from chantier.table import changes, clocks, tables
from chantier.table.people.cookies import People
from chantier.table.refusals import Refused
from chantier.table.store.database import Store
from chantier.table.store.rows import Changed, ChatRow
from chantier.table.wanted import WantedTable
from tests.table.harness import Browser, Server

GAME = next(iter(games))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    yield made
    made.close()


def begun(store: Store, *kinds: str, **more: str) -> tables.Table:
    wanted = WantedTable.model_validate({"game": GAME, "seats": [{"kind": kind} for kind in kinds], **more})
    table = tables.create(wanted, "ada")
    store.begin(table.stored())
    return table


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    table = begun(store, "me", "link", "bot")
    stored = store.load(table.id)
    assert stored is not None
    again = tables.restored(stored)
    assert again.match == table.match
    assert (again.row, again.seats) == (table.row, table.seats)
    assert store.load("nowhere") is None
    assert store.by_code(table.row.code) == table.id
    assert store.by_link(table.seats[1].link or "") == (table.id, 1)


def done(store: Store, change: changes.Change) -> tables.Table:
    store.write(partial(change.write, store=store))
    return change.after


def test_a_change_on_an_old_version_is_none(store: Store) -> None:
    table = begun(store, "me", "here")
    change = changes.played(table, table.match.legal[0], 0.0)
    new = done(store, change)
    never = replace(new.row, version=2)
    for row in (table.row, new.row, never):  # too old; the same moves twice; never was
        old = tables.Table(replace(new.stored(), match=row), table.match)
        with pytest.raises(Changed):
            done(store, replace(change, table=old))
    with pytest.raises(Changed):
        done(store, changes.taken_back(tables.Table(replace(new.stored(), match=table.row), new.match), 0.0))
    stored = store.load(table.id)
    assert stored is not None
    assert stored.match.version == 1
    assert len(stored.moves) == len(new.match.moves)


def test_neither_a_clock_that_was_stopped_nor_a_decision_beside_it_is_lost(store: Store) -> None:
    """Two processes know a table; one stops its clock, and before the other hears of it, somebody decides there."""
    table = begun(store, "me", "here", pace="live")
    stopped = clocks.paused(table.row.clock, table.match.to_act, True, table.row.begun)
    store.write(lambda db: store.set_clock(db, table.row, stopped))
    with pytest.raises(Changed):
        done(store, changes.played(table, table.match.legal[0], 0.0))
    with pytest.raises(Changed):
        store.write(lambda db: store.set_clock(db, table.row, table.row.clock))
    elsewhere = tables.caught_up(store, table)
    assert elsewhere is not None
    assert elsewhere.row.clock == stopped
    new = done(store, changes.played(elsewhere, table.match.legal[0], 0.0))
    with pytest.raises(Changed):
        store.write(lambda db: store.set_clock(db, elsewhere.row, stopped))
    stored = store.load(table.id)
    assert stored is not None
    assert (stored.match.clock, stored.match.version) == (new.row.clock, 1)


def test_snapshots_are_only_a_cache(tmp_path: Path) -> None:
    server = Server(tmp_path)
    ada = Browser(server)
    table = ada.new(GAME, "me", "bot:random")["table"]
    with ada.live(table) as one:
        one.turn()
        before = one.play(one.turn()["actions"][0]["action"])
        before = one.turn()
    server.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute("DELETE FROM snapshot")
    db.close()
    server.start()
    with ada.live(table) as one:
        assert one.turn()["scene"] == before["scene"]
    assert ada.get("/api/tables").json()["mine"][0]["move"] == before["move"]
    server.stop()
    ada.http.close()


@pytest.mark.parametrize("game", list(games))
def test_every_moment_of_the_past_is_as_it_was(game: str) -> None:
    wanted = WantedTable.model_validate({"game": game, "seats": [{"kind": "me"}, {"kind": "here"}]})
    table = tables.create(wanted, "ada")
    player = bot("apprentice", seed=game)
    for _ in range(40):
        if not table.match.over:
            table.match.play(player.choose(table.match.seen()))
    digest, events = table.match.digest(), list(table.match.events)
    for n, then in enumerate(table.steps()):
        again = table.at(n)
        assert again.digest() == then.digest()
        assert [move[:2] for move in again.moves] == [move[:2] for move in then.moves]
        assert again.events == then.events
    assert (table.match.digest(), table.match.events) == (digest, events)
    copy = tables.what_if(table, "ada", len(table.match.moves), "random")
    for n in range(len(copy.match.moves) + 1):
        assert copy.at(n).to_act == table.at(n).to_act


def test_changed_rules_are_told(store: Store) -> None:
    table = begun(store, "me", "here")
    stored = store.load(table.id)
    assert stored is not None
    stored.moves[-1].words = "fly to the moon"
    with pytest.raises(Refused) as refused:
        tables.restored(stored)
    assert refused.value.error == "rules"


def test_chat_keeps_its_order(store: Store) -> None:
    table = begun(store, "me", "here")
    for n in range(250):
        store.write_chat(table.id, ChatRow(0, "Ada", str(n), n))
    stored = store.load(table.id)
    assert stored is not None
    assert [line.text for line in stored.chat] == [str(n) for n in range(50, 250)]


def test_a_store_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(tmp_path)
    ada = Browser(server)
    table = ada.new(GAME, "me", "here")["table"]

    def full(*args: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with ada.live(table) as one:
        before = one.turn()
        with monkeypatch.context() as patch:
            patch.setattr(server.app.state.hall.store, "add_moves", full)
            assert one.play(before["actions"][0]["action"])["error"] == "store"
            assert one.wait("position")["version"] == before["version"]
        after = one.play(before["actions"][0]["action"])
        assert after["version"] == before["version"] + 1
    server.stop()
    ada.http.close()


def test_the_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    cookie = People.of(tmp_path).cookie("ada")
    assert People.of(tmp_path).who(cookie) == "ada"
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert People.of(tmp_path / "other").who(cookie) is None
