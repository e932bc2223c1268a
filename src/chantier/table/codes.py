"""The short code of a table: easy to read aloud, hard to guess."""

from __future__ import annotations

import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
LONG = 8  # letters: 40 bits, for who has the code of a private table can come in


def new() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def shown(code: str) -> str:
    """As people see it; old codes of public tables are shorter.

    >>> shown("K7M2XQ4P"), shown("K7M2X")
    ('K7M2-XQ4P', 'K7M2X')
    """
    return f"{code[:4]}-{code[4:]}" if len(code) == LONG else code


def read(text: str) -> str:
    """What somebody typed.

    >>> read(" k7m2-xq4p "), read("K7M2 XQ4P")
    ('K7M2XQ4P', 'K7M2XQ4P')
    """
    return "".join(letter for letter in text[:40].upper() if letter.isalnum())
