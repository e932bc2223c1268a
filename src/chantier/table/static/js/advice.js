// What a bot advises, and what one is warned of: small panels above the dock and before a step.
import { check, dialog, find, h, icon, seek, shape } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Branch} Branch */
/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./table.js").TablePage} Page */

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)} %`;

/** The best actions with attention and what is expected of them, and the line that is expected. @param {Page} page @param {Hint} told */
export function showHint(page, told) {
  closeHint();
  const many = told.branches.length;
  const pick = (/** @type {Branch} */ branch) => () => { const action = page.now?.actions.find((one) => one.action === branch.action); if (action) { page.advise(action); } };
  const inPoints = Boolean(told.branches[0]?.scores); // else the bot can only tell chances
  const expected = (/** @type {Branch} */ branch) => h("span", { class: "scores num" }, ...(branch.scores?.map((points) => points.toFixed(0)) ?? branch.chances.map(percent)).flatMap((text, seat) => [shape(seat), h("span", { text })]));
  const box = h("section", { id: "advice", "aria-label": t("hint") },
    h("div", { class: "head" }, h("h3", { text: told.lines[0] }), h("button", { class: "btn quiet round", type: "button", "aria-label": t("close"), on: { click: closeHint } }, icon("close"))),
    many > 1 ? h("table", {}, h("thead", {}, h("tr", {}, h("th", { text: t("attention") }), h("th", { text: t("action") }), h("th", { text: t(inPoints ? "expected scores" : "chances") }))),
      h("tbody", {}, ...told.branches.map((branch) => h("tr", { class: branch.action === told.action ? "best" : "" },
        h("td", {}, h("meter", { min: "0", max: "1", value: branch.part, "aria-label": percent(branch.part) }), h("span", { class: "num", text: percent(branch.part) })),
        h("td", {}, h("button", { class: "link", type: "button", text: branch.text, on: { click: pick(branch) } })), h("td", {}, expected(branch)))))) : h("p", { text: told.text }),
    told.line.length > 1 ? h("p", { class: "line small" }, h("b", { text: t("expected line") }), ...told.line.flatMap((step) => [" ", shape(step.seat), ` ${step.text}`])) : null,
    told.playouts ? h("p", { class: "aside small", text: t("playouts", { n: told.playouts, s: (told.seconds ?? 0).toFixed(1) }) }) : null);
  find("#stage-frame").append(box);
}

export function closeHint() { seek("#advice")?.remove(); }

/** Asks before a step that wastes, costs or ends something; each kind of warning can be silenced. @param {Action} action @param {() => void} go @returns {boolean} whether it asks */
export function warn(action, go) {
  const kind = action.warn;
  if (!kind || prefs.silent.includes(kind)) return false;
  let silence = false;
  const box = dialog(t(`warn ${kind}`), t("close"), [
    h("p", { class: "serif", text: action.text }),
    check(t("warn no more"), false, (on) => { silence = on; }),
  ], [
    h("button", { class: "btn", type: "button", text: t("cancel"), on: { click: () => box.close() } }),
    h("button", { class: "btn main", type: "button", autofocus: true, text: t("do it"), on: { click: () => {
      if (silence) prefer({ silent: [...prefs.silent, kind] });
      box.close();
      go();
    } } }),
  ]);
  return true;
}
