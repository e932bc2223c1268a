"""The commands for reading: replay, draw, components, rules, lesson, puzzle. Each imports what it needs when it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from chantier.arguments import (
    FOUND_WRONG,
    GOOD,
    add_game,
    add_language,
    command,
    count,
    day,
    index,
    path,
    target,
    text,
    use_colour,
)
from chantier.core import BadSetup, Game, games
from chantier.texts import LANGUAGES


def add(commands: Any) -> None:
    """All of them, in the order of the help."""
    for one in (_replay_parser, _draw_parser, _components_parser, _rules_parser, _lesson_parser, _puzzle_parser):
        one(commands)


# --- replay -----------------------------------------------------------------------------------------------------------


def _replay_parser(commands: Any) -> None:
    p = command(
        commands, "replay", replay, "Step through a record, or prove that it still replays.",
        "With --check each record is one of: same, differs, illegal at a line, unreadable; 1 is returned unless all are same.",
    )  # fmt: skip
    p.add_argument("records", nargs="+", type=path, metavar="RECORD", help="a record file; with --check also folders of them")
    p.add_argument("--check", action="store_true", help="prove that it still replays to the same end")
    p.add_argument("--components", type=text, metavar="FILE", help="the set it was played with, if it is not shipped")
    add_language(p)


def replay(args: argparse.Namespace) -> int:
    """Step through a record, or check many."""
    from chantier.terminal.replay import check_all, step_through
    from chantier.terminal.screen import rows_of

    use_colour(args)
    if args.check:
        return GOOD if check_all(args.records, args.components) else FOUND_WRONG
    if len(args.records) > 1:
        raise BadSetup("one record at a time can be stepped through; with --check there may be many")
    asks = sys.stdin.isatty()
    step_through(args.records[0], args.components, args.language, asks, rows=rows_of(asks and sys.stdout.isatty()))
    return GOOD


# --- draw -------------------------------------------------------------------------------------------------------------


def _draw_parser(commands: Any) -> None:
    p = command(commands, "draw", draw, "Draw the table of a record as an SVG picture.")
    p.add_argument("record", type=path, metavar="RECORD")
    p.add_argument("--at", type=index, metavar="N", help="after so many moves, chance included (default: after the last)")
    p.add_argument("--seat", type=index, metavar="S", help="as this seat sees it (default: as a spectator does)")
    p.add_argument("--components", type=text, metavar="FILE", help="the set it was played with, if it is not shipped")
    p.add_argument("-o", "--out", type=target, metavar="FILE.svg", help="where to write it (default: standard output)")


def draw(args: argparse.Namespace) -> int:
    """One picture of a record."""
    from chantier.records import write_safely
    from chantier.terminal.saves import load

    match, _ = load(args.record, args.components)
    picture = (match if args.at is None else match.at(args.at)).svg(args.seat)
    if args.out is None:
        print(picture)
        return GOOD
    try:
        write_safely(args.out, picture)
    except OSError as error:
        raise BadSetup(f"cannot write {args.out}: {error.strerror or error}") from None
    return GOOD


# --- components -------------------------------------------------------------------------------------------------------


def _components_parser(commands: Any) -> None:
    p = command(
        commands, "components", components, "Show where the numbers of a game come from, and check your own.",
        "Own numbers: write a copy with --write, change it, look at it with --check, play with it: chantier play --components.",
    )  # fmt: skip
    add_game(p)
    p.add_argument(
        "--set", type=text, metavar="NAME|FILE", help="the set to show: a shipped one's name or a file (default: standard)"
    )
    only = p.add_mutually_exclusive_group()
    only.add_argument("--check", type=path, metavar="FILE", help="say everything that is wrong with a set")
    only.add_argument("--write", type=target, metavar="FILE", help="copy the set into a new file, as a start for your own")


def components(args: argparse.Namespace) -> int:
    """Show, check or copy a component set."""
    from chantier.components import component_set
    from chantier.core import BadComponents

    game = games[args.game]
    if args.check is None:
        chosen = component_set(game.name, args.set)
        return _write_set(game, chosen.text, args.write) if args.write else _show_set(game, chosen)
    try:
        chosen = component_set(game.name, args.check)
    except BadComponents as error:
        print(error)
        return FOUND_WRONG
    print(f"{args.check} is a good component set for {game.title}; its hash is {chosen.hash}.")
    return GOOD


def _show_set(game: Game, chosen: Any) -> int:
    from textwrap import fill

    from chantier.components import SOURCES, explained

    print(f"{game.title}, component set {chosen.name} ({chosen.hash})")
    if about := chosen.data.get("about"):
        print(fill(str(about), 100))
    blocks = list(explained(chosen))
    for source, meaning in SOURCES.items():
        if found := [(place, contents) for place, mark, contents in blocks if mark == source]:
            print(f"\n{meaning[0].upper()}{meaning[1:]}:")
            for place, contents in found:
                print(fill(f"{place}: {contents}", 100, initial_indent="  ", subsequent_indent="      "))
    return GOOD


def _write_set(game: Game, text: str, path: Path) -> int:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadSetup(f"{path} exists already and is left as it is; choose another name") from None
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error.strerror or error}") from None
    print(f"{path} is written. Change what you know better, then: chantier components {game.name} --check {path}")
    return GOOD


# --- rules ------------------------------------------------------------------------------------------------------------


def _rules_parser(commands: Any) -> None:
    p = command(commands, "rules", rules, "Read the rules of a game, or one clause of them.")
    add_game(p)
    p.add_argument("clause", nargs="?", type=text, metavar="CLAUSE", help="its number, such as 3.4; 3 is the whole chapter")
    p.add_argument("--language", choices=LANGUAGES, default="en", help="language of the rules (default: en)")


def rules(args: argparse.Namespace) -> int:
    """The rules, or one clause."""
    from textwrap import fill

    from chantier.clauses import clause, rulebook

    games[args.game]
    if args.clause:
        for line in clause(args.game, args.clause, args.language).splitlines():
            print(fill(line, 100, subsequent_indent="     "))
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(100, Console().width)).print(Markdown(rulebook(args.game, args.language)))
    else:
        print(rulebook(args.game, args.language), end="")
    return GOOD


# --- lesson -----------------------------------------------------------------------------------------------------------


def _lesson_parser(commands: Any) -> None:
    p = command(commands, "lesson", lesson, "Learn a game in a few minutes, move by move.", "You make the moves.")
    add_game(p)
    p.add_argument("lesson", nargs="?", type=text, metavar="LESSON", help="its name (default: the first one)")
    add_language(p)


def lesson(args: argparse.Namespace) -> int:
    """A lesson in the terminal."""
    from chantier import lessons
    from chantier.terminal.lesson import run
    from chantier.terminal.screen import rows_of

    use_colour(args)
    known = lessons.names(args.game)
    if not known:
        raise BadSetup(f"there is no lesson for {games[args.game].title} yet")
    chosen = lessons.load(args.game, args.lesson or known[0])
    clears = sys.stdin.isatty() and sys.stdout.isatty()
    run(chosen, args.language, clears, input, print, rows_of(clears))
    return GOOD


# --- puzzle -----------------------------------------------------------------------------------------------------------


def _puzzle_parser(commands: Any) -> None:
    p = command(
        commands, "puzzle", puzzle, "The puzzle of the day: find the best action of a game.",
        "Everybody has the same one on the same day (UTC). Games take turns, if none is named.",
    )  # fmt: skip
    add_game(p, nargs="?")
    which = p.add_mutually_exclusive_group()
    which.add_argument("--date", type=day, metavar="YYYY-MM-DD", help="that of another day (default: today)")
    which.add_argument("--number", type=count, metavar="N", help="this one of the game, or of all games")
    add_language(p)


def puzzle(args: argparse.Namespace) -> int:
    """A puzzle in the terminal."""
    from datetime import UTC, datetime

    from chantier import puzzles
    from chantier.terminal.puzzle import run
    from chantier.terminal.screen import rows_of

    use_colour(args)
    if args.number is None:
        when = args.date or datetime.now(UTC).date()
        game, number = puzzles.of_day(when, args.game)
    else:
        when, (game, number) = None, puzzles.numbered(args.number, args.game)
    clears = sys.stdin.isatty() and sys.stdout.isatty()
    run(puzzles.load(game, number), when, args.language, clears, input, print, rows_of(clears))
    return GOOD
