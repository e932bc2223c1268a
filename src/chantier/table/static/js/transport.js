// The way to whoever answers: a server, or Python in a worker of this page. Requests, and one live connection.
import { alone } from "./addresses.js";
import { prefs } from "./prefs.js";

const page = alone ? await import("./alone.js") : null;

/** As `fetch` answers. @param {string} path @param {RequestInit} [how] @returns {Promise<Response>} */
export const request = (path, how) => (page ? page.request(path, how) : fetch(path, how));

/**
 * A live connection. `side` is the one from which one looks, `form` that of the window.
 * @param {string} table
 * @param {number|null} seat
 * @param {number} side
 * @param {string} form
 * @returns {WebSocket|import("./alone.js").Line}
 */
export function connect(table, seat, side, form) {
  if (page) return new page.Line(table, seat, side, form);
  const from = seat === null ? "" : `&seat=${seat}`;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const turned = side ? `&side=${side}` : "";
  return new WebSocket(
    `${scheme}://${location.host}/api/tables/${table}/live?language=${prefs.language}&form=${form}${from}${turned}`,
  );
}

/** To another page. What runs in this one goes along if it can. @param {string} address */
export function go(address) {
  if (page) page.go(address);
  else location.href = address;
}

/** How much of what one waits for is there, from 0 to 1, until it is 1. @param {(part: number) => void} act */
export const whileStarting = (act) => page?.whileStarting(act);
