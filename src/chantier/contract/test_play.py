"""What holds on random paths, for every seat count and every option."""

from __future__ import annotations

import json
from random import Random

import pytest

import chantier
from chantier import NOBODY, Game, Match
from chantier.contract.chosen import played
from chantier.kernel.layout import from_record, to_records
from chantier.lab.fuzz import Fault, Variant, check_position, play_plain


@pytest.mark.unmeasured
def test_random_games_keep_every_law(game: Game, any_v: Variant) -> None:
    """Legal ascending, unique, never empty; ends within its limit; census; no leak; scores are the sum of score events; nothing
    is left on the agenda."""
    try:
        play_plain(game, any_v, "law")
    except Fault as fault:
        pytest.fail(f"{game.name}, {any_v.seats} seats, after {len(fault.match.moves)} actions: {fault}", pytrace=False)


def test_records_round_trip(game: Game, v: Variant) -> None:
    match = played(game, v, "record", moves=60)
    again = Match.of(match.record())
    assert again == match
    assert again.digest() == match.digest()
    assert again.events == match.events
    assert Match.of(match.record(seed=False)).digest() == match.digest()


def test_states_round_trip(game: Game, v: Variant) -> None:
    """As JSON and as a NumPy record."""
    state = played(game, v, "state", moves=40).state
    assert type(state).of(json.loads(json.dumps(state.to_json()))) == state
    records = to_records(state, state)
    assert from_record(type(state), records[1]) == state
    assert records[0].tobytes() == state.packed()


def test_views_are_plain_json(game: Game, v: Variant) -> None:
    match = played(game, v, "view", moves=30)
    for seat in (None, *range(v.seats)):
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat


def test_copies_are_independent(game: Game, v: Variant) -> None:
    match = played(game, v, "copy", moves=20)
    before = match.digest(), match.record()
    twin = match.copy()
    assert twin == match
    rng = Random(7)
    for _ in range(20):
        if not twin.over:
            twin.play(rng.choice(twin.legal))
    other = match.copy()
    if not other.over:  # a program may go on with the state alone
        game.play(other.state, other.legal[-1])
    assert (match.digest(), match.record()) == before


@pytest.mark.unmeasured
def test_words_are_unique_and_stay_the_same(game: Game, v: Variant) -> None:
    start, end = Match(game, seats=v.seats, seed=1, **v.options), played(game, v, "words")
    words = [start.words(a) for a in range(game.actions.size)]
    assert len(set(words)) == len(words)
    assert [game.actions.words(game, end.state, a) for a in range(game.actions.size)] == words  # not what is remembered
    assert [end.words(a) for a in range(game.actions.size)] == words
    assert [start.number(w) for w in words] == list(range(game.actions.size))


def test_undo_restores_the_digest(game: Game, v: Variant) -> None:
    """And is refused across chance, a reveal, or another seat's decision. There need not be a step that can be taken back."""
    match = Match(game, seats=v.seats, seed="undo", **v.options)
    rng = Random("undo")
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
        assert (match.digest(), match.to_act, len(match.events)) == (digest, seat, events)
        if match.moves and match.moves[-1].seat != seat:
            with pytest.raises(chantier.NoUndo):
                match.undo()
        match.play(action)


@pytest.mark.unmeasured
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
