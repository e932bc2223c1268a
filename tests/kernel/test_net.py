"""The learned sense: rows tell what a seat knows and no more, a network counts alike everywhere, and weights are files."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import chantier
from chantier import BadSetup, Game
from chantier.binding import tables
from chantier.bots.tree import KNOWING, LEARNED, Tree
from chantier.core import CHANCE, NOBODY
from chantier.games.arkadia.state import WORKER
from chantier.kernel import native, nets, wasm
from chantier.kernel.net import NET_OUTPUTS, NET_ROOMS, NET_SEATS
from chantier.kernel.search import DESK_HALF, DESK_USED, NODE_SCORE, NODE_VALUE, NODE_VISITS
from tests.kernel.homes import Wasm
from tests.kernel.test_search import grown, nodes, somewhere
from tests.nets import INSIGHTFUL, any_layers, write_any

GAMES = [pytest.param(game, id=game.name) for game in INSIGHTFUL]


def settled(game: Game, seats: int, seed: str, actions: int) -> Any:
    """A position where a net can judge, after so many actions by habit."""
    rules, s, menu, dice, played = (
        game.rules,
        game.setup(seats),
        [0] * (game.actions.size + 1),
        [Random(seed).getrandbits(60)],
        0,
    )
    habit = vars(rules)["habit"]
    while played < actions or not rules.settled(s):
        menu[0] = 0
        rules.legal(s, menu)
        game.play(s, rules.pick(s, menu, dice) if s.to_act == CHANCE else habit(s, menu, dice))
        played += 1
        if s.to_act == NOBODY:
            s, played = game.setup(seats), actions - 30
    return s


def row_of(game: Game, s: Any, seat: int) -> list[int]:
    row = [99] * game.rules.INSIGHT
    game.rules.behold(s, seat, row)
    return row


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_whole_small_and_changes_nothing(game: Game) -> None:
    """Every number is written, fits into a byte, and the same as machine code says."""
    code, seen = native.native(game), set[tuple[int, ...]]()
    for n in range(24):
        s = settled(game, 2 + n % 3, f"row{n}", 25 * n)
        before, seat = s.packed(), game.rules.beholder(s)
        row = row_of(game, s, seat)
        assert s.packed() == before
        assert 0 <= seat < s.seats
        assert all(-127 <= number <= 127 for number in row)
        fast = np.full(game.rules.INSIGHT, 99, np.int16)
        code.see_states(code.states(s), fast, 1)
        assert row == fast.tolist()
        seen.add(tuple(row))
    assert len(seen) > 20


@pytest.mark.parametrize("game", GAMES)
def test_a_row_tells_nothing_that_its_seat_cannot_know(game: Game) -> None:
    """Two worlds that a seat cannot tell apart are judged alike."""
    for n in range(24):
        s = settled(game, 2 + n % 3, f"secret{n}", 20 * n)
        seat = game.rules.beholder(s)
        assert row_of(game, s, seat) == row_of(game, game.redeal(s, seat, Random(n)), seat)


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_seen_clockwise_from_the_one_that_looks(game: Game) -> None:
    """Seen from another seat, a row is another one: a net need not learn each seat for itself."""
    s = settled(game, 3, "clockwise", 60)
    assert len({tuple(row_of(game, s, seat)) for seat in range(3)}) == 3


@pytest.mark.parametrize("game", GAMES)
def test_what_a_decision_deserves_is_said_without_what_its_seat_cannot_know(game: Game) -> None:
    """At any decision the row of the seat to act is whole, small, changes nothing, and is the same in all worlds that this seat
    cannot tell apart."""
    told = 0
    for n in range(40):
        match = somewhere(game, 2 + n % 3, f"decision{n}", 5 * n)
        if match.over:
            continue
        s, seat = match.state.copy(), match.to_act
        before, row = s.packed(), row_of(game, s, seat)
        assert s.packed() == before
        assert all(-127 <= number <= 127 for number in row)
        assert row == row_of(game, game.redeal(s, seat, Random(n)), seat)
        told += 1
    assert told > 20


def reference(layers: tuple[Any, ...], row: list[int]) -> Any:
    x = np.array(row, np.float64)
    for n, layer in enumerate(layers):
        x = x @ layer[:-1] + layer[-1]
        x = np.maximum(x, 0) if n < 2 else x
    return x


@pytest.mark.parametrize("game", GAMES)
def test_the_network_counts_alike_in_every_home(game: Game) -> None:
    """Plain, as machine code and as WebAssembly; and as NumPy does it. Values add up to 1. A net that corrects the outlook says
    how many times as much each seat's value is, and by how much its score differs."""
    layers, code = any_layers(game), native.native(game)
    browser: Any = Wasm(wasm.build(native.to_c(game)), vars(game.rules), game.state, tables(game))
    for seats in game.seats:
        s = settled(game, seats, f"net{seats}", 150)
        seat = game.rules.beholder(s)
        out = reference(layers[:3], row_of(game, s, seat))
        found = []
        wide, knobs = layers[0].shape[1], LEARNED.at(game).knobs()
        plain_sums = [[0.0] * 10]
        first, second, last = (layer.tolist() for layer in layers[:3])
        room = [[0.0] * wide for _ in range(NET_ROOMS)]
        game.rules.judge_states([s], plain_sums, knobs, first, second, last, room, [0] * game.rules.INSIGHT, 1)
        found.append(plain_sums[0])
        net = nets.Net(
            game.name,
            "",
            {},
            tuple(layer.shape for layer in layers),
            tuple(tuple(layer.ravel().tolist()) for layer in layers),
            "",
        )
        homes: list[Any] = [code, browser]
        for home in homes:
            sums = (ctypes.c_double * 10 * 1)()
            home.judge_states(code.states(s), sums, code.tree(1, knobs)[2], *net.rooms()[:3], code.room(net), code.row(net), 1)
            found.append(list(sums[0]))
        chances, scores = np.exp(out[:seats]), out[NET_SEATS : NET_SEATS + seats]
        if game.rules.CORRECTING:
            by_outlook = [[0.0] * 10]
            vars(game.rules)["judge"](s, by_outlook, knobs, 0)
            chances *= [by_outlook[0][NODE_VALUE + (seat + i) % seats] for i in range(seats)]
            scores = scores + [by_outlook[0][NODE_SCORE + (seat + i) % seats] for i in range(seats)]
        chances /= chances.sum()
        for sums_of in found:
            assert [sums_of[NODE_VALUE + (seat + i) % seats] for i in range(seats)] == pytest.approx(chances, abs=1e-5)
            assert [sums_of[NODE_SCORE + (seat + i) % seats] for i in range(seats)] == pytest.approx(scores, abs=2e-3)
            assert sum(sums_of[NODE_VALUE : NODE_VALUE + 4]) == pytest.approx(1)
        assert found[1] == found[2]  # single precision, in the same order


