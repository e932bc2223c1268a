"""What every game is: the protocol, the small errors, and what a bot may see."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from chantier import packages

if TYPE_CHECKING:
    from chantier.actions import ActionSpace
    from chantier.components import ComponentSet
    from chantier.kernel.layout import Layout
    from chantier.kernel.shape import Kernel

Seat: TypeAlias = int  # 0, 1, 2, 3
Action: TypeAlias = int  # a number; game.actions says it in words
View: TypeAlias = dict[str, Any]  # plain JSON

CHANCE: Final = -1  # to_act while a bag or a deck decides
NOBODY: Final = -2  # to_act once the game is over
EVERYONE: Final = -1  # known_to of what is public


class ChantierError(Exception):
    """Something was asked for that cannot be; the message says what and what could be done."""


class IllegalAction(ChantierError, ValueError):
    """The action is not legal now; the message says what is."""


class NoUndo(ChantierError):
    """The last step cannot be taken back; the message says why."""


class BadSetup(ChantierError, ValueError):
    """No such game, seat count, option or seed."""


class BadRecord(ChantierError, ValueError):
    """A record that cannot be read or replayed; the message names the line."""


class BadComponents(ChantierError, ValueError):
    """A component set with mistakes; `problems` lists each with its place."""

    def __init__(self, where: str, problems: Sequence[object]) -> None:
        self.problems = list(problems)
        many = len(self.problems)
        super().__init__("\n".join([f"{where}: {many} mistake{'s' * (many > 1)}", *map(str, self.problems)]))


class Event(NamedTuple):
    """What just happened, for log, sound and animation.

    Two kinds mean something to the engine: the first argument of `score` is added to the score of its seat, and
    nobody takes back a step that told `reveal`.
    """

    kind: str
    seat: Seat
    args: tuple[int, ...] = ()
    known_to: int = EVERYONE

    def for_seat(self, seat: Seat | None) -> Event:
        """The event as this seat, or a spectator (None), may know it: what is whispered has no details for others."""
        return self if self.known_to in (EVERYONE, seat) else Event(self.kind, self.seat, (), self.known_to)


@dataclass(frozen=True)
class Option:
    """One way in which a table can differ from another."""

    choices: tuple[str, ...]
    default: str
    help: str

    def number(self, name: str, choice: str | int | bool) -> int:
        """The number that stands for a choice in the state.

        >>> Option(("no", "yes"), "yes", "Shall it rain?").number("rain", "no")
        0
        """
        if isinstance(choice, bool):
            choice = "yes" if choice else "no"
        if choice in self.choices:
            return self.choices.index(str(choice))
        raise BadSetup(f"option {name} cannot be {choice!r}; choose one of: {', '.join(self.choices)}")


@dataclass(frozen=True)
class Reason:
    """Why something that a seat might like to do cannot be done now: the first rule that forbids it."""

    of: Action | str  # an action; or the id of something in the picture, or the name of a sheet
    key: str  # of its text
    clause: str
    args: Mapping[str, int | str | tuple[str, ...]] = field(default_factory=dict)  # what the text needs


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its component set: the eight functions, and what is known about it.

    The rules stand in the folder of the game. `rules` is its `rules.py` bound to the tables of this component set.
    """

    name: str
    title: str
    version: str  # changes only with behaviour; stands in every record
    seats: range
    minutes: int
    options: Mapping[str, Option]
    actions: ActionSpace
    state: type[Layout]
    limit: int  # no game has more actions than this, chance included
    components: ComponentSet = field(repr=False)

    # --- the eight functions ------------------------------------------------------------------------------------------

    def setup(self, seats: int, **options: str | int | bool) -> Any:
        """A new table. The first decisions are usually chance's."""
        s = self.state()
        self.rules.setup(s, self.check_seats(seats), *self.option_numbers(options))
        return s

    def legal(self, s: Any) -> list[Action]:
        """What may be done now: ascending, never empty until the game is over."""
        menu = [0] * (self.actions.size + 1)
        self.rules.legal(s, menu)
        return menu[1 : menu[0] + 1]

    def weights(self, s: Any) -> list[int]:
        """Beside `legal`, while CHANCE is to act: how likely each of them is."""
        weight: Callable[[Any, int], int] = self.rules.weight
        return [weight(s, action) for action in self.legal(s)]

    def play(self, s: Any, action: Action) -> list[Event]:
        """Changes s. The action must be legal; `Match` checks that, this does not."""
        news: list[Event] = []
        s.news = news
        self.rules.play(s, action)
        return news

    def scores(self, s: Any) -> list[int]:
        return [self.rules.score(s, seat) for seat in range(s.seats)]

    def ranking(self, s: Any) -> list[int]:
        """Places, 1 is first; equal scores share a place."""
        scores = self.scores(s)
        return [1 + sum([other > mine for other in scores]) for mine in scores]

    def view(self, s: Any, seat: Seat | None, public: View | None = None) -> View:
        """What a seat, or a spectator, may know. Plain JSON. Whoever wants several views makes what is public only once."""
        known = () if public is None else (public,)
        return self.views.view(self, s, seat, *known)  # type: ignore[no-any-return]

    def public(self, s: Any) -> View | None:
        """What all views of a state have in common, where a game says it."""
        make: Callable[[Game, Any], View] | None = self.knows("public")
        return make(self, s) if make else None

    def redeal(self, s: Any, seat: Seat, rng: Random) -> Any:
        """A state that this seat cannot tell from s, by all it has seen so far."""
        return self.dealt(s, seat, rng.getrandbits(62))

    def dealt(self, s: Any, seat: Seat, number: int) -> Any:
        """The same for whoever has the number by which it is dealt."""
        world = s.copy()
        self.rules.redeal(world, seat, [number])
        return world

    # --- its parts ----------------------------------------------------------------------------------------------------

    @cached_property
    def package(self) -> str:
        """The name of the package that holds the game."""
        return _package(self.name)

    @cached_property
    def folder(self) -> Path:
        """Where its files lie."""
        return packages.folder(self.name)

    @cached_property
    def rules(self) -> Kernel:
        """`rules.py` with the tables of this component set."""
        from chantier.binding import load

        return load(self)

    @cached_property
    def texts(self) -> ModuleType:
        """What people read: `words/text.py`."""
        return self.part("words.text")

    @cached_property
    def picture(self) -> ModuleType:
        """How the table is drawn: `picture/scene.py`."""
        return self.part("picture.scene")

    @cached_property
    def views(self) -> ModuleType:
        """What a seat may know: `view.py`."""
        return self.part("view")

    def knows(self, name: str) -> Any:
        """A function that its `view.py` need not have; nothing if it has none."""
        return _found_in(self.views, name)

    def part(self, name: str) -> ModuleType:
        """Another file of the game's folder, as in `view` or `words.terminal`; imported when needed."""
        try:
            return _part(f"{self.package}.{name}")
        except ModuleNotFoundError:
            if self.has(name):
                raise
            raise BadSetup(f"{self.title} has no {name.replace('.', '/')}.py; docs/add-a-game.md says what it is for") from None

    def has(self, name: str) -> bool:
        """Whether the folder has this file, as in `words.reasons`."""
        file = self.folder / f"{name.replace('.', '/')}.py"
        return file.is_file() or file.with_suffix(".pyc").is_file()  # a page has only what was compiled

    def using(self, components: Any) -> Game:
        """The same game with another component set: a file's path, a shipped set's name, or a set."""
        from chantier.components import component_set

        chosen = component_set(self.name, components)
        return self if chosen.hash == self.components.hash else _using(self, chosen)

    # --- checks -------------------------------------------------------------------------------------------------------

    def check_seats(self, seats: int) -> int:
        if type(seats) is not int or seats not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            raise BadSetup(f"{self.title} is for {few if few == many else f'{few} to {many}'} seats, not {seats!r}")
        return seats

    def option_numbers(self, given: Mapping[str, str | int | bool]) -> list[int]:
        """One number for every option, in their order; what is not given has its default."""
        for name in given:
            if name not in self.options:
                raise BadSetup(f"{self.title} has no option {name!r}; it has: {', '.join(self.options)}")
        return [option.number(name, given.get(name, option.default)) for name, option in self.options.items()]

    def option_words(self, given: Mapping[str, str | int | bool]) -> dict[str, str]:
        numbers = self.option_numbers(given)
        return {name: o.choices[n] for (name, o), n in zip(self.options.items(), numbers, strict=True)}


