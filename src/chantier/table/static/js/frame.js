// The frame around a table: header, zoom buttons, and which panes have tabs.
import { home, ofRules, ofTable } from "./addresses.js";
import { settingsDialog, shareDialog } from "./dialogs.js";
import { compasses, find, h, icon, inside, seek } from "./dom.js";
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
  menu();
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
    h("a", { class: "btn", href: ofTable(origin) }, icon("back"), h("span", { text: t("back to live") })),
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
    tool("book", "rules", () => window.open(ofRules(page.table?.game), "_blank", "noopener")),
    tool("share", "share", () => shareDialog(page)),
    tool("branch", "what if", () => whatIfDialog(page)),
    tool("chat", "chat", () => page.tabs.choose("chat", true), " narrow-only"),
    tool("pen", "notes", () => page.tabs.choose("notes", true), " narrow-only"),
    tool("back", "home", () => location.assign(home()), " narrow-only"),
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

/** Where there is no room for words, the tools lie behind a button. */
function menu() {
  const { classList } = document.body;
  const button = find("#menu");
  const open = (/** @type {boolean} */ wide) => {
    classList.toggle("menu", wide);
    button.setAttribute("aria-expanded", String(wide));
  };
  button.append(icon("menu"));
  button.setAttribute("aria-label", t("menu"));
  button.addEventListener("click", () => open(!classList.contains("menu")));
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !button.contains(event.target)) open(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") open(false);
  });
}

/** The panes that stand behind tabs in this frame. @param {Page} page */
export function tabs(page) {
  const { layout } = page;
  const { narrow, frame } = layout;
  /** @type {Tab[]} */
  const sheets = layout.tabs.map(({ name, label, pane, sheets }) => ({ id: name, label: short(label), pane, sheets }));
  const column = { id: "column", label: t("mine"), pane: find("#column"), sheets: sheetsOf(find("#column")) };
  const stage = { id: "stage", label: short(layout.stageTab), pane: find("#stage-frame"), sheets: sheetsOf(find("#stage")) };
  const paged = frame !== "desk";
  settle(find("#seats"), paged ? find("#panels") : find("#home-side"), find("#panel"));
  settle(column.pane, frame === "laptop" ? find("#panels") : find("#frame"));
  for (const box of [...layout.boxes.values(), find("#column"), find("#stage-frame"), find("#seats")])
    if (!sheets.some((tab) => tab.pane === box)) release(box);
  const seats = { id: "seats", label: t("seats"), pane: find("#seats"), sheets: sheetsOf(find("#seats")) };
  const [log, chat, notes, end, hint] = ["log", "chat", "notes", "end", "hint"].map((id) => ({
    id,
    label: t(id === "end" ? "tab end" : id),
    pane: find(`#pane-${id}`),
    sheets: [],
  }));
  const list = narrow
    ? [stage, ...sheets, seats, log, chat, notes]
    : frame === "laptop"
      ? [...(column.sheets.length ? [column] : []), seats, log, ...sheets, chat, notes]
      : frame === "tablet"
        ? [...sheets, seats, log, chat, notes]
        : [log, ...sheets, chat, notes];
  if (page.hinted !== null) list.splice(narrow ? 1 : 0, 0, hint);
  if (page.now?.over && !page.lesson) list.splice(narrow ? 1 : 0, 0, end);
  page.tabs.show(list, list[0].id);
}

/** What a label begins with. @param {string} label */
const short = (label) => label.replace(/[:.,].*$/, "");

/** The sheets that lie on a part of the frame. @param {HTMLElement} holder */
const sheetsOf = (holder) => inside(holder).flatMap((one) => one.dataset.name || []);

/**
 * Brings a part of the frame to where it belongs.
 * @param {HTMLElement} part @param {HTMLElement} to @param {HTMLElement} [before]
 */
function settle(part, to, before) {
  if (part.parentElement === to) return;
  release(part);
  to.insertBefore(part, before?.parentElement === to ? before : null);
}

/** No pane behind a tab any more. @param {HTMLElement} pane */
function release(pane) {
  pane.hidden = false;
  for (const name of OF_A_PANE) pane.removeAttribute(name);
}
