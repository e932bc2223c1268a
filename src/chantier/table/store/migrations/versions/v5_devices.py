"""Where somebody is signed in."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, String

revision = "5"
down_revision = "4"


def upgrade() -> None:
    op.create_table(
        "sign_in",
        Column("session", String(32), primary_key=True),
        Column("person", String(32), nullable=False),
        Column("device", String(40), nullable=False),
        Column("since", BigInteger, nullable=False),
    )
    op.create_index("ix_sign_in_person", "sign_in", ["person"])
