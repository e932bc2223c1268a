// What can be clicked on the sheets. Places with the same outline are one spot: one turns from one of its options to the next.
// Pointing at a spot shows the ghost of what the click would do, and a call-out with its words.
import { Callout, Chooser } from "./callout.js";
import { mark, s } from "./dom.js";
import { Laying } from "./laying.js";
import { itemElement } from "./sheet.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Place} Place */
/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Region} Region */
/** @typedef {import("./sheet.js").SheetView} SheetView */
/** How something was chosen. @typedef {"touch"|"mouse"|"key"|"menu"} How */
/** @typedef {{place: Place, action: Action}} Option */
/** @typedef {import("./protocol.js").Target & {key: string, options: Option[]}} Wanted */
/**
 * @typedef {Wanted & {at: number, turned: boolean, element: SVGPathElement, reach: SVGCircleElement,
 *   badge: {sign: SVGGElement, text: SVGTextElement}|null, born: number}} Spot
 */
/** @typedef {{lines: string[], gains: import("./protocol.js").Gain[]}} Foreseen */
/**
 * @typedef {{
 *   choose: (option: Option, how: How) => void,
 *   point: (option: Option|null) => void,
 *   advise: (option: Option) => void,
 *   pointed: () => boolean,
 *   dragged: () => boolean,
 *   drags: () => boolean,
 *   settled: (born: number) => boolean,
 *   foreseen: (action: number) => Foreseen|undefined,
 * }} Say
 */

/** @type {Record<string, [number, number]|undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const INERT = 280;
let lastMove = 0;
addEventListener(
  "pointermove",
  () => {
    lastMove = performance.now();
  },
  { capture: true, passive: true },
);

/** Whether a finger did it. A click is a pointer event where browsers tell how it was made. @param {Event} event */
export const byTouch = (event) => event instanceof PointerEvent && event.pointerType === "touch";

/** A control that has just appeared under a resting pointer is not clicked by it. @param {number} born */
export const settled = (born) => lastMove > born || performance.now() - born > INERT;

