// The page behind the link of a seat: who invites, and what the guest is called. The name is remembered.
import { ofPicture } from "./addresses.js";
import { find } from "./dom.js";
import { prefer, prefs } from "./prefs.js";

const asked = new URL(location.href);
if (document.documentElement.lang !== prefs.language && asked.searchParams.get("language") !== prefs.language) {
  asked.searchParams.set("language", prefs.language);
  location.replace(asked);
}

const name = /** @type {HTMLInputElement} */ (find("input[name=name]"));
name.value = prefs.name;
if (prefs.name) find("button[type=submit]").focus();
find("form").addEventListener("submit", () => {
  if (name.value.trim()) prefer({ name: name.value.trim() });
});

const picture = /** @type {HTMLImageElement} */ (find(".vignette"));
picture.src = ofPicture(picture.dataset.game || "");
