"""Bots that think ahead: one search, several budgets."""

from __future__ import annotations

import math
import os
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import Any

from chantier.background import HAS_THREADS, step_back, threads
from chantier.bots.forest import FOREST
from chantier.bots.thought import Thought
from chantier.bots.tree import KNOWING, Style, Tree
from chantier.core import CHANCE, Action, Game, Seen
from chantier.kernel import native

A_FEW = 8  # visits without which nothing is clear: interpreted playouts can be slow
ROUNDS = 16  # how often a search by playouts looks whether the choice is clear
PATIENCE = 0.5  # of its own time a decision waits at most for machine code
SLICE = 0.01  # seconds between two looks of a search by time
SHARE = 0.5  # of what is left of a turn's budget goes to a decision after which the turn may go on
LEAST = 0.1  # of a turn's budget goes to every decision
CLEAR = 0.7  # a choice is clear if its lead is so much of what is left
SURE = 0.9  # and if so much of all attention went to it
SOONEST = 0.15  # of a decision's budget is spent before a choice can be called clear


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on a turn: seconds on so many threads, or playouts for the same result everywhere."""

    seconds: float
    threads: int = 1
    playouts: int | None = None


@cache
def pool() -> Executor:
    """All searches of a process share as many threads as there are cores, which step back: many bots do not crowd a server."""
    return threads(os.cpu_count() or 1, "search", step_back)


class Searcher:
    """Searches as long as its budget allows. The tree is kept while a turn goes on; `thought` says what was considered."""

    def __init__(self, budget: Budget, seed: str | int | None = None, style: Style = KNOWING) -> None:
        self.budget = budget
        self.style = style
        self.rng = Random(seed)
        self.thought: Thought | None = None
        self.tree: Tree | None = None
        self.root = 0  # where the last decision leads to
        self.turn = Turn()

    @property
    def size(self) -> int:
        """Bytes that its tree holds."""
        return self.tree.size if self.tree else 0

    def fell(self) -> None:
        """Let go of the tree: the next decision of the turn begins anew."""
        self.root = 0
        if self.tree:
            self.tree.fell()

    def choose(self, seen: Seen) -> Action:
        with FOREST.using(self):
            return self._choose(seen)

    def _choose(self, seen: Seen) -> Action:
        began = monotonic()
        world = seen.imagine(self.rng)
        same_turn = self.turn.goes_on(seen)
        root = self.root if same_turn and self.turn.foreseen else 0
        spent = self.turn.spent if same_turn else 0.0
        action, self.thought = seen.legal[0], None
        if len(seen.legal) > 1:
            part = self._part(seen, world, spent)
            tree = self._plant(seen.game, world, seen.seat, root, began + PATIENCE * part * self.budget.seconds)
            root = tree.root
            spent += self._search(tree, part, began)
            action = self._conclude(tree, seen, world, monotonic() - began)
        self.root = self.tree.child(root, action) if self.tree and root else 0
        self.turn = Turn.after(seen, world, action, spent, self.rng)
        if not self.turn.more:
            self.fell()
        return action

    def _plant(self, game: Game, world: Any, seat: int, root: int, until: float) -> Tree:
        """The tree for this decision, from where the last one led if the turn goes on. It waits for machine code until then."""
        code = native.soon(game).result() if self.budget.playouts is not None else native.in_time(game, until)
        if self.tree is None or self.tree.kernel is not (code or game.rules):
            many = self.budget.threads if code and HAS_THREADS else 1
            self.tree = Tree(game, code, self.style, *(self.rng.getrandbits(61) for _ in range(many)))
            root = 0
        self.tree.begin(seat, world, root)
        return self.tree

    def _part(self, seen: Seen, world: Any, spent: float) -> float:
        """The part of the turn's budget for this decision: all that is left, or less if more decisions may follow."""
        left = 1.0 - spent
        for action in seen.legal[:: 1 + len(seen.legal) // 8]:
            after = world.copy()
            seen.game.play(after, action)
            if after.to_act in (seen.seat, CHANCE):
                left *= SHARE
                break
        return max(left, LEAST)

    def _search(self, tree: Tree, part: float, began: float) -> float:
        """Grow the tree until the budget is spent or the choice is clear. Answers the part of the turn's budget that took."""
        if self.budget.playouts is not None:
            playouts = max(1, int(self.budget.playouts * part))
            return self._search_playouts(tree, playouts) / max(1, self.budget.playouts)
        seconds, step = self.budget.seconds * part, 16 if tree.compiled else 1
        start, played = monotonic(), 0
        while True:
            for growing in [pool().submit(tree.think, step, n) for n in range(len(tree.desks))]:
                growing.result()
            now, played = monotonic(), played + step
            left = began + seconds - now
            rate = played / (now - start) if now > start else math.inf  # a coarse clock stands still for a while
            if left <= 0 or (left < seconds * (1 - SOONEST) and _clear(tree, len(tree.desks) * rate * left)):
                return (now - began) / self.budget.seconds
            step = 2 * step if rate == math.inf else max(1, min(4 * step, int(rate * min(SLICE, left))))

    def _search_playouts(self, tree: Tree, playouts: int) -> int:
        """The same by playouts, the desks one after the other."""
        played = 0
        for n in range(ROUNDS):
            goal = playouts * (n + 1) // ROUNDS
            for desk in range(len(tree.desks)):
                mine = (goal - played) // (len(tree.desks) - desk)
                tree.think(mine, desk)
                played += mine
            if n + 1 >= SOONEST * ROUNDS and _clear(tree, playouts - played):
                break
        return played

    def _conclude(self, tree: Tree, seen: Seen, world: Any, seconds: float) -> Action:
        branches = [b for b in tree.branches() if b.action in seen.legal]
        branches.sort(key=lambda b: (-b.visits, -b.value, -b.worth, b.action))
        action = branches[0].action
        self.thought = Thought(
            seen.game, seen.seat, world, branches, tree.line(action), tree.visits, seconds, tree.compiled
        )  # fmt: skip
        return action


def _clear(tree: Tree, left: float) -> bool:
    """Whether the lead of the best action is out of reach, or hardly anything else was worth trying."""
    visits = sorted((b.visits for b in tree.branches()), reverse=True)
    if len(visits) < 2 or visits[0] < A_FEW:
        return False
    return visits[0] - visits[1] >= CLEAR * left or visits[0] >= SURE * sum(visits)


@dataclass(frozen=True)
class Turn:
    """What a bot expects after its decision: whether its turn goes on, and with which view."""

    action: Action = -1
    spent: float = 0.0  # of the turn's budget
    more: bool = False  # whether the next decision is expected to be its own
    view: Any = None  # the view that it then has; None if chance comes first

    @classmethod
    def after(cls, seen: Seen, world: Any, action: Action, spent: float, rng: Random) -> Turn:
        after, game = world.copy(), seen.game
        game.play(after, action)
        if after.to_act == seen.seat:
            return cls(action, spent, True, game.view(after, seen.seat))
        while after.to_act == CHANCE:
            game.play(after, rng.choices(game.legal(after), game.weights(after))[0])
        return cls(action, spent, after.to_act == seen.seat)

    @property
    def foreseen(self) -> bool:
        return self.view is not None

    def goes_on(self, seen: Seen) -> bool:
        return self.more and (self.view is None or self.view == seen.view)
