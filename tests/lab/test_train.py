"""Training: a short run learns, the same seed makes the same net, and a stopped run goes on as if it had not been stopped."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import chantier
from chantier import BadSetup
from chantier.kernel import nets
from chantier.kernel.net import NET_SEATS
from chantier.kernel.selfplay import BY_HABIT, BY_NET, BY_TRIES, NOTE_SEAT
from chantier.lab import train
from chantier.lab.fit import HELD_OUT, Learner, softmax
from chantier.lab.selfplay import Choices, Manner, Player, Rows, Work, rows_of
from chantier.lab.train import Recipe, Training, layers_of
from tests.nets import any_layers

GAME = chantier.games["queens_architect"]
SHORT = Recipe(
    GAME.name, GAME.version, GAME.components.hash, "short", wide=32, deep=8, rows=2000, playouts=4, tries=4, tried=1, replay=2,
    leaning=10, gate=2,
)  # fmt: skip


def quietly(what: str, part: float) -> None:
    assert what in train.PARTS
    assert 0 <= part <= 1


@pytest.fixture
def one_against_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each generation one game against searches with the sense instead of several: they take more than half of the time
    of a short run, and are only counted in its log, at which these tests do not look. The net is the same."""
    several = Player.against_sense

    def one(
        player: Player, net: nets.Layers, seats: int, playouts: int, by_sense: int, games: int, seed: str
    ) -> Iterator[float]:
        assert games > 1
        return several(player, net, seats, playouts, by_sense, 1, seed)

    monkeypatch.setattr(Player, "against_sense", one)


@pytest.mark.unmeasured
@pytest.mark.usefixtures("one_against_sense")
def test_a_short_run_learns(tmp_path: Path) -> None:
    """Three generations, one of each kind: the net judges games that it has not seen better than chance does, and turns that
    are chosen by it win more often than those chosen by one that has learned nothing."""
    training = Training(SHORT, tmp_path, quietly)
    nothing = training.learner.layers()
    told = [training.step() for _ in range(3)]
    assert [one["generation"] for one in told] == [0, 1, 2]
    layers = training.learner.layers()
    work = Work(Manner(BY_TRIES, tries=4), layers, [layers], "fresh")
    fresh, _ = rows_of(training.player, work, 5000, 1, lambda _: None)
    fresh.games *= HELD_OUT  # none of these was learned from
    guessing = float(np.log(fresh.seats).mean())
    assert training.learner.losses(fresh)["loss"] < 0.95 * guessing, (training.learner.losses(fresh), guessing)
    knowing, unknowing = (won_by_tries(training.player, net) for net in (layers, nothing))
    assert knowing > unknowing + 0.1, (knowing, unknowing)


@pytest.mark.unmeasured
@pytest.mark.usefixtures("one_against_sense")
def test_a_short_run_learns_what_is_wrong_with_the_outlook(tmp_path: Path) -> None:
    """World Monuments: within a round the outlook says little, and games by searches of the sense show what it misses. Before
    that the net says what the outlook says; values are half for winning and half for the margin, together 1."""
    game = chantier.games["world_monuments"]
    recipe = replace(
        SHORT, game=game.name, version=game.version, hash=game.components.hash, rows=12_000, playouts=8, tried=0, wide=16
    )  # fmt: skip
    training = Training(recipe, tmp_path, quietly)
    assert training.game.rules.CORRECTING
    work = Work(replace(recipe.manner(0), leaning=0), training.best, [training.best], "fresh")
    fresh, chosen = rows_of(training.player, work, 6000, 1, lambda _: None)
    assert not len(chosen)
    fresh.games *= HELD_OUT  # none of these will be learned from
    there = np.arange(NET_SEATS)[None, :] < fresh.seats[:, None]
    for values in (fresh.bases[:, :NET_SEATS], fresh.targets[:, :NET_SEATS]):
        assert np.allclose(values.sum(1), 1, atol=1e-5)
        assert (values[there] > 0).all()
        assert not values[~there].any()
    won = fresh.results[:, :NET_SEATS] == fresh.results[:, :NET_SEATS].max(1, keepdims=True)
    assert (fresh.targets[:, :NET_SEATS][won & there] >= 0.5 / fresh.seats.max()).all()
    by_outlook = -float((fresh.results[:, :NET_SEATS] * np.log(np.where(there, fresh.bases[:, :NET_SEATS], 1))).sum(1).mean())
    assert training.learner.losses(fresh)["loss"] == pytest.approx(by_outlook, rel=1e-4)
    training.step()
    learned = training.learner.losses(fresh)
    assert learned["loss"] < 0.98 * by_outlook, (learned, by_outlook)
    far = np.abs(fresh.bases - fresh.results)[:, NET_SEATS:][there].mean() / 100
    assert learned["off"] < 0.75 * far, (learned, far)
    value = training.learner.layers()[2][:, :NET_SEATS]
    fresh.results[:, NET_SEATS:] = fresh.bases[:, NET_SEATS:] + 700  # had they all ended so, whatever searches said
    fresh.games += 1  # learned from
    training.learner.score_anew(fresh)
    fresh.games -= 1
    assert training.learner.losses(fresh)["off"] < 0.5
    assert (training.learner.layers()[2][:, :NET_SEATS] == value).all()


