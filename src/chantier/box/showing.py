"""What a page shows of a set: its parts with pictures and small tables, every figure with its mark, and what is wrong where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chantier.box.differences import differences
from chantier.box.editor import Editor, standard
from chantier.box.figures import Figure, counted, value_at
from chantier.box.parts import Part, Words, parts
from chantier.box.pictures import pictures
from chantier.box.walk import stops
from chantier.components import MARKS, Where, is_blocks, own_keys, place_of, spelled
from chantier.core import games

MOST_WRONG = 100  # mistakes that are told
MANY_CHOICES = 30  # words in a list to choose from


class Shower:
    """One look at a set."""

    def __init__(self, editor: Editor, language: str) -> None:
        self.editor, self.words = editor, Words(editor.game, language)
        self.figures = {figure.place: figure for figure in editor.figures}
        self.choices: dict[tuple[str, ...], int] = {}  # lists of words to choose from, by number
        self.other = {one.place: one for one in differences(standard(editor.game).data, editor.data)}

    def all(self) -> dict[str, Any]:
        editor, words = self.editor, self.words
        shown_parts = [self.part(part) for part in parts(editor.game, editor.data)]
        return {
            "game": editor.game,
            "title": games[editor.game].title,
            "text": editor.text,
            "counts": dict(counted(editor.figures)),
            "problems": [
                {
                    "place": spelled(one.where),
                    "label": words.path(one.where) if one.where else "",
                    "text": one.message(words.language),
                }
                for one in editor.problems[:MOST_WRONG]
            ],
            "parts": shown_parts,
            "choices": [[{"name": one, "text": words.word(one)} for one in allowed] for allowed in self.choices],
            "walk": [
                {
                    "name": stop.question.name,
                    "kind": stop.question.ask,
                    "text": words.question(stop.question, editor.data),
                    "open": stop.open,
                    "places": [spelled(place) for place in stop.question.places],
                }
                for stop in stops(editor)
            ],
            "differences": [{"place": spelled(one.place), "text": words.difference(one)} for one in self.other.values()],
        }

    def part(self, part: Part) -> dict[str, Any]:
        return {
            "name": part.name,
            "title": self.words.part(part),
            "about": self.words.about(part),
            "holds": [spelled(held) for held in part.holds],
            "pictures": pictures(self.editor, part, self.words),
            "tables": [
                table | {"drawn": part.is_drawn(place_of(table["place"]))} for held in part.holds for table in self.tables(held)
            ],
        }

    def tables(self, place: Where) -> Iterator[dict[str, Any]]:
        """The tables of a block: its rows, and tables of their own for what has rows inside."""
        try:
            value = value_at(self.editor.data, place)
        except LookupError:
            return
        if is_blocks(value) and all(self._is_flat(block) for block in value):
            yield self._table(place, [(place, i) for i in range(len(value))], grows=True)
        elif is_blocks(value):
            for i in range(len(value)):
                yield from self.tables((*place, i))
        elif isinstance(value, dict):
            flat = [(*place, key) for key in own_keys(value) if not _is_rows(value[key])]
            if flat:
                yield self._table(place, [(one, None) for one in flat], grows=False)
            for key, inner in value.items():
                if key not in MARKS and (isinstance(inner, dict) or is_blocks(inner) or _is_rows(inner)):
                    yield from self.tables((*place, key))
        elif isinstance(value, list):
            yield self._table(place, [(place, i) for i in range(len(value))], grows=True)
        else:
            yield self._table(place, [(place, None)], grows=False)

    def _is_flat(self, block: dict[str, Any]) -> bool:
        return not any(_is_rows(block[key]) or isinstance(block[key], dict) for key in block) and all(
            not isinstance(one, list) or len(one) <= 8 for one in block.values()
        )

    def _table(self, place: Where, rows: list[tuple[Where, int | None]], grows: bool) -> dict[str, Any]:
        told = [self._row(where if i is None else (*where, i), i is not None) for where, i in rows]
        block = value_at(self.editor.data, place)
        note = block.get("note", "") if isinstance(block, dict) else ""
        return {
            "place": spelled(place),
            "label": self.words.path(place),
            "grows": grows,
            "note": note if isinstance(note, str) else "",
            "rows": told,
        }

    def _row(self, place: Where, element: bool) -> dict[str, Any]:
        value = value_at(self.editor.data, place)
        asked = self.editor.asked.get(place)
        row = isinstance(value, list)
        return {
            "place": spelled(place),
            "label": self._name(place, value),
            "element": element,
            "grows": row and not element and (asked is None or asked.length is None),
            "cells": [self.cell(self.figures[one]) for one in self._leaves(place, value)],
        }

    def _name(self, place: Where, value: Any) -> str:
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            return self.words.word(value["name"])
        return self.words.label(place)

    def _leaves(self, place: Where, value: Any) -> list[Where]:
        if isinstance(value, dict):
            return [leaf for key in value if key not in MARKS for leaf in self._leaves((*place, key), value[key])]
        if isinstance(value, list):
            return [leaf for i, one in enumerate(value) for leaf in self._leaves((*place, i), one)]
        return [place] if place in self.figures else []

    def cell(self, figure: Figure) -> dict[str, Any]:
        """A figure as a page needs it."""
        asked, words = figure.asked, self.words
        few = asked is not None and figure.kind == "word" and len(asked.allowed) <= MANY_CHOICES
        value = figure.value if isinstance(figure.value, bool | int | str) else str(figure.value)
        return {
            "place": spelled(figure.place),
            "label": words.label(figure.place),
            "value": value,
            "kind": figure.kind if figure.kind != "word" or few else "name",
            "low": asked.low if asked and figure.kind == "number" else None,
            "high": asked.high if asked and figure.kind == "number" else None,
            "choices": self.choices.setdefault(asked.allowed, len(self.choices)) if asked and few else None,
            "source": figure.source,
            "standard": self._standard(figure.place),
        }

    def _standard(self, place: Where) -> str | None:
        """What the standard set has there, if it is something else."""
        for n in range(len(place), 0, -1):
            if (one := self.other.get(place[:n])) is not None and one.after is not None:
                return (
                    self.words.value(one.before) if n == len(place) and one.before is not None else self.words.line("nothing")
                )
        return None


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, list) for one in value)


def shown(editor: Editor, language: str) -> dict[str, Any]:
    """All that a page shows of a set."""
    return Shower(editor, language).all()
