"""What people read: every language has all of it, as data in one place for each game and one for all else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import chantier
from chantier import lessons
from chantier.clauses import rulebook
from chantier.table.about import parsed
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
        if section != "glossary":
            for key, text in told[section].items():
                assert text.strip(), (section, key)
                assert blanks(text) == blanks(english[section][key]), (section, key)


# --- one name for each thing ------------------------------------------------------------------------------------------


def texts(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """All that is said about a game, or in general: where, and the text."""
    for section, told in read(folder, language).items():
        if section != "glossary":
            yield from ((f"[{section}] {key}", text) for key, text in told.items())
    if folder != GENERAL:
        game = called(folder)
        yield from (("rules", " ".join(part.split())) for part in re.split(r"\n(?=- |\||#|\n)", rulebook(game, language)))
        for name in lessons.names(game):
            lesson = lessons.load(game, name)
            yield f"title of {name}", lesson.title[language]
            yield from ((f"note {n} of {name}", note.text[language]) for n, note in enumerate(lesson.notes))


def banned(folder: Path, language: str) -> list[tuple[str, re.Pattern[str]]]:
    """The words that may not be used for each thing, with their usual endings; what holds in general holds for games too."""
    things = [thing for where in {GENERAL, folder} for thing in read(where, language)["glossary"].values() if "not" in thing]
    ending = "(s|x|e|es|n|en|er|r|m|em)?"
    return [
        (thing["name"], re.compile(rf"(?<!\w)({'|'.join(map(re.escape, thing['not']))}){ending}(?!\w)", re.IGNORECASE))
        for thing in things
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=called)
def test_each_thing_has_one_name(folder: Path, language: str) -> None:
    """In buttons, log, legend, reasons, rules and lessons alike."""
    patterns = banned(folder, language)
    found = [
        f"{where}: {match[0]!r} instead of {name!r} in: {text}"
        for where, text in texts(folder, language)
        for name, pattern in patterns
        if (match := pattern.search(text))
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=called)
def test_the_names_of_the_glossary_are_used(folder: Path, language: str) -> None:
    """Each somewhere; and a text that has a thing as its key, and no blanks, is its name."""
    told = read(folder, language)
    everything = "\n".join(text for _, text in texts(folder, language)).lower()
    for key, thing in told["glossary"].items():
        assert set(thing) <= {"name", "not"}, key
        assert thing["name"].strip(), key
        assert thing["name"].lower() in everything, key
        text = told.get("game", {}).get(key, thing["name"])
        assert blanks(text) or text.lower() == thing["name"].lower(), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", chantier.games)
def test_the_words_of_the_rules_are_those_of_the_glossary(name: str, language: str) -> None:
    words = [row["word"] for part in parsed(rulebook(name, language))[1] for row in part["words"]]
    glossary = read(SOURCES / "games" / name / "words", language)["glossary"]
    assert words == [thing["name"] for thing in glossary.values()][: len(words)]


# --- no text in Python ------------------------------------------------------------------------------------------------


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
