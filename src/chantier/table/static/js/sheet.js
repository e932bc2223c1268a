// One sheet of a scene as an SVG. Elements are made once for each id and only ever changed, so nothing flickers.
import { drawn, mark, s } from "./dom.js";
import { theme } from "./prefs.js";

/** @typedef {import("./protocol.js").Sheet} Sheet */
/** @typedef {Sheet["pieces"][number]} Item a piece, a shape or a label */
/** @typedef {typeof LAYERS[number]} Layer */

const LAYERS = /** @type {const} */ (["ground", "pieces", "marks", "why", "highlights", "flight", "labels"]);

/** How a number is written: to a tenth, as the pictures do. @param {number} n */
const num = (n) => String(Math.round(n * 10) / 10);

const SMALL = 0.9; // below this scale a sheet leaves out what is fine print, and below that one more of it
const TINY = 0.7;

/** Tells every sheet at which scale it is drawn: its style has a floor for text (see `scene.py`). */
const scales = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const svg = /** @type {SVGSVGElement} */ (target);
    const { width, height } = svg.viewBox.baseVal;
    scaled(svg, Math.min(contentRect.width / width, contentRect.height / height));
  }
});

/** @param {SVGSVGElement} svg @param {number} k pixels for one unit of the sheet */
function scaled(svg, k) {
  const told = k.toFixed(3);
  svg.classList.toggle("small", k < SMALL);
  svg.classList.toggle("tiny", k < TINY);
  if (k > 0 && svg.style.getPropertyValue("--k") !== told) svg.style.setProperty("--k", told);
}

/** What an item is, by what it has. @param {Item} item @returns {"piece"|"shape"|"label"} */
const sort = (item) => ("symbol" in item ? "piece" : "d" in item ? "shape" : "label");

/** Draws or changes one item. @param {Item} item @param {SVGGraphicsElement|undefined} old @returns {SVGGraphicsElement} */
export function itemElement(item, old) {
  if ("d" in item) {
    const element = old || s("path");
    mark(element, "d", item.d);
    mark(element, "class", item.css);
    return element;
  }
  if ("text" in item) {
    const element = old || s("text");
    mark(element, "x", num(item.x));
    mark(element, "y", num(item.y));
    mark(element, "class", item.css);
    mark(element, "text-anchor", item.anchor === "start" ? null : item.anchor);
    if (element.textContent !== item.text) element.textContent = item.text;
    return element;
  }
  const element = old || s("use");
  mark(element, "href", `#${item.symbol}`);
  mark(element, "class", [item.css, element.classList.contains("away") ? "away" : ""].join(" ").trim());
  mark(
    element,
    "transform",
    `translate(${num(item.x)} ${num(item.y)})${item.scale === 1 ? "" : ` scale(${item.scale.toPrecision(3)})`}`,
  );
  const grown = item.scale === 1 ? "" : item.scale.toPrecision(3); // texts inside have a floor, whatever they are drawn in
  if (element.style.getPropertyValue("--grow") !== grown) element.style.setProperty("--grow", grown);
  const title = element.querySelector("title");
  if (item.title && !title) element.append(s("title", { text: item.title }));
  else if (title && title.textContent !== item.title) {
    if (item.title) title.textContent = item.title;
    else title.remove();
  }
  return element;
}

