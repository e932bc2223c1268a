// What can be clicked on the sheets. Places with the same outline are one spot: one turns from one of its options to the next.
// Pointing at a spot shows the ghost of what the click would do, and a call-out with its words.
import { h, mark, s, shape } from "./dom.js";
import { itemElement } from "./sheet.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {{place: Place, action: Action}} Option */
/** @typedef {{key: string, sheet: string, css: string, x: number, y: number, d: string, options: Option[], at: number, turned: boolean, element: any, badge: any, born: number}} Spot */

const INERT = 280;
let lastMove = 0;
addEventListener("pointermove", () => { lastMove = performance.now(); }, { capture: true, passive: true });

/** A control that has just appeared under a resting pointer is not clicked by it. @param {number} born */
export const settled = (born) => lastMove > born || performance.now() - born > INERT;

export class Spots {
  /** @param {import("./layout.js").Layout} layout @param {{choose: (option: Option, how: string) => void, point: (option: Option|null) => void, dragged: () => boolean, foreseen: (action: number) => {lines: string[], gains: {seat: number, points: number}[]}|undefined}} say */
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
    this.callout = h("div", { class: "callout", "aria-hidden": "true", hidden: true });
    this.menu = h("div", { class: "chooser", role: "menu", hidden: true, "aria-label": t("choices") });
    document.body.append(this.callout, this.menu);
    this.menu.addEventListener("keydown", (event) => this.#menuKey(event));
    addEventListener("pointerdown", (event) => { if (!this.menu.contains(/** @type {Node} */ (event.target))) this.closeMenu(); }, { capture: true });
  }

