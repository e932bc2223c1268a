// The rules of a game, by clause. Every clause has an address of its own.
import { alone, here, ofBox } from "./addresses.js";
import { get } from "./api.js";
import { find, h } from "./dom.js";
import { masthead } from "./masthead.js";
import { prefs } from "./prefs.js";
import { t } from "./texts.js";

const { game } = here();

/** @typedef {import("./protocol.js").Section} Section */

/** @param {import("./protocol.js").Paragraph} told */
const marked = (told) => told.parts.map((part) => (part.mark ? h(part.mark, { text: part.text }) : part.text));

async function draw() {
  const book = await get("/api/games/{game}/rules", { game });
  document.title = `${book.title} · Chantier`;
  const id = (/** @type {Section} */ section) => `s-${section.heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;
  const headed = book.sections.filter((section) => section.heading);
  find("#main").className = "rules";
  find("#main").replaceChildren(
    h(
      "nav",
      { "aria-label": t("contents") },
      h("h2", { text: t("contents") }),
      alone ? "" : h("a", { href: ofBox(game), text: t("box") }),
      h("ol", {}, ...headed.map((section) => h("li", {}, h("a", { href: `#${id(section)}`, text: section.heading })))),
    ),
    h(
      "article",
      { lang: book.language },
      h("h1", { text: book.title }),
      book.language !== prefs.language ? h("p", { class: "aside", lang: prefs.language, text: t("only english") }) : "",
      ...book.sections.map((section) =>
        h(
          "section",
          { id: section.heading ? id(section) : undefined },
          section.heading ? h("h2", { text: section.heading }) : "",
          ...section.paragraphs.map((one) => h("p", {}, ...marked(one))),
          section.words.length
            ? h(
                "dl",
                { class: "words" },
                ...section.words.flatMap((one) => [h("dt", { text: one.word }), h("dd", { text: one.means })]),
              )
            : "",
          ...section.clauses.map((one) =>
            h(
              "p",
              { class: "clause", id: one.number },
              h("a", { class: "num", href: `#${one.number}`, text: one.number }),
              h("span", {}, ...marked(one)),
            ),
          ),
        ),
      ),
    ),
  );
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

await masthead(draw);
await draw();
