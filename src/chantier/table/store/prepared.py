"""Statements that come with every move: each is put into words once, for one kind of database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase


def begun(db: Connection) -> Connection:
    """A connection to SQLite on which somebody else says when transactions begin and end: with a `Driver`, which it keeps, for
    to look for it takes as long as a statement."""
    return db.execution_options(begun=Driver(db))


class Driver:
    """SQLite itself, below a connection: it takes a tenth of the time. Errors are the same."""

    def __init__(self, db: Connection) -> None:
        self._sqlite: Any = db.connection.driver_connection

    def do(self, text: str, values: tuple[Any, ...] = ()) -> int:
        """How many rows were changed."""
        return int(self._execute(text, values).rowcount)

    def ask(self, text: str) -> Any:
        """The first thing that it answers."""
        return self._execute(text).fetchone()[0]

    def _execute(self, text: str, values: tuple[Any, ...] = ()) -> Any:
        try:
            return self._sqlite.execute(text, values)
        except sqlite3.Error as error:
            raise DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True) from error


class Prepared:
    """What the database is told, and the order in which it wants the values. That takes less than half as long as a statement
    that is looked at anew each time; errors are the same."""

    def __init__(self, statement: UpdateBase, dialect: Dialect, keys: list[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=keys)
        self._text = str(compiled)
        order: list[str] | None = getattr(compiled, "positiontup", None)  # some know values by name
        self._values: Callable[[dict[str, Any]], Any] = itemgetter(*order) if order else lambda row: row

    def do(self, db: Connection, *rows: dict[str, Any]) -> int:
        """Once for every row. How many rows were changed, if there is one."""
        driver: Driver | None = db.get_execution_options().get("begun")
        values = list(map(self._values, rows))
        if driver:
            first, *_ = [driver.do(self._text, one) for one in values]
            return first
        return db.exec_driver_sql(self._text, values if len(values) > 1 else values[0]).rowcount
