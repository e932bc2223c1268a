"""`chantier train`: a net learns a game by playing it, generation after generation.

First come games by habit, then games in which each turn is the best of several by habit, then games by search. After each
generation the net is fitted to the last few of them, and keeps its place only if it wins against the one before. A folder holds
everything: the same command goes on after ctrl-C, and the same seed gives the same net on the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from chantier.core import BadSetup, Game, games
from chantier.kernel import nets
from chantier.kernel.nets import Layers
from chantier.lab.fit import Learner
from chantier.lab.selfplay import DEEP, TABLES, Choices, Manner, Player, Rows, Work, rows_of
from chantier.lab.standings import wilson
from chantier.records import write_safely

Told = Callable[[str, float], None]  # what is being done, and how far that is

HEAD, LOG, LEARNER, NET = "training.json", "log.jsonl", "learner-{:03}.npz", "net-{:03}.net"
ROWS, CHOICES = "rows-{:03}.npz", "choices-{:03}.npz"
RIVALS = 4  # older nets that still play
LEARNED, RATE = 24, 1e-3  # times as many rows as a generation has are learned from, with such a rate: to play takes far longer
CAREFULLY = 0.7  # later ones learn at so much of it
GATE_PLAYOUTS = 64
MORE_AT_FIRST = 3  # times as many rows in the generations before search, which are quickly made
TRIES, TRIED, REPLAY, LEANING, GATE = 8, 2, 6, 10, 100  # see Recipe
PARTS = {"plays": (0.0, 0.6), "learns": (0.6, 0.3), "is tested": (0.9, 0.1)}  # of a generation, about


@dataclass(frozen=True)
class Recipe:
    """Everything that decides what a net becomes."""

    game: str
    version: str
    hash: str  # of the component set
    seed: str
    wide: int
    deep: int
    rows: int  # of a generation by search; those before have MORE_AT_FIRST times as many
    playouts: int
    tries: int
    tried: int  # generations by the best of several turns
    replay: int  # generations by search that a net is fitted to
    leaning: int  # percent of a target that are what the search said, the rest being the target of the next turn
    gate: int  # games against the net before
    tables: str = TABLES  # how many seats each of some tables has, all as often
    components: str | None = None

    def chosen(self) -> Game:
        game = games[self.game]
        return game.using(self.components) if self.components else game

    def manner(self, generation: int) -> Manner:
        from chantier.kernel.selfplay import BY_HABIT, BY_NET, BY_SENSE, BY_TRIES

        if generation == 0 and self.searched == 0:
            return Manner(BY_SENSE, by_sense=self.playouts, leaning=self.leaning)
        if generation == 0:
            return Manner(BY_HABIT)
        if generation <= self.tried:
            return Manner(BY_TRIES, tries=self.tries, mixed=0.2)
        return Manner(BY_NET, playouts=self.playouts, by_sense=max(8, self.playouts // 6), leaning=self.leaning, mixed=0.25)

    @property
    def searched(self) -> int:
        """The first generation by search: that of a net that corrects the outlook begins with searches by the sense."""
        return 0 if self.chosen().rules.CORRECTING else self.tried + 1

    def rows_of(self, generation: int) -> int:
        return self.rows * (MORE_AT_FIRST if generation < self.searched else 1)


class Training:
    """A net that is being trained, with its folder."""

    def __init__(self, recipe: Recipe, folder: Path, told: Told, workers: int = 1) -> None:
        self.recipe, self.folder, self.told, self.workers = recipe, folder, told, workers
        self.game = recipe.chosen()
        if not self.game.rules.INSIGHT:
            raise BadSetup(
                f"{self.game.title} has no insight.py, so a net has nothing to judge by; docs/bots.md says what it is"
            )
        self.player = Player(self.game, recipe.wide, recipe.tables)
        rules, actions = self.game.rules, self.game.actions.size
        in_points, correcting = bool(rules.IN_POINTS), bool(rules.CORRECTING)
        self.learner = Learner(self.player.inputs, recipe.wide, recipe.deep, actions, in_points, recipe.seed, correcting)
        self.generation = 0  # that comes next
        self.kept: list[int] = []  # generations whose nets won their place, the last is the best
        self.spent = 0.0  # seconds of one core
        self._begin()

    def _begin(self) -> None:
        """A new folder, or what an earlier run left in it."""
        ours, head = asdict(self.recipe), self.folder / HEAD
        if not head.exists():
            write_safely(head, json.dumps({"recipe": ours}) + "\n")
            return
        told = json.loads(head.read_text(encoding="utf-8"))
        theirs = {"tables": TABLES, **told["recipe"]}  # which there was no choice of at first
        if different := [key for key in ours if theirs.get(key) != ours[key]]:
            raise BadSetup(f"{self.folder} holds another training: its {' and '.join(different)} differ; choose another folder")
        if "generation" in told:
            self.generation, self.kept, self.spent = told["generation"], told["kept"], told["spent"]
            self.learner.load(self.folder / LEARNER.format(self.generation - 1))

    def _keep(self, number: int) -> None:
        """What the next generation begins with; files that it does not need go."""
        self.learner.save(self.folder / LEARNER.format(number))
        state = {"recipe": asdict(self.recipe), "generation": number + 1, "kept": self.kept, "spent": self.spent}
        write_safely(self.folder / HEAD, json.dumps(state) + "\n")
        self.generation = number + 1
        (self.folder / LEARNER.format(number - 1)).unlink(missing_ok=True)
        for name in (ROWS, CHOICES):
            (self.folder / name.format(number - self.recipe.replay)).unlink(missing_ok=True)

    def net(self, generation: int) -> Layers:
        """The net of an earlier generation."""
        return layers_of(nets.read(self.folder / NET.format(generation)))

    @property
    def best(self) -> Layers:
        return self.net(self.kept[-1]) if self.kept else self.learner.layers()

    # --- a generation -------------------------------------------------------------------------------------------------

    def step(self) -> dict[str, Any]:
        """One generation: games, a fit, and a test. What there is to say about it."""
        began, number = computed(), self.generation
        best = self.best
        if not (self.folder / ROWS.format(number)).exists():
            self._play(number, best)
        rows, chosen = self._replay(number)
        if number == 0:
            self.learner.measure(rows)
        epochs, rate = LEARNED * self.recipe.rows / len(rows), RATE * (CAREFULLY if number else 1.0)
        seed = f"{self.recipe.seed}-{number}"
        found = self.learner.fit(rows, chosen, epochs, rate, seed, lambda part: self.told("learns", part))
        won, games = self._test(number, best)
        by_sense = self._against_sense(number)
        if won is None or won > 0.5:
            self.kept.append(number)
        self.spent += computed() - began
        told = {"generation": number, "rows": len(rows), **found, "won": won, "games": games, "kept": number == self.kept[-1],
                "by_sense": by_sense, "reliability": self.learner.reliability(rows), "seconds": round(self.spent)}  # fmt: skip
        self._write(number, told)
        self._keep(number)
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(told) + "\n")
        return told

    def _play(self, number: int, best: Layers) -> None:
        many = self.recipe.rows_of(number)
        rivals = [self.net(n) for n in self.kept[-RIVALS:]] or [best]
        work = Work(self.recipe.manner(number), best, rivals, f"{self.recipe.seed}-{number}")
        rows, chosen = rows_of(self.player, work, many, self.workers, lambda n: self.told("plays", n / many))
        chosen.save(self.folder / CHOICES.format(number))
        rows.save(self.folder / ROWS.format(number))

    def _replay(self, number: int) -> tuple[Rows, Choices]:
        """The last generations by search; before those, which have many rows, only the last one."""
        searched = self.recipe.searched
        first = number if number < searched else max(number - self.recipe.replay + 1, searched)
        numbers = range(first, number + 1)
        rows = Rows.joined([Rows.load(self.folder / ROWS.format(n)) for n in numbers])
        return rows, Choices.joined([Choices.load(self.folder / CHOICES.format(n)) for n in numbers])

    def _test(self, number: int, best: Layers) -> tuple[float | None, int]:
        """The part of games that the new net wins against the best one so far, with two seats; none for the first."""
        if not self.kept:
            return None, 0
        won, mine, games = list[float](), self.learner.layers(), self.recipe.gate
        for one in self.player.duel(mine, best, self.game.seats[0], GATE_PLAYOUTS, games, f"{self.recipe.seed}-gate-{number}"):
            won.append(one)
            self.told("is tested", len(won) / games)
        return fmean(won), len(won)

    def _against_sense(self, number: int) -> float:
        """The part that it wins against searches with the hand-written sense, in about equal time: how strength grows."""
        rules, seed = self.game.rules, f"{self.recipe.seed}-sense-{number}"
        by_sense = max(1, GATE_PLAYOUTS * rules.PLAYOUTS // rules.LEARNED_PLAYOUTS)
        mine, seats = self.learner.layers(), self.game.seats[0]
        return fmean(self.player.against_sense(mine, seats, GATE_PLAYOUTS, by_sense, self.recipe.gate, seed))

    def _write(self, number: int, told: dict[str, Any]) -> None:
        about = {
            "date": datetime.now(UTC).date().isoformat(), "recipe": asdict(self.recipe), "generation": number,
            "seconds": round(self.spent), "loss": told["loss"],
        }  # fmt: skip
        name = f"{self.game.name}-{self.recipe.seed}-{number:03}"
        nets.write(self.folder / NET.format(number), self.game.name, name, self.learner.layers(), about)


def computed() -> float:
    """Seconds of processors, with those of processes that played and have ended."""
    return sum(os.times()[:4])


def layers_of(net: nets.Net) -> Layers:
    """The layers of a net as arrays."""
    import numpy as np

    first, second, last, focus, heed = (
        np.array(flat, np.float32).reshape(n) for flat, n in zip(net.weights, net.shapes, strict=True)
    )
    return first, second, last, focus, heed


# --- the command ------------------------------------------------------------------------------------------------------


def recipe_of(args: argparse.Namespace) -> Recipe:
    game = games[args.game]
    game = game.using(args.components) if args.components else game
    tried = 0 if game.rules.CORRECTING or not game.rules.TURNWISE else TRIED
    return Recipe(
        game.name, game.version, game.components.hash, args.seed, args.wide, DEEP, args.rows, args.playouts, TRIES, tried,
        REPLAY, LEANING, GATE, args.tables, str(args.components) if args.components else None,
    )  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """0 when all generations are done, 130 if stopped before."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    recipe = recipe_of(args)
    folder = args.folder or Path(f"training-{recipe.game}")
    console = Console(highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("gets ready", total=args.generations)

        def told(what: str, part: float) -> None:
            done = training.generation + PARTS[what][0] + PARTS[what][1] * part
            progress.update(task, completed=done, description=f"generation {training.generation} {what}")

        training = Training(recipe, folder, told, args.workers)
        try:
            while training.generation < args.generations:
                console.print(in_words(training.step()))
        except KeyboardInterrupt:
            console.print(f"stopped in generation {training.generation}; the same command goes on")
            return 130
    best = folder / NET.format(training.kept[-1])
    console.print(f"the best net is {best}: {nets.read(best).called}")
    return 0


def in_words(told: dict[str, Any]) -> str:
    """One line about a generation."""
    line = f"generation {told['generation']}: {told['rows']:,} rows, loss {told['loss']:.4f}"
    if told["off"]:
        line += f", scores off by {told['off']:.1f}"
    if told["won"] is not None:
        low, high = wilson(told["won"] * told["games"], told["games"])
        line += f", won {100 * told['won']:.1f} % of {told['games']} ({100 * low:.0f} to {100 * high:.0f})"
    line += f", {100 * told['by_sense']:.1f} % against the sense"
    return f"{line}, {'kept' if told['kept'] else 'not kept'}, {told['seconds']} s of CPU so far"
