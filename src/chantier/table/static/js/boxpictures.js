// Pictures of a box: they lead to figures, and some can be painted in.
import { cardDialog } from "./boxcard.js";
import { focusOn, inside, signs } from "./boxfigures.js";
import { drawn, h, s, segments, toast } from "./dom.js";
import { theme } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */
/** @typedef {import("./protocol.js").Picture} Picture */

const CLOSER = 1.3; // what a question is about is drawn so much larger
const FINGER = 40; // pixels that a finger can hit
const MARGINS = 24; // pixels of the page beside a picture; where it is wider than what is left, it can be moved
const CHANGE = "change"; // a paint that paints nothing: what is touched can be changed
const touchscreen = matchMedia("(pointer: coarse)");

/** @param {Page} page @param {Picture[]} pictures @param {string[]} [asked] places that a question is about */
export function picturesOf(page, pictures, asked = []) {
  if (!pictures.length) return "";
  const paints = (/** @type {Picture} */ picture) => picture.paints.map((paint) => paint.name).join();
  const heads = pictures.map((picture, n) =>
    n === 0 || paints(picture) !== paints(pictures[n - 1]) ? palette(page, picture) : "",
  );
  return h("div", { class: "pictures" }, ...pictures.flatMap((picture, n) => [heads[n], one(page, picture, asked)]));
}

/** @param {Page} page @param {Picture} picture @param {string[]} asked */
function one(page, picture, asked) {
  const grow = touchscreen.matches ? larger(picture) : 1;
  const name = picture.label || t("box");
  const image = s(
    "svg",
    {
      class: "chantier",
      viewBox: `0 0 ${picture.width} ${picture.height}`,
      width: picture.width * grow,
      height: picture.height * grow,
      role: "img",
      "aria-label": name,
      "data-theme": theme(),
      "data-sheet": picture.name,
    },
    ...drawn(picture.svg),
  );
  for (const part of image.querySelectorAll("[data-place]")) {
    const place = part.getAttribute("data-place") || "";
    if (asked.length && !asked.some((here) => place === here || inside(place, here))) part.classList.add("other");
  }
  if (asked.length && !picture.paints.length) requestAnimationFrame(() => closer(image));
  image.addEventListener("click", (event) => touched(page, picture, image, event));
  return h(
    "figure",
    { class: "picture", data: { picture: picture.name } },
    h(
      "div",
      picture.width * grow + MARGINS > innerWidth
        ? { class: "frame", tabindex: "0", role: "group", "aria-label": name }
        : { class: "frame" },
      image,
    ),
    h("figcaption", {}, picture.label, signs(cellsOf(page, image)), h("span", { class: "told", hidden: true })),
  );
}

/** The figures that a picture shows. @param {Page} page @param {SVGSVGElement} image */
function cellsOf(page, image) {
  const places = [...image.querySelectorAll("[data-place]")].map((part) => part.getAttribute("data-place") || "");
  const rows = page.box?.parts.flatMap((part) => part.tables.flatMap((table) => table.rows)) ?? [];
  const cells = rows.flatMap((row) => row.cells);
  return cells.filter((cell) => places.some((place) => cell.place === place || inside(cell.place, place)));
}

/** Shows only what a question is about. @param {SVGSVGElement} image */
function closer(image) {
  const about = /** @type {SVGGraphicsElement[]} */ ([...image.querySelectorAll("[data-place]:not(.other)")]);
  const root = image.getScreenCTM()?.inverse();
  if (!about.length || !root) return;
  const corners = about.flatMap((part) => {
    const box = part.getBBox();
    const to = root.multiply(part.getScreenCTM() ?? root);
    return [new DOMPoint(box.x, box.y), new DOMPoint(box.x + box.width, box.y + box.height)].map((one) =>
      one.matrixTransform(to),
    );
  });
  const [left, right] = [Math.min, Math.max].map((end) => end(...corners.map((one) => one.x)));
  const [top, low] = [Math.min, Math.max].map((end) => end(...corners.map((one) => one.y)));
  const [wide, high] = [right - left + 16, low - top + 16];
  image.setAttribute("viewBox", `${left - 8} ${top - 8} ${wide} ${high}`);
  image.setAttribute("width", String(wide * CLOSER));
  image.setAttribute("height", String(high * CLOSER));
  image.classList.add("fits");
}

/** How much larger a picture has to be for fingers. @param {Picture} picture */
function larger(picture) {
  const size = Number(picture.svg.match(/data-size="([\d.]+)"/)?.[1] || FINGER);
  return Math.max(1, FINGER / size);
}

/** What is painted with now. @param {Page} page @param {Picture} picture */
const paintOf = (page, picture) => picture.paints.find((paint) => paint.name === page.paint) ?? picture.paints[0];

/** @param {Page} page @param {Picture} picture */
function palette(page, picture) {
  if (!picture.paints.length) return "";
  const choices = picture.paints.map((paint) => ({ value: paint.name, text: paint.text }));
  const choose = (/** @type {string} */ paint) => {
    page.paint = paint;
    page.from = "";
    page.draw();
  };
  const name = `paint ${picture.name}`;
  return h("div", { class: "palette" }, segments(name, t("box paint"), choices, paintOf(page, picture).name, choose));
}

/** @param {Page} page @param {Picture} picture @param {SVGSVGElement} image @param {MouseEvent} event */
function touched(page, picture, image, event) {
  const grid = image.querySelector("[data-grid]");
  const paint = paintOf(page, picture);
  if (grid && paint && paint.name !== CHANGE) {
    paintAt(page, picture, paint, image, spotOf(picture, image, grid, event));
    return;
  }
  const place = /** @type {Element} */ (event.target)
    .closest("[data-place]")
    ?.getAttribute("data-place");
  if (!place) return;
  if (page.walking || page.card) focusOn(place);
  else cardDialog(page, place);
}

/** @param {Picture} picture @param {SVGSVGElement} image @param {Element} grid @param {MouseEvent} event */
function spotOf(picture, image, grid, event) {
  const [left, top, side] = (grid.getAttribute("data-grid") || "").split(" ").map(Number);
  const box = image.getBoundingClientRect();
  const x = Math.floor((((event.clientX - box.left) * picture.width) / box.width - left) / side);
  const y = Math.floor((((event.clientY - box.top) * picture.height) / box.height - top) / side);
  return { x: Math.max(0, x), y: Math.max(0, y), middle: [left + (x + 0.5) * side, top + (y + 0.5) * side] };
}

/**
 * Paints a spot; what goes from one spot to another waits for the second one.
 * @param {Page} page
 * @param {Picture} picture
 * @param {import("./protocol.js").Paint} paint
 * @param {SVGSVGElement} image
 * @param {{x: number, y: number, middle: number[]}} spot
 */
function paintAt(page, picture, paint, image, spot) {
  const here = `${spot.x},${spot.y}`;
  const edit = { do: /** @type {const} */ ("paint"), place: picture.name, value: paint.name };
  if (!paint.two) {
    page.change([{ ...edit, spot: here }]);
  } else if (!page.from) {
    page.from = here;
    image.append(s("circle", { class: "from", cx: spot.middle[0], cy: spot.middle[1], r: 14 }));
    toast(t("box where to"));
  } else {
    page.change([{ ...edit, spot: `${page.from} ${here}` }]);
    page.from = "";
  }
}
