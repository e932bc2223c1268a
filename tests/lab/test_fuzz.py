"""The fuzzer finds what it is there to find: faults are planted, and each is reported as a record that can be opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import chantier
from chantier import Game, Match
from chantier.cli import main
from chantier.lab.fuzz import Fault, Variant, play_plain, replayed, run_compiled, run_parity, run_plain, save, variants

WM = chantier.games["world_monuments"]
TWO = Variant(2, {})


def broken(name: str, instead: Any) -> Game:
    """World Monuments with one function of its rules replaced."""
    game = replace(WM)
    setattr(game.rules, name, instead)
    return game


def test_a_dead_end_is_found() -> None:
    def legal_take(s: Any, menu: list[int]) -> None:
        """Nothing may be taken where pieces differ."""

    with pytest.raises(Fault, match="dead end") as caught:
        play_plain(broken("legal_take", legal_take), TWO, "x")
    assert caught.value.match.moves


def test_a_lost_piece_is_found() -> None:
    game = replace(WM)
    take = game.rules.take

    def loses_one(s: Any, kind: int) -> None:
        take(s, kind)
        s.supply[0] -= 1

    game.rules.take = loses_one  # type: ignore[attr-defined]
    with pytest.raises(Fault, match="lost component"):
        play_plain(game, TWO, "x")


def test_actions_out_of_order_are_found() -> None:
    game = replace(WM)
    legal = game.rules.legal

    def backwards(s: Any, menu: list[int]) -> None:
        legal(s, menu)
        menu[1 : menu[0] + 1] = reversed(menu[1 : menu[0] + 1])

    game.rules.legal = backwards
    with pytest.raises(Fault, match="out of order"):
        play_plain(game, TWO, "x")


def test_a_leak_is_found() -> None:
    def redeal(s: Any, seat: int, dice: list[int]) -> None:
        s.seat[1 - seat].points += 1  # as if points were secret: the view shows them

    with pytest.raises(Fault, match="shows a secret"):
        play_plain(broken("redeal", redeal), TWO, "x")


def test_unexplained_points_are_found() -> None:
    def end_game(s: Any) -> None:
        s.to_act = chantier.NOBODY
        s.seat[0].points += 1

    with pytest.raises(Fault, match="sum of score events"):
        play_plain(broken("end_game", end_game), TWO, "x")


def test_a_decision_that_is_left_on_the_agenda_is_found() -> None:
    """Somebody forgets that a decision was taken: what was to be taken comes up again, in the turn of another seat."""
    game = replace(WM)
    step = game.rules.play_step

    def forgets(s: Any, cell: int) -> None:
        if s.turn == 3 and s.pending == 1:
            game.rules.then(s, game.rules.now(s))
        step(s, cell)

    game.rules.play_step = forgets  # type: ignore[attr-defined]
    with pytest.raises(Fault, match="1 decisions of the turn before are left on the agenda"):
        play_plain(game, TWO, "x")


def test_an_agenda_that_is_empty_or_full_is_found() -> None:
    def too_often(s: Any) -> None:
        s.pending = 0
        game.rules.done(s)

    game = broken("begin_building", too_often)
    with pytest.raises(Fault, match="done: nothing is on the agenda") as caught:
        play_plain(game, TWO, "x")
    assert caught.value.match.moves

    def forever(s: Any) -> None:
        while True:
            game.rules.then(s, 0)

    game = broken("begin_building", forever)
    with pytest.raises(Fault, match="then: the agenda is full"):
        play_plain(game, TWO, "x")


def test_an_endless_game_is_found_plain_and_compiled(tmp_path: Path) -> None:
    short = replace(WM, limit=80)
    with pytest.raises(Fault, match="endless"):
        list(run_plain(short, [TWO], 1, "x"))
    with pytest.raises(Fault, match="endless") as caught:
        list(run_compiled(short, [TWO], 10, "x"))
    match = caught.value.match
    assert len(match.moves) == 80
    path = save(caught.value, tmp_path)
    assert Match.of(path.read_text(encoding="utf-8")).at(80).digest() == match.digest()


def test_a_difference_between_plain_and_compiled_is_found() -> None:
    def add_points(s: Any, seat: int, points: int) -> None:
        s.seat[seat].points += points + 1

    with pytest.raises(Fault, match="plain and compiled differ after action") as caught:
        list(run_parity(broken("add_points", add_points), [TWO], 1, "x"))
    assert len(caught.value.match.moves) > 26


def test_the_plain_replay_of_compiled_dice_is_the_same_game() -> None:
    first, again = replayed(WM, TWO, 5, 120), replayed(WM, TWO, 5, 120)
    assert first.digest() == again.digest()
    assert Match.of(first.record()).at(120).digest() == first.digest()


@pytest.mark.parametrize("name", list(chantier.games))
@pytest.mark.parametrize("way", [[], ["--compiled"], ["--parity"]])
def test_the_command_finds_nothing(name: str, way: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", name, "--games", "3", "--seed", "cli", "--seats", "2", "--limit", "300", *way]) == 0
    assert "nothing found" in " ".join(capsys.readouterr().out.split())


def test_variants_cover_every_seat_count_and_choice() -> None:
    for game in chantier.games.values():
        found = variants(game)
        assert {v.seats for v in found} == set(game.seats)
        for name, option in game.options.items():
            assert {v.options[name] for v in found} == set(option.choices)
