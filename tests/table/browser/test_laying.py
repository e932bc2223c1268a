"""Something of several squares is put down by pointing at any of them: with a mouse, a finger and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from chantier.games.arkadia.state import LAY, SQUARES
from chantier.games.arkadia.words.text import lain
from tests.table.browser.people import A_MOMENT, LIT, Person

pytestmark = pytest.mark.unmeasured

LAYS = "#dock.lays"
GHOST = "() => document.querySelectorAll('.laying .edge').length"


def to_lay(one: Person, **more: Any) -> None:
    """A table where a building has been chosen and is to be laid."""
    one.go(one.new("arkadia", "me", "bot:random", options={"start": "first_game"}, seed="lay", **more)["table"])
    one.wait_turn()
    before, card = one.version, next(action for action in one.match.legal if one.match.words(action).startswith("play"))
    one.page.locator(f"#choices [data-action='{card}']").evaluate("(button) => button.click()")
    if one.page.locator("#confirm").is_enabled():
        one.page.locator("#confirm").click()
    one.done(before)
    one.wait_turn()
    one.page.wait_for_selector(LAYS)


def shown(one: Person) -> set[int]:
    """The squares that the ghost covers; none if there is none."""
    action = one.page.evaluate(LIT)
    return set(lain(one.match.game, one.match.view(one.match.to_act), action - LAY).cover) if action >= 0 else set()


def middle(page: Page, sheet: str, spot: tuple[float, float]) -> tuple[float, float]:
    """A point of a sheet, in the window."""
    at = page.locator(f"svg[data-sheet={sheet}] .place.region").evaluate(
        "(region, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(region.getScreenCTM()); return [at.x, at.y] }",
        spot,
    )
    return at[0], at[1]


def squares(one: Person, sheet: str) -> dict[int, tuple[float, float]]:
    """Every square that some way to lie covers, with its middle on the sheet."""
    view = one.match.view(one.match.to_act)
    found: dict[int, tuple[float, float]] = {}
    for action in one.match.legal:
        (lie,) = [lie for lie in one.lies(action) if lie.sheet == sheet]
        found.update(zip(lain(one.match.game, view, action - LAY).cover, lie.squares, strict=True))
    return found


def ways_of(one: Person) -> dict[int, set[int]]:
    """How the building may be turned so that it covers a square."""
    view = one.match.view(one.match.to_act)
    turns: dict[int, set[int]] = {}
    for action in one.match.legal:
        for square in lain(one.match.game, view, action - LAY).cover:
            turns.setdefault(square, set()).add((action - LAY) // SQUARES)
    return turns


def test_pointing_at_any_square_shows_a_building_on_it(person: Callable[..., Person]) -> None:
    """Turned as last chosen, if it can lie so there; elsewhere nothing is shown, and never `does not fit`."""
    one = person()
    to_lay(one)
    turns = ways_of(one)
    free = max(turns, key=lambda square: len(turns[square]))
    wanted = max(turns[free])
    one.page.mouse.move(*middle(one.page, "board", squares(one, "board")[free]))
    for n in range(10):
        if (one.page.evaluate(LIT) - LAY) // SQUARES == wanted:
            break
        one.page.keyboard.press("f" if n == 4 else "r")
    assert (one.page.evaluate(LIT) - LAY) // SQUARES == wanted
    for square, spot in squares(one, "board").items():
        one.page.mouse.move(*middle(one.page, "board", spot))
        assert square in shown(one), square
        if wanted in turns[square]:
            assert (one.page.evaluate(LIT) - LAY) // SQUARES == wanted
    assert one.page.evaluate(GHOST) == 1
    one.page.mouse.move(5, 5)
    one.page.wait_for_function("() => !document.querySelector('.laying')")


def test_it_is_turned_and_flipped_by_keys_wheel_and_buttons(person: Callable[..., Person]) -> None:
    one = person()
    to_lay(one)
    page = one.page
    ways = ways_of(one)
    free = max(ways, key=lambda square: len(ways[square]))
    page.mouse.move(*middle(page, "board", squares(one, "board")[free]))
    seen = [page.evaluate(LIT)]
    page.keyboard.press("r")
    seen.append(page.evaluate(LIT))
    page.keyboard.press("Shift+R")
    assert page.evaluate(LIT) == seen[0] != seen[1]
    one.wheel()
    assert page.evaluate(LIT) == seen[1]
    page.locator("#dock .turns .tool").first.click()  # by a button it is chosen, and waits for a yes
    assert page.locator("#confirm").is_visible()
    assert page.evaluate(LIT) >= 0
    before, chosen = one.version, page.evaluate(LIT)
    page.locator("#confirm").click()
    one.done(before)
    assert chosen in [move.action for move in one.match.moves]


def test_what_has_just_appeared_under_a_resting_finger_is_not_tapped(person: Callable[..., Person]) -> None:
    """A second tap at the same place was meant for what was there before; a moment later it is meant."""
    one = person(phone=True)
    one.page.add_init_script("performance.now = () => window.clock ?? 1000")
    to_lay(one)
    at = middle(one.page, "board-narrow", next(iter(squares(one, "board-narrow").values())))
    one.page.touchscreen.tap(*at)
    assert one.page.evaluate(GHOST) == 0
    one.page.evaluate("window.clock = 1300")
    one.page.touchscreen.tap(*at)
    assert one.page.evaluate(GHOST) == 1


def test_the_keyboard_alone_moves_turns_and_lays_it(person: Callable[..., Person]) -> None:
    one = person()
    to_lay(one)
    page = one.page
    page.keyboard.press("m")
    first = page.evaluate(LIT)
    assert first >= 0
    assert page.locator(".place.region").get_attribute("aria-label")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    moved = page.evaluate(LIT)
    assert moved != first
    assert (moved - LAY) // SQUARES == (first - LAY) // SQUARES
    page.keyboard.press("r")
    turned = page.evaluate(LIT)
    before = one.version
    page.keyboard.press("Enter")
    one.done(before)
    assert turned in [move.action for move in one.match.moves]


def test_a_finger_puts_turns_and_drags_it_and_only_the_button_lays(person: Callable[..., Person]) -> None:
    """The ghost is shown on the turned board, too, and nothing moves meanwhile."""
    one = person(phone=True)
    to_lay(one)
    page, before = one.page, one.version
    board = page.locator("#stage svg").bounding_box()
    spots = squares(one, "board-narrow")
    for square, spot in list(spots.items())[::7]:
        page.evaluate(A_MOMENT)
        page.touchscreen.tap(*middle(page, "board-narrow", spot))
        assert square in shown(one)
        page.touchscreen.tap(*middle(page, "board-narrow", spot))
    assert one.version == before
    assert page.evaluate(GHOST) == 1
    page.locator("#dock .turns .tool").first.tap()
    wish = one.match.legal[len(one.match.legal) // 2]
    one.turn_to(wish)
    assert page.evaluate(LIT) == wish
    assert page.locator("#stage svg").bounding_box() == board
    page.locator("#confirm").tap()
    one.done(before)
    assert wish in [move.action for move in one.match.moves]


def test_what_it_brings_stands_at_the_ghost_and_in_words(person: Callable[..., Person]) -> None:
    one = person()
    to_lay(one)
    game, view = one.match.game, one.match.view(one.match.to_act)
    camp = next(action for action in one.match.legal if lain(game, view, action - LAY).hired)
    one.page.mouse.move(*(one.point(camp) or (0, 0)))
    for n in range(10):
        if one.page.evaluate(LIT) == camp:
            break
        one.page.keyboard.press("f" if n == 4 else "r")
    assert one.page.evaluate(LIT) == camp
    assert one.page.locator(".laying .chip text").first.text_content() == "+1"
    assert "hires 1" in one.page.locator("#brings").inner_text()
    size = one.page.evaluate("document.querySelector('.laying .chip rect').getBoundingClientRect().height")
    assert size == pytest.approx(22, abs=1)
