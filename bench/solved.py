"""How far each level is from perfect play in positions that can be solved: python -m bench.solved arkadia --positions 60"""

from __future__ import annotations

import argparse
from random import Random

import chantier
from chantier import Match
from chantier.bots import bot
from chantier.lab.solve import Solver

FIRST = {"world_monuments": 15, "arkadia": 22}  # moves, after which positions are solved in seconds
LAST = {"world_monuments": 34, "arkadia": 30}
LEVELS = ("random", "apprentice", "plain-search:100", "journeyman:100", "journeyman:1000", "master:5000")


def positions(n: int, seed: int, first: int | None = None, name: str = "world_monuments") -> list[Match]:
    """Positions of the small set of a game, at random moments of random games, in which the choice matters or not."""
    rng = Random(seed)
    found: list[Match] = []
    while len(found) < n:
        match = Match(name, 2, str(rng.getrandbits(40)), components="small")
        stop = rng.randrange(FIRST[name] if first is None else first, LAST[name])
        while not match.over and (len(match.moves) < stop or len(match.legal) < 2):
            match.play(rng.choice(match.legal))
        if not match.over:
            found.append(match)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=tuple(FIRST), default="world_monuments")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = chantier.games[chosen.game].using("small")
    lost, perfect, by_points, mattered = dict.fromkeys(LEVELS, 0.0), dict.fromkeys(LEVELS, 0), dict.fromkeys(LEVELS, 0.0), 0
    for number, match in enumerate(positions(chosen.positions, chosen.seed, name=chosen.game)):
        win, margin = (Solver(game, aim).solve(match.state).actions for aim in ("win", "margin"))
        mattered += min(margin.values()) < max(margin.values())
        for level in LEVELS:
            action = bot(level, number).choose(match.seen())
            lost[level] += max(win.values()) - win[action]
            by_points[level] += max(margin.values()) - margin[action]
            perfect[level] += margin[action] == max(margin.values())
    print(f"{chosen.positions} positions, in {mattered} of which the choice matters")
    print("| level | perfect decisions | points lost by a decision | part of a win lost |\n|---|---|---|---|")
    for level in LEVELS:
        n = chosen.positions
        print(f"| `{level}` | {perfect[level] / n:.0%} | {by_points[level] / n:.2f} | {lost[level] / n:.3f} |")


if __name__ == "__main__":
    main()