  /** @param {Place[]} places @param {Action[]} actions @param {Map<string, any>} shown */
  show(places, actions, shown) {
    const known = new Map(actions.map((action) => [action.action, action]));
    /** @type {Map<string, any>} */
    const wanted = new Map();
    for (const place of places) {
      const options = place.actions.filter((n) => known.has(n)).map((n) => ({ place, action: known.get(n) }));
      if (!options.length) continue;
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
    for (const [key, spot] of wanted) this.#put(key, spot, shown.get(spot.sheet));
    if (this.over && !this.spots.has(this.over.key)) this.over = null;
    const first = this.spots.values().next().value;
    for (const spot of this.spots.values()) mark(spot.element, "tabindex", spot === first ? "0" : "-1");
    this.light(null);
    if (this.over) this.#point(this.over);
  }

  clear() { this.show([], [], new Map()); }

  /** @param {Spot} spot */
  #remove(spot) { spot.element.remove(); spot.badge?.remove(); this.spots.delete(spot.key); }

  /** @param {string} key @param {any} wanted @param {any} view */
  #put(key, wanted, view) {
    let spot = this.spots.get(key);
    if (!spot) {
      const fresh = { ...wanted, at: 0, turned: false, born: performance.now(), element: s("path", { d: wanted.d, role: "button" }) };
      spot = fresh;
      const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ act) => fresh.element.addEventListener(type, act);
      on("pointerenter", (event) => { if (event.pointerType !== "touch") this.#point(fresh); });
      on("pointerleave", (event) => { if (event.pointerType !== "touch") this.#leave(fresh); });
      on("mousedown", (event) => event.preventDefault()); // focus by hand would scroll the sheet away under the finger
      on("focus", () => this.#point(fresh));
      on("blur", () => this.#leave(fresh));
      on("click", (event) => this.#click(fresh, event));
      on("keydown", (event) => this.#key(fresh, event));
      view.layer.highlights.append(fresh.element);
      this.spots.set(key, fresh);
    } else {
      if (spot.options.map((o) => o.action.action).join() !== wanted.options.map((/** @type {Option} */ o) => o.action.action).join()) { spot.at = 0; spot.turned = false; }
      spot.options = wanted.options;
    }
    mark(spot.element, "class", `place ${wanted.css}`.trim());
    mark(spot.element, "data-actions", spot.options.map((option) => option.action.action).join(" "));
    const words = spot.options[0];
    mark(spot.element, "aria-label", spot.options.length > 1 ? `${words.action.text}, ${t("n choices", { n: spot.options.length })}` : words.action.text);
    this.#badge(spot, view);
  }

  /** @param {Spot} spot @param {any} view */
  #badge(spot, view) {
    const text = spot.css.split(" ").includes("plain") ? "" : spot.options[0].place.badge;
    if (!text) { spot.badge?.remove(); spot.badge = null; return; }
    if (!spot.badge) spot.badge = s("g", { class: "badge", "aria-hidden": "true" }, s("circle", { r: "10.5" }), s("text", { y: "4.5" }));
    mark(spot.badge, "transform", `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`);
    spot.badge.lastChild.textContent = text;
    if (spot.badge.parentNode !== view.layer.labels) view.layer.labels.append(spot.badge);
  }

  // --- pointing -------------------------------------------------------------------------------------------------------

  /** @param {Spot} spot */
  #point(spot) { this.over = spot; this.say.point(spot.options[spot.at]); }

  /** @param {Spot} spot */
  #leave(spot) { if (this.over === spot) { this.over = null; this.say.point(null); } }

  /** Turns to the next option of the spot under the pointer. @param {number} step */
  turn(step) {
    const spot = this.over;
    if (!spot || spot.options.length < 2) return false;
    spot.at = (spot.at + step + spot.options.length) % spot.options.length;
    spot.turned = true;
    this.#point(spot);
    return true;
  }

  /** Shows an option: ghost, outlines, call-out. @param {Option|null} option @param {string} [how] "", "chosen" or "sent" */
  light(option, how = "") {
    for (const ghost of this.ghosts) ghost.remove();
    this.ghosts = [];
    this.lit = option;
    for (const spot of this.spots.values()) {
      const on = Boolean(option && spot.options.some((one) => one.action === option.action));
      spot.element.classList.toggle("lit", on);
      spot.badge?.classList.toggle("lit", on);
    }
    cancelAnimationFrame(this.calling);
    if (!option) { this.callout.hidden = true; return; }
    const { ghost, targets } = option.place;
    const view = ghost && this.layout.shown(targets[0]?.sheet);
    if (view) {
      const element = itemElement({ ...ghost, id: "ghost" }, undefined);
      element.classList.add("ghost", ...(how ? [how] : []));
      view.layer.flight.append(element);
      this.ghosts.push(element);
    }
    this.calling = requestAnimationFrame(() => this.#call(option, how)); // to measure now would lay out the page anew
  }

  /** @param {Option} option @param {string} how */
  #call(option, how) {
    const spots = [...this.spots.values()].filter((one) => one.element.getClientRects().length && one.options.some((o) => o.action === option.action));
    const spot = this.over && spots.includes(this.over) ? this.over : spots[0];
    const anchor = this.ghosts[0] || spot?.element;
    if (!anchor || how === "sent" || !spot) { this.callout.hidden = true; return; }
    const many = spot.options.length;
    const foreseen = this.say.foreseen(option.action.action);
    const gains = (foreseen || option.action).gains?.filter((gain) => gain.points) || [];
    this.callout.replaceChildren(h("div", { class: "what" }, ...gains.map((gain) => h("span", { class: "gain num" }, shape(gain.seat), `${gain.points > 0 ? "+" : "−"}${Math.abs(gain.points)}`)), h("b", { text: option.action.text }),
      many > 1 ? h("span", { class: "aside" }, h("kbd", { text: "R" }), ` ${spot.options.indexOf(spot.options.find((o) => o.action === option.action) || option) + 1} / ${many}`) : ""),
    foreseen?.lines.length ? h("ul", {}, ...foreseen.lines.slice(0, 7).map((line) => h("li", { text: line }))) : "");
    this.callout.hidden = false;
    this.#beside(this.callout, spot.element.getBoundingClientRect(), anchor.getBoundingClientRect());
  }

  /** Beside a box, never on it, always in the window. @param {HTMLElement} element @param {DOMRect} box @param {DOMRect} [also] */
  #beside(element, box, also = box) {
    const top = Math.min(box.top, also.top), bottom = Math.max(box.bottom, also.bottom);
    const { offsetWidth: w, offsetHeight: high } = element;
    const x = Math.max(8, Math.min(innerWidth - w - 8, (box.left + box.right) / 2 - w / 2));
    const y = top - high - 10 > 54 ? top - high - 10 : Math.min(innerHeight - high - 8, bottom + 10);
    element.style.left = `${Math.round(x)}px`;
    element.style.top = `${Math.round(y)}px`;
  }

  // --- choosing -------------------------------------------------------------------------------------------------------

  /** @param {Spot} spot @param {MouseEvent} event */
  #click(spot, event) {
    event.stopPropagation();
    if (this.say.dragged() || (event.detail && !settled(spot.born))) return;
    this.#take(spot, /** @type {any} */ (event).pointerType === "touch" ? "touch" : "mouse");
  }

  /** @param {Spot} spot @param {string} how */
  #take(spot, how) {
    const own = new Set(spot.options.map((option) => option.place.ghost?.id));
    const clear = spot.options.length === 1 || (spot.turned && how !== "touch") || (own.size === spot.options.length && !own.has(undefined));
    if (clear) this.say.choose(spot.options[spot.at], how);
    else this.#openMenu(spot, how);
  }

  /** The next option of a spot that was tapped again. @param {Option} option */
  spotOf(option) { return [...this.spots.values()].find((spot) => spot.options.some((one) => one.action === option.action)); }

  /** @param {Spot} spot @param {KeyboardEvent} event */
  #key(spot, event) {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); this.#take(spot, "key"); return; }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (/** @type {Spot} */ one) => { const box = one.element.getBoundingClientRect(); return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; };
    const [x, y] = middle(spot);
    let best = null, least = Infinity;
    for (const other of this.spots.values()) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * step[0] + (oy - y) * step[1], across = Math.abs((ox - x) * step[1]) + Math.abs((oy - y) * step[0]);
      if (other !== spot && along > 1 && along + 2 * across < least) { least = along + 2 * across; best = other; }
    }
    if (best) this.focus(best);
  }

  /** @param {Spot} spot */
  focus(spot) {
    for (const one of this.spots.values()) mark(one.element, "tabindex", one === spot ? "0" : "-1");
    spot.element.focus();
  }

  /** @param {Spot} spot @param {string} how */
  #openMenu(spot, how) {
    this.callout.hidden = true;
    this.menuFrom = spot;
    this.menu.replaceChildren(...spot.options.map((option) => h("button", { class: "choice", type: "button", role: "menuitem", data: { action: option.action.action }, text: option.action.text,
      on: { click: () => { this.closeMenu(); this.say.choose(option, how === "touch" ? "menu" : how); }, pointerenter: () => this.light(option), focus: () => this.light(option) } })));
    this.menu.hidden = false;
    this.#beside(this.menu, spot.element.getBoundingClientRect());
    this.menu.firstChild.focus();
  }

  closeMenu() {
    if (this.menu.hidden) return false;
    const inside = this.menu.contains(document.activeElement);
    this.menu.hidden = true;
    if (inside && this.menuFrom?.element.isConnected) this.menuFrom.element.focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #menuKey(event) {
    const buttons = [...this.menu.children];
    const n = buttons.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(n + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons[(n - 1 + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape") this.closeMenu();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

