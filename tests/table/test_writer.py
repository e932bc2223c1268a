"""What is written: whoever waits is told what is on disk, whoever they wait with, and an event loop never waits for it."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import socket
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError

from chantier import Match
from chantier.table import ledger, tables
from chantier.table.hall import Hall
from chantier.table.siblings import Siblings
from chantier.table.store import writer
from chantier.table.store.database import Store
from chantier.table.store.prepared import Driver
from chantier.table.store.rows import Changed, SeatRow
from chantier.table.store.schema import OWN_SET

linux = pytest.mark.skipif(sys.platform != "linux", reason="several processes need Linux")
ROW = {"owner": "ada", "game": "any", "name": "", "text": "", "hash": "", "changed": 0, "link": None}


class Deaf:
    """Somebody who looks on, and says nothing of it."""

    person: str | None = None

    def show_position(self, request: Any = None) -> None: ...

    def show_table(self) -> None: ...

    def refresh(self) -> None: ...

    def tell(self, message: dict[str, Any]) -> None: ...


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield made
    made.close()


def add(db: Connection, name: str) -> str:
    """By the way that all statements go."""
    db.execute(OWN_SET.insert(), {"id": name, **ROW})
    return name


def add_directly(db: Connection, name: str) -> str:
    """By the way of those that come with every move."""
    keys = ["id", *ROW]
    Driver(db).do(f"INSERT INTO own_set ({', '.join(keys)}) VALUES ({', '.join('?' * len(keys))})", (name, *ROW.values()))
    return name


def fails(file: int) -> None:
    """A disk that is broken."""
    raise OSError(errno.EIO, "input/output error")


def kept(store: Store) -> set[str]:
    """What another connection sees: only what was committed."""
    with sqlite3.connect(store.url.database or "") as file:
        return {name for (name,) in file.execute("SELECT id FROM own_set")}


@pytest.mark.parametrize("write", [add, add_directly])
def test_of_all_that_is_written_together_one_that_fails_fails_alone(store: Store, write: Any) -> None:
    """Both who wait at an event loop and who wait in a thread are told; all others are on disk."""

    async def together() -> list[Any]:
        waiting = [store.written(lambda db, name=name: write(db, name)) for name in ("a", "b", "a", "c")]  # type: ignore[misc]
        thread = asyncio.to_thread(store.write, lambda db: write(db, "d"))
        return await asyncio.gather(*waiting, thread, return_exceptions=True)

    told = asyncio.run(together())
    assert [type(one) for one in told] == [str, str, Changed, str, str]
    assert kept(store) == {"a", "b", "c", "d"}


@pytest.mark.parametrize("first", [add, add_directly])
def test_what_fails_leaves_nothing_and_the_next_is_written(store: Store, first: Any) -> None:
    """After an error of the database, and after one of whoever writes."""

    def broken(db: Connection) -> None:
        first(db, "half")
        Driver(db).do("nonsense") if first is add_directly else db.execute(sql.text("nonsense"))

    def tired(db: Connection) -> None:
        first(db, "half")
        raise ZeroDivisionError

    for work, error in ((broken, OperationalError), (tired, ZeroDivisionError), (broken, OperationalError)):
        with pytest.raises(error):
            store.write(work)
        assert kept(store) == set()
    store.write(lambda db: add(db, "whole"))
    store.write(lambda db: add_directly(db, "whole, too"))
    assert kept(store) == {"whole", "whole, too"}


def test_an_error_of_sqlite_is_one_of_the_store(store: Store) -> None:
    for nonsense in (lambda db: Driver(db).do("nonsense"), lambda db: db.execute(sql.text("nonsense"))):
        with pytest.raises(store.failures):
            store.write(nonsense)


def test_whoever_leaves_meanwhile_does_not_disturb_the_others(store: Store) -> None:
    async def leaving() -> str:
        gone = asyncio.create_task(store.written(lambda db: add(db, "a")))
        await asyncio.sleep(0)
        gone.cancel()
        return await store.written(lambda db: add(db, "b"))

    assert asyncio.run(leaving()) == "b"
    assert kept(store) == {"a", "b"}


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Store]:
    """A store of one of several processes: here nobody else is there."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs, tempfile.TemporaryFile() as lock:
        made = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}", Siblings(0, 2, ours, lock.fileno()))
        yield made
        made.close()


