"""The suites of PettingZoo and Gymnasium, for every game and seat count; whole games; errors that help."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import chantier
from chantier import BadSetup, Game, IllegalAction
from chantier.adapters.gymnasium import Seat, Seats
from chantier.adapters.pettingzoo import Table, env
from chantier.bots import bot

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably")
def test_pettingzoo_api(game: Game, seats: int) -> None:
    """The two warnings are about the dictionary of observation and mask, which PettingZoo's own board games have too."""
    api_test(env(game, seats=seats), num_cycles=60)


@SEATS
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seed(game: Game, seats: int) -> None:
    seed_test(lambda: env(game, seats=seats), num_cycles=8)


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_render(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    seats = max(game.seats)
    render_test(lambda render_mode: env(game, seats=seats, render_mode=render_mode))
    assert game.title in capsys.readouterr().out
    shown = Table(game, seats=seats, render_mode="rgb_array")
    shown.reset(seed=1)
    assert len(np.unique(shown.render().reshape(-1, 3)[::7], axis=0)) > 50  # many colours: the picture is there


@SEATS
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_performance_benchmark(
    game: Game, seats: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs for five seconds; here a clock that runs faster makes it shorter."""
    ticks = iter(range(10_000))
    monkeypatch.setattr("time.time", lambda: next(ticks) / 4)
    performance_benchmark(env(game, seats=seats))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.unmeasured
@SEATS
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_a_whole_game_by_the_mask(game: Game, seats: int) -> None:
    """Against one that knows the game, so that it comes to an end."""
    table, rng, other = env(game, seats=seats, reward="rank"), Random(5), bot("apprentice", 1)
    table.reset(seed=2)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        total[agent] += reward
        if over or cut:
            table.step(None)
        elif agent == "seat_1":
            table.step(other.choose(table.unwrapped.episode.match.seen()))
        else:
            table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert abs(sum(total.values())) < 1e-9
    assert table.unwrapped.episode.match.over
    assert not table.agents
    with pytest.raises(IllegalAction, match="over: step None for each agent that is left, or begin another with reset"):
        table.unwrapped.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_illegal_and_late_actions_are_refused(game: Game) -> None:
    """Late is what was meant for a decision that has been taken, and what comes after the end."""
    table = env(game, longest=40)
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match="legal are: "):
        table.step(0)
    late = False
    while not table.truncations["seat_0"]:
        before = table.unwrapped.episode.match.legal
        table.step(before[-1])
        now = table.unwrapped.episode.match
        if before[-1] not in now.legal and not late:
            late, digest = True, now.digest()
            with pytest.raises(IllegalAction, match="not legal now; legal are: "):
                table.step(before[-1])
            assert now.digest() == digest
    assert late
    with pytest.raises(IllegalAction, match="the match is over"):
        table.step(0)
    table.step(None)  # as PettingZoo wants it
    assert len(table.agents) == 1


def test_bad_setups_are_refused() -> None:
    with pytest.raises(BadSetup, match="for 2 to 4 seats"):
        env("arkadia", seats=5)
    with pytest.raises(BadSetup, match="render mode"):
        env("arkadia", render_mode="smell")


@SEATS
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_check_env(game: Game, seats: int) -> None:
    """It draws an action before it begins a match, which is then rarely legal; that must be no fault."""
    check_env(Seat(game, bots=["random"] * (seats - 1)), skip_render_check=True)
    check_env(Seat(game, bots=["random"] * (seats - 1), scaled=True, reward="change"), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_environments_are_made_by_their_ids(game: Game) -> None:
    made = gymnasium.make(f"chantier.adapters.gymnasium:chantier/{game.name}-v0", bots=["random"], reward="rank")
    seen, _ = made.reset(seed=1)
    assert made.observation_space.contains(seen)
    check_env(made.unwrapped, skip_render_check=True)
    vector = gymnasium.make_vec(f"chantier/{game.name}-v0", num_envs=3, vectorization_mode="vector_entry_point", seats=3)
    seen, _ = vector.reset(seed=1)
    assert vector.observation_space.contains(seen)
    assert isinstance(vector.unwrapped, Seats)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_against_apprentices(game: Game) -> None:
    """A whole game; the learner takes what the mask allows, and the reward is its share of the win."""
    seat, rng = Seat(game, bots=["apprentice", "random"], seat=1), Random(1)
    seen, info = seat.reset(seed=4)
    assert info == {"seat": 1}
    over = False
    while not over:
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == seat.episode.match.legal
        seen, reward, over, _, _ = seat.step(rng.choice(legal))
    assert reward in (-0.5, 0.0, 0.25, 1.0)
    with pytest.raises(IllegalAction, match="the match is over, or none was begun; begin one with reset"):
        seat.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_what_is_illegal_or_late(game: Game) -> None:
    seat = Seat(game, bots=["random"], seat=0, longest=3, illegal="refuse")
    with pytest.raises(IllegalAction, match="none was begun"):
        seat.step(0)
    seen, _ = seat.reset(seed=2)
    with pytest.raises(IllegalAction, match="not legal now; legal are: "):
        seat.step(0)
    assert np.array_equal(seat.episode.seen(0)["action_mask"], seen["action_mask"])  # nothing has changed
    cut = False
    while not cut:
        _, _, _, cut, _ = seat.step(seat.action_space.sample())
    for ended in (seat, Seat(game, bots=["random"])):
        if ended is not seat:
            ended.reset(seed=2)
            _, reward, over, cut, info = ended.step(0)
            assert (reward, over, cut) == (-1.0, True, False)
            assert "not legal now; legal are: " in info["illegal"]
        with pytest.raises(IllegalAction, match="the match is over"):
            ended.step(seat.episode.match.legal[0])


def test_vectors_of_seats_follow_gymnasium() -> None:
    seats = Seats("world_monuments", 50, others="random", reward="win")
    seen, info = seats.reset(seed=3)
    again, _ = Seats("world_monuments", 50, others="random").reset(seed=3)
    assert np.array_equal(seen["observation"], again["observation"])
    assert seats.observation_space.contains(seen)
    won: list[Any] = []
    for _ in range(320):
        actions = seats.many.random_actions().copy()
        assert seats.action_space.contains(actions)
        seen, gains, over, _, info = seats.step(actions)
        won += gains[over].tolist()
        assert (gains[~over] == 0).all()
    assert seen["observation"] is seats.many.observations  # nothing is copied
    assert np.shares_memory(seen["action_mask"], seats.many.masks)
    assert len(won) > 50
    assert set(won) <= {-1.0, 0.0, 1.0}
    assert len(set(info["seat"].tolist())) == 2


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_vectors_tell_how_a_match_ended_as_those_of_gymnasium_do(game: Game, scaled: bool) -> None:
    """The same keys and shapes as a vector of single seats has, and what was seen where a game was cut off."""
    given: dict[str, Any] = {"longest": 3, "scaled": scaled}
    mine = Seats(game, 2, others="random", threads=1, **given)
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: Seat(game, bots=["random"], **given)] * 2, autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP
    )
    for vector in (mine, theirs):
        vector.reset(seed=1)
    for _ in range(3):
        last_state = mine.many.state(0)
        seen, _, _, cut, told = mine.step(mine.action_space.sample())
        assert mine.observation_space.contains(seen)
        _, _, _, also_cut, expected = theirs.step([env.action_space.sample() for env in theirs.envs])
        assert cut.tolist() == also_cut.tolist()
        assert shape_of(told) == shape_of(expected)
    assert cut.all()
    for i, final in enumerate(told["final_obs"]):
        assert mine.single_observation_space.contains(final)
        assert final["action_mask"].any()
        assert not np.array_equal(final["observation"], seen["observation"][i])
    assert last_state.to_act == told["final_info"]["seat"][0]


def shape_of(told: Any) -> Any:
    """The keys of infos with the shapes of their arrays."""
    if isinstance(told, dict):
        return {key: shape_of(value) for key, value in told.items()}
    return np.shape(told)


@pytest.mark.parametrize("game", GAMES)
def test_samples_of_many_actions_are_legal(game: Game) -> None:
    seats = Seats(game, 40, others="random", seats=3)
    seats.reset(seed=1)
    for _ in range(30):
        actions = seats.action_space.sample()
        assert seats.action_space.contains(actions)
        seats.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_changes_of_the_margin_add_up(game: Game) -> None:
    """Step by step the same points as at the end, for single seats and in PettingZoo."""
    seat = Seat(game, bots=["random"], seat=0, reward="change", scale=10, longest=80)
    seat.reset(seed=3)
    first, total, ended = seat.episode.match.scores(), 0.0, False
    while not ended:
        _, reward, over, cut, _ = seat.step(seat.action_space.sample())
        total, ended = total + reward, over or cut
    last = seat.episode.match.scores()
    assert total == pytest.approx(((last[0] - last[1]) - (first[0] - first[1])) / 10)
    table = env(game, seats=2, reward="change", longest=60)
    table.reset(seed=4)
    totals = dict.fromkeys(table.agents, 0.0)
    while not (table.truncations["seat_0"] or table.terminations["seat_0"]):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[-1]))
        for agent, reward in table.rewards.items():
            totals[agent] += reward
    scores = table.unwrapped.episode.match.scores()
    assert totals["seat_0"] == pytest.approx((scores[0] - scores[1]) / 50) == -totals["seat_1"]


@pytest.mark.parametrize("others", ["journeyman:4", ["random", "plain-search:3"]])
@pytest.mark.parametrize("game", GAMES)
def test_levels_that_search_sit_at_the_other_seats(game: Game, others: str | list[str]) -> None:
    seats = Seats(game, 6, seats=3, others=others, longest=5)
    seats.reset(seed=1)
    ended = 0
    for _ in range(10):
        _, _, _, cut, _ = seats.step(seats.action_space.sample())
        ended += int(cut.sum())
    assert ended == 12
    assert seats.many.policy is not None
    for wrong in ("journeyman", "master:0", "god:5"):
        with pytest.raises(BadSetup, match="no level that searches by playouts"):
            Seats(game, 2, others=wrong)
