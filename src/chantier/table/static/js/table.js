// The table: holds the state of the page and wires its parts. It knows no rule and no game.
import { closeHint, showHint, warn } from "./advice.js";
import { post } from "./api.js";
import { Curtain } from "./curtain.js";
import { endDialog, keysDialog, nameDialog, ruleDialog, settingsDialog, shareDialog } from "./dialogs.js";
import { Dock } from "./dock.js";
import { compasses, find, h, icon, toast } from "./dom.js";
import { Flights, seen } from "./flight.js";
import { Foresight } from "./foresee.js";
import { keys } from "./keys.js";
import { Layout, narrowWindow } from "./layout.js";
import { Live } from "./live.js";
import { Marks } from "./marks.js";
import { copyLink, moment, openTable, pointAt, visit, whatIfDialog } from "./moments.js";
import { Notes } from "./notes.js";
import { Chat, History, Log, Tabs } from "./panels.js";
import { onChange, prefer, prefs } from "./prefs.js";
import { reviewDialog } from "./review.js";
import { Seats } from "./seats.js";
import { Look } from "./sheet.js";
import { chime } from "./sound.js";
import { Spots } from "./spots.js";
import { Stage } from "./stage.js";
import { loadTexts, t } from "./texts.js";
import { Why } from "./why.js";

/** @typedef {import("./protocol.js").Position} Position */
/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./live.js").Now} Now */
/** @typedef {import("./live.js").Heard} Heard */
/** @typedef {import("./spots.js").How} How */

const HURRY = 3; // positions waiting, from which on they fly faster

