// Sets that people keep: saved, copied, renamed, shared, exported and imported; compared, and tried out by bots.
import { ofTable } from "./addresses.js";
import { get, post, remove } from "./api.js";
import { button } from "./box.js";
import { copy, dialog, h, pick, sorry, toast } from "./dom.js";
import { prefs } from "./prefs.js";
import { t, tOr } from "./texts.js";

/** @typedef {import("./box.js").BoxPage} Page */

const LOOK_AGAIN = 1000; // milliseconds between two looks at games that are played

/** Which set this is, and what can be done with it. @param {Page} page */
export function setBar(page) {
  if (page.shared) return sharedBar(page);
  const choices = [
    ...page.shipped.map((name) => ({ value: name, text: tOr(`set ${name}`, name) })),
    ...page.sets.map((one) => ({ value: one.id, text: `${one.name} (${t("box mine")})` })),
  ];
  const now = page.mine?.id ?? page.name;
  return h(
    "div",
    { class: "tools set", role: "group", "aria-label": t("box set") },
    h(
      "label",
      { class: "field" },
      h("span", { text: t("box set") }),
      pick({ data: { key: "set" } }, choices, now, (known) => choose(page, known)),
    ),
    saveButton(page),
    page.mine ? button(t("box save as"), () => saveAs(page), "", "save as") : "",
    page.mine ? button(t("box play"), () => play(page), "", "play") : "",
    page.mine ? button(t("box rename"), () => rename(page), "", "rename") : "",
    page.mine ? button(t("box share"), () => shareDialog(page), "", "share") : "",
    page.mine ? button(t("box delete"), () => deleteDialog(page), "", "delete") : "",
    button(t("box export"), () => exportFile(page), "", "export"),
    importField(page),
  );
}

/** Keeps the set; what has a mistake is not kept. @param {Page} page */
export function saveButton(page) {
  const save = button(
    t(page.mine ? "box save" : "box save as"),
    () => (page.mine ? saveSet(page) : saveAs(page)),
    page.changed ? "main" : "",
    "save",
  );
  save.disabled = !page.box || page.box.problems.length > 0 || (page.mine !== null && !page.changed);
  return save;
}

/** @param {Page} page */
function sharedBar(page) {
  return h(
    "div",
    { class: "tools set" },
    h("p", { class: "lead", text: t("box shared", { name: page.name }) }),
    button(t("box take"), () => saveAs(page), "main", "take"),
  );
}

/** @param {Page} page @param {string} known */
async function choose(page, known) {
  await page.choose(known);
  history.replaceState(null, "", page.mine ? `?set=${page.mine.id}` : location.pathname);
  page.draw();
}

/** Does something with the server, and says what went wrong. @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    sorry(error);
  }
}

/** @param {Page} page */
const saveSet = (page) =>
  attempt(async () => {
    if (!page.mine || !page.box) return;
    await post("/api/sets/{known}", { known: page.mine.id }, { text: page.box.text });
    page.saved = page.box.text;
    page.keep();
    toast(t("box saved"));
    page.draw();
  });

/** Asks for a name. @param {string} title @param {string} now @param {(name: string, box: HTMLDialogElement) => void} act */
function nameDialog(title, now, act) {
  const name = h("input", { class: "input", id: "set-name", maxlength: "40", value: now, required: true });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.value.trim()) act(name.value.trim(), box);
  };
  const form = h(
    "form",
    { class: "field", id: "set-form", on: { submit } },
    h("label", { for: "set-name", text: t("box name") }),
    name,
  );
  const box = dialog(
    title,
    t("close"),
    [form],
    [h("button", { class: "btn main", type: "submit", form: "set-form", text: t("box save") })],
  );
  name.focus();
  name.select();
}

/** @param {Page} page */
function saveAs(page) {
  const usual = page.mine || page.shared ? page.name : t("box");
  nameDialog(t("box save as"), usual, (name, box) =>
    attempt(async () => {
      if (!page.box) return;
      const { text } = page.box;
      const made = await post("/api/sets", {}, { game: page.game, name, text });
      const draft = page.draft;
      box.close();
      localStorage.removeItem(draft);
      page.shared = "";
      await page.list();
      page.mine = page.sets.find((one) => one.id === made.id) ?? null;
      page.name = made.name;
      page.saved = text;
      history.replaceState(null, "", `?set=${made.id}`);
      toast(t("box saved"));
      page.focus = "save";
      page.draw();
    }),
  );
}

