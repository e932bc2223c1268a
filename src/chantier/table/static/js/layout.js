// Where the sheets go. The arrangement of the scene says which sheet belongs to which part of the frame; the frame is the same
// for every game, and another one for every size of window:
// - desk: beside the stage one column with the seats and the log, on its other side a column of sheets, above the score, below
//   what is mine;
// - laptop: one column, in which the sheets, the seats and the log are pages behind tabs;
// - tablet: the stage, and under it the first sheet of the column beside those pages;
// - phone, also held sideways (lying): everything is a page, the stage too.
import { h, inside, mark } from "./dom.js";
import { theme } from "./prefs.js";
import { SheetView } from "./sheet.js";

/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Sheet} Sheet */
/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {"above"|"stage"|"below"|"seats"|"panels"|"column"} Part of the frame */
/** @typedef {Record<Part, Box[]>} Parts */
/** @typedef {"lying"|"phone"|"tablet"|"laptop"|"desk"} Frame */
/**
 * A page behind a tab: one sheet or several.
 * @typedef {{name: string, label: string, sheets: string[], pane: HTMLElement}} Page
 */

/** @type {Part[]} */
const PARTS = ["above", "stage", "below", "seats", "panels", "column"];

/** The frames and the windows that they are for; the first that fits is taken. @type {[Frame, MediaQueryList][]} */
const FRAMES = [
  ["lying", matchMedia("(max-height: 499px)")],
  ["phone", matchMedia("(max-width: 699px)")],
  ["tablet", matchMedia("(max-width: 999px), (orientation: portrait)")],
  ["laptop", matchMedia("(max-width: 1279px)")],
];

/** The frame of this window. @returns {Frame} */
export const frameNow = () => FRAMES.find(([, window]) => window.matches)?.[0] || "desk";

/** The form of this window, for which a live table is drawn. @returns {import("./live.js").Form} */
export function formNow() {
  const frame = frameNow();
  return frame === "lying" ? "low" : frame === "phone" ? "narrow" : "wide";
}

/** Calls when the window needs another frame. @param {() => void} act */
export function onFrame(act) {
  let before = frameNow();
  for (const [, window] of FRAMES)
    window.addEventListener("change", () => {
      if (frameNow() === before) return;
      before = frameNow();
      act();
    });
}

/**
 * The arrangement for a frame. Just after the window has got another form, the one that is there: what it needs is on its way.
 * @param {Scene} scene @param {Frame} frame
 */
function planOf(scene, frame) {
  const low = (frame === "lying" && scene.low) || null;
  const wanted = frame === "lying" || frame === "phone" ? low || scene.narrow : scene.wide;
  return /** @type {import("./protocol.js").Arrangement} */ (wanted || scene.wide || scene.narrow || scene.low);
}

/**
 * Tells the style sheets a measure, if it is another one.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string} value
 */
const size = (element, name, value) => {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
};

/**
 * Puts sheets into their holder, in order; those that stay are not touched.
 * @param {HTMLElement} holder @param {HTMLElement[]} wanted
 */
function place(holder, wanted) {
  for (const old of inside(holder))
    if ((old.classList.contains("sheet") || old.classList.contains("paper")) && !wanted.includes(old)) old.remove();
  wanted.forEach((element, n) => {
    if (holder.children[n] !== element) holder.insertBefore(element, holder.children[n] || null);
  });
}

export class Layout {
  /** @param {Record<Part, HTMLElement>} holders */
  constructor(holders) {
    this.holders = holders;
    /** @type {Map<string, SheetView>} */
    this.views = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.boxes = new Map();
    /** Pages that stand behind tabs, in order. @type {Page[]} */
    this.tabs = [];
    /** Where the sheets of a page lie that has several. @type {Map<string, HTMLElement>} */
    this.papers = new Map();
    /** What stands on the tab of the stage. */
    this.stageTab = "";
    /** @type {Frame} */
    this.frame = frameNow();
  }

  /** Whether everything is a page, one at a time. */
  get narrow() {
    return this.frame === "phone" || this.frame === "lying";
  }

