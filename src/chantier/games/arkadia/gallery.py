"""Arkadia: the pictures of the documentation. Makes them anew with

python -m chantier.games.arkadia.gallery docs/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from chantier.bots import bot
from chantier.games.arkadia import draw
from chantier.match import Match
from chantier.scene import to_svg

NAMES = ["Agnes", "Perrin", "Odile", "Maurice"]


def gallery(folder: Path) -> list[Path]:
    """The middle of a game, a building about to be laid, and the end."""
    moments: dict[str, tuple[int, str, Callable[[Match], bool]]] = {
        "middle": (3, "market", lambda m: m.view()["blocks"] > 11 and m.view()["decision"] == "act" and len(m.legal) > 4),
        "laying": (4, "camps", lambda m: m.view()["blocks"] > 4 and m.view()["decision"] == "lay" and len(m.legal) > 40),
        "end": (3, "wall", lambda m: m.over),
    }
    return [write(play(seats, seed, enough), folder / f"arkadia-{name}.svg") for name, (seats, seed, enough) in moments.items()]


def play(seats: int, seed: str, enough: Callable[[Match], bool]) -> Match:
    """A game of apprentices, up to a moment worth a picture."""
    match = Match("arkadia", seats=seats, seed=seed)
    bots = [bot("apprentice", f"{seed} {seat}") for seat in range(seats)]
    while not match.over and not enough(match):
        match.play(bots[match.to_act].choose(match.seen()))
    return match


def write(match: Match, path: Path) -> Path:
    seat = None if match.over else match.to_act
    scene = draw.scene(match.game, match.view(seat), match.legal, names=NAMES[: match.seats])
    path.write_text(to_svg(scene) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    for made in gallery(Path(sys.argv[1])):
        print(made)
