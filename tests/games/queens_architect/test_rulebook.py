"""The rules of Queen's Architect, clause by clause: the rulebook's worked examples, and what else a clause says."""

from __future__ import annotations

from typing import Any

import pytest

import chantier
from chantier import CHANCE, NOBODY, Match
from chantier.games.queens_architect.state import DORMITORY, ENTRANCE, SALOON
from chantier.kernel.words import NONE

from .tables import (
    CONSTRUCT,
    GAME,
    HIRING,
    LABOURER,
    MONEYCHANGER,
    NAMES,
    RULES,
    TAVERN,
    TRAVELLING,
    crew,
    demand,
    do,
    drafted,
    employ,
    kinds,
    legal,
    number,
    place,
    post,
    posted,
    ready,
    stand,
    told,
)

BOARD = ("Feller", "Armourer", "Window master", "Sculptor", "Master bricklayer", "Court tailoress")
SIX = [("Sawyer", 0), ("Nailsmith", 0), ("Lead-glazier", 0), ("Stone setter", 0), ("Plasterer", 0), ("Mender", 0)]


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "places"), [(2, 13), (3, 13), (4, 17)])
def test_1_1_the_side_of_the_board_depends_on_the_seats(seats: int, places: int) -> None:
    assert RULES.PLACE_COUNT[GAME.setup(seats).side] == places


@pytest.mark.parametrize("seats", [1, 5, "two", None])
def test_1_1_other_seat_counts_are_refused(seats: Any) -> None:
    with pytest.raises(chantier.BadSetup, match="2 to 4 seats"):
        Match(GAME, seats=seats)


def test_1_2_nine_of_twelve_tokens_lie_on_the_track() -> None:
    s = drafted().state
    assert sum(value > 0 for value in s.track) == 9
    assert sum(s.tokens) == 3
    box = [value for value in range(16) for _ in range(RULES.TOKENS[value])]
    assert box == [4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9]


def test_1_2_a_token_is_as_likely_as_there_are_tokens_of_its_value() -> None:
    s = GAME.setup(2)
    GAME.play(s, number(s, "first seat 0"))
    assert legal(s) == [f"token {value}" for value in (4, 5, 6, 7, 8, 9)]
    assert GAME.weights(s) == [1, 2, 3, 3, 2, 1]


def test_1_3_what_every_seat_starts_with() -> None:
    s = GAME.setup(3)
    for seat in range(3):
        its = s.seat[seat]
        assert (its.markers, its.bonds, its.talers) == (8, 2, 0)
        assert (its.architect, its.carriage, its.confidence, its.appreciation) == (CONSTRUCT, 0, 0, 0)
        assert its.room == [ENTRANCE] * 6


def test_1_4_the_top_craftsman_costs_six_at_first() -> None:
    assert RULES.price(drafted().state, 0) == 6


@pytest.mark.parametrize("seats", [2, 4])
def test_1_5_every_place_has_a_demand_of_its_type(seats: int) -> None:
    s = drafted(seats).state
    assert s.demand[0] == NONE
    for at in range(1, RULES.PLACE_COUNT[s.side]):
        assert RULES.TILE_TYPE[s.demand[at]] == RULES.PLACE_TYPE[s.side][at]
    assert sum(s.tiles) == 28 - (RULES.PLACE_COUNT[s.side] - 1)


@pytest.mark.parametrize(("seats", "display"), [(2, 4), (3, 6), (4, 8)])
def test_1_6_starting_craftsmen_on_billboard_and_display(seats: int, display: int) -> None:
    match = Match(GAME, seats=seats, seed=1)
    s = match.state
    assert sum(s.display) == display
    assert NONE not in s.billboard
    assert sum(s.starters) == 18 - 6 - display
    assert sum(s.pile) == 36
    draws = [event.args for event in match.events if event.kind == "draw"]
    assert [space for _, space in draws] == [0, 1, 2, 3, 4, 5] + [6] * display


def test_1_6_the_starting_craftsmen_that_are_left_are_drawn_first() -> None:
    s = ready()
    s.seat[0].talers = 1
    stand(s, HIRING)
    GAME.play(s, number(s, "hire from space 1"))
    GAME.play(s, number(s, "notch 1"))
    assert s.to_act == CHANCE
    assert legal(s) == [f"draw {NAMES[c]}" for c in range(18) if s.starters[c]]
    assert GAME.weights(s) == [1] * 8


def test_1_7_the_supply_of_bonds() -> None:
    assert GAME.setup(2).supply == 28 - 4
    assert GAME.setup(4).supply == 28 - 8


# --- 2 The craftsmen --------------------------------------------------------------------------------------------------


