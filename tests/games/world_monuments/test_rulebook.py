"""The rules of World Monuments, clause by clause: the rulebook's worked examples, and what else a clause says."""

from __future__ import annotations

from typing import Any

import pytest

import chantier
from chantier import CHANCE, NOBODY, Match
from chantier.games.world_monuments.state import (
    BLACK,
    BUILD,
    GEM,
    KIND_NAMES,
    LAY,
    NEUTRAL,
    ORANGE,
    PASS,
    RED,
    STEP,
    TAKE,
    VIOLET,
    WALK,
    State,
)
from chantier.games.world_monuments.tables import neighbours
from chantier.kernel.words import then

GAME = chantier.games["world_monuments"]
RULES: Any = GAME.rules
CENTRE, M1 = 18, 12  # cells: the outer ring is 0 to 11, the middle ring 12 to 17


def table(seats: int = 3, **options: Any) -> State:
    """A table on which nothing has been decided yet."""
    s: State = GAME.setup(seats, **options)
    return s


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
    s.full = RULES.full_cells(s)
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
    s.open = [RULES.open_places(s, word) for word in range(len(s.open))]
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


def test_1_4_chance_picks_the_first_seat() -> None:
    s = table(3)
    assert s.to_act == CHANCE
    assert [GAME.actions.words(GAME, s, a) for a in GAME.legal(s)] == ["first seat 0", "first seat 1", "first seat 2"]
    assert GAME.weights(s) == [1, 1, 1]
    GAME.play(s, GAME.legal(s)[2])
    assert s.first == 2


def test_1_5_three_rounds_of_quarry_and_building() -> None:
    match = Match(GAME, seats=2, seed="three rounds")
    while not match.over:
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


def test_2_2_one_on_each_outer_cell_two_on_each_middle_cell_the_rest_in_the_centre() -> None:
    match = Match(GAME, seats=2, seed="fill")
    assert [e.args[1] for e in fill(match)] == [*range(12), *sorted([*range(12, 18)] * 2), CENTRE]
    assert [sum(cell) for cell in match.state.quarry[:19]] == [1] * 12 + [2] * 6 + [1]


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
def test_3_2_one_two_three_then_always_four_steps_counted_by_turns(seats: int) -> None:
    match = Match(GAME, seats=seats, seed="steps")
    lengths = []
    while match.state.current_round == 0 and match.view()["decision"] in ("step", "take"):
        if match.state.steps == RULES.BATCH[min(match.state.turn, 3)] and match.view()["decision"] == "step":
            lengths.append(match.state.steps)
        match.play(match.legal[0])
    assert lengths[:3] == [1, 2, 3]
    assert set(lengths[3:]) == {4}


def test_3_3_steps_go_to_cells_that_share_a_border() -> None:
    near = [sorted(n) for n in neighbours(12, 6)]
    assert near[0] == [1, 11, 12]
    assert near[1] == [0, 2, 12]
    assert near[M1] == [0, 1, 13, 17, CENTRE]
    assert near[CENTRE] == [12, 13, 14, 15, 16, 17]
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=3)
    assert steps(s) == [1, 11, 12]


def test_3_4_no_cell_is_entered_twice_in_a_turn() -> None:
    s = in_quarry({c: [VIOLET] for c in range(19)}, worker=0, turn=3)
    walk(s, 12, 13)
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


def test_3_8_the_phase_ends_with_the_last_piece_even_in_the_middle_of_a_walk() -> None:
    s = in_quarry({12: [BLACK]}, worker=0, turn=9, to_act=1)
    news = walk(s, 12)
    assert "building" in [e.kind for e in news]
    assert s.to_act == 1


def test_3_9_the_black_piece_scores_two_and_gives_the_worker() -> None:
    s = in_quarry({12: [RED]}, worker=0, turn=9, to_act=1)
    s.supply[BLACK] -= 1
    s.seat[2].pieces[BLACK] = 1
    walk(s, 12)
    assert s.seat[2].points == 12
    assert s.seat[2].pieces[BLACK] == 0
    assert s.supply[BLACK] == 1
    assert (s.first, s.to_act, s.worker) == (2, 2, -1)


# --- 4 Building -------------------------------------------------------------------------------------------------------


def test_4_1_one_brick_a_turn_then_the_next_seat() -> None:
    s = at_building([[VIOLET, VIOLET], [VIOLET], [VIOLET]], [])
    for seat in (0, 1, 2):
        assert s.to_act == seat
        GAME.play(s, GAME.legal(s)[0])
    assert s.to_act == 0


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
    GAME.play(s, LAY + top)
    assert s.to_act == NOBODY
    assert s.seat[0].points == 10


def test_5_6_the_phase_ends_when_all_have_passed_and_pieces_are_kept() -> None:
    s = at_building([[ORANGE], [ORANGE, GEM]], [])
    GAME.play(s, PASS)
    GAME.play(s, PASS)
    assert s.current_round == 1
    assert s.seat[0].pieces[ORANGE] == 1
    assert s.seat[1].pieces[GEM] == 1


# --- 6 The next round, 7 The end --------------------------------------------------------------------------------------


def test_6_1_the_seat_with_the_worker_begins_the_next_round() -> None:
    s = at_building([[], [], []], [], to_act=2)
    for _ in range(3):
        GAME.play(s, PASS)
    while s.to_act == CHANCE:
        GAME.play(s, GAME.legal(s)[0])
    assert (s.current_round, s.to_act) == (1, 2)


def test_7_1_the_game_ends_with_the_third_round_finished_or_not() -> None:
    s = at_building([[], []], [], nth=2)
    GAME.play(s, PASS)
    GAME.play(s, PASS)
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
