// Whoever is here: the menu behind their name, and the windows for a name, an account, its devices and its tokens.
import { alone } from "./addresses.js";
import { get, post, remove } from "./api.js";
import { check, copied, dialog, form, h, icon, seek, sorry, toast } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { habits, languageSwitch, themeSwitch } from "./settings.js";
import { day, t, tOr } from "./texts.js";

/** @typedef {import("./protocol.js").Account} Account */
/** @typedef {() => void} Again */
/** @typedef {"read"|"play"|"host"} Scope */

/** @type {Scope[]} */
const SCOPES = ["read", "play", "host"];
/** @type {Account} */
let account = { name: null, tokens: [] };

/** The button with the name, and what opens below it. @param {Again} again draws the page anew, for somebody else */
export function accountMenu(again) {
  const list = h("div", { class: "menu", id: "menu", popover: "auto" });
  const button = h("button", { class: "chip", type: "button", popovertarget: "menu", "aria-haspopup": "true" });
  const changed = async () => {
    account = await get("/api/account").catch(() => account);
    draw();
  };
  const other = async () => {
    await changed();
    again();
  };
  const draw = () => {
    const name = prefs.name || account.name || "";
    const face = name ? h("b", { text: [...name][0].toUpperCase() }) : icon("person");
    button.replaceChildren(h("span", { class: "face" }, face), h("span", { text: name || t("guest") }));
    button.setAttribute("aria-label", t("menu of", { who: name || t("guest") }));
    list.setAttribute("aria-label", t("menu of", { who: name || t("guest") }));
    const focused = seek(":focus", list); // the menu may be open already while it is still asked who this is
    list.replaceChildren(...entries(list, changed, other));
    if (focused) seek(same(focused), list)?.focus();
  };
  list.addEventListener("toggle", () => {
    if (list.matches(":popover-open") && !list.contains(document.activeElement)) list.querySelector("button")?.focus();
  });
  changed();
  /** @param {string} focus */
  const open = (focus) => {
    list.showPopover();
    /** @type {HTMLElement|null} */ (list.querySelector(focus))?.focus();
  };
  return { button, list, draw, open };
}

/** What finds an entry again when the menu was drawn anew: its key, or what is chosen there. @param {HTMLElement} entry */
const same = (entry) =>
  entry.dataset.entry ? `[data-entry="${entry.dataset.entry}"]` : `[name="${entry.getAttribute("name")}"]:checked`;

/**
 * @param {HTMLElement} list
 * @param {Again} changed
 * @param {Again} other
 */
function entries(list, changed, other) {
  const entry = (
    /** @type {import("./dom.js").Icon} */ name,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
    more = "",
  ) =>
    h(
      "button",
      {
        class: "entry",
        type: "button",
        data: { entry: key },
        on: {
          click: () => {
            list.hidePopover();
            act();
          },
        },
      },
      icon(name),
      h("span", { text: t(key) }),
      more ? h("small", { text: more }) : null,
    );
  const held = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ key, /** @type {Node} */ control) =>
    h("div", { class: "entry" }, icon(name), h("span", { text: t(key) }), control);
  return [
    entry("person", "your name", () => nameDialog(), prefs.name),
    held("globe", "language", languageSwitch()),
    held("moon", "look", themeSwitch()),
    entry("gear", "habits", habitsDialog),
    ...(alone ? [] : [h("hr")]),
    ...(alone
      ? []
      : account.name
        ? [
            entry("devices", "account", () => accountDialog(changed, other), account.name),
            entry("code", "tokens", () => tokensDialog(changed)),
            entry("leave", "sign out", () => leave("/api/account/session", other)),
          ]
        : [
            entry("devices", "other devices", () => signUpDialog(other)),
            entry("person", "sign in", () => signInDialog(other)),
            entry("code", "tokens", () => tokensDialog(changed)),
          ]),
  ];
}

/** @param {string} path @param {Again} other */
async function leave(path, other) {
  try {
    await remove(path);
    toast(t("signed out"));
    other();
  } catch (error) {
    sorry(error);
  }
}

/** @param {Record<string, unknown>} props */
const nameField = (props) =>
  h("input", {
    class: "input",
    maxlength: "24",
    autocomplete: "nickname",
    autocapitalize: "words",
    spellcheck: "false",
    ...props,
  });

/** @param {string} label @param {HTMLElement} control */
const field = (label, control) => h("label", { class: "field" }, h("span", { text: label }), control);

