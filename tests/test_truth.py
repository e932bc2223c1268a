"""What the table says is true: in games of bots and of chance, at many decisions, for every seat count and language.

What glows can be done and what can be done glows; a reason stands only where nothing can be done; what an action is said to
bring, to cost or to waste comes true when it is played; and every count is what the state allows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import hypot
from random import Random
from typing import Any

import pytest

import chantier
from chantier import CHANCE, Match
from chantier.bots import bot
from chantier.core import Event, Game
from chantier.reasons import reasons, why
from chantier.scene import Scene
from chantier.table import position, study
from chantier.table.foresee import foreseen
from chantier.texts import LANGUAGES

pytestmark = pytest.mark.unmeasured
GAMES = list(chantier.games.values())
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
EVERY = 6  # decisions from one that is looked at to the next
MOST = 36  # of one game
SIGNED = re.compile(r"([+−])(\d+)")
MONEY = re.compile(r"\d+ (?:talers?|thalers?|gold|or)\b", re.IGNORECASE)
NEAR = 2  # units of a sheet: things whose middles are so near are the same
Point = tuple[float, float]


@cache
def moments(game: Game) -> list[Match]:
    """Decisions of games with all seat counts: some by chance, most by bots, and each kind of decision among them."""
    found, kinds = [], Counter[str]()
    for seats in game.seats:
        match, rng = Match(game, seats=seats, seed=f"truth {seats}"), Random(seats)
        player = bot("apprentice", seed=seats)
        taken, n = 0, 0
        while not match.over:
            kind = match.view(match.to_act)["decision"]
            n += 1
            if (n % EVERY == 0 and taken < MOST) or kinds[kind] < 2:
                found.append(match.copy())
                kinds[kind] += 1
                taken += 1
            match.play(rng.choice(match.legal) if rng.random() < 0.35 else player.choose(match.seen()))
    return found


def each(game: Game) -> Iterator[tuple[Match, list[str]]]:
    for match in moments(game):
        yield match, NAMES[: match.seats]


def drawn(match: Match, language: str = "en") -> Scene:
    view = match.view(match.to_act)
    scene: Scene = match.game.picture.scene(match.game, view, match.legal, language=language, names=NAMES[: match.seats])
    return scene


def told(match: Match, language: str) -> list[dict[str, Any]]:
    """Everything that can be done, as the table says it."""
    scene, called = drawn(match, language), NAMES[: match.seats]
    return position.actions(match, match.view(match.to_act), match.legal, scene, language, called)


by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


# --- what glows -------------------------------------------------------------------------------------------------------


def loops(d: str) -> list[list[Point]]:
    """The corners of an outline of straight lines; curves are taken for the line to their end."""
    found: list[list[Point]] = []
    x = y = 0.0
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", rest)]
        if letter == "M":
            found.append([])
        if letter in "ML":
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                found[-1].append((x, y))
            continue
        if letter in "Hh":
            x = numbers[0] + (x if letter == "h" else 0)
        elif letter in "Vv":
            y = numbers[0] + (y if letter == "v" else 0)
        elif letter in "aAcCqQsStTlm" and len(numbers) >= 2:
            relative = letter.islower()
            x, y = numbers[-2] + (x if relative else 0), numbers[-1] + (y if relative else 0)
        if letter not in "Zz":
            found[-1].append((x, y))
    return found


def middle(corners: list[Point]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def inside(d: str, point: Point) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    crossed = 0
    for corners in loops(d):
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
                crossed += 1
    return crossed % 2 == 1


@by_game
def test_what_can_be_done_glows_and_what_glows_can_be_done(game: Game) -> None:
    """Every action has an outline or a surface on a sheet that is in sight, in wide windows and in narrow ones. A surface is
    all squares that some way to lie would cover, and no other."""
    for match, _ in each(game):
        scene = drawn(match)
        assert sorted(action for place in scene.places for action in place.actions) == match.legal
        for plan in (scene.wide, scene.narrow):
            seen = {box.sheet for box in plan.boxes if box.area != "words"}
            for place in scene.places:
                where = {lie.sheet for lie in place.lies} or {target.sheet for target in place.targets}
                assert where & seen or not match.over, (place.id, match.words(place.actions[0]))
        for region in scene.regions:
            lies = [lie for place in scene.places for lie in place.lies if lie.sheet == region.sheet]
            covered = {square for lie in lies for square in lie.squares}
            assert all(inside(region.d, square) for square in covered)
            for x, y in covered:  # beside them is either another one, or the end of the surface
                for beside in ((x + region.side, y), (x - region.side, y), (x, y + region.side), (x, y - region.side)):
                    assert inside(region.d, beside) == (beside in covered)


# --- why not ----------------------------------------------------------------------------------------------------------


@by_game
def test_a_reason_stands_only_where_nothing_can_be_done(game: Game) -> None:
    """Whoever points at what has a reason can do nothing with it: no outline and no surface of something legal is there, and
    what the reason is of is not legal."""
    for match, called in each(game):
        scene = drawn(match)
        lit = [(one.sheet, middle(corners)) for place in scene.places for one in place.targets for corners in loops(one.d)]
        for reason in study.forbidden(match, match.to_act, "en", called):
            for target in reason["targets"]:
                for x, y in map(middle, loops(target["d"])):
                    there = [at for sheet, at in lit if sheet == target["sheet"] and hypot(at[0] - x, at[1] - y) < NEAR]
                    there += [(x, y) for one in scene.regions if one.sheet == target["sheet"] and inside(one.d, (x, y))]
                    assert not there, (reason["text"], match.record().splitlines()[-1])
        for found in reasons(game, match.state, match.to_act):
            assert found.of not in match.legal


# --- what follows -----------------------------------------------------------------------------------------------------


def purse(match: Match, seat: int) -> dict[str, int]:
    """What a seat has that is earned and paid."""
    its = match.view(seat)["seats"][seat]
    return {name: its[name] for name in ("talers", "gold") if name in its}


@by_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_earned_and_paid_is_told_with_its_sign_and_comes_true(game: Game, language: str) -> None:
    for match, called in each(game):
        seat, before = match.to_act, purse(match, match.to_act)
        view = match.view(seat)
        for action in match.legal:
            after = match.copy()
            events = after.play(action)
            changed = {name: n - before[name] for name, n in purse(after, seat).items() if n != before[name]}
            kinds = ("earn", "pay") if "talers" in before else ("sell",)
            deeds = [event for event in events if event.seat == seat and event.kind in kinds]
            if not changed or not deeds or (len(deeds) > 1 and "talers" in before) or after.over:
                continue  # nothing, or more than the deed itself: what a town brings, say
            text = game.texts.describe(game, view, action, language, called)
            lines = [text] if MONEY.search(text) else foreseen(match, action, language, called)["lines"]
            signs = [int(n) if sign == "+" else -int(n) for line in lines for sign, n in SIGNED.findall(line)]
            assert sum(changed.values()) in signs, (text, changed)


@by_game
def test_points_and_warnings_come_true(game: Game) -> None:
    """Points are those that the action brings at once. A warning is never wrong: a turn that ends with nothing done is one in
    which this seat has decided nothing, whatever chance drew meanwhile."""
    for match, _ in each(game):
        seat, mine = match.to_act, 0
        for move in reversed(match.moves):
            if move.seat not in (seat, CHANCE):
                break
            mine += move.seat == seat
        for one in told(match, "en"):
            after = match.copy()
            events = after.play(one["action"])
            points: Counter[int] = Counter()
            for event in events:
                if event.kind == "score":
                    points[event.seat] += event.args[0]
            for gain in one["gains"]:
                assert points[gain["seat"]] == gain["points"], one["text"]
            if one["warn"] == "ends":
                assert after.over
            if one["warn"] == "loses":
                assert points[seat] < 0
            if one["warn"] == "idle":
                assert mine == 0, f"{one['text']}: {mine} decisions were taken in this turn"
                assert after.to_act != seat


@by_game
def test_what_is_foreseen_happens(game: Game) -> None:
    """The lines that stand beside an action are those that the log has after it, in this order."""
    rng = Random(1)
    for match, called in each(game):
        seat = match.to_act
        for action in rng.sample(match.legal, min(3, len(match.legal))):
            language = rng.choice(LANGUAGES)
            said = foreseen(match, action, language, called)
            after = match.copy()
            events: list[Event] = after.play(action)
            while not after.over and after.to_act == seat and len(after.legal) == 1 and len(events) < 200:
                events += after.play(after.legal[0])
            view = after.view(seat)
            lines = [game.texts.tell(game, view, event.for_seat(seat), language, called) for event in events]
            lines = [line for line, event in zip(lines, events, strict=True) if line and event.kind != "score"]
            assert said["lines"] == lines[: len(said["lines"])]


# --- counts -----------------------------------------------------------------------------------------------------------


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", text))


@by_game
def test_every_language_says_the_same_numbers(game: Game) -> None:
    """In what can be done, in what is asked, and in reasons."""
    for match, called in each(game):
        view = match.view(match.to_act)
        for action in match.legal[:: max(1, len(match.legal) // 8)]:
            said = {language: game.texts.describe(game, view, action, language, called) for language in LANGUAGES}
            assert len({frozenset(numbers(text).items()) for text in said.values()}) == 1, said
        asked = {language: game.texts.prompt(game, view, match.legal, language) for language in LANGUAGES}
        assert len({frozenset(numbers(text).items()) for text in asked.values()}) == 1, asked
        for reason in reasons(game, match.state, match.to_act)[::9]:
            texts = [why(game, reason, language, called) for language in LANGUAGES]
            assert len({frozenset(numbers(text).items()) for text in texts}) == 1, texts


def blocks_set(match: Match) -> int:
    """Blocks that one seat sets from here on, one after the other."""
    match, seat, done = match.copy(), match.to_act, 0
    while not match.over and match.to_act == seat and match.view(seat)["decision"] in ("block", "set"):
        done += match.view(seat)["decision"] == "set"
        match.play(match.legal[0])
    return done


def test_so_many_blocks_can_be_set_as_are_asked_for() -> None:
    """Arkadia 6.1, 6.4: also where the supply of the last level runs out."""
    game = chantier.games["arkadia"]
    match, player, asked = Match(game, seats=4, seed="blocks"), bot("apprentice", seed=1), 0

    def check(match: Match, language: str) -> None:
        said = game.texts.prompt(game, match.view(match.to_act), match.legal, language)
        assert list(numbers(said).elements()) == [str(blocks_set(match))]

    while not match.over:
        if match.view(match.to_act)["decision"] == "block":
            for language in LANGUAGES:
                check(match, language)
                check(with_few_blocks(match, asked % 3 + 1), language)
            asked += 1
        match.play(player.choose(match.seen()))
    assert asked > 10


def with_few_blocks(match: Match, left: int) -> Match:
    """The same table when the last level is built and so few blocks are left, though three are due."""
    match = match.copy()
    s, cells = match.state, match.game.rules.CELL_COUNT
    s.castle[0], s.castle[1], s.castle[2] = [0] * cells, [1] * cells, [2] * 3 + [-1] * (cells - 3)
    s.supply = [[0] * 4, [0] * 4, [left, 0, 0, 0]]
    s.level, s.due = 2, 3
    match._legal = None
    return match
