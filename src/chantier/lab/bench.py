"""Measures the engine, everything in one run, so that ratios can be trusted where timings are noisy."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from chantier.core import Game, games
from chantier.lab import rivals
from chantier.match import Match

FIRST_LIST = "import chantier; chantier.Match({name!r}, seed=1).legal"
LOAD = "import chantier; from chantier.kernel.native import native; native(chantier.games[{name!r}])"


def measured(work: Callable[[], float], rounds: int) -> list[float]:
    """Amounts of work done per CPU second, one for each round."""
    out = []
    for _ in range(rounds):
        start = time.process_time()
        amount = work()
        out.append(amount / (time.process_time() - start))
    return out


def repeated(work: Callable[[], object], times: int) -> int:
    for _ in range(times):
        work()
    return times


def middle_match(game: Game, seats: int) -> Match:
    """A match after some sixty random decisions, where there is a choice."""
    match, rng = Match(game, seats=seats, seed="bench"), Random("bench")
    decisions = 0
    while not match.over and (decisions < 60 or len(match.legal) < 2):
        match.play(rng.choice(match.legal))
        decisions += 1
    return match


def bench_game(game: Game, seats: int, quick: bool) -> dict[str, float]:
    """Plain and compiled in turn, five rounds, medians; the ratio is the median of the rounds' ratios."""
    from chantier.kernel.native import native

    machine, rules = native(game), game.rules
    rounds = 2 if quick else 5
    start, middle = game.setup(seats), middle_match(game, seats).state
    begin, halfway, menu, dice = machine.states(start, start), machine.states(middle, middle), machine.menu(), machine.dice(7)
    plain_menu, plain_dice = [0] * machine.menu_size, [7]
    many, few = (200, 1) if quick else (2000, 5)
    plain, fast = [], []
    for _ in range(rounds):
        pair = [start.copy(), start]
        plain += measured(lambda pair=pair: rules.play_random(pair, plain_menu, plain_dice, few, game.limit), 1)  # type: ignore[misc]
        fast += measured(lambda: machine.play_random(begin, menu, dice, many, game.limit), 1)

    def often(work: Callable[[], object], times: int) -> float:
        """Seconds for one of many."""
        return 1 / statistics.median(measured(lambda: repeated(work, times), rounds))

    million, thousands = 10**6, 10**5
    return {
        "plain actions/s": statistics.median(plain),
        "compiled actions/s": statistics.median(fast),
        "ratio": statistics.median(b / a for a, b in zip(plain, fast, strict=True)),
        "actions a game": float(machine.play_random(begin, menu, dice, many, game.limit)) / many,
        "legal actions": float(machine.list_often(halfway, menu, 1)),
        "clone, plain us": 1e6 * often(middle.copy, 500),
        "clone, compiled ns": 1e9 / million * often(lambda: machine.copy_often(halfway, million), 1),
        "legal list, plain us": 1e6 * often(lambda: game.legal(middle), 500),
        "legal list, compiled ns": 1e9 / thousands * often(lambda: machine.list_often(halfway, menu, thousands), 1),
        "bytes of a state": float(len(middle.packed())),
    }


