// The home page: the games, play at once, my tables, open tables, join by code, open a file.
import { nameLine, nameless } from "./account.js";
import { alone, ofBox, ofLesson, ofPicture, ofPuzzle, ofRules, ofTable } from "./addresses.js";
import { get, post } from "./api.js";
import { createDialog } from "./create.js";
import { find, h, pick, segments, shape, sorry, toast } from "./dom.js";
import { acceptDrops, fileButton, keptHere } from "./files.js";
import { masthead } from "./masthead.js";
import { onChange, prefer, prefs } from "./prefs.js";
import { ago, listed, t, tOr } from "./texts.js";
import { isSolved, ofToday } from "./today.js";
import { go, whileStarting } from "./transport.js";
import { register } from "./updates.js";

const FEW = 4; // tables in a list, before "all"

/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Summary} Summary */

/** @type {Game[]} */
let games = [];

async function draw() {
  const [known, tables, sets, puzzles] = await Promise.all([
    get("/api/games"),
    get("/api/tables"),
    get("/api/sets"),
    get("/api/puzzles"),
  ]);
  games = known;
  const mine = tables.mine.toSorted((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)));
  const next = mine.filter(isMyTurn).slice(0, 1);
  const start = h("button", {
    class: "link",
    type: "button",
    text: t("start one"),
    on: { click: () => createDialog(games, games[0], true) },
  });
  find("#main").replaceChildren(
    ...(nameless() ? [nameLine(() => find(".name-line").remove())] : []),
    ...next.map((table) => h("section", { class: "next", "aria-label": t("your turn") }, h("ul", {}, mineRow(table)))),
    ...puzzleOfTheDay(ofToday(puzzles)),
    h("section", { class: "cards", "aria-label": t("game"), data: { games: games.length } }, ...games.map(card)),
    h(
      "div",
      { class: "low" },
      list("mine", t("your tables"), mine, t("no tables"), mineRow),
      ...(alone ? [keptHere(draw)] : [list("open", t("open tables"), tables.open, t("no open"), openRow, start), joining()]),
    ),
  );
  if (sets.length) find(".mine").append(ownSets(sets));
}

/** One line that leads to it. @param {import("./protocol.js").Listed|undefined} puzzle */
function puzzleOfTheDay(puzzle) {
  if (!puzzle) return [];
  const { game, number, seats: n } = puzzle;
  const solved = isSolved(game, number);
  const title = games.find((one) => one.name === game)?.title ?? game;
  const text = solved ? `${title}. ${t("puzzle solved")}` : t("puzzle home", { title, n });
  const act = t(solved ? "puzzle again" : "puzzle solve");
  return [
    h(
      "section",
      { class: "day", "aria-label": t("puzzle of the day") },
      h("div", {}, h("h2", { text: t("puzzle of the day") }), h("p", { text })),
      h("a", { class: "btn", href: ofPuzzle(game, number), text: act, "aria-label": `${act}: ${t("puzzle of the day")}` }),
    ),
  ];
}

// --- the games --------------------------------------------------------------------------------------------------------

/** @param {Game} game */
function card(game) {
  const bots = game.seats.map((n) => n - 1).filter((n) => n > 0);
  let many = bots.includes(2) ? 2 : bots[0];
  let level = [prefs.level, "journeyman"].find((one) => game.levels.includes(one)) ?? game.levels[0];
  const begin = () => {
    play.disabled = true;
    /** @type {import("./protocol.js").WantedSeat[]} */
    const seats = [{ kind: "me", name: prefs.name || t("player") }];
    for (let n = 0; n < many; n++) seats.push({ kind: "bot", level });
    whileStarting((part) => {
      play.textContent = part < 1 ? t("getting ready", { n: Math.round(100 * part) }) : t("play now");
    });
    start({ game: game.name, seats }).catch(() => {
      play.disabled = false;
      play.textContent = t("play now");
    });
  };
  const play = h("button", {
    class: "btn main big",
    type: "button",
    text: t("play now"),
    "aria-label": `${t("play now")}: ${game.title}`,
    on: { click: begin },
  });
  const friends = h("button", {
    class: "btn big",
    type: "button",
    text: t(alone ? "at one screen" : "with friends"),
    "aria-label": `${t(alone ? "at one screen" : "with friends")}: ${game.title}`,
    on: { click: () => createDialog(games, game, false) },
  });
  const numbers = bots.map((n) => ({ value: String(n), text: t("n bots", { n }) }));
  const crowd = segments(`bots-${game.name}`, t("bots"), numbers, String(many), (chosen) => {
    many = Number(chosen);
  });
  const [choice, saying] = levels(game, level, (chosen) => {
    level = chosen;
    prefer({ level });
  });
  return h(
    "article",
    { class: "card" },
    picture(game),
    h(
      "div",
      { class: "about" },
      title(game),
      h("p", { class: "idea", text: game.idea.split(/(?<=[.!?])\s/)[0], title: game.idea }),
      h("div", { class: "pick" }, crowd, choice),
      h("div", { class: "go" }, play, friends),
      h(
        "div",
        { class: "foot" },
        saying,
        h(
          "span",
          { class: "links" },
          game.lessons ? link("lesson", game) : "",
          link("rules", game),
          alone ? "" : link("box", game),
        ),
      ),
    ),
  );
}

