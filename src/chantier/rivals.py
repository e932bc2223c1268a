"""Other engines measured in the same run, where they are installed (`pip install chantier[bench]`): OpenSpiel and Catanatron.

All by CPU time on one core. An OpenSpiel search with very many rollouts a simulation spends its time in rollouts, which is how
its C++ is measured without Python in between.
"""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

SPIEL_GAMES = ("connect_four", "backgammon")
HIDDEN = "gin_rummy"  # for its search over information sets


def measure(quick: bool) -> dict[str, dict[str, float]]:
    """What is installed, measured: for each game, figures by name."""
    found: dict[str, dict[str, float]] = {}
    if find_spec("pyspiel"):
        for name in SPIEL_GAMES:
            found[f"OpenSpiel {name}"] = spiel(name, quick)
        found[f"OpenSpiel {HIDDEN}"] = spiel_hidden(quick)
    if find_spec("catanatron"):
        found["Catanatron, 4 seats"] = catan(quick)
    return found


def random_game(game: Any, rng: Random) -> tuple[int, int]:
    """A random game from Python: how many actions it had, and how many were legal altogether."""
    state = game.new_initial_state()
    actions = legal = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
            legal += len(outcomes)
        else:
            choices = state.legal_actions()
            legal += len(choices)
            action = rng.choice(choices)
        state.apply_action(action)
        actions += 1
    return actions, legal


def spiel(name: str, quick: bool) -> dict[str, float]:
    import pyspiel

    game, rng, games = pyspiel.load_game(name), Random(1), 20 if quick else 200
    start = process_time()
    played = [random_game(game, rng) for _ in range(games)]
    actions, legal = sum(a for a, _ in played), sum(n for _, n in played)
    from_python = actions / (process_time() - start)
    rollouts, sims = (200, 200) if quick else (2000, 2000)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    start = process_time()
    pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 1.4, 10, 100, False, 1, False).step(state)
    inside = 10 * rollouts * actions / games / (process_time() - start)
    start = process_time()
    pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, sims, 100, False, 1, False).step(state)
    return {
        "actions/s in C++": inside,
        "actions/s from Python": from_python,
        "legal actions": legal / actions,
        "search, simulations/s": sims / (process_time() - start),
    }


def spiel_hidden(quick: bool) -> dict[str, float]:
    import pyspiel

    game, rng, sims = pyspiel.load_game(HIDDEN), Random(1), 50 if quick else 500
    actions, legal = random_game(game, rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    start = process_time()
    pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, sims).step(state)
    return {"legal actions": legal / actions, "search, simulations/s": sims / (process_time() - start)}


def catan(quick: bool) -> dict[str, float]:
    from catanatron import Color, Game, RandomPlayer

    actions = legal = 0
    start = process_time()
    for seed in range(1 if quick else 5):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            legal += len(game.playable_actions if hasattr(game, "playable_actions") else game.state.playable_actions)
            game.play_tick()
            actions += 1
    return {"actions/s from Python": actions / (process_time() - start), "legal actions": legal / max(1, actions)}
