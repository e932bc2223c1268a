// What has changed since the viewer's last turn: every piece that came or changed has an outline along its own shape, in the
// colour of the seat that did it, and a number that leads to the line of the log. Nothing lies over the pieces.
import { s } from "./dom.js";

/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./sheet.js").SheetView} SheetView */
/** @typedef {{sheet: string, id: string, by: number, move: number}} Change by a seat, or -1; shown first at this move */
/** @typedef {{by: number, move: number, n: number, changes: Change[]}} Group of one seat, without another between them */

const MANY = 24; // more changes than these are a new round, not somebody's move
const GAP = 1.8; // pixels between a piece and its outline, and to the outer edge of that
const EDGE = 4.6;
const STEPS = 4; // outlines are made for scales to a quarter
const CORNER = 9; // pixels: the radius of a number

/** Every piece that can move, by sheet and id. @param {Scene} scene */
function pieces(scene) {
  /** @type {Map<string, {sheet: string, id: string, x: number, y: number, symbol: string}>} */
  const found = new Map();
  for (const { name: sheet, pieces } of scene.sheets)
    for (const item of pieces)
      if ("symbol" in item && item.kind) {
        const { id, x, y, symbol } = item;
        found.set(`${sheet} ${id}`, { sheet, id, x, y, symbol });
      }
  return found;
}

/**
 * The pieces that came, moved or became another between two scenes, on sheets of both.
 * @param {Scene} old
 * @param {Scene} now
 */
function changed(old, now) {
  const before = pieces(old),
    sheets = new Set(old.sheets.map((sheet) => sheet.name));
  return [...pieces(now)].flatMap(([key, its]) => {
    const was = before.get(key);
    if (!sheets.has(its.sheet)) return []; // the window has got another form
    const same = was && was.symbol === its.symbol && Math.abs(was.x - its.x) <= 1 && Math.abs(was.y - its.y) <= 1;
    return same ? [] : [{ sheet: its.sheet, id: its.id }];
  });
}

export class Marks {
  /**
   * @param {import("./layout.js").Layout} layout
   * @param {SVGDefsElement} defs
   * @param {(move: number) => void} [lead] to a line of the log
   */
  constructor(layout, defs, lead) {
    this.layout = layout;
    this.defs = defs;
    this.lead = lead;
    /** @type {Change[]} */
    this.changes = [];
    /** Outlined pieces. @type {Element[]} */
    this.outlined = [];
    /** Numbers on the sheets. @type {Element[]} */
    this.numbers = [];
  }

  forget() {
    this.changes = [];
    this.clear();
  }

  /**
   * Remembers the difference of two scenes that are seen from the same seat.
   * @param {Scene} old
   * @param {Scene} now
   * @param {number} [by] the seat that made it
   * @param {number} [move] the moment that shows it first
   */
  note(old, now, by = -1, move = 0) {
    const fresh = changed(old, now).map((one) => ({ ...one, by, move }));
    if (fresh.length > MANY) {
      this.changes = [];
      return;
    }
    const there = pieces(now);
    const again = new Set(fresh.map((one) => `${one.sheet} ${one.id}`));
    const kept = this.changes.filter(({ sheet, id }) => there.has(`${sheet} ${id}`) && !again.has(`${sheet} ${id}`));
    this.changes = [...kept, ...fresh].slice(-2 * MANY);
  }

  /** Lights the pieces of one moment; none puts back what is new. @param {Scene|null} before @param {Scene|null} after */
  light(before, after) {
    const kept = this.changes;
    if (before && after) {
      this.changes = [];
      this.note(before, after);
      this.draw();
    }
    this.changes = kept;
    if (!before || !after) this.draw();
  }

  clear() {
    for (const one of this.outlined) one.removeAttribute("filter");
    for (const one of this.numbers) one.remove();
    this.outlined = [];
    this.numbers = [];
  }

  /** Changes by whoever made them, in order and numbered. @returns {Group[]} */
  get groups() {
    /** @type {Group[]} */
    const found = [];
    for (const one of this.changes) {
      const last = found.at(-1);
      if (last && last.by === one.by) last.changes.push(one);
      else found.push({ by: one.by, move: one.move, n: found.length + 1, changes: [one] });
    }
    return found;
  }

  draw() {
    this.clear();
    for (const group of this.groups) {
      const drawn = group.changes.flatMap((one) => this.#drawn(one)); // all measured before anything is changed
      for (const { element } of drawn) this.#outline(element, group.by);
      if (drawn.length && group.move) this.#number(drawn[0].view, drawn[0].corner, group);
    }
  }

  /** A change that is in sight: its element, and the corner for a number. @param {Change} one */
  #drawn({ sheet, id }) {
    const view = this.layout.shown(sheet);
    const element = view?.piece(id);
    if (!view || !element?.getClientRects().length || !element.getBBox().width) return [];
    const corners = view.corners(element);
    return corners ? [{ view, element, corner: corners[0] }] : [];
  }

  /** @param {SVGGraphicsElement} element @param {number} by */
  #outline(element, by) {
    const matrix = element.getScreenCTM();
    const k = matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
    element.setAttribute("filter", `url(#${this.#filter(by, Math.max(1, Math.round(k * STEPS)) / STEPS)})`);
    this.outlined.push(element);
  }

  /**
   * The outline for a seat and a scale, made when it is first needed: the piece grown twice, in the seat's colour and above
   * that in that of the paper, and on both the piece itself.
   * @param {number} by
   * @param {number} k
   */
  #filter(by, k) {
    const id = `fresh-${by < 0 ? "any" : by}-${k * STEPS}`;
    if (this.defs.querySelector(`#${id}`)) return id;
    const grown = (/** @type {number} */ by, /** @type {string} */ name, /** @type {string} */ css) => [
      s("feMorphology", { in: "SourceAlpha", operator: "dilate", radius: (by / k).toFixed(2), result: `${name}-shape` }),
      s("feFlood", { class: css }),
      s("feComposite", { operator: "in", in2: `${name}-shape`, result: name }),
    ];
    const parts = ["outer", "gap", "SourceGraphic"].map((name) => s("feMergeNode", { in: name }));
    const around = { x: "-50%", y: "-50%", width: "200%", height: "200%" };
    const colour = `flood-${by < 0 ? "any" : by}`;
    this.defs.append(
      s(
        "filter",
        { id, ...around },
        ...grown(EDGE, "outer", colour),
        ...grown(GAP, "gap", "flood-gap"),
        s("feMerge", {}, ...parts),
      ),
    );
    return id;
  }

  /** @param {SheetView} view @param {DOMPoint} corner @param {Group} group */
  #number(view, corner, { n, by, move }) {
    const parts = [s("circle", { r: CORNER }), s("text", { y: "4", text: String(n) })];
    const at = `translate(${corner.x.toFixed(1)} ${corner.y.toFixed(1)})`;
    const sign = s("g", { class: `order by-${by}`, transform: at, "data-move": move }, s("g", { class: "unscaled" }, ...parts));
    sign.addEventListener("click", () => this.lead?.(move));
    view.layer.marks.append(sign);
    this.numbers.push(sign);
  }
}
