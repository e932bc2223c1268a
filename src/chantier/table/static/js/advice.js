// What a bot advises, on a page beside the board, and what one is warned of before a step.
import { check, dialog, find, h, icon, s, shape } from "./dom.js";
import { tabs } from "./frame.js";
import { prefer, prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Branch} Branch */
/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./page.js").TablePage} Page */

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)} %`;

/**
 * A page beside the board: the best actions with attention and what is expected of them, and the line that is expected. Their
 * places on the sheets have flags with their numbers.
 * @param {Page} page
 * @param {Hint} told
 */
export function showHint(page, told) {
  closeHint(page);
  const close = () => closeHint(page);
  find("#pane-hint").replaceChildren(
    h(
      "div",
      { id: "advice", class: "head" },
      h("h3", { text: told.lines[0] }),
      h("button", { class: "btn quiet round", type: "button", "aria-label": t("close"), on: { click: close } }, icon("close")),
    ),
    ...told.lines.slice(1).map((text) => h("p", { class: "small", text })),
    told.branches.length > 1 ? branches(page, told) : h("p", { text: told.text }),
    ...(told.line.length > 1 ? [expected(told)] : []),
    ...(told.playouts
      ? [h("p", { class: "aside small", text: t("playouts", { n: told.playouts, s: (told.seconds ?? 0).toFixed(1) }) })]
      : []),
  );
  page.hinted = page.tabs.chosen;
  tabs(page);
  if (page.layout.narrow) page.tabs.news("hint");
  else page.tabs.choose("hint");
  flags(page, told);
}

/** The line that is expected. @param {Hint} told */
const expected = (told) =>
  h(
    "section",
    { class: "line small" },
    h("b", { text: t("expected line") }),
    h("ol", {}, ...told.line.map((step) => h("li", {}, shape(step.seat), h("span", { text: step.text })))),
  );

/** What the bot considered: a row for each action. @param {Page} page @param {Hint} told */
const branches = (page, told) =>
  h(
    "ol",
    { class: "branches" },
    ...told.branches.map((branch, n) => branchRow(page, branch, n + 1, branch.action === told.action)),
    h("li", { class: "aside small", text: t(told.branches[0].scores ? "expected scores" : "chances") }),
  );

/** @param {Page} page @param {Branch} branch @param {number} n @param {boolean} best */
function branchRow(page, branch, n, best) {
  const action = () => page.now?.actions.find((one) => one.action === branch.action) ?? null;
  const click = () => {
    const chosen = action();
    if (chosen) page.hand.advise(chosen);
  };
  const point = () => page.hand.point(action());
  const leave = () => page.hand.point(null);
  const part = percent(branch.part);
  const outlook = branch.scores?.map((points) => points.toFixed(0)) ?? branch.chances.map(percent);
  return h(
    "li",
    { class: best ? "best" : "" },
    h(
      "button",
      { type: "button", on: { click, pointerenter: point, pointerleave: leave, focus: point, blur: leave } },
      h("span", { class: "flag num", text: String(n) }),
      h("span", { class: "text", text: branch.text }),
      h("span", { class: "num", text: part }),
      h("meter", { min: "0", max: "1", value: branch.part, "aria-label": `${t("attention")} ${part}` }),
      h("span", { class: "scores num" }, ...outlook.flatMap((text, seat) => [shape(seat), h("span", { text })])),
    ),
  );
}

const FLAG = 20; // pixels

/** Flags with the numbers of a hint, beside the places that they speak of. @param {Page} page @param {Hint} told */
function flags(page, told) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  told.branches.forEach(({ action }, n) => {
    const at = flagged(page, action);
    if (!at) return;
    const many = taken.get(at.key) || 0;
    taken.set(at.key, many + 1);
    const x = many * (FLAG + 2);
    const parts = [
      s("rect", { x, y: -FLAG, width: FLAG, height: FLAG, rx: 2 }),
      s("text", { x: x + FLAG / 2, y: -FLAG / 2 + 4.5, text: String(n + 1) }),
    ];
    const transform = `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`;
    at.view.layer.marks.append(s("g", { class: "flag", transform }, s("g", { class: "unscaled" }, ...parts)));
  });
}

/**
 * Where the flag of an action stands: at the upper right corner of its place, if that is in sight.
 * @param {Page} page
 * @param {number} action
 */
function flagged(page, action) {
  const place = page.shown?.scene.places.find((one) => one.actions.includes(action));
  for (const { sheet, squares } of place?.lies || []) {
    const view = page.layout.shown(sheet);
    const side = page.shown?.scene.regions.find((region) => region.sheet === sheet)?.side ?? 0;
    if (!view) continue;
    const [x, y] = [Math.max(...squares.map((one) => one[0])) + side / 2, Math.min(...squares.map((one) => one[1])) - side / 2];
    return { view, x, y, key: `${sheet} ${x} ${y}` };
  }
  for (const { sheet, d } of place?.targets || []) {
    const view = page.layout.shown(sheet);
    const spot = [...page.spots.spots.values()].find((one) => one.sheet === sheet && one.d === d);
    if (!view || !spot) continue;
    const { x, y } = corner(spot, view);
    return { view, x, y, key: spot.key };
  }
  return null;
}

/**
 * Where the flag of an outline stands: at the corner, the upper right one first, where it lies over no words.
 * @param {import("./spots.js").Spot} spot
 * @param {import("./sheet.js").SheetView} view
 */
function corner({ element, x, y }, view) {
  const box = element.getBBox();
  const lens = view.lens();
  const words = [...view.drawn()].flatMap(([, one]) => (one.tagName === "text" ? [one.getBoundingClientRect()] : []));
  const free = (/** @type {DOMPoint} */ at) => {
    const on = lens?.(at.x, at.y);
    return on && !words.some((one) => one.left < on.x + FLAG && one.right > on.x && one.top < on.y && one.bottom > on.y - FLAG);
  };
  const corners = [0, 1].flatMap((down) => [1, 0].map((right) => [box.x + right * box.width, box.y + down * box.height]));
  const found = corners.flatMap(([cx, cy]) => {
    for (let part = 0; part < 1; part += 0.05) {
      const at = new DOMPoint(cx + part * (x - cx), cy + part * (y - cy));
      if (element.isPointInFill(at)) return [at];
    }
    return [];
  });
  return found.find(free) || found[0] || { x, y };
}

/** @param {Page} page */
export function closeHint(page) {
  if (page.hinted === null) return;
  const before = page.hinted;
  const shown = page.tabs.chosen === "hint";
  page.hinted = null;
  for (const flag of document.querySelectorAll(".marks .flag")) flag.remove();
  tabs(page);
  if (shown && page.tabs.list.some((tab) => tab.id === before)) page.tabs.choose(before);
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
