"""The home page: a name asked once, tables with names, files, accounts, invitations; on every size of screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Route

import chantier
from chantier.bots import bot
from tests.table.browser.people import Person
from tests.table.browser.test_access import check

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1366, 768), (1440, 900), (1920, 1080)]
DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name, { type: "text/plain" }));
  const told = { dataTransfer: carried, bubbles: true, cancelable: true };
  document.querySelector(".masthead").dispatchEvent(new DragEvent("dragover", told));
  const said = document.querySelector(".drop-here").checkVisibility();
  document.querySelector(".masthead").dispatchEvent(new DragEvent("drop", told));
  return said;
}"""
# What is too small, clipped or beside the window; `least` is the smallest side of what can be tapped.
FAULTS = """(least) => {
  const found = [], seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const root = document.querySelector("dialog[open]") ?? document.body;
  const wide = document.documentElement.clientWidth;
  const taps = "button, a, select, summary, input:not([type=radio], [type=checkbox]), .seg label, label.check";
  if (document.documentElement.scrollWidth > wide) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const one of root.querySelectorAll("*")) {
    if (!seen(one) || one.closest(".unseen")) continue;
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    const bad = (what) => found.push(`${what}: ${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)}`);
    const cut = style.overflow !== "visible" && style.textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1;
    if (own && parseFloat(style.fontSize) < 11) bad("small text");
    if (own && (box.right > wide + 1 || box.left < -1)) bad("outside");
    if (own && cut) bad("clipped");
    const hides = own && one.parentElement.closest(".seg, .card, dialog");
    if (hides && box.right > hides.getBoundingClientRect().right + 1) bad("hidden behind an edge");
    if (one.matches(taps) && Math.min(box.height, box.width) < least - 0.5) bad(`a target of ${box.width} x ${box.height}`);
  }
  return found;
}"""


def focused(one: Person) -> str:
    told: str = one.page.evaluate(
        "document.activeElement.tagName + ' ' + (document.activeElement.name || document.activeElement.textContent)"
    )
    return told


def entry(one: Person, name: str) -> None:
    one.page.locator(".chip").click()
    one.page.locator(f".menu [data-entry='{name}']").click()


# --- a name -------------------------------------------------------------------------------------------------------------


def test_a_name_is_asked_once_and_remembered(person: Callable[..., Person]) -> None:
    one = person()
    one.home()
    assert one.page.locator(".card .btn.main").first.is_enabled(), "nobody has to answer before a game"
    one.page.locator("#my-name").fill(" Maud ")
    one.page.locator("#my-name").press("Enter")
    one.page.wait_for_selector(".name-line", state="detached")
    assert one.page.locator(".chip").inner_text().split() == ["M", "Maud"]
    one.home()
    assert one.page.locator(".name-line").count() == 0
    one.page.locator(".card .btn.main").first.click()
    one.page.wait_for_url("**/t/*")
    assert one.ask("/api/tables")["mine"][0]["seats"][0]["name"] == "Maud"


def test_whoever_gives_no_name_is_not_asked_again(person: Callable[..., Person]) -> None:
    one = person()
    one.home()
    one.page.locator(".name-line > .btn").click()
    one.home()
    assert one.page.locator(".name-line").count() == 0
    assert "Guest" in one.page.locator(".chip").inner_text()
    entry(one, "your name")
    assert focused(one).startswith("INPUT")
    one.page.keyboard.type("Maud")
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector("dialog", state="detached")
    assert "Maud" in one.page.locator(".chip").inner_text()


def test_a_guest_is_greeted_by_the_host_and_asked_for_a_name(person: Callable[..., Person]) -> None:
    host, guest = person(), person(phone=True, language="de-DE")
    seats = [{"kind": "me", "name": "Maud"}, {"kind": "link"}]
    made = host.ask("/api/tables", {"game": GAMES[0], "seats": seats})
    guest.page.goto(host.hall.url + made["links"][0]["url"])
    assert "Maud lädt dich" in guest.page.locator("h1").inner_text()
    assert focused(guest).startswith("INPUT name")
    check(guest)
    assert guest.page.evaluate(FAULTS, 40) == []
    guest.page.keyboard.type("Odile")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector("body[data-version]")
    assert host.ask("/api/tables")["mine"][0]["seats"][1]["name"] == "Odile"
    guest.home()
    assert guest.page.locator(".name-line").count() == 0, "the name is known now"


# --- tables -------------------------------------------------------------------------------------------------------------


