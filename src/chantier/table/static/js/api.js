// Questions to the server that are not part of a live table.
import { prefs } from "./prefs.js";

export class Refusal extends Error {
  /** @param {number} status @param {string} error @param {string} text */
  constructor(status, error, text) { super(text); this.status = status; this.error = error; }
}

/** @param {string} path @param {RequestInit} [how] */
async function ask(path, how) {
  const answer = await fetch(path, { headers: { "content-type": "application/json", accept: "application/json" }, ...how });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.error || "error", told.text || answer.statusText);
  return told;
}

/** @param {string} path @param {Record<string, any>} [query] */
export function get(path, query = {}) {
  const asked = new URLSearchParams({ language: prefs.language });
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) asked.set(name, String(value));
  return ask(`${path}?${asked}`);
}

/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => ask(path, { method: "POST", body: JSON.stringify(body) });
