"""Brings a database to the form that `schema.py` describes: forward only, by itself, all or nothing.

Each file of `versions/` takes a database one version further. It never changes: what comes
later is a new file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from chantier.core import BadSetup

FOLDER = Path(__file__).parent
NEWEST = "6"
LOCK = 20_260_711  # of PostgreSQL: two servers that start at once wait for each other


def version(db: Connection) -> str | None:
    """The version of a database, or nothing if it has none."""
    if not sql.inspect(db).has_table("alembic_version"):
        return None
    found: str | None = db.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def upgrade(engine: Engine, to: str = NEWEST) -> None:
    """Bring a database to a version, the newest unless told otherwise."""
    with engine.connect() as db:
        try:
            if version(db) == to:
                return
        except SQLAlchemyError:
            db.rollback()
    with engine.begin() as db:
        if engine.dialect.name == "postgresql":
            db.execute(sql.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        _run(db, to)


def _run(db: Connection, to: str) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)

    def steps(now: Any, _: Any) -> Any:
        return scripts._upgrade_revs(to, now)

    try:
        with EnvironmentContext(config, scripts, fn=steps) as environment:
            environment.configure(connection=db, transactional_ddl=True)
            environment.run_migrations()
    except CommandError as error:
        raise BadSetup(f"this database is of a later version of Chantier ({version(db)}); update Chantier ({error})") from None
