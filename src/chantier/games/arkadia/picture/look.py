"""Arkadia: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chantier.core import CHANCE, Game, View
from chantier.games.arkadia.state import FAMILIES, FAMILY_NAMES, SHAPE_NAMES
from chantier.games.arkadia.tables import squares_in
from chantier.games.arkadia.words import FOLDER, text
from chantier.texts import Section

WORDS = Section(FOLDER, "picture")


@dataclass(frozen=True)
class Look:
    """A view of the table with what may be done, and all that follows from them and the tables."""

    game: Game
    view: View
    legal: list[int]
    language: str
    names: list[str]

    @property
    def rules(self) -> Any:
        return self.game.rules

    @cached_property
    def texts(self) -> dict[str, str]:
        return text.TEXTS[self.language]

    def say(self, key: str, many: int | None = None, **values: object) -> str:
        """A line of the picture; one with a number may have a form of its own for it."""
        said = WORDS[self.language]
        if many is not None:
            key, values = f"{key} {many}" if f"{key} {many}" in said else key, {**values, "n": many}
        return said[key].format(**values)

    def describe(self, action: int) -> str:
        return text.describe(self.game, self.view, action, self.language, self.names)

    @property
    def prompt(self) -> str:
        """What is asked of who looks; else, who is being waited for."""
        if self.over or self.view["to_act"] == CHANCE or self.view["to_act"] == self.view["seat"]:
            return text.prompt(self.game, self.view, self.legal, self.language)
        return self.say("waiting", who=self.names[self.view["to_act"]])

    def moves(self, verb: str) -> dict[int, int]:
        """The legal actions of a verb: what each is about, and its number."""
        return self._verbs.get(verb, {})

    @cached_property
    def _verbs(self) -> dict[str, dict[int, int]]:
        return self.game.actions.by_verb(self.legal)

    @property
    def over(self) -> bool:
        return bool(self.view["decision"] == "over")

    @property
    def whose_turn(self) -> str:
        if self.over:
            return self.say("over")
        if self.view["to_act"] == CHANCE:
            return self.say("chance")
        return self.say("turn of", who=self.names[self.view["to_act"]])

    # --- the box ------------------------------------------------------------------------------------------------------

    def rows(self, shape: int) -> list[str]:
        """A shape as the component set draws it."""
        return list(self.game.components.data["shape"][SHAPE_NAMES[shape]]["squares"])

    def shape(self, shape: int) -> str:
        return self.texts[SHAPE_NAMES[shape]]

    def family(self, family: int) -> str:
        return self.texts[FAMILY_NAMES[family]]

    def card(self, kind: int) -> str:
        return text.card_text(kind, self.texts)

    @property
    def families(self) -> range:
        return range(FAMILIES)

    @cached_property
    def site(self) -> list[int]:
        """The squares under the castle."""
        return [] if self.view["site"] is None else self.site_squares(self.view["site"])

    def site_squares(self, site: int) -> list[int]:
        return squares_in(self.rules.COVER_BITS[self.rules.FIRST_PLACED_SITE + site])

    def cell(self, cell: int) -> int:
        """The square of a castle cell."""
        return int(self.rules.CELL_SQUARE[self.view["site"]][cell])
