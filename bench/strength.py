"""Two versions play against each other at equal time: is the newer one at least as strong?

    python -m bench.strength ../before/.venv/bin/python [--games 60] [--seconds 0.1] [GAME ...]

Each version is a process of its own, with its own Python and packages (see `before_after.py`), and holds the match as far as it
has been played; asked for a decision, its search is given what the seat to act may know, and the same time. Games come in
pairs: the same seed twice, with the places exchanged. One game at a time, and one side at a time, so that both have a core for
themselves; let nothing else run meanwhile.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import time

import chantier
from bench.before_after import Side
from chantier import Match

SIDE = """
import json, sys
import chantier
from chantier.bots.searcher import Budget, Searcher
try:
    from chantier.kernel.native import native
except ImportError:  # made by Numba
    from chantier.kernel.machine import compiled as native

match = None
for line in sys.stdin:
    what, *given = json.loads(line)
    if what == "begin":
        name, seats, seed, seconds = given
        native(chantier.games[name])  # nobody waits for it while time is counted
        match = chantier.Match(name, seats=seats, seed=seed)
        mind = Searcher(Budget(seconds), seed)
    elif what == "play":
        match.play(given[0])
    answer = mind.choose(match.seen()) if what == "choose" else [match.to_act, match.legal]
    print(json.dumps(answer), flush=True)
"""


class Player(Side):
    """One version at the table."""

    def __init__(self, python: str) -> None:
        super().__init__(python, SIDE)
        self.spent, self.decisions = 0.0, 0

    def choose(self) -> int:
        began = time.perf_counter()
        action = int(self.ask("choose"))
        self.spent += time.perf_counter() - began
        self.decisions += 1
        return action


def played(game: str, seed: str, seconds: float, sides: list[Player]) -> Match:
    """One game; sides[n] has seat n."""
    match = Match(game, seats=len(sides), seed=seed)
    for side in sides:
        side.ask("begin", game, len(sides), seed, seconds)
    while not match.over:
        action = match.legal[0] if len(match.legal) == 1 else sides[match.to_act].choose()
        match.play(action)
        for side in sides:
            if side.ask("play", action) != [match.to_act, match.legal]:
                raise AssertionError(f"the two versions have different rules; see move {len(match.moves)} of\n{match.record()}")
    return match


def compared(game: str, games: int, seconds: float, before: Player, after: Player) -> str:
    """One line about a game: won by the newer version, of all; its margin in points; time a decision of each."""
    wins, margins = list[float](), list[float]()
    for side in (before, after):
        side.spent, side.decisions = 0.0, 0
    for n in range(games):
        mine = n % 2
        sides = [after, before] if mine == 0 else [before, after]
        match = played(game, f"strength {n // 2}", seconds, sides)
        places, scores = match.ranking(), match.scores()
        wins.append(0.5 if places[0] == places[1] else float(places[mine] == 1))
        margins.append(scores[mine] - scores[1 - mine])
        print(f"\r{game}: {n + 1} of {games}, won {sum(wins):g}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    rate, error = statistics.fmean(wins), statistics.pstdev(wins) / math.sqrt(len(wins))
    margin, spread = statistics.fmean(margins), statistics.pstdev(margins) / math.sqrt(len(margins))
    old, new = (1000 * side.spent / max(1, side.decisions) for side in (before, after))
    won = f"the newer won {100 * rate:.0f} % (+- {200 * error:.0f}), margin {margin:+.1f} (+- {2 * spread:.1f})"
    return f"{game:18} {games} games: {won}, {old:.0f} and {new:.0f} ms a decision"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=os.path.abspath, help="the Python of the other version's environment")
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="for a turn (default: 0.1, as a journeyman has)")
    args = parser.parse_args()
    with Player(args.before) as before, Player(sys.executable) as after:
        for name in args.names or chantier.games:
            began = time.monotonic()
            told = compared(name, args.games, args.seconds, before, after)
            print(f"{told}, {time.monotonic() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