@lru_cache(maxsize=64)
def _using(game: Game, chosen: ComponentSet) -> Game:
    """The same game with the same set is the same, so that its rules are bound to their tables once."""
    box = games[game.name].seats if game.name in games else game.seats
    return replace(game, components=chosen, seats=box if chosen.seats is None else range(box.start, chosen.seats + 1))


@cache
def _part(name: str) -> ModuleType:
    return importlib.import_module(name)


@lru_cache(2**8)  # to look in vain for something in a module takes as long as to draw a part of a picture
def _found_in(module: ModuleType, name: str) -> Any:
    return getattr(module, name, None)


class Games(Mapping[str, Game]):
    """The games by name, wherever they are found; a game's folder is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        return _load(name, _package(name))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and packages.known(name)

    def __iter__(self) -> Iterator[str]:
        return iter(packages.names())

    def __len__(self) -> int:
        return len(packages.names())

    def usable(self) -> list[Game]:
        """Every game that can be loaded. One of another package that cannot is left out with a warning: it spoils no other."""
        found = []
        for name in self:
            try:
                found.append(self[name])
            except BadSetup as error:
                warnings.warn(str(error), stacklevel=2)
        return found


def _package(name: str) -> str:
    try:
        return packages.package(name)
    except LookupError as error:
        raise BadSetup(str(error)) from None


def _load(name: str, package: str) -> Game:
    """The game of a package. What is wrong with a package that is not ours is said with its name."""
    if packages.is_shipped(name):
        return importlib.import_module(package).GAME  # type: ignore[no-any-return]
    by = packages.announcer(name)
    try:
        game = importlib.import_module(package).GAME
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(f"the game {name!r} of {by} cannot be used; its package {package} says {why}") from error
    if not isinstance(game, Game) or game.name != name:
        called = getattr(game, "name", None)
        raise BadSetup(f"{by} announces a game {name!r}, but the GAME in {package} is called {called!r}")
    return game


# The folder `games` is imported here, once, so that `chantier.games` can be this mapping ever after.
importlib.import_module("chantier.games")
games = Games()


@dataclass(frozen=True)
class Seen:
    """All that a bot ever gets: its seat, what that seat sees, what it may do, and worlds that could be true."""

    seat: Seat
    view: View
    legal: list[Action]
    imagine: Callable[[Random], Any]
    game: Game


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, seen: Seen) -> Action: ...
