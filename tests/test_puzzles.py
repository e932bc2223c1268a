"""Puzzles: each can be played, an apprentice misses it, a search agrees, and all of it is said in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

import chantier
from chantier import lessons, puzzles
from chantier.bots import bot
from chantier.cli import main
from chantier.core import BadRecord, BadSetup
from chantier.lab import puzzles as mining
from chantier.terminal.puzzle import run
from chantier.texts import LANGUAGES

GAMES = [game for game in chantier.games if puzzles.numbers(game)]
ALL = puzzles.rotation()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_some_for_weeks(game: str) -> None:
    """With all numbers of seats, of several kinds, early and late."""
    known = [puzzles.load(game, number) for number in puzzles.numbers(game)]
    assert puzzles.numbers(game) == list(range(1, len(known) + 1))
    assert 12 <= len(known) <= 30
    assert {one.moment.seats for one in known} == set(chantier.games[game].seats)
    kinds = [chantier.games[game].actions.split(one.best.action)[0] for one in known]
    assert len(set(kinds)) >= 3
    assert max(map(kinds.count, kinds)) <= -(-len(known) // mining.KINDS)
    assert len({puzzles.told(game, one.number)["seed"] for one in known}) >= 5


@pytest.mark.parametrize(("game", "number"), ALL)
def test_an_apprentice_misses_it(game: str, number: int) -> None:
    """None of many finds it, whatever they imagine; what they do is told, and what is best leads all others clearly."""
    puzzle = puzzles.load(game, number)
    seen = puzzle.moment.seen()
    assert seen.seat == puzzle.seat
    assert mining.FEWEST <= len(seen.legal) <= mining.MOST
    assert puzzle.best.action not in {bot("apprentice", seed).choose(seen) for seed in range(100, 112)}
    assert puzzle.obvious.action == mining.glances(seen)[0]
    assert len({one.action for one in puzzle.tries}) == len(puzzle.tries) >= 2
    assert all(puzzle.best.value >= one.value + mining.LEAD for one in puzzle.tries[1:])
    assert puzzle.best.value >= puzzle.obvious.value + mining.MISSED


@pytest.mark.parametrize(("game", "number"), ALL)
def test_it_is_said_in_every_language(game: str, number: int) -> None:
    """As a lesson it is right; every answer has its words, and those of the three languages differ."""
    puzzle = puzzles.load(game, number)
    assert lessons.check(puzzle.lesson) == []
    assert len({" ".join(puzzle.reasons(language)) for language in LANGUAGES}) == len(LANGUAGES)
    for action in puzzle.moment.legal:
        assert len({puzzle.answer(action, language) for language in LANGUAGES}) == len(LANGUAGES)
    for one in puzzle.tries:
        assert one.line[0] == one.action
        assert len({puzzle.expected(one, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("game", "number"), ALL)
def test_what_a_seat_cannot_know_is_not_needed(game: str, number: int) -> None:
    """In every world that the seat cannot tell apart the same can be done, and the line can be played."""
    puzzle = puzzles.load(game, number)
    for n in range(100, 104):
        other = puzzle.moment.copy()
        other.redeal(puzzle.seat, Random(n))
        assert other.view(puzzle.seat) == puzzle.moment.view(puzzle.seat)
        assert other.legal == puzzle.moment.legal
        for action in puzzle.best.line[:2]:
            assert action in other.legal
            other.repeat(action)


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_search_agrees(game: str) -> None:
    """A small one, for one puzzle of each game; `chantier mine GAME --check` searches all of them at length."""
    number = Random(game).choice(puzzles.numbers(game))
    effort = mining.Effort.of(chantier.games[game], 0.5)
    assert mining.doubts(puzzles.load(game, number), effort, 7) == []


def test_a_search_would_notice() -> None:
    """What an apprentice does is no puzzle, and neither is an action that is not best."""
    puzzle = puzzles.load("world_monuments", 1)
    told = {**puzzles.told("world_monuments", 1)}
    wrong = puzzles.read(1, {**told, "tries": [told["tries"][1], told["tries"][0], *told["tries"][2:]]})
    found = mining.doubts(wrong, mining.Effort.of(chantier.games["world_monuments"], 0.2), 7)
    best = puzzle.moment.words(puzzle.best.action)
    assert (found[0], found[-1]) == ("an apprentice finds it", f"a search prefers {best!r}")
    assert f"{best!r} is better now" in found


# --- one a day --------------------------------------------------------------------------------------------------------


def test_a_puzzle_a_day() -> None:
    """Games take turns, nobody sees one twice before all were shown, and then they begin again; also before the first day."""
    first = date(2026, 11, 17)
    days = [puzzles.of_day(first + timedelta(n)) for n in range(len(ALL))]
    assert sorted(days) == sorted(ALL)
    assert puzzles.of_day(first + timedelta(len(ALL))) == days[0]
    assert puzzles.of_day(puzzles.FIRST_DAY) == ALL[0]
    assert puzzles.of_day(puzzles.FIRST_DAY - timedelta(1)) == ALL[-1]
    assert [game for game, _ in ALL[: len(GAMES)]] == GAMES
    assert {game for game, _ in (puzzles.of_day(first + timedelta(n), "world_monuments") for n in range(40))} == {
        "world_monuments"
    }
    assert puzzles.numbered(2) == ALL[1]
    assert puzzles.numbered(2, "world_monuments") == ("world_monuments", 2)


def test_what_is_no_puzzle() -> None:
    told = puzzles.told("world_monuments", 1)
    with pytest.raises(BadSetup, match="World Monuments has no puzzle 99; they are 1 to"):
        puzzles.load("world_monuments", 99)
    with pytest.raises(BadSetup, match="there is no puzzle 999 of all games; they are 1 to"):
        puzzles.numbered(999)
    with pytest.raises(BadRecord, match="does not decide where puzzle 1 stops"):
        puzzles.read(1, {**told, "seat": told["seat"] + 1})
    moment = puzzles.load("world_monuments", 1).moment
    words = moment.words(next(action for action in range(moment.game.actions.size) if action not in moment.legal))
    with pytest.raises(BadRecord, match=f"cannot be played in the line of '{words}'"):
        puzzles.read(1, {**told, "tries": [{**told["tries"][0], "line": [words]}]})


# --- in the terminal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_in_the_terminal(game: str, language: str) -> None:
    """Nonsense, what comes to mind first, something else, and then the best: each is answered, the last with its reasons."""
    puzzle, said = puzzles.load(game, 1), list[str]()
    legal = puzzle.moment.legal
    other = next(action for action in legal if action not in {one.action for one in puzzle.tries})
    script = iter(
        ["0", "dance", *(str(legal.index(action) + 1) for action in (puzzle.obvious.action, other, puzzle.best.action))]
    )
    run(puzzle, date(2026, 11, 17), language, read=lambda _: next(script), write=said.append)
    text, texts = " ".join("\n".join(said).split()), puzzles.TEXTS[language]
    for told in (
        texts["not a choice"].format(n=len(legal)),
        puzzle.question(language),
        *(puzzle.answer(action, language) for action in (puzzle.obvious.action, other, puzzle.best.action)),
        *puzzle.reasons(language),
        puzzle.expected(puzzle.best, language),
        puzzle.expected(puzzle.obvious, language),
    ):
        assert " ".join(told.split()) in text, told
    assert next(script, None) is None
    assert "2026-11-17" in said[0]
    assert said[-1] == texts["end"].format(game=game)


@pytest.mark.parametrize(("typed", "solved"), [("?", True), ("q", False), (None, False)])
def test_asking_for_the_answer_and_leaving(typed: str | None, solved: bool) -> None:
    def answers() -> Iterator[str]:
        if typed is None:
            raise EOFError
        yield typed

    script, said, puzzle = answers(), list[str](), puzzles.load("world_monuments", 1)
    run(puzzle, read=lambda _: next(script), write=said.append)
    assert (puzzle.reasons("en")[0] in "\n".join(said)) is solved


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "q")
    game, number = puzzles.of_day(date(2026, 11, 17))
    assert main(["puzzle", "--date", "2026-11-17", "--language", "fr"]) == 0
    assert (
        f"Le problème du jour, 2026-11-17\N{NO-BREAK SPACE}: {chantier.games[game].title} {number}" in capsys.readouterr().out
    )
    assert main(["puzzle", "world_monuments", "--number", "2"]) == 0
    assert capsys.readouterr().out.startswith("World Monuments, puzzle 2\n")
    assert main(["puzzle"]) == 0
    assert capsys.readouterr().out.startswith("Puzzle of the day, ")
    assert main(["puzzle", "--number", "999"]) == 2
    assert "there is no puzzle 999 of all games" in capsys.readouterr().err
    assert main(["puzzle", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


# --- mining -----------------------------------------------------------------------------------------------------------


def test_mining_again_finds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed, the same files; what is found can be read, and is told."""
    found: list[dict[str, Any]] = []
    for name in ("a", "b"):
        out = tmp_path / name
        assert main(["mine", "world_monuments", "--puzzles", "1", "--effort", "10", "--seed", "3", "--out", str(out)]) == 0
        assert [path.name for path in out.iterdir()] == ["01.json"]
        found.append(json.loads((out / "01.json").read_text(encoding="utf-8")))
    assert found[0] == found[1]
    puzzle = puzzles.read(1, found[0])
    assert puzzle.best.value >= puzzle.obvious.value + mining.MISSED
    assert f"01.json: {puzzle.moment.words(puzzle.best.action)}, not " in capsys.readouterr().out