/** @param {string} autocomplete */
const passwordField = (autocomplete) =>
  h("input", { class: "input", type: "password", maxlength: "200", minlength: "8", required: true, autocomplete });

function habitsDialog() {
  const done = h("button", { class: "btn main", type: "button", text: t("done"), on: { click: () => box.close() } });
  const box = dialog(t("habits"), t("close"), habits(), [done]);
}

// --- a name -----------------------------------------------------------------------------------------------------------

/** What the others call somebody: asked once, in a line of the home page. @param {Again} done */
export function nameLine(done) {
  const name = nameField({ id: "my-name", placeholder: t("your name") });
  const answered = (/** @type {string} */ told) => {
    prefer({ name: told, asked: true });
    done();
  };
  return h(
    "section",
    { class: "name-line", "aria-label": t("your name") },
    form(
      async () => answered(name.value.trim()),
      h("label", { for: "my-name", class: "serif", text: t("welcome") }),
      name,
      h("button", { class: "btn main", type: "submit", text: t("that is me") }),
      h("p", { class: "aside small", text: t("asked once") }),
    ),
    h(
      "button",
      {
        class: "btn quiet round",
        type: "button",
        title: t("not now"),
        "aria-label": t("not now"),
        on: { click: () => answered("") },
      },
      icon("close"),
    ),
  );
}

/** Whether somebody still has to be asked for a name. */
export const nameless = () => !prefs.name && !prefs.asked;

function nameDialog() {
  const name = nameField({ value: prefs.name, placeholder: t("your name"), autofocus: true });
  const send = async () => {
    prefer({ name: name.value.trim(), asked: true });
    box.close();
  };
  const save = h("button", { class: "btn main big", type: "submit", text: t("save") });
  const box = dialog(t("your name"), t("close"), [
    form(send, field(t("name"), name), h("p", { class: "aside small", text: t("asked once") }), save),
  ]);
}

// --- an account -------------------------------------------------------------------------------------------------------

/** @param {Again} other */
function signUpDialog(other) {
  credentials(
    "other devices",
    "sign up help",
    "sign up",
    "/api/account",
    "new-password",
    "sign in instead",
    signInDialog,
    other,
  );
}

/** @param {Again} other */
function signInDialog(other) {
  const path = "/api/account/session";
  credentials("sign in", "sign in help", "sign in", path, "current-password", "sign up instead", signUpDialog, other);
}

/**
 * A name and a password, and the other way to bring them.
 * @param {string} title
 * @param {string} help
 * @param {string} act
 * @param {"/api/account"|"/api/account/session"} path
 * @param {string} kind of password
 * @param {string} instead
 * @param {(other: Again) => void} elsewhere
 * @param {Again} other
 */
function credentials(title, help, act, path, kind, instead, elsewhere, other) {
  const name = nameField({ value: prefs.name, required: true, minlength: "2", autocomplete: "username", autofocus: true });
  const password = passwordField(kind);
  const send = async () => {
    const known = await post(path, {}, { name: name.value.trim(), password: password.value });
    if (known.name && !prefs.name) prefer({ name: known.name, asked: true });
    box.close();
    toast(t("signed in as", { who: known.name ?? "" }));
    other();
  };
  const turn = () => {
    box.close();
    elsewhere(other);
  };
  const box = dialog(t(title), t("close"), [
    h("p", { text: t(help) }),
    form(
      send,
      field(t("name"), name),
      field(t("password"), password),
      h("button", { class: "btn main big", type: "submit", text: t(act) }),
    ),
    h("button", { class: "link", type: "button", text: t(instead), on: { click: turn } }),
  ]);
}

/** Devices, password, and the way out. @param {Again} changed @param {Again} other */
function accountDialog(changed, other) {
  const devices = h("ul", { class: "things", "aria-label": t("devices") });
  const leaveAll = () => {
    box.close();
    leave("/api/account/sessions", other);
  };
  const box = dialog(t("account of", { who: account.name ?? "" }), t("close"), [
    h(
      "section",
      { class: "part" },
      h("h3", { text: t("devices") }),
      devices,
      h("button", { class: "btn", type: "button", text: t("sign out everywhere"), on: { click: leaveAll } }),
    ),
    passwordPart(() => listDevices(devices)),
    deletePart(() => {
      box.close();
      other();
    }),
  ]);
  listDevices(devices, true);
  changed();
}

