"""Action numbers and their words.

The actions of a game are numbered through, verb after verb: *step to outer 3* is the number of the first *step*
plus 2. Rules work with the numbers; records, command line and keyboard with the words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

from chantier.core import Action


class ActionSpace:
    """All actions of a game: its verbs, each with the number of its first action.

    >>> space = ActionSpace({"step": 0, "take": 3}, size=5, words=lambda game, s, action: "ABCDE"[action])
    >>> space.split(4)
    ('take', 1)
    >>> space.by_verb([0, 3, 4])
    {'step': {0: 0}, 'take': {0: 3, 1: 4}}
    >>> space.by_verb([4, 2, 3])
    {'take': {1: 4, 0: 3}, 'step': {2: 2}}
    >>> len(space)
    5
    """

    def __init__(self, verbs: dict[str, int], size: int, words: Callable[[Any, Any, Action], str]) -> None:
        self.verbs = verbs
        self.size = size
        self.words = words  # (game, state, action): depends on the state's options only, never on its progress
        self._names = list(verbs)
        self._firsts = list(verbs.values())
        self._ends = [*self._firsts[1:], size]

    def __len__(self) -> int:
        return self.size

    def split(self, action: Action) -> tuple[str, int]:
        """The verb, and which of its actions."""
        i = bisect_right(self._firsts, action) - 1
        return self._names[i], action - self._firsts[i]

    def by_verb(self, actions: Iterable[Action]) -> dict[str, dict[int, Action]]:
        """Actions sorted by their verbs: which of its actions, and the number."""
        found: dict[str, dict[int, Action]] = {}
        first = after = -1  # of the verb of the action before: most of the time there are many of one
        its: dict[int, Action] = {}
        for action in actions:
            if not first <= action < after:
                i = bisect_right(self._firsts, action) - 1
                first, after = self._firsts[i], self._ends[i]
                its = found.setdefault(self._names[i], {})
            its[action - first] = action
        return found
