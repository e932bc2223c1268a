// The keyboard. Everything the mouse can do.
import { keysDialog } from "./dialogs.js";
import { seek, writing } from "./dom.js";

/** @typedef {import("./page.js").TablePage} Page */

/** What each key does. @param {Page} page @returns {Record<string, () => void>} */
function acts(page) {
  const { hand, stage, spots } = page;
  const back = () => step(page, -1);
  const on = () => step(page, 1);
  return {
    u: () => hand.undo(),
    h: () => hand.hint(),
    "?": () => hand.rule(),
    k: keysDialog,
    "+": () => stage.zoom(1.25),
    "=": () => stage.zoom(1.25),
    "-": () => stage.zoom(0.8),
    0: () => stage.fit(),
    ",": back,
    "[": back,
    ArrowLeft: back,
    ".": on,
    "]": on,
    ArrowRight: on,
    End: () => page.visit(null),
    Home: () => page.visit(0),
    l: () => page.dock.open(true),
    c: () => {
      page.tabs.choose("chat", true);
      page.chat.field.focus();
    },
    r: () => spots.turn(1),
    R: () => spots.turn(-1),
    f: () => spots.laying.flip(),
    q: () => page.turning.turn(-1),
    e: () => page.turning.turn(1),
    m: () => spots.enter(),
    i: () => page.things.walk(),
    Escape: () => letGo(page),
  };
}

/** Through the moments. @param {Page} page @param {number} by */
function step(page, by) {
  const at = page.past ? page.past.move : (page.now?.move ?? 0);
  if (by < 0 || page.past) page.visit(Math.max(0, at + by));
}

/** One thing less: what flies, what is open or chosen, the past. @param {Page} page */
function letGo(page) {
  if (page.flights.busy) page.flights.skip();
  else if (page.spots.closeMenu() || page.hand.drop()) return;
  else if (page.dock.place.classList.contains("open")) page.dock.open(false);
  else if (page.past) page.visit(null);
}

/** @param {Page} page */
export function keys(page) {
  const does = acts(page);
  document.addEventListener("keydown", (event) => {
    const taken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (taken || writing(event.target) || seek("dialog[open]")) return;
    if (page.turning.key(event)) {
      event.preventDefault();
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      if (page.dock.focus(Number(event.key) - 1)) event.preventDefault();
      return;
    }
    if (event.target instanceof HTMLInputElement && /^(Arrow|Home|End)/.test(event.key)) return;
    const act = does[event.key] || does[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("pointerdown", () => page.flights.skip(), { capture: true });
}
