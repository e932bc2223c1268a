"""The table as a folder of files: whole games against bots that think, and everything else that needs no other machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Route

import chantier
from chantier import Match, lessons, puzzles
from chantier.bots import bot
from chantier.table import site
from tests.table.browser.people import FIRST, STEPS, WHOLE, Hall, cases, late_in, until
from tests.table.browser.test_access import check
from tests.table.browser.test_puzzle import solve
from tests.table.browser.test_study import play
from tests.table.browser.test_together import lift
from tests.table.browser.visitors import BELOW, Visitor, built, served
from tests.table.harness import PATIENCE

pytestmark = pytest.mark.unmeasured
GAMES = list(chantier.games)
SHORTEST = "world_monuments"
MASTER = "master:60"  # a master who thinks in playouts, so that games take no longer than they must
NOBODY_BETWEEN = "delete Navigator.prototype.serviceWorker"
PROGRAM = "**/py/chantier.zip.zst"  # our own part of Python
READY_AT_ONCE = "postMessage({ kind: 'progress', part: 1 });"  # in place of Python, where nobody plays
FITS = "document.documentElement.scrollWidth <= innerWidth"
MOST = 6_000_000  # bytes of everything but nets, packed by gzip


def test_the_site_is_made_where_the_docs_have_no_page() -> None:
    root = Path(__file__).parents[3]
    place = re.findall(r"chantier site site/(\w+)$", (root / "Makefile").read_text(encoding="utf-8"), re.M)
    assert len(place) == 1
    assert not (root / "docs" / f"{place[0]}.md").exists()


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
    """Makes visitors, each with a browser of their own, who are at home unless they come later. At the end: no fault on any
    page."""
    made: list[Visitor] = []

    def make(*, later: bool = False, **how: Any) -> Visitor:
        made.append(Visitor(engine, url, **how))
        if not later:  # every home page starts Python, twice
            made[-1].home()
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []


def finished(game: str) -> str:
    """The record of a game that apprentices have played."""
    match, player = Match(game, 2, seed="site"), bot("apprentice", 1)
    while not match.over:
        match.play(player.choose(match.seen()))
    return match.record()


def test_pyodide_has_one_version() -> None:
    wanted = json.loads((Path(site.__file__).parents[3] / "package.json").read_text(encoding="utf-8"))
    assert wanted["devDependencies"]["pyodide"] == site.PYODIDE


def test_what_is_shipped_has_its_licences(root: Path) -> None:
    told = (root / BELOW / "LICENCES.txt").read_text(encoding="utf-8")
    named = re.findall(r"licences/[\w.-]+\.txt", told)
    assert len(named) == 3
    assert all((root / BELOW / name).stat().st_size > 1000 for name in named)
    for path in (root / BELOW / "py").iterdir():
        assert f"py/{path.name}" in told


# --- games ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "level", "needed"), [*((game, MASTER, []) for game in GAMES), (SHORTEST, "grandmaster:60", [f"{SHORTEST}.net"])]
)
def test_a_whole_game_with_the_mouse(game: str, level: str, needed: list[str], visitor: Callable[..., Visitor]) -> None:
    """Or its end, where `make test-long` plays all of it. What is shown then is what the command line says about its record.

    What a grandmaster judges by comes when one is asked, and not before, for it is large. A failure, for which a weaker level
    would answer, would be a fault on the page."""
    one, fetched = visitor(later=True), list[str]()

    def fetch(route: Route) -> None:
        fetched.append(route.request.url.rpartition("/")[2])
        route.continue_()

    if game == SHORTEST:  # a service worker's requests cannot be seen; in the other games there is one
        one.page.add_init_script(NOBODY_BETWEEN)
        one.page.route("**/nets/*.net", fetch)
    one.home()
    one.bring(Match(game, 2, seed="whole") if WHOLE else late_in(game), level)
    one.play_on("click")
    assert one.over
    assert fetched == needed
    shown = [int(score) for score in one.page.locator("#pane-end .standing b").all_inner_texts()]
    match = Match.of(one.saved("#pane-end button:has-text('Record')"))
    assert match.over
    assert sorted(match.scores()) == sorted(shown)


@pytest.mark.parametrize("game", cases(GAMES, ["arkadia"]))
def test_on_a_phone_against_masters(game: str, visitor: Callable[..., Visitor]) -> None:
    """Against three of them, so that few decisions are one's own: the beginning, or all of it. Nothing is too wide."""
    one = visitor(phone=True, seed=3)
    one.bring(Match(game, 4, seed="phone"), MASTER)
    one.play_on("tap", STEPS if WHOLE else FIRST)
    assert one.over or not WHOLE
    assert one.page.evaluate(FITS)


