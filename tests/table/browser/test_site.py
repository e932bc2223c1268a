"""The table as a folder of files: whole games against bots that think, and everything else that needs no other machine."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import chantier
from chantier import lessons
from chantier.bots import bot
from chantier.table import site
from tests.table.browser.test_access import check
from tests.table.browser.test_study import play
from tests.table.browser.visitors import BELOW, Visitor, built, served

pytestmark = pytest.mark.unmeasured
GAMES = list(chantier.games)
MOST = 6_000_000  # bytes of everything, packed by gzip; brotli makes them 5,000,000


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mine = tmp_path_factory.getbasetemp()
    return built(mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine)


@pytest.fixture(scope="module")
def url(root: Path) -> Iterator[str]:
    with served(root) as address:
        yield address


@pytest.fixture
def visitor(engine: Browser, url: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, each with a browser of their own. At the end: no fault on any page, nothing asked of other machines."""
    made: list[Visitor] = []

    def make(**how: Any) -> Visitor:
        made.append(Visitor(engine, url, **how))
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []


def test_pyodide_has_one_version() -> None:
    wanted = json.loads((Path(site.__file__).parents[3] / "package.json").read_text(encoding="utf-8"))
    assert wanted["devDependencies"]["pyodide"] == site.PYODIDE


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_the_mouse_against_a_master(game: str, visitor: Callable[..., Visitor]) -> None:
    """It is over at the command line, too, and what is said there is what was shown here."""
    one = visitor()
    one.home()
    one.begin(game, "master")
    one.play_on("click")
    assert one.over
    shown = [int(score) for score in one.page.locator("#pane-end .standing b").all_inner_texts()]
    record = one.match.record()
    assert sorted(chantier.Match.of(record).scores(), reverse=True) == sorted(shown, reverse=True)


def test_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    """Nothing is wider than the window, and whoever cannot see it finds everything."""
    one = visitor(phone=True, seed=3)
    one.home()
    check(one)
    assert one.page.locator(".open, #code").count() == 0, "what needs a server is not shown"
    one.begin("arkadia", "master")
    one.play_on("tap", 8)
    one.wait_turn()
    check(one)
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_table_is_there_after_a_reload_and_without_a_network(visitor: Callable[..., Visitor]) -> None:
    one = visitor(seed=5)
    one.home()
    one.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    one.begin("world_monuments", "journeyman", bots=2)
    one.play_on("click", 3)
    one.wait_turn()
    one.page.locator("body").press("h")
    one.page.wait_for_selector("#advice")
    version, moves = one.version, len(one.match.moves)
    one.page.reload()
    one.wait_turn()
    assert (one.version, len(one.match.moves)) == (version, moves)
    one.context.set_offline(True)
    one.home()
    one.page.locator(".mine .btn.main").first.click()
    one.page.wait_for_url("**/table.html?*")
    one.wait_turn()
    assert one.version == version
    one.play_on("click", 3)
    one.page.goto(f"{one.hall.url}/rules.html?game=arkadia")
    one.page.wait_for_selector(".clause")


def finished(game: str) -> str:
    """The record of a game that apprentices have played."""
    match, player = chantier.Match(game, 2, seed="site"), bot("apprentice", 1)
    while not match.over:
        match.play(player.choose(match.seen()))
    return match.record()


def open_file(one: Visitor, name: str, text: str) -> None:
    with one.page.expect_file_chooser() as asked:
        one.page.locator(".file").click()
    asked.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_a_game_of_elsewhere_is_reviewed_tried_on_and_taken_along(visitor: Callable[..., Visitor]) -> None:
    """A record comes in and goes out as it was; a what-if table; all tables at once, to another browser."""
    one, record = visitor(), finished("world_monuments")
    one.home()
    open_file(one, "game.txt", record)
    one.page.wait_for_url("**/table.html?*")
    one.page.wait_for_selector("#stage .sheet")
    played = one.match.record()
    assert chantier.Match.of(played).digest() == chantier.Match.of(record).digest()
    one.page.goto(f"{one.page.url}#review")
    one.page.reload()
    one.page.locator(".review .values .chart").wait_for()
    one.page.locator(".review .chart").first.click()
    one.page.wait_for_selector("body.in-past")
    with one.page.expect_download() as saved:
        one.page.locator("#tools .btn", has_text="Settings").click()
        one.page.locator("dialog .btn", has_text="Record").click()
    assert chantier.Match.of(saved.value.path().read_text(encoding="utf-8")).over
    one.home()
    one.page.locator(".mine .btn").first.click()
    one.page.wait_for_selector(".review")
    one.page.keyboard.press("Escape")
    one.page.locator("#tools .btn", has_text="What if").click()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_selector("#trying")
    one.home()
    assert one.page.locator(".mine li").count() == 2
    with one.page.expect_download() as saved:
        one.page.locator(".btn", has_text="Save all tables").click()
    other = visitor()
    other.home()
    open_file(other, "tables.json", saved.value.path().read_text(encoding="utf-8"))
    other.page.locator(".mine li").nth(1).wait_for()


def test_a_lesson(visitor: Callable[..., Visitor]) -> None:
    one = visitor()
    one.home()
    one.page.locator(".card .rules-link").first.click()
    lesson = lessons.load(GAMES[0], lessons.names(GAMES[0])[0])
    for n, note in enumerate(lesson.notes[:6]):
        one.page.locator("#lesson .num", has_text=f"{n + 1} / {len(lesson.notes)}").wait_for()
        assert one.page.locator("#lesson .note").inner_text() == note.text["en"]
        if note.expect:
            one.page.wait_for_selector("body.my-turn")
            play(one, str(lesson.action(n)))
        else:
            one.page.locator("#lesson .btn.main").click()


def test_a_new_version_is_offered_and_not_forced(root: Path, tmp_path: Path, engine: Browser) -> None:
    shutil.copytree(root, tmp_path / "copy")
    with served(tmp_path / "copy") as address:
        one = Visitor(engine, address)
        one.home()
        one.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        one.page.reload()
        one.page.wait_for_selector(".card")
        folder = tmp_path / "copy" / BELOW
        (folder / "data" / "texts-en.json").write_text(
            (folder / "data" / "texts-en.json").read_text(encoding="utf-8").replace("Play now", "Begin"), encoding="utf-8"
        )
        worker = (folder / "sw.js").read_text(encoding="utf-8")
        (folder / "sw.js").write_text(worker.replace('VERSION = "chantier-', 'VERSION = "chantier-next-'), encoding="utf-8")
        one.page.reload()
        one.page.locator(".update .btn").wait_for()
        assert "Play now" in one.page.locator(".card").first.inner_text()
        one.page.locator(".update .btn").click()
        one.page.locator(".card .btn.main", has_text="Begin").first.wait_for()
        assert one.faults == []
        one.context.close()


def test_a_first_game_is_small(root: Path) -> None:
    """What is packed already, and the rest as a host would pack it at least; `bench.site` has the figures of brotli."""
    folder = root / BELOW
    total = 0
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_bytes()
            total += len(text) if path.suffix in (".zip", ".png") else len(zlib.compress(text, 9))
    assert total < MOST
