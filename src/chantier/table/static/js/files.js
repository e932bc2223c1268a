// A game in a file, a record or one that was saved: chosen, or dropped anywhere on the page.
import { post } from "./api.js";
import { dialog, h, icon } from "./dom.js";
import { t } from "./texts.js";

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
  const field = h("input", { type: "file", accept: ".txt,text/plain", on: { change: () => bring(field.files) } });
  field.click();
}

/** @param {FileList|null|undefined} files */
async function bring(files) {
  const file = files?.[0];
  if (!file) return;
  if (file.size > LARGEST) {
    problem(file, t("file too large"));
    return;
  }
  try {
    const made = await post("/api/records", {}, { text: await file.text() });
    location.href = `/t/${made.table}`;
  } catch (error) {
    problem(file, error instanceof Error && error.message ? error.message : t("failed"));
  }
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
