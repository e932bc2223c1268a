// The theme and the language, before anything is drawn: a page never flashes in the wrong colours.
(() => {
  /** @type {{theme?: string, language?: string}} */
  let told = {};
  try {
    told = JSON.parse(localStorage.getItem("chantier") || "{}");
  } catch {
    /* private windows have no memory */
  }
  const dark = told.theme ? told.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const [colour, manifest] = document.head.querySelectorAll("meta[name=theme-color], link[rel=manifest]");
  // The frame and the splash of an installed app have the colours of the page.
  colour?.setAttribute("content", dark ? "#1d2126" : "#f6efe0");
  if (dark && manifest instanceof HTMLElement) manifest.setAttribute("href", manifest.dataset.dark || "");
  if (told.language) document.documentElement.lang = told.language;
})();
