"""Where tables are kept: any database that SQLAlchemy speaks to, SQLite unless told otherwise.

Moves, in the words of records, are the truth. A snapshot is a cache of what the list of tables shows; it may be deleted. Every
change of a table raises its version in the same transaction, so that two who change it at once cannot both succeed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text, select
from sqlalchemy.engine import Connection, Engine, RowMapping
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from chantier.core import BadSetup

META = MetaData()


def _of_match(**more: Any) -> Column[Any]:
    return Column("match", ForeignKey("match.id", ondelete="CASCADE"), **more)


MATCH = Table(
    "match",
    META,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),  # the version of the rules it was begun with
    Column("components", String(40), nullable=False),
    Column("hash", String(20), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(200), nullable=False),
    Column("host", String(32), nullable=False),  # whoever made it
    Column("public", Boolean, nullable=False),
    Column("pace", String(20), nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("origin", Text, nullable=False),  # of a what-if table: where it comes from; else empty
    Column("next", String(32), nullable=False),  # the rematch, once there is one
    Column("clock", Text, nullable=False, server_default="{}"),
)
SEAT = Table(
    "seat",
    META,
    _of_match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("level", String(20), nullable=False),  # of the bot that plays here, for good or for a while; else empty
    Column("owner", String(32), index=True),  # the person who sits here
    Column("link", String(40), unique=True),
)
MOVE = Table(
    "move",
    META,
    _of_match(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("words", String(400), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("digest", String(40), nullable=False),  # of the state after it; empty inside a row of moves made at once
)
SNAPSHOT = Table(
    "snapshot",
    META,
    _of_match(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("to_act", Integer, nullable=False),
    Column("scores", String(80), nullable=False),
)
CHAT = Table(
    "chat",
    META,
    Column("number", Integer, primary_key=True, autoincrement=True),
    _of_match(nullable=False, index=True),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", BigInteger, nullable=False),
)


@dataclass
class MatchRow:
    id: str
    code: str
    game: str
    rules: str
    components: str
    hash: str
    options: dict[str, str]
    seed: str
    host: str
    public: bool
    pace: str
    begun: int
    changed: int
    version: int = 0
    origin: dict[str, Any] = field(default_factory=dict)
    next: str = ""
    clock: dict[str, Any] = field(default_factory=dict)


@dataclass
class SeatRow:
    seat: int
    kind: str  # me, here, link, open, bot
    name: str = ""
    colour: int = 0
    level: str = ""
    owner: str | None = None
    link: str | None = None


@dataclass
class MoveRow:
    number: int
    seat: int
    words: str
    at: int
    digest: str


@dataclass
class Snapshot:
    number: int
    to_act: int
    scores: list[int | None]


@dataclass
class ChatRow:
    seat: int | None
    name: str
    text: str
    at: int


@dataclass
class Stored:
    """All that is kept of one table; `moves` and `chat` only if it was loaded to be played."""

    match: MatchRow
    seats: list[SeatRow]
    snapshot: Snapshot | None = None
    moves: list[MoveRow] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)


class Changed(Exception):
    """Somebody else has changed this table meanwhile."""


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def default_url() -> str:
    """The database of this user."""
    from platformdirs import user_data_path

    folder = user_data_path("chantier")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


class Store:
    """One database. Its functions wait for the disk; call them in a thread."""

    def __init__(self, url: str) -> None:
        try:
            self.engine: Engine = sql.create_engine(url)
            if self.engine.dialect.name == "sqlite":
                if self.engine.url.database:
                    Path(self.engine.url.database).parent.mkdir(parents=True, exist_ok=True)
                sql.event.listen(self.engine, "connect", _sqlite)
            META.create_all(self.engine)
            self._grow()
        except (SQLAlchemyError, ImportError, OSError) as error:
            kind = url.split(":", 1)[0]  # the rest may hold a password
            raise BadSetup(f"cannot use the store ({kind}): {type(error).__name__}; give it as sqlite:///FILE") from error

    def close(self) -> None:
        self.engine.dispose()

    def _grow(self) -> None:
        """A database of an earlier version gets the columns that came later."""
        with self.engine.begin() as db:
            for table in META.sorted_tables:
                there = {column["name"] for column in sql.inspect(db).get_columns(table.name)}
                for column in table.columns:
                    if column.name not in there:
                        told = sql.schema.CreateColumn(column).compile(dialect=self.engine.dialect)
                        db.execute(sql.text(f'ALTER TABLE "{table.name}" ADD COLUMN {told}'))

    # --- writing ------------------------------------------------------------------------------------------------------

    def begin(self, new: Stored) -> None:
        """A new table. Changed if its code is taken."""
        try:
            with self.engine.begin() as db:
                db.execute(MATCH.insert(), _row(new.match))
                db.execute(SEAT.insert(), [{"match": new.match.id, **_row(seat)} for seat in new.seats])
                self._append(db, new.match.id, new.moves, new.snapshot)
        except IntegrityError:
            raise Changed from None

    def add(self, match: str, version: int, moves: Sequence[MoveRow], snapshot: Snapshot, clock: dict[str, Any]) -> None:
        """Moves that were made on this version. On return they are on disk."""
        try:
            with self.engine.begin() as db:
                self._raise_version(db, match, version, clock)
                self._append(db, match, moves, snapshot)
        except IntegrityError:
            raise Changed from None

    def take_back(self, match: str, version: int, left: int, snapshot: Snapshot, clock: dict[str, Any]) -> None:
        """Only the first `left` moves are left."""
        with self.engine.begin() as db:
            self._raise_version(db, match, version, clock)
            db.execute(MOVE.delete().where(MOVE.c.match == match, MOVE.c.number >= left))
            self._append(db, match, [], snapshot)

    def _raise_version(self, db: Connection, match: str, version: int, clock: dict[str, Any]) -> None:
        here = (MATCH.c.id == match) & (MATCH.c.version == version)
        done = db.execute(MATCH.update().where(here).values(version=version + 1, changed=now(), clock=json.dumps(clock)))
        if done.rowcount != 1:
            raise Changed

    def _append(self, db: Connection, match: str, moves: Sequence[MoveRow], snapshot: Snapshot | None) -> None:
        if moves:
            db.execute(MOVE.insert(), [{"match": match, **_row(move)} for move in moves])
        if snapshot:
            db.execute(SNAPSHOT.delete().where(SNAPSHOT.c.match == match))
            db.execute(SNAPSHOT.insert(), {"match": match, **_row(snapshot)})

    def change_seat(self, match: str, seat: int, *, owned_by: str | None, **values: Any) -> None:
        """Change a seat, if it still belongs to whom it is thought to belong to."""
        owner = SEAT.c.owner.is_(None) if owned_by is None else SEAT.c.owner == owned_by
        with self.engine.begin() as db:
            here = (SEAT.c.match == match) & (SEAT.c.seat == seat) & owner
            if db.execute(SEAT.update().where(here).values(**values)).rowcount != 1:
                raise Changed

    def set_clock(self, match: str, clock: dict[str, Any]) -> None:
        with self.engine.begin() as db:
            db.execute(MATCH.update().where(MATCH.c.id == match).values(clock=json.dumps(clock)))

    def set_next(self, match: str, following: str) -> None:
        """Remember the rematch; Changed if there is one."""
        with self.engine.begin() as db:
            here = (MATCH.c.id == match) & (MATCH.c.next == "")
            if db.execute(MATCH.update().where(here).values(next=following)).rowcount != 1:
                raise Changed

    def write_chat(self, match: str, line: ChatRow) -> None:
        with self.engine.begin() as db:
            db.execute(CHAT.insert(), {"match": match, **_row(line)})

    # --- reading ------------------------------------------------------------------------------------------------------

    def load(self, match: str) -> Stored | None:
        """One table with its moves and the last of its chat."""
        with self.engine.connect() as db:
            found = self._stored(db, MATCH.c.id == match)
            if not found:
                return None
            moves = db.execute(select(MOVE).where(MOVE.c.match == match).order_by(MOVE.c.number)).mappings()
            last = select(CHAT).where(CHAT.c.match == match).order_by(CHAT.c.number.desc()).limit(200)
            found[0].moves = [_read(MoveRow, row) for row in moves]
            found[0].chat = [_read(ChatRow, row) for row in db.execute(last).mappings()][::-1]
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

    def by_code(self, code: str) -> str | None:
        with self.engine.connect() as db:
            return db.execute(select(MATCH.c.id).where(MATCH.c.code == code)).scalar()

    def by_link(self, link: str) -> tuple[str, int] | None:
        """The table and seat that a link is for."""
        with self.engine.connect() as db:
            row = db.execute(select(SEAT.c.match, SEAT.c.seat).where(SEAT.c.link == link)).first()
        return (row[0], row[1]) if row else None

    def _list(self, where: Any, many: int = 60) -> list[Stored]:
        with self.engine.connect() as db:
            return self._stored(db, where, many)

    def _stored(self, db: Connection, where: Any, many: int = 1) -> list[Stored]:
        rows = db.execute(select(MATCH).where(where).order_by(MATCH.c.changed.desc()).limit(many)).mappings().all()
        ids = [row["id"] for row in rows]
        found = {row["id"]: Stored(_read(MatchRow, row), []) for row in rows}
        for row in db.execute(select(SEAT).where(SEAT.c.match.in_(ids)).order_by(SEAT.c.seat)).mappings():
            found[row["match"]].seats.append(_read(SeatRow, row))
        for row in db.execute(select(SNAPSHOT).where(SNAPSHOT.c.match.in_(ids))).mappings():
            found[row["match"]].snapshot = _read(Snapshot, row)
        return list(found.values())


JSON = ("options", "origin", "scores", "clock")
R = TypeVar("R", MatchRow, SeatRow, MoveRow, Snapshot, ChatRow)


def _row(thing: Any) -> dict[str, Any]:
    return {k: json.dumps(v) if k in JSON else v for k, v in asdict(thing).items()}


def _read(kind: type[R], row: RowMapping) -> R:
    return kind(**{f.name: json.loads(row[f.name]) if f.name in JSON else row[f.name] for f in fields(kind)})


def _sqlite(connection: Any, _: Any) -> None:
    """What is committed is on disk; readers do not wait for writers."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
