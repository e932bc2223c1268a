"""Puzzles: a decision from a game of strong bots where one action is clearly best, and not the one that comes to mind.

A puzzle is a file `games/<game>/puzzles/<number>.json`: what a record says (game, version, components, seats, options, seed,
and `actions` up to the decision), the seat that decides, and `tries`: the best action first, then what an apprentice plays,
then others, each with its value, the scores and chances that every seat can expect after it, and the line that is expected.
`found` says how it was found. For whoever solves it, it is a short lesson: a question, and what is said about the answer.

>>> puzzle = load("world_monuments", 1)
>>> puzzle.best.action in puzzle.moment.legal, puzzle.obvious.value < puzzle.best.value
(True, True)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from chantier import records
from chantier.core import CHANCE, NOBODY, Action, BadRecord, BadSetup, Seat, games
from chantier.lessons import Lesson, Note
from chantier.match import Match
from chantier.texts import GENERAL, LANGUAGES, Section

TEXTS = Section(GENERAL, "puzzle")
CALLED = ("Alice", "Villard", "Sabine", "Erwin")  # who solves it, and the others clockwise
FIRST_DAY = date(2026, 1, 1)
MUCH = 0.75  # points worth telling


@dataclass(frozen=True)
class Try:
    """An action that was searched, and what it leads to."""

    action: Action
    value: float  # for the seat that decides, from 0 to 1
    scores: list[float]
    chances: list[float]
    line: list[Action]  # the action, and what is expected after it until chance decides
    at_once: list[int]  # points that every seat has where the seat's own part of the line ends


@dataclass(frozen=True)
class Puzzle:
    """A decision, and what was found out about it."""

    game: str
    number: int
    seat: Seat
    moment: Match  # with nothing decided yet
    tries: list[Try]
    found: dict[str, Any]

    @property
    def best(self) -> Try:
        return self.tries[0]

    @property
    def obvious(self) -> Try:
        """What an apprentice plays."""
        return self.tries[1]

    @property
    def called(self) -> list[str]:
        """Who sits at the table; Alice is who solves it."""
        many = self.moment.seats
        return [CALLED[(seat - self.seat) % many] for seat in range(many)]

    @cached_property
    def lesson(self) -> Lesson:
        """The same as a lesson: the question, and the reason after the best action was played."""
        at = len(self.moment.moves)
        after = played(self.moment, self.best.line)
        why = {language: " ".join(self.reasons(language)) for language in LANGUAGES}
        notes = [Note(at, {language: self.question(language) for language in LANGUAGES}, expect=True), Note(at + 1, why)]
        if len(after.moves) > at + 1:
            lines = {language: self.expected(self.best, language) for language in LANGUAGES}
            notes.append(Note(len(after.moves), lines))
        title = {language: TEXTS[language]["title"].format(n=self.number) for language in LANGUAGES}
        return Lesson(self.game, f"puzzle {self.number}", title, 1, self.seat, self.called, after, notes)

    # --- in words -----------------------------------------------------------------------------------------------------

    def describe(self, action: Action, language: str, moment: Match | None = None) -> str:
        """An action as people read it, in the position or later in a line."""
        now = moment or self.moment
        view = now.view(now.to_act)
        return str(now.game.texts.describe(now.game, view, action, language, self.called))

    def question(self, language: str) -> str:
        return TEXTS[language]["question"].format(name=self.called[self.seat])

    def answer(self, action: Action, language: str) -> str:
        """What is said about somebody's answer."""
        if action == self.best.action:
            return TEXTS[language]["right"]
        known = next((one for one in self.tries if one.action == action), None)
        key = "other" if known is None else "first idea" if known is self.obvious else "considered"
        told = TEXTS[language][key].format(what=self.describe(action, language))
        return told if known is None else f"{told} {self.figures(known, language)}"

    def reasons(self, language: str) -> list[str]:
        """Why the best action is best, compared with what comes to mind first."""
        texts = TEXTS[language]
        best, obvious = (self.describe(one.action, language) for one in (self.best, self.obvious))
        told = [texts["best"].format(what=best), texts["mind"].format(what=obvious), self._why(language)]
        return [*told, *self._later(language)]

    def _why(self, language: str) -> str:
        texts, seat = TEXTS[language], self.seat
        if not self.moment.game.rules.IN_POINTS:
            return texts["wins"].format(a=100 * self.best.chances[seat], b=100 * self.obvious.chances[seat])
        gain = self.best.scores[seat] - self.obvious.scores[seat]
        rival = max((one for one in range(self.moment.seats) if one != seat), key=lambda one: self.obvious.scores[one])
        loss = self.obvious.scores[rival] - self.best.scores[rival]
        key = "both" if gain >= MUCH and loss >= MUCH else "denies" if loss > gain else "gains"
        return texts[key].format(n=gain, m=loss, name=self.called[rival])

    def _later(self, language: str) -> list[str]:
        """Whether it pays at once or only later, where points tell that."""
        if not self.moment.game.rules.IN_POINTS:
            return []
        now = self.best.at_once[self.seat] - self.obvious.at_once[self.seat]
        return [TEXTS[language]["at once" if now > 0 else "later"].format(n=abs(now))] if now else []

    def figures(self, one: Try, language: str) -> str:
        """What an action leads to, as hints tell it."""
        texts, called = TEXTS[language], self.called
        if self.moment.game.rules.IN_POINTS:
            each = [texts["score"].format(name=called[seat], points=points) for seat, points in enumerate(one.scores)]
            return texts["scores"].format(each=", ".join(each))
        each = [texts["chance"].format(name=called[seat], part=100 * part) for seat, part in enumerate(one.chances)]
        return texts["chances"].format(each=", ".join(each))

    def steps(self, one: Try, language: str) -> list[tuple[Seat, str]]:
        """The line that is expected after an action: who does what."""
        found, moment = [], self.moment.copy()
        for action in one.line:
            found.append((moment.to_act, self.describe(action, language, moment)))
            moment.repeat(action)
        return found

    def expected(self, one: Try, language: str) -> str:
        """The same as text, and where it leads."""
        texts, key = TEXTS[language], "line of first" if one is self.obvious else "line"
        each = [texts["step"].format(name=self.called[seat], what=what) for seat, what in self.steps(one, language)]
        return f"{texts[key].format(line='; '.join(each))} {self.figures(one, language)}"


