// A new table: who sits where, which options, who may come.
import { alone, ofBox, ofTable } from "./addresses.js";
import { get, post } from "./api.js";
import { check, dialog, h, icon, pick, segments, shape, sorry } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t, tOr } from "./texts.js";
import { go } from "./transport.js";

/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").WantedSeat["kind"]} Kind */
/** @typedef {{kind: Kind, level: string, name: string, colour: number}} Wanted */

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7];
/** @type {Kind[]} */
const KINDS = alone ? ["me", "here", "bot"] : ["me", "here", "link", "open", "bot"];
const PACES = ["free", "live", "slow"];

/** @param {Game[]} games @param {Game} game @param {boolean} open for everybody */
export function createDialog(games, game, open) {
  const wish = new Wish(game, open);
  const box = dialog(t("new table"), t("close"), [wish.form(games)], [wish.go]);
  box.classList.add("wide");
}

/**
 * @param {string} label
 * @param {{value: string, text: string}[]} choices
 * @param {string} now
 * @param {(value: string) => void} act
 */
const field = (label, choices, now, act) =>
  h("label", { class: "field" }, h("span", { text: label }), pick({}, choices, now, act));

/** @param {string} level */
const levelText = (level) => `${tOr(`level ${level}`, level)}: ${tOr(`level about ${level}`, "")}`;

/** What is wished for so far. */
class Wish {
  /** @param {Game} game @param {boolean} open */
  constructor(game, open) {
    this.game = game;
    this.open = open;
    this.everybody = open;
    this.pace = PACES[0];
    this.components = "";
    /** @type {import("./protocol.js").OwnSet[]} */
    this.mine = [];
    /** @type {Wanted[]} */
    this.seats = [];
    /** @type {Record<string, string>} */
    this.options = {};
    this.rows = h("div", { class: "seat-rows" });
    this.more = h("div", { class: "field-grid" });
    const add = () => {
      this.seats.push(this.#fresh("bot"));
      this.#drawSeats();
    };
    this.add = h("button", { class: "btn", type: "button", on: { click: add } }, icon("plus"), t("add seat"));
    this.go = h("button", { class: "btn main big", type: "submit", form: "create", text: t("create") });
    this.#begin(game);
    this.#learn();
  }

  /** The sets that somebody keeps can be chosen, once they are known. */
  async #learn() {
    this.mine = await get("/api/sets").catch(() => []);
    if (this.mine.some((one) => one.game === this.game.name)) this.#drawMore();
  }

