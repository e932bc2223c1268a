"""What the table tells those who study a game: why something cannot be done now, and lessons."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from chantier import lessons, reasons
from chantier.core import Reason
from chantier.match import Match
from chantier.scene import Place, Scene
from chantier.table import position
from chantier.table.refusals import Refused, text_of
from chantier.table.wire import to_text

MOST_EVENTS = 60  # between two steps of a lesson; longer stretches are not shown move by move


def forbidden(match: Match, seat: int | None, language: str, called: list[str]) -> list[dict[str, Any]]:
    """Everything that this seat might like to do and may not: where one points at it, why, and by which clause.

    What has the same reason is told once, with all its outlines."""
    if seat is None:
        return []
    if match.to_act != seat:
        return [_told(text_of("over" if match.over else "not your turn", language), None)]
    game = match.game
    found = reasons.reasons(game, match.state, seat)
    actions = sorted(reason.of for reason in found if isinstance(reason.of, int))
    drawn = game.picture.scene(game, match.view(seat), actions, language=language, names=called)
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


# --- lessons ----------------------------------------------------------------------------------------------------------


def offered(game: str, language: str) -> list[dict[str, Any]]:
    """The lessons of a game."""
    found = (_known(game, name) for name in lessons.names(game))
    return [{"name": one.name, "title": one.title[language], "minutes": one.minutes, "steps": len(one.notes)} for one in found]


def lesson(game: str, name: str, language: str) -> dict[str, Any]:
    """A lesson as plain data: what is said and what has to be played at every step; the table is asked for step by step."""
    found = _known(game, name)
    look = position.look(found.match)
    return {
        "game": game,
        "name": name,
        "title": found.title[language],
        "seat": found.seat,
        "names": found.called,
        "look": {"symbols": look["symbols"], "style": look["style"]},
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
        "action": found.action(n),
        "try": lessons.TEXTS[language]["try"].format(what=found.describe(n, language)) if note.expect else None,
    }


@lru_cache(maxsize=256)
def lesson_position(game: str, name: str, n: int, language: str) -> str:
    """The table at a step, as JSON: what may be done if a move is expected, and what has happened since the step before."""
    found = _known(game, name)
    if not 0 <= n < len(found.notes):
        raise Refused("no moment")
    moment, known = found.moments[n], len(found.moments[n - 1].events) if n else 0
    near = len(moment.events) - known <= MOST_EVENTS
    shown = {
        **position.moment(moment, found.seat, found.notes[n].expect, language, found.called),
        "version": n,
        "log": position.log(moment, found.seat, language, found.called, known),
        "events": position.events(moment, found.seat, known if near else len(moment.events)),
        "undo": False,
    }
    return to_text(shown)
