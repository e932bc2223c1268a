"""The rules of World Monuments, clause by clause: the rulebook's worked examples, and what else a clause says."""

from __future__ import annotations

from typing import Any

import pytest

import chantier
from chantier import CHANCE, NOBODY, Match
from chantier.games.world_monuments.state import (
    BLACK,
    BUILD,
    DRAW,
    GEM,
    KIND_NAMES,
    LAY,
    NEUTRAL,
    ORANGE,
    PASS,
    RED,
    STEP,
    TAKE,
    TAKE_ONE,
    VIOLET,
    WALK,
    State,
)
from chantier.games.world_monuments.tables import neighbours
from chantier.kernel.words import NONE, now, then

GAME = chantier.games["world_monuments"]
RULES: Any = GAME.rules
CENTRE, M1 = 18, 12  # cells: the outer ring is 0 to 11, the middle ring 12 to 17


def table(seats: int = 3, **options: Any) -> State:
    """A table on which nothing has been decided yet."""
    s: State = GAME.setup(seats, **options)
    return s


def with_shortcuts(s: State) -> None:
    """What the state says again in words of flags."""
    s.full = sum(1 << cell for cell in range(25) if sum(s.quarry[cell]))
    free = [n for n in places(s) if not s.built[n] and all(b == NONE or s.built[b] for b in RULES.BENEATH[s.monument][n])]
    s.open = [sum(1 << n % 41 for n in free if n // 41 == word) for word in range(2)]


def in_quarry(
    pieces: dict[int, list[int]], *, worker: int, turn: int, to_act: int = 0, seats: int = 3, **options: Any
) -> State:
    """A position in the quarry phase: cell -> kinds that lie there. All other pieces stay in the supply."""
    s = table(seats, **options)
    s.pending = 0
    s.first = 0
    for cell, kinds in pieces.items():
        for kind in kinds:
            s.quarry[cell][kind] += 1
            s.supply[kind] -= 1
    with_shortcuts(s)
    s.worker = worker
    s.turn = turn
    then(s, WALK)
    RULES.begin_turn(s, to_act)
    return s


def at_building(held: list[list[int]], built: list[int], *, to_act: int = 0, nth: int = 0, **options: Any) -> State:
    """A position in the building phase: the kinds behind each screen, and the places that stand."""
    s = table(len(held), **options)
    s.pending = 0
    s.first = to_act
    s.current_round = nth
    for seat, kinds in enumerate(held):
        for kind in kinds:
            s.seat[seat].pieces[kind] += 1
            s.supply[kind] -= 1
    for place in built:
        s.built[place] = 1
        s.supply[RULES.PLAN_KIND[s.monument][place]] -= 1
    with_shortcuts(s)
    s.to_act = to_act
    then(s, BUILD)
    return s


def places(s: State, level: int | None = None, kind: int | None = None) -> list[int]:
    """Places of the plan by level and kind."""
    m = s.monument
    return [
        p
        for p in range(RULES.PLAN_SIZE[m])
        if level in (None, RULES.PLAN_LEVEL[m][p] + 1) and kind in (None, RULES.PLAN_KIND[m][p])
    ]


def place(s: State, level: int, x: int, y: int) -> int:
    return next(p for p in places(s, level) if (RULES.PLAN_X[s.monument][p], RULES.PLAN_Y[s.monument][p]) == (x, y))


def steps(s: State) -> list[int]:
    return [a - STEP for a in GAME.legal(s)]


def walk(s: State, *cells: int) -> list[chantier.Event]:
    news: list[chantier.Event] = []
    for cell in cells:
        assert STEP + cell in GAME.legal(s)
        news += GAME.play(s, STEP + cell)
    return news


def log(news: list[chantier.Event]) -> list[tuple[Any, ...]]:
    """Everything that was told: kind, seat, and the rest."""
    return [(event.kind, event.seat, *event.args) for event in news]


def do(s: State, action: int) -> list[tuple[Any, ...]]:
    """Plays a legal action; what was told. No piece is lost, and nothing is left on the agenda."""
    assert action in GAME.legal(s)
    news = GAME.play(s, action)
    assert RULES.lost(s) == 0
    assert s.to_act == NOBODY or s.pending == (2 if now(s) == TAKE_ONE else 1)
    return log(news)


def fill(match: Match) -> list[chantier.Event]:
    return [e for e in match.events if e.kind == "draw"]


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_1_every_seat_starts_with_ten_points(seats: int) -> None:
    assert Match(GAME, seats=seats, seed=1).scores() == [10] * seats


@pytest.mark.parametrize("seats", [1, 5, "two", True, None, 2.0])
def test_1_1_other_seat_counts_are_refused(seats: Any) -> None:
    with pytest.raises(chantier.BadSetup, match="2 to 4 seats"):
        Match(GAME, seats=seats)


@pytest.mark.parametrize(("monument", "bricks"), [("notre_dame", 46), ("capitol", 36), ("st_peter", 54), ("taj_mahal", 38)])
def test_1_2_one_monument_is_chosen(monument: str, bricks: int) -> None:
    s = table(2, monument=monument)
    assert RULES.PLAN_SIZE[s.monument] == bricks


def test_1_3_the_supply_holds_82_pieces() -> None:
    s = table()
    assert s.supply == [23, 23, 15, 11, 9, 1]
    assert sum(s.supply) == 82


def test_1_2_the_options_of_a_table_are_kept() -> None:
    """1.1, 1.2, 1.3  Nothing is decided yet."""
    s = table(4, monument="taj_mahal", screens="open", reenter="no")
    assert (s.seats, s.monument, s.screens, s.reenter) == (4, 3, 1, 0)
    assert (s.first, s.worker, s.to_act, s.pending) == (NONE, NONE, CHANCE, 1)
    assert [s.seat[seat].points for seat in range(4)] == [10] * 4
    assert [table(2).seat[seat].points for seat in range(4)] == [10, 10, 0, 0]
    assert table(2, screens="closed", reenter="yes").reenter == 1


def test_1_3_a_piece_too_many_or_too_few_is_noticed() -> None:
    match = Match(GAME, seats=3, seed="census", monument="st_peter")
    for s in (table(3), match.state, at_building([[GEM], [RED], [ORANGE]], [0, 5, 53], monument="st_peter")):
        assert RULES.lost(s) == 0
        for kind in range(6):
            rows = [s.supply, s.bag, s.quarry[0], s.quarry[CENTRE], s.quarry[-1], *(s.seat[seat].pieces for seat in range(3))]
            for row in rows:
                for more in (1, -1):
                    row[kind] += more
                    with_shortcuts(s)
                    assert RULES.lost(s) == 1
                    row[kind] -= more
        for row in (s.supply, s.bag, s.quarry[7]):
            for kind in range(6):
                row[kind] += 1
            with_shortcuts(s)
            assert RULES.lost(s) == 6
            for kind in range(6):
                row[kind] -= 1


def test_1_3_a_shortcut_that_says_something_else_is_noticed() -> None:
    """1.3, 3.7, 4.2, 4.3  Which cells hold a piece, and which places are open."""
    match = Match(GAME, seats=2, seed="census")
    for s in (match.state, at_building([[RED], []], [0, 1, 2], monument="taj_mahal")):
        for cell in range(25):
            s.full ^= 1 << cell
            assert RULES.lost(s) == 1
            s.full ^= 1 << cell
        for n in range(82):
            s.open[n // 41] ^= 1 << n % 41
            assert RULES.lost(s) == 1
            s.open[n // 41] ^= 1 << n % 41
        assert RULES.lost(s) == 0


@pytest.mark.parametrize("monument", ["notre_dame", "capitol", "st_peter", "taj_mahal"])
def test_1_3_every_piece_of_the_monument_is_counted(monument: str) -> None:
    s = at_building([[], []], [], monument=monument)
    for n in places(s):
        twin = at_building([[], []], [n], monument=monument)
        assert RULES.lost(twin) == 0
        twin.supply[RULES.PLAN_KIND[s.monument][n]] += 1
        assert RULES.lost(twin) == 1


def test_1_4_chance_picks_the_first_seat() -> None:
    s = table(3)
    assert s.to_act == CHANCE
    assert [GAME.actions.words(GAME, s, a) for a in GAME.legal(s)] == ["first seat 0", "first seat 1", "first seat 2"]
    assert GAME.weights(s) == [1, 1, 1]
    assert do(s, GAME.legal(s)[2]) == [("first", 2), ("round", 2, 1)]
    assert s.first == 2


def test_1_5_three_rounds_of_quarry_and_building() -> None:
    match = Match(GAME, seats=2, seed="three rounds")
    for _ in range(GAME.limit):
        if not match.over:
            match.play(match.legal[0])
    phases = [(e.kind, *e.args) for e in match.events if e.kind in ("round", "building")]
    assert phases[:4] == [("round", 1), ("building",), ("round", 2), ("building",)]
    assert len(phases) == 6


# --- 2 Filling the quarry ---------------------------------------------------------------------------------------------


def test_2_1_example_ten_violet_six_red_three_neutral_two_orange_three_gems_one_black() -> None:
    s = table()
    GAME.play(s, 0)
    assert s.bag == [10, 6, 3, 2, 3, 1]
    assert s.supply == [13, 17, 12, 9, 6, 0]
    assert GAME.weights(s) == [10, 6, 3, 2, 3, 1]


@pytest.mark.parametrize(("nth", "bag"), [(1, [7, 8, 4, 3, 2, 1]), (2, [6, 9, 2, 5, 2, 1])])
def test_2_1_later_rounds_have_material_of_their_own(nth: int, bag: list[int]) -> None:
    """2.1, 6.1  Pieces are counted and turns are counted anew."""
    s = at_building([[], [], []], [], to_act=1, nth=nth - 1)
    s.dealt, s.turn = 25, 9
    do(s, PASS)
    do(s, PASS)
    assert do(s, PASS)[-1] == ("round", 1, nth + 1)
    assert s.bag == [RULES.MATERIAL[0][nth][kind] for kind in range(6)]
    assert [s.supply[kind] + s.bag[kind] for kind in range(6)] == [23, 23, 15, 11, 9, 1]
    assert (s.dealt, s.turn, s.to_act, s.current_round) == (0, 0, CHANCE, nth)
    assert GAME.weights(s) == [n for n in s.bag if n]


def test_2_2_one_on_each_outer_cell_two_on_each_middle_cell_the_rest_in_the_centre() -> None:
    match = Match(GAME, seats=2, seed="fill")
    assert [e.args[1] for e in fill(match)] == [*range(12), *sorted([*range(12, 18)] * 2), CENTRE]
    assert [sum(cell) for cell in match.state.quarry[:19]] == [1] * 12 + [2] * 6 + [1]
    assert {event.seat for event in fill(match)} == {match.state.first}


def test_2_2_the_last_piece_begins_the_walks() -> None:
    """2.2, 3.1  Whatever kind it is: only with an empty bag the walks begin, with the first seat."""
    for kind in range(6):
        s = table(3)
        do(s, 1)
        s.supply[:] = [s.supply[k] + s.bag[k] for k in range(6)]
        s.bag[:] = [0] * 6
        s.bag[kind] = 1
        s.supply[kind] -= 1
        s.bag[VIOLET] += 1
        s.supply[VIOLET] -= 1
        assert GAME.legal(s) == sorted({DRAW + VIOLET, DRAW + kind})
        assert GAME.weights(s) == ([2] if kind == VIOLET else [1, 1])
        assert do(s, DRAW + VIOLET) == [("draw", 1, VIOLET, 0)]
        assert (s.to_act, s.dealt, GAME.legal(s)) == (CHANCE, 1, [DRAW + kind])
        assert do(s, DRAW + kind) == [("draw", 1, kind, 1)]
        assert (s.to_act, s.dealt, sum(s.bag)) == (1, 2, 0)
        assert steps(s) == list(range(12))


@pytest.mark.parametrize("nth", [0, 1, 2])
def test_2_3_taj_mahal_has_one_piece_on_each_middle_cell(nth: int) -> None:
    deal = RULES.DEAL[3][nth]
    assert [deal.count(cell) for cell in range(19)] == [1] * 12 + [1] * 6 + [3]


def test_2_4_capitol_has_one_piece_for_two_middle_cells_in_round_three() -> None:
    for nth, middle in ((0, [2] * 6), (1, [2] * 6), (2, [1, 0] * 3)):
        deal = RULES.DEAL[1][nth]
        assert [deal.count(cell) for cell in range(19)] == [1] * 12 + middle + [0]


# --- 3 The walk -------------------------------------------------------------------------------------------------------


def test_3_1_the_first_turn_puts_the_worker_on_any_outer_cell() -> None:
    match = Match(GAME, seats=3, seed="first turn")
    assert match.to_act == match.state.first
    assert steps(match.state) == list(range(12))
    before = match.to_act
    kind = match.state.quarry[5].index(1)
    match.play("step to outer 6")
    assert match.state.seat[before].pieces[kind] == 1
    assert sum(match.state.quarry[5]) == 0
    assert match.to_act == (before + 1) % 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_3_1_after_a_walk_comes_the_next_seat(seats: int) -> None:
    """3.1, 3.2, 3.5, 3.8  A turn more is counted."""
    for seat in range(seats):
        s = in_quarry({0: [VIOLET], 5: [RED]}, worker=NONE, turn=0, to_act=seat, seats=seats)
        assert log(walk(s, 0)) == [("step", seat, 0), ("take", seat, VIOLET, 0)]
        assert (s.to_act, s.turn, s.steps, s.taken, s.entered) == ((seat + 1) % seats, 1, 2, 0, 0)
        assert s.pending == 1


@pytest.mark.parametrize("reenter", ["yes", "no"])
def test_3_1_the_cell_where_the_worker_stands_counts_by_the_option(reenter: str) -> None:
    """3.1, 3.2, 3.4  Where it stands nowhere yet, nothing was entered."""
    pieces = {cell: [VIOLET] for cell in range(12)}
    assert in_quarry(pieces, worker=NONE, turn=0, reenter=reenter).entered == 0
    for cell in (0, 5, CENTRE):
        s = in_quarry(pieces, worker=cell, turn=3, reenter=reenter)
        assert s.entered == (0 if reenter == "yes" else 1 << cell)
        assert (s.steps, s.taken, s.to_act) == (4, 0, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_3_2_one_two_three_then_always_four_steps_counted_by_turns(seats: int) -> None:
    match = Match(GAME, seats=seats, seed="steps")
    turns: dict[int, int] = {}  # the number of the turn, and its steps
    for _ in range(200):
        if match.state.current_round == 0 and match.view()["decision"] in ("step", "take"):
            turns.setdefault(match.state.turn, match.state.steps)
            match.play(match.legal[0])
    lengths = [turns[n] for n in range(len(turns))]
    assert lengths[:3] == [1, 2, 3]
    assert len(lengths) > 5
    assert set(lengths[3:]) == {4}


def test_3_2_each_round_counts_its_turns_anew() -> None:
    match = Match(GAME, seats=3, seed="steps")
    for _ in range(300):
        if match.state.current_round == 0 or match.view()["decision"] != "step":
            match.play(match.legal[0])
    assert (match.state.current_round, match.state.turn, match.state.steps) == (1, 0, 1)
    for steps_left in (1, 2, 3, 4, 4):
        assert match.state.steps == steps_left
        turn = match.state.turn
        for _ in range(8):
            if match.state.turn == turn:
                match.play(match.legal[0])


def test_3_3_steps_go_to_cells_that_share_a_border() -> None:
    near = [sorted(n) for n in neighbours(12, 6)]
    assert near[0] == [1, 11, 12]
    assert near[1] == [0, 2, 12]
    assert near[M1] == [0, 1, 13, 17, CENTRE]
    assert near[CENTRE] == [12, 13, 14, 15, 16, 17]
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=3)
    assert steps(s) == [1, 11, 12]
    s = in_quarry({2: [VIOLET]}, worker=0, turn=1)
    assert steps(s) == [1]  # of the neighbours only those from which the walk can be completed


def test_3_4_no_cell_is_entered_twice_in_a_turn() -> None:
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=3)
    walk(s, 12, 13)
    assert s.entered == 1 << 12 | 1 << 13
    assert 12 not in steps(s)


def test_3_4_the_start_cell_may_be_entered_unless_the_option_forbids_it() -> None:
    pieces = {c: [VIOLET] for c in range(1, 19)}
    allowed = in_quarry(pieces, worker=0, turn=3)
    walk(allowed, 1, 12)
    assert 0 in steps(allowed)
    forbidden = in_quarry(pieces, worker=0, turn=3, reenter="no")
    walk(forbidden, 1, 12)
    assert 0 not in steps(forbidden)


def test_3_5_example_ulrich_takes_two_pieces_of_the_middle_ring_and_one_of_the_outer() -> None:
    """3.2, 3.5  The third turn moves three cells: violet and orange of the middle ring, red of the outer ring."""
    rest = {c: [NEUTRAL] for c in range(6, 12)}
    s = in_quarry({12: [VIOLET], 13: [ORANGE], 2: [RED], **rest}, worker=0, turn=2, to_act=2)
    assert s.steps == 3
    walk(s, 12, 13, 2)
    assert s.seat[2].pieces == [1, 1, 0, 1, 0, 0]
    assert s.to_act == 0


@pytest.mark.parametrize("cell", [0, 12, CENTRE])
@pytest.mark.parametrize("kind", range(6))
def test_3_5_a_piece_goes_behind_the_screen(kind: int, cell: int) -> None:
    """3.5  Of whatever kind, from whatever cell; which cells are entered is remembered, and how many pieces are taken."""
    s = in_quarry({cell: [kind], 6: [VIOLET]}, worker=13, turn=5, to_act=1)
    s.worker = {0: 1, 12: 13, CENTRE: 13}[cell]
    s.news = []
    RULES.play_step(s, cell)
    assert log(s.news) == [("step", 1, cell), ("take", 1, kind, cell)]
    assert s.seat[1].pieces == [int(n == kind) for n in range(6)]
    assert (s.worker, s.entered, s.taken, s.steps) == (cell, 1 << cell, 1, 3)
    assert sum(s.quarry[cell]) == 0


def test_3_5_an_empty_cell_gives_nothing() -> None:
    s = in_quarry({6: [VIOLET]}, worker=0, turn=9, to_act=2)
    assert log(walk(s, 12)) == [("step", 2, 12)]
    assert (s.taken, s.steps, sum(s.seat[2].pieces)) == (0, 3, 0)


@pytest.mark.parametrize("kinds", [[VIOLET, BLACK], [RED, GEM], [GEM, BLACK], [VIOLET, RED, ORANGE, GEM, BLACK]])
def test_3_5_every_kind_that_lies_there_can_be_chosen(kinds: list[int]) -> None:
    for kind in kinds:
        s = in_quarry({12: kinds, 3: [NEUTRAL]}, worker=0, turn=3)
        assert do(s, STEP + 12) == [("step", 0, 12)]
        assert GAME.legal(s) == [TAKE + k for k in kinds]
        assert do(s, TAKE + kind) == [("take", 0, kind, 12)]
        assert s.seat[0].pieces[kind] == 1
        assert sum(s.quarry[12]) == len(kinds) - 1


def test_3_5_one_piece_is_taken_and_the_seat_chooses_where_they_differ() -> None:
    s = in_quarry({12: [VIOLET, ORANGE], 13: [RED, RED], 3: [GEM], 4: [BLACK]}, worker=0, turn=3)
    walk(s, 12)
    assert GAME.legal(s) == [TAKE + VIOLET, TAKE + ORANGE]
    GAME.play(s, TAKE + ORANGE)
    walk(s, 13)  # two of a kind: nothing to choose
    assert s.seat[0].pieces == [0, 1, 0, 1, 0, 0]
    assert s.quarry[12][VIOLET] == 1
    assert s.quarry[13][RED] == 1


def test_3_6_example_aline_ends_on_an_empty_cell_to_get_the_black_piece() -> None:
    """3.5, 3.6, 3.7  Four steps: neutral, then the gem of the centre, then black, then an empty outer cell."""
    rest = {c: [VIOLET] for c in range(4)}
    s = in_quarry({13: [NEUTRAL], CENTRE: [GEM], 16: [BLACK], **rest}, worker=2, turn=3)
    walk(s, 13, CENTRE, 16)
    assert all(cell < 12 for cell in steps(s))
    walk(s, 8)
    assert s.seat[0].pieces == [0, 0, 1, 0, 1, 1]


def test_3_6_a_step_from_which_the_rim_is_out_of_reach_is_not_offered() -> None:
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=1)  # two steps
    walk(s, 12)
    assert steps(s) == [0, 1]  # one step left: the centre and the middle ring are no end
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=2)  # three steps
    walk(s, 12)
    assert CENTRE not in steps(s)


def test_3_7_a_walk_that_takes_nothing_is_not_offered() -> None:
    s = in_quarry({6: [VIOLET]}, worker=0, turn=9)
    for expected in ([12], [CENTRE], [15], [6]):
        assert steps(s) == expected
        walk(s, expected[0])
    assert s.seat[0].pieces[VIOLET] == 1


def test_3_7_the_only_piece_that_is_left_is_found_on_any_cell() -> None:
    """3.7  Two steps away on the outer ring, beside it on the middle ring, or in the centre."""
    for cell in range(12):
        s = in_quarry({cell: [RED]}, worker=(cell + 2) % 12, turn=1)
        assert steps(s) == [(cell + 1) % 12]
    for cell in range(12, 18):
        s = in_quarry({cell: [RED]}, worker=2 * (cell - 12), turn=1)
        assert steps(s) == [cell]
    s = in_quarry({CENTRE: [RED]}, worker=0, turn=9)
    assert steps(s) == [12]


def test_3_7_who_has_taken_a_piece_may_walk_where_none_is_left() -> None:
    s = in_quarry({12: [RED], 6: [VIOLET]}, worker=0, turn=9)
    walk(s, 12)
    assert steps(s) == [0, 1, 13, 17, CENTRE]


def test_3_8_the_phase_ends_with_the_last_piece_even_in_the_middle_of_a_walk() -> None:
    s = in_quarry({12: [BLACK]}, worker=0, turn=9, to_act=1)
    news = walk(s, 12)
    assert log(news) == [("step", 1, 12), ("take", 1, BLACK, 12), ("black", 1), ("score", 1, 2), ("building", 1)]
    assert (s.to_act, s.pending, now(s)) == (1, 1, BUILD)


@pytest.mark.parametrize("cell", range(19))
def test_3_8_a_piece_on_any_cell_keeps_the_phase_going(cell: int) -> None:
    """3.8  On the first cell, on the last of a ring, in the centre: another one is taken, and the walk goes on."""
    other = 6 if cell != 6 else 7
    s = in_quarry({cell: [RED], other: [BLACK]}, worker=0, turn=9)
    RULES.play_step(s, other)
    assert (now(s), s.full) == (WALK, 1 << cell)
    RULES.play_step(s, cell)
    assert (now(s), s.full) == (BUILD, 0)


def test_3_8_a_cell_is_empty_when_its_last_piece_is_taken() -> None:
    """3.5, 3.7, 3.8  Not before."""
    s = in_quarry({12: [RED, RED, VIOLET], 3: [BLACK]}, worker=0, turn=9)
    for left, action in enumerate([STEP + 12, TAKE + VIOLET]):
        assert s.full == 1 << 12 | 1 << 3, left
        do(s, action)
    assert s.full == 1 << 12 | 1 << 3
    for full in (1 << 12 | 1 << 3, 1 << 3):
        s.steps = 4
        RULES.play_step(s, 12)
        assert s.full == full


def test_3_8_a_piece_in_the_centre_keeps_the_phase_going() -> None:
    s = in_quarry({12: [RED], CENTRE: [BLACK]}, worker=0, turn=9)
    news = walk(s, 12)
    assert log(news) == [("step", 0, 12), ("take", 0, RED, 12)]
    assert (now(s), s.steps) == (WALK, 3)


def test_3_9_the_black_piece_scores_two_and_gives_the_worker() -> None:
    s = in_quarry({12: [RED]}, worker=0, turn=9, to_act=1)
    s.supply[BLACK] -= 1
    s.seat[2].pieces[BLACK] = 1
    walk(s, 12)
    assert s.seat[2].points == 12
    assert s.seat[2].pieces[BLACK] == 0
    assert s.supply[BLACK] == 1
    assert (s.first, s.to_act, s.worker) == (2, 2, -1)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_3_9_whoever_has_the_black_piece_is_first(seat: int) -> None:
    """3.9, 4.1  Nothing of the walk is left, and everybody builds again."""
    s = in_quarry({12: [RED]}, worker=0, turn=9, to_act=(seat + 1) % 4, seats=4)
    s.supply[BLACK] -= 1
    s.seat[seat].pieces[BLACK] = 1
    s.first = (seat + 2) % 4
    for other in range(4):
        s.seat[other].passed, s.seat[other].fined = 1, 2
    news = do(s, STEP + 12)
    assert news[2:] == [("black", seat), ("score", seat, 2), ("building", seat)]
    assert [s.seat[other].points for other in range(4)] == [12 if other == seat else 10 for other in range(4)]
    assert (s.first, s.to_act, s.worker, s.steps, s.taken, s.entered) == (seat, seat, NONE, 0, 0, 0)
    assert (s.seat[seat].pieces[BLACK], s.supply[BLACK]) == (0, 1)
    assert [(s.seat[other].passed, s.seat[other].fined) for other in range(4)] == [(0, 0)] * 4


# --- 4 Building -------------------------------------------------------------------------------------------------------


def test_4_1_one_brick_a_turn_then_the_next_seat() -> None:
    s = at_building([[VIOLET, VIOLET], [VIOLET], [VIOLET]], [])
    for seat in (0, 1, 2):
        assert s.to_act == seat
        GAME.play(s, GAME.legal(s)[0])
    assert s.to_act == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_4_1_who_has_passed_is_left_out(seats: int) -> None:
    """4.1, 5.6  Clockwise to the next one who has not; that may be the same seat again."""
    for passed in range(1 << seats):
        for seat in range(seats):
            if not passed >> seat & 1:
                s = at_building([[VIOLET]] * seats, [], to_act=seat)
                for other in range(seats):
                    s.seat[other].passed = passed >> other & 1
                RULES.next_builder(s)
                left = [(seat + n) % seats for n in range(1, seats + 1) if not passed >> (seat + n) % seats & 1]
                assert s.to_act == left[0]


def test_4_1_a_new_phase_begins_with_everybody() -> None:
    s = at_building([[ORANGE], [ORANGE], [ORANGE]], [], to_act=1)
    s.pending = 0
    for seat in range(3):
        s.seat[seat].passed, s.seat[seat].fined = 1, 3
    s.news = []
    RULES.begin_building(s)
    assert log(s.news) == [("building", 1)]
    assert [(s.seat[seat].passed, s.seat[seat].fined) for seat in range(3)] == [(0, 0)] * 3
    assert (s.to_act, s.pending, now(s)) == (1, 1, BUILD)


@pytest.mark.parametrize("monument", ["notre_dame", "capitol", "st_peter", "taj_mahal"])
def test_4_2_every_place_of_the_plan_can_be_built_on(monument: str) -> None:
    """4.2, 4.3, 4.4, 7.1  When all stands that does not rest on it: it takes a piece of its kind and no other."""
    whole = places(table(2, monument=monument))
    beneath = RULES.BENEATH[table(2, monument=monument).monument]
    for n in whole:
        missing = {n}
        for p in whole:  # lower ones come first
            if missing & set(beneath[p]):
                missing.add(p)
        s = at_building([[], []], [p for p in whole if p not in missing], monument=monument)
        kind = RULES.PLAN_KIND[s.monument][n]
        for other in range(5):
            s.seat[0].pieces[other] = int(other != kind)
        assert GAME.legal(s) == [PASS]
        assert not RULES.is_complete(s)
        s = at_building([[kind], []], [p for p in whole if p not in missing], monument=monument)
        assert do(s, LAY + n)[:2] == [("lay", 0, n, kind), ("score", 0, RULES.PLAN_POINTS[s.monument][n])]
        assert (s.built[n], sum(s.seat[0].pieces)) == (1, 0)
        assert (s.to_act == NOBODY) == RULES.is_complete(s) == (missing == {n})
        opened = [p for p in missing - {n} if not (missing - {n}) & set(beneath[p])]
        assert [p for p in whole if s.open[p // 41] >> p % 41 & 1] == sorted(opened)


def test_4_2_a_piece_that_is_laid_leaves_the_screen_of_its_seat() -> None:
    """4.1, 4.2, 4.4  One piece, of that seat alone."""
    s = at_building([[VIOLET], [VIOLET, VIOLET], [VIOLET]], [], to_act=1)
    n = GAME.legal(s)[0]
    assert do(s, n) == [("lay", 1, n - LAY, VIOLET), ("score", 1, 1)]
    assert [s.seat[seat].pieces[VIOLET] for seat in range(3)] == [1, 1, 1]
    assert [s.seat[seat].points for seat in range(3)] == [10, 11, 10]
    assert s.to_act == 2


def test_4_2_a_brick_goes_on_a_free_place_of_its_colour() -> None:
    s = at_building([[VIOLET, NEUTRAL, RED], [], []], [])
    ground = places(s, level=1)
    assert GAME.legal(s) == [LAY + p for p in ground]
    assert {RULES.PLAN_KIND[0][p] for p in ground} == {VIOLET, NEUTRAL}
    GAME.play(s, LAY + ground[0])
    s.to_act = 0
    assert LAY + ground[0] not in GAME.legal(s)


def test_4_3_a_straddling_brick_needs_everything_below_it() -> None:
    s = table(2, monument="taj_mahal")
    drum = place(s, 3, 3, 3)  # rests on four bricks of level 2
    below = [p for p in RULES.BENEATH[3][drum] if p >= 0]
    assert len(below) == 4
    for missing in below:
        standing = [p for p in places(s, 1) + below if p != missing]
        position = at_building([[NEUTRAL], []], standing, monument="taj_mahal")
        assert LAY + drum not in GAME.legal(position)
    position = at_building([[NEUTRAL], []], places(s, 1) + below, monument="taj_mahal")
    assert LAY + drum in GAME.legal(position)


@pytest.mark.parametrize("monument", ["notre_dame", "capitol", "st_peter", "taj_mahal"])
def test_4_3_each_brick_below_is_needed(monument: str) -> None:
    s = table(2, monument=monument)
    for n in places(s):
        beneath = [p for p in RULES.BENEATH[s.monument][n] if p != NONE]
        assert RULES.is_supported(at_building([[], []], beneath, monument=monument), n)
        for missing in beneath:
            rest = [p for p in beneath if p != missing]
            assert not RULES.is_supported(at_building([[], []], rest, monument=monument), n)


def test_4_3_bricks_straddle_two_three_or_four_others_or_stand_on_one() -> None:
    supports = {len([p for p in RULES.BENEATH[m][place] if p >= 0]) for m in range(4) for place in range(RULES.PLAN_SIZE[m])}
    assert supports == {0, 1, 2, 3, 4}


def test_4_4_example_orange_on_level_four_scores_seven_and_red_on_level_two_three() -> None:
    s = table(2)
    tower = place(s, 4, 2, 9)
    red = place(s, 2, 2, 3)
    standing = [p for p in places(s) if RULES.PLAN_LEVEL[0][p] < 3 and p != red and red not in RULES.BENEATH[0][p]]
    s = at_building([[ORANGE], [RED]], standing)
    GAME.play(s, LAY + tower)
    assert s.seat[0].points == 17
    GAME.play(s, LAY + red)
    assert s.seat[1].points == 13


@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)])
def test_4_4_points_by_level(level: int, points: int) -> None:
    s = table(2)
    target = places(s, level)[0]
    kind = RULES.PLAN_KIND[0][target]
    s = at_building([[kind], []], [p for p in places(s) if RULES.PLAN_LEVEL[0][p] < level - 1])
    events = GAME.play(s, LAY + target)
    assert chantier.Event("score", 0, (points,)) in events
    assert s.seat[0].points == 10 + points