def won_by_tries(player: Player, net: nets.Layers, games: int = 200) -> float:
    """The part of games that a seat wins against habit by playing the best of six turns, as the net judges them."""
    won = []
    for number in range(games):
        ways = [BY_TRIES, BY_HABIT] if number % 2 else [BY_HABIT, BY_TRIES]
        plan = [*ways, 0, 0, 6, 0, 0, 0, 0, 0, player.longest, 0]
        n = player.some(player.game.setup(2), plan, net, net, Random(number), 1, 0)
        won.append(float(player.results[n - 1][(ways.index(BY_TRIES) - int(player.notes[n - 1][NOTE_SEAT])) % 2]))
    return fmean(won)


@pytest.mark.unmeasured
@pytest.mark.usefixtures("one_against_sense")
def test_a_stopped_run_goes_on_to_the_same_net(tmp_path: Path) -> None:
    """Stopped while it plays, and while it learns: what is left over from that does no harm."""
    short = replace(SHORT, rows=200, gate=2)
    whole = Training(short, tmp_path / "whole", quietly)
    for _ in range(3):
        whole.step()

    class Stop(Exception):
        pass

    for word in ("plays", "learns", "is tested"):

        def stopping(what: str, part: float, word: str = word) -> None:
            if what == word and part > 0.5:
                raise Stop

        while (again := Training(short, tmp_path / "parts", quietly)).generation < 1:
            again.step()
        stopped = Training(short, tmp_path / "parts", stopping)
        with pytest.raises(Stop):
            stopped.step()
    again = Training(short, tmp_path / "parts", quietly)
    while again.generation < 3:
        again.step()
    for n in range(3):
        one, other = (nets.read(tmp_path / name / f"net-{n:03}.net") for name in ("whole", "parts"))
        assert one.weights == other.weights
    assert again.kept == whole.kept


def test_another_recipe_does_not_go_on(tmp_path: Path) -> None:
    Training(SHORT, tmp_path, quietly)
    with pytest.raises(BadSetup, match="holds another training: its seed and playouts differ"):
        Training(replace(SHORT, seed="other", playouts=9), tmp_path, quietly)
    with pytest.raises(BadSetup, match="holds another training: its tables differ"):
        Training(replace(SHORT, tables="4"), tmp_path, quietly)
    head = tmp_path / train.HEAD
    told = json.loads(head.read_text())
    del told["recipe"]["tables"]  # as it was before there was a choice
    head.write_text(json.dumps(told))
    assert Training(SHORT, tmp_path, quietly).generation == 0


def test_tables_have_as_many_seats_as_the_recipe_says() -> None:
    rng = Random(1)
    player = Player(GAME, 16, "23333")
    seats = [player.table(rng).seats for _ in range(200)]
    assert set(seats) == {2, 3}
    assert 130 < seats.count(3) < 190
    for none_fit in ("1", "many", "9"):
        with pytest.raises(BadSetup, match=f"{none_fit} has no table for Queen's Architect, which is played by 2 to 4"):
            Player(GAME, 16, none_fit)


def test_the_command_trains_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"TRIED": 1, "TRIES": 2, "GATE": 2, "MORE_AT_FIRST": 1}.items():
        monkeypatch.setattr(train, name, value)
    args = Namespace(
        game=GAME.name, seed="1", wide=16, rows=300, playouts=4, components=None, folder=tmp_path, generations=2, workers=1,
        tables="24",
    )  # fmt: skip
    assert train.main(args) == 0
    said = capsys.readouterr().out
    assert "generation 1: " in said
    assert "the best net is" in said
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [one["generation"] for one in log] == [0, 1]
    assert all(0 <= one["by_sense"] <= 1 and len(one["reliability"]) == 10 for one in log)
    args.generations = 3
    monkeypatch.setattr(Training, "step", interrupted)
    assert train.main(args) == 130
    assert "stopped in generation 2; the same command goes on" in capsys.readouterr().out


