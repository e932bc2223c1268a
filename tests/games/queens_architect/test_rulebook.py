"""The rules of Queen's Architect, clause by clause: the rulebook's worked examples, and what else a clause says."""

from __future__ import annotations

from typing import Any

import pytest

import chantier
from chantier import CHANCE, NOBODY, Event, Match
from chantier.games.queens_architect.state import (
    CHOOSE_FIRST,
    DEMAND,
    DORMITORY,
    ENTRANCE,
    GUILD_NAMES,
    HIRE_ONE,
    MOVE,
    REFILL,
    SALOON,
    TRAVEL,
)
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
    log,
    number,
    place,
    post,
    posted,
    ready,
    stand,
    tile,
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_1_everything_is_unsorted_at_first(seats: int) -> None:
    """1.1, 1.4, 1.6, 1.7  Tokens, demands and craftsmen are in the box, all places and spaces are empty."""
    s = GAME.setup(seats)
    assert (s.seats, s.side) == (seats, int(seats == 4))
    assert (s.to_act, s.pending, s.agenda[0]) == (CHANCE, 1, CHOOSE_FIRST)
    assert (s.first, s.held, s.space, s.notch, s.marker) == (NONE, NONE, NONE, NONE, 0)
    assert (s.tokens, s.track) == (RULES.TOKENS, [0] * 12)
    assert s.tiles == [1] * 28 + [0] * 4
    assert set(s.demand) == set(s.billboard) == {n for row in s.site for n in row} == {NONE}
    assert (s.starters, s.pile) == ([1] * 18, [2] * 18)
    assert (s.display, s.gone) == ([0] * 18, [0] * 18)
    assert s.supply == 28 - 2 * seats
    assert RULES.lost(s) == 0


def begun(seats: int, first: int = 0) -> Any:
    """The first seat is known, nothing is laid out yet."""
    s = GAME.setup(seats)
    assert log(GAME.play(s, number(s, f"first seat {first}"))) == [("first", first)]
    assert (s.first, s.active, s.to_act, s.pending) == (first, first, CHANCE, 1)
    return s


def test_1_2_nine_of_twelve_tokens_lie_on_the_track() -> None:
    s = drafted().state
    assert sum(value > 0 for value in s.track) == 9
    assert sum(s.tokens) == 3
    box = [value for value in range(16) for _ in range(RULES.TOKENS[value])]
    assert box == [4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9]


def test_1_2_the_spaces_are_filled_from_the_first_to_the_last() -> None:
    s = begun(3, first=2)
    for space, value in enumerate([9, 4, 5, 6, 7, 8, 8, 5, 6]):
        assert log(GAME.play(s, number(s, f"token {value}"))) == [("token", 2, value, space)]
        assert s.track[space] == value
        assert s.pending == 1
        left = [4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9]
        for laid in s.track[: space + 1]:
            left.remove(laid)
        if space < 8:
            assert legal(s) == [f"token {value}" for value in sorted(set(left))]
            assert GAME.weights(s) == [left.count(value) for value in sorted(set(left))]
    assert s.track[9:] == [0] * 3
    assert legal(s)[0] == "demand village 1"


def test_1_2_a_token_may_be_worth_as_much_as_15() -> None:
    s = begun(2)
    s.tokens[15] = 1
    assert legal(s)[-1] == "token 15"
    assert RULES.lost(s) == 1


def test_1_2_a_token_too_many_or_too_few_is_noticed() -> None:
    for s in (begun(2), ready()):
        for value in range(1, 16):
            for more in (1, -1):
                s.tokens[value] += more
                assert RULES.lost(s) == 1
                s.tokens[value] -= more
    for value in range(1, 16):
        for space in (0, 8):
            s = ready()
            was, s.track[space] = s.track[space], value
            assert RULES.lost(s) == 2 * (was != value)


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


@pytest.mark.parametrize("seats", [2, 3])
def test_1_3_places_where_nobody_sits_have_nothing(seats: int) -> None:
    s = GAME.setup(seats)
    for seat in range(4):
        assert s.seat[seat].crew == [NONE] * 6
        assert s.seat[seat].corner == [0] * 6
        assert (s.seat[seat].markers, s.seat[seat].bonds) == ((8, 2) if seat < seats else (0, 0))


def test_1_3_a_marker_or_bond_too_many_or_too_few_is_noticed() -> None:
    """1.3, 1.7  Also talers that nobody has."""
    s = ready(4)
    for more in (1, -1):
        for seat in range(4):
            s.seat[seat].markers += more
            assert RULES.lost(s) == 1
            s.seat[seat].markers -= more
            s.seat[seat].bonds += more
            assert RULES.lost(s) == 1
            s.seat[seat].bonds -= more
        s.supply += more
        assert RULES.lost(s) == 1
        s.supply -= more
    for seat in range(4):
        for at in (1, 16):
            for n in range(4):
                s.site[at][n] = seat
                assert RULES.lost(s) == 1
                s.seat[seat].markers -= 1
                assert RULES.lost(s) == 0
                s.seat[seat].markers += 1
                s.site[at][n] = NONE
        s.seat[seat].talers = -1
        assert RULES.lost(s) == 1
        s.seat[seat].talers = 0
    s.site[0][0] = 2
    assert RULES.lost(s) == 1


def test_1_4_the_top_craftsman_costs_six_at_first() -> None:
    assert RULES.price(drafted().state, 0) == 6


