"""People at the table: what they see, click, tap and press. They know no game."""

from __future__ import annotations

import asyncio
import json
import time
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlsplit

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Request, ViewportSize

from chantier.bots import bot
from chantier.table.app import create
from chantier.table.serve import address, config, listen
from tests.table.harness import PATIENCE, Server

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT = PATIENCE * 1000  # milliseconds; machines may be busy
STEPS = 400  # no game of these tests has more decisions

# A point where a spot with this action can be hit: not every outline has its middle inside.
POINT = """(action) => {
  for (const spot of document.querySelectorAll(`.place[data-actions~="${action}"]`)) {
    const box = spot.getBoundingClientRect();
    for (let n = 1; n < 144; n++) {
      const x = box.left + box.width * ((n * 5) % 13) / 13, y = box.top + box.height * ((n * 7) % 11) / 11;
      if (document.elementFromPoint(x, y) === spot) return [x, y];
    }
  }
  return null;
}"""
LIT = "() => Number(document.querySelector('#choices .choice.lit')?.dataset.action ?? -1)"
READY = """() => document.querySelector("dialog .standing") || (document.body.classList.contains("my-turn")
  && !document.querySelector("#dock.busy"))"""


class Hall(Server):
    """A server that comes back at the same address."""

    port = 0

    def start(self) -> None:
        self.app = create(f"sqlite:///{self.folder / 'tables.sqlite'}", self.folder, self.pace)
        self.socket = listen("127.0.0.1", self.port)
        self.port = int(self.socket.getsockname()[1])
        self.url = address(self.socket)
        self.server = uvicorn.Server(config(self.app))
        self.thread = Thread(target=lambda: asyncio.run(self.server.serve([self.socket])), daemon=True)
        self.thread.start()
        until(lambda: self.server.started, "the server did not start")


class Person:
    """Somebody with a browser."""

    def __init__(self, engine: Browser, hall: Hall, *, phone: bool = False, theme: Literal["light", "dark"] = "light",
                 seed: int = 1, language: str = "en-GB", **prefs: Any) -> None:  # fmt: skip
        self.hall = hall
        self.mind = bot("apprentice", seed)
        self.faults: list[str] = []
        self.offline = False  # then failing requests are expected
        self.context = engine.new_context(
            viewport=PHONE if phone else WIDE, has_touch=phone, is_mobile=phone, color_scheme=theme, locale=language,
            reduced_motion="no-preference" if "speed" in prefs else "reduce",  # what moves costs time, here too
        )  # fmt: skip
        told = json.dumps({"speed": "off", "silent": ["ends", "loses", "idle"], **prefs})
        self.context.add_init_script(
            f"localStorage.getItem('chantier') ?? localStorage.setItem('chantier', {json.dumps(told)})"
        )
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.offline:
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.faults.append(f"a request left the machine: {request.url}")

    # --- coming to a table ----------------------------------------------------------------------------------------------

    def home(self) -> None:
        self.page.goto(f"{self.hall.url}/")
        self.page.wait_for_selector(".card")

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """A request of this browser, without its pages."""
        url = self.hall.url + path
        answer = self.context.request.get(url) if body is None else self.context.request.post(url, data=body)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def new(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        """A new table with a seat of each kind; `bot:random` is a bot of that level."""
        seats = [dict(zip(("kind", "level"), kind.split(":"), strict=False)) for kind in kinds]
        return self.ask("/api/tables", {"game": game, "seats": seats, **more})

    def go(self, table: str, query: str = "") -> None:
        self.page.goto(f"{self.hall.url}/t/{table}{query}")
        self.page.wait_for_selector("#stage .sheet, .curtain")

    # --- what is seen ---------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.body.dataset.version ?? -1"))

    @property
    def over(self) -> bool:
        return self.page.query_selector("dialog .standing") is not None

    def wait_turn(self) -> bool:
        """Wait until something can be done here; false at the end of the game."""
        self.page.wait_for_function(READY)
        return not self.over

    def wait_version(self, version: int) -> None:
        self.page.wait_for_function("(n) => Number(document.body.dataset.version) >= n", arg=version)

    def point(self, action: int) -> tuple[float, float] | None:
        """Where an action can be clicked on the sheets in sight; none if it stands only in the list."""
        found = self.page.evaluate(POINT, action)
        return (found[0], found[1]) if found else None

    def wish(self) -> int:
        """What this person wants to do now: what an apprentice would, so that games come to an end."""
        match = self.hall.app.state.hall.gatherings[urlsplit(self.page.url).path.split("/")[2]].table.match
        return self.mind.choose(match.seen())

    # --- what is done ---------------------------------------------------------------------------------------------------

    def done(self, before: int) -> None:
        """Wait until the click has been answered."""
        self.page.wait_for_function(
            "(n) => Number(document.body.dataset.version) > n || document.querySelector('dialog .standing, .curtain')",
            arg=before,
        )

    def click_something(self) -> None:
        """One decision with the mouse: on the sheets if its spot is in sight, in the list otherwise."""
        before, wish = self.version, self.wish()
        point = self.point(wish)
        if point:
            self.page.mouse.move(3, 3)
            self.page.mouse.move(*point)
            for _ in range(40):  # several things can be done there: turn to the right one
                if self.page.evaluate(LIT) == wish:
                    break
                self.page.mouse.wheel(0, 60)
            self.page.mouse.click(*point)
            if self.page.query_selector(".chooser:not([hidden])"):
                self.page.locator(f".chooser [data-action='{wish}']").click()
        else:
            self.page.locator(f"#choices [data-action='{wish}']").click()
        self.done(before)

    def press_something(self) -> None:
        """One decision with the keyboard: a digit, arrows, Enter."""
        before, wish = self.version, self.wish()
        listed = self.page.evaluate("() => [...document.querySelectorAll('#choices .choice')].map((one) => one.dataset.action)")
        n = listed.index(str(wish))
        self.page.keyboard.press(str(min(9, n + 1)))
        for _ in range(n - 8):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        self.done(before)

    def tap_something(self) -> None:
        """One decision with a finger: a spot makes the ghost, the wide button confirms."""
        before, wish = self.version, self.wish()
        point = self.point(wish)
        self.page.wait_for_timeout(300)  # what has just changed under a finger is not tapped
        if point and self.page.locator("#confirm").is_disabled():
            self.page.touchscreen.tap(*point)
            if self.page.query_selector(".chooser:not([hidden])"):
                self.page.locator(f".chooser [data-action='{wish}']").tap()
        elif self.page.locator("#confirm").is_disabled():
            self.page.locator("#dock .more").tap()
            self.page.locator(f"#choices [data-action='{wish}']").tap()
        if self.version == before and self.page.locator("#confirm").is_enabled():
            self.page.locator("#confirm").tap()
        self.done(before)

    def play_on(self, how: str, most: int = STEPS) -> int:
        """Decide until the game is over, or this often."""
        for n in range(most):
            if not self.wait_turn():
                return n
            getattr(self, f"{how}_something")()
        return most


def until(true: Any, what: str) -> None:
    """Wait for something that no page shows."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)