def test_playing_puzzles_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games of a pair have the same dice, and the better end counts for the better action."""
    monkeypatch.setattr(mining, "PLAYERS", "apprentice")
    puzzle = puzzles.load("world_monuments", 1)
    lead, part = mining.played(puzzle, puzzle.best.action, 1)
    assert (lead, part) == mining.played(puzzle, puzzle.best.action, 1)
    assert part == (1.0 if lead > 0 else 0.0 if lead < 0 else part)
    monkeypatch.setattr(mining, "played", lambda one, action, seed: (5 + seed, 1.0) if action == one.best.action else (2, 0.0))
    assert main(["mine", "world_monuments", "--play", "2"]) == 0
    pairs = 2 * len(puzzles.numbers("world_monuments"))
    assert capsys.readouterr().out == f"{pairs} pairs of games: +3.5 points (standard error 0.1); 100% won, not 0%\n"


def test_checking_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every puzzle of the game is told of; one that is doubted makes it fail."""
    doubted = {3: ["an apprentice finds it"]}
    monkeypatch.setattr(mining, "doubts", lambda puzzle, *_: doubted.get(puzzle.number, []))
    assert main(["mine", "world_monuments", "--check"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["puzzle 1: good", "puzzle 2: good", "puzzle 3: an apprentice finds it"]
    assert len(told) == len(puzzles.numbers("world_monuments"))
    doubted.clear()
    assert main(["mine", "world_monuments", "--check"]) == 0
