// What can be read and hit on a page, measured from the page itself. Called with {touch, languages...}; answers plain data.
(() => {
  const NAME = (element) =>
    element.id || element.getAttribute?.("aria-label") || element.textContent?.trim().slice(0, 40) || element.tagName;
  const seen = (element) => {
    if (!element.getClientRects().length) return false;
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && style.display !== "none";
  };
  // Only for those who listen: one pixel, clipped.
  const unseen = (element) => element.closest?.(".unseen, .skip, [hidden], .symbols, noscript, .air") !== null;
  const clipped = (element) => {
    if (getComputedStyle(element).display === "contents") return false; // it has no box, but what is in it has
    const box = element.getBoundingClientRect();
    return box.width <= 1 && box.height <= 1;
  };

  /** The window that an element is seen through: what its ancestors leave of the page. One that scrolls shows all, in time. */
  const pane = (element) => {
    let box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let scrolls = false;
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === "contents") continue;
      const hides = style.overflowX !== "visible" || style.overflowY !== "visible";
      if (one instanceof SVGElement && !(one instanceof SVGSVGElement)) continue;
      if (!hides) continue;
      if (/auto|scroll/.test(style.overflowX + style.overflowY) && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)) scrolls = true;
      if (scrolls) continue;
      const own = one.getBoundingClientRect();
      box = { left: Math.max(box.left, own.left), top: Math.max(box.top, own.top), right: Math.min(box.right, own.right), bottom: Math.min(box.bottom, own.bottom) };
    }
    return { ...box, scrolls };
  };
  const SLACK = 1.5;
  const outside = (box, around) =>
    !around.scrolls &&
    (box.left < around.left - SLACK || box.top < around.top - SLACK || box.right > around.right + SLACK || box.bottom > around.bottom + SLACK);

  // --- text ---------------------------------------------------------------------------------------------------------

  const kept = new Map();
  const copies = new Map();
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const keyOf = (id, k, letter) => `${id} ${k} ${letter}`;
  /** Lay a copy of a drawing that is used somewhere, and of those that it uses, where they can be measured. A used drawing is a
   * tree of its own, for which rules that speak of the sheet do not hold; so it is measured in such a tree. All are laid there
   * before the first is measured: the page is laid out once, and not once for each. */
  const lay = (id, k, letter, depth = 0) => {
    const key = keyOf(id, k, letter);
    const source = document.getElementById(id);
    if (kept.has(key) || copies.has(key) || depth >= 6 || !source?.querySelector("text, use")) return;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.style.setProperty("--k", k);
    if (letter) svg.style.setProperty("--letter", letter);
    const copy = source.cloneNode(true);
    copies.set(key, copy);
    svg.append(copy);
    root.append(svg);
    for (const use of copy.querySelectorAll("use")) lay(use.getAttribute("href").slice(1), k, letter, depth + 1);
  };
  /** The texts of a drawing that was laid there: size, what it says, and its box in the drawing. */
  const inSymbol = (id, k, letter) => {
    const key = keyOf(id, k, letter);
    if (kept.has(key)) return kept.get(key);
    const found = [];
    const copy = copies.get(key);
    for (const text of copy?.querySelectorAll("text") ?? []) {
      if (getComputedStyle(text).visibility === "hidden") continue;
      const matrix = text.getCTM();
      const box = text.getBBox();
      found.push({ size: parseFloat(getComputedStyle(text).fontSize), text: text.textContent, box, matrix, symbol: id });
    }
    for (const use of copy?.querySelectorAll("use") ?? []) {
      const matrix = use.getCTM().translate(use.x.baseVal.value, use.y.baseVal.value);
      for (const one of inSymbol(use.getAttribute("href").slice(1), k, letter)) found.push({ ...one, matrix: matrix.multiply(one.matrix) });
    }
    kept.set(key, found);
    return found;
  };
  const scaleOf = (matrix) => Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const boxOf = ({ x, y, width, height }, matrix) => {
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([cx, cy]) => new DOMPoint(cx, cy).matrixTransform(matrix));
    const xs = corners.map((one) => one.x), ys = corners.map((one) => one.y);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };

  /** A line of text is taller than its letters. */
  const letters = ({ left, top, right, bottom }) => ({ left, right, top: top + 0.2 * (bottom - top), bottom: bottom - 0.2 * (bottom - top) });

  const texts = () => {
    const found = [];
    const uses = [];
    for (const svg of document.querySelectorAll("svg.chantier[data-sheet]")) {
      if (!seen(svg)) continue;
      const around = pane(svg.firstElementChild);
      for (const text of svg.querySelectorAll("text")) {
        if (!text.textContent.trim() || !seen(text) || Number(getComputedStyle(text).opacity) === 0) continue;
        const matrix = text.getScreenCTM();
        const box = boxOf(text.getBBox(), matrix);
        const out = outside(letters(box), around);
        found.push({ where: svg.dataset.sheet, text: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * scaleOf(matrix), box, out });
      }
      for (const use of svg.querySelectorAll("use")) {
        if (!seen(use)) continue;
        const own = getComputedStyle(use);
        const k = Number(own.getPropertyValue("--k") || 1) * Number(own.getPropertyValue("--grow") || 1);
        const matrix = use.getScreenCTM().translate(use.x.baseVal.value, use.y.baseVal.value);
        uses.push({ where: svg.dataset.sheet, around, matrix, drawing: [use.getAttribute("href").slice(1), k, own.getPropertyValue("--letter")] });
      }
    }
    document.body.append(host);
    root.adoptedStyleSheets = [...document.adoptedStyleSheets];
    for (const { drawing } of uses) lay(...drawing);
    for (const { where, around, matrix, drawing } of uses)
      for (const one of inSymbol(...drawing)) {
        const all = matrix.multiply(one.matrix);
        const box = boxOf(one.box, all);
        found.push({ where, text: one.text, size: one.size * scaleOf(all), box, out: outside(letters(box), around), symbol: one.symbol });
      }
    root.replaceChildren();
    copies.clear();
    host.remove();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element instanceof SVGElement || unseen(element) || !seen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!box.width || clipped(element)) continue;
      const hidden = [...ancestors(element)].some((one) => clipped(one) || getComputedStyle(one).opacity === "0");
      if (hidden) continue;
      const around = pane(node);
      const told = abridged(element);
      const own = told ? within(box, told.getBoundingClientRect()) : box;
      const button = element.closest("button, .btn");
      const spills = button && outside(own, { ...button.getBoundingClientRect().toJSON(), scrolls: false });
      if (own.right <= own.left || own.bottom <= own.top) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      found.push({ where: place(element), text: node.data.trim(), size, box: own, out: outside(own, around) || spills || Boolean(told && !told.closest("[title]")) });
    }
    return found;
  };
  function* ancestors(element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) yield one;
  }
  const place = (element) => element.closest("[id]")?.id || element.className || element.tagName;
  /** What ends these words with three dots, if anything does. That is fair where all of them are told on demand. */
  const abridged = (element) => {
    for (const one of ancestors(element)) {
      const style = getComputedStyle(one);
      if (style.overflow === "visible" || /auto|scroll/.test(style.overflow)) continue;
      const dots = style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1;
      return dots || (style.webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2) ? one : null;
    }
    return null;
  };
  const within = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });

  /** Words that lie over other words of the same sheet. */
  const meeting = (found) => {
    const pairs = [];
    const bySheet = Map.groupBy(found.filter((one) => one.box), (one) => one.where);
    for (const [where, list] of bySheet)
      for (let i = 0; i < list.length; i++)
        for (let j = i + 1; j < list.length; j++) {
          const a = list[i].box, b = list[j].box;
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          // A line of text is taller than its letters.
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - 0.34 * Math.min(a.bottom - a.top, b.bottom - b.top);
          if (list[i].text === list[j].text) continue; // a number on the disc that covers it
          if (wide > 1.5 && high > 1.5) pairs.push(`${where}: ${list[i].text} / ${list[j].text}`);
        }
    return pairs;
  };

  // --- what can be hit ------------------------------------------------------------------------------------------------

  const HIT = "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], .place";
  const targets = () => {
    const found = [];
    const top = document.querySelector("dialog[open]:not(.curtain)") || document; // what lies under a window cannot be hit
    for (const element of top.querySelectorAll(HIT)) {
      if (unseen(element) || !seen(element) || element.disabled || getComputedStyle(element).pointerEvents === "none") continue;
      const label = element.tagName === "INPUT" && element.closest("label");
      const box = (label || element).getBoundingClientRect();
      if (!box.width || [...ancestors(element)].some((one) => getComputedStyle(one).opacity === "0")) continue;
      const around = pane(element);
      if (around.scrolls && (box.bottom < 0 || box.top > innerHeight || box.left > innerWidth || box.right < 0 || !inSight(element, box))) continue;
      const place = element.classList.contains("place");
      const reach = place ? reached(element, box) : box;
      found.push({
        where: place ? element.closest("svg").dataset.sheet : "page",
        name: NAME(element),
        size: element.classList.contains("region") ? 999 : Math.min(reach.right - reach.left, reach.bottom - reach.top),
        out: outside(box, around) || (!around.scrolls && outOf(element.closest("#dock"), element, box)),
        covered: !hit(element, box),
      });
    }
    return found;
  };
  /** Whether a button sticks out of the dock that it stands in; what opens over the page may. */
  const outOf = (dock, element, box) => {
    const own = dock && !element.closest("#choices") && dock.getBoundingClientRect();
    return Boolean(own) && (box.left < own.left - SLACK || box.right > own.right + SLACK);
  };
  /** In what scrolls: whether it is in sight now. */
  const inSight = (element, box) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (!/auto|scroll|hidden/.test(getComputedStyle(one).overflow)) continue;
      const own = one.getBoundingClientRect();
      if (box.left < own.left - SLACK || box.right > own.right + SLACK || box.top < own.top - SLACK || box.bottom > own.bottom + SLACK) return false;
    }
    return true;
  };
  /** A place on a sheet with the ground around it that a finger may hit as well. */
  const reached = (element, box) => {
    const circles = [...element.parentNode.querySelectorAll(".reach")].map((one) => one.getBoundingClientRect());
    const middle = (own) => [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
    const around = circles.find((own) => {
      const [x, y] = middle(own);
      return x > box.left - 30 && x < box.right + 30 && y > box.top - 30 && y < box.bottom + 30;
    });
    if (!around) return box;
    return { left: Math.min(box.left, around.left), right: Math.max(box.right, around.right), top: Math.min(box.top, around.top), bottom: Math.max(box.bottom, around.bottom) };
  };
  const hit = (element, box) => {
    for (let n = 0; n < 144; n++) {
      const x = box.left + (box.width * ((n * 5 + 6) % 13 + 0.5)) / 13, y = box.top + (box.height * ((n * 7 + 5) % 11 + 0.5)) / 11;
      const top = document.elementFromPoint(x, y);
      if (top && (top === element || element.contains(top) || top.closest("label")?.contains(element))) return true;
    }
    return false;
  };

  const board = () => {
    const box = document.querySelector("#stage svg")?.getBoundingClientRect();
    const view = document.querySelector("#stage svg")?.getAttribute("viewBox");
    return box ? [box.left, box.top, box.width, box.height].map((n) => Math.round(n * 2) / 2).join(" ") + " / " + view : "";
  };

  window.measure = () => {
    const read = texts();
    const page = document.documentElement;
    const round = (n) => Math.round(n * 10) / 10;
    return {
      texts: read.length,
      smallest: round(Math.min(...read.map((one) => one.size))),
      small: read.filter((one) => one.size < 10.95).map((one) => `${one.where}: ${one.text} ${round(one.size)}`),
      cut: read.filter((one) => one.out).map((one) => `${one.where}: ${one.text}`),
      meeting: meeting(read.filter((one) => !one.out)),
      targets: targets().map((one) => ({ ...one, size: round(one.size) })),
      scrolls: page.scrollHeight > page.clientHeight + 1 || page.scrollWidth > page.clientWidth + 1, // a phone's window grows with the page
      board: board(),
      shift: round(window.shifted * 1000) / 1000,
    };
  };
  window.measure.board = board; // alone, it takes next to nothing
})();
