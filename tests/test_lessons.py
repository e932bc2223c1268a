"""Lessons: every one of them is right from the first note to the last, and can be taken in the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import chantier
from chantier import lessons
from chantier.clauses import clauses
from chantier.cli import main
from chantier.core import BadRecord, BadSetup
from chantier.terminal.lesson import run
from chantier.texts import LANGUAGES

ALL = [(game, name) for game in chantier.games for name in lessons.names(game)]


def file_of(game: str, name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((lessons.folder(game) / f"{name}.json").read_text(encoding="utf-8"))
    return told


def test_every_game_has_a_lesson() -> None:
    assert [game for game in chantier.games if not lessons.names(game)] == []


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_right(game: str, name: str) -> None:
    """It replays to its end, its notes are complete, what they cite and look at exists, and the learner has enough to do."""
    lesson = lessons.load(game, name)
    assert lessons.check(lesson) == []
    assert lesson.match.over
    assert lesson.match.record().splitlines()[-1] == file_of(game, name)["actions"][-1]
    assert 12 <= len(lesson.notes) <= 25
    asked = [n for n, note in enumerate(lesson.notes) if note.expect]
    assert len(asked) >= 6
    assert all(lesson.action(n) in lesson.moments[n].legal for n in asked)
    chapters = {clause.split(".")[0] for clause in clauses(game)}
    cited = {note.clause.split(".")[0] for note in lesson.notes if note.clause}
    assert len(cited) >= len(chapters) // 2
    for note in lesson.notes:
        assert len(set(note.text.values())) == len(LANGUAGES)
        assert max(map(len, note.text.values())) < 400


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_in_the_terminal(game: str, name: str, language: str) -> None:
    """A learner who first asks, then tries something else, then does what is asked comes to the end."""
    lesson = lessons.load(game, name)
    said: list[str] = []

    def answers() -> Iterator[str]:
        for n, note in enumerate(lesson.notes):
            if not note.expect:
                yield ""
                continue
            moment, wanted = lesson.moments[n], lesson.action(n)
            assert wanted is not None
            others = [action for action in moment.legal if action != wanted]
            yield from ["?", "0", "dance", *([moment.words(others[-1])] if others else [])]
            yield str(moment.legal.index(wanted) + 1)

    script = answers()
    run(lesson, language, read=lambda _: next(script), write=said.append)
    text = "\n".join(said)
    assert next(script, None) is None
    assert said[-1] == lessons.TEXTS[language]["end"].format(game=game)
    last = " ".join(lesson.notes[-1].text[language].split())
    assert last in " ".join(text.split())
    tried = lessons.TEXTS[language]["try"].partition("{")[0]
    assert text.count(tried) == sum(note.expect and len(lesson.moments[n].legal) > 1 for n, note in enumerate(lesson.notes))


def test_stopping_a_lesson() -> None:
    game, name = ALL[0]
    said: list[str] = []
    run(lessons.load(game, name), read=lambda _: "q", write=said.append)
    assert lessons.load(game, name).notes[1].text["en"][:30] not in "\n".join(said)


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert main(["lesson", "world_monuments", "--language", "fr"]) == 0
    assert "Bienvenue à World Monuments" in capsys.readouterr().out
    assert main(["lesson", "world_monuments", "dancing"]) == 2
    assert "no lesson 'dancing'; it has: first-steps" in capsys.readouterr().err


def broken(**changes: Any) -> lessons.Lesson:
    game, name = ALL[0]
    return lessons.read(name, {**file_of(game, name), **changes})


def test_what_is_wrong_with_a_lesson_is_said() -> None:
    game, name = ALL[0]
    told = file_of(game, name)
    first, last = told["notes"][0], told["notes"][-1]
    bad = [
        {**first, "text": {"en": "Hello."}},
        {**first, "clause": "99.9", "look": ["nowhere"]},
        {**last, "expect": True},
        {**first, "at": 5},
    ]
    problems = lessons.check(broken(notes=bad, title={"en": "Hello"}))
    assert problems == [
        "the title is not in every language",
        "note 1 is not in every language",
        "note 2 cites clause 99.9, which does not exist",
        "note 2 looks at 'nowhere', which is not in the picture",
        "note 3 expects a move of seat 0, who does not decide there",
        f"note 4 stands before action 5; there are {last['at']}, and the note before has {last['at'] + 1}",
    ]
    assert lessons.check(broken(notes=[{**told["notes"][3]}])) == [
        "the last note expects a move; after it something has to be said"
    ]
    with pytest.raises(BadRecord, match="stops while chance is to act"):
        broken(actions=told["actions"][:5])
    with pytest.raises(BadRecord, match="is not legal here"):
        broken(actions=[*told["actions"][:22], "0 step to centre"])
    with pytest.raises(BadSetup, match="there is no game"):
        lessons.names("chess")
