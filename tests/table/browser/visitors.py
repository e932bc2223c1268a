"""Somebody at the table without a server: a folder of files, served from a subfolder by the plainest server there is."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser

from chantier import Match
from chantier.table import site, tables
from chantier.table.alone.shelf import ME, from_kept, to_kept
from chantier.terminal.saves import seated
from tests.table.browser.people import Person

BELOW = "some/where"  # the subfolder
READ = """(id) => new Promise((done) => {
  const asked = indexedDB.open("chantier", 1);
  asked.onsuccess = () => {
    const found = asked.result.transaction("tables").objectStore("tables").get(id);
    found.onsuccess = () => { asked.result.close(); done(found.result?.text); };
  };
})"""


def built(folder: Path) -> Path:
    """The site, built once for all who test at the same time; it lies below `BELOW`."""
    root = folder / "built"
    with (folder / "building").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        if not (root / BELOW / "sw.js").exists():
            site.build(root / BELOW, pace=0.0)
    return root


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address of the site below a folder."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().partition("(")[2].partition(")")[0]
            yield f"{address}{BELOW}"
        finally:
            server.terminate()


def kept(match: Match, level: str) -> tuple[str, str]:
    """The id of a table and a file with it: one person, and bots of a level, which may be a number of playouts."""
    table = tables.on_this_screen(match, seated(match.seats, [level] * (match.seats - 1)), ME)
    told = {"chantier": "tables", "version": 1, "tables": [to_kept(table.stored())]}
    return table.id, json.dumps(told, separators=(",", ":"))


class Visitor(Person):
    """Somebody who has followed a link, and needs nothing more."""

    def __init__(self, engine: Browser, url: str, **how: Any) -> None:
        nobody: Any = SimpleNamespace(url=url)
        super().__init__(engine, nobody, **how)
        self._seen: tuple[str, Match] | None = None

    def begin(self, game: str, level: str, bots: int = 1) -> None:
        """Play now, from the home page."""
        names = [one["name"] for one in self.page.evaluate("fetch('data/games-en.json').then((answer) => answer.json())")]
        card = self.page.locator(".card").nth(names.index(game))
        card.locator(f"input[value='{bots}']").check()
        card.locator("select.level").select_option(level)
        card.locator(".go .btn.main").click()
        self.page.wait_for_url("**/table.html?*")
        self.wait_turn()

    def open_file(self, name: str, text: str) -> None:
        """A file of this machine, chosen on the home page."""
        with self.page.expect_file_chooser() as asked:
            self.page.locator(".file").click()
        asked.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})

    def bring(self, match: Match, level: str) -> None:
        """A table that was begun elsewhere, and its page."""
        table, text = kept(match, level)
        self.open_file("tables.json", text)
        self.page.locator(f".mine .btn[href*='{table}']").click()
        self.page.wait_for_url("**/table.html?*")
        self.wait_turn()

    def saved(self, button: str) -> str:
        """What a button saves."""
        with self.page.expect_download() as saved:
            self.page.locator(button).click()
        return saved.value.path().read_text(encoding="utf-8")

    def cut_off(self) -> None:
        """Everything is kept here now, and from now on there is no network."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.context.set_offline(True)

    @property
    def table(self) -> str:
        return parse_qs(urlsplit(self.page.url).query)["table"][0]

    @property
    def match(self) -> Match:
        """As the browser has kept it."""
        text = self.page.evaluate(READ, self.table)
        if self._seen is None or self._seen[0] != text:
            self._seen = text, tables.restored(from_kept(json.loads(text))).match
        return self._seen[1]
