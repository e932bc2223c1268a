// The tabs of the panel beside or below the stage: the log, the chat and the sheets that stand behind them.
import { find, h, inside, mark, seek } from "./dom.js";

/** A pane, and the sheets on it. @typedef {{id: string, label: string, pane: HTMLElement, sheets: string[]}} Tab */

export class Tabs {
  /** @param {HTMLElement} bar @param {HTMLElement} panes */
  constructor(bar, panes) {
    this.bar = bar;
    this.panes = panes;
    /** @type {Tab[]} */
    this.list = [];
    this.chosen = "";
    /** @type {() => void} */
    this.changed = () => {};
    bar.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const n = this.list.findIndex((tab) => tab.id === this.chosen);
      this.choose(this.list[(n + step + this.list.length) % this.list.length].id, true);
      find(`[data-tab="${CSS.escape(this.chosen)}"]`, bar).focus();
    });
  }

  /** @param {Tab[]} list @param {string} first */
  show(list, first) {
    this.list = list;
    const same =
      inside(this.bar)
        .map((tab) => `${tab.dataset.tab} ${tab.textContent}`)
        .join() === list.map((tab) => `${tab.id} ${tab.label}`).join();
    if (!same) {
      this.bar.replaceChildren(
        ...list.map((tab) =>
          h("button", {
            class: tab.pane.classList.contains("sheet") ? "tab long" : "tab",
            type: "button",
            role: "tab",
            id: `tab-${tab.id}`,
            data: { tab: tab.id },
            title: tab.label,
            text: tab.label,
            on: { click: () => this.choose(tab.id, true) },
          }),
        ),
      );
    }
    for (const { id, pane } of list) {
      pane.id ||= `pane-${id}`;
      mark(pane, "role", "tabpanel");
      mark(pane, "tabindex", "0");
      mark(pane, "aria-labelledby", `tab-${id}`);
    }
    this.choose(list.some((tab) => tab.id === this.chosen) ? this.chosen : first);
  }

  /** @param {string} id @param {boolean} [byHand] */
  choose(id, byHand = false) {
    this.chosen = id;
    for (const tab of this.list) {
      tab.pane.hidden = tab.id !== id;
      const button = find(`[data-tab="${CSS.escape(tab.id)}"]`, this.bar);
      mark(button, "aria-selected", String(tab.id === id));
      mark(button, "tabindex", tab.id === id ? "0" : "-1");
      mark(button, "aria-controls", tab.id === id ? tab.pane.id : null);
      if (tab.id === id) {
        button.classList.remove("news");
        if (byHand) button.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
    this.changed();
  }

  /** Marks the pages on which something can be done. @param {Set<string>} sheets */
  ask(sheets) {
    for (const tab of this.list) {
      const asks = tab.sheets.some((name) => sheets.has(name));
      find(`[data-tab="${CSS.escape(tab.id)}"]`, this.bar).classList.toggle("asks", asks);
    }
  }

  /** Something new behind a tab. @param {string} id */
  news(id) {
    if (this.chosen !== id) seek(`[data-tab="${CSS.escape(id)}"]`, this.bar)?.classList.add("news");
  }
}
