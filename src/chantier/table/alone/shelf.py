"""The store of a page: rows in memory, and a keeper beside it that keeps them for good (in a browser, IndexedDB)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Protocol, TypeVar

from chantier.table import position
from chantier.table.store.rows import Changed, ChatRow, Due, MatchRow, MoveRow, SeatRow, Snapshot, Stored, now

ME = "me"  # the only person there is
R = TypeVar("R", MatchRow, SeatRow, MoveRow, Snapshot, ChatRow)


class Full(Exception):
    """What should be kept could not be."""


class Keeper(Protocol):
    """Keeps texts by the ids of tables."""

    async def read(self, table: str) -> str | None: ...

    async def keep(self, table: str, text: str) -> None:
        """On return it is kept; whatever is raised means that it is not."""
        ...


class Draft(dict[str, Stored]):
    """Tables that are being changed: true when they are kept, and not before."""


class Shelf:
    """Does what `database.Store` does for a hall. What changes something does so in a draft, which `keep` makes true."""

    shared = has_neighbours = False
    siblings = None
    me = "page"
    failures: tuple[type[Exception], ...] = (Full,)

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.all: dict[str, Stored] = {}

    def is_home(self, match: str) -> bool:
        return True

    def uses(self, match: str, more: int) -> None:
        """Nobody else has tables here."""

    async def keep(self, work: Callable[..., None], *given: Any) -> None:
        """One transaction: all that is changed by it is kept, or nothing is changed."""
        draft = Draft()
        work(draft, *given)
        for table, stored in draft.items():
            try:
                await self.keeper.keep(table, json.dumps(to_kept(stored), ensure_ascii=False))
            except Exception as error:
                raise Full from error
        self.all.update(draft)

    async def begin(self, new: Stored, due: Due = None) -> None:
        await self.keep(lambda draft: draft.update({new.match.id: _copy(new)}))

    async def load(self, match: str, first: int = 0) -> Stored | None:
        """One table with its moves."""
        if match not in self.all:
            text = await self.keeper.read(match)
            if text is None:
                return None
            self.all[match] = from_kept(json.loads(text))
        return _copy(self.all[match])

    def _drafted(self, draft: Draft, match: str) -> Stored:
        return draft.setdefault(match, _copy(self.all[match]))

    def _raised(self, draft: Draft, was: MatchRow, snapshot: Snapshot, clock: dict[str, Any], undone_by: int | None) -> Stored:
        stored = self._drafted(draft, was.id)
        if stored.match.version != was.version:
            raise Changed
        stored.match = replace(stored.match, version=was.version + 1, changed=now(), clock=clock, undone_by=undone_by)
        stored.snapshot = snapshot
        return stored

    def add_moves(
        self, draft: Draft, was: MatchRow, moves: list[MoveRow], snapshot: Snapshot, clock: dict[str, Any], due: Due = None
    ) -> None:
        self._raised(draft, was, snapshot, clock, None).moves.extend(moves)

    def take_back(
        self, draft: Draft, was: MatchRow, left: int, snapshot: Snapshot, clock: dict[str, Any], due: Due = None
    ) -> None:
        """Only the first `left` moves are left."""
        undone_by = self.all[was.id].moves[left].seat
        del self._raised(draft, was, snapshot, clock, undone_by).moves[left:]

    def change_seat(self, draft: Draft, match: str, was: SeatRow, values: dict[str, Any], due: Due = None) -> None:
        seats = self._drafted(draft, match).seats
        seats[was.seat] = replace(seats[was.seat], **values)

    def set_clock(self, draft: Draft, was: MatchRow, clock: dict[str, Any]) -> None:
        self._drafted(draft, was.id).match.clock = clock

    def set_next(self, draft: Draft, match: str, following: str) -> None:
        self._drafted(draft, match).match.next = following

    async def write_chat(self, match: str, line: ChatRow) -> None:
        await self.keep(lambda draft: self._drafted(draft, match).chat.append(line))

    def close(self) -> None:
        """There is nothing to close."""


def _copy(stored: Stored) -> Stored:
    """Its own rows where rows are changed; moves and lines never are."""
    match, seats = replace(stored.match), [replace(seat) for seat in stored.seats]
    return Stored(match, seats, stored.snapshot, list(stored.moves), list(stored.chat), stored.set_text)


def to_kept(stored: Stored) -> dict[str, Any]:
    """A table as it is kept, with what lists of tables show."""
    return {
        "match": vars(stored.match),
        "seats": [vars(seat) for seat in stored.seats],
        "snapshot": vars(stored.snapshot) if stored.snapshot else None,
        "moves": [vars(move) for move in stored.moves],
        "chat": [vars(line) for line in stored.chat],
        "set": stored.set_text,
        "summary": position.summary(stored, ME, {ME}),
    }


def from_kept(told: dict[str, Any]) -> Stored:
    """The same read; what another version kept besides is left out."""
    last = told["snapshot"]
    return Stored(
        _row(MatchRow, told["match"]),
        [_row(SeatRow, one) for one in told["seats"]],
        _row(Snapshot, last) if last else None,
        [_row(MoveRow, one) for one in told["moves"]],
        [_row(ChatRow, one) for one in told["chat"]],
        told.get("set", ""),
    )


def _row(kind: type[R], told: dict[str, Any]) -> R:
    return kind(**{field.name: told[field.name] for field in fields(kind) if field.name in told})
