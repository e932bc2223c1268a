// A table without a server. Python runs in a worker of this page and answers its requests and its live connections; bots
// think in a worker beside it. Games, rules, texts and pictures are files, and the tables are kept by the browser.
import { kept } from "./keeping.js";
import { forget, prefs } from "./prefs.js";

/** @typedef {{status: number, told: unknown}} Answer */

/**
 * What is told beforehand, by the address that a server has for it.
 * @type {[RegExp, (language: string, ...named: string[]) => string][]}
 */
const FILES = [
  [/^\/api\/texts\/(\w+)$/, (_, language) => `data/texts-${language}.json`],
  [/^\/api\/games$/, (language) => `data/games-${language}.json`],
  [/^\/api\/puzzles$/, () => "data/puzzles.json"],
  [/^\/api\/games\/(\w+)\/rules$/, (language, game) => `data/rules-${game}-${language}.json`],
];

const AGAIN = 1000; // milliseconds until bots that could not start try it again

// --- Python -------------------------------------------------------------------------------------------------------------

/** @type {Worker|null} */
let table = null;
/** @type {Worker|null} */
let bots = null;
let count = 0;
let part = 0;
/** @type {Map<number, (answer: Answer) => void>} */
const waiting = new Map();
/** @type {Map<number, Line>} */
const lines = new Map();
/** @type {Set<(part: number) => void>} */
const watching = new Set();

/** @param {string} role */
const python = (role) => new Worker(new URL("./python.js", import.meta.url), { type: "module", name: role });

/** Python, which is started when it is needed for the first time, or while somebody reads. */
export function start() {
  if (!table) {
    table = python("table");
    table.onmessage = ({ data }) => hear(data);
    table.onerror = (event) => failed(event.message);
    table.postMessage({ kind: "pace", pace: Number(document.documentElement.dataset.alone) });
  }
  return table;
}

/**
 * @param {{kind: "progress", part: number}
 *   | {kind: "answer", n: number, text: string}
 *   | {kind: "heard", n: number, text: string|null}
 *   | {kind: "failed", text: string}} told
 */
function hear(told) {
  if (told.kind === "progress") progress(told.part);
  else if (told.kind === "failed") failed(told.text);
  else if (told.kind === "answer") {
    waiting.get(told.n)?.(JSON.parse(told.text));
    waiting.delete(told.n);
  } else if (told.text === null) lines.get(told.n)?.end();
  else lines.get(told.n)?.onmessage?.({ data: told.text });
}

/** @param {number} now */
function progress(now) {
  part = now;
  for (const act of watching) act(part);
  if (part < 1) return;
  watching.clear();
  if (!atTable()) prepare();
  think();
}

/** Bots have a worker of their own, which talks with that of the table. */
function think() {
  bots = python("bots");
  const { port1, port2 } = new MessageChannel();
  bots.postMessage({ kind: "table", port: port1 }, [port1]);
  start().postMessage({ kind: "bots", port: port2 }, [port2]);
  bots.onmessage = ({ data }) => {
    if (data.kind !== "failed") return;
    console.error(data.text);
    bots?.terminate();
    setTimeout(think, AGAIN); // whoever waits for a thought is remembered at the table
  };
}

/** Whoever waits is told. A Python that could not be started is started anew when it is needed again. @param {string} text */
function failed(text) {
  console.error(text);
  if (part < 1) {
    table?.terminate();
    table = null;
    part = 0;
  }
  for (const answer of waiting.values()) answer({ status: 500, told: { error: "broken" } });
  waiting.clear();
  for (const line of lines.values()) line.end();
}

/** @param {(part: number) => void} act */
export function whileStarting(act) {
  start();
  act(part);
  if (part < 1) watching.add(act);
}

const atTable = () => document.body.classList.contains("at-table");

// --- requests -----------------------------------------------------------------------------------------------------------

