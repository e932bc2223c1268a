"""What is shown can be read and reached, at every size of screen. It is measured from the page itself, in German, whose words
are long, and at times in French.

All positions at all sizes, in every language: `python -m bench.legible`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from playwright.sync_api import Browser

import chantier
from tests.table.browser.legible import MOST_SHIFT, SIZES, Reader, Size, faults, gallery
from tests.table.browser.people import Hall, cases

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
TOUCHED = [size for size in SIZES if size.touch]
FEW = [size for size in TOUCHED if size.name in ("360 x 640", "1024 x 768")]
# What only widens the ground on which a finger hits a place, though it looks like something.
SEEN = """() => [...document.querySelectorAll(".reach")].map((one) => getComputedStyle(one))
  .filter((look) => look.fill !== "rgba(0, 0, 0, 0)" || look.stroke !== "none").map((look) => look.fill + look.stroke)"""
CHANCE = {"first", "deal", "draw", "refill", "token", "demand"}  # nobody decides these


@pytest.fixture
def reader(engine: Browser, hall: Hall) -> Iterator[Reader]:
    one = Reader(engine, hall, touch=True)
    yield one
    one.one.context.close()
    assert one.one.faults == []


@pytest.fixture
def french(engine: Browser, hall: Hall) -> Iterator[Reader]:
    one = Reader(engine, hall, touch=True, language="fr-FR")
    yield one
    one.one.context.close()


@pytest.fixture
def mouse(engine: Browser, hall: Hall) -> Iterator[Reader]:
    one = Reader(engine, hall, touch=False)
    yield one
    one.one.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_gallery_has_every_kind_of_decision(game: str) -> None:
    kinds = set(import_module(f"chantier.games.{game}.view").DECISIONS.values()) - CHANCE
    assert {moment.decision for moment in gallery(game)} == kinds | {"over"}


@pytest.mark.parametrize("game", GAMES)
def test_every_size(game: str, reader: Reader, mouse: Reader) -> None:
    """One position at every size; while it is loaded nothing jumps, and between two taps the board stays where it is."""
    moment = max(gallery(game), key=lambda one: len(one.match.legal))
    for one in (reader, mouse):
        sizes = [size for size in SIZES if size.touch == (one is reader)]
        one.resize(sizes[0])
        one.open(moment)
        assert one.measure()["shift"] < MOST_SHIFT
        for size in sizes:
            one.resize(size)
            assert faults(one.measure(), size) == {}, size.name
            assert len(one.boards()) == 1, size.name


@pytest.mark.parametrize("game", GAMES)
def test_every_decision(game: str, reader: Reader, french: Reader) -> None:
    """Whatever is asked, on a small phone and a tablet; some of it on the phone in French, whose words are long elsewhere."""
    for one, sizes, moments in ((reader, FEW, gallery(game)), (french, FEW[:1], gallery(game)[::3])):
        one.resize(sizes[0])
        for n, moment in enumerate(moments):
            one.open(moment)
            for size in sizes[:: -1 if n % 2 else 1]:  # the one at which it was opened comes first
                one.resize(size)
                assert faults(one.measure(), size) == {}, (moment.name, size.name)
            assert one.one.page.evaluate(SEEN) == [], moment.name


FRENCH = [(game, "fr-FR") for game in GAMES]


@pytest.mark.parametrize(("game", "language"), cases([*FRENCH, *((game, "de-DE") for game in GAMES)], FRENCH))
def test_the_end_on_every_desk(game: str, language: str, engine: Browser, hall: Hall) -> None:
    """Its buttons are the longest; in French they stuck out of the dock."""
    one = Reader(engine, hall, touch=False, language=language)
    one.open(next(moment for moment in gallery(game) if moment.decision == "over"))
    for size in SIZES:
        if not size.touch:
            one.resize(size)
            assert faults(one.measure(), size) == {}, size.name
    one.one.context.close()


@pytest.mark.parametrize(
    "size", [FEW[0], next(size for size in SIZES if size.name == "1280 x 720")], ids=lambda size: size.name
)
def test_windows_and_call_outs(size: Size, reader: Reader, mouse: Reader) -> None:
    """What opens over the table: settings, sharing, keys, rules, and words beside what is pointed at."""
    one = reader if size.touch else mouse
    page = one.one.page
    one.resize(size)
    one.open(next(moment for moment in gallery("queens_architect") if moment.decision == "travel"))
    for name in ("Einstellungen", "Teilen"):
        if size.touch:
            page.locator("#menu").tap()
        page.locator("#tools .btn", has_text=name).click()
        page.locator("dialog[open]").wait_for()
        assert faults(one.measure(), size) == {}, name
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    for key in ("k", "?"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        assert faults(one.measure(), size) == {}, key
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    if not size.touch:
        page.keyboard.press("1")
        page.locator(".callout:not(.why):not([hidden])").wait_for()
        assert faults(one.measure(), size) == {}, "a call-out"
    page.keyboard.press("i")
    page.locator(".callout.why:not([hidden])").wait_for()
    found = faults(one.measure(), size)
    found.pop("covered", None)  # it may lie over neighbours of what it speaks of, until one goes on
    assert found == {}, "what a thing is"