def test_2_1_the_corner_at_the_hammer_counts() -> None:
    """2.1  The example: a craftsman performs 3."""
    s = ready()
    employ(s, 0, ("Feller", 2))
    assert RULES.performance(s, 0) == 3
    assert {guild: RULES.GUILD.count(guild) for guild in range(6)} == dict.fromkeys(range(6), 3)


def test_2_2_after_work_the_lumberjack_drops_from_three_to_zero() -> None:
    s = ready()
    employ(s, 0, ("Feller", 2))
    stand(s, CONSTRUCT)
    do(s, "repairs by Feller")
    assert crew(s) == [("Feller", 3)]
    assert RULES.performance(s, 0) == 0


def test_2_3_the_last_service_of_a_craftsman() -> None:
    s = ready()
    employ(s, 0, ("Feller", 5))
    gone = s.gone[NAMES.index("Feller")]
    stand(s, CONSTRUCT)
    news = do(s, "repairs by Feller")
    assert crew(s) == []
    assert s.gone[NAMES.index("Feller")] == gone + 1
    assert "leave" in kinds(news)


# --- 3 The first crew -------------------------------------------------------------------------------------------------


def test_3_1_the_first_seat_takes_and_attaches_its_start_corner_anywhere() -> None:
    match = Match(GAME, seats=3, seed=1)
    assert match.to_act == match.state.first
    assert len(match.legal) == 6
    assert all(match.words(a).startswith("take ") for a in match.legal)
    match.play(match.legal[0])
    assert [match.words(a) for a in match.legal] == [f"notch {n}" for n in range(1, 7)]
    match.play("notch 4")
    its = match.state.seat[match.state.first]
    assert its.crew[3] != NONE
    assert its.corner[3] == 0


def test_3_1_chance_picks_the_first_seat() -> None:
    s = GAME.setup(3)
    assert s.to_act == CHANCE
    assert legal(s) == ["first seat 0", "first seat 1", "first seat 2"]
    assert GAME.weights(s) == [1, 1, 1]


