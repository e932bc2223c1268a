"""What the environments for learners have in common: one match, what is seen of it as arrays, and its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from chantier.binding import BATCH, load
from chantier.core import BadSetup, Game, games
from chantier.kernel.batch import NOTES
from chantier.kernel.features import Spec, spec
from chantier.kernel.layout import to_records
from chantier.kernel.many import SCALE, reward_kind, reward_unit, where_cut
from chantier.kernel.signals import CHANGE
from chantier.kernel.waiting import at_hand
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
        horizon: int | None = None,
        scale: float = SCALE,
        scaled: bool = False,
    ) -> None:
        self.game = games[game] if isinstance(game, str) else game
        self.spec: Spec = spec(self.game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.option_words(options)
        self.longest, self._hopeful = where_cut(longest, horizon)
        if render_mode not in (None, *RENDER_MODES):
            raise BadSetup(f"there is no render mode {render_mode!r}; there is: {', '.join(RENDER_MODES)}")
        self.render_mode, self._scaled = render_mode, scaled
        self._kind = reward_kind(reward)
        self._unit = reward_unit(self._kind, scale)
        self._kernel = load(self.game, BATCH)
        self._fast = at_hand(self.game, BATCH)
        self._rng = np.random.default_rng()
        self.decisions = 0
        self._before: list[float] = []

    def begin(self, seed: int | None) -> None:
        """A new match. With a seed it and all later ones are determined."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match = Match(self.game, self.seats, int(self._rng.integers(1 << 62)), **self.options)
        self.decisions = 0

    def play(self, action: Any) -> None:
        """One decision; IllegalAction says what is legal."""
        self._before = self._standings()
        self.match.play(int(action))
        self.decisions += 1

    @property
    def is_fast(self) -> bool:
        """Whether there is machine code that can choose like an apprentice."""
        return self._fast is not None

    def apprentice(self) -> int:
        """What looks best to the level apprentice at the seat to act, by machine code."""
        legal, seat = self.match.legal, self.match.to_act
        if self._fast is None or len(legal) == 1:
            return legal[0]
        states, action = to_records(self.match.state, self.match.state), np.zeros(1, np.int64)
        menus, notes = np.array([[len(legal), *legal]], np.int32), np.array([[seat] * NOTES], np.int32)
        dice = self._rng.integers(0, 1 << 62, (1, 1), np.int64)
        self._fast.choose_apprentice(states, 0, 1, menus, notes, dice, action, 1)
        return int(action[0])

    def _standings(self) -> list[float]:
        """What changes from step to step, if rewards come with every step."""
        return [self._unit * self._kernel.standing(self.match.state, seat, self._kind) for seat in range(self.seats)]

    @property
    def cut(self) -> bool:
        """Whether the match was left because it was too long."""
        return not self.match.over and self.decisions >= self.longest

    @property
    def ended(self) -> bool:
        """Whether nothing can be played any more."""
        return self.match.over or self.cut

    def observation_space(self) -> spaces.Dict:
        return row_space(self.game, self.spec, self._scaled)

    def seen(self, seat: int) -> dict[str, Any]:
        """What a seat sees, and what it may do now."""
        row = np.zeros(self.spec.size, np.int16)
        if self._fast is not None:
            self._fast.observe_one(to_records(self.match.state), seat, row)
        else:
            numbers = [0] * self.spec.size
            self._kernel.observe(self.match.state, seat, numbers)
            row[:] = numbers
        mask = np.zeros(self.game.actions.size, np.int8)
        if seat == self.match.to_act:
            mask[self.match.legal] = 1
        return {"observation": row * self.spec.scales if self._scaled else row, "action_mask": mask}

    def rewards(self) -> Sequence[float]:
        """What each seat gets now: nothing until the match has ended, unless they come with every step."""
        s, seats = self.match.state, range(self.seats)
        if self._kind >= CHANGE:
            return [now - then for now, then in zip(self._standings(), self._before, strict=True)]
        if not self.ended:
            return [0.0] * self.seats
        gain = self._kernel.gain_at_cut if self.cut and self._hopeful else self._kernel.gain_of
        return [float(self._unit * gain(s, seat, self._kind)) for seat in seats]

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


def row_space(game: Game, spec: Spec, scaled: bool) -> spaces.Dict:
    """The space of what is seen: raw rows of 16 bits, or fractions from about -1 to 1; and the mask."""
    low, high = (np.array(row, np.int16) for row in (spec.least, spec.most))
    row = spaces.Box(low * spec.scales, high * spec.scales) if scaled else spaces.Box(low, high, dtype=np.int16)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8)})