def test_the_end_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    one = visitor(phone=True, seed=3)
    one.bring(late_in(SHORTEST, 4), MASTER)
    one.play_on("tap")
    assert one.over
    assert one.page.evaluate(FITS)
    one.page.locator("#dock .extra .btn", has_text="Standing").tap()
    assert one.page.locator("#pane-end .standing li").count() == one.match.seats


def test_play_now_with_a_finger(visitor: Callable[..., Visitor]) -> None:
    """Against a master of the full strength; a hint is given; whoever cannot see it finds everything."""
    one = visitor(phone=True, seed=3)
    check(one)
    assert one.page.locator(".open, #code, [href*='/box']").count() == 0, "what needs a server is not shown"
    one.begin("arkadia", "master")
    one.play_on("tap", 2)
    one.wait_turn()
    one.page.locator("#dock .tools [aria-keyshortcuts=H]").tap()
    one.page.locator("#tab-hint").tap()
    one.page.wait_for_selector("#pane-hint .branches")
    check(one)


def test_two_at_one_screen(visitor: Callable[..., Visitor]) -> None:
    """There is a curtain between them where something is secret."""
    one = visitor()
    one.page.locator(".card", has_text="Arkadia").locator(".go .btn:not(.main)").click()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_selector(".curtain")
    check(one)


# --- without a network --------------------------------------------------------------------------------------------------------


def test_everything_works_without_a_network(root: Path, engine: Browser) -> None:
    """A game and a reload in the middle of it, a lesson, rules, the puzzle of the day; a record comes in, is reviewed and
    tried on, and goes out as it was; all tables go to a file and come back."""
    with served(root) as address:
        one = Visitor(engine, address, seed=5)
        one.home()
        one.cut_off()
    a_game_and_a_reload(one)
    a_record_and_its_review(one)
    a_puzzle(one)
    tables = one.page.locator(".mine li").count()
    assert tables == 4
    box = one.saved(".btn:has-text('Save all tables')")
    older = json.loads(box)
    for table in older["tables"]:
        table["match"]["version"] -= 1
        table["moves"] = table["moves"][:1]
    with one.told(""):
        one.open_file("tables.json", json.dumps(older, separators=(",", ":")))
    assert one.saved(".btn:has-text('Save all tables')") == box, "what is newer stays"
    one.page.locator(".card .rules-link", has_text="Rules").first.click()
    one.page.wait_for_selector(".clause")
    one.page.evaluate("indexedDB.deleteDatabase('chantier')")
    one.home()
    assert one.page.locator(".mine li").count() == 0
    one.open_file("tables.json", box)
    one.page.locator(".mine li").nth(tables - 1).wait_for()
    a_lesson(one)
    assert one.faults == []
    one.context.close()


def a_game_and_a_reload(one: Visitor) -> None:
    one.begin("world_monuments", "journeyman", bots=2)
    one.play_on("click", 3)
    one.wait_turn()
    version, moves = one.version, len(one.match.moves)
    one.page.reload()
    one.wait_turn()
    assert (one.version, len(one.match.moves)) == (version, moves)
    one.play_on("click", 1)


def a_lesson(one: Visitor) -> None:
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


def a_puzzle(one: Visitor) -> None:
    one.home()
    one.page.locator(".day a").click()
    one.page.wait_for_url("**/table.html?puzzle=*")
    asked = parse_qs(urlsplit(one.page.url).query)
    puzzle = puzzles.load(asked["puzzle"][0], int(asked["number"][0]))
    solve(one, puzzle)
    one.page.locator("#lesson .btn.main", has_text="Play on from here").click()
    one.page.wait_for_url("**/table.html?table=*")
    one.wait_turn()
    assert one.match.view(puzzle.seat) == puzzle.moment.view(puzzle.seat)
    one.home()
    one.page.locator(".day", has_text="You have solved it.").wait_for()


def a_record_and_its_review(one: Visitor) -> None:
    record = finished("world_monuments")
    one.home()
    one.open_file("game.txt", record)
    one.page.wait_for_url("**/table.html?*")
    one.page.wait_for_selector("#pane-end .standing", state="attached")
    assert Match.of(one.match.record()).digest() == Match.of(record).digest()
    one.page.locator("#dock .extra .btn", has_text="Review").click()
    one.page.locator(".review .values .chart").wait_for()
    one.page.locator(".review .chart").first.click()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#tools .btn", has_text="What if").click()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_selector(".curtain")
    lift(one)
    one.page.wait_for_selector("#trying")
    one.wait_turn()


