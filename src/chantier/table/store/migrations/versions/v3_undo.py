"""Who has taken back a step last, so that the law of undo is known after a restart; and from which move on the seed decides."""

from __future__ import annotations

import json

import sqlalchemy as sql
from alembic import op
from sqlalchemy import Column, Integer, String, Text

revision = "3"
down_revision = "2"
MATCH = sql.table("match", Column("id", String), Column("origin", Text), Column("seed_from", Integer))


def upgrade() -> None:
    op.add_column("match", Column("undone_by", Integer))
    op.add_column("match", Column("seed_from", Integer, nullable=False, server_default="0"))
    db = op.get_bind()
    for match, origin in db.execute(sql.select(MATCH.c.id, MATCH.c.origin).where(MATCH.c.origin != "{}")).all():
        began = json.loads(origin).get("moves", 0)  # a what-if table has had dice of its own since it was made
        db.execute(MATCH.update().where(MATCH.c.id == match).values(seed_from=began))
