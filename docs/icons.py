"""The icons of the table as an installed app, drawn from its own picture. Makes them anew with

python -m docs.icons

It needs a Chromium, as the tests do.
"""

from __future__ import annotations

import re

from playwright.sync_api import sync_playwright
from tests.table.browser.chromium import launch

from chantier.scene import LIGHT
from chantier.table.pages import STATIC

ICONS = {"180": (180, True), "192": (192, False), "512": (512, False), "maskable": (512, True)}  # name: size, to the edges


def drawing(whole: bool) -> str:
    """The picture; or one that any shape may be cut out of: smaller, on paper that reaches the edges."""
    text = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if not whole:
        return text
    body = re.sub(r"<rect[^>]*/>", "", text[text.index(">") + 1 : text.rindex("</svg>")])
    paper = f'<path d="M0 0h32v32H0z" fill="{LIGHT["paper"]}"/>'
    return f'{text[: text.index(">") + 1]}{paper}<g transform="translate(4.8 4.8) scale(.7)">{body}</g></svg>'


def main() -> None:
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        assert browser is not None
        for name, (size, whole) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = drawing(whole).replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f"<style>*{{margin:0;display:block}}svg *{{display:inline}}</style>{sized}")
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
