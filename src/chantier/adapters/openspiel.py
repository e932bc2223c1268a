"""All games as games of OpenSpiel, with explicit chance: import this module, then `pyspiel.load_game("chantier_arkadia")`.

>>> import pyspiel
>>> game = pyspiel.load_game("chantier_world_monuments(players=3,monument=capitol)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0][0], state.action_to_string(0)
(True, 0, 'first seat 0')

The information state of a seat is all that it did, saw when it decided, and was told so far. Tensors are the row of
`features.py`; that of an information state is followed by a fingerprint of its text, so that two of them differ wherever the
texts do.
"""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import blake2b
from random import Random
from typing import Any

import numpy as np
import pyspiel

from chantier.adapters.past import Past
from chantier.binding import BATCH, load
from chantier.core import CHANCE, NOBODY, Game, IllegalAction, games
from chantier.kernel.features import spec
from chantier.kernel.many import SCALE, reward_kind, reward_unit, where_cut
from chantier.kernel.signals import RANK, WIN

MOST = 9999.0  # no score is larger
FINGERPRINT = 32  # numbers after the row in the tensor of an information state
_kernels: dict[str, Any] = {}  # one plain kernel for each game


def game_type(game: Game, reward: str = "win") -> Any:
    """What OpenSpiel wants to know about a game before it is loaded."""
    general, zero = pyspiel.GameType.Utility.GENERAL_SUM, pyspiel.GameType.Utility.ZERO_SUM
    return pyspiel.GameType(
        short_name=f"chantier_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=zero if reward in ("win", "rank") else general,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": 2,
            "reward": "win",
            "scale": float(SCALE),
            "longest": 0,
            "horizon": 0,
            **{name: option.default for name, option in game.options.items()},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its seats, options and kind of reward. There is a class below it for each game."""

    name: str
    begins: Past | None = None  # the position that games begin with, if that is not the setup

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.chosen = games[self.name]
        self.seats = self.chosen.check_seats(int(given.pop("players", 2)))
        reward = str(given.pop("reward", "win"))
        self.kind = reward_kind(reward)
        self.unit = reward_unit(self.kind, float(given.pop("scale", SCALE)))
        longest, horizon = (int(given.pop(name, 0)) or None for name in ("longest", "horizon"))
        self.longest, self.hopeful = where_cut(longest, horizon)
        self.options = self.chosen.option_words(given)
        self.kernel = _kernels.get(self.name) or _kernels.setdefault(self.name, load(self.chosen, BATCH))
        zero_sum = self.kind in (WIN, RANK)
        bound = 1.0 if zero_sum else MOST
        info = pyspiel.GameInfo(
            num_distinct_actions=self.chosen.actions.size,
            max_chance_outcomes=self.chosen.actions.size,
            num_players=self.seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.longest,
        )
        super().__init__(game_type(self.chosen, reward), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One position; a match of OpenSpiel, so to speak."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = deepcopy(game.begins) if game.begins else Past(game.chosen.setup(game.seats, **game.options))

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.held.s.to_act == CHANCE else int(self.held.s.to_act)

    def is_terminal(self) -> bool:
        return bool(self.held.s.to_act == NOBODY or self.held.decisions >= self.get_game().longest)

    def _legal_actions(self, player: int) -> list[int]:
        return self.get_game().chosen.legal(self.held.s)  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game, s = self.get_game().chosen, self.held.s
        weights = game.weights(s)
        return [(a, w / sum(weights)) for a, w in zip(game.legal(s), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        game, held = self.get_game().chosen, self.held
        if self.is_terminal():
            raise IllegalAction("the game has ended; begin another with new_initial_state")
        legal = game.legal(held.s)
        if action not in legal:
            said = ", ".join(game.actions.words(game, held.s, a) for a in legal[:12])
            raise IllegalAction(f"{action} is not legal now; legal are: {said}")
        held.play(game, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().chosen
        return str(game.actions.words(game, self.held.s, action))

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.seats
        gain = game.kernel.gain_at_cut if game.hopeful and self.held.s.to_act != NOBODY else game.kernel.gain_of
        return [float(game.unit * gain(self.held.s, seat, game.kind)) for seat in range(game.seats)]

    def told(self, seat: int) -> str:
        """The information state of a seat, one thing a line."""
        return str(self.held.told(self.get_game().chosen, seat))

    def resample_from_infostate(self, player_id: int, sampler: Any) -> SpielState:
        """A state that this seat cannot tell from this one, with a past that led to it."""
        game = self.get_game()
        other = self.held.elsewhere(game.chosen, player_id, Random(int(sampler() * (1 << 53))))
        twin = game.new_initial_state()
        first = len(twin.held.steps)
        if first:
            twin.held = other.before(first)
        for step in other.steps[first:]:
            twin.apply_action(step.action)
        return twin  # type: ignore[no-any-return]

    def as_game(self, horizon: int) -> SpielGame:
        """The game that begins with this position and is cut off after so many decisions, with what the outlook promises: for
        algorithms that begin anew again and again, or follow every way to its end."""
        game = self.get_game()
        part = type(game)({**game.get_parameters(), "longest": 0, "horizon": self.held.decisions + horizon})
        part.begins = deepcopy(self.held)
        return part  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.held.s.digest()} after {len(self.history())} actions"


class Observer:
    """What a seat sees, as a tensor and as text."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        self._game, self._recall, self._spec = game, kind.perfect_recall, spec(game.chosen)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(self._spec.size + (FINGERPRINT if self._recall else 0), np.float32)
        self.dict = {part.name: self._spec.part(self.tensor, part.name) for part in self._spec.parts}
        if self._recall:
            self.dict["fingerprint"] = self.tensor[self._spec.size :]

    def set_from(self, state: SpielState, player: int) -> None:
        row = [0] * self._spec.size
        self._game.kernel.observe(state.held.s, player, row)
        self.tensor[: len(row)] = row
        if self._recall:
            digest = blake2b(state.told(player).encode(), digest_size=FINGERPRINT).digest()
            self.tensor[len(row) :] = np.frombuffer(digest, np.uint8) / 255

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recall:
            return state.told(player)
        seen = self._game.chosen.view(state.held.s, player if self._private else None)
        return json.dumps(seen, separators=(",", ":"))


for _game in games.usable():
    if _game.has("features"):
        pyspiel.register_game(game_type(_game), type(f"Spiel_{_game.name}", (SpielGame,), {"name": _game.name}))