def test_my_tables_say_with_whom_and_whose_turn_it_is(person: Callable[..., Person]) -> None:
    one = person(name="Maud")
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Maud"}]
    bots = [{"kind": "bot", "level": "random", "name": name} for name in ("Perrin", "Odile")]
    table = one.ask("/api/tables", {"game": "world_monuments", "seats": seats + bots})["table"]
    one.go(table)
    one.wait_turn()
    one.new("world_monuments", "bot:random", "link")
    one.home()
    row = one.page.locator(".mine li").first
    assert "World Monuments with Perrin and Odile" in row.inner_text()
    assert "Your turn" in row.inner_text()
    assert row.locator(".score").count() == 3
    assert row.locator(".btn.main").get_attribute("href") == f"/t/{table}"


# --- files --------------------------------------------------------------------------------------------------------------


def record(game: str) -> str:
    match, player = chantier.Match(game, 2, seed="a file"), bot("apprentice", seed="a file")
    while not match.over:
        match.play(player.choose(match.seen()))
    return match.record()


def test_a_file_is_opened_by_button_and_by_dropping_it(person: Callable[..., Person], tmp_path: Path) -> None:
    one = person(name="Maud")
    file = tmp_path / "game.txt"
    file.write_text(record(GAMES[0]), encoding="utf-8")
    one.home()
    with one.page.expect_file_chooser() as asked:
        one.page.locator(".file").click()
    asked.value.set_files(file)
    one.page.wait_for_url("**/t/*")
    one.page.wait_for_selector("#stage .sheet")
    one.home()
    assert one.page.evaluate(DROP, ["game.txt", file.read_text(encoding="utf-8")]), "the page says that it may be dropped"
    one.page.wait_for_url("**/t/*")
    one.home()
    assert one.page.locator(".mine li").count() == 2
    assert "Finished" in one.page.locator(".mine li").first.inner_text()


def test_a_bad_file_is_told_of_and_nothing_is_lost(person: Callable[..., Person]) -> None:
    one = person(name="Maud", language="fr-FR")
    one.offline = True  # what is refused is written to the console
    one.new(GAMES[0], "me", "bot:random")
    one.home()
    bad = [
        ("notes.txt", "buy milk", "ni une feuille"),
        ("long.txt", "x" * 31_000, "trop grand"),
        ("old.txt", record(GAMES[0])[:-3], "rejouée"),
    ]
    for name, text, said in bad:
        one.page.evaluate(DROP, [name, text])
        one.page.wait_for_selector("dialog .body")
        assert said in one.page.locator("dialog .body").inner_text()
        assert name in one.page.locator("dialog .body").inner_text()
        assert focused(one).startswith("BUTTON")
        one.escape()
    with one.page.expect_file_chooser() as asked:
        one.page.locator(".file").click()
    picture: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": bytes(range(256))}
    asked.value.set_files(picture)
    assert "ni une feuille" in one.page.locator("dialog .body").inner_text()
    one.escape()
    assert one.page.locator(".mine li").count() == 1


# --- accounts -----------------------------------------------------------------------------------------------------------


def sign_in(one: Person, what: str, name: str, password: str) -> None:
    entry(one, what)
    one.page.locator("dialog input[autocomplete=username]").fill(name)
    one.page.locator("dialog input[type=password]").fill(password)
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector("dialog", state="detached")


def test_an_account_from_its_first_day_to_its_last(person: Callable[..., Person]) -> None:
    desk, phone = person(name="Maud"), person(phone=True)
    desk.new(GAMES[0], "me", "bot:random")
    desk.home()
    sign_in(desk, "other devices", "Maud", "a castle of cards")
    phone.home()
    phone.page.locator(".name-line > .btn").click()
    sign_in(phone, "sign in", "maud", "a castle of cards")
    phone.page.wait_for_selector(".mine li")
    entry(desk, "account")
    desk.page.wait_for_selector(".things li + li")
    assert desk.page.locator(".things .btn").count() == 1
    assert focused(desk).startswith("BUTTON Sign out there")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_function("() => document.querySelectorAll('.things li').length === 1")
    phone.home()
    assert phone.page.locator(".mine li").count() == 0
    desk.page.locator("summary").first.click()
    desk.page.locator("details [autocomplete=current-password]").first.fill("a castle of cards")
    desk.page.locator("details [autocomplete=new-password]").fill("a castle of stone")
    with desk.told("The password has been changed."):
        desk.page.keyboard.press("Enter")
    desk.escape()
    entry(desk, "sign out")
    desk.page.wait_for_selector(".mine .empty")
    sign_in(desk, "sign in", "Maud", "a castle of stone")
    desk.page.wait_for_selector(".mine li")
    entry(desk, "account")
    desk.page.locator("summary").last.click()
    desk.page.locator("details[open] input").fill("a castle of stone")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_selector("dialog", state="detached")
    desk.page.wait_for_selector(".mine .empty")
    assert desk.ask("/api/account") == {"name": None, "tokens": []}


