// The dock below the stage: what is asked, the list of everything that can be done, and the buttons that go with it.
import { h, icon, inside, mark, shape } from "./dom.js";
import { byTouch, settled } from "./spots.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Place} Place */
/** @typedef {import("./protocol.js").Chip} Chip */
/** @typedef {import("./spots.js").How} How */
/**
 * @typedef {{
 *   choose: (action: Action, how: How) => void,
 *   point: (action: Action|null) => void,
 *   confirm: () => void,
 *   drop: () => void,
 *   undo: () => void,
 *   hint: () => void,
 *   rule: () => void,
 *   turn: () => void,
 *   flip: () => void,
 * }} Say
 */

/** @param {import("./dom.js").Icon} name @param {string} key @param {string} letter @param {() => void} act */
const tool = (name, key, letter, act) =>
  h(
    "button",
    { class: "btn tool", type: "button", title: `${t(key)} (${letter})`, "aria-keyshortcuts": letter, on: { click: act } },
    icon(name),
    h("span", { text: t(key) }),
  );

/** @param {Chip} chip */
const brought = (chip) =>
  h("li", { class: `${chip.good ? "good" : ""}` }, chip.seat >= 0 ? shape(chip.seat) : null, h("span", { text: chip.text }));

export class Dock {
  /** @param {HTMLElement} place @param {Say} say */
  constructor(place, say) {
    this.say = say;
    /** @type {Action[]} */
    this.actions = [];
    this.born = 0;
    this.idle = "";
    this.hadFocus = false;
    this.scrolled = false;
    this.mark = h("span", { class: "whose" });
    this.prompt = h("h2", { id: "prompt", tabindex: "-1" });
    this.note = h("p", { class: "aside small", id: "note" });
    this.follows = h("ul", { id: "then" });
    this.brings = h("ul", { id: "brings" });
    this.list = h("div", { id: "choices", role: "group", "aria-label": t("choices"), tabindex: "-1" });
    this.count = h("span", { class: "count num" });
    this.more = h(
      "button",
      { class: "btn tool more", type: "button", title: `${t("all choices")} (L)`, "aria-keyshortcuts": "L" },
      icon("list"),
      this.count,
    );
    this.undo = tool("undo", "undo", "U", say.undo);
    this.hint = tool("bulb", "hint", "H", say.hint);
    this.rule = tool("book", "rule", "?", say.rule);
    this.turn = tool("turn", "turn", "R", say.turn);
    this.flip = tool("flip", "flip", "F", say.flip);
    this.drop = h("button", { class: "btn round quiet", type: "button", title: `${t("cancel")} (Esc)` }, icon("close"));
    this.confirm = h("button", { class: "btn main big", type: "button", id: "confirm" });
    this.extra = h("div", { class: "extra" });
    this.place = place;
    this.#build();
    this.#listen();
  }

