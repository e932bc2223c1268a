"""The table as text."""

from __future__ import annotations

import pytest

from chantier import Game
from chantier.contract.chosen import NAMES, positions
from chantier.texts import LANGUAGES


@pytest.mark.needs("words/terminal.py")
def test_the_table_as_text_has_the_title_and_every_name(game: Game) -> None:
    table = game.part("words.terminal").table
    for match in positions(game, every=40, times=3):
        for language in LANGUAGES:
            for columns in (100, 60):
                text = table(game, match.view(match.to_act), NAMES[: match.seats], language, columns)
                lost = [word for word in (game.title, *NAMES[: match.seats]) if word not in text]
                if lost:
                    said = f"the table of {game.name} as text does not show {', '.join(lost)}"
                    pytest.fail(f"{said}. See step 11 of docs/add-a-game.md.", pytrace=False)
        assert game.title in str(match)
