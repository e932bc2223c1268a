"""Arkadia: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from chantier import look
from chantier.core import CHANCE, Game, View
from chantier.games.arkadia.state import FAMILIES, FAMILY_NAMES, SHAPE_NAMES
from chantier.games.arkadia.tables import squares_in
from chantier.games.arkadia.words import FOLDER, text
from chantier.look import once, shared
from chantier.texts import Section

WORDS = Section(FOLDER, "picture")


class Look(look.Look):
    """A view of the table with what may be done, and all that follows from them and the tables."""

    WORDS = WORDS

    def __init__(
        self, game: Game, view: View, legal: list[int], language: str, names: Sequence[str] | None, form: str = ""
    ) -> None:
        super().__init__(game, view, legal, language, names)
        self.form = form  # of the window, if it is drawn for one

    @once
    def prompt(self) -> str:
        """What is asked of who looks; else, who is being waited for."""
        if self.over or self.view["to_act"] == CHANCE or self.view["to_act"] == self.view["seat"]:
            return super().prompt
        return self.line("waiting", who=self.names[self.view["to_act"]])

    @property
    def whose_turn(self) -> str:
        if self.over:
            return self.line("over")
        if self.view["to_act"] == CHANCE:
            return self.line("chance")
        return self.line("turn of", who=self.names[self.view["to_act"]])

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

    @once
    def to_set(self) -> int:
        """Blocks that can still be set in this turn."""
        return self.blocks_after(0)

    def blocks_after(self, more: int) -> int:
        """Blocks that could be set if so many more were due."""
        if more not in self._blocks:
            self._blocks[more] = text.blocks_to_set(self.game, self.view, more)
        return self._blocks[more]

    @once
    def _blocks(self) -> dict[int, int]:
        return {}

    @shared("buildings")
    def lying(self) -> Hashable:
        """All that lies on the board. Where a building lies follows from its first square and how it is turned."""
        view = self.view
        buildings = [
            (b["shape"], b["family"], b["turn"], b["squares"][0], b["finished"], len(b["free"])) for b in view["buildings"]
        ]
        return tuple(buildings), view["site"], self.stacks, tuple(map(tuple, view["workers"]))

    @once
    def hand(self) -> tuple[int, ...]:
        """The cards of who looks; while they sell seals, the numbers need their room."""
        seat = self.view["seat"]
        sells = self.view["decision"] == "sell" and self.view["turn"] == seat
        held = [] if seat is None or sells else self.view["seats"][seat].get("hand", [])
        return tuple([kind for kind, many in enumerate(held) if many for _ in range(many)])

    @once
    def lays(self) -> list[text.Ways]:
        """All ways to lay the building that is being laid, in the order of the actions."""
        moves = self.moves("lay")
        return text.all_ways(self.game, self.view, moves) if moves else []

    @once
    def laying(self) -> Hashable:
        """All that is told of a way to lie that finishes nothing, but for which it is, and what it hires and leaves open."""
        return self.rules, self.language, self.form, self.view["card"] // FAMILIES, self.to_set

    @shared("workers")
    def on_board(self) -> list[int]:
        """How many workers of every seat stand on the board."""
        owners = [owner for _, owner in self.view["workers"]]
        return [owners.count(seat) for seat in range(len(self.view["seats"]))]

    @shared("castle")
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """The blocks of the castle, cell by cell."""
        return tuple(map(tuple, self.view["castle"]))

    @once
    def site(self) -> list[int]:
        """The squares under the castle."""
        return [] if self.view["site"] is None else self.site_squares(self.view["site"])

    def site_squares(self, site: int) -> list[int]:
        return squares_in(self.rules.COVER_BITS[self.rules.FIRST_PLACED_SITE + site])

    def cell(self, cell: int) -> int:
        """The square of a castle cell."""
        return int(self.rules.CELL_SQUARE[self.view["site"]][cell])
