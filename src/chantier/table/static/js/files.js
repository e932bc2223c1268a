// A game in a file, a record or one that was saved: chosen, or dropped anywhere on the page.
import { alone, ofFile, ofTable } from "./addresses.js";
import { post } from "./api.js";
import { dialog, h, icon, toast } from "./dom.js";
import { keep, kept } from "./keeping.js";
import { prefs } from "./prefs.js";
import { t } from "./texts.js";
import { go, request } from "./transport.js";

const BOX = '{"chantier":"tables",'; // how a file with many tables begins
const LARGEST = 30_000; // bytes; whole games have about 6,000

/** The button; whoever drops a file anywhere on the page does the same. */
export function fileButton() {
  return h(
    "button",
    { class: "file", type: "button", on: { click: choose } },
    icon("file"),
    h("span", {}, h("b", { text: t("open a file") }), h("small", { text: t("open a file help") })),
  );
}

function choose() {
  const field = h("input", {
    type: "file",
    accept: ".txt,.json,text/plain,application/json",
    on: { change: () => bring(field.files) },
  });
  field.click();
}

/** @param {FileList|null|undefined} files */
async function bring(files) {
  const file = files?.[0];
  if (!file) return;
  const text = await file.text();
  if (alone && text.startsWith(BOX)) {
    await unpack(file, text);
    return;
  }
  if (file.size > LARGEST) {
    problem(file, t("file too large"));
    return;
  }
  try {
    const made = await post("/api/records", {}, { text });
    go(ofTable(made.table));
  } catch (error) {
    problem(file, error instanceof Error && error.message ? error.message : t("failed"));
  }
}

// --- all tables of a page without a server --------------------------------------------------------------------------------

/** Where the tables of this browser are, and how to take them along. @param {() => void} again draws the page anew */
export function keptHere(again) {
  redraw = again;
  const save = async () => {
    const tables = (await kept()).map((one) => JSON.parse(one.text));
    download(`${BOX}${JSON.stringify({ version: 1, tables }).slice(1)}`, "chantier-tables.json");
  };
  return h(
    "section",
    { class: "join" },
    h("div", { class: "over" }, h("h2", { text: t("kept here") })),
    h("p", { class: "aside small", text: t("kept here help") }),
    h("button", { class: "btn", type: "button", text: t("save all tables"), on: { click: save } }),
    fileButton(),
  );
}

let redraw = () => {};

/** All tables of a file; the same table is not there twice. @param {File} file @param {string} text */
async function unpack(file, text) {
  try {
    const { tables } = JSON.parse(text);
    for (const one of tables) await keep(one.match.id, JSON.stringify(one));
    toast(t("tables brought", { n: tables.length }));
    redraw();
  } catch {
    problem(file, t("failed"));
  }
}

/** A game as text: a file of the server, or one that is made here. @param {string} table */
export function recordButton(table) {
  const props = { class: "btn", text: t("record") };
  if (!alone) return h("a", { ...props, href: ofFile(table, "record"), download: "" });
  return h("button", { ...props, type: "button", on: { click: () => saveRecord(table) } });
}

/** @param {string} table */
async function saveRecord(table) {
  const answer = await request(`/api/tables/${table}/record?language=${prefs.language}`);
  const told = await answer.json();
  if (answer.ok) download(told.text, told.name);
  else toast(told.text);
}

/** @param {string} text @param {string} name */
function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What is wrong with a file, in a sentence. @param {File} file @param {string} text */
function problem(file, text) {
  const again = () => {
    box.close();
    choose();
  };
  const box = dialog(
    t("file problem"),
    t("close"),
    [
      h("p", { class: "long" }, h("b", { text: file.name })),
      h("p", { class: "long", text }),
      h("p", { class: "aside", text: t("file kept") }),
    ],
    [h("button", { class: "btn main", type: "button", text: t("another file"), on: { click: again } })],
  );
}

/** A file may be dropped anywhere: while one is dragged over the page, the page says so. */
export function acceptDrops() {
  const cloth = h("div", { class: "drop-here", hidden: true }, icon("file"), h("span"));
  document.body.append(cloth);
  const show = (/** @type {boolean} */ on) => {
    cloth.hidden = !on;
    if (on && cloth.lastElementChild) cloth.lastElementChild.textContent = t("drop it");
  };
  const carries = (/** @type {DragEvent} */ event) => Boolean(event.dataTransfer?.types.includes("Files"));
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    show(true);
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) show(false);
  });
  addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    show(false);
    bring(event.dataTransfer?.files);
  });
}
