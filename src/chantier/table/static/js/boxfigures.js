// The figures of a box in small tables: every one can be changed where it stands, and what is wrong is said there.
import { SIGNS } from "./box.js";
import { h, icon, seek } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */
/** @typedef {import("./protocol.js").WholeBox} Box */
/** @typedef {import("./protocol.js").Figure} Figure */
/** @typedef {import("./protocol.js").FigureRow} Row */
/** @typedef {import("./protocol.js").FigureTable} Table */

/** @param {Page} page @param {Box} box @param {Table[]} tables */
export const figureTables = (page, box, tables) => tables.map((table) => figureTable(page, box, table));

/** Whether something of it is ours. @param {Row} row */
const isOurs = (row) => row.cells.some((cell) => cell.source === "reconstructed");

/** @param {Page} page @param {Box} box @param {Table} table */
function figureTable(page, box, table) {
  const rows = table.rows.map((row, n) => figureRow(page, box, row, n, table.rows.length));
  const more = () => page.change([{ do: "add", place: table.place, spot: "" }]);
  return h(
    "div",
    { class: `figures${table.rows.some(isOurs) ? "" : " sure"}`, data: { at: table.place } },
    h(
      "table",
      {},
      h(
        "caption",
        {},
        h("b", { text: table.label }),
        table.note ? h("span", { class: "aside small", lang: "en", text: ` ${table.note}` }) : "",
      ),
      heads(table),
      h("tbody", {}, ...rows),
    ),
    table.grows ? act(t("box more"), "plus", more, `${table.place} more`) : "",
    h("p", { class: "told", hidden: true }),
  );
}

/**
 * The names of the columns, where rows are blocks of the same kind; those of one row of numbers are named once.
 * @param {Table} table
 */
function heads(table) {
  const first = table.rows[0];
  if (!first?.element || first.cells.length < 2 || / \d+ \d+$/.test(first.cells[0].label)) return "";
  const name = (/** @type {string} */ label) => label.replace(/ \d+$/, "");
  const labels = first.cells.map(({ label }, n) =>
    n > 0 && name(label) !== label && name(label) === name(first.cells[n - 1].label) ? label.slice(name(label).length) : label,
  );
  return h("thead", {}, h("tr", {}, h("td"), ...labels.map((text) => h("th", { scope: "col", text })), h("td")));
}

/** @param {Page} page @param {Box} box @param {Row} row @param {number} n @param {number} many */
function figureRow(page, box, row, n, many) {
  const last = row.cells[row.cells.length - 1];
  const to = (/** @type {number} */ at) => () => page.change([{ do: "move", place: row.place, at, spot: "" }]);
  const list = row.place.replace(/\[\d+\]$/, "");
  const after = () => page.change([{ do: "add", place: list, at: n + 1, spot: "" }]);
  const remove = (/** @type {string} */ place) => () => page.change([{ do: "remove", place, spot: "" }]);
  return h(
    "tr",
    { class: isOurs(row) ? "" : "sure", data: { at: row.place } },
    h("th", { scope: "row", text: row.label }),
    ...row.cells.map((cell) => h("td", { data: { at: cell.place } }, figure(page, box, row, cell))),
    h(
      "td",
      { class: "acts" },
      row.grows
        ? act(t("box more"), "plus", () => page.change([{ do: "add", place: row.place, spot: "" }]), `${row.place} more`)
        : "",
      row.grows && last ? act(t("box less"), "minus", remove(last.place), `${row.place} less`) : "",
      row.element && n > 0 ? act(`${t("box up")}: ${row.label}`, "up", to(n - 1), `${row.place} up`) : "",
      row.element && n < many - 1 ? act(`${t("box down")}: ${row.label}`, "down", to(n + 1), `${row.place} down`) : "",
      row.element ? act(`${t("box add")}: ${row.label}`, "plus", after, `${row.place} add`) : "",
      row.element ? act(`${t("box remove")}: ${row.label}`, "close", remove(row.place), `${row.place} remove`) : "",
    ),
  );
}

/** @param {string} label @param {import("./dom.js").Icon} sign @param {() => void} click @param {string} key */
const act = (label, sign, click, key) =>
  h(
    "button",
    { class: "btn quiet round act", type: "button", "aria-label": label, title: label, data: { key }, on: { click } },
    icon(sign),
  );

