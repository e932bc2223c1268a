"""What a browser is shown of a table: everything is made from the view of one seat, or a spectator's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import accumulate, compress, repeat
from operator import is_not
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from chantier import dice, scene
from chantier.core import CHANCE, EVERYONE, NOBODY, Event, Game, View, games
from chantier.look import once
from chantier.match import Match
from chantier.table import codes
from chantier.table.refusals import text_of
from chantier.table.store.rows import ChatRow, SeatRow, Snapshot, Stored, now
from chantier.table.tables import Table, scores
from chantier.table.wire import dumped, kept, kept_all, kept_sheet, named, news_of, to_bytes

NOTHING: dict[str, Any] = {"gains": [], "warn": ""}  # what most actions bring
WORLDS = Random(0).getrandbits(62), Random(1).getrandbits(62)  # two that could be true, by which they are dealt
MOST_CHAT = 30_000  # characters of the chat that are told on connecting


def names(seats: list[SeatRow], language: str) -> list[str]:
    """What the seats are called."""
    return [seat.name or _unnamed(seat.seat, language) for seat in seats]


@lru_cache(64)
def _unnamed(seat: int, language: str) -> str:
    return text_of("seat", language, n=seat + 1)


# --- what everybody may know --------------------------------------------------------------------------------------------


def summary(stored: Stored, person: str | None, present: set[str]) -> dict[str, Any]:
    """A table in a few lines, for lists and for its head."""
    row, last = stored.match, stored.snapshot or Snapshot(0, NOBODY, [0] * len(stored.seats))
    return {
        "table": row.id,
        "code": codes.shown(row.code),
        "game": row.game,
        "title": games[row.game].title,
        "options": row.options,
        "components": Path(row.components).stem if Path(row.components).is_absolute() else row.components,
        "pace": row.pace,
        "public": row.public,
        "host": row.host == person,
        "seats": [_seat(seat, row.host, person, present) for seat in stored.seats],
        "version": row.version,
        "to_act": last.to_act,
        "move": last.number,
        "over": last.to_act == NOBODY,
        "scores": last.scores,
        "begun": row.begun,
        "since": row.changed,
        "copy_of": row.origin.get("table"),
        "copied_at": row.origin.get("moves") if "table" in row.origin else None,
        "next": row.next or None,
        "clock": {**row.clock, "now": now()} if row.clock else None,
    }


def _seat(seat: SeatRow, host: str, person: str | None, present: set[str]) -> dict[str, Any]:
    told = {
        "seat": seat.seat,
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level or None,
        "colour": seat.colour,
        "present": seat.kind == "bot" or seat.owner in present,
        "mine": person is not None and seat.owner == person,
        "free": seat.kind != "bot" and seat.owner is None and not seat.level,
        "away": seat.kind != "bot" and bool(seat.level),
    }
    if person == host and seat.link and seat.owner is None:
        told["link"] = f"/s/{seat.link}"
    return told


def table_message(table: Table, person: str | None, present: set[str]) -> dict[str, Any]:
    return {
        "type": "table",
        **summary(table.stored(), person, present),
        "you": table.held(person),
        "promise": dice.promise(table.row.seed),
        "seed_from": table.row.seed_from,
        "chat": [line.__dict__ for line in recent(table.chat)],
    }


def recent(chat: list[ChatRow]) -> list[ChatRow]:
    """The last lines of the chat: so many that whoever reads slowly can still be told of them."""
    ends = accumulate(len(line.name) + len(line.text) for line in reversed(chat))
    return chat[len(chat) - sum(end <= MOST_CHAT for end in ends) :]


def look(match: Match, language: str) -> dict[str, Any]:
    """What stays the same for a whole match: drawings, with letters of the language, and their style."""
    drawn = match.game.picture.scene(match.game, match.look(None), [], language=language)
    turns = {"turntable": drawn.turntable} if drawn.turntable else {}
    return {"type": "look", "symbols": dict(drawn.symbols), "style": drawn.style, **turns}


_ready: set[str] = set()


def is_ready(game: Game) -> bool:
    return game.name in _ready


def get_ready(match: Match) -> None:
    """Load and draw what the first table of a game takes: beside the event loop, for which everybody waits."""
    moment(match, None, False, "en", [f"{seat}" for seat in range(match.seats)])
    _ready.add(match.game.name)


def side_of(game: Game, side: int) -> int:
    """The side from which somebody wants to look; where there is none of that number, it is the front."""
    return side if side and 0 < side < getattr(game.picture, "SIDES", 1) else 0


@lru_cache(64)
def form_of(game: Game, form: str) -> str:
    """The form of a window for which a game draws alone; nothing if it draws for all of them. Where it makes no difference
    between narrow and low windows, both are narrow."""
    only: dict[str, tuple[str, ...]] = getattr(game.picture, "ONLY", {})
    known = {name for names in only.values() for name in names}
    return form if form in known else "narrow" if form == "low" and "narrow" in known else ""


def draw(
    match: Match, view: View, legal: list[int], language: str, called: list[str], side: int = 0, form: str = ""
) -> scene.Scene:
    """The table as a view shows it, from a side of what can be turned, for all windows or for those of one form."""
    more: dict[str, Any] = {"side": side} if side_of(match.game, side) else {}
    if alone := form_of(match.game, form):
        more["form"] = alone
    drawn: scene.Scene = match.game.picture.scene(match.game, view, legal, language=language, names=called, **more)
    return drawn


# --- one moment, from one seat -------------------------------------------------------------------------------------------


def moment(
    match: Match, seat: int | None, acts: bool, language: str, called: list[str], side: int = 0, form: str = ""
) -> dict[str, Any]:
    """The table as this seat sees it; with its actions, if it decides now."""
    game, view, over = match.game, match.look(seat), match.over
    legal = match.legal if acts else []
    drawn = draw(match, view, legal, language, called, side, form)
    known = scores(match, view)
    return {
        "type": "position",
        "move": len(match.moves),
        "since": last_turn(match, seat),
        "seat": seat,
        "to_act": match.to_act,
        "prompt": game.texts.prompt(game, view, legal, language),
        "scene": scene.moving(drawn),
        "actions": actions(match, view, legal, drawn, language, called) if legal else [],
        "scores": known,
        "ranking": match.standing()[1] if over or None not in known else None,
        "over": over,
        "covered": seat is not None and not over and _sees_more(view, match.look(None)),
        "seed": match.seed if over else None,
    }


def last_turn(match: Match, seat: int | None) -> int:
    """The moment just after the last turn of a seat; what came later is new to it. A spectator has seen everything."""
    moves, n = match.moves, len(match.moves)
    if seat is None:
        return n
    if match.to_act == seat:  # not the turn that goes on now
        while n and moves[n - 1].seat in (seat, CHANCE):
            n -= 1
    while n and moves[n - 1].seat != seat:
        n -= 1
    return n


def _sees_more(view: View, public: View) -> bool:
    others = compress(view, map(is_not, view.values(), map(public.get, view)))  # views of one state share what is public
    return any(key != "seat" and view[key] != public[key] for key in others)


def actions(
    match: Match, view: View, legal: list[int], drawn: scene.Scene, language: str, called: list[str]
) -> list[dict[str, Any]]:
    """Every legal action of the seat whose view this is: in the words of records, as people read it, with its clauses and the
    place that is clicked."""
    game, texts = match.game, match.game.texts
    places = {action: place.id for place in drawn.places for action in place.actions}
    outcomes, said, by_verb = Outcomes(match), drawn.said, game.actions.by_verb(legal)
    calm, sure = calm_verbs(match, view, by_verb), sure_points(match, view)
    told = []
    for verb, its in by_verb.items():
        clauses = _numbers(texts.CLAUSES.get(verb, ""))
        found = [sure(verb, n) or outcomes.of(action) for n, action in its.items()] if verb not in calm else repeat(NOTHING)
        told += [
            {
                "action": action,
                "words": match.words(action),
                "text": said.get(action) or texts.describe(game, view, action, language, called),
                "verb": verb,
                "clauses": clauses,
                "place": places.get(action),
                "gains": brings["gains"],
                "warn": brings["warn"],
            }
            for action, brings in zip(its.values(), found, strict=False)
        ]
    return told


def calm_verbs(match: Match, view: View, verbs: Iterable[str]) -> set[str]:
    """Verbs whose actions certainly bring no points now, and need no warning, where the `view.py` of a game says so: what they
    bring need not be tried."""
    calm: Callable[[View, str], bool] | None = match.game.knows("calm")
    return {verb for verb in verbs if calm(view, verb)} if calm else set()


def sure_points(match: Match, view: View) -> Callable[[str, int], dict[str, Any] | None]:
    """What an action, given by its verb and number, certainly brings the seat to act, where the `view.py` of a game says so:
    that need not be tried either."""
    game, seat = match.game, match.to_act
    known: Callable[[Game, View, str, int], int | None] | None = game.knows("sure")

    def sure(verb: str, number: int) -> dict[str, Any] | None:
        points = known(game, view, verb, number) if known else None
        return {"gains": [{"seat": seat, "points": points}], "warn": ""} if points else None

    return sure


@cache
def _numbers(clauses: str) -> tuple[str, ...]:
    return tuple(number.strip() for number in clauses.split(",") if number.strip())


class Outcomes:
    """What actions bring at once, as far as the seat to act can know: what is the same in two worlds that could be true."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._seat = match.to_act

    @once
    def _choice(self) -> bool:
        return len(self.match.legal) > 1

    @once
    def _began(self) -> bool:
        """Whether the turn begins with this decision."""
        return next((move.seat for move in reversed(self.match.moves) if move.seat != CHANCE), NOBODY) != self.match.to_act

    @once
    def _first(self) -> Any:
        return self.match.game.dealt(self.match.state, self.match.to_act, WORLDS[0])

    @once
    def _second(self) -> Any:
        """The other world; nothing if both are the same."""
        other = self.match.game.dealt(self.match.state, self.match.to_act, WORLDS[1])
        return None if other == self._first else other

    def of(self, action: int) -> dict[str, Any]:
        """The points that an action brings, and what one is warned of before it. Who has no choice needs no warning. Of what
        brings nothing in the first world nothing is sure, so that the second need not be tried."""
        found, warning = self._played(self._first, action)
        if (found or warning) and self._second is not None:
            other, same = self._played(self._second, action)
            found = {seat: points for seat, points in found.items() if other.get(seat) == points}
            warning = warning if warning == same else ""
        gains = [{"seat": seat, "points": points} for seat, points in found.items()] if found else []
        return {"gains": gains, "warn": warning if warning and self._choice else ""}

    def _played(self, before: Any, action: int) -> tuple[dict[int, int], str]:
        """The points that an action brings in one world; and `ends` if it ends the game, `loses` if it costs its seat points,
        `idle` if the turn passes though its seat has done nothing."""
        seat, world = self._seat, before.copy()
        found: dict[int, int] = {}
        done = False  # whether the seat has done anything
        for kind, who, args, _ in self.match.game.play(world, action):
            done = done or who == seat
            if kind == "score":
                found[who] = found.get(who, 0) + args[0]
        if world.to_act == NOBODY:
            warning = "ends"
        elif found.get(seat, 0) < 0:
            warning = "loses"
        else:
            warning = "idle" if not done and world.to_act != seat and self._began else ""
        return {who: points for who, points in found.items() if points} if found else found, warning


