"""Somebody who presses and types just anything on the box page of a game, for as long as one likes:

python -m tests.table.browser.random_box arkadia --edits 1000 --seed 1
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from chantier.core import games
from tests.table.browser.chromium import NEEDED, launch
from tests.table.browser.people import Hall, Person

FOUND = {
    "figure": ".figure input[type=text]:visible",
    "act": ".act:visible",
    "paint": ".picture svg:has([data-grid]):visible",
    "fold": "summary",
    "undo": "#main [data-key=undo]",
}
TYPED = ["0", "1", "7", "99", "x", "A1", "-3", "<b>&\"'", "é" * 60]


def anything(one: Person, rng: Random) -> None:
    """One thing that could be done now."""
    kind = rng.choice(["figure"] * 5 + ["act"] * 3 + ["paint", "fold", "undo"])
    found = one.page.locator(FOUND[kind])
    many = found.count()
    if not many:
        return
    this = found.nth(rng.randrange(many))
    if kind == "figure":
        this.fill(rng.choice(TYPED))
        this.press("Tab")
    elif this.is_enabled():
        this.click()
    if one.page.locator("dialog").count():
        one.page.keyboard.press("Escape")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games))
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        engine = launch(playwright)
        if engine is None:
            raise SystemExit(NEEDED)
        hall = Hall(Path(folder))
        one, rng = Person(engine, hall), Random(args.seed)
        one.page.goto(f"{hall.url}/box/{args.game}")
        one.page.wait_for_selector("#main .part")
        for n in range(1, args.edits + 1):
            anything(one, rng)
            if n % 50 == 0 or one.faults:
                print(f"{n} of {args.edits}: {one.page.locator('.state').inner_text().splitlines()[0]}", flush=True)
            if one.faults:
                break
        engine.close()
        hall.stop()
    print(*one.faults or ["nothing broke"], sep="\n")
    return 1 if one.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
