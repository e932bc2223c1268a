// Everything that is said about a position: header, dock, history, title, notifications.
import { alone, ofTable } from "./addresses.js";
import { find, h, icon } from "./dom.js";
import { headline } from "./end.js";
import { copyLink, rematch, whatIfDialog } from "./moments.js";
import { prefs } from "./prefs.js";
import { reviewDialog } from "./review.js";
import { t } from "./texts.js";
import { go } from "./transport.js";

/** @typedef {import("./protocol.js").Position} Position */
/** @typedef {import("./dom.js").Icon} Icon */

/** @param {string} key @param {Icon} name @param {() => void} act @param {boolean} [main] */
const button = (key, name, act, main = false) =>
  h(
    "button",
    { class: `btn ${main ? "main" : ""}`, type: "button", on: { click: act } },
    icon(name),
    h("span", { text: t(key) }),
  );

export class Telling {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.wasTurn = false;
  }

  /** @param {import("./live.js").State} state */
  connection(state) {
    const place = find("#state");
    place.className = state;
    place.replaceChildren(h("span", { class: "dot" }), h("span", { text: t(state) }));
    document.body.classList.toggle("offline", state !== "online");
  }

  describe() {
    const { page } = this;
    const position = page.shown;
    if (!position || !page.table || !page.now) return;
    this.#head(position);
    this.#dock(position, page.now);
    page.history.show(position.move, page.now.move, Boolean(page.past));
    page.log.at(page.past ? page.past.move : null);
    document.body.classList.toggle("in-past", Boolean(page.past));
    document.body.classList.toggle("my-turn", page.canAct);
    const turn = !page.now.over && page.mine(page.now.to_act) && page.now.actions.length > 0;
    document.title = `${turn ? `● ${t("your move")} · ` : ""}${position.scene.title}`;
    if (turn && !this.wasTurn) this.#notify();
    this.wasTurn = turn;
  }

  /** The title, and what of the description speaks of no seat. @param {Position} position */
  #head({ scene: { title, description } }) {
    const { page } = this;
    find("#title").textContent = page.layout.narrow ? (title.split(": ").at(-1) ?? "") : title;
    const names = (page.table?.seats || []).map((seat) => page.nameOf(seat.seat));
    const parts = description.split(/[.;](?:\s|$)/);
    const where = parts.find((part) => !names.some((name) => part.includes(name))) || "";
    find("#where").textContent = title.includes(where) ? "" : where;
  }

  /** @param {Position} position @param {Position} now */
  #dock(position, now) {
    const { dock, hand, past, canAct } = this.page;
    dock.show({
      prompt: this.#prompt(position),
      note: this.#note(position, now),
      seat: position.over ? -1 : position.to_act,
      actions: canAct || hand.sent ? position.actions : [],
      quiet: this.#saysPrompt(position) && !past,
      busy: Boolean(hand.sent),
      undo: !past && now.undo && !hand.sent,
      hint: canAct,
      lays: this.page.spots.laying.active && (canAct || hand.sent) ? this.page.spots.laying.freedom : null,
    });
    hand.tell();
    dock.offer(this.#offers());
  }

  /** Whether the player is asked. @param {Position} position */
  #asked(position) {
    return this.page.mine(position.to_act) && position.actions.length > 0;
  }

  /** @param {Position} position */
  #prompt(position) {
    const { page } = this;
    if (page.past) return t("past");
    if (position.over && position.ranking) return headline(page, position);
    if (this.#asked(position) || position.over || position.to_act < 0) return position.prompt;
    const bot = page.table?.seats[position.to_act]?.kind === "bot";
    return t(bot ? "is thinking" : "is to move", { who: page.nameOf(position.to_act) }) || position.prompt;
  }

  /** @param {Position} position @param {Position} now */
  #note(position, now) {
    const { past, hand, table } = this.page;
    if (past) return t("past note", { n: past.move, m: now.move });
    if (position.over) return "";
    if (hand.sent) return t("sent");
    if (this.#asked(position)) return t("n choices", { n: position.actions.length });
    return this.page.seats.below || t(table?.you.length ? "wait" : "watching");
  }

  /** Whether a sheet in sight already says what is asked. @param {Position} position */
  #saysPrompt(position) {
    const { showing, layout } = this.page;
    const sheets = position.scene.sheets.filter(({ name }) => showing.inSight.has(name) && !layout.boxes.get(name)?.hidden);
    return sheets
      .flatMap((sheet) => [...sheet.labels, ...sheet.pieces])
      .some((item) => "text" in item && (item.css.split(" ").includes("prompt") || item.text === position.prompt));
  }

  /** Buttons that belong to this moment. */
  #offers() {
    const { page } = this;
    const whatIf = () => whatIfDialog(page);
    if (page.past) {
      return [
        button("what if here", "branch", whatIf),
        ...(alone ? [] : [button("copy link", "copy", () => copyLink(page))]),
        button("back to live", "last", () => page.visit(null), true),
      ];
    }
    if (page.lesson || !page.now?.over) return [];
    const standing = button("standing", "trophy", () => page.tabs.choose("end", true));
    const review = button("review", "chart", () => reviewDialog(page));
    const next = page.table?.next;
    if (next) return [standing, review, button("to the rematch", "again", () => go(ofTable(next)), true)];
    const again = page.table?.you.length ? [button("rematch", "again", () => rematch(page), true)] : [];
    return [standing, review, button("what if", "branch", whatIf), ...again];
  }

  #notify() {
    const { shown, id } = this.page;
    if (!document.hidden || !prefs.notify || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    const note = new Notification(t("your move"), { body: shown?.scene.title, tag: id });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}
