"""How a position came about, step by step: what each seat knows of it, and other pasts that a seat cannot tell from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

from chantier.core import CHANCE, EVERYONE, Event, Game

ATTEMPTS = 20  # worlds that are dealt until one has a past


class Step:
    """One action, with the state before it, which nobody changes any more. Many pasts share it."""

    __slots__ = ("action", "actor", "before", "instead", "lines", "news")

    def __init__(self, before: Any, action: int, news: list[Event]) -> None:
        self.before, self.action, self.news = before, action, news
        self.actor = int(before.to_act)
        self.lines: dict[int, str] = {}
        self.instead: dict[int, dict[int, int]] | None = None

    def is_secret(self, seat: int) -> bool:
        """Whether a seat was told that something happened here, but not what."""
        return self.actor != seat and any(event.for_seat(seat) != event for event in self.news)

    def others(self, game: Game) -> dict[int, dict[int, int]]:
        """What could have been done instead, each with the numbers of the state that would be different, and by how much."""
        if self.instead is None:
            legal = game.legal(self.before)
            after = {action: _after(game, self.before, action) for action in legal}
            mine = after[self.action]
            self.instead = {action: _difference(mine, there) for action, there in after.items() if action != self.action}
        return self.instead

    def told(self, game: Game, seat: int) -> str:
        """What a seat knows of it: what it saw and did itself, and what was told to it."""
        if seat not in self.lines:
            own = [f"saw {seen(game, self.before, seat)} did {self.action}"] if self.actor == seat else []
            heard = (event.for_seat(seat) for event in self.news)
            self.lines[seat] = "\n".join([*own, *(f"{kind} {who} {' '.join(map(str, args))}" for kind, who, args, _ in heard)])
        return self.lines[seat]


def _after(game: Game, s: Any, action: int) -> list[int]:
    twin = s.copy()
    game.play(twin, action)
    return list(twin.numbers())


def seen(game: Game, s: Any, seat: int) -> str:
    """A fingerprint of what a seat sees."""
    view = json.dumps(game.view(s, seat), separators=(",", ":"))
    return blake2b(view.encode(), digest_size=12).hexdigest()


class Past:
    """A position and all that led to it. Copies share steps and states: `play` makes a new state."""

    def __init__(self, s: Any, steps: Sequence[Step] = (), decisions: int = 0) -> None:
        self.s, self.steps, self.decisions = s, list(steps), decisions

    def __deepcopy__(self, memo: Any) -> Past:
        return Past(self.s, self.steps, self.decisions)

    def play(self, game: Game, action: int) -> None:
        """One step further; the action must be legal."""
        before, self.s = self.s, self.s.copy()
        self.steps.append(Step(before, action, game.play(self.s, action)))
        self.decisions += before.to_act != CHANCE

    def told(self, game: Game, seat: int) -> str:
        """All that a seat knows that remembers everything: each step as it was told, and what it sees now."""
        steps = [line for step in self.steps if (line := step.told(game, seat))]
        return "\n".join((f"seat {seat}", *steps, f"sees {seen(game, self.s, seat)} after {self.decisions} decisions"))

    def elsewhere(self, game: Game, seat: int, rng: Random) -> Past:
        """Another past that this seat cannot tell from this one, and that ends in a world dealt anew.

        What others hold in that world they must have come by. So their secret draws are changed, the latest first, where that
        brings the present nearer to it, and all that followed is played again by the rules. A world to which no such way
        leads is dealt once more; if none is found, nothing can be said to be different."""
        for _ in range(ATTEMPTS):
            world = game.redeal(self.s, seat, rng)
            if world == self.s:
                return Past(self.s, self.steps, self.decisions)
            twin = self._instead(game, self._changed(game, seat, world))
            if twin is not None and twin.s == world and twin.told(game, seat) == self.told(game, seat):
                return twin
        return Past(self.s, self.steps, self.decisions)

    def _changed(self, game: Game, seat: int, world: Any) -> dict[int, int]:
        """Which steps must have been other actions if the present is this world, as far as can be seen from each alone."""
        secret = [n for n, step in enumerate(self.steps) if step.is_secret(seat)]
        common = _common([self.steps[n] for n in secret], game)
        missing = _difference(self.s.numbers(), world.numbers())
        changed = {}
        for n in reversed(secret):
            for action, difference in self.steps[n].others(game).items():
                mine = {k: d for k, d in difference.items() if k not in common}
                if mine and all(d * missing.get(k, 0) > 0 and abs(d) <= abs(missing[k]) for k, d in mine.items()):
                    changed[n] = action
                    missing = {k: missing.get(k, 0) - mine.get(k, 0) for k in missing}
                    break
        return changed

    def before(self, n: int) -> Past:
        """The past after its first n steps."""
        s = self.steps[n].before if n < len(self.steps) else self.s
        return Past(s, self.steps[:n], sum(step.actor != CHANCE for step in self.steps[:n]))

    def _instead(self, game: Game, changed: dict[int, int]) -> Past | None:
        """The same past with some other actions, if it can be played like that."""
        first = min(changed, default=len(self.steps))
        twin = self.before(first)
        for n, step in enumerate(self.steps[first:], first):
            action = changed.get(n, step.action)
            if twin.s.to_act != step.actor or action not in game.legal(twin.s):
                return None
            twin.play(game, action)
        return twin


def _common(secret: list[Step], game: Game) -> set[int]:
    """The numbers of a state that secrets of several seats change, like what is left of a deck: they follow from all others."""
    touched: dict[int, set[int]] = {}
    for step in secret:
        knows = next(event.known_to for event in step.news if event.known_to != EVERYONE)
        for difference in step.others(game).values():
            for n in difference:
                touched.setdefault(n, set()).add(knows)
    return {n for n, seats in touched.items() if len(seats) > 1}


def _difference(here: list[int], there: list[int]) -> dict[int, int]:
    """By how much each number changes that does."""
    return {n: b - a for n, (a, b) in enumerate(zip(here, there, strict=True)) if a != b}
