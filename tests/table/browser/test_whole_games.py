"""Whole games in a real browser: with the mouse alone, with the keyboard alone, and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import chantier
from tests.table.browser.people import Person

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)


def check_end(one: Person) -> None:
    """The standing has every seat, and the page lets one look back."""
    assert one.page.locator("dialog .standing li").count() == 2
    one.page.locator("dialog .foot .btn", has_text="Look back").click()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#history .live").click()
    one.page.wait_for_selector("body:not(.in-past)")


@pytest.mark.parametrize("game", GAMES)
def test_with_the_mouse_only(game: str, person: Callable[..., Person]) -> None:
    one = person()
    one.home()
    card = one.page.locator(".card").nth(list(chantier.games).index(game))
    card.locator("input[value='1']").check()
    card.locator("select.level").select_option("apprentice")
    card.locator(".btn.main").click()
    one.page.wait_for_url("**/t/*")
    one.play_on("click")
    assert one.over
    check_end(one)


@pytest.mark.parametrize("game", GAMES)
def test_with_the_keyboard_only(game: str, person: Callable[..., Person]) -> None:
    """From the home page: Tab to the game's button, Enter, and then digits, arrows and Enter to the end."""
    one = person(seed=2, level="apprentice")
    one.home()
    wanted = one.page.locator(".card").nth(list(chantier.games).index(game)).locator(".btn.main")
    for _ in range(80):
        one.page.keyboard.press("Tab")
        if wanted.evaluate("(button) => button === document.activeElement"):
            break
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/t/*")
    one.play_on("press")
    assert one.over


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone(game: str, person: Callable[..., Person]) -> None:
    """A finger plays a good part of a game; nothing is wider than the window."""
    one = person(phone=True, seed=3)
    one.go(one.new(game, "me", "bot:random")["table"])
    one.play_on("tap", 25)
    if one.over:  # a short game: it is looked at again
        one.page.locator("dialog .foot .btn", has_text="Look back").tap()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.page.locator("#frame").evaluate("(frame) => frame.scrollWidth <= innerWidth")
    one.page.locator("#tab-log").click()
    assert one.page.locator("#log li").count() > 3
