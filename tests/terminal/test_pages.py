"""Play in a terminal of 80 x 24: nothing that is shown is wider or higher, in any game, with any seats, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import Match, lessons
from chantier.paint import width
from chantier.terminal.lesson import run as take_lesson
from chantier.terminal.replay import step_through
from chantier.terminal.saves import Player
from chantier.terminal.screen import CLEAR, TEXTS, Screen, in_places, place_of
from chantier.texts import LANGUAGES

ROWS, COLUMNS = 24, 80
NAMES = ["Alexandrine", "Bartholomew", "Christine", "Dominik"]


class Terminal:
    """Somebody who decides anyhow, sometimes asks for something, and looks at what the terminal shows between two answers."""

    def __init__(self, seed: str, decisions: int) -> None:
        self.rng, self.left, self.lines, self.high, self.wide = Random(seed), decisions, list[str](), 0, 0
        self.screen: Screen

    def write(self, text: str) -> None:
        self.lines += text.split("\n")

    def read(self, prompt: str) -> str:
        self.look([*self.lines, prompt])
        self.lines.clear()
        if prompt == self.screen.text("next page") or self.screen.text("hand over", name="") in prompt:
            return ""
        self.left -= 1
        if self.left <= 0:
            return "q"
        match = self.screen.match
        if self.rng.random() < 0.05:
            return self.rng.choice(["?", "log", "rules", "? 1", "undo", "nonsense", "999"])
        action = self.rng.choice(match.legal)
        place = place_of(match.words(action))
        if place and self.rng.random() < 0.5:
            return place.lower()
        return str(match.legal.index(action) + 1)

    def look(self, lines: list[str]) -> None:
        self.high, self.wide = max(self.high, len(lines)), max(self.wide, *map(width, lines))


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", chantier.games)
def test_every_page_fits(game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    for seats in chantier.games[game].seats:
        terminal = Terminal(f"{game} {language} {seats}", 25)
        players = [Player(name) for name in NAMES[:seats]]
        match = Match(game, seats=seats, seed=f"pages {language}")
        rng = Random(seats)
        for _ in range(rng.choice([0, 60, 120])):
            if not match.over:
                match.play(rng.choice(match.legal))
        terminal.screen = Screen(match, players, language, tmp_path / f"{seats}.txt", terminal.read, terminal.write, rows=ROWS)
        terminal.screen.run()
        terminal.look(terminal.lines)
        assert (terminal.high <= ROWS, terminal.wide <= COLUMNS) == (True, True), (seats, terminal.high, terminal.wide)


class Reader:
    """Somebody who answers by a rule, and measures what the terminal shows between two answers."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.answer, self.lines, self.high, self.wide, self.asked = answer, list[str](), 0, 0, 0

    def write(self, text: str) -> None:
        self.lines += text.removeprefix(CLEAR).split("\n")

    def read(self, prompt: str) -> str:
        self.look(prompt)
        self.asked += 1
        return self.answer(prompt)

    def look(self, *more: str) -> None:
        self.high, self.wide = max(self.high, len([*self.lines, *more])), max(self.wide, *map(width, [*self.lines, *more]))
        self.lines.clear()

    def fits(self) -> tuple[bool, bool]:
        self.look("")
        return self.high <= ROWS, self.wide <= COLUMNS


def _answer(question: str, answers: Iterator[str], prompt: str) -> str:
    """The next answer to a question, of which the last line is asked; Enter to anything else."""
    return next(answers) if question.endswith(prompt.strip()) else ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", chantier.games)
def test_every_page_of_a_lesson_fits(game: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    question = lessons.TEXTS[language]["your move"].strip()
    for name in lessons.names(game):
        told = lessons.load(game, name)
        wanted = iter(
            [told.moments[n].words(told.match.moves[note.at].action) for n, note in enumerate(told.notes) if note.expect]
        )
        reader = Reader(partial(_answer, question, wanted))
        take_lesson(told, language, clears=True, read=reader.read, write=reader.write, rows=ROWS)
        assert next(wanted, None) is None
        assert reader.asked > len(told.notes)
        assert reader.fits() == (True, True), (name, reader.high, reader.wide)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", chantier.games)
def test_every_page_of_a_record_fits(game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    match, rng = Match(game, seats=4, seed=f"again {language}"), Random(4)
    for _ in range(90):
        match.play(rng.choice(match.legal))
    record = tmp_path / "it.txt"
    record.write_text(match.record(), encoding="utf-8")
    more, moves = TEXTS[language]["next page"], iter(["30", "", "60", "b", str(len(match.moves)), ""])
    reader = Reader(lambda prompt: "" if prompt == more else next(moves))
    step_through(record, None, language, True, reader.read, reader.write, rows=ROWS)
    assert next(moves, None) is None
    assert reader.fits() == (True, True), (reader.high, reader.wide)


def test_many_placements_are_chosen_by_column_row_and_turn(tmp_path: Path) -> None:
    """A long list is shown as places; a place with several ways lists them, and with its turn it is done."""
    match, rng = Match("arkadia", seats=2, seed="placements"), Random(1)
    while len(match.legal) < 40:
        match.play(rng.choice(match.legal))
    written, typed = list[str](), list[str]()
    places = [place_of(match.words(action)) for action in match.legal]
    several = next(place for place in places if places.count(place) > 1)
    chosen = next(action for action in reversed(match.legal) if place_of(match.words(action)) == several)
    turn = match.words(chosen).split()[-1]
    typed += [several.lower(), f"{several} {turn}", "q"]
    seats = [Player("Alice"), Player("Bruno")]
    screen = Screen(match, seats, file=tmp_path / "it.txt", read=lambda _: typed.pop(0) if typed else "q", write=written.append)
    screen.shown_to = match.to_act
    screen.run()
    shown = "\n".join(written)
    assert all(line in shown for line in in_places(match.at(len(match.moves) - 1), places_before(match)))
    assert f"  {match_number(match, chosen):>2}  " in shown
    assert match.words(chosen) in match.record()


def places_before(match: Match) -> list[int]:
    return match.at(len(match.moves) - 1).legal


def match_number(match: Match, action: int) -> int:
    """The number that a choice had before it was made."""
    return places_before(match).index(action) + 1
