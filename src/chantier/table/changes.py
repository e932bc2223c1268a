"""How a table is changed: a change is tried on a copy, written in one transaction, and only then true.

Whoever carries it out, a server for a person or a bot, or a worker, does it with what is made here: the clock after it, when a
bot is due, and the rows that are written. So an acknowledged change is on disk, and one that could not be written never
happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chantier.core import IllegalAction, NoUndo
from chantier.match import Match
from chantier.table import clocks, tables
from chantier.table.clocks import Clock
from chantier.table.refusals import Refused
from chantier.table.store.rows import Due, MoveRow, SeatRow, Snapshot, now
from chantier.table.tables import Table

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from chantier.table.store.database import Store


@dataclass(frozen=True)
class Change:
    """A change of the match. It raises the version of the table, for whoever decides has to know what was decided before."""

    table: Table  # before it
    match: Match  # after it
    moves: list[MoveRow] | int  # that are added; or how many are left
    snapshot: Snapshot
    clock: Clock
    due: Due

    def write(self, db: Connection, store: Store) -> None:
        """Inside of a transaction. Changed if somebody else has changed the table meanwhile."""
        if isinstance(self.moves, int):
            store.take_back(db, self.table.row, self.moves, self.snapshot, self.clock, self.due)
        else:
            store.add_moves(db, self.table.row, self.moves, self.snapshot, self.clock, self.due)

    @property
    def after(self) -> Table:
        """The table once it is on disk."""
        return self.table.after(self.match, self.moves, self.clock)


def played(table: Table, action: int, pace: float, request: str = "") -> Change:
    """One decision, and the chance that follows."""
    match = table.match.branch()
    known = len(match.moves)
    try:
        match.play(action)
    except IllegalAction as error:
        raise Refused("illegal", str(error)) from None
    return _change(table, match, tables.move_rows(match, known, request), pace)


def taken_back(table: Table, pace: float) -> Change:
    """The last step, taken back."""
    match = table.match.branch()
    try:
        match.undo()
    except NoUndo:
        raise Refused("no undo") from None
    return _change(table, match, len(match.moves), pace)


def _change(table: Table, match: Match, moves: list[MoveRow] | int, pace: float) -> Change:
    row, clock = table.row, clocks.come(table.row.clock, [table.match.to_act], now())
    if clock and not table.waits:
        clock = clocks.decided(clock, row.pace, table.match.to_act, now(), gift=isinstance(moves, list))
    return Change(table, match, moves, tables.snapshot(match), clock, due(table, match, table.version + 1, pace))


def due(table: Table, match: Match, version: int, pace: float) -> Due:
    """When a bot will have to decide at this version, if it is a bot; `pace` is the shortest time between two moves of bots."""
    return (version, int(pace * 1000)) if table.bot_at(match) else None


@dataclass(frozen=True)
class SeatChange:
    """Another person, bot, name or link at a seat. The version stays: what was decided on is the same."""

    table: Table
    seat: SeatRow
    values: dict[str, Any]
    clock: Clock | None  # another one, if now nobody is waited for any more
    due: Due

    def write(self, db: Connection, store: Store) -> None:
        """Inside of a transaction. Changed if the seat does not belong to whom it is thought to belong to."""
        store.change_seat(db, self.table.id, self.seat, self.values, self.due)
        if self.clock is not None:
            store.set_clock(db, self.table.row, self.clock)

    def apply(self) -> None:
        """It is on disk, and so it is true."""
        for key, value in self.values.items():
            setattr(self.seat, key, value)
        if self.clock is not None:
            self.table.row.clock = self.clock


def at_seat(table: Table, seat: SeatRow, values: dict[str, Any]) -> SeatChange:
    """The clock begins to run when the last seat is taken, and where people play live when the last of them has come; for whom
    a bot plays nobody waits. A bot that has to decide does so at once."""
    acts = values.get("level") and seat.seat == table.match.to_act
    others = [other for other in table.seats if other is not seat]
    begins = tables.waits(table.seats) and table.row.clock and not tables.waits([*others, replace(seat, **values)])
    clock = {**table.row.clock, "since": now()} if begins else table.row.clock
    clock = clocks.come(clock, [seat.seat] if values.get("level") else [], now())
    changed = clock if clock != table.row.clock else None
    return SeatChange(table, seat, values, changed, (table.version, 0) if acts else None)
