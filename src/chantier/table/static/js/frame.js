// The frame around a table: header, zoom buttons, the handle of the sheet in a narrow window, and which panes have tabs.
import { settingsDialog, shareDialog } from "./dialogs.js";
import { compasses, find, h, icon, seek } from "./dom.js";
import { whatIfDialog } from "./moments.js";
import { t } from "./texts.js";

/** @typedef {import("./page.js").TablePage} Page */
/** @typedef {import("./dom.js").Icon} Icon */
/** @typedef {import("./tabs.js").Tab} Tab */

const OF_A_PANE = ["role", "tabindex", "aria-labelledby"]; // attributes that only panes behind tabs have
const NEARER = 1.4; // a click on a zoom button

/** What never changes. @param {Page} page */
export function frame(page) {
  find("#brand").prepend(compasses());
  find("#brand").setAttribute("aria-label", `Chantier, ${t("home")}`);
  tools(page);
  zoom(page);
  find("#seats").setAttribute("aria-label", t("seats"));
  find("#strip").setAttribute("aria-label", t("seats"));
  handle();
}

/** A what-if table looks like what it is, and has a way back. @param {import("./protocol.js").Table} table */
export function trying({ copy_of: origin, copied_at: n }) {
  if (!origin || seek("#trying")) return;
  document.body.classList.add("trying");
  const band = h(
    "section",
    { id: "trying", "aria-label": t("what if") },
    h("h2", {}, t("what if"), h("small", { text: ` · ${t("move n", { n: n ?? 0 })}` })),
    h("p", { text: t("what if band", { n: n ?? 0 }) }),
    h("a", { class: "btn", href: `/t/${origin}` }, icon("back"), h("span", { text: t("back to live") })),
  );
  find("#stage-frame").before(band);
}

/** @param {Page} page */
function tools(page) {
  const tool = (/** @type {Icon} */ name, /** @type {string} */ key, /** @type {() => void} */ act, more = "") => {
    const props = { class: `btn quiet${more}`, type: "button", title: t(key), "aria-label": t(key), on: { click: act } };
    return h("button", props, icon(name), h("span", { text: t(key) }));
  };
  find("#tools").append(
    tool("book", "rules", () => window.open(`/rules/${page.table?.game}`, "_blank", "noopener")),
    tool("share", "share", () => shareDialog(page)),
    tool("branch", "what if", () => whatIfDialog(page), " wide-only"),
    tool("gear", "settings", () => settingsDialog(page)),
  );
}

/** @param {Page} page */
function zoom({ stage }) {
  const button = (/** @type {Icon} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => {
    const props = { class: "btn round", type: "button", title: t(key), "aria-label": t(key), on: { click: act } };
    return h("button", props, icon(name));
  };
  find("#zoom").setAttribute("aria-label", t("zoom"));
  find("#zoom").append(
    button("plus", "zoom in", () => stage.zoom(NEARER)),
    button("minus", "zoom out", () => stage.zoom(1 / NEARER)),
    button("fit", "fit", () => stage.fit()),
  );
}

/** The sheet of a narrow window has three heights. */
function handle() {
  const grip = find("#handle");
  const { classList } = document.body;
  const fold = (/** @type {""|"tall"|"folded"} */ to) => {
    classList.toggle("tall", to === "tall");
    classList.toggle("folded", to === "folded");
    grip.setAttribute("aria-expanded", String(to !== "folded"));
  };
  grip.setAttribute("aria-label", t("fold"));
  grip.addEventListener("click", () => {
    fold(classList.contains("tall") ? "folded" : classList.contains("folded") ? "" : "tall");
  });
  find("#tabs").addEventListener("click", () => {
    if (classList.contains("folded")) fold("");
  });
}

/** Log, chat, notes and the sheets of this arrangement as tabs; in a narrow window the seats, too. @param {Page} page */
export function tabs(page) {
  const { layout } = page;
  const { narrow } = layout;
  const boxes = page.shown?.scene.narrow.boxes || [];
  const mine = narrow ? boxes.find((box) => box.area === "mine")?.sheet : undefined;
  /** @type {Tab[]} */
  const sheets = layout.tabs.map(({ name, label }) => ({
    id: name,
    label: name === mine ? t("mine") : label.replace(/[:.,].*$/, ""),
    pane: /** @type {HTMLElement} */ (layout.boxes.get(name)),
  }));
  document.body.classList.toggle("narrow", narrow);
  const seats = placeSeats(narrow);
  for (const box of layout.boxes.values()) if (!sheets.some((tab) => tab.pane === box)) release(box);
  const [log, chat, notes] = ["log", "chat", "notes"].map((id) => ({ id, label: t(id), pane: find(`#pane-${id}`) }));
  const list = narrow
    ? [...sheets, { id: "seats", label: t("seats"), pane: seats }, log, chat, notes]
    : [log, ...sheets, chat, notes];
  page.tabs.show(list, narrow && sheets.length ? sheets[0].id : "log");
}

/** The seats are a tab in a narrow window, and stand beside the stage in a wide one. @param {boolean} narrow */
function placeSeats(narrow) {
  const seats = find("#seats");
  const home = find(narrow ? "#panels" : "#home-side");
  if (seats.parentElement !== home) {
    release(seats);
    if (narrow) home.append(seats);
    else home.insertBefore(seats, find("#panel"));
  }
  return seats;
}

/** No pane behind a tab any more. @param {HTMLElement} pane */
function release(pane) {
  pane.hidden = false;
  for (const name of OF_A_PANE) pane.removeAttribute(name);
}
