"""A random editor: whatever somebody could do to a set, sensible or not."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from chantier.box.editor import ADD, MOVE, REMOVE, SEEN, SET, Edit, Editor, standard
from chantier.box.parts import parts
from chantier.box.pictures import painted
from chantier.components import MARKS, Asked, Where
from chantier.core import games

WORDS = ["", "x", "A1", "P12", "##", "R*xx", "village", "Capital", "  ", "é" * 50, "\x7f\n\"'", "true"]
NUMBERS = [-1, 0, 1, 2, 3, 6, 8, 12, 40, 99, 100, 101, 10**9]


def somewhere(data: Any, rng: Random) -> Where:
    """A place of a set, however deep."""
    where: Where = ()
    while isinstance(data, dict | list) and data and (not where or rng.random() < 0.8):
        key: Any = (
            rng.choice([key for key in data if key not in MARKS] or [""])
            if isinstance(data, dict)
            else rng.randrange(len(data))
        )
        where = (*where, key)
        data = data[key] if isinstance(data, list) or key in data else None
    return where or ("nowhere",)


def edit(editor: Editor, rng: Random) -> Edit:
    """Something that could be tried now."""
    place = somewhere(editor.data, rng)
    asked = editor.asked.get(place)
    if asked and rng.random() < 0.7:  # as a person would: one figure, something that may stand there
        return Edit(SET, place, likely(asked, rng))
    return Edit(
        rng.choice([SET, SET, ADD, ADD, REMOVE, MOVE, SEEN]),
        place if rng.random() < 0.97 else (*place, "nothing") if rng.random() < 0.5 else (*place, 99),
        rng.choice([None, *NUMBERS, *WORDS, True, 1.5, [], [1, 2], ["x"], {}, {"a": 1}]) if rng.random() < 0.4 else 1,
        rng.choice([None, 0, 1, 5, 10**6, -3]),
    )


@cache
def sheets(game: str) -> list[tuple[str, list[str]]]:
    """The pictures in which one can paint, and with what."""
    art, data = games[game].part("picture.box"), standard(game).data
    found = [sheet.name for part in parts(game, data) for sheet in art.sheets(data, part.name, "en")]
    return [(name, art.paints(name)) for name in found if art.paints(name)]


def strokes(editor: Editor, rng: Random) -> list[Edit]:
    """Something painted anywhere in a picture; BadEdit if it cannot be."""
    sheet, paints = rng.choice(sheets(editor.game))
    spots = [f"{rng.randrange(20 if rng.random() < 0.8 else 110)},{rng.randrange(20)}" for _ in range(rng.choice([1, 2]))]
    return painted(editor, sheet, " ".join(spots), rng.choice(paints))


def likely(asked: Asked, rng: Random) -> Any:
    if asked.kind == "number":
        return rng.randint(asked.low - 1, min(asked.high, 100) + 1)
    if asked.kind == "word" and asked.allowed:
        return rng.choice(asked.allowed)
    return rng.random() < 0.5 if asked.kind == "flag" else rng.choice(WORDS)
