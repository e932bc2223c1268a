"""The benchmark: the same games for everybody, and every kind of entrant plays them."""

from __future__ import annotations

import pyspiel
import pytest
from bench import benchmark


@pytest.mark.unmeasured
def test_the_same_entrant_gets_the_same_games() -> None:
    """Bots by playouts are the same on every machine; both seats of a deal are played."""
    first = [benchmark.play("world_monuments", "random", number)[0::2] for number in range(2)]
    assert first == [benchmark.play("world_monuments", "random", number)[0::2] for number in range(2)]
    assert all(decisions > 20 for _, decisions in first)


@pytest.mark.unmeasured
@pytest.mark.parametrize("words", ["random", "apprentice", "journeyman:4", "mcts:2", "ismcts:2"])
def test_every_kind_of_entrant_decides(words: str) -> None:
    game = pyspiel.load_game("chantier_arkadia(longest=12)")
    state, player = game.new_initial_state(), benchmark.entrant(words, game, 1)
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[0] if state.is_chance_node() else player(state)
        assert action in legal
        state.apply_action(action)