export class Spots {
  /** @param {import("./layout.js").Layout} layout @param {Say} say */
  constructor(layout, say) {
    this.layout = layout;
    this.say = say;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Spot|null} */
    this.over = null;
    /** @type {Option|null} */
    this.lit = null;
    /** @type {Element[]} */
    this.ghosts = [];
    this.calling = 0;
    this.callout = new Callout();
    this.chooser = new Chooser();
    this.laying = new Laying(say);
  }

  /** @param {Place[]} places @param {Action[]} actions @param {Map<string, SheetView>} shown @param {Region[]} [regions] */
  show(places, actions, shown, regions = []) {
    const known = new Map(actions.map((action) => [action.action, action]));
    /** @type {Map<string, Wanted>} */
    const wanted = new Map();
    /** @type {Option[]} */
    const lying = [];
    for (const place of places) {
      const options = place.actions.flatMap((n) => {
        const action = known.get(n);
        return action ? [{ place, action }] : [];
      });
      if (!options.length) continue;
      if (place.lies.length) {
        lying.push(...options);
        continue;
      }
      for (const target of place.targets) {
        if (!shown.has(target.sheet)) continue;
        const key = `${target.sheet} ${target.d}`;
        const spot = wanted.get(key);
        if (spot) spot.options.push(...options);
        else wanted.set(key, { key, ...target, options: [...options] });
      }
    }
    this.closeMenu();
    for (const [key, spot] of this.spots) if (!wanted.has(key)) this.#remove(spot);
    for (const [key, spot] of wanted) this.#put(key, spot, /** @type {SheetView} */ (shown.get(spot.sheet)));
    this.laying.show(regions, lying, shown);
    if (this.over && !this.spots.has(this.over.key)) this.over = null;
    const first = this.spots.values().next().value;
    for (const spot of this.spots.values()) mark(spot.element, "tabindex", spot === first ? "0" : "-1");
    this.light(null);
    if (this.over) this.#point(this.over);
  }

  clear() {
    this.show([], [], new Map());
  }

  /** @param {Spot} spot */
  #remove(spot) {
    spot.element.remove();
    spot.reach.remove();
    spot.badge?.sign.remove();
    this.spots.delete(spot.key);
  }

  /** A spot that was not there before. @param {Wanted} wanted @param {SheetView} view @returns {Spot} */
  #make(wanted, view) {
    /** @type {Spot} */
    const fresh = {
      ...wanted,
      at: 0,
      turned: false,
      born: performance.now(),
      badge: null,
      reach: this.#reach(wanted, () => fresh),
      element: s("path", {
        d: wanted.d,
        role: "button",
        on: {
          pointerenter: (event) => {
            if (event.pointerType !== "touch") this.#point(fresh);
          },
          pointerleave: (event) => {
            if (event.pointerType !== "touch") this.#leave(fresh);
          },
          mousedown: (event) => event.preventDefault(), // focus by hand would scroll the sheet away under the finger
          focus: () => this.#point(fresh),
          blur: () => this.#leave(fresh),
          click: (event) => this.#click(fresh, event),
          keydown: (event) => this.#key(fresh, event),
        },
      }),
    };
    view.layer.highlights.append(fresh.element);
    view.layer.highlights.prepend(fresh.reach);
    this.spots.set(wanted.key, fresh);
    return fresh;
  }

  /** The ground around a spot: whoever hits it means the nearest one. @param {Wanted} wanted @param {() => Spot} own */
  #reach(wanted, own) {
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "touch") this.#point(own());
    };
    return s("circle", {
      class: "reach",
      cx: wanted.x.toFixed(1),
      cy: wanted.y.toFixed(1),
      "aria-hidden": "true",
      on: {
        pointerenter: point,
        pointerleave: () => this.#leave(own()),
        mousedown: (event) => event.preventDefault(),
        click: (event) => this.#click(this.#nearest(own(), event), event),
      },
    });
  }

  /** @param {Spot} spot one that was hit, or hit beside @param {MouseEvent} event @returns {Spot} */
  #nearest(spot, event) {
    const away = (/** @type {Spot} */ one) => {
      const box = one.reach.getBoundingClientRect();
      return Math.hypot((box.left + box.right) / 2 - event.clientX, (box.top + box.bottom) / 2 - event.clientY);
    };
    const near = this.#seen().filter((one) => one.sheet === spot.sheet);
    return near.reduce((best, one) => (away(one) < away(best) ? one : best), spot);
  }

  /** @param {string} key @param {Wanted} wanted @param {SheetView} view */
  #put(key, wanted, view) {
    const spot = this.spots.get(key) || this.#make(wanted, view);
    if (spot.options.map((o) => o.action.action).join() !== wanted.options.map((o) => o.action.action).join()) {
      spot.at = 0;
      spot.turned = false;
    }
    spot.options = wanted.options;
    mark(spot.element, "class", `place ${wanted.css}`.trim());
    mark(spot.reach, "class", `reach ${wanted.css}`.trim());
    mark(spot.element, "data-actions", spot.options.map((option) => option.action.action).join(" "));
    const words = spot.options[0];
    mark(
      spot.element,
      "aria-label",
      spot.options.length > 1 ? `${words.action.text}, ${t("n choices", { n: spot.options.length })}` : words.action.text,
    );
    this.#badge(spot, view);
  }

  /** @param {Spot} spot @param {SheetView} view */
  #badge(spot, view) {
    const told = spot.css.split(" ").includes("plain") ? "" : spot.options[0].place.badge;
    if (!told) {
      spot.badge?.sign.remove();
      spot.badge = null;
      return;
    }
    if (!spot.badge) {
      const text = s("text", { y: "4.5" });
      spot.badge = { text, sign: s("g", { class: "badge", "aria-hidden": "true" }, s("circle", { r: "10.5" }), text) };
    }
    const { sign, text } = spot.badge;
    mark(sign, "class", `badge ${spot.css}`.trim());
    mark(sign, "transform", `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`);
    text.textContent = told;
    if (sign.parentNode !== view.layer.labels) view.layer.labels.append(sign);
  }

  // --- pointing -------------------------------------------------------------------------------------------------------

  /** @param {Spot} spot */
  #point(spot) {
    this.over = spot;
    this.say.point(spot.options[spot.at]);
  }

  /** @param {Spot} spot */
  #leave(spot) {
    if (this.over === spot) {
      this.over = null;
      this.say.point(null);
    }
  }

  /** Turns what would be laid, or to the next option of the spot under the pointer. @param {number} step */
  turn(step) {
    if (this.laying.active) return this.laying.turn(step);
    const spot = this.over;
    if (!spot || spot.options.length < 2) return false;
    spot.at = (spot.at + step + spot.options.length) % spot.options.length;
    spot.turned = true;
    this.#point(spot);
    return true;
  }

  /** A wheel turns only what it is over. @param {number} step */
  wheel(step) {
    return this.laying.active && !this.laying.pointer ? false : this.turn(step);
  }

  /** Shows an option: ghost, outlines, call-out. @param {Option|null} option @param {string} [how] "", "chosen" or "sent" */
  light(option, how = "") {
    for (const ghost of this.ghosts) ghost.remove();
    this.ghosts = [];
    this.lit = option;
    for (const spot of this.spots.values()) {
      const on = Boolean(option && spot.options.some((one) => one.action === option.action));
      spot.element.classList.toggle("lit", on);
      spot.badge?.sign.classList.toggle("lit", on);
    }
    cancelAnimationFrame(this.calling);
    this.ghosts = this.laying.light(option, how);
    if (!option || this.ghosts.length) {
      this.callout.hide();
      return;
    }
    const { ghost, targets, shown } = option.place;
    shown.forEach((shape, n) => {
      const drawn = itemElement(shape, undefined);
      this.layout.shown(targets[n]?.sheet)?.layer.ground.append(drawn);
      this.ghosts.push(drawn);
    });
    const view = ghost && this.layout.shown(targets[0]?.sheet);
    if (ghost && view) {
      const element = itemElement({ ...ghost, id: "ghost" }, undefined);
      element.classList.add("ghost", ...(how ? [how] : []));
      view.layer.flight.append(element);
      this.ghosts.push(element);
    }
    this.calling = requestAnimationFrame(() => this.#call(option, how)); // to measure now would lay out the page anew
  }

  /** @param {Option} option @param {string} how */
  #call(option, how) {
    const spots = [...this.spots.values()].filter(
      (one) => one.element.getClientRects().length && one.options.some((o) => o.action === option.action),
    );
    const spot = this.over && spots.includes(this.over) ? this.over : spots[0];
    if (how === "sent" || !spot) this.callout.hide();
    else {
      const ghost = option.place.ghost && this.ghosts.at(-1);
      this.callout.show(spot, option, this.say.foreseen(option.action.action), ghost || spot.element);
    }
  }

  // --- choosing -------------------------------------------------------------------------------------------------------

  /** @param {Spot} spot @param {MouseEvent} event */
  #click(spot, event) {
    event.stopPropagation();
    if (this.say.dragged() || (event.detail && !settled(spot.born))) return;
    this.#take(spot, byTouch(event) ? "touch" : "mouse");
  }

  /** @param {Spot} spot @param {How} how */
  #take(spot, how) {
    const own = new Set(spot.options.map((option) => option.place.ghost?.id));
    const clear =
      spot.options.length === 1 ||
      (spot.turned && how !== "touch") ||
      (own.size === spot.options.length && !own.has(undefined));
    if (clear) {
      this.say.choose(spot.options[spot.at], how);
      return;
    }
    this.callout.hide();
    this.chooser.open(
      spot,
      (option) => this.say.choose(option, how === "touch" ? "menu" : how),
      (option) => this.light(option),
    );
  }

  /** @param {Spot} spot @param {KeyboardEvent} event */
  #key(spot, event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#take(spot, "key");
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (/** @type {Spot} */ one) => {
      const box = one.element.getBoundingClientRect();
      return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    };
    const [x, y] = middle(spot);
    let best = null,
      least = Infinity;
    for (const other of this.#seen()) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * step[0] + (oy - y) * step[1],
        across = Math.abs((ox - x) * step[1]) + Math.abs((oy - y) * step[0]);
      if (other !== spot && along > 1 && along + 2 * across < least) {
        least = along + 2 * across;
        best = other;
      }
    }
    if (best) this.focus(best);
  }

  /** To the first of them, by the keyboard. */
  enter() {
    const [first] = this.#seen();
    if (this.laying.active) this.laying.region.focus();
    else if (first) this.focus(first);
  }

  /** Those that are not cut away. */
  #seen() {
    return [...this.spots.values()].filter((spot) => spot.element.getClientRects().length);
  }

  /**
   * Some were cut away or drawn anew: the keyboard keeps to what is seen.
   * @param {string} [actions] what had the focus @param {SVGSVGElement} [svg] of the sheet on which it had it
   */
  rove(actions, svg) {
    const seen = this.#seen();
    const same = seen.find((spot) => spot.element.getAttribute("data-actions") === actions && svg?.contains(spot.element));
    if (same) this.focus(same);
    else if (seen.length && !seen.some((spot) => spot.element.getAttribute("tabindex") === "0"))
      for (const spot of this.spots.values()) mark(spot.element, "tabindex", spot === seen[0] ? "0" : "-1");
  }

  /** @param {Spot} spot */
  focus(spot) {
    for (const one of this.spots.values()) mark(one.element, "tabindex", one === spot ? "0" : "-1");
    spot.element.focus();
  }

  closeMenu() {
    return this.chooser.close();
  }
}