def log(match: Match, seat: int | None, language: str, called: list[str], first: int = 0) -> list[dict[str, Any]]:
    """The log from an event on, as this seat may know it. `move` is the moment that shows what is told. What everybody may know
    is told to everybody in the same words."""
    game, public = match.game, match.look(None)
    tell, moves = game.texts.tell, match.moves
    lines, move = [], len(moves)
    while move and moves[move - 1].events > first:
        move -= 1
    for n, event in enumerate(match.events[first:], first):
        while move < len(moves) and moves[move].events <= n:
            move += 1
        view = public if event.known_to == EVERYONE else match.look(seat)
        text = tell(game, view, event.for_seat(seat), language, called)
        if text:
            lines.append({"move": move, "seat": event.seat, "text": text, "kind": event.kind})
    return lines


def events(match: Match, seat: int | None, first: int) -> list[dict[str, Any]]:
    """The events from a number on, for animation."""
    return [_event(event.for_seat(seat)) for event in match.events[first:]]


def _event(event: Event) -> dict[str, Any]:
    return {"kind": event.kind, "seat": event.seat, "args": list(event.args)}


def past(table: Table, move: int, seat: int | None, language: str, side: int = 0) -> dict[str, Any]:
    """A position of the past: nothing can be done there."""
    match, called = table.at(move), names(table.seats, language)
    seat = table.eyes(move, seat)
    return {
        **moment(match, seat, False, language, called, side),
        "version": table.version,
        "log": log(match, seat, language, called),
        "events": [],
        "undo": False,
        "at": table.rows[move - 1].at if 0 < move <= len(table.rows) else table.row.begun,
    }


