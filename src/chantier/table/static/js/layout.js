// Where the sheets go. The arrangement of the scene says which sheet belongs to which part of the frame; the frame is the same
// for every game: beside the stage one column with the seats and the log, on its other side a column of sheets, above the
// score, below what is mine. In a narrow window the stage stands alone and everything else lies on a sheet that folds.
import { h, mark } from "./dom.js";
import { theme } from "./prefs.js";
import { SheetView } from "./sheet.js";

/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Sheet} Sheet */
/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {"above"|"stage"|"below"|"seats"|"panels"|"column"} Part of the frame */
/** @typedef {Record<Part, Box[]>} Parts */

/** @type {Part[]} */
const PARTS = ["above", "stage", "below", "seats", "panels", "column"];

export const narrowWindow = matchMedia("(max-width: 859px), (max-width: 1023px) and (orientation: portrait)");

/**
 * Tells the style sheets a measure, if it is another one.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string} value
 */
const size = (element, name, value) => {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
};

export class Layout {
  /** @param {Record<Part, HTMLElement>} holders */
  constructor(holders) {
    this.holders = holders;
    /** @type {Map<string, SheetView>} */
    this.views = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.boxes = new Map();
    /** Sheets that stand behind tabs, in order. @type {{name: string, label: string}[]} */
    this.tabs = [];
  }

  get narrow() {
    return narrowWindow.matches;
  }

  /** The view of a sheet, if it is shown now. @param {string} name */
  shown(name) {
    const view = this.views.get(name);
    return view?.svg.isConnected ? view : undefined;
  }

  /** @param {Scene} scene @returns {{stage: SheetView, shown: Map<string, SheetView>}} */
  arrange(scene) {
    const plan = this.narrow ? scene.narrow : scene.wide;
    const sheets = new Map(scene.sheets.map((sheet) => [sheet.name, sheet]));
    const boxes = plan.boxes.filter((box) => box.area !== "words" && sheets.has(box.sheet));
    const stage = boxes.find((box) => box.area === "stage") || boxes[0];
    const [, , wide, tall] = stage.view || [0, 0, stage.width, stage.height];
    size(document.documentElement, "--stage-tall", (tall / wide).toFixed(3));
    const parts = this.#parts(boxes, stage);
    this.#columns(parts, plan.width);
    /** @type {Map<string, SheetView>} */
    const shown = new Map();
    for (const part of PARTS) {
      const holder = this.holders[part],
        list = parts[part];
      const wanted = list.map((box) => this.#box(box, /** @type {Sheet} */ (sheets.get(box.sheet)), part));
      for (const old of [...holder.children])
        if (old.classList.contains("sheet") && !wanted.includes(/** @type {HTMLElement} */ (old))) old.remove();
      wanted.forEach((element, n) => {
        if (holder.children[n] !== element) holder.insertBefore(element, holder.children[n] || null);
      });
      for (const box of list) shown.set(box.sheet, /** @type {SheetView} */ (this.views.get(box.sheet)));
    }
    for (const [name, box] of this.boxes) if (!shown.has(name)) box.remove();
    this.tabs = parts.panels.map((box) => ({ name: box.sheet, label: sheets.get(box.sheet)?.label || box.sheet }));
    return { stage: /** @type {SheetView} */ (this.views.get(stage.sheet)), shown };
  }

  /** Which box belongs to which part of the frame. @param {Box[]} boxes @param {Box} stage @returns {Parts} */
  #parts(boxes, stage) {
    /** @type {Parts} */
    const parts = { above: [], stage: [stage], below: [], seats: [], panels: [], column: [] };
    const rest = boxes.filter((box) => box !== stage);
    if (this.narrow) {
      for (const box of rest) parts[box.area === "seats" ? "seats" : box.area === "score" ? "above" : "panels"].push(box);
      return parts;
    }
    const side = (/** @type {Box} */ box) =>
      box.x + box.width <= stage.x + 8 ? "left" : box.x >= stage.x + stage.width - 8 ? "right" : "middle";
    const seats = rest.find((box) => box.area === "seats");
    const home = seats ? side(seats) : "left";
    for (const box of rest) {
      if (box.area === "seats") parts.seats.push(box);
      else if (side(box) === "middle") parts[box.y < stage.y ? "above" : "below"].push(box);
      else parts[side(box) === home ? "panels" : "column"].push(box);
    }
    document.body.classList.toggle("seats-right", home === "right");
    return parts;
  }

  /** The widths of the two columns are those of the arrangement. @param {Parts} parts @param {number} wide */
  #columns(parts, wide) {
    const widest = (/** @type {Box[]} */ list, /** @type {number} */ least) => Math.max(least, ...list.map((box) => box.width));
    const root = document.documentElement;
    size(root, "--seats-wide", String(widest([...parts.seats, ...parts.panels], 220) / wide));
    size(root, "--column-wide", String(parts.column.length ? widest(parts.column, 0) / wide : 0));
    document.body.classList.toggle("no-column", !parts.column.length);
  }

  /** @param {Box} box @param {Sheet} sheet @param {Part} part */
  #box(box, sheet, part) {
    const view = this.views.get(box.sheet) || new SheetView(box.sheet);
    this.views.set(box.sheet, view);
    const element = this.boxes.get(box.sheet) || h("section", { class: "sheet" }, view.svg);
    this.boxes.set(box.sheet, element);
    view.update(sheet, box.view);
    mark(view.svg, "data-theme", theme()); // it may have changed while this sheet was not in the page
    mark(element, "aria-label", sheet.label || sheet.name);
    mark(element, "data-name", box.sheet);
    mark(element, "data-frame", sheet.frame);
    mark(element, "data-part", part);
    const [x, y, w, high] = view.view;
    if (part !== "stage") mark(view.svg, "viewBox", `${x} ${y} ${w} ${high}`);
    mark(view.svg, "preserveAspectRatio", part === "column" ? "xMidYMin meet" : "xMidYMid meet");
    size(element, "--shape", `${w} / ${high}`);
    size(element, "--share", String(box.height));
    return element;
  }
}
