// The figures of a box in small tables: every one can be changed where it stands, and what is wrong is said there.
import { SIGNS } from "./box.js";
import { h, icon, seek } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */
/** @typedef {import("./protocol.js").WholeBox} Box */
/** @typedef {import("./protocol.js").Figure} Figure */
/** @typedef {import("./protocol.js").FigureRow} Row */
/** @typedef {import("./protocol.js").FigureTable} Table */

const MANY = 10; // figures of a row that would not fit a line

/**
 * Tables; in a fold of their own those that one can paint instead, and in a narrow window all that pictures show.
 * @param {Page} page
 * @param {Box} box
 * @param {Table[]} tables
 * @param {boolean} [pictured]
 */
export function figureTables(page, box, tables, pictured = false) {
  const folded = tables.filter((table) => table.drawn || (pictured && page.narrow));
  const plain = tables.filter((table) => !folded.includes(table)).map((table) => figureTable(page, box, table));
  return folded.length ? [...plain, fold(page, box, folded)] : plain;
}

/** @param {Page} page @param {Box} box @param {Table[]} tables */
function fold(page, box, tables) {
  const key = tables[0].place;
  const cells = tables.flatMap((table) => table.rows.flatMap((row) => row.cells));
  const folded = h(
    "details",
    { class: `numbers${tables.some((table) => table.rows.some(isOurs)) ? "" : " sure"}` },
    h("summary", {}, t("box numbers"), signs(cells)),
    h("div", { class: "flow" }, ...tables.map((table) => figureTable(page, box, table))),
  );
  folded.open = page.unfolded.has(key);
  folded.addEventListener("toggle", () => (folded.open ? page.unfolded.add(key) : page.unfolded.delete(key)));
  return folded;
}

/** Where some figures come from, by signs and numbers. @param {Figure[]} cells */
export function signs(cells) {
  const found = Object.keys(SIGNS)
    .map((source) => ({ source, many: cells.filter((cell) => cell.source === source).length }))
    .filter(({ many }) => many);
  return h(
    "span",
    { class: "signs" },
    ...found.map(({ source, many }) => {
      const title = t(`box sign ${source}`);
      return h("span", {
        class: `sign ${source}`,
        title,
        role: "img",
        "aria-label": `${title} ${many}`,
        text: `${SIGNS[source]} ${many}`,
      });
    }),
  );
}

/** The tables and rows that some places are in, or that are in them. @param {Table[]} tables @param {string[]} places */
export function tablesAbout(tables, places) {
  const about = (/** @type {string} */ place) =>
    places.some((here) => place === here || inside(place, here) || inside(here, place));
  return tables
    .filter((table) => about(table.place))
    .map((table) => ({ ...table, rows: table.rows.filter((row) => about(row.place)) }))
    .map((table) => ({ ...table, grows: table.grows && places.includes(table.place) }))
    .filter((table) => table.rows.length);
}

