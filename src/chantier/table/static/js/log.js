// The log: what happened, line by line; each line leads to its moment.
import { h, inside, shape } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Line} Line */
/**
 * The last row, to which more of the same is joined.
 * @typedef {{
 *   row: HTMLElement,
 *   button: HTMLElement,
 *   text: HTMLElement,
 *   seat: number,
 *   move: number,
 *   kind: string,
 *   nobody: boolean,
 * }} Last
 */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {(move: number) => void} visit
   * @param {(seat: number) => string} nameOf
   * @param {(move: number|null) => void} point
   * @param {() => void} seen what is new has been seen
   */
  constructor(list, visit, nameOf, point, seen) {
    this.seen = seen;
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
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
      scroller.addEventListener(
        type,
        () => {
          byHand = performance.now();
        },
        { passive: true },
      );
    scroller.addEventListener("scroll", () => {
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 30) this.stick = true;
      else if (performance.now() - byHand < 1500) this.stick = false;
    });
    new ResizeObserver(() => this.#down()).observe(scroller);
    list.addEventListener("keydown", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("li");
      const other =
        event.key === "ArrowUp"
          ? button?.previousElementSibling
          : event.key === "ArrowDown"
            ? button?.nextElementSibling
            : null;
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

  clear() {
    this.list.replaceChildren();
    this.last = null;
  }

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
    if (stick) {
      this.stick = true;
      this.#down();
    }
  }

  /** With the next frame: to ask now how long the list is would lay out the page anew. */
  #down() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.stick) this.scroller.scrollTop = this.scroller.scrollHeight;
    });
  }

  /** @param {Line} line */
  #line(line) {
    // A line belongs to a seat if it names it: draws and headings are nobody's.
    const nobody = line.seat < 0 || !line.text.includes(this.nameOf(line.seat));
    const last = this.last;
    const joins =
      last && last.nobody === nobody && (nobody ? last.kind === line.kind : last.seat === line.seat && last.move === line.move);
    if (joins) {
      this.#join(last, line, nobody);
      return;
    }
    const text = h("span", { text: line.text, title: nobody ? line.text : undefined }); // it may be cut off after two lines
    const button = h(
      "button",
      {
        type: "button",
        tabindex: "-1",
        title: t("show moment", { n: line.move }),
        on: {
          click: () => this.visit(Number(row.dataset.move)),
          pointerenter: () => this.point(Number(row.dataset.move)),
          pointerleave: () => this.point(null),
          focus: () => this.point(Number(row.dataset.move)),
          blur: () => this.point(null),
        },
      },
      nobody ? null : shape(line.seat),
      text,
    );
    const row = h("li", { class: nobody ? "nobody" : "", data: { move: line.move } }, button);
    this.list.append(row);
    this.last = { row, button, text, seat: line.seat, move: line.move, kind: line.kind, nobody };
  }

  /**
   * More of the same: who it is need not be said again, and points stand at the end.
   * @param {Last} last
   * @param {Line} line
   * @param {boolean} nobody
   */
  #join(last, line, nobody) {
    last.row.dataset.move = String(line.move);
    last.move = line.move;
    if (nobody) {
      last.text.textContent += ` · ${line.text}`;
      last.text.title = last.text.textContent;
      return;
    }
    const name = this.nameOf(line.seat);
    const rest = line.text.startsWith(name) ? line.text.slice(name.length).replace(/^[\s:]+/, "") : line.text;
    if (/^[+−-]?\d+\.?$/.test(rest)) last.button.append(h("b", { class: "num", text: rest.replace(".", "") }));
    else {
      const told = last.text.textContent || "";
      last.text.textContent = `${told}${/[.!?:]$/.test(told) ? "" : "."} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
    }
  }

  /** A line between what one knows and what is new since one's last decision; 0 for none. @param {number} move */
  since(move) {
    this.list.querySelector(".since")?.remove();
    const row = move ? inside(this.list).find((one) => Number(one.dataset.move) > move) : null;
    if (!row?.previousElementSibling) return;
    const button = h("button", {
      class: "btn mini",
      type: "button",
      tabindex: "-1",
      text: t("seen"),
      on: { click: this.seen },
    });
    row.before(h("li", { class: "since" }, h("span", { text: t("since") }), button));
  }

  /** The numbers of what is marked on the sheets, at the first line of each. @param {import("./marks.js").Group[]} groups */
  number(groups) {
    for (const old of this.list.querySelectorAll(".mark")) old.remove();
    for (const { n, by, move } of groups) {
      const row = inside(this.list).find((one) => Number(one.dataset.move) >= move);
      if (move && row) row.querySelector("button")?.prepend(h("span", { class: `mark num by-${by}`, text: String(n) }));
    }
  }

  /** Brings the line of a moment in sight, and the keyboard to it. @param {number} move */
  lead(move) {
    const button = inside(this.list)
      .find((one) => Number(one.dataset.move) >= move)
      ?.querySelector("button");
    if (!button) return;
    this.stick = false;
    this.#rove(button);
    button.focus();
    button.scrollIntoView({ block: "nearest" });
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
