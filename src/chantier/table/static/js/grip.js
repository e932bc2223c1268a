// A handle beside what a finger would lay, so that the finger does not cover it.
import { find, h, icon, mark } from "./dom.js";

const HALF = 26; // pixels
const AWAY = 36; // from the ghost to the middle of the grip

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {"below"|"right"|"left"|"above"} Side */

export class Grip {
  /**
   * @param {(x: number, y: number) => void} move where in the window the middle of the ghost should be
   * @param {(x: number, y: number) => void} tap what lies below is meant
   */
  constructor(move, tap) {
    this.move = move;
    this.moved = false;
    /** From the finger to the middle of the ghost, while it drags. @type {{x: number, y: number}|null} */
    this.held = null;
    this.middle = { x: 0, y: 0 };
    /** @type {Side} */
    this.side = "below";
    this.button = h("button", { class: "grip", type: "button", tabindex: "-1", hidden: true }, icon("move"));
    find("#stage-frame").append(this.button);
    this.button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.button.setPointerCapture(event.pointerId);
      this.moved = false;
      this.held = { x: this.middle.x - event.clientX, y: this.middle.y - event.clientY };
    });
    this.button.addEventListener("pointermove", (event) => {
      if (!this.held) return;
      this.moved = true;
      this.move(event.clientX + this.held.x, event.clientY + this.held.y);
    });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"]))
      this.button.addEventListener(type, (event) => {
        if (this.held && !this.moved && type === "pointerup") tap(event.clientX, event.clientY);
        this.held = null;
      });
  }

  hide() {
    if (!this.held || !this.moved) this.button.hidden = true;
  }

  /** Beside a ghost, on a side where it covers nothing. @param {DOMRect} ghost @param {DOMRect[]} busy @param {string} name */
  show(ghost, busy, name) {
    const frame = find("#stage-frame").getBoundingClientRect();
    this.middle = { x: (ghost.left + ghost.right) / 2, y: (ghost.top + ghost.bottom) / 2 };
    /** @type {Record<Side, {x: number, y: number}>} */
    const sides = {
      below: { x: this.middle.x, y: ghost.bottom + AWAY },
      right: { x: ghost.right + AWAY, y: this.middle.y },
      left: { x: ghost.left - AWAY, y: this.middle.y },
      above: { x: this.middle.x, y: ghost.top - AWAY },
    };
    const names = /** @type {Side[]} */ (Object.keys(sides));
    const within = (/** @type {Side} */ side) => ({
      x: Math.min(frame.right - HALF, Math.max(frame.left + HALF, sides[side].x)),
      y: Math.min(frame.bottom - HALF, Math.max(frame.top + HALF, sides[side].y)),
    });
    const covers = (/** @type {Side} */ side) => [ghost, ...busy].reduce((sum, box) => sum + shared(within(side), box), 0);
    if (!this.held) this.side = names.toSorted((a, b) => covers(a) - covers(b))[0]; // it keeps its side during a drag
    const { x, y } = within(this.side);
    mark(this.button, "aria-label", name);
    this.button.dataset.side = this.side;
    this.button.hidden = false;
    this.button.style.left = `${x - frame.left}px`;
    this.button.style.top = `${y - frame.top}px`;
  }
}

/** How much of a box the grip would cover. @param {{x: number, y: number}} at @param {Box} box */
function shared({ x, y }, { left, top, right, bottom }) {
  const wide = Math.min(x + HALF, right) - Math.max(x - HALF, left);
  const high = Math.min(y + HALF, bottom) - Math.max(y - HALF, top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
