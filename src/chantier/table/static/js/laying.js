// Putting down something of several squares. All squares that some way to lie would cover are one surface: pointing at any of
// them shows a way that covers it, turned as last chosen if it can lie so there. What it would bring is shown where it comes
// from.
import { mark, s, shape } from "./dom.js";
import { Grip } from "./grip.js";
import { itemElement } from "./sheet.js";

/** @typedef {import("./protocol.js").Place} Place */
/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Chip} Chip */
/** @typedef {import("./sheet.js").SheetView} SheetView */
/** @typedef {import("./spots.js").Option} Option */
/** A way to lie, with its middle. @typedef {Option & {lie: import("./protocol.js").Lie, x: number, y: number}} Way */
/** @typedef {{x: number, y: number}} Point */

/** @type {Record<string, [number, number]|undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FLIPPED = 4; // what is added to a turn if it is mirrored
const CHIP = 24; // pixels from one chip to the next

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

export class Laying {
  /** @param {import("./spots.js").Say} say */
  constructor(say) {
    this.say = say;
    /** Those on the sheet in sight. @type {Way[]} */
    this.ways = [];
    /** @type {SheetView|null} */
    this.view = null;
    this.side = 1;
    /** The turn that was chosen last; it stays from one decision to the next. */
    this.turned = 0;
    /** What was shown last. @type {Way|null} */
    this.at = null;
    /** Where a mouse points, on the sheet. @type {Point|null} */
    this.pointer = null;
    this.born = 0;
    this.grip = new Grip(
      (clientX, clientY) => this.#drag(clientX, clientY),
      (clientX, clientY) => this.#put(this.#pick(this.#point({ clientX, clientY }))),
    );
    this.region = s("path", {
      class: "place region",
      role: "button",
      tabindex: "0",
      "data-actions": "",
      on: {
        pointermove: (event) => this.#hover(event),
        pointerleave: (event) => this.#leave(event),
        mousedown: (event) => event.preventDefault(),
        focus: () => this.#focus(),
        blur: () => this.say.point(null),
        click: (event) => this.#click(event),
        keydown: (event) => this.#key(event),
      },
    });
  }

  get active() {
    return this.ways.length > 0;
  }

  /** Whether something can be turned, and flipped. */
  get freedom() {
    const turns = new Set(this.ways.map((way) => way.lie.turn));
    const sides = new Set([...turns].map((turn) => turn < FLIPPED));
    return { turn: turns.size > sides.size, flip: sides.size > 1 };
  }

  /** @param {import("./protocol.js").Region[]} regions @param {Option[]} options @param {Map<string, SheetView>} shown */
  show(regions, options, shown) {
    const region = options.length ? regions.find((one) => shown.has(one.sheet)) : undefined;
    this.view = (region && shown.get(region.sheet)) || null;
    this.ways = region ? options.flatMap((option) => way(option, region.sheet)) : [];
    this.at = this.ways.find((one) => one.action.action === this.at?.action.action) || null;
    this.pointer = null;
    if (!region || !this.view) {
      this.region.remove();
      this.light(null);
      return;
    }
    this.side = region.side;
    mark(this.region, "d", region.d);
    mark(this.region, "data-actions", this.ways.map((one) => one.action.action).join(" "));
    this.#name(this.ways[0]);
    if (this.region.parentNode !== this.view.layer.highlights) {
      this.born = performance.now();
      this.view.layer.highlights.append(this.region);
    }
  }

  /** What a screen reader calls the surface: what lies there now. @param {Way} way */
  #name(way) {
    mark(this.region, "aria-label", way.action.text);
  }

  // --- which way ------------------------------------------------------------------------------------------------------

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  #point(event) {
    const matrix = this.view?.layer.highlights.getScreenCTM()?.inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  /** @param {Point} point */
  #covering({ x, y }) {
    const half = this.side / 2;
    return this.ways.filter(({ lie }) =>
      lie.squares.some(([left, top]) => Math.abs(left - x) <= half && Math.abs(top - y) <= half),
    );
  }

  /** The nearest of some ways; first those that are turned as chosen. @param {Way[]} ways @param {Point} to */
  #nearest(ways, { x, y }) {
    const far = (/** @type {Way} */ one) =>
      Math.hypot(one.x - x, one.y - y) + (one.lie.turn === this.turned ? 0 : 100 * this.side);
    return ways.reduce((/** @type {Way|null} */ best, one) => (best && far(best) <= far(one) ? best : one), null);
  }

  /** @param {Point} point */
  #pick(point) {
    const covering = this.#covering(point);
    return this.#nearest(covering.length ? covering : this.ways, point);
  }

  /** The turn of the way in sight, or the next possible one. @param {(from: number) => number[]} wanted in this order */
  #change(wanted) {
    const from = this.at?.lie.turn ?? this.turned;
    const here = this.pointer || this.at || this.#middle();
    const ways = this.pointer ? this.#covering(this.pointer) : this.ways;
    for (const turn of wanted(from)) {
      const found = this.#nearest(
        ways.filter((one) => one.lie.turn === turn),
        here,
      );
      if (!found) continue;
      this.turned = turn;
      this.#go(found);
      return true;
    }
    return this.active;
  }

  #middle() {
    return { x: mean(this.ways.map((one) => one.x)), y: mean(this.ways.map((one) => one.y)) };
  }

  /** @param {number} step */
  turn(step) {
    return this.#change((from) => [1, 2, 3].map((n) => (from & FLIPPED) | ((from + step * n) & 3)));
  }

  flip() {
    return this.#change((from) => [0, 1, 2, 3].map((n) => ((from ^ FLIPPED) & FLIPPED) | ((from + n) & 3)));
  }

  /** Shows a way: under a mouse it is pointed at, else it is chosen and waits for a yes. @param {Way} way */
  #go(way) {
    this.at = way;
    this.#name(way);
    if (this.pointer || document.activeElement === this.region) this.say.point(way);
    else this.say.advise(way);
  }

  // --- mouse, finger, keys --------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #hover(event) {
    const point = this.#point(event);
    if (event.pointerType === "touch") {
      if (this.say.drags()) this.#drag(event.clientX, event.clientY);
      return;
    }
    this.pointer = point;
    const found = this.#pick(point);
    if (found && (found !== this.at || !this.say.pointed())) this.#go(found);
  }

  /** @param {PointerEvent} event */
  #leave(event) {
    if (event.pointerType === "touch") return;
    this.pointer = null;
    this.say.point(null);
  }

  /** A finger has moved it here. @param {number} clientX @param {number} clientY */
  #drag(clientX, clientY) {
    const found = this.#nearest(this.ways, this.#point({ clientX, clientY }));
    if (!found || found === this.at) return;
    this.at = found;
    this.#name(found);
    this.say.advise(found);
  }

  #focus() {
    if (!this.region.matches(":focus-visible")) return;
    const found = this.at || this.#nearest(this.ways, this.#middle());
    if (found) this.#go(found);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    event.stopPropagation();
    if (this.say.dragged() || (event.detail && !this.say.settled(this.born))) return;
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!touch && this.at && this.say.pointed()) this.say.choose(this.at, "mouse");
    else this.#put(this.#pick(this.#point(event)));
  }

  /** A tap never lays: it shows. @param {Way|null} found */
  #put(found) {
    if (!found) return;
    this.pointer = null;
    this.#go(found);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    const lays = event.key === "Enter" || event.key === " ";
    if (!step && !lays) return;
    event.preventDefault();
    event.stopPropagation();
    this.pointer = null;
    const from = this.at || this.ways[0];
    if (!step) {
      this.say.choose(from, "key");
      return;
    }
    const [dx, dy] = step;
    let best = null,
      least = Infinity;
    for (const other of this.ways) {
      const along = (other.x - from.x) * dx + (other.y - from.y) * dy;
      const across = Math.abs((other.x - from.x) * dy) + Math.abs((other.y - from.y) * dx);
      if (other.lie.turn !== from.lie.turn || along < 1 || along + 2 * across >= least) continue;
      least = along + 2 * across;
      best = other;
    }
    if (best) this.#go(best);
  }

  // --- what is shown --------------------------------------------------------------------------------------------------

  /**
   * The ghost, what it finishes, and what it brings.
   * @param {Option|null} option
   * @param {string} [how]
   * @returns {Element[]}
   */
  light(option, how = "") {
    const found = option && this.ways.find((one) => one.action.action === option.action.action);
    this.grip.hide();
    if (!found || !this.view) return [];
    this.at = found;
    if (how === "chosen") this.turned = found.lie.turn;
    const { lie, place } = found;
    const d = place.targets.find((target) => target.sheet === lie.sheet)?.d || "";
    const ghost = itemElement({ ...lie.ghost, id: "ghost" }, undefined);
    const k = this.view.lens()?.(0, 0).k || 1;
    const drawn = s(
      "g",
      { class: `laying ${how}` },
      s("path", { class: "shine", d }),
      s("path", { class: "ground", d }),
      ghost,
      s("path", { class: "edge", d }),
      ...lie.finishes.map((outline) => s("path", { class: "finish", d: outline })),
      ...(how === "sent" ? [] : chips(found, k)),
    );
    this.view.layer.labels.append(drawn);
    if (how === "chosen" && matchMedia("(pointer: coarse)").matches) this.#hold(drawn);
    return [drawn];
  }

  /** The grip beside the ghost, where it covers nothing that is told. @param {SVGGElement} drawn */
  #hold(drawn) {
    const edge = drawn.querySelector(".edge");
    if (!edge) return;
    const busy = [...drawn.querySelectorAll(".finish, .chip")].map((one) => one.getBoundingClientRect());
    this.grip.show(edge.getBoundingClientRect(), busy, this.at?.action.text || "");
  }
}

