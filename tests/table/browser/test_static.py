"""The files that a browser is given: small, plain, in every language, and without a word about any game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import chantier
import chantier.table
from tests.table.browser.people import Person

STATIC = Path(chantier.table.__file__).parent / "static"
LOCALE = STATIC.parent.parent / "locale"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg"))
LANGUAGES = ("en", "fr", "de")


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LOCALE / f"{language}.json").read_text(encoding="utf-8"))
    return found


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language: str) -> None:
    """The same keys and the same blanks in every language; every key that the modules ask for."""
    english, told = texts("en"), texts(language)
    assert list(told) == list(english)
    for key, text in told.items():
        assert text.strip(), key
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key
    modules = "\n".join(path.read_text(encoding="utf-8") for path in FILES if path.suffix in (".js", ".html"))
    asked = set(re.findall(r'\bt\("([^"]+)"', modules)) | set(re.findall(r'data-t="([^"]+)"', modules))
    assert asked - set(told) == set()


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
