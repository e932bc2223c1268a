"""The numbered clauses of a game's RULES.md; RULES.fr.md and RULES.de.md say the same in other languages.

>>> rules = clauses("world_monuments")
>>> rules["3.9"].startswith("Whoever took the black piece")
True
>>> clauses("world_monuments", "de")["3.9"].startswith("Wer den schwarzen Stein genommen hat")
True
>>> list(rules)[:3]
['1.1', '1.2', '1.3']
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from chantier import packages
from chantier.core import BadSetup, games

_CLAUSE = re.compile(r"- \*\*(\d+\.\d+)\*\*\s+(.*)")
_CITED = re.compile(r"(\d+\.\d+(?:(?:, | and )\d+\.\d+)*)(?:  |\s*$)")


def path(game: str, language: str = "en") -> Path:
    """Where the rules of a game stand."""
    if game not in games:
        raise BadSetup(f"there is no game {game!r}; there is: {', '.join(games)}")
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return packages.folder(game) / name


def languages(game: str) -> list[str]:
    """The languages in which the rules of a game stand, English first."""
    found = sorted(file.name.split(".")[1] for file in path(game).parent.glob("RULES.*.md"))
    return ["en", *found]


@lru_cache(maxsize=32)
def rulebook(game: str, language: str = "en") -> str:
    """The whole text; in English if it is not translated."""
    return path(game, language if language in languages(game) else "en").read_text(encoding="utf-8")


def clauses(game: str, language: str = "en") -> dict[str, str]:
    """Every clause by its number, in the order of the text."""
    return parse(rulebook(game, language))


def clause(game: str, number: str, language: str = "en") -> str:
    """One clause; a chapter's number gives all its clauses.

    >>> print(clause("world_monuments", "6"))
    6.1  The seat that has the worker is the first seat of the next round. (p. 4)
    """
    every = clauses(game, language)
    wanted = [n for n in every if n == number or n.startswith(f"{number.rstrip('.')}.")]
    if not wanted:
        raise BadSetup(f"the rules have no clause {number[:20]!r}; they have: {', '.join(every)}")
    return "\n".join(f"{n}  {plain(every[n])}" for n in wanted)


def parse(text: str) -> dict[str, str]:
    """The clauses in a text: `- **3.4** ...`, with the indented lines that follow.

    >>> parse("## 3\\n- **3.1** Walk\\n  on.\\n- **3.2** Rest.\\n\\nMore.")
    {'3.1': 'Walk on.', '3.2': 'Rest.'}
    """
    found: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        if match := _CLAUSE.match(line):
            last = match[1]
            found[last] = match[2].strip()
        elif last and line.startswith("  ") and line.strip():
            found[last] += " " + line.strip()
        else:
            last = ""
    return found


def plain(text: str) -> str:
    """Without the marks of Markdown.

    >>> plain("**Ruling**: the option `reenter=no` forbids it.")
    'Ruling: the option reenter=no forbids it.'
    """
    return text.replace("**", "").replace("`", "")


def cited(text: str) -> set[str]:
    """The clauses that a docstring begins with.

    >>> sorted(cited("3.4, 3.6  No cell is entered twice.")), cited("Since 3.4 was changed.")
    (['3.4', '3.6'], set())
    """
    found = _CITED.match(text)
    return set(re.findall(r"\d+\.\d+", found[1])) if found else set()
