"""Looking at a record again: step by step, or all at once, or only to prove that it still replays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from chantier import dice, records
from chantier.core import CHANCE, BadRecord, BadSetup, ChantierError, games
from chantier.match import Match
from chantier.paint import paint
from chantier.records import read_text
from chantier.terminal.saves import Player, load
from chantier.terminal.screen import CLEAR, as_number, columns, paged, picture, standing, told
from chantier.texts import GENERAL, Section

SAME, DIFFERS, ILLEGAL, UNREADABLE = "same", "differs", "illegal", "unreadable"

TEXTS = Section(GENERAL, "replay")


class Verdict(NamedTuple):
    """What became of a record, and why."""

    word: str
    why: str = ""


# --- checking ---------------------------------------------------------------------------------------------------------


def check_all(paths: list[Path], components: str | None = None, write: Callable[[str], None] = print) -> bool:
    """Say of every record what became of it; whether all are the same as ever."""
    found = list(_files(paths))
    if not found:
        raise BadSetup(f"there are no records in {', '.join(map(str, paths))}; they are files that end in .txt")
    counts: dict[str, int] = {}
    for path in found:
        verdict = check(path, components)
        counts[verdict.word] = counts.get(verdict.word, 0) + 1
        write(f"{path}: {verdict.word}{f', {verdict.why}' if verdict.why else ''}")
    if len(found) > 1:
        write(", ".join(f"{many} {word}" for word, many in counts.items()))
    return set(counts) == {SAME}


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.txt"))
        else:
            yield path


def check(path: Path, components: str | None = None) -> Verdict:
    """Replay one record and compare."""
    try:
        text = read_text(path)
        header = records.read(text)
        games[header.game]
    except ChantierError as error:
        return Verdict(UNREADABLE, str(error))
    try:
        match, _ = load(path, components)
    except BadRecord as error:
        line = re.match(r"line (\d+): (.*)", str(error), re.S)
        return Verdict(f"{ILLEGAL} at line {line[1]}", line[2]) if line else Verdict(UNREADABLE, str(error))
    except ChantierError as error:
        return Verdict(UNREADABLE, str(error))
    if header.version != match.game.version:
        return Verdict(DIFFERS, f"it was played by rules {header.version}, these are {match.game.version}")
    digest = re.search(r"^# digest (\w+)\s*$", text, re.M)
    if digest and digest[1] != match.digest():
        return Verdict(DIFFERS, f"it ended in {digest[1]}, now in {match.digest()}")
    return Verdict(SAME, chance_says(match, header))


def chance_says(match: Match, header: records.Record) -> str:
    """Whether the draws are those that the seed gives."""
    if header.seed is None:
        return "no seed to compare the draws with"
    then = match.at(0)
    for n, move in enumerate(match.moves):
        if move.seat == CHANCE and n >= match.seed_from:
            legal = then.legal
            if legal[dice.roll(match.seed, n, then.game.weights(then.state))] != move.action:
                return f"but the draw at move {n + 1} is not the one that the seed gives"
        then.repeat(move.action)
    return "draws agree with the seed" + (f" from move {match.seed_from + 1} on" if match.seed_from else "")


# --- stepping ---------------------------------------------------------------------------------------------------------


def step_through(
    path: Path,
    components: str | None = None,
    language: str = "en",
    interactive: bool = False,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    rows: int = 0,
) -> None:
    """Show a record move by move, in pages if the rows are known; all of it at once where nobody can press a key."""
    match, players = load(path, components)
    if interactive:
        pages = paged(rows, language, read, write)
        if pages:
            _step(match, players, language, pages.read, pages.write, pages.at_once)
        else:
            _step(match, players, language, read, write, write)
        return
    names = [player.name for player in players]
    for n in range(1, len(match.moves) + 1):
        write(move_line(match, n, names, language))
    write("\n" + picture(match, None, names, language, columns()))
    if match.over:
        write("\n" + "\n".join(standing(match, names, language)))


def _step(
    match: Match,
    players: list[Player],
    language: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
    clear: Callable[[str], None],
) -> None:
    names = [player.name for player in players]
    n = 0
    while True:
        now = match.at(n)
        clear(CLEAR)
        write(picture(now, None, names, language, columns()) + "\n")
        if n:
            write(move_line(match, n, names, language))
        if n == len(match.moves) and match.over:
            write("\n".join(standing(match, names, language)))
        try:
            said = read(f"{n}/{len(match.moves)}  {TEXTS[language]['keys']}: ").strip().lower()
        except EOFError:
            return
        if said in ("q", "quit"):
            return
        if (number := as_number(said)) is not None:
            n = max(0, min(number, len(match.moves)))
        elif said in ("b", "back"):
            n = max(0, n - 1)
        elif n == len(match.moves):
            return
        else:
            n += 1


def move_line(match: Match, n: int, names: list[str], language: str) -> str:
    """The n-th move: who, what, and what came of it."""
    move = match.moves[n - 1]
    end = match.moves[n].events if n < len(match.moves) else len(match.events)
    events = [(move.seat, event.for_seat(None)) for event in match.events[move.events : end]]
    line = told(match, events, None, names, language) if events else match.words(move.action)
    return f"{paint(f'{n:>4}', 'dim')}  {line}"
