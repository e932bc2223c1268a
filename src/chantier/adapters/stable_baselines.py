"""Thousands of seats as a vector of Stable-Baselines3, with masks for MaskablePPO of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from chantier.adapters.stable_baselines import Vector

    model = MaskablePPO("MlpPolicy", Vector("world_monuments", 64, others="apprentice", reward="promise"))
    model.learn(1_000_000)

Observations are scaled rows. A match that ends begins anew in the same step; what was seen at its end stands in `infos`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from chantier.adapters.gymnasium import Seats
from chantier.adapters.learner import row_space
from chantier.core import Game

if TYPE_CHECKING:
    Base = object
else:
    try:
        from stable_baselines3.common.vec_env import VecEnv as Base
    except ImportError:  # then nobody can ask for more than what stands here
        Base = object


class Vector(Base):
    """What is given besides the game and the number of matches is explained at `Many`: `others`, `reward`, `horizon`, ..."""

    render_mode = None

    def __init__(self, game: str | Game, n: int, **given: Any) -> None:
        self.seats = Seats(game, n, scaled=True, **given)
        many = self.seats.many
        self.num_envs = n
        self.observation_space = row_space(many.game, many.spec, scaled=True)["observation"]
        self.action_space = spaces.Discrete(many.game.actions.size)
        self.metadata: dict[str, Any] = {"render_modes": []}
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(n)]
        self._seed: int | None = None
        self._seeds: list[int | None] = [None] * n
        self._options: list[dict[str, Any]] = [{} for _ in range(n)]
        self._gained, self._steps = np.zeros(n), np.zeros(n, np.int64)

    # --- what a VecEnv does -------------------------------------------------------------------------------------------

    def reset(self) -> Any:
        seen, _ = self.seats.reset(seed=self._seed)
        self._seed = None
        self._gained[:], self._steps[:] = 0, 0
        return seen["observation"].copy()

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, gains, over, cut, told = self.seats.step(self._actions)
        self._gained += gains
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = over | cut
        for i in np.flatnonzero(ended):
            played = {"r": float(self._gained[i]), "l": int(self._steps[i]), "t": 0.0}
            infos[i] = {"terminal_observation": told["final_obs"][i]["observation"], "TimeLimit.truncated": bool(cut[i])}
            infos[i]["episode"] = played
        self._gained[ended], self._steps[ended] = 0, 0
        return seen["observation"].copy(), gains.copy(), ended, infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        self.step_async(actions)
        return self.step_wait()

    def action_masks(self) -> Any:
        """What is legal now in each match."""
        return self.seats.many.masks.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next `reset`."""
        self._seed = seed
        return [seed] * self.num_envs

    def close(self) -> None:
        """Nothing is left open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **given: Any) -> list[Any]:
        """A method of all matches at once: one answer for each."""
        return list(getattr(self, method_name)(*args, **given))

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs
