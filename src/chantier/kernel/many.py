"""Thousands of games at once as machine code, on all cores: the fast path for training.

>>> many = Many("world_monuments", 4, seats=2, threads=1, compiled=False)
>>> many.observations.shape == (4, many.spec.size), many.masks.shape
(True, (4, 124))
>>> many.step(many.random_actions())
>>> many.ended.tolist()
[0, 0, 0, 0]

The arrays are made once and filled again by every step: copy what you want to keep. A game that has ended begins anew in the
same step; `rewards` then are those of the game that ended, `observations` and `masks` show the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from chantier.binding import BATCH, load
from chantier.core import BadSetup, Game, IllegalAction, games
from chantier.kernel import batch
from chantier.kernel.features import spec
from chantier.kernel.layout import to_records
from chantier.kernel.words import NONE

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

REWARDS = ("score", "rank", "win")
OTHERS = (None, "random", "apprentice")
LONGEST = 2000  # decisions; a game that wanders is cut off there


def reward_kind(reward: str) -> int:
    """The number of a kind of rewards.

    >>> reward_kind("rank")
    1
    """
    if reward not in REWARDS:
        raise BadSetup(f"there is no reward {reward!r}; there is: {', '.join(REWARDS)}")
    return REWARDS.index(reward)


class Many:
    """Games of one kind that are stepped together. Game i waits for a decision of seat `to_act[i]`.

    With `others`, a level that decides for all seats but one, each game has one learner; its seat is drawn for each game and
    stands in `to_act`.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seats: int = 2,
        reward: str = "win",
        others: str | None = None,
        longest: int = LONGEST,
        seed: int = 1,
        threads: int | None = None,
        compiled: bool = True,
        kernel: Kernel | None = None,
        **options: str | int | bool,
    ) -> None:
        if others not in OTHERS:
            raise BadSetup(f"others cannot be {others!r}; choose one of: None, random, apprentice")
        if n < 1 or longest < 1:
            raise BadSetup("at least 1 game is stepped, for at least 1 decision")
        self.game = games[game] if isinstance(game, str) else game
        self.spec, self.seats, self.n = spec(self.game), seats, n
        self._kind, self._others, self._longest = reward_kind(reward), others, longest
        self._kernel, self._compiled = self._load(kernel, compiled)
        self._threads = max(1, min(threads or os.cpu_count() or 1, n)) if self._compiled else 1
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        size = self.game.actions.size
        self.observations = np.zeros((n, self.spec.size), np.int16)
        self.masks = np.zeros((n, size), np.bool_)
        self.rewards = np.zeros((n, seats), np.float32)
        self.notes = np.zeros((n, batch.NOTES), np.int32)
        self.notes[:, batch.LEARNER] = NONE if others is None else 0
        self.menus = np.zeros((n, size + 1), np.int32)
        self.actions = np.zeros(n, np.int64)
        start = self.game.setup(seats, **options)
        rooms = n + self._threads + 1
        self._states: Any = to_records(*[start] * rooms) if self._compiled else [start.copy() for _ in range(rooms)]
        self.begin(seed)

    def _load(self, kernel: Kernel | None, compiled: bool) -> tuple[Kernel, bool]:
        from chantier.kernel import native

        if kernel is not None:
            return kernel, True
        if compiled and native.available():
            return native.native(self.game, BATCH), True
        return load(self.game, BATCH), False

    # --- what is seen -------------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> Any:
        """The seat that decides, for each game."""
        return self.notes[:, batch.TO_ACT]

    @property
    def ended(self) -> Any:
        """How the last step left each game: 0 goes on, 1 is over, 2 was cut off because it was too long."""
        return self.notes[:, batch.ENDED]

    # --- what is done -------------------------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """All games begin; the same seed gives the same draws."""
        rng = np.random.default_rng(seed)
        self._dice = rng.integers(0, 1 << 62, (self.n, 1), np.int64)
        if not self._compiled:
            self._dice = self._dice.tolist()
        work = self._kernel.begin_against if self._others == "apprentice" else self._kernel.begin_all
        self._each(work, "menus", "masks", "observations", "notes", "dice")

    def step(self, actions: Any) -> None:
        """One decision in each game. IllegalAction names the first game whose action is not legal; then nothing has changed."""
        self.actions[:] = actions
        wrong = self._kernel.first_illegal(self._states, self.actions, self.masks, self.game.actions.size)
        if wrong >= 0:
            raise IllegalAction(self._told(wrong))
        names = ("actions", "menus", "masks", "observations", "rewards", "notes", "dice")
        work = self._kernel.step_against if self._others == "apprentice" else self._kernel.step_all
        self._each(work, *names, self._kind, self._longest)

    def _told(self, wrong: int) -> str:
        legal = np.flatnonzero(self.masks[wrong])
        return f"game {wrong}: {int(self.actions[wrong])} is not legal; legal are: {', '.join(map(str, legal[:12]))}" + (
            f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        )

    def random_actions(self) -> Any:
        """A random legal action for each game."""
        self._each(self._kernel.choose_random, "menus", "dice", "actions", spare=False)
        return self.actions

    def apprentice_actions(self) -> Any:
        """What looks best to the level apprentice, for each game."""
        self._each(self._kernel.choose_apprentice, "menus", "notes", "dice", "actions")
        return self.actions

    def look_ahead(self) -> tuple[Any, Any]:
        """What the seat to act would see after each of its legal actions, before chance decides anything: rows for all games
        one after the other, and in which of them each game begins. Row `starts[i] + k` belongs to action `menus[i][1 + k]`."""
        counts = self.menus[:, 0]
        starts = np.cumsum(counts) - counts
        self._ahead = np.zeros((int(counts.sum()), self.spec.size), np.int16)
        self._starts = starts.astype(np.int64)
        self._each(self._kernel.look_ahead_all, "menus", "notes", "_ahead", "_starts")
        return self._ahead, self._starts

    def state(self, i: int) -> Any:
        """The state of a game, for looking at: a copy."""
        from chantier.kernel.layout import from_record

        return from_record(self.game.state, self._states[i]) if self._compiled else self._states[i].copy()

    # --- on all cores -------------------------------------------------------------------------------------------------

    def _each(self, work: Callable[..., None], *what: Any, spare: bool = True) -> None:
        """The work for all games, shared out among threads. What is named is an array of this object."""
        if not self._compiled:
            self._each_plain(work, what, spare)
            return
        given = [(self._dice if name == "dice" else getattr(self, name)) if isinstance(name, str) else name for name in what]
        edges = [self.n * k // self._threads for k in range(self._threads + 1)]

        def part(k: int) -> None:
            work(self._states, edges[k], edges[k + 1], *given, *([self.n + k] if spare else []))

        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(self._threads)))

    def _each_plain(self, work: Callable[..., None], what: tuple[Any, ...], spare: bool) -> None:
        """The same interpreted: with Python's own whole numbers, which are then copied into the arrays."""
        given, back = [], []
        for name in what:
            if isinstance(name, str) and name != "dice":
                numbers = getattr(self, name).tolist()
                back.append((name, numbers))
                given.append(numbers)
            else:
                given.append(self._dice if name == "dice" else name)
        work(self._states, 0, self.n, *given, *([self.n] if spare else []))
        for name, numbers in back:
            getattr(self, name)[:] = numbers