/** Whether a place is inside of another. @param {string} place @param {string} outer */
export const inside = (place, outer) => place.startsWith(outer) && /^[.[]/.test(place.slice(outer.length));

/** Whether something of it is ours. @param {Row} row */
const isOurs = (row) => row.cells.some((cell) => cell.source === "reconstructed");

/** @param {Page} page @param {Box} box @param {Table} table */
function figureTable(page, box, table) {
  const columns = columnNames(table);
  const long = !columns && table.rows.some((row) => row.cells.length > MANY);
  const cards = long || page.narrow || Boolean(page.walking) || page.card !== null;
  const rows = table.rows.map((row, n) => figureRow(page, box, row, n, table.rows.length, cards, columns));
  const more = () => page.change([{ do: "add", place: table.place, spot: "" }]);
  return h(
    "div",
    { class: `figures${cards ? " cards" : ""}${table.rows.some(isOurs) ? "" : " sure"}`, data: { at: table.place } },
    h(
      "table",
      {},
      h(
        "caption",
        {},
        h("b", { text: table.label }),
        table.note ? h("span", { class: "aside small", lang: "en", text: ` ${table.note}` }) : "",
      ),
      columns && !cards ? heads(columns) : "",
      h("tbody", {}, ...rows),
    ),
    table.grows && page.card === null ? moreButton(table.place, more) : "",
    h("p", { class: "told", hidden: true }),
  );
}

/** @param {string} place @param {() => void} click */
const moreButton = (place, click) =>
  h(
    "button",
    { class: "btn quiet more", type: "button", data: { key: `${place} more` }, on: { click } },
    icon("plus"),
    t("box more"),
  );

/**
 * The names of the columns, where rows are blocks of the same kind; those of one row of numbers are named once.
 * @param {Table} table
 */
export function columnNames(table) {
  const first = table.rows[0];
  if (!first?.element || first.cells.length < 2 || / \d+ \d+$/.test(first.cells[0].label)) return null;
  const name = (/** @type {string} */ label) => label.replace(/ \d+$/, "");
  return first.cells.map(({ label }, n) =>
    n > 0 && name(label) !== label && name(label) === name(first.cells[n - 1].label) ? label.slice(name(label).length) : label,
  );
}

/** @param {string[]} columns */
const heads = (columns) =>
  h("thead", {}, h("tr", {}, h("td"), ...columns.map((text) => h("th", { scope: "col", text })), h("td")));

/**
 * @param {Page} page
 * @param {Box} box
 * @param {Row} row
 * @param {number} n
 * @param {number} many
 * @param {boolean} cards  every figure has its name above it, and a row may have several lines
 * @param {string[]|null} columns
 */
function figureRow(page, box, row, n, many, cards, columns) {
  const named = row.cells.some((cell) => cell.value === row.label); // then its name can be read there
  const cap = (/** @type {number} */ i) => (cards && columns?.[i] ? h("span", { class: "cap", text: columns[i] }) : "");
  return h(
    "tr",
    { class: `${isOurs(row) ? "" : "sure"}${row.cells.length > 1 ? "" : " one"}`.trim(), data: { at: row.place } },
    h("th", { scope: "row" }, h("span", { class: named ? "unseen" : "", text: row.label })),
    ...row.cells.map((cell, i) => h("td", { data: { at: cell.place } }, cap(i), figure(page, box, row, cell))),
    h("td", { class: "acts" }, ...acts(page, row, n, many)),
  );
}

/** What can be done with a whole row. @param {Page} page @param {Row} row @param {number} n @param {number} many */
function acts(page, row, n, many) {
  const last = row.cells[row.cells.length - 1];
  const to = (/** @type {number} */ at) => () => page.change([{ do: "move", place: row.place, at, spot: "" }]);
  const list = row.place.replace(/\[\d+\]$/, "");
  const after = () => page.change([{ do: "add", place: list, at: n + 1, spot: "" }]);
  const remove = (/** @type {string} */ place) => () => page.change([{ do: "remove", place, spot: "" }]);
  const more = () => page.change([{ do: "add", place: row.place, spot: "" }]);
  const moves = row.element && page.card === null;
  return [
    row.grows ? act(`${t("box more")}: ${row.label}`, "plus", more, `${row.place} more`) : "",
    row.grows && last ? act(`${t("box less")}: ${row.label}`, "minus", remove(last.place), `${row.place} less`) : "",
    moves && n > 0 ? act(`${t("box up")}: ${row.label}`, "up", to(n - 1), `${row.place} up`) : "",
    moves && n < many - 1 ? act(`${t("box down")}: ${row.label}`, "down", to(n + 1), `${row.place} down`) : "",
    row.element ? act(`${t("box add")}: ${row.label}`, "plus", after, `${row.place} add`) : "",
    row.element ? act(`${t("box remove")}: ${row.label}`, "close", remove(row.place), `${row.place} remove`) : "",
  ];
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
    const drawn = inPictures(root, place, text);
    const here = nearest(root, place);
    const told = here && (seek(":scope > .told", here) || seek(".told", here));
    if (!here || !told) continue;
    here.classList.add("wrong");
    if (!drawn) unfold(here);
    say(told, text);
    const entry = seek("input, select", here);
    if (entry && here.tagName === "TD" && here.dataset.at === place) entry.setAttribute("aria-invalid", "true");
  }
}

/** @param {HTMLElement} told @param {string} text */
function say(told, text) {
  told.hidden = false;
  told.textContent = [told.textContent, text].filter(Boolean).join(" · ");
}

/**
 * Marks what is wrong in pictures, and says it below them; whether there is any.
 * @param {Element} root
 * @param {string} place
 * @param {string} text
 */
function inPictures(root, place, text) {
  const parts = [...root.querySelectorAll(`.picture [data-place="${CSS.escape(place)}"]`)];
  for (const part of parts) {
    part.classList.add("wrong");
    const told = seek(".told", /** @type {Element} */ (part.closest(".picture")));
    if (told) say(told, text);
  }
  return parts.length > 0;
}

/** Opens the fold that something lies in. @param {Element} here */
function unfold(here) {
  const folded = /** @type {HTMLDetailsElement|null} */ (here.closest("details"));
  if (folded) folded.open = true;
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
    const told = here && seek(".told", here);
    if (here && told) return here;
  }
  const parts = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-holds]"));
  const holds = (/** @type {string} */ held) => held === place || inside(place, held) || inside(held, place);
  return [...parts].find((part) => part.dataset.holds?.split(" ").some(holds)) ?? null;
}

/** Puts the focus on the figure at a place, or on what was pressed. @param {string} place */
export function focusOn(place) {
  const root = seek("dialog[open]") || document;
  for (const one of around(place)) {
    const key = CSS.escape(one);
    const here = seek(`[data-key="${key}"]`, root) || seek(`[data-at="${key}"] :is(input, select, button)`, root);
    if (here) {
      unfold(here);
      here.focus({ preventScroll: false });
      return;
    }
  }
}