export class TablePage {
  /** @param {(page: TablePage, say: import("./live.js").Say) => import("./live.js").Connection} connect who answers: a server, or a lesson */
  constructor(connect) {
    const asked = new URLSearchParams(location.search);
    this.id = location.pathname.split("/")[2];
    this.lesson = location.pathname.startsWith("/lesson/");
    /** @type {import("./protocol.js").Table|null} */
    this.table = null;
    /** The newest position. @type {Now|null} */
    this.now = null;
    /** What is on the screen. @type {Position|null} */
    this.shown = null;
    /** A moment of the past, if one is looked at. @type {Position|null} */
    this.past = null;
    /** @type {Now[]} */
    this.queue = [];
    this.pumping = false;
    /** @type {Action|null} */
    this.pointed = null;
    /** @type {Action|null} */
    this.chosen = null;
    /** @type {{request: string, version: number, action: Action|null}|null} */
    this.sent = null;
    /** @type {Set<number>} */
    this.thinking = new Set();
    this.wantedMove = asked.get("move");
    this.seat = asked.has("seat") ? Number(asked.get("seat")) : null;
    /** The seat that decided last here. @type {number|undefined} */
    this.undoSeat = undefined;
    /** The sheets that are shown. @type {Map<string, import("./sheet.js").SheetView>} */
    this.inSight = new Map();
    this.ended = false;
    this.wasTurn = false;
    /** The moment that was asked for last. @type {symbol|null} */
    this.asking = null;
    /** The moment whose pieces are lit. @type {number|null} */
    this.toldMove = null;
    this.look = new Look();
    this.layout = new Layout({ above: find("#above"), stage: find("#stage"), below: find("#below"), seats: find("#seats"), panels: find("#panels"), column: find("#column") });
    this.stage = new Stage(find("#stage"));
    this.flights = new Flights();
    this.spots = new Spots(this.layout, {
      choose: (option, how) => this.choose(option.action, how),
      point: (option) => this.point(option ? option.action : null),
      dragged: () => this.stage.dragged,
      foreseen: (action) => this.foresight.of(action),
    });
    this.marks = new Marks(this.layout);
    this.why = new Why(this);
    this.foresight = new Foresight((action, version) => this.live.tell({ type: "foresee", action, version, seat: this.now?.to_act }), (action) => this.#foreseen(action));
    this.stage.turn = (step) => this.spots.turn(step);
    this.stage.moved = () => { if (this.spots.lit && !this.sent) this.relight(); };
    this.dock = new Dock(find("#dock"), {
      choose: (action, how) => this.choose(action, how), point: (action) => this.point(action), confirm: () => this.confirm(), drop: () => this.drop(),
      undo: () => this.undo(), hint: () => this.hint(), rule: () => this.rule(),
    });
    this.tabs = new Tabs(find("#tabs"), find("#panels"));
    this.log = new Log(find("#log"), (move) => this.visit(move), (seat) => this.nameOf(seat), (move) => pointAt(this, move));
    this.history = new History(find("#history"), (move) => this.visit(move));
    this.chat = new Chat(find("#pane-chat"), (text) => this.live.ask({ type: "chat", text }));
    this.notes = new Notes(find("#pane-notes"), this.id);
    this.seats = new Seats(this, find("#strip"), find("#seats"));
    this.curtain = new Curtain();
    this.#frame();
    keys(this);
    onChange((changed) => { if ("language" in changed) location.reload(); });
    narrowWindow.addEventListener("change", () => { if (this.shown) this.render(this.shown); });
    this.live = connect(this, { message: (told) => this.hear(told), state: (state) => this.connection(state) });
  }

  /** What never changes: header, zoom buttons, handle. */
  #frame() {
    find("#brand").prepend(compasses());
    find("#brand").setAttribute("aria-label", `Chantier, ${t("home")}`);
    const tool = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => h("button", { class: "btn quiet", type: "button", title: t(key), "aria-label": t(key), on: { click: act } }, icon(name), h("span", { text: t(key) }));
    find("#tools").append(tool("book", "rules", () => window.open(`/rules/${this.table?.game}`, "_blank", "noopener")),
      tool("share", "share", () => shareDialog(this)), tool("branch", "what if", () => this.whatIf()), tool("gear", "settings", () => settingsDialog(this)));
    find("#tools").children[2].classList.add("wide-only");
    this.tabs.changed = () => { if (this.shown && this.layout.narrow && this.inSight.size) this.describe(); };
    find("#zoom").setAttribute("aria-label", t("zoom"));
    const zoom = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => h("button", { class: "btn round", type: "button", title: t(key), "aria-label": t(key), on: { click: act } }, icon(name));
    find("#zoom").append(zoom("plus", "zoom in", () => this.stage.zoom(1.4)), zoom("minus", "zoom out", () => this.stage.zoom(1 / 1.4)), zoom("fit", "fit", () => this.stage.fit()));
    find("#seats").setAttribute("aria-label", t("seats"));
    find("#strip").setAttribute("aria-label", t("seats"));
    const handle = find("#handle");
    handle.setAttribute("aria-label", t("fold"));
    // The sheet of a narrow window has three heights.
    const fold = (/** @type {string} */ to) => { document.body.classList.toggle("tall", to === "tall"); document.body.classList.toggle("folded", to === "folded"); handle.setAttribute("aria-expanded", String(to !== "folded")); };
    handle.addEventListener("click", () => { const { classList } = document.body; fold(classList.contains("tall") ? "folded" : classList.contains("folded") ? "" : "tall"); });
    find("#tabs").addEventListener("click", () => { if (document.body.classList.contains("folded")) fold(""); });
  }

  // --- what the server says -------------------------------------------------------------------------------------------

  /** @param {Heard} told */
  hear(told) {
    if (told.type === "table") this.#table(told);
    else if (told.type === "look") this.look.take(told);
    else if (told.type === "position") this.#position(told);
    else if (told.type === "thinking") { this.thinking.clear(); this.thinking.add(told.seat); this.seats.update(); }
    else if (told.type === "refused") this.#refused(told);
    else if (told.type === "hint") this.#hinted(told);
    else if (told.type === "foreseen") this.foresight.heard(told);
    else if (told.type === "chat") { this.chat.add(told); this.tabs.news("chat"); this.say(`${told.name || ""}: ${told.text}`); }
  }

