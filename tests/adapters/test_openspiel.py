"""OpenSpiel's own test on every game and seat count; its bots play; states travel as text."""

from __future__ import annotations

from functools import partial

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import chantier
from chantier import IllegalAction, Match
from chantier.adapters import openspiel

NAMES = list(chantier.games)
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def walked(game: openspiel.SpielGame, decisions: int, seed: int = 1) -> openspiel.SpielState:
    """A state after so many random decisions."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or state.held.decisions < decisions):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@SEATS
@pytest.mark.parametrize("name", NAMES)
def test_random_sim_test(name: str, seats: int) -> None:
    """Short games: every state is asked for everything."""
    game = pyspiel.load_game(f"chantier_{name}(players={seats},longest=40)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_ends_as_a_match_does(name: str) -> None:
    """One that knows the game against random play; the same actions in a match give the same scores."""
    game = pyspiel.load_game(f"chantier_{name}(reward=score,players=3)")
    rng, state = np.random.RandomState(1), game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        worth = partial(game.kernel.worth, state.held.s)
        state.apply_action(max(legal, key=worth) if state.current_player() == 1 else int(rng.choice(legal)))
    assert state.held.decisions < game.longest
    match = Match(name, 3, "other dice").at(0)
    for action in state.history():
        match.repeat(action)
    assert state.returns() == match.scores()
    assert state.held.s.digest() == match.digest()


@pytest.mark.parametrize("name", NAMES)
def test_states_are_copied_and_serialised(name: str) -> None:
    game = pyspiel.load_game(f"chantier_{name}")
    state = walked(game, 12)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    twin = state.clone()
    for other in (again, twin):
        assert str(other) == str(state)
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.observation_tensor(1) == state.observation_tensor(1)
    twin.apply_action(twin.legal_actions()[0])
    assert str(twin) != str(state)


def test_information_states_hide_what_others_drew() -> None:
    game = pyspiel.load_game("chantier_arkadia(players=3)")
    state = walked(game, 30)
    for seat in range(3):
        other = state.resample_from_infostate(seat, np.random.RandomState(3).random)
        assert str(other) != str(state)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)


@pytest.mark.parametrize("name", NAMES)
def test_bots_of_openspiel_play(name: str) -> None:
    """MCTS and search over information sets, for a few moves of each game. OpenSpiel's searches in C++ crash with any game
    written in Python, its own included; its searches in Python do not."""
    game = pyspiel.load_game(f"chantier_{name}(longest=25)")
    state = walked(game, 15)
    bots = [
        mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=False),
        ismcts.ISMCTSBot(
            game=game, uct_c=1.4, max_simulations=3, random_state=np.random.RandomState(1),
            evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        ),
    ]  # fmt: skip
    for bot in bots:
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", NAMES)
def test_illegal_and_late_actions_are_refused(name: str) -> None:
    """Late is what was meant for an earlier decision, and what comes after the end; OpenSpiel itself checks neither."""
    state = walked(pyspiel.load_game(f"chantier_{name}(longest=30)"), 3)
    before = str(state)
    with pytest.raises(IllegalAction, match="0 is not legal now; legal are: "):
        state.apply_action(0)
    assert str(state) == before
    ended = walked(state.get_game(), 30)
    before = str(ended)
    assert ended.is_terminal()
    with pytest.raises(IllegalAction, match="the game has ended; begin another with new_initial_state"):
        ended.apply_action(0)
    assert str(ended) == before


def test_bad_setups_are_refused() -> None:
    with pytest.raises(Exception, match="for 2 to 4 seats"):
        pyspiel.load_game("chantier_world_monuments(players=9)")