def bench_search(game: Game, seats: int, quick: bool) -> dict[str, float]:
    """Playouts a second in mid game: plain and compiled in turn by CPU time, two threads at one tree by the clock."""
    from concurrent.futures import ThreadPoolExecutor

    from chantier.bots.tree import KNOWING, UNKNOWING, Style, Tree
    from chantier.kernel.native import native

    machine, match = native(game), middle_match(game, seats)

    def tree(kernel: Any, style: Style, *dice: int) -> Tree:
        made = Tree(game, kernel, style, *(dice or (1,)))
        made.begin(match.to_act, match.state.copy())
        return made

    def grow(one: Tree, playouts: int) -> int:
        one.think(playouts)
        return playouts

    rounds, many = (2, 500) if quick else (5, 4000)
    plain, fast, blind, both = [], [], [], []
    for n in range(rounds):
        plain += measured(lambda: grow(tree(None, KNOWING), 2 if quick else 10), 1)
        fast += measured(lambda: grow(tree(machine, KNOWING), many), 1)
        blind += measured(lambda: grow(tree(machine, UNKNOWING), many // 4), 1)
        shared = tree(machine, KNOWING, n, n + 100)
        with ThreadPoolExecutor(2) as pool:
            start = time.perf_counter()
            list(pool.map(shared.think, (many, many), (0, 1)))
            both.append(2 * many / (time.perf_counter() - start))
    return {
        "search, plain playouts/s": statistics.median(plain),
        "search, compiled playouts/s": statistics.median(fast),
        "search, ratio": statistics.median(b / a for a, b in zip(plain, fast, strict=True)),
        "search on two cores, by the clock": statistics.median(both),
        "search without knowledge": statistics.median(blind),
    }


def bench_vector(game: Game, seats: int, quick: bool) -> dict[str, float]:
    """Thousands of games side by side, with observations, masks, rewards and random actions, on all cores."""
    from chantier.kernel.many import Many

    n = 256 if quick else 4096
    many = Many(game, n, seats=seats)
    for _ in range(2 if quick else 100):
        many.step(many.random_actions())
    clock, cpu, choices = [], [], []
    for _ in range(2 if quick else 5):
        start, used, steps = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - start < (0.1 if quick else 1.0):
            many.step(many.random_actions())
            steps += n
        clock.append(steps / (time.perf_counter() - start))
        cpu.append(steps / (time.process_time() - used))
        choices.append(float(many.menus[:, 0].mean()))
    return {
        "environment steps/s on all cores, by the clock": statistics.median(clock),
        "environment steps a CPU second": statistics.median(cpu),
        "legal actions a step": statistics.fmean(choices),
        "numbers in an observation": float(many.spec.size),
    }


def cpu_of(code: str, environment: dict[str, str], rounds: int) -> float:
    """CPU seconds of a fresh Python process, its children included."""
    taken = []
    for _ in range(rounds):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, check=True)
        after = os.times()
        taken.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return statistics.median(taken)


def bench_start(game: Game, quick: bool) -> dict[str, float]:
    """From process start to the first list of legal actions, and to loaded machine code, cold and warm."""
    rounds = 1 if quick else 5
    with tempfile.TemporaryDirectory(prefix="chantier-") as cache:
        own = {"XDG_CACHE_HOME": cache}
        return {
            "bare Python, CPU s": cpu_of("pass", own, rounds),
            "first legal list, CPU s": cpu_of(FIRST_LIST.format(name=game.name), own, rounds),
            "machine code cold, CPU s": cpu_of(LOAD.format(name=game.name), own, 1),
            "machine code warm, CPU s": cpu_of(LOAD.format(name=game.name), own, rounds),
        }


def main(args: argparse.Namespace) -> int:
    """`chantier bench`"""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    results: dict[str, Any] = {"machine": f"{platform.python_version()} {platform.machine()} {os.cpu_count()} cores"}
    names = args.games or [game.name for game in games.usable()]
    for name in names:
        game = games[name]
        found: dict[str, Any] = {"start": bench_start(game, args.quick)}
        for seats in game.seats:
            found[f"{seats} seats"] = {
                **bench_game(game, seats, args.quick),
                **bench_search(game, seats, args.quick),
                **bench_vector(game, seats, args.quick),
            }
        results[name] = found
        console.print(_table(Table, name, found))
    if others := rivals.measure(args.quick):
        results["others"] = others
        console.print(_others(Table, others, [results[name] for name in names]))
    if environments := rivals.environments(args.quick):
        results["environments"] = environments
        console.print(_environments(Table, environments, {name: results[name] for name in names}))
    if args.json:
        Path(args.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        console.print(f"written to {args.json}")
    return 0


def _table(table_class: Any, name: str, found: dict[str, Any]) -> Any:
    table = table_class(title=name, title_justify="left")
    columns = [key for key in found if key != "start"]
    table.add_column("one core, CPU time, medians")
    for column in columns:
        table.add_column(column, justify="right")
    for key, value in found["start"].items():
        table.add_row(key, f"{value:.3f}", *[""] * (len(columns) - 1))
    for key in found[columns[0]]:
        table.add_row(key, *[number(found[column][key]) for column in columns])
    return table


def _others(table_class: Any, others: dict[str, dict[str, float]], ours: list[dict[str, Any]]) -> Any:
    """Other engines, and how many times as fast our slowest game with most seats is."""
    most = [list(found.values())[-1] for found in ours]
    actions, playouts = (min(game[key] for game in most) for key in ("compiled actions/s", "search, compiled playouts/s"))
    table = table_class(title="others, and how many times as fast our slowest game with most seats is", title_justify="left")
    for column in ("one core, CPU time", "figure", "ours is", "legal actions"):
        table.add_column(column, justify="left" if column.startswith("one") else "right")
    for name, figures in others.items():
        for key, value in figures.items():
            if key != "legal actions":
                ratio = (playouts if key.startswith("search") else actions) / value
                table.add_row(f"{name}: {key}", number(value), f"{ratio:.1f} x", number(figures["legal actions"]))
    legal = statistics.fmean(game["legal actions"] for game in most)
    table.add_row("ours: compiled actions/s", number(actions), "", number(legal))
    table.add_row("ours: search, compiled playouts/s", number(playouts), "", number(legal))
    return table


def _environments(table_class: Any, others: dict[str, dict[str, float]], ours: dict[str, Any]) -> Any:
    """Other environments for learners, and how many times as fast ours are."""
    key = "environment steps/s on all cores, by the clock"
    table = table_class(
        title="environments: steps a second by the clock, observations and masks included", title_justify="left"
    )
    for column in ("", "steps/s", "legal actions", *(f"{name} is".replace("_", " ") for name in ours)):
        table.add_column(column, justify="right" if column else "left", overflow="fold")
    most = {name: list(found.values())[-1] for name, found in ours.items()}
    for name, found in others.items():
        ratios = (f"{figures[key] / found['steps/s']:.1f} x" for figures in most.values())
        table.add_row(name, number(found["steps/s"]), number(found["legal actions"]), *ratios)
    for name, figures in most.items():
        table.add_row(f"ours: {name}, {list(ours[name])[-1]}", number(figures[key]), number(figures["legal actions a step"]))
    return table


def number(value: float) -> str:
    """A figure with as many digits as it deserves.

    >>> number(4891234.5), number(61.44), number(3.14159)
    ('4,891,000', '61', '3.1')
    """
    if value >= 1000:
        return f"{round(value, -3):,.0f}" if value >= 100_000 else f"{value:,.0f}"
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}"
