// Why something cannot be done, and what it is: outlines below the spots that answer when one points at them, asked for when
// they are needed, and whatever is drawn. A mouse rests on it, a finger taps or is held, the keyboard comes to it.
import { ofRules } from "./addresses.js";
import { get } from "./api.js";
import { beside } from "./callout.js";
import { h, s } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Reason} Reason */

const REST = 350; // milliseconds of a resting pointer
const LONG = 1000; // and of one that rests on a place, whose call-out then says more
const HOLD = 500; // of a finger
const SLIP = 10; // pixels that a finger may move meanwhile

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
    /** Where a finger came down that is still there. @type {PointerEvent|null} */
    this.finger = null;
    /** Whether a finger was held until something was told: its click means nothing else. */
    this.held = false;
    /** What the tip speaks of. @type {DOMRect} */
    this.about = new DOMRect();
    this.tip = h("div", { class: "callout why", role: "tooltip", hidden: true });
    document.body.append(this.tip);
    this.#listen();
  }

  #listen() {
    const on = /** @type {const} */ ({ passive: true });
    document.addEventListener("pointermove", (event) => this.#moved(event), on);
    document.addEventListener("pointerdown", (event) => this.#down(event), { capture: true, passive: true });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
      document.addEventListener(end, () => this.#up(), { capture: true, passive: true });
    document.addEventListener("contextmenu", (event) => {
      if (this.finger && this.#sheet(event)) event.preventDefault();
    });
    document.addEventListener("focusin", (event) => this.#focused(event));
    document.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    document.addEventListener("click", (event) => {
      if (!(event.target instanceof Element && event.target.closest(".place"))) this.#tapped(event);
    });
  }

  /** Whether there is a sheet under an event. @param {Event} event */
  #sheet(event) {
    return event.target instanceof Element && event.target.closest("svg[data-sheet]") !== null;
  }

  // --- pointing, holding, tapping, focusing -----------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.finger && Math.hypot(event.clientX - this.finger.clientX, event.clientY - this.finger.clientY) > SLIP) this.#up();
    if (event.pointerType !== "mouse") return;
    clearTimeout(this.timer);
    const { left, top, right, bottom } = this.about;
    const away = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    if (away && !this.tip.classList.contains("stay")) this.hide();
    if (!this.#sheet(event)) return;
    const place = event.target instanceof Element && event.target.closest(".place, .reach");
    this.timer = setTimeout(() => (place ? this.#more(place) : this.#answer(event, false)), place ? LONG : REST);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#up();
    this.held = false;
    if (event.pointerType !== "touch" || !event.isPrimary || !this.#sheet(event)) return;
    this.finger = event;
    this.timer = setTimeout(async () => {
      this.held = await this.#answer(event, true);
    }, HOLD);
  }

  #up() {
    if (this.finger) clearTimeout(this.timer);
    this.finger = null;
  }

  /** What a held finger lets go of is not chosen. @param {MouseEvent} event */
  #clicked(event) {
    if (!this.held || this.tip.contains(/** @type {Node} */ (event.target))) return;
    this.held = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    if (!(event.target instanceof SVGElement && event.target.classList.contains("place"))) return;
    clearTimeout(this.timer);
    const place = event.target;
    this.timer = setTimeout(() => this.#more(place), LONG);
  }

  /** The call-out of a place says also what lies there. @param {Element} place */
  async #more(place) {
    const { things, spots } = this.page;
    await things.load();
    const box = place.getBoundingClientRect();
    const thing = things.under((box.left + box.right) / 2, (box.top + box.bottom) / 2, false);
    if (thing) spots.callout.add(thing.text, box);
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    if (this.tip.contains(/** @type {Node} */ (event.target))) return;
    if (!this.#sheet(event)) this.hide();
    else if (!this.page.stage.dragged) this.#answer(event, true);
  }

  /**
   * Why what is there cannot be done, and what it is.
   * @param {MouseEvent} event
   * @param {boolean} stay until the next click; then the ground of a sheet answers too
   */
  async #answer(event, stay) {
    const { page } = this;
    const asks = !page.past && Boolean(page.table?.you.length) && (stay || page.canAct);
    await Promise.all([asks ? this.load() : null, page.things.load()]);
    const found = asks ? this.#reason(event) : undefined;
    const reason = found && (stay || found.targets.length + found.at.length) ? found : undefined;
    const thing = page.things.under(event.clientX, event.clientY, stay);
    if (!reason && !thing) {
      this.hide();
      return false;
    }
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one) => reason && this.drawn.get(one) === reason);
    this.#say(
      reason,
      thing,
      under?.getBoundingClientRect() || thing?.box || new DOMRect(event.clientX, event.clientY, 0, 12),
      stay,
    );
    if (stay) page.say([reason?.text, thing?.title, thing?.text].filter(Boolean).join(" "));
    return true;
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
    const { side } = page.turning;
    const key = `${position?.version} ${position?.seat} ${side}`;
    if (!position || this.key === key) return;
    this.key = key;
    this.clear();
    try {
      this.reasons = (
        await get("/api/tables/{table}/reasons", { table: page.id, seat: position.seat, side: side || null })
      ).reasons;
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

  /** What something is. @param {import("./things.js").Thing} thing */
  tell(thing) {
    this.#say(undefined, thing, thing.box, true);
  }

  hide() {
    this.tip.hidden = true;
  }

  /**
   * @param {Reason|undefined} reason
   * @param {import("./things.js").Thing|null} thing
   * @param {DOMRect} box of what it speaks
   * @param {boolean} stay until the next click
   */
  #say(reason, thing, box, stay) {
    this.tip.classList.toggle("stay", stay);
    this.tip.replaceChildren(
      ...(reason ? [h("span", { text: reason.text }), this.#clause(reason.clause)] : []),
      ...(thing?.title ? [h("b", { text: thing.title })] : []),
      ...(thing ? [h("span", { text: thing.text })] : []),
      thing && thing.clause !== reason?.clause ? this.#clause(thing.clause) : "",
    );
    this.tip.hidden = false;
    this.about = box;
    if (!beside(this.tip, box)) beside(this.tip, new DOMRect(box.left, box.top, box.width, 12));
  }

  /** @param {string|null} clause */
  #clause(clause) {
    const href = ofRules(this.page.table?.game, clause);
    const props = { href, target: "_blank", rel: "noopener", class: "num clause", text: `§ ${clause}`, title: t("rule") };
    return clause ? h("a", props) : "";
  }
}
