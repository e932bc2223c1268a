"""Many games at once: the same plain and compiled, on one core and on several; rewards; a new game begins at once."""

from __future__ import annotations

import pickle
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
import pytest

import chantier
from chantier import BadSetup, Game, IllegalAction
from chantier.binding import BATCH, load
from chantier.kernel import batch, signals
from chantier.kernel.many import REWARDS, Many
from chantier.kernel.words import NONE

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
    for given in (
        {"seats": 7},
        {"reward": "gold"},
        {"others": "me"},
        {"others": ["random"] * 3},
        {"n": 0},
        {"longest": 5, "horizon": 5},
        {"scale": 0},
        {"weather": "fine"},
    ):
        with pytest.raises(BadSetup):
            Many("arkadia", **{"n": 2, **given})  # type: ignore[arg-type]


def test_rewards_by_kind() -> None:
    game = chantier.games["world_monuments"]
    kernel, s = load(game, BATCH), game.setup(4)
    for seat, points in enumerate((30, 50, 50, 10)):
        s.seat[seat].points = points
    assert [kernel.gain_of(s, seat, signals.SCORE) for seat in range(4)] == [30, 50, 50, 10]
    assert [round(kernel.gain_of(s, seat, signals.WIN), 6) for seat in range(4)] == [-0.333333, 0.333333, 0.333333, -0.333333]
    assert [round(kernel.gain_of(s, seat, signals.RANK), 6) for seat in range(4)] == [-0.333333, 0.666667, 0.666667, -1.0]


# --- signals, positions, copies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_promised_at_a_cut_lies_within_bounds(game: Game) -> None:
    """For every kind, seat count and moment; wins and places add up to nothing; the leader by the outlook is promised most."""
    kernel = load(game, BATCH)
    for seats in (2, 3, 4):
        many = Many(game, 8, seats=seats, longest=10_000, seed=seats)
        for step in range(60):
            many.step(many.random_actions())
            if step % 15 == 0:
                s = many.state(step % 8)
                for kind in (signals.WIN, signals.RANK):
                    gains = [kernel.gain_at_cut(s, seat, kind) for seat in range(seats)]
                    assert sum(gains) == pytest.approx(0, abs=1e-6)
                    assert -1 <= min(gains) <= max(gains) <= 1
                    hopes = [kernel.outlook(s, seat) for seat in range(seats)]
                    assert gains.index(max(gains)) == hopes.index(max(hopes))


@pytest.mark.parametrize("reward", ["win", "rank", "score", "margin"])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_cut_off_with_what_the_outlook_promises(game: Game, reward: str) -> None:
    """Beside the same games that are not cut off."""
    many, longer = Many(game, 3, horizon=30, reward=reward, scale=20), Many(game, 3)
    for _ in range(30):
        actions = many.random_actions().copy()
        longer.step(longer.random_actions())
        many.step(actions)
    assert many.ended.tolist() == [2, 2, 2]
    kernel, kind = load(game, BATCH), REWARDS.index(reward)
    promised = [[kernel.gain_at_cut(longer.state(i), seat, kind) for seat in range(2)] for i in range(3)]
    assert many.rewards == pytest.approx(np.array(promised) / (20 if reward == "margin" else 1), abs=1e-5)
    assert many.rewards.any() or not kernel.IN_POINTS  # where points come with the palace
    assert np.array_equal(many.last_masks.sum(1), np.where(longer.to_act == many_seats(many, longer), longer.menus[:, 0], 0))


def many_seats(many: Many, longer: Many) -> Any:
    """Who decided last in games that were cut off: whose row was seen at the end."""
    rows = many.last_observations
    return np.where((rows == longer.observations).all(1), longer.to_act, NONE)


