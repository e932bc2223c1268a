"""Requests that are known again after a crash, the queue of the bots, accounts, and tokens for programs."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text

revision = "2"
down_revision = "1"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":  # which keeps texts of any length
        op.alter_column("match", "components", type_=Text)
    op.add_column("move", Column("request", String(32), nullable=False, server_default=""))
    op.create_index("ix_match_host", "match", ["host"])
    op.create_table(
        "job",
        Column("match", String(32), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("due", BigInteger, nullable=False),
    )
    op.create_index("ix_job_due", "job", ["due"])
    op.create_table(
        "account",
        Column("name", String(24), primary_key=True),
        Column("person", String(32), nullable=False, unique=True),
        Column("shown", String(24), nullable=False),
        Column("password", String(200), nullable=False),
        Column("made", BigInteger, nullable=False),
    )
    op.create_table(
        "token",
        Column("hash", String(64), primary_key=True),
        Column("id", String(16), nullable=False, unique=True),
        Column("person", String(32), nullable=False),
        Column("name", String(40), nullable=False),
        Column("scopes", String(80), nullable=False),
        Column("made", BigInteger, nullable=False),
    )
    op.create_index("ix_token_person", "token", ["person"])
