// What an action would do, asked for while somebody points at it, and remembered as long as the table stays the same.

const WAIT = 110; // milliseconds that one points at something before it is asked for

export class Foresight {
  /** @param {(action: number, version: number) => void} ask @param {(action: number) => void} tell */
  constructor(ask, tell) {
    this.ask = ask;
    this.tell = tell;
    this.version = -1;
    /** @type {Map<number, {lines: string[], gains: import("./protocol.js").Gain[]}>} */
    this.known = new Map();
    this.timer = 0;
  }

  /** Somebody points at an action, or at none. @param {number|null} action @param {number} version */
  want(action, version) {
    clearTimeout(this.timer);
    if (this.version !== version) {
      this.version = version;
      this.known.clear();
    }
    if (action === null || this.known.has(action)) return;
    this.timer = setTimeout(() => this.ask(action, version), WAIT);
  }

  /** @param {import("./protocol.js").Foreseen} told */
  heard(told) {
    if (told.version !== this.version) return;
    this.known.set(told.action, { lines: told.opened ? [...told.lines, told.opened] : told.lines, gains: told.gains });
    this.tell(told.action);
  }

  /** @param {number} action */
  of(action) {
    return this.known.get(action);
  }
}
