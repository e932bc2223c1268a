// Several people at one screen: a curtain falls before a seat that holds something the others must not see.
import { h, shape } from "./dom.js";
import { t } from "./texts.js";

export class Curtain {
  /**
   * @param {import("./protocol.js").Position|null} shown
   * @param {import("./protocol.js").Position} next
   * @param {import("./protocol.js").Table|null} table
   */
  needed(shown, next, table) {
    if (!table || next.over || next.seat === null || !next.covered || table.you.length < 2) return false;
    return next.actions.length > 0 && shown?.seat !== next.seat;
  }

  /** @param {import("./protocol.js").Seat|undefined} seat @param {number} n @returns {Promise<void>} */
  fall(seat, n) {
    const who = seat?.name || t("seat n", { n: n + 1 });
    return new Promise((lift) => {
      const go = h("button", { class: "btn main big", type: "submit", text: t("i am", { who }) });
      const cloth = h(
        "dialog",
        { class: "curtain", "aria-label": t("pass to", { who }) },
        h(
          "form",
          { method: "dialog" },
          shape(n),
          h("h2", { text: t("pass to", { who }) }),
          h("p", { class: "aside", text: t("curtain help") }),
          go,
        ),
      );
      cloth.addEventListener("cancel", (event) => event.preventDefault());
      cloth.addEventListener("close", () => {
        cloth.remove();
        lift();
      });
      document.body.append(cloth);
      cloth.showModal();
      go.focus();
    });
  }
}
