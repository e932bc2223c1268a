// Draws a position: sheets, what can be clicked, tabs, and what flies from the position before to this one.
import { closeHint } from "./advice.js";
import { endPage, headline } from "./end.js";
import { seen } from "./flight.js";
import { tabs } from "./frame.js";
import { reviewDialog } from "./review.js";
import { chime } from "./sound.js";

/** @typedef {import("./protocol.js").Position} Position */
/** @typedef {import("./flight.js").Views} Views */

export class Showing {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** The sheets that are shown. @type {Views} */
    this.inSight = new Map();
    /** The version whose end was told. */
    this.ended = -1;
  }

  /** @param {Position} position @param {number} [hurry] how fast: 0 is at once */
  async render(position, hurry = 0) {
    const { page } = this;
    const old = page.shown;
    const flown = hurry && page.flights.moves && old?.version !== position.version ? old : null;
    const was = flown ? seen(flown.scene, this.inSight) : null;
    if (hurry) page.flights.skip();
    page.why.forget();
    closeHint(page);
    this.#trace(old, position);
    const chosen = old && old.version === position.version && old.move === position.move ? page.hand.chosen : null;
    page.shown = position;
    page.hand.empty();
    const acts = this.#draw(position);
    // So far the page was changed; from here on it is measured, then changed again: each turn between is a new layout.
    if (acts) this.#openNeeded();
    else page.tabs.ask(new Set());
    const kept = acts && chosen && position.actions.find((one) => one.action === chosen.action);
    if (kept) page.hand.advise(kept); // it was only turned
    const are = flown ? seen(position.scene, this.inSight) : null;
    if (page.past) page.marks.clear();
    else page.marks.draw();
    if (acts && page.layout.narrow && position.actions.length === 1) page.hand.choose(position.actions[0], "touch");
    if (flown && was && are) {
      this.#chime(flown, position);
      const events = position.events.length ? position.events : [{ kind: "", seat: flown.to_act, args: [] }];
      await page.flights.fly(was, are, position.scene, this.inSight, events, hurry);
    }
    this.#end(old, position);
  }

  /** Everything that is on the page. @param {Position} position @returns {boolean} whether the player decides now */
  #draw(position) {
    const { page } = this;
    page.turning.leave();
    const { stage, shown } = page.layout.arrange(position.scene);
    this.inSight = shown;
    document.body.dataset.version = String(position.version);
    if (position.scene.form === document.body.dataset.fitting) delete document.body.dataset.fitting;
    tabs(page);
    page.stage.hold(stage);
    const acts = page.canAct;
    const { places, regions } = position.scene;
    page.spots.show(acts ? places : [], acts ? position.actions : [], shown, regions);
    page.turning.show();
    if (page.hand.sent?.action) page.hand.relight();
    page.seats.update();
    page.telling.describe();
    return acts;
  }

  /**
   * What others do is marked until one acts oneself, or the game ends.
   * @param {Position|null} old
   * @param {Position} position
   */
  #trace(old, position) {
    const { page } = this;
    if (!old || page.past || position.version === old.version) return;
    const mine = page.mine(old.to_act);
    if (old.seat !== position.seat || mine || position.over) page.marks.forget();
    else page.marks.note(old.scene, position.scene, old.to_act, position.move);
    page.log.number(page.marks.groups);
  }

  /** If what can be done now lies only on pages that are out of sight, show one of them; once for every decision. */
  #openNeeded() {
    const { spots, tabs: bar } = this.page;
    const { laying } = spots;
    const sheets = laying.active && laying.view ? [laying.view.name] : [...spots.spots.values()].map((spot) => spot.sheet);
    bar.ask(new Set(sheets));
    const seen = sheets.some((name) => this.page.layout.shown(name)?.svg.getClientRects().length);
    if (!sheets.length || seen) return;
    const tab = bar.list.find((one) => one.sheets.some((name) => sheets.includes(name)));
    if (tab) bar.choose(tab.id);
  }

  /** @param {Position} old @param {Position} position */
  #chime(old, position) {
    const { page } = this;
    if (position.version <= old.version || position.to_act < 0) return;
    chime(page.mine(position.to_act) && !page.mine(old.to_act) ? "turn" : "move");
  }

  /**
   * The standing stands beside the board once the game has ended; the review opens where the address asks for it.
   * @param {Position|null} old
   * @param {Position} position
   */
  #end(old, position) {
    const { page } = this;
    if (!position.over || page.lesson || page.past || this.ended === position.version || position !== page.now) return;
    this.ended = position.version;
    endPage(page, position);
    if (old && !old.over) {
      if (!page.layout.narrow) page.tabs.choose("end");
      page.say(headline(page, position));
    } else if (location.hash === "#review") reviewDialog(page);
  }
}