def test_4_5_a_score_is_a_plain_number() -> None:
    s = at_building([[VIOLET], []], [])
    s.seat[0].points = 60
    GAME.play(s, GAME.legal(s)[0])
    assert GAME.scores(s) == [61, 10]
    assert RULES.LAP == 60


def test_4_6_a_gem_may_be_laid_on_the_reliquary_for_one_point() -> None:
    s = at_building([[GEM, VIOLET], []], [], monument="st_peter")
    reliquary = places(s, kind=GEM)
    assert len(reliquary) == 1
    assert LAY + reliquary[0] in GAME.legal(s)
    GAME.play(s, LAY + reliquary[0])
    assert s.seat[0].points == 11
    assert s.seat[0].pieces[GEM] == 0


@pytest.mark.parametrize("monument", ["notre_dame", "capitol", "taj_mahal"])
def test_4_6_no_other_monument_takes_a_gem(monument: str) -> None:
    assert places(table(2, monument=monument), kind=GEM) == []


# --- 5 Passing --------------------------------------------------------------------------------------------------------


def test_5_1_nobody_passes_by_choice() -> None:
    s = at_building([[VIOLET], []], [])
    assert PASS not in GAME.legal(s)


@pytest.mark.parametrize("held", [[], [ORANGE], [GEM], [RED, ORANGE]])
def test_5_1_who_can_lay_nothing_passes(held: list[int]) -> None:
    assert GAME.legal(at_building([held, []], [])) == [PASS]


