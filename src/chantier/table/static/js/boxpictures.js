// Pictures of a box: they lead to figures, and some can be painted in.
import { focusOn } from "./boxfigures.js";
import { drawn, h, s, segments } from "./dom.js";
import { theme } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */
/** @typedef {import("./protocol.js").Picture} Picture */

const CLOSER = 1.3; // what a question is about is drawn so much larger

/** @param {Page} page @param {Picture[]} pictures @param {string[]} [asked] places that a question is about */
export function picturesOf(page, pictures, asked = []) {
  if (!pictures.length) return "";
  return h("div", { class: "pictures" }, ...pictures.map((picture) => one(page, picture, asked)));
}

/** @param {Page} page @param {Picture} picture @param {string[]} asked */
function one(page, picture, asked) {
  const { width, height } = picture;
  const image = s(
    "svg",
    {
      class: "chantier",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": picture.label || t("box"),
      "data-theme": theme(),
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
    picture.paints.length ? palette(page, picture) : "",
    image,
    picture.label ? h("figcaption", { text: picture.label }) : "",
  );
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
}

/** Whether a place is inside of another. @param {string} place @param {string} outer */
export const inside = (place, outer) => place.startsWith(outer) && /^[.[]/.test(place.slice(outer.length));

/** @param {Page} page @param {Picture} picture */
function palette(page, picture) {
  const names = picture.paints.map((paint) => paint.name);
  const now = names.includes(page.paint) ? page.paint : names[0];
  const choices = picture.paints.map((paint) => ({ value: paint.name, text: paint.text }));
  return segments(`paint ${picture.name}`, t("box paint"), choices, now, (paint) => {
    page.paint = paint;
  });
}

/** @param {Page} page @param {Picture} picture @param {SVGSVGElement} image @param {MouseEvent} event */
function touched(page, picture, image, event) {
  const target = /** @type {Element} */ (event.target);
  const grid = image.querySelector("[data-grid]");
  if (grid && picture.paints.length) {
    const [left, top, side] = (grid.getAttribute("data-grid") || "").split(" ").map(Number);
    const box = image.getBoundingClientRect();
    const x = Math.floor((((event.clientX - box.left) * picture.width) / box.width - left) / side);
    const y = Math.floor((((event.clientY - box.top) * picture.height) / box.height - top) / side);
    const names = picture.paints.map((paint) => paint.name);
    const value = names.includes(page.paint) ? page.paint : names[0];
    if (x >= 0 && y >= 0) page.change([{ do: "paint", place: picture.name, value, spot: `${x},${y}` }]);
    return;
  }
  const place = target.closest("[data-place]")?.getAttribute("data-place");
  if (place) focusOn(place);
}
