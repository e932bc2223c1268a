// What the interface says, in the reader's language.
import { prefs } from "./prefs.js";
import { request } from "./transport.js";

/** @type {Record<string, string>} */
let texts = {};

export async function loadTexts() {
  const answer = await request(`/api/texts/${prefs.language}`);
  texts = await answer.json();
  document.documentElement.lang = prefs.language;
  for (const element of document.querySelectorAll("[data-t]"))
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t || "");
}

/**
 * A text with its blanks filled. With `n` = 1 the text "key 1" is taken if there is one.
 * @param {string} key
 * @param {Record<string, string|number|undefined>} [blanks]
 */
export function t(key, blanks = {}) {
  const text = (blanks.n === 1 && texts[`${key} 1`]) || texts[key] || key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in blanks ? String(blanks[name]) : all));
}

/** A text that may be missing, such as the name of a new level. @param {string} key @param {string} otherwise */
export const tOr = (key, otherwise) => texts[key] || otherwise;

/** A day. @param {number} moment in milliseconds */
export const day = (moment) => new Intl.DateTimeFormat(prefs.language, { dateStyle: "medium" }).format(moment);

/** Names, one after the other. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(prefs.language, { type: "conjunction" }).format(names);

/** How long ago. @param {number} moment in milliseconds */
export function ago(moment) {
  const minutes = Math.round((moment - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(prefs.language, { numeric: "auto" });
  if (Math.abs(minutes) < 60) return format.format(minutes, "minute");
  if (Math.abs(minutes) < 1440) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 1440), "day");
}
