"""What the table tells those who study a game: why something cannot be done now."""

from __future__ import annotations

from typing import Any

from chantier import whynot
from chantier.core import Reason
from chantier.match import Match
from chantier.scene import Place, Scene
from chantier.table.says import say


def reasons(match: Match, seat: int | None, language: str, called: list[str]) -> list[dict[str, Any]]:
    """Everything that this seat might like to do and may not: where one points at it, why, and by which clause.

    What has the same reason is told once, with all its outlines."""
    if seat is None:
        return []
    if match.to_act != seat:
        return [_told(say("over" if match.over else "not your turn", language), None)]
    game = match.game
    found = whynot.reasons(game, match.state, seat)
    actions = sorted(reason.of for reason in found if isinstance(reason.of, int))
    drawn = game.part("draw").scene(game, match.view(seat), actions, language=language, names=called)
    places = {action: place for place in drawn.places for action in place.actions}
    grouped: dict[tuple[str, str], list[Reason]] = {}
    for reason in found:
        grouped.setdefault((whynot.why(game, reason, language, called), reason.clause), []).append(reason)
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
