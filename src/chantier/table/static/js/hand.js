// What the player does: points, chooses, confirms, plays, takes back, asks for advice.
import { warn } from "./advice.js";
import { ruleDialog } from "./dialogs.js";
import { Foresight } from "./foresee.js";
import { prefs } from "./prefs.js";
import { settled } from "./spots.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./spots.js").How} How */

export class Hand {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Action|null} */
    this.pointed = null;
    /** Chosen, not played yet. @type {Action|null} */
    this.chosen = null;
    /** What the server has not answered yet. @type {{request: string, version: number, action: Action|null}|null} */
    this.sent = null;
    /** The seat that decided last here. @type {number|undefined} */
    this.undoSeat = undefined;
    this.foresight = new Foresight(
      (action, version) => page.live.tell({ type: "foresee", action, version, seat: page.now?.to_act }),
      (action) => this.#foreseen(action),
    );
  }

  /** What the places on the sheets do. @returns {import("./spots.js").Say} */
  onSheets() {
    return {
      choose: (option, how) => this.choose(option.action, how),
      point: (option) => this.point(option ? option.action : null),
      advise: (option) => {
        if (this.page.canAct) this.advise(option.action);
      },
      pointed: () => this.pointed !== null,
      dragged: () => this.page.stage.dragged,
      drags: () => this.page.stage.dragged && this.page.stage.k === 1 && this.page.stage.touches.size === 1,
      settled,
      foreseen: (action) => this.foresight.of(action),
    };
  }

  /** What the dock does. @returns {import("./dock.js").Say} */
  inDock() {
    return {
      choose: (action, how) => this.choose(action, how),
      point: (action) => this.point(action),
      confirm: () => this.confirm(),
      drop: () => this.drop(),
      undo: () => this.undo(),
      hint: () => this.hint(),
      rule: () => this.rule(),
      turn: () => this.page.spots.turn(1),
      flip: () => this.page.spots.laying.flip(),
    };
  }

  // --- what is pointed at, and what is chosen -------------------------------------------------------------------------

  relight() {
    const shown = this.sent?.action || this.pointed || this.chosen;
    const place = shown && this.page.shown?.scene.places.find((one) => one.actions.includes(shown.action));
    const how = this.sent ? "sent" : this.pointed ? "" : "chosen";
    this.page.spots.light(place ? { place, action: shown } : null, how);
  }

  /** In the dock: what is pointed at or chosen, and what it would bring. */
  tell() {
    const { dock, shown } = this.page;
    const action = this.pointed || this.chosen;
    dock.tell(this.pointed, this.chosen, action && shown?.scene.places.find((one) => one.actions.includes(action.action)));
  }

  /** @param {Action|null} action */
  point(action) {
    const { page } = this;
    if (!page.canAct) return;
    this.pointed = action;
    this.relight();
    this.tell();
    if (page.now) this.foresight.want((action || this.chosen)?.action ?? null, page.now.version);
    if (action) page.dock.foresee(this.foresight.of(action.action)?.lines || []);
  }

  /** A click or tap. Touch, and whoever wants it, confirms. @param {Action} action @param {How} how */
  choose(action, how) {
    if (!this.page.canAct) return;
    const asks = how === "touch" || (prefs.confirm && how !== "key");
    if (asks && this.chosen?.action !== action.action) this.advise(action);
    else this.play(action);
  }

  /** Something is chosen, not played yet. @param {Action} action */
  advise(action) {
    const { page } = this;
    this.chosen = action;
    this.pointed = null;
    this.relight();
    this.tell();
    if (page.now) this.foresight.want(action.action, page.now.version);
  }

  /** What an action would do is known now. @param {number} n */
  #foreseen(n) {
    const { page } = this;
    const action = this.pointed || this.chosen;
    if (action?.action !== n) return;
    this.relight();
    const lines = this.foresight.of(n)?.lines || [];
    page.dock.foresee(lines);
    if (lines.length) page.say(lines.join(" "));
  }

  confirm() {
    if (this.chosen) this.play(this.chosen);
  }

  /** Nothing is pointed at or chosen any more. @returns {boolean} whether something was */
  drop() {
    if (!this.chosen && !this.pointed) return false;
    this.empty();
    this.relight();
    this.tell();
    return true;
  }

  empty() {
    this.chosen = null;
    this.pointed = null;
  }

  // --- what is sent -----------------------------------------------------------------------------------------------------

  /** @param {Action} action @param {boolean} [sure] nothing has to be asked any more */
  play(action, sure = false) {
    const { page } = this;
    if (!page.canAct || !page.now) return;
    if (!sure && warn(action, () => this.play(action, true))) return;
    page.flights.skip();
    const { version, to_act: seat } = page.now;
    const request = page.live.ask({ type: "play", version, action: action.action, seat });
    this.sent = { request, version, action };
    this.undoSeat = seat;
    page.dock.open(false);
    this.empty();
    this.relight();
    page.telling.describe();
  }

  undo() {
    const { page } = this;
    if (!page.now?.undo || this.sent || page.past) return;
    const { version } = page.now;
    const seat = this.undoSeat ?? page.now.seat ?? page.table?.you[0] ?? 0;
    this.sent = { request: page.live.ask({ type: "undo", version, seat }), version, action: null };
    page.telling.describe();
  }

  /**
   * The server has answered a request, or the table has gone on.
   * @param {string|number|null} request
   * @param {number} [version]
   */
  answered(request, version = -1) {
    if (this.sent && (request === this.sent.request || version > this.sent.version)) this.sent = null;
  }

  hint() {
    const { page } = this;
    if (!page.canAct || !page.now) return;
    page.dock.note.textContent = t("hint comes");
    page.live.ask({ type: "hint", version: page.now.version, seat: page.now.to_act });
  }

  rule() {
    const action = this.pointed || this.chosen;
    ruleDialog(this.page, action ? [action] : this.page.now?.actions || []);
  }
}
