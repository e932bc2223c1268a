"""The rules say the same in every language, as far as a test can tell."""

from __future__ import annotations

import re

import pytest

import chantier
from chantier.clauses import clauses, languages, rulebook
from chantier.table.about import parsed

GAMES = list(chantier.games)
RULING = {"en": "Ruling", "fr": "Décision", "de": "Festlegung"}
HOUSE_RULE = {"en": "House rule", "fr": "Règle locale", "de": "Hausregel"}


def facts(text: str, language: str) -> dict[str, list[str]]:
    """What does not depend on the language: numbers, references, pages, options, rulings."""
    pages = re.findall(r"\(p\. [\d, ]+\)", text)
    return {
        "pages": pages,
        "options": re.findall(r"`.+?`", text),
        "rulings": ["ruling"] * text.count(f"**{RULING[language]}**"),
        "house rules": ["house rule"] * text.count(f"**{HOUSE_RULE[language]}**"),
        "clauses": sorted(re.findall(r"\b\d+\.\d+\b", text)),
        "numbers": sorted(re.findall(r"\d+", text)),
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_language_has_the_rules(name: str) -> None:
    assert languages(name) == ["en", "de", "fr"]
    assert rulebook(name, "tlh") == rulebook(name, "en")


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_translations_have_the_same_clauses_with_the_same_facts(name: str, language: str) -> None:
    english, other = clauses(name), clauses(name, language)
    assert list(other) == list(english)
    for number in english:
        assert facts(other[number], language) == facts(english[number], "en"), number
        assert other[number] != english[number]
        assert 0.6 < len(other[number]) / len(english[number]) < 2.0, number


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_translations_have_the_same_structure(name: str, language: str) -> None:
    """As many sections, each with as many paragraphs, words and clauses; no line is left out of them."""
    (_, english), (_, other) = parsed(rulebook(name)), parsed(rulebook(name, language))
    assert len(other) == len(english)
    for ours, theirs in zip(english, other, strict=True):
        assert re.findall(r"\d+", theirs["heading"]) == re.findall(r"\d+", ours["heading"])
        for part in ("paragraphs", "words", "clauses"):
            assert len(theirs[part]) == len(ours[part]), (ours["heading"], part)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_rules_speak_to_players(name: str, language: str) -> None:
    """The browser shows them: no file of the program is named there, and what is ours is explained among the words."""
    text = rulebook(name, language)
    assert re.findall(r"[\w/]+\.(?:py|md|toml|json|txt)\b", text) == []
    words = [row["word"] for part in parsed(text)[1] for row in part["words"]]
    assert {RULING[language], HOUSE_RULE[language]} <= set(words)
