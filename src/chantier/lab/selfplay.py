"""Games that a net learns from: which seats play how, and what is kept of them. The games themselves are machine code."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from chantier.binding import TRAINING
from chantier.bots.tree import KNOWING
from chantier.core import Game, games
from chantier.kernel.native import native
from chantier.kernel.net import NET_OUTPUTS, NET_ROOMS
from chantier.kernel.nets import Layers
from chantier.kernel.selfplay import (
    BY_HABIT,
    BY_NET,
    BY_RIVAL,
    BY_SENSE,
    BY_TRIES,
    GAME_STATES,
    LINE,
    NOTE_GAME,
    NOTE_SEATS,
    NOTES,
)

AT_ONCE = 4  # games with the same table and the same seats
NODES = 40_000  # rows of a tree
DEEPEST = 256
SEATS_OF_TEN = (2, 2, 2, 2, 2, 3, 3, 3, 4, 4)  # how many seats there are, in ten tables
SOME_OPTIONS = 0.3  # of the tables have other options than the usual ones
FEW = 2  # choices; an option that has more makes games of many kinds, and all are played as often
LOT = 2_000  # rows, at least, that are played in one go
CHANCES, WHIMS = 10, 4  # of a hundred decisions by chance, and by habit
DEEP = 32  # units of the second layer, at most
ENDS = 8  # what is kept of an end: chances and scores of four seats


@dataclass
class Rows:
    """Positions for a net to learn from. Most numbers of a row are 0: where the others stand, and what they are."""

    starts: Any  # where each row begins, and where the last one ends
    columns: Any
    numbers: Any
    seats: Any
    games: Any  # the number of the game that a row is from
    results: Any  # who won, and the scores
    targets: Any  # what a net should have said

    def __len__(self) -> int:
        return len(self.seats)

    @classmethod
    def of(cls, rows: Any, notes: Any, results: Any, targets: Any) -> Rows:
        where, columns = np.nonzero(rows)
        starts = np.searchsorted(where, np.arange(len(rows) + 1))
        numbers = rows[where, columns]
        seats, games = notes[:, NOTE_SEATS].astype(np.int8), notes[:, NOTE_GAME].copy()
        return cls(starts, columns.astype(np.uint16), numbers.astype(np.int8), seats, games, results.copy(), targets.copy())

    @classmethod
    def joined(cls, parts: list[Rows]) -> Rows:
        """Several, one after the other; their games keep apart."""
        ends = np.cumsum([0, *(len(part.columns) for part in parts)])
        starts = [part.starts[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
        first = np.cumsum([0, *(int(part.games.max(initial=0)) + 1 for part in parts)])
        games = [part.games + n for part, n in zip(parts, first[:-1], strict=True)]
        names = ("columns", "numbers", "seats", "results", "targets")
        rest = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        return cls(starts=np.concatenate([*starts, ends[-1:]]), games=np.concatenate(games), **rest)

    def save(self, path: Path) -> None:
        draft = path.with_suffix(".draft.npz")
        np.savez(draft, **vars(self))
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Rows:
        with np.load(path) as kept:
            return cls(**kept)

    def dense(self, which: Any, wide: int) -> Any:
        """Some rows as a table."""
        lengths = self.starts[which + 1] - self.starts[which]
        ends = np.cumsum(lengths)
        at = np.arange(ends[-1]) + np.repeat(self.starts[which] - (ends - lengths), lengths)
        table = np.zeros((len(which), wide), np.float32)
        table[np.repeat(np.arange(len(which)), lengths), self.columns[at]] = self.numbers[at]
        return table


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

    def __init__(self, game: Game, wide: int, longest: int = 400) -> None:
        self.game, self.code, self.longest, self.wide = game, native(game, TRAINING), longest, wide
        self.inputs = int(game.rules.INSIGHT)
        self.menu, self.path = self.code.menu(), self.code.path(DEEPEST)
        self.tree, self.sums, self.knobs = self.code.tree(NODES, KNOWING.knobs())
        self.room, self.row = np.zeros((NET_ROOMS, max(wide, DEEP, NET_OUTPUTS)), np.float32), np.zeros(self.inputs, np.int16)
        self.lines = np.zeros((2, LINE), np.int32)
        many = AT_ONCE * longest + 1
        self.rows, self.notes = np.zeros((many, self.inputs), np.int16), np.zeros((many, NOTES), np.int32)
        self.targets, self.results = np.zeros((many, ENDS), np.float32), np.zeros((many, ENDS), np.float32)

    def table(self, rng: Random, seats: int | None = None) -> Any:
        """Where a game begins: usual options mostly, and any number of seats."""
        fit = [n for n in SEATS_OF_TEN if n in self.game.seats]
        options = {}
        for name, option in self.game.options.items():
            usual = rng.random() >= SOME_OPTIONS and len(option.choices) <= FEW
            options[name] = option.default if usual else rng.choice(option.choices)
        return self.game.setup(seats or rng.choice(fit), **options)

    def some(self, start: Any, plan: list[int], net: Layers, rival: Layers, rng: Random, games: int, number: int) -> int:
        """A few games from one table; how many rows they have."""
        states, dice = self.code.states(*[start] * GAME_STATES), self.code.dice(rng.getrandbits(61))
        return int(self.code.play_games(
            states, self.menu, dice, self.tree, self.sums, self.path, self.knobs, *net, *rival, self.room, self.row, self.lines,
            np.array(plan, np.int32), self.rows, self.notes, self.targets, self.results, games, number,
        ))  # fmt: skip

    def lot(self, work: Work, number: int) -> Rows:
        """The rows of some games; the same number plays the same games."""
        rng, parts, found, games = Random(f"{work.seed}-{number}"), [], 0, 0
        while found < LOT:
            start, manner = self.table(rng), work.manner
            plan = [*manner.seats(start.seats, rng), manner.tries, manner.playouts, manner.by_sense]
            plan += [self.game.rules.OPENING, WHIMS, CHANCES, self.longest, manner.leaning]
            n = self.some(start, plan, work.net, rng.choice(work.rivals), rng, AT_ONCE, games)
            games += AT_ONCE
            if n:
                parts.append(Rows.of(self.rows[:n], self.notes[:n], self.results[:n], self.targets[:n]))
            found += n
        return Rows.joined(parts)

    def duel(self, net: Layers, rival: Layers, seats: int, playouts: int, games: int, seed: str) -> Iterator[float]:
        """The part of each game that the net wins, alone among rivals, every table in every order."""
        yield from self._duel(BY_RIVAL, net, rival, seats, playouts, 0, games, seed)

    def against_sense(self, net: Layers, seats: int, playouts: int, by_sense: int, games: int, seed: str) -> Iterator[float]:
        """The same among those who search with the sense."""
        yield from self._duel(BY_SENSE, net, net, seats, playouts, by_sense, games, seed)

    def _duel(
        self, way: int, net: Layers, rival: Layers, seats: int, playouts: int, by_sense: int, games: int, seed: str
    ) -> Iterator[float]:
        for number in range(games):
            rng, mine = Random(f"{seed}-{number // seats}"), number % seats
            start = self.table(rng, seats)
            ways = [BY_NET if seat == mine else way for seat in range(4)]
            plan = [*ways, 0, playouts, by_sense, min(2, self.game.rules.OPENING - 1), 0, 0, self.longest, 0]
            n = self.some(start, plan, net, rival, rng, 1, 0)
            if n:
                last = n - 1
                yield float(self.results[last][(mine - int(self.notes[last][2])) % seats])


# --- on several cores ---------------------------------------------------------------------------------------------------

_player: Player  # of a worker process
_work: Work


def rows_of(player: Player, work: Work, many: int, workers: int, told: Callable[[int], None]) -> Rows:
    """As many rows as are asked for, or a few more: the same, however many processes play them."""
    parts, found = [], 0
    for part in _lots(player, work, many, workers):
        parts.append(part)
        found += len(part)
        told(min(found, many))
        if found >= many:
            break
    return Rows.joined(parts)


def _lots(player: Player, work: Work, many: int, workers: int) -> Iterator[Rows]:
    most = -(-many // LOT)  # lots; each has at least so many rows
    if workers <= 1:
        yield from (player.lot(work, number) for number in range(most))
        return
    given = player.game.name, player.game.components, player.wide, player.longest, work
    with multiprocessing.get_context("spawn").Pool(workers, _begin, given) as pool:
        yield from pool.imap(_lot, range(most))


def _begin(name: str, components: Any, wide: int, longest: int, work: Work) -> None:
    global _player, _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the parent
    _player, _work = Player(games[name].using(components), wide, longest), work


def _lot(number: int) -> Rows:
    return _player.lot(_work, number)