  /** @param {Game[]} games */
  form(games) {
    const names = games.map((one) => ({ value: one.name, text: one.title }));
    const begin = (/** @type {string} */ name) => this.#begin(games.find((one) => one.name === name) ?? this.game);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#send();
    };
    return h(
      "form",
      { id: "create", class: "create", on: { submit } },
      games.length > 1
        ? segments("create-game", t("game"), names, this.game.name, begin)
        : h("p", { class: "game-name", text: this.game.title }),
      h("fieldset", {}, h("legend", { text: t("seats") }), this.rows, this.add),
      h("fieldset", {}, h("legend", { text: t("options") }), this.more),
      alone
        ? ""
        : check(t("public"), this.open, (on) => {
            this.everybody = on;
          }),
    );
  }

  /** Everything anew, for a game. @param {Game} game */
  #begin(game) {
    this.game = game;
    this.seats = [];
    /** @type {Kind[]} */
    const kinds = ["me", alone ? "here" : this.open ? "open" : "link", "bot"];
    for (const kind of kinds.slice(0, Math.max(2, game.seats[0]))) this.seats.push(this.#fresh(kind));
    this.options = {};
    this.components = "";
    this.#drawSeats();
    this.#drawMore();
  }

  /** @param {Kind} kind @returns {Wanted} */
  #fresh(kind) {
    const { levels } = this.game;
    const used = new Set(this.seats.map((seat) => seat.colour));
    const level = levels.includes(prefs.level) ? prefs.level : levels[levels.length - 1];
    const colour = COLOURS.find((n) => !used.has(n)) ?? 0;
    return { kind, level, name: kind === "me" ? prefs.name : "", colour };
  }

  // --- who sits where ---------------------------------------------------------------------------------------------------

  #drawSeats() {
    const { seats } = this.game;
    this.rows.replaceChildren(...this.seats.map((seat, n) => this.#row(seat, n)));
    this.add.hidden = this.seats.length >= seats[seats.length - 1];
  }

  /** @param {Wanted} seat @param {number} n */
  #row(seat, n) {
    const of = t("seat n", { n: n + 1 });
    const mark = shape(n);
    const tint = () => {
      mark.style.fill = `var(--colour-${seat.colour})`;
    };
    tint();
    const colours = COLOURS.map((one) => ({ value: String(one), text: t(`colour ${one}`) }));
    const props = { class: "input colour-pick", "aria-label": `${of}: ${t("colour")}` };
    const colour = pick(props, colours, String(seat.colour), (value) => {
      seat.colour = Number(value);
      tint();
    });
    return h("div", { class: "seat-row" }, mark, this.#who(seat, n, of), this.#second(seat, of), colour, this.#drop(n));
  }

  /** @param {Wanted} seat @param {number} n @param {string} of */
  #who(seat, n, of) {
    const mine = this.seats.find((one) => one.kind === "me") ?? seat;
    const kinds = KINDS.filter((kind) => kind !== "me" || mine === seat);
    const choices = kinds.map((value) => ({ value, text: t(`kind ${value}`) }));
    return pick({ "aria-label": `${of}: ${t("who sits")}` }, choices, seat.kind, (kind) => {
      seat.kind = kind;
      this.#drawSeats();
      this.rows.children[n].querySelector("select")?.focus();
    });
  }

  /** The level of a bot, the name of somebody here. @param {Wanted} seat @param {string} of */
  #second(seat, of) {
    if (seat.kind === "bot") {
      const levels = this.game.levels.map((value) => ({ value, text: levelText(value) }));
      return pick({ "aria-label": t("level") }, levels, seat.level, (level) => {
        seat.level = level;
      });
    }
    if (seat.kind !== "me" && seat.kind !== "here") return h("span", { class: "aside small" });
    const input = () => {
      seat.name = name.value;
    };
    const placeholder = t(seat.kind === "me" ? "your name" : "name");
    const label = `${of}: ${t("name")}`;
    const props = { class: "input", maxlength: "24", value: seat.name, placeholder, "aria-label": label, on: { input } };
    const name = h("input", props);
    return name;
  }

  /** @param {number} n */
  #drop(n) {
    const label = t("remove seat");
    const click = () => {
      this.seats.splice(n, 1);
      this.#drawSeats();
    };
    const few = this.seats.length <= this.game.seats[0];
    const props = { class: "btn quiet round", type: "button", "aria-label": label, title: label, disabled: few };
    return h("button", { ...props, on: { click } }, icon("close"));
  }

  // --- options, and the table itself --------------------------------------------------------------------------------------

  #drawMore() {
    const { options, sets } = this.game;
    const fields = options.map(({ name, help, choices, default: usual }) => {
      const told = choices.map((choice) => ({ value: choice.name, text: choice.text }));
      return field(help, told, this.options[name] ?? usual, (value) => {
        this.options[name] = value;
      });
    });
    const own = this.mine.filter((one) => one.game === this.game.name).map(({ id: value, name: text }) => ({ value, text }));
    const named = [...sets.map((value) => ({ value, text: tOr(`set ${value}`, value) })), ...own];
    const set = field(t("component set"), named, this.components || sets[0], (value) => {
      this.components = value;
    });
    const paces = PACES.map((value) => ({ value, text: t(`pace ${value}`) }));
    const pace = field(t("pace"), paces, this.pace, (value) => {
      this.pace = value;
    });
    const box = h("a", { href: ofBox(this.game.name), text: t("box") });
    this.more.replaceChildren(...fields, ...(named.length > 1 ? [set] : []), pace, alone ? "" : box);
  }

  async #send() {
    const { game, options, pace } = this;
    this.go.disabled = true;
    const me = this.seats.find((seat) => seat.kind === "me");
    if (me) prefer({ name: me.name.trim() });
    const seats = this.seats.map(({ kind, level, name, colour }) => ({
      kind,
      level: kind === "bot" ? level : null,
      name: name.trim() || null,
      colour,
    }));
    const own = this.mine.some((one) => one.id === this.components) ? this.components : null;
    const more = { components: own ? null : this.components || null, own, pace, public: this.everybody };
    try {
      const made = await post("/api/tables", {}, { game: game.name, seats, options, ...more });
      go(ofTable(made.table));
    } catch (error) {
      sorry(error);
      this.go.disabled = false;
    }
  }
}