def test_5_1_what_was_offered_before_does_not_matter() -> None:
    s = at_building([[ORANGE], []], [])
    menu = [7] * (GAME.actions.size + 1)
    menu[0] = 0
    RULES.legal(s, menu)
    assert menu[:2] == [1, PASS]


@pytest.mark.parametrize("held", [[GEM], [GEM, GEM], [GEM, RED], [GEM, NEUTRAL, ORANGE]])
def test_5_2_with_or_without_bricks_the_gem_is_laid(held: list[int]) -> None:
    """5.1, 5.2  No brick, or none that can be laid, but a gem and a free reliquary: nobody may pass."""
    bare = at_building([[], []], [], monument="st_peter")
    (reliquary,) = places(bare, kind=GEM)
    s = at_building([held, []], [], monument="st_peter")
    can_lay = [p for p in places(s, level=1) if RULES.PLAN_KIND[s.monument][p] in held]
    assert GAME.legal(s) == [LAY + p for p in can_lay]
    assert LAY + reliquary in GAME.legal(s)
    s = at_building([held, []], [reliquary], monument="st_peter")
    assert LAY + reliquary not in GAME.legal(s)
    assert GAME.legal(at_building([[GEM], []], [reliquary], monument="st_peter")) == [PASS]


def test_5_2_nobody_passes_with_a_gem_while_the_reliquary_is_free() -> None:
    s = at_building([[GEM, ORANGE], [GEM]], [], monument="st_peter")
    (reliquary,) = places(s, kind=GEM)
    assert GAME.legal(s) == [LAY + reliquary]
    GAME.play(s, LAY + reliquary)
    assert GAME.legal(s) == [PASS]  # it is taken, the other gem stays
    assert not s.seat[0].passed


