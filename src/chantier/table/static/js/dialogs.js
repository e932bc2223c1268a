// The windows that open over the table.
import { alone, ofFile, ofRules, ofTable } from "./addresses.js";
import { get, post } from "./api.js";
import { copied, dialog, h, icon, shape, sorry } from "./dom.js";
import { recordButton } from "./files.js";
import { prefer, prefs } from "./prefs.js";
import { habits, looks } from "./settings.js";
import { shareButton, sharePicture } from "./sharing.js";
import { t, tOr } from "./texts.js";

/** @typedef {import("./page.js").TablePage} Page */

/** Stays open while something is set, and closes when it is done. @param {Page} page */
export function settingsDialog(page) {
  const done = h("button", { class: "btn main", type: "button", text: t("done"), on: { click: () => box.close() } });
  const box = dialog(t("settings"), t("close"), [...looks(), ...habits(), settingsButtons(page, () => box.close())], [done]);
}

/** @param {Page} page @param {() => void} done */
function settingsButtons(page, done) {
  const { table } = page,
    mine = table?.you || [];
  const closing = (/** @type {() => void} */ act) => () => {
    done();
    act();
  };
  const button = (/** @type {number} */ seat, /** @type {string} */ text, /** @type {() => void} */ click) =>
    h("button", { class: "btn", type: "button", on: { click: closing(click) } }, shape(seat), text);
  const playing = mine.filter((seat) => !table?.seats[seat].away && !page.now?.over);
  return h(
    "div",
    { class: "buttons" },
    h("button", { class: "btn", type: "button", text: t("keys"), on: { click: closing(keysDialog) } }),
    ...mine.map((seat) => button(seat, t("change name", { who: page.nameOf(seat) }), () => nameDialog(page, seat))),
    ...playing.map((seat) => button(seat, t("let a bot play"), () => page.seats.standIn(seat, prefs.level || "apprentice"))),
    ...(table?.clock && mine.length ? [pauseButton(page, table.clock, done)] : []),
    recordButton(page.id),
    alone ? null : h("a", { class: "btn", href: ofFile(page.id, "set"), download: "", text: t("set file") }),
  );
}

/** @param {Page} page @param {import("./protocol.js").Clock} clock @param {() => void} done */
function pauseButton(page, clock, done) {
  const pause = () => {
    done();
    post("/api/tables/{table}/pause", { table: page.id }, { paused: !(page.table?.clock || clock).paused }).catch(sorry);
  };
  return h("button", { class: "btn", type: "button", text: t(clock.paused ? "clock on" : "clock off"), on: { click: pause } });
}

/** @param {Page} page */
export function shareDialog(page) {
  const { table } = page;
  if (!table) return;
  const full = (/** @type {string} */ path) => new URL(path, location.href).href;
  const links = table.seats.flatMap(({ seat, link }) =>
    link ? [copied(t("seat link", { who: page.nameOf(seat) }), full(link), shareButton(table.title, full(link)))] : [],
  );
  dialog(t("share"), t("close"), [
    links.length ? h("p", { text: t("seat link help") }) : null,
    ...links,
    alone
      ? recordButton(page.id)
      : copied(t("watch link"), full(ofTable(page.id)), shareButton(table.title, full(ofTable(page.id)))),
    page.now?.over ? pictureButton(page) : null,
    alone ? null : h("p", { class: "code-line" }, t("code"), " ", h("b", { class: "num", text: table.code })),
    h("p", { class: "aside small long", text: `${t("promise")} ${table.promise}` }),
  ]);
}

/** @param {Page} page */
export const pictureButton = (page) =>
  h(
    "button",
    { class: "btn picture", type: "button", on: { click: () => sharePicture(page) } },
    icon("image"),
    h("span", { text: t("share picture") }),
  );

