"""What the table tells stands beside what it speaks of: the end, what has changed, hints, and what things are."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Browser

import chantier
from chantier import Match
from tests.table.browser.legible import Moment, Reader, Size, course, faults
from tests.table.browser.people import Hall

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
DESK, LAPTOP, TABLET, PHONE = Size(1440, 900), Size(1024, 768), Size(768, 1024), Size(390, 844)
# How much of the stage lies under something else that is shown: parts of a grid of points where neither it nor its zoom is hit.
COVERED = """(what) => {
  const told = document.querySelector(what), box = document.querySelector("#stage svg").getBoundingClientRect();
  const points = [...Array(400).keys()].map((n) => [
    box.left + box.width * (n % 20 + .5) / 20, box.top + box.height * (Math.floor(n / 20) + .5) / 20]);
  return points.filter(([x, y]) => told.contains(document.elementFromPoint(x, y))).length;
}"""


@cache
def midst(game: str) -> Moment:
    """The first decision of a turn, some turns after the start, and not where a new round has just been dealt."""
    for match in course(Match(game, seats=3, seed="photo")):
        seat = match.to_act
        lately = [move.seat for move in match.moves[-12:]]
        if len(match.moves) > 90 and seat >= 0 and len(match.legal) > 2 and lately[-1] != seat and lately.count(-1) < 4:
            return Moment(game, "midst", match.copy())
    raise LookupError(game)


@cache
def end_of(game: str) -> Moment:
    *_, match = course(Match(game, seats=3, seed="photo"))
    return Moment(game, "over", match)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_shows_the_finished_board_and_beside_it_the_standing(game: str, reader: Reader) -> None:
    """With what every score rests on; nothing of it lies over the board, at any size. On a phone it is a page."""
    end = end_of(game)
    page = reader.one.page
    reader.resize(DESK)
    reader.open(end)
    page.locator("#pane-end .standing .why:not(:empty)").first.wait_for(state="attached")
    assert page.query_selector("dialog") is None
    for size in (DESK, LAPTOP, TABLET):
        reader.resize(size)
        page.locator("#tab-end").click()
        page.locator("#pane-end .standing").wait_for()
        assert page.evaluate(COVERED, "#pane-end") == 0, size.name
        assert faults(reader.measure(), size) == {}, size.name
    why = page.locator("#pane-end .why").all_inner_texts()
    assert len(why) == end.match.seats
    assert all(why)
    assert page.locator("#pane-end .clause").inner_text().removeprefix("§ ") == end.match.game.texts.CLAUSES["wins"]
    reader.resize(PHONE)
    page.locator("#tab-stage").click()
    assert page.evaluate(COVERED, "#pane-end") == 0
    page.locator("#dock .extra .btn", has_text="Standing").click()
    assert page.locator("#pane-end .standing li").count() == end.match.seats
    assert faults(reader.measure(), PHONE) == {}


OUTLINED = """() => [...document.querySelectorAll(".pieces [filter^='url(#fresh']")].filter((one) => {
  const made = document.querySelector(one.getAttribute("filter").slice(4, -1));
  return made?.querySelectorAll("feMorphology").length === 2;
}).length"""


@pytest.mark.parametrize("game", GAMES)
def test_what_changed_is_outlined_along_its_own_shape(game: str, reader: Reader) -> None:
    """On the pieces themselves, without anything else on the sheets but a number that leads to the line of the log."""
    page = reader.one.page
    reader.resize(DESK)
    reader.open(midst(game))
    page.locator(".marks .order").first.wait_for(state="attached")
    assert page.evaluate(OUTLINED) > 0
    assert page.locator(".marks ellipse, .marks path, .marks line").count() == 0
    assert faults(reader.measure(), DESK) == {}
    number = page.locator(".marks .order").first
    told = number.text_content()
    number.dispatch_event("click")
    assert page.evaluate("document.activeElement.querySelector('.mark')?.textContent") == told
    page.locator("#log .since .btn").click()
    page.mouse.move(3, 3)  # a line of the log that comes to lie under the mouse lights its own pieces
    page.wait_for_function(f"() => ({OUTLINED})() === 0")
    assert page.locator(".marks .order, #log .mark").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_stands_beside_the_board_and_lights_the_places(game: str, reader: Reader) -> None:
    """Flags with the numbers of its lines stand on the sheets; on a phone it is a page, and the flags stay on the board."""
    page = reader.one.page
    reader.resize(DESK)
    reader.open(midst(game))
    page.wait_for_selector("body.my-turn")
    page.keyboard.press("h")
    lines = page.locator("#pane-hint .branches button")
    lines.first.wait_for()
    assert page.evaluate(COVERED, "#pane-hint") == 0
    numbers = page.locator(".marks .flag text").all_text_contents()
    assert numbers
    assert set(numbers) <= {str(n + 1) for n in range(lines.count())}
    lines.first.focus()
    assert page.locator("#choices .choice.lit").count() == 1
    assert faults(reader.measure(), DESK) == {}
    page.locator("#advice .btn").click()
    assert page.locator(".marks .flag, #tab-hint").count() == 0
    assert page.locator("#tab-log").get_attribute("aria-selected") == "true"


# The middle of a piece that nothing can be done with.
IDLE = """() => {
  for (const one of document.querySelectorAll("#stage .pieces use")) {
    const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const under = document.elementsFromPoint(x, y);
    if (under[0]?.closest("svg") === one.ownerSVGElement && !under.some((top) => top.matches(".place, .reach"))) return [x, y];
  }
}"""
# A finger comes down on a place, and goes up again.
HOLD = """(type) => {
  const one = document.querySelector("#stage .place"), box = one.getBoundingClientRect();
  const at = { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2, bubbles: true };
  one.dispatchEvent(new PointerEvent(type, { ...at, pointerType: "touch", isPrimary: true, cancelable: true }));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_everything_drawn_says_what_it_is(game: str, reader: Reader) -> None:
    """To a mouse that rests and to the keyboard; also when nobody decides."""
    page = reader.one.page
    reader.resize(DESK)
    reader.open(end_of(game))
    x, y = page.evaluate(IDLE)
    page.mouse.move(x, y)
    tip = page.locator(".callout.why:not([hidden])")
    tip.locator(".num").first.wait_for()
    texts = end_of(game).match.game.part("words.things").TEXTS["en"]
    assert tip.locator("span").first.inner_text() in texts.values()
    box = tip.bounding_box()
    assert box
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    page.mouse.move(3, 3)
    tip.wait_for(state="hidden")
    page.keyboard.press("i")
    page.wait_for_function("() => document.activeElement.matches('.cursor')")
    first = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert any(text in first for text in texts.values())
    page.keyboard.press("ArrowDown")
    page.wait_for_function("(first) => document.activeElement.getAttribute('aria-label') !== first", arg=first)
    assert tip.count() == 1
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")


def test_a_finger_that_is_held_is_told_and_chooses_nothing(engine: Browser, hall: Hall) -> None:
    finger = Reader(engine, hall, touch=True, language="en-GB")
    page = finger.one.page
    finger.open(midst("world_monuments"))
    page.wait_for_selector("body.my-turn #stage .place")
    page.evaluate(HOLD, "pointerdown")
    page.locator(".callout.why:not([hidden]) .num").first.wait_for()
    page.evaluate(HOLD, "pointerup")
    page.evaluate(HOLD, "click")
    assert page.locator("#confirm").is_disabled()
    page.evaluate(HOLD, "click")
    assert page.locator("#confirm").is_enabled()
    finger.one.context.close()
    assert finger.one.faults == []