def test_5_3_who_passed_lays_nothing_more_and_keeps_the_pieces() -> None:
    s = at_building([[ORANGE], [VIOLET, VIOLET, VIOLET]], [])
    GAME.play(s, PASS)
    assert s.seat[0].pieces[ORANGE] == 1
    GAME.play(s, GAME.legal(s)[0])
    assert s.to_act == 1
    assert "pieces" in GAME.view(s, 1)["seats"][0]
    assert "pieces" not in GAME.view(s, 0)["seats"][1]


def test_5_3_what_is_told_of_who_passes() -> None:
    """5.3, 5.4  The bricks that are left, then the screen is lifted, then points are lost."""
    s = at_building([[], [ORANGE, RED, GEM], [VIOLET]], [], to_act=1)
    assert do(s, PASS) == [("pass", 1, 2), ("reveal", 1), ("score", 1, -2)]
    assert [s.seat[seat].passed for seat in range(3)] == [0, 1, 0]
    assert [s.seat[seat].fined for seat in range(3)] == [0, 2, 0]
    assert [s.seat[seat].points for seat in range(3)] == [10, 8, 10]
    s = at_building([[GEM], [VIOLET], []], [])
    assert do(s, PASS) == [("pass", 0, 0), ("reveal", 0)]


@pytest.mark.parametrize("kind", [VIOLET, RED, NEUTRAL, ORANGE, GEM])
def test_5_4_every_brick_counts_and_no_gem(kind: int) -> None:
    s = at_building([[kind, kind], [RED]], [])
    assert RULES.bricks_of(s, 0) == (0 if kind == GEM else 2)
    assert RULES.bricks_of(s, 1) == 1


