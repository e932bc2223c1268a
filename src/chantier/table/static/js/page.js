// The page of a table: what it knows, and its parts. It knows no rule and no game.
import { here, home } from "./addresses.js";
import { Chat } from "./chat.js";
import { Curtain } from "./curtain.js";
import { Dock } from "./dock.js";
import { find, h } from "./dom.js";
import { Flights } from "./flight.js";
import { frame } from "./frame.js";
import { Hand } from "./hand.js";
import { Hearing } from "./hearing.js";
import { History } from "./history.js";
import { keys } from "./keys.js";
import { Layout, onFrame } from "./layout.js";
import { Log } from "./log.js";
import { Marks } from "./marks.js";
import { pointAt, visit } from "./moments.js";
import { Notes } from "./notes.js";
import { onChange } from "./prefs.js";
import { Seats } from "./seats.js";
import { Look } from "./sheet.js";
import { Showing } from "./showing.js";
import { Spots } from "./spots.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import { Telling } from "./telling.js";
import { t } from "./texts.js";
import { Things } from "./things.js";
import { Turning } from "./turning.js";
import { Why } from "./why.js";

/** @typedef {import("./protocol.js").Position} Position */
/** @typedef {import("./live.js").Connection} Connection */
/** @typedef {import("./live.js").Say} Say */

export class TablePage {
  /** @param {(page: TablePage, say: Say) => Connection} connect who answers: a server, or a lesson */
  constructor(connect) {
    this.id = here().table;
    /** Whether it is no table of a server, but a lesson or a puzzle. */
    this.lesson = here().lesson !== null || here().puzzle !== null;
    /** @type {import("./protocol.js").Table|null} */
    this.table = null;
    /** The newest position. @type {import("./live.js").Now|null} */
    this.now = null;
    /** What is on the screen. @type {Position|null} */
    this.shown = null;
    /** A moment of the past, if one is looked at. @type {Position|null} */
    this.past = null;
    /** The moment that was asked for last. @type {symbol|null} */
    this.asking = null;
    /** The moment whose pieces are lit. @type {number|null} */
    this.toldMove = null;
    /** The page that was shown before a hint came; null if there is none. @type {string|null} */
    this.hinted = null;
    /** Bots that think. @type {Set<number>} */
    this.thinking = new Set();
    this.look = new Look();
    this.layout = new Layout({
      above: find("#above"),
      stage: find("#stage"),
      below: find("#below"),
      seats: find("#seats"),
      panels: find("#panels"),
      column: find("#column"),
    });
    this.stage = new Stage(find("#stage"));
    this.turning = new Turning(this);
    this.flights = new Flights();
    this.hand = new Hand(this);
    this.spots = new Spots(this.layout, this.hand.onSheets());
    this.marks = new Marks(this.layout, this.look.defs, (move) => this.leadTo(move));
    this.things = new Things(this);
    this.why = new Why(this);
    this.dock = new Dock(find("#dock"), this.hand.inDock());
    this.tabs = new Tabs(find("#tabs"), find("#panels"));
    this.log = new Log(
      find("#log"),
      (move) => this.visit(move),
      (seat) => this.nameOf(seat),
      (move) => pointAt(this, move),
      () => this.seen(),
    );
    this.history = new History(find("#history"), (move) => this.visit(move));
    this.chat = new Chat(find("#pane-chat"), (text) => this.live.ask({ type: "chat", text }));
    this.notes = new Notes(find("#pane-notes"), this.id);
    this.seats = new Seats(this, find("#strip"), find("#seats"));
    this.curtain = new Curtain();
    this.showing = new Showing(this);
    this.telling = new Telling(this);
    this.hearing = new Hearing(this);
    this.#wire();
    this.live = connect(this, {
      message: (told) => this.hearing.hear(told),
      state: (state) => this.telling.connection(state),
    });
  }

  #wire() {
    frame(this);
    keys(this);
    this.stage.turn = (step) => this.spots.wheel(step);
    this.stage.moved = () => {
      if (this.spots.lit && !this.hand.sent) this.hand.relight();
    };
    this.tabs.changed = () => {
      document.body.dataset.page = this.tabs.chosen;
      if (this.shown && this.layout.narrow && this.showing.inSight.size) this.telling.describe();
    };
    onChange((changed) => {
      if ("language" in changed) location.reload();
    });
    onFrame(() => {
      this.hearing.fit();
      if (this.shown) this.showing.render(this.shown);
    });
  }

  /** @param {number} seat */
  mine(seat) {
    return Boolean(this.table?.you.includes(seat));
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.table?.seats[seat]?.name || t("seat n", { n: seat + 1 });
  }

  /** Whether the player decides now, on what is shown. */
  get canAct() {
    const live = this.shown !== null && this.shown === this.now && !this.past;
    return live && this.now !== null && this.now.actions.length > 0 && !this.hand.sent && !this.hearing.queue.length;
  }

  /** Shows a moment; null is the live table. @param {number|null} move */
  visit(move) {
    return visit(this, move);
  }

  /** The line of the log that tells of a moment. @param {number} move */
  leadTo(move) {
    this.tabs.choose("log");
    this.log.lead(move);
  }

  /** Nothing is new any more. */
  seen() {
    this.marks.forget();
    this.log.since(0);
    this.log.number([]);
  }

  /** Tells a screen reader. @param {string} text */
  say(text) {
    find("#said").textContent = text;
  }

  /** There is no such table. @param {string} text */
  gone(text) {
    find("#frame").replaceChildren(h("p", { class: "gone" }, text, " ", h("a", { href: home(), text: t("home") })));
  }
}
