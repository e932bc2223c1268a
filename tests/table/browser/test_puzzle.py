"""The puzzle of the day: from the home page to the answer, its reasons, how it goes on, and a table that goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser

from chantier import puzzles
from chantier.puzzles import Puzzle
from tests.table.browser.legible import MEASURE, SIZES, Reader, Size, faults
from tests.table.browser.people import WHOLE, Hall, Person
from tests.table.browser.test_access import check
from tests.table.browser.test_study import play

pytestmark = pytest.mark.unmeasured
GAMES = sorted({game for game, _ in puzzles.rotation()})
NAMES = ("360 x 640", "768 x 1024", "1024 x 768", "1366 x 768")
SMALL, TABLET, LAPTOP, DESK = (next(size for size in SIZES if size.name == name) for name in NAMES)
WHOLE_CARD = "() => { const card = document.querySelector('#lesson'); return card.scrollHeight <= card.clientHeight + 1 }"
CARD = "#lesson[data-verdict='{}']"


def said(one: Person) -> str:
    return " ".join(one.page.locator("#lesson .note").inner_text().split())


def solve(one: Person, puzzle: Puzzle) -> None:
    """First what comes to mind, which is kindly refused, then the best; then how it goes on."""
    one.page.wait_for_selector("body.my-turn")
    assert said(one) == puzzle.question("en")
    play(one, str(puzzle.obvious.action))
    one.page.locator(CARD.format("wrong")).wait_for()
    assert said(one) == " ".join(puzzle.answer(puzzle.obvious.action, "en").split())
    one.page.wait_for_selector("body.my-turn")
    play(one, str(puzzle.best.action))
    one.page.locator(CARD.format("right")).wait_for()
    assert said(one).startswith(" ".join(" ".join(puzzle.reasons("en")).split()))
    if len(puzzle.lesson.notes) > 2:
        one.page.locator("#lesson .btn.main", has_text="How it goes on").click()
        one.page.locator("#lesson .course").first.wait_for()
    lines = [[what for _, what in puzzle.steps(found, "en")] for found in (puzzle.best, puzzle.obvious)]
    assert [course.locator("li").all_inner_texts() for course in one.page.locator("#lesson .course").all()] == lines


def test_the_puzzle_of_the_day(person: Callable[..., Person]) -> None:
    """It is that of the command line; solved, it is so on the home page too; and one can play on against masters."""
    one = person()
    before = puzzles.of_day(datetime.now(UTC).date())
    one.page.goto(one.hall.url)
    one.page.locator(".day a", has_text="Solve it").click()
    one.page.wait_for_url("**/puzzle/*/*")
    game, number = one.page.url.split("/")[-2:]
    assert (game, int(number)) in (before, puzzles.of_day(datetime.now(UTC).date()))
    puzzle = puzzles.load(game, int(number))
    solve(one, puzzle)
    one.page.locator("#lesson .btn.main", has_text="Play on from here").click()
    one.page.wait_for_url("**/t/*")
    one.wait_turn()
    table = one.hall.app.state.hall.gatherings[one.page.url.rpartition("/")[2]].table
    assert table.match.view(puzzle.seat) == puzzle.moment.view(puzzle.seat)
    assert [seat.level for seat in table.seats] == ["" if n == puzzle.seat else "master" for n in range(puzzle.moment.seats)]
    one.page.goto(one.hall.url)
    one.page.locator(".day", has_text="You have solved it.").wait_for()


def test_giving_up_and_going_on_to_the_next(person: Callable[..., Person]) -> None:
    """No bot helps; the answer is shown if one asks for it, and another puzzle follows."""
    one = person()
    here, there = puzzles.rotation()[:2]
    one.page.goto(f"{one.hall.url}/puzzle/{here[0]}/{here[1]}")
    one.page.wait_for_selector("body.my-turn")
    with one.told("No bot helps"):
        one.page.keyboard.press("h")
    one.page.locator("#lesson .btn", has_text="Show the answer").click()
    one.page.locator(CARD.format("shown")).wait_for()
    assert not one.page.evaluate("() => JSON.parse(localStorage.getItem('chantier') || '{}').solved?.length"), (
        "it was not solved"
    )
    one.page.locator("#lesson .btn.main", has_text="How it goes on").click()
    one.page.locator("#lesson .btn", has_text="Another puzzle").click()
    one.page.wait_for_url(f"**/puzzle/{there[0]}/{there[1]}")
    one.page.wait_for_selector("body.my-turn")


def test_what_is_not_there_is_said(person: Callable[..., Person]) -> None:
    one = person()
    one.page.goto(f"{one.hall.url}/puzzle/arkadia/999")
    one.page.locator(".gone", has_text="There is no such puzzle.").wait_for()
    assert one.faults
    one.faults.clear()  # the browser itself complains of what it did not find


@pytest.mark.parametrize(
    ("game", "size"),
    [*((game, size) for game in GAMES for size in (SMALL, TABLET, LAPTOP)), (GAMES[0], DESK)],
)
def test_it_can_be_read_and_reached(game: str, size: Size, engine: Browser, hall: Hall) -> None:
    """In German, on a small phone, on tablets and at a desk: question, wrong answer, reasons, and how it goes on. The question
    is all in sight. Whether everybody can use it is looked at on the phone with every game; the card is the same for all of
    them, so at other sizes one game is enough for `make test`."""
    checked = WHOLE or size in (SMALL, DESK) or game == GAMES[-1]
    reader = Reader(engine, hall, touch=size.touch)
    page, puzzle = reader.one.page, puzzles.load(game, 1)
    reader.resize(size)
    page.goto(f"{hall.url}/puzzle/{game}/1")
    page.wait_for_selector("body.my-turn")
    page.evaluate(MEASURE)
    for verdict, action in (("", None), ("wrong", puzzle.obvious.action), ("right", puzzle.best.action)):
        if action is not None:
            play(reader.one, str(action))
        page.locator(CARD.format(verdict)).wait_for()
        reader.still()
        assert verdict or page.evaluate(WHOLE_CARD)
        assert faults(reader.measure(), size) == {}, verdict
        if checked:
            check(reader.one, "#lesson" if verdict == "wrong" else None)  # the position is still the one that was looked at
        page.wait_for_selector("body.my-turn" if verdict != "right" else "body:not(.my-turn)")
    page.locator("#lesson .btn.main").click()
    page.locator("#lesson .course").first.wait_for()
    reader.still()
    assert faults(reader.measure(), size) == {}
    if checked:
        check(reader.one)
    reader.one.context.close()
    assert reader.one.faults == []
