// What changed between two scenes, flown. The new scene is drawn at once; pieces that moved stay hidden until their clones have
// arrived. Clones fly over everything, so a piece can go from any sheet to any other.
import { s } from "./dom.js";
import { prefs, still, theme } from "./prefs.js";

/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Piece} Piece */
/** @typedef {Map<string, import("./sheet.js").SheetView>} Views */
/** @typedef {{x: number, y: number, k: number}} Spot */
/** @typedef {{piece: Piece, at: Spot, sheet: string, mark: boolean}} Seen */
/** @typedef {{piece: Piece, from: Spot, to: Spot, element: Element|undefined, sinks: boolean, wave: number}} Flight */

const MANY = 6;
const GENTLE = "cubic-bezier(.45,.05,.35,1)";

/** Every piece of a scene that is shown now, with where it is seen. @param {Scene} scene @param {Views} shown */
export function seen(scene, shown) {
  /** @type {Map<string, Seen>} */
  const found = new Map();
  for (const sheet of scene.sheets) {
    const lens = shown.get(sheet.name)?.lens();
    if (!lens) continue;
    for (const layer of [sheet.pieces, sheet.labels]) {
      for (const item of layer) {
        if (!("symbol" in item) || !item.kind) continue;
        const at = lens(item.x, item.y);
        found.set(`${sheet.name} ${item.id}`, {
          piece: item,
          at: { ...at, k: at.k * item.scale },
          sheet: sheet.name,
          mark: layer === sheet.labels,
        });
      }
    }
  }
  return found;
}

export class Flights {
  constructor() {
    this.air = s("svg", { class: "chantier air", "aria-hidden": "true" });
    document.body.append(this.air);
    /** @type {Animation[]} */
    this.running = [];
  }

  get busy() {
    return this.running.length > 0;
  }

  /** Lets everything arrive now. */
  skip() {
    for (const animation of this.running) animation.finish();
  }

  /** Whether there is motion at all. */
  get moves() {
    return prefs.speed !== "off" && !document.hidden;
  }

  /**
   * Flies the difference.
   * @param {Map<string, Seen>} old
   * @param {Map<string, Seen>} now
   * @param {Scene} scene
   * @param {Views} shown
   * @param {import("./protocol.js").Happening[]} events
   * @param {number} hurry
   */
  async fly(old, now, scene, shown, events, hurry = 1) {
    if (!this.moves || !old.size) return;
    this.air.dataset.theme = theme();
    const gone = [...old].filter(([key]) => !now.has(key)).map(([, was]) => was);
    const come = [...now].filter(([key]) => !old.has(key));
    if (still.matches) {
      this.#fade(come.map(([, its]) => shown.get(its.sheet)?.piece(its.piece.id)));
      return;
    }
    const actor = events.find((event) => event.seat >= 0)?.seat ?? -1;
    const flights = [...this.#moved(old, now, shown), ...this.#matched(gone, come, scene, shown, actor)];
    if (flights.length > 40) return; // a new table is laid out, not flown
    await this.#run(flights, hurry * (prefs.speed === "fast" ? 0.5 : 1));
  }

  /**
   * The same piece at another point of its sheet.
   * @param {Map<string, Seen>} old
   * @param {Map<string, Seen>} now
   * @param {Views} shown
   * @returns {Flight[]}
   */
  #moved(old, now, shown) {
    const list = [];
    for (const [key, its] of now) {
      const was = old.get(key);
      if (!was || (Math.abs(was.piece.x - its.piece.x) < 0.5 && Math.abs(was.piece.y - its.piece.y) < 0.5)) continue;
      list.push({
        piece: its.piece,
        from: was.at,
        to: its.at,
        element: shown.get(its.sheet)?.piece(its.piece.id),
        sinks: false,
        wave: its.mark ? 2 : 0,
      });
    }
    return list;
  }

