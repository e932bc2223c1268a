"""The monument is turned and cut by level: by button, key and drag, with a mouse and with a finger, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from chantier.match import Match
from tests.table.browser.legible import Moment, Reader, Size, faults
from tests.table.browser.people import A_MOMENT, PHONE, WIDE, Hall

pytestmark = pytest.mark.unmeasured

# Where the bricks lie, by the places' names; a copy that fades away does not count.
BRICKS = """() => [...document.querySelectorAll('svg[data-sheet=monument] .pieces use')]
  .map((one) => one.getAttribute('transform')).join()"""
PLACES = """() => [...document.querySelectorAll('svg[data-sheet=monument] .place')]
  .filter((one) => one.getClientRects().length).map((one) => Number(one.dataset.actions))"""
HIT = """() => [...document.querySelectorAll('svg[data-sheet=monument] .badge')].filter((one) => one.getClientRects().length)
  .map((one) => { const box = one.getBoundingClientRect();
    return Number(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.dataset.actions ?? -1) })"""
HIGHEST = """() => Math.max(...[...document.querySelectorAll('#stage [class*="at-"]')]
  .filter((one) => one.getClientRects().length).map((one) => Number(one.getAttribute('class').match(/at-(\\d)/)[1])))"""
SWIPE = """([dx, dy]) => {
  const stage = document.querySelector("#stage svg"), box = stage.getBoundingClientRect();
  const x = box.left + 20, y = box.top + 120, how = { pointerId: 1, pointerType: "touch", bubbles: true, isPrimary: true };
  const go = (type, n) => stage.dispatchEvent(new PointerEvent(type, { ...how, clientX: x + dx * n, clientY: y + dy * n }));
  go("pointerdown", 0); go("pointermove", 0.4); go("pointermove", 1); go("pointerup", 1);
}"""


def moment(over: bool = False) -> Moment:
    """Towers stand, and places of several levels are open; or the end."""
    match, chance = Match("world_monuments", seats=3, seed="turn", monument="notre_dame"), Random(4)
    open_levels: set[str] = set()
    while not match.over and (over or len(open_levels) < 3):
        match.play(chance.choice(match.legal))
        words = [] if match.over else [match.words(action) for action in match.legal]
        open_levels = {word.split("level")[1].split()[0] for word in words if word.startswith("lay") and "level" in word}
    return Moment("world_monuments", "over" if over else "lay", match)


@pytest.fixture
def mouse(engine: Browser, hall: Hall) -> Iterator[Reader]:
    one = Reader(engine, hall, touch=False, language="en-GB")
    yield one
    one.one.context.close()
    assert one.one.faults == []


@pytest.fixture
def finger(engine: Browser, hall: Hall) -> Iterator[Reader]:
    one = Reader(engine, hall, touch=True)
    yield one
    one.one.context.close()
    assert one.one.faults == []


def side(page: Page) -> int:
    return int(page.locator("#turning [data-sides][aria-pressed=true]").get_attribute("data-sides") or -1)


def level(page: Page) -> int:
    return int(page.locator("#turning [data-levels][aria-pressed=true]").get_attribute("data-levels") or -9)


def turned(page: Page, before: str) -> str:
    """Where the bricks lie when they no longer lie as before."""
    page.wait_for_function(f"(before) => ({BRICKS})() !== before", arg=before)
    return str(page.evaluate(BRICKS))


def test_by_button_key_and_drag(mouse: Reader) -> None:
    mouse.open(moment())
    page, version = mouse.one.page, mouse.one.version
    actions, seen = set(page.evaluate(PLACES)), [page.evaluate(BRICKS)]
    page.locator("#turning [aria-keyshortcuts=E]").click()
    seen.append(turned(page, seen[-1]))
    assert side(page) == 1
    page.keyboard.press("e")
    seen.append(turned(page, seen[-1]))
    box = page.locator("#stage").bounding_box()
    assert box
    page.mouse.move(box["x"] + 300, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 215, box["y"] + 24, steps=4)
    page.mouse.up()
    seen.append(turned(page, seen[-1]))
    assert side(page) == 3
    assert len(set(seen)) == 4
    page.get_by_role("button", name="Seen from the front").click()
    assert turned(page, seen[-1]) == seen[0]
    assert set(page.evaluate(PLACES)) == actions
    assert mouse.one.version == version
    page.keyboard.press("q")
    assert turned(page, seen[0]) == seen[3]
    page.reload()
    page.wait_for_selector("#turning [data-sides='3'][aria-pressed=true]")
    page.wait_for_function(f"(wanted) => ({BRICKS})() === wanted", arg=seen[3])


def test_levels_are_cut_and_what_is_open_can_be_hit(mouse: Reader) -> None:
    mouse.open(moment())
    page = mouse.one.page
    actions = set(page.evaluate(PLACES))
    found: set[int] = set()
    page.keyboard.press("1")
    assert level(page) == -1, "digits choose from the list while the stage has no focus"
    page.locator("#stage").focus()
    for n in range(1, 6):
        page.keyboard.press(str(n))
        assert level(page) == n - 1
        highest = page.evaluate(HIGHEST)
        assert highest <= n - 1
        for _ in range(4):
            hits = page.evaluate(HIT)
            found |= {action for action in hits if action in page.evaluate(PLACES)}
            before = page.evaluate(BRICKS)
            page.keyboard.press("e")
            turned(page, before)
    assert found == actions
    page.keyboard.press("0")
    assert level(page) == -1
    box = page.locator("#stage").bounding_box()
    assert box
    page.mouse.move(box["x"] + 300, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 304, box["y"] + 180, steps=8)
    page.mouse.up()
    assert level(page) == 3
    page.get_by_role("button", name="One level more").click()
    assert level(page) == 4


def test_what_is_chosen_and_focused_stays(mouse: Reader) -> None:
    mouse.open(moment())
    page = mouse.one.page
    page.keyboard.press("m")
    focused = page.evaluate("() => document.activeElement.dataset.actions")
    before = page.evaluate(BRICKS)
    page.keyboard.press("e")
    turned(page, before)
    assert page.evaluate("() => document.activeElement.dataset.actions") == focused
    page.keyboard.press("5")
    assert level(page) == 4
    page.keyboard.press("Enter")
    mouse.one.done(0)
    assert int(focused) in [move.action for move in mouse.one.match.moves]
    assert side(page) == 1


def test_by_finger_on_a_phone(finger: Reader) -> None:
    finger.open(moment())
    page = finger.one.page
    before, actions = page.evaluate(BRICKS), page.evaluate(PLACES)
    page.locator("#turning .sides .step").last.tap()
    before = turned(page, before)
    page.evaluate(SWIPE, [-90, 5])
    before = turned(page, before)
    assert side(page) == 2
    page.evaluate(SWIPE, [5, 90])
    assert level(page) == 4
    assert faults(finger.measure(), Size(PHONE["width"], PHONE["height"], True)) == {}
    page.locator("#dock .more").tap()
    listed = {int(one.get_attribute("data-action") or -1) for one in page.locator("#choices .choice:visible").all()}
    assert listed.issuperset(actions)
    page.evaluate(A_MOMENT)
    page.locator(f"#choices [data-action='{actions[-1]}']").tap()
    page.locator("#turning .sides .step").first.tap()
    turned(page, before)
    assert page.locator("#stage .ghost").count() == 1
    page.locator("#confirm").tap()
    finger.one.done(0)
    assert actions[-1] in [move.action for move in finger.one.match.moves]


def test_the_past_and_the_end_are_turned_too(mouse: Reader) -> None:
    mouse.open(moment(over=True))
    page = mouse.one.page
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    before = page.evaluate(BRICKS)
    page.keyboard.press("e")
    end = turned(page, before)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("body.in-past")
    before = page.evaluate(BRICKS)
    page.keyboard.press("e")
    turned(page, before)
    page.keyboard.press("q")
    page.keyboard.press("End")
    page.wait_for_selector("body:not(.in-past)")
    page.wait_for_function(f"(wanted) => ({BRICKS})() === wanted", arg=end)
    assert mouse.one.page.viewport_size == WIDE
