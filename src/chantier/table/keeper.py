"""For whoever keeps a store: does everything still replay, and how matches get out and in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from chantier.core import BadSetup, ChantierError
from chantier.match import Match
from chantier.table import codes, tables
from chantier.table.store.database import Store
from chantier.table.store.rows import SeatRow, Stored


class Verdict(NamedTuple):
    """What became of a match: the same as ever, or from which move on not."""

    table: str
    game: str
    kind: str  # same, differs, illegal
    move: int = 0
    why: str = ""

    def __str__(self) -> str:
        where = "" if self.kind == "same" else f" at move {self.move}"
        return f"{self.kind}{where}  {self.table} {self.game}{f': {self.why}' if self.why else ''}"


def check(store: Store) -> Iterator[Verdict]:
    """Replay every match: moves that are not legal any more, or that lead elsewhere than they did, are found."""
    for table in store.ids():
        stored = store.load(table)
        if stored is not None:
            yield verdict(stored)


def verdict(stored: Stored) -> Verdict:
    table, game, n = stored.match.id, stored.match.game, -1
    try:
        for n, match in enumerate(tables.replay(stored)):
            digest = stored.moves[n - 1].digest if n else ""
            if digest and digest != match.digest() and not _is_copy(stored, n):
                return Verdict(table, game, "differs", n)
    except ChantierError as error:
        return Verdict(table, game, "illegal", n + 1, str(error))
    return Verdict(table, game, "same")


def _is_copy(stored: Stored, n: int) -> bool:
    """At the moment at which a what-if table begins, its digest is that of the world that was dealt anew."""
    return bool("redeal" in stored.match.origin and n == stored.match.origin["moves"])


def export(store: Store, table: str) -> str:
    """A match as a record, with its seed; by its id or its code."""
    stored = store.load(store.by_code(codes.read(table)) or table)
    if stored is None:
        raise BadSetup(f"there is no table {table!r} in this store")
    if "redeal" in stored.match.origin:
        raise BadSetup("a what-if table with things dealt anew has no record")
    *_, match = tables.replay(stored)
    return match.record()


def bring_in(store: Store, text: str, components: str | None = None) -> tables.Table:
    """A record as a new table; whoever has its address or code can sit down."""
    match = Match.of(text, components)
    seats = [SeatRow(n, "open", colour=n) for n in range(match.seats)]
    table = tables.seated(match, seats, "", public=False, pace="free")
    store.begin(table.stored())
    return table


def backup(store: Store, file: Path) -> None:
    """A whole copy of the database, as it is at one moment, while it is in use."""
    if store.shared:
        raise BadSetup("for PostgreSQL use pg_dump; it copies a database that is in use")
    if file.exists():
        raise BadSetup(f"{file} is there already")
    try:
        with closing(sqlite3.connect(store.url.database or "")) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BadSetup(f"the backup could not be made: {error}") from None