@pytest.mark.parametrize("game", GAMES)
def test_changes_of_the_margin_add_up(game: Game) -> None:
    many = Many(game, 6, seats=3, reward="change", scale=10, longest=50)
    longer, total = Many(game, 6, seats=3), np.zeros((6, 3))
    for _ in range(50):
        actions = many.random_actions().copy()
        longer.step(longer.random_actions())
        many.step(actions)
        total += many.rewards
    kernel = load(game, BATCH)
    margins = [[kernel.margin_of(longer.state(i), seat) / 10 for seat in range(3)] for i in range(6)]
    assert total == pytest.approx(np.array(margins), abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_promised_adds_up_to_the_win(game: Game) -> None:
    """From the first decision of a game to its end, for two that know the game."""
    many = Many(game, 4, reward="promise", longest=2000, seed=3)
    kernel, total, first = load(game, BATCH), np.zeros((4, 2)), [many.state(i) for i in range(4)]
    ended = np.zeros(4, bool)
    while not ended.all():
        many.step(many.apprentice_actions())
        total[~ended] += many.rewards[~ended]
        ended |= many.ended == 1
    promised = [[kernel.standing(s, seat, signals.PROMISE) for seat in range(2)] for s in first]
    assert set((total + promised).round(3).flatten().tolist()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("game", GAMES)
def test_rows_can_be_scaled(game: Game) -> None:
    many = Many(game, 20, seats=4)
    for _ in range(40):
        many.step(many.random_actions())
    scaled = many.scaled()
    assert scaled.dtype == np.float32
    assert np.array_equal(np.rint(scaled / many.spec.scales), many.observations)


@pytest.mark.parametrize("game", GAMES)
def test_scaled_numbers_can_be_told_apart(game: Game) -> None:
    """In games of those who know them a number that changes uses a good part of the way from 0 to 1; hardly one leaves it."""
    many = Many(game, 32, seats=2)
    most = np.zeros(many.spec.size)
    outside = 0.0
    for _ in range(200):
        many.step(many.apprentice_actions())
        scaled = np.abs(many.scaled())
        most, outside = np.maximum(most, scaled.max(0)), outside + (scaled > 1).mean() / 200
    faint = [name for name, value in zip(many.spec.names, most, strict=True) if 0 < value < 0.1]
    assert not faint
    assert outside < 0.001
    assert most.max() < 5


@pytest.mark.parametrize("game", GAMES)
def test_a_function_decides_for_the_others(game: Game) -> None:
    """The same at its seats as a level is: it is asked for games of its seats alone, and the learner never sees its turn."""
    asked = 0

    def lowest(rows: Any, masks: Any, seats: Any) -> Any:
        nonlocal asked
        assert len(rows) == len(masks) == len(seats) > 0
        asked += len(rows)
        return masks.argmax(1)

    many = Many(game, 10, seats=3, others=["random", lowest], longest=12)
    learners, ends = set(), 0
    for _ in range(60):
        assert (many.to_act == many.notes[:, batch.LEARNER]).all()
        learners |= set(many.to_act.tolist())
        many.step(many.random_actions())
        ends += int((many.ended > 0).sum())
        assert (many.rewards[many.ended == 0] == 0).all()
    assert asked > 50
    assert learners == {0, 1, 2}
    assert ends >= 10 * 5
    with pytest.raises(IllegalAction, match="function at the other seats"):
        Many(game, 10, others=lambda rows, masks, seats: np.full(len(rows), -1)).step(many.actions)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("how", ["save", "pickle", "deepcopy"])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_saved_and_copied(game: Game, how: str, compiled: bool) -> None:
    """What follows is the same, action by action; and a copy is independent."""
    many = Many(game, 3, seats=3, others="random", compiled=compiled, longest=60)
    for _ in range(5):
        many.step(many.random_actions())
    saved = many.save()
    twin = many
    if how != "save":
        twin = pickle.loads(pickle.dumps(many)) if how == "pickle" else deepcopy(many)
    seen = []
    for _ in range(8):
        many.step(many.random_actions())
        seen.append(many.observations.copy())
    if how == "save":
        many.restore(saved)
    for expected in seen:
        twin.step(twin.random_actions())
        assert np.array_equal(twin.observations, expected)
    same(many, twin)


@pytest.mark.parametrize("game", GAMES)
def test_games_begin_with_given_positions(game: Game) -> None:
    """In turn, again and again, states and matches alike."""
    match = chantier.Match(game, 2, "begin")
    for _ in range(12):
        match.play(match.legal[-1])
    later = match.copy()
    later.play(later.legal[0])
    many = Many(game, 4, positions=[match, later.state], longest=2)
    for _ in range(3):
        assert [many.state(i).digest() for i in range(4)] == [match.digest(), later.digest()] * 2
        for _ in range(2):
            many.step(many.random_actions())
    with pytest.raises(BadSetup, match="begin with its states for 3 seats"):
        Many(game, 2, seats=3, positions=[match])


def test_arrays_that_come_and_go_are_never_confused() -> None:
    """Where an array lies is asked once, and again for every other one, though it may lie where one was that is gone."""
    found = set[bytes]()
    for _ in range(8):
        many = Many("world_monuments", 3, seats=2, seed=4, threads=1)
        for _ in range(5):
            many.step(many.random_actions())
        found.add(many.observations.tobytes() + many.masks.tobytes())
    assert len(found) == 1
