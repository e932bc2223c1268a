// What people at the table write to each other.
import { h, icon, shape } from "./dom.js";
import { t } from "./texts.js";

export class Chat {
  /** @param {HTMLElement} place @param {(text: string) => void} send */
  constructor(place, send) {
    this.list = h("ol", { class: "chat", "aria-label": t("chat") });
    this.field = h("input", {
      class: "input",
      maxlength: "400",
      placeholder: t("write"),
      "aria-label": t("write"),
      autocomplete: "off",
    });
    this.form = h(
      "form",
      {
        class: "say-it",
        on: {
          submit: (event) => {
            event.preventDefault();
            const text = this.field.value.trim();
            if (text) send(text);
            this.field.value = "";
          },
        },
      },
      this.field,
      h("button", { class: "btn", type: "submit", text: t("send") }),
    );
    this.empty = h("p", { class: "aside small empty", text: t("no chat") });
    place.replaceChildren(this.empty, this.list, this.form);
    this.known = 0;
  }

  /** @param {import("./protocol.js").Said[]} lines */
  all(lines) {
    this.list.replaceChildren();
    for (const line of lines) this.add(line);
    this.empty.hidden = lines.length > 0;
  }

  /** @param {import("./protocol.js").Said} line */
  add(line) {
    this.empty.hidden = true;
    const { seat } = line;
    this.list.append(
      h(
        "li",
        {},
        seat === null ? icon("eye") : shape(seat),
        h("span", {}, h("b", { text: line.name || t("spectator") }), " ", line.text),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