/** @param {Game} game */
const title = ({ title: name, seats, minutes: m }) =>
  h(
    "div",
    { class: "name" },
    h("h2", { text: name }),
    h("span", { class: "aside small", text: t("players minutes", { a: seats[0], b: seats[seats.length - 1], m }) }),
  );

/**
 * How strong the bots are, and what that means.
 * @param {Game} game
 * @param {string} now
 * @param {(level: string) => void} act
 */
function levels(game, now, act) {
  const about = (/** @type {string} */ level) => tOr(`level about ${level}`, "");
  const saying = h("p", { class: "aside small level-about", "aria-live": "polite", text: about(now) });
  const choices = game.levels.map((value) => ({ value, text: tOr(`level ${value}`, value) }));
  const choice = pick({ class: "level", "aria-label": `${t("level")}: ${game.title}` }, choices, now, (level) => {
    act(level);
    saying.textContent = about(level);
  });
  return [choice, saying];
}

const LINKS = { lesson: ofLesson, rules: ofRules, box: ofBox };

/** @param {keyof typeof LINKS} key @param {Game} game */
const link = (key, game) =>
  h("a", {
    class: "rules-link",
    href: LINKS[key](game.name),
    "aria-label": `${t(key)}: ${game.title}`,
    text: t(key),
  });

/** The stage of the game, in the colours of the page; it comes when everything else is there. @param {Game} game */
function picture(game) {
  const image = h("img", { class: "vignette", alt: "", width: "828", height: "500", data: { game: game.name } });
  const show = () => {
    image.src = ofPicture(game.name);
  };
  if (document.readyState === "complete") show();
  else addEventListener("load", () => setTimeout(show), { once: true });
  return image;
}

onChange((changed) => {
  if (!("theme" in changed)) return;
  for (const image of document.querySelectorAll("img")) {
    const { game } = image.dataset;
    if (game) image.src = ofPicture(game);
  }
});

/** @param {import("./protocol.js").WantedTable} wanted */
export async function start(wanted) {
  try {
    const made = await post("/api/tables", {}, wanted);
    go(ofTable(made.table));
  } catch (error) {
    toast(/** @type {Error} */ (error).message || t("failed"));
    throw error;
  }
}

// --- tables -----------------------------------------------------------------------------------------------------------

/**
 * @param {string} name
 * @param {string} title
 * @param {Summary[]} tables
 * @param {string} empty
 * @param {(table: Summary) => Node} row
 * @param {Node} [more]
 */
function list(name, title, tables, empty, row, more) {
  const rows = h("ul", {}, ...tables.slice(0, FEW).map(row));
  const all = h("button", {
    class: "link",
    type: "button",
    text: t("all n", { n: tables.length }),
    on: {
      click: () => {
        rows.replaceChildren(...tables.map(row));
        all.remove();
      },
    },
  });
  return h(
    "section",
    { class: name },
    h("div", { class: "over" }, h("h2", { text: title }), tables.length > FEW ? all : more),
    tables.length ? rows : h("p", { class: "aside empty", text: empty }),
  );
}

/** The component sets that somebody keeps. @param {import("./protocol.js").OwnSet[]} sets */
const ownSets = (sets) =>
  h(
    "p",
    { class: "sets" },
    h("b", { text: t("your sets") }),
    ...sets.map(({ id, game, name }) => {
      const of = games.find((one) => one.name === game)?.title ?? game;
      return h("a", { href: ofBox(game, `?set=${id}`), text: `${name} (${of})` });
    }),
  );

/** @param {Summary} table */
const isMyTurn = (table) => !table.over && Boolean(table.seats[table.to_act]?.mine);

