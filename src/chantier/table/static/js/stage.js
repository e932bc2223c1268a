// The window on the stage: zoom and pan by wheel, pinch, drag and keys.
import { mark } from "./dom.js";

const MOST = 5;
const SWIPE = 70; // pixels

export class Stage {
  /** @param {HTMLElement} holder where the stage's sheet lies */
  constructor(holder) {
    this.holder = holder;
    /** @type {import("./sheet.js").SheetView|null} */
    this.view = null;
    this.k = 1;
    this.x = 0.5;
    this.y = 0.5;
    this.wide = this.tall = 0; // of the holder: told when it changes, for asking would lay out the page anew
    /** @type {Map<number, PointerEvent>} */
    this.touches = new Map();
    this.dragged = false;
    /** Where a drag began that turns something. @type {PointerEvent|null} */
    this.from = null;
    /** Told of a drag across the whole sheet: one step to the right or down, or back. @type {(x: number, y: number) => void} */
    this.swiped = () => {};
    /** Asked before the wheel zooms: whoever answers true has used the wheel. @type {(step: number) => boolean} */
    this.turn = () => false;
    /** @type {() => void} */
    this.moved = () => {};
    holder.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    holder.addEventListener("pointerdown", (event) => this.#down(event));
    holder.addEventListener("pointermove", (event) => this.#move(event));
    holder.addEventListener("pointerup", (event) => this.#up(event));
    holder.addEventListener("pointercancel", (event) => this.#up(event));
    new ResizeObserver(() => {
      this.wide = holder.clientWidth;
      this.tall = holder.clientHeight;
      this.show();
    }).observe(holder);
  }

  /** @param {import("./sheet.js").SheetView} view */
  hold(view) {
    if (this.view !== view) {
      this.view = view;
      this.k = 1;
      this.x = this.y = 0.5;
    }
    this.show();
  }

  /** The whole sheet, as large as the holder lets it be. */
  #whole() {
    const [x, y, w, h] = this.view?.view || [0, 0, 1, 1];
    const shape = (this.wide || w) / (this.tall || h);
    return w / h > shape
      ? { x, y: y - (w / shape - h) / 2, w, h: w / shape }
      : { x: x - (h * shape - w) / 2, y, w: h * shape, h };
  }

  show() {
    if (!this.view?.sheet) return;
    const all = this.#whole();
    const w = all.w / this.k,
      h = all.h / this.k;
    const spare = 0.5 / this.k;
    this.x = Math.min(1 - spare, Math.max(spare, this.x));
    this.y = Math.min(1 - spare, Math.max(spare, this.y));
    const box = [all.x + this.x * all.w - w / 2, all.y + this.y * all.h - h / 2, w, h];
    mark(this.view.svg, "viewBox", box.map((n) => n.toFixed(2)).join(" "));
    if (this.wide) this.view.scale(this.wide / w);
    this.holder.classList.toggle("zoomed", this.k > 1);
    this.moved();
  }

  /** Zooms so that the point under the pointer stays. @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = 0.5, py = 0.5) {
    const k = Math.min(MOST, Math.max(1, this.k * factor));
    const dx = px - 0.5,
      dy = py - 0.5;
    this.x += dx / this.k - dx / k;
    this.y += dy / this.k - dy / k;
    this.k = k;
    this.show();
  }

  fit() {
    this.k = 1;
    this.show();
  }

  /** @param {PointerEvent|WheelEvent} event */
  #at(event) {
    const box = this.holder.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    if (!event.ctrlKey && this.turn(Math.sign(event.deltaY))) return;
    const [px, py] = this.#at(event);
    this.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) * 0.0022), px, py);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 1) return;
    this.touches.set(event.pointerId, event);
    this.from = this.touches.size === 1 ? event : null;
    if (this.from) this.dragged = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.touches.get(event.pointerId);
    if (!before) return;
    if (this.touches.size === 2) {
      const other = [...this.touches.values()].find((touch) => touch.pointerId !== event.pointerId) || event;
      const apart = (/** @type {PointerEvent} */ a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      const [px, py] = this.#at(event),
        [ox, oy] = this.#at(other);
      this.zoom(apart(event) / apart(before), (px + ox) / 2, (py + oy) / 2);
      this.dragged = true;
    } else {
      const dx = event.clientX - before.clientX,
        dy = event.clientY - before.clientY;
      if (!this.dragged && Math.hypot(dx, dy) < 6) return;
      this.dragged = true;
      if (this.k > 1) {
        this.x -= dx / this.wide / this.k;
        this.y -= dy / this.tall / this.k;
        this.holder.classList.add("dragging");
        this.show();
      } else this.#swipe(event);
    }
    this.touches.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  #swipe(event) {
    if (!this.from) return;
    const dx = event.clientX - this.from.clientX,
      dy = event.clientY - this.from.clientY;
    const across = Math.abs(dx) >= Math.abs(dy);
    if (Math.abs(across ? dx : dy) < SWIPE) return;
    this.from = event;
    this.swiped(across ? Math.sign(dx) : 0, across ? 0 : Math.sign(dy));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.touches.delete(event.pointerId);
    this.holder.classList.remove("dragging");
    if (!this.touches.size && this.dragged)
      setTimeout(() => {
        this.dragged = false;
      }, 0);
  }
}
