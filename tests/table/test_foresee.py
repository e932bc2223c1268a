"""What an action would do is told before it is done: truly, and without telling what its seat may not know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from chantier import CHANCE, Match, games
from chantier.bots import bot
from chantier.bots.thought import Thought
from chantier.games.world_monuments.words import text
from chantier.table import position
from chantier.table.foresee import considered, foreseen
from tests.table.harness import Browser
from tests.table.test_secrets import NAMES, moments
from tests.table.worlds import other_world

Make = Callable[[], Browser]


@pytest.mark.parametrize("game", list(games))
def test_what_is_foreseen_happens(game: str) -> None:
    names, told = NAMES[: games[game].seats[-1]], 0
    for match in moments(game, "foresee", 6):
        seat, tell = match.to_act, match.game.texts.tell
        for action in match.legal[:12]:
            said = foreseen(match, action, "en", names)
            after = match.copy()
            news = after.play(action)
            view = after.view(seat)
            lines = [tell(match.game, view, e.for_seat(seat), "en", names) for e in news if e.kind != "score"]
            gains = {e.seat: 0 for e in news if e.kind == "score"}
            assert list(filter(None, lines))[: len(said["lines"])] == said["lines"]
            assert {gain["seat"] for gain in said["gains"]} <= set(gains)
            told += len(said["lines"])
    assert told > 0


@pytest.mark.parametrize("game", list(games))
def test_it_is_the_same_in_every_world_that_could_be_true(game: str) -> None:
    rng, names = Random(game), NAMES[: games[game].seats[-1]]
    for match in moments(game, "worlds", 8):
        twin = other_world(match, match.to_act, rng)
        for action in match.legal[:20]:
            assert foreseen(match, action, "de", names) == foreseen(twin, action, "de", names)


def test_what_is_opened_for_others_is_told() -> None:
    """World Monuments 4.3: a place is free once all that it rests on stands."""
    match = Match("world_monuments", seats=2, seed="opened")
    player, told = bot("apprentice", seed=1), 0
    while not match.over:
        action = player.choose(match.seen())
        said = foreseen(match, action, "en", NAMES[:2])["opened"]
        free, verb = could_be_laid(match), match.words(action).split()[0]
        match.play(action)
        if verb == "lay" and not match.over:
            new = could_be_laid(match) - free
            assert all(place in said for place in new)
            assert said.count("(") == len(new)
            told += len(new)
        else:
            assert said == ""
    assert told > 10


def could_be_laid(match: Match) -> set[str]:
    """The places that could carry a brick now, whoever had it."""
    game, monument, built = match.game, match.state.monument, match.state.built
    free = [p for p in range(game.rules.PLAN_SIZE[monument]) if not built[p] and game.rules.is_supported(match.state, p)]
    return {text.place_text(game, monument, place, text.TEXTS["en"]) for place in free}


def test_a_thought_is_told_in_words_and_numbers() -> None:
    match = next(m for m in moments("arkadia", "thought", 20) if len(m.legal) > 3)
    thinker = bot("journeyman:60", seed=1)
    action = thinker.choose(match.seen())
    thought = getattr(thinker, "thought", None)
    assert isinstance(thought, Thought)
    told = considered(thought, "fr", NAMES)
    assert told["branches"][0]["action"] == action
    assert all(len(branch["scores"]) == len(branch["chances"]) == match.seats for branch in told["branches"])
    assert sum(branch["part"] for branch in told["branches"]) <= 1.01
    assert told["line"][0]["seat"] == match.to_act
    assert considered(None, "fr", NAMES) == {"branches": [], "line": []}


def test_where_an_outlook_is_no_score_chances_are_told() -> None:
    match = next(m for m in moments("queens_architect", "chances", 80) if len(m.legal) > 2)
    thinker = bot("journeyman:60", seed=1)
    thinker.choose(match.seen())
    thought = getattr(thinker, "thought", None)
    assert isinstance(thought, Thought)
    branch = considered(thought, "en", NAMES)["branches"][0]
    assert "scores" not in branch
    assert sum(branch["chances"]) == pytest.approx(1, abs=0.01)
    said = thought.lines("en", NAMES)
    assert "chances to win" in said[0]
    assert f"{NAMES[0]} {100 * thought.branches[0].chances[0]:.0f} %" in said[1]


def test_only_who_decides_is_told(browser: Make) -> None:
    maker, guest = browser(), browser()
    table = maker.new("world_monuments", "me", "here")["table"]
    with maker.live(table) as one, guest.live(table) as other:
        now = one.position()
        action = now["actions"][0]["action"]
        one.send("foresee", version=now["version"], action=action)
        told = one.wait("foreseen")
        assert (told["version"], told["action"]) == (now["version"], action)
        assert told["lines"]
        one.send("foresee", version=now["version"] + 1, action=action)  # too late or too early: no answer
        one.send("foresee", version=now["version"], action=-1)
        one.send("ping")
        assert one.wait("pong", "foreseen", "refused")["type"] == "pong"
        other.position()
        other.send("foresee", version=now["version"], action=action)
        assert other.wait("refused", "foreseen")["error"] == "not your turn"


def test_a_draw_by_chance_is_no_new_turn() -> None:
    """Who has laid a building and taken a card, which chance replaced, is not asked whether the turn ends with nothing done."""
    match = Match("arkadia", seats=2, seed="idle", start="first_game")
    seat = match.to_act
    for decision in ("play", "lay", "take"):
        match.play(next(action for action in match.legal if match.words(action).startswith(decision)))
    assert match.moves[-1].seat == CHANCE
    assert match.to_act == seat
    outcomes = position.Outcomes(match)
    ends = [action for action in match.legal if outcomes.of(action)["warn"] == "idle"]
    assert [match.words(action) for action in ends] == []


@pytest.mark.parametrize("name", list(games))
def test_what_a_game_calls_calm_brings_nothing(name: str) -> None:
    """To the end of games of all seat counts, played by chance: whatever it does not try is what it would have found."""
    rng, calm = Random(name), 0
    for seats in games[name].seats:
        match = Match(name, seats, seed=f"calm {seats}")
        while not match.over:
            verbs = position.calm_verbs(match, match.look(match.to_act), match.game.actions.verbs)
            quiet = [action for action in match.legal if match.game.actions.split(action)[0] in verbs]
            outcomes = position.Outcomes(match)
            for action in quiet:
                assert outcomes.of(action) == position.NOTHING
            calm += bool(quiet)
            match.play(rng.choice(match.legal))
    assert calm > 0 or not hasattr(match.game.part("view"), "calm")


@pytest.mark.parametrize("name", list(games))
def test_what_a_game_is_sure_of_comes_true(name: str) -> None:
    """The same for the points of which a game says that they are all that an action brings."""
    rng, many = Random(name), 0
    for seats in games[name].seats:
        match = Match(name, seats, seed=f"sure {seats}")
        while not match.over:
            sure, outcomes = position.sure_points(match, match.look(match.to_act)), position.Outcomes(match)
            for action in match.legal:
                if said := sure(*match.game.actions.split(action)):
                    assert outcomes.of(action) == said
                    many += 1
            match.play(rng.choice(match.legal))
    assert many > 0 or not hasattr(match.game.part("view"), "sure")
