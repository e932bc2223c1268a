"""Two versions play against each other at equal time: is the newer one at least as strong?

    python -m bench.strength ../before/.venv/bin/python [--games 60] [--seconds 0.1] [--seats 2] [--learned] [--cpu] [GAME ...]

Each version is a process of its own, with its own Python and packages (see `before_after.py`), and holds the match as far as it
has been played; asked for a decision, its search is given what the seat to act may know, and the same time. Every seed is
played once for each seat that the newer version can have; with more than two seats it is alone among older ones. With
`--learned` the newer one judges by its net, as a grandmaster does. One game at a time, and one side at a time, so that both
have a core for themselves; let nothing else run meanwhile, or count the time of the processor with `--cpu`.

With `--keep FILE` every game is one line of a file: the same command goes on where it was stopped, and a larger `--games` adds
to what was played before. With `--games 0` it only says what the file holds.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import chantier
from bench.before_after import Side
from chantier import Match
from chantier.kernel.nets import net_of
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
    if what == "version":
        print(json.dumps(chantier.__version__), flush=True)
        continue
    if what == "begin":
        name, seats, seed, seconds, learned, by_cpu = given
        native(chantier.games[name])  # nobody waits for it while time is counted
        match = chantier.Match(name, seats=seats, seed=seed)
        style = tree.LEARNED if learned else tree.KNOWING
        minds = [Searcher(Budget(seconds), f"{seed} {seat}", style) for seat in range(seats)]
        searcher.monotonic = time.process_time if by_cpu else time.monotonic
    elif what == "play":
        match.play(given[0])
    began = searcher.monotonic()
    action = minds[match.to_act].choose(match.seen()) if what == "choose" else None
    answer = [match.to_act, match.legal] if action is None else [action, searcher.monotonic() - began]
    print(json.dumps(answer), flush=True)
"""


@dataclass(frozen=True)
class Contest:
    """What is compared: games of one contest are counted together."""

    game: str
    seats: int
    seconds: float  # a turn
    cpu: bool  # of the processor, not by the clock
    net: str | None  # that the newer one judges by
    versions: list[str]  # of the older one and the newer one


@dataclass(frozen=True)
class Game:
    """One game of a contest; lists have one entry a seat."""

    contest: Contest
    deal: str
    seat: int  # of the newer one
    places: list[int]
    scores: list[int]

    @property
    def won(self) -> float:
        return 1 / self.places.count(1) if self.places[self.seat] == 1 else 0.0

    @property
    def margin(self) -> int:
        return self.scores[self.seat] - max(score for seat, score in enumerate(self.scores) if seat != self.seat)

    def line(self) -> str:
        told = asdict(self)
        return json.dumps({**told.pop("contest"), **told}) + "\n"

    @classmethod
    def of(cls, line: str) -> Game:
        told = json.loads(line)
        return cls(Contest(*(told.pop(name) for name in Contest.__annotations__)), **told)


class Player(Side):
    """One version at the table."""

    def __init__(self, python: str, learned: bool = False) -> None:
        super().__init__(python, SIDE)
        self.learned = learned
        self.spent, self.decisions = 0.0, 0

    def choose(self) -> int:
        action, seconds = self.ask("choose")
        self.spent += seconds
        self.decisions += 1
        return int(action)

    @property
    def pace(self) -> float:
        """Milliseconds a decision, of the time that is counted."""
        return 1000 * self.spent / max(1, self.decisions)


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


def games_of(contest: Contest, games: int, seed: str, before: Player, after: Player, known: list[Game]) -> Iterator[Game]:
    """The games of a contest that have not been played yet, every deal with the newer version in every seat."""
    done = {(one.deal, one.seat) for one in known}
    for n in range(games):
        deal, mine = f"{seed} {n // contest.seats}", n % contest.seats
        if (deal, mine) in done:
            continue
        sides = [after if seat == mine else before for seat in range(contest.seats)]
        match = played(contest.game, deal, contest.seconds, sides, contest.cpu)
        yield Game(contest, deal, mine, match.ranking(), match.scores())


def in_words(games: list[Game]) -> str:
    """One line about a contest: won by the newer version, of all; its margin in points."""
    contest, wins, margins = games[0].contest, [one.won for one in games], [one.margin for one in games]
    low, high = wilson(sum(wins), len(wins))
    margin, spread = statistics.fmean(margins), statistics.pstdev(margins) / math.sqrt(len(margins))
    how = f"{contest.seats} seats, {contest.seconds:g} s{' of processor' if contest.cpu else ''}"
    how += f", net {contest.net}" if contest.net else ""
    how += f", {contest.versions[1]} against {contest.versions[0]}"
    won = f"the newer won {sum(wins):g}, {100 * statistics.fmean(wins):.1f} % ({100 * low:.0f} to {100 * high:.0f})"
    won += f", margin {margin:+.1f} (+- {2 * spread:.1f})"
    return f"{contest.game:18} {how}: {len(games)} games: {won}"


def kept(file: Path | None) -> list[Game]:
    """The games that a file holds."""
    return [Game.of(line) for line in file.read_text(encoding="utf-8").splitlines()] if file and file.exists() else []


def play(args: argparse.Namespace) -> list[Game]:
    """All games that are asked for and not known yet, one after the other; and those that are known."""
    known = kept(args.keep)
    with Player(args.before) as before, Player(sys.executable, args.learned) as after:
        versions = [str(side.ask("version")) for side in (before, after)]
        for name in args.names or chantier.games:
            net = net_of(chantier.games[name]).hash if args.learned else None
            contest = Contest(name, args.seats, args.seconds, args.cpu, net, versions)
            same = [one for one in known if one.contest == contest]
            for one in games_of(contest, args.games, args.seed, before, after, same):
                known.append(one)
                same.append(one)
                if args.keep:
                    with args.keep.open("a", encoding="utf-8") as file:
                        file.write(one.line())
                won = sum(other.won for other in same)
                print(f"\r{name}: {len(same)} of {args.games}, won {won:g}", end="", file=sys.stderr, flush=True)
            print(f"; {before.pace:.0f} and {after.pace:.0f} ms a decision", file=sys.stderr)
    return known


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
    parser.add_argument("--keep", type=Path, metavar="FILE", help="one line a game; what it holds is not played again")
    args = parser.parse_intermixed_args()
    contests: dict[Any, list[Game]] = {}
    for one in play(args) if args.games else kept(args.keep):
        contests.setdefault(repr(one.contest), []).append(one)
    for games in contests.values():
        print(in_words(games))


if __name__ == "__main__":
    main()
