"""Tables: who sits where, who may do what, and what was done. Knows neither browsers nor connections."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from chantier import records
from chantier.bots import PROGRAMS, USUAL, bot, levels_of
from chantier.components import ComponentSet, component_set, own_set, shipped
from chantier.core import CHANCE, BadComponents, BadRecord, BadSetup, Bot, ChantierError, Game, View, games
from chantier.look import once
from chantier.match import Match
from chantier.table import clean, clocks, codes
from chantier.table.clocks import PACES
from chantier.table.refusals import Refused
from chantier.table.store.rows import ChatRow, MatchRow, MoveRow, SeatRow, Snapshot, Stored, now

if TYPE_CHECKING:
    from chantier.table.store.database import Store
    from chantier.table.wanted import WantedSeat, WantedTable
    from chantier.terminal.saves import Player

BOT_NAMES = ("Villard", "Sabina", "Maurice", "Agnes", "Perrin", "Hiltrud", "Godfrey", "Beatrice")


class Table:
    """One table: its match, its seats, and a version that counts every change of the match."""

    def __init__(self, stored: Stored, match: Match) -> None:
        self.row = stored.match
        self.seats = stored.seats
        self.chat = stored.chat
        self.match = match
        self._rows = stored.moves  # of which so many are ours; those that are true grow together with the next table
        self._many = len(stored.moves)
        self.set_text = stored.set_text

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def rows(self) -> list[MoveRow]:
        """All moves as they are stored: their times, and who asked for them."""
        if len(self._rows) != self._many:  # the next table has gone on
            self._rows = self._rows[: self._many]
        return self._rows

    def since(self, known: Table) -> list[MoveRow]:
        """The moves that were not known yet; the last hundred, if it was another course that was known."""
        many = known._many
        goes_on = many <= self._many and (not many or self._rows[many - 1] is known._rows[many - 1])
        return self.rows[many if goes_on else -100 :]

    # --- who may do what ----------------------------------------------------------------------------------------------

    def seat(self, number: object) -> SeatRow:
        if type(number) is not int or not 0 <= number < len(self.seats):
            raise Refused("no seat")
        return self.seats[number]

    def held(self, person: str | None) -> list[int]:
        """The seats of a person, also those at which a bot plays for a while."""
        return [s.seat for s in self.seats if person is not None and s.owner == person]

    def check_holds(self, person: str | None, number: object) -> SeatRow:
        seat = self.seat(number)
        if person is None or seat.owner != person:
            raise Refused("not yours")
        return seat

    def check_looks(self, person: str | None) -> None:
        """A world that was dealt anew for somebody still holds what only they may know: nobody else looks at it."""
        if "redeal" in self.row.origin and person != self.row.host and not self.held(person):
            raise Refused("no table")

    def check_turn(self, person: str | None, number: object) -> SeatRow:
        """This person may decide now for this seat."""
        seat = self.check_holds(person, number)
        if self.match.over:
            raise Refused("over")
        if self.match.to_act != seat.seat or seat.level:
            raise Refused("not your turn")
        return seat

    def check_viewpoint(self, person: str | None, seat: int | None) -> int | None:
        """A seat of one's own; once a game is over, any. What-if tables show only what their maker may know."""
        if seat is None:
            return None
        self.seat(seat)
        if seat not in self.held(person) and not (self.match.over and not self.row.origin):
            raise Refused("not yours")
        return seat

    def check_fair(self, person: str | None) -> None:
        """No help from bots while strangers play."""
        others = any(s.owner != person and s.kind != "bot" for s in self.seats)
        if self.row.public and others and not self.match.over:
            raise Refused("fair")

    @property
    def bot(self) -> str:
        """The level of the bot that has to decide now, or nothing."""
        return self.bot_at(self.match)

    def bot_at(self, match: Match) -> str:
        return "" if match.over else self.seats[match.to_act].level

    def after(self, match: Match, moves: list[MoveRow] | int, clock: clocks.Clock) -> Table:
        """The table after a change that is on disk: moves were added, or only so many are left."""
        row = MatchRow.__new__(MatchRow)
        row.__dict__.update(self.row.__dict__)
        row.version, row.clock, row.changed, row.undone_by = self.version + 1, clock, now(), match.undone_by
        rows = self.rows
        if isinstance(moves, int):
            rows = rows[:moves]
        else:
            rows += moves  # this table still knows its own
        return Table(Stored(row, self.seats, None, rows, self.chat, self.set_text), match)

    @once
    def undo_seat(self) -> int | None:
        """The seat that may take back a step now: the one that made the last decision. After the end nobody, for the seed and
        what was hidden are shown then."""
        if self.match.over or not self.match.undoable:
            return None
        moves = self.match.moves
        return None if self.row.origin.get("moves", 0) >= len(moves) else moves[-1].seat

    def time_left(self, seat: int) -> float:
        """Milliseconds that a seat has left. Nobody counts before all have come."""
        return float("inf") if self.waits else clocks.left(self.row.clock, seat, self.match.to_act, now())

    @property
    def waits(self) -> bool:
        """Whether somebody is still to come: a seat is free, or nobody has been there yet whose clock would run."""
        return waits(self.seats) or bool(self.row.clock.get("waiting"))

    # --- the past -----------------------------------------------------------------------------------------------------

    @property
    def dealt(self) -> int:
        """The moment at which the world of a what-if table was dealt anew. What was before it belongs to another table."""
        return int(self.row.origin["moves"]) if "redeal" in self.row.origin else 0

    def eyes(self, move: int, seat: int | None) -> int | None:
        """From where a moment may be looked at: the time before a world was dealt anew only from the seat it was dealt for."""
        return seat if seat is None or move >= self.dealt else int(self.row.origin["seat"])

    def steps(self) -> Iterator[Match]:
        """The match at its start and after every move, as it may be shown or thought about."""
        then = change_worlds(self.match.at(0), self.row.origin)
        yield self._as_known(then)
        for move in self.match.moves:
            then.repeat(move.action)
            yield self._as_known(change_worlds(then, self.row.origin))

    def at(self, n: int) -> Match:
        """The match after its first n moves, as it may be shown or thought about."""
        return self._as_known(self.course(n))

    def _as_known(self, then: Match) -> Match:
        """What was before a world was dealt anew is never the truth, but what the seat it was dealt for cannot tell from it."""
        return imagined(then.copy(), self.row.origin) if len(then.moves) < self.dealt else then

    def course(self, n: int) -> Match:
        """The match after its first n moves, as it was: from the nearest state before it that is remembered, so that stepping
        is quick. Whoever shows something to people asks `at`."""
        moves = self.match.moves
        if not 0 <= n <= len(moves):
            raise Refused("no moment")
        if n == len(moves):
            return self.match.copy()
        then = self.match.nearest(n)
        if not then.moves:
            change_worlds(then, self.row.origin)
        for move in moves[len(then.moves) : n]:
            then.repeat(move.action)
            change_worlds(then, self.row.origin)
        return then

    def record(self, person: str | None) -> str:
        """The match as text. While it runs, only if nothing in it was whispered to others, and without its seed."""
        if "redeal" in self.row.origin:
            raise Refused("running")
        over = self.match.over
        mine = self.held(person)
        if not over and any(event.known_to >= 0 and event.known_to not in mine for event in self.match.events):
            raise Refused("running")
        return self.match.record(seed=over)

    def stored(self) -> Stored:
        """All that is kept of it."""
        return Stored(self.row, self.seats, snapshot(self.match), self.rows, self.chat, self.set_text)