def test_5_4_example_ulrich_loses_three_points_for_three_bricks_and_none_for_three_gems() -> None:
    """5.1, 5.4  A violet, a red and an orange brick are left, and three gems."""
    s = table(2)
    portals = [p for p in places(s, 1) if RULES.PLAN_KIND[0][p] == NEUTRAL]
    ground = [p for p in places(s, 1) if p not in portals]
    reds = [p for p in places(s, 2) if not set(portals) & set(RULES.BENEATH[0][p])]
    s = at_building([[], [VIOLET, RED, ORANGE, GEM, GEM, GEM]], ground + reds, to_act=1)
    assert GAME.legal(s) == [PASS]
    events = GAME.play(s, PASS)
    assert s.seat[1].points == 7
    assert chantier.Event("score", 1, (-3,)) in events


@pytest.mark.parametrize(("nth", "points"), [(0, 8), (1, 8), (2, 10)])
def test_5_5_no_points_are_lost_in_the_third_round(nth: int, points: int) -> None:
    s = at_building([[ORANGE, ORANGE], [VIOLET]], [], nth=nth)
    GAME.play(s, PASS)
    assert s.seat[0].points == points


def test_5_5_completing_the_monument_early_gives_back_what_was_lost() -> None:
    s = table(2, monument="capitol")
    top = places(s, 5)[0]
    s = at_building([[RED, RED], [ORANGE]], [p for p in places(s) if p != top], monument="capitol")
    GAME.play(s, PASS)
    assert s.seat[0].points == 8
    news = log(GAME.play(s, LAY + top))
    assert news[:5] == [("lay", 1, top, ORANGE), ("score", 1, 9), ("score", 0, 2), ("end", 0), ("reveal", 0)]
    assert s.to_act == NOBODY
    assert s.seat[0].points == 10


