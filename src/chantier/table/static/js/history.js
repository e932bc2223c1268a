// The way through the moments of a match.
import { h, icon } from "./dom.js";
import { t } from "./texts.js";

/** Buttons and a slider through the moments of a match. */
export class History {
  /** @param {HTMLElement} place @param {(move: number|null) => void} visit */
  constructor(place, visit) {
    this.place = place;
    this.now = 0;
    this.end = 0;
    this.past = false;
    const button = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ key, /** @type {() => number} */ to) =>
      h(
        "button",
        { class: "btn quiet round", type: "button", "aria-label": t(key), title: t(key), on: { click: () => visit(to()) } },
        icon(name),
      );
    this.buttons = [
      button("first", "first moment", () => 0),
      button("prev", "step back", () => Math.max(0, this.now - 1)),
      button("next", "step on", () => this.now + 1),
    ];
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: "0",
      step: "1",
      "aria-label": t("moment"),
      on: {
        change: () => visit(Number(this.slider.value)),
        input: () => {
          this.label.textContent = t("move n", { n: this.slider.value });
        },
      },
    });
    this.label = h("span", { class: "aside small" });
    this.live = h("button", { class: "btn live", type: "button", text: t("live"), on: { click: () => visit(null) } });
    place.setAttribute("aria-label", t("history"));
    place.replaceChildren(...this.buttons, this.slider, this.label, this.live);
  }

  /** @param {number} now @param {number} end @param {boolean} past */
  show(now, end, past) {
    this.now = now;
    this.end = end;
    this.past = past;
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