def waits(seats: list[SeatRow]) -> bool:
    """Whether one of these seats is still free."""
    return any(s.kind != "bot" and s.owner is None and not s.level for s in seats)


# --- made new ---------------------------------------------------------------------------------------------------------


def new_id() -> str:
    return secrets.token_hex(10)


def is_id(text: str) -> bool:
    """Whether this may be the id of a table: what cannot be one is not looked for.

    >>> is_id(new_id()), is_id(""), is_id("a/b"), is_id("0" * 33)
    (True, False, False, False)
    """
    return 0 < len(text) <= 32 and text.isascii() and text.isalnum()


def new_link() -> str:
    return secrets.token_urlsafe(16)


def new_code() -> str:
    return codes.new()


def create(wanted: WantedTable, person: str, own: ComponentSet | None = None) -> Table:
    """A new table, not written down yet; with a set of the game, or one of one's own."""
    if wanted.game not in games:
        raise Refused("no game")
    if wanted.components is not None and wanted.components not in shipped(wanted.game):
        raise Refused("setup", f"There is no component set {wanted.components!r}.")
    if wanted.pace is not None and wanted.pace not in PACES:
        raise Refused("setup", f"The paces are: {', '.join(PACES)}.")
    try:
        options = games[wanted.game].option_words(wanted.options)  # first: an option must not pass for a seed
        match = Match(wanted.game, len(wanted.seats), None, own or wanted.components, **options)
    except ChantierError as error:
        raise Refused("setup", str(error)) from None
    seats = [_seat(match.game, n, seat, person) for n, seat in enumerate(wanted.seats)]
    return seated(match, seats, person, public=wanted.public, pace=wanted.pace or "free")