def test_5_5_what_was_lost_in_this_round_is_given_back_to_everybody() -> None:
    """5.5, 7.1, 7.2  And nothing of an earlier round."""
    s = table(4, monument="capitol")
    top = places(s, 5)[0]
    s = at_building([[RED, RED], [RED], [ORANGE, GEM], [RED, RED, RED]], [p for p in places(s) if p != top], monument="capitol")
    s.seat[3].points = 1  # lost in an earlier round
    for seat, fined in enumerate([2, 1, 0, 0]):
        s.seat[seat].points -= fined
        s.seat[seat].fined = fined
        s.seat[seat].passed = int(fined > 0)
    s.seat[3].fined, s.seat[3].points = 3, -2
    s.seat[3].passed = 1
    s.to_act = 2
    news = do(s, LAY + top)
    scored = [one for one in news if one[0] == "score"]
    assert scored == [("score", 2, 9), ("score", 0, 2), ("score", 1, 1), ("score", 3, 3), ("score", 2, 3)]
    assert GAME.scores(s) == [10, 10, 22, 1]
    assert [s.seat[seat].fined for seat in range(4)] == [0] * 4


def test_5_5_what_was_lost_in_an_earlier_round_stays_lost() -> None:
    """4.1, 5.5  The next phase forgets what the one before has cost."""
    s = in_quarry({12: [BLACK]}, worker=0, turn=9, to_act=0, seats=2)
    s.seat[1].points, s.seat[1].fined, s.seat[1].passed = 7, 3, 1
    walk(s, 12)
    assert s.seat[1].fined == 0
    RULES.give_back_fines(s)
    assert s.seat[1].points == 7


