"""A database of any earlier version is taken over with all that is in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from chantier.core import BadSetup
from chantier.table.store import migrations
from chantier.table.store.database import Store, connected
from chantier.table.store.rows import Stored
from chantier.table.store.schema import META

OLD = Path(__file__).parent / "old"
TABLE = "0123456789abcdef0123"


def old_rows() -> dict[str, list[dict[str, Any]]]:
    """What is in the database that was made before versions were counted."""
    with sqlite3.connect(":memory:") as db:
        db.executescript((OLD / "version1.sql").read_text("utf-8"))
        db.row_factory = sqlite3.Row
        names = ("match", "seat", "move", "snapshot", "chat")
        rows = {name: [dict(row) for row in db.execute(f'SELECT * FROM "{name}"')] for name in names}
    db.close()
    return rows


def make_old(url: str, version: str) -> None:
    """A database as it was at a version, with something in it."""
    engine = connected(url)
    if version in ("uncounted", "without clocks"):
        with sqlite3.connect(engine.url.database or "") as file:
            file.executescript((OLD / "version1.sql").read_text("utf-8"))
            if version == "without clocks":
                file.execute("ALTER TABLE match DROP COLUMN clock")
        file.close()
        return
    migrations.upgrade(engine, version)
    there = sql.MetaData()
    with engine.begin() as db:
        there.reflect(db)
        for name, rows in old_rows().items():
            kept = [{**row, "public": False} if name == "match" else row for row in rows]
            db.execute(there.tables[name].insert(), kept)
    engine.dispose()


def check(url: str, clocks: bool = True) -> None:
    """All is there, the form is the newest, and something new can be written."""
    store = Store(url)
    stored = store.load(TABLE)
    assert stored is not None
    rows = old_rows()
    assert [(m.number, m.seat, m.words, m.at, m.digest, m.request) for m in stored.moves] == [
        (*(row[key] for key in ("number", "seat", "words", "at", "digest")), "") for row in rows["move"]
    ]
    assert [(s.kind, s.name, s.level, s.owner, s.link) for s in stored.seats] == [
        tuple(row[key] for key in ("kind", "name", "level", "owner", "link")) for row in rows["seat"]
    ]
    assert [line.text for line in stored.chat] == ["good day"]
    assert bool(stored.match.clock) == clocks
    assert stored.match.version == 6
    assert store.by_link("oldlinkoldlinkoldlink1") == (TABLE, 1)
    new = Stored(stored.match, stored.seats[:1], stored.snapshot, stored.moves)
    new.match.id, new.match.code, new.match.components = "new", "NEWER", "/a/long/way/to/my/own/components" * 3
    store.begin(new)
    assert store.load("new") == new
    with store.engine.connect() as db:
        assert migrations.version(db) == migrations.NEWEST
        assert [d for d in compare_metadata(MigrationContext.configure(db), META) if not is_type(d)] == []
    store.close()


def is_type(difference: Any) -> bool:
    """SQLite keeps texts of any length, whatever it was told."""
    return isinstance(difference, list) and difference[0][:4] == ("modify_type", None, "match", "components")


@pytest.mark.parametrize("version", ["1", "2", "3", "4", "5"])
def test_from_every_version(version: str, database: str) -> None:
    make_old(database, version)
    check(database)


def test_codes_of_private_tables_cannot_be_guessed_any_more(database: str) -> None:
    """Those of five letters are only good for tables that everybody may come to."""
    make_old(database, "2")
    engine, old = connected(database), old_rows()["match"][0]
    with engine.begin() as db:
        there = sql.MetaData()
        there.reflect(db)
        db.execute(there.tables["match"].insert(), {**old, "id": "public", "code": "OPENX", "public": True})
    engine.dispose()
    store = Store(database)
    assert (store.by_code(old["code"]), store.by_code("OPENX")) == (None, "public")
    stored = store.load(TABLE)
    assert stored is not None
    assert len(stored.match.code) == 8
    assert store.by_code(stored.match.code) == TABLE
    store.close()


def test_accounts_are_taken_over(database: str) -> None:
    make_old(database, "2")
    engine = connected(database)
    with engine.begin() as db:
        there = sql.MetaData()
        there.reflect(db)
        row = {"name": "ada", "person": "p", "shown": "Ada", "password": "x", "made": 1}
        db.execute(there.tables["account"].insert(), row)
    engine.dispose()
    store = Store(database)
    account = store.account("ada")
    assert account is not None
    assert (account.person, account.generation) == ("p", 1), "a cookie of before is of generation 0: no sign-in"
    assert store.sign_ins("p") == (1, frozenset())
    store.close()


def test_a_what_if_table_knows_from_where_on_its_seed_decides(database: str) -> None:
    make_old(database, "2")
    engine = connected(database)
    with engine.begin() as db:
        db.execute(sql.text("UPDATE match SET origin = :it"), {"it": '{"table": "another", "moves": 5}'})
    engine.dispose()
    store = Store(database)
    stored = store.load(TABLE)
    assert stored is not None
    assert (stored.match.seed_from, stored.match.undone_by) == (5, None)
    store.close()


@pytest.mark.parametrize("version", ["uncounted", "without clocks"])
def test_from_before_versions_were_counted(version: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    make_old(url, version)
    check(url, clocks=version != "without clocks")


def test_every_version_is_tested() -> None:
    found = [script.revision for script in ScriptDirectory(str(migrations.FOLDER)).walk_revisions()]
    assert found == [migrations.NEWEST, "5", "4", "3", "2", "1"], "add the version before to the tests above"


def test_a_later_version_is_refused(database: str) -> None:
    store = Store(database)
    with store.engine.begin() as db:
        db.execute(sql.text("UPDATE alembic_version SET version_num = '99'"))
    store.close()
    with pytest.raises(BadSetup, match="later version"):
        Store(database)


def test_a_migration_that_fails_leaves_everything_as_it_was(database: str) -> None:
    make_old(database, "1")
    engine = connected(database)
    with engine.begin() as db:
        db.execute(sql.text("CREATE TABLE token (nobody INTEGER)"))  # in the way of the next version
    with pytest.raises(BadSetup):
        Store(database)
    with engine.begin() as db:
        assert migrations.version(db) == "1"
        assert "request" not in {column["name"] for column in sql.inspect(db).get_columns("move")}
        db.execute(sql.text("DROP TABLE token"))
    engine.dispose()
    check(database)