def test_tokens_are_made_and_withdrawn(person: Callable[..., Person]) -> None:
    one = person(name="Maud")
    one.home()
    entry(one, "tokens")
    assert focused(one).startswith("INPUT")
    one.page.keyboard.type("my bot")
    one.page.keyboard.press("Enter")
    token = one.page.locator(".fresh input").input_value()
    asked = one.context.request.get(f"{one.hall.url}/api/tables", headers={"authorization": f"Bearer {token}", "cookie": ""})
    assert asked.ok
    assert "my bot" in one.page.locator(".things li").inner_text()
    one.page.locator(".things .btn").click()
    one.page.wait_for_function("() => !document.querySelector('.things li')")
    asked = one.context.request.get(f"{one.hall.url}/api/tables", headers={"authorization": f"Bearer {token}"})
    assert asked.status == 401


# --- for everybody, everywhere ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_everything_is_legible_and_in_reach_at_every_size(language: str, person: Callable[..., Person]) -> None:
    one = person(language=language)
    one.new("queens_architect", "me", "bot:random", "bot:random", "bot:random")
    other = person()
    other.ask(
        "/api/tables",
        {
            "game": "world_monuments",
            "public": True,
            "pace": "slow",
            "seats": [{"kind": "me", "name": "W" * 24}, {"kind": "open"}],
        },
    )
    one.home()
    for choice in one.page.locator("select.level").all():  # the level with the longest name
        choice.select_option(max(choice.locator("option").all_inner_texts(), key=len))
    found = {}
    for size in SIZES:
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        found[size] = one.page.evaluate(FAULTS, 40)
        one.page.locator(".chip").click()
        found[size] += one.page.evaluate(FAULTS, 40)
        one.page.keyboard.press("Escape")
    assert {size: faults for size, faults in found.items() if faults} == {}
    for name in ("your name", "habits", "other devices", "sign in", "tokens"):
        one.page.set_viewport_size({"width": 360, "height": 640})
        entry(one, name)
        assert one.page.evaluate(FAULTS, 40) == [], name
        one.escape()


def test_menu_and_dialogs_have_no_fault(person: Callable[..., Person]) -> None:
    one = person()
    one.home()
    one.page.locator(".chip").click()
    check(one)
    one.page.keyboard.press("Escape")
    assert "Guest" in one.page.evaluate("document.activeElement.textContent"), "and the way back is where it was"
    for name in ("tokens", "other devices"):
        entry(one, name)
        check(one, "dialog[open]")
        one.escape()
    one.ask("/api/account", {"name": "Maud", "password": "a castle of cards"})
    one.home()
    entry(one, "account")
    check(one)


def test_the_menu_is_used_with_the_keyboard_alone(person: Callable[..., Person]) -> None:
    one = person(name="Maud", asked=True)
    one.home()
    one.page.locator(".chip").focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_function("() => document.activeElement.dataset.entry === 'your name'")
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_selector("html[lang=fr]")
    one.page.wait_for_selector(".menu:popover-open")
    assert "Votre nom" in one.page.locator(".menu").inner_text()
    assert focused(one) == "INPUT language"
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("ArrowRight")
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_selector("html[data-theme=dark]")
    assert one.page.locator("meta[name=theme-color]").get_attribute("content") == "#1d2126"
    assert "theme=dark" in (one.page.locator("link[rel=manifest]").get_attribute("href") or "")


def test_a_menu_that_is_open_keeps_its_focus_when_it_is_known_who_is_here(person: Callable[..., Person]) -> None:
    """The server may take its time to say so; who went on with the keyboard meanwhile does not begin again."""
    one, asked = person(name="Maud", asked=True), list[Route]()
    one.page.route(re.compile(r"/api/account\b"), lambda route: asked.append(route))
    one.home()
    one.page.locator(".chip").focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_function("() => document.activeElement.dataset.entry === 'your name'")
    for focus, key in (("BUTTON", "Tab"), ("INPUT language", "Tab"), ("INPUT theme", "")):
        assert focused(one).startswith(focus)
        if key:
            one.page.keyboard.press(key)
    one.page.evaluate("() => { document.querySelector('.menu [data-entry]').dataset.old = ''; }")
    asked[0].continue_()
    one.page.wait_for_selector(".menu:not(:has([data-old]))")
    assert focused(one) == "INPUT theme"
    one.page.keyboard.press("Shift+Tab")
    one.page.keyboard.press("Shift+Tab")
    assert focused(one).startswith("BUTTON")
