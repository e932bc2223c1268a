"""What everything that is drawn is and does, with its clause. What a game has to say stands in its `words/things.py`.

A thing is told by the id of its piece, or, where nothing more special lies, by the sheet; what this one piece is called is the
title of the piece itself.

>>> from chantier.core import games
>>> text, clause = explained(games["arkadia"], "seal-3", "board", "en")
>>> clause
'3.4'
"""

from __future__ import annotations

import re
from typing import NamedTuple

from chantier.core import Game


class Thing(NamedTuple):
    """A kind of thing: patterns of the ids of its pieces and of the names of sheets, the key of its text, and its clause."""

    pieces: str
    sheets: str
    key: str
    clause: str


def things(game: Game) -> tuple[Thing, ...]:
    """All kinds of things, the more special ones first; none if the game says nothing about them."""
    if not game.has("words.things"):
        return ()
    return tuple(Thing(*one) for one in game.part("words.things").THINGS)


def text(game: Game, thing: Thing, language: str) -> str:
    return str(game.part("words.things").TEXTS[language][thing.key])


def explained(game: Game, piece: str, sheet: str, language: str) -> tuple[str, str] | None:
    """What a piece is and does, and by which clause; without a piece, what its sheet shows. None if the game does not say.
    Clients that have all of it do the same with the patterns."""
    for thing in things(game):
        if re.fullmatch(thing.sheets, sheet) and re.fullmatch(thing.pieces, piece):
            return text(game, thing, language), thing.clause
    return None
