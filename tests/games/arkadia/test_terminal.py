"""The table of Arkadia as text."""

from __future__ import annotations

from random import Random

import pytest

from chantier import Match, paint
from chantier.games.arkadia.words.terminal import TEXTS
from chantier.terminal import screen

from .setting import GAME


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize(("seats", "screens"), [(2, "closed"), (4, "closed"), (4, "open")])
def test_the_picture_fits(seats: int, screens: str, colour: bool) -> None:
    """At most 100 columns and 40 rows, in every language, all through a game; and in narrow windows."""
    match = Match(GAME, seats=seats, seed="fit", screens=screens)
    rng, names = Random(4), ["Alexandrina-Victoria"] * seats
    paint.use(colour)
    try:
        while not match.over and len(match.moves) < match.game.limit:
            for language in TEXTS:
                lines = screen.picture(match, 0, names, language).splitlines()
                assert max(map(paint.width, lines)) <= 100, max(lines, key=paint.width)
                assert len(lines) <= 40
                for columns in (80, 40):
                    narrow = screen.picture(match, 0, names, language, columns).splitlines()
                    assert max(map(paint.width, narrow)) <= columns, max(narrow, key=paint.width)
            for _ in range(9):
                if not match.over:
                    match.play(rng.choice(match.legal))
    finally:
        paint.use(False)


def test_it_shows_buildings_seals_workers_camps_castle_and_values() -> None:
    match = Match(GAME, seats=2, seed="golden 2", start="first_game")
    shown = screen.picture(match, match.to_act, ["Ada", "Ben"], "en")
    for sign in ("B4", "S6", "O4", "R7", "△", "0R", "R2 O2 B2 S2", "⚑⚑⚑⚑", "Your cards:", "20 blocks to the end", "▸ Blocks 1"):
        assert sign in shown, sign
    match.play("worker own")
    match.play(match.legal[0])
    assert "①" in screen.picture(match, None, ["Ada", "Ben"], "en")
    walls = [line for line in shown.splitlines() if "┌───────┐" in line]
    assert walls


def test_what_is_covered_stays_covered() -> None:
    match = Match(GAME, seats=2, seed="covered")
    shown = screen.picture(match, 0, ["Ada", "Ben"], "en")
    assert shown.count("tent closed") == 1
    assert screen.picture(match, None, ["Ada", "Ben"], "en").count("tent closed") == 2