/** @param {Page} page */
function rename(page) {
  nameDialog(t("box rename"), page.name, (name, box) =>
    attempt(async () => {
      if (!page.mine) return;
      page.mine = await post("/api/sets/{known}", { known: page.mine.id }, { name });
      page.name = page.mine.name;
      await page.list();
      box.close();
      page.draw();
    }),
  );
}

/** @param {Page} page */
function deleteDialog(page) {
  const mine = page.mine;
  if (!mine) return;
  const sure = () =>
    attempt(async () => {
      await remove("/api/sets/{known}", { known: mine.id });
      localStorage.removeItem(page.draft);
      box.close();
      await page.list();
      await choose(page, "standard");
    });
  const box = dialog(
    t("box delete"),
    t("close"),
    [h("p", { text: t("box delete sure", { name: mine.name }) })],
    [button(t("cancel"), () => box.close()), button(t("box delete"), sure, "main")],
  );
}

/** @param {Page} page */
function shareDialog(page) {
  const mine = page.mine;
  if (!mine) return;
  attempt(async () => {
    page.mine = mine.link ? mine : await post("/api/sets/{known}", { known: mine.id }, { shared: true });
    const url = `${location.origin}${page.mine.link}`;
    const withdraw = () =>
      attempt(async () => {
        page.mine = await post("/api/sets/{known}", { known: mine.id }, { shared: false });
        box.close();
      });
    const copyIt = async () => {
      if (await copy(url)) toast(t("copied"));
    };
    const box = dialog(
      t("box share"),
      t("close"),
      [h("p", { text: t("box share help") }), h("p", { class: "long link-shown", text: url })],
      [button(t("box unshare"), withdraw), button(t("copy link"), copyIt, "main")],
    );
  });
}

/** A table with this set, against a bot. @param {Page} page */
const play = (page) =>
  attempt(async () => {
    if (!page.mine) return;
    /** @type {import("./protocol.js").WantedSeat[]} */
    const seats = [
      { kind: "me", name: prefs.name || t("player") },
      { kind: "bot", level: "apprentice" },
    ];
    const made = await post("/api/tables", {}, { game: page.game, seats, own: page.mine.id });
    location.href = ofTable(made.table);
  });

// --- files ----------------------------------------------------------------------------------------------------------------

/** @param {Page} page */
function exportFile(page) {
  const url = URL.createObjectURL(new Blob([page.box?.text ?? ""], { type: "application/toml" }));
  const name = page.name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  h("a", { href: url, download: `${page.game}-${name}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Page} page */
function importField(page) {
  const change = async () => {
    const file = field.files?.[0];
    if (file) await page.replace(await file.text());
  };
  const field = h("input", { type: "file", class: "unseen", id: "import", accept: ".toml,text/plain", on: { change } });
  return h("span", { class: "import" }, field, h("label", { class: "btn", for: "import", text: t("box import") }));
}

// --- compared, tried out ----------------------------------------------------------------------------------------------------

/** @param {Page} page */
export function compareDialog(page) {
  const found = page.box?.differences ?? [];
  dialog(t("box compare"), t("close"), [
    h("p", { class: "aside", text: t(found.length ? "box compare help" : "box same") }),
    h("ul", { class: "differences" }, ...found.map((one) => h("li", { text: one.text }))),
  ]);
}

/** @param {Page} page */
export function soundDialog(page) {
  const lines = h("ul", { class: "differences", "aria-live": "polite" });
  const bar = h("progress", { max: "1", value: "0", hidden: true, "aria-label": t("box sound") });
  const said = h("p", { class: "aside", role: "status" });
  const begin = () =>
    attempt(async () => {
      go.disabled = true;
      bar.hidden = false;
      const { sounding } = await post("/api/box/{game}/sound", { game: page.game }, { text: page.box?.text ?? "" });
      await follow(sounding);
    }).finally(() => {
      go.disabled = false;
    });
  const follow = async (/** @type {string} */ sounding) => {
    while (box.open) {
      const told = await get("/api/box/{game}/sound/{sounding}", { game: page.game, sounding });
      bar.max = told.of;
      bar.value = told.played;
      said.textContent = t("box played", { n: told.played, m: told.of });
      if (told.done) {
        lines.replaceChildren(...told.lines.map((line) => h("li", { text: line })));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  };
  const go = button(t("box sound begin"), begin, "main", "begin");
  go.disabled = !page.box || page.box.problems.length > 0;
  const box = dialog(t("box sound"), t("close"), [h("p", { text: t("box sound help") }), bar, said, lines], [go]);
}
