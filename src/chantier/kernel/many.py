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
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from chantier.binding import BATCH, load
from chantier.core import NOBODY, BadSetup, Game, IllegalAction, games
from chantier.kernel import batch
from chantier.kernel.features import spec
from chantier.kernel.layout import dtype, to_records
from chantier.kernel.signals import CHANGE, MARGIN
from chantier.kernel.words import NONE

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

REWARDS = ("score", "rank", "win", "margin", "change", "promise")
LEVELS = ("random", "apprentice")  # at other seats as machine code
LONGEST = 2000  # decisions; a game that wanders is cut off there
SCALE = 50  # points of a margin that count as 1

Policy = Callable[[Any, Any, Any], Any]  # rows, masks and seats of some games -> an action for each
ARRAYS = ("observations", "masks", "last_observations", "last_masks", "rewards", "notes", "menus", "actions", "moving")


def reward_kind(reward: str) -> int:
    """The number of a kind of rewards.

    >>> reward_kind("rank")
    1
    """
    if reward not in REWARDS:
        raise BadSetup(f"there is no reward {reward!r}; there is: {', '.join(REWARDS)}")
    return REWARDS.index(reward)


def reward_unit(kind: int, scale: float) -> float:
    """What one point is worth, where rewards are points: margins are scaled, scores are not."""
    if scale <= 0:
        raise BadSetup(f"the scale of margins is more than 0 points, not {scale!r}")
    return 1.0 / scale if kind in (MARGIN, CHANGE) else 1.0


def where_cut(longest: int | None, horizon: int | None) -> tuple[int, bool]:
    """After how many decisions a game is cut off, and whether rewards are then by the outlook."""
    if longest is not None and horizon is not None:
        raise BadSetup("a game is cut off by longest or by horizon, not by both")
    cut = LONGEST if longest is None and horizon is None else longest or horizon or 0
    if cut < 1:
        raise BadSetup("a game is cut off after at least 1 decision")
    return cut, horizon is not None


