"""World Monuments: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from marshal import dumps
from typing import NamedTuple

from chantier import look
from chantier.core import CHANCE, Game, View
from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.state import BRICKS, GEM, KIND_NAMES, KINDS, MONUMENTS, ROUNDS
from chantier.games.world_monuments.words import FOLDER
from chantier.kernel.words import NONE
from chantier.look import once, shared
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


class Plan(tuple[Spot, ...]):
    """All places of a plan. There is one of each, so that what is remembered by a plan is found without looking at its
    places."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def brick_symbol(monument: str, spot: Spot) -> str:
    """The name of the drawing of the brick that belongs there."""
    letter = art.LETTERS[spot.kind]
    return f"wm-{letter}-{art.ornament(monument, spot.level, letter)}"


@lru_cache(maxsize=64)
def plan_of(game: Game, monument: int) -> Plan:
    """Every place of a monument's plan."""
    r = game.rules
    size = r.PLAN_SIZE[monument]
    below = [tuple(b for b in r.BENEATH[monument][p] if b != NONE) for p in range(size)]
    above = [tuple(q for q in range(size) if p in below[q]) for p in range(size)]
    level, x, y = r.PLAN_LEVEL[monument], r.PLAN_X[monument], r.PLAN_Y[monument]
    kind, points = r.PLAN_KIND[monument], r.PLAN_POINTS[monument]
    return Plan(Spot(p, level[p], x[p], y[p], kind[p], points[p], below[p], above[p]) for p in range(size))


@lru_cache(maxsize=64)
def size_of(plan: Plan) -> tuple[int, int, int]:
    """Width and depth of a plan, in half cells, and how high it is."""
    return max(s.x for s in plan) + 2, max(s.y for s in plan) + 2, max(s.level for s in plan) + 1


@lru_cache(maxsize=64)
def turned(plan: Plan, side: int) -> Plan:
    """The same places, with another side of the monument towards us: 1 its right, 2 its back, 3 its left. They keep their
    numbers."""
    for _ in range(side):
        deep = max(s.y for s in plan)
        plan = Plan(replace(s, x=deep - s.y, y=s.x) for s in plan)
    return plan


def bits(numbers: Iterable[int]) -> int:
    """Numbers as bits of one.

    >>> bits([0, 2])
    5
    """
    return sum([1 << number for number in numbers])


class Site(NamedTuple):
    """What is built, a bit for each place, and what follows from it: how many places of each kind are laid, are missing, and
    are ready: free, and could carry their brick now."""

    built: int
    laid: list[int]
    missing: list[int]
    ready: list[int]


@lru_cache(maxsize=2**9)  # in the quarry it stays the same for a while, and it is the same for all who look on
def site_of(game: Game, monument: int, built: int) -> Site:
    places, kinds = in_bits(game, monument)
    missing = ~built & (1 << len(places)) - 1
    ready = sum([here for here, beneath in places if missing & here and not missing & beneath])
    return Site(built, *([(some & kind).bit_count() for kind in kinds] for some in (built, missing, ready)))


@lru_cache(maxsize=64)
def in_bits(game: Game, monument: int) -> tuple[list[tuple[int, int]], list[int]]:
    """For every place of a plan its bit and those of the places beneath it; and for every kind those of its places."""
    plan = plan_of(game, monument)
    kinds = [bits([s.number for s in plan if s.kind == kind]) for kind in range(KINDS)]
    return [(1 << s.number, bits(s.beneath)) for s in plan], kinds


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

    @once
    def monument(self) -> str:
        return str(self.view["monument"])

    @once
    def plan(self) -> Plan:
        """Every place of the plan."""
        return plan_of(self.game, self.number)

    @once
    def turned(self) -> Plan:
        """The plan as it lies before us, from the side that was asked for."""
        return turned(self.plan, self.side)

    @shared("built")
    def built(self) -> set[int]:
        return set(self.view["built"])

    @shared("built")
    def site(self) -> Site:
        return site_of(self.game, self.number, bits(self.view["built"]))

    @once
    def extent(self) -> tuple[int, int]:
        """Width and depth of the plan, in half cells."""
        return size_of(self.plan)[:2]

    @once
    def levels(self) -> int:
        """How high the plan is."""
        return size_of(self.plan)[2]

    # --- counts -------------------------------------------------------------------------------------------------------

    @shared("quarry")
    def in_pit(self) -> list[int]:
        return list(map(sum, zip(*self.view["quarry"], strict=True)))

    @shared("quarry")
    def in_cells(self) -> tuple[tuple[int, ...], ...]:
        """What lies in the quarry, cell by cell."""
        return tuple(map(tuple, self.view["quarry"]))

    @shared("quarry")
    def lies(self) -> bytes:
        """The same, to be known by: what is in bytes is quickly compared, and remembers its hash."""
        return dumps(self.view["quarry"], 2)

    @once
    def open(self) -> int:
        """The places where a brick may be laid, a bit for each."""
        return bits(self.moves("lay"))

    @once
    def on_screens(self) -> list[int]:
        """What all seats together have behind their screens: it came with the rounds so far and lies nowhere else."""
        rounds = [] if self.view["decision"] == "first" else self.rules.MATERIAL[self.number][: self.view["round"]]
        came = [sum(r[kind] for r in rounds) for kind in range(GEM + 1)]
        return [came[k] - self.view["bag"][k] - self.in_pit[k] - self.site.laid[k] for k in range(GEM + 1)]

    @once
    def coming(self) -> list[int]:
        """What the next round brings; nothing after the last."""
        nth = self.view["round"] - (self.view["decision"] == "first")
        return list(self.rules.MATERIAL[self.number][nth]) if nth < ROUNDS and not self.over else [0] * KINDS

    @property
    def bricks(self) -> range:
        return range(BRICKS)

    # --- words --------------------------------------------------------------------------------------------------------

    @once
    def kinds(self) -> tuple[str, ...]:
        """What the kinds of pieces are called."""
        return tuple(map(self.texts.__getitem__, KIND_NAMES))

    @once
    def whose_turn(self) -> str:
        if self.over:
            return self.texts["ask over"].rstrip(".")
        if self.view["to_act"] == CHANCE:
            return self.line("chance")
        return self.line("turn of", who=self.names[self.view["to_act"]])

    @once
    def asked(self) -> str:
        """What the seat that looks on is asked, or who is."""
        return self.prompt if self.view["to_act"] in (self.view["seat"], CHANCE) else self.whose_turn
