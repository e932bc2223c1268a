"""What people read: every language has all of it, as data in one place for each game and one for all else."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import chantier
from chantier.texts import GENERAL, LANGUAGES

SOURCES = Path(chantier.__file__).parent
FOLDERS = [GENERAL, *(SOURCES / "games" / name / "words" for name in chantier.games)]


def read(folder: Path, language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))


def blanks(text: str) -> list[tuple[str, str]]:
    """What is put into a text, and how."""
    return sorted((name, how or "") for _, name, how, _ in Formatter().parse(text) if name is not None)


def called(folder: Path) -> str:
    return folder.parent.name


@pytest.mark.parametrize("folder", FOLDERS, ids=called)
def test_there_is_a_file_for_every_language(folder: Path) -> None:
    assert sorted(path.stem for path in folder.glob("*.toml")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=called)
def test_every_language_has_every_text(folder: Path, language: str) -> None:
    """The same keys in the same order, so that files can be read side by side; the same blanks; nothing empty."""
    english, told = read(folder, "en"), read(folder, language)
    assert list(told) == list(english)
    for section in english:
        assert list(told[section]) == list(english[section]), section
        for key, text in told[section].items():
            assert text.strip(), (section, key)
            assert blanks(text) == blanks(english[section][key]), (section, key)


def spells_out_languages(node: ast.AST) -> bool:
    """A dict with a value for each language, or a list of all languages."""
    if isinstance(node, ast.Dict):
        words = [key.value for key in node.keys if isinstance(key, ast.Constant)]
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        words = [one.value for one in node.elts if isinstance(one, ast.Constant)]
    else:
        return False
    return sum(word in LANGUAGES for word in words) > 1


def test_no_text_and_no_list_of_languages_stands_in_python() -> None:
    found = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and spells_out_languages(node)
    ]
    assert [place.partition(":")[0] for place in found] == ["texts.py"], found


@pytest.mark.parametrize("name", chantier.games)
def test_no_text_is_read_before_somebody_reads(name: str) -> None:
    """The engine plays, writes records and reads them again without any."""
    program = f"""
from chantier import Match
from chantier.texts import catalogue

match = Match("{name}", seats=2, seed=1)
for _ in range(5):
    match.play(match.words(match.legal[0]))
Match.of(match.record())
assert catalogue.cache_info().currsize == 0
assert match.svg()
assert catalogue.cache_info().currsize == 1
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_unknown_language_is_not_looked_for() -> None:
    from chantier.texts import catalogue

    with pytest.raises(KeyError):
        catalogue(GENERAL, "../words/en")
