"""World Monuments: why something cannot be done now, by the clause that forbids it first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chantier.core import Game, Reason
from chantier.games.world_monuments.state import BUILD, GEM, KIND_NAMES, LAY, PASS, STEP, WALK, State
from chantier.games.world_monuments.view import is_open
from chantier.games.world_monuments.words import FOLDER
from chantier.kernel.words import NONE, now
from chantier.texts import Section

TEXTS = Section(FOLDER, "reasons")


def reasons(game: Game, s: State, seat: int) -> Iterator[Reason]:
    """Every cell, place and button that this seat, who is to act, cannot use."""
    decision = now(s)
    legal = set(game.legal(s))
    if decision == BUILD:
        yield from _building(game.rules, s, seat, legal)
    else:
        yield from _walking(game.rules, s, decision == WALK, legal)
    for other in range(s.seats):
        if other != seat and not is_open(s, other):
            yield Reason(f"screen-{other}", "screen", "8.1", {"who": other})


# --- the quarry phase -------------------------------------------------------------------------------------------------


def _walking(rules: Any, s: State, on: bool, legal: set[int]) -> Iterator[Reason]:
    for cell in range(rules.CENTRE + 1):
        if STEP + cell not in legal and (on or cell != s.worker):
            key, clause = _step(rules, s, cell) if on else ("take first", "3.5")
            yield Reason(STEP + cell, key, clause)
    for place in range(rules.PLAN_SIZE[s.monument]):
        if not s.built[place]:
            yield Reason(LAY + place, "building later", "1.5")
    yield Reason(PASS, "walk on", "3.6")


def _step(rules: Any, s: State, cell: int) -> tuple[str, str]:
    """3.1, 3.3, 3.4, 3.6, 3.7  What is wrong with a step to this cell."""
    if s.worker == NONE:
        return "rim first", "3.1"
    if cell == s.worker:
        return "here", "3.3"
    if cell not in rules.NEXT[s.worker]:
        return "far", "3.3"
    if s.entered >> cell & 1:
        return ("entered" if s.reenter else "entered or begun"), "3.4"
    if s.steps == 1 and cell >= rules.RIM:
        return "last step", "3.6"
    ways = [way for way in rules.WALKS_BITS[cell][s.steps - 1] if way and way & s.entered == 0]
    return ("no piece", "3.7") if ways else ("no way out", "3.6")


# --- the building phase -----------------------------------------------------------------------------------------------


def _building(rules: Any, s: State, seat: int, legal: set[int]) -> Iterator[Reason]:
    for place in range(rules.PLAN_SIZE[s.monument]):
        if s.built[place]:
            yield Reason(f"brick-{place}", "built", "4.2")
            yield Reason(f"plan-{place}", "built", "4.2")
        elif LAY + place not in legal:
            yield _lay(rules, s, seat, place)
    for cell in range(rules.CENTRE + 1):
        yield Reason(STEP + cell, "quarry over", "1.5")
    if PASS not in legal:
        gem = all(rules.PLAN_KIND[s.monument][action - LAY] == GEM for action in legal)
        yield Reason(PASS, "gem instead", "5.2") if gem else Reason(PASS, "can lay", "5.1")


def _lay(rules: Any, s: State, seat: int, place: int) -> Reason:
    """4.2, 4.3, 4.6  What is wrong with a free place: the seat has no such piece, or what it rests on is missing."""
    kind = rules.PLAN_KIND[s.monument][place]
    if s.seat[seat].pieces[kind]:
        return Reason(LAY + place, "no support", "4.3")
    if kind == GEM:
        return Reason(LAY + place, "no gem", "4.6")
    return Reason(LAY + place, "no brick", "4.2", {"kind": KIND_NAMES[kind]})
