// Settings: language, cards, motion, sound; and one's identity as a file.

import { ask, asking, change, set, settings, state, toast } from "../app.js";
import { picture } from "../cards.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Refused } from "../socket.js";
import { said, t } from "../words.js";
import { choice, copyButton, dialog, download } from "./parts.js";

const MAX_IDENTITY = 4096;

function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The screen. */
export function settingsScreen() {
  const now = settings();
  const languages = state.hello?.languages ?? [];
  const put = (name) => (value) => set({ [name]: value });
  return h("main", { class: "screen settings", key: "settings" }, h("h1", null, t("Settings")),
    h("section", { class: "card-section choices" },
      choice(t("Language"), "language", [[null, t("the browser's")], ...languages.map((code) => [code, h("span", { lang: code }, ownName(code))])], now.language ?? null, put("language")),
      choice(t("Deck"), "deck", [["two-colour", t("two colours")], ["four-colour", t("a colour for each suit")]], now.deck ?? "two-colour", put("deck")),
      h("div", { class: "sample", "aria-hidden": "true" }, ["As", "Kh", "Qd", "Jc"].map((card) => h("div", { key: card }, picture(card)))),
      choice(t("Size of one's own cards"), "cardSize", [["small", t("small")], ["medium", t("medium")], ["large", t("large")]], now.cardSize ?? "medium", put("cardSize")),
      choice(t("Motion"), "motion", [["system", t("as this device prefers")], ["on", t("cards move")], ["off", t("nothing moves")]], now.motion ?? "system", put("motion")),
      choice(t("Sound"), "sound", [[true, t("on")], [false, t("off")]], now.sound !== false, put("sound")),
      choice(t("On a touch screen, ask twice before a card, a raise or a fold"), "guard", [[true, t("yes")], [false, t("no")]], now.guard !== false, put("guard"))),
    identity());
}

function identity() {
  const hello = state.hello;
  if (!hello) return null;
  const take = async () => {
    change({ dialog: null });
    const answer = await ask("export-identity");
    if (answer) download(answer.path);
  };
  const read = async (file) => {
    if (!file) return;
    try {
      if (file.size > MAX_IDENTITY) throw new Refused({ template: "this is not a file with an identity" });
      const answer = await asking("import-identity", { text: await file.text() });
      await fetch("/", { cache: "no-store" });      // with that identity's cookie, so that this page is let in again
      toast(t("Imported. It takes effect when azi starts again: {key}", { key: answer.fingerprint.slice(0, 9) }));
    } catch (refused) {
      toast(said(refused.words) || t("The file could not be read."), "fault");
    }
  };
  return h("section", { class: "card-section" }, h("h2", null, t("Your identity")),
    h("p", { class: "sub" }, t("Your key is who you are at every table. Whoever has the file can play as you: keep it as you would a key to your door.")),
    h("div", { class: "link-row" }, h("code", { dir: "ltr" }, hello.fingerprint), copyButton(hello.fingerprint)),
    hello.imported && h("p", { class: "problem", role: "status" }, t("Another identity was imported. It takes effect when azi starts again: {key}", { key: hello.imported.slice(0, 9) })),
    h("div", { class: "buttons" }, h("button", { "data-do": "export", on: { click: () => change({ dialog: "export" }) } }, icon("down"), " ", t("Export")),
      h("label", { class: "button file-button" }, icon("up"), " ", t("Import"), h("input", { type: "file", id: "identity", accept: ".json,.txt,.azi,application/json,text/plain", on: { change: (event) => { read(event.target.files[0]); event.target.value = ""; } } }))),
    h("p", { class: "sub" }, t("azi {version}", { version: hello.version })),
    state.dialog === "export" && dialog(t("Export your identity?"), h("p", null, t("Whoever gets this file is you, at every table. Save it only where nobody else looks.")),
      h("div", { class: "buttons" }, h("button", { class: "primary", "data-do": "export-now", on: { click: take } }, t("Save the file")))));
}