# a version, a viewpoint, whether it acts, a language, a side, and the form of a window
Sight: TypeAlias = tuple[int, int | None, bool, str, int, str]


class Sent(NamedTuple):
    """A position in parts that are ready to be sent: the sheets come last."""

    rest: bytes
    sheets: dict[str, scene.Sheet]  # by their names


def ready(told: dict[str, Any]) -> Sent:
    """A moment as it is sent. Sheets and arrangements that were drawn once were also written once."""
    drawn: dict[str, Any] = told.pop("scene")
    sheets: tuple[scene.Sheet, ...] = drawn.pop("sheets")
    places = kept_all(drawn.pop("places"))
    forms = drawn.pop("wide"), drawn.pop("narrow"), drawn.pop("low")
    arranged = [kept(form) if form and form.boxes else b"null" for form in forms]
    rest = dumped(told)[:-1], dumped(drawn)[:-1], *arranged, places
    written = b'%b,"scene":%b,"wide":%b,"narrow":%b,"low":%b,"places":[%b],"sheets":[' % rest
    return Sent(written, {sheet.name: sheet for sheet in sheets})


def _happened(table: Table, seat: int | None, language: str, heard: int | None) -> bytes:
    """The log and the events since somebody looked; the whole log to those who have heard of nothing."""
    match = table.match
    told = {
        "log": log(match, seat, language, names(table.seats, language), heard or 0),
        "whole": heard is None,
        "events": [] if heard is None else events(match, seat, heard),
    }
    return dumped(told)[1:-1]


