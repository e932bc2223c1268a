"""Two versions play against each other at equal time: is the newer one at least as strong?

    python -m bench.strength ../before/.venv/bin/python [--games 60] [--seconds 0.1] [--seats 2] [--learned] [--cpu] [GAME ...]

Each version is a process of its own, with its own Python and packages (see `before_after.py`), and holds the match as far as it
has been played; asked for a decision, its search is given what the seat to act may know, and the same time. Every seed is
played once for each seat that the newer version can have; with more than two seats it is alone among older ones. With
`--learned` the newer one judges by its net, as a grandmaster does. One game at a time, and one side at a time, so that both
have a core for themselves; let nothing else run meanwhile, or count the time of the processor with `--cpu`.
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
from chantier.lab.standings import wilson

SIDE = """
import json, sys, time
import chantier
from chantier.bots import searcher, tree
from chantier.bots.searcher import Budget, Searcher
try:
    from chantier.kernel.native import native
except ImportError:  # made by Numba
    from chantier.kernel.machine import compiled as native

match = None
for line in sys.stdin:
    what, *given = json.loads(line)
    if what == "begin":
        name, seats, seed, seconds, learned, by_cpu = given
        native(chantier.games[name])  # nobody waits for it while time is counted
        match = chantier.Match(name, seats=seats, seed=seed)
        style = tree.LEARNED if learned else tree.KNOWING
        minds = [Searcher(Budget(seconds), f"{seed} {seat}", style) for seat in range(seats)]
        searcher.monotonic = time.process_time if by_cpu else time.monotonic
    elif what == "play":
        match.play(given[0])
    answer = minds[match.to_act].choose(match.seen()) if what == "choose" else [match.to_act, match.legal]
    print(json.dumps(answer), flush=True)
"""


class Player(Side):
    """One version at the table."""

    def __init__(self, python: str, learned: bool = False) -> None:
        super().__init__(python, SIDE)
        self.learned = learned
        self.spent, self.decisions = 0.0, 0

    def choose(self) -> int:
        began = time.perf_counter()
        action = int(self.ask("choose"))
        self.spent += time.perf_counter() - began
        self.decisions += 1
        return action


def played(game: str, seed: str, seconds: float, sides: list[Player], by_cpu: bool = False) -> Match:
    """One game; sides[n] has seat n."""
    match = Match(game, seats=len(sides), seed=seed)
    both = list(dict.fromkeys(sides))
    for side in both:
        side.ask("begin", game, len(sides), seed, seconds, side.learned, by_cpu)
    while not match.over:
        action = match.legal[0] if len(match.legal) == 1 else sides[match.to_act].choose()
        match.play(action)
        for side in both:
            if side.ask("play", action) != [match.to_act, match.legal]:
                raise AssertionError(f"the two versions have different rules; see move {len(match.moves)} of\n{match.record()}")
    return match


def compared(
    game: str, games: int, seconds: float, before: Player, after: Player, seats: int = 2, by_cpu: bool = False,
    seed: str = "strength",
) -> str:  # fmt: skip
    """One line about a game: won by the newer version, of all; its margin in points; time a decision of each."""
    wins, margins = list[float](), list[float]()
    for side in (before, after):
        side.spent, side.decisions = 0.0, 0
    for n in range(games):
        mine = n % seats
        sides = [after if seat == mine else before for seat in range(seats)]
        match = played(game, f"{seed} {n // seats}", seconds, sides, by_cpu)
        places, scores = match.ranking(), match.scores()
        wins.append(1 / places.count(1) if places[mine] == 1 else 0.0)
        margins.append(scores[mine] - max(score for seat, score in enumerate(scores) if seat != mine))
        print(f"\r{game}: {n + 1} of {games}, won {sum(wins):g}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    low, high = wilson(sum(wins), len(wins))
    margin, spread = statistics.fmean(margins), statistics.pstdev(margins) / math.sqrt(len(margins))
    old, new = (1000 * side.spent / max(1, side.decisions) for side in (before, after))
    won = f"the newer won {sum(wins):g}, {100 * statistics.fmean(wins):.1f} % ({100 * low:.0f} to {100 * high:.0f})"
    won += f", margin {margin:+.1f} (+- {2 * spread:.1f})"
    return f"{game:18} {games} games: {won}, {old:.0f} and {new:.0f} ms a decision"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=os.path.abspath, help="the Python of the other version's environment")
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="for a turn (default: 0.1, as a journeyman has)")
    parser.add_argument("--seats", type=int, default=2, help="at the table, one of them for the newer version (default: 2)")
    parser.add_argument("--learned", action="store_true", help="the newer version judges by its net")
    parser.add_argument("--cpu", action="store_true", help="count the time of the processor, where other things run meanwhile")
    parser.add_argument("--seed", default="strength", help="of the games: another one gives other games")
    args = parser.parse_intermixed_args()
    with Player(args.before) as before, Player(sys.executable, args.learned) as after:
        for name in args.names or chantier.games:
            began = time.monotonic()
            told = compared(name, args.games, args.seconds, before, after, args.seats, args.cpu, args.seed)
            print(f"{told}, {time.monotonic() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
