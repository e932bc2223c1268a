"""Where tables are kept: SQLite unless told otherwise, or PostgreSQL, which any number of processes can share.

Moves, in the words of records, are the truth. A snapshot is a cache of what the list of tables shows; it may be deleted. Every
change of a match raises the version of its table in the same transaction, and seats, clock and rematch are written only where
they are as they were thought to be: two who change the same at once cannot both succeed.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql
from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from chantier.core import BadSetup
from chantier.table import ledger
from chantier.table.siblings import Siblings
from chantier.table.store import migrations
from chantier.table.store.prepared import Prepared
from chantier.table.store.rows import (
    AccountRow,
    Changed,
    ChatRow,
    Due,
    MatchRow,
    MoveRow,
    SeatRow,
    SetRow,
    SignInRow,
    Snapshot,
    Stored,
    TokenRow,
    now,
)
from chantier.table.store.schema import (
    ACCOUNT,
    CHAT,
    ENDED,
    JOB,
    MATCH,
    MATCH_SET,
    MOVE,
    OWN_SET,
    SEAT,
    SIGN_IN,
    SNAPSHOT,
    TOKEN,
    from_row,
    to_row,
)
from chantier.table.store.writer import Writer
from chantier.table.wire import to_bytes

T = TypeVar("T")
A = TypeVar("A", AccountRow, TokenRow, SetRow)
RAISE_VERSION = (
    MATCH.update()
    .where(MATCH.c.id == bindparam("of"), MATCH.c.version == bindparam("old"), MATCH.c.clock == bindparam("ticked"))
    .values(version=bindparam("new"), changed=bindparam("at"), clock=bindparam("ticks"), undone_by=bindparam("undone"))
)
NOTIFY = select(sql.func.pg_notify(bindparam("channel"), bindparam("told")))
NEWS, JOBS = "chantier_news", "chantier_jobs"  # channels of PostgreSQL
LONGEST_NEWS = 7_900  # bytes
PAGE = "-" * 5_000  # does not fit into the page of a row
CLOCK = sql.cast(sql.extract("epoch", sql.func.clock_timestamp()) * 1000, sql.BigInteger)  # of the PostgreSQL, in milliseconds
LATEST = 60_000  # milliseconds: whatever is due later than that is due now, for then a clock was set back
OF_EVERYBODY = 200  # jobs of a level that are looked at


class News(NamedTuple):
    """What other processes are told of a match."""

    match: str
    kind: str
    more: dict[str, Any]


class Job(NamedTuple):
    """A position at which a bot has to decide, whose table it is, and the level of the bot."""

    match: str
    version: int
    due: int
    host: str
    level: str


def default_url() -> str:
    """The database of this user."""
    from platformdirs import user_data_path

    folder = user_data_path("chantier")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def connected(url: str, processes: int = 1) -> Engine:
    """An engine for a database, with its settings; so many processes of one server share what one would take."""
    told = sql.make_url(url)
    if told.get_backend_name() == "sqlite":
        if told.database:
            Path(told.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sql.create_engine(told, hide_parameters=True)
        sql.event.listen(engine, "connect", _sqlite)
        sql.event.listen(engine, "begin", _begin)
        return engine
    if told.get_backend_name() != "postgresql":
        raise ImportError(f"no driver for {told.get_backend_name()}")
    alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "connect_timeout": 10}
    told = told.set(drivername="postgresql+psycopg")
    size = {"pool_size": max(4, 16 // processes), "max_overflow": max(2, 10 // processes)}
    return sql.create_engine(told, hide_parameters=True, pool_pre_ping=True, pool_timeout=10, connect_args=alive, **size)


class Store:
    """One database. Its functions wait for the disk; call them in a thread. Processes that share it tell each other what they
    change: by the database, if it is PostgreSQL, else as siblings, if this one has any."""

    failures: tuple[type[Exception], ...] = (SQLAlchemyError,)  # what it raises when the database fails

    def __init__(self, url: str, siblings: Siblings | None = None) -> None:
        try:
            self.engine = connected(url, siblings.many if siblings else 1)
            try:
                migrations.upgrade(self.engine)
            except BaseException:
                self.engine.dispose()
                raise
        except BadSetup:
            raise
        except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
            kind = url.split(":", 1)[0]  # the rest may hold a password
            raise BadSetup(
                f"cannot use the store ({kind}): {type(error).__name__}; give it as sqlite:///FILE or postgresql://USER@HOST/NAME"
            ) from error
        self.me = secrets.token_hex(4)  # whose news are not news to us
        self.shared = self.engine.dialect.name == "postgresql"
        self._insert = postgresql.insert if self.shared else sqlite.insert
        level = {"isolation_level": "REPEATABLE READ"} if self.shared else {"reads": True}
        self._reading = self.engine.execution_options(**level)  # all that is read at once is of one moment
        self.siblings = None if self.shared else siblings
        self.has_neighbours = self.shared or siblings is not None
        self._untold: list[News] = []  # of what is being written
        self._writer = None if self.shared else self._new_writer()
        self._pool = ThreadPoolExecutor(12, thread_name_prefix="store")  # starts threads when they are needed
        snapshot = self._insert(SNAPSHOT)
        fresh = {key: snapshot.excluded[key] for key in ("number", "to_act", "scores")}
        renew = snapshot.on_conflict_do_update(index_elements=[SNAPSHOT.c.match], set_=fresh)
        dialect = self.engine.dialect
        self._raise = Prepared(RAISE_VERSION, dialect)
        self._begin = Prepared(MATCH.insert(), dialect, MATCH.c.keys())
        self._seat = Prepared(SEAT.insert(), dialect, SEAT.c.keys())
        self._add = Prepared(MOVE.insert(), dialect, MOVE.c.keys())
        self._renew = Prepared(renew, dialect, SNAPSHOT.c.keys())

    def _new_writer(self) -> Writer:
        if self.siblings is None:
            return Writer(self.engine, (Changed,))
        return Writer(self.engine, (Changed,), self.siblings.turn, self._told, self._shout)

    def _told(self) -> list[News]:
        """What a transaction has to tell, as soon as it is over."""
        told, self._untold = self._untold, []
        return told

    def _shout(self, told: list[News]) -> None:
        """It is on disk: now others may know. Of moves nobody is told if no other has the table, for whoever comes to have it
        has said so before it looks into the store."""
        if self.siblings:
            self.siblings.shout([self._news(*one) for one in told if one.kind != "moves" or self._is_elsewhere(one.match)])

    def _is_elsewhere(self, match: str) -> bool:
        return ledger.shared is None or ledger.shared.elsewhere("tables", match) > 0

    def uses(self, match: str, more: int) -> None:
        """This process has a table from now on, or looks for it; or, with -1, no longer. Before it reads anything of it."""
        if self.siblings and ledger.shared:
            ledger.shared.tell("tables", match, more)

    def close(self) -> None:
        """Finish what is being written."""
        self._pool.shutdown()
        if self._writer:
            self._writer.close()
        self.engine.dispose()

    @property
    def url(self) -> URL:
        return self.engine.url

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in one transaction: on return it is on disk. Changed if what it would add is there already."""
        return self.submit(work).result()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """The same without waiting for it."""

        checked = partial(_checked, work)

        def transaction() -> T:
            with self.engine.begin() as db:
                return checked(db)

        return self._writer.submit(checked) if self._writer else self._pool.submit(transaction)

    async def written(self, work: Callable[[Connection], T]) -> T:
        """The same for whoever waits at an event loop."""
        return await self.writing(work)

    def writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """The same without waiting for it."""
        if self._writer:
            return self._writer.writing(partial(_checked, work))
        return asyncio.wrap_future(self.submit(work))

    # --- matches ------------------------------------------------------------------------------------------------------

    def begin(self, new: Stored, due: Due = None) -> None:
        """A new table. Changed if its code is taken."""

        def work(db: Connection) -> None:
            self._begin.do(db, to_row(new.match))
            self._seat.do(db, *({"match": new.match.id, **to_row(seat)} for seat in new.seats))
            if new.set_text:
                db.execute(MATCH_SET.insert(), {"match": new.match.id, "text": new.set_text})
            self._append(db, new.match.id, new.moves, new.snapshot, due)

        self.write(work)

    def add_moves(
        self,
        db: Connection,
        was: MatchRow,
        moves: Sequence[MoveRow],
        snapshot: Snapshot,
        clock: dict[str, Any],
        due: Due = None,
    ) -> None:
        """Moves that were made on this version, inside of a transaction."""
        self._raise_version(db, was, clock)
        self._append(db, was.id, moves, snapshot, due)
        self.tell(db, was.id, "moves", version=was.version, moves=[move.__dict__ for move in moves], clock=clock)

    def take_back(self, db: Connection, was: MatchRow, left: int, snapshot: Snapshot, clock: dict[str, Any], due: Due) -> None:
        """Only the first `left` moves are left, inside of a transaction."""
        taken_back = db.execute(select(MOVE.c.seat).where(MOVE.c.match == was.id, MOVE.c.number == left)).scalar()
        self._raise_version(db, was, clock, taken_back)
        db.execute(MOVE.delete().where(MOVE.c.match == was.id, MOVE.c.number >= left))
        self._append(db, was.id, [], snapshot, due)
        self.tell(db, was.id, "changed")

    def _raise_version(self, db: Connection, was: MatchRow, clock: dict[str, Any], undone_by: int | None = None) -> None:
        told = {"of": was.id, "old": was.version, "new": was.version + 1, "at": now(), "undone": undone_by}
        ticked = json.dumps(was.clock) if was.clock else "{}"  # as most are
        ticks = ticked if clock == was.clock else json.dumps(clock)
        if self._raise.do(db, {**told, "ticked": ticked, "ticks": ticks}) != 1:
            raise Changed

    def _append(self, db: Connection, match: str, moves: Sequence[MoveRow], snapshot: Snapshot | None, due: Due) -> None:
        if moves:
            self._add.do(db, *({"match": match, **to_row(move)} for move in moves))
        if snapshot:
            self._renew.do(db, {"match": match, **to_row(snapshot)})
        self.enqueue(db, match, due)

    def change_seat(self, db: Connection, match: str, was: SeatRow, values: dict[str, Any], due: Due = None) -> None:
        """Change a seat, if it still belongs to whom it is thought to belong to; inside of a transaction."""
        owner = SEAT.c.owner.is_(None) if was.owner is None else SEAT.c.owner == was.owner
        here = (SEAT.c.match == match) & (SEAT.c.seat == was.seat) & owner
        if db.execute(SEAT.update().where(here).values(**values)).rowcount != 1:
            raise Changed
        self.enqueue(db, match, due)
        self.tell(db, match, "changed")

    def set_clock(self, db: Connection, was: MatchRow, clock: dict[str, Any]) -> None:
        """Set the clock, if it is still as it is thought to be; inside of a transaction."""
        here = (MATCH.c.id == was.id) & (MATCH.c.clock == json.dumps(was.clock))
        if db.execute(MATCH.update().where(here).values(clock=json.dumps(clock))).rowcount != 1:
            raise Changed
        self.tell(db, was.id, "changed")

    def set_next(self, db: Connection, match: str, following: str) -> None:
        """Remember the rematch, inside of a transaction; Changed if there is one."""
        here = (MATCH.c.id == match) & (MATCH.c.next == "")
        if db.execute(MATCH.update().where(here).values(next=following)).rowcount != 1:
            raise Changed
        self.tell(db, match, "changed")

    def write_chat(self, match: str, line: ChatRow) -> None:
        def work(db: Connection) -> None:
            db.execute(CHAT.insert(), {"match": match, **to_row(line)})
            self.tell(db, match, "chat", line=asdict(line))

        self.write(work)

    # --- other processes: news for servers, and the queue of the bots -----------------------------------------------------

    def tell(self, db: Connection, match: str, kind: str, **more: Any) -> None:
        """Let other processes know, as soon as the transaction is done."""
        if self.shared:
            db.execute(NOTIFY, {"channel": NEWS, "told": self._news(match, kind, more)})
        elif self.siblings:
            self._untold.append(News(match, kind, more))

    def announce(self, match: str, kind: str, **more: Any) -> None:
        """Let other processes know something that is not kept."""
        if self.siblings:
            self.siblings.shout([self._news(match, kind, more)])
        else:
            self.write(lambda db: self.tell(db, match, kind, **more))

    def _news(self, match: str, kind: str, more: dict[str, Any]) -> str:
        told = to_bytes({"from": self.me, "match": match, "kind": kind, **more})
        if len(told) > LONGEST_NEWS:  # whoever wants to know looks into the store
            return self._news(match, "changed", {})
        return told.decode()

    def is_home(self, match: str) -> bool:
        """Whether bots at a table think in this process, if no workers answer for them."""
        return self.siblings is None or self.siblings.is_home(match)

    def enqueue(self, db: Connection, match: str, due: Due) -> None:
        """A bot has to decide; whoever is free takes the job, or the process that the table is at home in."""
        if due and not self.is_home(match):
            self.tell(db, match, "due")
        if self.shared and due:
            job = self._insert(JOB).values(match=match, version=due[0], due=CLOCK + due[1])
            db.execute(job.on_conflict_do_nothing())
            db.execute(NOTIFY, {"channel": JOBS, "told": ""})

    def enqueue_all(self) -> None:
        """After a start: every table at which a bot has to decide has its job."""
        if not self.shared:
            return
        waits = (SNAPSHOT.c.match == MATCH.c.id) & (SEAT.c.match == MATCH.c.id) & (SEAT.c.seat == SNAPSHOT.c.to_act)
        found = select(MATCH.c.id, MATCH.c.version, CLOCK).where(waits, SEAT.c.level != "")
        jobs = self._insert(JOB).from_select(["match", "version", "due"], found).on_conflict_do_nothing()
        self.write(lambda db: db.execute(jobs))

    @contextmanager
    def job(self, in_order: Callable[[list[Job]], list[Job]]) -> Iterator[tuple[Connection, Job] | None]:
        """The first of those that are wanted that nobody else does: nobody else gets it while it is done here. If all goes
        well it is done for good; if not, or if this process dies, it is there again."""
        with self.engine.begin() as db:
            found = None
            for job in in_order(self._due_jobs(db)):
                this = (JOB.c.match == job.match) & (JOB.c.version == job.version)
                if db.execute(select(JOB.c.match).where(this).with_for_update(skip_locked=True)).first():
                    found = job
                    break
            yield (db, found) if found else None
            if found:
                db.execute(JOB.delete().where(this))

    def _due_jobs(self, db: Connection) -> list[Job]:
        """Jobs that can be done now, of everybody the oldest: however many one has, all others are seen."""
        acts = (SNAPSHOT.c.match == JOB.c.match, (SEAT.c.match == JOB.c.match) & (SEAT.c.seat == SNAPSHOT.c.to_act))
        level = sql.func.coalesce(SEAT.c.level, "")
        turn = sql.func.row_number().over(partition_by=(MATCH.c.host, level), order_by=JOB.c.due)
        all_due = (
            select(JOB, MATCH.c.host, level.label("level"), turn.label("turn"))
            .join(MATCH, MATCH.c.id == JOB.c.match)
            .outerjoin(SNAPSHOT, acts[0])
            .outerjoin(SEAT, acts[1])
            .where((JOB.c.due <= CLOCK) | (JOB.c.due > CLOCK + LATEST))
            .subquery()
        )
        wanted = select(all_due).where(all_due.c.turn <= OF_EVERYBODY).order_by(all_due.c.due)
        return [Job(row.match, row.version, row.due, row.host, row.level) for row in db.execute(wanted)]

    def next_job(self) -> int | None:
        """In how many milliseconds the next job is due of those that are not yet. The clock is always that of the database:
        processes may have different ones, and set them back."""
        with self._reading.connect() as db:
            return db.execute(select(sql.func.min(JOB.c.due) - CLOCK).where(JOB.c.due > CLOCK)).scalar()

    def jobs(self) -> int:
        """How many jobs there are."""
        with self._reading.connect() as db:
            return int(db.execute(select(sql.func.count()).select_from(JOB)).scalar_one())

    # --- reading ------------------------------------------------------------------------------------------------------

    def load(self, match: str, first: int = 0) -> Stored | None:
        """One table with its moves, from a number on, and the last of its chat."""
        if not match.isprintable():
            return None
        with self._reading.connect() as db:
            found = self._stored(db, MATCH.c.id == match)
            if not found:
                return None
            these = select(MOVE).where(MOVE.c.match == match, MOVE.c.number >= first).order_by(MOVE.c.number)
            last = select(CHAT).where(CHAT.c.match == match).order_by(CHAT.c.number.desc()).limit(200)
            found[0].moves = [from_row(MoveRow, row) for row in db.execute(these).mappings()]
            found[0].chat = [from_row(ChatRow, row) for row in db.execute(last).mappings()][::-1]
            found[0].set_text = db.execute(select(MATCH_SET.c.text).where(MATCH_SET.c.match == match)).scalar() or ""
            return found[0]

    def of_person(self, person: str) -> list[Stored]:
        """The tables at which somebody sits or which they made, the latest first."""
        sits = select(SEAT.c.match).where(SEAT.c.owner == person)
        return self._list((MATCH.c.host == person) | MATCH.c.id.in_(sits))

    def open(self) -> list[Stored]:
        """Public tables with a seat for anybody."""
        free = select(SEAT.c.match).where(SEAT.c.kind == "open", SEAT.c.owner.is_(None), SEAT.c.level == "")
        return self._list(MATCH.c.public & MATCH.c.id.in_(free))

    def unfinished(self) -> list[Stored]:
        """Tables at which a bot may have to go on."""
        bots = select(SEAT.c.match).where(SEAT.c.level != "")
        over = select(SNAPSHOT.c.match).where(SNAPSHOT.c.to_act < -1)
        return self._list(MATCH.c.id.in_(bots) & MATCH.c.id.not_in(over), many=1000)

    def ids(self) -> list[str]:
        """Every table, the first first."""
        with self._reading.connect() as db:
            return list(db.execute(select(MATCH.c.id).order_by(MATCH.c.begun, MATCH.c.id)).scalars())

    def by_code(self, code: str) -> str | None:
        if not code.isprintable():
            return None
        with self._reading.connect() as db:
            return db.execute(select(MATCH.c.id).where(MATCH.c.code == code)).scalar()

    def by_link(self, link: str) -> tuple[str, int] | None:
        """The table and seat that a link is for."""
        if not link.isprintable():
            return None
        with self._reading.connect() as db:
            row = db.execute(select(SEAT.c.match, SEAT.c.seat).where(SEAT.c.link == link)).first()
        return (row[0], row[1]) if row else None

    def _list(self, where: Any, many: int = 60) -> list[Stored]:
        with self._reading.connect() as db:
            return self._stored(db, where, many)

    def _stored(self, db: Connection, where: Any, many: int = 1) -> list[Stored]:
        rows = db.execute(select(MATCH).where(where).order_by(MATCH.c.changed.desc()).limit(many)).mappings().all()
        ids = [row["id"] for row in rows]
        found = {row["id"]: Stored(from_row(MatchRow, row), []) for row in rows}
        for row in db.execute(select(SEAT).where(SEAT.c.match.in_(ids)).order_by(SEAT.c.seat)).mappings():
            found[row["match"]].seats.append(from_row(SeatRow, row))
        for row in db.execute(select(SNAPSHOT).where(SNAPSHOT.c.match.in_(ids))).mappings():
            found[row["match"]].snapshot = from_row(Snapshot, row)
        return list(found.values())

    def ping(self) -> None:
        """Whether it answers."""
        with self._reading.connect() as db:
            db.execute(select(1))

    def try_writing(self, db: Connection) -> None:
        """Write something, and take it away again; in SQLite so much that a page more is needed."""
        name = secrets.token_hex(8)
        db.execute(TOKEN.insert(), to_row(TokenRow(f"nobody {name}", name, "", "" if self.shared else PAGE, "", 0)))
        db.execute(TOKEN.delete().where(TOKEN.c.id == name))

    # --- accounts and tokens --------------------------------------------------------------------------------------------

    def account(self, name: str) -> AccountRow | None:
        return self._one(AccountRow, select(ACCOUNT).where(ACCOUNT.c.name == name))

    def account_of(self, person: str) -> AccountRow | None:
        return self._one(AccountRow, select(ACCOUNT).where(ACCOUNT.c.person == person))

    def add_account(self, account: AccountRow) -> None:
        """Changed if the name is taken."""

        def work(db: Connection) -> None:
            db.execute(ACCOUNT.insert(), to_row(account))
            self._tell_of(db, account.person)

        self.write(work)

    def move_in(self, guest: str, person: str) -> list[str]:
        """What belongs to a guest belongs to this person from now on; the tables that are changed by it."""

        def work(db: Connection) -> list[str]:
            db.execute(OWN_SET.update().where(OWN_SET.c.owner == guest).values(owner=person))
            return self._move(db, guest, person)

        return self.write(work)

    def _move(self, db: Connection, one: str, other: str) -> list[str]:
        """Seats and tables of one belong to another, inside of a transaction; the tables that are changed by it."""
        mine = select(SEAT.c.match).where(SEAT.c.owner == one).union(select(MATCH.c.id).where(MATCH.c.host == one))
        changed = list(db.execute(mine).scalars())
        db.execute(SEAT.update().where(SEAT.c.owner == one).values(owner=other))
        db.execute(MATCH.update().where(MATCH.c.host == one).values(host=other))
        for match in changed:
            self.tell(db, match, "changed")
        return changed

    def end_sign_ins(self, person: str, **values: Any) -> int:
        """All sign-ins of an account until now are ended; with a new password, if there is one. The generation that follows."""
        mine = ACCOUNT.c.person == person

        def work(db: Connection) -> int:
            db.execute(ACCOUNT.update().where(mine).values(generation=ACCOUNT.c.generation + 1, **values))
            db.execute(SIGN_IN.delete().where(SIGN_IN.c.person == person))
            self._tell_of(db, person)
            return int(db.execute(select(ACCOUNT.c.generation).where(mine)).scalar() or 0)

        return self.write(work)

    def end_sign_in(self, person: str, session: str, moment: int, until: int) -> None:
        """One sign-in is ended; what has been ended for so long that no cookie of it holds any more is forgotten."""

        def work(db: Connection) -> None:
            db.execute(ENDED.delete().where(ENDED.c.until < moment))
            db.execute(SIGN_IN.delete().where(SIGN_IN.c.session == session))
            db.execute(self._insert(ENDED).values(session=session, person=person, until=until).on_conflict_do_nothing())
            self._tell_of(db, person)

        self.write(work)

    def sign_ins(self, person: str) -> tuple[int, frozenset[str]]:
        """The generation of the sign-ins that hold, 0 for somebody without an account; and those of it that were ended."""
        with self._reading.connect() as db:
            generation = db.execute(select(ACCOUNT.c.generation).where(ACCOUNT.c.person == person)).scalar()
            ended = db.execute(select(ENDED.c.session).where(ENDED.c.person == person)).scalars()
            return generation or 0, frozenset(ended)

    def add_sign_in(self, row: SignInRow) -> None:
        self.write(lambda db: db.execute(SIGN_IN.insert(), to_row(row)))

    def signed_in(self, person: str) -> list[SignInRow]:
        """Where somebody is signed in, the latest first."""
        with self._reading.connect() as db:
            rows = db.execute(select(SIGN_IN).where(SIGN_IN.c.person == person).order_by(SIGN_IN.c.since.desc())).mappings()
            return [from_row(SignInRow, row) for row in rows]

    def delete_account(self, person: str, nobody: str) -> list[str]:
        """Nothing is left of an account but what was played: its seats and tables belong to `nobody` from now on, and have no
        name, nor has what was said there. The tables that are changed by it."""

        def work(db: Connection) -> list[str]:
            seats = db.execute(select(SEAT.c.match, SEAT.c.seat).where(SEAT.c.owner == person)).all()
            for match, seat in seats:
                db.execute(CHAT.update().where(CHAT.c.match == match, CHAT.c.seat == seat).values(name=""))
            db.execute(SEAT.update().where(SEAT.c.owner == person).values(name=""))
            for mine in (ACCOUNT, SIGN_IN, TOKEN):
                db.execute(mine.delete().where(mine.c.person == person))
            db.execute(OWN_SET.delete().where(OWN_SET.c.owner == person))
            self._tell_of(db, person)
            return self._move(db, person, nobody)

        return self.write(work)

    def has_things(self, person: str) -> bool:
        """Whether anything belongs to somebody: a table, a seat, a token, a set."""
        mine = (
            (MATCH.c.id, MATCH.c.host),
            (SEAT.c.match, SEAT.c.owner),
            (TOKEN.c.id, TOKEN.c.person),
            (OWN_SET.c.id, OWN_SET.c.owner),
        )
        with self._reading.connect() as db:
            return any(db.execute(select(what).where(whose == person).limit(1)).first() for what, whose in mine)

    def _tell_of(self, db: Connection, person: str) -> None:
        """Let other processes know that what somebody can be known by has changed."""
        self.tell(db, "", "person", person=person)

    def token(self, hashed: str) -> TokenRow | None:
        return self._one(TokenRow, select(TOKEN).where(TOKEN.c.hash == hashed))

    def tokens(self, person: str) -> list[TokenRow]:
        with self._reading.connect() as db:
            rows = db.execute(select(TOKEN).where(TOKEN.c.person == person).order_by(TOKEN.c.made)).mappings()
            return [from_row(TokenRow, row) for row in rows]

    def add_token(self, token: TokenRow) -> None:
        self.write(lambda db: db.execute(TOKEN.insert(), to_row(token)))

    def withdraw_token(self, person: str, token: str) -> bool:
        gone = TOKEN.delete().where(TOKEN.c.person == person, TOKEN.c.id == token)

        def work(db: Connection) -> bool:
            found = db.execute(gone).rowcount == 1
            if found:
                self._tell_of(db, person)
            return found

        return self.write(work)

    # --- component sets of people ---------------------------------------------------------------------------------------

    def sets(self, person: str) -> list[SetRow]:
        """The sets of a person, the latest first."""
        with self._reading.connect() as db:
            rows = db.execute(select(OWN_SET).where(OWN_SET.c.owner == person).order_by(OWN_SET.c.changed.desc())).mappings()
            return [from_row(SetRow, row) for row in rows]

    def set_of(self, person: str, known: str) -> SetRow | None:
        """A set by its id, if it belongs to this person."""
        return self._one(SetRow, select(OWN_SET).where(OWN_SET.c.id == known, OWN_SET.c.owner == person))

    def shared_set(self, link: str) -> SetRow | None:
        """The set that a link shows."""
        return self._one(SetRow, select(OWN_SET).where(OWN_SET.c.link == link)) if link.isprintable() else None

    def add_set(self, new: SetRow, most: int) -> bool:
        """Keep a set, if its owner does not have so many already."""

        def work(db: Connection) -> bool:
            many = select(sql.func.count()).select_from(OWN_SET).where(OWN_SET.c.owner == new.owner)
            if db.execute(many).scalar_one() >= most:
                return False
            db.execute(OWN_SET.insert(), to_row(new))
            return True

        return self.write(work)

    def change_set(self, person: str, known: str, values: dict[str, Any]) -> bool:
        """Change a set of this person; False if there is none."""
        this = (OWN_SET.c.id == known) & (OWN_SET.c.owner == person)
        return self.write(lambda db: db.execute(OWN_SET.update().where(this).values(**values)).rowcount == 1)

    def delete_set(self, person: str, known: str) -> bool:
        this = (OWN_SET.c.id == known) & (OWN_SET.c.owner == person)
        return self.write(lambda db: db.execute(OWN_SET.delete().where(this)).rowcount == 1)

    def _one(self, kind: type[A], asked: sql.Select[Any]) -> A | None:
        with self._reading.connect() as db:
            row = db.execute(asked).mappings().first()
        return from_row(kind, row) if row else None


def _checked(work: Callable[[Connection], T], db: Connection) -> T:
    try:
        return work(db)
    except IntegrityError:
        raise Changed from None


def _sqlite(connection: Any, _: Any) -> None:
    """What is committed is on disk; readers do not wait for writers; we say ourselves when a transaction begins."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(db: Connection) -> None:
    if not (how := db.get_execution_options()).get("begun"):
        db.exec_driver_sql("BEGIN" if how.get("reads") else "BEGIN IMMEDIATE")
