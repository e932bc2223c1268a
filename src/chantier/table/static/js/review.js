// A finished game, looked at again: scores over time, what a bot expected, turning points, where the points came from.
import { get } from "./api.js";
import { chart } from "./charts.js";
import { dialog, h, shape } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./page.js").TablePage} Page */
/** @typedef {import("./protocol.js").Review} Review */
/** @typedef {{end: number, seats: number, go: (move: number) => void, open: () => boolean, told: Review}} How */

const AGAIN = 1200; // milliseconds until it is asked again what the bot has found

/** @param {number} n */
const signed = (n) => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${Math.abs(n)}`;

/** @param {Page} page */
export async function reviewDialog(page) {
  const told = await get("/api/tables/{table}/review", { table: page.id });
  const seats = told.scores.length,
    end = told.rows.length ? told.rows[told.rows.length - 1].move : 0;
  const go = (/** @type {number} */ move) => {
    box.close();
    page.visit(move);
  };
  const values = h(
    "div",
    { class: "values", "aria-live": "polite" },
    h("p", { class: "aside", text: t("values come") }),
    h("progress", { max: "1", "aria-label": t("values come") }),
  );
  const box = dialog(
    t("review"),
    t("close"),
    [
      legend(page, seats, told),
      h(
        "section",
        {},
        h("h3", { text: t("scores over time") }),
        chart({
          label: t("scores over time"),
          end,
          seats,
          visit: go,
          rows: told.rows.map((row) => ({ move: row.move, points: row.scores })),
        }),
        h("p", { class: "aside small", text: t("chart help") }),
      ),
      h("section", {}, h("h3", { text: expected(told) }), values),
      h("section", {}, h("h3", { text: t("where from") }), sources(page, told, seats)),
      told.largest.length
        ? h(
            "section",
            {},
            h("h3", { text: t("largest") }),
            h(
              "ul",
              { class: "moments" },
              ...told.largest.map((one) => momentRow(one, go, h("b", { class: "num", text: signed(one.points) }), one.text)),
            ),
          )
        : null,
    ],
    [h("button", { class: "btn", type: "button", text: t("look back"), on: { click: () => go(0) } })],
  );
  box.classList.add("wide", "review");
  fill(page, values, { end, seats, go, open: () => box.isConnected, told });
}

/** What a bot expects: scores, or where it cannot tell them, chances. @param {Review} told */
const expected = (told) => t(told.in_points ? "values over time" : "chances over time");

/** Whose line is whose, and how it ended. @param {Page} page @param {number} seats @param {Review} told */
function legend(page, seats, told) {
  const order = [...Array(seats).keys()].sort((a, b) => told.ranking[a] - told.ranking[b]);
  return h(
    "ol",
    { class: "legend" },
    ...order.map((seat) =>
      h(
        "li",
        {},
        h("span", { class: "num", text: `${told.ranking[seat]}.` }),
        shape(seat),
        h("span", { text: page.nameOf(seat) }),
        h("b", { class: "num", text: String(told.scores[seat]) }),
      ),
    ),
  );
}

/** @param {{move: number, seat: number}} one @param {(move: number) => void} go @param {...(Node|string)} parts */
const momentRow = (one, go, ...parts) =>
  h(
    "li",
    {},
    shape(one.seat),
    h("span", { class: "told" }, ...parts.flatMap((part) => [part, " "])),
    h("button", { class: "btn mini", type: "button", text: t("move n", { n: one.move }), on: { click: () => go(one.move) } }),
  );

/** @param {Page} page @param {Review} told @param {number} seats */
function sources(page, told, seats) {
  if (!told.sources.length) return h("p", { class: "aside", text: t("no points") });
  const all = [...Array(seats).keys()];
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": t("where from") },
    h(
      "table",
      { class: "sources" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { text: "" }),
          ...all.map((seat) => h("th", { scope: "col" }, shape(seat), h("span", { text: page.nameOf(seat) }))),
        ),
      ),
      h(
        "tbody",
        {},
        ...told.sources.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", text: row.label }),
            ...row.points.map((n) => h("td", { class: "num", text: n ? signed(n) : "–" })),
          ),
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row", text: t("total") }),
          ...all.map((seat) => h("td", { class: "num", text: String(told.scores[seat]) })),
        ),
      ),
    ),
  );
}

/** Who has won, in percent; equals share. @param {number[]} ranking */
const shares = (ranking) =>
  ranking.map((place) => (place === 1 ? Math.round(100 / ranking.filter((other) => other === 1).length) : 0));

/**
 * What the bot has found so far, until it has found everything.
 * @param {Page} page
 * @param {HTMLElement} place
 * @param {How} how
 */
async function fill(page, place, how) {
  const told = await get("/api/tables/{table}/review/values", { table: page.id }).catch(() => null);
  if (!how.open()) return;
  if (!told) {
    place.replaceChildren(h("p", { class: "aside", text: t("failed") }));
    return;
  }
  if (!told.done) {
    const bar = place.querySelector("progress");
    if (bar) bar.value = (told.rows.length ? told.rows[told.rows.length - 1].move : 0) / Math.max(1, how.end);
    setTimeout(() => fill(page, place, how), AGAIN);
    return;
  }
  const rows = [
    ...told.rows.map((row) => ({ move: row.move, points: row.scores || row.chances.map((part) => Math.round(100 * part)) })),
    { move: how.end, points: how.told.in_points ? how.told.scores : shares(how.told.ranking) },
  ];
  place.replaceChildren(
    chart({
      label: expected(how.told),
      end: how.end,
      seats: how.seats,
      visit: how.go,
      rows,
      marks: told.turning.map((one) => one.move),
    }),
    h("p", { class: "aside small", text: t("values help") }),
    h("h3", { text: t("turning points") }),
    told.turning.length
      ? h(
          "ul",
          { class: "moments" },
          ...told.turning.map((one) =>
            momentRow(
              one,
              how.go,
              h("b", { class: "num", text: `−${Math.round(100 * one.lost)} %` }),
              one.played,
              h("span", { class: "better", text: t("better", { what: one.better }) }),
            ),
          ),
        )
      : h("p", { class: "aside", text: t("no turning") }),
  );
}