export class SheetView {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.svg = s("svg", { class: "chantier", "data-sheet": name, role: "group" });
    this.svg.dataset.theme = theme();
    const layers = LAYERS.map((name) => /** @type {[Layer, SVGGElement]} */ ([name, s("g", { class: name })]));
    this.layer = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(layers));
    this.body = s("g", {}, ...layers.map(([, element]) => element)); // its class tells that only a part of the sheet is shown
    this.svg.append(this.body);
    scales.observe(this.svg);
    for (const hidden of [this.layer.marks, this.layer.why, this.layer.flight]) hidden.setAttribute("aria-hidden", "true");
    /** @type {Sheet|null} */
    this.sheet = null;
    /** @type {string[]} */
    this.ground = [];
    /** @type {Map<string, SVGGraphicsElement>} */
    this.items = new Map();
    /** @type {number[]} */
    this.view = [0, 0, 1, 1];
  }

  /** @param {Sheet} sheet @param {number[]|null} view */
  update(sheet, view) {
    this.view = view || [0, 0, sheet.width, sheet.height];
    if (sheet === this.sheet && Boolean(view) === this.body.hasAttribute("class")) return;
    this.sheet = sheet;
    mark(this.body, "class", view ? "part" : null);
    mark(this.svg, "aria-label", sheet.label || sheet.name);
    if (sheet.ground.length !== this.ground.length || sheet.ground.some((text, n) => text !== this.ground[n])) {
      this.layer.ground.replaceChildren(...sheet.ground.flatMap(drawn));
      this.ground = sheet.ground;
    }
    this.#fill("pieces", sheet.pieces);
    this.#fill("labels", sheet.labels);
  }

  /** @param {"pieces"|"labels"} layer @param {Item[]} items */
  #fill(layer, items) {
    const parent = this.layer[layer];
    /** @type {Map<string, Item>} */
    const wanted = new Map();
    for (const item of items) {
      let key = `${layer} ${sort(item)} ${item.id}`;
      while (wanted.has(key)) key += "'"; // two items of one name: the second is another
      wanted.set(key, item);
    }
    for (const [key, element] of this.items)
      if (element.parentNode === parent && !wanted.has(key)) {
        element.remove();
        this.items.delete(key);
      }
    /** @type {ChildNode|null} */
    let next = parent.firstChild;
    for (const [key, item] of wanted) {
      const element = itemElement(item, this.items.get(key));
      this.items.set(key, element);
      if (element === next) next = next.nextSibling;
      else parent.insertBefore(element, next);
    }
  }

  /** It is drawn at another scale: somebody zooms. @param {number} k pixels for one unit of the sheet */
  scale(k) {
    scaled(this.svg, k);
  }

  /** Everything on the sheet that may change, by its id. @returns {Iterable<[string, SVGGraphicsElement]>} */
  *drawn() {
    for (const [key, element] of this.items) yield [key.replace(/^\S+ \S+ |'+$/g, ""), element];
  }

  /** The element of a piece. @param {string} id */
  piece(id) {
    return this.items.get(`pieces piece ${id}`) || this.items.get(`labels piece ${id}`);
  }

  /**
   * Where an element is drawn, in the coordinates of the sheet: two corners.
   * @param {SVGGraphicsElement|undefined} element
   * @returns {[DOMPoint, DOMPoint]|null}
   */
  corners(element) {
    const matrix = element?.getCTM(),
      to = matrix && this.layer.marks.getCTM()?.inverse().multiply(matrix);
    if (!element || !to) return null;
    const box = element.getBBox();
    return [
      new DOMPoint(box.x, box.y).matrixTransform(to),
      new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(to),
    ];
  }

  /**
   * How the sheet's coordinates become the window's, if it is in sight.
   * @returns {((x: number, y: number) => {x: number, y: number, k: number})|null}
   */
  lens() {
    const matrix = this.svg.isConnected && this.svg.getClientRects().length ? this.layer.pieces.getScreenCTM() : null;
    if (!matrix?.a) return null;
    const { a, b, c, d, e, f } = matrix;
    return (x, y) => ({ x: a * x + c * y + e, y: b * x + d * y + f, k: a });
  }
}

/** The drawings and the style that stay for a whole match. */
export class Look {
  constructor() {
    this.defs = s("defs");
    document.body.append(
      s("svg", { class: "chantier symbols", width: "0", height: "0", "aria-hidden": "true", focusable: "false" }, this.defs),
    );
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
    /** @type {Record<string, string>} */
    this.known = {};
    this.text = "";
  }

  /** @param {import("./protocol.js").Drawings} look */
  take(look) {
    for (const [id, text] of Object.entries(look.symbols)) {
      if (this.known[id] === text) continue;
      this.defs.querySelector(`#${CSS.escape(id)}`)?.remove();
      this.defs.append(s("g", { id }, ...drawn(text)));
      this.known[id] = text;
    }
    if (look.style === this.text) return;
    this.text = look.style;
    this.style.replaceSync(look.style);
  }
}
