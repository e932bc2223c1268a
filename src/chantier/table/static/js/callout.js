// Words beside a place on a sheet: what a click would do, and a menu where one place has several actions.
import { h, inside, shape } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./spots.js").Option} Option */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("./spots.js").Foreseen} Foreseen */
/** @typedef {import("./protocol.js").Gain} Gain */

const EDGE = 8; // pixels between a box and the edge of the window
const AWAY = 10; // and between a box and what it speaks of
const HEADER = 54;
const LINES = 7; // of what would happen

/**
 * Beside a box, not on it, always in the window.
 * @param {HTMLElement} element
 * @param {DOMRect} box
 * @param {DOMRect} [also]
 * @returns {boolean} whether there is room beside it; if not, it lies near it
 */
export function beside(element, box, also = box) {
  const [left, right] = [Math.min(box.left, also.left), Math.max(box.right, also.right)];
  const [top, bottom] = [Math.min(box.top, also.top), Math.max(box.bottom, also.bottom)];
  const { offsetWidth: w, offsetHeight: high } = element;
  const x = Math.max(EDGE, Math.min(innerWidth - w - EDGE, (box.left + box.right) / 2 - w / 2));
  const y = Math.max(HEADER, Math.min(innerHeight - high - EDGE, (box.top + box.bottom) / 2 - high / 2));
  const sides = [
    { x, y: top - high - AWAY, fits: top - high - AWAY > HEADER },
    { x, y: bottom + AWAY, fits: bottom + AWAY + high < innerHeight - EDGE },
    { x: right + AWAY, y, fits: right + AWAY + w < innerWidth - EDGE },
    { x: left - w - AWAY, y, fits: left - w - AWAY > EDGE },
  ];
  const free = sides.find((side) => side.fits);
  const { x: leftmost, y: topmost } = free || { x, y: Math.max(HEADER, Math.min(innerHeight - high - EDGE, bottom + AWAY)) };
  element.style.left = `${Math.round(leftmost)}px`;
  element.style.top = `${Math.round(topmost)}px`;
  return Boolean(free);
}

/** @param {Gain} gain */
const gained = ({ seat, points }) =>
  h("span", { class: "gain num" }, shape(seat), `${points > 0 ? "+" : "−"}${Math.abs(points)}`);

/** What a click would do. */
export class Callout {
  constructor() {
    this.box = h("div", { class: "callout", "aria-hidden": "true", hidden: true });
    document.body.append(this.box);
  }

  hide() {
    this.box.hidden = true;
  }

  /**
   * @param {Spot} spot
   * @param {Option} option
   * @param {Foreseen|undefined} foreseen
   * @param {Element} anchor what it must not cover, besides the spot
   */
  show(spot, option, foreseen, anchor) {
    const many = spot.options.length;
    const n = spot.options.findIndex((one) => one.action === option.action) + 1;
    const gains = (foreseen || option.action).gains.filter((gain) => gain.points);
    const lines = foreseen?.lines.slice(0, LINES) || [];
    this.box.replaceChildren(
      h(
        "div",
        { class: "what" },
        ...gains.map(gained),
        h("b", { text: option.action.text }),
        many > 1 && h("span", { class: "aside" }, h("kbd", { text: "R" }), ` ${n} / ${many}`),
      ),
      ...option.place.brings.map((chip) => h("p", { class: chip.good ? "good" : "aside", text: chip.text })),
      lines.length ? h("ul", {}, ...lines.map((line) => h("li", { text: line }))) : "",
    );
    this.box.hidden = false;
    for (const other of document.querySelectorAll(".callout.why")) if (other instanceof HTMLElement) other.hidden = true;
    const room = beside(this.box, spot.element.getBoundingClientRect(), anchor.getBoundingClientRect());
    this.box.hidden = !room; // the dock says the same
  }

  /** Also what the thing is that lies there. @param {string} text @param {DOMRect} box what it speaks of */
  add(text, box) {
    if (this.box.hidden) return;
    this.box.append(h("p", { class: "aside small", text }));
    this.box.hidden = !beside(this.box, box);
  }
}

/** The actions of one place, to choose from. */
export class Chooser {
  constructor() {
    this.menu = h("div", { class: "chooser", role: "menu", hidden: true, "aria-label": t("choices") });
    /** @type {Spot|null} */
    this.from = null;
    document.body.append(this.menu);
    this.menu.addEventListener("keydown", (event) => this.#key(event));
    const outside = (/** @type {Event} */ event) => !(event.target instanceof Node && this.menu.contains(event.target));
    addEventListener("pointerdown", (event) => outside(event) && this.close(), { capture: true });
  }

  /** @param {Spot} spot @param {(option: Option) => void} choose @param {(option: Option) => void} light */
  open(spot, choose, light) {
    this.from = spot;
    this.menu.replaceChildren(...spot.options.map((option) => this.#choice(option, choose, light)));
    this.menu.hidden = false;
    beside(this.menu, spot.element.getBoundingClientRect());
    inside(this.menu)[0]?.focus();
  }

  /** @param {Option} option @param {(option: Option) => void} choose @param {(option: Option) => void} light */
  #choice(option, choose, light) {
    const { action, text } = option.action;
    const click = () => {
      this.close();
      choose(option);
    };
    return h("button", {
      class: "choice",
      type: "button",
      role: "menuitem",
      data: { action },
      text,
      on: { click, pointerenter: () => light(option), focus: () => light(option) },
    });
  }

  /** @returns {boolean} whether it was open */
  close() {
    if (this.menu.hidden) return false;
    const focused = this.menu.contains(document.activeElement);
    this.menu.hidden = true;
    if (focused && this.from?.element.isConnected) this.from.element.focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const buttons = inside(this.menu);
    const n = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(n + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons.at(n - 1)?.focus();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