/**
 * One figure, its sign, and what the standard set has there.
 * @param {Page} page
 * @param {Box} box
 * @param {Row} row
 * @param {Figure} cell
 */
function figure(page, box, row, cell) {
  const source = t(`box sign ${cell.source}`);
  const label = `${row.label === cell.label ? cell.label : `${row.label}, ${cell.label}`} (${source})`;
  return h(
    "span",
    { class: `figure ${cell.source}` },
    field(page, box, cell, label),
    h("span", { class: `sign ${cell.source}`, "aria-hidden": "true", title: source, text: SIGNS[cell.source] }),
    cell.standard === null ? "" : h("small", { class: "was", text: t("box at standard", { what: cell.standard }) }),
    h("span", { class: "told", hidden: true }),
  );
}

/** @param {Page} page @param {Box} box @param {Figure} cell @param {string} label */
function field(page, box, cell, label) {
  const set = (/** @type {string|number|boolean} */ value) => page.change([{ do: "set", place: cell.place, value, spot: "" }]);
  const props = { class: "input", "aria-label": label, data: { key: cell.place } };
  if (cell.kind === "flag") {
    const box = h("input", {
      ...props,
      class: "",
      type: "checkbox",
      checked: cell.value === true,
      on: { change: () => set(box.checked) },
    });
    return box;
  }
  if (cell.choices !== null) {
    const choices = box.choices[cell.choices];
    const known = choices.some((one) => one.name === cell.value);
    const list = h(
      "select",
      { ...props, on: { change: () => set(list.value) } },
      ...(known ? [] : [h("option", { value: String(cell.value), text: String(cell.value), selected: true })]),
      ...choices.map((one) => h("option", { value: one.name, text: one.text, selected: one.name === cell.value })),
    );
    return list;
  }
  const number = cell.kind === "number";
  const change = () => {
    const said = entry.value.trim();
    const whole = /^-?\d{1,9}$/.test(said);
    if (said === String(cell.value) || (number && !said)) entry.value = String(cell.value);
    else set(number && whole ? Number(said) : said);
  };
  const more = number
    ? { inputmode: "numeric", size: "4", title: cell.low === null ? null : `${cell.low}–${cell.high}` }
    : { size: String(Math.min(18, Math.max(3, String(cell.value).length))) };
  const entry = h("input", { ...props, ...more, type: "text", value: String(cell.value), spellcheck: "false", on: { change } });
  return entry;
}

/**
 * Says at each place what is wrong there, or at the nearest one around it.
 * @param {Element} root
 * @param {import("./protocol.js").Mistake[]} wrong
 */
export function toldAt(root, wrong) {
  for (const { place, text } of wrong) {
    const here = nearest(root, place);
    const told = here && seek(".told", here);
    if (!here || !told) continue;
    here.classList.add("wrong");
    told.hidden = false;
    told.textContent = [told.textContent, text].filter(Boolean).join(" · ");
    const entry = seek("input, select", here);
    if (entry && here.dataset.at === place) entry.setAttribute("aria-invalid", "true");
  }
}

/** The places around one, the nearest first; around a button, also what it belongs to. @param {string} key */
function around(key) {
  const place = key.split(" ")[0];
  const ends = [...place.matchAll(/[\w-]+|\[\d+\]/g)].map((part) => part.index + part[0].length);
  return [key, ...ends.reverse().map((end) => place.slice(0, end))];
}

/** @param {Element} root @param {string} place @returns {HTMLElement|null} */
function nearest(root, place) {
  for (const one of around(place)) {
    const here = seek(`[data-at="${CSS.escape(one)}"]`, root);
    const inside = here && seek(".told", here);
    if (here && inside) return here;
  }
  return seek(".state", root);
}

/** Puts the focus on the figure at a place, or on what was pressed. @param {string} place */
export function focusOn(place) {
  for (const one of around(place)) {
    const here = seek(`[data-key="${CSS.escape(one)}"]`) || seek(`[data-at="${CSS.escape(one)}"] :is(input, select, button)`);
    if (here) {
      here.focus({ preventScroll: false });
      return;
    }
  }
}
