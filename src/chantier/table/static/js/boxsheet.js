// A sheet to print and to write on: every question, what we guess, and room for what one's own box says. A4, black and white.
import { columnNames } from "./boxfigures.js";
import { aboutQuestion } from "./boxwalk.js";
import { drawn, h, s } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").WholeBox} Box */
/** @typedef {import("./protocol.js").BoxQuestion} Question */
/** @typedef {import("./protocol.js").Figure} Figure */
/** @typedef {import("./protocol.js").FigureTable} Table */
/** @typedef {import("./protocol.js").Picture} Picture */

const SMALLER = 0.75; // than on the page
const WIDEST = 320; // pixels: two of them fit a line
const GUESS = ".guess, [data-place]:not([data-grid])"; // what is drawn of what we guess

/** @param {import("./box.js").BoxPage} page */
export function printSheet(page) {
  const box = page.box;
  if (!box) return;
  document.querySelector(".sheet")?.remove();
  const asked = box.walk.map((question, n) => article(box, question, n, n > 0 && box.walk[n - 1].kind === question.kind));
  document.body.append(
    h(
      "section",
      { class: "sheet" },
      h("h1", { text: `${box.title}: ${t("box sheet")}` }),
      h("p", { text: t("box sheet help") }),
      ...asked,
    ),
  );
  print();
}

/**
 * A question with what we guess; one of the same kind as the one before is not asked in full again.
 * @param {Box} box
 * @param {Question} question
 * @param {number} n
 * @param {boolean} again
 */
function article(box, question, n, again) {
  const found = aboutQuestion(box, question);
  const { part, pictures, tables } = found[0] ?? { part: null, pictures: [], tables: [] };
  const name = pictures.length === 1 && pictures[0].label ? pictures[0].label : tables[0]?.rows[0]?.label;
  const painted = pictures.length > 0 && tables.every((table) => table.drawn);
  return h(
    "article",
    {},
    h("p", { text: `${n + 1}. ${again && part ? `${part.title}: ${name}` : question.text}` }),
    h(
      "div",
      { class: "sheet-row" },
      ...pictures.flatMap((picture) => [image(picture, false), painted ? image(picture, true) : ""]),
      ...(painted ? [] : tables.map((table) => fields(box, table))),
    ),
  );
}

/** A picture, or only its paper. @param {Picture} picture @param {boolean} empty */
function image(picture, empty) {
  const { width, height } = picture;
  const size = { viewBox: `0 0 ${width} ${height}`, width: Math.min(SMALLER * width, WIDEST), "data-theme": "light" };
  const made = s("svg", { class: "chantier", ...size }, ...drawn(picture.svg));
  for (const part of empty ? made.querySelectorAll(GUESS) : []) part.remove();
  return h("figure", {}, made, h("figcaption", { text: t(empty ? "box printed" : "box guess") }));
}

/** Every figure with its name, what we guess, and a square to write into. @param {Box} box @param {Table} table */
function fields(box, table) {
  const columns = columnNames(table);
  return h(
    "div",
    { class: "sheet-rows" },
    ...table.rows.map((row) =>
      h(
        "div",
        { class: "sheet-line" },
        h("b", { text: row.label }),
        ...row.cells.map((cell, i) =>
          h(
            "span",
            {},
            columns ? h("i", { text: columns[i] ?? "" }) : "",
            h("small", { text: said(box, cell) }),
            h("span", { class: "blank" }),
          ),
        ),
      ),
    ),
  );
}

/** @param {Box} box @param {Figure} cell */
function said(box, cell) {
  if (typeof cell.value === "boolean") return t(cell.value ? "box yes flag" : "box no flag");
  const words = cell.choices === null ? [] : box.choices[cell.choices];
  return words.find((one) => one.name === cell.value)?.text ?? String(cell.value);
}
