// What this browser remembers: language, theme, speed and the like.

/**
 * @typedef {{
 *   language: string,
 *   theme: string,
 *   speed: "off"|"fast"|"normal",
 *   confirm: boolean,
 *   sound: boolean,
 *   notify: boolean,
 *   name: string,
 *   asked: boolean,
 *   level: string,
 *   silent: string[],
 *   solved: string[],
 * }} Prefs
 */

const KEY = "chantier";
export const LANGUAGES = ["en", "fr", "de"];

/** @returns {string} */
function spoken() {
  for (const tongue of navigator.languages || [navigator.language]) {
    const short = tongue.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** @type {Prefs} */
const start = {
  language: spoken(),
  theme: "",
  speed: "normal",
  confirm: false,
  sound: false,
  notify: false,
  name: "",
  asked: false,
  level: "",
  silent: [],
  solved: [],
};

/** @returns {Partial<Prefs>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

/** @type {Prefs} */
export const prefs = { ...start, ...remembered() };
if (!LANGUAGES.includes(prefs.language)) prefs.language = "en";

/** @type {Set<(changed: Partial<Prefs>) => void>} */
const heard = new Set();

/** @param {(changed: Partial<Prefs>) => void} act */
export const onChange = (act) => {
  heard.add(act);
};

/** Nobody listens any more: another page takes the place of this one. */
export const forget = () => heard.clear();

/** @param {Partial<Prefs>} changed */
export function prefer(changed) {
  Object.assign(prefs, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    /* then only for now */
  }
  if ("theme" in changed) wear();
  for (const act of heard) act(changed);
}

const night = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light"|"dark"} */
export const theme = () => (prefs.theme === "dark" || (!prefs.theme && night.matches) ? "dark" : "light");

/** Puts the theme on the page and on every picture in it. */
export function wear() {
  document.documentElement.dataset.theme = theme();
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", colour);
  const manifest = /** @type {HTMLElement|null} */ (document.querySelector("link[rel=manifest]"));
  manifest?.setAttribute("href", manifest.dataset[theme()] || "");
  for (const picture of document.querySelectorAll("svg.chantier")) picture.setAttribute("data-theme", theme());
}
night.addEventListener("change", () => {
  wear();
  for (const act of heard) act({ theme: prefs.theme });
});

export const still = matchMedia("(prefers-reduced-motion: reduce)");
