"""Why something cannot be done now, with the clause that forbids it. What a game has to say stands in its `words/reasons.py`.

>>> from chantier.match import Match
>>> match = Match("world_monuments", seats=2, seed="tuesday")
>>> found = [r for r in reasons(match.game, match.state, match.to_act) if r.of == match.number("step to centre")]
>>> why(match.game, found[0], "en"), found[0].clause
('In the first turn of a round the worker is put on the outer ring.', '3.1')
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from chantier.core import Action, Game, Reason, Seat


def reasons(game: Game, s: Any, seat: Seat) -> list[Reason]:
    """What the seat to act might like to do and may not. It is asked about a world that the seat cannot tell from this one,
    so no reason can tell a secret."""
    if s.to_act != seat or not game.has("words.reasons"):
        return []
    return list(game.part("words.reasons").reasons(game, game.redeal(s, seat, Random(0)), seat))


def why(game: Game, reason: Reason, language: str, names: Sequence[str] = ()) -> str:
    """The reason as people read it. Words among its values are translated; `who` is a seat."""
    texts = game.texts.TEXTS[language]

    def said(name: str, value: int | str | tuple[str, ...]) -> int | str:
        if isinstance(value, tuple):
            return ", ".join(texts.get(word, word) for word in value)
        if isinstance(value, str):
            return str(texts.get(value, value))
        return names[value] if name == "who" else value

    values = {name: said(name, value) for name, value in reason.args.items()}
    return str(game.part("words.reasons").TEXTS[language][reason.key].format(**values))


def why_not(game: Game, s: Any, action: Action, language: str, names: Sequence[str] = ()) -> tuple[str, str] | None:
    """Why the seat to act may not do this: the text and its clause; None if the game does not say."""
    found = next((reason for reason in reasons(game, s, s.to_act) if reason.of == action), None)
    if found is None and game.has("words.reasons") and hasattr(game.part("words.reasons"), "of_action"):
        found = game.part("words.reasons").of_action(game, s, action)  # of one that nobody can point at by itself
    return None if found is None else (why(game, found, language, names), found.clause)
