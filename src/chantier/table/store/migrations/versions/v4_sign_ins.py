"""Sign-ins that can be ended, and codes of private tables that cannot be guessed."""

from __future__ import annotations

import secrets

import sqlalchemy as sql
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String

revision = "4"
down_revision = "3"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LONG = 8  # letters of a code: 40 bits


def upgrade() -> None:
    op.add_column("account", Column("generation", Integer, nullable=False, server_default="1"))
    op.create_table(
        "ended",
        Column("session", String(32), primary_key=True),
        Column("person", String(32), nullable=False),
        Column("until", BigInteger, nullable=False),
    )
    op.create_index("ix_ended_person", "ended", ["person"])
    _give_new_codes()


def _give_new_codes() -> None:
    """Private tables with a short code get a long one; their seats, links and addresses stay the same."""
    match = sql.table("match", Column("id", String), Column("code", String), Column("public", Boolean))
    short = sql.select(match.c.id).where(match.c.public.is_(sql.false()), sql.func.length(match.c.code) < LONG)
    db = op.get_bind()
    for found in db.execute(short).scalars().all():
        code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
        db.execute(match.update().where(match.c.id == found).values(code=code))
