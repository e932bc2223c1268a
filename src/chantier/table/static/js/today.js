// Which puzzle is that of today, and which of them are solved: this browser remembers it.
import { prefer, prefs } from "./prefs.js";

/** @typedef {import("./protocol.js").Listed} Listed */

const KEPT = 400; // that are remembered
const DAY = 86_400_000; // milliseconds

/** By which it is remembered. @param {string} game @param {number} number */
const nameOf = (game, number) => `${game} ${number}`;

/** @param {string} game @param {number} number */
export const isSolved = (game, number) => prefs.solved.includes(nameOf(game, number));

/** @param {string} game @param {number} number */
export function solve(game, number) {
  if (!isSolved(game, number)) prefer({ solved: [...prefs.solved, nameOf(game, number)].slice(-KEPT) });
}

/** Days are counted from the first of 2026, by universal time. @param {Listed[]} all @returns {Listed|undefined} */
export const ofToday = (all) => all[Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / DAY) % all.length];
