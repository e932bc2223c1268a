"""The bot that knows what things are worth, but does not think ahead."""

from __future__ import annotations

from random import Random

from chantier.core import Action, Seen


class Apprentice:
    """Takes what looks best by `sense.py` of the game; among equals, any.

    What is hidden it imagines: the worth of an action is that in a world that could be true. A game without sense it plays
    like anybody.
    """

    def __init__(self, seed: str | int | None = None) -> None:
        self.rng = Random(seed)

    def choose(self, seen: Seen) -> Action:
        sense = getattr(seen.game.rules, "worth", None)
        if len(seen.legal) == 1 or sense is None:
            return self.rng.choice(seen.legal)
        world = seen.imagine(self.rng)
        worths = [sense(world, action) for action in seen.legal]
        best = max(worths)
        return self.rng.choice([action for action, worth in zip(seen.legal, worths, strict=True) if worth == best])


make = Apprentice
