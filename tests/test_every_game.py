"""The contract: what holds for every game, every seat count and every option, on random paths."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import chantier
from chantier import NOBODY, Game, Match
from chantier.kernel.layout import from_record, to_records
from chantier.lab.fuzz import Variant, check_position, play_plain, variants
from chantier.scene import Scene
from chantier.texts import LANGUAGES

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def cases() -> list[Any]:
    """Every game with every variant, as test parameters."""
    return [
        pytest.param(game, v, id=f"{name}-{v.seats}-" + "-".join(v.options.values()))
        for name, game in chantier.games.items()
        for v in variants(game)
    ]


def some_cases() -> list[Any]:
    """One variant for each game, seat count and choice."""
    chosen = []
    for name, game in chantier.games.items():
        seen: set[tuple[int, str, str]] = set()
        for v in variants(game):
            new = {(v.seats, *item) for item in v.options.items()} or {(v.seats, "", "")}
            if not new <= seen:
                seen |= new
                chosen.append(pytest.param(game, v, id=f"{name}-{v.seats}-" + "-".join(v.options.values())))
    return chosen


def played(game: Game, v: Variant, seed: str, moves: int | None = None) -> Match:
    """A random match, to its end, or to its limit, or for a number of decisions."""
    match = Match(game, seats=v.seats, seed=seed, **v.options)
    rng = Random(seed)
    while not match.over and len(match.moves) < game.limit and moves != 0:
        match.play(rng.choice(match.legal))
        moves = None if moves is None else moves - 1
    return match


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "v"), cases())
def test_random_games_keep_every_law(game: Game, v: Variant) -> None:
    """Legal ascending, unique, never empty; ends within its limit; census; no leak; scores are the sum of score events."""
    assert play_plain(game, v, "law") <= game.limit


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_records_round_trip(game: Game, v: Variant) -> None:
    match = played(game, v, "record", moves=60)
    again = Match.of(match.record())
    assert again == match
    assert again.digest() == match.digest()
    assert again.events == match.events
    assert Match.of(match.record(seed=False)).digest() == match.digest()


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_states_round_trip(game: Game, v: Variant) -> None:
    """As JSON and as a NumPy record."""
    state = played(game, v, "state", moves=40).state
    assert type(state).of(json.loads(json.dumps(state.to_json()))) == state
    records = to_records(state, state)
    assert from_record(type(state), records[1]) == state
    assert records[0].tobytes() == state.packed()


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_views_are_plain_json(game: Game, v: Variant) -> None:
    match = played(game, v, "view", moves=30)
    for seat in (None, *range(v.seats)):
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_copies_are_independent(game: Game, v: Variant) -> None:
    match = played(game, v, "copy", moves=20)
    before = match.digest(), match.record()
    twin = match.copy()
    assert twin == match
    rng = Random(7)
    for _ in range(20):
        if not twin.over:
            twin.play(rng.choice(twin.legal))
    assert (match.digest(), match.record()) == before


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "v"), some_cases())
def test_words_are_unique_and_stay_the_same(game: Game, v: Variant) -> None:
    start, end = Match(game, seats=v.seats, seed=1, **v.options), played(game, v, "words")
    words = [start.words(a) for a in range(game.actions.size)]
    assert len(set(words)) == len(words)
    assert [end.words(a) for a in range(game.actions.size)] == words
    assert [start.number(w) for w in words] == list(range(game.actions.size))


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_undo_restores_the_digest(game: Game, v: Variant) -> None:
    """And is refused across chance, a reveal, or another seat's decision."""
    match = Match(game, seats=v.seats, seed="undo", **v.options)
    rng = Random("undo")
    allowed = 0
    while not match.over and len(match.moves) < 400:
        digest, seat, moves, events = match.digest(), match.to_act, len(match.moves), len(match.events)
        news = match.play(rng.choice(match.legal))
        chance = len(match.moves) > moves + 1
        revealed = any(e.kind == "reveal" for e in news)
        if chance or revealed:
            with pytest.raises(chantier.NoUndo):
                match.undo()
            continue
        action = match.moves[-1].action
        match.undo()
        allowed += 1
        assert (match.digest(), match.to_act, len(match.events)) == (digest, seat, events)
        if match.moves and match.moves[-1].seat != seat:
            with pytest.raises(chantier.NoUndo):
                match.undo()
        match.play(action)
    assert allowed


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_every_action_and_event_has_a_text_in_every_language(game: Game, v: Variant) -> None:
    match = Match(game, seats=v.seats, seed="text", **v.options)
    rng, text = Random("text"), game.texts
    names = NAMES[: v.seats]
    start = match.at(0)
    for other in (start, match):
        view = other.view(None)
        for language in LANGUAGES:
            assert all(text.describe(game, view, a, language, names) for a in other.legal)
    while not match.over and len(match.moves) < 300:
        view = match.view(match.to_act)
        for language in LANGUAGES:
            assert text.prompt(game, view, match.legal, language)
            told = [text.describe(game, view, a, language, names) for a in match.legal]
            assert all(told)
            assert len(set(told)) == len(told)
        for event in match.play(rng.choice(match.legal)):
            for seen in {event.for_seat(None), *(event.for_seat(s) for s in range(v.seats))}:
                assert all(text.tell(game, view, seen, language, names) for language in LANGUAGES)


@pytest.mark.parametrize("game", chantier.games.values(), ids=list(chantier.games))
def test_every_language_has_the_same_texts(game: Game) -> None:
    texts = game.texts.TEXTS
    assert set(texts) == set(LANGUAGES)
    for language in LANGUAGES:
        assert texts[language].keys() == texts["en"].keys()
        for key, value in texts[language].items():
            assert value.strip()
            assert _fields(value) == _fields(texts["en"][key]), f"{language}: {key}"


def _fields(template: str) -> set[str]:
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("game", chantier.games.values(), ids=list(chantier.games))
def test_every_verb_names_a_clause(game: Game) -> None:
    from chantier.clauses import clauses

    named = game.texts.CLAUSES
    assert set(named) == set(game.actions.verbs)
    assert {clause for cited in named.values() for clause in cited.split(", ")} <= set(clauses(game.name))


@pytest.mark.parametrize(("game", "v"), some_cases())
def test_every_legal_action_has_exactly_one_place(game: Game, v: Variant) -> None:
    match = Match(game, seats=v.seats, seed="place", **v.options)
    rng, draw = Random("place"), game.picture
    first = match.at(0)
    assert _placed(draw.scene(game, first.view(None), first.legal)) == first.legal
    for _ in range(40):
        if match.over:
            break
        scene = draw.scene(game, match.view(match.to_act), match.legal)
        assert _placed(scene) == match.legal
        for _ in range(7):
            if not match.over:
                match.play(rng.choice(match.legal))


def _placed(scene: Scene) -> list[int]:
    return sorted(action for place in scene.places for action in place.actions)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "v"), some_cases())
def test_the_end_is_the_end(game: Game, v: Variant) -> None:
    match = played(game, v, "end")
    if not match.over:
        pytest.fail(f"random play does not end within {game.limit} actions")
    assert match.to_act == NOBODY
    assert match.legal == []
    assert min(match.ranking()) == 1
    check_position(match, Random(1))
    with pytest.raises(chantier.IllegalAction, match="over"):
        match.play(0)
