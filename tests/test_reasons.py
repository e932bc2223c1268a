"""Why something cannot be done: for every game, on random paths."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import Match
from chantier.clauses import clauses
from chantier.core import Game, Reason
from chantier.fuzz import variants
from chantier.scene import Scene
from chantier.table import study
from chantier.whynot import reasons, why

LANGUAGES = ("en", "fr", "de")
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
GAMES = list(chantier.games.values())


def positions(game: Game, every: int, games: int = 4) -> list[Match]:
    """Moments of random games with different seats and options, one of so many decisions."""
    found = []
    chosen = variants(game)
    for n in range(games):
        v = chosen[n * (len(chosen) - 1) // (games - 1)]
        match, rng = Match(game, seats=v.seats, seed=n, **v.options), Random(n)
        for step in range(400):
            if match.over:
                break
            if step % every == 0:
                found.append(match.copy())
            match.play(rng.choice(match.legal))
    return found


def drawn(match: Match, actions: list[int]) -> Scene:
    scene: Scene = match.game.part("draw").scene(match.game, match.view(match.to_act), actions, names=NAMES[: match.seats])
    return scene


def asked(match: Match) -> list[Reason]:
    return reasons(match.game, match.state, match.to_act)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reasons_name_what_is_there_and_not_legal(game: Game) -> None:
    """Every reason has a clause that exists and a text in every language; it points at something in the picture that is not
    legal, and what it says is the same as on the other side of the table's wire."""
    known, told = set(clauses(game.name)), game.part("reasons").TEXTS
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reasons_tell_no_secret(game: Game) -> None:
    """They are the same in every world that the seat cannot tell from this one, and do not change with what is covered."""
    rng = Random("worlds")
    for match in positions(game, every=11):
        seat, found = match.to_act, asked(match)
        ask, forget = game.part("reasons").reasons, game.part("view").forget
        assert list(ask(game, match.state, seat)) == found
        for _ in range(3):
            assert list(ask(game, game.redeal(match.state, seat, rng), seat)) == found
            assert list(ask(game, forget(game, match.state, seat, rng), seat)) == found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reason_has_its_moment_and_every_text_its_reason(game: Game) -> None:
    """Languages have the same texts, with the same values in them; each is said by the code, and most in a few random games."""
    texts = game.part("reasons").TEXTS
    assert set(texts) == set(LANGUAGES)
    for language in LANGUAGES:
        assert list(texts[language]) == list(texts["en"])
        for key, text in texts[language].items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", texts["en"][key]))
    source = Path(game.part("reasons").__file__ or "").read_text(encoding="utf-8").partition("def reasons(")[2]
    assert [key for key in texts["en"] if f'"{key}"' not in source] == []
    said = Counter(reason.key for match in positions(game, every=3, games=3) for reason in asked(match))
    assert len(said) > len(texts["en"]) * 0.6, sorted(set(texts["en"]) - set(said))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_is_not_to_act_gets_none(game: Game) -> None:
    match = Match(game, seats=2, seed=1)
    other = 1 - match.to_act
    assert reasons(game, match.state, other) == []
    assert [told["text"] for told in study.reasons(match, other, "en", NAMES[:2])] == ["It is not your turn."]
    assert study.reasons(match, None, "en", NAMES[:2]) == []


def test_the_same_reason_is_told_once_with_all_outlines() -> None:
    """The middle ring and the centre of the quarry are closed to the first turn of a round (3.1)."""
    match = Match("world_monuments", seats=2, seed=1)
    told = study.reasons(match, match.to_act, "de", NAMES[:2])
    ring = next(one for one in told if one["clause"] == "3.1")
    assert ring["text"] == "Im ersten Zug einer Runde wird der Arbeiter auf den Außenring gestellt."
    assert [target["sheet"] for target in ring["targets"]] == ["quarry"]
    assert ring["targets"][0]["d"].count("Z") == 7


# --- the first rule that forbids it -----------------------------------------------------------------------------------


