"""The bot that does just anything."""

from __future__ import annotations

from random import Random

from chantier.core import Action, Seen


class RandomBot:
    """Every legal action is as likely as the other."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.rng = Random(seed)

    def choose(self, seen: Seen) -> Action:
        return self.rng.choice(seen.legal)


make = RandomBot