def test_5_6_the_phase_ends_when_all_have_passed_and_pieces_are_kept() -> None:
    s = at_building([[ORANGE], [ORANGE, GEM]], [], to_act=1)
    do(s, PASS)
    assert (s.to_act, s.current_round) == (0, 0)
    assert do(s, PASS)[-1] == ("round", 1, 2)
    assert s.current_round == 1
    assert s.seat[0].pieces[ORANGE] == 1
    assert s.seat[1].pieces[GEM] == 1


# --- 6 The next round, 7 The end --------------------------------------------------------------------------------------


def test_6_1_the_seat_with_the_worker_begins_the_next_round() -> None:
    s = at_building([[], [], []], [], to_act=2)
    for _ in range(3):
        do(s, PASS)
    assert s.current_round == 1
    for _ in range(sum(s.bag)):
        do(s, GAME.legal(s)[0])
    assert (s.current_round, s.to_act) == (1, 2)


def test_7_1_the_game_ends_with_the_third_round_finished_or_not() -> None:
    s = at_building([[], []], [], nth=2, to_act=1)
    do(s, PASS)
    assert do(s, PASS) == [("pass", 0, 0), ("reveal", 0), ("end", 1), ("reveal", 1)]
    assert s.to_act == NOBODY
    assert GAME.legal(s) == []