/** Where somebody is signed in. @param {HTMLElement} place @param {boolean} [first] */
async function listDevices(place, first = false) {
  try {
    const found = await get("/api/account/sessions");
    place.replaceChildren(
      ...found.map((one) =>
        thing(
          one.device || t("a device"),
          t("since day", { day: day(one.since) }),
          one.here ? t("this device") : "",
          t("end"),
          async () => {
            await remove("/api/account/sessions/{id}", { id: one.id });
            await listDevices(place);
          },
        ),
      ),
    );
    if (first) place.querySelector("button")?.focus();
  } catch (error) {
    sorry(error);
  }
}

/**
 * A row of a list, with a button that takes it away, or a word instead.
 * @param {string} name
 * @param {string} about
 * @param {string} word
 * @param {string} label
 * @param {() => Promise<void>} act
 */
function thing(name, about, word, label, act) {
  const props = {
    class: "btn",
    type: "button",
    text: label,
    "aria-label": `${label}: ${name}`,
    on: { click: () => act().catch(sorry) },
  };
  return h(
    "li",
    {},
    h("div", {}, h("b", { text: name }), h("small", { text: about })),
    word ? h("span", { class: "aside small", text: word }) : h("button", props),
  );
}

/** @param {() => void} done */
function passwordPart(done) {
  const [old, fresh] = [passwordField("current-password"), passwordField("new-password")];
  const send = async () => {
    await post("/api/account/password", {}, { old: old.value, new: fresh.value });
    old.value = fresh.value = "";
    toast(t("password changed"));
    done();
  };
  return h(
    "details",
    { class: "part" },
    h("summary", { text: t("change password") }),
    form(
      send,
      field(t("old password"), old),
      field(t("new password"), fresh),
      h("p", { class: "aside small", text: t("password help") }),
      h("button", { class: "btn main", type: "submit", text: t("change password") }),
    ),
  );
}

/** @param {() => void} done */
function deletePart(done) {
  const password = passwordField("current-password");
  const send = async () => {
    await post("/api/account/deletion", {}, { password: password.value });
    toast(t("account deleted"));
    done();
  };
  return h(
    "details",
    { class: "part" },
    h("summary", { text: t("delete account") }),
    form(
      send,
      h("p", { text: t("delete help") }),
      field(t("password"), password),
      h("button", { class: "btn danger", type: "submit", text: t("delete account") }),
    ),
  );
}

// --- tokens -----------------------------------------------------------------------------------------------------------

/** @param {Again} changed */
function tokensDialog(changed) {
  const list = h("ul", { class: "things", "aria-label": t("tokens") });
  const fresh = h("div", { class: "fresh", "aria-live": "polite" });
  const draw = async () => {
    account = await get("/api/account").catch(() => account);
    list.replaceChildren(
      ...account.tokens.map((token) => {
        const can = token.scopes.map((scope) => tOr(`scope ${scope}`, scope)).join(", ");
        return thing(token.name || t("a token"), `${can} · ${day(token.made)}`, "", t("withdraw"), async () => {
          await remove("/api/account/tokens/{id}", { id: token.id });
          await draw();
        });
      }),
    );
    changed();
  };
  dialog(t("tokens"), t("close"), [h("p", { text: t("tokens help") }), list, fresh, tokenForm(fresh, draw)]);
  draw();
}

/** @param {HTMLElement} fresh where the new one is shown @param {() => Promise<void>} draw */
function tokenForm(fresh, draw) {
  const name = nameField({ placeholder: t("token hint"), autocomplete: "off", autofocus: true });
  /** @type {Set<Scope>} */
  const scopes = new Set(["read", "play"]);
  const boxes = SCOPES.map((scope) =>
    check(t(`scope ${scope}`), scopes.has(scope), (on) => {
      if (on) scopes.add(scope);
      else scopes.delete(scope);
      make.disabled = !scopes.size;
    }),
  );
  const make = h("button", { class: "btn main", type: "submit", text: t("make token") });
  const send = async () => {
    const made = await post("/api/account/tokens", {}, { name: name.value.trim(), scopes: [...scopes] });
    fresh.replaceChildren(copied(t("token once"), made.token));
    name.value = "";
    await draw();
  };
  return form(
    send,
    field(t("token name"), name),
    h("fieldset", { class: "scopes" }, h("legend", { text: t("scopes") }), ...boxes),
    make,
  );
}
