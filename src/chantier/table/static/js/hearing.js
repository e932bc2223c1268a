// What the server says about a table: each message goes where it belongs; positions are shown one after the other.
import { showHint } from "./advice.js";
import { shareDialog } from "./dialogs.js";
import { toast } from "./dom.js";
import { trying } from "./frame.js";
import { formNow } from "./layout.js";
import { moment } from "./moments.js";
import { t } from "./texts.js";

/** @typedef {import("./live.js").Now} Now */
/** @typedef {import("./live.js").Heard} Heard */

const HURRY = 3; // positions waiting, from which on they fly faster
const MOST_TURNS = 6; // since one's own, that are told apart
const EARLY = 60; // moves in which links are offered by themselves

/** Who did something since the viewer's last turn, in order; nobody did it if they were too many to be asked for one by one.
 * @param {Now} told */
function turnsSince({ log, since, move }) {
  /** @type {{by: number, first: number, last: number}[]} */
  const found = [];
  for (const line of log) {
    if (line.move <= since || line.seat < 0) continue;
    const last = found.at(-1);
    if (last?.by === line.seat) last.last = line.move;
    else found.push({ by: line.seat, first: line.move, last: line.move });
  }
  return found.length && found.length <= MOST_TURNS ? found : [{ by: -1, first: found[0]?.first ?? 0, last: move }];
}

export class Hearing {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** Positions that are not shown yet. @type {Now[]} */
    this.queue = [];
    /** Positions that the log does not tell yet, and the one that it told last. @type {Now[]} */
    this.untold = [];
    /** @type {Now|null} */
    this.told = null;
    this.pumping = false;
    /** The moment that the address asks for. @type {string|null} */
    this.wantedMove = new URLSearchParams(location.search).get("move");
  }

  /** @param {Heard} told */
  hear(told) {
    const { page } = this;
    if (told.type === "table") this.#table(told);
    else if (told.type === "look") {
      page.look.take(told);
      page.turning.take(told.turntable);
    } else if (told.type === "position") this.#position(told);
    else if (told.type === "thinking") this.page.seats.thinks(told);
    else if (told.type === "failed") this.page.seats.failed(told);
    else if (told.type === "refused") this.#refused(told);
    else if (told.type === "hint") this.#hinted(told);
    else if (told.type === "foreseen") page.hand.foresight.heard(told);
    else this.#chat(told);
  }

  /** @param {import("./protocol.js").Table} told */
  #table(told) {
    const { page } = this;
    const first = !page.table;
    page.table = told;
    document.title = told.title;
    page.seats.colours();
    page.chat.all(told.chat);
    trying(told);
    page.seats.update();
    if (page.shown) page.telling.describe();
    const shared = `shared ${page.id}`;
    const inviting = told.seats.some((seat) => seat.link) && told.move < EARLY;
    if (first && inviting && !sessionStorage.getItem(shared)) {
      sessionStorage.setItem(shared, "1");
      shareDialog(page);
    }
  }

  /** @param {import("./protocol.js").Chat} told */
  #chat(told) {
    const { page } = this;
    page.chat.add(told);
    page.tabs.news("chat");
    page.say(`${told.name || ""}: ${told.text}`);
  }

  /** @param {import("./protocol.js").Refusal} told */
  #refused(told) {
    const { page } = this;
    page.hand.answered(told.request);
    page.turning.answered();
    if (told.error === "no table" || told.error === "rules") {
      page.gone(told.text);
      return;
    }
    toast(told.text);
    page.say(told.text);
    page.hand.drop();
    page.telling.describe();
  }

  /** @param {import("./protocol.js").Hint} told */
  #hinted(told) {
    const { page } = this;
    const action = page.now?.version === told.version && page.now.actions.find((one) => one.action === told.action);
    if (!action || page.past) return;
    page.hand.advise(action);
    showHint(page, told);
    page.say(`${told.lines[0]} ${told.text}`);
  }

  // --- positions ------------------------------------------------------------------------------------------------------

  /** Asks again for a position that was drawn for a window of another form than this one has now. */
  fit() {
    const { page } = this;
    const drawn = page.now?.scene.form,
      form = formNow();
    if (!drawn || drawn === form) return;
    document.body.dataset.fitting = form; // until it is shown
    page.live.tell({ type: "view", form });
  }

  /** @param {Now} told */
  #position(told) {
    const { page } = this;
    const old = page.now;
    if (old && told.version < old.version) return;
    page.thinking.clear();
    page.now = told;
    this.fit();
    if (page.table) page.table.clock = told.clock;
    page.hand.answered(told.request, told.version);
    page.turning.answered();
    this.untold.push(told);
    if (this.wantedMove !== null) {
      const move = Number(this.wantedMove);
      this.wantedMove = null;
      this.tellAll();
      page.showing.render(told);
      page.visit(move);
    } else if (page.past) {
      this.tellAll();
      page.history.show(page.past.move, told.move, true);
    } else {
      this.queue.push(told);
      this.#pump();
    }
  }

  /** The log tells everything up to what is shown, or up to now. @param {Now} [shown] */
  tellAll(shown) {
    const many = shown ? this.untold.indexOf(shown) + 1 : this.untold.length;
    for (const next of this.untold.splice(0, many)) {
      this.#log(this.told, next);
      this.told = next;
    }
  }

  /** What the log has to tell then. @param {Now|null} old @param {Now} told */
  #log(old, told) {
    const { page } = this;
    const { log } = page;
    const anew = told.whole || !old;
    if (anew) log.clear();
    else if (told.move < old.move) log.cut(told.move);
    log.add(told.log);
    if (old && told.version > old.version) this.#announce(told);
    log.since(told.since);
    if (anew) this.#markFromThePast(told);
  }

  /** One position after the other, each flown before the next is shown. */
  async #pump() {
    if (this.pumping) return;
    this.pumping = true;
    const { page } = this;
    for (let next = this.#next(); next; next = this.#next()) {
      if (page.curtain.needed(page.shown, next, page.table)) {
        page.spots.clear();
        document.body.classList.remove("my-turn");
        await page.curtain.fall(page.table?.seats[next.seat ?? 0], next.seat ?? 0);
      }
      if (document.hidden && this.queue.length) continue;
      await page.showing.render(next, this.queue.length >= HURRY ? 0.35 : 1);
      this.tellAll(next); // picture and log tell the same moment
    }
    this.pumping = false;
  }

  /** The position to be shown next; none while one looks at the past. */
  #next() {
    return this.page.past ? undefined : this.queue.shift();
  }

  /** What others did while one was away. @param {Now} told */
  async #markFromThePast(told) {
    const { page } = this;
    page.marks.forget();
    if (!told.actions.length || !told.since || told.since >= told.move) return;
    const turns = turnsSince(told);
    const ends = [told.since, ...turns.slice(0, -1).map((turn) => turn.last)];
    const then = await Promise.all(ends.map((move) => moment(page, move))).catch(() => []);
    if (!then.length || page.now !== told) return;
    const scenes = [...then.map((one) => one.scene), told.scene];
    turns.forEach(({ by, first }, n) => void page.marks.note(scenes[n], scenes[n + 1], by, first));
    page.log.number(page.marks.groups);
    if (page.shown === told) page.marks.draw();
  }

  /** Tells a screen reader what happened, once for each change. @param {Now} told */
  #announce(told) {
    const lines = told.whole ? [] : told.log.slice(-6).map((line) => line.text);
    if (told.actions.length) lines.push(told.prompt, t("n choices", { n: told.actions.length }));
    if (lines.length) this.page.say(lines.join(" "));
  }
}
