"""What the environments for learners have in common: one match, what is seen of it as arrays, and its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from chantier.binding import BATCH, load
from chantier.core import BadSetup, Game, games
from chantier.kernel.features import Spec, spec
from chantier.kernel.many import LONGEST, reward_kind
from chantier.match import Match

RENDER_MODES = ["human", "ansi", "rgb_array"]


class Episode:
    """A match as a learner sees it; begun anew, it is the next episode of the same kind."""

    def __init__(
        self,
        game: str | Game,
        seats: int,
        reward: str,
        longest: int | None,
        render_mode: str | None,
        options: dict[str, str | int | bool],
    ) -> None:
        self.game = games[game] if isinstance(game, str) else game
        self.spec: Spec = spec(self.game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.option_words(options)
        self.longest = longest or LONGEST
        if render_mode not in (None, *RENDER_MODES):
            raise BadSetup(f"there is no render mode {render_mode!r}; there is: {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self._kind = reward_kind(reward)
        self._kernel = load(self.game, BATCH)
        self._rng = np.random.default_rng()
        self.decisions = 0

    def begin(self, seed: int | None) -> None:
        """A new match. With a seed it and all later ones are determined."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match = Match(self.game, self.seats, int(self._rng.integers(1 << 62)), **self.options)
        self.decisions = 0

    def play(self, action: Any) -> None:
        """One decision; IllegalAction says what is legal."""
        self.match.play(int(action))
        self.decisions += 1

    @property
    def cut(self) -> bool:
        """Whether the match was left because it was too long."""
        return not self.match.over and self.decisions >= self.longest

    @property
    def ended(self) -> bool:
        """Whether nothing can be played any more."""
        return self.match.over or self.cut

    def observation_space(self) -> spaces.Dict:
        low, high = (np.array(row, np.int16) for row in (self.spec.least, self.spec.most))
        mask = spaces.Box(0, 1, (self.game.actions.size,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})

    def seen(self, seat: int) -> dict[str, Any]:
        """What a seat sees, and what it may do now."""
        row = [0] * self.spec.size
        self._kernel.observe(self.match.state, seat, row)
        mask = np.zeros(self.game.actions.size, np.int8)
        if seat == self.match.to_act:
            mask[self.match.legal] = 1
        return {"observation": np.array(row, np.int16), "action_mask": mask}

    def rewards(self) -> Sequence[float]:
        """What each seat gets now: nothing until the match has ended."""
        if not self.match.over and not self.cut:
            return [0.0] * self.seats
        return [float(self._kernel.gain_of(self.match.state, seat, self._kind)) for seat in range(self.seats)]

    def render(self) -> Any:
        """The table: as text, as an array of pixels, or (human) printed."""
        if self.render_mode == "ansi":
            return str(self.match)
        if self.render_mode == "rgb_array":
            from chantier.adapters.pixels import rgb_array

            return rgb_array(self.match.svg())
        if self.render_mode == "human":
            print(self.match, flush=True)
        return None
