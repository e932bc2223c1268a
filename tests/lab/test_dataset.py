"""Data sets, and an arena on a cluster."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pandas
import polars
import pyarrow.parquet as pq
import pytest

import chantier
from chantier import Match
from chantier.cli import main
from chantier.kernel.features import spec
from chantier.lab.arena import plan, play_all
from chantier.lab.cluster import play_on_ray
from chantier.lab.dataset import COLUMNS, TARGETS


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", list(chantier.games))
def test_both_kinds_of_files_hold_the_same_games(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["dataset", name, "apprentice", "random", "--games", "2", "--seed", "set"]
    for kind in ("jsonl", "parquet"):
        assert main([*asked, "-o", str(tmp_path / f"it.{kind}")]) == 0
    assert "decisions of 2 games" in capsys.readouterr().out
    head, *rows = lines(tmp_path / "it.jsonl")
    table = pq.read_table(tmp_path / "it.parquet")
    assert table.to_pylist() == rows
    assert json.loads(table.schema.metadata[b"chantier"]) == head
    assert list(head["columns"]) == list(COLUMNS) == list(rows[0])
    assert head["observation"] == spec(chantier.games[name]).names
    assert {row["bot"] for row in rows if row["game"] == 0} == {"apprentice", "random"}


def test_a_data_set_can_be_played_again(tmp_path: Path) -> None:
    assert main(["dataset", "world_monuments", "random", "random", "--games", "1", "-o", str(tmp_path / "it.jsonl")]) == 0
    _, *rows = lines(tmp_path / "it.jsonl")
    match = Match("world_monuments", 2, "1-0")
    for row in rows:
        assert (row["seat"], row["legal"], row["move"]) == (match.to_act, match.legal, len(match.moves))
        assert match.words(row["action"]) == row["words"]
        match.play(row["action"])
    assert match.over
    assert (match.scores(), match.ranking()) == (rows[-1]["scores"], rows[-1]["ranking"])


def read_by_others(folder: Path, rows: list[dict[str, Any]]) -> None:
    """Programs for tables read all shards together, with lists as lists."""
    theirs = polars.read_parquet(folder / "two-*.parquet").to_dicts()
    assert theirs == rows
    found = pandas.concat([pandas.read_parquet(file) for file in sorted(folder.glob("two-*.parquet"))])
    for name in found.columns:
        assert [one.tolist() if hasattr(one, "tolist") else one for one in found[name]] == [row[name] for row in rows]


@pytest.mark.unmeasured
def test_targets_workers_and_shards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a search says is there for each decision; the games are the same on any number of processes and files."""
    asked = ["dataset", "world_monuments", "random", "apprentice", "--games", "4", "--playouts", "8"]
    assert main([*asked, "-o", str(tmp_path / "one.jsonl")]) == 0
    assert main([*asked, "--workers", "2", "--shards", "2", "-o", str(tmp_path / "two.parquet")]) == 0
    assert "in 2 files" in capsys.readouterr().out
    head, *rows = lines(tmp_path / "one.jsonl")
    tables = [pq.read_table(tmp_path / f"two-0000{n}-of-00002.parquet") for n in range(2)]
    assert [row for table in tables for row in table.to_pylist()] == rows
    assert json.loads(tables[1].schema.metadata[b"chantier"]) == head
    read_by_others(tmp_path, rows)
    assert list(head["columns"]) == [*COLUMNS, *TARGETS]
    for row in rows:
        assert len(row["policy"]) == len(row["legal"])
        assert sum(row["policy"]) == pytest.approx(1, abs=1e-4)
        assert sum(row["values"]) == pytest.approx(1, abs=1e-4)
    assert main([*asked, "--shards", "2", "-o", str(tmp_path / "two.parquet")]) == 2
    assert "exists already" in capsys.readouterr().err


def test_files_are_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, reason in (("jsonl", "exists already"), ("parquet", "exists already"), ("csv", "must end in .parquet or .jsonl")):
        (tmp_path / f"it.{kind}").write_text("mine", encoding="utf-8")
        assert main(["dataset", "arkadia", "random", "random", "--games", "1", "-o", str(tmp_path / f"it.{kind}")]) == 2
        assert reason in capsys.readouterr().err
        assert (tmp_path / f"it.{kind}").read_text(encoding="utf-8") == "mine"


@patch.dict("os.environ")  # it changes what Ray reads there
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """Two workers on this machine; all but the time that was taken is equal. The command finds the cluster running."""
    what = plan("world_monuments", ["apprentice", "random", "random"], 3, "ray", {})
    local = {played.game: replace(played, seconds=[]) for played in play_all(what, 1, set())}
    games = play_on_ray(what, "", {1}, 2)
    first = next(games)
    results = tmp_path / "ray.jsonl"
    asked = ["arena", "world_monuments", "apprentice", "random", "random", "--games", "3", "--seed", "ray", "--ray"]
    assert main([*asked, "--json", str(results)]) == 0
    spread = {played.game: replace(played, seconds=[]) for played in (first, *games)}
    assert spread == {game: played for game, played in local.items() if game != 1}
    _, *told = lines(results)
    assert {one["game"]: one["scores"] for one in told} == {n: played.scores for n, played in local.items()}
