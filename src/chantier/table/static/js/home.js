// The home page: the games, play at once, my tables, open tables, join by code.
import { get, post } from "./api.js";
import { createDialog } from "./create.js";
import { find, h, segments, shape, sorry, toast } from "./dom.js";
import { masthead } from "./masthead.js";
import { onChange, prefer, prefs, theme } from "./prefs.js";
import { ago, t, tOr } from "./texts.js";

const FEW = 4; // tables in a list, before "all"

/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Summary} Summary */

/** @type {Game[]} */
let games = [];

async function draw() {
  const [known, tables] = await Promise.all([get("/api/games"), get("/api/tables")]);
  games = known;
  find("#main").replaceChildren(
    h("section", { class: "cards", "aria-label": t("game"), data: { games: games.length } }, ...games.map(card)),
    h(
      "div",
      { class: "low" },
      list("mine", t("your tables"), tables.mine, t("no tables"), mineRow),
      list(
        "open",
        t("open tables"),
        tables.open,
        t("no open"),
        openRow,
        h("button", {
          class: "link",
          type: "button",
          text: t("start one"),
          on: { click: () => createDialog(games, games[0], true) },
        }),
      ),
      codeForm(),
    ),
  );
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
    start({ game: game.name, seats }).catch(() => {
      play.disabled = false;
    });
  };
  const play = h("button", { class: "btn main big", type: "button", text: t("play now"), on: { click: begin } });
  const numbers = bots.map((n) => ({ value: String(n), text: String(n) }));
  return h(
    "article",
    { class: "card" },
    picture(game),
    h(
      "div",
      { class: "about" },
      title(game),
      h("p", { class: "idea", text: game.idea }),
      h(
        "div",
        { class: "pick" },
        h("span", { class: "aside", text: t("bots") }),
        segments(`bots-${game.name}`, t("bots"), numbers, String(many), (chosen) => {
          many = Number(chosen);
        }),
        h("span", { class: "links" }, game.lessons ? link("lesson", game) : "", link("rules", game)),
      ),
      levels(game, level, (chosen) => {
        level = chosen;
        prefer({ level });
      }),
      h(
        "div",
        { class: "go" },
        play,
        h("button", {
          class: "btn big",
          type: "button",
          text: t("with friends"),
          on: { click: () => createDialog(games, game, false) },
        }),
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

/** How strong the bots are, and what that means. @param {Game} game @param {string} now @param {(level: string) => void} act */
function levels(game, now, act) {
  const about = (/** @type {string} */ level) => tOr(`level about ${level}`, "");
  const saying = h("p", { class: "aside small level-about", "aria-live": "polite", text: about(now) });
  const choices = game.levels.map((value) => ({
    value,
    text: tOr(`level ${value}`, value),
    title: `${tOr(`level ${value}`, value)}: ${about(value) || value}`,
  }));
  const choose = (/** @type {string} */ level) => {
    act(level);
    saying.textContent = about(level);
  };
  return h("div", { class: "pick levels" }, segments(`level-${game.name}`, t("level"), choices, now, choose), saying);
}

/** @param {string} key @param {Game} game */
const link = (key, game) =>
  h("a", { class: "rules-link", href: `/${key}/${game.name}`, "aria-label": `${t(key)}: ${game.title}`, text: t(key) });

/** The stage of the game, in the colours of the page; it comes when everything else is there. @param {Game} game */
function picture(game) {
  const image = h("img", { class: "vignette", alt: "", width: "820", height: "582", data: { game: game.name } });
  const show = () => {
    image.src = `/api/games/${game.name}/picture.svg?theme=${theme()}`;
  };
  if (document.readyState === "complete") show();
  else addEventListener("load", () => setTimeout(show), { once: true });
  return image;
}

onChange((changed) => {
  if (!("theme" in changed)) return;
  for (const image of document.querySelectorAll("img")) {
    const { game } = image.dataset;
    if (game) image.src = `/api/games/${game}/picture.svg?theme=${theme()}`;
  }
});

/** @param {import("./protocol.js").WantedTable} wanted */
export async function start(wanted) {
  try {
    const made = await post("/api/tables", {}, wanted);
    location.href = `/t/${made.table}`;
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

/** @param {Summary} table */
const scores = (table) =>
  table.seats.flatMap(({ seat }) => [shape(seat), h("span", { class: "num", text: String(table.scores[seat] ?? "–") })]);

/** @param {Summary} table */
function mineRow(table) {
  const next = table.seats[table.to_act];
  const free = table.seats.filter((seat) => seat.free).length;
  const turn = !table.over && next?.mine;
  const state = table.over
    ? t("finished")
    : turn
      ? t("your turn")
      : next
        ? next.free && free
          ? t("free seats", { n: free })
          : t("waiting for", { who: next.name || t("seat n", { n: table.to_act + 1 }) })
        : "";
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("b", { text: `${table.title}${table.copy_of ? ` · ${t("copy of")}` : ""}` }),
      h(
        "small",
        {},
        h("span", { class: turn ? "turn" : "", text: state }),
        h("span", { text: ago(table.since) }),
        h("span", { class: "scores" }, ...scores(table)),
      ),
    ),
    h("a", {
      class: "btn",
      href: `/t/${table.table}${table.over ? "#review" : ""}`,
      text: t(table.over ? "review" : turn ? "resume" : "open"),
      "aria-label": `${t(table.over ? "review" : "resume")}: ${table.title}, ${state}`,
    }),
  );
}

/** @param {Summary} table */
function openRow(table) {
  const free = table.seats.filter((seat) => seat.free && seat.kind === "open");
  const names = table.seats
    .filter((seat) => !seat.free)
    .map((seat) => seat.name)
    .filter(Boolean)
    .join(", ");
  const sit = async () => {
    try {
      await post("/api/tables/{table}/seats/{seat}", { table: table.table, seat: free[0].seat }, { name: prefs.name || null });
      location.href = `/t/${table.table}`;
    } catch (error) {
      sorry(error);
    }
  };
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("b", { text: table.title }),
      h(
        "small",
        {},
        h("span", {
          text: [names, free.length ? t("free seats", { n: free.length }) : "", ago(table.since)].filter(Boolean).join(" · "),
        }),
      ),
    ),
    free.length
      ? h("button", { class: "btn", type: "button", text: t("sit down"), on: { click: sit } })
      : h("a", { class: "btn", href: `/t/${table.table}`, text: t("watch") }),
  );
}

function codeForm() {
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
    h("div", { class: "over" }, h("h2", {}, h("label", { for: "code", text: t("join by code") }))),
    h(
      "form",
      {
        class: "code",
        on: {
          submit: async (event) => {
            event.preventDefault();
            try {
              location.href = `/t/${(await get("/api/codes/{code}", { code: field.value.trim() || "-" })).table}`;
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
  );
}

await masthead(draw);
await draw();