def clause_of(match: Match, words: str) -> str | None:
    action = match.number(words)
    return next((reason.clause for reason in asked(match) if reason.of == action), None)


def test_every_cell_of_the_quarry_is_open_or_says_why_not() -> None:
    game = chantier.games["world_monuments"]
    first = game.actions.verbs["step"]
    for match in positions(game, every=5):
        if match.view()["decision"] == "step":
            told = {reason.of for reason in asked(match)} | set(match.legal)
            assert {first + cell for cell in range(game.rules.CENTRE + 1)} <= told


def test_reasons_of_a_walk() -> None:
    match = Match("world_monuments", seats=2, seed=1)
    match.play("step to outer 3")
    assert clause_of(match, "step to outer 3") == "3.3"  # the worker stands there
    assert clause_of(match, "step to outer 9") == "3.3"  # too far
    match.play("step to outer 4")
    assert clause_of(match, "step to middle II") == "3.6"  # the last step
    assert clause_of(match, "step to outer 5") is None
    match.play("step to outer 5")
    match.play("step to outer 6")
    assert clause_of(match, "step to outer 6") == "3.3"
    match.play("step to outer 7")
    assert clause_of(match, "step to outer 6") == "3.4"  # entered in this turn
    assert clause_of(match, "pass") == "3.6"


def test_reasons_to_lay_and_to_pass() -> None:
    match, rng = Match("world_monuments", seats=2, seed=1), Random(1)
    while match.view()["decision"] != "lay":
        match.play(rng.choice(match.legal))
    seat, rules = match.to_act, match.game.rules
    assert clause_of(match, "pass") == "5.1"
    for reason in asked(match):
        if reason.clause in ("4.2", "4.3") and isinstance(reason.of, int):
            place = reason.of - match.game.actions.verbs["lay"]
            has = match.state.seat[seat].pieces[rules.PLAN_KIND[match.state.monument][place]]
            assert bool(has) == (reason.clause == "4.3")
            assert reason.clause == "4.2" or not rules.is_supported(match.state, place)


def test_reasons_on_the_board_of_arkadia() -> None:
    """4.1, 4.2  The castle, a square in the open, and after a first worker a square beside another building."""
    match = Match("arkadia", seats=2, seed=1, start="first_game")
    match.play("worker own")
    castle = match.game.rules.CELL_SQUARE[match.view()["site"]][0]
    first = match.game.actions.verbs["stand"]

    def told() -> dict[int, str]:
        return {reason.of - first: reason.key for reason in asked(match) if isinstance(reason.of, int) and reason.of >= first}

    assert told()[castle] == "occupied"
    assert set(told().values()) == {"occupied", "far"}
    legal = {action - first for action in match.legal}
    match.play(match.legal[0])
    match.play("worker own")
    lost = legal - {action - first for action in match.legal}
    assert len(lost) > 10
    assert {told()[square] for square in lost} == {"occupied", "other building"}


def test_reasons_of_an_empty_purse() -> None:
    """6.1, 10.2, 12.1  Nobody can be hired, no building stands in the capital, and the palace is far away."""
    match = Match("queens_architect", seats=2, seed=1)
    while match.view()["decision"] != "step":
        match.play(match.legal[0])
    seat = match.to_act
    assert match.view()["seats"][seat]["talers"] == 0
    assert clause_of(match, "hire from space 1") == "4.2"
    assert clause_of(match, "build at the palace") == "4.2"
    match.state.seat[seat].talers = 1
    match.play("step 2")
    assert clause_of(match, "hire from space 1") is None
    assert why(match.game, next(r for r in asked(match) if r.clause == "6.1"), "en").endswith("talers, and you have 1.")
    match.state.pending, match.state.agenda[1] = 2, 8  # Construct instead
    match.state.seat[seat].architect = 0
    assert match.view()["decision"] == "construct"
    match._legal = None
    assert clause_of(match, "build") == "10.2"
    assert clause_of(match, "build at the palace") == "12.1"
