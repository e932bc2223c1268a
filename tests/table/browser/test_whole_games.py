"""Whole games in a real browser: with the keyboard and what a screen reader is told alone, and by touch alone. With the mouse
they are played at a table without a server, in `test_site.py`. `make test` plays every game as a whole in one of these ways,
and in the others its beginning and its end; `make test-long` plays all of them.

All seats are taken: that makes a game shorter for each of them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

import chantier
from chantier.table import tables
from chantier.terminal.saves import Player
from tests.table.browser.people import FIRST, LYING, PHONE, TABLET, WHOLE, Person, cases, late_in

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
DEVICES = {"phone": PHONE, "phone held sideways": LYING, "tablet": TABLET}
OTHERS = ["bot:random"] * 3
TOUCHED = [(device, game) for device in DEVICES for game in GAMES]
ONLY_LONG = {
    ("phone", "arkadia"), ("phone", "queens_architect"), ("tablet", "arkadia"), ("tablet", "world_monuments"),
    ("phone held sideways", "world_monuments"),
}  # fmt: skip
SHORTEST = "world_monuments"  # played as a whole with the keyboard; the others on a phone held sideways


def check_end(one: Person) -> None:
    """The standing has every seat, and the page lets one look back."""
    assert one.page.locator("#pane-end .standing li").count() == one.match.seats
    one.page.locator("#pane-end .btn", has_text="Look back").click()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#history .live").click()
    one.page.wait_for_selector("body:not(.in-past)")


def tab_to(one: Person, wanted: Locator) -> None:
    for _ in range(80):
        one.page.keyboard.press("Tab")
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("game", GAMES)
def test_with_the_mouse_only(game: str, person: Callable[..., Person]) -> None:
    """From the home page into a game, and out of one."""
    one = person()
    one.home()
    card = one.page.locator(".card").nth(list(chantier.games).index(game))
    card.locator("input[value='1']").check()
    card.locator("select.level").select_option("apprentice")
    card.locator(".btn.main").click()
    one.page.wait_for_url("**/t/*")
    play(one, "click", game)
    check_end(one)


@pytest.mark.parametrize("game", GAMES)
def test_with_the_keyboard_only(game: str, person: Callable[..., Person]) -> None:
    """From the home page: Tab to the game's number of bots, an arrow for one more, Tab to its button, Enter, and then digits,
    arrows and Enter to the end; what to press is found in the tree that a screen reader is told."""
    one = person(seed=2, level="apprentice")
    one.home()
    card = one.page.locator(".card").nth(list(chantier.games).index(game))
    tab_to(one, card.locator("input[type=radio]:checked").first)
    one.page.keyboard.press("ArrowRight")
    tab_to(one, card.locator(".btn.main"))
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/t/*")
    one.wait_turn()
    assert one.match.seats == max(one.match.game.seats)
    play(one, "press", game, whole=game == SHORTEST)


@pytest.mark.parametrize(("device", "game"), cases(TOUCHED, (one for one in TOUCHED if one not in ONLY_LONG)))
def test_by_touch_only(device: str, game: str, person: Callable[..., Person]) -> None:
    """A finger plays. Nothing is ever wider than the window."""
    one = person(phone=True, seed=3, size=DEVICES[device])
    one.go(one.new(game, "me", *OTHERS)["table"])
    play(one, "tap", game, whole=device == "phone held sideways")
    assert one.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    one.page.locator("#dock .extra .btn", has_text="Standing").tap()
    assert one.page.locator("#pane-end .standing li").count() == one.match.seats
    one.page.locator("#pane-end .btn", has_text="Look back").tap()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#tab-log").tap()
    assert one.page.locator("#log li").count() > 3


def play(one: Person, how: str, game: str, whole: bool = False) -> None:
    """The game that has begun, to its end; or its beginning, and the end of another one."""
    if not whole and not WHOLE:
        one.play_on(how, FIRST)
        one.go(late(one, game))
    one.play_on(how)
    assert one.over


def late(one: Person, game: str) -> str:
    """A table with a game that has few decisions left."""
    match = late_in(game)
    store = one.hall.app.state.hall.store
    me = store.load(one.new(game, "me", "bot:random")["table"]).match.host
    table = tables.on_this_screen(match, [Player("Ada"), Player("Ben", "random")], me)
    store.begin(table.stored())
    return str(table.id)