  /**
   * A piece that is gone and one of its kind that came are one piece. What finds no partner goes through a door.
   * @param {Seen[]} gone
   * @param {[string, Seen][]} come
   * @param {Scene} scene
   * @param {Views} shown
   * @param {number} actor
   */
  #matched(gone, come, scene, shown, actor) {
    /** @type {Flight[]} */
    const list = [];
    const left = [...gone];
    const many = come.length - gone.length > MANY; // a whole supply is laid out: it does not come from a seat
    for (const [, its] of come) {
      const n = left.findIndex((was) => was.piece.kind === its.piece.kind);
      const from = n >= 0 ? left.splice(n, 1)[0].at : this.#door(scene, shown, many ? -1 : actor, its.at);
      if (from)
        list.push({
          piece: its.piece,
          from,
          to: its.at,
          element: shown.get(its.sheet)?.piece(its.piece.id),
          sinks: false,
          wave: its.mark ? 2 : 1,
        });
    }
    for (const was of left) {
      const to = this.#door(scene, shown, actor, was.at);
      if (to) list.push({ piece: was.piece, from: was.at, to, element: undefined, sinks: true, wave: 1 });
    }
    return list;
  }

  /**
   * The door that a covered piece takes: of the seat that acts, or else of the supplies.
   * @param {Scene} scene
   * @param {Views} shown
   * @param {number} actor
   * @param {Spot} size
   * @returns {Spot|null}
   */
  #door(scene, shown, actor, size) {
    const doors = scene.sheets.filter((sheet) => sheet.door && shown.has(sheet.name));
    const own = doors.find((sheet) => sheet.name === `seat-${actor}`);
    const sheet = own || (actor < 0 ? doors.find((one) => !/^(seat-|mine)/.test(one.name)) : undefined);
    const at = sheet?.door && shown.get(sheet.name)?.lens()?.(sheet.door[0], sheet.door[1]);
    return at ? { ...at, k: size.k * 0.45 } : null;
  }

  /** @param {(Element|undefined)[]} elements */
  #fade(elements) {
    for (const element of elements) element?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
  }

  /** @param {Flight[]} flights @param {number} pace */
  async #run(flights, pace) {
    let start = 0;
    /** @type {Promise<void>[]} */
    const all = [];
    for (const wave of [0, 1, 2]) {
      const now = flights.filter((flight) => flight.wave === wave);
      const between = now.length ? Math.min(70, 500 / now.length) : 0;
      let longest = 0;
      now.forEach((flight, n) => {
        const far = Math.hypot(flight.to.x - flight.from.x, flight.to.y - flight.from.y);
        const duration = Math.max(220, Math.min(560, 160 + far * 0.5)) * pace;
        all.push(this.#one(flight, start + n * between * pace, duration, far));
        longest = Math.max(longest, n * between * pace + duration);
      });
      start += longest * 0.8;
    }
    await Promise.all(all);
  }

  /** @param {Flight} flight @param {number} delay @param {number} duration @param {number} far */
  #one({ piece, from, to, element, sinks }, delay, duration, far) {
    const clone = s("use", { href: `#${piece.symbol}`, class: piece.css });
    this.air.append(clone);
    element?.classList.add("away");
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ k) => ({
      transform: `translate(${x}px, ${y}px) scale(${k})`,
    });
    const lift = Math.min(60, far * 0.14);
    const middle = at((from.x + to.x) / 2, (from.y + to.y) / 2 - lift, Math.max(from.k, to.k) * 1.04);
    const frames = [
      { ...at(from.x, from.y, from.k), opacity: 1 },
      { ...middle, opacity: 1 },
      { ...at(to.x, to.y, to.k), opacity: sinks ? 0 : 1 },
    ];
    const animation = clone.animate(frames, { duration, delay, easing: GENTLE, fill: "both" });
    this.running.push(animation);
    return animation.finished
      .catch(() => {})
      .then(() => {
        element?.classList.remove("away");
        clone.remove();
        this.running.splice(this.running.indexOf(animation), 1);
      });
  }
}
