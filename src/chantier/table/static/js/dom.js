// Making elements. No inline style attribute ever reaches the page: a strict Content-Security-Policy would refuse it.

import { t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{[type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[type]) => void}} Handlers */
/**
 * Attributes by name; what is `undefined`, `null` or `false` is left out.
 * @typedef {{on?: Handlers, text?: string|null, data?: Record<string, string|number>} & Record<string, unknown>} Props
 */
/** @typedef {Node|string|null|undefined|false} Child */

const OWN = ["value", "checked", "disabled", "selected"]; // what an element has of its own, besides the attribute

/** @param {Element} element @param {Props} props */
function dress(element, { on, text, data, ...props }) {
  for (const [type, act] of Object.entries(on || {})) element.addEventListener(type, /** @type {EventListener} */ (act));
  if (text !== undefined && text !== null) element.textContent = text;
  for (const [name, value] of Object.entries(data || {})) element.setAttribute(`data-${name}`, String(value));
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (OWN.includes(name)) Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...there(children));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  element.append(...children);
  return element;
}

/** Those that are there. @param {Child[]} children */
const there = (children) => children.filter((child) => child !== null && child !== undefined && child !== false);

/** SVG written as text, as nodes. Style attributes become rules of the object model. @param {string} text @returns {Node[]} */
export function drawn(text) {
  const source = text.replace(/(\s)style="/g, '$1data-style="');
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${source}</svg>`, "image/svg+xml");
  const root = document.importNode(parsed.documentElement, true);
  for (const styled of root.querySelectorAll("[data-style]")) {
    const element = /** @type {SVGElement} */ (styled);
    element.style.cssText = element.getAttribute("data-style") || "";
    element.removeAttribute("data-style");
  }
  for (const unsafe of root.querySelectorAll("script, foreignObject")) unsafe.remove();
  return [...root.childNodes];
}

/** An element that may be there. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement|null} */
export const seek = (selector, root = document) => root.querySelector(selector);

/** An element that is there. @param {string} selector @param {ParentNode} [root] */
export function find(selector, root = document) {
  const found = seek(selector, root);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

/** The elements inside another. @param {Element} element */
export const inside = (element) => /** @type {HTMLElement[]} */ ([...element.children]);

/** Sets an attribute only when it changes. @param {Element} element @param {string} name @param {string|null} value */
export function mark(element, name, value) {
  if (value === null || value === "") {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Whether somebody is writing. @param {EventTarget|null} target */
export const writing = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(radio|checkbox|range|button)$/.test(target.type)));

const ICONS = {
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.8 10.7c.7.6.8 1.3.8 2.3h6c0-1 .1-1.7.8-2.3A6 6 0 0 0 12 3",
  book: "M5 4h10a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
  gear:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3" +
    "M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  pen: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  menu: "M4 7h16M4 12h16M4 17h16",
  first: "M6 5v14M18 5l-8 7 8 7z",
  prev: "M16 5l-8 7 8 7z",
  next: "M8 5l8 7-8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  turn: "M20 11a8 8 0 1 0-2.3 6.7M20 4v7h-7",
  unturn: "M4 11a8 8 0 1 1 2.3 6.7M4 4v7h7",
  flip: "M12 3v18M9 7 3 18h6zM15 7l6 11h-6z",
  move: "M12 3v18M3 12h18M12 3 9 6M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  branch: "M6 4v16M6 14c0-5 12-2 12-8M15 8l3-3 3 3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2" +
    "M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  again: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 3.500-6 8-6s8 2 8 6",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9",
  devices: "M3 5h13v9H3zM7 18h5M9.500 14v4M15 9h6v12h-6zM18 18h.01",
  code: "M8 7 3 12l5 5M16 7l5 5-5 5M14 4l-4 16",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 8.500h.01",
  trophy: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 4 3 4M17 6h3c0 3-1 4-3 4M12 14v4M8 21h8",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

const SHAPES = ["M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z", "M2 2h12v12H2z", "M8 1l7.5 13.5H.5z", "M8 .5 15.5 8 8 15.5.5 8z"];

/** The sign of a seat: disc, square, triangle, diamond. @param {number} seat */
export const shape = (seat) =>
  s(
    "svg",
    { class: `shape seat-${seat % 4}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: SHAPES[seat % 4] }),
  );

