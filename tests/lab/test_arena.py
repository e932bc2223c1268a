"""The arena: every seat order equally often, the same seed the same results, nothing lost when it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import chantier
from chantier import BadSetup
from chantier.cli import main
from chantier.lab.arena import Plan, plan, play_all, play_one, read, resume
from chantier.lab.standings import Played, by_bot, by_seat, ratings, wilson


def small(bots: list[str], games: int = 4, seed: str = "s") -> Plan:
    return plan("world_monuments", bots, games, seed, {})


def untimed(played: list[Played]) -> list[Played]:
    """Results without what the clock says."""
    return sorted((replace(p, seconds=[]) for p in played), key=lambda p: p.game)


def test_every_deal_is_played_in_every_seat_order() -> None:
    what = small(["apprentice", "random", "random"], 5)
    assert what.games == 6
    played = list(play_all(what, 1, set()))
    for deal in ("s-0", "s-1"):
        seatings = [p.seating for p in played if p.deal == deal]
        assert sorted(seatings) == sorted(what.seatings())
    for row in by_seat(played):
        assert row.games == 6
    assert {row.name: row.games for row in by_bot(played)} == {"apprentice": 6, "random": 12}


def test_the_same_seed_gives_the_same_results_however_many_processes_play() -> None:
    what = small(["journeyman:30", "apprentice"])
    alone = list(play_all(what, 1, set()))
    together = list(play_all(what, 2, set()))
    assert untimed(alone) == untimed(together)
    assert untimed(alone) != untimed(list(play_all(small(["journeyman:30", "apprentice"], seed="t"), 1, set())))


def test_a_game_of_the_arena_is_a_match() -> None:
    """Its scores are those of the match with that deal, played by those bots."""
    one = play_one(small(["apprentice", "random"]), 3)
    from chantier.bots import bot

    match = chantier.Match("world_monuments", 2, one.deal)
    bots = [bot(level, f"s-3:{seat}") for seat, level in enumerate(one.seating)]
    while not match.over:
        match.play(bots[match.to_act].choose(match.seen()))
    assert (one.scores, one.places, one.moves) == (match.scores(), match.ranking(), len(match.moves))


def test_thinking_bots_get_the_playouts_that_stand_for_their_time() -> None:
    for name in chantier.games:
        named = plan(name, ["master", "journeyman"], 2, "1", {}).bots
        master, journeyman = (int(level.partition(":")[2]) for level in named)
        assert master == 15 * journeyman > 0  # ten times the time, on two threads
    assert plan("world_monuments", ["master", "random"], 2, "1", {}, clock=True).bots == ["master", "random"]


def test_an_arena_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    what, file = small(["apprentice", "random"], 6), tmp_path / "games.jsonl"
    whole = list(play_all(what, 1, set()))
    assert resume(file, what) == []
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(vars(whole[2])) + "\n" + json.dumps(vars(whole[0]))[:40])  # the last line was cut off
    left = resume(file, what)
    assert left == [whole[2]]
    rest = list(play_all(what, 1, {p.game for p in left}))
    assert untimed(left + rest) == untimed(whole)
    assert resume(file, replace(what, games=12)) == [whole[2]]  # more games may be asked for


def test_another_arena_is_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    resume(file, small(["apprentice", "random"]))
    with pytest.raises(BadSetup, match="its seed differ"):
        resume(file, small(["apprentice", "random"], seed="other"))
    file.write_text("my diary\n", encoding="utf-8")
    with pytest.raises(BadSetup, match="does not hold results"):
        resume(file, small(["apprentice", "random"]))


@pytest.mark.parametrize(
    ("bots", "games", "options", "said"),
    [
        (["random"], 2, {}, "is for 2 to 4 seats, not 1"),
        (["random"] * 5, 2, {}, "is for 2 to 4 seats, not 5"),
        (["random", "genius"], 2, {}, "there is no bot 'genius'"),
        (["random", "random"], 0, {}, "at least 1 game"),
        (["random", "random"], 2, {"monument": "shed"}, "monument cannot be 'shed'"),
    ],
)
def test_plans_that_cannot_be(bots: list[str], games: int, options: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        plan("world_monuments", bots, games, "1", options)


# --- figures ----------------------------------------------------------------------------------------------------------


def made_up(places: list[list[int]], names: list[str]) -> list[Played]:
    scores = [[10 * (5 - place) for place in row] for row in places]
    return [Played(i, names, "d", scores[i], row, 9, [1] * len(row), [0.5] * len(row)) for i, row in enumerate(places)]


def test_wins_places_and_scores() -> None:
    found = {row.name: row for row in by_bot(made_up([[1, 2], [1, 2], [1, 1], [2, 1]], ["a", "b"]))}
    assert (found["a"].wins, found["b"].wins) == (2.5, 1.5)
    assert (found["a"].places, found["b"].places) == ([3, 1], [2, 2])
    assert found["a"].score == 37.5
    assert found["a"].seconds == 0.5
    assert found["a"].low < 2.5 / 4 < found["a"].high


def test_the_interval_of_a_probability() -> None:
    """Checked against the table in Brown, Cai and DasGupta for n = 20, and at the ends."""
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-9)
    assert wilson(10, 10)[1] == pytest.approx(1)
    assert wilson(0, 10)[1] == pytest.approx(0.2775, abs=1e-3)
    low, high = wilson(65, 100)
    assert (round(low, 3), round(high, 3)) == (0.553, 0.736)


def test_ratings_follow_results_whatever_the_number_of_seats() -> None:
    skill = ratings(made_up([[1, 2, 3]] * 30, ["good", "fair", "bad"]))
    assert skill["good"][0] > skill["fair"][0] > skill["bad"][0]
    even = ratings(made_up([[1, 2], [2, 1]] * 20, ["x", "y"]))
    assert abs(even["x"][0] - even["y"][0]) < 2
    twice = ratings(made_up([[1, 2, 2]] * 30, ["one", "two", "two"]))
    assert twice["one"][0] > twice["two"][0]


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_keeps_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = tmp_path / "games.jsonl", tmp_path / "games.svg"
    command = ["arena", "world_monuments", "apprentice", "random", "--games", "4", "--seed", "cli", "--workers", "1"]
    command += ["--option", "monument=capitol", "--json", str(file), "--plot", str(picture)]
    assert main(command) == 0
    said = capsys.readouterr().out
    for word in (
        "apprentice",
        "random",
        "wins, %",
        "95 % interval",
        "places",
        "mean score",
        "rating",
        "seconds a decision",
        "moves",
    ):
        assert word in said
    head, played = read(file)
    assert head["options"]["monument"] == "capitol"
    assert head["seed"] == "cli"
    assert len(played) == 4
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert main(command) == 0
    assert "4 games are in" in capsys.readouterr().out
    assert len(read(file)[1]) == 4


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "world_monuments", "genius", "random"]) == 2
    assert "there is no bot 'genius'" in capsys.readouterr().err
    assert main(["arena", "chess", "random", "random"]) == 2
    assert main(["arena", "world_monuments", "random", "random", "--option", "monument"]) == 2
    nowhere = str(tmp_path / "no" / "where.png")
    (tmp_path / "no").write_text("in the way", encoding="utf-8")
    short = ["arena", "world_monuments", "random", "random", "--games", "2", "--workers", "1"]
    assert main([*short, "--json", nowhere]) == 2
    assert main([*short, "--plot", nowhere]) == 2
    assert "cannot" in capsys.readouterr().err


def heed_ctrl_c() -> None:
    """Tests that run in the background inherit that ctrl-C is ignored; the command under test must not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "chantier", "arena", "world_monuments", "apprentice", "apprentice", "--games", "100000"]
    with subprocess.Popen(
        [*command, "--workers", "2", "--json", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    ) as process:
        while process.poll() is None and (not file.exists() or file.read_text(encoding="utf-8").count("\n") < 4):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        try:
            said, wrong = process.communicate(timeout=600)
        finally:
            process.kill()
    assert process.returncode == 130, wrong
    assert "Traceback" not in wrong
    assert "can be gone on with by the same command" in said
    head, played = read(file)
    assert head["games"] == 100000
    assert len({p.game for p in played}) == len(played) >= 3
