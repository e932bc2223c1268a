"""Two versions measured in turn, in one run: the same positions, the same dice, the same number of playouts.

    git worktree add ../before COMMIT; python3 -m venv ../before/.venv
    cd ../before && .venv/bin/python -m pip install -c constraints.txt -e .
    python -m bench.before_after ../before/.venv/bin/python [--cold] [--only vector apprentices] [GAME ...]

Each version runs in a process of its own, with its own Python and packages, and measures CPU time; the two take turns, so that
ratios can be trusted where timings are noisy. `vector` is a step of 256 games of `Many` where the learner decides for all
seats, `apprentices` one where apprentices sit at the others; both versions must then see the same games. With `--cold`, also
how long machine code takes from an empty cache and from a full one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Self

import chantier

SIDE = """
import json, sys, time
import chantier
from chantier.bots.tree import KNOWING, Tree
from chantier.kernel.many import Many
from chantier.lab.bench import middle_match
try:
    from chantier.kernel.native import native, rooms
except ImportError:  # made by Numba
    from chantier.kernel.machine import compiled as native
    from chantier.kernel.layout import to_records as rooms

kept = {}
for line in sys.stdin:
    what, name, seats, amount = json.loads(line)
    game = chantier.games[name]
    code = native(game)
    if what == "random":
        start = game.setup(seats)
        states, menu, dice = rooms(start, start), code.menu(), code.dice(7)
        began = time.process_time()
        done = code.play_random(states, menu, dice, amount, game.limit)
        answer = [done / (time.process_time() - began), f"{done} actions"]
    elif what == "search":
        match = middle_match(game, seats)
        tree = Tree(game, code, KNOWING, 1)
        tree.begin(match.to_act, match.state.copy())
        began = time.process_time()
        tree.think(amount)
        rate = amount / (time.process_time() - began)
        answer = [rate, " ".join([match.digest(), *[f"{b.action}:{b.visits}" for b in tree.branches()]])]
    elif what in ("vector", "apprentices"):
        others = "apprentice" if what == "apprentices" else None
        if (name, what) not in kept:
            kept[name, what] = Many(name, 256, seats=seats, others=others, threads=1, seed=1)
        many = kept[name, what]
        began = time.process_time()
        for _ in range(amount):
            many.step(many.random_actions())
        rate = many.n * amount / (time.process_time() - began)
        answer = [rate, " ".join(map(str, [*many.observations.sum(1), *many.to_act]))]
    print(json.dumps([float(answer[0]), answer[1]]), flush=True)
"""
LOAD = """
import chantier
try:
    from chantier.kernel.native import native
except ImportError:
    from chantier.kernel.machine import compiled as native
native(chantier.games[{name!r}])
"""
RANDOM_GAMES = {"queens_architect": 300}  # whose random games are long
STEPS = 40  # of all games
SEARCHES = {"world_monuments": 20_000}  # whose playouts are short
WARM = 1  # rounds that do not count
KINDS = ("random", "search", "vector", "apprentices")


def alone(python: str, cache: str | None = None) -> dict[str, str]:
    """What a version sees of the world: only this version's own process sees the sources that this one was told of."""
    around = dict(os.environ)
    if python != sys.executable:
        around.pop("PYTHONPATH", None)
    if cache:
        around.update(XDG_CACHE_HOME=cache, NUMBA_CACHE_DIR="")
    return around


class Side:
    """One version, waiting for work: one JSON a line in, one JSON a line out."""

    def __init__(self, python: str, code: str = SIDE) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([python, "-c", code], stdin=pipe, stdout=pipe, text=True, env=alone(python), cwd="/")

    def ask(self, *what: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """No more work: it ends by itself."""
        with self.process:
            pass


def compared(before: Side, after: Side, what: str, game: str, seats: int, amount: int, rounds: int) -> str:
    """One line: rates of both, the median of the ratios of all rounds, and whether both did the same."""
    found = [(before.ask(what, game, seats, amount), after.ask(what, game, seats, amount)) for _ in range(rounds + WARM)]
    rates = [(old[0], new[0]) for old, new in found][WARM:]
    ratio = statistics.median(new / old for old, new in rates)
    least, most = min(new / old for old, new in rates), max(new / old for old, new in rates)
    same = "the same" if all(old[1] == new[1] for old, new in found) else "NOT THE SAME"
    one, other = (statistics.median(column) for column in zip(*rates, strict=True))
    return f"{one:14,.0f} {other:14,.0f} {ratio:6.2f} x ({least:.2f} to {most:.2f})  {same}"


def loading(python: str, game: str, cache: str) -> float:
    """CPU seconds of a fresh process until it has machine code."""
    before = os.times()
    subprocess.run([python, "-c", LOAD.format(name=game)], env=alone(python, cache), cwd="/", check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=os.path.abspath, help="the Python of the other version's environment")
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seats", type=int, nargs="+", help="only with so many seats")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--cold", action="store_true", help="measure only how long machine code takes")
    args = parser.parse_args()
    names = args.names or list(chantier.games)
    if args.cold:
        for name in names:
            for python in (args.before, sys.executable):
                with tempfile.TemporaryDirectory(prefix="chantier-") as cache:
                    cold, warm = loading(python, name, cache), loading(python, name, cache)
                which = "after" if python == sys.executable else "before"
                print(f"{name:18} {which:7} machine code cold {cold:6.2f} CPU s, warm {warm:5.2f}", flush=True)
        return
    with Side(args.before) as before, Side(sys.executable) as after:
        print(f"{'':32} {'before':>14} {'after':>14}  ratio")
        for name in names:
            for seats in args.seats or chantier.games[name].seats:
                amounts = (RANDOM_GAMES.get(name, 3000), SEARCHES.get(name, 3000), STEPS, STEPS)
                for what, amount in zip(KINDS, amounts, strict=True):
                    if what in args.only:
                        told = compared(before, after, what, name, seats, amount, args.rounds)
                        print(f"{name:18} {seats} {what:11} {told}", flush=True)


if __name__ == "__main__":
    main()
