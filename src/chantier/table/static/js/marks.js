// What has changed since the viewer's last turn, marked on the sheets: a ring around what came, a trail behind what went.
import { s } from "./dom.js";

/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {{sheet: string, key: string, x: number, y: number, by: number, from: {x: number, y: number}|null}} Change */

const MANY = 24; // more changes than these are a new round, not somebody's move

/** Every piece that can move, by sheet and id. @param {Scene} scene */
function pieces(scene) {
  /** @type {Map<string, {sheet: string, x: number, y: number}>} */
  const found = new Map();
  for (const sheet of scene.sheets)
    for (const item of sheet.pieces)
      if ("symbol" in item && item.kind) found.set(`${sheet.name} ${item.id}`, { sheet: sheet.name, x: item.x, y: item.y });
  return found;
}

export class Marks {
  /** @param {import("./layout.js").Layout} layout */
  constructor(layout) {
    this.layout = layout;
    /** @type {Change[]} */
    this.changes = [];
    /** @type {Element[]} */
    this.drawn = [];
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
   */
  note(old, now, by = -1) {
    const before = pieces(old),
      after = pieces(now);
    /** @type {Change[]} */
    const fresh = [];
    for (const [key, its] of after) {
      const was = before.get(key);
      if (!was) fresh.push({ ...its, key, by, from: null });
      else if (Math.abs(was.x - its.x) > 1 || Math.abs(was.y - its.y) > 1)
        fresh.push({ ...its, key, by, from: { x: was.x, y: was.y } });
    }
    if (fresh.length > MANY) {
      this.changes = [];
      return;
    }
    this.changes = [...this.changes.filter((one) => after.has(one.key)), ...fresh].slice(-2 * MANY);
  }

  /** Lights the pieces of one moment; none puts back what is new. @param {Scene|null} before @param {Scene|null} after */
  light(before, after) {
    const kept = this.changes;
    this.changes = [];
    if (before && after) {
      this.note(before, after);
      this.draw();
      for (const one of this.drawn) one.classList.add("told");
      this.changes = kept;
    } else {
      this.changes = kept;
      this.draw();
    }
  }

  clear() {
    for (const element of this.drawn) element.remove();
    this.drawn = [];
  }

  draw() {
    this.clear();
    const by = this.changes.at(-1)?.by;
    const moved = this.changes.filter((one) => one.from && one.by === by); // the last one's walk
    const last = new Map(this.changes.map((one) => [one.key, one]));
    const rings = [...last.values()].map((one) => ({ one, box: this.#box(one) })); // all measured before anything is drawn
    for (const { one, box } of rings) if (box) this.#ring(one, box);
    const numbers = new Map();
    for (const one of moved) {
      const n = (numbers.get(one.key) || 0) + 1;
      numbers.set(one.key, n);
      this.#trail(one, n, moved.filter((other) => other.key === one.key).length);
    }
  }

  /**
   * Where the piece is drawn, in the coordinates of its sheet: two corners.
   * @param {Change} one
   * @returns {[DOMPoint, DOMPoint]|null}
   */
  #box(one) {
    const view = this.layout.shown(one.sheet);
    const element = view?.piece(one.key.slice(one.sheet.length + 1));
    return view && element?.getClientRects().length && element.getBBox().width ? view.corners(element) : null;
  }

  /** @param {Change} one @param {[DOMPoint, DOMPoint]} box */
  #ring(one, [a, b]) {
    const r = Math.min(Math.max(8, Math.max(b.x - a.x, b.y - a.y) / 2 + 3), 60);
    const view = this.layout.shown(one.sheet);
    if (view)
      this.#put(
        view,
        s("ellipse", {
          class: "fresh",
          cx: ((a.x + b.x) / 2).toFixed(1),
          cy: ((a.y + b.y) / 2).toFixed(1),
          rx: Math.min(r, (b.x - a.x) / 2 + 4).toFixed(1),
          ry: Math.min(r, (b.y - a.y) / 2 + 4).toFixed(1),
        }),
      );
  }

  /** @param {Change} one @param {number} n @param {number} of */
  #trail(one, n, of) {
    const view = this.layout.shown(one.sheet);
    if (!view || !one.from) return;
    const d = `M${one.from.x.toFixed(1)} ${one.from.y.toFixed(1)}L${one.x.toFixed(1)} ${one.y.toFixed(1)}`;
    this.#put(view, s("path", { class: "trail", d }));
    if (of < 2) return;
    this.#put(
      view,
      s(
        "g",
        { class: "order", transform: `translate(${one.x.toFixed(1)} ${one.y.toFixed(1)})` },
        s("circle", { r: "8" }),
        s("text", { y: "4", text: String(n) }),
      ),
    );
  }

  /** @param {import("./sheet.js").SheetView} view @param {Element} element */
  #put(view, element) {
    view.layer.marks.append(element);
    this.drawn.push(element);
  }
}
