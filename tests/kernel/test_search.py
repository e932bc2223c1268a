"""The search: the same plain and compiled, fair, and never a burden on the state. The bots that use it, with their thoughts."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import chantier
from chantier import BadSetup, Game, Match, Seen
from chantier.binding import kernel_files, load
from chantier.bots import bot, searcher
from chantier.bots.forest import Forest
from chantier.bots.searcher import Budget, Searcher, pool
from chantier.bots.thought import Thought, thoughts
from chantier.bots.tree import KNOWING, UNKNOWING, Branch, Style, Tree
from chantier.kernel import native
from chantier.kernel.reals import exp
from chantier.kernel.search import (
    DESK_ALONE,
    NODE_CHILD,
    NODE_DUE,
    NODE_FIRST,
    NODE_NUMBERS,
    NODE_SIBLING,
    NODE_SUMS,
    NODE_WORTH,
)
from chantier.lab.fuzz import number
from tests.kernel.test_native import child
from tests.nets import write_any

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


def somewhere(game: Game, seats: int, seed: str, moves: int) -> Match:
    """A position with a choice, after some random decisions."""
    match, rng = Match(game, seats=seats, seed=seed), Random(seed)
    while moves > 0 or len(match.legal) < 2:
        match.play(rng.choice(match.legal))
        moves -= 1
        if match.over:
            match, moves = Match(game, seats=seats, seed=seed), 5
    return match


def grown(tree: Tree) -> list[list[list[float]]]:
    used = int(tree.tree[0][0]) + 1
    return [[list(map(float, row)) for row in tree.tree[1:used]], [list(map(float, row)) for row in tree.sums[1:used]]]


def nodes(tree: Tree) -> list[int]:
    """All that are linked, from the root down."""
    found = [tree.root]
    for node in found:
        found += tree.children(node)
    return found


@pytest.mark.parametrize("style", [KNOWING, UNKNOWING], ids=["knowing", "unknowing"])
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_grow_the_same_tree(game: Game, style: Style) -> None:
    for seats, moves in ((2, 0), (3, 25), (4, 50)):
        match = somewhere(game, seats, "tree", moves)
        trees = []
        for twin in (None, native.native(game)):
            tree = Tree(game, twin, style, number("dice"))
            tree.begin(match.to_act, match.state.copy())
            tree.think(12 if style.knowing else 2)  # random games to the end can be very long
            trees.append(grown(tree))
        assert trees[0][0] == trees[1][0]
        assert len(trees[0][0]) > len(match.legal)
        for plain, fast in zip(trees[0][1], trees[1][1], strict=True):
            assert plain == pytest.approx(fast, rel=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_a_tree_add_up(game: Game) -> None:
    """A node was visited once more than its children together, children ascend, and values of all seats are 1 together."""
    match = somewhere(game, 3, "sums", 20)
    tree = Tree(game, native.native(game), KNOWING, 1)
    before = match.state.packed()
    tree.begin(match.to_act, match.state)
    tree.think(700)
    assert match.state.packed() == before
    assert tree.visits == 700
    for node in nodes(tree):
        visits = int(tree.tree[node][3])
        below = tree.children(node)
        actions = [int(tree.tree[c][0]) for c in below]
        assert actions == sorted(set(actions))
        assert sum(int(tree.tree[c][3]) for c in below) <= visits
        assert sum(float(v) for v in tree.sums[node][:4]) == pytest.approx(visits)
    assert sum(b.visits for b in tree.branches()) == 700
    assert {b.action for b in tree.branches()} == set(match.legal)


@pytest.mark.parametrize("game", GAMES)
def test_a_thread_that_is_alone_grows_the_same_tree(game: Game) -> None:
    """It keeps children where a choice is always the same, and asks nobody again what is legal there."""
    for seats, moves in ((2, 14), (3, 45), (4, 80)):
        match = somewhere(game, seats, "alone", moves)
        found = []
        for alone in (0, 1):
            tree = Tree(game, native.native(game), KNOWING, 5)
            tree.begin(match.to_act, match.state.copy())
            tree.tree[0][DESK_ALONE] = alone
            tree.think(1500)
            rows = [[int(n) for n in row[:NODE_FIRST]] for row in tree.tree[1 : tree.tree[0][0] + 1]]
            found.append((rows, [[float(n) for n in row[:NODE_DUE]] for row in tree.sums[1 : tree.tree[0][0] + 1]]))
        assert found[0] == found[1]
        assert any(tree.tree[node][NODE_FIRST] for node in nodes(tree)) == (game.name == "arkadia")


@pytest.mark.parametrize("game", GAMES)
def test_a_full_tree_goes_on_without_growing(game: Game) -> None:
    match = somewhere(game, 2, "full", 10)
    tree = Tree(game, None, KNOWING, 1)
    tree.clear()
    room = 4 + len(match.legal)
    tree.tree, tree.sums = tree.tree[:room], tree.sums[:room]
    tree.begin(match.to_act, match.state)
    tree.think(30)
    assert tree.visits == 30
    assert 1 + len(match.legal) <= tree.tree[0][0] < room


@pytest.mark.parametrize("game", GAMES)
def test_files_of_a_kernel_do_not_take_each_others_names(game: Game) -> None:
    """Rules, sense, loops and search are loaded into one module; only the defaults of the kernel may be replaced."""
    from chantier.binding import tables

    taken: dict[str, Any] = dict.fromkeys(tables(game), "tables")
    for path in kernel_files(game):
        space: dict[str, Any] = {"__name__": "x", "__package__": f"chantier.games.{game.name}"}
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
        for name, value in space.items():
            mine = getattr(value, "__module__", None) == "x" or (name.isupper() and f"{name} =" in path.read_text("utf-8"))
            if mine and path.parts[-2:] not in (("kernel", "defaults.py"), ("kernel", "insight.py")):
                assert name not in taken, f"{name} of {path.name} is also in {taken.get(name)}"
                taken[name] = path.name


def test_a_long_sense_is_split_into_files_of_one_module() -> None:
    game = chantier.games["queens_architect"]
    names = [path.name for path in kernel_files(game)]
    assert names[2:6] == ["sense.py", "sense_construct.py", "sense_crew.py", "sense_way.py"]
    assert {"worth", "at_site", "money", "step_on"} <= vars(game.rules).keys()


# --- fairness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_cannot_tell_apart_is_imagined_alike(game: Game) -> None:
    """Equal dice make equal worlds of two states that a seat cannot tell apart: a world holds nothing of what is secret."""
    for n in range(30):
        match = somewhere(game, 2 + n % 3, f"alike{n}", 5 * n)
        for seat in range(match.seats):
            other = game.redeal(match.state, seat, Random(n))
            assert game.redeal(other, seat, Random(-n)) == game.redeal(match.state, seat, Random(-n))


@pytest.mark.unmeasured
@pytest.mark.parametrize("level", ["apprentice", "journeyman:300", "master:300", "grandmaster:300", "plain-search:100"])
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_does_not_peek(game: Game, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two true states that a seat cannot tell apart lead to the same choice, and to the same thoughts about it."""
    native.native(game)
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))
    for n in range(6):
        match = somewhere(game, 2 + n % 3, f"peek{n}", 12 * n)
        real = match.seen()
        twins = []
        for state in (match.state, game.redeal(match.state, real.seat, Random(n))):

            def imagine(rng: Random, true: Any = state, seat: int = real.seat) -> Any:
                return game.redeal(true, seat, rng)

            seen = Seen(real.seat, real.view, real.legal, imagine, game)
            mind = bot(level, seed=n)
            action = mind.choose(seen)
            thought: Thought | None = getattr(mind, "thought", None)
            twins.append((action, thought.branches if thought else None))
        assert twins[0] == twins[1]


