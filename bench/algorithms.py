"""Algorithms of OpenSpiel on positions of all games, for as long as you like: python -m bench.algorithms --seconds 60

NFSP is among them where Torch and dm-tree are installed, which it needs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr

import chantier
from chantier.adapters import openspiel

try:
    from open_spiel.python.pytorch import nfsp
except ImportError:
    nfsp = None


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


def fictitious_play(state: openspiel.SpielState, rng: np.random.RandomState) -> None:
    """NFSP learns from a few games that begin here."""
    game = state.as_game(horizon=30)
    table = rl_environment.Environment(game)
    seen, actions = table.observation_spec()["info_state"][0], table.action_spec()["num_actions"]
    given = {"batch_size": 8, "learn_every": 4, "min_buffer_size_to_learn": 8, "replay_buffer_capacity": 500}
    agents = [nfsp.NFSP(seat, seen, actions, [16], 500, 0.1, **given) for seat in range(game.num_players())]
    for _ in range(3):
        told = table.reset()
        while not told.last():
            told = table.step([agents[told.observations["current_player"]].step(told).action])
        for agent in agents:
            agent.step(told)


ALGORITHMS = {
    "MCTS": search(mcts.MCTSBot),
    "ISMCTS": search(ismcts.ISMCTSBot),
    "outcome sampling": regrets(outcome_sampling_mccfr.OutcomeSamplingSolver, 60),
    "external sampling": regrets(external_sampling_mccfr.ExternalSamplingSolver, 5),
}
if nfsp is not None:
    ALGORITHMS["NFSP"] = fictitious_play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each algorithm, game and seat count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=ALGORITHMS, default=list(ALGORITHMS), metavar="ALGORITHM")
    chosen = parser.parse_args()
    for name in chantier.games:
        for seats in (2, 3, 4):
            for title, run in [(title, run) for title, run in ALGORITHMS.items() if title in chosen.only]:
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
