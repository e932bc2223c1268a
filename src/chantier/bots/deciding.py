"""What a bot decides, also if it fails: then the next weaker level answers for it, and whoever asks is told."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chantier.bots import LEVELS, THINKING, bot, levels_of
from chantier.bots.thought import Thought
from chantier.core import Action, Bot, Game, Seen
from chantier.kernel.native import Making, being_made, in_time, soon

HINT_PATIENCE = 8.0  # seconds that a hint waits for machine code to be loaded: without it, it would be a guess


class Failure(NamedTuple):
    """A level that should have decided, and why it did not."""

    level: str
    error: Exception


class Decision(NamedTuple):
    """An action, the level that chose it, and those that failed before it."""

    action: Action
    level: str
    thought: Thought | None = None
    failures: tuple[Failure, ...] = ()


class Illegal(Exception):
    """A bot answered something that cannot be done now."""


def decide(player: Bot, seen: Seen, level: str) -> Decision:
    """What a bot does. It is given only what its seat may know; if it fails, the game goes on all the same.

    >>> from chantier import Match
    >>> decide(bot("master:40"), Match("arkadia", seed=1).seen(), "master:40").level
    'master:40'
    """
    failures: list[Failure] = []
    for asked in (level, *weaker(level, levels_of(seen.game))):
        try:
            if failures:
                player = bot(asked)
            answer = player.choose(seen)
            if answer not in seen.legal:
                raise Illegal(f"{answer!r:.80} is not legal now")
            action, thought = seen.legal[seen.legal.index(answer)], getattr(player, "thought", None)
            return Decision(action, asked, thought if isinstance(thought, Thought) else None, tuple(failures))
        except Exception as error:  # whatever a bot may do wrong
            failures.append(Failure(asked, error))
    raise failures[-1].error


def weaker(level: str, levels: Sequence[str] = LEVELS) -> list[str]:
    """The levels below one, the strongest first; for a program, whose strength nobody knows, all of them.

    >>> weaker("journeyman:50"), weaker("random")
    (['apprentice', 'random'], [])
    """
    name = level.partition(":")[0]
    return [one for one in reversed(levels) if name not in LEVELS or LEVELS.index(one) < LEVELS.index(name)]


def advise(seen: Seen, seed: str | int | None = None) -> Decision:
    """What the strongest bot would do. The time of waiting for machine code is not taken from its time of thinking."""
    in_time(seen.game, time.monotonic() + HINT_PATIENCE)
    level = levels_of(seen.game)[-1]
    return decide(bot(level, seed), seen, level)


def below_strength(game: Game, level: str) -> Making | None:
    """How long machine code is still being made without which a bot of this level plays below its strength, if it is."""
    return being_made(game) if level.partition(":")[0] in THINKING else None


def make_ahead(game: Game, levels: Iterable[str]) -> None:
    """Begin to make machine code before the first bot of these that thinks ahead has to decide."""
    if any(level.partition(":")[0] in THINKING for level in levels):
        soon(game)