  /** The view of a sheet, if it is shown now. @param {string} name */
  shown(name) {
    const view = this.views.get(name);
    return view?.svg.isConnected ? view : undefined;
  }

  /** @param {Scene} scene @returns {{stage: SheetView, shown: Map<string, SheetView>}} */
  arrange(scene) {
    this.frame = frameNow();
    mark(document.body, "data-frame", this.frame);
    document.body.classList.toggle("narrow", this.narrow);
    const plan = planOf(scene, this.frame);
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
      const drawn = list.map((box) => this.#box(box, /** @type {Sheet} */ (sheets.get(box.sheet)), part));
      place(holder, part === "panels" ? this.#pages(list, drawn, sheets) : drawn);
      for (const box of list) shown.set(box.sheet, /** @type {SheetView} */ (this.views.get(box.sheet)));
    }
    for (const [name, box] of this.boxes) if (!shown.has(name)) box.remove();
    this.stageTab = stage.tab || sheets.get(stage.sheet)?.label || "";
    return { stage: /** @type {SheetView} */ (this.views.get(stage.sheet)), shown };
  }

  /** Which box belongs to which part of the frame. @param {Box[]} boxes @param {Box} stage @returns {Parts} */
  #parts(boxes, stage) {
    /** @type {Parts} */
    const parts = { above: [], stage: [stage], below: [], seats: [], panels: [], column: [] };
    const rest = boxes.filter((box) => box !== stage);
    if (this.narrow) {
      document.body.classList.remove("seats-right");
      const beside = (/** @type {Box} */ box) => (box.y < stage.y ? "above" : "below");
      for (const box of rest)
        parts[box.area === "seats" ? "seats" : stage.tab && box.tab === stage.tab ? beside(box) : "panels"].push(box);
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
    document.body.classList.toggle("seats-right", home === "right" && this.frame === "desk");
    if (this.frame === "tablet") {
      const [first, ...others] = parts.column;
      const side = parts.below.filter((box) => box.area !== "mine");
      parts.panels = [...others, ...side, ...parts.panels];
      parts.below = parts.below.filter((box) => box.area === "mine");
      parts.column = first ? [first] : [];
      parts.above = [];
    }
    return parts;
  }

  /**
   * The sheets behind tabs, as pages; several on one page lie on a paper of their own.
   * @param {Box[]} list
   * @param {HTMLElement[]} drawn
   * @param {Map<string, Sheet>} sheets
   * @returns {HTMLElement[]}
   */
  #pages(list, drawn, sheets) {
    this.tabs = [];
    list.forEach((box, n) => {
      const same = box.tab && this.narrow && this.tabs.find((page) => page.label === box.tab);
      const label = (this.narrow && box.tab) || sheets.get(box.sheet)?.label || box.sheet;
      if (!same) this.tabs.push({ name: box.sheet, label, sheets: [box.sheet], pane: drawn[n] });
      else same.sheets.push(box.sheet);
    });
    for (const page of this.tabs) {
      if (page.sheets.length < 2) continue;
      const paper = this.papers.get(page.name) || h("section", { class: "paper" });
      this.papers.set(page.name, paper);
      const its = page.sheets.map((name) => /** @type {HTMLElement} */ (this.boxes.get(name)));
      place(paper, its);
      const rows = list
        .filter((box) => page.sheets.includes(box.sheet))
        .map((box) => `${(box.height / box.width).toFixed(3)}fr`);
      paper.style.gridTemplateRows = rows.map((row) => `minmax(0, ${row})`).join(" ");
      page.pane = paper;
    }
    return this.tabs.map((page) => page.pane);
  }

  /** The widths of the two columns are those of the arrangement. @param {Parts} parts @param {number} wide */
  #columns(parts, wide) {
    const widest = (/** @type {Box[]} */ list, /** @type {number} */ least) => Math.max(least, ...list.map((box) => box.width));
    const root = document.documentElement;
    size(root, "--seats-wide", String(widest([...parts.seats, ...parts.panels], 220) / wide));
    size(root, "--column-wide", String(parts.column.length ? widest(parts.column, 0) / wide : 0));
    document.body.classList.toggle("no-column", !parts.column.length && !this.narrow);
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
