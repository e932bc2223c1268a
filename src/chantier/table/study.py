"""What the table tells those who study a game: why something cannot be done now, what everything is, lessons and puzzles."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from chantier import lessons, puzzles, reasons, things
from chantier.bots import USUAL
from chantier.core import BadRecord, Reason, games
from chantier.match import Match
from chantier.scene import Place, Scene
from chantier.table import position, tables
from chantier.table.refusals import Refused, text_of
from chantier.table.wire import to_text
from chantier.terminal.saves import HUMAN, Player

LONGEST_CHOICES = 200  # characters
MOST_EVENTS = 60  # between two steps of a lesson; longer stretches are not shown move by move


def forbidden(match: Match, seat: int | None, language: str, called: list[str], side: int = 0) -> list[dict[str, Any]]:
    """Everything that this seat might like to do and may not: where one points at it, why, and by which clause.

    What has the same reason is told once, with all its outlines."""
    if seat is None:
        return []
    if match.to_act != seat:
        return [_told(text_of("over" if match.over else "not your turn", language), None)]
    game = match.game
    found = reasons.reasons(game, match.state, seat)
    actions = sorted(reason.of for reason in found if isinstance(reason.of, int))
    drawn = position.draw(match, match.view(seat), actions, language, called, side)
    places = {action: place for place in drawn.places for action in place.actions}
    grouped: dict[tuple[str, str], list[Reason]] = {}
    for reason in found:
        grouped.setdefault((reasons.why(game, reason, language, called), reason.clause), []).append(reason)
    told = []
    for (text, clause), same in grouped.items():
        at = [reason.of for reason in same if isinstance(reason.of, str)]
        lying = [places[reason.of] for reason in same if isinstance(reason.of, int)]
        told.append(_told(text, clause, at, outlines(drawn, lying)))
    return told


def _told(text: str, clause: str | None, at: list[str] | None = None, targets: Any = ()) -> dict[str, Any]:
    return {"text": text, "clause": clause, "at": at or [], "targets": list(targets)}


def outlines(drawn: Scene, places: list[Place]) -> list[dict[str, Any]]:
    """All outlines of some places, joined to one for each sheet. What a client says in words has none."""
    words = {box.sheet for box in (*drawn.wide.boxes, *drawn.narrow.boxes) if box.area == "words"}
    joined: dict[str, dict[str, Any]] = {}
    for target in (target for place in places for target in place.targets if target.sheet not in words):
        if target.sheet in joined:
            joined[target.sheet]["d"] += target.d
        else:
            joined[target.sheet] = {"sheet": target.sheet, "d": target.d, "x": target.x, "y": target.y}
    return list(joined.values())


def explained(name: str, language: str) -> list[dict[str, str]]:
    """What everything that is drawn is and does, the more special things first."""
    game = games[name]
    kinds = things.things(game)
    return [
        {"pieces": kind.pieces, "sheets": kind.sheets, "text": things.text(game, kind, language), "clause": kind.clause}
        for kind in kinds
    ]


# --- lessons ----------------------------------------------------------------------------------------------------------


def offered(game: str, language: str) -> list[dict[str, Any]]:
    """The lessons of a game."""
    found = (_known(game, name) for name in lessons.names(game))
    return [{"name": one.name, "title": one.title[language], "minutes": one.minutes, "steps": len(one.notes)} for one in found]


def lesson(game: str, name: str, language: str) -> dict[str, Any]:
    """A lesson as plain data: what is said and what has to be played at every step; the table is asked for step by step."""
    return _lesson(_known(game, name), language)


def _lesson(found: lessons.Lesson, language: str) -> dict[str, Any]:
    look = position.look(found.match, language)
    return {
        "game": found.game,
        "name": found.name,
        "title": found.title[language],
        "seat": found.seat,
        "names": found.called,
        "look": {name: look[name] for name in ("symbols", "style", "turntable") if name in look},
        "steps": [_step(found, n, language) for n in range(len(found.notes))],
    }


@lru_cache(maxsize=8)
def _known(game: str, name: str) -> lessons.Lesson:
    if name not in lessons.names(game):
        raise Refused("no lesson")
    return lessons.load(game, name)


def _step(found: lessons.Lesson, n: int, language: str) -> dict[str, Any]:
    note = found.notes[n]
    return {
        "text": note.text[language],
        "clause": note.clause,
        "look": list(note.look),
        "expect": note.expect,
        "accepts": found.accepted(n),
        "action": found.action(n),
        "try": lessons.TEXTS[language]["try"].format(what=found.describe(n, language)) if note.expect else None,
    }


@lru_cache(maxsize=8)
def _chosen(game: str, name: str, chosen: str) -> lessons.Lesson:
    """The lesson with what the learner chose where there was a choice, as in `2:35,7:12`: at these steps these actions."""
    found = _known(game, name)
    if not chosen:
        return found
    if len(chosen) > LONGEST_CHOICES or not re.fullmatch(r"\d+:\d+(,\d+:\d+)*", chosen, re.ASCII):
        raise Refused("no moment")
    pairs = (pair.split(":") for pair in chosen.split(","))
    try:
        return found.choosing({int(n): int(action) for n, action in pairs})
    except BadRecord:
        raise Refused("no moment") from None


@lru_cache(maxsize=256)
def lesson_position(game: str, name: str, n: int, language: str, chosen: str = "", side: int = 0) -> str:
    """The table at a step, as JSON."""
    return _shown(_chosen(game, name, chosen), n, language, side)


def _shown(found: lessons.Lesson, n: int, language: str, side: int) -> str:
    """What may be done at a step if a move is expected, and what has happened since the step before."""
    if not 0 <= n < len(found.notes):
        raise Refused("no moment")
    moment, known = found.moments[n], len(found.moments[n - 1].events) if n else 0
    near = len(moment.events) - known <= MOST_EVENTS
    shown = {
        **position.moment(moment, found.seat, found.notes[n].expect, language, found.called, side),
        "version": n,
        "log": position.log(moment, found.seat, language, found.called, known),
        "events": position.events(moment, found.seat, known if near else len(moment.events)),
        "undo": False,
    }
    return to_text(shown)


# --- puzzles ----------------------------------------------------------------------------------------------------------


def all_puzzles() -> list[dict[str, Any]]:
    """Every puzzle in the order of the days; the page knows which day it is."""
    return [{"game": game, "number": n, "seats": puzzles.told(game, n)["seats"]} for game, n in puzzles.rotation()]


def puzzle(game: str, number: int, language: str) -> dict[str, Any]:
    """A puzzle as plain data: a lesson of few steps, and what is said about every answer."""
    found = _puzzle(game, number)
    best, legal = found.best.action, found.moment.legal
    told = [{"action": action, "right": action == best, "text": found.answer(action, language)} for action in legal]
    return {
        **_lesson(found.lesson, language),
        "number": number,
        "answers": told,
        "reasons": found.reasons(language),
        "lines": [_line(found, one, language) for one in (found.best, found.obvious)],
    }


def _line(found: puzzles.Puzzle, one: puzzles.Try, language: str) -> dict[str, Any]:
    steps = [{"seat": seat, "text": what} for seat, what in found.steps(one, language)]
    return {"steps": steps, "figures": found.figures(one, language)}


def _puzzle(game: str, number: int) -> puzzles.Puzzle:
    if number not in puzzles.numbers(game):
        raise Refused("no puzzle")
    return puzzles.load(game, number)


@lru_cache(maxsize=256)
def puzzle_position(game: str, number: int, n: int, language: str, side: int = 0) -> str:
    """The table at a step of a puzzle, as JSON."""
    return _shown(_puzzle(game, number).lesson, n, language, side)


def continued(game: str, number: int, person: str) -> tables.Table:
    """A table where a puzzle stands, with who solves it at their seat and masters at the others."""
    found = _puzzle(game, number)
    match = found.moment.copy()
    match.reseed()
    players = [Player(name, HUMAN if seat == found.seat else USUAL) for seat, name in enumerate(found.called)]
    return tables.on_this_screen(match, players, person)
