// Who sits where: names, presence, whose turn it is, who thinks.
import { post } from "./api.js";
import { h, mark, shape, toast } from "./dom.js";
import { t, tOr } from "./texts.js";

export class Seats {
  /** @param {import("./table.js").TablePage} page @param {HTMLElement} strip for narrow windows @param {HTMLElement} column */
  constructor(page, strip, column) {
    this.page = page;
    this.strip = strip;
    this.column = column;
    /** @type {Map<number, HTMLElement>} */
    this.feet = new Map();
    /** @type {{left: number, of: number}|null} */
    this.making = null;
    setInterval(() => this.#tick(), 1000);
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
  }

  /** Seats may choose their colours; their shapes stay. */
  colours() {
    const seats = this.page.table?.seats || [];
    const rules = seats.map((seat) => `--seat-${seat.seat}:var(--colour-${Number(seat.colour ?? seat.seat) % 8});`).join("");
    this.style.replaceSync(`:root:root,:root .chantier.chantier[class]{${rules}}`);
  }

  /** What a seat is doing, in a word. @param {any} seat @param {boolean} alone without a sheet of its own */
  #doing(seat, alone = false) {
    const { page } = this;
    const position = page.shown;
    if (seat.free) return t("free");
    if (page.thinking.has(seat.seat)) return t("thinks");
    if (position?.to_act === seat.seat && !position.over && seat.kind !== "bot" && !seat.away && !alone) return seat.present ? "" : t("away");
    if (position?.to_act === seat.seat && !position.over) return alone ? t("to move") : "";
    return seat.kind === "bot" ? "" : seat.away ? t("bot plays") : seat.present ? "" : t("away");
  }

  /** A bot thinks; while machine code is being made, below its strength. @param {any} told */
  thinks(told) {
    const { page, below } = this;
    page.thinking.clear();
    page.thinking.add(told.seat);
    this.making = told.below || null;
    this.update();
    if (page.shown && this.below !== below) page.describe();
  }

  /** For how long the bot that thinks plays below its strength, in words; nothing if it does not. */
  get below() { return this.making && this.page.thinking.size ? t(this.making.left ? "below" : "below still", { n: this.making.left }) : ""; }

  /** A bot has failed, and a weaker one answers for it. @param {any} told */
  failed(told) {
    const level = (/** @type {string} */ name) => tOr(`level ${name}`, name);
    const text = t("bot failed", { who: this.page.nameOf(told.seat), level: level(told.level), instead: level(told.instead) });
    toast(text);
    this.page.say(text);
  }

  /** The bank of time of a seat, as it runs. @param {number} seat */
  #time(seat) {
    const clock = /** @type {any} */ (this.page.table)?.clock;
    if (!clock?.left || clock.left[seat] === undefined || clock.left[seat] === null) return "";
    this.drift ??= clock.now ? clock.now - Date.now() : 0;
    const runs = !clock.paused && !this.page.now?.over && this.page.now?.to_act === seat && clock.since;
    const left = Math.max(0, clock.left[seat] - (runs ? Date.now() + this.drift - clock.since : 0)) / 1000;
    const hours = Math.floor(left / 3600), pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
    if (hours > 48) return t("n days", { n: Math.floor(hours / 24) });
    return `${hours ? `${hours}:` : ""}${hours ? pad(Math.floor(left / 60) % 60) : Math.floor(left / 60)}:${pad(Math.floor(left % 60))}${clock.paused ? " ❚❚" : ""}`;
  }

  #tick() { for (const [seat, foot] of this.feet) { const place = foot.querySelector(".time"); if (place) place.textContent = this.#time(seat); } }

  /** @param {any} seat */
  #kind(seat) {
    if (seat.kind === "bot") return t("bot level", { level: tOr(`level ${seat.level}`, seat.level || "") });
    return this.page.mine(seat.seat) ? t(this.page.table && this.page.table.you.length > 1 ? "here" : "you") : seat.free ? "" : t("guest");
  }

  update() {
    const { page } = this;
    const table = page.table;
    if (!table) return;
    const scores = page.shown?.scores || table.scores || [];
    const to_act = page.shown?.over ? -1 : page.shown?.to_act;
    this.strip.replaceChildren(...table.seats.map((seat) => h("div", { class: `pill${seat.seat === to_act ? " now" : ""}`, data: { seat: seat.seat } },
      shape(seat.seat), h("span", { class: "who", text: page.nameOf(seat.seat) }), h("b", { class: "num", text: String(scores[seat.seat] ?? "") }),
      seat.seat === to_act ? h("span", { class: "unseen", text: t("to move") }) : "")));
    for (const seat of table.seats) {
      let foot = this.feet.get(seat.seat);
      if (!foot) this.feet.set(seat.seat, foot = h("div", { class: "foot" }));
      const sheet = this.column.querySelector(`[data-name="seat-${seat.seat}"]`);
      const present = /** @type {any} */ (seat).kind === "bot" || seat.present;
      const doing = this.#doing(seat, !sheet);
      foot.classList.toggle("alone", !sheet);
      mark(foot, "data-seat", String(seat.seat));
      foot.replaceChildren(
        ...(sheet ? [] : [shape(seat.seat), h("b", { text: page.nameOf(seat.seat) })]),
        h("span", { class: `dot ${present ? "on" : "off"}`, title: t(present ? "present" : "away") }), h("span", { class: "aside", text: this.#kind(seat) }),
        h("span", { class: `doing ${page.thinking.has(seat.seat) ? "thinks" : ""}`, text: doing }),
        h("span", { class: "time num", text: this.#time(seat.seat) }), ...this.#buttons(seat), ...(sheet ? [] : [h("b", { class: "num", text: String(scores[seat.seat] ?? "") })]));
      const home = sheet || this.column;
      if (foot.parentElement !== home) home.append(foot);
    }
  }

  /** @param {any} seat */
  #buttons(seat) {
    const { page } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) => h("button", { class: "btn mini", type: "button", text: t(key), on: { click: act } });
    if (seat.free && seat.kind !== "link") return [button("sit down", () => page.sit(seat.seat))];
    if (page.mine(seat.seat) && seat.away) return [button("take back", () => page.seats.standIn(seat.seat, null))];
    return [];
  }

  /** A bot goes on for a seat, or gives it back. @param {number} seat @param {string|null} level */
  async standIn(seat, level) {
    try { await post(`/api/tables/${this.page.id}/seats/${seat}/bot`, { level }); } catch (error) { toast(/** @type {Error} */ (error).message); }
  }
}
