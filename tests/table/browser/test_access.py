"""Everyone can use it: no serious fault on any page, in both themes; and a whole table can be read without seeing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

import chantier
from tests.table.browser.people import Person, cases

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
AXE = Axe().axe_script
ONLY_FAULTS = {"resultTypes": ["violations"]}
ASKED: dict[Literal["light", "dark"], dict[str, Any]] = {  # nothing but colours is different in the other theme
    "light": ONLY_FAULTS,
    "dark": {**ONLY_FAULTS, "runOnly": ["color-contrast"]},
}
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations > 1)"
RUN = """async ([within, asked]) => {
  if (within && !document.querySelector(within)) throw new Error(`there is no ${within}`);
  return (await axe.run(within ?? document, asked)).violations;
}"""


def check(one: Person, within: str | None = None) -> None:
    """No serious fault, in either theme; on the whole page, or in what has just been drawn on one that was looked at before."""
    if not one.page.evaluate("() => 'axe' in window"):  # half a megabyte of script, which gets quicker by being used
        one.page.evaluate(AXE)
    for theme, asked in ASKED.items():
        one.page.emulate_media(color_scheme=theme)
        one.page.wait_for_selector(f"html[data-theme={theme}]")
        one.page.wait_for_function(STILL)
        found: list[dict[str, Any]] = one.page.evaluate(RUN, [within, asked])
        bad = [
            (fault["id"], [node["html"][:160] for node in fault["nodes"]])
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]
        assert bad == [], theme


def test_home_and_rules(person: Callable[..., Person]) -> None:
    one = person()
    one.new(GAMES[0], "me", "bot:random")
    one.home()
    check(one)
    one.page.locator(".card .btn:not(.main)").first.click()
    check(one, "dialog[open]")
    for game in GAMES:
        one.page.goto(f"{one.hall.url}/rules/{game}")
        one.page.wait_for_selector(".clause")
        check(one)


TABLES = [(game, phone) for game in GAMES for phone in (False, True)]
FEW_TABLES = [("arkadia", True), ("queens_architect", False), ("world_monuments", True)]


@pytest.mark.parametrize(("game", "phone"), cases(TABLES, FEW_TABLES))
def test_tables(game: str, phone: bool, person: Callable[..., Person]) -> None:
    one = person(phone=phone)
    one.go(one.new(game, "me", "bot:random", "bot:random")["table"])
    one.play_on("tap" if phone else "click", 4)
    one.wait_turn()
    check(one)
    one.page.locator("body").press(",")
    one.page.wait_for_selector("body.in-past")
    check(one)


def test_settings(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(GAMES[-1], "me", "bot:random")["table"])
    one.wait_turn()
    one.page.locator("#tools .btn").last.click()
    one.page.wait_for_selector("dialog .seg")
    check(one)


@pytest.mark.parametrize("game", cases(GAMES, ["queens_architect"]))
def test_everything_has_a_name(game: str, person: Callable[..., Person]) -> None:
    """Every choice is in the list with words, and what happens is told."""
    one = person()
    one.go(one.new(game, "me", "bot:random")["table"])
    one.play_on("press", 6)
    one.wait_turn()
    assert all(one.page.locator("#choices .choice").all_inner_texts())
    assert one.page.locator("#said").inner_text()
    assert one.page.locator("#prompt").inner_text()
