"""Games that a net learns from: which seats play how, and what is kept of them. The games themselves are machine code."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Self

import numpy as np

from chantier.binding import TRAINING
from chantier.bots.tree import KNOWING
from chantier.core import BadSetup, Game, games
from chantier.kernel.native import native
from chantier.kernel.net import NET_OUTPUTS, NET_ROOMS
from chantier.kernel.nets import Layers
from chantier.kernel.selfplay import (
    BY_HABIT,
    BY_NET,
    BY_RIVAL,
    BY_SENSE,
    BY_TRIES,
    CHOICE,
    CHOICE_ACTION,
    CHOICE_GAME,
    CHOICE_OF,
    CHOICE_PRIOR,
    CHOICE_VISITS,
    CHOICES_DECISIONS,
    CHOICES_LINES,
    GAME_STATES,
    LINE,
    NOTE_GAME,
    NOTE_SEATS,
    NOTES,
)

AT_ONCE = 4  # games with the same table and the same seats
NODES = 40_000  # rows of a tree
DEEPEST = 256
TABLES = "2222233344"  # how many seats there are, in ten tables
SOME_OPTIONS = 0.3  # of the tables have other options than the usual ones
FEW = 2  # choices; an option that has more makes games of many kinds, and all are played as often
LOT = 2_000  # rows, at least, that are played in one go
CHANCES, WHIMS = 10, 4  # of a hundred decisions by chance, and by habit
DEEP = 32  # units of the second layer, at most
ENDS = 8  # what is kept of an end: chances and scores of four seats
DECISIONS, ACTIONS = 6, 20  # room for so many decisions for each row, and for so many actions for each decision


def within(starts: Any, which: Any) -> tuple[Any, Any]:
    """Where the parts of some of many stretches stand, and to which of these each belongs."""
    lengths = starts[which + 1] - starts[which]
    ends = np.cumsum(lengths)
    return np.arange(ends[-1]) + np.repeat(starts[which] - (ends - lengths), lengths), np.repeat(np.arange(len(which)), lengths)


def end_to_end(starts: list[Any]) -> Any:
    """Stretches after each other: where each begins, and where the last one ends."""
    ends = np.cumsum([0, *(one[-1] for one in starts)])
    return np.concatenate([*(one[:-1] + end for one, end in zip(starts, ends[:-1], strict=True)), ends[-1:]])


@dataclass
class Seen:
    """What somebody saw, again and again. Most numbers of a row are 0: where the others stand, and what they are."""

    starts: Any  # where each row begins, and where the last one ends
    columns: Any
    numbers: Any
    games: Any  # the number of the game that a row is from

    def __len__(self) -> int:
        return len(self.games)

    def dense(self, which: Any, wide: int) -> Any:
        """Some rows as a table."""
        at, row = within(self.starts, which)
        table = np.zeros((len(which), wide), np.float32)
        table[row, self.columns[at]] = self.numbers[at]
        return table

    @staticmethod
    def sparse(rows: Any) -> tuple[Any, Any, Any]:
        where, columns = np.nonzero(rows)
        starts = np.searchsorted(where, np.arange(len(rows) + 1))
        return starts, columns.astype(np.uint16), rows[where, columns].astype(np.int8)

    @classmethod
    def joined(cls, parts: list[Self]) -> Self:
        """Several, one after the other; their games keep apart."""
        first = np.cumsum([0, *(int(part.games.max(initial=0)) + 1 for part in parts)])
        games = [part.games + n for part, n in zip(parts, first[:-1], strict=True)]
        made = {name: [getattr(part, name) for part in parts] for name in vars(parts[0])} | {"games": games}
        return cls(**{k: (end_to_end if k.endswith("starts") else np.concatenate)(v) for k, v in made.items()})

    def save(self, path: Path) -> None:
        draft = path.with_suffix(".draft.npz")
        np.savez(draft, **vars(self))
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path) as kept:
            return cls(**kept)


@dataclass
class Rows(Seen):
    """Positions for a net to learn from what they are worth."""

    seats: Any
    results: Any  # who won, and the scores
    targets: Any  # what a net should have said
    bases: Any  # what the outlook says, for a net that corrects it: values and scores; else 0

    @classmethod
    def of(cls, rows: Any, notes: Any, results: Any, targets: Any, bases: Any) -> Self:
        seats, games = notes[:, NOTE_SEATS].astype(np.int8), notes[:, NOTE_GAME].copy()
        return cls(*cls.sparse(rows), games, seats, results.copy(), targets.copy(), bases.copy())


@dataclass
class Choices(Seen):
    """Decisions for a net to learn from which actions deserve attention."""

    action_starts: Any  # where the actions of each decision begin
    actions: Any
    priors: Any  # what the prior of the game says, in units of its warmth
    shares: Any  # of the visits of a search; those of a decision are together 1

    @classmethod
    def of(cls, decisions: Any, lines: Any, warmth: float) -> Self:
        """From the rows of decisions, and a line for each action."""
        starts = np.searchsorted(lines[:, CHOICE_OF], np.arange(len(decisions) + 1))
        visits = lines[:, CHOICE_VISITS].astype(np.float32)
        shares = visits / np.add.reduceat(visits, starts[:-1])[lines[:, CHOICE_OF]] if len(lines) else visits
        games, priors = lines[starts[:-1], CHOICE_GAME], (lines[:, CHOICE_PRIOR] / warmth).astype(np.float32)
        return cls(*cls.sparse(decisions), games, starts, lines[:, CHOICE_ACTION].astype(np.int16), priors, shares)


@dataclass(frozen=True)
class Manner:
    """How the games of a generation are played."""

    way: int  # of most seats
    tries: int = 0
    playouts: int = 0
    by_sense: int = 0  # playouts of the seats that search with the sense
    leaning: int = 0  # percent of a target that are what the search said
    mixed: float = 0.0  # of the tables have somebody who plays in another way

    def seats(self, seats: int, rng: Random) -> list[int]:
        """The way of each seat: mostly all alike; at times some differ, so that not only its like is learned from."""
        ways = [self.way] * 4
        if self.way == BY_NET and rng.random() < self.mixed:
            other = rng.choice((BY_SENSE, BY_RIVAL, BY_RIVAL, BY_TRIES))
            for seat in rng.sample(range(seats), rng.randint(1, seats - 1)):
                ways[seat] = other
        elif self.way == BY_TRIES and rng.random() < self.mixed:
            ways[rng.randrange(seats)] = BY_HABIT
        return ways


@dataclass(frozen=True)
class Work:
    """Games to be played: how, by which nets, and with what chance."""

    manner: Manner
    net: Layers
    rivals: list[Layers]
    seed: str


class Player:
    """Plays games for a net, and between two nets."""

    def __init__(self, game: Game, wide: int, tables: str = TABLES, longest: int = 400) -> None:
        self.game, self.code, self.longest, self.wide, self.tables = game, native(game, TRAINING), longest, wide, tables
        self.fit = [seats for one in tables for seats in game.seats if one == str(seats)]
        if not self.fit:
            raise BadSetup(f"{tables} has no table for {game.title}, which is played by {game.seats[0]} to {game.seats[-1]}")
        self.inputs = int(game.rules.INSIGHT)
        self.menu, self.path = self.code.menu(), self.code.path(DEEPEST)
        to_learn = replace(KNOWING, lookahead=1).at(game)  # many games
        self.tree, self.sums, self.knobs = self.code.tree(NODES, to_learn.knobs())
        self.patient = self.code.tree(1, KNOWING.at(game).knobs())[2]  # as the level plays
        self.room, self.row = np.zeros((NET_ROOMS, max(wide, DEEP, NET_OUTPUTS)), np.float32), np.zeros(self.inputs, np.int16)
        self.lines = np.zeros((2, LINE), np.int32)
        many = AT_ONCE * longest + 1
        self.rows, self.notes = np.zeros((many, self.inputs), np.int16), np.zeros((many, NOTES), np.int32)
        self.targets, self.results, self.bases = (np.zeros((many, ENDS), np.float32) for _ in range(3))
        self.decisions = np.zeros((DECISIONS * many, self.inputs), np.int16)
        self.choices = np.zeros((ACTIONS * len(self.decisions), CHOICE), np.int32)

    def table(self, rng: Random, seats: int | None = None) -> Any:
        """Where a game begins: usual options mostly, and any number of seats."""
        options = {}
        for name, option in self.game.options.items():
            usual = rng.random() >= SOME_OPTIONS and len(option.choices) <= FEW
            options[name] = option.default if usual else rng.choice(option.choices)
        return self.game.setup(seats or rng.choice(self.fit), **options)

    def some(
        self, start: Any, plan: list[int], net: Layers, rival: Layers, rng: Random, games: int, number: int,
        patient: bool = False,
    ) -> int:  # fmt: skip
        """A few games from one table; how many rows they have."""
        knobs = self.patient if patient else self.knobs
        states, dice = self.code.states(*[start] * GAME_STATES), self.code.dice(rng.getrandbits(61))
        return int(self.code.play_games(
            states, self.menu, dice, self.tree, self.sums, self.path, knobs, *net, *rival, self.room, self.row, self.lines,
            np.array(plan, np.int32), self.rows, self.notes, self.targets, self.results, self.bases, self.decisions,
            self.choices, games, number,
        ))  # fmt: skip

    def lot(self, work: Work, number: int) -> tuple[Rows, Choices]:
        """The rows of some games; the same number plays the same games."""
        rng, parts, found, games = Random(f"{work.seed}-{number}"), list[Rows](), 0, 0
        chosen = [self.chosen(0, 1)]
        while found < LOT:
            start, manner = self.table(rng), work.manner
            plan = [*manner.seats(start.seats, rng), manner.tries, manner.playouts, manner.by_sense]
            plan += [self.game.rules.OPENING, WHIMS, CHANCES, self.longest, manner.leaning]
            n = self.some(start, plan, work.net, rng.choice(work.rivals), rng, AT_ONCE, games)
            games += AT_ONCE
            if n:
                parts.append(Rows.of(*(a[:n] for a in (self.rows, self.notes, self.results, self.targets, self.bases))))
                if self.game.rules.HEEDED:
                    chosen.append(self.chosen(*self.choices[0, [CHOICES_DECISIONS, CHOICES_LINES]]))
            found += n
        return Rows.joined(parts), Choices.joined(chosen)

    def chosen(self, decisions: int, lines: int) -> Choices:
        """What was decided in the games that were just played."""
        return Choices.of(self.decisions[:decisions], self.choices[1:lines], self.game.rules.WARMTH)

    def duel(self, net: Layers, rival: Layers, seats: int, playouts: int, games: int, seed: str) -> Iterator[float]:
        """The part of each game that the net wins, alone among rivals, every table in every order."""
        yield from self._duel(BY_RIVAL, net, rival, seats, playouts, 0, games, seed)

    def against_sense(self, net: Layers, seats: int, playouts: int, by_sense: int, games: int, seed: str) -> Iterator[float]:
        """The same among those who search with the sense; with the net, as the level does."""
        yield from self._duel(BY_SENSE, net, net, seats, playouts, by_sense, games, seed)

    def _duel(
        self, way: int, net: Layers, rival: Layers, seats: int, playouts: int, by_sense: int, games: int, seed: str
    ) -> Iterator[float]:
        for number in range(games):
            rng, mine = Random(f"{seed}-{number // seats}"), number % seats
            start = self.table(rng, seats)
            ways = [BY_NET if seat == mine else way for seat in range(4)]
            plan = [*ways, 0, playouts, by_sense, min(2, self.game.rules.OPENING - 1), 0, 0, self.longest, 0]
            n = self.some(start, plan, net, rival, rng, 1, 0, patient=way == BY_SENSE)
            if n:
                last = n - 1
                yield float(self.results[last][(mine - int(self.notes[last][2])) % seats])


# --- on several cores ---------------------------------------------------------------------------------------------------

_player: Player  # of a worker process
_work: Work


def rows_of(player: Player, work: Work, many: int, workers: int, told: Callable[[int], None]) -> tuple[Rows, Choices]:
    """As many rows as are asked for, or a few more, and what was decided: the same, however many processes play them."""
    parts, found = [], 0
    for part in _lots(player, work, many, workers):
        parts.append(part)
        found += len(part[0])
        told(min(found, many))
        if found >= many:
            break
    return Rows.joined([rows for rows, _ in parts]), Choices.joined([chosen for _, chosen in parts])


def _lots(player: Player, work: Work, many: int, workers: int) -> Iterator[tuple[Rows, Choices]]:
    most = -(-many // LOT)  # lots; each has at least so many rows
    if workers <= 1:
        yield from (player.lot(work, number) for number in range(most))
        return
    given = player.game.name, player.game.components, player.wide, player.tables, player.longest, work
    with multiprocessing.get_context("spawn").Pool(workers, _begin, given) as pool:
        yield from pool.imap(_lot, range(most))


def _begin(name: str, components: Any, wide: int, tables: str, longest: int, work: Work) -> None:
    global _player, _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the parent
    _player, _work = Player(games[name].using(components), wide, tables, longest), work


def _lot(number: int) -> tuple[Rows, Choices]:
    return _player.lot(_work, number)
