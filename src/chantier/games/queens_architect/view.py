"""Queen's Architect: what a seat sees (clause 13.1). A view starts empty and adds."""

from __future__ import annotations

from itertools import chain, repeat
from random import Random
from typing import Any

from chantier.core import NOBODY, Game, View
from chantier.games.queens_architect import state
from chantier.games.queens_architect.state import CHARACTERS, GUILDS, NOTCHES, SEATS, State
from chantier.kernel.words import NONE, now

DECISIONS = {
    state.CHOOSE_FIRST: "first",
    state.LAY_TOKEN: "token",
    state.LAY_DEMAND: "demand",
    state.LAY_OUT: "draw",
    state.PICK: "take",
    state.ATTACH: "notch",
    state.TURN_FIRST: "turn",
    state.MOVE: "step",
    state.BUILD_OR_REPAIR: "construct",
    state.FARM_WORK: "labour",
    state.HIRE_ONE: "hire",
    state.MAKE_ROOM: "dismiss",
    state.REFILL: "refill",
    state.CHANGE_MONEY: "change",
    state.TRAVEL_ON: "travel",
    state.VISIT: "send",
    state.REPAIRS: "repair",
    state.CLIMBING: "climb",
}


EMPTY = [NONE] * SEATS  # a place where nobody has built
NOBODY_THERE: dict[int, int | None] = {NONE: None}


def view(game: Game, s: State, seat: int | None, known: View | None = None) -> View:
    """13.1  Everything but the order of the pile, which does not exist before a craftsman is drawn."""
    return {**(known or public(game, s)), "seat": seat}


def public(game: Game, s: State) -> View:
    """What all views have in common."""
    rules = game.rules
    places = rules.PLACE_COUNT[s.side]
    return {
        "game": game.name,
        "seat": None,
        "to_act": s.to_act,
        "active": s.active,
        "decision": "over" if s.to_act == NOBODY else DECISIONS[now(s)],
        "round": s.current_round + 1,
        "last_round": any(s.seat[who].palace for who in range(s.seats)),
        "first": _some(s.first),
        "side": s.side,
        "track": list(filter(None, s.track[: rules.TRACK_END])),
        "demand": _all_some(s.demand[:places]),
        "sites": [[] if site == EMPTY else [who for who in site if who != NONE] for site in s.site[:places]],
        "billboard": _all_some(s.billboard),
        "marker": s.marker,
        "prices": [rules.price(s, space) for space in range(state.SPACES)],
        "display": list(chain.from_iterable(map(repeat, range(CHARACTERS), s.display))),
        "starters": s.starters[:],
        "pile": s.pile[:],
        "gone": s.gone[:],
        "supply": s.supply,
        "held": _some(s.held),
        "space": _some(s.space),
        "notch": _some(s.notch),
        "points": s.points,
        "working": [notch for notch in range(NOTCHES) if s.working >> notch & 1],
        "used": [notch for notch in range(NOTCHES) if s.used >> notch & 1],
        "sent": s.sent,
        "bonus": state.BONUS_NAMES[s.bonus],
        "seats": [_seat(game, s, who) for who in range(s.seats)],
    }


def _seat(game: Game, s: State, who: int) -> View:
    its = s.seat[who]
    return {
        "wage": game.rules.wage(s, who),
        "architect": its.architect,
        "crew": [None if its.crew[n] == NONE else [its.crew[n], its.corner[n]] for n in range(NOTCHES)],
        "performance": game.rules.performance(s, who),
        "talers": its.talers,
        "bonds": its.bonds,
        "confidence": its.confidence,
        "appreciation": its.appreciation,
        "carriage": its.carriage,
        "rooms": its.room[:GUILDS],
        "markers": its.markers,
        "palace": its.palace,
    }


CALM = (
    *("step", "repair", "travel", "hire", "forfeit", "notch", "send", "redeem", "turn"),
    *("labour", "climb", "take", "dismiss", "build", "confidence"),
)  # what scores no points, and always tells of the seat that does it


def calm(view: View, verb: str) -> bool:
    """5.2, 12.2, 12.3  Whether actions of a verb certainly bring no points and end nothing: only the palace scores, and a round
    is the last one only after that, or if nobody has anything."""
    return verb in CALM and not view["last_round"] and any(_has_something(view, who) for who in range(len(view["seats"])))


def _has_something(view: View, who: int) -> bool:
    """Whether a seat that does not act now can go on in any case."""
    its = view["seats"][who]
    return who != view["active"] and bool(its["talers"] or its["bonds"] or any(its["crew"]))


def remarks(game: Game, seen: View) -> list[str]:
    """What is remarkable about an end, for whoever asks whether a component set is sound."""
    dry = {"pile dry": not sum(seen["starters"]) + sum(seen["pile"]), "bonds dry": not seen["supply"]}
    return [key for key, is_so in dry.items() if is_so]


def _some(number: int) -> int | None:
    return None if number == NONE else number


def _all_some(numbers: list[int]) -> list[int | None]:
    return list(map(NOBODY_THERE.get, numbers, numbers))


def forget(game: Game, s: State, seat: int | None, rng: Random) -> Any:
    """Another table that looks the same to this seat: nothing is covered in this game, so it is the same table."""
    return s.copy()
