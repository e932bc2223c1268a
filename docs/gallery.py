"""The pictures of games in the documentation. Makes them anew with

python -m docs.gallery docs/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias

from chantier import Match
from chantier.bots import bot

NAMES = ["Agnes", "Villard", "Sabine", "Maurice"]
SEEDS = {"notre_dame": "flèche", "capitol": "rotunda", "st_peter": "lantern", "taj_mahal": "marble"}
Enough: TypeAlias = Callable[[Match], bool]


def gallery(game: str, folder: Path) -> list[Path]:
    """The pictures of one game."""
    made = []
    for name, match in MOMENTS[game]():
        made.append(folder / f"{game}-{name}.svg")
        seat = None if match.over else match.to_act
        made[-1].write_text(match.svg(seat, names=NAMES[: match.seats]) + "\n", encoding="utf-8")
    return made


def world_monuments() -> Iterator[tuple[str, Match]]:
    """Every monument half built, and the quarry."""
    for n, (monument, seed) in enumerate(SEEDS.items()):
        yield monument, high(monument, 2 + n % 3, seed, is_handsome)
    walks: Enough = lambda m: m.view()["turn"] > 3 and m.view()["steps"] == 2 and len(m.legal) > 2  # noqa: E731
    yield "quarry", high("notre_dame", 3, "walk", walks)


def arkadia() -> Iterator[tuple[str, Match]]:
    """The middle of a game, a building about to be laid, and the end."""
    yield "middle", apprentices("arkadia", 3, "market", lambda m: m.view()["blocks"] > 11 and decides(m, "act", 5))
    yield "laying", apprentices("arkadia", 4, "camps", lambda m: m.view()["blocks"] > 4 and decides(m, "lay", 41))
    yield "end", apprentices("arkadia", 3, "wall", lambda m: m.over)


def queens_architect() -> Iterator[tuple[str, Match]]:
    """A move of the architect, a journey on the large board, and the billboard."""
    yield "star", apprentices("queens_architect", 3, "maple", lambda m: len(m.moves) >= 130 and decides(m, "step"))
    yield "map", apprentices("queens_architect", 4, "granite", lambda m: len(m.moves) >= 120 and decides(m, "travel"))
    yield "hire", apprentices("queens_architect", 2, "copper", lambda m: len(m.moves) >= 60 and decides(m, "hire"))


MOMENTS = {"world_monuments": world_monuments, "arkadia": arkadia, "queens_architect": queens_architect}


def decides(match: Match, decision: str, choices: int = 0) -> bool:
    """Such a decision, with so many choices at least."""
    return bool(match.view()["decision"] == decision and len(match.legal) >= choices)


def apprentices(game: str, seats: int, seed: str, enough: Enough) -> Match:
    """A game of apprentices, up to a moment worth a picture."""
    match = Match(game, seats=seats, seed=seed)
    bots = [bot("apprentice", f"{seed} {seat}") for seat in range(seats)]
    while not match.over and not enough(match):
        match.play(bots[match.to_act].choose(match.seen()))
    return match


def high(monument: str, seats: int, seed: str, enough: Enough) -> Match:
    """A game of seats that like to build high, up to a moment worth a picture."""
    match = Match("world_monuments", seats=seats, seed=seed, monument=monument)
    rng = Random(seed)
    while not match.over and not enough(match):
        match.play(match.legal[-1] if rng.random() < 0.5 else rng.choice(match.legal))
    return match


def is_handsome(match: Match) -> bool:
    """Three quarters are built, and the seat to act has a choice of levels."""
    size = match.game.rules.PLAN_SIZE[match.state.monument]
    levels = {match.words(action).split(" level ")[-1][0] for action in match.legal}
    return len(match.view()["built"]) > 0.7 * size and len(match.legal) > 2 and len(levels) > 1


if __name__ == "__main__":
    for name in MOMENTS:
        for made in gallery(name, Path(sys.argv[1])):
            print(made)
