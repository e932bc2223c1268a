// The live connection of a table. It comes back by itself; a click is sent until it is answered, and carried out once.
import { prefs } from "./prefs.js";

/** @typedef {{request: string, type: string, version?: number, [more: string]: any}} Request_ */

const WAITS = [300, 800, 1600, 3000, 6000, 12000];
const PING = 20000, PATIENCE = 8000;
const MANY = 4429; // there are too many connections, or they come too fast

export class Live {
  /** @param {string} table @param {number|null} seat @param {{message: (told: any) => void, state: (state: "online"|"waiting"|"offline") => void}} say */
  constructor(table, seat, say) {
    this.table = table;
    this.seat = seat;
    this.say = say;
    /** @type {Map<string, Request_>} */
    this.open = new Map();
    /** The sheets of the last position. @type {Map<string, import("./types.js").Sheet>} */
    this.sheets = new Map();
    this.tries = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.hurry(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.hurry(); });
    setInterval(() => this.#beat(), PING);
    this.connect();
  }

  get online() { return this.socket?.readyState === WebSocket.OPEN; }

  connect() {
    clearTimeout(this.timer);
    this.say.state("waiting");
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?language=${prefs.language}${seat}`);
    this.socket = socket;
    socket.onopen = () => { this.fresh = true; this.say.state("online"); };
    socket.onmessage = (event) => { this.heard = true; this.#take(JSON.parse(event.data)); };
    socket.onclose = (event) => { if (this.socket === socket) this.#lost(event.code); };
  }

  /** @param {number} [code] */
  #lost(code) {
    this.socket = null;
    if (code === MANY) this.tries = WAITS.length;
    this.say.state("offline");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait * (.8 + Math.random() * .4));
  }

  /** Tries again at once. */
  hurry() { if (!this.socket) { this.tries = 0; this.connect(); } else this.#beat(); }

  #beat() {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    this.heard = false;
    socket.send('{"type":"ping"}');
    setTimeout(() => { if (!this.heard && this.socket === socket) { socket.onclose = null; socket.close(); this.#lost(); } }, PATIENCE);
  }

  /** @param {any} told */
  #take(told) {
    if (told.type === "pong") return;
    if (told.type === "refused" || told.type === "hint") this.open.delete(told.request);
    if (told.type === "chat") for (const [id, asked] of this.open) if (asked.type === "chat") { this.open.delete(id); break; }
    if (told.request) this.open.delete(told.request);
    if (told.type === "position") {
      this.tries = 0;
      // A sheet of which only the name is told is the same as before.
      told.scene.sheets = told.scene.sheets.map((/** @type {any} */ sheet) => (typeof sheet === "string" ? this.sheets.get(sheet) : sheet));
      this.sheets = new Map(told.scene.sheets.map((/** @type {import("./types.js").Sheet} */ sheet) => [sheet.name, sheet]));
      for (const [id, asked] of this.open) if (asked.version !== undefined && asked.type !== "hint" && told.version > asked.version) this.open.delete(id);
      // After a break: what the server has not carried out yet is said again, with the same request id.
      if (this.fresh) { this.fresh = false; for (const asked of this.open.values()) this.#send(asked); }
    }
    this.say.message(told);
  }

  /** @param {any} what */
  #send(what) { if (this.online) /** @type {WebSocket} */ (this.socket).send(JSON.stringify(what)); }

  /** Something that has to arrive. @param {string} type @param {Record<string, any>} fields */
  ask(type, fields) {
    const asked = { type, request: crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`, ...fields };
    this.open.set(asked.request, asked);
    this.#send(asked);
    return asked.request;
  }

  /** Something that is only true now. @param {string} type @param {Record<string, any>} fields */
  tell(type, fields) { this.#send({ type, ...fields }); }

  /** @param {number|null} seat @param {string} language */
  look(seat, language) { this.seat = seat; this.tell("view", { seat, language }); }
}
