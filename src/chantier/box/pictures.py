"""The pictures of a box: drawn by the art of the game, `picture/box.py`, from any set, also from one that is not sound yet.

Such a file has `sheets(data, part, language)`, and `painted(data, sheet, spot, paint)` for pictures in which one can paint:
squares of a `data-grid` (left, top, side) get what is chosen from `paints(sheet)`; what stands in `TWO` needs two of them, from
where to where. A `data-place` leads to the figure there, also in a picture that can be painted, if the paint is `change`. What
is drawn with such a place, or is of the class `guess`, is left out where one is to draw what is printed; the rest is paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from chantier import scene
from chantier.box.editor import BadEdit, Edit, Editor
from chantier.box.figures import value_at
from chantier.box.parts import Part, Words
from chantier.components import Where
from chantier.core import games

SPOT = re.compile(r"\d{1,3},\d{1,3}( \d{1,3},\d{1,3})?")
FAULTS = (LookupError, TypeError, ValueError, AttributeError, ZeroDivisionError)  # of a set that is no set yet


def pictures(editor: Editor, part: Part, words: Words) -> list[dict[str, Any]]:
    """The pictures of a part; none where there is nothing to draw."""
    game = games[editor.game]
    if not game.has("picture.box"):
        return []
    art = game.part("picture.box")
    try:
        sheets: list[scene.Sheet] = art.sheets(sane(editor), part.name, words.language)
    except FAULTS:
        return []
    return [_picture(art, sheet, words) for sheet in sheets]


def _picture(art: Any, sheet: scene.Sheet, words: Words) -> dict[str, Any]:
    drawn = scene.sheet_svg(scene.Scene("", "", (sheet,)), sheet)
    used = scene.used(art.symbols(), drawn)
    return {
        "name": sheet.name,
        "label": sheet.label,
        "width": sheet.width,
        "height": sheet.height,
        "svg": "".join(f'<defs><g id="{name}">{drawing}</g></defs>' for name, drawing in used.items()) + drawn,
        "paints": [
            {"name": paint, "text": words.word(paint), "two": paint in getattr(art, "TWO", ())}
            for paint in art.paints(sheet.name)
        ],
    }


def style(game: str) -> str:
    """The style of all pictures of a game."""
    return str(games[game].part("picture.box").style()) if games[game].has("picture.box") else ""


def painted(editor: Editor, sheet: str, spot: str, paint: str) -> list[Edit]:
    """The edits by which a spot of a picture is covered. BadEdit if it cannot be."""
    game = games[editor.game]
    if not game.has("picture.box") or not SPOT.fullmatch(spot):
        raise BadEdit("there is no such picture")
    art = game.part("picture.box")
    try:
        if paint not in art.paints(sheet):
            raise BadEdit("this cannot be painted with")
        done: list[tuple[str, Where, Any]] = art.painted(editor.data, sheet, spot, paint)
    except FAULTS as error:
        raise error if isinstance(error, BadEdit) else BadEdit("there is no such spot") from None
    return [Edit(do, place, value) for do, place, value in done]


def sane(editor: Editor) -> dict[str, Any]:
    """A set for the eye: no number beyond its bounds, so that no picture is larger than the largest that can be played with."""
    wrong = [one.where for one in editor.problems if one.where]
    if not wrong:
        return editor.data
    data = deepcopy(editor.data)
    for where, low, high in _numbers(editor):
        value_at(data, where[:-1])[where[-1]] = min(max(value_at(data, where), low), high)
    return data


def _numbers(editor: Editor) -> Iterator[tuple[Where, int, int]]:
    for figure in editor.figures:
        if type(figure.value) is int:
            low, high = (figure.asked.low, figure.asked.high) if figure.asked and figure.kind == "number" else (0, 100)
            yield figure.place, low, high