  /** @param {import("./protocol.js").Table} told */
  #table(told) {
    const first = !this.table;
    this.table = told;
    document.title = told.title;
    this.seats.colours();
    this.chat.all(told.chat);
    this.seats.update();
    if (this.shown) this.describe();
    if (first && told.seats.some((seat) => seat.link) && told.move < 60 && !sessionStorage.getItem(`shared ${this.id}`)) {
      sessionStorage.setItem(`shared ${this.id}`, "1");
      shareDialog(this);
    }
  }

  /** @param {Now} told */
  #position(told) {
    const old = this.now;
    if (old && told.version < old.version) return;
    this.thinking.clear();
    this.now = told;
    if (this.table) this.table.clock = told.clock;
    if (this.sent && (told.version > this.sent.version || told.request === this.sent.request)) this.sent = null;
    if (told.whole || !old) { this.log.clear(); this.log.add(told.log); }
    else { if (told.move < old.move) this.log.cut(told.move); this.log.add(told.log); }
    if (old && told.version > old.version) this.#announce(told);
    this.log.since(told.since);
    if (told.whole || !old) this.#markFromThePast(told);
    if (this.wantedMove !== null) { const move = Number(this.wantedMove); this.wantedMove = null; this.render(told); this.visit(move); return; }
    if (this.past) { this.history.show(this.past.move, told.move, true); return; }
    this.queue.push(told);
    this.#pump();
  }

  /** One position after the other, each flown before the next is shown. */
  async #pump() {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && !this.past) {
      const next = /** @type {Now} */ (this.queue.shift());
      if (this.curtain.needed(this.shown, next, this.table)) { this.spots.clear(); document.body.classList.remove("my-turn"); await this.curtain.fall(this.table?.seats[/** @type {number} */ (next.seat)], next.seat ?? 0); }
      if (document.hidden && this.queue.length) continue;
      await this.render(next, this.queue.length >= HURRY ? .35 : 1);
    }
    this.pumping = false;
  }

  /** What others did while one was away. @param {Now} told */
  async #markFromThePast(told) {
    this.marks.forget();
    if (!told.actions.length || !told.since || told.since >= told.move) return;
    const then = await moment(this, told.since).catch(() => null);
    if (!then || this.now !== told) return;
    this.marks.note(then.scene, told.scene);
    if (this.shown === told) this.marks.draw();
  }

  /** @param {import("./protocol.js").Refusal} told */
  #refused(told) {
    if (this.sent && told.request === this.sent.request) this.sent = null;
    if (told.error === "no table" || told.error === "rules") { this.gone(told.text); return; }
    toast(told.text);
    this.say(told.text);
    this.drop();
    this.describe();
  }

  /** @param {import("./protocol.js").Hint} told */
  #hinted(told) {
    const action = this.now?.version === told.version && this.now?.actions.find((one) => one.action === told.action);
    if (!action || this.past) return;
    this.advise(action);
    showHint(this, told);
    this.say(`${told.lines[0]} ${told.text}`);
  }

  /** Something is chosen, not played yet. @param {Action} action */
  advise(action) {
    this.chosen = action;
    this.pointed = null;
    this.relight();
    this.dock.tell(null, action);
    if (this.now) this.foresight.want(action.action, this.now.version);
  }

  /** What an action would do is known now. @param {number} n */
  #foreseen(n) {
    const action = this.pointed || this.chosen;
    if (action?.action !== n) return;
    this.relight();
    const lines = this.foresight.of(n)?.lines || [];
    this.dock.foresee(lines);
    if (lines.length) this.say(lines.join(" "));
  }

  /** @param {string} text */
  gone(text) { find("#frame").replaceChildren(h("p", { class: "gone" }, text, " ", h("a", { href: "/", text: t("home") }))); }

  /** @param {import("./live.js").State} state */
  connection(state) {
    const place = find("#state");
    place.className = state;
    place.replaceChildren(h("span", { class: "dot" }), h("span", { text: t(state) }));
    document.body.classList.toggle("offline", state !== "online");
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Position} position @param {number} [hurry] how fast: 0 is at once */
  async render(position, hurry = 0) {
    const old = this.shown;
    const shownBefore = this.inSight;
    const flown = hurry && old && this.flights.moves && position.version !== old.version ? old : null;
    const was = flown ? seen(flown.scene, shownBefore) : new Map();
    if (hurry) this.flights.skip();
    this.why.forget();
    closeHint();
    this.#trace(old, position);
    this.shown = position;
    this.pointed = this.chosen = null;
    const { stage, shown } = this.layout.arrange(position.scene);
    this.inSight = shown;
    document.body.dataset.version = String(position.version);
    this.#tabs();
    this.stage.hold(stage);
    const acts = this.canAct;
    this.spots.show(acts ? position.scene.places : [], acts ? position.actions : [], shown);
    if (this.sent?.action) this.relight();
    this.seats.update();
    this.describe();
    // So far the page was changed; from here on it is measured first, and then changed again: each turn between the two is a new layout.
    if (acts) this.#openNeeded();
    const are = flown ? seen(position.scene, shown) : new Map();
    if (this.past) this.marks.clear(); else this.marks.draw();
    if (acts && this.layout.narrow && position.actions.length === 1) this.choose(position.actions[0], "touch");
    if (flown) {
      if (position.version > flown.version && position.to_act >= 0) chime(this.mine(position.to_act) && !this.mine(flown.to_act) ? "turn" : "move");
      const events = position.events.length ? position.events : [{ kind: "", seat: flown.to_act, args: [] }];
      await this.flights.fly(was, are, position.scene, shown, events, hurry);
    }
    if (position.over && !this.lesson && !this.past && !this.ended && position === this.now) {
      this.ended = true;
      if (old && !old.over) endDialog(this);
      else if (location.hash === "#review") reviewDialog(this);
    }
  }

  /** What others do is marked until one acts oneself. @param {Position|null} old @param {Position} position */
  #trace(old, position) {
    if (!old || this.past || position.version === old.version) return;
    const mine = this.mine(old.to_act);
    if (old.seat !== position.seat || (mine && !this.mine(position.to_act))) this.marks.forget();
    else if (!mine && !old.over) this.marks.note(old.scene, position.scene, old.to_act);
  }

  /** Log, chat and the sheets of this arrangement as tabs. */
  #tabs() {
    const sheets = this.layout.tabs.map(({ name, label }) => ({ id: name, label: label.replace(/[:.,].*$/, ""), pane: /** @type {HTMLElement} */ (this.layout.boxes.get(name)) }));
    const log = { id: "log", label: t("log"), pane: find("#pane-log") };
    const chat = { id: "chat", label: t("chat"), pane: find("#pane-chat") };
    const notes = { id: "notes", label: t("notes"), pane: find("#pane-notes") };
    const narrow = this.layout.narrow;
    document.body.classList.toggle("narrow", narrow);
    const seats = find("#seats");
    const home = find(narrow ? "#panels" : "#home-side");
    if (seats.parentElement !== home) { seats.hidden = false; for (const name of ["role", "tabindex", "aria-labelledby"]) seats.removeAttribute(name); if (narrow) home.append(seats); else home.insertBefore(seats, find("#panel")); }
    const mine = this.layout.narrow && this.shown ? this.shown.scene.narrow.boxes.filter((box) => box.area === "mine").map((box) => box.sheet) : [];
    for (const tab of sheets) if (mine[0] === tab.id) tab.label = t("mine");
    const people = { id: "seats", label: t("seats"), pane: seats };
    for (const box of this.layout.boxes.values()) if (!sheets.some((tab) => tab.pane === box)) { box.hidden = false; for (const name of ["role", "tabindex", "aria-labelledby"]) box.removeAttribute(name); }
    this.tabs.show(narrow ? [...sheets, people, log, chat, notes] : [log, ...sheets, chat, notes], narrow && sheets.length ? sheets[0].id : "log");
  }

  /** If what can be done now lies only on sheets that are out of sight, show one of them. */
  #openNeeded() {
    const spots = [...this.spots.spots.values()];
    if (!spots.length || spots.some((spot) => spot.element.getClientRects().length)) return;
    if (this.tabs.list.some((tab) => tab.id === spots[0].sheet)) this.tabs.choose(spots[0].sheet);
  }

  /** @param {number} seat */
  mine(seat) { return Boolean(this.table?.you.includes(seat)); }

  get canAct() { return Boolean(this.shown && this.shown === this.now && !this.past && !this.sent && this.shown.actions.length && !this.queue.length); }

  /** @param {number} seat */
  nameOf(seat) { return this.table?.seats[seat]?.name || t("seat n", { n: seat + 1 }); }

  /** Everything that is said about the position: header, dock, history, title. */
  describe() {
    const position = this.shown;
    if (!position || !this.table || !this.now) return;
    const { title, description } = position.scene;
    find("#title").textContent = this.layout.narrow ? title.split(": ").at(-1) ?? "" : title;
    const names = this.table.seats.map((seat) => this.nameOf(seat.seat));
    const where = description.split(/[.;](?:\s|$)/).find((part) => !names.some((name) => part.includes(name))) || "";
    find("#where").textContent = title.includes(where) ? "" : where;
    const acts = this.canAct;
    const mine = this.mine(position.to_act) && position.actions.length > 0;
    const waits = position.to_act >= 0 ? t(this.table.seats[position.to_act]?.kind === "bot" ? "is thinking" : "is to move", { who: this.nameOf(position.to_act) }) : "";
    const note = this.past ? t("past note", { n: this.past.move, m: this.now.move }) : position.over ? "" : this.sent ? t("sent") : mine ? t("n choices", { n: position.actions.length })
      : this.table.you.length ? t("wait") : t("watching");
    this.dock.show({
      prompt: this.past ? t("past") : mine || position.over ? position.prompt : waits || position.prompt, note, seat: position.over ? -1 : position.to_act,
      actions: acts || this.sent ? position.actions : [], quiet: this.#saysPrompt(position) && !this.past, busy: Boolean(this.sent),
      undo: !this.past && this.now.undo && !this.sent, hint: acts,
    });
    this.dock.tell(this.pointed, this.chosen);
    this.dock.offer(this.#offers());
    this.history.show(position.move, this.now.move, Boolean(this.past));
    this.log.at(this.past ? this.past.move : null);
    document.body.classList.toggle("in-past", Boolean(this.past));
    document.body.classList.toggle("my-turn", acts);
    const turn = !this.now.over && this.mine(this.now.to_act) && this.now.actions.length;
    document.title = `${turn ? `● ${t("your move")} · ` : ""}${title}`;
    if (turn && !this.wasTurn) this.#notify();
    this.wasTurn = Boolean(turn);
  }

  /** Whether a sheet in sight already says what is asked. @param {Position} position */
  #saysPrompt(position) {
    const seen = (/** @type {string} */ name) => this.inSight.has(name) && !this.layout.boxes.get(name)?.hidden;
    return position.scene.sheets.some((sheet) => seen(sheet.name) && [...sheet.labels, ...sheet.pieces].some((item) => "text" in item && (item.css.split(" ").includes("prompt") || item.text === position.prompt)));
  }

  #offers() {
    const button = (/** @type {string} */ key, /** @type {import("./dom.js").Icon} */ name, /** @type {() => void} */ act, main = false) => h("button", { class: `btn ${main ? "main" : ""}`, type: "button", on: { click: act } }, icon(name), h("span", { text: t(key) }));
    if (this.past) return [button("what if here", "branch", () => this.whatIf()), button("copy link", "copy", () => copyLink(this)), button("back to live", "last", () => this.visit(null), true)];
    if (this.lesson) return [];
    const next = this.table?.next;
    const review = button("review", "chart", () => reviewDialog(this));
    if (this.now?.over && next) return [button("standing", "trophy", () => endDialog(this)), review, button("to the rematch", "again", () => { location.href = `/t/${next}`; }, true)];
    if (this.now?.over) return [button("standing", "trophy", () => endDialog(this)), review, button("what if", "branch", () => this.whatIf()), ...(this.table?.you.length ? [button("rematch", "again", () => this.rematch(), true)] : [])];
    return [];
  }

  #notify() {
    if (!document.hidden || !prefs.notify || !("Notification" in window) || Notification.permission !== "granted") return;
    const note = new Notification(t("your move"), { body: this.shown?.scene.title, tag: this.id });
    note.onclick = () => { window.focus(); note.close(); };
  }

  /** Tells a screen reader what happened, once for each change. @param {Now} told */
  #announce(told) {
    const lines = told.whole ? [] : told.log.slice(-6).map((line) => line.text);
    if (told.actions.length) lines.push(told.prompt, t("n choices", { n: told.actions.length }));
    if (lines.length) this.say(lines.join(" "));
  }

  /** @param {string} text */
  say(text) { find("#said").textContent = text; }

  // --- what the player does -------------------------------------------------------------------------------------------

  /** @param {Action|null} action */
  option(action) {
    const place = action && this.shown?.scene.places.find((one) => one.actions.includes(action.action));
    return action && place ? { place, action } : null;
  }

  relight() {
    const shown = this.sent?.action || this.pointed || this.chosen;
    this.spots.light(this.option(shown), this.sent ? "sent" : this.pointed ? "" : "chosen");
  }

  /** @param {Action|null} action */
  point(action) {
    if (!this.canAct) return;
    this.pointed = action;
    this.relight();
    this.dock.tell(action, this.chosen);
    if (this.now) this.foresight.want((action || this.chosen)?.action ?? null, this.now.version);
    if (action) this.dock.foresee(this.foresight.of(action.action)?.lines || []);
  }

  /** A click or tap. Touch, and whoever wants it, confirms. @param {Action} action @param {How} how */
  choose(action, how) {
    if (!this.canAct) return;
    const asks = how === "touch" || (prefs.confirm && how !== "key");
    if (asks && this.chosen?.action !== action.action) {
      this.advise(action);
      return;
    }
    this.play(action);
  }

  confirm() { if (this.chosen) this.play(this.chosen); }

  drop() {
    if (!this.chosen && !this.pointed) return false;
    this.chosen = this.pointed = null;
    this.relight();
    this.dock.tell(null, null);
    return true;
  }

  /** @param {Action} action @param {boolean} [sure] nothing has to be asked any more */
  play(action, sure = false) {
    if (!this.canAct || !this.now) return;
    if (!sure && warn(action, () => this.play(action, true))) return;
    this.flights.skip();
    const { version, to_act: seat } = this.now;
    this.sent = { request: this.live.ask({ type: "play", version, action: action.action, seat }), version, action };
    this.undoSeat = seat;
    this.dock.open(false);
    this.chosen = this.pointed = null;
    this.relight();
    this.describe();
  }

  undo() {
    if (!this.now?.undo || this.sent || this.past) return;
    const { version } = this.now, seat = this.undoSeat ?? this.now.seat ?? this.table?.you[0] ?? 0;
    this.sent = { request: this.live.ask({ type: "undo", version, seat }), version, action: null };
    this.describe();
  }

  hint() {
    if (!this.canAct || !this.now) return;
    this.dock.note.textContent = t("hint comes");
    this.live.ask({ type: "hint", version: this.now.version, seat: this.now.to_act });
  }

  rule() {
    const action = this.pointed || this.chosen;
    const list = action ? [action] : this.now?.actions || [];
    ruleDialog(this, list);
  }

  // --- the past, and other tables -------------------------------------------------------------------------------------

  /** Shows a moment; null is the live table. @param {number|null} move */
  visit(move) { return visit(this, move); }

  whatIf() { whatIfDialog(this); }

  rematch() { return openTable(post("/api/tables/{table}/rematch", { table: this.id })); }

  /** @param {number} seat */
  sit(seat) { nameDialog(this, seat); }

  keys() { keysDialog(); }

  /** @param {Partial<import("./prefs.js").Prefs>} changed */
  prefer(changed) { prefer(changed); }
}

await loadTexts();
const lesson = location.pathname.startsWith("/lesson/") ? await import("./lesson.js") : null;
new TablePage((page, say) => (lesson ? new lesson.Lesson(page, say) : new Live(page.id, page.seat, say)));
