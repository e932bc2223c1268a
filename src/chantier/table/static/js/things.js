// What everything that is drawn is and does, with its clause: found under a pointer, or walked through with the keyboard.
import { get } from "./api.js";
import { h, mark } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Kind} Kind */
/** @typedef {import("./sheet.js").SheetView} SheetView */
/** @typedef {{box: DOMRect, title: string, text: string, clause: string}} Thing something that is drawn, or a whole sheet */
/** @typedef {{pieces: RegExp, sheets: RegExp, text: string, clause: string}} Known a kind, with what it is found by */

/** @type {Record<string, [number, number]|undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAST = 4; // pixels: what is smaller cannot be pointed at

/** @param {Kind} kind @returns {Known} */
const known = ({ pieces, sheets, text, clause }) => ({
  pieces: new RegExp(`^(?:${pieces})$`),
  sheets: new RegExp(`^(?:${sheets})$`),
  text,
  clause,
});

/** @param {DOMRect} box @param {number} x @param {number} y */
const holds = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

/** @param {DOMRect} box @returns {[number, number]} */
const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

export class Things {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<Known[]>|null} */
    this.asked = null;
    /** @type {Known[]} */
    this.kinds = [];
    /** What the keyboard is at. @type {Thing|null} */
    this.at = null;
    this.cursor = h("div", { class: "cursor", role: "img", tabindex: "-1", hidden: true });
    this.cursor.addEventListener("keydown", (event) => this.#key(event));
    this.cursor.addEventListener("blur", () => this.#leave());
    document.body.append(this.cursor);
  }

  /** Asks once what a game has to say. */
  async load() {
    const game = this.page.table?.game;
    if (!game) return;
    this.asked ??= get("/api/games/{game}/things", { game }).then(
      (told) => told.map(known),
      () => [],
    );
    this.kinds = await this.asked;
  }

  /** What a piece of a sheet is, or without one the sheet. @param {string} id @param {string} sheet */
  #kind(id, sheet) {
    return this.kinds.find((kind) => kind.sheets.test(sheet) && kind.pieces.test(id));
  }

  /** All that is drawn on a sheet and has something to say, the smallest last. @param {SheetView} view @returns {Thing[]} */
  #drawn(view) {
    /** @type {Thing[]} */
    const found = [];
    for (const [id, element] of view.drawn()) {
      const kind = this.#kind(id, view.name);
      if (!kind || !element.getClientRects().length) continue;
      const box = element.getBoundingClientRect();
      const title = element.querySelector("title")?.textContent || "";
      if (Math.min(box.width, box.height) >= LEAST) found.push({ box, title, text: kind.text, clause: kind.clause });
    }
    return found.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  }

  /** The sheets that are in sight. @returns {SheetView[]} */
  get #inSight() {
    return [...this.page.layout.views.values()].filter((view) => view.svg.isConnected && view.svg.getClientRects().length);
  }

  /**
   * The smallest thing at a point of the window; else, if something is drawn there, or the ground answers too, the sheet.
   * @param {number} x
   * @param {number} y
   * @param {boolean} ground
   * @returns {Thing|null}
   */
  under(x, y, ground) {
    const svg = document
      .elementsFromPoint(x, y)
      .map((one) => one.closest("svg[data-sheet]"))
      .find(Boolean);
    const view = this.#inSight.find((one) => one.svg === svg);
    if (!view) return null;
    const found = this.#drawn(view).findLast((thing) => holds(thing.box, x, y));
    if (found) return found;
    const words = [...view.drawn()].find(([, one]) => one.tagName === "text" && holds(one.getBoundingClientRect(), x, y));
    const kind = words || ground ? this.#kind("", view.name) : undefined;
    const box = words ? words[1].getBoundingClientRect() : new DOMRect(x, y, 0, 12);
    return kind ? { box, title: view.sheet?.label || "", text: kind.text, clause: kind.clause } : null;
  }

  // --- with the keyboard ------------------------------------------------------------------------------------------------

  /** To the first thing of the stage. */
  async walk() {
    await this.load();
    const all = this.#all();
    const first = this.at && all.find((one) => one.title === this.at?.title && one.text === this.at?.text);
    if (all.length) this.#go(first || all[0]);
  }

  /** Everything in sight, the stage first, line by line. @returns {Thing[]} */
  #all() {
    const stage = this.page.stage.view;
    const views = this.#inSight.sort((a, b) => Number(b === stage) - Number(a === stage));
    return views.flatMap((view) => {
      const pane = view.svg.getBoundingClientRect();
      const seen = this.#drawn(view).filter(({ box }) => holds(pane, ...middle(box)));
      return seen.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
    });
  }

  /** @param {Thing} thing */
  #go(thing) {
    this.at = thing;
    const { left, top, width, height } = thing.box;
    this.cursor.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    mark(this.cursor, "aria-label", [thing.title, thing.text, thing.clause && `§ ${thing.clause}`].filter(Boolean).join(". "));
    this.cursor.hidden = false;
    this.cursor.focus();
    this.page.why.tell(thing);
    this.page.say(this.cursor.getAttribute("aria-label") || "");
  }

  #leave() {
    this.cursor.hidden = true;
    this.page.why.hide();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (event.key === "Escape") this.cursor.blur();
    else if (step && this.at) this.#next(this.at, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest one in a direction. @param {Thing} from @param {[number, number]} step */
  #next(from, [dx, dy]) {
    const [x, y] = middle(from.box);
    const ahead = this.#all().flatMap((thing) => {
      const [ox, oy] = middle(thing.box);
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      return along > 1 ? [{ thing, far: along + 2 * across }] : [];
    });
    if (ahead.length) this.#go(ahead.reduce((best, one) => (one.far < best.far ? one : best)).thing);
    else this.page.say(t("nothing there"));
  }
}
