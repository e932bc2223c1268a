"""The photographs of the table in the documentation, taken in a real browser at moments of games of bots. Takes them anew with

python -m docs.photographs

It needs a Chromium, as the tests do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.table.browser.chromium import NEEDED, launch
from tests.table.browser.legible import Moment, Reader, Size, course
from tests.table.browser.people import Hall

from chantier.match import Match

PICTURES = Path(__file__).parent / "pictures"
DESK, PHONE = Size(1440, 900), Size(390, 844, True)
INSIDE = """() => {
  const region = document.querySelector("#stage .place.region"), box = region?.getBoundingClientRect();
  for (let n = 0; region && n < 400; n++) {
    const x = box.left + box.width * ((n * 7 + 9) % 20 + .5) / 20, y = box.top + box.height * ((n * 3 + 9) % 20 + .5) / 20;
    if (document.elementFromPoint(x, y) === region) return [x, y];
  }
  return null;
}"""  # a point where something can be laid
SOME = 0.55  # of a game's course


class Photograph(NamedTuple):
    """What is shown: a decision of a game about halfway, or its end, and how."""

    name: str
    game: str
    decision: str
    size: Size = DESK
    theme: Literal["light", "dark"] = "light"
    before: Callable[[Page], None] | None = None  # what is done first


def point(page: Page) -> None:
    """At a place, so that what would happen there is shown."""
    at = page.evaluate(INSIDE)
    if at:
        page.mouse.move(*at)
    else:
        page.locator("#choices .choice").nth(3).focus()
    page.wait_for_timeout(700)


def look_over(page: Page) -> None:
    """What a bot thinks of the whole game."""
    page.locator("#dock .extra .btn").nth(1).click()
    page.locator("dialog .chart").first.wait_for()
    page.wait_for_timeout(8000)


TAKEN = (
    Photograph("arkadia-laying", "arkadia", "lay", before=point),
    Photograph("queens_architect", "queens_architect", "travel", before=point),
    Photograph("world_monuments-building-dark", "world_monuments", "lay", theme="dark"),
    Photograph("end", "world_monuments", "over"),
    Photograph("review", "arkadia", "over", before=look_over),
    Photograph("world_monuments-quarry-phone", "world_monuments", "step", PHONE),
    Photograph("arkadia-phone-dark", "arkadia", "lay", PHONE, "dark"),
    Photograph("queens_architect-phone", "queens_architect", "step", PHONE),
)


def moment(game: str, decision: str) -> Moment:
    """The first such decision after half of a game, from which there is something to choose."""
    found = [match.copy() for match in course(Match(game, seats=3, seed="photograph"))]
    later = found[int(SOME * len(found)) :]
    asked = (one for one in later if one.view(None)["decision"] == decision and (one.over or len(one.legal) > 2))
    return Moment(game, decision, next(asked))


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        if (engine := launch(playwright)) is None:
            sys.exit(NEEDED)
        hall = Hall(Path(folder))
        for name, game, decision, size, theme, before in TAKEN:
            reader = Reader(engine, hall, size.touch, "en-GB", theme=theme)
            page = reader.one.page
            reader.resize(size)
            reader.open(moment(game, decision))
            page.wait_for_timeout(1000)  # until what is new is outlined
            if decision == "over" and not size.touch:
                page.locator("#tab-end").click()
            if before:
                before(page)
            page.screenshot(path=PICTURES / f"table-{name}.png")
            print(name, flush=True)
            reader.one.context.close()
        reader = Reader(engine, hall, False, "en-GB")
        reader.resize(DESK)
        for name, path, shown in (("home", "/", ".card"), ("lesson", "/lesson/arkadia", "#lesson")):
            reader.one.page.goto(f"{hall.url}{path}")
            reader.one.page.locator(shown).first.wait_for()
            reader.one.page.wait_for_timeout(1500)
            reader.one.page.screenshot(path=PICTURES / f"table-{name}.png")
            print(name, flush=True)
        engine.close()
        hall.stop()


if __name__ == "__main__":
    main()
