"""The moves of a table as they are stored: they grow together with the next table, and every table knows its own."""

from __future__ import annotations

from random import Random

from chantier import Match
from chantier.table import changes, tables
from chantier.table.store.rows import SeatRow
from chantier.table.tables import Table

NAMES = ("Ada", "Grace")


def new_table() -> Table:
    seats = [SeatRow(n, "me", name, n, owner=name) for n, name in enumerate(NAMES)]
    return tables.seated(Match("queens_architect", 2, seed="rows"), seats, "Ada", public=False, pace="free")


def gone_on(table: Table, moves: int, rng: Random, request: str = "") -> Table:
    for n in range(moves):
        table = changes.played(table, rng.choice(table.match.legal), 0.0, f"{request}{n}").after
    return table


def test_every_table_knows_its_own_moves_however_others_went_on() -> None:
    rng = Random(3)
    first = gone_on(new_table(), 5, rng)
    known = list(first.rows)
    one, two = gone_on(first, 4, rng, "one"), gone_on(first, 7, rng, "two")
    assert first.rows == known == one.rows[: len(known)] == two.rows[: len(known)]
    for table in (first, one, two):
        assert [row.number for row in table.rows] == list(range(len(table.match.moves)))
    assert one.rows != two.rows[: len(one.rows)]


def test_what_is_new_of_a_table_is_what_came_after_the_one_that_was_known() -> None:
    rng = Random(4)
    first = gone_on(new_table(), 5, rng)
    known = len(first.rows)
    later = gone_on(first, 3, rng, "later")
    assert later.since(first) == later.rows[known:]
    assert later.since(later) == []
    assert later.since(new_table()) == later.rows
    other = gone_on(new_table(), 120, rng)
    assert other.since(first) == other.rows[-100:], "another course was known"
    assert first.since(later) == first.rows[-100:], "steps were taken back"


def test_a_change_that_was_not_written_leaves_nothing_behind() -> None:
    rng = Random(5)
    table = gone_on(new_table(), 5, rng)
    rows, record = list(table.rows), table.match.record()
    changes.played(table, table.match.legal[0], 0.0)
    assert (table.rows, table.match.record()) == (rows, record)