@pytest.mark.parametrize("seats", [2, 4])
def test_1_5_every_place_has_a_demand_of_its_type(seats: int) -> None:
    s = drafted(seats).state
    assert s.demand[0] == NONE
    for at in range(1, RULES.PLACE_COUNT[s.side]):
        assert RULES.TILE_TYPE[s.demand[at]] == RULES.PLACE_TYPE[s.side][at]
    assert sum(s.tiles) == 28 - (RULES.PLACE_COUNT[s.side] - 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_1_5_demands_are_laid_out_place_by_place(seats: int) -> None:
    s = begun(seats, first=1)
    for value in (9, 4, 5, 6, 7, 8, 8, 5, 6):
        GAME.play(s, number(s, f"token {value}"))
    many = RULES.PLACE_COUNT[s.side]
    for at in range(1, many):
        wanted = [n for n in range(28) if RULES.TILE_TYPE[n] == RULES.PLACE_TYPE[s.side][at] and n not in s.demand]
        assert [a - DEMAND for a in GAME.legal(s)] == wanted
        assert GAME.weights(s) == [1] * len(wanted)
        laid = wanted[at % len(wanted)]
        assert log(GAME.play(s, DEMAND + laid)) == [("demand", 1, laid, at)]
        assert (s.demand[at], s.tiles[laid], s.pending) == (laid, 0, 1)
        assert RULES.lost(s) == 0
    assert (s.demand[0], s.demand[many:]) == (NONE, [NONE] * (20 - many))
    assert legal(s) == [f"draw {name}" for name in NAMES]
    assert GAME.weights(s) == [1] * 18


def test_1_5_a_demand_too_many_or_too_few_is_noticed() -> None:
    s = ready(4)
    for n in range(28):
        s.tiles[n] ^= 1
        assert RULES.lost(s) == 1
        s.tiles[n] ^= 1
    s.demand[1], s.demand[16] = s.demand[16], NONE
    assert RULES.lost(s) == 1
    s.demand[16] = s.demand[1]
    assert RULES.lost(s) == 2  # one is nowhere, one in two places


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


@pytest.mark.parametrize(("seats", "display"), [(2, 4), (3, 6), (4, 8)])
def test_1_6_starting_craftsmen_are_laid_out_one_by_one(seats: int, display: int) -> None:
    s = begun(seats, first=1)
    for value in (9, 4, 5, 6, 7, 8, 8, 5, 6):
        GAME.play(s, number(s, f"token {value}"))
    for _ in range(1, RULES.PLACE_COUNT[s.side]):
        GAME.play(s, GAME.legal(s)[0])
    for n in range(6 + display):
        character = 17 - n
        assert s.to_act == CHANCE
        assert legal(s) == [f"draw {name}" for name in NAMES[: character + 1]]
        assert log(GAME.play(s, number(s, f"draw {NAMES[character]}"))) == [("draw", 1, character, min(n, 6))]
        assert (s.starters[character], s.pile[character]) == (0, 2)
        assert (s.display[character] if n > 5 else int(s.billboard[n] == character)) == 1
        assert RULES.lost(s) == 0
    assert (s.to_act, s.pending) == (1, 1)
    assert legal(s) == [f"take {NAMES[c]}" for c in range(12 - display, 12)]


@pytest.mark.parametrize("left", [{0: 1}, {17: 1}, {0: 2, 9: 1}, {3: 1, 9: 2}])
def test_1_6_then_the_rest_of_the_pile_is_drawn(left: dict[int, int]) -> None:
    """1.6, 6.7  As likely as there are many of a character."""
    s = ready()
    post(s, *BOARD[:5])
    empty_pile(s)
    for character, many in left.items():
        s.gone[character] -= many
        s.pile[character] = many
    RULES.then(s, REFILL)
    s.to_act = CHANCE
    assert legal(s) == [f"draw {NAMES[c]}" for c in left]
    assert GAME.weights(s) == list(left.values())
    starter = max(left)
    s.starters[starter] = 1
    s.gone[starter] -= 1
    assert (legal(s), GAME.weights(s)) == ([f"draw {NAMES[starter]}"], [1])
    GAME.play(s, GAME.legal(s)[0])
    assert (s.starters[starter], s.pile[starter], s.billboard[5]) == (0, left[starter], starter)


def test_1_6_a_craftsman_too_many_or_too_few_is_noticed() -> None:
    s = ready(3)
    employ(s, 2, ("Feller", 0), ("Weaver", 0))
    for character in range(18):
        for row in (s.starters, s.pile, s.display, s.gone):
            for more in (1, -1):
                row[character] += more
                assert RULES.lost(s) == 1
                row[character] -= more
        assert s.held == NONE
        s.held = character
        assert RULES.lost(s) == 1
        s.held = NONE
        for row in (s.billboard, *(s.seat[seat].crew for seat in range(3))):
            for n in (0, 5):
                was, row[n] = row[n], character
                assert RULES.lost(s) == (0 if was == character else 1 if was == NONE else 2)
                row[n] = was


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


def test_2_1_every_notch_counts_with_its_corner() -> None:
    """2.1, 10.3  Of the whole crew, and of the seat that is asked for."""
    s = ready()
    for notch in range(6):
        for character in (0, 7, 17):
            for corner in range(6):
                s.seat[1].crew[notch], s.seat[1].corner[notch] = character, corner
                value = GAME.components.data["character"][character]["values"][corner]
                assert (RULES.performance(s, 1), RULES.performance(s, 0)) == (value, 0)
        s.seat[1].crew[notch], s.seat[1].corner[notch] = NONE, 0
    employ(s, 0, ("Feller", 1), ("Armourer", 1), ("Weaver", 3))
    assert RULES.performance(s, 0) == 5 + 5 + 3


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("notch", [0, 2, 5])
def test_2_2_corner_by_corner_to_the_end(notch: int, seat: int) -> None:
    """2.2, 2.3  Whoever works at the last corner leaves, and the notch is free."""
    s = ready()
    s.active = seat
    its = s.seat[seat]
    its.crew[notch] = 4
    gone = s.gone[4]
    for corner in range(5):
        assert (its.crew[notch], its.corner[notch]) == (4, corner)
        assert log(news_of(s, "work", notch)) == [("turn", seat, 4, corner + 1)]
    assert log(news_of(s, "work", notch)) == [("leave", seat, 4)]
    assert (its.crew[notch], its.corner[notch], s.gone[4]) == (NONE, 0, gone + 1)


def test_2_2_after_work_the_lumberjack_drops_from_three_to_zero() -> None:
    s = ready()
    employ(s, 0, ("Feller", 2))
    stand(s, CONSTRUCT)
    do(s, "repairs by Feller")
    assert crew(s) == [("Feller", 3)]
    assert RULES.performance(s, 0) == 0


def test_2_2_who_has_not_worked_does_not_turn() -> None:
    s = ready()
    employ(s, 0, ("Feller", 2), ("Sawyer", 1))
    stand(s, CONSTRUCT)
    do(s, "repairs by Feller")
    assert crew(s) == [("Feller", 3), ("Sawyer", 1)]


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


def test_3_1_and_3_2_what_is_told_of_a_craftsman_who_is_taken() -> None:
    """1.7, 3.1, 3.2, 3.3  The display has one fewer, the crew one more, and the next seat is to choose."""
    match = Match(GAME, seats=3, seed=1)
    s, first = match.state, match.state.first
    character = next(c for c in range(18) if s.display[c])
    assert legal(s) == [f"take {NAMES[c]}" for c in range(18) if s.display[c]]
    news = do_first(s, f"take {NAMES[character]}")
    assert log(news) == [("take", first, character)]
    assert (s.held, s.display[character], s.to_act) == (character, 0, first)
    assert log(do_first(s, "notch 6")) == [("attach", first, character, 5, 0)]
    assert (s.held, s.notch, s.seat[first].crew[5], s.to_act) == (NONE, 5, character, first)
    news = do_first(s, "turn 4")
    assert log(news) == [("sell", first, character, 4), ("earn", first, 4)]
    assert (s.notch, s.picks, s.seat[first].corner[5], s.seat[first].talers) == (NONE, 1, 4, 4)
    assert (s.to_act, s.active, s.pending) == ((first + 1) % 3, (first + 1) % 3, 1)
    assert legal(s)[0].startswith("take")


def do_first(s: Any, said: str) -> list[Event]:
    """Plays this before the first round."""
    assert said in legal(s)
    news = GAME.play(s, number(s, said))
    assert RULES.lost(s) == 0
    return news


def test_3_1_the_second_craftsman_goes_to_a_free_notch() -> None:
    match = Match(GAME, seats=2, seed=1)
    for said in (0, "notch 3", "turn 0", 0, "notch 1", "turn 0", 0):
        match.play(match.legal[0] if said == 0 else str(said))
    assert match.to_act != match.state.first
    assert [match.words(a) for a in match.legal] == [f"notch {n}" for n in (2, 3, 4, 5, 6)]


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
    for _ in range(2 * seats):
        assert match.view()["decision"] == "take"
        order.append((match.to_act - match.state.first) % seats)
        for _ in range(3):
            match.play(match.legal[0])
    assert log(match.events[-1:]) == [("round", match.state.first, 1)]
    assert (match.state.pending, match.view()["decision"]) == (1, "step")
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
        if match.to_act == seats[-1]:
            match.play("done")
    assert seats == [(first + n) % 3 for n in range(3)]
    assert match.state.current_round == 1


@pytest.mark.parametrize("first", [0, 1, 2])
def test_4_1_a_round_ends_before_the_first_seat(first: int) -> None:
    s = ready(3)
    s.first = first
    s.active = s.to_act = first
    for n in range(6):
        assert (s.active, s.to_act, s.current_round) == ((first + n) % 3, (first + n) % 3, n // 3)
        s.seat[s.active].architect = HIRING - 1  # nobody has a taler
        news = log(do(s, "step 1"))
        new_round = [("round", first, n // 3 + 2)] * (n % 3 == 2)
        assert news == [("step", (first + n) % 3, HIRING), *new_round]


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


@pytest.mark.parametrize("start", range(6))
@pytest.mark.parametrize("points", [1, 2, 3])
def test_4_2_any_point_leads_one_to_three_further(start: int, points: int) -> None:
    s = ready()
    s.seat[0].architect = start
    news = do(s, f"step {points}")
    assert log(news)[0] == ("step", 0, (start + points) % 6)
    assert s.seat[0].architect == (start + points) % 6


@pytest.mark.parametrize("point", [CONSTRUCT, HIRING, MONEYCHANGER, TRAVELLING, TAVERN])
def test_4_3_every_action_may_be_forfeited(point: int) -> None:
    s = ready()
    employ(s, 0, ("Feller", 0))
    s.seat[0].talers = 6
    stand(s, point)
    before = s.seat[0].to_json()
    assert log(do(s, "forfeit")) == [("forfeit", 0)]
    assert s.seat[0].to_json() == before
    assert s.to_act == 1


@pytest.mark.parametrize("point", [CONSTRUCT, HIRING, TAVERN])
def test_4_3_where_nothing_can_be_done_the_turn_ends(point: int) -> None:
    s = ready()
    stand(s, point)
    assert s.to_act == 1
    assert s.pending == 1


def test_4_3_where_something_can_be_done_it_is_asked() -> None:
    """4.3, 7.2, 7.3, 8.1, 9.1  At the moneychanger's and on the road there is nearly always something."""
    s = ready()
    s.seat[0].bonds, s.seat[0].confidence = 0, 3
    stand(s, MONEYCHANGER)
    assert s.to_act == 1
    for bonds, confidence in ((1, 3), (0, 2)):
        s = ready()
        s.seat[0].bonds, s.seat[0].confidence = bonds, confidence
        stand(s, MONEYCHANGER)
        assert s.to_act == 0
    s = ready()
    stand(s, TRAVELLING)
    assert s.to_act == 0
    for talers, room in ((1, ENTRANCE), (0, SALOON), (0, DORMITORY)):
        for guild in (0, 5):
            s = ready()
            s.seat[0].talers, s.seat[0].room[guild] = talers, room
            stand(s, TAVERN)
            assert s.to_act == 0


# --- 5 Day labourer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "wage"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_5_1_dennis_gets_three_talers_for_five_craftsmen(many: int, wage: int) -> None:
    s = ready()
    employ(s, 0, *SIX[:many])
    s.seat[0].architect = CONSTRUCT
    assert log(do(s, "step 1")) == [("step", 0, LABOURER), ("wage", 0, many), ("earn", 0, wage)]
    assert s.seat[0].talers == wage
    assert crew(s) == SIX[:many]
    assert s.to_act == 1


def test_5_2_without_craftsmen_the_architect_lends_a_hand() -> None:
    s = ready()
    assert log(do(s, "step 1")) == [("step", 0, LABOURER), ("wage", 0, 0), ("earn", 0, 1)]
    assert s.seat[0].talers == 1
    assert s.to_act == 1


def test_5_2_by_the_rulebook_nobody_is_paid_for_nobody() -> None:
    """5.1, 5.2  With craftsmen wages are the same."""
    assert (GAME.setup(2).lone_wage, GAME.setup(2, lone_wage="none").lone_wage) == (0, 1)
    s = ready()
    s.lone_wage = 1
    assert log(do(s, "step 1")) == [("step", 0, LABOURER), ("wage", 0, 0)]
    assert s.seat[0].talers == 0
    for many in range(7):
        s = ready()
        s.lone_wage = 1
        employ(s, 1, *SIX[:many])
        assert RULES.wage(s, 1) == (many + 1) // 2
        s.lone_wage = 0
        assert RULES.wage(s, 1) == max(1, (many + 1) // 2)


def penniless(seats: int, lone_wage: int) -> Any:
    """Nobody has craftsmen, talers or bonds; the last turn of a round begins, with a step to where nothing can be done."""
    s = ready(seats)
    s.lone_wage = lone_wage
    for seat in range(seats):
        s.supply += s.seat[seat].bonds
        s.seat[seat].bonds = 0
    s.active = s.to_act = seats - 1
    s.seat[seats - 1].architect = HIRING - 1
    return s


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_2_by_the_rulebook_the_game_is_over_when_nobody_can_do_anything(seats: int) -> None:
    """5.2, 12.3  Not before the round ends, and not as long as one seat has something."""
    s = penniless(seats, 1)
    assert RULES.is_standstill(s)
    assert log(do(s, "step 1")) == [("step", seats - 1, HIRING), ("end", 0)]
    assert (s.to_act, GAME.scores(s), GAME.ranking(s)) == (NOBODY, [0] * seats, [1] * seats)
    s = penniless(seats, 0)  # by the house rule everybody can earn a taler
    do(s, "step 1")
    assert s.to_act == 0
    s = penniless(seats, 1)
    s.active = s.to_act = 0
    s.seat[0].architect = HIRING - 1
    do(s, "step 1")
    assert s.to_act == 1
    for seat in range(seats):
        for what in ("talers", "bonds", "crew"):
            s = penniless(seats, 1)
            if what == "crew":
                s.seat[seat].crew[seat] = tile(s, "Feller")
            else:
                setattr(s.seat[seat], what, 1)
            assert not RULES.is_standstill(s)
            do_anyway(s)
            assert s.to_act == 0


def do_anyway(s: Any) -> None:
    """The last seat of the round moves to where it can do nothing, or leaves what it could do."""
    GAME.play(s, number(s, "step 1"))
    if "forfeit" in legal(s):
        GAME.play(s, number(s, "forfeit"))


def test_5_2_records_without_the_option_are_played_as_before() -> None:
    old = Match(GAME, seats=2, seed=1)
    with_option = old.record()
    without = with_option.replace("option lone_wage one\n", "")
    assert without != with_option
    assert Match.of(without) == old
    assert old.digest() != Match(GAME, seats=2, seed=1, lone_wage="none").digest()


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


FARMHANDS = ["Woodsman", "Farrier", "Glassblower", "Quarryman", "Clay digger", "Weaver"]


@pytest.mark.parametrize("notch", range(6))
def test_5_3_a_farmhand_at_any_notch_works_once(notch: int) -> None:
    """5.3  Then the turn is over, because nobody else can; the next seat finds nobody used."""
    s = ready()
    for n, (name, corner) in enumerate(SIX):
        s.seat[0].crew[n] = tile(s, FARMHANDS[n] if n == notch else name)
        s.seat[0].corner[n] = corner
    stand(s, LABOURER)
    assert legal(s) == [f"farm work for {FARMHANDS[notch]}", "done"]
    character = NAMES.index(FARMHANDS[notch])
    news = do(s, f"farm work for {FARMHANDS[notch]}")
    assert log(news) == [("labour", 0, character), ("earn", 0, 2), ("turn", 0, character, 1)]
    assert (s.to_act, s.seat[0].talers) == (1, 3 + 2)
    assert s.seat[0].corner == [int(n == notch) for n in range(6)]


@pytest.mark.parametrize("notch", [1, 3, 5])
def test_5_3_as_long_as_somebody_can_work_it_is_asked(notch: int) -> None:
    """5.3  Enough is enough: nothing else happens, in the tavern neither."""
    s = ready()
    s.seat[0].crew[0], s.seat[0].crew[notch] = tile(s, "Woodsman"), tile(s, "Weaver")
    s.seat[0].room[1] = SALOON
    stand(s, LABOURER)
    do(s, "farm work for Woodsman")
    assert legal(s) == ["farm work for Weaver", "done"]
    assert log(do(s, "done")) == []
    assert s.seat[0].room == [ENTRANCE, SALOON, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE]
    assert s.to_act == 1


def test_5_3_six_farmhands_work_one_after_the_other() -> None:
    s = ready()
    employ(s, 0, *((name, 0) for name in FARMHANDS))
    stand(s, LABOURER)
    left = list(FARMHANDS)
    for name in ("Weaver", "Woodsman", "Glassblower", "Farrier", "Clay digger"):
        do(s, f"farm work for {name}")
        left.remove(name)
        assert legal(s) == [*(f"farm work for {other}" for other in left), "done"]
    assert s.used == 0b110111
    do(s, "farm work for Quarryman")
    assert s.seat[0].talers == 3 + 12
    assert s.to_act == 1
    s.seat[1].architect = CONSTRUCT
    employ(s, 1, ("Woodsman", 0))
    do(s, "step 1")
    assert legal(s) == ["farm work for Woodsman", "done"]


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


def test_6_1_what_is_told_of_a_hire() -> None:
    """6.1, 6.2, 6.5, 6.7  The price is paid, the newcomer attached, the price of the top one falls, a space is filled."""
    s = hiring(9, ("Sawyer", 2))
    character = NAMES.index("Window master")
    news = do(s, "hire from space 4")
    assert log(news) == [("hire", 0, character, 2, 4), ("pay", 0, 4)]
    assert (s.held, s.space, s.billboard[2], s.to_act) == (character, 2, NONE, 0)
    assert legal(s) == [f"notch {n}" for n in (2, 3, 4, 5, 6)]
    drawn = next(c for c in range(18) if s.starters[c])
    news = do(s, "notch 3")
    assert log(news) == [("attach", 0, character, 2, 2), ("price", 0, 5), ("draw", 0, drawn, 5)]
    assert (s.seat[0].talers, s.to_act) == (5, 1)


@pytest.mark.parametrize("marker", [0, 1, 2, 3])
def test_6_1_the_marker_shows_the_price_of_the_top_space_only(marker: int) -> None:
    s = hiring(9, marker=marker)
    assert [RULES.price(s, space) for space in range(6)] == [6 - marker, 5, 4, 3, 2, 1]
    news = do(s, "hire from space 6", "notch 1")
    assert told(news, "pay") == [(6 - marker,)]
    assert s.seat[0].talers == 9 - (6 - marker)


@pytest.mark.parametrize("talers", range(8))
def test_6_1_exactly_the_price_is_enough(talers: int) -> None:
    """6.1  Whoever can pay nobody is not asked."""
    s = hiring(talers)
    assert (s.to_act == 0) == (talers > 0)
    if talers:
        prices = [6, 5, 4, 3, 2, 1]
        assert legal(s) == [*(f"hire from space {p}" for p in prices if p <= talers), "forfeit"]


@pytest.mark.parametrize("space", range(6))
def test_6_1_an_empty_space_has_nobody_to_hire(space: int) -> None:
    s = ready()
    post(s, *BOARD)
    s.gone[s.billboard[space]] += 1
    s.billboard[space] = NONE
    s.seat[0].talers = 6
    stand(s, HIRING)
    assert legal(s) == [*(f"hire from space {6 - n}" for n in range(6) if n != space), "forfeit"]
    employ(s, 0, *SIX)
    assert legal(s) == [*(f"hire from space {6 - n}" for n in range(6) if n != space), "forfeit"]


@pytest.mark.parametrize("space", range(6))
def test_6_2_the_price_buys_as_many_services(space: int) -> None:
    s = hiring(6)
    do(s, f"hire from space {6 - space}", "notch 1")
    assert s.seat[0].corner[0] == space
    assert s.seat[0].talers == space


def test_6_2_the_only_free_notch_is_taken_without_asking() -> None:
    for free in range(6):
        s = hiring(1, *SIX)
        s.gone[s.seat[0].crew[free]] += 1
        s.seat[0].crew[free] = NONE
        news = do(s, "hire from space 1")
        assert kinds(news) == ["hire", "pay", "attach", "price", "draw"]
        assert told(news, "attach") == [(NAMES.index("Court tailoress"), free, 5)]
        assert crew(s)[free] == ("Court tailoress", 5)
        assert s.to_act == 1


def test_6_3_lena_cannot_hire_the_tailoress_whom_she_has() -> None:
    s = hiring(2, ("Court tailoress", 0))
    assert legal(s) == ["hire from space 2", "forfeit"]


@pytest.mark.parametrize("notch", [0, 3, 5])
def test_6_3_at_whatever_notch_the_tailoress_is(notch: int) -> None:
    s = ready()
    post(s, *BOARD)
    s.seat[0].crew[notch] = tile(s, "Court tailoress")
    s.seat[1].crew[notch] = tile(s, "Master bricklayer")  # what others have does not matter
    s.seat[0].talers = 2
    stand(s, HIRING)
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


@pytest.mark.parametrize("notch", range(6))
def test_6_4_what_is_told_of_a_dismissal(notch: int) -> None:
    s = hiring(2, *SIX)
    character, newcomer = NAMES.index(SIX[notch][0]), NAMES.index("Master bricklayer")
    assert log(do(s, "hire from space 2")) == [("hire", 0, newcomer, 4, 2), ("pay", 0, 2)]
    news = do(s, f"dismiss {SIX[notch][0]}")
    assert log(news)[:3] == [("dismiss", 0, character), ("leave", 0, character), ("attach", 0, newcomer, notch, 4)]
    assert crew(s) == [("Master bricklayer", 4) if n == notch else SIX[n] for n in range(6)]


@pytest.mark.parametrize("notch", range(6))
def test_6_4_with_six_even_the_same_character_can_be_hired(notch: int) -> None:
    """6.3, 6.4  But with five not."""
    six = [("Court tailoress", 1) if n == notch else SIX[n] for n in range(6)]
    s = hiring(1, *six)
    assert legal(s) == ["hire from space 1", "forfeit"]
    do(s, "hire from space 1")
    assert legal(s) == ["dismiss Court tailoress"]
    assert hiring(1, *six[: notch + 1][:5]).to_act == (1 if notch < 5 else 0)


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


@pytest.mark.parametrize("marker", [0, 1, 2])
def test_6_5_the_price_falls_step_by_step(marker: int) -> None:
    s = hiring(9, marker=marker)
    news = do(s, "hire from space 1", "notch 1")
    assert log(news)[3:4] == [("price", 0, 5 - marker)]
    assert s.marker == marker + 1
    assert not told(news, "discard")


def test_6_9_the_scale_is_six_five_four_three_then_the_top_one_leaves() -> None:
    """6.5, 6.9  When others are hired for the fourth time in a row."""
    s = hiring(99)
    prices = []
    for notch in range(1, 5):
        prices.append(RULES.price(s, 0))
        assert posted(s)[0] == "Feller"
        news = do(s, "hire from space 1", f"notch {notch}")
        assert [told(news, "price"), told(news, "discard")] == [
            [(5 - len(prices) + 1 if notch < 4 else 6,)],
            [(0,)] * (notch == 4),
        ]
        s.active = s.to_act = 0
        stand(s, HIRING)
    assert prices == [6, 5, 4, 3]
    assert RULES.price(s, 0) == 6
    assert posted(s)[0] == "Armourer"


def test_6_5_what_is_told_when_the_top_one_leaves() -> None:
    s = hiring(9, marker=3)
    gone = s.gone[NAMES.index("Feller")]
    news = log(do(s, "hire from space 1", "notch 1"))
    assert [one[0] for one in news] == ["hire", "pay", "attach", "discard", "price", "draw", "draw"]
    assert news[3:5] == [("discard", 0, NAMES.index("Feller")), ("price", 0, 6)]
    assert [one[3] for one in news[5:]] == [4, 5]
    assert s.gone[NAMES.index("Feller")] == gone + 1
    assert s.space == NONE


def test_6_5_forfeiting_does_not_move_the_price() -> None:
    s = hiring(9, marker=1)
    do(s, "forfeit")
    assert s.marker == 1


def test_6_6_hiring_the_top_one_sets_the_price_back() -> None:
    assert not told(do(hiring(9), "hire from space 6", "notch 1"), "price")  # it stands there already
    s = hiring(9, marker=3)
    news = do(s, "hire from space 6", "notch 1")
    assert log(news)[3:4] == [("price", 0, 6)]
    assert s.seat[0].talers == 6
    assert RULES.price(s, 0) == 6
    assert posted(s)[:5] == list(BOARD[1:])


def test_6_7_all_below_move_up_and_the_bottom_is_filled() -> None:
    s = hiring(9)
    news = do(s, "hire from space 4", "notch 1")
    assert posted(s)[:5] == ["Feller", "Armourer", "Sculptor", "Master bricklayer", "Court tailoress"]
    assert told(news, "draw") == [(s.billboard[5], 5)]


def news_of(s: Any, what: str, *more: int) -> list[Event]:
    """What a function of the rules tells."""
    s.news = []
    getattr(RULES, what)(s, *more)
    return list(s.news)


@pytest.mark.parametrize("empty", [(), (0,), (5,), (0, 1), (2, 4), (0, 3, 5), (0, 1, 2, 3, 4)])
def test_6_7_nobody_has_an_empty_space_above(empty: tuple[int, ...]) -> None:
    s = ready()
    s.billboard[:] = [NONE if n in empty else 10 + n for n in range(6)]
    RULES.move_up(s)
    assert s.billboard == [10 + n for n in range(6) if n not in empty] + [NONE] * len(empty)
    assert RULES.empty_space(s) == 6 - len(empty)


@pytest.mark.parametrize("row", ["starters", "pile"])
@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("character", [0, 17])
def test_6_7_as_many_spaces_are_filled_as_there_are_craftsmen(left: int, character: int, row: str) -> None:
    """6.7, 6.8  Two spaces are empty: the top one was discarded, another one hired."""
    s = hiring(9, marker=3)
    empty_pile(s)
    getattr(s, row)[character] += left
    s.gone[character] -= left
    news = do(s, "hire from space 5", "notch 1")
    assert told(news, "draw") == [(character, 4 + n) for n in range(left)]
    assert len(posted(s)) == 4 + left
    assert (s.to_act, s.active) == (1, 1)
    assert not told(news, "reshuffle")


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


def test_6_8_one_craftsman_on_the_billboard_is_enough() -> None:
    s = ready()
    post(s, "Feller", "Armourer")
    empty_pile(s)
    s.seat[0].talers = 9
    stand(s, HIRING)
    news = do(s, "hire from space 5", "notch 1")
    assert posted(s) == ["Feller"]
    assert not told(news, "reshuffle")
    assert s.to_act == 1


@pytest.mark.parametrize(("names", "marker", "said"), [(["Feller"], 0, 6), (["Feller", "Armourer"], 3, 5)])
def test_6_8_an_empty_billboard_and_no_pile(names: list[str], marker: int, said: int) -> None:
    s = ready()
    post(s, *names)
    empty_pile(s)
    s.seat[0].talers = 9
    s.marker = marker
    stand(s, HIRING)
    gone = list(s.gone)
    if marker == 3:
        gone[NAMES.index("Feller")] += 1  # discarded
    GAME.play(s, number(s, f"hire from space {said}"))
    news = GAME.play(s, number(s, "notch 1"))
    assert log(news)[-1] == ("reshuffle", 0, 53)
    assert (s.pile, s.gone, s.to_act) == (gone, [0] * 18, CHANCE)
    news += do(s, legal(s)[0])
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
    assert log(news) == [("confidence", 0, 2)]
    assert s.seat[0].confidence == 1
    assert (s.seat[0].bonds, s.seat[0].talers) == (2, 0)
    assert s.to_act == 1


def test_7_2_not_from_the_top() -> None:
    s = ready()
    s.seat[0].confidence = 3
    stand(s, MONEYCHANGER)
    assert legal(s) == ["redeem 1", "redeem 2", "forfeit"]


@pytest.mark.parametrize("confidence", [0, 1, 2, 3])
@pytest.mark.parametrize("bonds", range(6))
def test_7_3_up_to_as_many_as_the_track_shows_and_the_seat_has(confidence: int, bonds: int) -> None:
    """7.1, 7.2, 7.3  Up to the top of the track, which shows 4."""
    s = ready()
    s.seat[0].confidence, s.seat[0].bonds = confidence, bonds
    stand(s, MONEYCHANGER)
    redeem = [f"redeem {n}" for n in range(1, min(bonds, confidence + 1) + 1)]
    up = ["gain confidence"] * (confidence < 3)
    assert (legal(s) if s.to_act == 0 else []) == ([*up, *redeem, "forfeit"] if up or redeem else [])


def test_7_3_leo_redeems_two_bonds_for_four_talers() -> None:
    s = ready()
    s.seat[0].confidence = 1
    s.seat[0].bonds += 3
    s.supply -= 3
    supply = s.supply
    stand(s, MONEYCHANGER)
    assert legal(s) == ["gain confidence", "redeem 1", "redeem 2", "forfeit"]
    assert log(do(s, "redeem 2")) == [("redeem", 0, 2), ("earn", 0, 4)]
    assert (s.seat[0].bonds, s.seat[0].talers, s.seat[0].confidence) == (3, 4, 1)
    assert s.to_act == 1
    assert s.supply == supply + 2


@pytest.mark.parametrize("bonds", [1, 2, 3, 4])
def test_7_3_two_talers_for_every_bond(bonds: int) -> None:
    s = ready()
    s.seat[0].confidence = 3
    s.seat[0].bonds += 3
    s.supply -= 3
    stand(s, MONEYCHANGER)
    assert log(do(s, f"redeem {bonds}")) == [("redeem", 0, bonds), ("earn", 0, 2 * bonds)]
    assert (s.seat[0].bonds, s.seat[0].talers) == (5 - bonds, 2 * bonds)


# --- 8 Travel ---------------------------------------------------------------------------------------------------------


def travelling(talers: int, start: str, seats: int = 2) -> Any:
    s = ready(seats)
    s.seat[0].talers = talers
    s.seat[0].carriage = place(s, start)
    stand(s, TRAVELLING)
    return s


def test_8_1_dennis_pays_six_talers_for_four_roads() -> None:
    s = travelling(6, "Lanternhill Abbey")
    news = do(s, "travel to Westfold")
    assert log(news) == [("travel", 0, place(s, "Lanternhill Abbey"), place(s, "Westfold"), 4), ("pay", 0, 6)]
    assert s.to_act == 1
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


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("talers", [0, 1, 2, 3, 5, 6, 9, 10, 14, 15])
def test_8_1_exactly_the_price_of_the_shortest_way_is_enough(talers: int, seats: int) -> None:
    """8.1  Every place in reach is offered, the last one of the map too, but not the one where the carriage is."""
    for start in ("Capital", "Alderbrook", "Oxmarket" if seats == 2 else "Farcorner"):
        s = travelling(talers, start, seats)
        roads = RULES.ROADS[s.side][s.seat[0].carriage]
        wanted = [n for n in range(RULES.PLACE_COUNT[s.side]) if roads[n] and [0, 0, 1, 3, 6, 10, 15][roads[n]] <= talers]
        assert [a - TRAVEL for a in GAME.legal(s)[:-1]] == wanted
    s = ready(seats)
    s.seat[0].carriage = RULES.PLACE_COUNT[s.side] - 1
    assert RULES.can_travel(s)
    s.seat[0].talers = -1
    assert not RULES.can_travel(s)


def test_8_1_the_way_home() -> None:
    s = travelling(1, "Northgate")
    assert log(do(s, "travel to Capital")) == [("travel", 0, place(s, "Northgate"), 0, 2), ("pay", 0, 1)]
    assert s.seat[0].carriage == 0


def test_8_1_a_free_way_is_not_paid() -> None:
    s = travelling(4, "Capital")
    assert log(do(s, "travel to Alderbrook")) == [("travel", 0, 0, place(s, "Alderbrook"), 1)]
    assert s.seat[0].talers == 4


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


def test_9_1_what_is_told_of_the_tavern() -> None:
    """9.1, 9.2, 9.3  Guilds move on once, before the first is sent; every guild that is sent is paid and rests."""
    s = ready()
    employ(s, 0, ("Feller", 2), ("Weaver", 1), ("Mender", 0))
    s.seat[0].talers = 9
    s.seat[0].room = [ENTRANCE, SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE]
    stand(s, TAVERN)
    feller, weaver = NAMES.index("Feller"), NAMES.index("Weaver")
    assert log(do(s, "send lumberjack")) == [("shift", 0), ("send", 0, 0), ("pay", 0, 1), ("rest", 0, feller, 1)]
    assert log(do(s, "send tailor")) == [("send", 0, 5), ("pay", 0, 2), ("rest", 0, weaver, 0)]
    assert s.sent == 2
    assert s.seat[0].room == [SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, SALOON]
    assert crew(s) == [("Feller", 1), ("Weaver", 0), ("Mender", 0)]
    assert legal(s) == ["send glazier", "send stonemason", "send bricklayer", "done"]
    assert log(do(s, "done")) == []
    assert s.seat[0].room == [SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, SALOON]
    assert s.to_act == 1


def test_9_1_an_empty_tavern_has_nobody_to_move_on() -> None:
    s = ready()
    s.seat[0].talers = 1
    stand(s, TAVERN)
    assert legal(s) == [*(f"send {name}" for name in GUILD_NAMES), "forfeit"]
    assert log(do(s, "send lumberjack")) == [("send", 0, 0), ("pay", 0, 1)]


def test_9_1_moving_on_is_told() -> None:
    for guild in range(6):
        s = ready()
        s.seat[0].room[guild] = SALOON
        stand(s, TAVERN)
        assert log(do(s, "done")) == [("shift", 0)]
        assert s.seat[0].room == [DORMITORY if n == guild else ENTRANCE for n in range(6)]


def test_9_1_who_forfeits_leaves_everybody_where_they_are() -> None:
    """4.3, 9.1  But once a guild was sent, it is too late for that."""
    s = ready()
    s.seat[0].talers = 9
    s.seat[0].room = [SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE]
    stand(s, TAVERN)
    twin = s.copy()
    assert log(do(s, "forfeit")) == [("forfeit", 0)]
    assert s.seat[0].room == [SALOON, DORMITORY, ENTRANCE, ENTRANCE, ENTRANCE, ENTRANCE]
    assert s.to_act == 1
    do(twin, "send glazier")
    assert "forfeit" not in legal(twin)


@pytest.mark.parametrize("talers", range(22))
def test_9_2_every_guild_costs_what_it_adds(talers: int) -> None:
    s = ready()
    s.seat[0].talers = talers
    stand(s, TAVERN)
    sent = 0
    for name in GUILD_NAMES:
        if s.to_act == 0:
            do(s, f"send {name}")
            sent += 1
    prices = [0, 1, 3, 6, 10, 15, 21]
    assert sent == max(n for n in range(7) if prices[n] <= talers)
    assert s.seat[0].talers == talers - prices[sent]
    assert s.to_act == 1


def test_9_2_only_a_guild_at_the_entrance_is_sent() -> None:
    """9.2  When none is left there, the visit is over."""
    s = ready()
    s.seat[0].talers = 20
    s.seat[0].room = [SALOON, SALOON, SALOON, SALOON, DORMITORY, ENTRANCE]
    stand(s, TAVERN)
    assert legal(s) == ["send bricklayer", "send tailor", "done", "forfeit"]
    do(s, "send bricklayer")
    assert legal(s) == ["send tailor", "done"]
    do(s, "send tailor")
    assert s.seat[0].room == [DORMITORY] * 4 + [SALOON] * 2
    assert (s.to_act, s.seat[0].talers) == (1, 20 - 3)
    s = ready()
    s.seat[0].talers = 20
    s.seat[0].room = [SALOON] * 6
    stand(s, TAVERN)
    assert legal(s) == ["done", "forfeit"]


@pytest.mark.parametrize("notch", range(6))
def test_9_3_craftsmen_at_every_notch_rest(notch: int) -> None:
    for corner in range(6):
        s = ready()
        s.seat[0].talers = 1
        s.seat[0].crew[notch], s.seat[0].corner[notch] = tile(s, "Weaver"), corner
        stand(s, TAVERN)
        news = do(s, "send tailor")
        assert told(news, "rest") == [(NAMES.index("Weaver"), corner - 1)] * (corner > 0)
        assert s.seat[0].corner[notch] == max(0, corner - 1)


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
    s = building(*SIX)
    assert "build" in legal(s)
    s.seat[0].carriage = 0
    assert "build" not in legal(s)
    s = building(*LENA)
    s.seat[0].markers = 0
    assert "build" not in legal(s)


@pytest.mark.parametrize("n", range(4))
def test_10_2_an_own_building_on_any_site_counts(n: int) -> None:
    s = building(*LENA)
    s.site[s.seat[0].carriage][n] = 1
    assert "build" in legal(s)
    s.site[s.seat[0].carriage][n] = 0
    assert "build" not in legal(s)


@pytest.mark.parametrize("missing", range(5))
def test_10_2_only_the_demanded_guilds_are_needed(missing: int) -> None:
    """10.2  Lumberjack, glazier and stonemason, and nobody else, at whatever notch."""
    s = building(*(one for n, one in enumerate(LENA) if n != missing))
    assert ("build" in legal(s)) == (missing in (3, 4))
    s = building(*reversed([one for n, one in enumerate(LENA) if n != missing]))
    assert ("build" in legal(s)) == (missing in (3, 4))


def test_10_2_one_marker_is_enough() -> None:
    s = building(*LENA)
    s.seat[0].markers = 1
    assert "build" in legal(s)
    GAME.play(s, number(s, "build"))
    assert s.seat[0].markers == 0


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


def test_10_3_and_10_4_what_is_told_of_a_building() -> None:
    """10.3, 10.4, 10.5, 10.6, 10.7, 10.9  From the first point to the last craftsman who turns."""
    s = building(*LENA, others=1)
    at = s.seat[0].carriage
    assert log(do(s, "build")) == [("build", 0, at, 19, 2, 0, 15)]
    assert (s.points, s.bonus, s.working) == (15, 0, 0b011111)
    assert log(do(s, "climb")) == [("climb", 0, 1, 7)]
    assert (s.points, s.to_act) == (8, 0)
    news = do(s, "climb")
    turns = [("turn", 0, NAMES.index(name), corner + 1) for name, corner in LENA]
    assert log(news) == [("climb", 0, 2, 5), ("bonds", 0, 3, 0), *turns]
    assert s.seat[0].appreciation == 2


def test_10_4_nobody_else_turns_or_loses_a_marker() -> None:
    """10.3, 10.4, 10.9  Only the seat that builds."""
    s = building(*LENA[:3], others=2)
    employ(s, 1, ("Sawyer", 2))
    s.seat[1].talers = 3
    before = [s.seat[n].to_json() for n in (1, 2, 3)]
    do(s, "build", "take bonds")
    assert [s.seat[n].to_json() for n in (1, 2, 3)] == before
    assert s.site[s.seat[0].carriage] == [1, 2, 0, NONE]


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


@pytest.mark.parametrize(("feller", "mender", "total", "points"), [(3, 3, 2, 0), (3, 1, 4, 1), (3, 0, 5, 2), (0, 1, 6, 3)])
def test_10_5_the_bonus_counts_before_less_than_nothing_is_nothing(feller: int, mender: int, total: int, points: int) -> None:
    """10.4, 10.5  On the last site of a town with a bonus of 3 a crew of 5 has 5 - 6 + 3 = 2 points, not 0 + 3."""
    crew_ = [("Feller", feller), ("Armourer", 2), ("Sculptor", 3), ("Mender", mender)]
    s = building(*crew_, at="Northgate", tile=BONUS_THREE, others=3)
    assert told(do(s, "build"), "build") == [(s.seat[0].carriage, total, 6, 3, points)]


def test_10_5_a_bonus_of_one_or_of_talers() -> None:
    """10.5, 10.8  Only points are added to points."""
    for tile_, extra in ((BONUS_ONE, 1), (TWO_TALERS, 0), (EXTRA_HIRE, 0)):
        s = town(tile_, *TOWNSMEN, ("Lead-glazier", 3))
        assert told(do(s, "build"), "build") == [(s.seat[0].carriage, 3, 0, extra, 3 + extra)]


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


@pytest.mark.parametrize("points", [5, 6, 7, 8])
def test_10_6_exactly_the_cost_of_a_step_is_enough(points: int) -> None:
    s = building(*LENA)
    assert s.track[0] == 7
    s.points = points
    assert RULES.can_climb(s) == (points >= 7)
    s.seat[0].appreciation = 8  # the last step costs 9
    s.points = points + 2
    assert RULES.can_climb(s) == (points >= 7)
    s.seat[0].appreciation = 9
    s.points = 99
    assert not RULES.can_climb(s)


def test_10_6_who_has_just_enough_is_asked_and_has_nothing_left() -> None:
    s = building(*LENA)
    s.track[0] = 15
    GAME.play(s, number(s, "build"))
    assert legal(s) == ["climb", "take bonds"]
    news = GAME.play(s, number(s, "climb"))
    assert log(news)[0] == ("climb", 0, 1, 15)
    assert (s.points, s.seat[0].bonds, s.to_act) == (0, 2, 1)
    assert not told(news, "bonds")


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


@pytest.mark.parametrize(("tile_", "talers"), [(20, 2), (22, 3), (27, 4)])
def test_10_8_talers_of_a_town_are_given_once(tile_: int, talers: int) -> None:
    """10.8  After the bonds, before anybody turns; nothing of it is left for the next turn."""
    s = town(tile_, *SIX)
    news = do(s, "build", *["take bonds"])
    assert kinds(news)[:4] == ["build", "bonds", "earn", "turn"]
    assert told(news, "earn") == [(talers,)]
    assert (s.seat[0].talers, s.bonus, s.amount) == (talers, 0, 0)
    assert told(news, "bonds") == [(15, 0)]


def test_10_8_repairs_after_a_building_bring_no_bonus() -> None:
    """10.8, 11.2  What a town gives is given once."""
    s = town(TWO_TALERS, *TOWNSMEN)
    do(s, "build")
    assert s.seat[0].talers == 2
    s.active = s.to_act = 0
    stand(s, CONSTRUCT)
    news = do(s, "repairs by Mender", "done")
    assert s.seat[0].talers == 2
    assert not told(news, "earn")


def test_10_8_after_the_extra_hire_those_who_worked_turn() -> None:
    """10.8, 10.9  First the newcomer comes, then they turn; and the next building has a bonus of its own."""
    s = town(EXTRA_HIRE, *BUILDERS)
    post(s, *BOARD)
    s.seat[0].talers = 1
    assert log(do(s, "build"))[1:] == [("bonds", 0, 3, 0)]
    assert (s.bonus, s.amount, s.points) == (0, 0, 0)
    news = kinds(do(s, "hire from space 1", "notch 5"))
    assert news == ["hire", "pay", "attach", "price", "draw", *["turn"] * 4]


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


@pytest.mark.parametrize(
    ("mason", "said"), [(0, ["climb"]), (0, ["take bonds"]), (3, ["climb", "climb"]), (3, ["climb", "take bonds"])]
)
def test_10_8_the_extra_hire_comes_after_the_last_point(mason: int, said: list[str]) -> None:
    """10.6, 10.7, 10.8  However the 11 or 14 points are used."""
    s = town(EXTRA_HIRE, ("Armourer", 1), ("Window master", 2), ("Stone setter", mason), ("Plasterer", 2))
    post(s, *BOARD[:3], "Sculptor", "Mender", "Court tailoress")
    s.seat[0].talers = 1
    do(s, "build", *said)
    assert legal(s) == ["hire from space 1", "forfeit"]
    assert (s.pending, s.agenda[:2]) == (2, [MOVE, HIRE_ONE])


def test_10_8_a_hire_may_be_the_end_of_the_game() -> None:
    """6.7, 12.3  The last turn of the last round."""
    s = hiring(1)
    s.first, s.seat[1].palace = 1, 15
    do(s, "hire from space 1", "notch 1")
    assert (s.to_act, legal(s)) == (NOBODY, [])


def test_10_9_everybody_turns_and_the_last_service_ends() -> None:
    s = building(("Feller", 1), ("Window master", 5), ("Stone setter", 3))
    do(s, "build", "take bonds")
    assert crew(s) == [("Feller", 2), ("Stone setter", 4)]


@pytest.mark.parametrize("notch", range(6))
def test_10_9_craftsmen_at_every_notch_work(notch: int) -> None:
    s = building(*LENA[:3])
    its = s.seat[0]
    for n in range(3):
        its.crew[n + 3], its.corner[n + 3] = its.crew[n], its.corner[n]
        its.crew[n], its.corner[n] = NONE, 0
    if notch < 3:
        its.crew[notch], its.corner[notch] = tile(s, "Sawyer"), 2
    news = do(s, "build", "take bonds")
    assert its.corner[3:] == [corner + 1 for _, corner in LENA[:3]]
    assert its.corner[:3] == [3 if n == notch else 0 for n in range(3)]
    assert len(told(news, "turn")) == 3 + (notch < 3)
    assert s.working == 0


def test_10_9_the_newcomer_does_not_turn() -> None:
    s = town(EXTRA_HIRE, *BUILDERS)
    post(s, *BOARD)
    s.seat[0].talers = 1
    do(s, "build", "hire from space 1", "notch 5")
    assert crew(s) == [*((name, corner + 1) for name, corner in BUILDERS), ("Court tailoress", 5)]


@pytest.mark.parametrize("notch", range(6))
def test_10_9_who_takes_the_notch_of_a_worker_does_not_turn(notch: int) -> None:
    """6.4, 10.9  All others turn."""
    workers = [*BUILDERS, ("Feller", 3), ("Quarryman", 3)]
    s = town(EXTRA_HIRE, *workers)
    post(s, *BOARD)
    s.seat[0].talers = 2
    do(s, "build", "hire from space 2", f"dismiss {workers[notch][0]}")
    turned = [(name, corner + 1) for name, corner in workers]
    turned[notch] = ("Master bricklayer", 4)
    assert crew(s) == turned


# --- 11 Repairs -------------------------------------------------------------------------------------------------------


def repairing(*craftsmen: tuple[str, int]) -> Any:
    s = ready()
    employ(s, 0, *craftsmen)
    s.track[:9] = [7, 7, 7, 6, 6, 6, 5, 5, 8]
    s.tokens = [0] * 16
    s.tokens[4] = s.tokens[8] = s.tokens[9] = 1
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


def test_11_1_what_is_told_of_repairs() -> None:
    """11.1, 11.2, 11.3  One after the other; with three of them repairs begin."""
    s = repairing(("Sawyer", 1), ("Nailsmith", 2), ("Woodsman", 0), ("Mender", 5))
    sawyer, nailsmith, mender = (NAMES.index(name) for name in ("Sawyer", "Nailsmith", "Mender"))
    assert log(do(s, "repairs by Sawyer")) == [("assign", 0, sawyer, 3)]
    assert (s.points, s.working) == (3, 0b0001)
    assert log(do(s, "repairs by Mender")) == [("assign", 0, mender, 3)]
    assert (s.points, s.working) == (6, 0b1001)
    assert log(do(s, "repairs by Nailsmith")) == [("assign", 0, nailsmith, 3), ("repair", 0, 9)]
    assert legal(s) == ["climb", "take bonds"]
    assert log(do(s, "take bonds")) == [
        ("bonds", 0, 9, 0),
        ("turn", 0, sawyer, 2),
        ("turn", 0, nailsmith, 3),
        ("leave", 0, mender),
    ]


@pytest.mark.parametrize("notch", range(6))
def test_11_1_a_craftsman_at_any_notch_does_repairs(notch: int) -> None:
    """11.1, 11.3  Whoever has only this one asks nobody else."""
    s = repairing()
    s.to_act = s.active = 0
    s.seat[0].crew[notch] = tile(s, "Weaver")
    stand(s, CONSTRUCT)
    assert legal(s) == ["repairs by Weaver", "forfeit"]
    news = do(s, "repairs by Weaver")
    assert log(news)[:3] == [("assign", 0, 17, 2), ("repair", 0, 2), ("bonds", 0, 2, 0)]
    assert s.seat[0].corner[notch] == 1


@pytest.mark.parametrize("first", range(6))
def test_11_1_nobody_of_the_same_guild(first: int) -> None:
    """11.1  Six of three guilds, two of each: after the first one four are left, then two."""
    names = ["Sawyer", "Nailsmith", "Mender", "Woodsman", "Farrier", "Weaver"]
    s = repairing(*((name, 0) for name in names))
    do(s, f"repairs by {names[first]}")
    left = sorted((name for n, name in enumerate(names) if n % 3 != first % 3), key=NAMES.index)
    assert legal(s) == [*(f"repairs by {name}" for name in left), "done"]
    second = names.index(left[0])
    do(s, f"repairs by {left[0]}")
    left = sorted((name for n, name in enumerate(names) if n % 3 not in (first % 3, second % 3)), key=NAMES.index)
    assert legal(s) == [*(f"repairs by {name}" for name in left), "done"]


@pytest.mark.parametrize("guild", range(6))
@pytest.mark.parametrize("other", range(6))
def test_11_1_whoever_is_left_is_asked_if_of_another_guild(guild: int, other: int) -> None:
    """11.1, 11.2  Two craftsmen, at the first and the last notch: two of a guild never repair together."""
    first, second = NAMES[3 * guild], NAMES[3 * other + 1]
    s = repairing((first, 0))
    s.seat[0].crew[5] = tile(s, second)
    news = do(s, f"repairs by {first}")
    if guild == other:
        assert kinds(news)[:2] == ["assign", "repair"]
        assert s.to_act == 1
    else:
        assert kinds(news) == ["assign"]
        assert legal(s) == [f"repairs by {second}", "done"]


def test_11_1_done_begins_the_repairs() -> None:
    s = repairing(*SIX)
    assert "done" not in legal(s)
    do(s, "repairs by Sawyer")
    news = do(s, "done")
    assert log(news) == [("repair", 0, 3), ("bonds", 0, 3, 0), ("turn", 0, NAMES.index("Sawyer"), 1)]


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


@pytest.mark.parametrize(("corner", "enough"), [(1, False), (2, True), (3, False)])
def test_12_1_fifteen_are_enough_and_fourteen_are_not(corner: int, enough: bool) -> None:
    s = before_palace(("Feller", 1), ("Armourer", 1), ("Window master", corner))
    stand(s, CONSTRUCT)
    assert ("build at the palace" in legal(s)) == enough


def test_12_2_nobody_turns_and_the_sum_is_kept() -> None:
    s = before_palace(*FIFTEEN)
    stand(s, CONSTRUCT)
    news = do(s, "build at the palace")
    assert crew(s) == FIFTEEN
    assert log(news) == [("palace", 0, 15), ("score", 0, 15)]
    assert s.to_act == 1
    assert [s.seat[seat].palace for seat in range(2)] == [15, 0]
    assert GAME.scores(s) == [15, 0]


def test_12_3_the_round_is_played_to_its_end() -> None:
    s = before_palace(*FIFTEEN, seats=3)
    s.first = 1  # seat 0 is the last but one of the round
    s.active = s.to_act = 2
    s.seat[2].architect = TAVERN - 1
    do(s, "step 1")
    stand(s, CONSTRUCT)
    assert log(do(s, "build at the palace"))[2:] == [("end", 1)]
    assert s.to_act == NOBODY


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_12_3_whoever_has_built_the_round_is_the_last(seat: int) -> None:
    s = ready(4)
    assert not RULES.is_palace_begun(s)
    s.seat[seat].palace = 15
    assert RULES.is_palace_begun(s)


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


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_12_4_the_score_is_the_kept_sum(seat: int) -> None:
    s = ready(3)
    s.seat[seat].palace = 17
    assert GAME.scores(s) == [17 if n == seat else 0 for n in range(3)]


# --- 13 Seen and unseen -----------------------------------------------------------------------------------------------


def test_13_1_everybody_sees_the_same() -> None:
    match = drafted(3)
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert all({**view, "seat": None} == views[-1] for view in views)
    assert sum(views[0]["pile"]) == 36
