"""Queen's Architect: why something cannot be done now, by the clause that forbids it first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chantier.core import Game, Reason
from chantier.games.queens_architect.state import (
    ATTACH,
    BUILD,
    BUILD_OR_REPAIR,
    CHANGE_MONEY,
    CLIMB,
    CLIMBING,
    CONFIDENCE,
    CONSTRUCT,
    DISMISS,
    DORMITORY,
    FARM_WORK,
    GUILD_NAMES,
    GUILDS,
    HIRE,
    HIRE_ONE,
    HIRING,
    HOME,
    LABOUR,
    LONGEST,
    MAKE_ROOM,
    MONEYCHANGER,
    MOVE,
    NOTCH,
    NOTCHES,
    PALACE,
    PICK,
    POINT_NAMES,
    POINTS,
    REPAIR,
    REPAIRS,
    SALOON,
    SEND,
    SPACES,
    TAVERN,
    TRAVEL,
    TRAVEL_ON,
    TRAVELLING,
    TURN_FIRST,
    VISIT,
    State,
)
from chantier.games.queens_architect.words import FOLDER
from chantier.games.queens_architect.words.text import character_name
from chantier.kernel.words import NONE, now
from chantier.texts import Section

TEXTS = Section(FOLDER, "reasons")

DRAFT = (PICK, TURN_FIRST)


def reasons(game: Game, s: State, seat: int) -> Iterator[Reason]:
    """Every point, craftsman, place, guild and figure that this seat, who is to act, cannot use."""
    decision = now(s)
    legal = set(game.legal(s))
    drafting = decision in DRAFT or (decision == ATTACH and s.space == NONE)
    yield from _points(s, decision, drafting)
    yield from _billboard(game, s, decision, drafting)
    yield from _map(game.rules, s, decision, drafting)
    if not drafting:
        yield from _tavern(game.rules, s, decision)
        yield from _money(game.rules, s, decision)
        yield from _track(game.rules, s, decision)
    yield from _crew(game, s, decision, legal)


def _elsewhere(s: State, of: int | str, decision: int, point: int) -> Reason:
    """4.2, 10.6  The action of another point of the star, or something that has to be finished first."""
    if decision == CLIMBING:
        return Reason(of, "points first", "10.6")
    if decision in (ATTACH, MAKE_ROOM):
        return Reason(of, "attach first", "6.2")
    args: dict[str, int | str | tuple[str, ...]] = {"point": POINT_NAMES[point]}
    if decision == MOVE:
        return Reason(of, "go there", "4.2", args)
    return Reason(of, "elsewhere", "4.2", {**args, "here": POINT_NAMES[s.seat[s.active].architect]})


# --- the star ---------------------------------------------------------------------------------------------------------


def _points(s: State, decision: int, drafting: bool) -> Iterator[Reason]:
    """3.3, 4.2  The points of the star where the architect cannot go."""
    here = s.seat[s.active].architect
    for steps in range(POINTS):
        of = f"icon-{(here + steps) % POINTS}"
        if drafting:
            yield Reason(of, "draft", "3.3")
        elif decision != MOVE:
            yield Reason(of, "moved", "4.2", {"here": POINT_NAMES[here]})
        elif steps == 0:
            yield Reason(of, "stay", "4.2")
        elif steps > LONGEST:
            yield Reason(of, "reach", "4.2")


def _crew(game: Game, s: State, decision: int, legal: set[int]) -> Iterator[Reason]:
    """3.1, 5.3, 6.2, 6.4, 11.1  Craftsmen of the crew who cannot be chosen, and notches that are taken."""
    rules, verbs = game.rules, {FARM_WORK: LABOUR, MAKE_ROOM: DISMISS, REPAIRS: REPAIR}
    for notch in range(NOTCHES):
        character = s.seat[s.active].crew[notch]
        if character == NONE:
            continue
        name = character_name(game, character)
        if decision == ATTACH:
            yield Reason(NOTCH + notch, "notch", "3.1" if s.space == NONE else "6.2")
        elif decision in verbs and verbs[decision] + character not in legal:
            of = verbs[decision] + character
            if decision == MAKE_ROOM:
                yield Reason(of, "only twin", "6.4", {"name": character_name(game, s.held)})
            elif decision == FARM_WORK:
                yield Reason(of, "farmed" if rules.SHEAF[character] else "no sheaf", "5.3", {"name": name})
            elif s.working >> notch & 1:
                yield Reason(of, "assigned", "11.1", {"name": name})
            else:
                yield Reason(of, "same guild", "11.1")


# --- billboard and map ------------------------------------------------------------------------------------------------


def _billboard(game: Game, s: State, decision: int, drafting: bool) -> Iterator[Reason]:
    """6.1, 6.3  Craftsmen who cannot be hired."""
    for space in range(SPACES):
        of, character = HIRE + space, s.billboard[space]
        if decision != HIRE_ONE:
            yield Reason(of, "draft", "3.1") if drafting else _elsewhere(s, of, decision, HIRING)
        elif character == NONE:
            yield Reason(of, "nobody", "6.1")
        elif not game.rules.can_hire(s, space):
            name, price, talers = character_name(game, character), game.rules.price(s, space), s.seat[s.active].talers
            if price > talers:
                yield Reason(of, "too dear", "6.1", {"name": name, "n": price, "m": talers})
            else:
                yield Reason(of, "twin", "6.3", {"name": name})


def _map(rules: Any, s: State, decision: int, drafting: bool) -> Iterator[Reason]:
    """8.1, 10.1, 10.2  Places where the carriage cannot go, and the building that cannot be built."""
    here = s.seat[s.active].carriage
    for place in range(rules.PLACE_COUNT[s.side]):
        of = TRAVEL + place
        if drafting:
            yield Reason(of, "draft", "3.3")
        elif decision == TRAVEL_ON:
            if not rules.can_go(s, place):
                yield _journey(rules, s, place)
        elif place != here:
            yield (Reason(of, "carriage", "10.2") if decision == BUILD_OR_REPAIR else _elsewhere(s, of, decision, TRAVELLING))
    if decision == REPAIRS:
        yield Reason(BUILD, "repairing", "10.1")
    elif decision == BUILD_OR_REPAIR:
        if not rules.can_build(s):
            yield _building(rules, s)
    elif decision != TRAVEL_ON and not drafting:
        yield _elsewhere(s, BUILD, decision, CONSTRUCT)


def _journey(rules: Any, s: State, place: int) -> Reason:
    me = s.seat[s.active]
    roads, most = rules.ROADS[s.side][me.carriage][place], len(rules.TRAVEL_PRICE) - 1
    if roads == 0:
        return Reason(TRAVEL + place, "here", "8.1")
    if roads > most:
        return Reason(TRAVEL + place, "far", "8.1", {"n": roads, "m": most})
    return Reason(TRAVEL + place, "journey", "8.1", {"n": rules.TRAVEL_PRICE[roads], "m": me.talers})


def _building(rules: Any, s: State) -> Reason:
    """10.2  What is missing for a building where the carriage is."""
    me = s.seat[s.active]
    if me.carriage == HOME:
        return Reason(BUILD, "in capital", "10.2")
    if s.active in s.site[me.carriage]:
        return Reason(BUILD, "built", "10.2")
    if me.markers == 0:
        return Reason(BUILD, "no marker", "10.2")
    mine = {rules.GUILD[character] for character in me.crew if character != NONE}
    asked = rules.TILE_GUILDS[s.demand[me.carriage]]
    missing = tuple(GUILD_NAMES[g] for g in range(GUILDS) if asked >> g & 1 and g not in mine)
    return Reason(BUILD, "guilds", "10.2", {"guilds": missing})


# --- tavern, money, track ---------------------------------------------------------------------------------------------


def _tavern(rules: Any, s: State, decision: int) -> Iterator[Reason]:
    """9.1, 9.2  Guilds that cannot be sent."""
    me = s.seat[s.active]
    for guild in range(GUILDS):
        of, room = SEND + guild, me.room[guild]
        if decision != VISIT:
            yield _elsewhere(s, of, decision, TAVERN)
        elif room == SALOON or (room == DORMITORY and s.sent):
            yield Reason(of, "resting", "9.2")
        elif rules.TAVERN_PRICE[s.sent] > me.talers:
            yield Reason(of, "fee", "9.2", {"n": rules.TAVERN_PRICE[s.sent], "m": me.talers})


def _money(rules: Any, s: State, decision: int) -> Iterator[Reason]:
    """7.2, 7.3  Confidence and bonds; while points are used, bonds are what is left of them."""
    me = s.seat[s.active]
    if decision == CHANGE_MONEY:
        if me.confidence == rules.TRUST_TOP:
            yield Reason(CONFIDENCE, "top", "7.2")
        if me.bonds == 0:
            yield Reason("purse-bonds", "no bonds", "7.3")
        return
    yield _elsewhere(s, CONFIDENCE, decision, MONEYCHANGER)
    if decision != CLIMBING:
        yield _elsewhere(s, "purse-bonds", decision, MONEYCHANGER)


def _track(rules: Any, s: State, decision: int) -> Iterator[Reason]:
    """10.1, 10.6, 12.1  The appreciation track and the palace."""
    me = s.seat[s.active]
    if decision != CLIMBING and me.appreciation < rules.TRACK_END:
        yield Reason(CLIMB, "by points", "10.6")
    if decision == REPAIRS:
        yield Reason(PALACE, "repairing", "10.1")
    elif decision != BUILD_OR_REPAIR:
        yield _elsewhere(s, PALACE, decision, CONSTRUCT)
    elif me.appreciation < rules.TRACK_END:
        yield Reason(PALACE, "no appreciation", "12.1", {"n": me.appreciation, "m": rules.TRACK_END})
    elif me.carriage != HOME:
        yield Reason(PALACE, "not capital", "12.1")
    elif (sum_now := rules.performance(s, s.active)) < rules.PALACE_SUM:
        yield Reason(PALACE, "too weak", "12.1", {"n": sum_now, "m": rules.PALACE_SUM})
