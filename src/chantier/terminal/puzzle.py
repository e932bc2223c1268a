"""A puzzle, solved at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from chantier.core import games
from chantier.paint import paint
from chantier.puzzles import TEXTS, Puzzle
from chantier.terminal.lesson import choice
from chantier.terminal.saves import Player
from chantier.terminal.screen import CLEAR, Screen, columns, paged, picture, wrapped

RECENT = 6  # lines of the log


def run(
    puzzle: Puzzle,
    day: date | None = None,
    language: str = "en",
    clears: bool = False,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    rows: int = 0,
) -> None:
    """Solve a puzzle at the terminal, in pages if it is said how many rows that has."""
    pages = paged(rows, language, read, write)
    if clears:
        write(CLEAR)
    if pages:
        read, write = pages.read, pages.write
    screen = Screen(puzzle.moment.copy(), [Player(name) for name in puzzle.called], language, None, read, write)
    _show(puzzle, day, screen)
    if _ask(puzzle, screen):
        _explain(puzzle, screen)
    if pages:
        pages.flush()


def _show(puzzle: Puzzle, day: date | None, screen: Screen) -> None:
    """The table as the seat sees it, what has happened lately, and the question."""
    texts, language = TEXTS[screen.language], screen.language
    key = "head of one" if day is None else "head"
    head = texts[key].format(title=games[puzzle.game].title, n=puzzle.number, day="" if day is None else day.isoformat())
    screen.write(paint(head, "bold"))
    screen.write(picture(puzzle.moment, puzzle.seat, puzzle.called, language, columns()))
    screen.write("\n".join(["", *screen.log(0, puzzle.seat)[-RECENT:], ""]))
    screen.write(wrapped(puzzle.question(language), columns()))
    screen.choices(puzzle.seat)


def _ask(puzzle: Puzzle, screen: Screen) -> bool:
    """Until the best action is found or asked for; false if somebody stops."""
    texts, language = TEXTS[screen.language], screen.language
    while True:
        try:
            said = screen.read(texts["your move"]).strip()
        except EOFError:
            return False
        if said.lower() in ("q", "quit"):
            return False
        if said == "?":
            return True
        chosen = choice(screen.match, said)
        if chosen is None:
            screen.write(texts["not a choice"].format(n=len(screen.match.legal)))
            continue
        screen.write(wrapped(puzzle.answer(chosen, language), columns()))
        if chosen == puzzle.best.action:
            return True


def _explain(puzzle: Puzzle, screen: Screen) -> None:
    """Why, and how it goes on."""
    language = screen.language
    told = [
        *puzzle.reasons(language),
        "",
        puzzle.expected(puzzle.best, language),
        puzzle.expected(puzzle.obvious, language),
        "",
    ]
    screen.write("\n".join(wrapped(line, columns(), "  ", first="") if line else "" for line in told))
    screen.write(TEXTS[language]["end"].format(game=puzzle.game))
