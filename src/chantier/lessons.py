"""Lessons: a record with notes. The learner makes the moves that a note asks for, the others are played.

A lesson is a file `games/<game>/lessons/<name>.json`: what a record says (game, version, components, seats, options, seed, and
`actions`, one in each line), the seat of the learner, the names at the table, a title, and notes. A note stands before the
action with the number `at`, chance included.

>>> lesson = load("world_monuments", names("world_monuments")[0])
>>> lesson.notes[0].at < lesson.notes[-1].at <= len(lesson.match.moves)
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from chantier import records
from chantier.clauses import clauses
from chantier.core import Action, BadRecord, BadSetup, games
from chantier.match import Match
from chantier.scene import Scene
from chantier.texts import GENERAL, LANGUAGES, Section

TEXTS = Section(GENERAL, "lesson")


@dataclass(frozen=True)
class Note:
    """What is said at a moment."""

    at: int  # actions played before it
    text: dict[str, str]
    expect: bool = False  # the learner has to play action `at`
    clause: str | None = None
    look: tuple[str, ...] = ()  # ids of places and pieces, names of sheets


@dataclass(frozen=True)
class Lesson:
    """A match from its beginning to its end, with notes."""

    game: str
    name: str
    title: dict[str, str]
    minutes: int
    seat: int
    called: list[str]
    match: Match
    notes: list[Note]

    @cached_property
    def moments(self) -> list[Match]:
        """The match as it is at each note."""
        return [self.match.at(note.at) for note in self.notes]

    def action(self, n: int) -> Action | None:
        """What the learner has to play at a note."""
        note = self.notes[n]
        return self.match.moves[note.at].action if note.expect else None

    def describe(self, n: int, language: str) -> str:
        """The same as people read it."""
        moment, action = self.moments[n], self.action(n)
        assert action is not None
        text = moment.game.texts.describe(moment.game, moment.view(self.seat), action, language, self.called)
        return str(text)

    def drawn(self, n: int, language: str = "en") -> Scene:
        """The table at a note."""
        moment = self.moments[n]
        legal = moment.legal if self.notes[n].expect else []
        view = moment.view(self.seat)
        scene: Scene = moment.game.picture.scene(moment.game, view, legal, language=language, names=self.called)
        return scene


# --- files ------------------------------------------------------------------------------------------------------------


def folder(game: str) -> Path:
    return games[game].folder / "lessons"


def names(game: str) -> list[str]:
    """The lessons of a game, in the order of their file names."""
    return sorted(path.stem for path in folder(game).glob("*.json"))


def load(game: str, name: str) -> Lesson:
    """A lesson; BadRecord says where it is not one."""
    if name not in names(game):
        known = ", ".join(names(game)) or "none"
        raise BadSetup(f"{games[game].title} has no lesson {name[:40]!r}; it has: {known}")
    path = folder(game) / f"{name}.json"
    try:
        return read(name, json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError) as error:
        raise BadRecord(f"{path}: {error}") from None


def read(name: str, told: dict[str, Any]) -> Lesson:
    """A lesson from what stands in its file."""
    header = records.Record(
        told["game"], told["version"], told["components"], told["hash"], told["seats"], told["options"], told["seed"]
    )
    match = Match.of(records.write(header) + "\n".join(told["actions"]) + "\n")
    if len(match.moves) != len(told["actions"]):
        raise BadRecord(f"the lesson {name} stops while chance is to act: {match.words(match.moves[-1].action)!r} is missing")
    notes = [Note(**{**note, "look": tuple(note.get("look", ()))}) for note in told["notes"]]
    return Lesson(told["game"], name, told["title"], told["minutes"], told["seat"], told["names"], match, notes)


def check(lesson: Lesson) -> list[str]:
    """Everything that is wrong with a lesson."""
    found = [] if set(lesson.title) == set(LANGUAGES) else ["the title is not in every language"]
    known, moves, before = clauses(lesson.game), lesson.match.moves, 0
    for n, note in enumerate(lesson.notes):
        where = f"note {n + 1}"
        if set(note.text) != set(LANGUAGES) or not all(note.text.values()):
            found.append(f"{where} is not in every language")
        if not before <= note.at <= len(moves):
            found.append(f"{where} stands before action {note.at}; there are {len(moves)}, and the note before has {before}")
            continue
        if note.expect and (note.at == len(moves) or moves[note.at].seat != lesson.seat):
            found.append(f"{where} expects a move of seat {lesson.seat}, who does not decide there")
        if note.clause is not None and note.clause not in known:
            found.append(f"{where} cites clause {note.clause}, which does not exist")
        found += [f"{where} looks at {i!r}, which is not in the picture" for i in note.look if i not in _ids(lesson.drawn(n))]
        before = note.at + note.expect
    if lesson.notes and lesson.notes[-1].expect:
        found.append("the last note expects a move; after it something has to be said")
    return found


def _ids(scene: Scene) -> set[str]:
    items = {item.id for sheet in scene.sheets for item in (*sheet.pieces, *sheet.labels)}
    return items | {place.id for place in scene.places} | {sheet.name for sheet in scene.sheets}