/** Whoever else sits there. @param {Summary} table */
function others(table) {
  const names = table.seats
    .filter((seat) => !seat.mine && !seat.free)
    .map((seat) => seat.name || t("seat n", { n: seat.seat + 1 }));
  return names.length ? t("with whom", { who: listed(names) }) : "";
}

/** Every seat's sign, its name for those who do not see it, and its score. @param {Summary} table */
const scores = (table) =>
  table.seats.map((seat) =>
    h(
      "span",
      { class: "score", title: seat.name || t("seat n", { n: seat.seat + 1 }) },
      shape(seat.seat),
      h("span", { class: "unseen", text: `${seat.name || t("seat n", { n: seat.seat + 1 })}: ` }),
      h("span", { class: "num", text: String(table.scores[seat.seat] ?? "–") }),
    ),
  );

/** What a table waits for, in a word. @param {Summary} table */
function stateOf(table) {
  if (table.over) return t("finished");
  if (isMyTurn(table)) return t("your turn");
  const next = table.seats[table.to_act];
  const free = table.seats.filter((seat) => seat.free).length;
  if (!next) return "";
  return next.free && free
    ? t("free seats", { n: free })
    : t("waiting for", { who: next.name || t("seat n", { n: table.to_act + 1 }) });
}

/** @param {Summary} table */
function mineRow(table) {
  const state = stateOf(table);
  const turn = isMyTurn(table);
  const act = t(table.over ? "review" : turn ? "resume" : "open");
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h(
        "p",
        {},
        h("b", { text: `${table.title}${table.copy_of ? ` · ${t("copy of")}` : ""}` }),
        " ",
        h("span", { class: "aside", text: others(table) }),
      ),
      h(
        "small",
        {},
        h("span", { class: turn ? "turn" : "", text: state }),
        ...(table.scores.some((score) => score !== null) ? [h("span", { class: "scores" }, ...scores(table))] : []),
        h("span", { text: ago(table.since) }),
      ),
    ),
    h("a", {
      class: turn ? "btn main" : "btn",
      href: ofTable(table.table, table.over ? "#review" : ""),
      text: act,
      "aria-label": `${act}: ${table.title} ${others(table)}, ${state}`,
    }),
  );
}

/** @param {Summary} table */
function openRow(table) {
  const free = table.seats.filter((seat) => seat.free && seat.kind === "open");
  const sit = async () => {
    try {
      await post("/api/tables/{table}/seats/{seat}", { table: table.table, seat: free[0].seat }, { name: prefs.name || null });
      go(ofTable(table.table));
    } catch (error) {
      sorry(error);
    }
  };
  const about = [
    free.length ? t("free seats", { n: free.length }) : "",
    table.clock ? t(`pace ${table.pace}`).split(/[:：]/)[0].trim() : "",
    ago(table.since),
  ];
  const label = (/** @type {string} */ key) => `${t(key)}: ${table.title} ${others(table)}`;
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("p", {}, h("b", { text: table.title }), " ", h("span", { class: "aside", text: others(table) })),
      h("small", {}, h("span", { text: about.filter(Boolean).join(" · ") })),
    ),
    free.length && !table.seats.some((seat) => seat.mine)
      ? h("button", { class: "btn", type: "button", text: t("sit down"), "aria-label": label("sit down"), on: { click: sit } })
      : h("a", { class: "btn", href: ofTable(table.table), text: t("watch"), "aria-label": label("watch") }),
  );
}

/** By a code, or with a file. */
function joining() {
  const field = h("input", {
    class: "input",
    id: "code",
    maxlength: "20",
    placeholder: t("code hint"),
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-describedby": "code-help",
  });
  return h(
    "section",
    { class: "join" },
    h("div", { class: "over" }, h("h2", {}, h("label", { for: "code", text: t("join or open") }))),
    h(
      "form",
      {
        class: "code",
        on: {
          submit: async (event) => {
            event.preventDefault();
            try {
              go(ofTable((await get("/api/codes/{code}", { code: field.value.trim() || "-" })).table));
            } catch (error) {
              sorry(error);
              field.focus();
            }
          },
        },
      },
      field,
      h("button", { class: "btn", type: "submit", text: t("join") }),
    ),
    h("p", { class: "aside small", id: "code-help", text: t("code help") }),
    fileButton(),
  );
}

whileStarting(() => {}); // who answers gets ready while the page is drawn and read
await masthead(draw);
acceptDrops();
await draw();
whileStarting((part) => {
  if (part === 1) register();
});
