"""What is given on a command line: looked at before anything is done, and refused in one line."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from chantier.core import BadSetup, games
from chantier.texts import LANGUAGES

GOOD, FOUND_WRONG, BAD_USE, INTERRUPTED = 0, 1, 2, 130  # exit codes
T = TypeVar("T")
SHOWN = 60  # characters of what was given
LARGEST = 10**9
LONGEST = 255  # bytes of a name


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def _get_value(self, action: argparse.Action, given: str) -> Any:
        try:
            return super()._get_value(action, given)
        except argparse.ArgumentError as error:
            raise BadSetup(str(error)) from None

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)}; see {self.prog} --help\n")


def one_line(text: str) -> str:
    """A text that can be read in one line, whatever was given."""
    told = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    plain = "".join(letter if letter.isprintable() else "?" for letter in told)
    return plain if len(plain) <= 400 else f"{plain[:400]} …"


def _kind(name: str) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    def named(check: Callable[[str], T]) -> Callable[[str], T]:
        check.kind = name  # type: ignore[attr-defined]
        return check

    return named


def _refuse(text: str, why: str) -> NoReturn:
    raise argparse.ArgumentTypeError(f"{text[:SHOWN]!r} {why}")


def whole(least: int, most: int = LARGEST) -> Callable[[str], int]:
    """A whole number that is not too small and not too large.

    >>> whole(1)("7")
    7
    """

    @_kind("number")
    def number(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18 and least <= int(text) <= most):
            _refuse(text, f"is not a whole number from {least} to {most}")
        return int(text)

    return number


count = whole(1)
port = whole(0, 65_535)
index = whole(0)


@_kind("date")
def day(given: str) -> date:
    """A day of the calendar.

    >>> day("2026-11-17")
    datetime.date(2026, 11, 17)
    """
    try:
        found = date.fromisoformat(given) if re.fullmatch(r"\d{4}-\d\d-\d\d", given, re.ASCII) else None
    except ValueError:
        found = None
    return found or _refuse(given, "is no day such as 2026-11-17")


@_kind("text")
def text(given: str) -> str:
    """Something that was said."""
    if not given.strip() or "\0" in given or not _can_be_written(given, "utf-8"):
        _refuse(given, "says nothing")
    return given


@_kind("address")
def address(given: str) -> str:
    """Where another program is; nothing stands for this machine."""
    return text(given) if given else given


@_kind("name")
def host_name(given: str) -> str:
    """A name by which browsers find a server."""
    if not re.fullmatch(r"[A-Za-z0-9_.:\[\]-]{1,253}", given):
        _refuse(given, "is no name of a server")
    return given


@_kind("file")
def path(given: str) -> Path:
    """A file or a folder to look into: whoever does says what is wrong with it."""
    found = _path(given)
    if _is(found.is_char_device) or _is(found.is_block_device):
        _refuse(given, "is a device")
    return found


@_kind("folder")
def folder(given: str) -> Path:
    """A folder that is there, or can be made."""
    found = _path(given)
    there = next(one for one in (found, *found.absolute().parents) if _is(one.exists))
    if not there.is_dir() or not os.access(there, os.W_OK):
        _refuse(given, "is no folder that can be written to")
    return found


@_kind("target")
def target(given: str) -> Path:
    """Where something can be written."""
    found = _path(given)
    if _is(found.is_dir):
        _refuse(given, "is a folder")
    if not _is(found.parent.is_dir):
        _refuse(given, f"cannot be written: there is no folder {str(found.parent)[:SHOWN]!r}")
    there = _is(found.exists)
    if not os.access(found if there else found.parent, os.W_OK) or (there and not found.is_file()):
        _refuse(given, "cannot be written")
    return found


def _path(given: str) -> Path:
    found = Path(given)
    if not given.strip() or "\0" in given or any(not _can_be_written(part, "file") for part in found.parts):
        _refuse(given, "is no name of a file")
    return found


def _can_be_written(text: str, how: str) -> bool:
    try:
        return bool(text.encode("utf-8")) if how == "utf-8" else len(os.fsencode(text)) <= LONGEST
    except UnicodeEncodeError:
        return False


def _is(question: Callable[[], bool]) -> bool:
    """Whether a path is something; one that cannot even be asked about is nothing."""
    try:
        return question()
    except (OSError, ValueError):
        return False


# --- what several commands take ---------------------------------------------------------------------------------------


def command(commands: Any, name: str, run: Any, help: str, more: str = "") -> argparse.ArgumentParser:  # noqa: A002
    """A new command."""
    made: argparse.ArgumentParser = commands.add_parser(name, help=help, description=f"{help} {more}".strip())
    made.set_defaults(run=run)
    return made


def add_game(p: argparse.ArgumentParser, **more: Any) -> None:
    p.add_argument("game", type=text, metavar="GAME", help="one of: %(known)s", **more).__dict__["known"] = _Known()


class _Known:
    """The names of all games, looked for when somebody reads them: other packages may hold some."""

    def __str__(self) -> str:
        return ", ".join(games)


def add_language(p: argparse.ArgumentParser) -> None:
    p.add_argument("--language", choices=LANGUAGES, default="en", help="language of table and log (default: en)")
    p.add_argument("--no-colour", "--no-color", action="store_true", help="letters only; so does the variable NO_COLOR")


def use_colour(args: argparse.Namespace) -> None:
    """Colours in the terminal, if they are wanted there."""
    from chantier import paint

    paint.use(not args.no_colour and paint.wanted(sys.stdout))


def choices(given: list[str]) -> dict[str, str]:
    """The options of a game, given as NAME=CHOICE.

    >>> choices(["monument=capitol"])
    {'monument': 'capitol'}
    """
    return dict(map(_choice, given))


def _choice(given: str) -> tuple[str, str]:
    name, equals, chosen = given.partition("=")
    if not equals:
        raise BadSetup(f"an option is given as NAME=CHOICE, not {given!r}")
    return name.strip(), chosen.strip()
