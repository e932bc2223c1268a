// The panel beside or below the stage: tabs with the log, the chat and the sheets that stand behind them.
import { find, h, icon, inside, mark, seek, shape } from "./dom.js";
import { t } from "./texts.js";

export class Tabs {
  /** @param {HTMLElement} bar @param {HTMLElement} panes */
  constructor(bar, panes) {
    this.bar = bar;
    this.panes = panes;
    /** @type {{id: string, label: string, pane: HTMLElement}[]} */
    this.list = [];
    this.chosen = "";
    /** @type {() => void} */
    this.changed = () => {};
    bar.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const n = this.list.findIndex((tab) => tab.id === this.chosen);
      this.choose(this.list[(n + step + this.list.length) % this.list.length].id, true);
      find(`[data-tab="${CSS.escape(this.chosen)}"]`, bar).focus();
    });
  }

  /** @param {{id: string, label: string, pane: HTMLElement}[]} list @param {string} first */
  show(list, first) {
    this.list = list;
    const same = inside(this.bar).map((tab) => `${tab.dataset.tab} ${tab.textContent}`).join() === list.map((tab) => `${tab.id} ${tab.label}`).join();
    if (!same) {
      this.bar.replaceChildren(...list.map((tab) => h("button", { class: tab.pane.classList.contains("sheet") ? "tab long" : "tab", type: "button", role: "tab", id: `tab-${tab.id}`, data: { tab: tab.id }, text: tab.label,
        on: { click: () => this.choose(tab.id, true) } })));
    }
    for (const { id, pane } of list) { pane.id ||= `pane-${id}`; mark(pane, "role", "tabpanel"); mark(pane, "tabindex", "0"); mark(pane, "aria-labelledby", `tab-${id}`); }
    this.choose(list.some((tab) => tab.id === this.chosen) ? this.chosen : first);
  }

  /** @param {string} id @param {boolean} [byHand] */
  choose(id, byHand = false) {
    this.chosen = id;
    for (const tab of this.list) {
      tab.pane.hidden = tab.id !== id;
      const button = find(`[data-tab="${CSS.escape(tab.id)}"]`, this.bar);
      mark(button, "aria-selected", String(tab.id === id));
      mark(button, "tabindex", tab.id === id ? "0" : "-1");
      mark(button, "aria-controls", tab.id === id ? tab.pane.id : null);
      if (tab.id === id) { button.classList.remove("news"); if (byHand) button.scrollIntoView({ block: "nearest", inline: "nearest" }); }
    }
    this.changed();
  }

  /** Something new behind a tab. @param {string} id */
  news(id) { if (this.chosen !== id) seek(`[data-tab="${CSS.escape(id)}"]`, this.bar)?.classList.add("news"); }
}

/** @typedef {import("./protocol.js").Line} Line */
/** The last row, to which more of the same is joined. @typedef {{row: HTMLElement, button: HTMLElement, text: HTMLElement, seat: number, move: number, kind: string, nobody: boolean}} Last */

