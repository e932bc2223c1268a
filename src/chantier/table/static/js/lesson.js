// A lesson at the table: it answers like a live connection, from what the server tells about every step, and adds a card with notes.
import { get, post } from "./api.js";
import { find, h, icon, s, toast } from "./dom.js";
import { prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./table.js").TablePage} Page */
/** @typedef {{text: string, clause: string|null, look: string[], expect: boolean, action: number, try: string|null}} Step */

export class Lesson {
  /** @param {Page} page @param {{message: (told: any) => void, state: (state: any) => void}} say */
  constructor(page, say) {
    this.page = page;
    this.say = say;
    [, , this.game, this.name] = location.pathname.split("/");
    this.at = 0;
    /** The log of every step that was seen. @type {any[][]} */
    this.logs = [];
    document.body.classList.add("lesson");
    this.card = h("section", { id: "lesson", "aria-label": t("lesson") });
    find("#home-side").prepend(this.card);
    document.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target === document.body && !this.step?.expect) this.go(this.at + 1); });
    this.#begin();
  }

  /** @returns {Step} */
  get step() { return this.steps[this.at]; }

  async #begin() {
    try {
      this.name ||= (await get(`/api/games/${this.game}/lessons`))[0].name;
      const told = await get(`/api/games/${this.game}/lessons/${this.name}`);
      this.steps = told.steps;
      this.title = told.title;
      const seats = told.names.map((/** @type {string} */ name, /** @type {number} */ seat) => ({ seat, name, kind: seat === told.seat ? "me" : "bot", level: null, colour: seat, present: true, mine: seat === told.seat, free: false, away: false }));
      this.say.message({ type: "table", table: "", game: this.game, title: told.title, seats, you: [told.seat], chat: [], move: 0, over: false, scores: [] });
      this.say.message({ type: "look", ...told.look });
      await this.go(0);
    } catch (error) { this.page.gone(/** @type {Error} */ (error).message); }
  }

  /** Shows a step. @param {number} n */
  async go(n) {
    if (n < 0 || n >= this.steps.length || this.going) return;
    this.going = true;
    try {
      const position = await get(`/api/games/${this.game}/lessons/${this.name}/steps/${n}`);
      const back = n <= this.at && this.logs.length > 0;
      this.at = n;
      this.logs[n] = position.log;
      if (back) { this.page.now = null; this.page.queue = []; }
      const log = back || n === 0 ? this.logs.slice(0, n + 1).flat() : position.log;
      this.say.state("online");
      this.say.message({ type: "position", ...position, log, whole: back || n === 0, since: 0, request: this.asked });
      this.#draw();
    } catch (error) { toast(/** @type {Error} */ (error).message); this.say.state("offline"); } finally { this.going = false; }
  }

  #draw() {
    const { step } = this;
    const last = this.at === this.steps.length - 1;
    const next = last ? h("button", { class: "btn main", type: "button", text: t("play now"), on: { click: () => this.#play() } })
      : h("button", { class: "btn main", type: "button", text: t(step.expect ? "your move" : "next"), disabled: step.expect, on: { click: () => this.go(this.at + 1) } });
    this.card.replaceChildren(
      h("div", { class: "over" }, h("h2", { text: this.title }), h("span", { class: "aside small num", text: `${this.at + 1} / ${this.steps.length}` })),
      h("progress", { max: String(this.steps.length - 1), value: this.at, "aria-label": t("lesson") }),
      h("p", { class: "note", "aria-live": "polite", text: step.text }),
      step.clause ? h("a", { class: "small", href: `/rules/${this.game}#${step.clause}`, target: "_blank", rel: "noopener", text: `${t("rule")} ${step.clause}` }) : null,
      h("div", { class: "steps" }, h("button", { class: "btn quiet", type: "button", "aria-label": t("step back"), disabled: !this.at, on: { click: () => this.go(this.at - 1) } }, icon("prev")), next));
    this.page.say(step.text);
    requestAnimationFrame(() => this.#point());
    if (!step.expect) next.focus({ preventScroll: true });
  }

  /** What the note speaks of: places, pieces, shapes or whole sheets. */
  #point() {
    const { layout, shown } = this.page;
    for (const old of document.querySelectorAll(".look")) if (old.classList.contains("sheet")) old.classList.remove("look"); else old.remove();
    for (const id of this.step.look) {
      layout.boxes.get(id)?.classList.add("look");
      for (const place of shown?.scene.places || []) if (place.id === id) for (const target of place.targets) layout.shown(target.sheet)?.layer.marks.append(s("path", { class: "look", d: target.d }));
      for (const view of layout.views.values()) {
        const piece = /** @type {any} */ (view.svg.isConnected && (view.piece(id) || view.items.get(`pieces shape ${id}`) || view.items.get(`labels shape ${id}`)));
        const to = piece && view.layer.marks.getCTM()?.inverse().multiply(piece.getCTM());
        if (!to) continue;
        const box = piece.getBBox();
        const a = new DOMPoint(box.x, box.y).matrixTransform(to), b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(to);
        view.layer.marks.append(s("rect", { class: "look", x: a.x - 4, y: a.y - 4, width: b.x - a.x + 8, height: b.y - a.y + 8, rx: 6 }));
      }
    }
  }

  async #play() {
    const seats = [{ kind: "me", name: prefs.name || t("player") }, { kind: "bot", level: "apprentice" }];
    try { location.href = `/t/${(await post("/api/tables", { game: this.game, seats })).table}`; } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  // --- what a live connection does ------------------------------------------------------------------------------------

  /** @param {string} type @param {Record<string, any>} fields */
  ask(type, fields) {
    const request = `${type} ${this.at} ${performance.now()}`;
    const { step } = this;
    if (type === "play" && fields.action === step.action) { this.asked = request; this.go(this.at + 1); }
    else if (type === "play") setTimeout(() => this.say.message({ type: "refused", request, error: "lesson", text: step.try, version: this.at }));
    else if (type === "hint") setTimeout(() => this.say.message({ type: "hint", request, version: this.at, action: step.action, text: this.page.now?.actions.find((one) => one.action === step.action)?.text || "", lines: [t("lesson hint")], branches: [], line: [] }));
    return request;
  }

  tell() {}

  look() {}
}
