"""Queen's Architect: the pictures of the documentation. Makes them anew with

python -m chantier.games.queens_architect.gallery docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

from chantier.bots.apprentice import Apprentice
from chantier.games.queens_architect import draw
from chantier.match import Match
from chantier.scene import to_svg

NAMES = ["Agnes", "Villard", "Sabine", "Maurice"]
MOMENTS = [("star", 3, "maple", 130, "step"), ("map", 4, "granite", 120, "travel"), ("hire", 2, "copper", 60, "hire")]


def gallery(folder: Path) -> list[Path]:
    """A move of the architect, a journey on the large board, and the billboard."""
    written = []
    for name, seats, seed, decisions, decision in MOMENTS:
        match = play(seats, seed, decisions, decision)
        scene = draw.scene(match.game, match.view(match.to_act), match.legal, names=NAMES[:seats])
        path = folder / f"queens_architect-{name}.svg"
        path.write_text(to_svg(scene) + "\n", encoding="utf-8")
        written.append(path)
    return written


def play(seats: int, seed: str, decisions: int, decision: str) -> Match:
    """A game of apprentices, up to such a decision."""
    match = Match("queens_architect", seats=seats, seed=seed)
    bots = [Apprentice(f"{seed}{seat}") for seat in range(seats)]
    while not match.over and (len(match.moves) < decisions or match.view()["decision"] != decision):
        match.play(bots[match.to_act].choose(match.seen()))
    return match


if __name__ == "__main__":
    for made in gallery(Path(sys.argv[1])):
        print(made)
