"""What every sheet of a picture is drawn from: a view, what may be done, and the words for both.

A game adds what follows from its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from chantier.core import Game, View
from chantier.texts import Section

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel


class Look:
    """A view of the table with what may be done."""

    WORDS: ClassVar[Section]  # what stands on the sheets
    FIRST: ClassVar[int] = 0  # the number of the first seat, where seats have no names

    def __init__(self, game: Game, view: View, legal: list[int], language: str, names: Sequence[str] | None) -> None:
        self.game, self.view, self.legal, self.language = game, view, legal, language
        self.texts: dict[str, str] = game.texts.TEXTS[language]
        many = range(self.FIRST, self.FIRST + len(view["seats"]))
        self.names = list(names) if names else [self.line("seat", n=n) for n in many]
        self.said: dict[int, str] = {}  # actions in words

    @property
    def rules(self) -> Kernel:
        return self.game.rules

    def line(self, key: str, many: int | None = None, **values: object) -> str:
        """A line on a sheet; one with a number may have a form of its own for it."""
        words = self.WORDS[self.language]
        if many is not None:
            key, values = f"{key} {many}" if f"{key} {many}" in words else key, {**values, "n": many}
        return words[key].format(**values)

    def describe(self, action: int) -> str:
        if action not in self.said:
            self.said[action] = str(self.game.texts.describe(self.game, self.view, action, self.language, self.names))
        return self.said[action]

    @property
    def prompt(self) -> str:
        """What is asked of whoever is to act."""
        return str(self.game.texts.prompt(self.game, self.view, self.legal, self.language))

    def moves(self, verb: str) -> dict[int, int]:
        """The legal actions of a verb: what each is about, and its number."""
        return self.verbs.get(verb, {})

    @cached_property
    def verbs(self) -> dict[str, dict[int, int]]:
        return self.game.actions.by_verb(self.legal)

    @property
    def over(self) -> bool:
        return bool(self.view["decision"] == "over")