def interrupted(_: Training) -> None:
    raise KeyboardInterrupt


# --- games ------------------------------------------------------------------------------------------------------------


def test_rows_say_who_won_and_what_a_net_should_have_said() -> None:
    player, learner = Player(GAME, 16), Learner(GAME.rules.INSIGHT, 16, 8, GAME.actions.size, False, "1")
    rows, _ = player.lot(Work(Manner(BY_NET, playouts=4), learner.layers(), [learner.layers()], "rows"), 0)
    assert set(rows.seats) <= {2, 3, 4}
    assert np.allclose(rows.results[:, :NET_SEATS].sum(1), 1)
    there = np.arange(NET_SEATS)[None, :] < rows.seats[:, None]
    assert not rows.results[:, :NET_SEATS][~there].any()
    assert np.array_equal(rows.targets, rows.results)  # nothing is mixed in here
    leaning = replace(Manner(BY_NET, playouts=4), leaning=50)
    mixed, _ = player.lot(Work(leaning, learner.layers(), [learner.layers()], "rows"), 0)
    assert np.array_equal(mixed.results, rows.results)  # the same games
    assert np.allclose(mixed.targets[:, :NET_SEATS].sum(1), 1, atol=1e-4)
    assert not mixed.targets[:, :NET_SEATS][~there].any()
    off = np.abs(mixed.targets - mixed.results).sum(1)
    first, last = (
        np.flatnonzero(np.diff(mixed.games, prepend=-1, append=-1))[i:j] + k for i, j, k in ((0, -1, 0), (1, None, -1))
    )
    assert off[first].mean() > off[last].mean()  # the end is surer near the end
    kept = rows.dense(np.arange(20), GAME.rules.INSIGHT)
    assert kept.shape == (20, GAME.rules.INSIGHT)
    both = Rows.joined([rows, rows])
    assert len(both) == 2 * len(rows)
    assert np.array_equal(both.dense(np.arange(len(rows), len(rows) + 20), GAME.rules.INSIGHT), kept)
    assert len(set(both.games)) == 2 * len(set(rows.games))


def test_any_number_of_processes_plays_the_same_games() -> None:
    player, learner = Player(GAME, 16), Learner(GAME.rules.INSIGHT, 16, 8, GAME.actions.size, False, "1")
    work = Work(Manner(BY_HABIT), learner.layers(), [learner.layers()], "many")
    told: list[int] = []
    one, two = (rows_of(player, work, 5000, workers, told.append) for workers in (1, 2))
    assert told[-1] == 5000
    assert len(one[0]) >= 5000
    for mine, other in zip(one, two, strict=True):
        for name, value in vars(mine).items():
            assert np.array_equal(value, getattr(other, name)), name


def test_manners_mix_at_times() -> None:
    rng = Random(1)
    for way in (BY_HABIT, BY_TRIES, BY_NET):
        ways = [tuple(Manner(way, mixed=0.5).seats(3, rng)) for _ in range(60)]
        assert (way,) * 4 in ways
        assert (len(set(ways)) > 1) == (way != BY_HABIT)


def test_slopes_are_what_small_steps_show() -> None:
    """The way back is compared with differences, in double precision."""
    learner = Learner(12, 6, 5, 9, True, "slopes")
    learner.weights = [w.astype(np.float64) for w in learner.weights]
    rng = np.random.default_rng(1)
    x, seats = rng.standard_normal((9, 12)), rng.integers(2, 5, 9)
    there = np.arange(NET_SEATS)[None, :] < seats[:, None]
    chances = softmax(rng.standard_normal((9, NET_SEATS)), there)
    scores = rng.standard_normal((9, NET_SEATS))

    def loss() -> float:
        out = learner._forth(x)[2]
        lost = -(chances * np.log(np.where(there, softmax(out[:, :NET_SEATS], there), 1))).sum()
        off = 0.5 * 0.5 * (there * (out[:, NET_SEATS:] - scores) ** 2 / there.sum(1, keepdims=True)).sum()
        return float(lost + off) / len(x)

    h, k, out = learner._forth(x)
    slopes = learner._back(x, h, k, learner._errors(out, there, chances, scores))
    compare_with_small_steps(learner.weights[: len(slopes)], slopes, loss, rng)


