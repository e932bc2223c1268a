"""A random editor: whatever somebody could do to a set, sensible or not."""

from __future__ import annotations

from random import Random
from typing import Any

from chantier.box.editor import ADD, MOVE, REMOVE, SEEN, SET, Edit, Editor
from chantier.components import MARKS, Asked, Where

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


def likely(asked: Asked, rng: Random) -> Any:
    if asked.kind == "number":
        return rng.randint(asked.low - 1, min(asked.high, 100) + 1)
    if asked.kind == "word" and asked.allowed:
        return rng.choice(asked.allowed)
    return rng.random() < 0.5 if asked.kind == "flag" else rng.choice(WORDS)
