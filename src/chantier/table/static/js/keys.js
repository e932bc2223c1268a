// The keyboard. Everything the mouse can do.
import { writing } from "./dom.js";

/** @param {import("./table.js").TablePage} page */
export function keys(page) {
  /** @type {Record<string, () => void>} */
  const does = {
    u: () => page.undo(), h: () => page.hint(), "?": () => page.rule(), k: () => page.keys(),
    "+": () => page.stage.zoom(1.25), "=": () => page.stage.zoom(1.25), "-": () => page.stage.zoom(.8), 0: () => page.stage.fit(),
    ",": () => back(-1), "[": () => back(-1), ".": () => back(1), "]": () => back(1), ArrowLeft: () => back(-1), ArrowRight: () => back(1),
    End: () => { page.visit(null); }, Home: () => { page.visit(0); },
    l: () => page.dock.open(true), c: () => { page.tabs.choose("chat", true); page.chat.field.focus(); },
    r: () => { page.spots.turn(1); }, m: () => { const first = page.spots.spots.values().next().value; if (first) page.spots.focus(first); },
    Escape: () => {
      if (page.flights.busy) page.flights.skip();
      else if (page.spots.closeMenu() || page.drop()) return;
      else if (page.dock.place.classList.contains("open")) page.dock.open(false);
      else if (page.past) page.visit(null);
    },
  };
  /** @param {number} step */
  function back(step) {
    const at = page.past ? page.past.move : page.now?.move ?? 0;
    if (step < 0 || page.past) page.visit(Math.max(0, at + step));
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target) || document.querySelector("dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) { if (page.dock.focus(Number(event.key) - 1)) event.preventDefault(); return; }
    if (event.target instanceof HTMLInputElement && /^(Arrow|Home|End)/.test(event.key)) return;
    const act = does[event.key] || does[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("pointerdown", () => page.flights.skip(), { capture: true });
}
