"""Everyone can use it: no serious fault on any page, in both themes; and a whole table can be read without seeing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

import chantier
from tests.table.browser.people import Person

GAMES = sorted(chantier.games)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def check(one: Person) -> None:
    one.page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations > 9)"
    )
    found: list[dict[str, Any]] = Axe().run(one.page).response["violations"]
    bad = [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
    assert bad == []


@pytest.mark.parametrize("theme", THEMES)
def test_home_and_rules(theme: Literal["light", "dark"], person: Callable[..., Person]) -> None:
    one = person(theme=theme)
    one.new(GAMES[0], "me", "bot:random")
    one.home()
    check(one)
    one.page.locator(".card .btn:not(.main)").first.click()
    check(one)
    for game in GAMES:
        one.page.goto(f"{one.hall.url}/rules/{game}")
        one.page.wait_for_selector(".clause")
        check(one)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_tables(game: str, phone: bool, theme: Literal["light", "dark"], person: Callable[..., Person]) -> None:
    one = person(theme=theme, phone=phone)
    one.go(one.new(game, "me", "bot:random", "bot:random")["table"])
    one.play_on("tap" if phone else "click", 4)
    one.wait_turn()
    check(one)
    one.page.locator("#tools .btn").last.click()
    one.page.wait_for_selector("dialog .seg")
    check(one)
    one.page.keyboard.press("Escape")
    one.page.locator("body").press(",")
    one.page.wait_for_selector("body.in-past")
    check(one)


@pytest.mark.parametrize("game", GAMES)
def test_everything_has_a_name(game: str, person: Callable[..., Person]) -> None:
    """Every choice is in the list with words, and what happens is told."""
    one = person()
    one.go(one.new(game, "me", "bot:random")["table"])
    one.play_on("press", 6)
    one.wait_turn()
    assert all(one.page.locator("#choices .choice").all_inner_texts())
    assert one.page.locator("#said").inner_text()
    assert one.page.locator("#prompt").inner_text()