@linux
def test_beside_other_processes_everything_is_on_disk_before_anybody_is_told(
    shared: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite is not asked to wait for the disk then: whoever wrote makes sure of the log, with all that was committed in it,
    and holds nobody up meanwhile."""
    order: list[str] = []
    assert shared.siblings
    turn = shared.siblings.turn

    @contextmanager
    def taken(wait: bool) -> Iterator[None]:
        with turn(wait):
            yield
            order.append("let go")

    monkeypatch.setattr(shared._writer, "_turn", taken)

    def make_sure(file: int) -> None:
        os.fsync(file)
        assert os.path.samestat(os.fstat(file), os.stat(f"{shared.url.database}-wal"))
        assert "a" in kept(shared), "it was committed before"
        order.append("sure")

    monkeypatch.setattr(os, "fdatasync", make_sure)

    async def write(name: str) -> None:
        await shared.written(lambda db: add_directly(db, name))
        order.append("told")

    asyncio.run(write("a"))
    asyncio.run(write("b"))
    assert order == ["let go", "sure", "told"] * 2


@linux
def test_if_nobody_can_be_sure_of_the_disk_nobody_is_told_so(shared: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(os, "fdatasync", fails)
        with pytest.raises(shared.failures):
            shared.write(lambda db: add(db, "a"))
        with pytest.raises(shared.failures):
            asyncio.run(shared.written(lambda db: add(db, "b")))
    shared.write(lambda db: add(db, "c"))
    asyncio.run(shared.written(lambda db: add(db, "d")))
    assert {"c", "d"} <= kept(shared)


@linux
@pytest.mark.parametrize("often", [1_000_000, 3])
def test_an_event_loop_goes_on_while_somebody_else_writes(store: Store, monkeypatch: pytest.MonkeyPatch, often: int) -> None:
    """Another process, or a thread of this one. In the end the loop writes itself, or leaves it to the thread that waits."""
    monkeypatch.setattr(writer, "OFTEN", often)
    threads = list[str]()

    def work(db: Connection, name: str) -> None:
        threads.append(threading.current_thread().name)
        add_directly(db, name)

    async def beside(name: str) -> int:
        asked = asyncio.ensure_future(store.written(lambda db: work(db, name)))
        for turns in range(20):
            await asyncio.sleep(0.001)
            assert (asked.done(), threads) == (False, []), f"after {turns} turns of the loop"
        let_go()
        await asked
        return len(threads)

    other = sqlite3.connect(store.url.database or "", isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        let_go: Callable[[], object] = other.rollback
        assert asyncio.run(beside("a")) == 1
    first = threads.pop()
    assert store._writer
    store._writer._one.acquire()
    let_go = store._writer._one.release
    assert asyncio.run(beside("b")) == 1
    assert {first, *threads} == ({"writer"} if often == 3 else {"MainThread"})
    assert kept(store) == {"a", "b"}


@linux
def test_who_is_told_and_asks_at_once_is_written_together_with_whoever_waited(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, sure, written = threading.Event(), list[int](), list[tuple[str, int]]()

    def make_sure(file: int) -> None:
        sure.append(file)
        goes_on.wait()

    def ask(name: str) -> asyncio.Future[None]:
        return store.writing(lambda db: work(db, name))

    async def told(asked: asyncio.Future[None]) -> None:
        await asked

    def work(db: Connection, name: str) -> None:
        written.append((name, len(sure)))
        add_directly(db, name)

    async def play_on() -> None:
        first = asyncio.ensure_future(told(ask("a")))  # as whoever plays hears of it from who has shown it
        while not sure:
            await asyncio.sleep(0)
        other = ask("b")  # what came before is committed, and not on disk yet
        await asyncio.sleep(0)
        goes_on.set()
        await first
        await ask("a again")
        await other

    monkeypatch.setattr(os, "fdatasync", make_sure)
    asyncio.run(play_on())
    assert written == [("a", 0), ("b", 1), ("a again", 1)]


@linux
def test_what_waits_at_an_event_loop_is_finished_when_the_store_is_closed(store: Store) -> None:
    async def closing_time() -> list[str]:
        waiting = [asyncio.ensure_future(store.written(lambda db, n=n: add(db, f"{n}"))) for n in range(100)]  # type: ignore[misc]
        await asyncio.sleep(0)  # all have asked, nothing is written
        await asyncio.to_thread(store.close)
        return await asyncio.gather(*waiting)

    assert asyncio.run(closing_time()) == [f"{n}" for n in range(100)]
    assert len(kept(store)) == 100


@linux
def test_of_moves_only_those_are_told_who_have_the_table(shared: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()
    book = ledger.Ledger(2)
    monkeypatch.setattr(ledger, "shared", book)
    assert shared.siblings
    monkeypatch.setattr(shared.siblings, "shout", told.extend)

    def news(kind: str) -> int:
        asyncio.run(shared.written(lambda db: shared.tell(db, "a table", kind)))
        shared.write(lambda db: shared.tell(db, "a table", kind))
        return len(told)

    shared.uses("a table", 1)
    assert news("moves") == 0, "only this process has it"
    assert news("changed") == 2
    book.enter(1)
    shared.uses("a table", 1)
    book.enter(0)
    assert news("moves") == 4


@linux
def test_the_log_is_taken_over_beside_those_who_write_and_begins_anew(shared: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "TAKE_OVER", 0.01)
    monkeypatch.setattr(writer, "LARGE", 20)
    assert shared.submit(lambda db: Driver(db).ask("PRAGMA wal_autocheckpoint")).result() == 0, (
        "not in the middle of a transaction"
    )
    log = Path(f"{shared.url.database}-wal")
    for n in range(500):
        shared.write(lambda db, n=n: add(db, f"{n}"))  # type: ignore[misc]
    assert log.stat().st_size < 500 * 4096, "it began anew"
    assert len(kept(shared)) == 500


@linux
def test_a_table_that_is_at_home_elsewhere_is_read_anew_or_listened_to(shared: Store) -> None:
    """A process is told of moves at its own tables, and where somebody looks on; of others it knows nothing by heart."""

    async def followed() -> None:
        hall, home = Hall(shared), Hall(Store(str(shared.url.render_as_string(hide_password=False))))
        match = Match("world_monuments", 2, seed="home")
        seats = [SeatRow(n, "me", name, n, owner=name) for n, name in enumerate(("Ada", "Grace"))]
        made = tables.seated(match, seats, "Ada", public=False, pace="free")
        while shared.is_home(made.id):
            made.row.id = made.row.id[1:] + random.choice("0123456789abcdef")
        there = await home.begin(made)
        for guest in (None, Deaf()):
            here = await hall.gathering(made.id)
            if guest:
                hall.enter(here, guest)
                while hall._tasks:  # what may have been missed is read
                    await asyncio.sleep(0.001)
            assert (hall.followed(made.id) is here) == bool(guest)
            async with there.lock:
                await home.play(there, there.table.match.legal[0])
            again = await hall.gathering(made.id)
            assert (again.table.version == there.table.version) == (guest is None), "who listens waits to be told"
            hall.miss(made.id)
            assert (await hall.gathering(made.id)).table.version == there.table.version
        await hall.close()
        await home.close()

    asyncio.run(followed())


def test_where_nobody_can_be_sure_of_a_file_sqlite_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fdatasync", raising=False)
    found = store.submit(lambda db: Driver(db).ask("PRAGMA synchronous")).result()
    assert found == 2, "FULL"
    asyncio.run(store.written(lambda db: add(db, "a")))
    assert kept(store) == {"a"}


def test_a_store_that_is_closed_says_so(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.close()
    with pytest.raises(store.failures):
        store.write(lambda db: add(db, "a"))

    async def waiting() -> None:
        await store.written(lambda db: add(db, "a"))

    with pytest.raises(store.failures):
        asyncio.run(waiting())