class Many:
    """Games of one kind that are stepped together. Game i waits for a decision of seat `to_act[i]`.

    With `others`, each game has one learner; its seat is drawn for each game and stands in `to_act`. The other seats are
    decided for by a level (`random`, `apprentice`), by a list with one for each of them, clockwise from the learner, or by a
    function of rows, masks and seats: a network of any kind, or the learner itself. A list may hold one such function too. If
    it has a method `join`, that is given this object at first; `waiting` then has the numbers of the games it is asked for.

    Rewards are `win`, `rank`, `score` or `margin` (points ahead of the best other, divided by `scale`) at the end of a game; or
    with every step `change` (of the margin) or `promise` (by how much a win has become more likely by the outlook, which adds
    up to the win).

    A game is cut off after `longest` decisions, and rewards are those of the position; or after `horizon` decisions, and they
    are what the outlook promises. Games begin with the setup, or with one of `positions` (states or matches), in turn.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seats: int = 2,
        reward: str = "win",
        others: str | Policy | Sequence[str | Policy] | None = None,
        longest: int | None = None,
        horizon: int | None = None,
        scale: float = SCALE,
        positions: Sequence[Any] | None = None,
        seed: int = 1,
        threads: int | None = None,
        compiled: bool = True,
        kernel: Kernel | None = None,
        **options: str | int | bool,
    ) -> None:
        if n < 1:
            raise BadSetup("at least 1 game is stepped")
        self.game = games[game] if isinstance(game, str) else game
        self.spec, self.seats, self.n = spec(self.game), self.game.check_seats(seats), n
        self.policy, levels = _levels(others, seats)
        self._levels = np.array(levels or [0], np.int32)
        self._kind = reward_kind(reward)
        self._unit = reward_unit(self._kind, scale)
        self._longest, self._hopeful = where_cut(longest, horizon)
        self._kernel, self._compiled = self._load(kernel, compiled)
        self._threads = max(1, min(threads or os.cpu_count() or 1, n)) if self._compiled else 1
        self._pool: ThreadPoolExecutor | None = None
        self._make_arrays()
        self.notes[:, batch.LEARNER] = NONE if others is None else 0
        self.waiting = np.zeros(0, np.int64)
        if join := getattr(self.policy, "join", None):
            join(self)
        self._begin_with(positions or [self.game.setup(seats, **options)])
        self.begin(seed)

    def _load(self, kernel: Kernel | None, compiled: bool) -> tuple[Kernel, bool]:
        from chantier.kernel.waiting import at_hand

        code = kernel or (at_hand(self.game, BATCH) if compiled else None)
        return (code, True) if code is not None else (load(self.game, BATCH), False)

    def _make_arrays(self) -> None:
        n, size = self.n, self.game.actions.size
        self.observations = np.zeros((n, self.spec.size), np.int16)
        self.masks = np.zeros((n, size), np.bool_)
        self.last_observations = np.zeros((n, self.spec.size), np.int16)
        self.last_masks = np.zeros((n, size), np.bool_)
        self.rewards = np.zeros((n, self.seats), np.float32)
        self.notes = np.zeros((n, batch.NOTES), np.int32)
        self.menus = np.zeros((n, size + 1), np.int32)
        self.actions = np.zeros(n, np.int64)
        self.moving = np.ones(n, np.bool_)

    def _begin_with(self, positions: Sequence[Any]) -> None:
        """Room for all states, behind them those with which games begin, and room for thoughts."""
        starts: list[Any] = [getattr(one, "state", one) for one in positions]
        known = all(isinstance(start, self.game.state) for start in starts)
        if not known or any(start.seats != self.seats or start.to_act == NOBODY for start in starts):
            raise BadSetup(f"games of {self.game.title} begin with its states for {self.seats} seats that are not over")
        self.notes[:, batch.BEGINS_AT] = self.n + np.arange(self.n) % len(starts)
        self._spare = self.n + len(starts)
        rooms = [starts[0]] * self.n + starts + [starts[0]] * self._threads
        self._states: Any = to_records(*rooms) if self._compiled else [start.copy() for start in rooms]

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
        self._each(self._kernel.begin_all, "menus", "masks", "observations", "notes", "dice", "_levels")
        self._ask_policy()

    def step(self, actions: Any) -> None:
        """One decision in each game. IllegalAction names the first game whose action is not legal; then nothing has changed."""
        self.actions[:] = actions
        wrong = self._kernel.first_illegal(self._states, self.actions, self.masks, self.game.actions.size)
        if wrong >= 0:
            raise IllegalAction(self._told(wrong))
        self._step()
        self._ask_policy()

    def _step(self) -> None:
        """One decision in each game that is moving."""
        names = ("actions", "moving", "menus", "masks", "observations", "last_observations", "last_masks", "rewards", "notes")
        self._each(self._kernel.step_all, *names, "dice", "_levels", self._kind, self._longest, self._hopeful)
        if self._unit != 1.0:
            self.rewards[self.moving] *= self._unit

    def _ask_policy(self) -> None:
        """The function at other seats decides until the learner has to, in every game."""
        if self.policy is None:
            return
        ended, rewards = self.ended.copy(), self.rewards.copy()
        while (waiting := np.flatnonzero(self.to_act != self.notes[:, batch.LEARNER])).size:
            self.waiting = waiting
            chosen = self.policy(self.observations[waiting], self.masks[waiting], self.to_act[waiting])
            self.actions[waiting] = chosen
            if not self.masks[waiting, self.actions[waiting]].all():
                raise IllegalAction("the function at the other seats has chosen what is not legal")
            self.moving[:] = False
            self.moving[waiting] = True
            self._step()
            self.moving[:] = True
            rewards[waiting] += self.rewards[waiting]
            ended[waiting] = np.maximum(ended[waiting], self.ended[waiting])
        self.notes[:, batch.ENDED], self.rewards[:] = ended, rewards

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

    def scaled(self, out: Any = None) -> Any:
        """What is seen as fractions: each number divided by what is large for it, so that nearly all are from -1 to 1."""
        return np.multiply(self.observations, self.spec.scales, out=out)

    # --- kept and copied ----------------------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """All games as they are now, with their dice: for `restore`."""
        kept = {name: getattr(self, name).copy() for name in ARRAYS}
        states = self._states.copy() if self._compiled else [state.copy() for state in self._states]
        return kept | {"states": states, "dice": deepcopy(self._dice)}

    def restore(self, saved: dict[str, Any]) -> None:
        """All games as they were when they were saved; what follows is then the same, action by action."""
        for name in ARRAYS:
            getattr(self, name)[:] = saved[name]
        if self._compiled:
            self._states[:] = saved["states"]
        else:
            self._states = [state.copy() for state in saved["states"]]
        self._dice = deepcopy(saved["dice"])

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle` and `deepcopy`: all but machine code and threads, which the copy gets anew."""
        kept = {
            name: value for name, value in vars(self).items() if name not in ("game", "spec", "_kernel", "_pool", "_states")
        }
        held = self._states.tobytes() if self._compiled else [state.to_json() for state in self._states]
        return kept | {"name": self.game.name, "components": self.game.components, "held": held}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game = games[kept.pop("name")].using(kept.pop("components"))
        self.spec, self._pool, held = spec(self.game), None, kept.pop("held")
        vars(self).update(kept)
        self._kernel, compiled = self._load(None, self._compiled)
        if compiled != self._compiled:
            raise BadSetup("these games were stepped as machine code, which is not to be had here")
        if compiled:
            self._states = np.frombuffer(bytearray(held), dtype(self.game.state))
        else:
            self._states = [self.game.state.of(values) for values in held]

    # --- on all cores -------------------------------------------------------------------------------------------------

    def _each(self, work: Callable[..., None], *what: Any, spare: bool = True) -> None:
        """The work for all games, shared out among threads. What is named is an array of this object."""
        if not self._compiled:
            self._each_plain(work, what, spare)
            return
        given = [(self._dice if name == "dice" else getattr(self, name)) if isinstance(name, str) else name for name in what]
        edges = [self.n * k // self._threads for k in range(self._threads + 1)]

        def part(k: int) -> None:
            work(self._states, edges[k], edges[k + 1], *given, *([self._spare + k] if spare else []))

        if self._threads == 1:
            part(0)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads)
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
        work(self._states, 0, self.n, *given, *([self._spare] if spare else []))
        for name, numbers in back:
            getattr(self, name)[:] = numbers


def _levels(others: Any, seats: int) -> tuple[Policy | None, list[int]]:
    """Who decides for the other seats: a function, if there is one, and a level for each of them."""
    if others is None:
        return None, []
    told = [others] * (seats - 1) if isinstance(others, str) or callable(others) else list(others)
    functions = {id(one): one for one in told if callable(one)}
    if len(told) != seats - 1 or len(functions) > 1 or not all(callable(one) or one in LEVELS for one in told):
        raise BadSetup(
            f"others cannot be {others!r}; for each of {seats - 1} choose {' or '.join(LEVELS)}, or one function for all"
        )
    policy = next(iter(functions.values()), None)
    return policy, [batch.BY_CALLER if callable(one) else LEVELS.index(one) for one in told]
