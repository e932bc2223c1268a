"""Colour in the terminal. Letters always carry the meaning; colour only helps, and can be switched off.

>>> paint("red brick", "red")
'red brick'
>>> use(True)
>>> paint("red brick", "red")
'\\x1b[31mred brick\\x1b[0m'
>>> width(paint("red brick", "red"))
9
>>> use(False)
"""

from __future__ import annotations

import os
import re
from typing import TextIO
from unicodedata import east_asian_width

STYLES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "orange": "38;5;208",
    "violet": "38;5;135",
    "blue": "38;5;39",
    "stone": "38;5;180",
    "on red": "97;48;5;160",
    "on orange": "30;48;5;208",
    "on violet": "97;48;5;91",
    "on blue": "30;48;5;39",
    "on stone": "30;48;5;180",
    "on black": "97;40",
    "on white": "30;47",
}
_CODES = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
_on = False


def use(on: bool) -> None:
    """Switch colour on or off for this process; it starts off."""
    global _on
    _on = on


def wanted(stream: TextIO) -> bool:
    """Whether colour is welcome there: a terminal, and nobody has said NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in these styles."""
    if not _on or not text:
        return text
    return f"\x1b[{';'.join(STYLES[style] for style in styles)}m{text}\x1b[0m"


def width(text: str) -> int:
    """How many columns a text takes; colour takes none."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in _CODES.sub("", text))


def fit(text: str, columns: int) -> str:
    """The text, filled up with spaces."""
    return text + " " * (columns - width(text))
