"""A lesson, taken at the terminal."""

from __future__ import annotations

from collections.abc import Callable

from chantier.clauses import clause
from chantier.core import Action, ChantierError
from chantier.lessons import TEXTS, Lesson
from chantier.match import Match
from chantier.paint import paint
from chantier.terminal.saves import Player
from chantier.terminal.screen import CLEAR, Screen, columns, paged, picture, wrapped


def run(
    lesson: Lesson,
    language: str = "en",
    clears: bool = False,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    rows: int = 0,
) -> None:
    """Take a lesson at the terminal, in pages if it is said how many rows that has."""
    pages, clear = paged(rows, language, read, write), write
    if pages:
        read, write, clear = pages.read, pages.write, pages.at_once
    _take(lesson, language, read, write, clear if clears else None)
    if pages:
        pages.flush()


def _take(
    lesson: Lesson,
    language: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
    clear: Callable[[str], None] | None,
) -> None:
    """Note by note, until the end or until the learner stops."""
    known = 0
    players = [Player(name) for name in lesson.called]
    for n, (note, moment) in enumerate(zip(lesson.notes, lesson.moments, strict=True)):
        screen = Screen(moment, players, language, None, read, write)
        if clear:
            clear(CLEAR)
        write(picture(moment, lesson.seat, lesson.called, language, columns()))
        news = screen.log(known, lesson.seat) if len(moment.events) > known else []
        write("\n".join(["", *news[-6:]]))
        known = len(moment.events)
        write(paint(TEXTS[language]["step"].format(n=n + 1, m=len(lesson.notes)), "dim"))
        write(wrapped(note.text[language], columns()))
        if note.clause:
            write(paint(wrapped(clause(lesson.game, note.clause, language), columns(), "     ", first=""), "dim"))
        try:
            if not (_ask(lesson, n, screen) if note.expect else read(TEXTS[language]["next"]).strip().lower() != "q"):
                return
        except EOFError:
            return
    write(TEXTS[language]["end"].format(game=lesson.game))


def _ask(lesson: Lesson, n: int, screen: Screen) -> bool:
    """Until the learner has found the move; false if they stop."""
    texts, legal, wanted = TEXTS[screen.language], screen.match.legal, lesson.action(n)
    assert wanted is not None
    screen.choices(lesson.seat)
    while True:
        said = screen.read(texts["your move"]).strip()
        if said.lower() in ("q", "quit"):
            return False
        if said == "?":
            what = lesson.describe(n, screen.language)
            screen.write(texts["answer"].format(n=legal.index(wanted) + 1, what=what))
            continue
        chosen = choice(screen.match, said)
        if chosen == wanted:
            return True
        key = "not a choice" if chosen is None else "try"
        screen.write(texts[key].format(n=len(legal), what=lesson.describe(n, screen.language)))


def choice(match: Match, said: str) -> Action | None:
    """A legal action by its number in the list or in words."""
    if said.isascii() and said.isdigit() and len(said) < 4:
        return match.legal[int(said) - 1] if 1 <= int(said) <= len(match.legal) else None
    try:
        action = match.number(said)
    except ChantierError:
        return None
    return action if action in match.legal else None
