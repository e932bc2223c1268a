"""The rules of Arkadia, clause by clause: the rulebook's illustrations and worked examples, and what else a clause says."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import chantier
from chantier import CHANCE, NOBODY, Event, Match
from chantier.games.arkadia.state import (
    BLIND,
    CASTLE,
    CHOOSE_SPOT,
    HIRED,
    LAY,
    NEUTRAL,
    OWN,
    SITE,
    SKIP,
    SQUARES,
    STAND,
    TAKE,
    WORKER,
    State,
)
from chantier.games.arkadia.tables import square_name, squares_in
from chantier.kernel.words import NONE, now

from .setting import (
    GAME,
    RULES,
    Laid,
    at,
    build_up,
    can_lay,
    do,
    kind,
    lay,
    past_cards,
    place,
    position,
    set_blocks,
    told,
    way,
    words,
)

RED, OLIVE, BLACK, SILVER = range(4)
YELLOW, ORANGE, GREEN, VIOLET = range(4)


# --- 1 Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_1_the_board_has_192_squares_and_24_camps(seats: int) -> None:
    assert Match(GAME, seats=seats, seed=1).scores() == [0] * seats
    assert len(squares_in(RULES.BOARD_BITS)) == 192
    assert len(squares_in(RULES.CAMPS_BITS)) == 24


def test_1_1_nothing_lies_on_the_board_at_first() -> None:
    s = GAME.setup(4)
    assert [s.first, s.turn, s.turns_left, s.card, s.worker, s.block, s.slot] == [NONE] * 7
    assert set(s.placed) == set(s.family) == set(s.shown) == {NONE}
    assert {cell for level in s.castle for cell in level} == {NONE}
    assert (s.buildings, s.built, s.unfinished, s.level, s.due, s.dealt, s.idle) == (0, [0] * 4, 0, 0, 0, 0, 0)
    assert s.crew == [[0] * 4] * 5


@pytest.mark.parametrize("seats", [1, 5, True, "two"])
def test_1_1_other_seat_counts_are_refused(seats: Any) -> None:
    with pytest.raises(chantier.BadSetup, match="2 to 4 seats"):
        Match(GAME, seats=seats)


def test_1_2_the_castle_site_covers_no_camp() -> None:
    s = GAME.setup(2)
    do(s, "first seat 0")
    assert s.to_act == CHANCE
    assert words(s) == [
        *(f"site at {name}" for name in ("F5", "G5", "H5", "F6", "G6", "H6")),
        *(f"site at {name} upright" for name in ("F5", "G5", "H5", "I5")),
    ]
    assert GAME.weights(s) == [1] * 10
    camps = set(squares_in(RULES.CAMPS_BITS))
    for site in range(10):
        cover = squares_in(RULES.COVER_BITS[RULES.FIRST_PLACED_SITE + site])
        assert len(cover) == 12
        assert not camps & set(cover)
        assert set(RULES.CELL_SQUARE[site]) < set(cover)
        twin = s.copy()
        GAME.play(twin, SITE + site)
        assert (squares_in(twin.built), twin.placed[0]) == (cover, RULES.FIRST_PLACED_SITE + site)


def test_1_2_the_first_seat_may_lay_the_site() -> None:
    s = GAME.setup(3, site="first_seat")
    assert told(do(s, "first seat 2"), "first") == [("first", 2)]
    assert s.to_act == 2
    news = do(s, "site at I5 upright")
    assert [(event.kind, event.seat) for event in news] == [("site", 2)]
    assert squares_in(s.built) == [at(f"{c}{r}") for r in (5, 6, 7, 8) for c in "IJK"]
    assert s.to_act == CHANCE


def test_1_3_four_banners_three_workers_and_the_rest_beside_the_board() -> None:
    s = GAME.setup(3)
    assert [s.seat[i].banners for i in range(4)] == [4, 4, 4, 0]
    assert [s.seat[i].workers[:] for i in range(4)] == [[3, 0]] * 3 + [[0, 0]]
    assert s.reserve == [8, 8, 8, 0, 24]


def test_1_4_three_three_and_one_block_of_each_family() -> None:
    assert GAME.setup(2).supply == [[3] * 4, [3] * 4, [1] * 4]


def test_1_5_one_building_for_each_card() -> None:
    deck = GAME.setup(2).deck
    assert [sum(deck[4 * shape : 4 * shape + 4]) for shape in range(7)] == [8, 8, 8, 4, 4, 4, 4]
    assert [sum(deck[family::4]) for family in range(4)] == [10] * 4
    s = position([("house", "red", "G4 H4"), ("farm", "olive", "K5 K6 K7")])
    assert RULES.lost(s) == 0
    s.family[1] = BLACK  # such a building, but no such card has left the pile
    assert RULES.lost(s) == 2
    s.family[1] = RED
    s.built[0] |= 1  # a square on which nothing lies
    assert RULES.lost(s) == 1


def in_the_middle(seats: int = 3, **options: Any) -> State:
    """A table in the middle of a game."""
    match = Match(GAME, seats=seats, seed="middle", **options)
    rng = Random(5)
    for _ in range(200):
        match.play(rng.choice(match.legal))
    s: State = match.state
    assert RULES.lost(s) == 0
    return s


@pytest.mark.parametrize("more", [1, -1])
def test_1_3_a_worker_too_many_or_too_few_is_noticed(more: int) -> None:
    s = in_the_middle()
    for seat in range(3):
        for row in (s.seat[seat].workers, s.reserve):
            n = OWN if row is not s.reserve else seat
            row[n] += more
            assert RULES.lost(s) == 1
            row[n] -= more
        s.seat[seat].workers[HIRED] += more
        assert RULES.lost(s) == 1
        s.seat[seat].workers[HIRED] -= more
    s.reserve[NEUTRAL] += more
    assert RULES.lost(s) == 1


def test_1_3_every_worker_on_the_board_is_counted() -> None:
    for owner in range(5):
        s = position([], seats=4)
        for word, name in enumerate(["A1", "A4", "A7", "A10"]):
            s.crew[owner][word] |= 1 << at(name) % 48
            s.reserve[owner] -= 1
            assert RULES.lost(s) == 0
            s.reserve[owner] += 1
            assert RULES.lost(s) == 1
            s.reserve[owner] -= 1


@pytest.mark.parametrize("more", [1, -1])
def test_1_4_a_block_too_many_or_too_few_is_noticed(more: int) -> None:
    s = GAME.setup(2)
    for level in range(3):
        for family in range(4):
            s.supply[level][family] += more
            assert RULES.lost(s) == 1
            s.supply[level][family] -= more
            for cell in (0, 9):
                s.castle[level][cell] = family
                assert RULES.lost(s) == 1
                s.supply[level][family] -= 1
                assert RULES.lost(s) == 0
                s.supply[level][family] += 1
                s.castle[level][cell] = NONE


@pytest.mark.parametrize("more", [1, -1])
def test_1_6_a_card_too_many_or_too_few_is_noticed(more: int) -> None:
    s = in_the_middle()
    for card in range(28):
        for row in (s.deck, *(s.seat[seat].hand for seat in range(3))):
            row[card] += more
            assert RULES.lost(s) == 1
            row[card] -= more


def test_1_6_cards_on_their_way_are_counted() -> None:
    s = position([], hands=[["red mill", "olive farm"]], seats=2)
    for slot in range(3):
        s.shown[slot] = 20 + slot
        assert RULES.lost(s) == 1
        s.deck[20 + slot] -= 1
        assert RULES.lost(s) == 0
    do(s, "play red mill")
    assert RULES.lost(s) == 0
    s.card = NONE
    assert RULES.lost(s) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_6_four_cards_in_secret_three_open_the_rest_in_the_pile(seats: int) -> None:
    match = Match(GAME, seats=seats, seed="deal")
    view = match.view(None)
    assert [seat["cards"] for seat in view["seats"]] == [4] * seats
    assert len(view["open"]) == 3
    assert view["pile"] == 40 - 4 * seats - 3
    assert all("hand" not in seat for seat in view["seats"])
    assert sum(match.view(0)["seats"][0]["hand"]) == 4
    dealt = [e for e in match.events if e.kind == "draw"]
    assert len(dealt) == 4 * seats
    for event in dealt:
        assert event.for_seat(event.seat).args
        assert not event.for_seat((event.seat + 1) % seats).args
        assert not event.for_seat(None).args


def test_1_6_a_card_is_drawn_as_often_as_it_is_in_the_pile() -> None:
    s = GAME.setup(2)
    do(s, "first seat 0", "site at G5")
    assert GAME.weights(s) == [2] * 12 + [1] * 16
    do(s, "draw red mill", "draw red house")
    assert GAME.weights(s)[0] == 1
    assert "draw red mill" not in words(s)


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 0), (3, 2), (4, 1)])
def test_1_6_cards_are_dealt_one_by_one_from_the_first_seat_on_then_the_open_ones(seats: int, first: int) -> None:
    s = GAME.setup(seats)
    do(s, f"first seat {first}", "site at G5")
    for n in range(4 * seats):
        (event,) = GAME.play(s, GAME.legal(s)[n % 5])
        assert (event.kind, event.seat, event.known_to) == ("draw", (first + n) % seats, (first + n) % seats)
        assert s.seat[event.seat].hand[event.args[0]]
        assert s.to_act == CHANCE
    for n in range(3):
        card = GAME.legal(s)[n] - GAME.actions.verbs["draw"]
        news = GAME.play(s, GAME.legal(s)[n])
        assert told(news, "open") == [("open", first, card)]
        assert s.shown[n] == card
    assert told(news, "turn") == [("turn", first)]
    assert (s.turn, s.to_act, s.pending) == (first, first, 1)


def test_1_6_whose_turn_it_is_opens_a_card() -> None:
    """1.6, 3.6  Later too a card that is opened is told, with the seat that took the one before."""
    s = with_open(position([], hands=[[], ["red house"]], seats=3, turn=1), "silver farm")
    s.first = 0
    lay(s, "red house", "G4 H4")
    news = do(s, "take silver farm", "draw black mill")
    assert told(news, "take", "open") == [("take", 1, kind("silver farm")), ("open", 1, kind("black mill"))]


def test_1_7_chance_picks_the_first_seat_then_clockwise() -> None:
    s = GAME.setup(3)
    assert words(s) == ["first seat 0", "first seat 1", "first seat 2"]
    assert GAME.weights(s) == [1, 1, 1]
    assert told(do(s, "first seat 1"), "first") == [("first", 1)]
    assert s.first == 1
    match = Match(GAME, seats=3, seed="order")
    rng, turns = Random(1), [match.to_act]
    for _ in range(100):
        if len(turns) == 8:
            break
        match.play(rng.choice(match.legal))
        if match.state.turn != turns[-1]:
            turns.append(match.state.turn)
    assert turns == [(match.state.first + n) % 3 for n in range(8)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_7_after_the_last_seat_comes_seat_0(seats: int) -> None:
    s = position([], seats=seats, turn=seats - 1)
    place(s, "own G4")
    assert told(do(s, "done"), "turn") == [("turn", 0)]
    assert (s.turn, s.to_act) == (0, 0)


@pytest.mark.parametrize(("seats", "more"), [(2, 3), (3, 2), (4, 1)])
def test_1_8_first_game_seven_buildings_and_more_neutral_workers(seats: int, more: int) -> None:
    match = Match(GAME, seats=seats, seed="first", start="first_game")
    s = match.state
    assert s.buildings == 8
    assert sorted(RULES.SHAPE_OF[p] for p in s.placed[1:8]) == list(range(7))
    assert [s.seat[i].workers[HIRED] for i in range(seats)] == [more] * seats
    assert s.reserve[NEUTRAL] == 24 - more * seats
    assert sum(s.deck) == 33 - 4 * seats - 3
    assert RULES.lost(s) == 0
    view = match.view(None)
    assert [len(b["free"]) for b in view["buildings"]] == [4, 6, 4, 6, 7, 8, 6]
    assert sum(len(set(b["squares"]) & set(squares_in(RULES.CAMPS_BITS))) for b in view["buildings"]) == 6
    assert not any(b["finished"] for b in view["buildings"])
    assert [e.seat for e in match.events if e.kind in ("first", "site")] == [s.first] * 2
    assert match.events[1].args == (view["site"],)


def test_1_8_in_a_first_game_camps_hire_as_always() -> None:
    """1.8, 3.5  Two camps under a building bring two workers, whatever lies on the board already."""
    s = position([], workers={ORANGE: "J3"}, hands=[["black trade centre"]], start="first_game")
    news = lay(s, "black trade centre", "J4 K4 K3 K2")
    assert told(news, "hire") == [("hire", 0, 2)]
    assert s.seat[0].workers[:] == [3, 2]


# --- 2 The turn -------------------------------------------------------------------------------------------------------


def test_2_1_lay_or_place_then_perhaps_a_banner() -> None:
    s = position([], hands=[["red house", "black mill"]], seats=2)
    assert words(s) == ["play red house", "play black mill", "worker own"]
    lay(s, "red house", "G4 H4")
    past_cards(s)
    assert words(s) == ["banner", "done"]
    assert told(do(s, "done"), "turn") == [("turn", 1)]
    assert s.turn == s.to_act == 1
    assert words(s) == ["worker own"]
    place(s, "own K5")
    assert words(s) == ["banner", "done"]


def full_board(
    hands: list[list[str]],
    tents: dict[int, tuple[int, int]],
    seats: int = 2,
    free: str = "A1 B1 C1 D1 A2 B2 A3",
    **options: Any,
) -> State:
    """A board on which only these squares are free; at first a corner, far from everything."""
    s = position([], hands=hands, tents=tents, seats=seats, **options)
    for square in range(SQUARES):
        if square_name(square) not in free.split() and not s.built[square // 48] >> square % 48 & 1:
            s.crew[NEUTRAL][square // 48] |= 1 << square % 48
    return s


def test_2_2_who_can_do_nothing_skips_and_may_use_a_banner() -> None:
    s = full_board([["red mill"], []], {0: (0, 0)})
    s.crew[NEUTRAL][0] |= 1 << at("B1") | 1 << at("B2")  # room for a house at C1 D1, for a mill nowhere
    assert words(s) == ["skip"]
    assert told(do(s, "skip"), "skip") == [("skip", 0)]
    assert words(s) == ["banner", "done"]
    do(s, "banner")
    assert s.seat[0].workers[OWN] == 2
    assert s.turn == 1


def test_2_2_what_was_offered_before_does_not_matter() -> None:
    s = full_board([[], []], {0: (0, 0)})
    menu = [7] * (GAME.actions.size + 1)
    menu[0] = 0
    RULES.legal(s, menu)
    assert menu[:2] == [1, SKIP]


def test_2_2_nobody_skips_by_choice() -> None:
    s = position([], hands=[["red house"]], tents={0: (0, 0)})
    assert words(s) == ["play red house"]
    s = position([], tents={0: (0, 1)})
    assert words(s) == ["worker neutral"]


def test_2_3_the_game_ends_when_all_skip_and_none_uses_a_banner() -> None:
    s = full_board([[], []], {0: (0, 0), 1: (0, 0)})
    s.seat[0].seals[RED] = 3
    do(s, "skip", "banner", "done")  # not idle: a banner was used
    assert s.turn == 1
    do(s, "skip", "done")
    assert s.turn == 0
    news = do(s, "skip", "done")
    assert s.to_act == NOBODY
    assert told(news, "end", "sell") == [("end", 0), ("sell", 0, RED, 3, 6)]
    assert GAME.scores(s) == [6, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_3_every_seat_has_to_skip(seats: int) -> None:
    s = full_board([], dict.fromkeys(range(seats), (0, 0)), seats)
    for _ in range(seats - 1):
        do(s, "skip", "done")
        assert s.to_act != NOBODY
    do(s, "skip", "done")
    assert s.to_act == NOBODY


def test_2_3_who_lays_or_places_or_uses_a_banner_has_not_skipped() -> None:
    def two_more_skips(s: State) -> None:
        do(s, "done", "skip", "done")
        assert s.to_act != NOBODY
        do(s, "skip", "done")
        assert s.to_act == NOBODY

    s = full_board([[], ["red house"]], {0: (0, 0), 1: (0, 0)})
    do(s, "skip", "done")
    lay(s, "red house", "C1 D1")
    past_cards(s)
    s.seat[1].hand[:] = [0] * 28
    two_more_skips(s)
    s = full_board([[], []], {0: (0, 0), 1: (1, 0)})
    s.crew[NEUTRAL][1] &= ~(1 << at("G4") % 48)  # one free square beside the castle site
    do(s, "skip", "done")
    place(s, "own G4")
    two_more_skips(s)
    s = full_board([[], []], {0: (0, 0), 1: (0, 0)})
    s.reserve[1] = 0
    do(s, "skip", "done", "skip", "banner", "skip", "done")
    assert s.to_act != NOBODY
    do(s, "skip", "done")
    assert s.to_act == NOBODY


# --- 3 Laying a building ----------------------------------------------------------------------------------------------

SETTING: Laid = [("monastery", "olive", "K5 L5 K6 L6"), ("mill", "black", "C9 D9 E9 D10"), ("house", "red", "C11 C12")]


@pytest.mark.parametrize(
    ("squares", "what"),
    [
        ("M9 N9 O9 O10", "beside a worker"),
        ("M6 N6 O6 O7", "beside a building"),
        ("K4 L4 M4 M5", "beside a building, from above"),
        ("D11 D12 E11 F11", "beside two buildings and a worker"),
        ("F6 F7 F8 E8", "beside the castle site and a mill"),
        ("F4 F5 F6 E6", "beside the castle site, from the left"),
        ("I4 J4 K4 K3", "beside the castle site and a monastery"),
    ],
)
def test_3_3_illustration_1_a_trade_centre_may_lie(squares: str, what: str) -> None:
    s = position(SETTING, workers={ORANGE: "L9 E12"}, hands=[["red trade centre"]])
    assert can_lay(s, "red trade centre", squares), what


@pytest.mark.parametrize(
    ("squares", "what"),
    [
        ("L6 M6 N6 N7", "it overlaps the monastery"),
        ("M7 N7 O7 O8", "only a corner of the monastery"),
        ("A1 B1 C1 C2", "beside nothing"),
        ("L9 M9 N9 N10", "a worker is there"),
        ("H4 H5 H6 G6", "the castle is there"),
    ],
)
def test_3_3_illustration_2_a_trade_centre_may_not_lie(squares: str, what: str) -> None:
    """3.1, 3.3  On free squares, and beside something; a corner does not count."""
    s = position(SETTING, workers={ORANGE: "L9 E12"}, hands=[["red trade centre"]])
    assert not can_lay(s, "red trade centre", squares), what


def test_3_1_a_card_that_fits_nowhere_is_not_offered() -> None:
    s = full_board([["red mill", "red house", "silver monastery"], []], {0: (0, 0)})
    s.crew[NEUTRAL][0] |= 1 << at("B1") | 1 << at("B2")
    assert words(s) == ["play red house"]
    s = full_board([["red mill", "red house", "silver monastery"], []], {0: (0, 0)})
    assert words(s) == ["play red house", "play red mill", "play silver monastery"]


def test_3_1_every_card_of_the_hand_that_fits_is_offered_once() -> None:
    cards = [f"{family} house" for family in ("red", "olive", "black", "silver")]
    for n in range(1, 16):
        hand = [card for bit, card in enumerate(cards) if n >> bit & 1]
        assert words(position([], hands=[hand], tents={0: (0, 0)})) == [f"play {card}" for card in hand]
    s = position([], hands=[["olive mill", "olive farm", "silver monastery", "olive farm"]], tents={0: (0, 0)})
    assert words(s) == ["play olive farm", "play olive mill", "play silver monastery"]
    news = do(s, "play olive farm")
    assert told(news, "play") == [("play", 0, kind("olive farm"))]
    assert (s.card, s.seat[0].hand[kind("olive farm")]) == (kind("olive farm"), 1)


def ways_at_the_edges() -> list[int]:
    """Of every shape, turned each way, where it lies first, last and in the middle of the board, clear of the castle."""
    castle = set(squares_in(RULES.COVER_BITS[RULES.FIRST_PLACED_SITE + 1]))
    by_look: dict[tuple[int, int], list[int]] = {}
    for n in range(RULES.FIRST_PLACED_SITE):
        if not castle & set(squares_in(RULES.COVER_BITS[n])):
            by_look.setdefault((RULES.SHAPE_OF[n], RULES.TURN_OF[n]), []).append(n)
    assert len(by_look) == 25
    return [some[n] for some in by_look.values() for n in (0, len(some) // 3, len(some) // 2, -1)]


def test_3_1_the_one_way_that_is_left_is_found() -> None:
    """3.1, 3.2  All squares but those of one building are taken: its card can be played, and it can be laid just there."""
    for placed in ways_at_the_edges():
        free = " ".join(square_name(square) for square in squares_in(RULES.COVER_BITS[placed]))
        s = full_board([], {0: (0, 0)}, free=free)
        s.seat[0].hand[RULES.SHAPE_OF[placed] * 4] = 1
        GAME.play(s, GAME.legal(s)[0])
        assert GAME.legal(s) == [LAY + RULES.TURN_OF[placed] * SQUARES + RULES.SQUARE_OF[placed]]


def test_3_1_two_things_on_a_square_are_noticed() -> None:
    """3.1, 4.2  Also a square that is built on by no building, or off the board."""
    for name in ("A1", "P3", "A4", "P6", "A7", "P9", "A10", "P12"):
        word, bit = at(name) // 48, 1 << at(name) % 48
        for first in range(5):
            s = position([])
            s.crew[first][word] |= bit
            assert RULES.overlaps(s) == 0
            for second in range(5):
                twin = s.copy()
                twin.crew[second][word] |= bit
                assert RULES.overlaps(twin) == (first != second)
        s = position([])
        s.built[word] |= bit
        assert RULES.overlaps(s) == 1  # there is no such building
        s = position([])
        s.crew[2][word] |= 1 << 48
        assert RULES.overlaps(s) == 1  # off the board
    for one, two in (("A1 B1", "B1 C1"), ("A4 B4", "A4 A5"), ("A8 B8", "B8 C8"), ("A12 B12", "A12 B12")):
        s = position([("house", "red", one)])
        s.crew[3][at(one.split()[0]) // 48] |= 1 << at(one.split()[0]) % 48
        assert RULES.overlaps(s) == 1  # a worker under a building
        assert RULES.lost(s) == 2  # one worker more, and a square too few
        s = position([("house", "red", one)])
        RULES.put(s, way("house", two), RED)
        assert RULES.overlaps(s) == 1


def brute_force(s: State, card: int, mirror: bool) -> set[frozenset[int]]:
    """Every way to lay a building, tried square by square."""
    shape = card // 4
    taken = {square for square in range(SQUARES) if any(row[square // 48] >> square % 48 & 1 for row in [s.built, *s.crew])}

    def beside(square: int) -> set[int]:
        x, y = square % 16, square // 16
        return {v * 16 + u for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= u < 16 and 0 <= v < 12}

    found = set()
    for n in range(RULES.FIRST_PLACED_SITE):
        if RULES.SHAPE_OF[n] == shape and (mirror or RULES.TURN_OF[n] < 4):
            cover = set(squares_in(RULES.COVER_BITS[n]))
            if not cover & taken and any(beside(square) & taken for square in cover):
                found.add(frozenset(cover))
    return found


@pytest.mark.parametrize("squares", ["G4 H4", "G3 G4", "J4 K4", "E5 F5", "F6 F7", "K6 K7", "K5 L5", "J8 K8", "G8 G9", "F7 E7"])
def test_3_3_contact_with_the_castle_site_alone_is_enough(squares: str) -> None:
    s = position([], hands=[["red house"]], tents={0: (0, 0)})
    assert can_lay(s, "red house", squares)


def test_3_3_camps_are_no_buildings() -> None:
    """3.3, 4.1  Neither a building nor a worker can be put beside one that is beside nothing else."""
    camps = squares_in(RULES.CAMPS_BITS)
    s = position([], hands=[["red house"]], tents={0: (1, 0)})
    near = {
        square for word in range(4) for square in squares_in([0] * word + [RULES.near_squares(s, RULES.free_squares(s))[word]])
    }
    assert near == {at(n) for n in "G4 H4 I4 J4 F5 F6 F7 K5 K6 K7 G8 H8 I8 J8".split()}
    assert len(set(camps) - near) > 15
    do(s, "worker own")
    assert {a - STAND for a in GAME.legal(s)} == near


@pytest.mark.parametrize("squares", ["G3 H3", "F4 E4", "K4 L4", "F8 E8", "K8 L8", "L5 L6", "G9 H9", "E6 E7"])
def test_3_3_near_the_castle_site_is_not_beside_it(squares: str) -> None:
    s = position([], hands=[["red house"]], tents={0: (0, 0)})
    assert not can_lay(s, "red house", squares)


@pytest.mark.parametrize("owner", [YELLOW, ORANGE, GREEN, VIOLET, NEUTRAL])
@pytest.mark.parametrize(
    ("worker", "yes", "no"),
    [
        ("A9", "A10 B10", "B10 C10"),
        ("A3", "A4 A5", "B4 C4"),
        ("P3", "P4 P5", "O4 N4"),
        ("P9", "P10 P11", "O10 O11"),
        ("P1", "O1 N1", "N1 M1"),
        ("A12", "B12 C12", "B11 C11"),
        ("C10", "C8 C9", "D9 E9"),
    ],
)
def test_3_3_contact_with_a_worker_of_any_colour_is_enough(owner: int, worker: str, yes: str, no: str) -> None:
    s = position([], workers={owner: worker}, hands=[["red house"]], tents={0: (0, 0)})
    assert can_lay(s, "red house", yes)
    assert not can_lay(s, "red house", no)


@pytest.mark.parametrize("mirror", ["yes", "no"])
def test_3_2_turned_and_mirrored_as_allowed(mirror: str) -> None:
    """3.1, 3.2, 3.3  The legal placements are those found square by square, in the middle of random games."""
    rng = Random(mirror)
    tried = set()
    for seed in range(2):
        match = Match(GAME, seats=3, seed=seed, mirror=mirror)
        for _ in range(GAME.limit):
            if match.over:
                break
            s = match.state
            if now(s) == CHOOSE_SPOT:
                ways = [
                    RULES.PLACED_AT[RULES.TURNED[s.card // 4][n // SQUARES]][n % SQUARES]
                    for n in (a - LAY for a in match.legal)
                ]
                found = {frozenset(squares_in(RULES.COVER_BITS[placed])) for placed in ways}
                assert len(found) == len(ways)
                assert found == brute_force(s, s.card, mirror == "yes")
                tried.add(s.card // 4)
            match.play(rng.choice(match.legal))
    assert tried == set(range(7))


def test_3_2_only_the_crooked_shapes_have_mirror_images() -> None:
    looks = [sum(look >= 0 for look in shape) for shape in RULES.TURNED]
    assert looks == [2, 2, 4, 4, 4, 8, 1]
    assert [sum(look >= 0 for look in shape[:4]) for shape in RULES.TURNED] == [2, 2, 4, 4, 2, 4, 1]


def test_3_4_a_seal_of_the_family_lies_on_the_building() -> None:
    s = position([], hands=[["red trade centre"]])
    news = lay(s, "red trade centre", "K5 L5 M5 M6")
    placed = way("trade_centre", "K5 L5 M5 M6")
    assert told(news, "lay") == [("lay", 0, kind("red trade centre"), placed)]
    assert (s.buildings, s.placed[:3], s.card) == (2, [s.placed[0], placed, NONE], NONE)
    assert {"K5", "L5", "M5", "M6"} < {square_name(square) for square in squares_in(s.built)}
    assert s.family[1] == RED
    assert s.unfinished == 0b10
    assert GAME.view(s, None)["buildings"][0]["finished"] is False


def test_3_5_illustration_3_a_camp_brings_a_neutral_worker() -> None:
    """3.4, 3.5  Green plays a trade centre with the red seal over one camp, and draws a card."""
    s = position(SETTING, workers={ORANGE: "L9"}, hands=[[], [], ["red trade centre"]], turn=GREEN)
    news = lay(s, "red trade centre", "M6 N6 O6 O7")  # O6 is a camp
    assert told(news, "hire") == [("hire", GREEN, 1)]
    assert s.seat[GREEN].workers[:] == [3, 1]
    assert s.reserve[NEUTRAL] == 23
    past_cards(s)
    assert sum(s.seat[GREEN].hand) == 1
    assert words(s) == ["banner", "done"]


def test_3_5_two_camps_bring_two_workers_and_an_empty_reserve_none() -> None:
    s = position([], workers={ORANGE: "J3"}, hands=[["black trade centre"]])
    twin = s.copy()
    lay(s, "black trade centre", "J4 K4 K3 K2")  # camps at J4 and K2
    assert s.seat[0].workers[:] == [3, 2]
    twin.reserve[NEUTRAL] = 1
    lay(twin, "black trade centre", "J4 K4 K3 K2")
    assert twin.seat[0].workers[:] == [3, 1]
    assert twin.reserve[NEUTRAL] == 0


def test_3_5_every_camp_of_the_board_hires() -> None:
    camps = squares_in(RULES.CAMPS_BITS)
    for camp in camps:
        s = position([], hands=[["red house"]], seats=2)
        neighbour = camp + (1 if camp % 16 < 8 else -1)
        s.crew[NEUTRAL][neighbour // 48] &= ~(1 << neighbour % 48)
        beside = neighbour + (1 if camp % 16 < 8 else -1)
        if s.built[beside // 48] >> beside % 48 & 1 == 0:
            s.crew[1][beside // 48] |= 1 << beside % 48
        hired = len({camp, neighbour} & set(camps))
        news = lay(s, "red house", f"{square_name(camp)} {square_name(neighbour)}")
        assert told(news, "hire") == [("hire", 0, hired)]
        assert (s.seat[0].workers[HIRED], s.reserve[NEUTRAL]) == (hired, 24 - hired)


def test_3_5_without_a_camp_nobody_is_hired() -> None:
    s = position([], hands=[["red farm"]])
    news = lay(s, "red farm", "K5 K6 K7")
    assert not told(news, "hire")
    assert (s.seat[0].workers[:], s.reserve[NEUTRAL]) == ([3, 0], 24)


def with_open(s: State, *cards: str) -> State:
    for slot, card in enumerate(cards):
        s.shown[slot] = kind(card)
        s.deck[kind(card)] -= 1
    return s


def test_3_6_an_open_card_is_taken_and_replaced_at_once() -> None:
    s = with_open(position([], hands=[["red house", "red mill"]], seats=2), "silver farm", "olive farm", "silver farm")
    lay(s, "red house", "G4 H4")
    assert words(s) == ["take olive farm", "take silver farm", "take from the pile"]
    do(s, "take silver farm")
    assert s.to_act == CHANCE
    assert s.seat[0].hand[kind("silver farm")] == 1
    do(s, "draw black mill")
    assert s.shown[:] == [kind("black mill"), kind("olive farm"), kind("silver farm")]
    assert (s.to_act, words(s)) == (0, ["banner", "done"])
    assert RULES.lost(s) == 0


def test_3_6_a_card_from_the_pile_is_unseen_by_the_others() -> None:
    s = with_open(position([], hands=[["red house"]], seats=2), "silver farm", "olive farm", "silver farm")
    lay(s, "red house", "G4 H4")
    assert told(do(s, "take from the pile"), "blind") == [("blind", 0)]
    assert s.to_act == CHANCE
    (event,) = do(s, "draw black mill")
    assert (s.to_act, sum(s.seat[0].known)) == (0, 0)
    assert (event.kind, event.seat, event.known_to) == ("draw", 0, 0)
    assert s.seat[0].hand[kind("black mill")] == 1
    assert s.shown[:] == [kind("silver farm"), kind("olive farm"), kind("silver farm")]


def test_3_6_each_open_card_is_offered_once() -> None:
    cards = [NONE, kind("red house"), kind("olive farm"), kind("silver monastery")]
    for shown in product(cards, repeat=3):
        s = position([], hands=[["red mill"]], seats=2)
        lay(s, "red mill", "K5 K6 K7 L6")
        s.shown[:] = shown
        wanted = sorted(set(shown) - {NONE})
        assert GAME.legal(s) == [*(TAKE + card for card in wanted), BLIND]


def test_3_6_the_last_card_of_the_last_turn_is_still_drawn() -> None:
    """3.6, 8.2  Then the game is over."""
    s = position([], hands=[["red house"]], seats=2)
    s.seat[0].banners, s.turns_left = 0, 1
    lay(s, "red house", "G4 H4")
    do(s, "take from the pile", "draw black mill")
    assert (s.to_act, s.seat[0].hand[kind("black mill")]) == (NOBODY, 1)


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_3_6_the_place_of_the_card_that_was_taken_is_filled(slot: int) -> None:
    cards = ["silver farm", "olive farm", "black farm"]
    s = with_open(position([], hands=[["red house"]], seats=2), *cards)
    lay(s, "red house", "G4 H4")
    news = do(s, f"take {cards[slot]}")
    assert told(news, "take") == [("take", 0, kind(cards[slot]))]
    assert (s.slot, s.shown[slot], s.to_act) == (slot, NONE, CHANCE)
    do(s, "draw black mill")
    assert (s.slot, s.to_act) == (NONE, 0)
    assert [s.shown[n] for n in range(3)] == [kind("black mill" if n == slot else cards[n]) for n in range(3)]
    assert s.seat[0].known[kind(cards[slot])] == s.seat[0].hand[kind(cards[slot])] == 1
    assert sum(s.seat[0].hand) == sum(s.seat[0].known) == 1


def test_3_7_when_the_pile_is_empty_open_cards_are_taken_then_hands_shrink() -> None:
    s = with_open(position([], hands=[["red house", "red farm"], ["black farm"]], seats=2), "silver farm")
    s.deck[:] = [0] * 28
    lay(s, "red house", "G4 H4")
    assert words(s) == ["take silver farm"]
    do(s, "take silver farm", "done")
    assert s.shown[:] == [-1, -1, -1]
    assert s.turn == 1
    lay(s, "black farm", "K5 K6 K7")
    assert words(s) == ["banner", "done"]
    assert sum(s.seat[1].hand) == 0


@pytest.mark.parametrize("card", ["red house", "olive farm", "silver monastery"])
def test_3_7_the_last_card_of_the_pile_can_be_drawn(card: str) -> None:
    s = position([], hands=[["red mill"]], seats=2)
    s.deck[:] = [0] * 28
    s.deck[kind(card)] = 1
    lay(s, "red mill", "K5 K6 K7 L6")
    assert words(s) == ["take from the pile"]
    do(s, "take from the pile")
    assert words(s) == [f"draw {card}"]
    do(s, f"draw {card}")
    assert (RULES.pile(s), s.to_act, words(s)) == (0, 0, ["banner", "done"])


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_3_7_the_last_open_card_can_be_taken_and_leaves_a_gap(slot: int) -> None:
    s = position([], hands=[["red mill"]], seats=2)
    s.deck[:] = [0] * 28
    s.shown[slot] = kind("olive farm")
    lay(s, "red mill", "K5 K6 K7 L6")
    assert words(s) == ["take olive farm"]
    do(s, "take olive farm")
    assert (s.shown, s.to_act, words(s)) == ([NONE] * 3, 0, ["banner", "done"])


# --- 4 Placing workers ------------------------------------------------------------------------------------------------


def test_4_1_all_workers_of_a_turn_are_beside_one_building() -> None:
    s = position([("house", "red", "C3 D3"), ("house", "black", "C5 D5")], tents={0: (3, 2)})
    news = do(s, "worker own", "stand on C4")  # beside both
    assert told(news, "stand") == [("stand", 0, 0, at("C4"))]
    assert (s.common, s.worker) == (0b110, NONE)
    assert words(s) == ["worker own", "worker neutral", "done"]
    do(s, "worker neutral")
    assert set(words(s)) == {f"stand on {n}" for n in "C2 D2 B3 E3 D4 B5 E5 C6 D6".split()}
    do(s, "stand on C2")
    do(s, "worker own")
    assert set(words(s)) == {f"stand on {n}" for n in "D2 B3 E3 D4".split()}


@pytest.mark.parametrize(("square", "common"), [("C4", 0b110), ("D4", 0b110), ("C2", 0b010), ("E3", 0b010), ("B5", 0b100)])
def test_4_1_every_building_beside_all_workers_counts(square: str, common: int) -> None:
    s = position([("house", "red", "C3 D3"), ("house", "black", "C5 D5")], tents={0: (2, 1)})
    assert s.common == 0b111
    do(s, "worker own", f"stand on {square}")
    assert s.common == common


@pytest.mark.parametrize(("tent", "after"), [((2, 0), ["worker own"]), ((1, 1), ["worker neutral"]), ((2, 1), None)])
def test_4_1_more_workers_may_follow_as_long_as_there_are_any(tent: tuple[int, int], after: list[str] | None) -> None:
    s = position([], tents={0: tent})
    do(s, "worker own", "stand on G4")
    assert words(s) == [*(after or ["worker own", "worker neutral"]), "done"]


def test_4_1_a_finished_building_is_not_one_to_place_beside() -> None:
    s = position([("house", "red", "A1 B1")], workers={ORANGE: "A2 C1 B2"})
    s.unfinished = 0
    RULES.begin_turn(s, 0)
    assert s.common == 0b1


def test_4_1_the_castle_site_counts_as_a_building() -> None:
    s = position([])
    do(s, "worker own")
    around = {"G4", "H4", "I4", "J4", "F5", "F6", "F7", "K5", "K6", "K7", "G8", "H8", "I8", "J8"}
    assert {square_name(a - STAND) for a in GAME.legal(s)} == around


def test_4_1_a_worker_is_not_something_to_place_workers_beside() -> None:
    s = position([], workers={ORANGE: "A1"})
    do(s, "worker own")
    assert not {"stand on A2", "stand on B1"} & set(words(s))


def test_4_1_at_least_one_worker_and_no_more_than_the_tent_holds() -> None:
    s = position([], tents={0: (1, 1)})
    assert words(s) == ["worker own", "worker neutral"]
    do(s, "worker own", "stand on G4")
    assert words(s) == ["worker neutral", "done"]
    do(s, "worker neutral", "stand on H4")
    assert words(s) == ["banner", "done"]
    assert s.seat[0].workers[:] == [0, 0]


def test_4_1_nothing_is_asked_when_no_square_is_left() -> None:
    s = position([("house", "red", "A1 B1")], workers={ORANGE: "A2 C1"}, tents={0: (3, 0)})
    s.common = 0b10  # only the house
    do(s, "worker own", "stand on B2")
    assert words(s)[0].startswith("block")  # the house is finished


@pytest.mark.parametrize("owner", [YELLOW, ORANGE, GREEN, VIOLET, NEUTRAL])
def test_4_2_where_a_worker_stands_no_other_is_put(owner: int) -> None:
    s = position([], workers={owner: "G4"})
    do(s, "worker own")
    assert "stand on G4" not in words(s)
    assert "stand on H4" in words(s)


def test_4_2_a_worker_leaves_the_tent_and_stands_on_the_square() -> None:
    s = position([], tents={VIOLET: (2, 2)}, turn=VIOLET)
    news = do(s, "worker neutral", "stand on G4", "worker own", "stand on J8")
    assert told(news, "stand") == [("stand", VIOLET, NEUTRAL, at("G4")), ("stand", VIOLET, VIOLET, at("J8"))]
    assert s.seat[VIOLET].workers[:] == [1, 1]
    assert [squares_in(crew) for crew in s.crew] == [[], [], [], [at("J8")], [at("G4")]]
    assert s.worker == NONE


def test_4_2_one_worker_on_a_square_for_the_whole_game() -> None:
    match = Match(GAME, seats=3, seed="stay")
    rng, before = Random(2), set[tuple[int, int]]()
    for _ in range(GAME.limit):
        if match.over:
            break
        match.play(rng.choice(match.legal))
        now = {(square, owner) for square, owner in match.view()["workers"]}
        assert before <= now
        assert len({square for square, _ in now}) == len(now)
        before = now


def test_4_3_a_worker_on_a_camp_hires_nobody() -> None:
    s = position([], tents={0: (1, 0)})
    news = place(s, "own G4")  # a camp
    assert not told(news, "hire")
    assert s.seat[0].workers[HIRED] == 0


# --- 5 Finishing buildings --------------------------------------------------------------------------------------------

CITY: Laid = [
    ("monastery", "olive", "B8 C8 B9 C9"),
    ("trade_centre", "red", "D9 E9 F9 F10"),
    ("farm", "black", "E8 F8 G8"),
    ("tavern", "silver", "G10 G11 F11"),
    ("house", "silver", "B10 C10"),
]
CREW = {YELLOW: "B7 C7", GREEN: "A8 A9", ORANGE: "G9"}


def test_5_2_example_two_own_workers_and_a_neutral_one_finish_two_buildings() -> None:
    """5.1, 5.2, 5.3, 5.4, 6.1  Violet places beside the trade centre and finishes it and the monastery."""
    s = position(CITY, workers=CREW, tents={VIOLET: (3, 2)}, turn=VIOLET)
    news = place(s, "own D8", "own D10", "neutral E10")
    assert told(news, "finish") == [
        ("finish", VIOLET, 6, OLIVE, way("monastery", "B8 C8 B9 C9")),
        ("finish", VIOLET, 5, RED, way("trade_centre", "D9 E9 F9 F10")),
    ]
    assert s.seat[ORANGE].seals == [1, 0, 0, 0]
    assert s.seat[VIOLET].seals == [3, 2, 0, 0]  # 2 + 1 red, 1 + 1 olive
    assert s.seat[YELLOW].seals == [0, 2, 0, 0]
    assert s.seat[GREEN].seals == [0, 2, 0, 0]
    assert s.due == 2
    assert s.supply[0] == [3, 3, 3, 3]
    set_blocks(s, "black 5", "black 1")
    assert s.supply[0] == [3, 3, 1, 3]
    assert [RULES.value(s, family) for family in range(4)] == [1, 2, 4, 2]
    assert words(s) == ["banner", "done"]
    assert [b["finished"] for b in GAME.view(s, None)["buildings"]] == [True, True, False, False, False]


def test_5_1_the_edge_closes_and_a_hole_does_not() -> None:
    s = position([("house", "red", "A1 B1")], workers={ORANGE: "A2 C1"}, tents={0: (1, 0)})
    assert s.unfinished == 0b10
    news = place(s, "own B2")
    assert told(news, "finish", "earn", "bonus") == [
        ("finish", 0, 0, RED, way("house", "A1 B1")),
        ("earn", 0, RED, 1),
        ("earn", 1, RED, 2),
        ("bonus", 0, RED),
    ]


def test_5_1_the_card_is_drawn_before_anything_is_paid() -> None:
    s = position([("house", "red", "A1 B1")], workers={ORANGE: "A2 C1"}, hands=[["silver house"]])
    lay(s, "silver house", "B2 B3")
    assert s.unfinished & 0b10
    news = do(s, "take from the pile", "draw black mill")
    assert [e.kind for e in news][:3] == ["blind", "draw", "finish"]
    assert told(news, "earn", "bonus") == [("earn", 1, RED, 2), ("bonus", 0, RED)]


def test_5_1_nothing_is_finished_as_long_as_one_square_is_empty() -> None:
    laid: Laid = [("farm", "black", "C8 D8 E8")]
    around = "C7 D7 E7 B8 F8 C9 D9 E9".split()
    for missing in around:
        s = position(laid, workers={ORANGE: " ".join(n for n in around if n != missing)}, tents={0: (1, 0)})
        assert not RULES.is_enclosed(s, 1)
        assert told(place(s, f"own {missing}"), "finish") == [("finish", 0, 1, BLACK, way("farm", "C8 D8 E8"))]
        assert (s.unfinished, s.due) == (0, 1)


def test_5_2_workers_all_round_earn_clockwise_from_whose_turn_it_is() -> None:
    s = position(
        [("farm", "black", "C6 C7 C8")], workers={0: "C5 B6", 1: "B7", 2: "B8 D6 D7", 3: "D8"}, tents={2: (1, 0)}, turn=2
    )
    news = place(s, "own C9")
    assert told(news, "earn", "bonus") == [
        ("earn", 2, BLACK, 4),
        ("earn", 3, BLACK, 1),
        ("earn", 0, BLACK, 2),
        ("earn", 1, BLACK, 1),
        ("bonus", 2, BLACK),
    ]
    assert [s.seat[i].seals[BLACK] for i in range(4)] == [2, 1, 5, 1]


def test_5_2_a_worker_at_a_corner_earns_nothing() -> None:
    s = position([("house", "red", "A1 B1")], workers={ORANGE: "A2 C1", GREEN: "C2 B3"}, tents={0: (1, 0)})
    news = place(s, "own B2")
    assert told(news, "earn") == [("earn", 0, RED, 1), ("earn", 1, RED, 2)]


def test_5_2_the_own_worker_inside_a_bend_earns() -> None:
    """5.1, 5.2  The square in the notch of a tavern is beside it twice, and its worker earns one seal."""
    around = {1: "C2 D2 B3 B4", 2: "C5 E3"}
    s = position([("tavern", "red", "C3 D3 C4")], workers=around, tents={0: (1, 0)})
    news = place(s, "own D4")
    assert told(news, "earn", "bonus") == [("earn", 0, RED, 1), ("earn", 1, RED, 4), ("earn", 2, RED, 2), ("bonus", 0, RED)]


def test_5_2_neutral_workers_earn_nothing() -> None:
    s = position([("house", "red", "A1 B1")], workers={NEUTRAL: "A2 C1"}, tents={0: (0, 1)})
    place(s, "neutral B2")
    assert [s.seat[i].seals for i in range(4)] == [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]


def test_5_3_whose_turn_it_is_takes_the_seal_from_the_building() -> None:
    s = position(
        [("house", "red", "A1 B1")], workers={ORANGE: "A2 C1 B2", GREEN: "A3"}, hands=[[], [], ["black house"]], turn=GREEN
    )
    s.crew[ORANGE][0] ^= 1 << at("B2")
    s.reserve[ORANGE] += 1
    lay(s, "black house", "B2 C2")
    past_cards(s)
    assert s.seat[ORANGE].seals == [2, 0, 0, 0]
    assert s.seat[GREEN].seals == [1, 0, 0, 0]


def test_5_4_a_building_can_be_finished_by_being_laid() -> None:
    s = position([("house", "red", "A2 B2")], workers={ORANGE: "C1", GREEN: "C2 A3 B3"}, hands=[["silver house"]])
    lay(s, "silver house", "A1 B1")
    news = past_cards(s)
    assert [e[2:4] for e in told(news, "finish")] == [(0, RED), (0, SILVER)]
    assert s.seat[ORANGE].seals == [0, 0, 0, 1]
    assert s.seat[GREEN].seals == [3, 0, 0, 0]
    assert s.seat[0].seals == [1, 0, 0, 1]
    assert s.due == 2


def test_5_4_a_worker_beside_several_buildings_earns_from_each() -> None:
    laid: Laid = [("house", "red", "A1 B1"), ("house", "olive", "A3 B3")]
    s = position(laid, workers={ORANGE: "A2", NEUTRAL: "C1 C3 A4 B4"}, tents={0: (1, 0)})
    news = place(s, "own B2")
    assert told(news, "earn") == [("earn", 0, RED, 1), ("earn", 1, RED, 1), ("earn", 0, OLIVE, 1), ("earn", 1, OLIVE, 1)]


def test_5_5_the_castle_site_is_never_finished() -> None:
    s = position([], workers={NEUTRAL: "H4 I4 J4 F5 F6 F7 K5 K6 K7 G8 H8 I8 J8"}, tents={0: (1, 0)})
    news = place(s, "own G4")
    assert not told(news, "finish", "earn", "bonus")
    assert not s.unfinished >> CASTLE & 1


# --- 6 The castle -----------------------------------------------------------------------------------------------------


def with_blocks_due(blocks: int, due: int, seats: int = 2, turn: int = 0) -> State:
    """So many blocks stand, and so many are to be set now."""
    s = position([], seats=seats, turn=turn)
    build_up(s, blocks)
    s.due = due
    s.pending = 0
    RULES.grow_castle(s)
    return s


def news_of(s: State, what: str) -> list[Event]:
    """What a function of the rules tells."""
    s.news = []
    getattr(RULES, what)(s)
    return list(s.news)


def test_6_1_one_block_for_every_building_finished() -> None:
    s = with_blocks_due(0, 3)
    for left in (3, 2, 1):
        assert s.due == left
        assert words(s) == ["block red", "block olive", "block black", "block silver"]
        set_blocks(s, f"silver {left}")
    assert words(s) == ["banner", "done"]
    assert s.supply[0] == [3, 3, 3, 0]


def test_6_2_any_colour_of_the_present_supply_on_any_free_cell_of_the_level() -> None:
    s = with_blocks_due(0, 4)
    set_blocks(s, "red 1", "red 4", "red 10")
    assert words(s) == ["block olive", "block black", "block silver"]
    do(s, "block olive")
    assert words(s) == [f"set on cell {n}" for n in (2, 3, 5, 6, 7, 8, 9)]


def test_6_3_a_full_level_moves_what_is_left_to_the_third_supply() -> None:
    s = with_blocks_due(9, 2)
    left = s.supply[0][:]
    assert sum(left) == 3
    news = set_blocks(s, "silver 10")
    left[SILVER] -= 1
    assert told(news, "level") == [("level", 0, 1)]
    assert s.supply[0] == [0] * 4
    assert s.supply[2] == [1 + n for n in left]
    assert s.level == 1
    assert words(s) == ["block red", "block olive", "block black", "block silver"]
    set_blocks(s, "red 3")  # in the same turn, on the second level
    assert s.supply[1] == [2, 3, 3, 3]
    assert s.castle[1][2] == RED


def test_6_4_without_blocks_none_is_set() -> None:
    s = with_blocks_due(20, 9)
    assert sum(s.supply[2]) == 8
    for n in range(8):
        do(s, words(s)[0], f"set on cell {n + 1}")
    assert s.due == 0
    assert words(s) == ["banner", "done"]
    assert RULES.lost(s) == 0


@pytest.mark.parametrize(
    ("blocks", "due", "told_due"), [(0, 3, 3), (19, 2, 2), (19, 9, 9), (19, 12, 9), (20, 9, 8), (25, 4, 3)]
)
def test_6_4_no_more_blocks_are_said_to_be_due_than_can_be_set(blocks: int, due: int, told_due: int) -> None:
    """6.1, 6.3, 6.4  More buildings may be finished than blocks are left; and just so many are set."""
    s = with_blocks_due(blocks, due)
    assert GAME.view(s, None)["due"] == told_due
    for left in range(told_due, 0, -1):
        assert GAME.view(s, None)["due"] == left
        do(s, words(s)[0])
        do(s, words(s)[0])
    assert words(s) == ["banner", "done"]
    assert GAME.view(s, None)["due"] == 0


def test_6_4_on_a_full_third_level_none_is_set() -> None:
    s = with_blocks_due(20, 12)
    s.supply[2][:] = [4, 4, 4, 4]  # more than the box has
    for n in range(10):
        do(s, words(s)[0], f"set on cell {n + 1}")
    assert s.due == 0
    assert words(s) == ["banner", "done"]


def test_6_4_that_none_is_set_is_told_only_if_one_was_due() -> None:
    s = with_blocks_due(20, 0, seats=3, turn=2)
    s.supply[2][:] = [0] * 4
    s.pending = 0
    assert told(news_of(s, "finish_buildings"), "empty") == []
    assert words(s) == ["banner", "done"]
    s.due, s.pending = 2, 0
    assert told(news_of(s, "grow_castle"), "empty") == [("empty", 2)]
    assert (s.due, words(s)) == (0, ["banner", "done"])


@pytest.mark.parametrize("family", [RED, OLIVE, BLACK, SILVER])
def test_6_4_the_last_block_of_a_supply_is_set(family: int) -> None:
    """6.2, 6.4  Whatever its colour is."""
    s = with_blocks_due(20, 0)
    s.supply[2][:] = [0] * 4
    s.supply[2][family] = 1
    s.due, s.pending = 1, 0
    RULES.grow_castle(s)
    name = ["red", "olive", "black", "silver"][family]
    assert words(s) == [f"block {name}"]
    news = set_blocks(s, f"{name} 7")
    assert told(news, "block") == [("block", 0, family, 6, 2)]
    assert s.supply[2] == [0] * 4


@pytest.mark.parametrize("cell", range(10))
def test_6_2_the_last_free_cell_of_a_level_is_filled(cell: int) -> None:
    """6.2, 6.3  Whichever it is, the level is full then and not before."""
    s = with_blocks_due(10, 1)
    for other in range(10):
        if other != cell:
            s.castle[1][other] = SILVER
    do(s, "block olive")
    assert words(s) == [f"set on cell {cell + 1}"]
    assert not RULES.is_level_full(s)
    news = do(s, f"set on cell {cell + 1}")
    assert told(news, "block", "level") == [("block", 0, OLIVE, cell, 1), ("level", 0, 2)]
    assert s.block == NONE


@pytest.mark.parametrize("family", [RED, OLIVE, BLACK, SILVER])
def test_6_3_every_colour_that_is_left_moves(family: int) -> None:
    s = with_blocks_due(9, 1)
    s.supply[0][:] = [1] * 4
    s.supply[0][family] = 3
    wanted = [2] * 4
    wanted[family] = 4
    wanted[SILVER] -= 1
    set_blocks(s, "silver 10")
    assert (s.supply[0], s.supply[2]) == ([0] * 4, wanted)


def test_6_5_a_seal_is_worth_what_the_castle_shows_from_above() -> None:
    s = with_blocks_due(0, 5)
    assert [RULES.value(s, family) for family in range(4)] == [2, 2, 2, 2]
    set_blocks(s, "red 5")  # a cell without a seal
    assert [RULES.value(s, family) for family in range(4)] == [3, 2, 2, 2]
    set_blocks(s, "red 4", "red 7")  # over both olive seals
    assert [RULES.value(s, family) for family in range(4)] == [5, 0, 2, 2]
    assert GAME.view(s, None)["values"] == [5, 0, 2, 2]


def test_6_5_only_the_highest_block_counts() -> None:
    s = with_blocks_due(10, 1)
    before = RULES.value(s, s.castle[0][0])
    covered = s.castle[0][0]
    set_blocks(s, "silver 1")
    assert RULES.value(s, covered) == before - 1
    assert GAME.view(s, None)["tops"][0] == SILVER


# --- 7 Banners --------------------------------------------------------------------------------------------------------


def at_banner(seals: list[int], seats: int = 3, turn: int = 0) -> State:
    s = position([], seats=seats, turn=turn)
    s.seat[turn].seals[:] = seals
    s.pending = 0
    RULES.begin_banner(s)
    return s


def test_7_1_a_banner_brings_two_own_workers() -> None:
    s = at_banner([0] * 4)
    assert told(do(s, "banner"), "banner") == [("banner", 0, 2)]
    assert (s.seat[0].banners, s.seat[0].workers[OWN], s.reserve[0]) == (3, 5, 6)
    assert s.turn == 1  # nothing to sell


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_7_1_no_more_workers_than_are_left(left: int) -> None:
    s = at_banner([0] * 4)
    s.reserve[0] = left
    hired = min(left, 2)
    assert told(do(s, "banner"), "banner") == [("banner", 0, hired)]
    assert (s.seat[0].workers[:], s.reserve[:2]) == ([3 + hired, 0], [left - hired, 8])


@pytest.mark.parametrize(("turns", "seats"), [(1, 2), (1, 3), (1, 4), (2, 2), (4, 4)])
def test_7_1_a_banner_may_be_used_in_the_last_turns_too(turns: int, seats: int) -> None:
    """7.1, 8.1, 8.2  Up to the very last one."""
    s = position([], tents={0: (1, 0)}, seats=seats)
    s.seat[0].seals[:] = [2, 0, 0, 0]
    s.turns_left = turns
    place(s, "own G4")
    assert words(s) == ["banner", "done"]
    do(s, "banner", "sell 1 red")
    assert (s.seat[0].banners, s.seat[0].gold, s.seat[0].workers[:]) == (3, 2, [2, 0])
    do(s, "done")
    assert (s.to_act == NOBODY) == (turns == 1)
    assert s.seat[0].gold == (4 if turns == 1 else 2)


def test_7_1_one_banner_a_turn_and_none_without() -> None:
    s = at_banner([2, 0, 0, 0])
    do(s, "banner")
    assert words(s) == ["sell 1 red", "sell 2 red", "sell all", "done"]
    do(s, "done")
    assert s.turn == 1
    s = position([], tents={0: (1, 0)})
    s.seat[0].banners = 0
    place(s, "own G4")
    assert s.turn == 1


def test_7_2_example_seven_red_and_five_silver_seals_bring_41_gold() -> None:
    s = at_banner([7, 2, 0, 6], turn=GREEN)
    s.castle[0][4] = s.castle[0][5] = SILVER  # on the two cells without a seal: 4 silver
    s.castle[0][1] = RED  # over a black one: 3 red
    s.supply[0][SILVER] -= 2
    s.supply[0][RED] -= 1
    do(s, "banner")
    assert s.seat[GREEN].workers[OWN] == 5
    news = do(s, "sell 7 red", "sell 5 silver")
    assert told(news, "sell", "score") == [
        ("sell", GREEN, RED, 7, 21),
        ("score", GREEN, 21),
        ("sell", GREEN, SILVER, 5, 20),
        ("score", GREEN, 20),
    ]
    assert GAME.scores(s) == [0, 0, 41]
    assert s.seat[GREEN].seals == [0, 2, 0, 1]
    do(s, "done")
    assert s.turn == 0


def test_7_2_everything_at_once_but_nothing_that_is_worth_nothing() -> None:
    s = at_banner([2, 3, 0, 1])
    for cell in (3, 6):  # over both olive seals
        s.castle[0][cell] = BLACK
        s.supply[0][BLACK] -= 1
    do(s, "banner")
    assert words(s) == ["sell 1 red", "sell 2 red", "sell 1 silver", "sell all", "done"]
    do(s, "sell all")
    assert s.seat[0].seals == [0, 3, 0, 0]
    assert s.seat[0].gold == 6
    assert s.turn == 1


def test_7_2_nothing_is_asked_if_all_seals_are_worth_nothing() -> None:
    s = at_banner([0, 3, 0, 0])
    for cell in (3, 6):
        s.castle[0][cell] = BLACK
    do(s, "banner")
    assert (s.turn, s.seat[0].seals[:]) == (1, [0, 3, 0, 0])


@pytest.mark.parametrize("family", [RED, OLIVE, BLACK, SILVER])
@pytest.mark.parametrize("have", [1, 8, 9, 12, 25])
def test_7_2_any_number_of_seals_is_sold_in_one_go(family: int, have: int) -> None:
    seals = [0] * 4
    seals[family] = have
    s = at_banner(seals)
    name = ["red", "olive", "black", "silver"][family]
    do(s, "banner")
    assert words(s) == [*(f"sell {n} {name}" for n in range(1, have + 1)), "sell all", "done"]
    for how in (f"sell {have} {name}", "sell all"):
        twin = s.copy()
        news = do(twin, how)
        assert told(news, "sell", "score") == [("sell", 0, family, have, 2 * have), ("score", 0, 2 * have)]
        assert (twin.seat[0].gold, sum(twin.seat[0].seals), twin.turn) == (2 * have, 0, 1)
        assert words(twin) == ["worker own"]


@pytest.mark.parametrize("family", [RED, OLIVE, BLACK, SILVER])
def test_7_2_one_seal_that_is_worth_something_is_enough_to_ask(family: int) -> None:
    s = at_banner([0] * 4)
    s.seat[0].seals[family] = 1
    s.seat[1].seals[:] = [1] * 4
    do(s, "banner")
    assert len(words(s)) == 3


def test_7_2_the_sale_is_over_when_nothing_is_left_to_sell() -> None:
    s = at_banner([2, 0, 0, 1])
    do(s, "banner", "sell 2 red", "sell 1 silver")
    assert (s.turn, words(s)) == (1, ["worker own"])


def test_7_2_no_sale_without_a_banner() -> None:
    s = at_banner([5, 5, 5, 5])
    assert words(s) == ["banner", "done"]
    do(s, "done")
    assert s.seat[0].seals == [5, 5, 5, 5]


# --- 8 The end --------------------------------------------------------------------------------------------------------


def test_8_1_the_twentieth_block_brings_the_end_and_the_turn_goes_on() -> None:
    s = with_blocks_due(19, 2, seats=3, turn=1)
    news = set_blocks(s, f"{words(s)[0].split()[1]} 10")
    assert told(news, "level", "last") == [("level", 1, 2), ("last", 1)]
    assert sum(s.supply[2]) == 8
    set_blocks(s, f"{words(s)[0].split()[1]} 1")  # from the third supply
    assert sum(s.supply[2]) == 7
    assert s.castle[2][0] >= 0
    assert words(s) == ["banner", "done"]


def test_8_2_everybody_has_one_more_turn_who_brought_the_end_last() -> None:
    s = with_blocks_due(19, 1, seats=3, turn=1)
    for seat in range(3):
        s.seat[seat].banners = 0
    set_blocks(s, f"{words(s)[0].split()[1]} 10")
    turns = []
    for _ in range(4):
        if s.to_act != NOBODY:
            turns.append(s.turn)
            place(s, f"own {square_name(GAME.legal(with_worker(s))[0] - STAND)}")
    assert turns == [2, 0, 1]
    assert s.to_act == NOBODY


def with_worker(s: State) -> State:
    twin = s.copy()
    GAME.play(twin, WORKER + OWN)
    return twin


def test_8_3_all_seals_are_sold_at_the_end() -> None:
    s = at_banner([2, 0, 0, 1], seats=2)
    s.seat[1].seals[:] = [0, 4, 1, 0]
    s.turns_left = 1
    news = do(s, "done")
    assert s.to_act == NOBODY
    assert words(s) == []
    assert [(e.kind, e.seat) for e in news][:2] == [("end", 0), ("reveal", 0)]
    assert told(news, "score") == [("score", 0, 4), ("score", 0, 2), ("score", 1, 8), ("score", 1, 2)]
    assert GAME.scores(s) == [6, 10]
    assert [s.seat[i].seals for i in range(2)] == [[0] * 4] * 2


def test_8_4_most_gold_wins_equal_gold_shares() -> None:
    s = at_banner([0] * 4, seats=3)
    for seat, gold in enumerate([12, 30, 30]):
        s.seat[seat].gold = gold
    assert GAME.ranking(s) == [3, 1, 1]


# --- 9 Seen and unseen ------------------------------------------------------------------------------------------------


def test_9_1_hands_are_secret_and_open_cards_stay_known() -> None:
    s = with_open(position([], hands=[["red house", "red mill"], ["black mill", "olive mill"]], seats=2), "silver farm")
    lay(s, "red house", "G4 H4")
    do(s, "take silver farm")
    GAME.play(s, GAME.legal(s)[0])
    known = kind("silver farm")
    worlds = [GAME.redeal(s, 1, Random(n)) for n in range(40)]
    assert all(w.seat[0].hand[known] >= 1 for w in worlds)
    assert all(sum(w.seat[0].hand) == 2 and w.seat[1].hand == s.seat[1].hand for w in worlds)
    assert len({tuple(w.seat[0].hand) for w in worlds}) > 5
    assert all(RULES.lost(w) == 0 for w in worlds)
    assert all(GAME.view(w, 1) == GAME.view(s, 1) for w in worlds)
    own = GAME.redeal(s, 0, Random(1))
    assert own.seat[0].hand == s.seat[0].hand


def test_9_1_all_unseen_cards_are_mixed_and_no_others() -> None:
    """Two others hold the first and the last kind of card: each of them may be anywhere that the seat cannot see."""
    s = position([], hands=[["red house"], ["red house", "silver monastery"], ["olive mill", "red mill"]], seats=3)
    s.seat[2].known[kind("olive mill")] = 1
    s.deck[:] = [0] * 28
    s.deck[kind("black farm")] = s.deck[kind("silver tavern")] = 1
    unseen = ["red house", "silver monastery", "red mill", "black farm", "silver tavern"]
    worlds = [GAME.redeal(s, 0, Random(n)) for n in range(200)]
    for card in unseen:
        assert {tuple(w.seat[i].hand[kind(card)] for i in (1, 2)) for w in worlds} == {(0, 0), (0, 1), (1, 0)}
        assert {w.deck[kind(card)] for w in worlds} == {0, 1}
    for w in worlds:
        assert [sum(w.seat[i].hand) for i in range(3)] == [1, 2, 2]
        assert w.seat[2].hand[kind("olive mill")] == 1
        assert min(w.deck) == 0
        assert sum(w.deck) == 2
        assert w.seat[0] == s.seat[0]
        assert [w.deck[k] + w.seat[1].hand[k] + w.seat[2].hand[k] for k in range(28)] == [
            s.deck[k] + s.seat[1].hand[k] + s.seat[2].hand[k] for k in range(28)
        ]


def test_9_1_a_card_is_as_likely_as_there_are_many_in_the_pile() -> None:
    s = GAME.setup(2)
    s.deck[:] = [0] * 28
    s.deck[0], s.deck[13], s.deck[27] = 2, 1, 1
    dice = [1]
    drawn = [RULES.any_card(s, dice) for _ in range(400)]
    assert set(drawn) == {0, 13, 27}
    assert 160 < drawn.count(0) < 240
    assert 60 < drawn.count(13) < 140


def test_9_1_a_known_card_that_is_played_is_known_no_more() -> None:
    s = position([], hands=[["red house", "red house"]], seats=2)
    s.seat[0].known[kind("red house")] = 1
    do(s, "play red house")
    assert s.seat[0].known[kind("red house")] == 0
    assert s.seat[0].hand[kind("red house")] == 1


def test_9_2_workers_seals_and_gold_are_covered_unless_screens_are_open() -> None:
    closed, opened = (Match(GAME, seats=2, seed="tent", screens=o) for o in ("closed", "open"))
    mine, other = closed.view(0)["seats"]
    assert {"gold", "workers", "seals", "hand"} <= set(mine)
    assert set(other) == {"banners", "cards"}
    assert all(set(seat) == {"banners", "cards"} for seat in closed.view(None)["seats"])
    for seat in opened.view(None)["seats"]:
        assert {"gold", "workers", "seals"} <= set(seat)
        assert "hand" not in seat


def test_9_3_everything_is_shown_when_the_game_is_over() -> None:
    match = Match(GAME, seats=2, seed="over")
    rng = Random(3)
    for _ in range(GAME.limit):
        if not match.over:
            match.play(rng.choice(match.legal))
    assert all("gold" in seat and "hand" in seat for seat in match.view(None)["seats"])
    assert GAME.redeal(match.state, 0, rng) == match.state
    s = position([], hands=[["red house"], ["olive mill", "red mill"]], seats=2)
    s.to_act = NOBODY
    assert all(GAME.redeal(s, 0, Random(n)) == s for n in range(20))


def test_the_most_sites_a_set_may_have_is_room_enough() -> None:
    assert GAME.actions.verbs["draw"] >= SITE + RULES.SITE_COUNT