def test_3_2_dennis_turns_the_tailoress_three_times_for_three_talers() -> None:
    match = Match(GAME, seats=2, seed=1)
    match.play(match.legal[0])
    match.play("notch 1")
    assert [match.words(a) for a in match.legal] == [f"turn {n}" for n in range(6)]
    match.play("turn 3")
    its = match.state.seat[match.state.first]
    assert (its.talers, its.corner[0]) == (3, 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_3_3_a_second_go_in_the_opposite_direction(seats: int) -> None:
    match = Match(GAME, seats=seats, seed=3)
    order = []
    while match.view()["decision"] != "step":
        if match.view()["decision"] == "take":
            order.append((match.to_act - match.state.first) % seats)
        match.play(match.legal[0])
    assert order == [*range(seats), *reversed(range(seats))]
    assert match.to_act == match.state.first
    assert sum(match.state.display) == 0


# --- 4 A turn ---------------------------------------------------------------------------------------------------------


def test_4_1_one_turn_for_each_seat_then_a_new_round() -> None:
    match = drafted(3)
    first, seats = match.state.first, []
    for _ in range(3):
        seats.append(match.to_act)
        match.play("step 1")
        while match.to_act == seats[-1]:
            match.play("done")
    assert seats == [(first + n) % 3 for n in range(3)]
    assert match.state.current_round == 1


def test_4_2_lena_moves_two_points_to_hire() -> None:
    s = ready()
    s.seat[0].talers = 6
    assert legal(s) == ["step 1", "step 2", "step 3"]
    news = do(s, "step 2")
    assert told(news, "step") == [(HIRING,)]
    assert "hire from space 1" in legal(s)


def test_4_2_the_order_of_the_star() -> None:
    s = ready()
    reached = []
    for _ in range(6):
        s.active = s.to_act = 0
        s.pending = 1
        reached += told(GAME.play(s, number(s, "step 1")), "step")
    assert reached == [(LABOURER,), (HIRING,), (MONEYCHANGER,), (TRAVELLING,), (TAVERN,), (CONSTRUCT,)]


@pytest.mark.parametrize("point", [CONSTRUCT, HIRING, MONEYCHANGER, TRAVELLING, TAVERN])
def test_4_3_every_action_may_be_forfeited(point: int) -> None:
    s = ready()
    employ(s, 0, ("Feller", 0))
    s.seat[0].talers = 6
    stand(s, point)
    before = s.seat[0].to_json()
    assert kinds(do(s, "forfeit")) == ["forfeit"]
    assert s.seat[0].to_json() == before
    assert s.to_act == 1


@pytest.mark.parametrize("point", [CONSTRUCT, HIRING, TAVERN])
def test_4_3_where_nothing_can_be_done_the_turn_ends(point: int) -> None:
    s = ready()
    stand(s, point)
    assert s.to_act == 1


# --- 5 Day labourer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "wage"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_5_1_dennis_gets_three_talers_for_five_craftsmen(many: int, wage: int) -> None:
    s = ready()
    employ(s, 0, *SIX[:many])
    stand(s, LABOURER)
    assert s.seat[0].talers == wage
    assert crew(s) == SIX[:many]
    assert s.to_act == 1


def test_5_2_without_craftsmen_the_architect_lends_a_hand() -> None:
    s = ready()
    stand(s, LABOURER)
    assert s.seat[0].talers == 1


def test_5_3_dennis_sends_one_of_his_farmhands_for_two_talers() -> None:
    s = ready()
    employ(s, 0, ("Woodsman", 0), ("Farrier", 2), *SIX[2:5])
    stand(s, LABOURER)
    assert s.seat[0].talers == 3
    assert legal(s) == ["farm work for Woodsman", "farm work for Farrier", "done"]
    do(s, "farm work for Farrier")
    assert s.seat[0].talers == 5
    assert crew(s)[:2] == [("Woodsman", 0), ("Farrier", 3)]
    assert legal(s) == ["farm work for Woodsman", "done"]
    do(s, "done")
    assert s.to_act == 1


def test_5_3_a_farmhand_at_the_last_corner_earns_and_leaves() -> None:
    s = ready()
    employ(s, 0, ("Woodsman", 5))
    stand(s, LABOURER)
    do(s, "farm work for Woodsman")
    assert s.seat[0].talers == 1 + 2
    assert crew(s) == []
    assert s.to_act == 1


# --- 6 Hire -----------------------------------------------------------------------------------------------------------


def hiring(talers: int, *craftsmen: tuple[str, int], marker: int = 0) -> Any:
    s = ready()
    post(s, *BOARD)
    employ(s, 0, *craftsmen)
    s.seat[0].talers = talers
    s.marker = marker
    stand(s, HIRING)
    return s


def test_6_1_only_who_can_be_paid_can_be_hired() -> None:
    assert legal(hiring(3)) == ["hire from space 3", "hire from space 2", "hire from space 1", "forfeit"]
    assert "hire from space 6" in legal(hiring(6))
    assert "hire from space 6" not in legal(hiring(5))
    assert "hire from space 6" in legal(hiring(5, marker=1))


def test_6_1_and_6_2_lena_pays_four_talers_for_the_lumberjack() -> None:
    """6.1, 6.2  The corner at the hammer of the space is attached: four services are left."""
    s = ready()
    post(s, "Armourer", "Window master", "Feller", *BOARD[3:])
    s.seat[0].talers = 5
    stand(s, HIRING)
    do(s, "hire from space 4", "notch 6")
    assert s.seat[0].talers == 1
    assert crew(s) == [("Feller", 2)]
    assert s.seat[0].crew[5] == NAMES.index("Feller")


@pytest.mark.parametrize("space", range(6))
def test_6_2_the_price_buys_as_many_services(space: int) -> None:
    s = hiring(6)
    do(s, f"hire from space {6 - space}", "notch 1")
    assert s.seat[0].corner[0] == space
    assert s.seat[0].talers == space


def test_6_2_the_only_free_notch_is_taken_without_asking() -> None:
    s = hiring(1, *SIX[:5])
    do(s, "hire from space 1")
    assert crew(s)[5] == ("Court tailoress", 5)


def test_6_3_lena_cannot_hire_the_tailoress_whom_she_has() -> None:
    s = hiring(2, ("Court tailoress", 0))
    assert legal(s) == ["hire from space 2", "forfeit"]


def test_6_3_two_of_a_guild_are_allowed() -> None:
    s = hiring(2, ("Mender", 0))
    assert legal(s) == ["hire from space 2", "hire from space 1", "forfeit"]


def test_6_4_with_six_one_is_dismissed_first() -> None:
    s = hiring(1, *SIX)
    gone = sum(s.gone)
    do(s, "hire from space 1")
    assert legal(s) == [f"dismiss {name}" for name, _ in SIX]
    do(s, "dismiss Plasterer")
    assert crew(s) == [*SIX[:4], ("Court tailoress", 5), SIX[5]]
    assert sum(s.gone) == gone + 1


def test_6_4_the_same_character_must_be_the_one_who_goes() -> None:
    s = hiring(1, *SIX[:5], ("Court tailoress", 1))
    do(s, "hire from space 1")
    assert legal(s) == ["dismiss Court tailoress"]
    do(s, "dismiss Court tailoress")
    assert crew(s)[5] == ("Court tailoress", 5)


def test_6_5_hiring_another_lowers_the_price_of_the_top_one() -> None:
    s = hiring(9)
    news = do(s, "hire from space 5", "notch 1")
    assert told(news, "price") == [(5,)]
    assert RULES.price(s, 0) == 5
    assert posted(s)[0] == "Feller"


def test_6_5_at_the_end_of_the_scale_the_top_one_leaves() -> None:
    s = hiring(9, marker=3)
    assert RULES.price(s, 0) == 3
    news = do(s, "hire from space 5", "notch 1")
    assert told(news, "discard") == [(NAMES.index("Feller"),)]
    assert RULES.price(s, 0) == 6
    assert posted(s)[:4] == ["Window master", "Sculptor", "Master bricklayer", "Court tailoress"]
    assert len(told(news, "draw")) == 2
    assert NONE not in s.billboard


def test_6_5_forfeiting_does_not_move_the_price() -> None:
    s = hiring(9, marker=1)
    do(s, "forfeit")
    assert s.marker == 1


def test_6_6_hiring_the_top_one_sets_the_price_back() -> None:
    s = hiring(9, marker=3)
    do(s, "hire from space 6", "notch 1")
    assert s.seat[0].talers == 6
    assert RULES.price(s, 0) == 6
    assert posted(s)[:5] == list(BOARD[1:])


def test_6_7_all_below_move_up_and_the_bottom_is_filled() -> None:
    s = hiring(9)
    news = do(s, "hire from space 4", "notch 1")
    assert posted(s)[:5] == ["Feller", "Armourer", "Sculptor", "Master bricklayer", "Court tailoress"]
    assert told(news, "draw") == [(s.billboard[5], 5)]


def empty_pile(s: Any) -> None:
    for c in range(18):
        s.gone[c] += s.starters[c] + s.pile[c]
        s.starters[c] = s.pile[c] = 0


def test_6_7_without_a_pile_spaces_stay_empty() -> None:
    s = hiring(9)
    empty_pile(s)
    news = do(s, "hire from space 4", "notch 1")
    assert posted(s) == ["Feller", "Armourer", "Sculptor", "Master bricklayer", "Court tailoress"]
    assert not told(news, "draw")
    assert s.to_act == 1


@pytest.mark.parametrize(("names", "marker", "said"), [(["Feller"], 0, 6), (["Feller", "Armourer"], 3, 5)])
def test_6_8_an_empty_billboard_and_no_pile(names: list[str], marker: int, said: int) -> None:
    s = ready()
    post(s, *names)
    empty_pile(s)
    s.seat[0].talers = 9
    s.marker = marker
    stand(s, HIRING)
    news = do(s, f"hire from space {said}", "notch 1")
    assert told(news, "reshuffle") == [(53,)]
    assert NONE not in s.billboard
    assert sum(s.pile) == 53 - 6
    assert sum(s.gone) == 0
    assert s.to_act == 1


# --- 7 Moneychanger ---------------------------------------------------------------------------------------------------


def test_7_1_confidence_or_bonds() -> None:
    s = ready()
    stand(s, MONEYCHANGER)
    assert legal(s) == ["gain confidence", "redeem 1", "forfeit"]


def test_7_2_leo_moves_to_two() -> None:
    s = ready()
    stand(s, MONEYCHANGER)
    news = do(s, "gain confidence")
    assert told(news, "confidence") == [(2,)]
    assert (s.seat[0].bonds, s.seat[0].talers) == (2, 0)
    assert s.to_act == 1


def test_7_2_not_from_the_top() -> None:
    s = ready()
    s.seat[0].confidence = 3
    stand(s, MONEYCHANGER)
    assert legal(s) == ["redeem 1", "redeem 2", "forfeit"]


def test_7_3_leo_redeems_two_bonds_for_four_talers() -> None:
    s = ready()
    s.seat[0].confidence = 1
    s.seat[0].bonds += 3
    s.supply -= 3
    supply = s.supply
    stand(s, MONEYCHANGER)
    assert legal(s) == ["gain confidence", "redeem 1", "redeem 2", "forfeit"]
    do(s, "redeem 2")
    assert (s.seat[0].bonds, s.seat[0].talers, s.seat[0].confidence) == (3, 4, 1)
    assert s.supply == supply + 2


# --- 8 Travel ---------------------------------------------------------------------------------------------------------


def travelling(talers: int, start: str, seats: int = 2) -> Any:
    s = ready(seats)
    s.seat[0].talers = talers
    s.seat[0].carriage = place(s, start)
    stand(s, TRAVELLING)
    return s


def test_8_1_dennis_pays_six_talers_for_four_roads() -> None:
    s = travelling(6, "Lanternhill Abbey")
    do(s, "travel to Westfold")
    assert (s.seat[0].talers, s.seat[0].carriage) == (0, place(s, "Westfold"))
    assert "travel to Westfold" not in legal(travelling(5, "Lanternhill Abbey"))


def test_8_1_the_nearest_places_cost_nothing() -> None:
    assert legal(travelling(0, "Capital")) == [
        "travel to Alderbrook",
        "travel to Lanternhill Abbey",
        "travel to Cowslip End",
        "travel to Greywater Priory",
        "forfeit",
    ]


def test_8_1_six_roads_cost_fifteen() -> None:
    assert RULES.TRAVEL_PRICE == [0, 0, 1, 3, 6, 10, 15]
    assert max(max(row) for row in RULES.ROADS[1]) == 6
    s = travelling(15, "Farcorner", seats=4)
    assert RULES.ROADS[1][place(s, "Farcorner")][place(s, "Westfold")] == 6
    do(s, "travel to Westfold")
    assert s.seat[0].talers == 0


def test_8_2_other_carriages_are_no_obstacle() -> None:
    s = travelling(1, "Capital")
    s.seat[1].carriage = place(s, "Alderbrook")
    do(s, "travel to Alderbrook")
    assert s.seat[0].carriage == s.seat[1].carriage


# --- 9 Tavern ---------------------------------------------------------------------------------------------------------


def test_9_1_dennis_lets_his_guilds_move_on() -> None:
    """9.1, 9.2  One guild from the dormitory to the entrance, two from the saloon to the dormitory, then two are sent for 3."""
    s = ready()
    s.seat[0].talers = 3
    s.seat[0].room = [SALOON, SALOON, ENTRANCE, DORMITORY, ENTRANCE, ENTRANCE]
    stand(s, TAVERN)
    assert legal(s) == ["send glazier", "send stonemason", "send bricklayer", "send tailor", "done", "forfeit"]
    do(s, "send glazier")
    assert s.seat[0].room == [DORMITORY, DORMITORY, SALOON, ENTRANCE, ENTRANCE, ENTRANCE]
    assert legal(s) == ["send stonemason", "send bricklayer", "send tailor", "done"]
    do(s, "send tailor")
    assert s.seat[0].talers == 0
    assert s.to_act == 1


def test_9_1_guilds_move_on_even_if_nobody_is_sent() -> None:
    s = ready()
    s.seat[0].room = [SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE]
    stand(s, TAVERN)
    assert legal(s) == ["done", "forfeit"]
    do(s, "done")
    assert s.seat[0].room == [DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE]


def test_9_1_a_guild_misses_one_tavern_action() -> None:
    s = ready()
    rooms = []
    for said in ("send glazier", "done", "done"):
        s.seat[0].talers = 1
        s.active = s.to_act = 0
        s.pending = 1
        stand(s, TAVERN)
        do(s, said)
        rooms.append(s.seat[0].room[2])
    assert rooms == [SALOON, DORMITORY, ENTRANCE]


@pytest.mark.parametrize(("guilds", "talers"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_9_2_more_guilds_cost_more(guilds: int, talers: int) -> None:
    s = ready()
    s.seat[0].talers = talers
    stand(s, TAVERN)
    for name in ("lumberjack", "blacksmith", "glazier", "stonemason", "bricklayer", "tailor")[:guilds]:
        assert s.to_act == 0
        do(s, f"send {name}")
    assert s.seat[0].talers == 0
    assert s.to_act == 1


def test_9_3_dennis_turns_two_glaziers_and_a_tailor_back() -> None:
    s = ready()
    s.seat[0].talers = 3
    employ(s, 0, ("Window master", 3), ("Glassblower", 1), ("Mender", 5), ("Weaver", 0), ("Feller", 4))
    stand(s, TAVERN)
    do(s, "send glazier", "send tailor")
    assert crew(s) == [("Window master", 2), ("Glassblower", 0), ("Mender", 4), ("Weaver", 0), ("Feller", 4)]


# --- 10 Construct a building ------------------------------------------------------------------------------------------

LENA = [("Feller", 1), ("Window master", 2), ("Stone setter", 3), ("Master bricklayer", 3), ("Court tailoress", 2)]
ABBEY = 9 + 1  # the demand for lumberjack, glazier and stonemason
BONUS_ONE, TWO_TALERS, EXTRA_HIRE, BONUS_THREE = 19, 20, 21, 26  # demands of towns


def building(
    *craftsmen: tuple[str, int], at: str = "Lanternhill Abbey", tile: int = ABBEY, others: int = 0, seats: int = 4
) -> Any:
    """Seat 0 is on Construct at a place with this demand, where so many others have built."""
    s = ready(seats)
    demand(s, at, tile)
    employ(s, 0, *craftsmen)
    s.seat[0].carriage = place(s, at)
    for other in range(others):
        s.site[place(s, at)][other] = other + 1
        s.seat[other + 1].markers -= 1
    s.track[:9] = [7, 5, 6, 6, 6, 7, 8, 8, 9]
    s.tokens = [0] * 4 + [1, 1, 0, 1] + [0] * 8
    assert RULES.lost(s) == 0
    stand(s, CONSTRUCT)
    return s


def test_10_1_building_or_repairs() -> None:
    s = building(*LENA)
    assert legal(s) == ["build", *(f"repairs by {name}" for name, _ in LENA), "forfeit"]


def test_10_2_lena_may_build_at_the_monastery() -> None:
    assert "build" in legal(building(*LENA))


def test_10_2_every_demanded_guild_must_be_there() -> None:
    assert "build" not in legal(building(LENA[0], LENA[2], LENA[3], LENA[4]))


def test_10_2_nobody_builds_twice_at_a_place() -> None:
    s = building(*LENA)
    do(s, "build", "take bonds")
    s.active = s.to_act = 0
    employ(s, 0, ("Sawyer", 0))
    s.seat[0].architect = CONSTRUCT - 1
    do(s, "step 1")
    assert "build" not in legal(s)


def test_10_2_no_building_in_the_capital_or_without_a_marker() -> None:
    s = building(*LENA)
    s.seat[0].carriage = 0
    assert "build" not in legal(s)
    s = building(*LENA)
    s.seat[0].markers = 0
    assert "build" not in legal(s)


def test_10_3_lena_adds_up_all_five() -> None:
    s = building(*LENA)
    news = do(s, "build")
    assert told(news, "build")[0][1] == 19


@pytest.mark.parametrize(("others", "cost"), [(0, 0), (1, 2), (2, 4), (3, 6)])
def test_10_4_later_builders_get_less(others: int, cost: int) -> None:
    s = building(*LENA[:3], others=others)
    assert RULES.performance(s, 0) == 14
    news = do(s, "build")
    assert told(news, "build") == [(s.seat[0].carriage, 14, cost, 0, 14 - cost)]
    assert s.site[s.seat[0].carriage][others] == 0
    assert s.seat[0].markers == 7


def test_10_5_lenas_seventeen_points_count_fifteen() -> None:
    s = building(*LENA, others=1)
    news = do(s, "build")
    assert told(news, "build") == [(s.seat[0].carriage, 19, 2, 0, 15)]


@pytest.mark.parametrize(("name", "tile", "most"), [("Alderbrook", 7, 10), ("Northgate", BONUS_THREE, 20)])
def test_10_5_villages_and_towns(name: str, tile: int, most: int) -> None:
    s = building(
        ("Feller", 1), ("Armourer", 1), ("Window master", 2), ("Sculptor", 2), ("Court tailoress", 3), at=name, tile=tile
    )
    assert RULES.performance(s, 0) == 25
    assert told(do(s, "build"), "build")[0][4] == most


def test_10_5_a_bonus_of_three_is_added_before_the_limit() -> None:
    s = building(("Feller", 0), ("Armourer", 2), ("Sculptor", 3), ("Court tailoress", 0), at="Northgate", tile=BONUS_THREE)
    news = do(s, "build")
    assert told(news, "build") == [(s.seat[0].carriage, 6, 0, 3, 9)]


def test_10_5_less_than_nothing_is_nothing() -> None:
    s = building(("Feller", 3), ("Window master", 0), ("Quarryman", 3), others=3)
    supply = s.supply
    news = do(s, "build")
    assert told(news, "build")[0][1:] == (1, 6, 0, 0)
    assert s.supply == supply
    assert s.to_act == 1


def test_10_6_and_10_7_lena_climbs_seven_and_five_and_takes_three_bonds() -> None:
    """10.6, 10.7  15 points: two steps for 12, three bonds."""
    s = building(*LENA, others=1)
    do(s, "build", "climb", "climb")
    assert s.seat[0].appreciation == 2
    assert s.seat[0].bonds == 2 + 3
    assert s.to_act == 1


def test_10_6_a_step_that_cannot_be_paid_is_not_offered() -> None:
    s = building(*LENA, others=1)
    do(s, "build")
    assert legal(s) == ["climb", "take bonds"]
    s.track[0] = 16
    assert not RULES.can_climb(s)


@pytest.mark.parametrize(("climbs", "bonds"), [(0, 15), (1, 8), (2, 3)])
def test_10_7_lena_could_have_taken_more_bonds(climbs: int, bonds: int) -> None:
    s = building(*LENA, others=1)
    do(s, "build", *["climb"] * climbs)
    if s.to_act == 0:
        do(s, "take bonds")
    assert s.seat[0].appreciation == climbs
    assert s.seat[0].bonds == 2 + bonds


def test_10_7_no_more_bonds_than_there_are() -> None:
    s = building(*LENA, others=1)
    s.seat[1].bonds += s.supply - 4
    s.supply = 4
    news = do(s, "build", "take bonds")
    assert told(news, "bonds") == [(4, 11)]
    assert s.supply == 0


def test_10_7_on_the_last_space_all_points_are_bonds() -> None:
    s = building(*LENA)
    s.seat[0].appreciation = 9
    do(s, "build")
    assert s.seat[0].bonds == 2 + 15


def town(tile: int, *craftsmen: tuple[str, int]) -> Any:
    return building(*craftsmen, at="Northgate", tile=tile)


TOWNSMEN = [("Nailsmith", 1), ("Stone setter", 0), ("Plasterer", 2), ("Mender", 3)]  # perform 2 in all
BUILDERS = [("Nailsmith", 1), ("Lead-glazier", 3), ("Stone setter", 0), ("Plasterer", 2)]  # perform 3 in all


def test_10_8_a_town_gives_talers() -> None:
    s = town(TWO_TALERS, *TOWNSMEN)
    do(s, "build")
    assert s.seat[0].talers == 2
    assert s.seat[0].bonds == 2 + 2


def test_10_8_a_town_gives_an_extra_hire() -> None:
    s = town(EXTRA_HIRE, *BUILDERS)
    post(s, *BOARD)
    s.seat[0].talers = 2
    do(s, "build")
    assert legal(s) == ["hire from space 2", "hire from space 1", "forfeit"]
    do(s, "hire from space 1", "notch 6")
    assert s.seat[0].architect == CONSTRUCT
    assert s.seat[0].talers == 1
    assert s.marker == 1
    assert s.to_act == 1


def test_10_8_who_can_hire_nobody_is_not_asked() -> None:
    s = town(EXTRA_HIRE, *BUILDERS)
    do(s, "build")
    assert s.to_act == 1
    assert crew(s) == [(name, corner + 1) for name, corner in BUILDERS]


def test_10_8_the_extra_hire_may_be_left() -> None:
    s = town(EXTRA_HIRE, *BUILDERS)
    s.seat[0].talers = 9
    do(s, "build", "forfeit")
    assert s.to_act == 1
    assert crew(s) == [(name, corner + 1) for name, corner in BUILDERS]


def test_10_9_everybody_turns_and_the_last_service_ends() -> None:
    s = building(("Feller", 1), ("Window master", 5), ("Stone setter", 3))
    do(s, "build", "take bonds")
    assert crew(s) == [("Feller", 2), ("Stone setter", 4)]


def test_10_9_the_newcomer_does_not_turn() -> None:
    s = town(EXTRA_HIRE, *BUILDERS)
    post(s, *BOARD)
    s.seat[0].talers = 1
    do(s, "build", "hire from space 1", "notch 5")
    assert crew(s) == [*((name, corner + 1) for name, corner in BUILDERS), ("Court tailoress", 5)]


def test_10_9_who_takes_the_notch_of_a_worker_does_not_turn() -> None:
    s = town(EXTRA_HIRE, *BUILDERS, ("Feller", 3), ("Quarryman", 3))
    post(s, *BOARD)
    s.seat[0].talers = 2
    do(s, "build", "hire from space 2", "dismiss Nailsmith")
    assert crew(s)[0] == ("Master bricklayer", 4)
    assert crew(s)[1:] == [*((name, corner + 1) for name, corner in BUILDERS[1:]), ("Feller", 4), ("Quarryman", 4)]


# --- 11 Repairs -------------------------------------------------------------------------------------------------------


def repairing(*craftsmen: tuple[str, int]) -> Any:
    s = ready()
    employ(s, 0, *craftsmen)
    s.track[:9] = [7] * 9
    s.tokens = [0] * 16
    stand(s, CONSTRUCT)
    return s


def test_11_1_up_to_three_of_different_guilds() -> None:
    s = repairing(("Sawyer", 0), ("Woodsman", 0), ("Nailsmith", 0), ("Mender", 0), ("Plasterer", 0))
    GAME.play(s, number(s, "repairs by Sawyer"))
    assert legal(s) == ["repairs by Nailsmith", "repairs by Plasterer", "repairs by Mender", "done"]
    GAME.play(s, number(s, "repairs by Mender"))
    assert legal(s) == ["repairs by Nailsmith", "repairs by Plasterer", "done"]
    GAME.play(s, number(s, "repairs by Nailsmith"))
    assert legal(s) == ["climb", "take bonds"]


def test_11_1_leo_has_two_guilds_only() -> None:
    """11.1, 11.2  Two craftsmen, five points."""
    s = repairing(("Sawyer", 0), ("Woodsman", 0), ("Farrier", 0))
    GAME.play(s, number(s, "repairs by Sawyer"))
    news = GAME.play(s, number(s, "repairs by Farrier"))
    assert told(news, "repair") == [(5,)]
    assert s.seat[0].bonds == 2 + 5
    assert s.to_act == 1


def test_11_2_repairs_are_used_like_a_building() -> None:
    s = repairing(("Sawyer", 0), ("Nailsmith", 0), ("Woodsman", 0), ("Mender", 0))
    for said in ("repairs by Sawyer", "repairs by Nailsmith", "repairs by Mender", "climb"):
        GAME.play(s, number(s, said))
    assert s.seat[0].appreciation == 1
    assert s.seat[0].bonds == 2 + 2


def test_11_2_no_bonus_of_a_town() -> None:
    s = town(BONUS_THREE, ("Sawyer", 0), ("Nailsmith", 0))
    news = do(s, "repairs by Sawyer", "done")
    assert told(news, "repair") == [(3,)]
    assert s.bonus == 0


def test_11_3_only_those_who_repaired_turn() -> None:
    s = repairing(("Sawyer", 0), ("Nailsmith", 5), ("Mender", 2))
    for said in ("repairs by Sawyer", "repairs by Nailsmith", "done"):
        GAME.play(s, number(s, said))
    assert crew(s) == [("Sawyer", 1), ("Mender", 2)]


# --- 12 The palace and the end ----------------------------------------------------------------------------------------

FIFTEEN = [("Feller", 1), ("Armourer", 1), ("Window master", 2)]


def before_palace(*craftsmen: tuple[str, int], seats: int = 2) -> Any:
    s = ready(seats)
    employ(s, 0, *craftsmen)
    s.seat[0].appreciation = 9
    return s


def test_12_1_all_four_conditions() -> None:
    s = before_palace(*FIFTEEN)
    stand(s, CONSTRUCT)
    assert "build at the palace" in legal(s)
    s.seat[0].appreciation = 8
    assert "build at the palace" not in legal(s)
    s = before_palace(*FIFTEEN)
    s.seat[0].carriage = 1
    stand(s, CONSTRUCT)
    assert "build at the palace" not in legal(s)
    s = before_palace(("Feller", 1), ("Armourer", 1), ("Window master", 3))
    stand(s, CONSTRUCT)
    assert RULES.performance(s, 0) == 14
    assert "build at the palace" not in legal(s)


def test_12_2_nobody_turns_and_the_sum_is_kept() -> None:
    s = before_palace(*FIFTEEN)
    stand(s, CONSTRUCT)
    news = do(s, "build at the palace")
    assert crew(s) == FIFTEEN
    assert told(news, "score") == [(15,)]
    assert GAME.scores(s) == [15, 0]


def test_12_3_the_round_is_played_to_its_end() -> None:
    s = before_palace(*FIFTEEN, seats=3)
    s.first = 1  # seat 0 is the last but one of the round
    s.active = s.to_act = 2
    s.seat[2].architect = TAVERN - 1
    do(s, "step 1")
    stand(s, CONSTRUCT)
    do(s, "build at the palace")
    assert s.to_act == NOBODY


def test_12_3_later_seats_of_the_round_still_play() -> None:
    s = before_palace(*FIFTEEN, seats=3)
    stand(s, CONSTRUCT)
    do(s, "build at the palace")
    assert s.to_act == 1
    do(s, "step 2")
    assert s.to_act == 2
    do(s, "step 2")
    assert s.to_act == NOBODY
    assert legal(s) == []


def test_12_4_the_highest_sum_wins_and_equal_sums_share() -> None:
    s = ready(4)
    for seat, palace in enumerate([16, 0, 16, 0]):
        s.seat[seat].palace = palace
    assert GAME.ranking(s) == [1, 3, 1, 3]
    s.seat[1].palace = 17
    assert GAME.ranking(s) == [2, 1, 2, 4]


# --- 13 Seen and unseen -----------------------------------------------------------------------------------------------


def test_13_1_everybody_sees_the_same() -> None:
    match = drafted(3)
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert all({**view, "seat": None} == views[-1] for view in views)
    assert sum(views[0]["pile"]) == 36
