"""Exact values of small positions for two seats: every way to play on, with chance weighed, and each position solved once.

>>> from chantier import Match
>>> match = Match("world_monuments", components="small", seed="1")
>>> while len(match.moves) < 22:
...     _ = match.play(match.legal[0])
>>> solver = Solver(match.game)
>>> answer = solver.solve(match.state)
>>> sorted(answer.actions) == match.legal, answer.value == max(answer.actions.values())
(True, True)

What others hold in secret is taken as known, so in a game with secrets these are the values with open hands.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from chantier import records
from chantier.binding import SEARCH
from chantier.core import CHANCE, NOBODY, BadSetup, ChantierError, Game
from chantier.kernel import defaults
from chantier.kernel.layout import unpacked
from chantier.kernel.native import Native
from chantier.kernel.waiting import at_hand
from chantier.lab.patience import waiting
from chantier.match import Match

AIMS = ("win", "margin")
LIMIT = 5_000_000  # positions that are remembered
DEEP = 500  # actions to the end
FRAMES = 4  # of Python for each of them
OFTEN = 1000  # positions, after which whoever waits is told
FOREVER = (1 << 63) - 1  # turns


class TooLarge(ChantierError):
    """More positions than may be remembered, or a game that may never end."""


@dataclass(frozen=True)
class Solved:
    """The value of a position for the seat to act, of each of its actions, and how many positions were solved for it."""

    value: float
    actions: dict[int, float]
    positions: int


class Solver:
    """Solves positions of one game. `win` is the part of a win that can be expected, `margin` the points; both for a seat.

    With `turns`, a game is cut off when so many more turns have ended, and counts as it stands there: for games that can always
    be put off.
    """

    def __init__(self, game: Game, aim: str = "win", limit: int = LIMIT, turns: int | None = None) -> None:
        if aim not in AIMS:
            raise BadSetup(f"there is no aim {aim!r}; choose one of: {', '.join(AIMS)}")
        if turns is not None and turns < 1:
            raise BadSetup(f"a game is cut off after at least 1 turn, not {turns}")
        if turns is not None and not counts_turns(game):
            raise BadSetup(f"{game.title} does not count its turns, so it is not cut off by them")
        self.game, self.aim, self.limit, self.turns = game, aim, limit, turns
        self.until = FOREVER
        self.known: dict[bytes, float] = {}  # digest of a position: its value for seat 0
        code = at_hand(game, SEARCH)
        self.moves = Plain(game) if code is None else Fast(game, code)
        self.depth = 0
        self.told: Callable[[float], None] | None = None  # is told now and then how many positions are solved

    def solve(self, s: Any) -> Solved:
        """Everything about a position in which a seat has to decide."""
        if s.seats != 2 or s.to_act in (CHANCE, NOBODY):
            raise BadSetup("positions can be solved in which one of two seats has to decide")
        before, position = len(self.known), s.packed()
        legal = self.moves.legal(position)
        if self.turns is not None:
            self.until = self.moves.moment(position) + self.turns
        sign = 1 if s.to_act == 0 else -1
        usual = sys.getrecursionlimit()
        sys.setrecursionlimit(usual + FRAMES * DEEP)
        try:
            found = {action: self._mine(self.value(self.moves.play(position, action)), sign) for action in legal}
        finally:
            sys.setrecursionlimit(usual)
            self.depth = 0
        return Solved(max(found.values()), found, len(self.known) - before)

    def _mine(self, value: float, sign: int) -> float:
        """A value for seat 0 as the other sees it."""
        return value if sign > 0 else (1 - value if self.aim == "win" else 0.0 - value)

    def value(self, position: bytes) -> float:
        """What seat 0 can expect if both play as well as can be."""
        digest = blake2b(position, digest_size=16, salt=self.until.to_bytes(8)).digest()
        if digest not in self.known:
            if len(self.known) >= self.limit:
                raise TooLarge(f"more than {self.limit:,} positions: choose a later one, a smaller set, or a larger --limit")
            if self.depth >= DEEP:
                raise TooLarge(f"from here a game can go on for more than {DEEP} actions: choose a later position, or --turns")
            self.depth += 1
            self.known[digest] = self._value(position)
            self.depth -= 1
            if self.told is not None and len(self.known) % OFTEN == 0:
                self.told(len(self.known))
        return self.known[digest]

    def _value(self, position: bytes) -> float:
        seat = self.moves.to_act(position)
        if seat == NOBODY or (self.turns is not None and self.moves.moment(position) >= self.until):
            mine, other = self.moves.scores(position)
            return float(mine - other) if self.aim == "margin" else 0.5 + 0.5 * ((mine > other) - (mine < other))
        legal = self.moves.legal(position)
        weights = self.moves.weights(position, legal) if seat == CHANCE else None
        values = [self.value(self.moves.play(position, action)) for action in legal]
        if weights is not None:
            return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        return max(values) if seat == 0 else min(values)


class Plain:
    """Positions as bytes, played on by the plain rules."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def to_act(self, position: bytes) -> int:
        return int(self._state(position).to_act)

    def legal(self, position: bytes) -> list[int]:
        return self.game.legal(self._state(position))

    def weights(self, position: bytes, legal: list[int]) -> list[int]:
        return self.game.weights(self._state(position))

    def scores(self, position: bytes) -> list[int]:
        return self.game.scores(self._state(position))

    def moment(self, position: bytes) -> int:
        """How many turns have ended."""
        return int(self.game.rules.moment(self._state(position)))

    def play(self, position: bytes, action: int) -> bytes:
        s = self._state(position)
        self.game.play(s, action)
        return bytes(s.packed())

    def _state(self, position: bytes) -> Any:
        return unpacked(self.game.state, position)


