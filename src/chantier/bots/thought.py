"""What a bot considered, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chantier.bots.tree import Branch
from chantier.core import NOBODY, Action, Bot, Game, Seat
from chantier.texts import GENERAL, Section

SHOWN = 4  # actions
LINE = 6  # decisions of the expected line

TEXTS = Section(GENERAL, "thought")


@dataclass(frozen=True)
class Thought:
    """What was considered: every action with its visits and what it leads to, the most visited first, and the expected line."""

    game: Game
    seat: Seat
    world: Any  # one that could be true
    branches: list[Branch]
    line: list[Action]
    playouts: int
    seconds: float
    compiled: bool

    @property
    def chosen(self) -> Action:
        return self.branches[0].action

    @property
    def in_points(self) -> bool:
        """Whether the scores of branches are scores; if not, only their chances can be told."""
        return bool(self.game.rules.IN_POINTS)

    def steps(self) -> list[tuple[Seat, Action, Any]]:
        """The expected line: who does what, and the world before it. It ends where chance decides."""
        world, found = self.world.copy(), []
        for action in self.line[:LINE]:
            if world.to_act < 0 or action not in self.game.legal(world):
                break
            found.append((world.to_act, action, world.copy()))
            self.game.play(world, action)
            if world.to_act == NOBODY:
                break
        return found

    def lines(self, language: str = "en", names: list[str] | None = None) -> list[str]:
        """Lines of text: the best actions with their part of attention, value and what is expected, then the line."""
        texts, called = TEXTS[language], names or [f"seat {seat}" for seat in range(self.world.seats)]

        def described(world: Any, seat: Seat, action: Action) -> str:
            view = self.game.view(world, seat)
            return str(self.game.texts.describe(self.game, view, action, language, called))

        kind = texts["scores" if self.in_points else "chances"]
        lines = [texts["considered"].format(playouts=self.playouts, seconds=self.seconds, expected=kind)]
        total = max(1, sum(b.visits for b in self.branches))
        for b in self.branches[:SHOWN]:
            if self.in_points:
                told = [texts["score"].format(name=called[i], points=p) for i, p in enumerate(b.scores)]
            else:
                told = [texts["chance"].format(name=called[i], part=100 * p) for i, p in enumerate(b.chances)]
            what = described(self.world, self.seat, b.action)
            part, expected = 100 * b.visits / total, ", ".join(told)
            lines.append(texts["branch"].format(part=part, what=what, value=b.value, expected=expected))
        steps = [texts["step"].format(name=called[who], what=described(world, who, a)) for who, a, world in self.steps()]
        return [*lines, texts["line"].format(line="; ".join(steps))]


def thoughts(bot: Bot, language: str = "en", names: list[str] | None = None) -> list[str]:
    """What a bot considered at its last decision, if it considers anything and had a choice."""
    thought = getattr(bot, "thought", None)
    return thought.lines(language, names) if isinstance(thought, Thought) else []
