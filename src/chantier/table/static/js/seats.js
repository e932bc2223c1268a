// Who sits where: names, presence, whose turn it is, who thinks.
import { post } from "./api.js";
import { nameDialog } from "./dialogs.js";
import { h, mark, shape, sorry, toast } from "./dom.js";
import { t, tOr } from "./texts.js";

/** @typedef {import("./protocol.js").Seat} Seat */

export class Seats {
  /** @param {import("./page.js").TablePage} page @param {HTMLElement} strip for narrow windows @param {HTMLElement} column */
  constructor(page, strip, column) {
    this.page = page;
    this.strip = strip;
    this.column = column;
    /** @type {Map<number, HTMLElement>} */
    this.feet = new Map();
    /** Machine code that is being made: seconds left, and in all. @type {import("./protocol.js").Below|null} */
    this.making = null;
    /** How far the clock of the server is ahead of ours. @type {number|undefined} */
    this.drift = undefined;
    setInterval(() => this.#tick(), 1000);
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
  }

  /** Seats may choose their colours; their shapes stay. */
  colours() {
    const seats = this.page.table?.seats || [];
    const rules = seats.map((seat) => `--seat-${seat.seat}:var(--colour-${seat.colour % 8});`).join("");
    this.style.replaceSync(`:root:root,:root .chantier.chantier[class]{${rules}}`);
  }

  /** What a seat is doing, in a word. @param {Seat} seat @param {boolean} alone without a sheet of its own */
  #doing(seat, alone = false) {
    const { page } = this;
    const position = page.shown;
    if (seat.free) return t("free");
    if (page.table?.clock?.waiting?.includes(seat.seat)) return t("not come");
    if (page.thinking.has(seat.seat)) return t("thinks");
    if (position?.to_act === seat.seat && !position.over && seat.kind !== "bot" && !seat.away && !alone)
      return seat.present ? "" : t("away");
    if (position?.to_act === seat.seat && !position.over) return alone ? t("to move") : "";
    return seat.kind === "bot" ? "" : seat.away ? t("bot plays") : seat.present ? "" : t("away");
  }

  /** A bot thinks; while machine code is being made, below its strength. @param {import("./protocol.js").Thinking} told */
  thinks(told) {
    const { page, below } = this;
    page.thinking.clear();
    page.thinking.add(told.seat);
    this.making = told.below ?? null;
    this.update();
    if (page.shown && this.below !== below) page.telling.describe();
  }

  /** For how long the bot that thinks plays below its strength, in words; nothing if it does not. */
  get below() {
    const { making, page } = this;
    return making && page.thinking.size ? t(making.left ? "below" : "below still", { n: making.left }) : "";
  }

  /** A bot has failed, and a weaker one answers for it. @param {import("./protocol.js").Failed} told */
  failed(told) {
    const level = (/** @type {string} */ name) => tOr(`level ${name}`, name);
    const who = this.page.nameOf(told.seat);
    const text = t("bot failed", { who, level: level(told.level), instead: level(told.instead) });
    toast(text);
    this.page.say(text);
  }

  /** The bank of time of a seat, as it runs. @param {number} seat */
  #time(seat) {
    const clock = this.page.table?.clock;
    if (!clock) return "";
    this.drift ??= clock.now - Date.now();
    const still = clock.paused || Boolean(clock.waiting?.length);
    const runs = !still && !this.page.now?.over && this.page.now?.to_act === seat;
    const left = Math.max(0, clock.left[seat] - (runs ? Date.now() + this.drift - clock.since : 0)) / 1000;
    const hours = Math.floor(left / 3600),
      pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
    if (hours > 48) return t("n days", { n: Math.floor(hours / 24) });
    const minutes = Math.floor(left / 60),
      shown = hours ? `${hours}:${pad(minutes % 60)}` : String(minutes);
    return `${shown}:${pad(Math.floor(left % 60))}${still ? " ❚❚" : ""}`;
  }

  #tick() {
    for (const [seat, foot] of this.feet) {
      const place = foot.querySelector(".time");
      if (place) place.textContent = this.#time(seat);
    }
  }

  /** @param {Seat} seat */
  #kind(seat) {
    if (seat.kind === "bot") return t("bot level", { level: tOr(`level ${seat.level}`, seat.level || "") });
    return this.page.mine(seat.seat)
      ? t(this.page.table && this.page.table.you.length > 1 ? "here" : "you")
      : seat.free
        ? ""
        : t("guest");
  }

  update() {
    const { page } = this;
    const table = page.table;
    if (!table) return;
    const scores = page.shown?.scores || table.scores;
    const to_act = page.shown?.over ? -1 : page.shown?.to_act;
    this.strip.replaceChildren(
      ...table.seats.map((seat) =>
        h(
          "button",
          {
            class: `pill${seat.seat === to_act ? " now" : ""}`,
            type: "button",
            title: page.nameOf(seat.seat),
            data: { seat: seat.seat },
            on: { click: () => page.tabs.choose("seats", true) },
          },
          shape(seat.seat),
          h("span", { class: "who", text: page.nameOf(seat.seat) }),
          h("b", { class: "num", text: String(scores[seat.seat] ?? "") }),
          seat.seat === to_act ? h("span", { class: "unseen", text: t("to move") }) : "",
        ),
      ),
    );
    for (const seat of table.seats) {
      const foot = this.feet.get(seat.seat) || h("div", { class: "foot" });
      this.feet.set(seat.seat, foot);
      const sheet = this.column.querySelector(`[data-name="seat-${seat.seat}"]`);
      const present = seat.kind === "bot" || seat.present;
      const doing = this.#doing(seat, !sheet);
      foot.classList.toggle("alone", !sheet);
      mark(foot, "data-seat", String(seat.seat));
      foot.replaceChildren(
        ...(sheet ? [] : [shape(seat.seat), h("b", { text: page.nameOf(seat.seat) })]),
        h("span", { class: `dot ${present ? "on" : "off"}`, title: t(present ? "present" : "away") }),
        h("span", { class: "aside", text: this.#kind(seat) }),
        h("span", { class: `doing ${page.thinking.has(seat.seat) ? "thinks" : ""}`, text: doing }),
        h("span", { class: "time num", text: this.#time(seat.seat) }),
        ...this.#buttons(seat),
        ...(sheet ? [] : [h("b", { class: "num", text: String(scores[seat.seat] ?? "") })]),
      );
      const home = sheet || this.column;
      if (foot.parentElement !== home) home.append(foot);
    }
  }

  /** @param {Seat} seat */
  #buttons(seat) {
    const { page } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      h("button", { class: "btn mini", type: "button", text: t(key), on: { click: act } });
    if (seat.free && seat.kind !== "link") return [button("sit down", () => nameDialog(page, seat.seat))];
    if (page.mine(seat.seat) && seat.away) return [button("take back", () => page.seats.standIn(seat.seat, null))];
    return [];
  }

  /** A bot goes on for a seat, or gives it back. @param {number} seat @param {string|null} level */
  async standIn(seat, level) {
    try {
      await post("/api/tables/{table}/seats/{seat}/bot", { table: this.page.id, seat }, { level });
    } catch (error) {
      sorry(error);
    }
  }
}
