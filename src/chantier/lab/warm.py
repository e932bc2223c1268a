"""`chantier warm`: what would be waited for, done beforehand."""

from __future__ import annotations

import argparse

from chantier.core import games
from chantier.kernel import native
from chantier.kernel.waiting import PURPOSES, Made, warm
from chantier.lab.patience import waiting


def main(args: argparse.Namespace) -> int:
    """Build machine code for all games, or for those that are named, and say what is ready."""
    chosen = [games[name] for name in args.games] or games.usable()
    if not native.available():
        print("there is no C compiler and no machine code: everything works, interpreted; install cc, or: pip install ziglang")
        return 0
    made: list[Made] = []
    with waiting("building machine code", len(chosen) * len(PURPOSES)) as told:
        for one in warm(chosen):
            made.append(one)
            told(len(made), f"{one.game.title} for {PURPOSES[one.use]} is ready")
    for one in made:
        print(f"{one.game.title}, for {PURPOSES[one.use]}: {'was there' if one.was_there else 'built'}")
    return 0
