"""The bots play whole games, fairly, and the better one wins."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from chantier import BadSetup, Match, Seen, games
from chantier.bots import LEVELS, bot, check_levels, deciding, levels_of
from chantier.bots.deciding import decide
from chantier.kernel import nets
from tests.nets import write_any

QUICK = ["random", "apprentice", "journeyman:8", "master:16", "grandmaster:16"]  # those that think, with few playouts


@pytest.fixture(autouse=True)
def nets_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that could have a grandmaster has one."""
    monkeypatch.setenv("CHANTIER_NETS", str(write_any(tmp_path)))


def test_every_level_is_tested() -> None:
    assert [level.partition(":")[0] for level in QUICK] == list(LEVELS)


def play(match: Match, levels: list[str]) -> Match:
    bots = [bot(level, f"{match.seed}:{seat}") for seat, level in enumerate(levels)]
    while not match.over:
        match.play(bots[match.to_act].choose(match.seen()))
    return match


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", games)
@pytest.mark.parametrize("level", QUICK)
def test_bots_play_whole_games(name: str, level: str) -> None:
    for seats in games[name].seats:
        assert play(Match(name, seats=seats, seed="whole"), [level] * seats).over


@pytest.mark.parametrize("level", QUICK)
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    games_played = [play(Match("world_monuments", seed="again"), [level] * 2) for _ in range(2)]
    assert games_played[0] == games_played[1]


def test_an_unknown_level() -> None:
    with pytest.raises(BadSetup, match="there is no bot 'genius'; the levels are, the weakest first: random, apprentice"):
        bot("genius")


@pytest.mark.parametrize("level", QUICK)
def test_a_bot_gets_only_what_its_seat_may_know(level: str) -> None:
    """What it is given holds no state but those it imagines, and what it does to them changes nothing."""
    match = Match("world_monuments", seats=3, seed="fair")
    asked: list[Any] = []
    while len(match.moves) < 120:
        seen = match.seen()

        def imagine(rng: Random, real: Seen = seen) -> Any:
            asked.append(real.imagine(rng))
            return asked[-1]

        before = match.digest()
        action = bot(level, 1).choose(Seen(seen.seat, seen.view, seen.legal, imagine, seen.game))
        assert match.digest() == before
        assert all(world is not match.state for world in asked)
        match.play(action)
    assert bool(asked) == (level != "random")


@pytest.mark.unmeasured
@pytest.mark.parametrize("monument", games["world_monuments"].options["monument"].choices)
def test_the_apprentice_beats_chance(monument: str) -> None:
    won = 0
    for n in range(10):
        levels = ["apprentice", "random"] if n % 2 else ["random", "apprentice"]
        match = play(Match("world_monuments", seed=f"{monument}{n}", monument=monument), levels)
        won += match.ranking()[levels.index("apprentice")] == 1
    assert won >= 9


@pytest.mark.unmeasured
@pytest.mark.parametrize("seats", [2, 4])
def test_a_thought_changes_nothing(seats: int) -> None:
    """`worth` lays bricks for a thought only."""
    rng = Random(5)
    match = Match("world_monuments", seats=seats, seed="thought")
    while not match.over:
        before = match.digest()
        worths = [match.game.rules.worth(match.state, action) for action in match.legal]
        assert match.digest() == before
        assert all(type(worth) is int and abs(worth) < 10_000 for worth in worths)
        match.play(rng.choice(match.legal))


# --- bots that fail -----------------------------------------------------------------------------------------------------


class Broken:
    """A bot that fails, in one way or another."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer

    def choose(self, seen: Seen) -> Any:
        if self.answer is None:
            raise ZeroDivisionError("float division by zero")
        return self.answer


@pytest.mark.parametrize("answer", [None, -1, 10**9, "pass", [0], 0.5])
def test_the_next_weaker_level_answers_for_a_bot_that_fails(answer: Any) -> None:
    match = Match("world_monuments", seed="fails")
    for level, weaker in (
        ("grandmaster:5", "master"),
        ("master:5", "journeyman"),
        ("journeyman", "apprentice"),
        ("apprentice", "random"),
    ):
        decided = decide(Broken(answer), match.seen(), level)
        assert decided.action in match.legal
        assert decided.level == weaker
        assert [failure.level for failure in decided.failures] == [level]


def test_a_program_that_fails_is_followed_by_the_strongest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("world_monuments", seed="fails")
    made: list[str] = []
    monkeypatch.setattr(deciding, "bot", lambda level: made.append(level) or Broken())  # type: ignore[func-returns-value]
    with pytest.raises(ZeroDivisionError):  # if even chance failed, somebody must be told
        decide(Broken(), match.seen(), "stdio:nothing")
    assert made == list(reversed(LEVELS))


def test_a_bot_that_fails_does_not_play_the_first_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("world_monuments", seed="first")
    while len(match.legal) < 3:
        match.play(match.legal[0])
    made = {level: Broken() for level in ("apprentice", "journeyman", "master")}
    monkeypatch.setattr(deciding, "bot", lambda level: made.get(level) or bot(level))
    decided = [decide(Broken(), match.seen(), "master") for _ in range(600)]  # enough that every one comes
    assert {one.level for one in decided} == {"random"}
    assert {one.action for one in decided} == set(match.legal)
    assert [failure.level for failure in decided[0].failures] == ["master", "journeyman", "apprentice"]


# --- games without a net ------------------------------------------------------------------------------------------------


def test_a_game_without_a_net_has_no_grandmaster(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not offered; asked for, it is refused in words; and where it was asked for all the same, the master answers."""
    game = games["world_monuments"]
    assert levels_of(game) == LEVELS
    monkeypatch.setattr(nets, "_file", lambda _: None)
    assert levels_of(game) == LEVELS[:-1]
    why = "World Monuments has no net, so there is no grandmaster of it; chantier train world_monuments makes one"
    match = Match(game, seed="none")
    with pytest.raises(BadSetup, match=why):
        check_levels(game, ["random", "grandmaster:50"])
    check_levels(game, ["random", "master"])
    with pytest.raises(BadSetup, match=why):
        bot("grandmaster:5").choose(match.seen())
    decided = decide(bot("grandmaster:5"), match.seen(), "grandmaster:5")
    assert (decided.level, str(decided.failures[0].error)) == ("master", why)


def test_hints_are_of_the_strongest_level_that_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(deciding, "bot", lambda level, *_: asked.append(level) or bot("random"))  # type: ignore[func-returns-value]
    seen = Match("world_monuments", seed="hint").seen()
    assert deciding.advise(seen).level == "grandmaster"
    monkeypatch.setattr(nets, "_file", lambda _: None)
    assert deciding.advise(seen).level == "master"
    assert asked == ["grandmaster", "master"]
