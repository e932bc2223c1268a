"""What an action would do, told before it is done: as far as its seat can know, and no further than to the next decision.
And what a bot thinks that one should do."""

from __future__ import annotations

from random import Random
from typing import Any

from chantier.bots.thought import Thought
from chantier.bots.tree import Branch
from chantier.core import Event, Game
from chantier.match import Match

WORLDS = 5  # that could be true; only what happens in all of them is told
BRANCHES = 4  # actions of a thought that are told
FORCED = 4  # decisions of the same seat that leave no choice are followed, so many at most


def foreseen(match: Match, action: int, language: str, called: list[str]) -> dict[str, Any]:
    """The events that would follow, in words, the points for every seat, and what is opened for others."""
    game, seat = match.game, match.to_act
    worlds = [game.redeal(match.state, seat, Random(n)) for n in range(WORLDS)]
    told = [_followed(game, world, seat, action, language, called) for world in worlds]
    lines: list[str] = []
    points: dict[int, int] = {}
    for same in zip(*told, strict=False):
        if any(one != same[0] for one in same):
            break
        event, text = same[0]
        if event.kind == "score":
            points[event.seat] = points.get(event.seat, 0) + event.args[0]
        elif text:
            lines.append(text)
    opened = _opened(match, seat, worlds, language)
    return {
        "lines": lines,
        "gains": [{"seat": who, "points": n} for who, n in sorted(points.items()) if n],
        "opened": opened,
    }


def _followed(game: Game, world: Any, seat: int, action: int, language: str, called: list[str]) -> list[tuple[Event, str]]:
    """What happens in one world until chance or somebody decides, as the seat may know it. The world is then as it would be."""
    news = game.play(world, action)
    for _ in range(FORCED):
        if world.to_act != seat or len(legal := game.legal(world)) != 1:
            break
        news += game.play(world, legal[0])
    view, tell = game.view(world, seat), game.texts.tell
    known = [event.for_seat(seat) for event in news]
    return [(event, tell(game, view, event, language, called)) for event in known]


def _opened(match: Match, seat: int, worlds: list[Any], language: str) -> str:
    """What whoever comes next could do and nobody could before, if the game has words for it and all worlds agree."""
    game, opened = match.game, getattr(match.game.texts, "opened", None)
    if opened is None:
        return ""
    before = match.view(seat)
    told = {opened(game, before, game.view(world, seat), language) for world in worlds}
    return str(told.pop()) if len(told) == 1 else ""


def outcome(thought: Thought, branch: Branch) -> dict[str, list[float]]:
    """What a bot expects after an action, for each seat: its chances to win, and its score if the bot can tell."""
    chances = [round(chance, 3) for chance in branch.chances]
    return {"chances": chances, "scores": [round(p, 1) for p in branch.scores]} if thought.in_points else {"chances": chances}


def considered(thought: Thought | None, language: str, called: list[str]) -> dict[str, Any]:
    """A thought in words and numbers: the actions that got most attention, and the line that is expected."""
    if thought is None:
        return {"branches": [], "line": []}
    game, describe = thought.game, thought.game.texts.describe
    total = max(1, sum(branch.visits for branch in thought.branches))
    view = game.view(thought.world, thought.seat)
    branches = [
        {
            "action": branch.action,
            "text": describe(game, view, branch.action, language, called),
            "part": round(branch.visits / total, 3),
            "value": round(branch.value, 3),
            **outcome(thought, branch),
        }
        for branch in thought.branches[:BRANCHES]
        if branch.visits
    ]
    line = [
        {"seat": who, "text": describe(game, game.view(world, who), action, language, called)}
        for who, action, world in thought.steps()
    ]
    return {"branches": branches, "line": line, "playouts": thought.playouts, "seconds": round(thought.seconds, 2)}