/** The mark of the house: a pair of compasses. */
export const compasses = () =>
  s(
    "svg",
    { viewBox: "0 0 26 28", "aria-hidden": "true" },
    s("path", {
      d: "M13 6V2.5M11.7 8.6 5.5 24M14.3 8.6 20.5 24M8 18q5 3.4 10 0M10.4 7a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0",
    }),
    s("path", { class: "foot", d: "M1.5 26.5h23" }),
  );

/**
 * A dialog with a heading and a way out.
 * @param {string} title
 * @param {string} close
 * @param {Child[]} body
 * @param {Child[]} [foot]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, close, body, foot = []) {
  const heading = h("h2", { text: title });
  const box = h(
    "dialog",
    { "aria-label": title },
    h(
      "div",
      { class: "head" },
      heading,
      h(
        "button",
        { class: "btn quiet round", type: "button", "aria-label": close, title: close, on: { click: () => box.close() } },
        icon("close"),
      ),
    ),
    h("div", { class: "body" }, ...body),
    foot.length ? h("div", { class: "foot" }, ...foot) : null,
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  needed(box)?.focus();
  return box;
}

const FIELDS = "input:not([type=radio]), input:checked, select, textarea";
const NEXT = [
  "[autofocus]",
  `.body :is(${FIELDS})`,
  ".foot .btn.main",
  ".body .btn.main",
  ".body :is(button, a)",
  ".foot .btn",
  ".head .btn",
];

/**
 * What one needs next in a dialog: a field to fill, else what it is there for, else the way out. Never its title.
 * @param {Element} box
 */
function needed(box) {
  const found = NEXT.map((wanted) => seek(wanted, box)).find((one) => one);
  if (found) found.scrollIntoView({ block: "nearest" });
  return found;
}

/**
 * A form that sends nothing by itself: its fields belong together, and Enter sends them.
 * @param {() => Promise<void>} send
 * @param {...Child} children
 */
export function form(send, ...children) {
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (made.querySelectorAll("button[type=submit]"));
    for (const button of buttons) button.disabled = true;
    try {
      await send();
    } catch (error) {
      sorry(error);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
  const made = h("form", { class: "fields", on: { submit } }, ...children);
  return made;
}

/** Something to be copied, and the button that does it. @param {string} label @param {string} value @param {...Child} more */
export function copied(label, value, ...more) {
  const field = h("input", { class: "input", readonly: true, value, on: { focus: () => field.select() } });
  const click = async () => {
    if (await copy(value)) toast(t("copied"));
  };
  const button = h("button", { class: "btn", type: "button", on: { click } }, icon("copy"), t("copy"));
  return h("label", { class: "field" }, h("span", { text: label }), h("span", { class: "copied" }, field, button, ...more));
}

/**
 * Radio buttons that look like one switch.
 * @template {string} V
 * @param {string} name
 * @param {string} label
 * @param {{value: V, text?: string, node?: Node, title?: string}[]} choices
 * @param {V} chosen
 * @param {(value: V) => void} act
 */
export function segments(name, label, choices, chosen, act) {
  return h(
    "div",
    { class: "seg", role: "radiogroup", "aria-label": label },
    ...choices.map(({ value, text, node, title }) =>
      h(
        "label",
        { title },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          "aria-label": title || text,
          on: { change: () => act(value) },
        }),
        h("span", {}, node || text),
      ),
    ),
  );
}

/** A box to tick. @param {string} label @param {boolean} on @param {(on: boolean) => void} act */
export function check(label, on, act) {
  const box = h("input", { type: "checkbox", checked: on, on: { change: () => act(box.checked) } });
  return h("label", { class: "check" }, box, h("span", { text: label }));
}

/**
 * A list to pick from.
 * @template {string} V
 * @param {Props} props
 * @param {{value: V, text: string}[]} choices
 * @param {V} now
 * @param {(value: V) => void} act
 */
export function pick(props, choices, now, act) {
  const field = h(
    "select",
    { class: "input", ...props, on: { change: () => act(/** @type {V} */ (field.value)) } },
    ...choices.map(({ value, text }) => h("option", { value, text, selected: value === now })),
  );
  return field;
}

/** A message that goes away by itself. @param {string} text */
export function toast(text) {
  const place = seek(".toasts") || h("div", { class: "toasts", role: "status" });
  const said = h("div", { class: "toast", text });
  (seek("dialog[open]") || document.body).append(place);
  place.append(said);
  setTimeout(() => said.remove(), 4200);
}

/** What went wrong, for people. @param {unknown} error */
export const sorry = (error) => toast(error instanceof Error ? error.message : String(error));

/** Copies a text; says it instead where that is not allowed. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast(text);
    return false;
  }
}
