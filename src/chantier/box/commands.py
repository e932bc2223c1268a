"""The commands of the box: new, check, diff, walk, sound. Each imports what it needs when it runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chantier.arguments import FOUND_WRONG, GOOD, INTERRUPTED, add_game, command, index, path, target, text
from chantier.core import BadSetup, games
from chantier.texts import LANGUAGES

if TYPE_CHECKING:
    from chantier.box.editor import Editor


def add(commands: Any) -> None:
    """One command with its tasks."""
    p = commands.add_parser("box", help="Make a game exact: the numbers of your own box.", description=HELP)
    tasks = p.add_subparsers(title="tasks", metavar="TASK", required=True)
    for one in (_new_parser, _check_parser, _diff_parser, _walk_parser, _sound_parser):
        one(tasks)


HELP = (
    "The rulebooks we have lost their pictures, so a part of every component set is our reconstruction. Whoever owns the box "
    "can say what is printed there: chantier box walk GAME FILE asks for it, ten minutes long."
)


def _add_language(p: argparse.ArgumentParser) -> None:
    p.add_argument("--language", choices=LANGUAGES, default="en", help="language of what is said (default: en)")


# --- new, check -------------------------------------------------------------------------------------------------------


def _new_parser(tasks: Any) -> None:
    p = command(tasks, "new", new, "Copy a component set into a new file, as a start for your own.")
    add_game(p)
    p.add_argument("file", type=target, metavar="FILE", help="where to write it; a file that is there is left as it is")
    p.add_argument("--set", type=text, metavar="NAME|FILE", help="what to copy (default: standard)")


def new(args: argparse.Namespace) -> int:
    """A copy of a set."""
    from chantier.components import component_set

    chosen = component_set(games[args.game].name, args.set)
    _create(args.file, chosen.text)
    print(f"{args.file} is written. Compare it with your box:  chantier box walk {args.game} {args.file}")
    return GOOD


def _create(file: Path, said: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as new_file:
            new_file.write(said)
    except FileExistsError:
        raise BadSetup(f"{file} exists already and is left as it is; choose another name") from None
    except OSError as error:
        raise BadSetup(f"cannot write {file}: {error.strerror or error}") from None


def _check_parser(tasks: Any) -> None:
    p = command(tasks, "check", check, "Say everything that is wrong with a set, and how much of it is certain.")
    add_game(p)
    p.add_argument("file", type=path, metavar="FILE", help="a component set")
    _add_language(p)


def check(args: argparse.Namespace) -> int:
    """Mistakes, or how certain it is."""
    from chantier.box.figures import OURS, counted
    from chantier.box.parts import Words
    from chantier.components import component_set, spelled

    editor, words = _opened(args), Words(args.game, args.language)
    for problem in editor.problems:
        line = f"{problem.line}: " if problem.line else ""
        print(f"{args.file}:{line} {spelled(problem.where)}: {problem.message(args.language)}")
    if editor.problems:
        return FOUND_WRONG
    sources = counted(editor.figures)
    ours, all_of_them = sources[OURS], sources.total()
    chosen = component_set(args.game, args.file)
    print(words.line("good", title=games[args.game].title, hash=chosen.hash))
    print(words.line("certain", n=all_of_them - ours, m=all_of_them, part=100 * (all_of_them - ours) // all_of_them, ours=ours))
    return GOOD


def _opened(args: argparse.Namespace) -> Editor:
    from chantier.box.editor import Editor

    games[args.game]
    try:
        return Editor(args.game, args.file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise BadSetup(f"cannot read {args.file}: {reason}; chantier box new {args.game} FILE makes one") from None


# --- diff -------------------------------------------------------------------------------------------------------------


def _diff_parser(tasks: Any) -> None:
    p = command(tasks, "diff", diff, "Compare a set with the standard one, figure by figure.")
    add_game(p)
    p.add_argument("file", type=path, metavar="FILE", help="a component set")
    p.add_argument("--set", type=text, metavar="NAME|FILE", help="what to compare it with (default: standard)")
    _add_language(p)


def diff(args: argparse.Namespace) -> int:
    """All that differs."""
    from chantier.box.differences import differences
    from chantier.box.parts import Words
    from chantier.components import component_set

    editor, words = _opened(args), Words(args.game, args.language)
    found = list(differences(component_set(args.game, args.set).data, editor.data))
    for one in found:
        print(words.difference(one))
    print(words.line("differ", n=len(found)) if found else words.line("same"))
    return GOOD


# --- walk -------------------------------------------------------------------------------------------------------------


def _walk_parser(tasks: Any) -> None:
    p = command(
        tasks, "walk", walk, "Ten minutes with your box: a question about everything that is our reconstruction.",
        "It can be stopped at any time, and gone on with.",
    )  # fmt: skip
    add_game(p)
    p.add_argument("file", type=target, metavar="FILE", help="your set; it is begun if it is not there")
    _add_language(p)


def walk(args: argparse.Namespace) -> int:
    """The guided walk in the terminal."""
    from chantier.box.parts import Words
    from chantier.box.terminal import Walker
    from chantier.components import component_set

    words = Words(games[args.game].name, args.language)
    if not args.file.exists():
        _create(args.file, component_set(args.game).text)
    left = Walker(_opened(args), words, args.file, input, print).walk()
    again = f"chantier box walk {args.game} {args.file}"
    print(words.line("stopped", n=left, command=again) if left else words.line("done"))
    return GOOD


# --- sound ------------------------------------------------------------------------------------------------------------


def _sound_parser(tasks: Any) -> None:
    p = command(
        tasks,
        "sound",
        sound,
        "Play a few hundred games with a set, and as many with the standard one, and tell what they show.",
    )
    add_game(p)
    p.add_argument("file", type=path, metavar="FILE", help="a component set")
    p.add_argument("--games", type=index, metavar="N", default=240, help="games of apprentices (default: %(default)s)")
    p.add_argument("--thinking", type=index, metavar="N", default=60, help="games of journeymen (default: %(default)s)")
    _add_language(p)


def sound(args: argparse.Namespace) -> int:
    """Many games, told in plain words."""
    from chantier.box.parts import Words
    from chantier.box.sound import Sounding
    from chantier.components import component_set
    from chantier.lab.patience import waiting

    words = Words(games[args.game].name, args.language)
    sounding = Sounding(args.game, component_set(args.game, args.file), args.games, args.thinking)
    stopped = False
    with waiting(args.game, sounding.of) as told:
        try:
            for _ in sounding.steps():
                told(sounding.done)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        print(words.line("sound stopped"))
    print("\n".join(sounding.report(args.language)))
    return INTERRUPTED if stopped else GOOD
