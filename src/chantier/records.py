"""Record files: readable text that holds a whole match.

    chantier record 1
    game world_monuments 1.0
    components standard 8a5b0c2d9e1f
    seats 2
    option monument capitol
    seed tuesday

    chance first seat 1
    chance draw violet
    ...
    1 step to outer 3

A header, an empty line, then one action a line, in words, with who decided. `#` begins a comment. Where a match has gone on
with another seed, the line `from 12` after it says for which moves it decides: for those after the first twelve.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from chantier.core import CHANCE, BadRecord

FIRST_LINE = "chantier record 1"
LONGEST_RECORD = 1_000_000  # characters
LONGEST_LINE = 400


class Line(NamedTuple):
    number: int  # in the file, from 1
    seat: int  # or CHANCE
    words: str


@dataclass
class Record:
    """What a record says, before anything of it is played."""

    game: str
    version: str
    components: str
    hash: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    seed: str | None = None
    lines: list[Line] = field(default_factory=list)
    seed_from: int = 0  # the first move for which the seed decides


def write(record: Record) -> str:
    """A record as text."""
    head = [
        FIRST_LINE,
        f"game {record.game} {record.version}",
        f"components {record.components} {record.hash}",
        f"seats {record.seats}",
        *(f"option {name} {choice}" for name, choice in record.options.items()),
    ]
    if record.seed is not None:
        head.append(f"seed {record.seed}")
        if record.seed_from:
            head.append(f"from {record.seed_from}")
    body = [f"{'chance' if line.seat == CHANCE else line.seat} {line.words}" for line in record.lines]
    return "\n".join([*head, "", *body]) + "\n"


def read(text: str) -> Record:
    """What a text says; BadRecord with the line's number if it is not a record."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(f"a record has at most {LONGEST_RECORD:,} characters, this text has {len(text):,}")
    lines = [(number, _clean(number, line)) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadRecord(f"line 1: a record begins with {FIRST_LINE!r}")
    gap = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    record = _header(lines[1:gap])
    record.lines = [_line(number, line, record.seats) for number, line in lines[gap + 1 :] if line]
    return record


def _clean(number: int, line: str) -> str:
    line = line.strip()
    if len(line) > LONGEST_LINE or not line.isprintable():
        raise BadRecord(f"line {number}: a line has at most {LONGEST_LINE} printable characters")
    return line


def _header(lines: Sequence[tuple[int, str]]) -> Record:
    found: dict[str, list[str]] = {}
    options: dict[str, str] = {}
    shape = {"game": 2, "components": 2, "seats": 1, "option": 2, "seed": 1, "from": 1}
    for number, line in lines:
        key, _, rest = line.partition(" ")
        values = rest.split(maxsplit=shape.get(key, 1) - 1)
        if key not in shape or len(values) != shape[key]:
            raise BadRecord(f"line {number}: {line[:60]!r} is none of: game, components, seats, option, seed, from")
        if (key in found and key != "option") or (key == "option" and values[0] in options):
            raise BadRecord(f"line {number}: {key} is said twice")
        if key == "option":
            options[values[0]] = values[1]
        elif key == "seats" and not (values[0].isascii() and values[0].isdigit() and len(values[0]) < 3):
            raise BadRecord(f"line {number}: seats is a small number, not {values[0]!r}")
        elif key == "from" and not (values[0].isascii() and values[0].isdigit() and len(values[0]) < 7):
            raise BadRecord(f"line {number}: from is the number of a move, not {values[0]!r:.60}")
        found[key] = values
    for key in ("game", "components", "seats"):
        if key not in found:
            raise BadRecord(f"the header has no line {key!r}")
    game, version = found["game"]
    components, digest = found["components"]
    seed = found["seed"][0] if "seed" in found else None
    seed_from = int(found["from"][0]) if "from" in found else 0
    return Record(game, version, components, digest, int(found["seats"][0]), options, seed, seed_from=seed_from)


def _line(number: int, line: str, seats: int) -> Line:
    who, _, words = line.partition(" ")
    names = {"chance": CHANCE} | {str(seat): seat for seat in range(min(seats, 8))}
    if who not in names or not words.strip():
        raise BadRecord(f"line {number}: expected 'chance' or a seat from 0 to {seats - 1} and an action, found {line[:60]!r}")
    return Line(number, names[who], " ".join(words.split()))


# --- files ------------------------------------------------------------------------------------------------------------


def write_safely(path: Path, text: str) -> None:
    """Either the whole text is in the file or the file is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    spare = path.with_name(f".{path.name[:60]}.{os.getpid()}")
    try:
        spare.write_text(text, encoding="utf-8")
        os.replace(spare, path)
    except BaseException:
        spare.unlink(missing_ok=True)
        raise


def read_text(path: Path) -> str:
    """The text of a record file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"cannot read {path}: it is not a text file") from None
