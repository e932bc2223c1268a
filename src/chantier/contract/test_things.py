"""What everything that is drawn is and does: nothing is left out, and every text has a clause of the rules."""

from __future__ import annotations

import pytest

from chantier import Game
from chantier.clauses import clauses
from chantier.contract.chosen import NAMES, positions
from chantier.scene import Piece
from chantier.texts import LANGUAGES
from chantier.things import explained, things

pytestmark = pytest.mark.needs("words/things.py")


def drawn(game: Game) -> set[tuple[str, str]]:
    """Every piece with its sheet, and every sheet, as each seat and a spectator see them in some positions."""
    found: set[tuple[str, str]] = set()
    for n, match in enumerate(positions(game, every=9)):
        seat = n % (match.seats + 1)
        eyes = None if seat == match.seats else seat
        legal = match.legal if match.to_act == eyes else []
        scene = game.picture.scene(match.game, match.view(eyes), legal, names=NAMES[: match.seats])
        for sheet in scene.sheets:
            found.add(("", sheet.name))
            found |= {(piece.id, sheet.name) for piece in (*sheet.pieces, *sheet.labels) if isinstance(piece, Piece)}
    return found


def test_every_piece_and_every_sheet_says_what_it_is(game: Game) -> None:
    known, seen = set(clauses(game.name)), drawn(game)
    for language in LANGUAGES:
        told = {thing: explained(game, *thing, language) for thing in seen}
        assert [thing for thing, said in told.items() if said is None] == []
        assert all(said and said[0].endswith((".", "!")) and said[1] in known for said in told.values())


def test_no_text_about_things_is_left_over(game: Game) -> None:
    texts = game.part("words.things").TEXTS
    for language in LANGUAGES:
        assert {thing.key for thing in things(game)} == set(texts[language])