def played(moment: Match, line: list[Action]) -> Match:
    """The match after a line, with no chance after it."""
    after = moment.copy()
    for action in line:
        after.repeat(action)
    return after


# --- files ------------------------------------------------------------------------------------------------------------


def folder(game: str) -> Path:
    return games[game].folder / "puzzles"


def numbers(game: str) -> list[int]:
    """The puzzles of a game."""
    return sorted(int(path.stem) for path in folder(game).glob("*.json"))


@lru_cache(maxsize=16)
def load(game: str, number: int) -> Puzzle:
    """A puzzle; BadRecord says where it is not one."""
    if number not in (known := numbers(game)):
        there = f"they are 1 to {known[-1]}" if known else "there are none yet"
        raise BadSetup(f"{games[game].title} has no puzzle {number}; {there}")
    try:
        return read(number, told(game, number))
    except (ValueError, KeyError, TypeError) as error:
        raise BadRecord(f"{path(game, number)}: {error}") from None


def path(game: str, number: int) -> Path:
    return folder(game) / f"{number:02}.json"


@lru_cache(maxsize=256)
def told(game: str, number: int) -> dict[str, Any]:
    """What stands in the file of a puzzle, with nothing played yet."""
    found: dict[str, Any] = json.loads(path(game, number).read_text(encoding="utf-8"))
    return found


def read(number: int, said: dict[str, Any]) -> Puzzle:
    """A puzzle from what stands in its file."""
    header = records.Record(
        said["game"], said["version"], said["components"], said["hash"], said["seats"], said["options"], said["seed"]
    )
    moment = Match.of(records.write(header) + "\n".join(said["actions"]) + "\n")
    if moment.to_act != said["seat"] or len(moment.moves) != len(said["actions"]):
        raise BadRecord(f"seat {said['seat']} does not decide where puzzle {number} stops")
    tries = [_try(moment, one) for one in said["tries"]]
    return Puzzle(said["game"], number, said["seat"], moment, tries, said["found"])


def _try(moment: Match, said: dict[str, Any]) -> Try:
    at, line, at_once, mine = moment.copy(), list[Action](), moment.scores(), True
    for words in said["line"]:
        action = at.number(words)
        if at.to_act in (CHANCE, NOBODY) or action not in at.legal:
            raise BadRecord(f"{words!r} cannot be played in the line of {said['line'][0]!r}")
        mine = mine and at.to_act == moment.to_act
        at.repeat(action)
        line.append(action)
        at_once = at.scores() if mine else at_once
    return Try(line[0], said["value"], said["scores"], said["chances"], line, at_once)


# --- one a day --------------------------------------------------------------------------------------------------------


def rotation(game: str | None = None) -> list[tuple[str, int]]:
    """All puzzles in the order of their days: games take turns."""
    wanted = [game] if game else [one.name for one in games.usable()]
    by_game = ([(name, number) for number in numbers(name)] for name in wanted)
    return [one for day in zip_longest(*by_game) for one in day if one]


def of_day(day: date, game: str | None = None) -> tuple[str, int]:
    """The puzzle of a day, of all or of one game; BadSetup if there is none."""
    known = rotation(game)
    if not known:
        raise BadSetup(f"there are no puzzles for {games[game].title} yet" if game else "there are no puzzles yet")
    return known[(day - FIRST_DAY).days % len(known)]


def numbered(number: int, game: str | None = None) -> tuple[str, int]:
    """The puzzle with this number, of one game or of all in the order of their days."""
    known = rotation(game)
    if not 1 <= number <= len(known):
        of, there = games[game].title if game else "all games", f"they are 1 to {len(known)}" if known else "there are none yet"
        raise BadSetup(f"there is no puzzle {number} of {of}; {there}")
    return known[number - 1]
