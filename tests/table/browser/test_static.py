"""The files that a browser is given: small, plain, in every language, and without a word about any game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import chantier
import chantier.table
from chantier.table.about import texts
from tests.table.browser.people import Person

STATIC = Path(chantier.table.__file__).parent / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg"))


def test_no_game_is_named() -> None:
    names = [word.lower() for game in chantier.games.values() for word in (game.name, game.title, game.name.split("_")[0])]
    for path in FILES:
        told = path.read_text(encoding="utf-8").lower()
        assert [name for name in names if re.search(rf"\b{re.escape(name)}\b", told)] == [], path


def test_pages_have_nothing_inline() -> None:
    for path in FILES:
        if path.suffix == ".html":
            told = path.read_text(encoding="utf-8")
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?://", told), path


def test_files_are_short() -> None:
    assert {
        path.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in FILES
        if len(path.read_text(encoding="utf-8").splitlines()) >= 500
    } == {}


def test_addresses_are_made_in_one_place() -> None:
    """Of pages, and of files that a server gives; what is asked for goes by the addresses of the protocol."""
    made = re.compile(r"""["`]/(?:t|box|rules|lesson|static)/|(?:href: |location\.href = |assign\()["`]/""")
    found = {path.name: made.findall(path.read_text(encoding="utf-8")) for path in FILES if path.suffix == ".js"}
    assert {name for name, made in found.items() if made} == {"addresses.js"}


def test_the_links_of_a_game_lead_to_its_pages(person: Callable[..., Person]) -> None:
    one = person()
    one.home()
    for card, game in enumerate(chantier.games):
        links = one.page.locator(".card").nth(card).locator(".links a")
        asked = {link.inner_text().lower(): str(link.get_attribute("href")) for link in links.all()}
        pages = {"lesson": "lesson", "rules": "rules", "my box": "box"}
        assert asked == {text: f"/{page}/{game}" for text, page in pages.items()}
        assert all(one.context.request.get(one.hall.url + address).ok for address in asked.values())


def test_every_text_is_there() -> None:
    """Every key that the modules ask for."""
    modules = "\n".join(path.read_text(encoding="utf-8") for path in FILES if path.suffix in (".js", ".html"))
    asked = set(re.findall(r'\bt\("([^"]+)"', modules)) | set(re.findall(r'data-t="([^"]+)"', modules))
    assert asked - set(texts("en")) == set()


def test_the_first_load_is_small(person: Callable[..., Person]) -> None:
    """A table's first load, pictures included: under 200 KB over the wire."""
    one = person()
    made = one.new(sorted(chantier.games)[0], "me", "bot:random", "bot:random")
    session = one.context.new_cdp_session(one.page)
    session.send("Network.enable")
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    session.on("Network.webSocketFrameReceived", lambda event: loaded.append(len(event["response"]["payloadData"]) / 4))
    one.go(made["table"])
    one.wait_turn()
    assert 0 < sum(loaded) < 200_000
