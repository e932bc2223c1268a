"""What the apprentice knows of Queen's Architect, and that the palace stays within reach."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from chantier import CHANCE, NOBODY, Match
from chantier.bots import bot
from chantier.bots.apprentice import Apprentice
from chantier.bots.random_bot import RandomBot
from chantier.games.queens_architect.state import NOTCHES, SPACES, State
from chantier.kernel.words import NONE
from tests.test_records import RECORDS

from .tables import GAME, RULES, ready


def play(match: Match, bots: list[Any]) -> Match:
    while not match.over and len(match.moves) < match.game.limit:
        match.play(bots[match.to_act].choose(match.seen()))
    return match


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_apprentices_reach_the_palace_in_a_normal_number_of_rounds(seats: int) -> None:
    rounds = []
    for seed in range(6):
        match = play(Match(GAME, seats=seats, seed=seed), [Apprentice(f"{seed} {seat}") for seat in range(seats)])
        rounds.append(match.state.current_round + 1)
        kinds = {event.kind for event in match.events}
        assert {"build", "repair", "hire", "travel", "wage", "redeem", "palace"} <= kinds
    assert all(20 <= n <= 45 for n in rounds), rounds
    assert 24 <= sum(rounds) / len(rounds) <= 40


@pytest.mark.unmeasured
def test_the_apprentice_beats_chance() -> None:
    for n in range(4):
        bots = [Apprentice(n), RandomBot(n)] if n % 2 else [RandomBot(n), Apprentice(n)]
        match = play(Match(GAME, seats=2, seed=f"beat{n}"), bots)
        assert match.ranking()[n % 2 == 0] == 1
        assert match.scores()[n % 2 == 1] == 0


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 4])
def test_a_thought_changes_nothing(seats: int) -> None:
    rng = Random(5)
    match = Match(GAME, seats=seats, seed="thought")
    while not match.over and len(match.moves) < 1500:
        before = match.digest()
        worths = [RULES.worth(match.state, action) for action in match.legal]
        assert match.digest() == before
        assert all(type(worth) is int and abs(worth) < 2_000_000 for worth in worths)
        match.play(rng.choice(match.legal))


# --- the palace stays within reach ------------------------------------------------------------------------------------


def wandered(seats: int, seed: int, actions: int) -> State:
    """Where random play has come to after so many actions."""
    rng = Random(seed)
    s: State = GAME.setup(seats)
    for _ in range(actions):
        if s.to_act == NOBODY:
            break
        legal = GAME.legal(s)
        GAME.play(s, rng.choices(legal, GAME.weights(s))[0] if s.to_act == CHANCE else rng.choice(legal))
    return s


def finish(s: State, seed: int, most: int = 6000) -> int:
    """Everybody plays what looks best, chance as it comes: how many actions the game still takes."""
    rng = Random(seed)
    for n in range(most):
        if s.to_act == NOBODY:
            return n
        legal = GAME.legal(s)
        if s.to_act == CHANCE:
            action = rng.choices(legal, GAME.weights(s))[0]
        else:
            action = max(legal, key=lambda a: (RULES.worth(s, a), rng.random()))
        GAME.play(s, action)
    pytest.fail(f"no palace after {most} actions: {s!r}")


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_palace_is_within_reach_wherever_random_play_stops(seats: int) -> None:
    """6.8  Wherever play is stopped, some sequence of actions still builds the palace: here the one that looks best."""
    for seed, actions in enumerate((0, 45, 120, 400, 900, 1700, 2600, 4000)):
        s = wandered(seats, seed, actions)
        finish(s, seed)
        assert max(its.palace for its in s.seat) >= 15


def ruin(s: State) -> None:
    """Nobody has craftsmen, talers or bonds, the pile is empty, and one dear craftsman is left on the billboard."""
    for seat in range(s.seats):
        its = s.seat[seat]
        s.supply += its.bonds
        its.bonds = its.talers = its.markers = 0
        for notch in range(NOTCHES):
            if its.crew[notch] != NONE:
                s.gone[its.crew[notch]] += 1
                its.crew[notch] = NONE
                its.corner[notch] = 0
    for c in range(len(s.pile)):
        s.gone[c] += s.pile[c] + s.starters[c]
        s.pile[c] = s.starters[c] = 0
    for space in range(1, SPACES):
        s.gone[s.billboard[space]] += 1
        s.billboard[space] = NONE


@pytest.mark.parametrize("seats", [2, 4])
def test_the_palace_is_within_reach_of_the_ruined(seats: int) -> None:
    """5.2, 6.8  Even without craftsmen, talers, bonds, markers and pile."""
    s = ready(seats)
    ruin(s)
    finish(s, 3)
    assert max(its.palace for its in s.seat) >= 15


def test_the_palace_is_within_reach_when_one_seat_hoards_all_bonds() -> None:
    """10.7  Nobody else gets a bond any more."""
    s = ready(3)
    ruin(s)
    s.seat[2].bonds += s.supply
    s.supply = 0
    finish(s, 4)
    assert max(its.palace for its in s.seat) >= 15


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("content", ["master:3000", "master:3000"]),  # one was sure to win whenever it liked, the other gathered bonds
        ("standstill", ["apprentice", "journeyman:3000"]),  # both went round the star and forfeited
    ],
)
def test_no_game_lasts_for_ever(name: str, levels: list[str]) -> None:
    """Games that came to a standstill."""
    match = Match.of((RECORDS / f"queens_architect-{name}.txt").read_text(encoding="utf-8"))
    bots, began = [bot(level, seed=seat) for seat, level in enumerate(levels)], match.state.current_round
    while not match.over and match.state.current_round < began + 30:
        match.play(bots[match.to_act].choose(match.seen()))
    assert match.over


def test_who_should_rest_is_one_number() -> None:
    """9.2  The guilds that are worth their price in the tavern, best first, as every way to Construct asks for them."""
    match, rng, most = Match(GAME, seats=3, seed="rests"), Random(5), 0
    while not match.over and match.state.current_round < 30:
        s, found, expected, rests = match.state, [], [], RULES.rests_of(match.state)
        while rests:
            rests, one = divmod(rests, RULES.REST)
            found.append((one % RULES.GUESTS, one // RULES.GUESTS - RULES.RISE))
        guilds = [(-RULES.worth_of_rest(s, guild), guild) for guild in range(RULES.GUILDS) if RULES.can_rest(s, guild)]
        for price, (worth, guild) in zip(RULES.TAVERN_PRICE, sorted(guilds), strict=False):
            if -worth <= RULES.TALER * price:
                break
            expected.append((RULES.resting(s, guild), RULES.rise(s, guild)))
        assert found == expected
        most = max(most, len(found))
        match.play(rng.choice(match.legal))
    assert most > 1


def test_a_journey_goes_where_most_is_gained_for_the_talers_there_are() -> None:
    """The aim that is found once for a crew is where it goes, unless the way is too dear."""
    match, rng, dear = Match(GAME, seats=3, seed="aim"), Random(2), 0
    while not match.over and match.state.current_round < 20:
        s = match.state
        facts, place = [0] * RULES.FACTS, s.seat[s.active].carriage
        RULES.crew_facts(s, True, facts)
        points, sites, services = facts[RULES.POINTS_FACT], facts[RULES.SITES_FACT], RULES.SERVICE * facts[RULES.SIZE_FACT]
        prices = [RULES.TRAVEL_PRICE[min(n, len(RULES.TRAVEL_PRICE) - 1)] for n in RULES.ROADS[s.side][place]]
        aim = sites >> RULES.PLACES
        for talers in range(max(prices) + 1):
            best = RULES.best_place(s, talers, points, sites, place, services)
            assert best == aim or prices[aim] > talers
            dear += best != aim
        assert sites & (1 << RULES.PLACES) - 1 == RULES.sites_for(s, RULES.guilds_of(s))
        match.play(rng.choice(match.legal))
    assert dear


def test_a_habit_takes_what_looks_best_up_to_a_whim() -> None:
    """Among actions that look about as good it takes now one, now another."""
    match, rng, taken = Match(GAME, seats=2, seed="habit"), Random(3), Counter[int]()
    while not match.over and len(match.moves) < match.game.limit:
        s, menu = match.state, [len(match.legal), *match.legal]
        facts = [0] * RULES.FACTS
        RULES.study(s, facts)
        looks = {action: RULES.glance(s, action, facts) for action in match.legal}
        found = {RULES.habit(s, menu, [rng.getrandbits(60)]) for _ in range(12)}
        assert all(looks[action] > max(looks.values()) - RULES.WHIM for action in found)
        taken[len(found)] += 1
        match.play(min(found))
    assert taken[1] > 20 < taken[2]


def test_whoever_can_win_does_not_wait_for_a_higher_sum() -> None:
    """12.4  A game of a master against a search that never pressed it: it could build at the palace, and did repairs."""
    match = Match.of((RECORDS / "queens_architect-waits.txt").read_text(encoding="utf-8"))
    assert match.words(bot("master:3000", seed=1).choose(match.seen())) == "build at the palace"


def test_a_won_game_counts_more_than_any_outlook() -> None:
    s = ready(2)
    s.seat[0].palace = 15
    won = RULES.result(s, 0) - RULES.result(s, 1)
    s.seat[0].palace = 0
    s.seat[0].appreciation, s.seat[0].talers, s.seat[0].bonds, s.seat[0].confidence = 9, 30, 20, 6
    assert won > RULES.outlook(s, 0) - RULES.outlook(s, 1) > 5_000
    s.seat[0].palace, s.seat[1].palace = 15, 16
    assert RULES.result(s, 1) - RULES.result(s, 0) == 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_are_judged_after_as_many_turns_for_everybody(seats: int) -> None:
    match = Match(GAME, seats=seats, seed="turns")
    apprentice = Apprentice(seed=1)
    while match.state.current_round < 2 and len(match.moves) < 500:
        match.play(apprentice.choose(match.seen()))
    since, began, turns = RULES.moment(match.state), match.state.active, 0
    while not RULES.quiet(match.state, since) and turns < 100:
        turn = match.state.active
        match.play(apprentice.choose(match.seen()))
        turns += turn != match.state.active
    assert turns == RULES.FORESIGHT[seats]
    assert match.state.active == began


def test_an_outlook_is_better_with_a_better_crew_and_leaves_no_trace() -> None:
    match = Match(GAME, seats=3, seed="outlook")
    apprentice = Apprentice(seed=2)
    while match.state.current_round < 4 and len(match.moves) < 500:
        match.play(apprentice.choose(match.seen()))
    s, before = match.state, match.digest()
    found = [RULES.outlook(s, seat) for seat in range(3)]
    assert match.digest() == before
    notch = next(notch for notch in range(NOTCHES) if s.seat[1].crew[notch] != NONE)
    s.seat[1].crew[notch] = NONE
    assert RULES.outlook(s, 1) < found[1]
    assert [RULES.outlook(s, seat) for seat in (0, 2)] == [found[0], found[2]]
