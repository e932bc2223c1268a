"""One seat of any game as a Gymnasium environment, with bots at the other seats; and thousands of them at once.

>>> env = Seat("world_monuments", bots=["apprentice"], render_mode="ansi")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
>>> env.render().splitlines()[0][:15]
'World Monuments'
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from chantier.adapters.learner import RENDER_MODES, Episode
from chantier.bots import bot
from chantier.core import BadSetup, Game, IllegalAction
from chantier.kernel.batch import LEARNER
from chantier.kernel.many import Many

LOWEST = -1.0  # reward for an illegal action that ends a match


class Legal(spaces.Discrete):
    """All actions of a game; `sample` draws from those that are legal now, unless another mask is given."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.now: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.now if mask is None and probability is None else mask, probability)


class Seat(gymnasium.Env[Any, Any]):
    """One seat against bots: `bots` names a level for each of the others, clockwise from the learner. `seat` is the learner's;
    None draws it anew for each match. An illegal action raises IllegalAction, which says what is legal, and changes nothing;
    with `illegal="end"`, for programs that know no masks, it ends the match with the lowest reward instead. After the end
    every action is refused until `reset`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        bots: list[str] | tuple[str, ...] = ("apprentice",),
        seat: int | None = None,
        reward: str = "win",
        longest: int | None = None,
        render_mode: str | None = None,
        illegal: str = "refuse",
        **options: str | int | bool,
    ) -> None:
        self.episode = Episode(game, len(bots) + 1, reward, longest, render_mode, options)
        if illegal not in ("refuse", "end"):
            raise BadSetup(f"an illegal action can be met by refuse or end, not by {illegal!r}")
        self._ends = illegal == "end"
        if seat is not None and not 0 <= seat <= len(bots):
            raise BadSetup(f"there is no seat {seat!r} at this table; seats are 0 to {len(bots)}")
        self.levels, self._wanted, self.render_mode = list(bots), seat, render_mode
        self._running = False
        for level in bots:
            bot(level)
        self.observation_space = self.episode.observation_space()
        self.action_space = self._legal = Legal(self.episode.game.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self.episode.begin(int(self.np_random.integers(1 << 62)))
            drawn = int(self.np_random.integers(self.episode.seats))
            self.seat = drawn if self._wanted is None else self._wanted
            self._bots = [bot(level, int(self.np_random.integers(1 << 62))) for level in self.levels]
            self._others()
            if not self.episode.match.over:
                self._running = True
                return self._seen(), {"seat": self.seat}

    def _others(self) -> None:
        """Bots decide until it is the learner's turn."""
        match = self.episode.match
        while not match.over and match.to_act != self.seat:
            match.play(self._bots[(match.to_act - self.seat - 1) % self.episode.seats].choose(match.seen()))

    def _seen(self) -> dict[str, Any]:
        seen = self.episode.seen(self.seat)
        self._legal.now = seen["action_mask"] if seen["action_mask"].any() else None
        return seen

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise IllegalAction("the match is over, or none was begun; begin one with reset")
        if self._ends and int(action) not in self.episode.match.legal:
            self._running = False
            return self._seen(), LOWEST, True, False, {"seat": self.seat}
        self.episode.play(action)
        self._others()
        self._running = not self.episode.ended
        seen, reward = self._seen(), self.episode.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return seen, reward, self.episode.match.over, self.episode.cut, {"seat": self.seat}

    def render(self) -> Any:
        return self.episode.render()


class Seats(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Thousands of matches at once in the compiled twin, one learner in each; the others are `random` or `apprentice`.

    Observations are the arrays of `vector.Many` themselves: copy what you want to keep. A match that ends begins anew in the
    same step (`AutoresetMode.SAME_STEP`). For self-play, where the learner decides for all seats, use `vector.Many`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, game: str | Game, n: int, *, others: str = "apprentice", **given: Any) -> None:
        self.many = Many(game, n, others=others, **given)
        episode = Episode(self.many.game, self.many.seats, "win", None, None, {})
        self.num_envs = n
        self.single_observation_space = episode.observation_space()
        self.single_action_space = spaces.Discrete(self.many.game.actions.size)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, n)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, n)
        self._rows = np.arange(n)

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.many.observations, "action_mask": self.many.masks.view(np.int8)}

    def reset(self, *, seed: int | list[int] | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.many.begin(int(self.np_random.integers(1 << 62)))
        return self._seen(), {"seat": self.many.to_act.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        before = self.many.notes[:, LEARNER].copy()
        self.many.step(actions)
        ended = self.many.ended
        gains = self.many.rewards[self._rows, before]
        return self._seen(), gains, ended == 1, ended == 2, {"seat": self.many.to_act.copy()}
