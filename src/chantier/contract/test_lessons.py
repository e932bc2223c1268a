"""Lessons are right from the first note to the last."""

from __future__ import annotations

import pytest

from chantier import Game, lessons
from chantier.core import BadRecord


def test_lessons_are_right(game: Game) -> None:
    """They replay, their notes are complete, what they cite and look at exists. There need not be any."""
    for name in lessons.names(game.name):
        try:
            found = lessons.check(lessons.load(game.name, name))
        except BadRecord as error:
            found = [str(error)]
        if found:
            pytest.fail("\n".join([f"lesson {name} of {game.name}. See step 17 of docs/add-a-game.md.", *found]), pytrace=False)
