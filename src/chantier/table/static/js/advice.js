// What a bot advises, and what one is warned of: small panels above the dock and before a step.
import { dialog, find, h, icon, shape } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./table.js").TablePage} Page */

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)} %`;

/** The best actions with attention and what is expected of them, and the line that is expected. @param {Page} page @param {any} told */
export function showHint(page, told) {
  closeHint();
  const many = told.branches?.length || 0;
  const pick = (/** @type {any} */ branch) => () => { const action = page.now?.actions.find((one) => one.action === branch.action); if (action) { page.advise(action); } };
  const inPoints = Boolean(told.branches?.[0]?.scores); // else the bot can only tell chances
  const expected = (/** @type {any} */ branch) => h("span", { class: "scores num" }, ...(inPoints ? branch.scores.map((/** @type {number} */ points) => points.toFixed(0)) : branch.chances.map(percent)).flatMap((/** @type {string} */ text, /** @type {number} */ seat) => [shape(seat), h("span", { text })]));
  const box = h("section", { id: "advice", "aria-label": t("hint") },
    h("div", { class: "head" }, h("h3", { text: told.lines[0] }), h("button", { class: "btn quiet round", type: "button", "aria-label": t("close"), on: { click: closeHint } }, icon("close"))),
    ...told.lines.slice(1).map((/** @type {string} */ text) => h("p", { class: "small", text })),
    many > 1 ? h("table", {}, h("thead", {}, h("tr", {}, h("th", { text: t("attention") }), h("th", { text: t("action") }), h("th", { text: t(inPoints ? "expected scores" : "chances") }))),
      h("tbody", {}, ...told.branches.map((/** @type {any} */ branch) => h("tr", { class: branch.action === told.action ? "best" : "" },
        h("td", {}, h("meter", { min: "0", max: "1", value: branch.part, "aria-label": percent(branch.part) }), h("span", { class: "num", text: percent(branch.part) })),
        h("td", {}, h("button", { class: "link", type: "button", text: branch.text, on: { click: pick(branch) } })), h("td", {}, expected(branch)))))) : h("p", { text: told.text }),
    told.line?.length > 1 ? h("p", { class: "line small" }, h("b", { text: t("expected line") }), ...told.line.flatMap((/** @type {any} */ step) => [" ", shape(step.seat), ` ${step.text}`])) : null,
    told.playouts ? h("p", { class: "aside small", text: t("playouts", { n: told.playouts, s: told.seconds.toFixed(1) }) }) : null);
  find("#stage-frame").append(box);
}

export function closeHint() { find("#advice")?.remove(); }

/** Asks before a step that wastes, costs or ends something; each kind of warning can be silenced. @param {Page} page @param {Action} action @param {() => void} go @returns {boolean} whether it asks */
export function warn(page, action, go) {
  const kind = action.warn;
  if (!kind || (prefs.silent || []).includes(kind)) return false;
  let silence = false;
  const box = dialog(t(`warn ${kind}`), t("close"), [
    h("p", { class: "serif", text: action.text }),
    h("label", { class: "check" }, h("input", { type: "checkbox", on: { change: (/** @type {any} */ event) => { silence = event.target.checked; } } }), h("span", { text: t("warn no more") })),
  ], [
    h("button", { class: "btn", type: "button", text: t("cancel"), on: { click: () => box.close() } }),
    h("button", { class: "btn main", type: "button", autofocus: true, text: t("do it"), on: { click: () => {
      if (silence) prefer({ silent: [...(prefs.silent || []), kind] });
      box.close();
      go();
    } } }),
  ]);
  return true;
}
