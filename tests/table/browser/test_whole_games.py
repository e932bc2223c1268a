"""Whole games in a real browser: with the keyboard and what a screen reader is told alone, and by touch alone on a phone,
upright and held sideways, and on a tablet; with the mouse their beginning and end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import chantier
from chantier import Match
from chantier.table import tables
from chantier.terminal.saves import Player
from tests.table.browser.legible import course
from tests.table.browser.people import LYING, PHONE, TABLET, Person

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
FIRST, LAST = 10, 12  # decisions by mouse
DEVICES = {"phone": PHONE, "phone held sideways": LYING, "tablet": TABLET}


def check_end(one: Person) -> None:
    """The standing has every seat, and the page lets one look back."""
    assert one.page.locator("#pane-end .standing li").count() == 2
    one.page.locator("#pane-end .btn", has_text="Look back").click()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#history .live").click()
    one.page.wait_for_selector("body:not(.in-past)")


@pytest.mark.parametrize("game", GAMES)
def test_with_the_mouse_only(game: str, person: Callable[..., Person]) -> None:
    """From the home page into a game, and out of one; from start to end it is played by mouse at a table without a server, and
    with a set of one's own."""
    one = person()
    one.home()
    card = one.page.locator(".card").nth(list(chantier.games).index(game))
    card.locator("input[value='1']").check()
    card.locator("select.level").select_option("apprentice")
    card.locator(".btn.main").click()
    one.page.wait_for_url("**/t/*")
    one.play_on("click", FIRST)
    one.go(late(one, game))
    one.play_on("click")
    assert one.over
    check_end(one)


@pytest.mark.parametrize("game", GAMES)
def test_with_the_keyboard_only(game: str, person: Callable[..., Person]) -> None:
    """From the home page: Tab to the game's button, Enter, and then digits, arrows and Enter to the end; what to press is found
    in the tree that a screen reader is told."""
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
@pytest.mark.parametrize("device", DEVICES)
def test_by_touch_only(device: str, game: str, person: Callable[..., Person]) -> None:
    """A finger plays from the start to the end. Nothing is ever wider than the window."""
    one = person(phone=True, seed=3, size=DEVICES[device])
    one.go(one.new(game, "me", "bot:random")["table"])
    one.play_on("tap")
    assert one.over
    assert one.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    one.page.locator("#dock .extra .btn", has_text="Standing").tap()
    assert one.page.locator("#pane-end .standing li").count() == 2
    one.page.locator("#pane-end .btn", has_text="Look back").tap()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#tab-log").tap()
    assert one.page.locator("#log li").count() > 3


def late(one: Person, game: str) -> str:
    """A table with a game that has few decisions left."""
    moments = [match.copy() for match in course(Match(game, seats=2, seed="late")) if match.to_act == 0]
    match = moments[-LAST:][0]
    store = one.hall.app.state.hall.store
    me = store.load(one.new(game, "me", "bot:random")["table"]).match.host
    table = tables.on_this_screen(match, [Player("Ada"), Player("Ben", "random")], me)
    store.begin(table.stored())
    return str(table.id)
