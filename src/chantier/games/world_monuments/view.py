"""World Monuments: what a seat sees (clause 8.1). A view starts empty and adds."""

from __future__ import annotations

from itertools import compress
from random import Random
from typing import Any

from chantier.core import NOBODY, Game, View
from chantier.games.world_monuments.state import BUILD, CHOOSE_FIRST, FILL, KINDS, MONUMENTS, TAKE_ONE, WALK, State
from chantier.kernel.words import NONE, now

DECISIONS = {CHOOSE_FIRST: "first", FILL: "draw", WALK: "step", TAKE_ONE: "take", BUILD: "lay"}
OPEN = 1


def view(game: Game, s: State, seat: int | None, known: View | None = None) -> View:
    """8.1  Public: quarry, bag, monument, scores, how many pieces each seat has. Covered: which pieces."""
    known = known or public(game, s)
    if seat is None:
        return known
    seats = known["seats"][:]
    seats[seat] = _seat(s, seat, True)
    return {**known, "seat": seat, "seats": seats}


def public(game: Game, s: State) -> View:
    """What all views have in common."""
    decision = "over" if s.to_act == NOBODY else DECISIONS[now(s)]
    rules = game.rules
    return {
        "game": game.name,
        "seat": None,
        "to_act": s.to_act,
        "decision": decision,
        "monument": MONUMENTS[s.monument],
        "round": s.current_round + 1,
        "first": _some(s.first),
        "worker": _some(s.worker),
        "turn": s.turn,
        "steps": s.steps,
        "taken": s.taken,
        "entered": [cell for cell in range(s.entered.bit_length()) if s.entered >> cell & 1],
        "bag": s.bag[:],
        "quarry": list(map(list.copy, s.quarry[: rules.CENTRE + 1])),
        "built": list(compress(range(rules.PLAN_SIZE[s.monument]), s.built)),
        "seats": [_seat(s, who, is_open(s, who)) for who in range(s.seats)],
    }


def is_open(s: State, who: int) -> bool:
    """5.3, 8.1  Whether everybody may look behind this screen."""
    building = s.to_act == NOBODY or now(s) == BUILD
    return s.screens == OPEN or s.to_act == NOBODY or (building and s.seat[who].passed == 1)


def _seat(s: State, who: int, shown: bool) -> View:
    its = s.seat[who]
    seen: View = {"points": its.points, "passed": its.passed == 1, "count": sum(its.pieces)}
    if shown:
        seen["pieces"] = its.pieces[:]
    return seen


def calm(view: View, verb: str) -> bool:
    """3.5, 3.9  Whether actions of a verb certainly bring no points and end nothing: a step takes one piece at most, and only
    the last one of the quarry does."""
    return verb in ("step", "take") and sum(map(sum, view["quarry"])) > 1


def sure(game: Game, view: View, verb: str, number: int) -> int | None:
    """4.1, 4.4, 7.1  The points that an action certainly brings its seat, if nothing else comes of it: a brick scores by its
    place, and whoever lays it has not passed, so that only the last one of the monument ends anything."""
    plan = MONUMENTS.index(view["monument"])
    if verb != "lay" or len(view["built"]) + 1 == game.rules.PLAN_SIZE[plan]:
        return None
    return int(game.rules.PLAN_POINTS[plan][number])


def remarks(game: Game, seen: View) -> list[str]:
    """What is remarkable about an end, for whoever asks whether a component set is sound."""
    return ["unfinished"] if len(seen["built"]) < game.rules.PLAN_SIZE[MONUMENTS.index(seen["monument"])] else []


def _some(number: int) -> int | None:
    return None if number == NONE else number


def forget(game: Game, s: State, seat: int | None, rng: Random) -> Any:
    """Another table that looks the same to a seat that did not watch what the others took: covered pieces are mixed anew.

    Only for the test that a view shows nothing that is covered."""
    world = s.copy()
    covered = [who for who in range(s.seats) if who != seat and not is_open(s, who)]
    mixed = [kind for who in covered for kind in range(KINDS) for _ in range(s.seat[who].pieces[kind])]
    rng.shuffle(mixed)
    for who in covered:
        world.seat[who].pieces = [0] * KINDS
        for _ in range(sum(s.seat[who].pieces)):
            world.seat[who].pieces[mixed.pop()] += 1
    return world
