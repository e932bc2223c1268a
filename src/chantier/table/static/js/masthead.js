// The head of the home page and of the rules: the name, the language, the theme.
import { compasses, find, h, icon, seek, segments } from "./dom.js";
import { LANGUAGES, onChange, prefer, prefs, theme } from "./prefs.js";
import { loadTexts, t } from "./texts.js";

/** @param {() => void} again draws the page anew, in another language */
export async function masthead(again) {
  await loadTexts();
  const draw = () => {
    find(".masthead").replaceChildren(
      h("a", { class: "brand", href: "/" }, compasses(), h("span", { text: "Chantier" })),
      h("p", { text: t("tagline") }),
      h(
        "div",
        { class: "switches" },
        segments(
          "language",
          t("language"),
          LANGUAGES.map((value) => ({ value, text: value.toUpperCase(), title: t(`language ${value}`) })),
          prefs.language,
          (language) => prefer({ language }),
        ),
        segments(
          "theme",
          t("theme"),
          [
            { value: "light", node: icon("sun"), title: t("light") },
            { value: "dark", node: icon("moon"), title: t("dark") },
          ],
          theme(),
          (chosen) => prefer({ theme: chosen }),
        ),
      ),
    );
  };
  draw();
  onChange(async (changed) => {
    if (!("language" in changed)) return;
    await loadTexts();
    draw();
    again();
    seek(`.switches [value="${prefs.language}"]`)?.focus();
  });
}
