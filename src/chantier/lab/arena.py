"""Bots against bots, many games, every seat order equally often: results that can be repeated, resumed and analysed.

Each deal is played once in every seat order. In the arena bots think for a number of playouts and not for a time, so that
the same seed gives the same results on every machine; `PLAYOUTS` in `sense.py` of the game says how many stand for a second.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import permutations
from pathlib import Path
from time import perf_counter
from typing import Any

from chantier.bots import LEARNED, THINKING, bot, check_levels, playouts_a_turn
from chantier.core import BadSetup, Game, games
from chantier.kernel.nets import net_of
from chantier.lab import standings
from chantier.lab.patience import waiting
from chantier.lab.standings import Played
from chantier.match import Match
from chantier.records import write_safely


@dataclass(frozen=True)
class Plan:
    """What is to be played; it stands in the first line of the results."""

    game: str
    version: str
    hash: str  # of the component set
    bots: list[str]
    seed: str
    games: int
    options: dict[str, str] = field(default_factory=dict)
    components: str | None = None
    net: str | None = None  # that a grandmaster judges by

    def seatings(self) -> list[list[str]]:
        """Every order in which the bots can sit.

        >>> Plan("arkadia", "1", "", ["a", "b", "b"], "1", 3).seatings()
        [['a', 'b', 'b'], ['b', 'a', 'b'], ['b', 'b', 'a']]
        """
        return [list(order) for order in sorted(set(permutations(self.bots)))]

    def chosen(self) -> Game:
        game = games[self.game]
        return game.using(self.components) if self.components else game


def plan(
    name: str,
    bots: list[str],
    many: int,
    seed: str,
    options: dict[str, str],
    components: str | None = None,
    clock: bool = False,
) -> Plan:
    """A checked plan. Games are rounded up so that every deal is played in every seat order."""
    game = games[name]
    game = game.using(components) if components else game
    game.check_seats(len(bots))
    if many < 1:
        raise BadSetup(f"at least 1 game must be played, not {many}")
    words = game.option_words(options)
    named = [level if clock else with_playouts(game, level) for level in bots]
    for level in named:
        bot(level)
    check_levels(game, named)
    net = net_of(game).called if any(level.partition(":")[0] in LEARNED for level in named) else None
    orders = len(set(permutations(named)))
    full = -(-many // orders) * orders
    return Plan(
        name, game.version, game.components.hash, named, seed, full, words, str(components) if components else None, net
    )


def with_playouts(game: Game, level: str) -> str:
    """A thinking bot with the playouts that stand for its time; others as they are."""
    return f"{level}:{playouts_a_turn(game, level)}" if level in THINKING else level


def play_one(what: Plan, number: int) -> Played:
    """One game of the plan."""
    orders = what.seatings()
    seating = orders[number % len(orders)]
    deal = f"{what.seed}-{number // len(orders)}"
    match = Match(what.chosen(), len(seating), deal, **what.options)
    bots = [bot(level, f"{what.seed}-{number}:{seat}") for seat, level in enumerate(seating)]
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    actions = []
    while not match.over:
        seat, seen = match.to_act, match.seen()
        start = perf_counter()
        action = bots[seat].choose(seen)
        if len(seen.legal) > 1:
            seconds[seat] += perf_counter() - start
            decisions[seat] += 1
        match.play(action)
        actions.append(action)
    taken = [round(x, 3) for x in seconds]
    return Played(number, seating, deal, match.scores(), match.ranking(), len(match.moves), decisions, taken, actions)


# --- many games -------------------------------------------------------------------------------------------------------

_plan: Plan  # of a worker process


def _begin(what: Plan) -> None:
    global _plan
    _plan = what
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the parent


def _work(number: int) -> Played:
    return play_one(_plan, number)


def play_all(what: Plan, workers: int, done: set[int]) -> Iterator[Played]:
    """All games of a plan that are not done, as they finish."""
    todo = [n for n in range(what.games) if n not in done]
    prepare(what)
    if workers <= 1:
        yield from (play_one(what, n) for n in todo)
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, max(1, len(todo))), _begin, (what,)) as pool:
        yield from pool.imap_unordered(_work, todo)


def prepare(what: Plan) -> None:
    """Build machine code once, so that workers find it."""
    from chantier.binding import SEARCH
    from chantier.kernel.waiting import at_hand

    if any(level.partition(":")[0] in THINKING for level in what.bots):
        at_hand(what.chosen(), SEARCH)


# --- results as lines of JSON -----------------------------------------------------------------------------------------


def read(path: Path) -> tuple[dict[str, Any], list[Played]]:
    """The plan and the games of a results file; a last line that was cut off is left out."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])["arena"]
        return head, [Played(**json.loads(line)) for line in lines[1:-1]]
    except (ValueError, KeyError, TypeError):
        raise BadSetup(f"{path} does not hold results of an arena") from None
    except OSError as error:
        raise BadSetup(f"cannot read {path}: {error.strerror or error}; chantier arena ... --json FILE makes one") from None


def resume(path: Path, what: Plan) -> list[Played]:
    """The games that an earlier run left in the file. It must have had the same plan, but for the number of games."""
    if not path.exists() or not path.stat().st_size:
        _write(path, [json.dumps({"arena": asdict(what)})])
        return []
    head, played = read(path)
    ours = {**asdict(what), "games": 0}
    if different := [key for key in ours if {**head, "games": 0}.get(key) != ours[key]]:
        raise BadSetup(f"{path} holds another arena: its {' and '.join(different)} differ; choose another file")
    _write(path, [json.dumps({"arena": asdict(what)}), *(json.dumps(asdict(p)) for p in played)])
    return played


def _write(path: Path, lines: list[str]) -> None:
    try:
        write_safely(path, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error.strerror or error}") from None


# --- the command ------------------------------------------------------------------------------------------------------


def _games(what: Plan, args: argparse.Namespace, done: set[int]) -> Iterator[Played]:
    """The games that are not done, on this machine or on a cluster."""
    if args.ray is not None:
        from chantier.lab.cluster import play_on_ray

        return play_on_ray(what, args.ray, done, args.workers)
    return play_all(what, args.workers or os.cpu_count() or 1, done)


def main(args: argparse.Namespace, options: dict[str, str]) -> int:
    """`chantier arena`: 0 when all games are played, 130 if stopped before."""
    from rich.console import Console

    what = plan(args.game, args.bots, args.games, args.seed, options, args.components, args.clock)
    if args.plot:
        standings.check_plot(args.plot)
    console = Console(highlight=False)
    played = resume(args.json, what) if args.json else []
    if played:
        console.print(f"{len(played)} games are in {args.json} already")
    stopped = False
    with waiting(f"arena {what.game}", what.games, len(played)) as told, suppress(KeyboardInterrupt):
        stopped = True
        done = {p.game for p in played}
        for one in _games(what, args, done):
            played.append(one)
            if args.json:
                with args.json.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            told(len(played))
        stopped = False
    played = sorted((p for p in played if p.game < what.games), key=lambda p: p.game)
    if played:
        standings.show(console, what.game, what.seed, played)
    if args.plot and played:
        standings.plot(args.plot, what.game, played)
        console.print(f"drawn in {args.plot}")
    if stopped:
        again = " and can be gone on with by the same command" if args.json else ""
        console.print(f"stopped; {len(played)} of {what.games} games are done{again}")
    return 130 if stopped else 0