  #build() {
    const { place } = this;
    place.setAttribute("aria-label", t("your move"));
    mark(this.more, "aria-expanded", "false");
    mark(this.more, "aria-controls", "choices");
    mark(this.drop, "aria-label", t("cancel"));
    place.append(
      h("div", { class: "asked" }, this.mark, h("div", {}, this.prompt, this.note, this.brings, this.follows)),
      this.list,
      this.extra,
      h("div", { class: "turns" }, this.turn, this.flip),
      h("div", { class: "tools" }, this.more, this.undo, this.hint, this.rule),
      h("div", { class: "sure" }, this.drop, this.confirm),
    );
  }

  #listen() {
    const { place, say } = this;
    const outside = (/** @type {Event} */ event) => !(event.target instanceof Node && place.contains(event.target));
    this.more.addEventListener("click", () => this.open(!place.classList.contains("open")));
    this.drop.addEventListener("click", say.drop);
    this.confirm.addEventListener("click", say.confirm);
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener(
      "wheel",
      (event) => {
        if (!event.deltaX && !place.classList.contains("open")) {
          this.list.scrollLeft += event.deltaY;
          event.preventDefault();
        }
      },
      { passive: false },
    );
    this.list.addEventListener("scroll", () => {
      this.scrolled = this.list.scrollLeft > 0;
    });
    this.list.addEventListener("focusin", () => {
      this.hadFocus = true;
    });
    document.addEventListener("focusin", (event) => {
      if (outside(event) && event.target !== document.body) this.hadFocus = false;
    });
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (outside(event)) {
          this.hadFocus = false;
          this.open(false);
        }
      },
      { capture: true },
    );
  }

  /** Opens the list so that every choice is in sight. @param {boolean} wide */
  open(wide) {
    this.place.classList.toggle("open", wide && this.actions.length > 0);
    mark(this.more, "aria-expanded", String(this.place.classList.contains("open")));
    if (wide) this.focus();
  }

  /**
   * @param {{
   *   prompt: string,
   *   note: string,
   *   seat: number,
   *   actions: Action[],
   *   quiet: boolean,
   *   undo: boolean,
   *   hint: boolean,
   *   busy: boolean,
   *   lays: {turn: boolean, flip: boolean}|null,
   * }} now
   */
  show({ prompt, note, seat, actions, quiet, undo, hint, busy, lays }) {
    this.prompt.textContent = prompt;
    this.idle = note;
    this.note.textContent = note;
    this.place.classList.toggle("quiet", quiet);
    this.place.classList.toggle("busy", busy);
    this.place.classList.toggle("active", actions.length > 0);
    this.mark.replaceChildren(...(seat >= 0 ? [shape(seat)] : []));
    this.undo.disabled = !undo;
    this.hint.disabled = !hint;
    this.rule.disabled = !actions.length;
    this.place.classList.toggle("lays", lays !== null);
    this.turn.disabled = !lays?.turn;
    this.flip.disabled = !lays?.flip;
    if (busy) {
      for (const button of this.list.children) mark(button, "aria-disabled", "true");
      return;
    }
    if (
      actions.map((action) => `${action.action}${action.text}`).join() ===
        this.actions.map((action) => `${action.action}${action.text}`).join() &&
      this.list.children.length === actions.length
    ) {
      this.actions = actions;
      for (const button of this.list.children) mark(button, "aria-disabled", null);
      return;
    }
    const back = this.hadFocus;
    this.actions = actions;
    this.born = performance.now();
    this.list.replaceChildren(...actions.map((action, n) => this.#choice(action, n)));
    if (this.scrolled) this.list.scrollLeft = 0;
    this.more.hidden = actions.length < 2;
    this.count.textContent = String(actions.length);
    mark(this.more, "aria-label", `${t("all choices")}: ${actions.length}`); // a number alone says nothing
    if (!actions.length) this.open(false);
    if (back) {
      if (actions.length && this.#listed) this.focus();
      else this.prompt.focus({ preventScroll: true });
      this.hadFocus = true;
    }
  }

  /** @param {Action} action @param {number} n */
  #choice(action, n) {
    return h(
      "button",
      {
        class: "choice",
        type: "button",
        tabindex: n ? "-1" : "0",
        data: { action: action.action },
        "aria-keyshortcuts": n < 9 ? String(n + 1) : undefined,
        on: {
          click: (event) => {
            if (this.place.classList.contains("busy") || (event.detail && !settled(this.born))) return;
            this.say.choose(this.actions[n], byTouch(event) ? "touch" : event.detail ? "mouse" : "key");
            if (byTouch(event)) this.open(false); // what was chosen is shown on the board, and the list lay over it
          },
          pointerenter: (event) => {
            if (event.pointerType !== "touch") this.say.point(this.actions[n]);
          },
          pointerleave: () => this.say.point(null),
          focus: () => this.say.point(this.actions[n]),
          blur: () => this.say.point(null),
        },
      },
      n < 9 ? h("kbd", { text: String(n + 1), "aria-hidden": "true" }) : null,
      h("span", { text: action.text }),
    );
  }

  /** Whether the list is in sight. */
  get #listed() {
    return this.list.getClientRects().length > 0;
  }

  /** Moves into the list. @param {number} [n] */
  focus(n = 0) {
    if (!this.#listed) {
      this.place.classList.add("open"); // so many ways to lie are no list to read, or there is no room for one
      mark(this.more, "aria-expanded", "true");
    }
    const button = inside(this.list)[Math.min(n, this.list.children.length - 1)];
    if (!button) return false;
    for (const one of this.list.children) mark(one, "tabindex", one === button ? "0" : "-1");
    button.focus();
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const n = [...this.list.children].indexOf(/** @type {Element} */ (document.activeElement));
    const last = this.list.children.length - 1;
    /** @type {Record<string, number|undefined>} */
    const steps = { ArrowRight: n + 1, ArrowDown: n + 1, ArrowLeft: n - 1, ArrowUp: n - 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(to > last ? 0 : to < 0 ? last : to);
  }

  /**
   * What is pointed at or chosen, and its place.
   * @param {Action|null} pointed
   * @param {Action|null} chosen
   * @param {Place|null} [place]
   */
  tell(pointed, chosen, place = null) {
    const shown = pointed || chosen;
    const lies = Boolean(place?.lies.length);
    const narrow = document.body.classList.contains("narrow"); // elsewhere a call-out tells it
    const beside = this.place.classList.contains("quiet") && !narrow;
    const told = beside && !lies ? chosen : shown;
    this.note.textContent = told ? (lies && place?.label) || told.text : this.idle;
    this.brings.replaceChildren(...(shown && (lies || narrow) ? place?.brings || [] : []).map(brought));
    if (!shown) this.foresee([]);
    this.place.classList.toggle("pointed", Boolean(shown));
    for (const button of inside(this.list)) {
      const own = Number(button.dataset.action);
      button.classList.toggle("lit", shown?.action === own);
      mark(button, "aria-pressed", chosen ? String(chosen.action === own) : null);
    }
    this.drop.hidden = !chosen;
    this.confirm.disabled = !chosen;
    this.confirm.textContent = chosen ? (lies ? t("lay it") : chosen.text) : t(this.actions.length ? "choose a place" : "wait");
    this.place.classList.toggle("asking", Boolean(chosen));
  }

  /** What the action would do, where there is no call-out beside it. @param {string[]} lines */
  foresee(lines) {
    this.follows.replaceChildren(...lines.slice(0, 4).map((line) => h("li", { text: line })));
  }

  /** Buttons that belong to this moment: the end, the past. @param {Node[]} nodes */
  offer(nodes) {
    this.extra.replaceChildren(...nodes);
    this.place.classList.toggle("offers", nodes.length > 0);
  }
}
