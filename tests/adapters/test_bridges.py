"""Bridges to other libraries: by a law of their own here, and in those libraries where they are installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

import chantier
from chantier import BadSetup, Game, IllegalAction, Match
from chantier.adapters.pettingzoo import Together
from chantier.adapters.stable_baselines import Vector
from chantier.adapters.torch_data import Decisions
from chantier.binding import BATCH, load
from chantier.cli import main
from chantier.kernel.features import spec
from chantier.kernel.many import Many

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_is_many_games(game: Game) -> None:
    """Observations, rewards, ends and masks are those of the same games, and sums of rewards stand where a match ended."""
    vector, many = Vector(game, 5, others="random", longest=6, reward="rank"), Many(game, 5, others="random", longest=6)
    vector.seed(3)
    vector.reset()
    many.restore(vector.seats.many.save())
    gained = np.zeros(5)
    for _ in range(12):
        assert np.array_equal(vector.env_method("action_masks"), many.masks)
        actions = many.random_actions().copy()
        vector.seats.many._dice[:] = many._dice
        many.step(actions)
        seen, gains, ended, infos = vector.step(actions)
        gained += gains
        assert np.array_equal(seen, many.scaled())
        assert ended.tolist() == (many.ended > 0).tolist()
        for i in range(5):
            assert bool(infos[i]) == ended[i]
            if ended[i]:
                assert infos[i]["episode"]["r"] == gained[i]
                assert infos[i]["TimeLimit.truncated"] == (many.ended[i] == 2)
                assert np.array_equal(infos[i]["terminal_observation"], many.last_observations[i] * many.spec.scales)
                gained[i] = 0
    assert ended.all()


@pytest.mark.parametrize("game", GAMES)
def test_parallel_agents_wait_for_each_other(game: Game) -> None:
    parallel_api_test(Together(game, seats=3, longest=30), num_cycles=60)
    table = Together(game, longest=8)
    seen, _ = table.reset(seed=1)
    match = table.episode.match
    while table.agents:
        acting = f"seat_{match.to_act}"
        for agent in table.agents:
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert legal == (match.legal if agent == acting else [table.wait])
        wrong = dict.fromkeys(table.agents, match.legal[0])
        with pytest.raises(IllegalAction, match=f"it is the turn of {acting}"):
            table.step(wrong)
        with pytest.raises(IllegalAction, match="cannot wait"):
            table.step(dict.fromkeys(table.agents, table.wait))
        actions = {agent: match.legal[0] if agent == acting else table.wait for agent in table.agents}
        seen, _, _, cut, _ = table.step(actions)
    assert all(cut.values())
    with pytest.raises(IllegalAction, match="the match is over"):
        table.step({})


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_decisions_of_a_data_set_can_be_learnt_from(tmp_path: Path, ending: str) -> None:
    for n in range(2):
        out = str(tmp_path / f"it-{n}.{ending}")
        assert main(["dataset", "world_monuments", "random", "random", "--games", "1", "--seed", f"{n}", "-o", out]) == 0
    found = list(Decisions(tmp_path / f"*.{ending}"))
    match, at = Match("world_monuments", 2, "0-0"), 0
    kernel, about = load(match.game, BATCH), spec(match.game)
    while not match.over:
        row = [0] * about.size
        kernel.observe(match.state, match.to_act, row)
        assert np.flatnonzero(found[at]["action_mask"]).tolist() == match.legal
        assert found[at]["policy"][found[at]["action"]] == 1
        assert np.array_equal(found[at]["observation"], np.array(row, np.int16) * about.scales)
        seat, value = match.to_act, found[at]["value"]
        match.play(int(found[at]["action"]))
        at += 1
    first = [place == 1 for place in match.ranking()]
    assert value[:2].tolist() == [first[(seat + k) % 2] / sum(first) for k in range(2)]
    assert at < len(found)
    with pytest.raises(BadSetup, match="there are no files"):
        Decisions(tmp_path / "none.parquet")


# --- in the libraries themselves ------------------------------------------------------------------------------------------

if find_spec("sb3_contrib"):
    from sb3_contrib import MaskablePPO

    @pytest.mark.unmeasured
    @pytest.mark.parametrize("game", GAMES)
    def test_maskable_ppo_learns(game: Game) -> None:
        vector = Vector(game, 8, others="random", reward="promise", horizon=20)
        model = MaskablePPO("MlpPolicy", vector, n_steps=16, batch_size=64, seed=1, device="cpu")
        model.learn(256)
        seen: Any = vector.reset()
        actions, _ = model.predict(seen, action_masks=vector.action_masks())
        assert vector.action_masks()[np.arange(8), actions].all()


if find_spec("torch"):
    import torch
    from torch.utils.data import DataLoader

    @pytest.mark.unmeasured
    def test_torch_loads_decisions_and_shares_memory(tmp_path: Path) -> None:
        out = str(tmp_path / "it.parquet")
        assert main(["dataset", "world_monuments", "random", "random", "--games", "1", "-o", out]) == 0
        rows = sum(len(batch["action"]) for batch in DataLoader(Decisions(out), batch_size=8))
        shared = [len(batch["action"]) for batch in DataLoader(Decisions(out), batch_size=8, num_workers=2)]
        assert sum(shared) == rows == len(list(Decisions(out)))
        many = Many("world_monuments", 4)
        tensor = torch.from_numpy(many.observations)
        many.step(many.random_actions())
        assert np.array_equal(tensor.numpy(), many.observations)
