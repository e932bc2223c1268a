// Lines over the moves of a game: one for each seat, with its colour, its dash and its shape at the end.
import { s, shape } from "./dom.js";

const H = 230,
  LEFT = 34,
  RIGHT = 26,
  TOP = 12,
  BOTTOM = 24;

/** Round steps for an axis. @param {number} low @param {number} high */
function ticks(low, high) {
  const span = Math.max(1, high - low);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((one) => span / one <= 5) || 1000;
  const list = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) list.push(n);
  return list;
}

/**
 * @param {{
 *   label: string,
 *   end: number,
 *   rows: {move: number, points: number[]}[],
 *   seats: number,
 *   visit: (move: number) => void,
 *   marks?: number[],
 *   wide?: number,
 * }} told
 * @returns {SVGSVGElement}
 */
export function chart({ label, end, rows, seats, visit, marks = [], wide: W = innerWidth < 600 ? 360 : 640 }) {
  // it has this width so that its numbers can be read in a narrow window too
  const all = rows.flatMap((row) => row.points);
  const low = Math.min(0, ...all),
    high = Math.max(1, ...all);
  const x = (/** @type {number} */ move) => LEFT + ((W - LEFT - RIGHT) * move) / Math.max(1, end);
  const y = (/** @type {number} */ points) => H - BOTTOM - ((H - TOP - BOTTOM) * (points - low)) / (high - low);
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label });
  for (const n of ticks(low, high))
    svg.append(
      s("path", { class: n === 0 ? "axis" : "grid", d: `M${LEFT} ${y(n)}H${W - RIGHT}` }),
      s("text", { x: LEFT - 6, y: y(n) + 4, "text-anchor": "end", text: String(n) }),
    );
  for (const n of ticks(0, end)) svg.append(s("text", { x: x(n), y: H - 6, "text-anchor": "middle", text: String(n) }));
  for (const move of marks) svg.append(s("path", { class: "turning", d: `M${x(move)} ${TOP}V${H - BOTTOM}` }));
  for (let seat = 0; seat < seats; seat++) {
    const line = rows.map((row, n) => `${n ? "L" : "M"}${x(row.move).toFixed(1)} ${y(row.points[seat]).toFixed(1)}`).join("");
    svg.append(s("path", { class: `line seat-${seat}`, d: line }));
  }
  const last = rows[rows.length - 1];
  for (let seat = 0; last && seat < seats; seat++) {
    const sign = shape(seat);
    for (const [name, value] of Object.entries({ x: x(last.move) + 5, y: y(last.points[seat]) - 6, width: 12, height: 12 }))
      sign.setAttribute(name, String(value));
    svg.append(sign);
  }
  const cursor = s("path", { class: "cursor" }),
    hit = s("rect", { class: "hit", x: LEFT, y: 0, width: W - LEFT - RIGHT, height: H });
  const at = (/** @type {MouseEvent} */ event) => {
    const box = hit.getBoundingClientRect();
    return Math.round(end * Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  hit.addEventListener("pointermove", (event) => cursor.setAttribute("d", `M${x(at(event))} ${TOP}V${H - BOTTOM}`));
  hit.addEventListener("click", (event) => visit(at(event)));
  svg.append(cursor, hit);
  return svg;
}
