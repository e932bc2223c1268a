// What can be turned: from which side one looks at a sheet, and up to which level. Both are the viewer's own choice, kept
// while the table is open; the server draws the side, and hiding what stands above a level is a matter of style.
import { find, h, icon, mark } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./sheet.js").SheetView} SheetView */
/** @typedef {import("./dom.js").Icon} Icon */
/** A button for one step: its sign, its words, its key, and what it does. @typedef {[Icon, string, string, () => void]} Step */
/** One of several. @typedef {{value: number, text: string, name: string, key: string}} Choice */

const FADE = 160; // milliseconds from one side to the next

export class Turning {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./protocol.js").Turntable|null} */
    this.can = null;
    this.memory = `turning ${location.pathname}`;
    const [side, upto] = (sessionStorage.getItem(this.memory) || "0 -1").split(" ").map(Number);
    this.side = side;
    /** The highest level that is shown, from 0; below 0 all are. */
    this.upto = upto;
    /** The side that the server was asked for and has not shown yet. @type {number|null} */
    this.asked = null;
    this.fading = false;
    /** What had the focus before everything was drawn anew. @type {string|undefined} */
    this.focused = undefined;
    this.bar = h("div", { id: "turning", role: "group", "aria-label": t("turning"), hidden: true });
    this.frame = find("#stage-frame");
    this.frame.append(this.bar);
    page.stage.swiped = (x, y) => this.#swiped(x, y);
  }

  /** Whether the stage is what can be turned. */
  get active() {
    return this.can !== null && this.page.stage.view?.name === this.can.sheet;
  }

  /** @param {import("./protocol.js").Turntable|undefined} can */
  take(can) {
    if (!can || this.can) return;
    this.can = can;
    const sides = Array.from({ length: can.sides }, (_, n) => ({
      value: n,
      text: t(`side ${n}`),
      name: t(`seen ${n}`),
      key: "",
    }));
    const levels = Array.from({ length: can.levels }, (_, n) => ({
      value: n,
      text: String(n + 1),
      name: t("up to level n", { n: n + 1 }),
      key: String(n + 1),
    }));
    const all = { value: -1, text: t("all"), name: t("all levels"), key: "0" };
    this.bar.append(
      this.#group(
        "sides",
        sides,
        ["unturn", "turn to left", "Q", () => this.turn(-1)],
        ["turn", "turn to right", "E", () => this.turn(1)],
      ),
      this.#group(
        "levels",
        [...levels, all],
        ["minus", "one level less", "", () => this.step(-1)],
        ["plus", "one level more", "", () => this.step(1)],
      ),
    );
  }

  /**
   * Buttons for a choice, between one step back and one on.
   * @param {"sides"|"levels"} what
   * @param {Choice[]} choices
   * @param {Step} back
   * @param {Step} on
   */
  #group(what, choices, back, on) {
    const step = (/** @type {Step} */ [name, key, letter, act]) => {
      const title = letter ? `${t(key)} (${letter})` : t(key);
      const props = {
        class: "btn step",
        type: "button",
        title,
        "aria-label": t(key),
        "aria-keyshortcuts": letter || undefined,
      };
      return h("button", { ...props, on: { click: act } }, icon(name));
    };
    const choose = (/** @type {number} */ value) => (what === "sides" ? this.look(value) : this.cut(value));
    const options = choices.map(({ value, text, name, key }) =>
      h("button", {
        class: "btn option",
        type: "button",
        text,
        title: name,
        "aria-label": name,
        "aria-keyshortcuts": key || undefined,
        data: { [what]: value },
        on: { click: () => choose(value) },
      }),
    );
    return h("div", { class: what, role: "group", "aria-label": t(what) }, step(back), ...options, step(on));
  }

  // --- choosing ---------------------------------------------------------------------------------------------------------

  /** @param {number} step */
  turn(step) {
    if (this.can) this.look((this.side + step + this.can.sides) % this.can.sides);
  }

  /** From this side. @param {number} side */
  look(side) {
    if (!this.active || side === this.side) return;
    this.side = side;
    this.#chosen(t(`seen ${side}`));
    if (this.asked === null) this.#ask();
  }

  /** @param {number} step */
  step(step) {
    if (!this.can) return;
    const { levels } = this.can;
    const to = Math.min(levels, Math.max(0, (this.upto < 0 ? levels : this.upto) + step));
    this.cut(to === levels ? -1 : to);
  }

  /** Up to this level; below 0 all are shown. @param {number} upto */
  cut(upto) {
    if (!this.active || upto === this.upto) return;
    this.upto = upto;
    this.#chosen(upto < 0 ? t("all levels") : t("up to level n", { n: upto + 1 }));
  }

  /** @param {string} told */
  #chosen(told) {
    sessionStorage.setItem(this.memory, `${this.side} ${this.upto}`);
    this.show();
    this.page.say(told);
  }

  /**
   * A drag across the stage: to the left the right side comes, down the highest level goes.
   * @param {number} x
   * @param {number} y
   */
  #swiped(x, y) {
    if (!this.active) return;
    if (x) this.turn(-x);
    else this.step(-y);
  }

  /** A digit, while the stage has the focus. @param {KeyboardEvent} event */
  key(event) {
    if (!this.active || !/^\d$/.test(event.key) || !this.frame.contains(document.activeElement)) return false;
    const n = Number(event.key);
    if (n <= (this.can?.levels || 0)) this.cut(n - 1);
    return true;
  }

  #ask() {
    const { page } = this;
    this.asked = this.side;
    this.fading = true;
    page.live.tell({ type: "view", side: this.side });
    if (page.past) page.visit(page.past.move);
  }

  /** The server has answered: whoever has turned on meanwhile asks again. */
  answered() {
    const asked = this.asked;
    this.asked = null;
    if (asked !== null && asked !== this.side) this.#ask();
  }

  // --- showing ----------------------------------------------------------------------------------------------------------

  /** Before the sheets are drawn anew: what was seen stays for a moment. */
  leave() {
    const sheet = this.can && this.page.layout.shown(this.can.sheet);
    const has = document.activeElement;
    this.focused = has instanceof SVGElement && sheet?.svg.contains(has) ? has.dataset.actions : undefined;
    if (!this.fading || !sheet) return;
    this.fading = false;
    if (!this.page.flights.moves) return;
    const old = /** @type {SVGSVGElement} */ (sheet.svg.cloneNode(true));
    old.removeAttribute("data-sheet");
    for (const one of old.querySelectorAll(".highlights, .marks, .why, .flight, .badge")) one.remove();
    const seen = h("div", { class: "leaving", "aria-hidden": "true" }, old);
    sheet.svg.after(seen);
    seen.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, easing: "ease" }).finished.finally(() => seen.remove());
  }

  /** The buttons, and what of the sheet is seen. */
  show() {
    const { active, can } = this;
    this.bar.hidden = !active;
    this.frame.classList.toggle("turnable", active);
    const stage = find("#stage");
    mark(stage, "tabindex", active ? "0" : null);
    mark(stage, "role", active ? "group" : null);
    mark(stage, "aria-label", active ? t("turning help", { n: can?.levels ?? 0 }) : null);
    for (const button of this.bar.querySelectorAll("button.option")) {
      const { sides, levels } = /** @type {HTMLElement} */ (button).dataset;
      mark(button, "aria-pressed", String(sides === undefined ? Number(levels) === this.upto : Number(sides) === this.side));
    }
    const view = can ? this.page.layout.views.get(can.sheet) : undefined;
    if (view) this.#hide(view, active ? this.upto : -1);
    this.page.spots.rove(this.focused, view?.svg);
    this.focused = undefined;
  }

  /** @param {SheetView} view @param {number} upto */
  #hide(view, upto) {
    for (const name of /** @type {const} */ (["pieces", "highlights", "labels"]))
      mark(view.layer[name], "class", upto < 0 ? name : `${name} upto upto-${upto}`);
  }
}
