"""Exact values: the same by machine code and by plain rules, and held against the search."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from bench import solved
from bench.solved import late_positions, positions

import chantier
from chantier import BadSetup, Game, Match
from chantier.bots import bot
from chantier.bots.many import search_many
from chantier.cli import main
from chantier.core import CHANCE, Seen
from chantier.lab.solve import Plain, Solver, TooLarge

SHORT = ["world_monuments", "arkadia"]  # whose last moves lead to an end whatever is done


def ending(game: Game, moves: int) -> Match:
    """A position so many moves before the end of a game of two who know it, in which somebody has to decide."""
    match, players = Match(game, 2, "end"), [bot("apprentice", seat) for seat in range(2)]
    while not match.over:
        match.play(players[match.to_act].choose(match.seen()))
    at = len(match.moves) - moves
    while match.moves[at].seat == CHANCE:
        at += 1
    return match.at(at)


@pytest.mark.unmeasured
@pytest.mark.parametrize("aim", ["win", "margin"])
@pytest.mark.parametrize("name", SHORT)
def test_machine_code_and_plain_rules_solve_the_same(name: str, aim: str) -> None:
    """The last moves of a game."""
    game = chantier.games[name]
    match = ending(game, 3)
    fast, slow = Solver(game, aim, 200_000), Solver(game, aim, 200_000)
    slow.moves = Plain(game)
    answer = fast.solve(match.state)
    assert answer.actions == slow.solve(match.state).actions
    assert sorted(answer.actions) == match.legal


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "first", "near"), [("world_monuments", 20, 4.0), ("arkadia", 23, 2.5)])
def test_search_finds_what_is_best(name: str, first: int, near: float) -> None:
    """In positions of the small set: who searches loses hardly anything against perfect play; who guesses loses much more."""
    game, matches = chantier.games[name].using("small"), positions(12, 3, first, name)
    solver, searched, guessed = Solver(game, "margin"), 0.0, 0.0
    found = search_many(matches, 600, seed=1)
    for i, match in enumerate(matches):
        exact = solver.solve(match.state).actions
        searched += max(exact.values()) - exact[int(found.best[i])]
        guessed += max(exact.values()) - sum(exact.values()) / len(exact)
        expected = found.scores[i][match.to_act] - found.scores[i][1 - match.to_act]
        assert abs(expected - max(exact.values())) < near  # points
    assert searched < 0.5 * len(matches)
    assert guessed > 0.8 * len(matches)


def test_what_is_lost_to_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against perfect play: nothing by perfect play itself; all that there was to lose by the worst that can be done."""
    solver = Solver(chantier.games["world_monuments"].using("small"))

    class Player:
        def __init__(self, level: str, seed: int) -> None:
            self.choice = {"best": max, "worst": min}[level]

        def choose(self, seen: Seen) -> int:
            values = solver.solve(seen.imagine(Random(1))).actions
            return int(self.choice(values, key=lambda action: values[action]))

    monkeypatch.setattr(solved, "bot", Player)
    lost = {"best": 0.0, "worst": 0.0}
    for match in positions(6, 3, 24):
        for level in lost:
            here = solved.lost_to_the_end(level, match, solver, 1)
            assert 0 <= here <= solver.solve(match.state).value
            lost[level] += here
    assert lost["best"] == 0 < lost["worst"]


@pytest.mark.unmeasured
def test_search_finds_what_is_best_where_a_game_can_be_put_off() -> None:
    """The same in the small kingdom, cut off after two rounds: where that decides a game, the search knows who wins."""
    game, matches = chantier.games["queens_architect"].using("small"), late_positions(12, 5)
    solver, searched, guessed, decided = Solver(game, turns=4), 0.0, 0.0, 0
    found = search_many(matches, 600, seed=1)
    for i, match in enumerate(matches):
        exact = solver.solve(match.state)
        searched += exact.value - exact.actions[int(found.best[i])]
        guessed += exact.value - sum(exact.actions.values()) / len(exact.actions)
        if exact.value in (0, 1):
            decided += 1
            assert abs(found.values[i][match.to_act] - exact.value) < 0.5  # of a win
    assert decided > 6
    assert searched < 0.04 * len(matches)
    assert guessed > 0.08 * len(matches)


@pytest.mark.parametrize("aim", ["win", "margin"])
def test_a_game_that_can_be_put_off_is_cut_off(aim: str) -> None:
    """Alike by machine code and by plain rules; as it stands there nobody has won, unless the palace was begun."""
    match = late_positions(1, 8)[0]
    fast, slow = Solver(match.game, aim, turns=2), Solver(match.game, aim, turns=2)
    slow.moves = Plain(match.game)
    answer = fast.solve(match.state)
    assert answer.actions == slow.solve(match.state).actions
    early = Match(match.game, 2, "early")
    while early.state.picks < 4:
        early.play(early.legal[0])
    assert set(Solver(match.game, aim, turns=3).solve(early.state).actions.values()) == {0.5 if aim == "win" else 0.0}
    both = Solver(match.game, aim, turns=1)
    both.solve(early.state)
    both.turns = 3
    assert both.solve(early.state) == Solver(match.game, aim, turns=3).solve(early.state)


def test_the_small_set_ends_in_its_first_round() -> None:
    """So that every position after the deal can be solved: nobody is ever stuck."""
    for match in positions(5, 9, first=33):
        while not match.over:
            match.play(match.legal[0])
        assert match.state.current_round == 0
        assert sum(match.state.built) == 9


def test_the_command_tells_what_is_best(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = positions(1, 5, first=28)[0]
    record = tmp_path / "it.txt"
    record.write_text(match.record(), encoding="utf-8")
    assert main(["solve", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    exact = Solver(match.game).solve(match.state)
    assert told["seat"] == match.to_act
    assert told["actions"] == {match.words(action): round(value, 6) for action, value in exact.actions.items()}
    assert main(["solve", str(record), "--aim", "margin", "--components", "small"]) == 0
    assert "points ahead" in capsys.readouterr().out
    assert main(["solve", str(record), "--turns", "3"]) == 2
    assert "does not count its turns" in capsys.readouterr().err
    assert main(["solve", str(record), "--limit", "3"]) == 2
    assert "more than 3 positions" in capsys.readouterr().err


def test_what_cannot_be_solved_is_refused() -> None:
    match = Match("world_monuments", 3, "x")
    with pytest.raises(BadSetup, match="one of two seats"):
        Solver(match.game).solve(match.state)
    with pytest.raises(BadSetup, match="no aim"):
        Solver(match.game, "glory")
    with pytest.raises(BadSetup, match="does not count its turns"):
        Solver(match.game, turns=3)
    queen = ending(chantier.games["queens_architect"], 3)
    with pytest.raises(BadSetup, match="at least 1 turn"):
        Solver(queen.game, turns=0)
    with pytest.raises(TooLarge, match="go on for more than 500 actions"):
        Solver(queen.game).solve(queen.state)
    with pytest.raises(TooLarge, match="more than 100 positions"):
        Solver(match.game, limit=100).solve(Match("world_monuments", 2, "x").state)
