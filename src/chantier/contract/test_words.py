"""Every action, event and question can be read, in every language, and cites the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import Formatter

import pytest

from chantier import Game, Match
from chantier.clauses import clauses, languages, rulebook
from chantier.contract.chosen import NAMES
from chantier.lab.fuzz import Variant
from chantier.texts import LANGUAGES

SEE = "See step 8 of docs/add-a-game.md."


def said(game: Game, what: str, language: str, say: Callable[[], str]) -> str:
    """A text that is there; if not, what is missing is said in words."""
    try:
        text = say()
    except KeyError as error:
        pytest.fail(f"{game.name} cannot say {what} in {language}: there is no text or value {error}. {SEE}", pytrace=False)
    if not text:
        pytest.fail(f"{game.name} says nothing for {what} in {language}. {SEE}", pytrace=False)
    return text


def test_every_action_and_event_has_a_text_in_every_language(game: Game, v: Variant) -> None:
    match = Match(game, seats=v.seats, seed="text", **v.options)
    rng, text = Random("text"), game.texts
    names = NAMES[: v.seats]
    for other in (match.at(0), match):
        view = other.view(None)
        for language in LANGUAGES:
            for a in other.legal:
                said(game, other.words(a), language, lambda: text.describe(game, view, a, language, names))  # noqa: B023
    while not match.over and len(match.moves) < 300:
        view, legal = match.view(match.to_act), match.legal
        for language in LANGUAGES:
            said(game, "what is asked for", language, lambda: text.prompt(game, view, legal, language))  # noqa: B023
            told = [
                said(game, match.words(a), language, lambda: text.describe(game, view, a, language, names))  # noqa: B023
                for a in legal
            ]
            assert len(set(told)) == len(told), "two actions read the same"
        for event in match.play(rng.choice(legal)):
            for seen in {event.for_seat(None), *(event.for_seat(s) for s in range(v.seats))}:
                for language in LANGUAGES:
                    said(game, f"the event {event.kind}", language, lambda: text.tell(game, view, seen, language, names))  # noqa: B023


def test_every_language_has_the_same_blanks(game: Game) -> None:
    texts = game.texts.TEXTS
    for language in LANGUAGES:
        for key, value in texts[language].items():
            assert value.strip(), f"{language}: {key}"
            assert blanks(value) == blanks(texts["en"][key]), f"{language}: {key}"


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_verb_names_a_clause(game: Game) -> None:
    named, known = game.texts.CLAUSES, clauses(game.name)
    for verb, cited in named.items():
        for clause in cited.split(", "):
            if clause not in known:
                pytest.fail(f"CLAUSES of {game.name}: {verb!r} cites {clause}, which RULES.md has not. {SEE}", pytrace=False)


def test_the_rules_have_the_same_clauses_in_every_language(game: Game) -> None:
    for language in languages(game.name):
        assert list(clauses(game.name, language)) == list(clauses(game.name)), language
    assert rulebook(game.name, "tlh") == rulebook(game.name)