def seated(match: Match, seats: list[SeatRow], person: str, **more: Any) -> Table:
    """A table for a match and those who sit at it. A seed that somebody chose, or has in a record, decides no draw at it."""
    if match.seed_is_known and not match.over:
        match.reseed()
    _name_bots(seats)
    began = now()
    chosen = match.game.components
    kept = "" if any(component_set(match.game.name, name) == chosen for name in shipped(match.game.name)) else chosen.text
    row = MatchRow(
        id=new_id(),
        code=new_code(),
        game=match.game.name,
        rules=match.game.version,
        components=chosen.name,
        hash=chosen.hash,
        options=match.options,
        seed=match.seed,
        seed_from=match.seed_from,
        host=person,
        begun=began,
        changed=began,
        clock=clocks.new(more["pace"], len(seats), began, [seat.seat for seat in seats if seat.kind != "bot"]),
        **more,
    )
    return Table(Stored(row, seats, moves=move_rows(match, 0), set_text=kept), match)


def on_this_screen(match: Match, players: list[Player], person: str) -> Table:
    """A table for people and bots at one screen."""
    seats = [
        SeatRow(n, "here" if who.human else "bot", clean.name(who.name), n, "" if who.human else who.level)
        for n, who in enumerate(players)
    ]
    for seat in seats:
        seat.owner = None if seat.level else person
    return seated(match, seats, person, public=False, pace="free")


def _seat(game: Game, number: int, wanted: WantedSeat, person: str) -> SeatRow:
    colour = number if wanted.colour is None else wanted.colour
    seat = SeatRow(number, wanted.kind, clean.name(wanted.name or ""), colour)
    if wanted.kind == "bot":
        seat.level = check_level(game, wanted.level or USUAL)
    elif wanted.kind in ("me", "here"):
        seat.owner = person
    elif wanted.kind == "link":
        seat.link = new_link()
    return seat


def check_level(game: Game, level: str) -> str:
    """A level that this game has."""
    if level not in (levels := (*levels_of(game), *PROGRAMS)):
        raise Refused("setup", f"The levels are: {', '.join(levels)}.")
    return level


def player(level: str) -> Bot:
    """A bot of a level. For a program that this server was not started with, a master goes on."""
    try:
        return bot(level)
    except BadSetup:
        return bot(USUAL)


def _name_bots(seats: list[SeatRow]) -> None:
    """Bots have names too, each another."""
    taken = {s.name for s in seats}
    free = [name for name in BOT_NAMES if name not in taken]
    for seat in seats:
        if seat.kind == "bot" and not seat.name:
            seat.name = free.pop(0)


def what_if(table: Table, person: str, move: int, level: str | None = None) -> Table:
    """A private copy from a moment on, with bots on the other seats and other dice: those that sit there,
    and masters for people; or all of this level.

    While the game runs, what its maker may not know is dealt anew: nobody finds out by trying.
    """
    if level is not None:
        check_level(table.match.game, level)
    table.check_fair(person)
    held = table.held(person)
    hides = not table.match.over or "redeal" in table.row.origin
    if not held and hides:
        raise Refused("running")
    past = _decision(table, move)
    origin: dict[str, Any] = {"table": table.id, "moves": len(past.moves)}
    if hides:
        earlier = [deal for deal in deals(table.row.origin) if deal["moves"] <= len(past.moves)]
        origin |= {"redeal": secrets.randbits(60), "seat": _eyes(held, past), "earlier": earlier}
        past = imagined(past, origin)
    past.reseed()
    mine = held or [max(past.to_act, 0)]
    seats = [
        SeatRow(s.seat, "here" if s.seat in mine else "bot", s.name, s.colour, owner=person)
        if s.seat in mine
        else SeatRow(s.seat, "bot", s.name, s.colour, level or (s.level if s.kind == "bot" else USUAL))
        for s in table.seats
    ]
    return seated(past, seats, person, public=False, pace="free", origin=origin)


def _eyes(held: list[int], match: Match) -> int:
    return match.to_act if match.to_act in held else held[0]


def _decision(table: Table, move: int) -> Match:
    """The last moment, not after this one, at which a seat decides."""
    past = table.course(move)
    while past.to_act == CHANCE and move < len(table.match.moves):
        move += 1
        past = table.course(move)
    return past


