"""Any game as a PettingZoo environment: agents `seat_0` to `seat_3` act in turn (AEC).

>>> env = env("arkadia", seats=2, reward="score")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["action_mask"].sum(), env.unwrapped.episode.spec.size
('seat_0', np.int64(5), 2672)
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from chantier.adapters.learner import RENDER_MODES, Episode
from chantier.core import Game, IllegalAction
from chantier.kernel.many import SCALE


def env(game: str | Game, **given: Any) -> Any:
    """The environment, guarded against calls in the wrong order. What is given is explained at `Table`."""
    return OrderEnforcingWrapper(Table(game, **given))


class Table(AECEnv):  # type: ignore[misc]
    """One match. `reward`, `scale`, `longest` and `horizon` are explained at `Many`; with `scaled`, rows are fractions from
    -1 to 1 instead of whole numbers. What else is given are options of the game. An illegal action raises IllegalAction, which
    says what is legal, and changes nothing; so does an action after the end, where PettingZoo wants None for each agent."""

    metadata = {"render_modes": RENDER_MODES, "name": "chantier_v1", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int = 2,
        reward: str = "win",
        scale: float = SCALE,
        longest: int | None = None,
        horizon: int | None = None,
        scaled: bool = False,
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        super().__init__()
        self.episode = Episode(game, seats, reward, longest, render_mode, options, horizon, scale, scaled)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {agent: self.episode.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.episode.game.actions.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.match.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.episode.seen(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        if not self.agents or (self.episode.ended and action is not None):
            raise IllegalAction("the match is over: step None for each agent that is left, or begin another with reset")
        if self.episode.ended:
            self._was_dead_step(action)
            return
        self.episode.play(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
        if self.episode.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self.episode.cut:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.episode.match.to_act]
        self._accumulate_rewards()

    def render(self) -> Any:
        return self.episode.render()

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return f"chantier_{self.episode.game.name}"
