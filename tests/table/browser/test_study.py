"""What helps to understand: consequences, reasons, warnings, notes, the review of a finished game, and lessons."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route

import chantier
from chantier import lessons
from chantier.bots import bot
from chantier.table import reviews
from tests.table.browser.people import Person, cases
from tests.table.browser.test_access import check
from tests.table.browser.test_together import lift

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
# A point where something lies that cannot be done.
GROUND = """() => {  // a point of the board where nothing can be done
  const box = document.querySelector("#stage svg").getBoundingClientRect();
  for (let n = 1; n < 144; n++) {
    const x = box.left + box.width * ((n * 5) % 13) / 13, y = box.top + box.height * ((n * 7) % 11) / 11;
    const there = document.elementFromPoint(x, y);
    if (there?.closest("#stage svg[data-sheet]") && !there.closest(".place, .reach")) return [x, y];
  }
}"""
FORBIDDEN = """() => {
  for (const one of document.querySelectorAll(".chantier .why .why")) {
    const box = one.getBoundingClientRect();
    for (let n = 1; n < 144; n++) {
      const x = box.left + box.width * ((n * 5) % 13) / 13, y = box.top + box.height * ((n * 7) % 11) / 11;
      if (document.elementFromPoint(x, y) === one) return [x, y];
    }
  }
}"""


def finish(one: Person, table: str) -> None:
    """The rest of a game, without the browser."""
    live = one.hall.app.state.hall.gatherings[table]
    twin = live.table.match.copy()
    while not twin.over:
        twin.play(one.mind.choose(twin.seen()))
    live.table.match = twin


@pytest.mark.parametrize("game", cases(GAMES, ["arkadia"]))
def test_the_review_of_a_finished_game(game: str, person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch) -> None:
    """From the list of tables: charts, turning points, where the points came from, and a way to every moment."""
    monkeypatch.setattr(reviews, "MOST", 6)
    one = person()
    one.hall.app.state.values.thinker = "journeyman"  # by the clock: it waits for no twin
    table = one.new(game, "me", "bot:apprentice")["table"]
    one.go(table)
    one.wait_turn()
    finish(one, table)
    one.page.goto(f"{one.hall.url}/t/{table}#review")
    one.page.reload()
    one.page.locator(".review .values .chart").wait_for()
    assert one.page.locator(".review .chart").count() == 2
    totals = one.page.locator(".sources tfoot td").all_inner_texts()
    assert list(map(int, totals)) == one.ask(f"/api/tables/{table}/review")["scores"]
    check(one)
    one.page.locator(".review .chart").first.click()
    one.page.wait_for_selector("body.in-past")


LESSONS = [*((game, False) for game in GAMES), ("arkadia", True)]


@pytest.mark.parametrize(("game", "phone"), cases(LESSONS, [("arkadia", True), ("queens_architect", False)]))
def test_a_lesson_from_the_first_note_to_the_last(game: str, phone: bool, person: Callable[..., Person]) -> None:
    """The learner makes the moves, by the list; another move than the lesson's is gently refused."""
    one = person(phone=phone)
    one.page.goto(f"{one.hall.url}/lesson/{game}")
    lesson = lessons.load(game, lessons.names(game)[0])
    refused = False
    for n, note in enumerate(lesson.notes):
        one.page.locator("#lesson .num", has_text=f"{n + 1} / {len(lesson.notes)}").wait_for()
        assert one.page.locator("#lesson .note").inner_text() == note.text["en"]
        if n == 0:
            check(one)
        if n + 1 == len(lesson.notes):
            break
        if not note.expect:
            one.page.locator("#lesson .btn.main").click()
            continue
        one.page.wait_for_selector("body.my-turn")
        offered = one.page.evaluate("() => [...document.querySelectorAll('#choices .choice')].map((one) => one.dataset.action)")
        wrong = next((action for action in offered if int(action) != lesson.action(n)), None)
        if wrong and not refused:
            refused = True
            with one.told("in this lesson"):
                play(one, wrong)
            one.page.wait_for_selector("body.my-turn")
        play(one, str(lesson.action(n)))
    assert refused
    one.page.locator("#lesson .btn.main", has_text="Play now").click()
    one.page.wait_for_url("**/t/*")


def test_what_a_lesson_speaks_of_is_in_sight(person: Callable[..., Person]) -> None:
    """On a tablet that lies the card of the lesson leaves little room beside it: pages are scrolled to what is meant."""
    one = person()
    one.page.set_viewport_size({"width": 1024, "height": 768})
    one.page.goto(f"{one.hall.url}/lesson/world_monuments")
    one.page.locator("#panels .sheet.look").wait_for()
    one.page.wait_for_function(
        """() => {
          const meant = document.querySelector("#panels .sheet.look").getBoundingClientRect();
          const room = document.querySelector("#panels").getBoundingClientRect();
          return meant.height > 100 && meant.top >= room.top - 1 && meant.bottom <= room.bottom + 1;
        }"""
    )


