"""Writes a set as TOML that a person can read: block by block, rows that fit a line, and the comments that stood there."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from chantier.components import Where, is_blocks

WIDE = 110  # characters of a line


@dataclass
class Comments:
    """What stands around the values of a text."""

    before: dict[Where, list[str]] = field(default_factory=dict)  # lines above a block or a key
    beside: dict[Where, str] = field(default_factory=dict)  # at the end of a line


def written(data: dict[str, Any], like: str = "") -> str:
    """A set as TOML, with the comments of another text.

    >>> print(written({"about": "A set.", "walk": {"source": "rulebook", "steps": [1, 2]}}, "[walk]\\nsteps = [3] # each"))
    about = "A set."
    <BLANKLINE>
    [walk]
    source = "rulebook"
    steps = [1, 2]            # each
    <BLANKLINE>
    """
    return "\n".join(_block(data, (), comments(like))).lstrip("\n") + "\n"


def _block(value: dict[str, Any], where: Where, said: Comments) -> Iterator[str]:
    own = {key: inner for key, inner in value.items() if not isinstance(inner, dict) and not is_blocks(inner)}
    head = ".".join(_key(key) for key in where if isinstance(key, str))
    if where and (own or isinstance(where[-1], int) or not value):
        yield from said.before.get(where, [""])
        yield f"[[{head}]]" if isinstance(where[-1], int) else f"[{head}]"
    for key, inner in own.items():
        yield from said.before.get((*where, key), [])
        yield _line(f"{_key(key)} = ", inner, said.beside.get((*where, key), ""))
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _block(inner, (*where, key), said)
        elif is_blocks(inner):
            for i, block in enumerate(inner):
                yield from _block(block, (*where, key, i), said)


def _line(start: str, value: Any, comment: str) -> str:
    line = f"{start}{_value(value)}"
    if len(line) > WIDE and isinstance(value, list):
        line = "\n".join([f"{start}[{f'   # {comment}' if comment else ''}", *_rows(value), "]"])
        comment = ""
    return f"{line:<25} # {comment}" if comment else line


def _rows(value: list[Any]) -> Iterator[str]:
    """The entries of a long row: those that are rows of words one a line, others as many as fit."""
    line = "   "
    for entry in map(_value, value):
        alone = entry.startswith('["')
        if line.strip() and (alone or len(line) + len(entry) + 2 > WIDE):
            yield line
            line = "   "
        line += f" {entry},"
    yield line


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") if isinstance(value, str) else str(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key).replace("\x7f", "\\u007f")


@lru_cache(maxsize=64)
def comments(text: str) -> Comments:
    """The comments of a text: with the block or the key that they belong to."""
    found = Comments()
    block: Where = ()
    above: list[str] = []
    seen: dict[str, int] = {}
    for line in text.splitlines():
        if header := re.match(r"\s*(\[\[?)\s*([\w.\-]+)\s*\]", line):
            block = tuple(header[2].split("."))
            if header[1] == "[[":
                seen[header[2]] = seen.get(header[2], -1) + 1
                block = (*block, seen[header[2]])
            if any(above):
                found.before[block] = above
            above = []
        elif key := re.match(r"\s*([\w\-]+)\s*=", line):
            if any(above):
                found.before[*block, key[1]] = above
            above = []
            if comment := _beside(line):
                found.beside[*block, key[1]] = comment
        elif not line.strip() or line.lstrip().startswith("#"):
            above = [*above, line.rstrip()]
    return found


def _beside(line: str) -> str:
    """The comment at the end of a line that says all of a value."""
    for hash_ in re.finditer("#", line):
        try:
            tomllib.loads(line[: hash_.start()])
        except ValueError:
            continue
        return line[hash_.end() :].strip()
    return ""
