// What a page without a server keeps for good: its tables, as texts, in the browser's own store.

/** @typedef {{id: string, text: string, at: number, summary: import("./protocol.js").Summary}} Kept */

const STORE = "tables";

/** @type {Promise<IDBDatabase>|null} */
let base = null;

/** What went wrong, as Python can be told: browsers may give no reason. @param {DOMException|null} error */
const reason = (error) => new Error(error ? `${error.name}: ${error.message}` : "the browser gave no reason");

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
const answered = (asked) =>
  new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(reason(asked.error));
  });

/** @param {IDBTransactionMode} mode */
async function opened(mode) {
  if (!base) {
    const asked = indexedDB.open("chantier", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    base = answered(asked);
  }
  return (await base).transaction(STORE, mode, { durability: "strict" });
}

/** A table; nothing if there is none. @param {string} id @returns {Promise<string|undefined>} */
export async function read(id) {
  /** @type {Kept|undefined} */
  const found = await answered((await opened("readonly")).objectStore(STORE).get(id));
  return found?.text;
}

/** When this is done, it is kept. @param {string} id @param {string} text */
export async function keep(id, text) {
  const { summary } = JSON.parse(text);
  const all = await opened("readwrite");
  all.objectStore(STORE).put({ id, text, summary, at: Date.now() });
  await new Promise((done, failed) => {
    all.oncomplete = done;
    all.onabort = () => failed(reason(all.error));
    all.onerror = () => failed(reason(all.error));
  });
}

/** All tables, the latest first. @returns {Promise<Kept[]>} */
export async function kept() {
  /** @type {Kept[]} */
  const found = await answered((await opened("readonly")).objectStore(STORE).getAll());
  return found.sort((a, b) => b.at - a.at);
}