class Fast(Plain):
    """The same by machine code."""

    def __init__(self, game: Game, code: Native) -> None:
        super().__init__(game)
        blank = game.setup(2)
        self.code = code
        self.room, self.menu = self.code.states(blank), self.code.menu()
        self.size = ctypes.sizeof(self.room)
        mark = blank.copy()
        mark.to_act = 0x5A5A5A
        packed = mark.packed()
        self.at = packed.index((0x5A5A5A).to_bytes(4, "little"))

    def _enter(self, position: bytes) -> None:
        ctypes.memmove(self.room, position, self.size)

    def to_act(self, position: bytes) -> int:
        return int.from_bytes(position[self.at : self.at + 4], "little", signed=True)

    def legal(self, position: bytes) -> list[int]:
        self._enter(position)
        self.code.list_legal(self.room, self.menu)
        return list(self.menu[1 : self.menu[0] + 1])

    def weights(self, position: bytes, legal: list[int]) -> list[int]:
        self._enter(position)
        return [self.code.weigh(self.room, action) for action in legal]

    def scores(self, position: bytes) -> list[int]:
        self._enter(position)
        return [self.code.tell_score(self.room, seat) for seat in range(2)]

    def moment(self, position: bytes) -> int:
        self._enter(position)
        return int(self.code.tell_moment(self.room))

    def play(self, position: bytes, action: int) -> bytes:
        self._enter(position)
        self.code.play_one(self.room, action)
        return bytes(self.room[0])


def counts_turns(game: Game) -> bool:
    """Whether a game says how many turns have ended."""
    return game.rules.moment.__code__.co_filename != defaults.__file__


def main(args: argparse.Namespace) -> int:
    """`chantier solve`"""
    match = Match.of(records.read_text(args.record), args.components)
    if args.at is not None:
        match = match.at(args.at)
    if match.over or match.to_act == CHANCE:
        raise BadSetup("at this move nobody has to decide; choose another with --at")
    solver = Solver(match.game, args.aim, args.limit, args.turns)
    with waiting(f"solving {match.game.title} after {len(match.moves)} moves, positions so far") as tell:
        solver.told = tell
        answer = solver.solve(match.state)
    ranked = sorted(answer.actions.items(), key=lambda one: -one[1])
    if args.json:
        found = {match.words(action): round(value, 6) for action, value in ranked}
        told = {"seat": match.to_act, "aim": args.aim, "turns": args.turns, "positions": answer.positions, "actions": found}
        print(json.dumps(told))
        return 0
    unit = "of a win" if args.aim == "win" else "points ahead"
    print(f"seat {match.to_act} to act; {answer.positions:,} positions solved; {unit}:")
    for action, value in ranked:
        print(f"{value:8.3f}  {match.words(action)}")
    return 0
