// The live connection of a table. It comes back by itself; a click is sent until it is answered, and carried out once.
import { connect } from "./transport.js";

/** @typedef {import("./protocol.js").Asked} Asked */
/** @typedef {import("./protocol.js").Told} Told */
/** @typedef {import("./protocol.js").Sheet} Sheet */
/** @typedef {import("./protocol.js").SheetNews} SheetNews */
/**
 * A position as the page knows it: all its sheets are there.
 * @typedef {Omit<import("./protocol.js").Now, "scene"> & {scene: import("./protocol.js").Scene}} Now
 */
/** Of a window. @typedef {NonNullable<import("./protocol.js").Scene["form"]>} Form */
/** What the page is told. @typedef {Exclude<Told, import("./protocol.js").Now|import("./protocol.js").Pong>|Now} Heard */
/** @typedef {"online"|"waiting"|"offline"} State */
/** @typedef {{message: (told: Heard) => void, state: (state: State) => void}} Say */
/** What has to arrive; it gets the name of a request. @typedef {Extract<Asked, {request: unknown}>} Request_ */
/** @typedef {Request_ extends infer R ? R extends Request_ ? Omit<R, "request"> : never : never} Ask */
/** Who answers: a server, or a lesson. @typedef {{ask: (asked: Ask) => string, tell: (asked: Asked) => void}} Connection */

const WAITS = [300, 800, 1600, 3000, 6000, 12000];
const PING = 20000,
  PATIENCE = 8000;
const MANY = 4429; // there are too many connections, or they come too fast

export class Live {
  /**
   * @param {string} table
   * @param {number|null} seat
   * @param {Say} say
   * @param {() => number} side from which one looks
   * @param {() => Form} form of the window
   */
  constructor(table, seat, say, side, form) {
    this.table = table;
    this.seat = seat;
    this.side = side;
    this.form = form;
    this.say = say;
    /** @type {Map<string|number, Request_>} */
    this.open = new Map();
    /** The sheets of the last position. @type {Map<string, Sheet>} */
    this.sheets = new Map();
    this.tries = 0;
    this.fresh = false;
    this.heard = false;
    /** @type {ReturnType<typeof connect>|null} */
    this.socket = null;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.hurry();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
    setInterval(() => this.#beat(), PING);
    this.connect();
  }

  get online() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    this.say.state("waiting");
    const socket = connect(this.table, this.seat, this.side(), this.form());
    this.socket = socket;
    socket.onopen = () => {
      this.fresh = true;
      this.say.state("online");
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => {
      this.heard = true;
      this.#take(JSON.parse(event.data));
    };
    socket.onclose = (/** @type {{code: number}} */ event) => {
      if (this.socket === socket) this.#lost(event.code);
    };
  }

  /** @param {number} [code] */
  #lost(code) {
    this.socket = null;
    if (code === MANY) this.tries = WAITS.length;
    this.say.state("offline");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + Math.random() * 0.4));
  }

  /** Tries again at once. */
  hurry() {
    if (!this.socket) {
      this.tries = 0;
      this.connect();
    } else this.#beat();
  }

  #beat() {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    this.heard = false;
    socket.send('{"type":"ping"}');
    setTimeout(() => {
      if (!this.heard && this.socket === socket) {
        socket.onclose = null;
        socket.close();
        this.#lost();
      }
    }, PATIENCE);
  }

  /** @param {Told} told */
  #take(told) {
    if (told.type === "pong") return;
    if (told.type === "chat")
      for (const [id, asked] of this.open)
        if (asked.type === "chat") {
          this.open.delete(id);
          break;
        }
    if ("request" in told && told.request !== null) this.open.delete(told.request);
    this.say.message(told.type === "position" ? this.#position(told) : told);
  }

  /** A sheet of which only the name is told is the same as before. @param {import("./protocol.js").Now} told @returns {Now} */
  #position(told) {
    this.tries = 0;
    const sheets = told.scene.sheets.map((sheet) => this.#sheet(sheet));
    this.sheets = new Map(sheets.map((sheet) => [sheet.name, sheet]));
    for (const [id, asked] of this.open)
      if ((asked.type === "play" || asked.type === "undo") && told.version > asked.version) this.open.delete(id);
    // After a break: what the server has not carried out yet is said again, with the same request id.
    if (this.fresh) {
      this.fresh = false;
      for (const asked of this.open.values()) this.#send(asked);
    }
    return { ...told, scene: { ...told.scene, sheets } };
  }

  /** A sheet with what it has in common with the one before. @param {Sheet|SheetNews|string} told @returns {Sheet} */
  #sheet(told) {
    const old = /** @type {Sheet} */ (this.sheets.get(typeof told === "string" ? told : told.name));
    if (typeof told === "string") return old;
    const layer = (/** @type {"pieces"|"labels"} */ name) =>
      told[name].flatMap((item) => (Array.isArray(item) ? old[name].slice(...item) : item));
    return { ...told, ground: told.ground || old.ground, pieces: layer("pieces"), labels: layer("labels") };
  }

  /** @param {Asked} what */
  #send(what) {
    if (this.online) this.socket?.send(JSON.stringify(what));
  }

  /** Something that has to arrive. @param {Ask} asked */
  ask(asked) {
    const request = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
    this.open.set(request, { ...asked, request });
    this.#send({ ...asked, request });
    return request;
  }

  /** Something that is only true now. @param {Asked} asked */
  tell(asked) {
    this.#send(asked);
  }
}