def deals(origin: dict[str, Any]) -> list[dict[str, Any]]:
    """Where a what-if table changes worlds: in a copy of a copy also where that one did, the first first."""
    last = [{key: origin[key] for key in ("moves", "redeal", "seat")}] if "redeal" in origin else []
    return [*origin.get("earlier", []), *last]


def change_worlds(match: Match, origin: dict[str, Any]) -> Match:
    """The match in the world that was dealt anew at this moment, if one was."""
    for deal in deals(origin):
        if deal["moves"] == len(match.moves):
            imagined(match, deal)
    return match


def imagined(match: Match, origin: dict[str, Any]) -> Match:
    """The match in another world that its seat cannot tell from this one."""
    match.redeal(origin["seat"], Random(origin["redeal"]))
    return match


def rematch(table: Table, person: str) -> Table:
    """The same people at a new table."""
    if not table.match.over:
        raise Refused("running")
    if not table.held(person) and table.row.host != person:
        raise Refused("not yours")
    old = table.match
    match = Match(old.game, old.seats, None, None, **old.options)
    seats = [
        SeatRow(s.seat, s.kind, s.name, s.colour, s.level if s.kind == "bot" else "", s.owner)
        if s.owner or s.kind == "bot"
        else SeatRow(s.seat, s.kind, "", s.colour, link=new_link() if s.kind == "link" else None)
        for s in table.seats
    ]
    return seated(match, seats, table.row.host, public=table.row.public, pace=table.row.pace)


# --- written and read -------------------------------------------------------------------------------------------------


def move_rows(match: Match, first: int, request: str = "") -> list[MoveRow]:
    """The moves from a number on, as they are stored. The digest is that of the state after the last."""
    at, last = now(), len(match.moves) - 1
    return [
        MoveRow(n, move.seat, match.words(move.action), at, match.digest() if n == last else "", request)
        for n, move in enumerate(match.moves[first:], first)
    ]


def snapshot(match: Match) -> Snapshot:
    """What the list of tables shows: no more than a spectator may know."""
    return Snapshot(len(match.moves), match.to_act, scores(match, match.look(None)))


def scores(match: Match, view: View) -> list[int | None]:
    """The scores as this view shows them; where a game covers them, its `view.py` says which are known."""
    known = match.game.knows("scores")
    shown: list[int | None] = list(match.standing()[0]) if known is None else known(view)
    return shown


def restored(stored: Stored) -> Table:
    """The table that was stored: all its moves played again."""
    try:
        *_, match = replay(stored)
    except (BadComponents, BadRecord, BadSetup) as error:
        raise Refused("rules", str(error)) from None
    match.undone_by = stored.match.undone_by
    return Table(stored, match)


def replay(stored: Stored) -> Iterator[Match]:
    """The match that was stored, at its start and after every move: one match that goes on. BadRecord if it cannot."""
    row = stored.match
    chosen = own_set(row.game, row.components, stored.set_text) if stored.set_text else component_set(row.game, row.components)
    match = Match.laid_out(row.game, len(stored.seats), row.seed, chosen, **row.options)
    match.seed_from = row.seed_from
    if row.hash != match.game.components.hash:
        raise BadRecord("the component set has changed")
    yield change_worlds(match, row.origin)
    for move in stored.moves:
        match.replay(records.Line(move.number + 1, move.seat, move.words))
        yield change_worlds(match, row.origin)


def caught_up(store: Store, table: Table) -> Table | None:
    """The table with what others have done at it since; nothing if it must be loaded anew, because steps were taken back."""
    known = len(table.rows)
    stored = store.load(table.id, max(0, known - 1))
    if stored is None or (known and (not stored.moves or stored.moves[0] != table.rows[-1])):
        return None
    new = stored.moves[1:] if known else stored.moves
    match = followed(table, new)
    if match is None:
        return None
    if match.undone_by != stored.match.undone_by:
        match = match.copy()
        match.undone_by = stored.match.undone_by
    return Table(replace(stored, moves=[*table.rows, *new]), match)


def followed(table: Table, new: list[MoveRow]) -> Match | None:
    """The match after moves that others made, if they follow here."""
    if new and new[0].number != len(table.rows):
        return None
    match = table.match.copy() if new else table.match
    try:
        for move in new:
            match.replay(records.Line(move.number + 1, move.seat, move.words))
    except BadRecord:
        return None
    return match


def chat_line(table: Table, person: str | None, text: str, name: str) -> ChatRow:
    """What somebody says at the table."""
    held = table.held(person)
    seat = held[0] if held else None
    return ChatRow(seat, name, clean.chat(text), now())
