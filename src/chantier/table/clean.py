"""Text that people send, made harmless: one line, of limited length, without characters that hide or reverse others."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
LONGEST_CHAT = 400
_KEPT = {"\u200d"}  # joins the parts of some letters and pictures


def line(text: str, longest: int) -> str:
    """One line of visible text.

    >>> line("  two\\n words\\u202e\\x07 ", 20)
    'two words'
    >>> line("abc", 2)
    'ab'
    """
    folded = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = "".join(c for c in folded if c in _KEPT or unicodedata.category(c)[0] not in "CZ" or c == " ")
    return _few_marks(shown)[:longest].strip().strip("\u200d")


def _few_marks(text: str) -> str:
    """No towers of accents: at most four marks in a row."""
    kept: list[str] = []
    row = 0
    for c in text:
        row = row + 1 if unicodedata.category(c)[0] == "M" else 0
        if row <= 4:
            kept.append(c)
    return "".join(kept)


def name(text: str) -> str:
    """A name.

    >>> name("<b>Ada</b>")
    '<b>Ada</b>'
    """
    return line(text, LONGEST_NAME)


def chat(text: str) -> str:
    return line(text, LONGEST_CHAT)