def test_a_lesson_accepts_what_it_says(person: Callable[..., Person]) -> None:
    """`Any free notch`: another one than in the record is taken, and the lesson goes on with it."""
    one = person()
    lesson = lessons.load("queens_architect", "first-building")
    n = next(n for n, note in enumerate(lesson.notes) if note.any)
    one.page.goto(f"{one.hall.url}/lesson/queens_architect")
    other = lesson.accepted(n)[-1]
    for step in range(n + 1):
        one.page.locator("#lesson .num", has_text=f"{step + 1} / {len(lesson.notes)}").wait_for()
        if not lesson.notes[step].expect:
            one.page.locator("#lesson .btn.main").click()
            continue
        one.page.wait_for_selector("body.my-turn")
        play(one, str(other if step == n else lesson.action(step)))
    one.page.locator("#lesson .num", has_text=f"{n + 2} / {len(lesson.notes)}").wait_for()
    wanted = lesson.choosing({n: other}).drawn(n + 1)
    shown = {piece.id for sheet in wanted.sheets for piece in sheet.pieces}
    was = {piece.id for sheet in lesson.drawn(n + 1).sheets for piece in sheet.pieces}
    assert shown != was or wanted != lesson.drawn(n + 1)
    log = one.page.locator("#log").inner_text()
    assert f"notch {lesson.match.game.actions.split(other)[1] + 1}" in log


def play(one: Person, action: str) -> None:
    one.page.evaluate("(n) => document.querySelector(`#choices [data-action='${n}']`).click()", action)


def test_consequences_reasons_and_a_hint(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new("world_monuments", "me", "bot:apprentice")["table"])
    one.wait_turn()
    point = one.point(one.wish())
    assert point
    one.page.mouse.move(*point)
    one.page.locator(".callout:not(.why) li").first.wait_for()
    assert "Seat 1" in one.page.locator("#said").inner_text()
    one.page.mouse.move(3, 3)  # away from the place and its call-out, which may lie where one points next
    one.page.mouse.move(*one.page.evaluate(GROUND))  # over a sheet: now the table asks what cannot be done there
    one.page.wait_for_selector(".chantier .why .why", state="attached")
    one.page.mouse.click(*one.page.evaluate(FORBIDDEN))
    one.page.locator(".callout.why.stay a").wait_for()
    one.page.keyboard.press("h")
    one.page.locator("#pane-hint .branches").wait_for()
    check(one)


def test_a_warning_can_be_silenced(person: Callable[..., Person]) -> None:
    """What ends the game is asked for first; who does not want to be asked again says so."""
    one = person(silent=[])
    table = one.new("arkadia", "me", "here")["table"]
    live = one.hall.app.state.hall.gatherings[table]
    live.table.match, last = last_choice("arkadia")
    one.go(table)
    lift(one)
    play(one, str(last))
    one.page.locator("dialog h2", has_text="ends the game").wait_for()
    check(one)
    one.page.locator("dialog .btn", has_text="Cancel").click()
    one.gone("dialog")
    play(one, str(last))
    one.page.locator("dialog input[type=checkbox]").check()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_selector("#pane-end .standing")
    assert one.page.evaluate("() => JSON.parse(localStorage.chantier).silent") == ["ends"]


def last_choice(game: str) -> tuple[chantier.Match, int]:
    """A moment at which somebody can end the game or do something else, and the action that ends it."""
    for seed in range(20):
        match, player = chantier.Match(game, 2, seed=seed), bot("apprentice", seed)
        while not match.over:
            for action in match.legal if len(match.legal) > 1 else []:
                world = match.state.copy()
                match.game.play(world, action)
                if world.to_act == chantier.NOBODY:
                    return match, action
            match.play(player.choose(match.seen()))
    raise AssertionError("no game ended with a choice")


def test_notes_stay_in_the_browser(person: Callable[..., Person]) -> None:
    one, other = person(), person()
    table = one.new("arkadia", "me", "bot:random")["table"]
    one.go(table)
    one.page.locator("#tab-notes").click()
    one.page.locator("textarea.notes").fill("Sabina hoards silver.")
    one.page.reload()
    one.page.locator("#tab-notes").click()
    assert one.page.locator("textarea.notes").input_value() == "Sabina hoards silver."
    other.go(table)
    other.page.locator("#tab-notes").click()
    assert other.page.locator("textarea.notes").input_value() == ""


def test_a_step_of_a_lesson_needs_no_clause(person: Callable[..., Person]) -> None:
    """Where there is none, nothing stands in its place."""
    one, game = person(), next(iter(chantier.games))

    def without_clauses(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        route.fulfill(response=answer, json={**told, "steps": [{**step, "clause": None} for step in told["steps"]]})

    one.page.route(re.compile(r"/lessons/[\w-]+\?"), without_clauses)
    one.page.goto(f"{one.hall.url}/lesson/{game}")
    one.page.locator("#lesson .note").wait_for()
    assert "null" not in one.page.locator("#lesson").inner_text()
