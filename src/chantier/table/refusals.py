"""Why the server did not do what it was asked for, and its other texts for people, in every language (see `words/`)."""

from __future__ import annotations

from typing import Any

from chantier.texts import GENERAL, LANGUAGES, Section

TEXTS = Section(GENERAL, "refusals")

STATUS = {
    "fast": 429, "many": 429, "big": 413, "origin": 403, "not yours": 403, "fair": 403, "scope": 403, "password": 403,
    "name taken": 409, "stale": 409, "taken": 409, "present": 409, "not your turn": 409, "illegal": 409, "no undo": 409,
    "running": 409, "over": 409, "rules": 409, "no record": 400, "store": 503, "broken": 500, "signed out": 401, "host": 421,
    "no set of record": 409, "many sets": 409, "busy": 429,
}  # fmt: skip


class Refused(Exception):
    """A request that is not carried out: the key of its text, and for experts what exactly is wrong."""

    def __init__(self, error: str, more: str = "") -> None:
        super().__init__(error)
        self.error = error
        self.more = more

    @property
    def status(self) -> int:
        return STATUS.get(self.error, 404 if self.error.startswith("no ") else 400)

    def told(self, language: str) -> dict[str, str]:
        text = text_of(self.error, language)
        return {"error": self.error, "text": f"{text} {self.more}".strip()}


def text_of(key: str, language: str, **values: Any) -> str:
    """A text of the server, with its blanks filled in."""
    return TEXTS[language][key].format(**values)


def language(wanted: str | None) -> str:
    """A language that we speak, from a code or from what a browser says it accepts.

    >>> language("de"), language("fr-CA,fr;q=0.9,en;q=0.5"), language("tlh"), language(None)
    ('de', 'fr', 'en', 'en')
    """
    for part in (wanted or "").split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"
