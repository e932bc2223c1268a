"""How small the smallest text and the smallest thing to hit are, for each game and each size of screen, and all that is wrong.

Run it from the root of the project:  python -m bench.legible [GAME ...] [--language de] [--pictures FOLDER] [--wrong]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.table.browser.chromium import NEEDED, launch
from tests.table.browser.legible import SIZES, Reader, Size, faults, gallery, smallest
from tests.table.browser.people import Hall

import chantier

LOCALES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}


class Row:
    """One game at one size: the smallest of all its positions, and what is wrong in them."""

    def __init__(self) -> None:
        self.text = self.target = float("inf")
        self.wrong: Counter[str] = Counter()
        self.told: Counter[str] = Counter()

    def add(self, smaller: tuple[float, float], bad: dict[str, list[str]]) -> None:
        self.text, self.target = min(self.text, smaller[0]), min(self.target, smaller[1])
        self.wrong.update({kind: len(those) for kind, those in bad.items()})
        self.told.update(f"{kind}: {one}" for kind, those in bad.items() for one in those)


def measured(engine: Browser, hall: Hall, game: str, wanted: argparse.Namespace) -> dict[Size, Row]:
    """Every position of a game at every size."""
    rows = {size: Row() for size in SIZES}
    for touch in (True, False):
        one = Reader(engine, hall, touch, LOCALES[wanted.language], theme=wanted.theme)
        sizes = [size for size in SIZES if size.touch == touch]
        for moment in gallery(game):
            one.resize(sizes[0])
            one.open(moment)
            for size in sizes:
                one.resize(size)
                found = one.measure()
                rows[size].add(smallest(found), faults(found, size))
                if wanted.pictures:
                    name = f"{game}-{moment.decision}-{size.width}x{size.height}-{wanted.language}-{wanted.theme}.png"
                    one.one.page.screenshot(path=wanted.pictures / name.replace(" ", "-"))
        one.one.context.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(chantier.games))
    parser.add_argument("--language", choices=LOCALES, default="de")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of every position at every size")
    parser.add_argument("--wrong", action="store_true", help="tell all that is wrong")
    wanted = parser.parse_args()
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        if (engine := launch(playwright)) is None:
            sys.exit(NEEDED)
        hall = Hall(Path(folder))
        print("| game | window | smallest text, px | smallest target, px | wrong |\n|---|---|---|---|---|")
        for game in wanted.games:
            for size, row in measured(engine, hall, game, wanted).items():
                wrong = ", ".join(f"{kind} {many}" for kind, many in row.wrong.items()) or "nothing"
                hit = f"{row.target:g} ({'finger' if size.touch else 'mouse'})"
                print(f"| {game} | {size.name} | {row.text:g} | {hit} | {wrong} |", flush=True)
                for told, many in row.told.most_common() if wanted.wrong else ():
                    print(f"    {many} x {told}")
        engine.close()
        hall.stop()


if __name__ == "__main__":
    main()
