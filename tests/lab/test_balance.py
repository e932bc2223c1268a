"""The balance report: every game is played again, every decision counted once, and a file that does not fit is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chantier.cli import main
from chantier.lab.arena import plan, play_all, read
from chantier.lab.balance import count


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    assert main(["arena", "world_monuments", "apprentice", "random", "--games", "4", "--json", str(path)]) == 0
    return path


def test_every_decision_is_counted_once(results: Path) -> None:
    head, played = read(results)
    found = count(plan("world_monuments", ["apprentice", "random"], 4, "1", {}).chosen(), head, played)
    actions = sum(len(one.actions) for one in played)
    winners = sum(use.winners for use in found.verbs.values())
    others = sum(use.others for use in found.verbs.values())
    assert winners + others == pytest.approx(actions)
    assert sum(use.chosen for use in found.verbs.values()) == sum(use.chosen for use in found.actions.values())
    assert sum(use.chosen for use in found.verbs.values()) == sum(sum(one.decisions) for one in played)
    assert all(use.chosen <= use.offered for use in (found.verbs | found.actions).values())
    assert sum(sum(parts) for way in found.ways.values() for parts in way.verbs.values()) == actions
    assert sum(use.chosen for way in found.ways.values() for use in way.actions.values()) == sum(
        use.chosen for use in found.actions.values()
    )
    assert {name: way.seats for name, way in found.ways.items()} == {"apprentice": 4, "random": 4}
    assert [sum(wins) for wins in found.orders] == [1.0] * 4
    assert sum(found.lengths) == actions


def test_who_acts_first_is_not_always_the_same_seat() -> None:
    what = plan("world_monuments", ["random", "random"], 8, "1", {})
    played = list(play_all(what, 1, set()))
    found = count(what.chosen(), {"options": {}}, played)
    assert [sorted(scores) for scores in found.scores] == [sorted(one.scores) for one in played]
    assert found.scores != [one.scores for one in played]


def test_the_command_writes_a_report(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["balance", str(results)]) == 0
    said = capsys.readouterr().out
    assert "| 1. |" in said
    assert "| lay |" in said
    assert "games with it" in said
    assert "| in a game, by thirds | apprentice | random |" in said
    assert "| where both could, most different | apprentice | random |" in said


def test_games_of_other_rules_are_refused(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = results.read_text(encoding="utf-8").splitlines()
    game = json.loads(lines[1])
    results.write_text("\n".join([lines[0], json.dumps({**game, "scores": [0, 0]}), ""]), encoding="utf-8")
    assert main(["balance", str(results)]) == 2
    assert "ends otherwise" in capsys.readouterr().err
    results.write_text("\n".join([lines[0], json.dumps({**game, "actions": []}), ""]), encoding="utf-8")
    assert main(["balance", str(results)]) == 2
    assert "make it anew" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"), [(None, "cannot read"), (b"", "does not hold results"), (b"\xff\xfe", "does not hold results")]
)
def test_a_file_without_results_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, said: str
) -> None:
    path = tmp_path / "games.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert main(["balance", str(path)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert str(path) in err


def test_a_folder_is_no_file_of_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", str(tmp_path)]) == 2
    assert f"cannot read {tmp_path}: " in capsys.readouterr().err
