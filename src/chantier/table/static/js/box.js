// The box of a game: all its figures with where they come from, to be confirmed or changed by whoever owns it.
import { get, post } from "./api.js";
import { figureTables, focusOn, toldAt } from "./boxfigures.js";
import { picturesOf } from "./boxpictures.js";
import { compareDialog, saveButton, setBar, soundDialog } from "./boxsets.js";
import { printSheet } from "./boxsheet.js";
import { walkPanel } from "./boxwalk.js";
import { check, find, h, icon, sorry, toast } from "./dom.js";
import { masthead } from "./masthead.js";
import { prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").WholeBox} Box */
/** @typedef {import("./protocol.js").WantedEdit} Edit */
/** @typedef {import("./protocol.js").OwnSet} OwnSet */

const MOST_STEPS = 200; // that can be taken back
const NARROW = matchMedia("(max-width: 720px)");
const SOURCES = ["rulebook", "published", "deduced", "reconstructed", "box"];
/** Signs, so that colour is never the only one. @type {Record<string, string>} */
export const SIGNS = { rulebook: "■", published: "◆", deduced: "▲", reconstructed: "?", box: "✓" };

/** All that the page knows. */
class Page {
  constructor() {
    this.game = location.pathname.split("/")[2];
    const asked = new URLSearchParams(location.search);
    this.shared = asked.get("shared") || "";
    this.known = asked.get("set") || "";
    /** @type {OwnSet[]} */
    this.sets = [];
    /** @type {string[]} */
    this.shipped = [];
    /** @type {OwnSet|null} */
    this.mine = null;
    this.name = "";
    /** @type {Box|null} */
    this.box = null;
    /** @type {string[]} */
    this.before = [];
    this.saved = "";
    this.ours = false;
    this.walking = "";
    this.paint = "";
    this.from = ""; // a spot of a picture from which something leads to another
    this.focus = "";
    /** @type {Set<string>} */
    this.unfolded = new Set();
    /** Draws the thing that is open in a window of its own. @type {(() => void)|null} */
    this.card = null;
    this.narrow = NARROW.matches;
    this.working = Promise.resolve();
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
  }

  get draft() {
    return `box ${this.game} ${this.mine?.id || this.name}`;
  }

  get changed() {
    return this.box !== null && this.box.text !== this.saved;
  }

  /** The set that the address names, and what was changed in it and not saved. */
  async open() {
    const look = await get("/api/box/{game}", { game: this.game });
    this.style.replaceSync(look.style);
    this.shipped = look.sets;
    await this.list();
    if (this.shared) {
      const told = await get("/api/shared/{link}", { link: this.shared });
      this.name = told.name;
      await this.show(told.text);
    } else {
      await this.choose(this.known);
    }
  }

  async list() {
    this.sets = (await get("/api/sets")).filter((one) => one.game === this.game);
  }

  /** A set of mine, or one that comes with the game. @param {string} known */
  async choose(known) {
    this.before = [];
    this.mine = this.sets.find((one) => one.id === known) ?? null;
    this.name = this.mine?.name ?? (this.shipped.includes(known) ? known : "standard");
    const text = this.mine ? (await get("/api/sets/{known}", { known: this.mine.id })).text : null;
    await this.show(text);
    this.saved = this.box?.text ?? "";
    const draft = localStorage.getItem(this.draft);
    if (draft && draft !== this.saved) {
      this.before.push(this.saved);
      await this.show(draft);
      toast(t("box draft"));
    }
  }

  /** @param {string|null} text @param {Edit[]} [edits] */
  async show(text, edits = []) {
    const wanted = { text, components: text === null ? this.name : null, edits, language: prefs.language };
    this.box = await post("/api/box/{game}", { game: this.game }, wanted);
  }

  /** Changes something, one after the other. @param {Edit[]} edits */
  change(edits) {
    this.working = this.working.then(async () => {
      const old = this.box?.text ?? "";
      try {
        await this.show(old, edits);
        if (this.box && this.box.text !== old) this.before = [...this.before.slice(-MOST_STEPS), old];
        this.keep();
      } catch (error) {
        sorry(error);
      }
      this.draw();
    });
    return this.working;
  }

  /** Another text in the place of this one, such as an imported file. @param {string} text */
  replace(text) {
    this.working = this.working.then(async () => {
      const old = this.box?.text ?? "";
      try {
        await this.show(text);
        this.before.push(old);
        this.keep();
      } catch (error) {
        sorry(error);
      }
      this.draw();
    });
    return this.working;
  }

  undo() {
    this.working = this.working.then(async () => {
      const last = this.before.pop();
      if (last === undefined) return;
      await this.show(last);
      this.keep();
      this.draw();
    });
    return this.working;
  }

  /** What is not saved yet stays in this browser. */
  keep() {
    try {
      if (this.changed && this.box) localStorage.setItem(this.draft, this.box.text);
      else localStorage.removeItem(this.draft);
    } catch {
      // a browser that keeps nothing
    }
  }

  draw() {
    const box = this.box;
    if (!box) return;
    document.title = `${t("box of", { title: box.title })} · Chantier`;
    const place = focused() || this.focus;
    this.focus = "";
    const top = scrollY;
    find("#main").className = `box${this.ours ? " only-ours" : ""}`;
    find("#main").replaceChildren(...(this.walking ? this.#walk(box) : this.#whole(box)));
    toldAt(find("#main"), box.problems);
    this.card?.();
    scrollTo(0, top);
    if (place) focusOn(place);
  }

  /** The whole box. @param {Box} box */
  #whole(box) {
    return [
      h("h1", { text: t("box of", { title: box.title }) }),
      h("p", { class: "lead", text: t("box lead") }),
      certainty(box),
      setBar(this),
      this.#tools(),
      problems(this, box),
      contents(box),
      ...box.parts.map((part) => section(this, box, part)),
    ];
  }

  /** One question, and nothing that leads away from it. @param {Box} box */
  #walk(box) {
    const ends = !box.walk.some((one) => one.open);
    return [
      h("h1", { text: t("box of", { title: box.title }) }),
      certainty(box),
      ends ? setBar(this) : "",
      h("div", { class: "tools" }, this.#walkButton(), this.#undoButton(), ends ? "" : saveButton(this)),
      box.problems.length || this.changed ? problems(this, box) : "",
      walkPanel(this, box),
    ];
  }

  #walkButton() {
    const begin = () => {
      this.walking = this.walking ? "" : "next";
      this.draw();
      scrollTo(0, 0);
      find(this.walking ? ".walk h2" : '[data-key="walk"]').focus();
    };
    return button(t(this.walking ? "box stop" : "box ten minutes"), begin, this.walking ? "" : "main", "walk");
  }

  #undoButton() {
    return h(
      "button",
      { class: "btn", type: "button", disabled: !this.before.length, data: { key: "undo" }, on: { click: () => this.undo() } },
      icon("undo"),
      t("undo"),
    );
  }

  #tools() {
    const only = check(t("box only ours"), this.ours, (on) => {
      this.ours = on;
      this.draw();
    });
    return h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": t("box") },
      this.#walkButton(),
      this.#undoButton(),
      button(t("box compare"), () => compareDialog(this), "", "compare"),
      button(t("box sound"), () => soundDialog(this), "", "sound"),
      button(t("box print"), () => printSheet(this), "", "print"),
      only,
    );
  }
}

