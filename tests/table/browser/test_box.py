"""My box in a real browser: the guided walk with mouse, keyboard and finger, mistakes told at their place, sets that are kept,
and games played with them that replay elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator

import chantier
from chantier import Match
from chantier.box.editor import Editor
from chantier.box.figures import under
from chantier.box.walk import confirm, stops
from chantier.components import component_set, own_set, place_of
from chantier.table import keeper
from chantier.table.store.database import Store
from tests.table.browser.people import Person, until
from tests.table.browser.test_access import check

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
LEFT = 5  # questions of a walk that are left, besides those that are answered otherwise
Make = Callable[..., Person]


def visit(one: Person, game: str, query: str = "") -> None:
    one.page.goto(f"{one.hall.url}/box/{game}{query}")
    one.page.wait_for_selector("#main .part")


def key(one: Person, name: str) -> Locator:
    """A figure by its place, or a button by its name."""
    return one.page.locator(f'[data-key="{name}"]')


def press(one: Person, how: str, what: Locator) -> None:
    """Click it, tap it, or go there with the keyboard and press Enter."""
    if how == "tap":
        what.tap()
    elif how == "click":
        what.click()
    else:
        what.focus()
        one.page.keyboard.press("Enter")


def enter(one: Person, field: Locator, value: str) -> None:
    """Type something else into a field, and wait until the answer is there."""
    before = one.page.locator("#main h1").element_handle()
    field.fill(value)
    field.press("Enter")
    assert before is not None
    one.page.wait_for_function("(old) => !old.isConnected", arg=before)


def state(one: Person) -> str:
    return str(one.page.locator(".state").inner_text())


def walk(one: Person, how: str, changes: dict[str, str]) -> int:
    """The whole walk, with other numbers at some places; how many questions there were."""
    press(one, how, key(one, "walk"))
    for n in range(200):
        one.page.wait_for_selector(".walk")
        if not key(one, "yes").count():
            return n
        for place in [place for place in changes if key(one, place).count()]:
            enter(one, key(one, place), changes.pop(place))
        before = one.page.locator(".walk .ask").inner_text() + one.page.locator(".walk h2").inner_text()
        press(one, how, key(one, "yes"))
        one.page.wait_for_function(
            "(old) => document.querySelector('.walk .ask').innerText + document.querySelector('.walk h2').innerText !== old",
            arg=before,
        )
    raise AssertionError("the walk has no end")


def begun(game: str, changed: list[str]) -> str:
    """A set whose owner has come so far that a few questions are left, among them those about these places."""
    one = Editor(game, component_set(game).text)
    asked = [stop for stop in stops(one) if not any(under([*stop.figures], [place_of(place)]) for place in changed)]
    for stop in asked[LEFT:]:
        confirm(one, stop)
    return one.text


WALKS = [
    ("world_monuments", "click", {"monument.capitol.round[1].violet": "12", "monument.taj_mahal.round[1].violet": "9"}),
    ("arkadia", "press", {"first_game.building[1].family": "red"}),
    ("queens_architect", "tap", {"character[1].values[1]": "3", "character[18].scroll": "1", "price_scale.prices[4]": "2"}),
]


@pytest.mark.parametrize(("game", "how", "changes"), WALKS)
def test_the_walk_makes_a_set_that_is_played_with(
    game: str, how: str, changes: dict[str, str], person: Make, tmp_path: Path
) -> None:
    one = person(phone=how == "tap")
    made = one.ask("/api/sets", {"game": game, "name": "Box of the test", "text": begun(game, list(changes))})
    visit(one, game, f"?set={made['id']}")
    choices = {place: value for place, value in changes.items() if not value.isdigit()}
    for place, value in choices.items():
        key(one, place).select_option(value)
        one.page.wait_for_selector(f'[data-at="{place}"] .sign.box')
    assert walk(one, how, {place: value for place, value in changes.items() if value.isdigit()}) > 5
    assert one.page.locator(".legend li").nth(3).inner_text().endswith(" 0")
    press(one, how, key(one, "save"))
    one.page.wait_for_selector('[data-key="save"]:disabled')
    press(one, how, key(one, "play"))
    one.page.wait_for_selector("#stage .sheet", state="attached")
    table = one.page.url.rsplit("/", 1)[1]
    one.play_on("tap" if how == "tap" else how, 2)
    one.ask(f"/api/tables/{table}/seats/0/bot", {"level": "apprentice"})
    until(lambda: one.ask(f"/api/tables/{table}")["over"], "the game did not end")
    record, text = (one.context.request.get(f"{one.hall.url}/api/tables/{table}/{what}").text() for what in ("record", "set"))
    mine = own_set(game, "mine", text)
    assert mine.hash != component_set(game).hash
    assert Match.of(record, mine).over
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    fresh = Store(f"sqlite:///{tmp_path / 'fresh.sqlite'}")
    keeper.bring_in(fresh, record, str(tmp_path / "mine.toml"))
    assert [verdict.kind for verdict in keeper.check(fresh)] == ["same"]
    fresh.close()


def test_a_walk_can_be_stopped_and_gone_on_with(person: Make) -> None:
    one = person(language="de-DE")
    visit(one, "arkadia")
    key(one, "walk").click()
    assert "Frage 1 von" in one.page.locator(".walk h2").inner_text()
    key(one, "yes").click()
    one.page.wait_for_function("() => document.querySelector('.walk h2').innerText.startsWith('Frage 2')")
    visit(one, "arkadia")
    key(one, "walk").click()
    assert "Frage 2 von" in one.page.locator(".walk h2").inner_text()
    key(one, "skip").click()
    assert "Frage 3 von" in one.page.locator(".walk h2").inner_text()
    key(one, "back").click()
    assert "Frage 2 von" in one.page.locator(".walk h2").inner_text()


MISTAKES = [
    ("queens_architect", "character[1].values[1]", "100", "character[1].values[1]"),
    ("queens_architect", "board.small.places[2][2]", "Capital", "board.small.places[2][2]"),
    ("arkadia", "camps.at[1]", "Z1", "camps.at[1]"),
    ("world_monuments", "quarry.outer", "11", "quarry"),
    ("world_monuments", "monument.capitol.bricks[2].at[1][1]", "18", "monument.capitol.bricks[2].at[1]"),
]


@pytest.mark.parametrize(("game", "place", "value", "told"), MISTAKES)
def test_a_mistake_is_told_where_it_is_and_can_be_taken_back(
    game: str, place: str, value: str, told: str, person: Make
) -> None:
    one = person()
    visit(one, game)
    assert state(one).startswith("No mistake")
    enter(one, key(one, place), value)
    assert "cannot be saved" in state(one)
    assert key(one, "save").is_disabled()
    message = one.page.locator(f'[data-at="{told}"] .told:not([hidden])').first
    assert message.inner_text().split(" · ")[0] in state(one)
    key(one, "undo").click()
    one.page.wait_for_selector(".state:not(.wrong)")
    assert one.page.locator(".told:not([hidden])").count() == 0


def test_only_what_is_ours_is_shown_if_one_wants(person: Make) -> None:
    one = person()
    visit(one, "arkadia")
    assert key(one, "board.width").is_visible()
    one.page.locator(".tools .check input").check()
    assert not key(one, "board.width").is_visible()
    assert key(one, "camps.at[1]").is_visible()


def test_bricks_and_camps_are_painted(person: Make) -> None:
    one = person()
    visit(one, "world_monuments")
    image = one.page.locator('[data-picture="taj_mahal 1"] svg')
    bricks = image.locator("[data-place]").count()
    image.scroll_into_view_if_needed()
    one.page.locator('[data-picture="taj_mahal 1"] .seg label').last.click()
    image.click(position={"x": 18 + 14, "y": 18 + 14})
    one.page.wait_for_selector(".state.wrong")
    assert image.locator("[data-place]").count() == bricks - 1
    key(one, "undo").click()
    one.page.wait_for_selector(".state:not(.wrong)")
    assert image.locator("[data-place]").count() == bricks


def test_a_set_is_shared_seen_and_taken(person: Make) -> None:
    ada, grace = person(), person()
    text = component_set("arkadia").text.replace("cards = 4 ", "cards = 3 ")
    made = ada.ask("/api/sets", {"game": "arkadia", "name": "Ada's box", "text": text})
    visit(ada, "arkadia", f"?set={made['id']}")
    key(ada, "share").click()
    link = ada.page.locator(".link-shown").inner_text()
    grace.page.goto(link)
    grace.page.wait_for_selector("#main .part")
    assert "Ada's box" in grace.page.locator(".set").inner_text()
    assert key(grace, "hand.cards").input_value() == "3"
    assert list(grace.ask("/api/sets")) == []
    key(grace, "compare").click()
    assert "4 → 3" in grace.page.locator("dialog .differences").inner_text()
    grace.page.keyboard.press("Escape")
    key(grace, "take").click()
    grace.page.locator("#set-name").press("Enter")
    grace.page.wait_for_selector("dialog", state="detached")
    (taken,) = grace.ask("/api/sets")
    assert taken["hash"] == made["hash"]  # type: ignore[index]


def test_a_file_with_mistakes_can_be_imported_and_mended(person: Make, tmp_path: Path) -> None:
    one = person()
    visit(one, "arkadia")
    file = tmp_path / "wrong.toml"
    file.write_text(component_set("arkadia").text.replace("own = 11 ", "own = 'many' "), encoding="utf-8")
    one.page.locator("#import").set_input_files(file)
    one.page.wait_for_selector(".state.wrong")
    assert "'many'" in one.page.locator('[data-at="workers.own"] .told').inner_text()
    enter(one, key(one, "workers.own"), "12")
    assert state(one).startswith("No mistake")
    file.write_text("this is no set", encoding="utf-8")
    one.page.locator("#import").set_input_files(file)
    one.page.wait_for_selector(".state.wrong")
    key(one, "undo").click()
    one.page.wait_for_selector(".state:not(.wrong)")


def test_bots_tell_whether_a_set_is_sound(person: Make) -> None:
    one = person()
    one.hall.app.state.soundings.size = {"apprentices": 3, "journeymen": 0}
    visit(one, "world_monuments")
    key(one, "sound").click()
    key(one, "begin").click()
    one.page.wait_for_selector("dialog .differences li")
    assert "3 games with this set" in one.page.locator("dialog .differences").inner_text()


def test_the_sheet_to_print_has_every_question(person: Make) -> None:
    one = person()
    visit(one, "arkadia")
    one.page.evaluate("() => { window.print = () => {}; }")
    key(one, "print").click()
    one.page.emulate_media(media="print")
    assert one.page.locator(".sheet article").count() > 5
    assert one.page.locator(".sheet .blank").first.is_visible()
    assert not one.page.locator("#main").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_random_edits_break_no_page(game: str, person: Make) -> None:
    """Somebody who presses and types just anything; `person` fails if the page complains."""
    one, rng = person(), Random(26)
    visit(one, game)
    for _ in range(30):
        _anything(one, rng)
    one.page.evaluate("() => 0")
    assert one.page.locator("#main .state").count() == 1


def _anything(one: Person, rng: Random) -> None:
    kinds = ["figure"] * 5 + ["act"] * 3 + ["undo"]
    kind = rng.choice(kinds)
    found = one.page.locator({"figure": ".figure input[type=text]", "act": ".act", "undo": "[data-key=undo]"}[kind])
    many = found.count()
    if not many:
        return
    this = found.nth(rng.randrange(many))
    if kind == "figure":
        this.fill(rng.choice(["0", "1", "7", "99", "x", "A1", "-3", "<b>&\"'", "é" * 60]))
        this.press("Tab")
    elif this.is_enabled():
        this.click()


@pytest.mark.parametrize("game", GAMES)
def test_everybody_can_use_the_walk(game: str, person: Make) -> None:
    one = person(phone=True)
    visit(one, game)
    key(one, "walk").tap()
    one.page.wait_for_selector(".walk")
    check(one)
    narrow: Any = one.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert narrow
