// Every address of a page, in one place. At a server they are paths; in a folder of files, which may lie anywhere, they are
// files beside each other, and what a page is about stands behind the question mark.
import { theme } from "./prefs.js";

/** Whether there is no server: the table lives in this page. */
export const alone = document.documentElement.hasAttribute("data-alone");

export const home = () => (alone ? "./" : "/");

/** @param {string|null|undefined} table @param {string} [more] what to look at there, as in `#review` */
export const ofTable = (table, more = "") => (alone ? `table.html?table=${table}${more}` : `/t/${table}${more}`);

/** @param {string|undefined} game @param {string|null} [clause] */
export const ofRules = (game, clause = "") =>
  (alone ? `rules.html?game=${game}` : `/rules/${game}`) + (clause ? `#${clause}` : "");

/** @param {string} game */
export const ofLesson = (game) => (alone ? `table.html?lesson=${game}` : `/lesson/${game}`);

/** @param {string} game @param {number} number */
export const ofPuzzle = (game, number) => (alone ? `table.html?puzzle=${game}&number=${number}` : `/puzzle/${game}/${number}`);

/** The figures of a game; one's own set of them, or a part of it. @param {string|undefined} game @param {string} [more] */
export const ofBox = (game, more = "") => `/box/${game}${more}`;

/** A file that a server gives: the record of a table, or its set. @param {string} table @param {"record"|"set"} kind */
export const ofFile = (table, kind) => `/api/tables/${table}/${kind}`;

/** The stage of a game, in the colours of the page. @param {string} game */
export const ofPicture = (game) => (alone ? `data/${game}-${theme()}.svg` : `/api/games/${game}/picture.svg?theme=${theme()}`);

/**
 * What the page is about: a table, the lesson of a game, a puzzle of one, or its rules.
 * @returns {{table: string, game: string, lesson: string|null, puzzle: number|null}}
 */
export function here() {
  const asked = new URLSearchParams(location.search);
  const [, page, first = "", second = ""] = location.pathname.split("/");
  if (!alone)
    return {
      table: first,
      game: first,
      lesson: page === "lesson" ? second : null,
      puzzle: page === "puzzle" ? Number(second) : null,
    };
  const [lesson, puzzle] = [asked.get("lesson"), asked.get("puzzle")];
  return {
    table: asked.get("table") ?? "",
    game: lesson ?? puzzle ?? asked.get("game") ?? "",
    lesson: lesson === null ? null : "",
    puzzle: puzzle === null ? null : Number(asked.get("number")),
  };
}
