// Private notes at a table. They stay in this browser and are never sent.
import { h } from "./dom.js";
import { t } from "./texts.js";

export class Notes {
  /** @param {HTMLElement} place @param {string} table */
  constructor(place, table) {
    const key = `notes ${table}`;
    const help = h("p", { class: "aside small", id: "notes-help", text: t("notes help") });
    this.field = h("textarea", {
      class: "input notes",
      maxlength: "8000",
      "aria-label": t("notes"),
      "aria-describedby": "notes-help",
      placeholder: t("notes empty"),
    });
    try {
      this.field.value = localStorage.getItem(key) || "";
    } catch {
      /* private windows have no memory */
    }
    this.field.addEventListener("input", () => {
      try {
        if (this.field.value) localStorage.setItem(key, this.field.value);
        else localStorage.removeItem(key);
      } catch {
        /* then only for now */
      }
    });
    place.replaceChildren(this.field, help);
  }
}
