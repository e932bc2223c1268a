// A lesson at the table: it answers like a live connection, from what the server tells about every step, and adds a card.
import { here, ofRules, ofTable } from "./addresses.js";
import { get, post } from "./api.js";
import { find, h, icon, s, sorry } from "./dom.js";
import { prefs } from "./prefs.js";
import { t } from "./texts.js";
import { go } from "./transport.js";

/** @typedef {import("./page.js").TablePage} Page */
/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {import("./protocol.js").Line} Line */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./live.js").Ask} Ask */

export class Lesson {
  /** @param {Page} page @param {import("./live.js").Say} say */
  constructor(page, say) {
    this.page = page;
    this.say = say;
    this.game = here().game;
    this.name = here().lesson ?? "";
    /** @type {Step[]} */
    this.steps = [];
    this.title = "";
    this.at = 0;
    this.going = false;
    /** The request that the next position answers. @type {string|null} */
    this.asked = null;
    /** What was played where there was a choice, by step. @type {Map<number, number>} */
    this.chosen = new Map();
    /** The log of every step that was seen. @type {Line[][]} */
    this.logs = [];
    document.body.classList.add("lesson");
    this.card = h("section", { id: "lesson", "aria-label": t("lesson") });
    find("#home-side").prepend(this.card);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === document.body && !this.step?.expect) this.go(this.at + 1);
    });
    this.begin();
  }

  /** @returns {Step|undefined} */
  get step() {
    return this.steps[this.at];
  }

  async begin() {
    try {
      const told = await this.told();
      this.steps = told.steps;
      this.title = told.title;
      this.say.message(table(told));
      this.say.message({ type: "look", ...told.look });
      await this.go(0);
    } catch (error) {
      this.page.gone(error instanceof Error ? error.message : String(error));
    }
  }

  /** All that is said. @returns {Promise<import("./protocol.js").Lesson>} */
  async told() {
    this.name ||= (await get("/api/games/{game}/lessons", { game: this.game }))[0].name;
    return get("/api/games/{game}/lessons/{lesson}", { game: this.game, lesson: this.name });
  }

  /** The table at a step. @param {number} step */
  position(step) {
    const [chosen, side] = [this.#choices(step), this.page.turning.side || null];
    const asked = { game: this.game, lesson: this.name, step, chosen, side };
    return get("/api/games/{game}/lessons/{lesson}/steps/{step}", asked);
  }

  /** Shows a step. @param {number} n */
  async go(n) {
    if (n < 0 || n >= this.steps.length || this.going) return;
    this.going = true;
    try {
      const position = await this.position(n);
      const back = n <= this.at && this.logs.length > 0;
      this.at = n;
      this.logs[n] = position.log;
      if (back) {
        this.page.now = null;
        this.page.hearing.queue = [];
      }
      const log = back || n === 0 ? this.logs.slice(0, n + 1).flat() : position.log;
      this.say.state("online");
      this.say.message({ ...position, log, whole: back || n === 0, since: 0, request: this.asked, clock: null });
      this.draw();
    } catch (error) {
      sorry(error);
      this.say.state("offline");
    } finally {
      this.going = false;
    }
  }

  /** What was chosen before a step, as the server is told. @param {number} n */
  #choices(n) {
    const before = [...this.chosen].filter(([step]) => step < n);
    return before.map(([step, action]) => `${step}:${action}`).join() || undefined;
  }

  draw() {
    const { step } = this;
    if (!step) return;
    const last = this.at === this.steps.length - 1;
    const next = last
      ? h("button", { class: "btn main", type: "button", text: t("play now"), on: { click: () => this.play() } })
      : h("button", {
          class: "btn main",
          type: "button",
          text: t(step.expect ? "your move" : "next"),
          disabled: step.expect,
          on: { click: () => this.go(this.at + 1) },
        });
    this.card.replaceChildren(
      h(
        "div",
        { class: "over" },
        h("h2", { text: this.title }),
        h("span", { class: "aside small num", text: `${this.at + 1} / ${this.steps.length}` }),
      ),
      h("progress", { max: String(this.steps.length - 1), value: this.at, "aria-label": t("lesson") }),
      h("p", { class: "note", "aria-live": "polite", text: step.text }),
      ...(step.clause
        ? [
            h("a", {
              class: "small",
              href: ofRules(this.game, step.clause),
              target: "_blank",
              rel: "noopener",
              text: `${t("rule")} ${step.clause}`,
            }),
          ]
        : []),
      h("div", { class: "steps" }, this.back(), next),
    );
    this.page.say(step.text);
    requestAnimationFrame(() => this.point());
    if (!step.expect) next.focus({ preventScroll: true });
  }

  /** A step back. */
  back() {
    return h(
      "button",
      {
        class: "btn quiet",
        type: "button",
        "aria-label": t("step back"),
        disabled: !this.at,
        on: { click: () => this.go(this.at - 1) },
      },
      icon("prev"),
    );
  }

  /** What the note speaks of: places, pieces, shapes or whole sheets. */
  point() {
    const { layout, shown } = this.page;
    for (const old of document.querySelectorAll(".look"))
      if (old.classList.contains("sheet")) old.classList.remove("look");
      else old.remove();
    for (const id of this.step?.look || []) {
      layout.boxes.get(id)?.classList.add("look");
      for (const place of shown?.scene.places || [])
        if (place.id === id)
          for (const target of place.targets)
            layout.shown(target.sheet)?.layer.marks.append(s("path", { class: "look", d: target.d }));
      for (const view of layout.views.values()) {
        const corners =
          view.svg.isConnected &&
          view.corners(view.piece(id) || view.items.get(`pieces shape ${id}`) || view.items.get(`labels shape ${id}`));
        if (!corners) continue;
        const [a, b] = corners;
        view.layer.marks.append(
          s("rect", { class: "look", x: a.x - 4, y: a.y - 4, width: b.x - a.x + 8, height: b.y - a.y + 8, rx: 6 }),
        );
      }
    }
    document.querySelector("#panels .look")?.scrollIntoView({ block: "nearest" });
  }

  async play() {
    /** @type {import("./protocol.js").WantedSeat[]} */
    const seats = [
      { kind: "me", name: prefs.name || t("player") },
      { kind: "bot", level: "apprentice" },
    ];
    try {
      go(ofTable((await post("/api/tables", {}, { game: this.game, seats })).table));
    } catch (error) {
      sorry(error);
    }
  }

  // --- what a live connection does ------------------------------------------------------------------------------------

  /** @param {Ask} asked */
  ask(asked) {
    const request = `${asked.type} ${this.at} ${performance.now()}`;
    const { step } = this;
    if (!step) return request;
    if (asked.type === "play" && step.accepts.includes(asked.action)) {
      if (step.accepts.length > 1) this.chosen.set(this.at, asked.action);
      this.asked = request;
      this.go(this.at + 1);
    } else if (asked.type === "play")
      setTimeout(() => this.say.message({ type: "refused", request, error: "lesson", text: step.try ?? "", version: this.at }));
    else if (asked.type === "hint") setTimeout(() => this.#hint(request, step.action ?? -1));
    return request;
  }

  /** @param {string} request @param {number} action */
  #hint(request, action) {
    const text = this.page.now?.actions.find((one) => one.action === action)?.text || "";
    this.say.message({
      type: "hint",
      request,
      version: this.at,
      action,
      text,
      lines: [t("lesson hint")],
      branches: [],
      line: [],
    });
  }

  /** @param {import("./protocol.js").Asked} asked */
  tell(asked) {
    if (asked.type === "view") this.go(this.at);
  }
}

/**
 * The table of a lesson: the learner among bots.
 * @param {import("./protocol.js").Lesson} told
 * @returns {import("./protocol.js").Table}
 */
function table({ game, title, seat: learner, names }) {
  const seats = names.map((name, seat) => {
    const mine = seat === learner;
    /** @type {Seat} */
    const one = {
      seat,
      name,
      kind: mine ? "me" : "bot",
      level: null,
      colour: seat,
      present: true,
      mine,
      free: false,
      away: false,
    };
    return one;
  });
  return {
    type: "table",
    table: "",
    code: "",
    game,
    title,
    options: {},
    components: "",
    pace: "free",
    public: false,
    host: false,
    seats,
    version: 0,
    to_act: learner,
    move: 0,
    over: false,
    scores: [],
    begun: 0,
    since: 0,
    copy_of: null,
    copied_at: null,
    next: null,
    clock: null,
    you: [learner],
    promise: "",
    seed_from: 0,
    chat: [],
  };
}