/** @param {Option} option @param {string} sheet @returns {Way[]} */
function way(option, sheet) {
  const lie = option.place.lies.find((one) => one.sheet === sheet);
  return lie ? [{ ...option, lie, x: mean(lie.squares.map(([x]) => x)), y: mean(lie.squares.map(([, y]) => y)) }] : [];
}

/** What it brings, at what brings it; several at one point stand below each other. @param {Way} way @param {number} k */
function chips({ place, lie }, k) {
  /** @type {Map<string, number>} */
  const rows = new Map();
  return place.brings.flatMap((chip, n) => {
    const at = lie.at[n];
    if (!at || !chip.short) return [];
    const row = rows.get(String(at)) || 0;
    rows.set(String(at), row + 1);
    return [drawChip(chip, at[0], at[1] + (row * CHIP) / k, k)];
  });
}

/** Its size on the screen is always the same. @param {Chip} chip @param {number} x @param {number} y @param {number} k */
function drawChip(chip, x, y, k) {
  const sign =
    chip.seat >= 0 ? shape(chip.seat) : s("use", { href: `#${chip.symbol}`, transform: "translate(-9 0) scale(.42)" });
  if (chip.seat >= 0)
    for (const [name, value] of Object.entries({ x: -15.5, y: -6, width: 12, height: 12 }))
      sign.setAttribute(name, String(value));
  return s(
    "g",
    { class: "chip", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(1 / k).toFixed(4)})` },
    s("rect", { x: -20, y: -11, width: 40, height: 22, rx: 11 }),
    sign,
    s("text", { x: 7, y: 4.8, "text-anchor": "middle", text: chip.short }),
  );
}
