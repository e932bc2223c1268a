// The service worker of a page without a server: its files are kept, and a new version is offered where nobody plays.
import { find, h } from "./dom.js";
import { t } from "./texts.js";

/** The service worker. A new version is offered here, where nobody plays. */
export async function register() {
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.register("sw.js").catch(() => null); // some private windows have none
  if (!found) return;
  const offer = () => {
    if (found.waiting && navigator.serviceWorker.controller && !document.body.classList.contains("at-table"))
      offerUpdate(found.waiting);
  };
  offer();
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", offer));
}

/** @param {ServiceWorker} next */
function offerUpdate(next) {
  if (document.querySelector(".update")) return;
  const click = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("now");
  };
  const button = h("button", { class: "btn main", type: "button", text: t("update now"), on: { click } });
  find("#main").before(h("section", { class: "update", role: "status" }, h("p", { text: t("new version") }), button));
}
