// Making a table: a preset, then every option, each explained in a sentence.

import { afterDrawing, asking, go, remember, state } from "../app.js";
import { h } from "../dom.js";
import { said, t, tn } from "../words.js";
import { optionField, optionName } from "./options.js";

const defaults = () => Object.fromEntries((state.hello?.options ?? []).map((option) => [option.name, option.default]));

const mended = { problem: "", faulty: null };

/** What is chosen: the defaults, changed by a preset or by hand. A limit that follows the ante does so until it is set. */
function chosen() {
  const options = { ...defaults(), ...state.local.options };
  if (state.local.options?.max_raise === undefined) options.max_raise = options.ante ? options.ante * (defaults().max_raise / defaults().ante) : options.max_raise;
  return options;
}

/** Say beside the buttons what keeps the table from being made, and go to the field that is to be mended. */
function refuse(problem, faulty) {
  remember({ problem, faulty });
  afterDrawing(() => {
    const field = document.getElementById(faulty);
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  });
}

/** The field of the first option that the node's words find fault with. */
function faultyField(words) {
  const { option, what, do: more } = words?.params ?? {};
  return option ? `option-${option.text}` : what ? faultyField(what) ?? faultyField(more) : null;
}

export function make() {
  const hello = state.hello;
  if (!hello) return null;
  const options = chosen();
  const set = (name, value) => remember({ options: { ...state.local.options, [name]: value }, preset: null, ...mended });
  const name = state.local.tableName ?? t("Table of {name}", { name: hello.nickname });
  const startAt = state.local.startAt ?? null;
  const wish = async (word, more) => {
    const missing = Object.keys(options).find((one) => options[one] === "");
    if (missing) {
      refuse(t("{option}: a number is missing.", { option: optionName(missing) }), `option-${missing}`);
      return false;
    }
    remember(mended);
    try {
      await asking(word, { ...more, options: state.local.options ?? {} });     // the rest follows the rules' own
      return true;
    } catch (refused) {
      refuse(said(refused.words), faultyField(refused.words) ?? (name.trim() ? null : "table-name"));
      return false;
    }
  };
  const submit = async (event) => {
    event.preventDefault();
    if (await wish("found", { name, start_at: startAt })) go("table");
  };
  const withBots = () => wish("bots", { count: state.local.bots ?? 3 });
  const { faulty } = state.local;
  return h("main", { class: "screen make", key: "make" }, h("h1", null, t("Make a table")),
    h("form", { class: "make-form", novalidate: true, on: { submit } },
      h("section", { class: "card-section" },
        h("label", { class: "stacked-label" }, h("span", { class: "option-name" }, t("Name of the table")), h("input", { type: "text", id: "table-name", maxlength: 40, dir: "auto", value: name, autocomplete: "off", "aria-invalid": faulty === "table-name" ? "true" : null, on: { input: (event) => remember({ tableName: event.target.value, ...mended }) } })),
        h("fieldset", { class: "option" }, h("legend", { class: "option-name" }, t("The first hand begins")),
          h("div", { class: "segments" }, [null, 2, 3, 4, 5, 6].map((n) => h("label", { key: String(n) }, h("input", { type: "radio", name: "start-at", value: String(n), checked: n === startAt, on: { change: () => remember({ startAt: n }) } }), h("span", null, n === null ? t("when I say so") : tn("at {n} player", "at {n} players", n))))))),
      h("fieldset", { class: "presets" }, h("legend", null, t("How to play")), h("div", { class: "preset-list" }, hello.presets.map((preset) => h("label", { key: preset.name, class: "preset" },
        h("input", { type: "radio", name: "preset", checked: (state.local.preset ?? (state.local.options ? null : hello.presets[0].name)) === preset.name, on: { change: () => remember({ options: { ...preset.options }, preset: preset.name, ...mended }) } }),
        h("span", { class: "preset-face" }, h("b", null, said(preset.name)), h("small", null, said(preset.about))))))),
      h("section", { class: "card-section options" }, h("h2", null, t("Every option")), h("div", { class: "option-grid" }, hello.options.map((option) => optionField(option, options[option.name], (value) => set(option.name, value), faulty === `option-${option.name}`)))),
      h("div", { class: "sticky" }, state.local.problem && h("p", { key: "problem", class: "problem", role: "alert" }, state.local.problem),
        h("div", { key: "buttons", class: "buttons" }, h("button", { class: "primary", "data-do": "found" }, t("Make the table")), h("button", { type: "button", "data-do": "found-bots", on: { click: withBots } }, tn("Play it with {n} bot", "Play it with {n} bots", state.local.bots ?? 3)), h("a", { class: "button", href: "#lobby" }, t("Back"))))));
}
