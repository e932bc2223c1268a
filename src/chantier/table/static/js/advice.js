// What a bot advises, and what one is warned of: small panels above the dock and before a step.
import { check, dialog, find, h, icon, seek, shape } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Branch} Branch */
/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./page.js").TablePage} Page */

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)} %`;

/**
 * The best actions with attention and what is expected of them, and the line that is expected.
 * @param {Page} page
 * @param {Hint} told
 */
export function showHint(page, told) {
  closeHint();
  const box = h(
    "section",
    { id: "advice", "aria-label": t("hint") },
    h(
      "div",
      { class: "head" },
      h("h3", { text: told.lines[0] }),
      h(
        "button",
        { class: "btn quiet round", type: "button", "aria-label": t("close"), on: { click: closeHint } },
        icon("close"),
      ),
    ),
    ...told.lines.slice(1).map((text) => h("p", { class: "small", text })),
    told.branches.length > 1 ? branches(page, told) : h("p", { text: told.text }),
    told.line.length > 1
      ? h(
          "p",
          { class: "line small" },
          h("b", { text: t("expected line") }),
          ...told.line.flatMap((step) => [" ", shape(step.seat), ` ${step.text}`]),
        )
      : null,
    told.playouts
      ? h("p", { class: "aside small", text: t("playouts", { n: told.playouts, s: (told.seconds ?? 0).toFixed(1) }) })
      : null,
  );
  find("#stage-frame").append(box);
}

/** What the bot considered: a row for each action. @param {Page} page @param {Hint} told */
function branches(page, told) {
  const inPoints = Boolean(told.branches[0].scores); // else the bot can only tell chances
  const heads = [t("attention"), t("action"), t(inPoints ? "expected scores" : "chances")];
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { text })))),
    h("tbody", {}, ...told.branches.map((branch) => branchRow(page, branch, branch.action === told.action))),
  );
}

/** @param {Page} page @param {Branch} branch @param {boolean} best */
function branchRow(page, branch, best) {
  const click = () => {
    const action = page.now?.actions.find((one) => one.action === branch.action);
    if (action) page.hand.advise(action);
  };
  const part = percent(branch.part);
  const expected = branch.scores?.map((points) => points.toFixed(0)) ?? branch.chances.map(percent);
  return h(
    "tr",
    { class: best ? "best" : "" },
    h(
      "td",
      {},
      h("meter", { min: "0", max: "1", value: branch.part, "aria-label": part }),
      h("span", { class: "num", text: part }),
    ),
    h("td", {}, h("button", { class: "link", type: "button", text: branch.text, on: { click } })),
    h("td", {}, h("span", { class: "scores num" }, ...expected.flatMap((text, seat) => [shape(seat), h("span", { text })]))),
  );
}

export function closeHint() {
  seek("#advice")?.remove();
}

/**
 * Asks before a step that wastes, costs or ends something; each kind of warning can be silenced.
 * @param {Action} action
 * @param {() => void} go
 * @returns {boolean} whether it asks
 */
export function warn(action, go) {
  const kind = action.warn;
  if (!kind || prefs.silent.includes(kind)) return false;
  let silence = false;
  const box = dialog(
    t(`warn ${kind}`),
    t("close"),
    [
      h("p", { class: "serif", text: action.text }),
      check(t("warn no more"), false, (on) => {
        silence = on;
      }),
    ],
    [
      h("button", { class: "btn", type: "button", text: t("cancel"), on: { click: () => box.close() } }),
      h("button", {
        class: "btn main",
        type: "button",
        autofocus: true,
        text: t("do it"),
        on: {
          click: () => {
            if (silence) prefer({ silent: [...prefs.silent, kind] });
            box.close();
            go();
          },
        },
      }),
    ],
  );
  return true;
}
