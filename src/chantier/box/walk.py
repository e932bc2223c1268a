"""Ten minutes with a box: one question after the other about what is ours, to be confirmed or changed.

How far one has come is written in the set itself, by its marks: so it can be stopped, and gone on with anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from chantier.box.editor import SEEN, Edit, Editor
from chantier.box.figures import BOX, Figure, under
from chantier.box.parts import Question, questions
from chantier.components import Problem, Where


@dataclass(frozen=True)
class Stop:
    """A question of the walk, with what is guessed or known."""

    question: Question
    figures: tuple[Figure, ...]

    @property
    def open(self) -> bool:
        """Whether something of it is still ours."""
        return any(figure.ours for figure in self.figures)


def stops(editor: Editor) -> list[Stop]:
    """The whole walk: all that is ours, and all that was before it was looked up."""
    figures = editor.figures
    found = [Stop(question, tuple(under(figures, list(question.places)))) for question in questions(editor.game, editor.data)]
    return [stop for stop in found if any(figure.ours or figure.source == BOX for figure in stop.figures)]


def next_stop(walk: list[Stop], after: str = "") -> int | None:
    """The number of the next open question after one, or from the beginning; None if all is done."""
    names = [stop.question.name for stop in walk]
    first = names.index(after) + 1 if after in names else 0
    turn = [*range(first, len(walk)), *range(first)]
    return next((n for n in turn if walk[n].open), None)


def confirm(editor: Editor, stop: Stop) -> None:
    """All that a question is about stands in the box like this."""
    editor.apply(*(Edit(SEEN, place) for place in stop.question.places))


def at(problems: list[Problem], places: list[Where]) -> list[Problem]:
    """What is wrong at these places, inside of them, or with all that they belong to."""
    return [p for p in problems if any(p.where[: len(place)] == place or place[: len(p.where)] == p.where for place in places)]
