// A new table: who sits where, which options, who may come.
import { post } from "./api.js";
import { dialog, h, icon, segments, shape, toast } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t, tOr } from "./texts.js";

/** @typedef {{kind: string, level: string, name: string, colour: number}} Wanted */

/** @param {any[]} games @param {any} chosen @param {boolean} open for everybody */
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
    return { kind, level: game.levels.includes(prefs.level) ? prefs.level : game.levels[game.levels.length - 1], name: kind === "me" ? prefs.name : "", colour: [0, 1, 2, 3, 4, 5, 6, 7].find((n) => !used.has(n)) ?? 0 };
  }

  function begin() {
    seats = [];
    for (const kind of ["me", open ? "open" : "link", "bot"].slice(0, Math.max(2, game.seats[0]))) seats.push(fresh(kind));
    options = {};
    components = "";
    drawSeats();
    drawMore();
  }

  /** @param {Wanted} seat @param {number} n */
  function seatRow(seat, n) {
    const kinds = ["me", "here", "link", "open", "bot"].filter((kind) => kind !== "me" || seat.kind === "me" || !seats.some((one) => one.kind === "me"));
    const who = h("select", { class: "input", "aria-label": `${t("seat n", { n: n + 1 })}: ${t("who sits")}`, on: { change: () => { seat.kind = who.value; drawSeats(); rows.children[n].querySelector("select").focus(); } } },
      ...kinds.map((kind) => h("option", { value: kind, text: t(`kind ${kind}`), selected: kind === seat.kind })));
    const second = seat.kind === "bot"
      ? h("select", { class: "input", "aria-label": t("level"), on: { change: (/** @type {any} */ event) => { seat.level = event.target.value; } } }, ...game.levels.map((/** @type {string} */ level) => h("option", { value: level, text: `${tOr(`level ${level}`, level)}: ${tOr(`level about ${level}`, "")}`, selected: level === seat.level })))
      : seat.kind === "me" || seat.kind === "here"
        ? h("input", { class: "input", maxlength: "24", value: seat.name, placeholder: seat.kind === "me" ? t("your name") : t("name"), "aria-label": `${t("seat n", { n: n + 1 })}: ${t("name")}`, on: { input: (/** @type {any} */ event) => { seat.name = event.target.value; } } })
        : h("span", { class: "aside small" });
    const colour = h("select", { class: "input colour-pick", "aria-label": `${t("seat n", { n: n + 1 })}: ${t("colour")}`, on: { change: () => { seat.colour = Number(colour.value); tint(); } } },
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((one) => h("option", { value: String(one), text: t(`colour ${one}`), selected: one === seat.colour })));
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
  const pick = (label, choices, now, act) => h("label", { class: "field" }, h("span", { text: label }),
    h("select", { class: "input", on: { change: (/** @type {any} */ event) => act(event.target.value) } }, ...choices.map(({ value, text }) => h("option", { value, text, selected: value === now }))));

  function drawMore() {
    more.replaceChildren(
      ...game.options.map((/** @type {any} */ option) => pick(option.help, option.choices.map((/** @type {any} */ choice) => ({ value: choice.name, text: choice.text })), String(option.default), (value) => { options[option.name] = value; })),
      ...(game.sets.length > 1 ? [pick(t("component set"), game.sets.map((/** @type {string} */ value) => ({ value, text: tOr(`set ${value}`, value) })), game.sets[0], (value) => { components = value; })] : []),
      pick(t("pace"), ["free", "live", "slow"].map((value) => ({ value, text: t(`pace ${value}`) })), pace, (value) => { pace = value; }));
  }

  const go = h("button", { class: "btn main big", type: "submit", form: "create", text: t("create") });
  const form = h("form", { id: "create", class: "create", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    const me = seats.find((seat) => seat.kind === "me");
    if (me) prefer({ name: me.name.trim() });
    const asked = seats.map((seat) => ({ kind: seat.kind, level: seat.kind === "bot" ? seat.level : null, name: seat.name.trim() || null, colour: seat.colour }));
    try {
      const made = await post("/api/tables", { game: game.name, seats: asked, options, components: components || null, pace, public: everybody });
      location.href = `/t/${made.table}`;
    } catch (error) { toast(/** @type {Error} */ (error).message || t("failed")); go.disabled = false; }
  } } },
  games.length > 1 ? segments("create-game", t("game"), games.map((one) => ({ value: one.name, text: one.title })), game.name, (name) => { game = games.find((one) => one.name === name); begin(); }) : h("p", { class: "game-name", text: game.title }),
  h("fieldset", {}, h("legend", { text: t("seats") }), rows, add),
  h("fieldset", {}, h("legend", { text: t("options") }), more),
  h("label", { class: "check" }, h("input", { type: "checkbox", checked: open, on: { change: (/** @type {any} */ event) => { everybody = event.target.checked; } } }), h("span", { text: t("public") })));
  begin();
  const box = dialog(t("new table"), t("close"), [form], [go]);
  box.classList.add("wide");
}
