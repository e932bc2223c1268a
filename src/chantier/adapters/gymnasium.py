"""One seat of any game as a Gymnasium environment, with bots at the other seats; and thousands of them at once.

Importing this module registers `chantier/world_monuments-v0` and so on; `chantier.adapters.gymnasium:chantier/arkadia-v0` does
both.

>>> env = Seat("world_monuments", bots=["apprentice"], render_mode="ansi")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
>>> env.render().splitlines()[0][:15]
'World Monuments'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from chantier.adapters.learner import RENDER_MODES, Episode, row_space
from chantier.bots import bot
from chantier.core import BadSetup, Bot, Game, IllegalAction, games
from chantier.kernel.batch import LEARNER
from chantier.kernel.many import SCALE, Many

LOWEST = -1.0  # reward for an illegal action that ends a match


class Legal(spaces.Discrete):
    """All actions of a game; `sample` draws from those that are legal now, unless another mask is given."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.now: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.now if mask is None and probability is None else mask, probability)


class Seat(gymnasium.Env[Any, Any]):
    """One seat against bots: `bots` has for each of the others, clockwise from the learner, a level or a bot itself, which is
    anything with `choose(seen)`. `seat` is the learner's; None draws it anew for each match. `reward`, `scale`, `longest` and
    `horizon` are explained at `Many`; with `scaled`, rows are fractions from -1 to 1 instead of whole numbers.

    An illegal action ends the match with the lowest reward, for Gymnasium takes any action of a space at any time; `info` then
    says what was legal. With `illegal="refuse"` it raises IllegalAction instead and changes nothing. After the end every action
    is refused until `reset`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        bots: Sequence[str | Bot] = ("apprentice",),
        seat: int | None = None,
        reward: str = "win",
        scale: float = SCALE,
        longest: int | None = None,
        horizon: int | None = None,
        scaled: bool = False,
        render_mode: str | None = None,
        illegal: str = "end",
        **options: str | int | bool,
    ) -> None:
        self.episode = Episode(game, len(bots) + 1, reward, longest, render_mode, options, horizon, scale, scaled)
        if illegal not in ("refuse", "end"):
            raise BadSetup(f"an illegal action can be met by refuse or end, not by {illegal!r}")
        self._ends = illegal == "end"
        if seat is not None and not 0 <= seat <= len(bots):
            raise BadSetup(f"there is no seat {seat!r} at this table; seats are 0 to {len(bots)}")
        self.levels, self._wanted, self.render_mode = list(bots), seat, render_mode
        self._running = False
        for level in bots:
            _seated(level, 1)
        self.observation_space = self.episode.observation_space()
        self.action_space = self._legal = Legal(self.episode.game.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self.episode.begin(int(self.np_random.integers(1 << 62)))
            drawn = int(self.np_random.integers(self.episode.seats))
            self.seat = drawn if self._wanted is None else self._wanted
            self._bots = [_seated(level, int(self.np_random.integers(1 << 62))) for level in self.levels]
            self._others()
            if not self.episode.match.over:
                self._running = True
                return self._seen(), {"seat": self.seat}

    def _others(self) -> None:
        """Bots decide until it is the learner's turn."""
        match = self.episode.match
        while not match.over and match.to_act != self.seat:
            other = (match.to_act - self.seat - 1) % self.episode.seats
            if self.levels[other] == "apprentice" and self.episode.is_fast:
                match.play(self.episode.apprentice())
            else:
                match.play(self._bots[other].choose(match.seen()))

    def _seen(self) -> dict[str, Any]:
        seen = self.episode.seen(self.seat)
        self._legal.now = seen["action_mask"] if seen["action_mask"].any() else None
        return seen

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise IllegalAction("the match is over, or none was begun; begin one with reset")
        try:
            self.episode.play(action)
        except IllegalAction as error:
            if not self._ends:
                raise
            self._running = False
            return self._seen(), LOWEST, True, False, {"seat": self.seat, "illegal": str(error)}
        self._others()
        self._running = not self.episode.ended
        seen, reward = self._seen(), self.episode.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return seen, reward, self.episode.match.over, self.episode.cut, {"seat": self.seat}

    def action_masks(self) -> Any:
        """What is legal now, as programs ask for it that know masks by this name."""
        return self.episode.seen(self.seat)["action_mask"].astype(bool)

    def render(self) -> Any:
        return self.episode.render()


