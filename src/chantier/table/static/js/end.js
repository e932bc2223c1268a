// The end of a game: the standing on a page beside the board, which stays in sight, and where the points came from.
import { home, ofRules } from "./addresses.js";
import { get } from "./api.js";
import { chart } from "./charts.js";
import { pictureButton } from "./dialogs.js";
import { find, h, shape } from "./dom.js";
import { recordButton } from "./files.js";
import { t } from "./texts.js";

/** @typedef {import("./page.js").TablePage} Page */
/** @typedef {import("./protocol.js").Position} Position */
/** @typedef {import("./protocol.js").Review} Review */

const LEAST_WIDE = 200; // of a chart, in pixels

/** Who has won, and by how much. @param {Page} page @param {Position} end */
export function headline(page, end) {
  const ranking = end.ranking || [];
  const winners = end.scores.flatMap((_, seat) => (ranking[seat] === 1 ? [page.nameOf(seat)] : []));
  if (winners.length !== 1) return t("winners", { who: winners.join(", ") });
  const [first, second] = end.scores.map((score) => score ?? 0).toSorted((a, b) => b - a);
  return second ? t("wins by", { who: winners[0], n: first - second }) : t("winner", { who: winners[0] });
}

/**
 * The page of the standing: at once what is known, then what the server tells of the game.
 * @param {Page} page
 * @param {Position} end
 */
export async function endPage(page, end) {
  const pane = find("#pane-end");
  pane.replaceChildren(...parts(page, end, null));
  const told = await get("/api/tables/{table}/review", { table: page.id }).catch(() => null);
  if (!told || page.now !== end) return;
  pane.replaceChildren(...parts(page, end, told));
}

/** @param {Page} page @param {Position} end @param {Review|null} told */
function parts(page, end, told) {
  const order = end.scores
    .map((score, seat) => ({ seat, score: score ?? 0, place: end.ranking?.[seat] ?? 0 }))
    .sort((a, b) => a.place - b.place);
  return [
    h("h2", { text: headline(page, end) }),
    h("ol", { class: "standing" }, ...order.map((one) => row(page, one, told ? basis(told, one.seat) : ""))),
    told?.wins ? h("p", { class: "aside wins" }, h("span", { text: told.wins }), clauseLink(page, told.clause)) : null,
    told?.rows.some((one) => one.scores.some(Boolean)) ? course(page, told) : null,
    buttons(page),
    end.seed ? h("p", { class: "aside small long", text: t("seed told", { seed: end.seed }) }) : null,
  ].filter((part) => part !== null);
}

/** @param {Page} page @param {string} number */
function clauseLink(page, number) {
  const href = ofRules(page.table?.game, number);
  return number ? h("a", { class: "clause num", href, target: "_blank", rel: "noopener", text: `§ ${number}` }) : "";
}

/** What the score of a seat rests on: in the game's own words, or all its sources. @param {Review} told @param {number} seat */
function basis(told, seat) {
  if (told.placed?.[seat]) return told.placed[seat];
  const sources = told.sources.filter((source) => source.points[seat]);
  return sources.map((source) => `${source.label} ${source.points[seat]}`.replace("-", "−")).join(" · ");
}

/** @param {Page} page @param {{seat: number, score: number, place: number}} one @param {string} why */
const row = (page, { seat, score, place }, why) =>
  h(
    "li",
    { class: place === 1 ? "first" : "" },
    h("span", { class: "rank num", text: `${place}.` }),
    shape(seat),
    h("span", { class: "who", text: page.nameOf(seat) }),
    h("b", { class: "num", text: String(score) }),
    h("small", { class: "why", text: why }),
  );

/**
 * The scores over the game; drawn anew for another width, so that its numbers can be read.
 * @param {Page} page
 * @param {Review} told
 */
function course(page, told) {
  const place = h("div", {});
  let drawn = 0;
  new ResizeObserver(() => {
    const wide = Math.round(place.clientWidth);
    if (wide < LEAST_WIDE || wide === drawn) return;
    drawn = wide;
    place.replaceChildren(
      chart({
        label: t("scores over time"),
        end: told.rows.at(-1)?.move ?? 0,
        seats: told.scores.length,
        visit: (move) => page.visit(move),
        rows: told.rows.map((one) => ({ move: one.move, points: one.scores })),
        wide,
      }),
    );
  }).observe(place);
  return h("section", {}, h("h3", { text: t("scores over time") }), place);
}

/** @param {Page} page */
const buttons = (page) =>
  h(
    "div",
    { class: "buttons" },
    h("button", { class: "btn", type: "button", text: t("look back"), on: { click: () => page.visit(0) } }),
    pictureButton(page),
    recordButton(page.id),
    h("a", { class: "btn", href: home(), text: t("home") }),
  );