@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_grow_the_same_learned_tree(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounding differs a little, and no decision by it."""
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    for seats, moves in ((2, 0), (3, 25), (4, 50)):
        match = somewhere(game, seats, "learned", moves)
        trees = []
        for code in (None, native.native(game)):
            tree = Tree(game, code, replace(LEARNED, lookahead=(1, 2, -1)[seats - 2], heeded=seats), 12345)
            tree.begin(match.to_act, match.state.copy())
            tree.think(40)
            trees.append(grown(tree))
        assert trees[0][0] == trees[1][0]
        for plain, fast in zip(trees[0][1], trees[1][1], strict=True):
            assert plain == pytest.approx(fast, rel=1e-3, abs=1e-2)


@pytest.mark.parametrize("game", [game for game in INSIGHTFUL if game.rules.CORRECTING], ids=lambda game: game.name)
def test_a_net_that_has_learned_nothing_judges_as_the_outlook_does(game: Game) -> None:
    """Where it corrects the outlook, a training can only add to that."""
    first, second, last, *_ = any_layers(game)
    s, knobs = settled(game, 3, "nothing", 60), LEARNED.at(game).knobs()
    sums = [[0.0] * 10, [0.0] * 10]
    room, row = [[0.0] * 24 for _ in range(NET_ROOMS)], [0] * game.rules.INSIGHT
    game.rules.judge_states([s], sums, knobs, first.tolist(), second.tolist(), (0 * last).tolist(), room, row, 1)
    vars(game.rules)["judge"](s, sums, knobs, 1)
    assert sums[0] == pytest.approx(sums[1])


@pytest.mark.parametrize("game", GAMES)
def test_attention_is_what_the_prior_says_and_what_was_learned(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As NumPy counts it, plain and compiled; without weights for actions, the prior alone, as far as it is trusted."""
    monkeypatch.setenv("CHANTIER_NETS", str(tmp_path))
    first, second, last, focus, heed = any_layers(game)
    for seats, moves in ((2, 0), (3, 25), (4, 50)):
        match, rules = somewhere(game, seats, "attention", moves), vars(game.rules)
        facts = [0] * rules["FACTS"]
        rules["study"](match.state.copy(), facts)
        trusted = {action: game.rules.trust(match.state.copy(), action) for action in match.legal}
        priors = {action: trusted[action] * rules["prior"](match.state.copy(), action, facts) for action in match.legal}
        units = np.maximum(reference((first, focus), row_of(game, match.state.copy(), match.to_act)), 0)
        for heeded in (heed, heed[:0]):
            nets.write(tmp_path / f"{game.name}.net", game.name, "a", (first, second, last, focus, heeded), {})
            for code in (None, native.native(game)):
                tree = Tree(game, code, replace(LEARNED, heeded=1), 3)
                tree.begin(match.to_act, match.state.copy())
                tree.think(2)
                for branch in tree.branches():
                    weights = heed[branch.action] if len(heeded) else 0 * heed[0]
                    learned = units @ weights[:-1] + weights[-1]
                    assert branch.worth == pytest.approx(priors[branch.action] + rules["WARMTH"] * learned, rel=1e-3, abs=0.1)


def test_where_a_turn_begins_arkadia_trusts_least_what_is_said_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a turn begins; a master believes all of it."""
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    game = chantier.games["arkadia"]
    s = settled(game, 2, "trust", 60)
    found = []
    for style in (KNOWING, LEARNED):
        tree = Tree(game, native.native(game), style, 3)
        tree.begin(s.to_act, s.copy())
        tree.think(1)
        found.append({branch.action: branch.worth for branch in tree.branches()})
    believed = {action: found[1][action] / worth for action, worth in found[0].items() if worth}
    cards = [part for action, part in believed.items() if action < WORKER]
    workers = [part for action, part in believed.items() if action >= WORKER]
    assert cards
    assert workers
    assert 0 < max(workers) < min(cards) < 1


@pytest.mark.parametrize("half_used", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_may_have_the_turn_under_way_thought_to_its_end(
    game: Game, half_used: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree grows by all decisions that are left of it, or by one: also if half of its rows are used."""
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    s = settled(game, 2, "whole", 60)
    for code in (None, native.native(game)):
        tree = Tree(game, code, LEARNED, 5)
        tree.begin(s.to_act, s.copy())
        tree.tree[0][DESK_HALF] = tree.tree[0][DESK_USED] - 1 if half_used else tree.tree[0][DESK_HALF]
        tree.think(1)
        visited = sum(tree.tree[node][NODE_VISITS] for node in nodes(tree))
        assert visited > 3 if game.rules.WHOLE_TURNS and not half_used else visited == 2


@pytest.mark.parametrize("game", GAMES)
def test_to_win_is_better_than_any_judgement(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that ends the game counts what its end is worth, whatever the net would say."""
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    s = settled(game, 2, "end", 100)
    rules, menu, dice, before = game.rules, [0] * (game.actions.size + 1), [7], s
    while s.to_act != NOBODY:  # to the last decision
        before = s.copy()
        menu[0] = 0
        rules.legal(s, menu)
        game.play(s, rules.pick(s, menu, dice) if s.to_act == CHANCE else vars(rules)["habit"](s, menu, dice))
    tree = Tree(game, native.native(game), LEARNED, 7)
    tree.begin(before.to_act, before)
    tree.think(60)
    last = 0
    for branch in tree.branches():
        world = before.copy()
        game.play(world, branch.action)
        if world.to_act == NOBODY and branch.visits:
            last += 1
            won = [place == 1 for place in game.ranking(world)]
            sure = [float(one) / sum(won) for one in won]
            if rules.IN_POINTS:
                shares = np.exp(np.array(game.scores(world)) * 100 / LEARNED.margin)
                sure = [0.5 * one + 0.5 * share for one, share in zip(sure, shares / shares.sum(), strict=True)]
            assert branch.chances == pytest.approx(sure)
    assert last


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_net_is_written_and_read(tmp_path: Path) -> None:
    game = INSIGHTFUL[0]
    layers = any_layers(game)
    nets.write(tmp_path / "a.net", game.name, "tried", layers, {"date": "2026-01-01", "seed": "1"})
    net = nets.read(tmp_path / "a.net")
    assert (net.game, net.name, net.about) == (game.name, "tried", {"date": "2026-01-01", "seed": "1"})
    assert (net.inputs, net.wide) == (game.rules.INSIGHT, 24)
    assert net.called == f"tried {net.hash}"
    for layer, plain, room in zip(layers, net.rows(), net.rooms(), strict=True):
        assert np.array_equal(layer, np.array(plain, np.float32))
        assert np.array_equal(layer, np.ctypeslib.as_array(room))
    nets.write(tmp_path / "a.net", game.name, "again", any_layers(game, seed=2), {})
    assert nets.read(tmp_path / "a.net").name == "again"


@pytest.mark.parametrize("text", [b"", b"{}\n", b"[1]\n", b"nonsense", b'{"kind": "chantier net 1", "shapes": [[2, 2]]}\n1234'])
def test_what_is_no_net_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    path.write_bytes(text)
    with pytest.raises(BadSetup, match="is no net; chantier train makes one"):
        nets.read(path)
    with pytest.raises(BadSetup, match="cannot read"):
        nets.read(tmp_path / "none.net")


def test_a_net_of_an_earlier_form_is_refused(tmp_path: Path) -> None:
    """Without layers for attention."""
    first, second, last, *_ = any_layers(INSIGHTFUL[0])
    nets.write(tmp_path / "a.net", INSIGHTFUL[0].name, "old", (first, second, last), {})  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="is no net; chantier train makes one"):
        nets.read(tmp_path / "a.net")


def test_a_net_for_another_row_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = INSIGHTFUL[0], INSIGHTFUL[-1]
    monkeypatch.setenv("CHANTIER_NETS", str(tmp_path))
    first, second, last, focus, heed = any_layers(one)
    for layers in ((first[1:], second, last, focus, heed), (first, second, last, focus, heed[1:])):
        nets.write(tmp_path / f"{one.name}.net", one.name, "short", layers, {})
        with pytest.raises(BadSetup, match="another game or another row"):
            nets.net_of(one)
    if one is not other:
        nets.write(tmp_path / f"{one.name}.net", other.name, "other", any_layers(one), {})
        with pytest.raises(BadSetup, match="another game or another row"):
            nets.net_of(one)


def test_shapes_fit_together() -> None:
    assert NET_OUTPUTS == 2 * NET_SEATS