def _seated(level: str | Bot, seed: int) -> Bot:
    return bot(level, seed) if isinstance(level, str) else level


class LegalForAll(spaces.MultiDiscrete):
    """An action for each of many games; `sample` draws from those that are legal now, unless another mask is given."""

    def __init__(self, masks: Any) -> None:
        super().__init__(np.full(len(masks), masks.shape[1]))
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        return (self.np_random.random(self._masks.shape, np.float32) * self._masks).argmax(1)

    def __eq__(self, other: object) -> bool:
        return spaces.MultiDiscrete.__eq__(self, other)


class Seats(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Thousands of matches at once as machine code, one learner in each; who the others are is explained at `Many`.

    Observations are the arrays of `Many` themselves, or with `scaled` another one that is filled again by every step: copy what
    you want to keep. A match that ends begins anew in the same step (`AutoresetMode.SAME_STEP`); how it ended stands in the
    infos `final_obs` and `final_info`, as Gymnasium's own vectors have it. For self-play, where the learner decides for all
    seats, use `Many`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, game: str | Game, n: int, *, others: Any = "apprentice", scaled: bool = False, **given: Any) -> None:
        self.many = Many(game, n, others=others, **given)
        self.num_envs = n
        self.single_observation_space = row_space(self.many.game, self.many.spec, scaled)
        self.single_action_space = spaces.Discrete(self.many.game.actions.size)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, n)
        self.action_space = LegalForAll(self.many.masks)
        self._rows = np.arange(n)
        self._scaled = np.zeros(self.many.observations.shape, np.float32) if scaled else None

    def _seen(self) -> dict[str, Any]:
        rows = self.many.observations if self._scaled is None else self.many.scaled(self._scaled)
        return {"observation": rows, "action_mask": self.many.masks.view(np.int8)}

    def reset(self, *, seed: int | list[int] | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.many.begin(int(self.np_random.integers(1 << 62)))
        return self._seen(), self._told()

    def _told(self) -> dict[str, Any]:
        return {"seat": self.many.to_act.copy(), "_seat": np.ones(self.num_envs, np.bool_)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        before = self.many.notes[:, LEARNER].copy()
        self.many.step(actions)
        ended = self.many.ended
        told = self._told()
        if ended.any():
            told |= self._final(before, ended > 0)
        return self._seen(), self.many.rewards[self._rows, before], ended == 1, ended == 2, told

    def _final(self, seats: Any, ended: Any) -> dict[str, Any]:
        """What the learner saw at the end of each match that ended, and where it sat. The same without copies: the arrays
        `last_observations` and `last_masks` of `Many`."""
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            row = self.many.last_observations[i]
            row = row.copy() if self._scaled is None else row * self.many.spec.scales
            final[i] = {"observation": row, "action_mask": self.many.last_masks[i].astype(np.int8)}
        seat = {"seat": np.where(ended, seats, 0), "_seat": ended}
        return {"final_obs": final, "_final_obs": ended, "final_info": seat, "_final_info": ended}

    def action_masks(self) -> Any:
        """What is legal now in each match."""
        return self.many.masks


def _one_seat(**given: Any) -> Seat:
    return Seat(**given)


def _many_seats(num_envs: int = 1, **given: Any) -> Seats:
    return Seats(n=num_envs, **given)


for _game in games.usable():
    if _game.has("features"):
        gymnasium.register(f"chantier/{_game.name}-v0", _one_seat, vector_entry_point=_many_seats, kwargs={"game": _game.name})
