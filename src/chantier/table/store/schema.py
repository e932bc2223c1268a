"""What is kept, as tables; `rows.py` has the rows. The files in `migrations/` make the tables; here they are only described."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.engine import RowMapping

from chantier.table.store.rows import AccountRow, ChatRow, MatchRow, MoveRow, SeatRow, SetRow, SignInRow, Snapshot, TokenRow

META = MetaData()


def _of_match(**more: Any) -> Column[Any]:
    return Column("match", String(32), ForeignKey("match.id", ondelete="CASCADE"), **more)


MATCH = Table(
    "match",
    META,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),  # the version of the rules it was begun with
    Column("components", Text, nullable=False),
    Column("hash", String(20), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(200), nullable=False),
    Column("host", String(32), nullable=False, index=True),  # whoever made it
    Column("public", Boolean, nullable=False),
    Column("pace", String(20), nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("origin", Text, nullable=False),  # of a what-if table: where it comes from; else empty
    Column("next", String(32), nullable=False),  # the rematch, once there is one
    Column("clock", Text, nullable=False, server_default="{}"),
    Column("undone_by", Integer),  # the seat that took back a step, until somebody plays
    Column("seed_from", Integer, nullable=False, server_default="0"),  # the first move for which the seed decides
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
    Column("request", String(32), nullable=False, server_default=""),  # a hash of who asked for it, and by which request
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
JOB = Table(  # positions at which a bot has to decide; only where processes share the work
    "job",
    META,
    _of_match(primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("due", BigInteger, nullable=False),  # not before
    Index("ix_job_due", "due"),
)
ACCOUNT = Table(
    "account",
    META,
    Column("name", String(24), primary_key=True),  # folded: what differs only in capitals is the same
    Column("person", String(32), nullable=False, unique=True),
    Column("shown", String(24), nullable=False),
    Column("password", String(200), nullable=False),  # an argon2 hash
    Column("made", BigInteger, nullable=False),
    Column("generation", Integer, nullable=False, server_default="1"),  # of its sign-ins; those of an earlier one are ended
)
ENDED = Table(  # sign-ins that were ended one by one
    "ended",
    META,
    Column("session", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),  # when no cookie of it holds any more, in seconds
)
SIGN_IN = Table(  # where somebody is signed in, for whoever wants to end it from elsewhere
    "sign_in",
    META,
    Column("session", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("device", String(40), nullable=False),  # the browser and the system, as far as it told them
    Column("since", BigInteger, nullable=False),
)
TOKEN = Table(
    "token",
    META,
    Column("hash", String(64), primary_key=True),  # of the token; the token itself is shown once and kept nowhere
    Column("id", String(16), nullable=False, unique=True),
    Column("person", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("scopes", String(80), nullable=False),
    Column("made", BigInteger, nullable=False),
)
OWN_SET = Table(  # component sets of people
    "own_set",
    META,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", String(20), nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("link", String(40), unique=True),  # by which others can see it, if its owner wants that
)
MATCH_SET = Table(  # the set of a table, where it is none that comes with the game
    "match_set",
    META,
    _of_match(primary_key=True),
    Column("text", Text, nullable=False),
)


JSON = frozenset(("options", "origin", "scores", "clock"))
R = TypeVar("R", MatchRow, SeatRow, MoveRow, Snapshot, ChatRow, AccountRow, SignInRow, TokenRow, SetRow)


def to_row(thing: Any) -> dict[str, Any]:
    row: dict[str, Any] = vars(thing).copy()
    kind: Any = type(thing)  # as something that has a hash
    for key in _as_json(kind):
        row[key] = _listed(tuple(row[key])) if key == "scores" else json.dumps(row[key])
    return row


@lru_cache(2**8)
def _listed(scores: tuple[int | None, ...]) -> str:
    """Scores come with every move, and mostly those that were there before."""
    return json.dumps(scores)


@cache
def _as_json(kind: type[Any]) -> list[str]:
    """The fields of a thing that are kept as JSON."""
    return [f.name for f in fields(kind) if f.name in JSON]


def from_row(kind: type[R], row: RowMapping) -> R:
    return kind(**{f.name: json.loads(row[f.name]) if f.name in JSON else row[f.name] for f in fields(kind)})