# --- the bots ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_playouts_give_the_same_game(game: Game) -> None:
    """With two desks too."""
    native.native(game)
    records = []
    for _ in range(2):
        match = Match(game, seats=2, seed="again")
        bots = [Searcher(Budget(1.0, threads=2, playouts=60), seed) for seed in (1, 2)]
        while not match.over:
            match.play(bots[match.to_act].choose(match.seen()))
        records.append(match.record())
    assert records[0] == records[1]


def test_the_tree_is_kept_while_a_turn_goes_on_and_no_longer() -> None:
    match = Match("world_monuments", seats=2, seed="kept")
    native.native(match.game)
    mind = Searcher(Budget(1.0, playouts=800), 1)
    kept = fresh = 0
    before = None
    for _ in range(60):
        if match.to_act == 0 and len(match.legal) > 1:
            if before == 0:
                assert mind.tree is not None
                visited = int(mind.tree.tree[mind.root][3])
            else:
                assert mind.tree is None or mind.tree.tree is None  # its memory was given back
            action = mind.choose(match.seen())
            assert mind.thought is not None
            if before == 0:
                kept += 1
                assert mind.thought.playouts > visited > 0
            else:
                fresh += 1
                assert mind.thought.playouts <= 800
        else:
            action = mind.choose(match.seen()) if match.to_act == 0 else match.legal[0]
        before = match.to_act
        match.play(action)
    assert kept
    assert fresh


