// A puzzle at the table: a lesson that asks one question. Every action is an answer; what is said about it stands in a card.
import { here, ofPuzzle, ofTable } from "./addresses.js";
import { get, post } from "./api.js";
import { h, shape, sorry } from "./dom.js";
import { Lesson } from "./lesson.js";
import { t } from "./texts.js";
import { solve } from "./today.js";
import { go } from "./transport.js";

/** @typedef {import("./protocol.js").Listed} Listed */

/** The one after a puzzle in the order of the days. @param {Listed[]} all @param {string} game @param {number} number */
const after = (all, game, number) => all[(all.findIndex((one) => one.game === game && one.number === number) + 1) % all.length];

/** How it is expected to go on. @param {import("./protocol.js").Course} line @param {number} n */
const course = ({ steps, figures }, n) =>
  h(
    "section",
    { class: "course small" },
    h("h3", { text: t(n ? "puzzle first" : "puzzle best") }),
    h("ol", {}, ...steps.map((step) => h("li", {}, shape(step.seat), h("span", { text: step.text })))),
    h("p", { text: figures }),
  );

export class Puzzle extends Lesson {
  /** What is said about every answer. @type {Map<number, import("./protocol.js").Answer>} */
  answers = new Map();
  /** Why the best action is best. @type {string[]} */
  reasons = [];
  /** How it goes on after it, and after what comes to mind first. @type {import("./protocol.js").Course[]} */
  lines = [];
  /** What is said about the last answer. */
  verdict = "";
  /** Whether the answer was shown before it was found. */
  gaveUp = false;

  get number() {
    return here().puzzle ?? 0;
  }

  async told() {
    const told = await get("/api/games/{game}/puzzles/{number}", { game: this.game, number: this.number });
    this.answers = new Map(told.answers.map((one) => [one.action, one]));
    this.reasons = told.reasons;
    this.lines = told.lines;
    return told;
  }

  /** @param {number} step */
  position(step) {
    const side = this.page.turning.side || null;
    return get("/api/games/{game}/puzzles/{number}/steps/{step}", { game: this.game, number: this.number, step, side });
  }

  draw() {
    if (!this.step) return;
    const last = this.at === this.steps.length - 1;
    this.card.dataset.verdict = this.at ? (this.gaveUp ? "shown" : "right") : this.verdict ? "wrong" : "";
    if (this.at) document.body.dataset.answered = this.at > 1 || last ? "line" : "why";
    else delete document.body.dataset.answered;
    const heading = this.at ? t(this.gaveUp ? "puzzle shown" : "puzzle right") : this.title;
    const texts = this.at ? this.reasons : [this.verdict || this.step.text];
    const said = this.at > 1 ? [] : texts.map((text) => h("p", { text }));
    this.card.replaceChildren(
      h("div", { class: "over" }, h("h2", { text: heading })),
      h("div", { class: "note", "aria-live": "polite" }, ...said, ...(last ? this.lines.map(course) : [])),
      h("div", { class: "steps" }, ...(this.at ? [this.back(), last ? this.#onward() : this.#next()] : [this.#giveUp()])),
      ...(last ? [h("div", { class: "steps" }, this.#another())] : []),
    );
    this.card.scrollTop = 0;
    this.page.say(this.at > 1 ? this.step.text : texts.join(" "));
  }

  #next() {
    return this.#button("btn main", "puzzle line", () => this.go(this.at + 1));
  }

  #giveUp() {
    return this.#button("btn", "puzzle answer", () => this.#reveal(true));
  }

  #onward() {
    return this.#button("btn main", "puzzle play", () => this.play());
  }

  #another() {
    return this.#button("btn quiet", "puzzle other", async () => {
      const next = after(await get("/api/puzzles"), this.game, this.number);
      go(ofPuzzle(next.game, next.number));
    });
  }

  /** @param {string} kind @param {string} key @param {() => unknown} act */
  #button(kind, key, act) {
    return h("button", { class: kind, type: "button", text: t(key), on: { click: act } });
  }

  /** The best action is played. @param {boolean} gaveUp @param {string|null} request */
  #reveal(gaveUp, request = null) {
    this.gaveUp ||= gaveUp;
    this.verdict = "";
    this.asked = request;
    if (!this.gaveUp) solve(this.game, this.number);
    this.go(1);
  }

  /** @param {import("./live.js").Ask} asked */
  ask(asked) {
    const request = `${asked.type} ${this.at} ${performance.now()}`;
    if (asked.type === "play") setTimeout(() => this.#answered(asked.action, request));
    else if (asked.type === "hint")
      setTimeout(() =>
        this.say.message({ type: "refused", request, error: "puzzle", text: t("puzzle hint"), version: this.at }),
      );
    return request;
  }

  /** @param {number} action @param {string} request */
  #answered(action, request) {
    const answer = this.answers.get(action);
    if (answer?.right) {
      this.#reveal(false, request);
      return;
    }
    const { hand, telling } = this.page;
    this.verdict = answer?.text ?? "";
    hand.answered(request);
    hand.drop();
    telling.describe();
    this.draw();
  }

  /** A table that goes on from the question. */
  async play() {
    try {
      const made = await post("/api/games/{game}/puzzles/{number}/tables", { game: this.game, number: this.number }, null);
      go(ofTable(made.table));
    } catch (error) {
      sorry(error);
    }
  }
}
