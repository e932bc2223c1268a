"""World Monuments: the pictures of the documentation. Makes them anew with

python -m chantier.games.world_monuments.gallery docs/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from chantier.games.world_monuments import draw
from chantier.games.world_monuments.state import MONUMENTS
from chantier.match import Match
from chantier.scene import to_svg

NAMES = ["Agnes", "Villard", "Sabine", "Maurice"]
SEEDS = {"notre_dame": "flèche", "capitol": "rotunda", "st_peter": "lantern", "taj_mahal": "marble"}


def gallery(folder: Path) -> list[Path]:
    """Every monument half built, and the quarry."""
    written = []
    for n, monument in enumerate(MONUMENTS):
        match = play(monument, 2 + n % 3, SEEDS[monument], is_handsome)
        written.append(write(match, folder / f"world_monuments-{monument}.svg"))
    walk = play("notre_dame", 3, "walk", lambda m: m.view()["turn"] > 3 and m.view()["steps"] == 2 and len(m.legal) > 2)
    return [*written, write(walk, folder / "world_monuments-quarry.svg")]


def play(monument: str, seats: int, seed: str, enough: Callable[[Match], bool]) -> Match:
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


def write(match: Match, path: Path) -> Path:
    seat = match.to_act
    scene = draw.scene(match.game, match.view(seat), match.legal, names=NAMES[: match.seats])
    path.write_text(to_svg(scene) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    for made in gallery(Path(sys.argv[1])):
        print(made)
