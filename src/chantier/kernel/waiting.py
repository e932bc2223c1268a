"""Machine code for whoever waits for it: says what is waited for, to who looks at the terminal, and makes it beforehand."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from chantier.binding import BATCH, LEAVES, SEARCH
from chantier.kernel import native

if TYPE_CHECKING:
    from chantier.core import Game

PURPOSES = {SEARCH: "bots", BATCH: "learners", LEAVES: "searches in many positions"}
PATIENCE = 0.3  # seconds without a word


class Made(NamedTuple):
    """Machine code of a game for one use."""

    game: Game
    use: str
    path: Path
    was_there: bool


def at_hand(game: Game, use: str) -> native.Native | None:
    """Machine code, with a word to whoever looks at the terminal while it is built; None if it cannot be had."""
    if not native.available():
        return None
    word = Timer(PATIENCE, _say, (game, use))
    if sys.stderr.isatty():
        word.start()
    try:
        return native.native(game, use)
    except native.NoCompiler:  # a wheel may bring machine code for other uses
        return None
    finally:
        word.cancel()


def _say(game: Game, use: str) -> None:
    about = f"about {native.EXPECTED:.0f} s, this once; chantier warm does it beforehand"
    print(f"building machine code of {game.title} for {PURPOSES[use]}: {about}", file=sys.stderr, flush=True)


def warm(games: list[Game]) -> Iterator[Made]:
    """Machine code of these games for every use, built where it is not there yet; one after the other."""
    for game in games:
        for use in PURPOSES:
            if use == SEARCH or game.has("features"):
                began = time.time()
                path = native.library(game, use)
                yield Made(game, use, path, path.stat().st_mtime < began)
