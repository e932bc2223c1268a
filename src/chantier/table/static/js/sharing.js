// A table handed on: its links by the share sheet of the system, a finished game as a picture.
import { copy, find, h, icon, mark, s, sorry, toast } from "./dom.js";
import { theme } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./page.js").TablePage} Page */

const WIDE = 1200; // pixels of a picture
const EDGE = 40;
const LINE = 44;

/** The button of the system's own share sheet, where there is one. @param {string} title @param {string} url */
export function shareButton(title, url) {
  if (!("share" in navigator)) return null;
  const click = () => send({ title: "Chantier", text: t("join me", { title }), url });
  return h("button", { class: "btn main", type: "button", on: { click } }, icon("share"), t("send link"));
}

/** @param {ShareData} what */
async function send(what) {
  try {
    await navigator.share(what);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // whoever shares may think again
    if (what.url && (await copy(what.url))) toast(t("copied"));
  }
}

/** A finished game as a picture, for the share sheet or to keep. @param {Page} page */
export async function sharePicture(page) {
  try {
    const name = `${page.table?.game}-${page.table?.code}.png`;
    const file = new File([await picture(page)], name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      await send({ files: [file], title: page.table?.title });
      return;
    }
    const url = URL.createObjectURL(file);
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    sorry(error);
  }
}

/** The stage with the standing below it. @param {Page} page @returns {Promise<Blob>} */
async function picture(page) {
  const stage = await drawing(page);
  const rows = standing(page);
  const high = Math.round(((WIDE - 2 * EDGE) * stage.height) / stage.width);
  const canvas = h("canvas", { width: WIDE, height: EDGE * 3 + LINE * (rows.length + 1) + high });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour("ink");
  pen.font = `600 32px ${colour("serif")}`;
  pen.fillText(page.table?.title ?? "", EDGE, EDGE + 24);
  pen.textAlign = "right";
  pen.fillText("Chantier", WIDE - EDGE, EDGE + 24);
  pen.drawImage(stage, EDGE, EDGE + LINE, WIDE - 2 * EDGE, high);
  rows.forEach(({ place, who, score, seat }, n) => {
    const y = EDGE * 2 + LINE * (n + 2) + high - 12;
    pen.font = `${place === 1 ? "700" : "400"} 28px ${colour("sans")}`;
    pen.textAlign = "left";
    pen.fillStyle = colour(`colour-${seat}`);
    pen.fillRect(EDGE, y - 24, 10, 28);
    pen.fillStyle = colour("ink");
    pen.fillText(`${place}.  ${who}`, EDGE + 26, y);
    pen.textAlign = "right";
    pen.fillText(String(score), WIDE - EDGE, y);
  });
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(t("failed")))), "image/png");
  });
}

/** Who came where, the first first. @param {Page} page */
function standing(page) {
  return (page.now?.scores ?? [])
    .map((score, seat) => ({
      score,
      who: page.nameOf(seat),
      place: page.now?.ranking?.[seat] ?? 0,
      seat: page.table?.seats[seat].colour ?? seat,
    }))
    .sort((a, b) => a.place - b.place);
}

/**
 * The drawing on the stage as an image, with all that it needs inside.
 * @param {Page} page
 * @returns {Promise<HTMLImageElement>}
 */
async function drawing(page) {
  const shown = /** @type {SVGSVGElement} */ (/** @type {Element} */ (find("#stage svg.chantier[viewBox]")));
  const { width, height } = shown.viewBox.baseVal;
  const alone = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const colours = getComputedStyle(document.documentElement);
  const seats = (page.table?.seats ?? []).map(({ seat }) => `--seat-${seat}:${colours.getPropertyValue(`--seat-${seat}`)};`);
  alone.removeAttribute("style");
  alone.dataset.theme = theme();
  mark(alone, "width", String(width * 2));
  mark(alone, "height", String(height * 2));
  alone.prepend(
    page.look.defs.cloneNode(true),
    s("style", { text: `${page.look.text}svg.chantier.chantier{${seats.join("")}}.place,.marks,.why{display:none}` }),
  );
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(alone)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  return image;
}
