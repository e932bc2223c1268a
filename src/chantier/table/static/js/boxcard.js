// One thing of a box, such as a tile or a road, opened by a click on its picture: its figures, with the picture that follows.
import { button } from "./box.js";
import { figureTables, inside, tablesAbout, toldAt } from "./boxfigures.js";
import { picturesOf } from "./boxpictures.js";
import { dialog, h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */

/** @param {Page} page @param {string} place */
export function cardDialog(page, place) {
  const body = h("div", { class: "thing" });
  const back = button(t("undo"), () => page.undo(), "", "undo");
  const done = button(t("done"), () => box.close(), "main");
  page.card = () => {
    if (!fill(page, place, body)) box.close();
    back.disabled = !page.before.length;
  };
  page.card();
  const box = dialog(titleOf(page, place), t("close"), [body], [back, done]);
  box.classList.add("box-card");
  box.addEventListener("close", () => {
    page.card = null;
    page.draw();
  });
  body.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("button")?.dataset.key ?? "";
    if (/ (add|remove)$/.test(key)) box.close(); // it is another thing that one sees then
  });
}

/** @param {Page} page @param {string} place */
function titleOf(page, place) {
  const rows = page.box?.parts.flatMap((part) => part.tables.flatMap((table) => table.rows)) ?? [];
  const tables = page.box?.parts.flatMap((part) => part.tables) ?? [];
  return rows.find((row) => row.place === place)?.label ?? tables.find((table) => table.place === place)?.label ?? t("box");
}

/** All that belongs to the thing; false if it is gone. @param {Page} page @param {string} place @param {Element} body */
function fill(page, place, body) {
  const box = page.box;
  if (!box) return false;
  const found = box.parts.flatMap((part) => {
    const tables = tablesAbout(part.tables, [place]);
    if (!tables.length) return [];
    const pictures = part.pictures.filter((one) => !one.paints.length && shows(one.svg, place));
    return [picturesOf(page, pictures, [place]), ...figureTables(page, box, tables)];
  });
  body.replaceChildren(...found);
  toldAt(body, box.problems);
  return found.length > 0;
}

/** Whether a picture shows something of a place. @param {string} svg @param {string} place */
const shows = (svg, place) =>
  [...svg.matchAll(/data-place="([^"]+)"/g)].some(([, here]) => here === place || inside(here, place));
