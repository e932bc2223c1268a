"""World Monuments: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from chantier import look
from chantier.core import Game, View
from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.state import BRICKS, GEM, KIND_NAMES, KINDS, MONUMENTS, ROUNDS
from chantier.games.world_monuments.words import FOLDER, text
from chantier.kernel.words import NONE
from chantier.look import once
from chantier.texts import Section

WORDS = Section(FOLDER, "picture")


@dataclass(frozen=True, eq=False)  # there is one of each, so that plans are compared quickly
class Spot:
    """One place of the plan."""

    number: int
    level: int  # from 0
    x: int
    y: int
    kind: int
    points: int
    beneath: tuple[int, ...]
    above: tuple[int, ...]


def brick_symbol(monument: str, spot: Spot) -> str:
    """The name of the drawing of the brick that belongs there."""
    letter = art.LETTERS[spot.kind]
    return f"wm-{letter}-{art.ornament(monument, spot.level, letter)}"


@lru_cache(maxsize=64)
def plan_of(game: Game, monument: int) -> tuple[Spot, ...]:
    """Every place of a monument's plan."""
    r = game.rules
    size = r.PLAN_SIZE[monument]
    below = [tuple(b for b in r.BENEATH[monument][p] if b != NONE) for p in range(size)]
    above = [tuple(q for q in range(size) if p in below[q]) for p in range(size)]
    level, x, y = r.PLAN_LEVEL[monument], r.PLAN_X[monument], r.PLAN_Y[monument]
    kind, points = r.PLAN_KIND[monument], r.PLAN_POINTS[monument]
    return tuple(Spot(p, level[p], x[p], y[p], kind[p], points[p], below[p], above[p]) for p in range(size))


@lru_cache(maxsize=64)
def turned(plan: tuple[Spot, ...], side: int) -> tuple[Spot, ...]:
    """The same places, with another side of the monument towards us: 1 its right, 2 its back, 3 its left. They keep their
    numbers."""
    for _ in range(side):
        deep = max(s.y for s in plan)
        plan = tuple(replace(s, x=deep - s.y, y=s.x) for s in plan)
    return plan


def counted(spots: Iterable[Spot]) -> list[int]:
    """How many there are of each kind."""
    many = Counter(s.kind for s in spots)
    return [many[kind] for kind in range(KINDS)]


class Look(look.Look):
    """A view of the table with what may be done, and all that follows from them and the tables."""

    WORDS = WORDS

    def __init__(
        self, game: Game, view: View, legal: list[int], language: str, names: Sequence[str] | None, side: int = 0
    ) -> None:
        super().__init__(game, view, legal, language, names)
        self.side = side

    # --- the table ----------------------------------------------------------------------------------------------------

    @once
    def in_quarry(self) -> bool:
        """Whether the quarry is the stage."""
        return self.view["decision"] in ("first", "draw", "step", "take")

    @once
    def number(self) -> int:
        return MONUMENTS.index(self.view["monument"])

    @property
    def monument(self) -> str:
        return str(self.view["monument"])

    @once
    def plan(self) -> tuple[Spot, ...]:
        """Every place of the plan."""
        return plan_of(self.game, self.number)

    @once
    def turned(self) -> tuple[Spot, ...]:
        """The plan as it lies before us, from the side that was asked for."""
        return turned(self.plan, self.side)

    @once
    def built(self) -> set[int]:
        return set(self.view["built"])

    @once
    def ready(self) -> set[int]:
        """The free places that could carry their brick now."""
        return text.ready_places(self.game, self.number, self.view["built"])

    @once
    def extent(self) -> tuple[int, int]:
        """Width and depth of the plan, in half cells."""
        return max(s.x for s in self.plan) + 2, max(s.y for s in self.plan) + 2

    @once
    def levels(self) -> int:
        """How high the plan is."""
        return max(s.level for s in self.plan) + 1

    def brick_symbol(self, spot: Spot) -> str:
        return brick_symbol(self.monument, spot)

    # --- counts -------------------------------------------------------------------------------------------------------

    @once
    def in_pit(self) -> list[int]:
        return [sum(cell[kind] for cell in self.view["quarry"]) for kind in range(KINDS)]

    @once
    def missing(self) -> list[int]:
        return counted(s for s in self.plan if s.number not in self.built)

    @once
    def ready_by_kind(self) -> list[int]:
        return counted(s for s in self.plan if s.number in self.ready)

    @once
    def on_screens(self) -> list[int]:
        """What all seats together have behind their screens: it came with the rounds so far and lies nowhere else."""
        rounds = [] if self.view["decision"] == "first" else self.rules.MATERIAL[self.number][: self.view["round"]]
        laid = counted(s for s in self.plan if s.number in self.built)
        came = [sum(r[kind] for r in rounds) for kind in range(GEM + 1)]
        return [came[k] - self.view["bag"][k] - self.in_pit[k] - laid[k] for k in range(GEM + 1)]

    @once
    def coming(self) -> list[int]:
        """What the next round brings; nothing after the last."""
        nth = self.view["round"] - (self.view["decision"] == "first")
        return list(self.rules.MATERIAL[self.number][nth]) if nth < ROUNDS and not self.over else [0] * KINDS

    @property
    def bricks(self) -> range:
        return range(BRICKS)

    def kind(self, kind: int) -> str:
        return self.texts[KIND_NAMES[kind]]
