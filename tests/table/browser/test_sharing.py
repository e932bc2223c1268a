"""What is handed on, and dialogs that lead to what one needs next: never to their title, and away when they are done."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

import chantier
from chantier.bots import bot
from tests.table.browser.people import Person

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)
SHARE = "Object.defineProperty(navigator, 'share', { value: async (what) => { document.body.dataset.shared = what.url; } })"
FOCUS = "() => document.activeElement.closest('dialog') && document.activeElement.tagName"


def record(game: str) -> str:
    match, player = chantier.Match(game, 2, seed="a file"), bot("apprentice", seed="a file")
    while not match.over:
        match.play(player.choose(match.seen()))
    return match.record()


def test_a_table_is_shared_by_the_sheet_of_the_system(person: Callable[..., Person]) -> None:
    one = person()
    one.context.add_init_script(SHARE)
    made = one.new(GAMES[0], "me", "link")
    one.go(made["table"])
    one.page.locator("dialog .copied .btn.main").first.click()
    one.page.wait_for_function("() => document.body.dataset.shared")
    assert one.page.evaluate("document.body.dataset.shared") == one.hall.url + made["links"][0]["url"]


def test_where_there_is_no_such_sheet_the_link_is_copied(person: Callable[..., Person]) -> None:
    one = person()
    one.context.add_init_script("delete Navigator.prototype.share")
    one.go(one.new(GAMES[0], "me", "link")["table"])
    one.page.wait_for_selector("dialog .copied")
    assert one.page.locator("dialog .copied .btn.main").count() == 0
    assert one.page.locator("dialog .copied .btn").count() == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_shared_as_a_picture(game: str, person: Callable[..., Person], tmp_path: Path) -> None:
    one = person(name="Maud")
    table = one.ask("/api/records", {"text": record(game)})["table"]
    one.context.add_init_script("delete Navigator.prototype.canShare")
    one.go(table)
    one.page.locator("#tools [title='Share']").click()
    with one.page.expect_download() as kept:
        one.page.locator("dialog .picture").click()
    path = tmp_path / "game.png"
    kept.value.save_as(path)
    told = path.read_bytes()
    wide, high = struct.unpack(">II", told[16:24])
    assert told[:8] == b"\x89PNG\r\n\x1a\n"
    assert wide == 1200
    assert high > 700
    assert len(told) > 60_000, "there is a drawing in it"


def test_dialogs_lead_to_what_one_needs_next(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(GAMES[0], "me", "bot:random")["table"])
    one.wait_turn()
    found = {}
    for name in ("Share", "What if", "Settings"):
        one.page.locator(f"#tools [title='{name}']").click()
        found[name] = one.page.evaluate(FOCUS)
        one.escape()
    assert found == {"Share": "INPUT", "What if": "BUTTON", "Settings": "INPUT"}
    one.page.locator("body").press("?")
    one.page.wait_for_selector("dialog .clauses")
    assert one.page.evaluate(FOCUS) in ("A", "BUTTON")


def test_settings_close_when_they_are_done(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(GAMES[0], "me", "here", pace="live")["table"])
    one.page.wait_for_selector("body.my-turn, .curtain")
    one.page.evaluate("document.querySelector('.curtain button')?.click()")
    settings = one.page.locator("#tools [title='Settings']")
    for name in ("Done", "Stop the clock"):
        settings.click()
        one.page.get_by_role("button", name=name, exact=True).click()
        one.page.wait_for_selector("dialog", state="detached")
    settings.click()
    one.page.locator("dialog .buttons .btn").nth(1).click()
    one.page.wait_for_selector("dialog form")
    one.gone("dialog .buttons")  # one window gives way to the next
