"""Why something cannot be done: what is said is true, can be read, and tells no secret."""

from __future__ import annotations

import re
from random import Random

import pytest

from chantier import Game, Match
from chantier.clauses import clauses
from chantier.contract.chosen import NAMES, positions
from chantier.core import Reason
from chantier.reasons import reasons, why
from chantier.scene import Scene
from chantier.texts import LANGUAGES

pytestmark = pytest.mark.needs("words/reasons.py")


def drawn(match: Match, actions: list[int]) -> Scene:
    scene: Scene = match.game.picture.scene(match.game, match.view(match.to_act), actions, names=NAMES[: match.seats])
    return scene


def asked(match: Match) -> list[Reason]:
    return reasons(match.game, match.state, match.to_act)


def test_reasons_name_what_is_there_and_not_legal(game: Game) -> None:
    """Every reason has a clause that exists and a text in every language; it points at something in the picture that is not
    legal."""
    known, told = set(clauses(game.name)), game.part("words.reasons").TEXTS
    for match in positions(game, every=7):
        found = asked(match)
        legal = drawn(match, match.legal)
        ids = {sheet.name for sheet in legal.sheets} | {i.id for sheet in legal.sheets for i in (*sheet.pieces, *sheet.labels)}
        places = {place.id for place in legal.places}
        forbidden = drawn(match, sorted(reason.of for reason in found if isinstance(reason.of, int)))
        named = {action: place.id for place in forbidden.places for action in place.actions}
        assert len({reason.of for reason in found}) == len(found), match
        for reason in found:
            assert reason.clause in known
            if isinstance(reason.of, int):
                assert reason.of not in match.legal, match.words(reason.of)
                assert named[reason.of] not in places
            else:
                assert reason.of in ids, (reason, match)
                assert reason.of not in places
            for language in LANGUAGES:
                text = why(game, reason, language, NAMES)
                assert "{" not in text
                assert reason.key in told[language]


def test_reasons_tell_no_secret(game: Game) -> None:
    """They are the same in every world that the seat cannot tell from this one, and do not change with what is covered."""
    rng = Random("worlds")
    ask, forget = game.part("words.reasons").reasons, getattr(game.part("view"), "forget", None)
    for match in positions(game, every=11):
        seat, found = match.to_act, asked(match)
        assert list(ask(game, match.state, seat)) == found
        for _ in range(3):
            assert list(ask(game, game.redeal(match.state, seat, rng), seat)) == found
            if forget:
                assert list(ask(game, forget(game, match.state, seat, rng), seat)) == found


def test_every_reason_has_its_text(game: Game) -> None:
    """Languages have the same texts, with the same blanks in them."""
    texts = game.part("words.reasons").TEXTS
    assert set(texts) == set(LANGUAGES)
    for language in LANGUAGES:
        assert list(texts[language]) == list(texts["en"])
        for key, text in texts[language].items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", texts["en"][key])), (language, key)


def test_who_is_not_to_act_gets_none(game: Game) -> None:
    match = Match(game, seats=game.seats[0], seed=1)
    assert reasons(game, match.state, (match.to_act + 1) % match.seats) == []