/** Sit down, or change name and colour. @param {Page} page @param {number} seat */
export function nameDialog(page, seat) {
  const its = page.table?.seats[seat];
  const name = h("input", {
    class: "input",
    maxlength: "24",
    value: (page.mine(seat) && its?.name) || prefs.name,
    autocomplete: "nickname",
    placeholder: t("your name"),
  });
  let colour = its?.colour ?? seat;
  const form = h(
    "form",
    {
      class: "body",
      on: {
        submit: async (event) => {
          event.preventDefault();
          try {
            await post("/api/tables/{table}/seats/{seat}", { table: page.id, seat }, { name: name.value.trim(), colour });
            prefer({ name: name.value.trim() });
            box.close();
            if (!page.mine(seat)) location.reload();
          } catch (error) {
            sorry(error);
          }
        },
      },
    },
    h("label", { class: "field" }, h("span", { text: t("name") }), name),
    h(
      "div",
      { class: "field" },
      h("span", { text: t("colour") }),
      colours(`colour-${seat}`, colour, (chosen) => {
        colour = chosen;
      }),
    ),
    h("button", { class: "btn main big", type: "submit", text: t(page.mine(seat) ? "save" : "sit down") }),
  );
  const box = dialog(t(page.mine(seat) ? "change" : "sit down"), t("close"), [form]);
  name.focus();
}

/** Eight colours, each with its name. @param {string} name @param {number} chosen @param {(colour: number) => void} act */
export function colours(name, chosen, act) {
  return h(
    "div",
    { class: "colours", role: "radiogroup", "aria-label": t("colour") },
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
      h(
        "label",
        { class: `colour c${n}`, title: t(`colour ${n}`) },
        h("input", {
          type: "radio",
          name,
          value: String(n),
          checked: n === chosen,
          "aria-label": t(`colour ${n}`),
          on: { change: () => act(n) },
        }),
        h("span", {}),
      ),
    ),
  );
}

/** @type {Record<string, Promise<import("./protocol.js").Rulebook>>} */
const rulebooks = {};

/** The clauses behind actions. @param {Page} page @param {import("./protocol.js").Action[]} actions */
export async function ruleDialog(page, actions) {
  const game = page.table?.game || "";
  rulebooks[game] ||= get("/api/games/{game}/rules", { game });
  const book = await rulebooks[game];
  const wanted = new Set(actions.flatMap((action) => action.clauses));
  const clauses = book.sections.flatMap((section) => section.clauses.filter((one) => wanted.has(one.number)));
  const verbs = new Set(actions.map((action) => action.verb));
  dialog(t("rule"), t("close"), [
    actions.length && verbs.size === 1 && actions.length < 3
      ? h("p", { class: "serif", text: actions.map((action) => action.text).join(" · ") })
      : null,
    h(
      "dl",
      { class: "clauses" },
      ...clauses.flatMap((one) => [h("dt", { class: "num", text: one.number }), h("dd", { text: one.text })]),
    ),
    h("a", { class: "clause", href: ofRules(game), target: "_blank", rel: "noopener", text: t("all rules") }),
  ]);
}

export function keysDialog() {
  const list = [
    ["Tab", "key tab"],
    ["1 – 9", "key digits"],
    ["Enter", "key enter"],
    ["← ↑ → ↓", "key arrows"],
    ["M", "key m"],
    ["L", "key l"],
    ["R", "key r"],
    ["F", "key f"],
    ["I", "key things"],
    ["Q  E", "key turn"],
    ["1 – 5  0", "key levels"],
    ["U", "undo"],
    ["H", "hint"],
    ["?", "rule"],
    ["+  −  0", "zoom"],
    [",  .", "key history"],
    ["End", "live"],
    ["Esc", "key esc"],
    ["C", "chat"],
  ];
  dialog(t("keys"), t("close"), [
    h(
      "dl",
      { class: "keys" },
      ...list.flatMap(([key, text]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text: tOr(text, text) })]),
    ),
  ]);
}
