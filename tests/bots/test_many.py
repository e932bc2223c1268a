"""Search in many positions at once: the same plain and compiled, on any number of threads, with our judgement or another's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import chantier
from chantier import BadSetup, Game, Match
from chantier.bots.many import Found, rows_of, search_many
from chantier.kernel.features import spec

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


def positions(game: Game, n: int, seats: int = 2) -> list[Match]:
    """Positions with more than one legal action."""
    found = []
    for k in range(n):
        match = Match(game, seats, f"{k}")
        for step in range(3 * k):
            match.play(match.legal[step % len(match.legal)])
        while len(match.legal) < 2:
            match.play(match.legal[0])
        found.append(match)
    return found


def same(one: Found, two: Found) -> None:
    for name in Found.__dataclass_fields__:
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


def flat(rows: Any, masks: Any) -> tuple[Any, Any]:
    """A network that knows nothing."""
    return None, np.full(len(rows), 0.5)


@pytest.mark.unmeasured
@pytest.mark.parametrize("root", ["plain", "gumbel"])
@pytest.mark.parametrize("evaluate", [None, flat], ids=["habit", "network"])
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_find_the_same(game: Game, evaluate: Any, root: str) -> None:
    """With noise and on two threads."""
    given: dict[str, Any] = {"evaluate": evaluate, "root": root, "noise": 0.3, "seed": 4}
    fast = search_many(positions(game, 4, 3), 12, threads=2, **given)
    same(fast, search_many(positions(game, 4, 3), 12, compiled=False, **given))


@pytest.mark.parametrize("root", ["plain", "gumbel"])
@pytest.mark.parametrize("evaluate", [None, flat], ids=["habit", "network"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_found_is_a_policy_over_legal_actions(game: Game, evaluate: Any, root: str) -> None:
    matches = positions(game, 9, 3)
    found = search_many(matches, 30, evaluate=evaluate, root=root)
    for i, match in enumerate(matches):
        legal = found.actions[i] >= 0
        assert found.actions[i][legal].tolist() == match.legal
        assert found.best[i] in match.legal
        assert found.visits[i].sum() == 30
        assert found.policy[i][legal].sum() == pytest.approx(1)
    assert found.values.sum(1) == pytest.approx(np.ones(9))
    assert found.over_all(game.actions.size).sum(1) == pytest.approx(np.ones(9))
    assert found.scores.shape == (9, 3)


@pytest.mark.parametrize("root", ["plain", "gumbel"])
@pytest.mark.parametrize("game", GAMES)
def test_a_network_is_believed(game: Game, root: str) -> None:
    """One that likes the highest legal action, and one that only knows what it wants after it: the search goes there."""

    def highest(rows: Any, masks: Any) -> tuple[Any, Any]:
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
        return np.eye(masks.shape[1])[last], np.full(len(rows), 0.5)

    matches = positions(game, 6)
    found = search_many(matches, 24, evaluate=highest, root=root)
    assert found.best.tolist() == [match.legal[-1] for match in matches]


@pytest.mark.parametrize("game", GAMES)
def test_leaves_are_asked_for_together(game: Game) -> None:
    """Once for all roots, and once for each playout; every row is one that its seat sees."""
    asked: list[int] = []

    def count(rows: Any, masks: Any) -> tuple[Any, Any]:
        asked.append(len(rows))
        assert (rows >= spec(game).least).all()
        assert (rows <= spec(game).most).all()
        assert masks.any(1).all()
        return masks.astype(float), np.full((len(rows), 2), 0.5)

    matches = positions(game, 7)
    search_many(matches, 10, evaluate=count)
    assert len(asked) == 11
    assert asked[0] == 7
    assert rows_of(matches, game).shape == (7, spec(game).size)


def test_values_are_believed_too() -> None:
    """A network that says who is ahead in points: what is found is worth more to who can score, and noise changes visits."""
    game = chantier.games["world_monuments"]
    at = spec(game).slices["points"]

    def ahead(rows: Any, masks: Any) -> tuple[Any, Any]:
        points = rows[:, at].astype(float)
        return None, 1 / (1 + np.exp((points[:, 1] - points[:, 0]) / 5))

    match = positions(game, 1)[0]
    while len(match.legal) < 3 or max(match.scores()) == 0:
        match.play(match.legal[len(match.moves) % len(match.legal)])
    found = search_many([match], 300, evaluate=ahead)
    assert found.worths[0].max() == found.worths[0][found.visits[0].argmax()]
    assert not np.array_equal(search_many([match], 100, noise=0.3, seed=2).visits, search_many([match], 100, seed=2).visits)


def test_bad_searches_are_refused() -> None:
    match = Match("world_monuments", seed="x")
    wrong: list[dict[str, Any]] = [
        {"playouts": 0},
        {"root": "square"},
        {"noise": -1.0},
        {"positions": []},
        {"positions": [match.state]},
    ]
    for bad in wrong:
        with pytest.raises(BadSetup):
            search_many(**{"positions": [match], "playouts": 5, **bad})
    with pytest.raises(BadSetup, match="a network answers"):
        search_many([match], 5, evaluate=lambda rows, masks: (None, np.zeros((len(rows), 7))))
