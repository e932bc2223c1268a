"""My box in a real browser: the guided walk with mouse, keyboard and finger, mistakes told at their place, sets that are kept,
and games played with them that replay elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Position

import chantier
from chantier import Match
from chantier.box.editor import Editor
from chantier.box.figures import under
from chantier.box.walk import confirm, stops
from chantier.cli import main
from chantier.components import component_set, own_set, place_of
from tests.table.browser.legible import MEASURE, SIZES, faults
from tests.table.browser.people import WHOLE, Person, cases, until
from tests.table.browser.random_box import anything
from tests.table.browser.test_access import check

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
# What so many questions of a walk show, one skipped after the other: number, words and rows.
SKIPPED = """(many) => Array.from({ length: many }, () => {
  const walk = document.querySelector(".walk"), rows = walk.querySelectorAll(".figures").length;
  const shown = [walk.querySelector("h2").innerText, walk.querySelector(".ask").innerText, rows];
  walk.querySelector("[data-key=skip]").click();
  return shown;
})"""
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
        reach(one, what)
        one.page.keyboard.press("Enter")


def reach(one: Person, what: Locator) -> None:
    """Go there by Tab."""
    for _ in range(300):
        if what.evaluate("(wanted) => wanted === document.activeElement"):
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")


def enter(one: Person, how: str, field: Locator, value: str) -> None:
    """Say something else in a field, with a finger, the mouse or the keyboard, and wait until the answer is there."""
    if field.evaluate("(field) => field.tagName") == "SELECT":
        choose(one, how, field, value)
    elif how == "press":
        reach(one, field)
        one.page.keyboard.press("Control+a")
        one.page.keyboard.type(value)
        answered(one, lambda: one.page.keyboard.press("Enter"))
    else:
        press(one, how, field)
        field.fill(value)
        answered(one, lambda: field.press("Enter"))


def choose(one: Person, how: str, field: Locator, value: str) -> None:
    """Another word of a list; with the keyboard, from one to the next."""
    if how != "press":
        answered(one, lambda: field.select_option(value))
        return
    reach(one, field)
    words = field.evaluate("(field) => [...field.options].map((option) => option.value)")
    while (now := field.input_value()) != value:
        way = "ArrowDown" if words.index(now) < words.index(value) else "ArrowUp"
        answered(one, lambda way=way: one.page.keyboard.press(way))  # type: ignore[misc]


def answered(one: Person, act: Callable[[], object]) -> None:
    """Do something, and wait until the page is drawn anew."""
    before = one.page.locator("#main h1").element_handle()
    assert before is not None
    act()
    one.page.wait_for_function("(old) => !old.isConnected", arg=before)


def opened(what: Locator) -> Locator:
    """It may lie in a fold."""
    what.evaluate("(one) => { const fold = one.closest('details'); if (fold) fold.open = true; }")
    return what


def state(one: Person) -> str:
    return str(one.page.locator(".state").inner_text())


def walk(one: Person, how: str, changes: dict[str, str]) -> int:
    """The whole walk, with other numbers at some places; how many questions there were."""
    press(one, how, key(one, "walk"))
    for n in range(200):
        one.page.wait_for_selector(".walk")
        if not key(one, "yes").count():
            assert not changes, "nobody asked about these"
            return n
        for place in [place for place in changes if key(one, place).count()]:
            enter(one, how, key(one, place), changes.pop(place))
        before = one.page.locator(".walk .ask").inner_text() + one.page.locator(".walk h2").inner_text()
        press(one, how, key(one, "yes"))
        one.page.wait_for_function(
            "(old) => document.querySelector('.walk .ask').innerText + document.querySelector('.walk h2').innerText !== old",
            arg=before,
        )
    raise AssertionError("the walk has no end")


def begun(game: str, changed: dict[str, str], asked: int) -> str:
    """A set whose owner has come so far that these questions are left, among them those about these places."""
    one = Editor(game, component_set(game).text)
    others = [stop for stop in stops(one) if not any(under([*stop.figures], [place_of(place)]) for place in changed)]
    for stop in others[asked:]:
        confirm(one, stop)
    return one.text


CHANGES = {
    "world_monuments": {"quarry.outer": "8", "quarry.middle": "4", "monument.taj_mahal.round[1].violet": "9"},
    "arkadia": {"first_game.building[1].family": "red", "first_game.building[7].family": "black"},
    "queens_architect": {"character[1].values[1]": "3", "character[18].scroll": "1", "price_scale.prices[4]": "2"},
}
WAYS = ["click", "press", "tap"]
BY_HAND = {("world_monuments", "click")} if WHOLE else set()  # to the end; else a bot goes on: whole games are played elsewhere


WALKS = [(game, how) for game in GAMES for how in WAYS]
FEW_WALKS = [("arkadia", "press"), ("queens_architect", "tap"), ("world_monuments", "click")]


@pytest.mark.parametrize(("game", "how"), cases(WALKS, FEW_WALKS))
def test_the_walk_makes_a_set_that_is_played_with(game: str, how: str, person: Make, tmp_path: Path) -> None:
    """By mouse, by keyboard alone, by finger: the walk with other numbers, saved, played to the end, and replayed elsewhere."""
    one, changes = person(phone=how == "tap"), dict(CHANGES[game])
    made = one.ask("/api/sets", {"game": game, "name": "Box of the test", "text": begun(game, changes, 3)})
    visit(one, game, f"?set={made['id']}")
    assert walk(one, how, changes) > 4
    assert one.page.locator(".legend li").nth(3).inner_text().endswith(" 0")
    press(one, how, key(one, "save"))
    one.page.wait_for_selector('[data-key="save"]:disabled')
    press(one, how, key(one, "play"))
    one.page.wait_for_selector("#stage .sheet", state="attached")
    table = one.page.url.rsplit("/", 1)[1]
    if (game, how) in BY_HAND:
        one.play_on(how)
    else:
        one.play_on(how, 2)
        one.page.goto(f"{one.hall.url}/health")  # nobody looks on, so nothing is drawn
        one.ask(f"/api/tables/{table}/seats/0/bot", {"level": "apprentice"})
    until(lambda: one.ask(f"/api/tables/{table}")["over"], "the game did not end")
    replays_elsewhere(one, game, table, tmp_path)


def replays_elsewhere(one: Person, game: str, table: str, folder: Path) -> None:
    """Record and set of a table, in a fresh store and at the command line."""
    for what in ("record", "set"):
        told = one.context.request.get(f"{one.hall.url}/api/tables/{table}/{what}").text()
        (folder / what).write_text(told, encoding="utf-8")
    record, text = (str(folder / what) for what in ("record", "set"))
    assert component_set(game, folder / "set").hash != component_set(game).hash
    assert Match.of((folder / "record").read_text(encoding="utf-8"), component_set(game, folder / "set")).over
    fresh = ["store", "--store", f"sqlite:///{folder / 'fresh.sqlite'}"]
    assert main([*fresh, "import", record, "--components", text]) == 0
    assert main([*fresh, "check"]) == 0
    assert main(["replay", record, "--check", "--components", text]) == 0
    assert main(["box", "check", game, text]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_walk_is_asked(game: str, person: Make) -> None:
    """Nobody knows anything; so from one to the next, all of them."""
    one = person()
    visit(one, game)
    key(one, "walk").click()
    asked = len(stops(Editor(game, component_set(game).text)))
    one.page.wait_for_selector(".walk")
    shown = one.page.evaluate(SKIPPED, asked)
    for _, question, figures in shown:
        assert question
        assert figures
    assert len({heading for heading, _, _ in shown}) == asked


def test_the_set_of_a_table_is_a_file(person: Make) -> None:
    one = person()
    made = one.ask("/api/sets", {"game": "arkadia", "name": "Mine", "text": changed_hand()})
    one.go(one.new("arkadia", "me", "bot:random", own=made["id"])["table"])
    one.page.locator("#tools [title='Settings']").click()
    link = one.page.locator("dialog a[download][href$='/set']")
    assert link.is_visible()
    assert one.context.request.get(one.hall.url + str(link.get_attribute("href"))).text() == changed_hand()


def test_my_sets_are_on_the_home_page(person: Make) -> None:
    one = person()
    made = one.ask("/api/sets", {"game": "arkadia", "name": "Mine", "text": changed_hand()})
    one.home()
    one.page.locator(".mine .sets a", has_text="Mine").click()
    one.page.wait_for_selector("#main .part")
    assert one.page.url.endswith(f"/box/arkadia?set={made['id']}")


def changed_hand() -> str:
    return component_set("arkadia").text.replace("cards = 4 ", "cards = 3 ")


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
    enter(one, "click", opened(key(one, place)), value)
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
    assert opened(key(one, "camps.at[1]")).is_visible()


def test_bricks_and_camps_are_painted(person: Make) -> None:
    one = person()
    visit(one, "world_monuments")
    image = one.page.locator('[data-picture="taj_mahal 1"] svg')
    bricks = image.locator("[data-place]").count()
    image.scroll_into_view_if_needed()
    one.page.locator("#taj_mahal .palette label").last.click()
    image.click(position={"x": 18 + 14, "y": 18 + 14})
    one.page.wait_for_selector(".state.wrong")
    assert image.locator("[data-place]").count() == bricks - 1
    assert "unsupported" in one.page.locator('[data-picture="taj_mahal 2"] .told').inner_text()
    key(one, "undo").click()
    one.page.wait_for_selector(".state:not(.wrong)")
    assert image.locator("[data-place]").count() == bricks


def touch(one: Person, paint: str, *spots: tuple[int, int]) -> None:
    """Paint in the map for two or three, at spots of a hundred by hundred."""
    one.page.locator("#small .palette label", has_text=paint).click()
    image = one.page.locator('[data-picture="small"] svg')
    for n, (x, y) in enumerate(spots):
        where: Position = {"x": 50 + 5.4 * x + 2, "y": 50 + 5.4 * y + 2}
        if n + 1 == len(spots):
            answered(one, lambda: image.click(position=where))  # noqa: B023
        else:
            image.click(position=where)


def test_places_and_roads_are_drawn_in_the_map(person: Make) -> None:
    one = person()
    visit(one, "queens_architect")
    places = Editor("queens_architect", component_set("queens_architect").text).data["board"]["small"]["places"]
    (_, capital, x, y), (_, _, u, v) = places[0], places[1]
    touch(one, "village", (5, 5))
    assert "no way leads to Village 1" in state(one)
    touch(one, "road", (5, 5), (x, y))
    touch(one, "move", (5, 5), (10, 12))
    touch(one, "take away", (u, v))
    assert "mistake" in state(one)
    key(one, "undo").click()
    one.page.wait_for_selector(".state:not(.wrong)")
    board = saved(one, "queens_architect")["board"]["small"]
    assert board["places"][-1] == ["village", "Village 1", 10, 12]
    assert board["roads"][-1] == ["Village 1", capital]


def saved(one: Person, game: str) -> dict[str, Any]:
    """Save the set under a new name; what it says."""
    key(one, "save").click()
    one.page.locator("#set-name").press("Enter")
    one.page.wait_for_selector("dialog", state="detached")
    made = one.ask("/api/sets")[0]  # type: ignore[index]
    return own_set(game, "", one.ask(f"/api/sets/{made['id']}")["text"]).data


def test_a_click_on_a_tile_opens_its_figures_and_the_picture_follows(person: Make) -> None:
    one = person()
    visit(one, "queens_architect")
    one.page.locator('[data-picture="character 3"] use').click()
    card = one.page.locator("dialog.box-card")
    before = card.locator("svg.chantier").first.inner_html()
    field = card.locator('[data-key="character[3].values[1]"]')
    field.fill("99")
    answered(one, lambda: field.press("Enter"))
    assert card.locator("svg.chantier").first.inner_html() != before
    field.fill("100")
    answered(one, lambda: field.press("Enter"))
    assert "100 is not allowed" in card.locator(".told:not([hidden])").inner_text()
    answered(one, lambda: card.locator("[data-key=undo]").click())
    one.escape()
    assert key(one, "character[3].values[1]").input_value() == "99"


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
    grace.escape()
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
    enter(one, "click", key(one, "workers.own"), "12")
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


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_to_print_has_every_question(game: str, person: Make) -> None:
    """On A4, black and white also where the page is dark; with paper to draw on, where one would paint on the page."""
    one = person(theme="dark")
    visit(one, game)
    one.page.evaluate("() => { window.print = () => {}; }")
    key(one, "print").click()
    one.page.emulate_media(media="print")
    assert one.page.locator(".sheet article").count() == len(stops(Editor(game, component_set(game).text)))
    assert one.page.locator(".sheet .blank").first.is_visible()
    assert not one.page.locator("#main").is_visible()
    look = one.page.locator(".sheet").evaluate("(sheet) => [getComputedStyle(sheet).filter, getComputedStyle(sheet).color]")
    assert look == ["grayscale(1)", "rgb(0, 0, 0)"]
    papers = one.page.locator(".sheet figure", has_text="your box")
    assert papers.count() == {"arkadia": 8, "queens_architect": 0, "world_monuments": 19}[game]
    assert papers.locator(".guess, [data-place]:not([data-grid])").count() == 0
    assert b"/MediaBox [0 0 594.95996 841.91998]" in one.page.pdf(prefer_css_page_size=True)


@pytest.mark.parametrize("game", cases(GAMES, ["queens_architect"]))
def test_random_edits_break_no_page(game: str, person: Make) -> None:
    """Somebody who presses and types just anything; `person` fails if the page complains."""
    one, rng = person(), Random(26)
    visit(one, game)
    for _ in range(12):  # many more: python -m tests.table.browser.random_box
        anything(one, rng)
    one.page.evaluate("() => 0")
    assert one.page.locator("#main .state").count() == 1


HANDS = [("arkadia", True), ("queens_architect", False), ("world_monuments", True)]


@pytest.mark.parametrize(("game", "phone"), cases([*HANDS, ("queens_architect", True)], HANDS))
def test_everybody_can_use_it(game: str, phone: bool, person: Make) -> None:
    """The whole page, one thing of it, and the walk: no serious fault, nothing too small to read or to hit."""
    one = person(phone=phone, language="de-DE")
    visit(one, game)
    check(one)
    legible(one, phone)
    if not one.page.locator("#main [data-grid]").count():
        one.page.locator("[data-place]").first.dispatch_event("click")
        check(one, "dialog[open]")
        one.escape()
    press(one, "tap" if phone else "click", key(one, "walk"))
    one.page.wait_for_selector(".walk")
    check(one)
    legible(one, phone)


def legible(one: Person, phone: bool) -> None:
    one.page.evaluate("() => { for (const fold of document.querySelectorAll('#main details')) fold.open = true; }")
    assert one.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    one.page.evaluate(MEASURE)
    found = one.page.evaluate("() => window.measure()")
    size = SIZES[0] if phone else SIZES[6]
    bad = faults(found, size)
    assert bad.get("too small to read", []) == []
    assert bad.get("too small to hit", []) == []
    assert found["texts"] > 20
