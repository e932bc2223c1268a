// Moments of the past, and tables that begin elsewhere: what-if, rematch.
import { ofTable } from "./addresses.js";
import { get, post, Refusal } from "./api.js";
import { copy, dialog, h, sorry, toast } from "./dom.js";
import { t } from "./texts.js";
import { go } from "./transport.js";

/** @typedef {import("./page.js").TablePage} Page */

/** Shows a moment; null is the live table. @param {Page} page @param {number|null} move */
export async function visit(page, move) {
  if (!page.now || !page.shown) return;
  if (move === null || move >= page.now.move) {
    page.past = null;
    page.asking = null; // a moment that is still on its way is not shown any more
    page.hearing.queue = [];
    page.hearing.tellAll();
    address(null);
    page.showing.render(page.now);
    return;
  }
  const asked = Symbol("moment");
  page.asking = asked;
  try {
    const past = await moment(page, move);
    if (page.asking !== asked) return;
    page.past = past;
    page.flights.skip();
    address(past.move);
    page.showing.render(past);
  } catch (error) {
    toast(error instanceof Refusal ? error.message : t("offline"));
  }
}

/** @param {Page} page @param {number} move */
export const moment = (page, move) =>
  get("/api/tables/{table}/moments/{move}", {
    table: page.id,
    move: Math.max(0, move),
    seat: page.now?.seat,
    side: page.turning.side || null,
  });

const REST = 250; // milliseconds on a line of the log before its pieces are asked for
let resting = 0;

/** Somebody points at a line of the log: the pieces that moved then are lit. @param {Page} page @param {number|null} move */
export function pointAt(page, move) {
  clearTimeout(resting);
  if (move === null) {
    if (page.toldMove) {
      page.toldMove = null;
      page.marks.light(null, null);
    }
    return;
  }
  resting = setTimeout(async () => {
    page.toldMove = move;
    const told = await Promise.all([moment(page, move - 1), moment(page, move)]).catch(() => null);
    if (told && page.toldMove === move && !page.past) page.marks.light(told[0].scene, told[1].scene);
  }, REST);
}

/** @param {number|null} move */
function address(move) {
  const url = new URL(location.href);
  if (move === null) url.searchParams.delete("move");
  else url.searchParams.set("move", String(move));
  url.hash = "";
  history.replaceState(null, "", url);
}

/** @param {Page} page */
export async function copyLink(page) {
  const url = new URL(ofTable(page.id), location.href);
  if (page.past) url.searchParams.set("move", String(page.past.move));
  if (await copy(url.href)) toast(t("copied"));
}

/** @param {Page} page */
export function whatIfDialog(page) {
  const move = page.shown?.move ?? 0;
  const box = dialog(
    t("what if"),
    t("close"),
    [h("p", { text: t("what if help", { n: move }) })],
    [
      h("button", { class: "btn", type: "button", text: t("cancel"), on: { click: () => box.close() } }),
      h("button", {
        class: "btn main",
        type: "button",
        text: t("open what if"),
        on: { click: () => openTable(post("/api/tables/{table}/copies", { table: page.id }, { move })) },
      }),
    ],
  );
}

/** The same people at a new table. @param {Page} page */
export const rematch = (page) => openTable(post("/api/tables/{table}/rematch", { table: page.id }, null));

/** @param {Promise<import("./protocol.js").Made>} making */
export async function openTable(making) {
  try {
    go(ofTable((await making).table));
  } catch (error) {
    sorry(error);
  }
}
