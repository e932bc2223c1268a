"""What people read, as data: `words/en.toml`, `words/fr.toml` and `words/de.toml` of each game, and one more such folder.

A file has sections, and a section has texts by key. It is read when a text of its language is first asked for, so that whoever
only plays never waits for it.

>>> refusals = Section(GENERAL, "refusals")
>>> refusals["de"]["no table"]
'Diesen Tisch gibt es nicht.'
>>> list(refusals)
['en', 'fr', 'de']
>>> refusals["fr"]["call you"]  # no line begins with a question mark
'Comment les autres doivent-ils vous appeler\\xa0?'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "de")
GENERAL = Path(__file__).parent / "words"  # all that is not about one game
UNBROKEN = re.compile(r"(?<=\S) (?=[?!;:»])|(?<=«) ")  # spaces at which a French line does not end


class Section(Mapping[str, dict[str, str]]):
    """The texts of one section by language and key."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self._read: dict[str, dict[str, str]] = {}

    def __getitem__(self, language: str) -> dict[str, str]:
        if language not in self._read:
            self._read[language] = catalogue(self.folder, language)[self.name]
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


@cache
def catalogue(folder: Path, language: str) -> dict[str, dict[str, Any]]:
    """All that a folder says in a language, by section and key."""
    if language not in LANGUAGES:
        raise KeyError(language)
    told: dict[str, dict[str, Any]] = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    if language == "fr":
        for section in told.values():
            section |= {key: UNBROKEN.sub("\u00a0", text) for key, text in section.items() if isinstance(text, str)}
    return told
