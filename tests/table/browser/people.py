"""People at the table: what they see, click, tap and press. They know no game."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlsplit

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, ViewportSize

from chantier import Match
from chantier.bots import bot
from chantier.scene import Lie, place_of
from chantier.table.app import create
from chantier.table.position import moment
from chantier.table.serve import address, config, listen
from tests.table.harness import PATIENCE, Server, lay_out

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}
TABLET: ViewportSize = {"width": 768, "height": 1024}
WAIT = PATIENCE * 1000  # milliseconds; machines may be busy
STEPS = 400  # no game of these tests has more decisions
FIRST, LAST = 6, 8  # decisions, where a game is not played as a whole
WHOLE = "CHANTIER_WHOLE_GAMES" in os.environ  # then all are, and everything is shown with every game: make test-long
FAR = 12  # presses of an arrow key

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
# A point of the window where a surface shows this way to lie, if it is turned right: the square nearest to its middle.
SURFACE = """([sheet, squares]) => {
  const region = document.querySelector(`svg[data-sheet="${sheet}"] .place.region`);
  if (!region) return null;
  const mean = (n) => squares.reduce((sum, square) => sum + square[n], 0) / squares.length;
  const far = ([x, y]) => Math.hypot(x - mean(0), y - mean(1));
  const [x, y] = squares.toSorted((a, b) => far(a) - far(b))[0];
  const aim = (from, to) => from + Math.max(-12, Math.min(12, (to - from) * 0.9));
  const at = new DOMPoint(aim(x, mean(0)), aim(y, mean(1))).matrixTransform(region.getScreenCTM());
  return [at.x, at.y];
}"""
MIDDLE = """([sheet, squares]) => {
  const xs = squares.map((one) => one[0]), ys = squares.map((one) => one[1]);
  const half = (all) => (Math.min(...all) + Math.max(...all)) / 2;
  const region = document.querySelector(`svg[data-sheet="${sheet}"] .place.region`);
  const at = new DOMPoint(half(xs), half(ys)).matrixTransform(region.getScreenCTM());
  return [at.x, at.y];
}"""
DRAG = """([dx, dy]) => {
  const grip = document.querySelector(".grip"), box = grip.getBoundingClientRect();
  const x = box.left + 26, y = box.top + 26, how = { pointerId: 1, pointerType: "touch", bubbles: true, isPrimary: true };
  grip.setPointerCapture = () => {};
  grip.dispatchEvent(new PointerEvent("pointerdown", { ...how, clientX: x, clientY: y }));
  grip.dispatchEvent(new PointerEvent("pointermove", { ...how, clientX: x + dx, clientY: y + dy }));
  grip.dispatchEvent(new PointerEvent("pointerup", { ...how, clientX: x + dx, clientY: y + dy }));
}"""
READ = re.compile(r'button ("(?:[^"\\]|\\.)*")')  # the name of every button in what a screen reader is told
LIT = "() => Number(document.querySelector('#choices .choice.lit')?.dataset.action ?? -1)"
READY = """() => document.querySelector("#pane-end .standing") || (document.body.classList.contains("my-turn")
  && !document.querySelector("#dock.busy"))"""
ANSWERED = "(n) => Number(document.body.dataset.version) > n || document.querySelector('#pane-end .standing, .curtain')"
CONFIRM = "() => !document.querySelector('#confirm').disabled"
CHOOSER = "() => document.querySelector('.chooser:not([hidden])') !== null"
# Time passes when these people want it to, and a turned wheel is counted: it arrives later than other things that are done.
SENSES = """{
  const now = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => now() + passed;
  window.pass = (milliseconds) => { passed += milliseconds };
  window.wheels = 0;
  addEventListener("wheel", () => { window.wheels++ }, { capture: true, passive: true });
}"""
A_MOMENT = "() => window.pass(300)"  # what has just appeared under a finger is not tapped
# From now on: whether these words are said in passing. They go away by themselves, and whoever looks later misses them.
LISTEN = """(words) => {
  window.heard = false;
  new MutationObserver((_, watching) => {
    if (![...document.querySelectorAll(".toast")].some((one) => one.textContent.includes(words))) return;
    watching.disconnect();
    window.heard = true;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def cases(every: Sequence[object], few: Iterable[object]) -> list[object]:
    """What a test is shown with. The page knows no game, so where it does the same for all, few are enough for `make test`."""
    shown = list(every if WHOLE else few)
    assert set(shown) <= set(every)
    return shown


class Hall(Server):
    """A server that comes back at the same address."""

    port = 0

    def start(self) -> None:
        lay_out(self.store)
        self.app = create(self.store, self.folder, self.pace)
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
                 seed: int = 1, language: str = "en-GB", size: ViewportSize | None = None, **prefs: Any) -> None:  # fmt: skip
        self.hall = hall
        self.mind = bot("apprentice", seed)
        self.faults: list[str] = []
        self.offline = False  # then failing requests are expected
        self.context = engine.new_context(
            viewport=size or (PHONE if phone else WIDE), has_touch=phone, is_mobile=phone, color_scheme=theme, locale=language,
            reduced_motion="no-preference" if "speed" in prefs else "reduce",  # what moves costs time, here too
        )  # fmt: skip
        told = json.dumps({"speed": "off", "silent": ["ends", "loses", "idle"], **prefs})
        self.context.add_init_script(
            f"localStorage.getItem('chantier') ?? localStorage.setItem('chantier', {json.dumps(told)})"
        )
        self.context.add_init_script(SENSES)
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.offline:
            self.faults.append(f"{message.type}: {message.text}")

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
        self.page.wait_for_selector("#stage .sheet, .curtain", state="attached")

    # --- what is seen ---------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.body.dataset.version ?? -1"))

    @property
    def over(self) -> bool:
        return self.page.query_selector("#pane-end .standing") is not None

    def wait_turn(self) -> bool:
        """Wait until something can be done here; false at the end of the game."""
        if not self.page.evaluate(READY):
            self.page.wait_for_function(READY)
        return not self.over

    @contextmanager
    def told(self, words: str) -> Iterator[None]:
        """What is done meanwhile makes the page say these words, for a moment."""
        self.page.evaluate(LISTEN, words)
        yield
        self.page.wait_for_function("() => window.heard")

    def wait_version(self, version: int) -> None:
        self.page.wait_for_function("(n) => Number(document.body.dataset.version) >= n", arg=version)

    def point(self, action: int) -> tuple[float, float] | None:
        """Where an action can be clicked on the sheets in sight; none if it stands only in the list."""
        lies = self.lies(action)
        points = [self.page.evaluate(SURFACE, [lie.sheet, lie.squares]) for lie in lies] or [self.page.evaluate(POINT, action)]
        return next(((found[0], found[1]) for found in points if found), None)

    @property
    def match(self) -> Match:
        """The match at the table that is looked at."""
        match: Match = self.hall.app.state.hall.gatherings[urlsplit(self.page.url).path.split("/")[2]].table.match
        return match

    def lies(self, action: int) -> tuple[Lie, ...]:
        """How something of several squares would lie, if that is what the action does."""
        game, match = self.match.game, self.match
        if action not in match.legal:
            return ()
        return place_of(game.picture.scene(game, match.view(match.to_act), match.legal), action).lies

    def wish(self) -> int:
        """What this person wants to do now: what an apprentice would, so that games come to an end."""
        return self.mind.choose(self.match.seen())

    # --- what is done ---------------------------------------------------------------------------------------------------

    def done(self, before: int) -> None:
        """Wait until the click has been answered."""
        self.page.wait_for_function(ANSWERED, arg=before)

    def escape(self) -> None:
        """Leave a dialog. It is closed at once, and taken off the page a little later."""
        self.page.keyboard.press("Escape")
        self.gone("dialog")

    def gone(self, what: str) -> None:
        self.page.locator(what).first.wait_for(state="detached")

    def click_something(self) -> None:
        """One decision with the mouse: on the sheets if its spot is in sight, in the list otherwise."""
        before, wish = self.version, self.wish()
        point = self.point(wish)
        if point:
            self.page.mouse.move(3, 3)
            self.page.mouse.move(*point)
            self.wheel_to(wish)
            self.page.mouse.click(*point)
            if self.page.evaluate(CHOOSER):
                self.page.locator(f".chooser [data-action='{wish}']").click()
        else:
            self.page.locator(f"#choices [data-action='{wish}']").click()
        self.done(before)

    def wheel_to(self, wish: int) -> None:
        """Several things can be done where the mouse points: turn to the right one."""
        for n in range(40):
            lit = self.page.evaluate(LIT)
            assert lit >= 0, "what the mouse points at says nothing"
            if lit == wish:
                return
            if n % 5 == 4:
                self.page.keyboard.press("f")
            self.wheel()

    def wheel(self) -> None:
        """One step of the wheel, felt by the page."""
        before = self.page.evaluate("window.wheels")
        self.page.mouse.wheel(0, 60)
        self.page.wait_for_function("(n) => window.wheels > n", arg=before)

    def press_something(self) -> None:
        """One decision with the keyboard, and by what a screen reader is told: a digit, arrows, Enter."""
        before, wish = self.version, self.text_of(self.wish())
        listed = self.page.get_by_role("group", name="Choices", exact=True)
        if not listed.count():  # so many that they stand behind a button, which says its key
            assert self.page.get_by_role("button", name="All choices").get_attribute("aria-keyshortcuts") == "L"
            self.page.keyboard.press("l")
        heard = READ.findall(listed.aria_snapshot())
        names = [json.loads(name).casefold() for name in heard]
        assert wish.casefold() in names
        last = len(names) - 1
        n = names.index(wish.casefold())
        if 8 + FAR < n < last - FAR:
            n = 8 + FAR  # nobody presses a key a hundred times: something nearer is as good
        self.page.keyboard.press(str(min(9, n + 1)))
        from_end = last - n < n - 8  # it is nearer to it than to the ninth
        if from_end:
            self.page.keyboard.press("End")
        for _ in range(last - n if from_end else n - 8):
            self.page.keyboard.press("ArrowLeft" if from_end else "ArrowRight")
        assert listed.get_by_role("button").nth(n).evaluate("(button) => button === document.activeElement")
        self.page.keyboard.press("Enter")
        self.done(before)

    def text_of(self, action: int) -> str:
        """What the page says about an action."""
        match, names = self.match, [""] * self.match.seats
        now = moment(match, match.to_act, True, "en", names)
        return str(next(one["text"] for one in now["actions"] if one["action"] == action))

    def tap_something(self) -> None:
        """One decision with a finger: a spot makes the ghost, the wide button confirms."""
        before, wish = self.version, self.wish()
        point = self.point(wish)
        self.page.evaluate(A_MOMENT)
        if not self.page.evaluate(CONFIRM):
            if point:
                self.page.touchscreen.tap(*point)
                if self.page.evaluate(CHOOSER):
                    self.page.locator(f".chooser [data-action='{wish}']").tap()
                self.turn_to(wish)
            else:
                self.page.locator("#dock .more").tap()
                self.page.locator(f"#choices [data-action='{wish}']").tap()
        if self.version == before and self.page.evaluate(CONFIRM):
            self.page.locator("#confirm").tap()
        self.done(before)

    def turn_to(self, wish: int) -> None:
        """The buttons that turn and flip what was put down, until it lies as wished, and as near as that; then a finger drags
        it there."""
        for n in range(8):
            if not self.lies(wish) or self.page.evaluate(LIT) == wish:
                return
            turn = self.lies(wish)[0].turn
            if self.lies(self.page.evaluate(LIT))[0].turn == turn:
                self.drag_to(wish)
                return
            flip = n == 0 and (self.lies(self.page.evaluate(LIT))[0].turn < 4) != (turn < 4)
            self.page.locator("#dock .turns .tool").nth(1 if flip else 0).tap()

    def drag_to(self, wish: int) -> None:
        """A finger takes the grip and moves the ghost to where it is wished."""
        middles = {}
        for action in (self.page.evaluate(LIT), wish):
            lie = next(lie for lie in self.lies(action) if self.page.query_selector(f'svg[data-sheet="{lie.sheet}"] .region'))
            middles[action] = self.page.evaluate(MIDDLE, [lie.sheet, lie.squares])
        (x, y), (to_x, to_y) = middles.values()
        self.page.evaluate(DRAG, [to_x - x, to_y - y])

    def play_on(self, how: str, most: int = STEPS) -> int:
        """Decide until the game is over, or this often."""
        for n in range(most):
            if not self.wait_turn():
                return n
            getattr(self, f"{how}_something")()
        return most


def late_in(game: str, seats: int = 2) -> Match:
    """A game of apprentices in which the first seat has few decisions left."""
    match, player, moments = Match(game, seats=seats, seed="late"), bot("apprentice", 1), list[Match]()
    while not match.over:
        if match.to_act == 0:
            moments.append(match.copy())
        match.play(player.choose(match.seen()))
    return moments[-LAST:][0]


def until(true: Any, what: str) -> None:
    """Wait for something that no page shows."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)
