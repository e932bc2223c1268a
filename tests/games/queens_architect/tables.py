"""Positions of Queen's Architect, set up by hand."""

from __future__ import annotations

from typing import Any

import chantier
from chantier import CHANCE, NOBODY, Event, Match
from chantier.games.queens_architect.state import MOVE, NOTCHES, SPACES, State
from chantier.games.queens_architect.words.text import words
from chantier.kernel.words import NONE

GAME = chantier.games["queens_architect"]
RULES: Any = GAME.rules
NAMES = [character["name"] for character in GAME.components.data["character"]]
CONSTRUCT, LABOURER, HIRING, MONEYCHANGER, TRAVELLING, TAVERN = range(6)


def drafted(seats: int = 2, seed: int = 1) -> Match:
    """A match after the first crews were taken, always the first choice."""
    match = Match(GAME, seats=seats, seed=seed)
    for _ in range(6 * seats):  # a craftsman, a notch and a turn, twice for each seat
        match.play(match.legal[0])
    assert match.view()["decision"] == "step"
    return match


def ready(seats: int = 2, seed: int = 1) -> State:
    """The first turn of seat 0; nobody has craftsmen or talers yet."""
    s: State = drafted(seats, seed).state.copy()
    s.first = s.active = s.to_act = 0
    for seat in range(seats):
        its = s.seat[seat]
        for notch in range(NOTCHES):
            if its.crew[notch] != NONE:
                s.gone[its.crew[notch]] += 1
                its.crew[notch] = NONE
                its.corner[notch] = 0
        its.talers = 0
    return s


def tile(s: State, name: str) -> int:
    """A tile of this character, taken from wherever one is left over."""
    character = NAMES.index(name)
    for row in (s.gone, s.pile, s.starters):
        if row[character]:
            row[character] -= 1
            return character
    raise AssertionError(f"no {name} is left")


def employ(s: State, seat: int, *craftsmen: tuple[str, int]) -> None:
    """Craftsmen with the corner at the hammer, at the first free notches."""
    its = s.seat[seat]
    for name, corner in craftsmen:
        notch = its.crew.index(NONE)
        its.crew[notch] = tile(s, name)
        its.corner[notch] = corner


def post(s: State, *names: str) -> None:
    """The billboard from the top down."""
    for space in range(SPACES):
        if s.billboard[space] != NONE:
            s.gone[s.billboard[space]] += 1
            s.billboard[space] = NONE
    for space, name in enumerate(names):
        s.billboard[space] = tile(s, name)


def posted(s: State) -> list[str]:
    return [NAMES[c] for c in s.billboard if c != NONE]


def crew(s: State, seat: int = 0) -> list[tuple[str, int]]:
    its = s.seat[seat]
    return [(NAMES[c], corner) for c, corner in zip(its.crew, its.corner, strict=True) if c != NONE]


def stand(s: State, point: int) -> None:
    """The architect of seat 0 has just come to a point of the star: it stood before it and moves one."""
    s.seat[0].architect = (point - 1) % 6
    RULES.play(s, number(s, "step 1"))


def number(s: State, said: str) -> int:
    return next(a for a in range(GAME.actions.size) if words(GAME, s, a) == said)


def legal(s: State) -> list[str]:
    return [words(GAME, s, a) for a in GAME.legal(s)]


def do(s: State, *said: str) -> list[Event]:
    """Play this; what chance has to decide in between falls on the first possibility."""
    news: list[Event] = []
    for what in said:
        assert what in legal(s), f"{what!r} is not among {legal(s)}"
        before = s.active
        news += GAME.play(s, number(s, what))
        for _ in range(SPACES):  # as many draws as the billboard has room for
            if s.to_act == CHANCE:
                news += GAME.play(s, GAME.legal(s)[0])
        assert RULES.lost(s) == 0
        if s.active != before:
            check_nothing_is_left_of_the_turn(s)
    return news


def check_nothing_is_left_of_the_turn(s: State) -> None:
    """The next seat finds one thing to decide, and a clean table."""
    assert (s.pending, s.agenda[0]) == (1, MOVE)
    assert (s.points, s.working, s.used, s.sent, s.bonus, s.amount) == (0, 0, 0, 0, 0, 0)
    assert (s.held, s.space, s.notch) == (NONE, NONE, NONE)
    assert s.to_act in (s.active, NOBODY)


def kinds(news: list[Event]) -> list[str]:
    return [event.kind for event in news]


def log(news: list[Event]) -> list[tuple[Any, ...]]:
    """Everything that was told: kind, seat, and the rest."""
    return [(event.kind, event.seat, *event.args) for event in news]


def told(news: list[Event], kind: str) -> list[tuple[int, ...]]:
    return [event.args for event in news if event.kind == kind]


def place(s: State, name: str) -> int:
    side = ("small", "large")[s.side]
    return [row[1] for row in GAME.components.data["board"][side]["places"]].index(name)


def demand(s: State, name: str, wanted: int) -> None:
    """Lay this demand on a place; if another place has it, they change."""
    at = place(s, name)
    if wanted in s.demand:
        s.demand[s.demand.index(wanted)] = s.demand[at]
    else:
        s.tiles[s.demand[at]] = 1
        s.tiles[wanted] = 0
    s.demand[at] = wanted
