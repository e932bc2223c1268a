"""What whoever keeps a store needs: check, export, import, backup, and clear states when the store fails."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from chantier import Match, games
from chantier.cli import main
from chantier.table import changes, health, keeper, tables
from chantier.table.store.database import Store
from chantier.table.store.schema import MOVE
from chantier.table.wanted import WantedTable
from tests.table.crashes import until
from tests.table.databases import Postgres
from tests.table.harness import Browser, Server

GAME = next(iter(games))


def played(store: Store, moves: int = 6) -> tables.Table:
    wanted = WantedTable.model_validate({"game": GAME, "seats": [{"kind": "me"}, {"kind": "here"}]})
    table = tables.create(wanted, "ada")
    store.begin(table.stored())
    for _ in range(moves):
        change = changes.played(table, table.match.legal[0], 0.0)
        store.write(partial(change.write, store=store))
        table = change.after
    return table


def test_check_sorts_all_matches(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(database)
    good, wrong, moon = (played(store) for _ in range(3))
    copy = tables.what_if(good, "ada", len(good.match.moves), "random")
    store.begin(copy.stored())
    assert main(["store", "--store", database, "check"]) == 0
    assert capsys.readouterr().out == "4 same, 0 differs, 0 illegal\n"
    last = len(good.match.moves) - 1
    for table, change in ((wrong, {"digest": "0" * 16}), (moon, {"words": "fly to the moon"})):
        here = MOVE.update().where(MOVE.c.match == table.id, MOVE.c.number == last).values(**change)
        store.write(lambda db, here=here: db.execute(here))  # type: ignore[misc]
    assert main(["store", "--store", database, "check"]) == 1
    told = capsys.readouterr().out
    assert f"differs at move {last + 1}  {wrong.id} {GAME}\n" in told
    assert f"illegal at move {last + 1}  {moon.id} {GAME}: " in told
    assert told.endswith("2 same, 1 differs, 1 illegal\n")
    store.close()


def test_a_match_goes_out_and_in_again(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(database)
    table = played(store)
    assert main(["store", "--store", database, "export", table.row.code.lower()]) == 0
    record = capsys.readouterr().out
    assert Match.of(record) == table.match
    assert main(["store", "--store", database, "export", table.id, "-o", str(tmp_path / "match.txt")]) == 0
    assert (tmp_path / "match.txt").read_text("utf-8") == record
    assert main(["store", "--store", database, "import", str(tmp_path / "match.txt")]) == 0
    new = capsys.readouterr().out.split()[0].removeprefix("/t/")
    stored = store.load(new)
    assert stored is not None
    match = tables.restored(stored).match
    assert (match.record(seed=False), match.state) == (table.match.record(seed=False), table.match.state)
    assert match.seed != table.match.seed  # whoever has the record would know the draws to come
    assert main(["store", "--store", database, "export", "nowhere"]) == 2
    assert "there is no table 'nowhere'" in capsys.readouterr().err
    store.close()


def test_a_backup_while_somebody_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = Store(url)
    played(store)
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            played(store, 3)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        assert main(["store", "--store", url, "backup", str(tmp_path / "copy.sqlite")]) == 0
    finally:
        stop.set()
        thread.join()
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    found = list(keeper.check(copy))
    assert found
    assert {verdict.kind for verdict in found} == {"same"}
    copy.close()
    store.close()
    assert main(["store", "--store", url, "backup", str(tmp_path / "copy.sqlite")]) == 2
    assert "is there already" in capsys.readouterr().err


def from_now_on(store: Store, change: Callable[..., None]) -> None:
    """Every connection is changed when it is taken, and so are those that whoever writes to SQLite keeps."""
    for line in (store._writer._patient, store._writer._quick) if store._writer else ():
        if line._db is not None:
            change(line._db.connection.driver_connection)
    sql.event.listen(store.engine, "checkout", change)


def test_a_full_disk_is_told_and_no_half_move_is_left(tmp_path: Path) -> None:
    server = Server(tmp_path)
    ada = Browser(server)
    table = ada.new(GAME, "me", "here")["table"]
    store = server.app.state.hall.store

    def full(connection: sqlite3.Connection, *_: Any) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def free(connection: sqlite3.Connection, *_: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1000000")

    with ada.live(table) as one:
        one.turn()
        from_now_on(store, full)
        told = {"type": "position"}
        while told["type"] == "position":  # until the last page is full
            told = one.play(one.turn()["actions"][0]["action"])
        assert told["error"] == "store"
        assert told["text"]
        before = one.wait("position")
        health = ada.get("/health")
        assert (health.status_code, health.json()) == (503, {"status": "nothing can be written: database or disk is full"})
        assert ada.get("/api/tables").status_code == 200, "it can still be read"
        sql.event.remove(store.engine, "checkout", full)
        sql.event.listen(store.engine, "checkout", free)
        assert one.play(before["actions"][0]["action"])["version"] == before["version"] + 1
        until(lambda: ada.get("/health").status_code == 200, "health does not come back")
    server.stop()
    ada.http.close()
    again = Store(server.store)
    assert {verdict.kind for verdict in keeper.check(again)} == {"same"}
    again.close()


def test_a_lost_database_is_told_and_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new()
    name = url.split("?")[0].rsplit("/", 1)[1]
    server = Server(tmp_path, store=url)
    ada = Browser(server)
    table = ada.new(GAME, "me", "here")["table"]
    away = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    with ada.live(table) as one:
        one.turn()
        postgres.do(away)  # connections that were lost are made again
        assert one.play(one.turn()["actions"][0]["action"])["version"] == 1
        postgres.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.do(away)
        refused = one.play(one.turn()["actions"][0]["action"])
        assert refused["error"] == "store"
        assert ada.get("/health").status_code == 503
        assert ada.get("/api/tables").json()["error"] == "store"
        postgres.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        before = one.wait("position")
        assert before["version"] == 1
        assert one.play(before["actions"][0]["action"])["version"] == 2
    until(lambda: ada.get("/health").status_code == 200, "health does not come back")
    server.stop()
    ada.http.close()


def test_health_tells_of_a_database_that_can_only_be_read(database: str, tmp_path: Path) -> None:
    server = Server(tmp_path, store=database)
    ada, engine = Browser(server), server.app.state.hall.store.engine
    assert ada.get("/health").json() == {"status": "ok"}

    def only_read(connection: Any, *_: Any) -> None:
        if engine.dialect.name == "sqlite":
            connection.execute("PRAGMA query_only = ON")
        else:
            connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            connection.commit()

    from_now_on(server.app.state.hall.store, only_read)
    until(lambda: ada.get("/health").status_code == 503, "health does not notice")
    status = ada.get("/health").json()["status"]
    assert status.startswith("nothing can be written: ")
    assert "read" in status
    assert str(tmp_path) not in status
    assert server.app.state.hall.store.tokens("") == [], "nothing is left of what was tried"
    server.stop()
    ada.http.close()


def test_asking_for_health_often_writes_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 1e9)
    server = Server(tmp_path)
    written: list[int] = []
    store = server.app.state.hall.store
    write = store.try_writing

    def counted(db: sql.Connection) -> None:
        written.append(1)
        write(db)

    monkeypatch.setattr(store, "try_writing", counted)
    ada = Browser(server)
    assert {ada.get("/health").status_code for _ in range(20)} == {200}
    assert len(written) == 1
    server.stop()
    ada.http.close()
