// What can be set in a browser, wherever it is set: language, look, speed, sounds.
import { check, h, segments } from "./dom.js";
import { LANGUAGES, prefer, prefs } from "./prefs.js";
import { t } from "./texts.js";

/** @param {string} label @param {Node} control */
const row = (label, control) => h("div", { class: "row" }, h("span", { text: label }), control);

/** @type {{value: import("./prefs.js").Prefs["speed"]}[]} */
const SPEEDS = [{ value: "off" }, { value: "fast" }, { value: "normal" }];

export const languageSwitch = () =>
  segments(
    "language",
    t("language"),
    LANGUAGES.map((value) => ({ value, text: value.toUpperCase(), title: t(`language ${value}`) })),
    prefs.language,
    (language) => prefer({ language }),
  );

export const themeSwitch = () =>
  segments(
    "theme",
    t("theme"),
    [
      { value: "", text: t("system") },
      { value: "light", text: t("light") },
      { value: "dark", text: t("dark") },
    ],
    prefs.theme,
    (theme) => prefer({ theme }),
  );

export const looks = () => [row(t("language"), languageSwitch()), row(t("theme"), themeSwitch())];

/** How the table behaves. */
export const habits = () => [
  row(
    t("speed"),
    segments(
      "speed",
      t("speed"),
      SPEEDS.map(({ value }) => ({ value, text: t(`speed ${value}`) })),
      prefs.speed,
      (speed) => prefer({ speed }),
    ),
  ),
  check(t("confirm clicks"), prefs.confirm, (confirm) => prefer({ confirm })),
  check(t("warnings"), !prefs.silent.length, (on) => prefer({ silent: on ? [] : ["ends", "loses", "idle"] })),
  check(t("sounds"), prefs.sound, (sound) => prefer({ sound })),
  check(t("notify"), prefs.notify, async (notify) => {
    if (notify && "Notification" in window) await Notification.requestPermission();
    prefer({ notify });
  }),
];
