"""The benchmark of docs/benchmark.md: an entrant against the reference, on fixed games, seats and seeds.

    python -m bench.benchmark world_monuments ismcts:50 --games 20

An entrant is a level (`journeyman:200`), a search of OpenSpiel with its simulations a decision (`mcts:50`, `ismcts:50`), or a
model of MaskablePPO (`ppo:FILE`). All of them play in the same OpenSpiel game.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from chantier.adapters import openspiel
from chantier.adapters.learner import Episode
from chantier.bots import bot
from chantier.core import BadSetup, Seen, games
from chantier.lab.standings import wilson

Entrant = Callable[[openspiel.SpielState], int]
VERSION = 1  # of the protocol: figures of different versions cannot be compared
REFERENCE = "apprentice"
LONGEST = 2000


def entrant(words: str, game: openspiel.SpielGame, seed: int) -> Entrant:
    """Whoever is named by these words: a function from a state to an action."""
    kind, _, more = words.partition(":")
    if kind in ("mcts", "ismcts"):
        rng = np.random.RandomState(seed % (1 << 32))
        made: Any = {"mcts": mcts.MCTSBot, "ismcts": ismcts.ISMCTSBot}[kind]
        given: dict[str, Any] = {"solve": False} if kind == "mcts" else {}
        guess = mcts.RandomRolloutEvaluator(1, rng)
        searcher = made(game=game, uct_c=1.4, max_simulations=int(more), evaluator=guess, random_state=rng, **given)
        return lambda state: int(searcher.step(state))
    if kind == "ppo":
        return _learnt(more, game)
    player = bot(words, seed)

    def choose(state: openspiel.SpielState) -> int:
        s, seat = state.held.s, state.current_player()
        chosen = game.chosen
        seen = Seen(seat, chosen.view(s, seat), chosen.legal(s), lambda rng: chosen.redeal(s, seat, rng), chosen)
        return player.choose(seen)

    return choose


def _learnt(file: str, game: openspiel.SpielGame) -> Entrant:
    """A model of MaskablePPO that was taught with scaled rows."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(file, device="cpu")
    scales = Episode(game.chosen, game.seats, "win", None, None, {}).spec.scales

    def choose(state: openspiel.SpielState) -> int:
        row = np.array(state.observation_tensor(state.current_player()), np.float32) * scales
        action, _ = model.predict(row, action_masks=np.array(state.legal_actions_mask(), bool), deterministic=True)
        return int(action)

    return choose


def play(name: str, words: str, number: int) -> tuple[float, float, int]:
    """Game with this number: the entrant's part of the win, its seconds, and its decisions. It sits at each seat in turn."""
    game = pyspiel.load_game(f"chantier_{name}(players=2,longest={LONGEST})")
    seat, dice = number % 2, Random(f"benchmark {VERSION} {name} {number // 2}")
    players = {seat: entrant(words, game, number), 1 - seat: entrant(REFERENCE, game, number)}
    state, spent, decisions = game.new_initial_state(), 0.0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, odds)[0])
            continue
        began, legal = time.process_time(), state.legal_actions()
        acting = state.current_player()
        action = legal[0] if len(legal) == 1 else players[acting](state)
        if acting == seat:
            spent, decisions = spent + time.process_time() - began, decisions + 1
        state.apply_action(action)
    return (state.returns()[seat] + 1) / 2, spent, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(games))
    parser.add_argument("entrant")
    parser.add_argument("--games", type=int, default=200, help="an even number: two for each deal, one at each seat")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.games < 2 or chosen.games % 2:
        raise BadSetup("each deal is played twice: the number of games is even")
    results = [play(chosen.game, chosen.entrant, number) for number in range(chosen.games)]
    wins = sum(won for won, _, _ in results)
    low, high = wilson(wins, len(results))
    cost = 1000 * sum(spent for _, spent, _ in results) / max(1, sum(n for _, _, n in results))
    told = {"benchmark": VERSION, "game": chosen.game, "entrant": chosen.entrant, "reference": REFERENCE, "games": chosen.games}
    told |= {"wins": wins / len(results), "low": low, "high": high, "ms": cost}
    if chosen.json:
        print(json.dumps(told))
    else:
        print(f"{chosen.entrant} wins {told['wins']:.1%} ({low:.1%} to {high:.1%}) of {chosen.games}; {cost:.1f} ms a decision")


if __name__ == "__main__":
    main()
