"""Component sets of people, and the sets that tables are played with: a set that is changed later changes no table."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, String, Text

revision = "6"
down_revision = "5"


def upgrade() -> None:
    op.create_table(
        "own_set",
        Column("id", String(32), primary_key=True),
        Column("owner", String(32), nullable=False),
        Column("game", String(40), nullable=False),
        Column("name", String(40), nullable=False),
        Column("text", Text, nullable=False),
        Column("hash", String(20), nullable=False),
        Column("changed", BigInteger, nullable=False),
        Column("link", String(40), unique=True),
    )
    op.create_index("ix_own_set_owner", "own_set", ["owner"])
    op.create_table(
        "match_set",
        Column("match", String(32), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        Column("text", Text, nullable=False),
    )
