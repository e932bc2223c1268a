"""One play of a game: the friendly face of the engine.

>>> match = Match("world_monuments", seats=2, seed="tuesday")
>>> match.to_act, match.words(match.legal[0])
(1, 'step to outer 1')
>>> for event in match.play("step to outer 1"):
...     print(event.kind, event.seat, event.args)
step 1 (0,)
take 1 (2, 0)
>>> match.undo()
>>> Match.of(match.record()) == match
True
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self, TypeAlias

from chantier import dice, records
from chantier.components import ComponentSet, known_set, own_folder
from chantier.core import (
    CHANCE,
    NOBODY,
    Action,
    BadRecord,
    BadSetup,
    ChantierError,
    Event,
    Game,
    IllegalAction,
    NoUndo,
    Seat,
    Seen,
    View,
    games,
)

Looks: TypeAlias = tuple[Any, View | None, dict[Seat | None, View]]  # of which state, what is public, and what was looked at
Standing: TypeAlias = tuple[Any, list[int], list[int]]  # of which state, the scores and the places
MARKS, EVERY = 8, 16  # so many states of the past are remembered at most, at first one every so many moves


class Move(NamedTuple):
    """One step of the history."""

    seat: Seat  # or CHANCE
    action: Action
    events: int  # how many events there were before it
    shown: bool = False  # whether it has shown something hidden

    @property
    def stands(self) -> bool:
        """Whether nobody can ever take it back, because of what it is."""
        return self.shown or self.seat == CHANCE


@lru_cache(16)
def _said(game: Game, seats: int, options: tuple[str, ...]) -> dict[Action, str]:
    """Actions in words, as far as somebody has asked for them: they are the same in all matches with the same options."""
    return {}


class Match:
    """One play of a game. Chance is rolled by the match; every action is checked. A state that a match has come to is never
    changed again: the next one is made of a copy. So its past needs no copies of its own. What only grows, its moves and
    events, is shared with whoever was branched off: each knows how much of it is theirs."""

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        seed: str | int | None = None,
        components: ComponentSet | Path | str | None = None,
        **options: str | int | bool,
    ) -> None:
        self._begin(game, seats, dice.fresh() if seed is None else dice.check(seed), components, options)
        self.seed_is_known = seed is not None
        self._roll()

    def _begin(self, game: str | Game, seats: int, seed: str, components: Any, options: dict[str, Any]) -> None:
        chosen = games[game] if isinstance(game, str) else game
        self.game = chosen if components is None else chosen.using(components)
        self.options = self.game.option_words(options)
        self.seats = self.game.check_seats(seats)
        self.seed = seed
        self.seed_from = 0  # the first move for which the seed decides: a match may have gone on with another one
        self.seed_is_known = False  # whether somebody chose it or has it in a record
        self.state = self.game.setup(seats, **self.options)
        self._moves: list[Move] = []  # of which so many are ours
        self._many = 0
        self._events: list[Event] = []
        self._told = 0
        self._before: dict[int, Any] = {}  # the states before moves that can be taken back
        self.undone_by: int | None = None  # who took back a step last, until somebody plays
        self._marks: dict[int, Any] = {}  # the state after so many moves
        self._every = EVERY
        self._legal: list[Action] | None = None
        self._views: Looks = (None, None, {})
        self._standing: Standing = (None, [], [])
        self._numbers: dict[str, Action] | None = None
        self._said = _said(self.game, self.seats, tuple(self.options.values()))

    @classmethod
    def laid_out(
        cls, game: str | Game, seats: int, seed: str, components: ComponentSet | Path | str | None = None, **options: Any
    ) -> Self:
        """A match as it is laid out, with nothing decided: even the chance at its start is left to `repeat` or `replay`."""
        self = cls.__new__(cls)
        self._begin(game, seats, seed, components, options)
        return self

    # --- now ----------------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[Move]:
        """All moves so far."""
        if len(self._moves) != self._many:  # another has gone on
            self._moves = self._moves[: self._many]
        return self._moves

    @property
    def events(self) -> list[Event]:
        """All events so far, as they are."""
        if len(self._events) != self._told:
            self._events = self._events[: self._told]
        return self._events

    @property
    def to_act(self) -> Seat:
        """The seat whose decision it is, or NOBODY when the game is over."""
        return int(self.state.to_act)

    @property
    def over(self) -> bool:
        return bool(self.state.to_act == NOBODY)

    @property
    def legal(self) -> list[Action]:
        """What may be done now: ascending, never empty until the game is over."""
        if self._legal is None:
            self._legal = self.game.legal(self.state)
        return list(self._legal)

    def words(self, action: Action) -> str:
        """An action in the words of records and of the command line."""
        if type(action) is not int or not 0 <= action < self.game.actions.size:
            raise IllegalAction(f"there is no action {action!r}; actions are numbers from 0 to {self.game.actions.size - 1}")
        said = self._said.get(action)
        if said is None:
            said = self._said[action] = self.game.actions.words(self.game, self.state, action)
        return said

    def number(self, words: str) -> Action:
        """The action that these words say."""
        if self._numbers is None:
            self._numbers = {self.words(a): a for a in range(self.game.actions.size)}
        known = self._numbers.get(" ".join(words.split()))
        if known is None:
            raise IllegalAction(f"{words[:80]!r} is no action of {self.game.title}; {self._legal_words()}")
        return known

    def scores(self) -> list[int]:
        return self.game.scores(self.state)

    def ranking(self) -> list[int]:
        """Places, 1 is first; equal scores share a place."""
        return self.game.ranking(self.state)

    def standing(self) -> tuple[list[int], list[int]]:
        """Scores and places, found once as long as nothing changes: for whoever only reads them."""
        if self._standing[0] is not self.state:
            self._standing = (self.state, self.scores(), self.ranking())
        return self._standing[1:]

    def view(self, seat: Seat | None = None) -> View:
        """What a seat may know, as plain JSON; None is a spectator."""
        self._check_seat(seat)
        return self.game.view(self.state, seat)

    def look(self, seat: Seat | None = None) -> View:
        """The same view, made once as long as nothing changes: for whoever only reads it."""
        if self._views[0] is not self.state:
            self._views = (self.state, self.game.public(self.state), {})
        _, public, known = self._views
        found = known.get(seat)
        if found is None:
            self._check_seat(seat)
            shared = () if public is None else (public,)  # a game of somebody else may know nothing of it
            found = known[seat] = self.game.view(self.state, seat, *shared)
        return found

    def log(self, seat: Seat | None = None) -> list[Event]:
        """All events so far as a seat may know them."""
        self._check_seat(seat)
        return [event.for_seat(seat) for event in self.events]

    def seen(self, seat: Seat | None = None) -> Seen:
        """What a bot at this seat is given; without a seat, the one to act."""
        seat = self.to_act if seat is None else seat
        self._check_seat(seat)
        state = self.state

        def imagine(rng: Random) -> Any:
            return self.game.redeal(state, seat, rng)

        legal = self.legal if seat == self.to_act else []
        return Seen(seat, self.view(seat), legal, imagine, self.game)

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise BadSetup(f"there is no seat {seat!r} at this table; seats are 0 to {self.seats - 1}")

    # --- play ---------------------------------------------------------------------------------------------------------

    def play(self, x: Action | str) -> list[Event]:
        """Play an action, given by number or in words, and all chance that follows. IllegalAction says what is legal."""
        if self.over:
            raise IllegalAction("the game is over")
        action = self.number(x) if isinstance(x, str) else x
        if self._legal is None:
            self._legal = self.game.legal(self.state)
        if type(action) is not int or action not in self._legal:
            said = repr(x) if isinstance(x, str) else f"{x!r} ({self.words(action)})"
            raise IllegalAction(f"{said} is not legal now; {self._legal_words()}")
        first = self._told
        self.repeat(action)
        self._roll()
        return self.events[first:]

    def _legal_words(self) -> str:
        legal = self.legal
        shown = ", ".join(self.words(a) for a in legal[:12])
        return f"legal are: {shown}{f' and {len(legal) - 12} more' if len(legal) > 12 else ''}"

    def repeat(self, action: Action) -> None:
        """Play an action that is known to be legal now, chance too, and no more: as it was played before, or elsewhere."""
        seat = self.to_act
        before = self.state
        moves, events, n = self.moves, self.events, self._many
        if n % self._every == 0:
            self._mark(before)
        self.undone_by = None
        self._legal = None
        self.state = before.copy()
        news = self.game.play(self.state, action)
        shown = "reveal" in [event.kind for event in news]
        stands = shown or seat == CHANCE
        if stands or (n and moves[-1].seat != seat):
            self._before = {}  # nobody can go back there: somebody else has decided, or chance, or something was shown
        if not stands:
            self._before[n] = before
        moves.append(Move(seat, action, self._told, shown))
        events += news
        self._many, self._told = n + 1, len(events)

    def _mark(self, state: Any) -> None:
        """Remember the state of now for looking back; in a long game states that lie further apart."""
        self._marks[self._many] = state
        if len(self._marks) > MARKS:
            self._every *= 2
            self._marks = {n: state for n, state in self._marks.items() if n % self._every == 0}

    def _roll(self) -> None:
        """Let chance decide as long as it is chance's turn."""
        while self.state.to_act == CHANCE:
            self.repeat(self.legal[dice.roll(self.seed, self._many, self.game.weights(self.state))])

    def reseed(self) -> None:
        """Go on with a seed that nobody knows: all draws from here on are its."""
        self.seed, self.seed_from, self.seed_is_known = dice.fresh(), self._many, False

    def redeal(self, seat: Seat, rng: Random) -> None:
        """Deal anew what a seat cannot know: the match goes on in a world that this seat cannot tell from the true one."""
        self.state = self.game.redeal(self.state, seat, rng)
        self._events = [event.for_seat(seat) for event in self.events]
        self._legal = None

    def undo(self) -> None:
        """Take back the last step. NoUndo across chance, a reveal, or another seat's decision."""
        last = self._last_step()
        self._many, self._told = self._many - 1, last.events
        self._stand_alone()
        self.state = self._before.pop(self._many)
        self.seed_from = min(self.seed_from, self._many)
        self._marks = {n: state for n, state in self._marks.items() if n <= self._many}
        self._legal = None
        self.undone_by = last.seat

    @property
    def undoable(self) -> bool:
        """Whether the last step can be taken back."""
        return not self._why_it_stands()

    def _last_step(self) -> Move:
        """The step that can be taken back; NoUndo says why there is none."""
        if why := self._why_it_stands():
            raise NoUndo(why)
        return self._moves[self._many - 1]

    def _why_it_stands(self) -> str:
        """Why the last step cannot be taken back; nothing if it can."""
        if not self._many:
            return "nothing has been played yet"
        last = self._moves[self._many - 1]
        if last.seat == CHANCE:
            return "chance has decided since the last step"
        if last.shown:
            return "the last step has shown something hidden"
        if self.undone_by not in (None, last.seat):
            return f"the step before was seat {last.seat}'s"
        return ""

    # --- records ------------------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """A short stable hash of the state."""
        return str(self.state.digest())

    def record(self, seed: bool = True) -> str:
        """The whole match as text. Without its seed, nobody can foretell the draws to come."""
        return records.write(
            records.Record(
                self.game.name,
                self.game.version,
                self.game.components.name.replace(" ", "-"),
                self.game.components.hash,
                self.seats,
                self.options,
                self.seed if seed else None,
                [records.Line(0, move.seat, self.words(move.action)) for move in self.moves],
                self.seed_from,
            )
        )

    @classmethod
    def of(cls, text: str, components: ComponentSet | Path | str | None = None) -> Self:
        """The match that a record holds. BadRecord names the line that cannot be played, and why."""
        told = records.read(text)
        try:
            if components is None and told.game in games and told.hash != games[told.game].components.hash:
                components = known_set(told.game, told.hash)
            seed = dice.fresh() if told.seed is None else dice.check(told.seed)
            self = cls.laid_out(told.game, told.seats, seed, components, **told.options)
            self.seed_is_known = told.seed is not None
            self.seed_from = min(told.seed_from, len(told.lines)) if told.seed is not None else len(told.lines)
        except BadRecord:
            raise
        except ChantierError as error:
            raise BadRecord(f"in the header: {error}") from None
        if told.hash != self.game.components.hash:
            raise BadRecord(
                f"this match was played with the component set {told.components} ({told.hash}), not with"
                f" {self.game.components.name} ({self.game.components.hash}); give the right set with --components, or put its"
                f" file into {own_folder(told.game)}"
            )
        for line in told.lines:
            self.replay(line)
        self._roll()
        return self

    def replay(self, line: records.Line) -> None:
        """Play what a line of a record says, and no more: the chance that follows has a line too. BadRecord says why not."""
        who = {CHANCE: "chance", NOBODY: "nobody"}.get(self.to_act, str(self.to_act))
        if line.seat != self.to_act:
            raise BadRecord(f"line {line.number}: it is the turn of {who}")
        try:
            action = self.number(line.words)
        except IllegalAction as error:
            raise BadRecord(f"line {line.number}: {error}") from None
        if action not in self.legal:
            raise BadRecord(f"line {line.number}: {line.words!r} is not legal here; {self._legal_words()}")
        self.repeat(action)

    def _stand_alone(self) -> None:
        """What is ours of the lists, and no more, in lists of our own."""
        self._moves, self._events = self._moves[: self._many], self._events[: self._told]

    def copy(self) -> Self:
        """An independent match at the same point."""
        other = self.branch()
        other._stand_alone()
        other.state = self.state.copy()
        other.options = dict(self.options)
        return other

    def branch(self) -> Self:
        """The same for whoever only plays on or takes back, and leaves the state alone: it is shared, for no match changes it,
        and with it what was found of it. However long a match is, this takes no longer."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._marks = self._marks.copy()
        other._before = self._before.copy()
        return other

    def at(self, n: int) -> Match:
        """The match as it was after its first n moves, chance included. It goes no further by itself."""
        if type(n) is not int or not 0 <= n <= len(self.moves):
            raise BadSetup(f"this match has moves 0 to {len(self.moves)}, not {n!r}")
        then = self.nearest(n)
        for move in self.moves[len(then.moves) : n]:
            then.repeat(move.action)
        return then

    def nearest(self, n: int) -> Self:
        """The match at the last moment that is remembered from which all that could be taken back after n moves is played: from
        there it is quick to go to n."""
        first = n
        while first and not self.moves[first - 1].stands and self.moves[first - 1].seat == self.moves[n - 1].seat:
            first -= 1
        marked = max((mark for mark in self._marks if mark <= first), default=0)
        then = self.copy()
        then.state = self._marks[marked] if marked else self.game.setup(self.seats, **self.options)
        then._told = self._moves[marked].events if marked < self._many else self._told
        then._many = marked
        then._stand_alone()
        then._before = {}
        then._marks = {mark: state for mark, state in self._marks.items() if mark <= marked}
        then.undone_by = then._legal = None
        then.seed_from = min(self.seed_from, n)
        return then

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record() == other.record() and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.options.items())
        return f"<Match({self.game.name!r}, seats={self.seats}, seed={self.seed!r}{options}) at move {len(self.moves)}>"

    # --- pictures -----------------------------------------------------------------------------------------------------

    def svg(self, seat: Seat | None = None, *, language: str = "en", names: list[str] | None = None) -> str:
        """The table as one SVG picture, as a seat or a spectator sees it."""
        from chantier import scene

        legal = self.legal if seat is not None and seat == self.to_act else []
        return scene.to_svg(self.game.picture.scene(self.game, self.view(seat), legal, language=language, names=names))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The table in text, as a spectator sees it."""
        names = [f"seat {seat}" for seat in range(self.seats)]
        return str(self.game.part("words.terminal").table(self.game, self.view(None), names, "en"))
