"""Algorithms of OpenSpiel on positions of all games, for as long as you like: python -m bench.algorithms --seconds 60"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr

import chantier
from chantier.adapters import openspiel


def positions(name: str, seats: int, rng: np.random.RandomState) -> Iterator[openspiel.SpielState]:
    """Positions of random games, from their beginning to their end."""
    game = pyspiel.load_game(f"chantier_{name}(players={seats},longest=400)")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and rng.rand() < 0.1:
                yield state.clone()
            state.apply_action(int(rng.choice(state.legal_actions())))


def search(kind: Any) -> Callable[[openspiel.SpielState, np.random.RandomState], None]:
    def run(state: openspiel.SpielState, rng: np.random.RandomState) -> None:
        game = state.as_game(horizon=30)
        guess = mcts.RandomRolloutEvaluator(1, rng)
        given: dict[str, Any] = {"solve": False} if kind is mcts.MCTSBot else {}
        bot = kind(game=game, uct_c=1.4, max_simulations=30, evaluator=guess, random_state=rng, **given)
        start = game.new_initial_state()
        assert bot.step(start) in start.legal_actions()

    return run


def regrets(kind: Any, horizon: int) -> Callable[[openspiel.SpielState, np.random.RandomState], None]:
    def run(state: openspiel.SpielState, rng: np.random.RandomState) -> None:
        solver = kind(state.as_game(horizon=horizon))
        for _ in range(5):
            solver.iteration()

    return run


ALGORITHMS = {
    "MCTS": search(mcts.MCTSBot),
    "ISMCTS": search(ismcts.ISMCTSBot),
    "outcome sampling": regrets(outcome_sampling_mccfr.OutcomeSamplingSolver, 60),
    "external sampling": regrets(external_sampling_mccfr.ExternalSamplingSolver, 5),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each algorithm, game and seat count")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in chantier.games:
        for seats in (2, 3, 4):
            for title, run in ALGORITHMS.items():
                rng, done, began = np.random.RandomState(chosen.seed), 0, time.monotonic()
                np.random.seed(chosen.seed)
                for state in positions(name, seats, rng):
                    run(state, rng)
                    done += 1
                    if time.monotonic() - began > chosen.seconds:
                        break
                print(f"{name} with {seats} seats: {title} ran on {done} positions", flush=True)


if __name__ == "__main__":
    main()
