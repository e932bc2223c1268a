// Questions to the server that are not part of a live table. What it answers stands in protocol.d.ts, by address.
import { prefs } from "./prefs.js";
import { request } from "./transport.js";

/** @typedef {import("./protocol.js").Answers} Answers */
/** @typedef {import("./protocol.js").Posts} Posts */
/** @typedef {import("./protocol.js").Bodies} Bodies */
/** @typedef {Record<string, string|number|null|undefined>} Blanks */

export class Refusal extends Error {
  /** @param {number} status @param {string} error @param {string} text */
  constructor(status, error, text) {
    super(text);
    this.status = status;
    this.error = error;
  }
}

/** @param {string} path @param {RequestInit} [how] @returns {Promise<unknown>} */
async function ask(path, how) {
  const answer = await request(path, { headers: { "content-type": "application/json", accept: "application/json" }, ...how });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.error || "error", told.text || answer.statusText);
  return told;
}

/**
 * An address with its blanks filled, and what is left of them.
 * @param {string} address
 * @param {Blanks} blanks
 * @returns {[string, Blanks]}
 */
function filled(address, blanks) {
  const rest = { ...blanks };
  const path = address.replace(/\{(\w+)\}/g, (_, name) => {
    delete rest[name];
    return encodeURIComponent(String(blanks[name]));
  });
  return [path, rest];
}

/**
 * Fills the blanks of an address; others are asked as a query.
 * @template {keyof Answers} A
 * @param {A} address
 * @param {Blanks} [blanks]
 */
export function get(address, blanks = {}) {
  const [path, rest] = filled(address, blanks);
  const asked = new URLSearchParams({ language: prefs.language });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined && value !== null) asked.set(name, String(value));
  return /** @type {Promise<Answers[A]>} */ (ask(`${path}?${asked}`));
}

/** Takes something away: a sign-in, a token. @param {string} address @param {Blanks} [blanks] */
export const remove = (address, blanks = {}) => ask(filled(address, blanks)[0], { method: "DELETE" });

/**
 * @template {keyof Posts} A
 * @param {A} address
 * @param {Blanks} blanks
 * @param {A extends keyof Bodies ? Bodies[A] : null} body
 */
export const post = (address, blanks, body) =>
  /** @type {Promise<Posts[A]>} */ (ask(filled(address, blanks)[0], { method: "POST", body: JSON.stringify(body ?? {}) }));