# --- what is kept -------------------------------------------------------------------------------------------------------------


def test_whoever_has_no_room_left_is_told(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    """A table that could not be kept is none. With room again there is a game, and it goes to a server and comes back."""
    one = visitor()
    one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = one.context.new_cdp_session(one.page)
    origin = one.page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    with one.told("could not be saved"):
        one.page.locator(".card .go .btn.main").first.click()
    one.faults.remove("warning: the store failed: Full")  # the console tells it to whoever looks for the cause
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    one.home()
    assert one.page.locator(".mine li").count() == 0
    one.begin("world_monuments", "random")
    games_replay_at_a_server_and_the_other_way_round(one, tmp_path)


def games_replay_at_a_server_and_the_other_way_round(one: Visitor, folder: Path) -> None:
    """A game that was begun here goes on at a server as it was; what was played on there comes back."""
    one.play_on("click", 2)
    one.wait_turn()
    one.page.locator("#tools .btn", has_text="Settings").click()
    record = one.saved("dialog button:has-text('Record')")
    hall = Hall(folder)
    try:
        with httpx.Client(base_url=hall.url, timeout=PATIENCE, trust_env=False) as person:
            made = person.post("/api/records", json={"text": record}).raise_for_status().json()["table"]
            there = hall.app.state.hall.gatherings[made].table.match
            assert there.digest() == one.match.digest() == Match.of(record).digest()
            there.play(there.legal[0])
            told = person.get(f"/api/tables/{made}/record").raise_for_status().text
    finally:
        hall.stop()
    one.home()
    one.open_file("record.txt", told)
    one.page.wait_for_url("**/table.html?*")
    one.page.wait_for_selector("#stage .sheet, .curtain", state="attached")
    assert one.match.digest() == there.digest()


def test_whoever_cannot_start_is_told_and_can_try_again(visitor: Callable[..., Visitor]) -> None:
    one, asked = visitor(later=True), list[Route]()

    def fetch(route: Route) -> None:
        """The first fails while somebody waits for it, the next comes, and that of the bots has to be tried again by itself."""
        asked.append(route)
        if len(asked) == 3:
            route.abort()
        elif len(asked) > 1:
            route.continue_()

    one.page.route(PROGRAM, fetch)
    with one.page.expect_request(PROGRAM):
        one.home()
    button = one.page.locator(".card .go .btn.main").first
    with one.told(""):
        button.click()
        asked[0].abort()
    assert button.inner_text() == "Play now"
    one.begin(GAMES[0], "journeyman")
    one.play_on("click", 3)
    one.wait_turn()
    assert len(asked) > 2
    assert [fault for fault in one.faults if "Failed" not in fault] == []
    one.faults.clear()


def test_a_new_version_is_offered_and_not_forced(root: Path, tmp_path: Path, engine: Browser) -> None:
    shutil.copytree(root, tmp_path / "copy")
    (tmp_path / "copy" / BELOW / "js" / "python.js").write_text(READY_AT_ONCE, encoding="utf-8")
    with served(tmp_path / "copy") as address:
        one = Visitor(engine, address)
        one.home()
        one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        one.page.reload()
        one.page.wait_for_selector(".card")
        folder = tmp_path / "copy" / BELOW
        (folder / "data" / "texts-en.json").write_text(
            (folder / "data" / "texts-en.json").read_text(encoding="utf-8").replace("Play now", "Begin"), encoding="utf-8"
        )
        one.page.evaluate("caches.open('chantier-of-another-folder')")
        worker = (folder / "sw.js").read_text(encoding="utf-8")
        (folder / "sw.js").write_text(worker.replace('VERSION = "chantier-', 'VERSION = "chantier-next-'), encoding="utf-8")
        one.page.reload()
        one.page.locator(".update .btn").wait_for()
        assert "Play now" in one.page.locator(".card").first.inner_text()
        one.page.locator(".update .btn").click()
        one.page.locator(".card .btn.main", has_text="Begin").first.wait_for()
        until(lambda: len(one.page.evaluate("caches.keys()")) == 2, "the old version is kept")
        assert one.page.evaluate("caches.has('chantier-of-another-folder')")
        assert one.faults == []
        one.context.close()


def test_a_first_game_is_small(root: Path) -> None:
    """What is packed already, and the rest as a host would pack it at least; `bench.site` has the figures of brotli."""
    folder = root / BELOW
    total = 0
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".net":
            text = path.read_bytes()
            total += len(text) if path.suffix in (".zip", ".png") else len(zlib.compress(text, 9))
    assert total < MOST