def test_7_1_the_last_brick_ends_the_game_at_once() -> None:
    s = table(2)
    top = places(s, 5)[0]
    s = at_building([[ORANGE], [VIOLET]], [p for p in places(s) if p != top], nth=1)
    GAME.play(s, LAY + top)
    assert s.to_act == NOBODY
    assert GAME.scores(s) == [19, 10]


def test_7_2_gems_score_three_and_bricks_nothing() -> None:
    s = at_building([[GEM, GEM], [ORANGE, GEM]], [], nth=2)
    GAME.play(s, PASS)
    GAME.play(s, PASS)
    assert GAME.scores(s) == [16, 13]


def test_7_2_gems_score_too_when_the_monument_is_complete() -> None:
    """7.1, 7.2  The game may end with the last brick or with the third round; gems score either way, for every seat."""
    s = table(3)
    top = places(s, 5)[0]
    s = at_building([[ORANGE, GEM], [GEM, GEM], [VIOLET]], [p for p in places(s) if p != top], nth=1)
    assert do(s, LAY + top) == [
        ("lay", 0, top, ORANGE),
        ("score", 0, 9),
        ("end", 0),
        ("reveal", 0),
        ("gems", 0, 1),
        ("score", 0, 3),
        ("gems", 1, 2),
        ("score", 1, 6),
    ]
    assert GAME.scores(s) == [22, 16, 10]


def test_7_3_equal_scores_share_the_place() -> None:
    s = at_building([[GEM, GEM], [GEM, GEM], [GEM]], [], nth=2)
    for _ in range(3):
        GAME.play(s, PASS)
    assert GAME.ranking(s) == [1, 1, 3]


# --- 8 Seen and unseen ------------------------------------------------------------------------------------------------


def test_8_1_pieces_are_covered_their_number_is_public() -> None:
    s = at_building([[VIOLET, GEM], [RED, RED, RED]], [])
    mine = GAME.view(s, 0)["seats"]
    assert mine[0]["pieces"] == [1, 0, 0, 0, 1, 0]
    assert mine[1] == {"points": 10, "passed": False, "count": 3}
    assert all("pieces" not in seat for seat in GAME.view(s, None)["seats"])


def test_8_1_screens_can_be_open() -> None:
    s = at_building([[VIOLET, GEM], [RED]], [], screens="open")
    assert all("pieces" in seat for seat in GAME.view(s, None)["seats"])


def test_8_1_everything_is_shown_at_the_end() -> None:
    s = at_building([[GEM], [ORANGE]], [], nth=2)
    GAME.play(s, PASS)
    GAME.play(s, PASS)
    assert [seat["pieces"][GEM] for seat in GAME.view(s, None)["seats"]] == [1, 0]


def test_words_name_every_kind() -> None:
    assert KIND_NAMES == ["violet", "red", "neutral", "orange", "gem", "black"]