export class Log {
  /** @param {HTMLElement} list @param {(move: number) => void} visit @param {(seat: number) => string} nameOf @param {(move: number|null) => void} point */
  constructor(list, visit, nameOf, point) {
    this.point = point;
    this.nameOf = nameOf;
    this.list = list;
    this.visit = visit;
    /** @type {Last|null} */
    this.last = null;
    // The newest line stays in sight until somebody scrolls up.
    const scroller = /** @type {HTMLElement} */ (list.closest(".pane"));
    this.scroller = scroller;
    this.stick = true;
    this.frame = 0;
    let byHand = 0;
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) scroller.addEventListener(type, () => { byHand = performance.now(); }, { passive: true });
    scroller.addEventListener("scroll", () => {
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 30) this.stick = true;
      else if (performance.now() - byHand < 1500) this.stick = false;
    });
    new ResizeObserver(() => this.#down()).observe(scroller);
    list.addEventListener("keydown", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("li");
      const other = event.key === "ArrowUp" ? button?.previousElementSibling : event.key === "ArrowDown" ? button?.nextElementSibling : null;
      if (!other) return;
      event.preventDefault();
      event.stopPropagation();
      this.#rove(other.querySelector("button"));
      other.querySelector("button")?.focus();
    });
  }

  /** @param {Element|null|undefined} button */
  #rove(button) {
    for (const one of this.list.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
    button?.setAttribute("tabindex", "0");
  }

  clear() { this.list.replaceChildren(); this.last = null; }

  /** Lines after a moment are forgotten: a step was taken back. @param {number} move */
  cut(move) {
    for (const row of inside(this.list)) if (Number(row.dataset.move) > move) row.remove();
    this.last = null;
  }

  /** @param {Line[]} lines */
  add(lines) {
    const stick = this.stick;
    for (const line of lines) this.#line(line);
    if (lines.length) this.#rove(this.list.lastElementChild?.querySelector("button"));
    if (stick) { this.stick = true; this.#down(); }
  }

  /** With the next frame: to ask now how long the list is would lay out the page anew. */
  #down() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => { if (this.stick) this.scroller.scrollTop = this.scroller.scrollHeight; });
  }

  /** @param {Line} line */
  #line(line) {
    // A line belongs to a seat if it names it: draws and headings are nobody's.
    const nobody = line.seat < 0 || !line.text.includes(this.nameOf(line.seat));
    const last = this.last;
    const joins = last && last.nobody === nobody && (nobody ? last.kind === line.kind : last.seat === line.seat && last.move === line.move);
    if (joins) {
      this.#join(last, line, nobody);
      return;
    }
    const text = h("span", { text: line.text });
    const button = h("button", { type: "button", tabindex: "-1", title: t("show moment", { n: line.move }), on: {
        click: () => this.visit(Number(row.dataset.move)), pointerenter: () => this.point(Number(row.dataset.move)), pointerleave: () => this.point(null), focus: () => this.point(Number(row.dataset.move)), blur: () => this.point(null) } },
        nobody ? null : shape(line.seat), text);
    const row = h("li", { class: nobody ? "nobody" : "", data: { move: line.move } }, button);
    this.list.append(row);
    this.last = { row, button, text, seat: line.seat, move: line.move, kind: line.kind, nobody };
  }

  /** More of the same: who it is need not be said again, and points stand at the end. @param {Last} last @param {Line} line @param {boolean} nobody */
  #join(last, line, nobody) {
    last.row.dataset.move = String(line.move);
    last.move = line.move;
    if (nobody) { last.text.textContent += ` · ${line.text}`; return; }
    const name = this.nameOf(line.seat);
    const rest = line.text.startsWith(name) ? line.text.slice(name.length).replace(/^[\s:]+/, "") : line.text;
    if (/^[+−-]?\d+\.?$/.test(rest)) last.button.append(h("b", { class: "num", text: rest.replace(".", "") }));
    else last.text.textContent += `${/[.!?:]$/.test(last.text.textContent || "") ? "" : "."} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
  }

  /** A line between what one knows and what is new since one's last decision. @param {number} move */
  since(move) {
    this.list.querySelector(".since")?.classList.remove("since");
    if (!move) return;
    for (const row of inside(this.list)) if (Number(row.dataset.move) > move) { if (row.previousElementSibling) { row.classList.add("since"); row.dataset.since = t("since"); } break; }
  }

  /** Marks the moment that is shown. @param {number|null} move */
  at(move) {
    let found = null;
    for (const row of inside(this.list)) {
      row.classList.remove("shown");
      row.classList.toggle("later", move !== null && Number(row.dataset.move) > move);
      if (move !== null && Number(row.dataset.move) <= move) found = row;
    }
    found?.classList.add("shown");
    found?.scrollIntoView({ block: "nearest" });
  }
}

/** Buttons and a slider through the moments of a match. */
export class History {
  /** @param {HTMLElement} place @param {(move: number|null) => void} visit */
  constructor(place, visit) {
    this.place = place;
    this.now = 0; this.end = 0;
    this.past = false;
    const button = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ key, /** @type {() => number} */ to) => h("button", { class: "btn quiet round", type: "button", "aria-label": t(key), title: t(key), on: { click: () => visit(to()) } }, icon(name));
    this.buttons = [button("first", "first moment", () => 0), button("prev", "step back", () => Math.max(0, this.now - 1)), button("next", "step on", () => this.now + 1)];
    this.slider = h("input", { type: "range", min: "0", max: "0", step: "1", "aria-label": t("moment"), on: { change: () => visit(Number(this.slider.value)), input: () => { this.label.textContent = t("move n", { n: this.slider.value }); } } });
    this.label = h("span", { class: "aside small" });
    this.live = h("button", { class: "btn live", type: "button", text: t("live"), on: { click: () => visit(null) } });
    place.setAttribute("aria-label", t("history"));
    place.replaceChildren(...this.buttons, this.slider, this.label, this.live);
  }

  /** @param {number} now @param {number} end @param {boolean} past */
  show(now, end, past) {
    this.now = now; this.end = end; this.past = past;
    this.slider.max = String(end);
    this.slider.value = String(now);
    this.label.textContent = t("move n", { n: now });
    this.live.hidden = !past;
    this.label.hidden = past;
    this.buttons[0].disabled = this.buttons[1].disabled = now <= 0;
    this.buttons[2].disabled = !past;
    this.place.classList.toggle("past", past);
  }
}

export class Chat {
  /** @param {HTMLElement} place @param {(text: string) => void} send */
  constructor(place, send) {
    this.list = h("ol", { class: "chat", "aria-label": t("chat") });
    this.field = h("input", { class: "input", maxlength: "400", placeholder: t("write"), "aria-label": t("write"), autocomplete: "off" });
    this.form = h("form", { class: "say-it", on: { submit: (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) send(text);
      this.field.value = "";
    } } }, this.field, h("button", { class: "btn", type: "submit", text: t("send") }));
    this.empty = h("p", { class: "aside small empty", text: t("no chat") });
    place.replaceChildren(this.empty, this.list, this.form);
    this.known = 0;
  }

  /** @param {import("./protocol.js").Said[]} lines */
  all(lines) { this.list.replaceChildren(); for (const line of lines) this.add(line); this.empty.hidden = lines.length > 0; }

  /** @param {import("./protocol.js").Said} line */
  add(line) {
    this.empty.hidden = true;
    const { seat } = line;
    this.list.append(h("li", {}, seat === null ? icon("eye") : shape(seat), h("span", {}, h("b", { text: line.name || t("spectator") }), " ", line.text)));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
