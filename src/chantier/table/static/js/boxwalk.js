// Ten minutes with a box: one question after the other about what is ours. How far one has come stands in the set itself.
import { button } from "./box.js";
import { figureTables, inside, tablesAbout } from "./boxfigures.js";
import { picturesOf } from "./boxpictures.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */
/** @typedef {import("./protocol.js").WholeBox} Box */
/** @typedef {import("./protocol.js").BoxQuestion} Question */

/** @param {Page} page @param {Box} box */
export function walkPanel(page, box) {
  const now = current(page, box);
  if (!now) {
    return h(
      "section",
      { class: "walk" },
      h("h2", { tabindex: "-1", text: t("box ten minutes") }),
      h("p", { class: "ask", text: t("box done") }),
    );
  }
  page.walking = now.name;
  const n = box.walk.indexOf(now);
  const { pictures, tables } = asked(page, box, now);
  return h(
    "section",
    { class: "walk", "aria-live": "polite" },
    h(
      "div",
      { class: "walk-head" },
      h("h2", { tabindex: "-1", text: t("box question", { n: n + 1, m: box.walk.length }) }),
      h("progress", {
        max: String(box.walk.length),
        value: String(box.walk.filter((one) => !one.open).length),
        "aria-label": t("box ten minutes"),
      }),
    ),
    h("p", { class: "ask", text: now.text }),
    h("div", { class: "desk" }, h("div", { class: "guess" }, ...pictures), h("div", { class: "answers" }, ...tables)),
    h(
      "div",
      { class: "tools" },
      button(t("box yes"), () => confirm(page, now), "main", "yes"),
      button(t("box skip"), () => turn(page, box, n + 1), "", "skip"),
      n > 0 ? button(t("box back"), () => turn(page, box, n - 1), "quiet", "back") : "",
    ),
  );
}

/**
 * The question that is asked now, or the first that is open.
 * @param {Page} page
 * @param {Box} box
 * @returns {Question|undefined}
 */
const current = (page, box) =>
  page.walking === "next"
    ? box.walk.find((one) => one.open)
    : (box.walk.find((one) => one.name === page.walking) ?? box.walk.find((one) => one.open));

/** The pictures and rows that a question is about, part by part. @param {Box} box @param {Question} question */
export function aboutQuestion(box, question) {
  const here = question.places;
  const shows = (/** @type {string} */ place) => here.some((one) => place === one || inside(place, one) || inside(one, place));
  return box.parts
    .map((part) => ({ part, tables: tablesAbout(part.tables, here) }))
    .filter(({ tables }) => tables.length)
    .map(({ part, tables }) => ({
      part,
      tables,
      pictures: part.pictures.filter((one) => [...one.svg.matchAll(/data-place="([^"]+)"/g)].some(([, place]) => shows(place))),
    }));
}

/** @param {Page} page @param {Box} box @param {Question} question */
function asked(page, box, question) {
  const found = aboutQuestion(box, question);
  return {
    pictures: found.flatMap(({ pictures }) => [picturesOf(page, pictures, question.places)]),
    tables: found.flatMap(({ tables }) => figureTables(page, box, tables)),
  };
}

/** My box says the same. @param {Page} page @param {Question} question */
async function confirm(page, question) {
  const names = page.box?.walk.map((one) => one.name) ?? [];
  const here = names.indexOf(question.name);
  page.focus = "yes";
  await page.change(question.places.map((place) => ({ do: /** @type {"seen"} */ ("seen"), place, spot: "" })));
  const walk = page.box?.walk ?? [];
  const order = [...walk.slice(here + 1), ...walk.slice(0, here + 1)];
  page.walking = order.find((one) => one.open)?.name ?? "next";
  page.draw();
}

/** @param {Page} page @param {Box} box @param {number} n */
function turn(page, box, n) {
  page.walking = box.walk[n % box.walk.length].name;
  page.draw();
}
