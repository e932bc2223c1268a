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
  if (told.language) document.documentElement.lang = told.language;
})();
