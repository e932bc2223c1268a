// Keeps every file of one version of a page without a server, so that it needs no network. A new version waits until it is asked for.
const VERSION = "{{version}}";
const FILES = /** @type {string[]} */ (JSON.parse('{{files}}'));
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fetched = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
  };
  event.waitUntil(fetched());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidied = async () => {
    for (const name of await caches.keys()) if (name.startsWith("chantier-") && name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(tidied());
});

worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "now") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answered = async () => {
    const cache = await caches.open(VERSION);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answered());
});
