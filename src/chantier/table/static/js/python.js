// A worker of a page without a server: Python, with the table or with the bots. See `chantier/table/alone/`.
import { keep, read } from "./keeping.js";

/** @typedef {(...what: string[]) => Promise<string>} Ask */
/** @typedef {(text: string) => void} Tell */
/** @typedef {number|undefined} Seat */
/**
 * A number for the connection, the table, a language, a seat, who is told, a side, and the form of the window.
 * @typedef {(n: number, table: string, language: string, seat: Seat, tell: Tell, side: number, form: string)
 *   => Promise<void>} Open
 */
/** @typedef {{ask: Ask, say: (n: number, text: string|undefined) => void, open: Open, hall: {pace: number}}} Room */
/**
 * What is used of our modules in Python, and of what `loadPyodide` answers.
 * @typedef {{
 *   Room: (keeper: object, think: (text: string) => Promise<string>) => Room,
 *   Thinker: () => {ask: (text: string) => string, missing: (text: string) => string},
 * }} Module
 * @typedef {{
 *   runPython: (code: string) => void,
 *   pyimport: (name: string) => Module,
 *   FS: {writeFile: (path: string, data: Uint8Array) => void},
 * }} Python
 */
/**
 * What the page says.
 * @typedef {{kind: "bots"|"table", n: number, port: MessagePort}
 *   | {kind: "pace", n: number, pace: number}
 *   | {kind: "ask", n: number, method: string, path: string, query: string, body: string}
 *   | {kind: "say", n: number, text: string|null}
 *   | {kind: "open", n: number, table: string, language: string, seat: number|null, side: number, form: string}} Said
 */

const FOLDER = new URL("../py/", import.meta.url).href;
const NETS = new URL("../nets/", import.meta.url).href;
const UNPACK = `
import io, os, sys, zipfile
from compression import zstd
with open("/app.zip.zst", "rb") as packed:
    zipfile.ZipFile(io.BytesIO(zstd.decompress(packed.read()))).extractall("/app")
os.remove("/app.zip.zst")
sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
`;
const ALONE = "chantier.table.alone"; // where our modules are
const role = self.name; // not its address: what a service worker keeps has none of its own

/** What came before Python was there. @type {MessageEvent[]} */
const early = [];
let heard = (/** @type {MessageEvent} */ event) => {
  early.push(event);
};
addEventListener("message", (event) => heard(event));

/** @param {number} part */
const progress = (part) => postMessage({ kind: "progress", part });

/** @returns {Promise<Python>} */
async function started() {
  const code = fetch(`${FOLDER}chantier.zip.zst`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(`${FOLDER}pyodide.mjs`);
  progress(0.1);
  const python = await loadPyodide({
    indexURL: FOLDER,
    stdLibURL: `${FOLDER}stdlib.zip`,
    env: { HOME: "/home", ...(role === "table" ? { CHANTIER_PLAIN: "1" } : {}) },
  });
  progress(0.6);
  python.FS.writeFile("/app.zip.zst", new Uint8Array(await code));
  python.runPython(UNPACK);
  progress(0.7);
  return python;
}

// --- the table ------------------------------------------------------------------------------------------------------------

/** @param {Python} python */
function table(python) {
  const bots = new Bots();
  const room = python.pyimport(`${ALONE}.room`).Room({ read, keep }, (text) => bots.think(text));
  /** @param {Said} told */
  const answer = async (told) => {
    const { n } = told;
    if (told.kind === "bots") bots.at(told.port);
    else if (told.kind === "pace") room.hall.pace = told.pace;
    else if (told.kind === "ask")
      postMessage({ kind: "answer", n, text: await room.ask(told.method, told.path, told.query, told.body) });
    else if (told.kind === "say") room.say(n, told.text ?? undefined);
    else if (told.kind === "open") {
      const tell = (/** @type {string} */ text) => postMessage({ kind: "heard", n, text });
      await room.open(n, told.table, told.language, told.seat ?? undefined, tell, told.side, told.form);
      postMessage({ kind: "heard", n, text: null });
    }
  };
  return answer;
}

/** @typedef {{text: string, done: (text: string) => void, failed: (error: Error) => void}} Thought */

/** Those who think, as the table knows them. */
class Bots {
  constructor() {
    /** @type {MessagePort|null} */
    this.port = null;
    this.count = 0;
    /** What was asked, also before they were there. @type {Map<number, Thought>} */
    this.waiting = new Map();
  }

  /** @param {MessagePort} port */
  at(port) {
    this.port = port;
    port.onmessage = ({ data: { n, text, error } }) => {
      const asked = this.waiting.get(n);
      this.waiting.delete(n);
      if (error) asked?.failed(new Error(error));
      else asked?.done(text);
    };
    for (const [n, { text }] of this.waiting) port.postMessage({ n, text });
  }

  /** @param {string} text @returns {Promise<string>} */
  think(text) {
    const n = ++this.count;
    this.port?.postMessage({ n, text });
    return new Promise((done, failed) => this.waiting.set(n, { text, done, failed }));
  }
}

// --- bots -------------------------------------------------------------------------------------------------------------------

/** @param {Python} python */
function bots(python) {
  const thinker = python.pyimport(`${ALONE}.thinking`).Thinker();
  let before = Promise.resolve(); // one after the other
  /** @param {{port: MessagePort}} told */
  return ({ port }) => {
    const answer = async (/** @type {number} */ n, /** @type {string} */ text) => {
      try {
        await bring(python, thinker.missing(text));
        port.postMessage({ n, text: thinker.ask(text) });
      } catch (error) {
        port.postMessage({ n, error: String(error) });
      }
    };
    port.onmessage = ({ data: { n, text } }) => {
      before = before.then(() => answer(n, text));
    };
  };
}

/**
 * What the grandmaster of a game judges by. If it cannot be had, a weaker level answers, and that is told.
 * @param {Python} python
 * @param {string} game
 */
async function bring(python, game) {
  if (!game) return;
  const found = await fetch(`${NETS}${game}.net`).catch(() => null);
  if (found?.ok) python.FS.writeFile(`/app/chantier/games/${game}/nets/${game}.net`, new Uint8Array(await found.arrayBuffer()));
}

try {
  const python = await started();
  const answer = (role === "table" ? table : bots)(python);
  heard = async (event) => {
    try {
      await answer(event.data);
    } catch (error) {
      postMessage({ kind: "failed", text: String(error) });
    }
  };
  progress(1);
  for (const event of early) heard(event);
} catch (error) {
  postMessage({ kind: "failed", text: String(error) });
}
