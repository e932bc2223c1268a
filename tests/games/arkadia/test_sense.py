"""What the apprentice knows about Arkadia."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from chantier import Match
from chantier.bots import bot
from chantier.games.arkadia.state import (
    ACT,
    CHOOSE_SPOT,
    FAMILIES,
    FILL_HAND,
    HIRED,
    LAY,
    NEUTRAL,
    OWN,
    PLAY,
    SELL,
    SET,
    SQUARES,
    STAND,
    WORD,
    WORKER,
)

from .setting import GAME, RULES, at, do, kind, position, way

RED, OLIVE, BLACK, SILVER = range(4)


def studied(s: Any) -> list[int]:
    """The facts about a position."""
    facts = [0] * int(RULES.FACTS)
    RULES.study(s, facts)
    return facts


def worth_of_lay(s: Any, placed: int, family: int) -> int:
    """What a building of a family that lies so is worth."""
    look, square = RULES.TURNED[RULES.SHAPE_OF[placed]][RULES.TURN_OF[placed]], RULES.SQUARE_OF[placed]
    return int(RULES.worth_of_lay(s, look, square, family, studied(s)))


def closed_by(s: Any, building: int, placed: int, facts: list[int]) -> int:
    """What a new building that lies so means for an unfinished one, building by building and square by square."""
    beside, cover = RULES.BESIDE_BITS[s.placed[building]], RULES.COVER_BITS[placed]
    taken = sum((a & b).bit_count() for a, b in zip(beside, cover, strict=True))
    seal, around = facts[RULES.PRICES_FACTS + s.family[building]], facts[RULES.AROUND_FACTS + building]
    return int(RULES.closing(s, around, taken, seal, RULES.reach(s))) if taken else 0


def slow_worth(s: Any, placed: int, family: int) -> int:
    """The same as `worth_of_lay`, said in the plainest way."""
    facts = studied(s)
    seal = facts[RULES.PRICES_FACTS + family]
    camps = sum((a & b).bit_count() for a, b in zip(RULES.COVER_BITS[placed], RULES.CAMPS_BITS, strict=True))
    found = camps * RULES.fading(s, RULES.HIRING, facts)
    found += sum(closed_by(s, b, placed, facts) for b in range(1, s.buildings) if s.unfinished >> b & 1)
    rivals = sum(RULES.crew_beside(s, seat, placed) for seat in range(s.seats) if seat != s.turn)
    around = RULES.free_beside(s, placed) + 32 * RULES.crew_beside(s, s.turn, placed) + 1024 * rivals
    found += RULES.worth_of_leaving(s, around, seal, seal * RULES.TEMPTING // 100, RULES.reach(s))
    return int(found - 15 * (RULES.value(s, family) - 2))


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_apprentice_beats_chance(seats: int) -> None:
    for n in range(3):
        levels = ["random"] * seats
        levels[n % seats] = "apprentice"
        match = Match(GAME, seats=seats, seed=f"bots {n}")
        bots = [bot(level, f"{n}{seat}") for seat, level in enumerate(levels)]
        while not match.over and len(match.moves) < match.game.limit:
            match.play(bots[match.to_act].choose(match.seen()))
        assert match.ranking()[n % seats] == 1


@pytest.mark.unmeasured
def test_a_thought_changes_nothing() -> None:
    rng = Random(5)
    match = Match(GAME, seats=3, seed="thought")
    while not match.over and len(match.moves) < match.game.limit:
        before = match.digest()
        worths = [RULES.worth(match.state, action) for action in match.legal[:40]]
        assert match.digest() == before
        assert all(type(worth) is int and abs(worth) < 10_000 for worth in worths)
        match.play(rng.choice(match.legal))


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_facts_of_a_position_are_what_the_rules_say(seats: int) -> None:
    """5.1, 5.2, 6.5  They are found once for all placements and squares, and written down in a few numbers."""
    match, rng = Match(GAME, seats=seats, seed="facts"), Random(seats)
    while not match.over and len(match.moves) < match.game.limit:
        s = match.state
        facts = studied(s)
        for family in range(RULES.FAMILIES):
            assert facts[RULES.VALUES_FACTS + family] == RULES.value(s, family)
        for building in range(1, s.buildings if RULES.now(s) <= FILL_HAND else 0):
            if s.unfinished >> building & 1:
                placed, others = s.placed[building], [seat for seat in range(seats) if seat != s.turn]
                around = facts[RULES.AROUND_FACTS + building]
                free, mine, theirs = around & 31, around >> 5 & 31, around >> 10
                assert free == RULES.free_beside(s, placed)
                assert mine == RULES.crew_beside(s, s.turn, placed)
                assert theirs == sum(RULES.crew_beside(s, seat, placed) for seat in others)
        match.play(rng.choice(match.legal))


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 4])
def test_cards_and_spots_are_judged_as_if_each_were_judged_alone(seats: int) -> None:
    """3.1, 5.1  What is counted for all buildings at once, written down, or judged for two cards together, is the same."""
    match, rng, twins = Match(GAME, seats=seats, seed="judged"), Random(seats), 0
    while not match.over and len(match.moves) < 200:
        s, legal = match.state, match.legal
        if RULES.now(s) == CHOOSE_SPOT:
            for action in rng.sample(legal, min(len(legal), 12)):
                turn, square = divmod(action - LAY, SQUARES)
                placed = RULES.PLACED_AT[RULES.TURNED[s.card // FAMILIES][turn]][square]
                assert RULES.worth(s, action) == slow_worth(s, placed, s.card % FAMILIES)
        elif RULES.now(s) == ACT and rng.random() < 0.2:
            cards, facts = [action for action in legal if PLAY <= action < WORKER], studied(s)
            twins += len(cards) > len({(action - PLAY) // FAMILIES for action in cards})
            for action in cards:
                shape, family = divmod(action - PLAY, FAMILIES)
                looks = [look for look in RULES.TURNED[shape][: RULES.turns_allowed(s)] if look != RULES.NONE]
                free = RULES.free_squares(s)
                near = RULES.near_squares(s, free)
                ways = [
                    RULES.PLACED_AT[look][square]
                    for look in looks
                    for word in range(RULES.WORDS)
                    for square in range(word * WORD, (word + 1) * WORD)
                    if RULES.spots(look, word, free, near) >> square % WORD & 1
                ]
                best = max(slow_worth(s, placed, family) for placed in rng.sample(ways, min(len(ways), 15)))
                assert RULES.prior(s, action, facts) == RULES.worth(s, action) >= best
        match.play(rng.choice(legal))
    assert twins


def test_camps_are_built_over_early() -> None:
    s = position([], hands=[["red house"]])
    do(s, "play red house")
    plain, camp = way("house", "H4 I4"), way("house", "G4 H4")
    assert worth_of_lay(s, camp, RED) > worth_of_lay(s, plain, RED)


def test_workers_stand_where_they_earn_several_times() -> None:
    s = position([("house", "red", "C3 D3"), ("house", "black", "C5 D5")], tents={0: (1, 0), 1: (0, 0)})
    do(s, "worker own")
    worths = {action - STAND: RULES.worth(s, action) for action in GAME.legal(s)}
    assert max(worths, key=worths.__getitem__) in (at("C4"), at("D4"))


def test_a_building_that_can_be_finished_is_finished() -> None:
    s = position([("house", "red", "A1 B1")], workers={NEUTRAL: "A2 C1"}, tents={0: (3, 1)})
    assert studied(s)[RULES.PLAN_FACT] == 1
    assert RULES.worth(s, WORKER + OWN) > 0
    do(s, "worker own")
    worths = {action: RULES.worth(s, action) for action in GAME.legal(s)}
    assert max(worths, key=worths.__getitem__) == STAND + at("B2")


def test_nothing_is_left_that_the_next_seat_can_finish() -> None:
    laid = [("house", "red", "A1 B1"), ("house", "olive", "C2 D2")]
    s = position(laid, workers={NEUTRAL: "C1"}, tents={1: (1, 0)}, hands=[["black house"]])
    leaves_one, away = way("house", "A2 A3"), way("house", "G8 H8")
    assert worth_of_lay(s, leaves_one, BLACK) < worth_of_lay(s, away, BLACK)


def test_blocks_raise_what_one_holds_and_cover_what_others_hold() -> None:
    s = position([])
    s.seat[0].seals[:] = [4, 0, 0, 0]
    s.seat[1].seals[:] = [0, 0, 5, 0]
    s.due = 1
    s.pending = 0
    RULES.grow_castle(s)
    do(s, "block red")
    worths = {action - SET: RULES.worth(s, action) for action in GAME.legal(s)}
    assert RULES.PRINTED[max(worths, key=worths.__getitem__)] == BLACK


def test_seals_are_sold_when_the_price_is_good() -> None:
    s = position([])
    s.seat[0].seals[:] = [4, 4, 0, 0]
    s.castle[0][4] = s.castle[0][5] = RED  # red 4, olive 2
    s.pending = 0
    RULES.begin_banner(s)
    do(s, "banner")
    best = max(GAME.legal(s), key=lambda action: RULES.worth(s, action))
    assert best == SELL + 3
    do(s, "sell 4 red")
    assert max(RULES.worth(s, action) for action in GAME.legal(s)) == 0


def test_cards_are_judged_by_the_best_they_can_do() -> None:
    s = position([("house", "red", "A1 B1")], workers={0: "A2 C1"}, hands=[["silver house", "olive monastery"]])
    assert RULES.worth(s, PLAY + kind("silver house")) > 300  # it finishes the house on A1
    s = position([], hands=[["silver house"]], tents={1: (0, 0)})
    assert RULES.worth(s, PLAY + kind("silver house")) == worth_of_lay(s, way("house", "G4 H4"), SILVER)  # over a camp
    assert s.seat[0].workers[HIRED] == 0


def in_the_castle(s: Any, blocks: int) -> None:
    """So many cells of the first levels are filled."""
    for n in range(blocks):
        s.castle[n // RULES.CELL_COUNT][n % RULES.CELL_COUNT] = n % RULES.FAMILIES


def test_banners_that_will_hardly_be_used_are_worth_little() -> None:
    early, late = position([], seats=4), position([], seats=4)
    in_the_castle(late, RULES.blocks_to_come(late) - 2)
    gains = []
    for s in (early, late):
        s.seat[0].banners = 1
        one = RULES.outlook(s, 0)
        s.seat[0].banners = 4
        gains.append(RULES.outlook(s, 0) - one)
    assert gains[0] > 5 * gains[1] > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_last_round_a_turn_that_is_left_counts(seats: int) -> None:
    s = position([], tents=dict.fromkeys(range(seats), (0, 0)), seats=seats)
    s.turns_left = 1
    assert RULES.outlook(s, 0) > RULES.outlook(s, 1) == 0
    s.seat[1].workers[OWN] += 1  # too late
    assert RULES.outlook(s, 1) == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_more_or_less_is_no_lead(seats: int) -> None:
    s = position([], seats=seats)
    before = [RULES.outlook(s, seat) for seat in range(seats)]
    s.turn = 1
    s.seat[0].gold += RULES.TURN_GAIN[RULES.blocks_to_come(s) // RULES.BLOCKS_A_GAIN] / 100
    gained = [RULES.outlook(s, seat) - before[seat] for seat in range(seats)]
    assert max(gained) - min(gained) <= seats
