// The windows that open over the table.
import { get, post } from "./api.js";
import { copy, dialog, h, icon, segments, shape, toast } from "./dom.js";
import { LANGUAGES, prefer, prefs } from "./prefs.js";
import { reviewDialog } from "./review.js";
import { t, tOr } from "./texts.js";

/** @typedef {import("./table.js").TablePage} Page */

/** @param {string} label @param {Node} control */
const row = (label, control) => h("div", { class: "row" }, h("span", { text: label }), control);

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} act */
const check = (label, on, act) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: on, on: { change: (/** @type {any} */ event) => act(event.target.checked) } }), h("span", { text: label }));

/** @param {Page} page */
export function settingsDialog(page) {
  const mine = page.table?.you || [];
  dialog(t("settings"), t("close"), [
    row(t("language"), segments("language", t("language"), LANGUAGES.map((value) => ({ value, text: value.toUpperCase(), title: t(`language ${value}`) })), prefs.language, (language) => prefer({ language }))),
    row(t("theme"), segments("theme", t("theme"), [{ value: "", text: t("system") }, { value: "light", text: t("light") }, { value: "dark", text: t("dark") }], prefs.theme, (theme) => prefer({ theme }))),
    row(t("speed"), segments("speed", t("speed"), ["off", "fast", "normal"].map((value) => ({ value, text: t(`speed ${value}`) })), prefs.speed, (speed) => prefer({ speed: /** @type {any} */ (speed) }))),
    check(t("confirm clicks"), prefs.confirm, (confirm) => prefer({ confirm })),
    check(t("warnings"), !(prefs.silent || []).length, (on) => prefer({ silent: on ? [] : ["ends", "loses", "idle"] })),
    check(t("sounds"), prefs.sound, (sound) => prefer({ sound })),
    check(t("notify"), prefs.notify, async (notify) => { if (notify && "Notification" in window) await Notification.requestPermission(); prefer({ notify }); }),
    h("div", { class: "buttons" },
      h("button", { class: "btn", type: "button", text: t("keys"), on: { click: keysDialog } }),
      ...mine.map((seat) => h("button", { class: "btn", type: "button", on: { click: () => nameDialog(page, seat) } }, shape(seat), t("change name", { who: page.nameOf(seat) }))),
      ...mine.filter((seat) => !/** @type {any} */ (page.table?.seats[seat]).away && !page.now?.over).map((seat) => h("button", { class: "btn", type: "button", on: { click: () => page.seats.standIn(seat, prefs.level || "apprentice") } }, shape(seat), t("let a bot play"))),
      ...(/** @type {any} */ (page.table)?.clock && mine.length ? [h("button", { class: "btn", type: "button", text: t(/** @type {any} */ (page.table).clock.paused ? "clock on" : "clock off"), on: { click: () => post(`/api/tables/${page.id}/pause`, { paused: !(/** @type {any} */ (page.table).clock.paused) }).catch((/** @type {Error} */ error) => toast(error.message)) } })] : []),
      h("a", { class: "btn", href: `/api/tables/${page.id}/record`, download: "", text: t("record") })),
  ]);
}

/** @param {string} label @param {string} value */
function copied(label, value) {
  return h("label", { class: "field" }, h("span", { text: label }), h("span", { class: "copied" },
    h("input", { class: "input", readonly: true, value, on: { focus: (/** @type {any} */ event) => event.target.select() } }),
    h("button", { class: "btn", type: "button", on: { click: async () => { if (await copy(value)) toast(t("copied")); } } }, icon("copy"), t("copy"))));
}

/** @param {Page} page */
export function shareDialog(page) {
  const table = /** @type {any} */ (page.table);
  if (!table) return;
  const full = (/** @type {string} */ path) => new URL(path, location.href).href;
  const links = table.seats.filter((/** @type {any} */ seat) => seat.link).map((/** @type {any} */ seat) => copied(t("seat link", { who: page.nameOf(seat.seat) }), full(seat.link)));
  dialog(t("share"), t("close"), [
    links.length ? h("p", { text: t("seat link help") }) : null, ...links,
    copied(t("watch link"), full(`/t/${page.id}`)),
    h("p", { class: "code-line" }, t("code"), " ", h("b", { class: "num", text: table.code })),
    h("p", { class: "aside small long", text: `${t("promise")} ${table.promise || ""}` }),
  ].filter(Boolean));
}

