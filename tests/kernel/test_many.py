"""Many games at once: the same plain and compiled, on one core and on several; rewards; a new game begins at once."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import chantier
from chantier import BadSetup, Game, IllegalAction
from chantier.binding import BATCH, load
from chantier.kernel import batch
from chantier.kernel.many import Many

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


def same(one: Many, two: Many) -> None:
    for name in ("observations", "masks", "rewards", "notes"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


@pytest.mark.unmeasured
@pytest.mark.parametrize("others", [None, "random"])
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_step_the_same_games(game: Game, others: str | None) -> None:
    """Every number of every step; with bounds checks, as in all tests."""
    step_both(game, others)


def step_both(game: Game, others: str | None) -> tuple[Many, Many]:
    fast = Many(game, 3, seats=3, others=others, threads=2, seed=5, longest=40)
    slow = Many(game, 3, seats=3, others=others, seed=5, longest=40, compiled=False)
    same(fast, slow)
    for _ in range(45):
        actions = fast.random_actions().copy()
        assert slow.random_actions().tolist() == actions.tolist()
        fast.step(actions)
        slow.step(actions)
        same(fast, slow)
    return fast, slow


@pytest.mark.unmeasured
def test_looking_ahead_and_apprentices_are_the_same_plain_and_compiled() -> None:
    """For one game only: machine code for all of them would take minutes."""
    fast, slow = step_both(chantier.games["world_monuments"], "apprentice")
    assert fast.apprentice_actions().tolist() == slow.apprentice_actions().tolist()
    rows, starts = fast.look_ahead()
    assert np.array_equal(rows, slow.look_ahead()[0])
    assert len(rows) == fast.masks.sum()
    assert starts[1] == fast.masks[0].sum()


@pytest.mark.parametrize("game", GAMES)
def test_apprentices_play_interpreted(game: Game) -> None:
    many = Many(game, 2, seats=3, others="apprentice", compiled=False)
    for _ in range(5):
        assert many.masks[np.arange(2), many.apprentice_actions()].all()
        rows, _ = many.look_ahead()
        assert len(rows) == many.masks.sum()
        many.step(many.random_actions())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_played_and_begin_anew(game: Game, seats: int) -> None:
    many, over = Many(game, 16, seats=seats, longest=400), 0
    for _ in range(420):
        many.step(many.random_actions())
        ended = many.ended > 0
        over += int((many.ended == 1).sum())
        assert (many.rewards[~ended] == 0).all()
        assert np.abs(many.rewards[ended].sum(1)).max(initial=0) < 1e-5  # what one wins the others lose
        assert ((many.to_act >= 0) & (many.to_act < seats)).all()
        assert (many.masks.sum(1) == many.menus[:, 0]).all()
    assert over > 0 or game.name == "queens_architect"  # there random games wander; the next test plays one to its end
    assert (many.observations >= many.spec.least).all()
    assert (many.observations <= many.spec.most).all()


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    one = Many("arkadia", 10, threads=1, seed=3)
    two = Many("arkadia", 10, threads=2, seed=3)
    for _ in range(60):
        one.step(one.random_actions())
        two.step(two.random_actions())
    same(one, two)
    one.begin(3)
    assert not np.array_equal(one.observations, two.observations)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_a_whole_game(game: Game) -> None:
    """One that looks at masks and states from outside, at one seat; what is random sits at the other."""
    many, worth = Many(game, 1, seats=2, reward="score", longest=20_000), load(game, BATCH).worth
    decisions = 0
    while not many.ended[0]:
        actions = many.random_actions()
        if many.to_act[0] == 0:
            actions[0] = max(np.flatnonzero(many.masks[0]).tolist(), key=partial(worth, many.state(0)))
        many.step(actions)
        decisions += 1
    assert many.ended[0] == 1
    assert many.rewards[0][0] > many.rewards[0][1]
    assert decisions > 50
    assert many.notes[0][batch.DECISIONS_MADE] == 0  # the next game has begun


@pytest.mark.parametrize("game", GAMES)
def test_illegal_and_late_actions_are_named_and_change_nothing(game: Game) -> None:
    """Late is what was legal a step before, be it in a game that has ended since."""
    many = Many(game, 4, longest=9)
    for _ in range(9):
        before = many.masks.copy()
        many.step(many.random_actions())
    assert many.ended[2] == 2
    seen, masks, digest = many.observations.copy(), many.masks.copy(), many.state(2).digest()
    actions = many.random_actions().copy()
    late = np.flatnonzero(before[2] & ~masks[2])
    for wrong in (int(np.flatnonzero(~masks[2])[0]), -1, 10**6, *late.tolist()):
        actions[2] = wrong
        legal = np.flatnonzero(masks[2])[0]
        with pytest.raises(IllegalAction, match=f"game 2: {wrong} is not legal; legal are: {legal}"):
            many.step(actions)
    assert len(late)
    assert np.array_equal(seen, many.observations)
    assert np.array_equal(masks, many.masks)
    assert many.state(2).digest() == digest


def test_bad_setups_are_refused() -> None:
    for given in ({"seats": 7}, {"reward": "gold"}, {"others": "me"}, {"n": 0}, {"weather": "fine"}):
        with pytest.raises(BadSetup):
            Many("arkadia", **{"n": 2, **given})  # type: ignore[arg-type]


def test_rewards_by_kind() -> None:
    game = chantier.games["world_monuments"]
    kernel, s = load(game, BATCH), game.setup(4)
    for seat, points in enumerate((30, 50, 50, 10)):
        s.seat[seat].points = points
    assert [kernel.gain_of(s, seat, batch.SCORE) for seat in range(4)] == [30, 50, 50, 10]
    assert [round(kernel.gain_of(s, seat, batch.WIN), 6) for seat in range(4)] == [-0.333333, 0.333333, 0.333333, -0.333333]
    assert [round(kernel.gain_of(s, seat, batch.RANK), 6) for seat in range(4)] == [-0.333333, 0.666667, 0.666667, -1.0]