/** @typedef {Page} BoxPage */

/** @param {string} text @param {() => void} click @param {string} [css] @param {string} [key] */
export const button = (text, click, css = "", key = "") =>
  h("button", { class: `btn ${css}`.trim(), type: "button", text, data: key ? { key } : {}, on: { click } });

/** What has the focus: the place of a figure, or the name of a button. */
function focused() {
  const now = document.activeElement;
  return now instanceof HTMLElement ? now.dataset.key || "" : "";
}

/** How much of the box is certain, by signs. @param {Box} box */
function certainty(box) {
  const all = Object.values(box.counts).reduce((sum, n) => sum + n, 0);
  const sure = all - (box.counts.reconstructed || 0);
  return h(
    "div",
    { class: "certain" },
    h("meter", { min: "0", max: String(all || 1), value: String(sure), "aria-label": t("box") }),
    h("b", { text: t("box certain", { n: sure, m: all, part: all ? Math.floor((100 * sure) / all) : 0 }) }),
    h(
      "ul",
      { class: "legend" },
      ...SOURCES.map((one) =>
        h(
          "li",
          {},
          h("span", { class: `sign ${one}`, "aria-hidden": "true", text: SIGNS[one] }),
          ` ${t(`box sign ${one}`)} ${box.counts[one] || 0}`,
        ),
      ),
    ),
  );
}

/** @param {Page} page @param {Box} box */
function problems(page, box) {
  const many = box.problems.length;
  const lead = (/** @type {string} */ place) => {
    page.walking = "";
    page.ours = false;
    page.draw();
    focusOn(place);
  };
  return h(
    "div",
    { class: `state${many ? " wrong" : ""}`, role: "status" },
    h("p", {
      text: many ? t("box wrong", { n: many }) : page.changed ? `${t("box good")}. ${t("box unsaved")}` : t("box good"),
    }),
    many
      ? h(
          "ul",
          {},
          ...box.problems
            .slice(0, 12)
            .map((one) =>
              h(
                "li",
                {},
                one.place
                  ? h("button", { class: "link", type: "button", text: one.label, on: { click: () => lead(one.place) } })
                  : "",
                ` ${one.text}`,
              ),
            ),
        )
      : "",
  );
}

/** @param {Box} box */
const contents = (box) =>
  h(
    "nav",
    { class: "parts", "aria-label": t("contents") },
    ...box.parts.map((part) => h("a", { href: `#${part.name}`, text: part.title })),
  );

/** @param {Page} page @param {Box} box @param {import("./protocol.js").BoxPart} part */
function section(page, box, part) {
  return h(
    "section",
    { id: part.name, class: "part", data: { holds: part.holds.join(" ") } },
    h("h2", { text: part.title }),
    h("p", { class: "told", hidden: true }),
    h("p", { class: "aside", text: part.about }),
    h(
      "div",
      { class: "flow" },
      picturesOf(page, part.pictures),
      ...figureTables(page, box, part.tables, part.pictures.length > 0),
    ),
  );
}

const page = new Page();
NARROW.addEventListener("change", () => {
  page.narrow = NARROW.matches;
  page.draw();
});
await masthead(async () => {
  await page.show(page.box?.text ?? null);
  page.draw();
});
try {
  await page.open();
  page.draw();
} catch (error) {
  find("#main").replaceChildren(h("p", { class: "lead", text: error instanceof Error ? error.message : t("failed") }));
}
