"""Other engines measured in the same run, where they are installed (`pip install chantier[bench]`): OpenSpiel and Catanatron;
and other environments for learners: PettingZoo's board games, OpenSpiel's in C++ and in Python, pgx.

All by CPU time on one core. An OpenSpiel search with very many rollouts a simulation spends its time in rollouts, which is how
its C++ is measured without Python in between.
"""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from random import Random
from time import perf_counter, process_time
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


# --- environments for learners, by the clock ----------------------------------------------------------------------------

PGX_GAMES = ("connect_four", "backgammon")
SIDE_BY_SIDE = 1024  # of pgx


def environments(quick: bool) -> dict[str, dict[str, float]]:
    """Steps a second with random actions, masks and observations included, and legal actions a step; what is installed."""
    found: dict[str, dict[str, float]] = {}
    steps = 500 if quick else 10_000
    if find_spec("pettingzoo") and find_spec("pygame"):
        for name in ("connect_four_v3", "tictactoe_v3"):
            found[f"PettingZoo {name}"] = zoo(name, steps)
    if find_spec("pyspiel"):
        for name, written in (("connect_four", "C++"), ("backgammon", "C++"), ("python_tic_tac_toe", "Python")):
            found[f"OpenSpiel {name}, in {written}"] = spiel_steps(name, steps)
    if find_spec("pgx") and find_spec("jax"):
        for name in PGX_GAMES:
            found[f"pgx {name}, {SIDE_BY_SIDE} side by side"] = pgx(name, 5 if quick else 200)
    return found


def zoo(name: str, steps: int) -> dict[str, float]:
    from importlib import import_module

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        env = import_module(f"pettingzoo.classic.{name}").env()
        return env_steps(env, steps)


def env_steps(env: Any, steps: int) -> dict[str, float]:
    """An AEC environment."""
    rng, done, choices = Random(1), 0, 0
    start = perf_counter()
    while done < steps:
        env.reset(seed=done)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            legal = seen["action_mask"].nonzero()[0].tolist()
            ended = over or cut
            env.step(None if ended else rng.choice(legal))
            done += not ended
            choices += 0 if ended else len(legal)
            if done >= steps:
                break
    return {"steps/s": steps / (perf_counter() - start), "legal actions": choices / steps}


def spiel_steps(name: str, steps: int) -> dict[str, float]:
    """A game of OpenSpiel from Python, with the tensor and the mask of each decision."""
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401
    game, rng, done, choices = pyspiel.load_game(name), Random(1), 0, 0
    start = perf_counter()
    while done < steps:
        state = game.new_initial_state()
        while not state.is_terminal() and done < steps:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(rng.choice(legal))
            done += 1
            choices += len(legal)
    return {"steps/s": steps / (perf_counter() - start), "legal actions": choices / steps}


def pgx(name: str, rounds: int) -> dict[str, float]:
    """Many games side by side, on the CPU."""
    import jax
    import pgx as games
    from pgx.experimental.wrappers import auto_reset

    env = games.make(name)
    step = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        one, two = jax.random.split(key)
        action = jax.random.categorical(one, jax.numpy.log(state.legal_action_mask), axis=-1)
        return jax.vmap(step)(state, action, jax.random.split(two, SIDE_BY_SIDE))

    fast, keys = jax.jit(act), jax.random.split(jax.random.PRNGKey(1), rounds + 2)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(keys[0], SIDE_BY_SIDE))
    state = fast(state, keys[1])
    state.observation.block_until_ready()
    start = perf_counter()
    for key in keys[2:]:
        state = fast(state, key)
    state.observation.block_until_ready()
    rate = rounds * SIDE_BY_SIDE / (perf_counter() - start)
    choices = 0.0
    for key in keys[2:]:  # counted afterwards, so that it costs no time above
        state = fast(state, key)
        choices += float(state.legal_action_mask.sum(-1).mean())
    return {"steps/s": rate, "legal actions": choices / rounds}