/** Sit down, or change name and colour. @param {Page} page @param {number} seat */
export function nameDialog(page, seat) {
  const its = /** @type {any} */ (page.table?.seats[seat]);
  const name = h("input", { class: "input", maxlength: "24", value: page.mine(seat) ? its.name || prefs.name : prefs.name, autocomplete: "nickname", placeholder: t("your name") });
  let colour = Number(its.colour ?? seat);
  const form = h("form", { class: "body", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await post(`/api/tables/${page.id}/seats/${seat}`, { name: name.value.trim(), colour });
      prefer({ name: name.value.trim() });
      box.close();
      if (!page.mine(seat)) location.reload();
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  } } },
  h("label", { class: "field" }, h("span", { text: t("name") }), name),
  h("div", { class: "field" }, h("span", { text: t("colour") }), colours(`colour-${seat}`, colour, (chosen) => { colour = chosen; })),
  h("button", { class: "btn main big", type: "submit", text: t(page.mine(seat) ? "save" : "sit down") }));
  const box = dialog(t(page.mine(seat) ? "change" : "sit down"), t("close"), [form]);
  name.focus();
}

/** Eight colours, each with its name. @param {string} name @param {number} chosen @param {(colour: number) => void} act */
export function colours(name, chosen, act) {
  return h("div", { class: "colours", role: "radiogroup", "aria-label": t("colour") }, ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    h("label", { class: `colour c${n}`, title: t(`colour ${n}`) }, h("input", { type: "radio", name, value: String(n), checked: n === chosen, "aria-label": t(`colour ${n}`), on: { change: () => act(n) } }), h("span", {}))));
}

/** @type {Record<string, Promise<any>>} */
const rulebooks = {};

/** The clauses behind actions. @param {Page} page @param {import("./types.js").Action[]} actions */
export async function ruleDialog(page, actions) {
  const game = page.table?.game || "";
  const book = await (rulebooks[game] ||= get(`/api/games/${game}/rules`));
  const wanted = new Set(actions.flatMap((action) => action.clauses));
  const clauses = book.sections.flatMap((/** @type {any} */ section) => section.clauses.filter((/** @type {any} */ one) => wanted.has(one.number)));
  const verbs = new Set(actions.map((action) => action.verb));
  dialog(t("rule"), t("close"), [
    actions.length && verbs.size === 1 && actions.length < 3 ? h("p", { class: "serif", text: actions.map((action) => action.text).join(" · ") }) : null,
    h("dl", { class: "clauses" }, ...clauses.flatMap((/** @type {any} */ one) => [h("dt", { class: "num", text: one.number }), h("dd", { text: one.text })])),
    h("a", { href: `/rules/${game}`, target: "_blank", rel: "noopener", text: t("all rules") }),
  ].filter(Boolean));
}

/** The final standing. @param {Page} page */
export function endDialog(page) {
  const end = /** @type {any} */ (page.now);
  const order = end.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => ({ seat, score, place: end.ranking[seat] })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.place - b.place);
  const winners = order.filter((/** @type {any} */ one) => one.place === 1).map((/** @type {any} */ one) => page.nameOf(one.seat));
  const box = dialog(t(winners.length > 1 ? "winners" : "winner", { who: winners.join(", ") }), t("close"), [
    h("ol", { class: "standing" }, ...order.map((/** @type {any} */ one) => h("li", { class: one.place === 1 ? "first" : "" },
      h("span", { class: "place num", text: `${one.place}.` }), shape(one.seat), h("span", { class: "who", text: page.nameOf(one.seat) }), h("b", { class: "num", text: String(one.score) })))),
    end.seed ? h("p", { class: "aside small long", text: t("seed told", { seed: end.seed }) }) : null,
  ].filter(Boolean), [
    h("a", { class: "btn", href: "/", text: t("home") }),
    h("button", { class: "btn", type: "button", text: t("look back"), on: { click: () => { box.close(); page.visit(0); } } }),
    h("button", { class: "btn", type: "button", text: t("review"), on: { click: () => { box.close(); reviewDialog(page); } } }),
    ...(page.table?.you?.length ? [h("button", { class: "btn main", type: "button", text: t("rematch"), on: { click: () => page.rematch() } })] : []),
  ]);
}

export function keysDialog() {
  const list = [["Tab", "key tab"], ["1 – 9", "key digits"], ["Enter", "key enter"], ["← ↑ → ↓", "key arrows"], ["M", "key m"], ["L", "key l"], ["R", "key r"], ["U", "undo"], ["H", "hint"], ["?", "rule"],
    ["+  −  0", "zoom"], [",  .", "key history"], ["End", "live"], ["Esc", "key esc"], ["C", "chat"]];
  dialog(t("keys"), t("close"), [h("dl", { class: "keys" }, ...list.flatMap(([key, text]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text: tOr(text, text) })]))]);
}
