"""Tables as they were before versions were counted. A database of that time is taken over."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Text

revision = "1"
down_revision = None


def upgrade() -> None:
    there = sql.inspect(op.get_bind())
    if there.has_table("match"):
        if "clock" not in {column["name"] for column in there.get_columns("match")}:  # the first of them had no clocks
            op.add_column("match", Column("clock", Text, nullable=False, server_default="{}"))
        return
    _tables()


def _of_match(primary_key: bool = False) -> Column[str]:
    return Column("match", String(32), ForeignKey("match.id", ondelete="CASCADE"), primary_key=primary_key, nullable=False)


def _tables() -> None:
    op.create_table(
        "match",
        Column("id", String(32), primary_key=True),
        Column("code", String(8), nullable=False, unique=True),
        Column("game", String(40), nullable=False),
        Column("rules", String(20), nullable=False),
        Column("components", String(40), nullable=False),
        Column("hash", String(20), nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", String(200), nullable=False),
        Column("host", String(32), nullable=False),
        Column("public", Boolean, nullable=False),
        Column("pace", String(20), nullable=False),
        Column("begun", BigInteger, nullable=False),
        Column("changed", BigInteger, nullable=False),
        Column("version", Integer, nullable=False),
        Column("origin", Text, nullable=False),
        Column("next", String(32), nullable=False),
        Column("clock", Text, nullable=False, server_default="{}"),
    )
    op.create_table(
        "seat",
        _of_match(primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("kind", String(8), nullable=False),
        Column("name", String(40), nullable=False),
        Column("colour", Integer, nullable=False),
        Column("level", String(20), nullable=False),
        Column("owner", String(32), index=True),
        Column("link", String(40), unique=True),
    )
    op.create_table(
        "move",
        _of_match(primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        Column("words", String(400), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("digest", String(40), nullable=False),
    )
    op.create_table(
        "snapshot",
        _of_match(primary_key=True),
        Column("number", Integer, nullable=False),
        Column("to_act", Integer, nullable=False),
        Column("scores", String(80), nullable=False),
    )
    op.create_table(
        "chat",
        Column("number", Integer, primary_key=True, autoincrement=True),
        _of_match(),
        Column("seat", Integer),
        Column("name", String(40), nullable=False),
        Column("text", String(500), nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_index("ix_chat_match", "chat", ["match"])
