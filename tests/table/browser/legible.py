"""What can be read and hit at the table, at every size of screen: a gallery of positions, and how they are measured.

The gallery has a position for every kind of decision of every game, found by playing on with bots until each was seen. Each is
opened in a real browser, and the page itself is measured: sizes of text after all scaling, what can be hit and how large it
is, what is cut off or outside the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

import chantier
from chantier import Match
from chantier.bots import bot
from chantier.table import tables
from chantier.terminal.saves import Player
from tests.table.browser.people import Hall, Person

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: "layout-shift", buffered: true });
"""
LISTED = "() => [...document.querySelectorAll('#choices .choice')].map((one) => one.dataset.action)"
TRY = """(action) => document.querySelector(`#choices [data-action="${action}"]`).dispatchEvent(
  new PointerEvent("click", { bubbles: true, pointerType: "touch" }))"""
NAMES = ["Alexandrina", "Villard de Honnecourt", "Sabine", "Maurice"]
LEAST_TEXT = 10.95  # pixels; eleven, as browsers round them
FINGER, MOUSE = 39.5, 23.5
MOST_SHIFT = 0.05
SEEDS = ((3, "gallery"), (4, "gallery"), (2, "another"))
VARIANTS: dict[str, list[dict[str, str]]] = {
    "arkadia": [{}, {"site": "first_seat"}]
}  # options that have decisions of their own


class Size(NamedTuple):
    """A window, and whether it is touched."""

    width: int
    height: int
    touch: bool = False

    @property
    def name(self) -> str:
        return f"{self.width} x {self.height}"


SIZES = (
    Size(390, 844, True),
    Size(360, 640, True),
    Size(844, 390, True),
    Size(768, 1024, True),
    Size(1024, 768, True),
    Size(1280, 720),
    Size(1366, 768),
    Size(1440, 900),
    Size(1920, 1080),
    Size(720, 450),  # 1440 x 900 at 200 %
)


@dataclass(frozen=True)
class Moment:
    """A position of the gallery."""

    game: str
    decision: str
    match: Match

    @property
    def name(self) -> str:
        return f"{self.game} {self.decision}"


@cache
def gallery(game: str) -> tuple[Moment, ...]:
    """One position for each kind of decision of a game: the one with the most choices that came up, and the end."""
    most: dict[str, Match] = {}
    for options in VARIANTS.get(game, [{}]):
        for seats, seed in SEEDS:
            for match in course(Match(game, seats=seats, seed=seed, **options)):
                decision = match.view(None)["decision"]
                if decision not in most or len(match.legal) > len(most[decision].legal):
                    most[decision] = match.copy()
    return tuple(Moment(game, decision, match) for decision, match in most.items())


def course(match: Match) -> Iterator[Match]:
    """Every moment of a game of apprentices."""
    bots = [bot("apprentice", f"gallery {seat}") for seat in range(match.seats)]
    while not match.over:
        yield match
        match.play(bots[match.to_act].choose(match.seen()))
    yield match


class Reader:
    """Somebody who looks at positions, with fingers or with a mouse."""

    def __init__(self, engine: Browser, hall: Hall, touch: bool, language: str = "de-DE", **how: Any) -> None:
        self.one = Person(engine, hall, phone=touch, language=language, **how)
        self.one.context.add_init_script(SHIFTS)
        self.hall = hall
        made = self.one.new(next(iter(chantier.games)), "me", "bot:random")["table"]
        self.me = hall.app.state.hall.store.load(made).match.host

    def open(self, moment: Moment) -> None:
        """Sit down where the decision is, with others who wait."""
        match = moment.match.copy()
        mine = max(match.to_act, 0)
        names = NAMES[: match.seats]
        players = [Player(name) if seat == mine else Player(name, "random") for seat, name in enumerate(names)]
        table = tables.on_this_screen(match, players, self.me)
        self.hall.app.state.hall.store.begin(table.stored())
        self.one.go(table.id)
        self.one.page.wait_for_function(
            "() => document.body.dataset.version !== undefined && !document.querySelector('.curtain')"
        )
        self.one.page.evaluate(MEASURE)

    def resize(self, size: Size) -> None:
        self.one.page.set_viewport_size({"width": size.width, "height": size.height})
        self.still()

    def still(self) -> None:
        """Until the page has drawn what was changed; a window of another form is drawn by the server."""
        self.one.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.one.page.wait_for_selector("body:not([data-fitting])", state="attached")

    def measure(self) -> dict[str, Any]:
        found: dict[str, Any] = self.one.page.evaluate("() => window.measure()")
        return found

    def boards(self, most: int = 3) -> set[str]:
        """Where the board lies while one choice after the other is tried: in one place only."""
        where = "() => window.measure.board()"
        found = {self.one.page.evaluate(where)}
        for action in [*self.one.page.evaluate(LISTED)][:most]:
            self.one.page.evaluate(TRY, action)
            self.still()
            found.add(self.one.page.evaluate(where))
        return found


def faults(found: dict[str, Any], size: Size) -> dict[str, list[str]]:
    """What nobody could read or hit, by kind."""
    least = FINGER if size.touch else MOUSE
    targets = [(f"{one['where']}: {one['name']}", one) for one in found["targets"]]
    bad = {
        "nothing to read": [] if found["texts"] else ["no text was found"],
        "too small to read": found["small"],
        "too small to hit": [f"{told} {one['size']}" for told, one in targets if one["size"] < least],
        "outside": [told for told, one in targets if one["out"]],
        "covered": [told for told, one in targets if one["covered"]],
        "the page scrolls": ["it does"] if found["scrolls"] else [],
        "cut off": found["cut"],
        "over each other": found["meeting"],
    }
    return {kind: those for kind, those in bad.items() if those}


def smallest(found: dict[str, Any]) -> tuple[float, float]:
    """The smallest text and the smallest thing to hit, in pixels."""
    return found["smallest"], min((one["size"] for one in found["targets"]), default=0.0)