/** As `fetch` answers. @param {string} path @param {RequestInit} [how] @returns {Promise<Response>} */
export async function request(path, how = {}) {
  const { pathname, searchParams } = new URL(path, "https://page");
  const method = how.method || "GET";
  const language = searchParams.get("language") ?? prefs.language;
  for (const [address, file] of FILES) {
    const found = pathname.match(address);
    if (found && method === "GET") return fetch(file(language, ...found.slice(1)));
  }
  if (pathname === "/api/sets" && method === "GET") return Response.json([]);
  if (pathname === "/api/account") return Response.json({ name: null, tokens: [] });
  if (pathname === "/api/tables" && method === "GET")
    return Response.json({ mine: (await kept()).map((one) => one.summary), open: [] });
  if (pathname === "/api/tables" || pathname === "/api/records") navigator.storage?.persist?.();
  const query = JSON.stringify(Object.fromEntries(searchParams));
  const { status, told } = await ask({ kind: "ask", method, path: pathname, query, body: how.body ?? "" });
  return Response.json(told, { status });
}

/** @param {Record<string, unknown>} what @returns {Promise<Answer>} */
function ask(what) {
  const n = ++count;
  start().postMessage({ ...what, n });
  return new Promise((answer) => waiting.set(n, answer));
}

// --- live connections -----------------------------------------------------------------------------------------------------

/** Like a WebSocket whose other end is the worker. */
export class Line {
  /**
   * @param {string} to
   * @param {number|null} seat
   * @param {number} side from which one looks
   * @param {string} form of the window
   */
  constructor(to, seat, side, form) {
    this.n = ++count;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void)|null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void)|null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void)|null} */
    this.onclose = null;
    lines.set(this.n, this);
    whileStarting((now) => {
      if (now < 1 || this.readyState !== WebSocket.CONNECTING) return;
      queueMicrotask(() => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
        start().postMessage({ kind: "open", n: this.n, table: to, language: prefs.language, seat, side, form });
      });
    });
  }

  /** @param {string} text */
  send(text) {
    start().postMessage({ kind: "say", n: this.n, text });
  }

  close() {
    start().postMessage({ kind: "say", n: this.n, text: null });
    this.end();
  }

  end() {
    if (!lines.delete(this.n)) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: 1000 });
  }
}

// --- from page to page ----------------------------------------------------------------------------------------------------

/** The page of a table, fetched beforehand. @type {Promise<Document>|null} */
let tablePage = null;

/** The page of a table with its modules and styles, while somebody still reads. */
function prepare() {
  tablePage ??= fetch("table.html")
    .then((answer) => answer.text())
    .then((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      for (const link of page.head.querySelectorAll("link[rel=modulepreload]")) document.head.append(document.importNode(link));
      return page;
    });
  return tablePage;
}

/** To another page; from home to a table without leaving this one, so that Python goes along. @param {string} address */
export async function go(address) {
  const to = new URL(address, location.href);
  if (!table || atTable() || !to.pathname.endsWith("/table.html")) {
    location.href = to.href;
    return;
  }
  const next = await prepare();
  history.pushState(null, "", to);
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== to.pathname + to.search) location.reload(); // back, and not to another part
  });
  forget();
  await dress(next);
  document.body.className = next.body.className;
  document.body.replaceChildren(...next.body.childNodes);
  await import("./table.js");
}

/** A link to a table is gone the same way, if it was just clicked. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain =
    !event.defaultPrevented && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || atTable() || !link.pathname.endsWith("/table.html")) return;
  event.preventDefault();
  go(link.href);
}
addEventListener("click", follow);

/** The style sheets of another page instead of those of this one. @param {Document} next */
async function dress(next) {
  const has = new Map(
    [...document.head.querySelectorAll("link[rel=stylesheet]")].map((one) => [one.getAttribute("href"), one]),
  );
  const loading = [];
  for (const link of next.head.querySelectorAll("link[rel=stylesheet]")) {
    if (has.delete(link.getAttribute("href"))) continue;
    const added = document.importNode(link);
    loading.push(new Promise((done) => added.addEventListener("load", done, { once: true })));
    document.head.append(added);
  }
  await Promise.all(loading);
  for (const old of has.values()) old.remove();
}
