// A new table: who sits where, which options, who may come.
import { post } from "./api.js";
import { check, dialog, h, icon, pick, segments, shape, toast } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t, tOr } from "./texts.js";

/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {{kind: string, level: string, name: string, colour: number}} Wanted */

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7];

/** @param {Game[]} games @param {Game} chosen @param {boolean} open for everybody */
export function createDialog(games, chosen, open) {
  let game = chosen;
  /** @type {Wanted[]} */
  let seats = [];
  /** @type {Record<string, string>} */
  let options = {};
  let components = "", pace = "free", everybody = open;
  const rows = h("div", { class: "seat-rows" });
  const more = h("div", { class: "field-grid" });
  const add = h("button", { class: "btn", type: "button", on: { click: () => { seats.push(fresh("bot")); drawSeats(); } } }, icon("plus"), t("add seat"));

  /** @param {string} kind @returns {Wanted} */
  function fresh(kind) {
    const used = new Set(seats.map((seat) => seat.colour));
    return { kind, level: game.levels.includes(prefs.level) ? prefs.level : game.levels[game.levels.length - 1], name: kind === "me" ? prefs.name : "", colour: COLOURS.find((n) => !used.has(n)) ?? 0 };
  }

  function begin() {
    seats = [];
    for (const kind of ["me", open ? "open" : "link", "bot"].slice(0, Math.max(2, game.seats[0]))) seats.push(fresh(kind));
    options = {};
    components = "";
    drawSeats();
    drawMore();
  }

  /** @param {Wanted} seat @param {string} label */
  function named(seat, label) {
    const field = h("input", { class: "input", maxlength: "24", value: seat.name, placeholder: seat.kind === "me" ? t("your name") : t("name"), "aria-label": label, on: { input: () => { seat.name = field.value; } } });
    return field;
  }

  /** @param {Wanted} seat @param {number} n */
  function seatRow(seat, n) {
    const kinds = ["me", "here", "link", "open", "bot"].filter((kind) => kind !== "me" || seat.kind === "me" || !seats.some((one) => one.kind === "me"));
    const of = t("seat n", { n: n + 1 });
    const who = pick({ "aria-label": `${of}: ${t("who sits")}` }, kinds.map((value) => ({ value, text: t(`kind ${value}`) })), seat.kind, (kind) => { seat.kind = kind; drawSeats(); rows.children[n].querySelector("select")?.focus(); });
    const second = seat.kind === "bot"
      ? pick({ "aria-label": t("level") }, game.levels.map((value) => ({ value, text: `${tOr(`level ${value}`, value)}: ${tOr(`level about ${value}`, "")}` })), seat.level, (level) => { seat.level = level; })
      : seat.kind === "me" || seat.kind === "here"
        ? named(seat, `${of}: ${t("name")}`)
        : h("span", { class: "aside small" });
    const colour = pick({ class: "input colour-pick", "aria-label": `${of}: ${t("colour")}` }, COLOURS.map((one) => ({ value: String(one), text: t(`colour ${one}`) })), String(seat.colour), (value) => { seat.colour = Number(value); tint(); });
    const mark = shape(n);
    const tint = () => { mark.style.fill = `var(--colour-${seat.colour})`; };
    tint();
    const drop = h("button", { class: "btn quiet round", type: "button", "aria-label": t("remove seat"), title: t("remove seat"), disabled: seats.length <= game.seats[0], on: { click: () => { seats.splice(n, 1); drawSeats(); } } }, icon("close"));
    return h("div", { class: "seat-row" }, mark, who, second, colour, drop);
  }

  function drawSeats() {
    rows.replaceChildren(...seats.map(seatRow));
    add.hidden = seats.length >= game.seats[game.seats.length - 1];
  }

  /** @param {string} label @param {{value: string, text: string}[]} choices @param {string} now @param {(value: string) => void} act */
  const field = (label, choices, now, act) => h("label", { class: "field" }, h("span", { text: label }), pick({}, choices, now, act));

  function drawMore() {
    more.replaceChildren(
      ...game.options.map((option) => field(option.help, option.choices.map((choice) => ({ value: choice.name, text: choice.text })), option.default, (value) => { options[option.name] = value; })),
      ...(game.sets.length > 1 ? [field(t("component set"), game.sets.map((value) => ({ value, text: tOr(`set ${value}`, value) })), game.sets[0], (value) => { components = value; })] : []),
      field(t("pace"), ["free", "live", "slow"].map((value) => ({ value, text: t(`pace ${value}`) })), pace, (value) => { pace = value; }));
  }

  const go = h("button", { class: "btn main big", type: "submit", form: "create", text: t("create") });
  const form = h("form", { id: "create", class: "create", on: { submit: async (event) => {
    event.preventDefault();
    go.disabled = true;
    const me = seats.find((seat) => seat.kind === "me");
    if (me) prefer({ name: me.name.trim() });
    const asked = seats.map((seat) => ({ kind: seat.kind, level: seat.kind === "bot" ? seat.level : null, name: seat.name.trim() || null, colour: seat.colour }));
    try {
      const made = await post("/api/tables", {}, { game: game.name, seats: asked, options, components: components || null, pace, public: everybody });
      location.href = `/t/${made.table}`;
    } catch (error) { toast(/** @type {Error} */ (error).message || t("failed")); go.disabled = false; }
  } } },
  games.length > 1 ? segments("create-game", t("game"), games.map((one) => ({ value: one.name, text: one.title })), game.name, (name) => { game = games.find((one) => one.name === name) ?? game; begin(); }) : h("p", { class: "game-name", text: game.title }),
  h("fieldset", {}, h("legend", { text: t("seats") }), rows, add),
  h("fieldset", {}, h("legend", { text: t("options") }), more),
  check(t("public"), open, (on) => { everybody = on; }));
  begin();
  const box = dialog(t("new table"), t("close"), [form], [go]);
  box.classList.add("wide");
}
