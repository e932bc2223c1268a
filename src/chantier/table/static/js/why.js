// Why something cannot be done: outlines below the spots that answer when one points at them, asked for when they are needed.
import { ofRules } from "./addresses.js";
import { get } from "./api.js";
import { h, s } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Reason} Reason */

const REST = 350; // milliseconds of a resting pointer

export class Why {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.key = "";
    /** @type {Reason[]} */
    this.reasons = [];
    /** The outlines, each with its reason. @type {Map<Element, Reason>} */
    this.drawn = new Map();
    this.timer = 0;
    this.tip = h("div", { class: "callout why", role: "tooltip", hidden: true });
    document.body.append(this.tip);
    document.addEventListener(
      "pointermove",
      (event) => {
        if (event.pointerType === "mouse") this.#over(event);
      },
      { passive: true },
    );
    document.addEventListener("click", (event) => {
      if (!(event.target instanceof Element && event.target.closest(".place"))) this.#tapped(event);
    });
  }

  /** Whether there is a sheet under an event. @param {Event} event */
  #sheet(event) {
    return event.target instanceof Element && event.target.closest("svg[data-sheet]") !== null;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    clearTimeout(this.timer);
    if (!this.tip.hidden && !this.tip.classList.contains("stay") && !this.#reason(event)) this.tip.hidden = true;
    if (!this.#sheet(event) || !this.page.canAct) return;
    this.timer = setTimeout(async () => {
      await this.load();
      const reason = this.#reason(event);
      if (reason && reason.targets.length + reason.at.length) this.#say(reason, event, false);
    }, REST);
  }

  /** @param {MouseEvent} event */
  async #tapped(event) {
    if (this.tip.contains(/** @type {Node} */ (event.target))) return;
    if (!this.#sheet(event)) {
      this.tip.hidden = true;
      return;
    }
    if (this.page.past || this.page.stage.dragged || !this.page.table?.you.length) return;
    await this.load();
    const reason = this.#reason(event);
    if (reason) {
      this.#say(reason, event, true);
      this.page.say(reason.text);
    } else this.tip.hidden = true;
  }

  /**
   * What lies under the pointer and has a reason; the most special one.
   * @param {MouseEvent} event
   * @returns {Reason|undefined}
   */
  #reason(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    if (under.some((one) => one.classList.contains("place"))) return undefined;
    const hit = under.find((one) => this.drawn.has(one));
    if (hit) return this.drawn.get(hit);
    const name = under.map((one) => one.closest("svg[data-sheet]")?.getAttribute("data-sheet")).find(Boolean);
    return (
      this.reasons.find((one) => name && one.at.includes(name)) ||
      this.reasons.find((one) => !one.at.length && !one.targets.length)
    );
  }

  /** Asks once for every position. */
  async load() {
    const { page } = this;
    const position = page.shown;
    if (page.lesson) return;
    const key = `${position?.version} ${position?.seat}`;
    if (!position || this.key === key) return;
    this.key = key;
    this.clear();
    try {
      this.reasons = (await get("/api/tables/{table}/reasons", { table: page.id, seat: position.seat })).reasons;
    } catch {
      this.reasons = [];
    }
    if (this.key === key) this.#draw();
  }

  clear() {
    for (const one of this.drawn.keys()) one.remove();
    this.drawn.clear();
    this.reasons = [];
    this.tip.hidden = true;
  }

  /** A new position: what was said does not hold any more. */
  forget() {
    clearTimeout(this.timer);
    this.key = "";
    this.clear();
  }

  #draw() {
    for (const reason of this.reasons) {
      for (const target of reason.targets) this.#outline(target.sheet, s("path", { class: "why", d: target.d }), reason);
      for (const id of reason.at)
        for (const view of this.page.layout.views.values()) {
          const corners = view.svg.isConnected && view.corners(view.piece(id) || view.items.get(`pieces shape ${id}`));
          if (!corners) continue;
          const [a, b] = corners;
          this.#outline(
            view.name,
            s("rect", { class: "why", x: a.x, y: a.y, width: Math.max(0, b.x - a.x), height: Math.max(0, b.y - a.y) }),
            reason,
          );
        }
    }
  }

  /** @param {string} sheet @param {Element} element @param {Reason} reason */
  #outline(sheet, element, reason) {
    const view = this.page.layout.shown(sheet);
    if (!view) return;
    view.layer.why.append(element);
    this.drawn.set(element, reason);
  }

  /** @param {Reason} reason @param {MouseEvent} event @param {boolean} stay until the next click */
  #say(reason, event, stay) {
    this.tip.classList.toggle("stay", stay);
    const game = this.page.table?.game;
    this.tip.replaceChildren(
      h("span", { text: reason.text }),
      reason.clause
        ? h("a", {
            href: ofRules(game, reason.clause),
            target: "_blank",
            rel: "noopener",
            class: "num",
            text: `§ ${reason.clause}`,
            title: t("rule"),
          })
        : "",
    );
    this.tip.hidden = false;
    const { offsetWidth: w, offsetHeight: high } = this.tip;
    this.tip.style.left = `${Math.max(8, Math.min(innerWidth - w - 8, event.clientX - w / 2))}px`;
    this.tip.style.top = `${event.clientY + 22 + high < innerHeight ? event.clientY + 22 : event.clientY - high - 14}px`;
  }
}