def test_a_turn_costs_one_budget_shared_among_its_decisions() -> None:
    match = Match("world_monuments", seats=2, seed="shared")
    native.native(match.game)
    bots = [Searcher(Budget(1.0, playouts=1000), seat) for seat in range(2)]
    while len(match.moves) < 200 and not match.over:
        mind = bots[match.to_act]
        seat, walking = match.to_act, match.state.worker >= 0
        match.play(mind.choose(match.seen()))
        if walking:
            assert mind.turn.spent <= 1.0 + 5 * 0.1
        if match.to_act != seat:
            assert not mind.turn.more or mind.turn.view is None


@pytest.mark.parametrize(("visits", "left", "clear"), [((1, 0), 0.0, False), ((40, 1), 90.0, True), ((40, 30), 90.0, False)])
def test_a_choice_is_clear_by_its_lead_but_not_after_one_playout(visits: tuple[int, ...], left: float, clear: bool) -> None:
    tree: Any = SimpleNamespace(branches=lambda: [Branch(0, n, 0.5, (), (), 0.0) for n in visits])
    assert searcher._clear(tree, left) is clear


def test_fewer_playouts_where_the_choice_is_clear() -> None:
    """A forced decision costs nothing; one that has a leader out of reach ends early."""
    match = Match("world_monuments", seats=2, seed="clear")
    native.native(match.game)
    mind = Searcher(Budget(1.0, playouts=400), 1)
    spent = []
    while not match.over:
        seen = match.seen()
        if match.to_act == 0:
            action = mind.choose(seen)
            assert (mind.thought is None) == (len(seen.legal) == 1)
            spent.append(mind.turn.spent)
        else:
            action = seen.legal[0]
        match.play(action)
    assert min(x for x in spent if x) < 0.6 * max(spent)


@pytest.mark.parametrize("game", GAMES)
def test_two_threads_grow_one_tree(game: Game) -> None:
    """Siblings ascend, no row is linked twice, and hardly a playout is lost."""
    match = somewhere(game, 3, "beside", 20)
    twin = native.native(game)
    tree = Tree(game, twin, KNOWING, 1, 2)
    tree.begin(match.to_act, match.state)
    for _ in range(20):
        list(pool().map(tree.think, (400, 400), (0, 1)))
    found = nodes(tree)
    assert len(found) == len(set(found))
    for node in found:
        actions = [int(tree.tree[c][0]) for c in tree.children(node)]
        assert actions == sorted(set(actions))
    assert 0.9 * 16_000 < tree.visits <= 16_000
    assert 0.8 * 16_000 < sum(b.visits for b in tree.branches()) <= 16_000
    assert {b.action for b in tree.branches()} == set(match.legal)
    assert all(-1e-9 <= b.value <= 1.1 for b in tree.branches())


class Rising(list[float]):
    """A row of `sums` whose action looks better each time that somebody looks."""

    def __getitem__(self, column: Any) -> Any:
        found = super().__getitem__(column)
        if column == NODE_WORTH:
            self[NODE_WORTH] = found + 9000.0
        return found


def test_what_another_thread_finds_better_meanwhile_gets_as_much_attention_as_the_best() -> None:
    kernel = vars(load(chantier.games["queens_architect"]))
    tree = [[0] * NODE_NUMBERS for _ in range(4)]
    tree[1][NODE_CHILD], tree[2][NODE_SIBLING] = 2, 3
    sums = [[0.0] * NODE_SUMS, [0.0] * NODE_SUMS, Rising([0.0] * NODE_SUMS), [0.0] * NODE_SUMS]
    sums[3][NODE_WORTH] = -kernel["WARMTH"]
    kernel["share_attention"](tree, sums, 1)
    assert [sums[child][NODE_DUE] for child in (2, 3)] == [1.0, exp(-1.0)]


def test_machine_code_lets_other_threads_run() -> None:
    """While one thread is in machine code, another sees the tree grow: nobody waits for the interpreter's lock."""
    match = somewhere(chantier.games["world_monuments"], 2, "beside", 20)
    seen, playouts = set[int](), 1000
    while not seen and playouts < 100_000:
        tree = Tree(match.game, native.native(match.game), KNOWING, 1)
        tree.begin(match.to_act, match.state)
        thinking = threading.Thread(target=tree.think, args=(playouts,))
        thinking.start()
        while thinking.is_alive():
            if 0 < (visits := tree.visits) < playouts:
                seen.add(visits)
        thinking.join()
        assert tree.visits == playouts
        playouts *= 4
    assert seen