def test_slopes_of_attention_are_what_small_steps_show() -> None:
    learner = Learner(12, 6, 5, 9, True, "slopes")
    rng = np.random.default_rng(2)
    learner.weights = [w.astype(np.float64) + 0.1 * rng.standard_normal(w.shape) for w in learner.weights]
    starts = np.array([0, 3, 5, 9])  # three decisions between 3, 2 and 4 actions
    actions, priors = np.array([0, 3, 8, 3, 5, 0, 1, 2, 8]), rng.standard_normal(9)
    shares = np.array([0.5, 0.5, 0, 0.9, 0.1, 0.25, 0.25, 0.5, 0])
    chosen = Choices(np.arange(4), np.zeros(3, int), np.ones(3), np.arange(3), starts, actions, priors, shares)
    x, which = rng.standard_normal((3, 12)), np.arange(3)

    def loss() -> float:
        parts = learner._heed(x, chosen, which)[-1]
        assert np.allclose(np.add.reduceat(parts, starts[:-1]), 1)
        return float(-(shares * np.log(parts)).sum()) / len(which)

    weights = [*learner.weights[:2], *learner.weights[6:]]
    compare_with_small_steps(weights, learner._heed_back(x, chosen, which), loss, rng)


def compare_with_small_steps(weights: list[Any], slopes: list[Any], loss: Callable[[], float], rng: Any) -> None:
    for some, slope in zip(weights, slopes, strict=True):
        for at in [tuple(rng.integers(0, n) for n in some.shape) for _ in range(12)]:
            kept = some[at]
            some[at] = kept + 1e-6
            more = loss()
            some[at] = kept - 1e-6
            less = loss()
            some[at] = kept
            assert (more - less) / 2e-6 == pytest.approx(slope[at], abs=1e-6)


def test_attention_is_learned_from_what_was_searched() -> None:
    """Every decision of a search is kept with the visits of its actions, and a fit comes closer to them than the prior is."""
    player, learner = Player(GAME, 16), Learner(GAME.rules.INSIGHT, 16, 8, GAME.actions.size, False, "1")
    assert not len(learner.layers()[-1])  # nothing was learned yet
    net = any_layers(GAME, wide=16, deep=8)  # it has opinions
    rows, chosen = player.lot(Work(Manner(BY_NET, playouts=24), net, [net], "attention"), 0)
    assert len(chosen) > len(rows)
    assert np.allclose(np.add.reduceat(chosen.shares, chosen.action_starts[:-1]), 1, atol=1e-5)
    assert (np.diff(chosen.action_starts) > 1).all()
    both = Choices.joined([chosen, chosen])
    assert len(both) == 2 * len(chosen)
    assert len(both.actions) == both.action_starts[-1] == 2 * len(chosen.actions)
    found = learner.fit(rows, chosen, 20, 3e-3, "fit", lambda _: None)
    assert found["surprise"] < 0.98 * found["surprise_by_prior"]
    assert learner.layers()[-1].shape == (GAME.actions.size, 9)
    never = np.flatnonzero(~rows.dense(np.arange(len(rows)), GAME.rules.INSIGHT).any(0))
    never = np.setdiff1d(never, chosen.columns)
    assert len(never)
    assert not learner.layers()[0][never].any(), "what never came says nothing"


def test_reliability_compares_what_was_said_with_what_came() -> None:
    """A net that always says a half, where the seat that looks wins three games of four: not reliable, and that is seen."""
    learner = Learner(4, 8, 8, 3, False, "1")
    learner.weights = [np.zeros_like(w) for w in learner.weights]
    results = np.zeros((400, 2 * NET_SEATS), np.float32)
    results[:, 0], results[:, 1] = np.arange(400) % 4 != 0, np.arange(400) % 4 == 0
    rows = Rows.of(np.zeros((400, 4)), np.zeros((400, 3), np.int32) + 2, results, results, 0 * results)
    rows.games *= HELD_OUT
    assert learner.reliability(rows) == [(800, 0.5, 0.5) if tenth == 5 else (0, 0.0, 0.0) for tenth in range(10)]
    learner.weights[5][0] = np.log(3)  # three to one for whoever looks
    found = learner.reliability(rows)
    assert [tenth for tenth, (many, _, _) in enumerate(found) if many] == [2, 7]
    assert found[2] == pytest.approx((400, 0.25, 0.25))
    assert found[7] == pytest.approx((400, 0.75, 0.75))


def test_a_net_is_the_same_in_its_file(tmp_path: Path) -> None:
    learner = Learner(GAME.rules.INSIGHT, 16, 8, GAME.actions.size, False, "1")
    nets.write(tmp_path / "a.net", GAME.name, "a", learner.layers(), {})
    for one, other in zip(learner.layers(), layers_of(nets.read(tmp_path / "a.net")), strict=True):
        assert np.array_equal(one, other)
