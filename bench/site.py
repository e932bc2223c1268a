"""The table without a server, measured in Chromium: bytes, times, playouts a second beside native, and memory.

python -m bench.site [FOLDER]        a folder that `chantier site` wrote (default: it is written now)
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.table.browser.chromium import NEEDED, launch
from tests.table.browser.visitors import BELOW, served

from chantier import games
from chantier.table import site

FIRST = ("index.html", "table.html", "css/", "js/", "data/texts-en", "data/games-en", "data/world_monuments-light", "py/")
BROTLI = """
const zlib = require("node:zlib"), fs = require("node:fs");
const how = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };
console.log(process.argv.slice(1).reduce((sum, name) => sum + zlib.brotliCompressSync(fs.readFileSync(name), how).length, 0));
"""
UNPACK = re.compile(r"UNPACK = `([^`]*)`")  # as the worker of a page does it
PLAYOUTS = 20_000
THINK = """
import json, time
import chantier
from chantier.bots import bot
from chantier.kernel import native
found = {}
for name in chantier.games:
    match = chantier.Match(name, 2, seed="site")
    while len(match.legal) < 2:
        match.play(match.legal[0])
    best = 0.0
    for _ in range(3):
        player = bot("master:%d", 1)
        native.native(match.game)
        began = time.perf_counter()
        player.choose(match.seen())
        best = max(best, player.thought.playouts / (time.perf_counter() - began))
    found[name] = best
json.dumps(found)
"""


def sizes(folder: Path) -> None:
    """Everything, and what a first game needs: raw, by gzip, and by brotli."""
    everything = [path for path in folder.rglob("*") if path.is_file()]
    first = [path for path in everything if path.relative_to(folder).as_posix().startswith(FIRST)]
    for name, paths in (("a first game", first), ("everything", everything)):
        raw = sum(path.stat().st_size for path in paths)
        zipped = sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)
        brotli = int(subprocess.check_output([site.program("node"), "-e", BROTLI, *map(str, paths)], text=True))
        print(f"| bytes of {name}: raw, gzip, brotli | {raw:,}, {zipped:,}, {brotli:,} |", flush=True)


def play_now(page: Page, url: str) -> float:
    """Seconds from the click on Play to my turn, after the page was read for a moment."""
    page.goto(f"{url}/")
    page.locator(".card .go .btn.main").first.wait_for()
    began = time.perf_counter()
    page.locator(".card .go .btn.main").first.click()
    page.wait_for_selector("body.my-turn")
    return time.perf_counter() - began


def clicks(page: Page) -> float:
    """The median of seconds from a click to what it has changed, drawn."""
    found = []
    for _ in range(7):
        page.wait_for_selector("body.my-turn #choices .choice")
        before = page.evaluate("Number(document.body.dataset.version)")
        began = time.perf_counter()
        page.locator("#choices .choice").first.click()
        if page.locator("#confirm").is_visible() and page.locator("#confirm").is_enabled():
            page.locator("#confirm").click()
        page.wait_for_function("(n) => Number(document.body.dataset.version) > n", arg=before)
        found.append(time.perf_counter() - began)
    return sorted(found)[len(found) // 2]


def native_rates() -> dict[str, float]:
    """Playouts a second on one thread of this machine."""
    names: dict[str, Any] = {}
    code = (THINK % PLAYOUTS).rpartition("json.dumps(found)")[0]
    exec(code, names)
    found: dict[str, float] = names["found"]
    return found


def page_rates(engine: Browser, url: str) -> tuple[dict[str, float], int]:
    """The same in a worker of a page, and the bytes of Python's memory there."""
    page = engine.new_page()
    page.goto(f"{url}/rules.html?game=arkadia")
    code = json.dumps(THINK % PLAYOUTS)
    unpack = json.dumps(UNPACK.search(page.request.get(f"{url}/js/python.js").text())[1])
    text = f"""
      import {{ loadPyodide }} from "./py/pyodide.mjs";
      const at = new URL("./py/", import.meta.url).href;
      const python = await loadPyodide({{ indexURL: at, stdLibURL: at + "stdlib.zip" }});
      python.FS.writeFile("/app.zip.zst", new Uint8Array(await (await fetch(at + "chantier.zip.zst")).arrayBuffer()));
      python.runPython({unpack});
      const told = python.runPython({code});
      postMessage([told, python._module.HEAPU8.length]);
    """
    page.route("**/rates.js", lambda route: route.fulfill(body=text, content_type="text/javascript"))
    asked = """(url) => new Promise((done, failed) => {
      const worker = new Worker(url, { type: "module" });
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => failed(new Error(event.message));
    })"""
    told, heap = page.evaluate(asked, f"{url}/rates.js")
    page.close()
    return json.loads(told), int(heap)


def main(folder: Path) -> None:
    sizes(folder / BELOW)
    with served(folder) as url, sync_playwright() as playwright:
        if (engine := launch(playwright)) is None:
            sys.exit(NEEDED)
        context = engine.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.set_default_timeout(300_000)
        page = context.new_page()
        first = play_now(page, url)
        print(f"| from Play to my turn, on a first visit | {first:.1f} s |")
        page.wait_for_timeout(3000)
        later = [play_now(page, url) for _ in range(3)]
        print(f"| the same later | {sorted(later)[1]:.1f} s |")
        print(f"| from a click to its picture, median | {1000 * clicks(page):.0f} ms |")
        here, rates = native_rates(), page_rates(engine, url)
        for name in games:
            both = f"{rates[0][name]:,.0f}, {here[name]:,.0f}"
            print(f"| playouts a second in {games[name].title}: page, native on one thread | {both} |")
        print(f"| memory of Python with the bots | {rates[1] / 1e6:.0f} MB |")
        engine.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory(prefix="chantier-site-") as made:
            site.build(Path(made) / BELOW)
            main(Path(made))