def test_desks_one_after_the_other_grow_the_same_tree_again() -> None:
    match = somewhere(chantier.games["world_monuments"], 2, "beside", 20)
    found = []
    for _ in range(2):
        tree = Tree(match.game, native.native(match.game), KNOWING, 1, 2)
        tree.begin(match.to_act, match.state)
        for n in (0, 1, 0, 1):
            tree.think(100, n)
        found.append([(b.action, b.visits, b.value) for b in tree.branches()])
    assert found[0] == found[1]
    assert tree.visits == 400


def test_many_bots_share_the_threads_of_a_process() -> None:
    """However many bots think at once, there are no more search threads than cores, and none is in another's way."""
    match = Match("world_monuments", seats=2, seed="crowd")
    native.native(match.game)
    found: list[int] = []

    def think() -> None:
        found.append(Searcher(Budget(0.05, threads=2), 5).choose(match.seen()))

    crowd = [threading.Thread(target=think) for _ in range(6)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert len(found) == 6
    assert set(found) <= set(match.legal)
    assert 0 < sum(thread.name.startswith("search") for thread in threading.enumerate()) <= (os.cpu_count() or 1)


@pytest.mark.parametrize("level", ["apprentice:5", "master:", "master:0", "master:x", "master:-3", "genius:4"])
def test_bots_that_do_not_exist(level: str) -> None:
    with pytest.raises(BadSetup):
        bot(level)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_thoughts_are_said_in_words(game: Game, language: str) -> None:
    match = somewhere(game, 3, "words", 15)
    mind = bot("journeyman:200", 1)
    assert thoughts(mind) == []
    action = mind.choose(match.seen())
    lines = thoughts(mind, language, ["Ada", "Ben", "Cleo"])
    assert "200" in lines[0] or any(char.isdigit() for char in lines[0])
    described = game.texts.describe(game, match.view(match.to_act), action, language, ["Ada", "Ben", "Cleo"])
    assert described in lines[1]
    assert all(name in lines[1] for name in ("Ada", "Ben", "Cleo"))
    assert described in lines[-1]
    assert thoughts(bot("random")) == []


def test_a_thought_names_the_expected_line() -> None:
    match = somewhere(chantier.games["world_monuments"], 2, "line", 0)
    mind = bot("journeyman:2000", 1)
    mind.choose(match.seen())
    thought = getattr(mind, "thought", None)
    assert isinstance(thought, Thought)
    replayed = match.copy()
    steps = thought.steps()
    assert len(steps) > 2
    for who, action, _ in steps:
        assert replayed.to_act == who
        replayed.play(action)


# --- without machine code ---------------------------------------------------------------------------------------------

WITHOUT = """
import sys
sys.modules.update(numpy=None)  # as if it were not installed
import chantier
from chantier.bots import bot
for name in chantier.games:
    match = chantier.Match(name, seed=1, seats=2)
    for level in ("journeyman", "master:4", "plain-search:2"):
        mind = bot(level, 1)
        action = mind.choose(match.seen())
        assert action in match.legal
        assert not mind.thought.compiled and mind.thought.playouts > 0, name
print("played")
"""


def test_the_levels_answer_without_machine_code(tmp_path: Path) -> None:
    result = child(WITHOUT, tmp_path, CHANTIER_PLAIN="1")
    assert result.returncode == 0, result.stderr
    assert result.stdout == "played\n"


COLD = """
import os, time
import chantier
from chantier.kernel import native
from chantier.bots import bot
native.native = lambda game, use: time.sleep(600)  # it is never finished
match = chantier.Match("world_monuments", seed=1)
mind = bot("journeyman", 1)
for _ in range(3):
    match.play(mind.choose(match.seen()))
    assert not mind.thought.compiled if mind.thought else True
print("played", flush=True)
os._exit(0)
"""


def test_the_levels_answer_while_machine_code_is_being_made(tmp_path: Path) -> None:
    result = child(COLD, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "played\n"


class Clock:
    """Time that passes only while somebody thinks or waits, and is read in ticks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tick: float, playout: float) -> None:
        self.time, self.tick, self.playouts = 1000.0, tick, 0
        think = Tree.think

        def slowly(tree: Tree, playouts: int, n: int = 0) -> None:
            think(tree, min(playouts, 2), n)  # a few stand for all
            self.playouts += playouts
            self.time += playouts * playout

        monkeypatch.setattr(Tree, "think", slowly)
        monkeypatch.setattr(searcher, "monotonic", lambda: self.time // tick * tick if tick else self.time)


def is_long(match: Match) -> bool:
    """Whether the turn may go on after this decision, so that it gets only a part of the turn's time."""
    after = [match.copy() for _ in match.legal]
    for then, action in zip(after, match.legal, strict=True):
        then.play(action)
    return any(then.to_act == match.to_act for then in after)


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_waits_for_machine_code_for_half_of_its_own_time_at_most(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And thinks with what is left."""
    clock, waited = Clock(monkeypatch, 0.0, 0.001), []

    def never(_: Game, until: float) -> None:
        waited.append(until - clock.time)
        clock.time = max(clock.time, until)

    monkeypatch.setattr(native, "in_time", never)
    monkeypatch.setattr(searcher, "_clear", lambda *_: False)
    match = somewhere(game, 2, "patience", 4)
    assert is_long(match)
    began = clock.time
    mind = Searcher(Budget(1.0, threads=2), 1)
    mind.choose(match.seen())
    spent = clock.time - began
    assert waited[0] <= 0.5 * searcher.SHARE + 1e-9
    assert searcher.SHARE * 0.9 <= spent <= searcher.SHARE * 1.1
    assert clock.playouts >= 200  # a quarter of the turn, a thousand in a second


@pytest.mark.parametrize("playout", [0.00001, 0.001, 0.02])
@pytest.mark.parametrize("tick", [1 / 64, 0.25])
def test_a_coarse_clock_is_enough(tick: float, playout: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems count time in steps of 16 ms. A search ends all the same, and uses about its time."""
    clock = Clock(monkeypatch, tick, playout)
    monkeypatch.setattr(native, "in_time", lambda *_: None)
    monkeypatch.setattr(searcher, "_clear", lambda *_: False)
    match = somewhere(chantier.games["world_monuments"], 2, "coarse", 12)
    mind = Searcher(Budget(2.0), 1)
    assert mind.choose(match.seen()) in match.legal
    part = 2.0 * (searcher.SHARE if is_long(match) else 1.0)
    assert part - tick - playout <= clock.time - 1000 <= part + max(2 * tick, 0.5 * part)


def test_a_few_plain_playouts_choose_what_the_compiled_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fallback is the same search: equal seed and playouts give the same choice."""
    match = somewhere(chantier.games["world_monuments"], 2, "same", 30)
    native.native(match.game)
    fast = Searcher(Budget(1.0, playouts=40), 3)
    chosen = fast.choose(match.seen())
    monkeypatch.setenv("CHANTIER_PLAIN", "1")
    plain = Searcher(Budget(1.0, playouts=40), 3)
    assert plain.choose(match.seen()) == chosen
    assert fast.thought
    assert plain.thought
    assert (fast.thought.compiled, plain.thought.compiled) == (True, False)
    assert [b.visits for b in fast.thought.branches] == [b.visits for b in plain.thought.branches]


def test_search_is_not_imported_to_play() -> None:
    code = "import sys, chantier; chantier.Match('world_monuments', seed=1); print('chantier.kernel.search' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert result.stdout == "False\n"


# --- memory of the process ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [True, False])
def test_trees_of_bots_that_wait_are_bounded_for_the_process(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were not used for longest are felled, and their bots go on all the same."""
    game = chantier.games["world_monuments"]
    if compiled:
        native.native(game)
    else:
        monkeypatch.setenv("CHANTIER_PLAIN", "1")
    matches = [somewhere(game, 2, f"forest {n}", 8) for n in range(8)]
    first = Searcher(Budget(1.0, playouts=60), 0)
    monkeypatch.setattr(searcher, "FOREST", Forest())
    matches = [match for match in matches if is_long(match)]
    first.choose(matches[0].seen())
    assert first.size > 0
    forest = Forest(int(3.5 * first.size))
    monkeypatch.setattr(searcher, "FOREST", forest)
    minds = [Searcher(Budget(1.0, playouts=60), n) for n in range(len(matches))]
    for _ in range(3):
        for mind, match in zip(minds, matches, strict=True):
            match.play(mind.choose(match.seen()))
            assert forest.size <= forest.most
    assert any(mind.tree and mind.tree.tree is None for mind in minds)
    last = minds[-1]
    del minds, mind, first
    gc.collect()
    assert forest.size == last.size


def test_a_tree_in_use_is_not_felled() -> None:
    forest, one, two, three = Forest(0), Wood(), Wood(), Wood()
    with forest.using(one):
        for other in (two, three):
            with forest.using(other):
                pass
        assert (one.size, two.size, three.size) == (100, 0, 100)
    assert (one.size, three.size) == (100, 0)


class Wood:
    """Something that can be felled."""

    size = 100

    def fell(self) -> None:
        self.size = 0