@lru_cache(12)
def _alike(told: bytes) -> bytes:
    """What is told in the same words at many tables is kept once: the drawings of Queen's Architect are as long as all the rest
    of a table."""
    return told


class Shown:
    """Makes positions of a table as they are sent, each only once for all who are shown the same. Whoever has seen the position
    before this one is told only the names of sheets that have not changed; and of others, if they can put them together, only
    what has."""

    def __init__(self) -> None:
        self._now: dict[Sight, Sent] = {}  # what was drawn of this version
        self._before: dict[Sight, dict[str, scene.Sheet]] = {}  # the sheets of the one before, by their names
        self._made: dict[tuple[Sight, Sight | None], bytes] = {}
        self._news: dict[tuple[int, int, bool], bytes] = {}  # sheets of this version, for who has one of the version before
        self._labels: dict[tuple[int, int], bytes] = {}  # what is new of their labels
        self._told: dict[tuple[int | None, str, int], bytes] = {}  # what has happened since an event, by viewpoint and language
        self._look: dict[str, bytes] = {}  # by language
        self.drawn = scene.Drawn(scene.PARTS)  # parts of it, as long as somebody looks

    def forget(self) -> None:
        self._look.clear()
        self._now.clear()
        self._before.clear()
        self.all_know()
        self.drawn.clear()

    def all_know(self) -> None:
        """Everybody who looks on has been told of the position. What was put together for them is as long as all messages
        together; for whoever comes later it is put together again."""
        self._made.clear()
        self._news.clear()
        self._labels.clear()
        self._told.clear()

    def look(self, match: Match, language: str) -> bytes:
        """What stays the same for the whole match."""
        if language not in self._look:
            self._look[language] = _alike(to_bytes(look(match, language)))
        return self._look[language]

    def position(self, table: Table, sight: Sight, had: Sight | None, heard: int, more: dict[str, Any]) -> bytes:
        """What is seen now, by somebody who was shown `had` last, and has heard of so many events."""
        which = (sight, had)
        made = self._made.get(which)
        if made is None:
            now = self._now.get(sight) or self._draw(table, sight)
            known = self._before.get(had, {}) if had else {}
            by_piece = bool(sight[-1])  # whoever says what window they have also knows news of sheets
            pairs = [(name, sheet, known.get(name)) for name, sheet in now.sheets.items()]
            sheets = [named(name) if one is old else self._sent(one, old, by_piece) for name, one, old in pairs]
            made = self._made[which] = b"%b%b]}," % (now.rest, b",".join(sheets))
        _, seat, _, language, *_ = sight
        happened = self._happened(table, seat, language, heard) if had else _happened(table, seat, language, None)
        return b"%b%b,%b" % (made, happened, dumped(more)[1:])

    def _happened(self, table: Table, seat: int | None, language: str, heard: int) -> bytes:
        """What has happened since somebody looked: told once to all who may know the same."""
        hidden = [event for event in table.match.events[heard:] if event.known_to != EVERYONE]
        which = (seat if hidden else None, language, heard)
        told = self._told.get(which)
        if told is None:
            told = self._told[which] = _happened(table, seat, language, heard)
        return told

    def _sent(self, sheet: scene.Sheet, known: scene.Sheet | None, by_piece: bool) -> bytes:
        """A sheet that somebody has not, written once for many who have the same old one. Both are kept as long as what is
        written."""
        which = (id(sheet), id(known), by_piece)
        found = self._news.get(which)
        if found is None:
            found = self._news[which] = news_of(sheet, known, self._labels) if known and by_piece else kept_sheet(sheet)
        return found

    def _draw(self, table: Table, sight: Sight) -> Sent:
        version, seat, acts, language, side, form = sight
        if self._now and next(iter(self._now))[0] != version:  # all of them are of one version
            self._before = {old: sent.sheets for old, sent in self._now.items()}
            self._now.clear()
            self.all_know()
            self.drawn.most = scene.PARTS * len(self._before)
        with scene.drawing_at(self.drawn):
            told = moment(table.match, seat, acts, language, names(table.seats, language), side, form)
        if form:
            told["scene"]["form"] = form
        told["version"] = version
        drawn = self._now[sight] = ready(told)
        return drawn
