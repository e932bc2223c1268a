"""Our levels against OpenSpiel's Monte Carlo tree search, which has so much time of the processor for a decision.

    python examples/versus_openspiel.py world_monuments journeyman --games 10 --seconds 0.1
    python examples/versus_openspiel.py queens_architect grandmaster:1000 --games 40 --seconds 0.3

Both sit at each seat equally often. OpenSpiel's bot sees the whole state, hidden cards included; ours what its seat may know.
Its search is written in Python; random games, by which it judges, are played by machine code, or it would hardly see any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import chantier.adapters.openspiel
from chantier import Match
from chantier.bots import bot
from chantier.core import CHANCE
from chantier.kernel.native import native

SIMULATIONS = 1_000_000  # more than there is ever time for


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Random games, as OpenSpiel's own evaluator plays them, many times as fast."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.fast = game, native(game.chosen)
        self.menu, self.dice = self.fast.menu(), self.fast.dice(seed)

    def evaluate(self, state: Any) -> Any:
        states = self.fast.states(state.held.s, state.held.s)
        self.fast.play_random(states, self.menu, self.dice, 1, self.game.chosen.limit)
        end, kernel = self.fast.state(states), self.game.kernel
        return np.array([self.game.unit * kernel.gain_of(end, seat, self.game.kind) for seat in range(self.game.seats)])

    def prior(self, state: Any) -> Any:
        legal = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        total = sum(part for _, part in legal)
        return [(action, part / total) for action, part in legal]


class InTime(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, stopped by time instead of by a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        super().__init__(game, 1.4, SIMULATIONS, Rollouts(game, seed), solve=False, random_state=rng)
        self.seconds, self.simulations = seconds, 0

    def step(self, state: Any) -> int:
        """As many simulations as fit into the time: the search is asked for more and more until it is over."""
        until, many, chosen = process_time() + self.seconds, 2, state.legal_actions()[0]
        while process_time() < until:
            self.max_simulations = many
            root = self.mcts_search(state)
            chosen, self.simulations = root.best_child().action, self.simulations + many
            many *= 2
        return int(chosen)


class Effort:
    """What one side has spent in all games: seconds of the processor, and decisions where there was a choice."""

    def __init__(self) -> None:
        self.seconds, self.decisions = 0.0, 0

    def spend(self, choose: Callable[[], int]) -> int:
        began = process_time()
        action = choose()
        self.seconds, self.decisions = self.seconds + process_time() - began, self.decisions + 1
        return action

    @property
    def each(self) -> float:
        """Milliseconds a decision."""
        return 1000 * self.seconds / max(1, self.decisions)


def play(name: str, level: str, seat: int, seconds: float, seed: int, efforts: list[Effort]) -> tuple[float, int]:
    """One game of two seats: our share of the win, and how many simulations OpenSpiel did."""
    match = Match(name, 2, seed)
    game = pyspiel.load_game(f"chantier_{name}(longest=100000)")
    theirs, ours, state, done = InTime(game, seconds, seed), bot(level, seed), game.new_initial_state(), 0
    minds = [lambda: theirs.step(state), lambda: ours.choose(match.seen())]
    while not match.over:
        while done < len(match.moves):
            state.apply_action(match.moves[done].action)
            done += 1
        mine = match.to_act == seat
        match.play(match.legal[0] if len(match.legal) == 1 else efforts[mine].spend(minds[mine]))
    assert all(move.seat >= CHANCE for move in match.moves)
    places = match.ranking()
    return (1 / places.count(1) if places[seat] == 1 else 0.0), theirs.simulations


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=list(chantier.games))
    parser.add_argument("level", help="a level, or with playouts as in journeyman:500")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each decision of OpenSpiel's bot")
    args = parser.parse_args(arguments)
    won, simulations, efforts = 0.0, 0, [Effort(), Effort()]
    for number in range(args.games):
        share, done = play(args.game, args.level, number % 2, args.seconds, number, efforts)
        won, simulations = won + share, simulations + done
        theirs, ours = (effort.each for effort in efforts)
        print(
            f"game {number + 1}: {args.level} has won {won:g} of {number + 1} with {ours:.1f} ms a decision;"
            f" OpenSpiel did {simulations} simulations with {theirs:.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
