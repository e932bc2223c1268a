"""How the table feels, measured in a real Chromium: first load, from a click to its effect, and long tasks while pieces fly.

Run it from the root of the project:  python -m bench.table_in_browser
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from tests.table.browser.chromium import NEEDED, launch
from tests.table.browser.people import Hall, Person
from tests.table.browser.test_together import lift

import chantier

CLICKS = 30
WATCH = """() => {
  window.long = [];
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.long.push(Math.round(one.duration)); })
    .observe({ type: "longtask", buffered: false });
  window.effects = [];
  let pressed = 0;
  addEventListener("click", () => { pressed = performance.now(); }, { capture: true });
  new MutationObserver(() => requestAnimationFrame(() => {
    if (pressed) { window.effects.push(performance.now() - pressed); pressed = 0; }
  })).observe(document.body, { attributeFilter: ["data-version"] });
}"""
LOADED = """() => {
  const page = performance.getEntriesByType("navigation")[0];
  const files = performance.getEntriesByType("resource");
  return [page.transferSize + files.reduce((sum, one) => sum + one.transferSize, 0), page.domContentLoadedEventEnd];
}"""


def measured(engine: Browser, hall: Hall, game: str) -> str:
    """One table without bots: a line of figures."""
    one = Person(engine, hall, speed="normal")
    options = {"screens": "open"} if "screens" in chantier.games[game].options else {}
    one.go(one.new(game, "me", "here", options=options)["table"])
    lift(one)
    size, ready = one.page.evaluate(LOADED)
    one.page.evaluate(WATCH)
    thread = one.context.new_cdp_session(one.page)
    thread.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(thread)
    for _ in range(CLICKS):
        lift(one)
        one.click_something()
    worked = (busy(thread) - before) / CLICKS * 1000
    effects = sorted(one.page.evaluate("window.effects"))
    long = one.page.evaluate("window.long")
    one.context.close()
    return (
        f"{game:18} first load {size / 1000:4.0f} KB and the live messages, read after {ready:4.0f} ms; click to effect:"
        f" median {statistics.median(effects):4.0f} ms, nine of ten under {effects[len(effects) * 9 // 10]:4.0f} ms;"
        f" long tasks: {len(long)}, longest {max(long, default=0)} ms; the page's thread works {worked:.0f} ms for a click"
    )


def busy(thread: CDPSession) -> float:
    """Seconds that the page's main thread has worked, whoever else keeps the machine busy."""
    metrics: list[dict[str, Any]] = thread.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        if (engine := launch(playwright)) is None:
            sys.exit(NEEDED)
        hall = Hall(Path(folder))
        for game in chantier.games:
            print(measured(engine, hall, game), flush=True)
        engine.close()
        hall.stop()


if __name__ == "__main__":
    main()
