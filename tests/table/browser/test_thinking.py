"""What a page says while bots think: that they play below their strength, and that one has failed."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import chantier
from chantier.bots import deciding
from chantier.kernel.native import Making
from chantier.table import tables
from tests.table.browser.people import Person

pytestmark = pytest.mark.unmeasured
GAME = sorted(chantier.games)[0]
BELOW = {
    "en-GB": "It plays below its strength for about another 22 s",
    "fr-FR": "Il joue au-dessous de son niveau pendant encore 22 s",
    "de-DE": "Er spielt noch etwa 22 s lang unter seiner Stärke",
}
FAILED = {"en-GB": "(Journeyman) has failed", "fr-FR": "(Compagnon) a échoué", "de-DE": "(Geselle) ist ausgefallen"}


class Slow:
    """A bot that thinks until it is told to fail."""

    def __init__(self) -> None:
        self.fail = threading.Event()

    def choose(self, seen: chantier.Seen) -> int:
        assert self.fail.wait(120)
        raise ZeroDivisionError("float division by zero")


@pytest.mark.parametrize("language", BELOW)
def test_a_page_says_that_a_bot_plays_below_its_strength_and_that_it_fails(
    language: str, person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(tables, "player", lambda _: slow)
    monkeypatch.setattr(deciding, "being_made", lambda _: Making(20.0, 42.0))
    one = person(language=language)
    table = one.new(GAME, "bot:journeyman", "bot:journeyman")["table"]
    one.go(table)
    try:
        one.page.locator("#note").get_by_text(BELOW[language]).wait_for()
        one.page.reload()
        one.page.locator("#note").get_by_text(BELOW[language]).wait_for()
        with one.told(FAILED[language]):
            slow.fail.set()
    finally:
        slow.fail.set()
