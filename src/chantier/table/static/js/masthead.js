// The head of the home page and of the rules: the name of the house, and whoever is here.
import { accountMenu } from "./account.js";
import { home } from "./addresses.js";
import { compasses, find, h } from "./dom.js";
import { onChange, prefs } from "./prefs.js";
import { loadTexts, t } from "./texts.js";

/** @param {() => void} again draws the page anew, in another language or for somebody else */
export async function masthead(again) {
  await loadTexts();
  const menu = accountMenu(again);
  const draw = () => {
    find(".masthead").replaceChildren(
      h("a", { class: "brand", href: home() }, compasses(), h("span", { text: "Chantier" })),
      h("p", { text: t("tagline") }),
      menu.button,
      menu.list,
    );
    menu.draw();
  };
  draw();
  onChange(async (changed) => {
    if ("name" in changed) menu.draw();
    if (!("language" in changed)) return;
    await loadTexts();
    const open = menu.list.matches(":popover-open");
    draw();
    again();
    if (open) menu.open(`[name="language"][value="${prefs.language}"]`);
  });
}
