"""Why something cannot be done, in our games. What holds for the reasons of any game is part of the contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import chantier
from chantier import Match
from chantier.contract.chosen import positions
from chantier.core import Game, Reason
from chantier.games.arkadia import state as arkadia
from chantier.games.queens_architect import state as architect
from chantier.kernel.words import then
from chantier.reasons import reasons, why
from chantier.table import study
from tests.games.queens_architect import tables

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
GAMES = list(chantier.games.values())


def asked(match: Match) -> list[Reason]:
    return reasons(match.game, match.state, match.to_act)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reason_has_its_moment_and_every_text_its_reason(game: Game) -> None:
    """Each text is said by the code, and most in a few random games."""
    texts = game.part("words.reasons").TEXTS
    source = Path(game.part("words.reasons").__file__ or "").read_text(encoding="utf-8").partition("def reasons(")[2]
    assert [key for key in texts["en"] if f'"{key}"' not in source] == []
    said = Counter(reason.key for match in positions(game, every=3, times=3) for reason in asked(match))
    assert len(said) > len(texts["en"]) * 0.6, sorted(set(texts["en"]) - set(said))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_is_not_to_act_gets_none(game: Game) -> None:
    match = Match(game, seats=2, seed=1)
    other = 1 - match.to_act
    assert reasons(game, match.state, other) == []
    assert [told["text"] for told in study.forbidden(match, other, "en", NAMES[:2])] == ["It is not your turn."]
    assert study.forbidden(match, None, "en", NAMES[:2]) == []


def test_the_same_reason_is_told_once_with_all_outlines() -> None:
    """The middle ring and the centre of the quarry are closed to the first turn of a round (3.1)."""
    match = Match("world_monuments", seats=2, seed=1)
    told = study.forbidden(match, match.to_act, "de", NAMES[:2])
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


def keys(game: Game, s: Any) -> dict[Any, str]:
    """What is told about a position that was laid out by hand."""
    return {reason.of: f"{reason.key} {reason.clause}" for reason in reasons(game, s, s.to_act)}


def test_reasons_of_the_reliquary() -> None:
    """4.6, 5.2  It takes a gem; who has nothing else to lay has to lay that."""
    match, rng = Match("world_monuments", seats=2, seed=1, monument="st_peter"), Random(1)
    while match.view()["decision"] != "lay":
        match.play(rng.choice(match.legal))
    game, s = match.game, match.state
    reliquary = game.actions.verbs["lay"] + game.rules.PLAN_KIND[s.monument].index(4)
    s.seat[s.to_act].pieces = [1, 0, 0, 0, 0, 0]
    assert keys(game, s)[reliquary] == "no gem 4.6"
    s.seat[s.to_act].pieces = [0, 0, 0, 0, 1, 0]
    assert keys(game, s)[game.actions.verbs["pass"]] == "gem instead 5.2"


def test_reasons_when_arkadia_is_full_and_when_a_family_is_worth_nothing() -> None:
    match = Match("arkadia", seats=2, seed=1)
    game, s = match.game, match.state
    seat, full = s.to_act, s.copy()
    full.built = list(game.rules.BOARD_BITS[:4])
    assert keys(game, full)[f"own-{seat}"] == "no square 4.1"
    s.pending = 0
    then(s, arkadia.TRADE)
    s.seat[seat].seals = [1, 1, 0, 0]
    s.castle[0] = [1] * game.rules.CELL_COUNT
    told = keys(game, s)
    assert told[f"own-seal-{seat}-0"] == "worthless 7.2"
    assert told[f"own-seal-{seat}-2"] == "no seal 7.2"
    assert f"own-seal-{seat}-1" not in told
    assert told[f"banner-{seat}-0"] == "banner once 7.1"


def test_rare_reasons_of_the_architect() -> None:
    """6.1, 6.4, 7.3, 8.1, 10.2, 12.1  An empty space, a twin in a full crew, no bonds, too far, no marker, a weak crew."""
    game, s = tables.GAME, tables.ready()
    me, verbs = s.seat[0], game.actions.verbs

    def at(decision: int) -> dict[Any, str]:
        s.pending = 1
        then(s, decision)
        return keys(game, s)

    me.bonds = 0
    assert at(architect.CHANGE_MONEY)["purse-bonds"] == "no bonds 7.3"
    s.billboard[5] = -1
    assert at(architect.HIRE_ONE)[verbs["hire"] + 5] == "nobody 6.1"
    tables.employ(s, 0, *((name, 0) for name in ("Feller", "Armourer", "Lead-glazier", "Sculptor", "Plasterer", "Mender")))
    s.held, s.space = me.crew[0], 1
    told = at(architect.MAKE_ROOM)
    assert told[verbs["dismiss"] + me.crew[1]] == "only twin 6.4"
    assert verbs["dismiss"] + me.crew[0] not in told
    s.held = s.space = -1
    me.markers, me.carriage = 0, 1
    told = at(architect.BUILD_OR_REPAIR)
    assert told[verbs["build"]] == "no marker 10.2"
    assert told[verbs["palace"]] == "no appreciation 12.1"
    me.appreciation = game.rules.TRACK_END
    assert at(architect.BUILD_OR_REPAIR)[verbs["palace"]] == "not capital 12.1"
    me.carriage, me.corner[:] = 0, [5] * 6
    me.crew[:] = [me.crew[0], *[-1] * 5]
    assert at(architect.BUILD_OR_REPAIR)[verbs["palace"]] == "too weak 12.1"
    me.talers = 99
    far = replace(game)
    far.rules.TRAVEL_PRICE[:] = game.rules.TRAVEL_PRICE[:2]
    s.pending = 1
    then(s, architect.TRAVEL_ON)
    assert {key for of, key in keys(far, s).items() if isinstance(of, int)} >= {"far 8.1", "here 8.1"}
