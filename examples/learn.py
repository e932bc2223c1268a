"""Teach a small network a game by self-play, in minutes on one CPU, until it beats the level apprentice. NumPy is enough.

    python examples/learn.py world_monuments --minutes 5 --plot curve.svg

The network says how far ahead a seat will be at the end, judging by what the seat would see after a decision. Decisions are the
best by that judgement, sometimes another one. After each game the judgements along it are pulled towards the result and towards
the judgements that came after them: TD(lambda). 256 games are played side by side in the compiled twin.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from chantier.kernel.features import Spec
from chantier.kernel.many import Many

MARGIN = 20.0  # points that count as one
HIDDEN = 64
STEP_SIZE = 1e-3
LAMBDA = 0.8
GREED = 0.9  # how often the best decision is taken while learning
BATCH = 512


class Network:
    """One hidden layer and Adam."""

    def __init__(self, spec: Spec, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        wide = np.maximum(np.abs(spec.least), np.abs(spec.most)).astype(np.float32)
        self.scale = (1 / np.minimum(wide, 20)).astype(np.float32)
        shapes = ((spec.size, HIDDEN), (HIDDEN,), (HIDDEN,), (1,))
        self.weights = [(rng.standard_normal(s) * (0.1 if len(s) == 2 else 0)).astype(np.float32) for s in shapes]
        self.weights[2] = (rng.standard_normal(HIDDEN) * 0.1).astype(np.float32)
        self._first = [np.zeros_like(w) for w in self.weights]
        self._second = [np.zeros_like(w) for w in self.weights]
        self._times = 0

    def judge(self, rows: Any) -> Any:
        """How far ahead each row's seat will be, in MARGINs."""
        a, b, c, d = self.weights
        return np.tanh((rows * self.scale) @ a + b) @ c + d

    def learn(self, rows: Any, targets: Any) -> float:
        """One step towards the targets; the mean squared error before it."""
        a, b, c, d = self.weights
        x = rows * self.scale
        hidden = np.tanh(x @ a + b)
        error = hidden @ c + d - targets
        back = np.outer(error, c) * (1 - hidden * hidden) / len(rows)
        slopes = [x.T @ back, back.sum(0), hidden.T @ error / len(rows), np.array([error.mean()], np.float32)]
        self._times += 1
        for w, m, v, g in zip(self.weights, self._first, self._second, slopes, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            corrected = v / (1 - 0.999**self._times)
            w -= STEP_SIZE * m / (1 - 0.9**self._times) / (np.sqrt(corrected) + 1e-8)
        return float((error * error).mean())


def decisions(many: Many, network: Network, greed: float, rng: Any) -> tuple[Any, Any]:
    """A decision for each game, and which row of the look ahead it leads to."""
    rows, starts = many.look_ahead()
    values = network.judge(rows)
    counts = many.menus[:, 0]
    game = np.repeat(np.arange(many.n), counts)
    values = values + 1e-6 * rng.random(len(values))
    best = np.lexsort((values, game))[starts + counts - 1]
    free = rng.random(many.n) > greed
    best[free] = starts[free] + rng.integers(0, counts[free])
    actions = many.menus[np.arange(many.n), 1 + best - starts]
    return actions, rows[best]


def lessons(many: Many, network: Network, rng: Any) -> Iterator[tuple[Any, Any]]:
    """Self-play without end: for each finished game, what its seats saw and what they should have judged."""
    paths: list[list[tuple[int, Any]]] = [[] for _ in range(many.n)]
    while True:
        seats = many.to_act.copy()
        actions, chosen = decisions(many, network, GREED, rng)
        many.step(actions)
        for i in range(many.n):
            paths[i].append((int(seats[i]), chosen[i]))
        for i in np.flatnonzero(many.ended).tolist():
            yield targets(paths[i], network, many.rewards[i])
            paths[i] = []


def targets(path: list[tuple[int, Any]], network: Network, scores: Any) -> tuple[Any, Any]:
    """TD(lambda): each judgement should be what came after it, mostly the result."""
    rows = np.array([row for _, row in path])
    judged = network.judge(rows)
    margins = [float(own - max(np.delete(scores, seat))) / MARGIN for seat, own in enumerate(scores)]
    after, out = list(margins), np.zeros(len(path), np.float32)
    later = list(margins)
    for t in range(len(path) - 1, -1, -1):
        seat = path[t][0]
        out[t] = (1 - LAMBDA) * later[seat] + LAMBDA * after[seat]
        after[seat], later[seat] = float(out[t]), float(judged[t])
    return rows, out


def against_apprentice(game: str, network: Network, games: int, **options: Any) -> float:
    """The share of games won (a draw is half a win) against the level apprentice, the first of each row of games."""
    many = Many(game, games, others="apprentice", reward="win", seed=99, **options)
    rng, won = np.random.default_rng(0), np.full(games, np.nan)
    while np.isnan(won).any():
        learner = many.to_act.copy()
        many.step(decisions(many, network, 1.0, rng)[0])
        fresh = (many.ended > 0) & np.isnan(won)
        won[fresh] = many.rewards[fresh, learner[fresh]]
    return float((won.mean() + 1) / 2)


def train(game: str, minutes: float, side_by_side: int = 256, measured: int = 200, seed: int = 1) -> list[dict[str, float]]:
    """The curve: after so many games and seconds, the share of games won against apprentice."""
    many = Many(game, side_by_side, reward="score", seed=seed)
    network, rng = Network(many.spec, seed), np.random.default_rng(seed)
    curve = [{"games": 0.0, "seconds": 0.0, "won": against_apprentice(game, network, measured)}]
    print(json.dumps(curve[-1]), flush=True)
    taught = lessons(many, network, rng)
    games, spent, due = 0, 0.0, minutes * 60 / 10
    while spent < minutes * 60:
        start = perf_counter()
        batch = [next(taught) for _ in range(16)]
        rows, goals = np.concatenate([r for r, _ in batch]), np.concatenate([g for _, g in batch])
        order = rng.permutation(len(rows))
        for part in np.array_split(order, max(1, len(order) // BATCH)):
            network.learn(rows[part], goals[part])
        games, spent = games + len(batch), spent + perf_counter() - start
        if spent >= due or spent >= minutes * 60:
            due += minutes * 60 / 10
            curve.append({"games": float(games), "seconds": spent, "won": against_apprentice(game, network, measured)})
            print(json.dumps(curve[-1]), flush=True)
    return curve


def plot(curve: list[dict[str, float]], game: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot([point["games"] for point in curve], [100 * point["won"] for point in curve], marker="o", color="#a63d2f")
    axes.axhline(50, color="#8d8270", linewidth=1)
    axes.set(xlabel="games of self-play", ylabel="games won against apprentice, percent", title=game, ylim=(0, 100))
    figure.savefig(path)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="world_monuments")
    parser.add_argument("--minutes", type=float, default=5.0, help="time for learning; measuring comes on top")
    parser.add_argument("--measured", type=int, default=200, help="games for each point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="draw the curve there")
    args = parser.parse_args(arguments)
    curve = train(args.game, args.minutes, measured=args.measured, seed=args.seed)
    if args.plot:
        plot(curve, args.game, args.plot)


if __name__ == "__main__":
    main(sys.argv[1:])
