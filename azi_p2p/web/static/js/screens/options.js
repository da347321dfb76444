// The options of a table in words and as fields; which values are allowed is the node's to say.

import { inlineSuit, suitName } from "../cards.js";
import { h } from "../dom.js";
import { number, said, t, tn } from "../words.js";

/** An option's name for people. */
export function optionName(name) {
  return {
    dropped_suit: t("Suit left out"), cards: t("Cards dealt"), blind: t("Blind betting"), max_bids: t("Bids a deal"), ante: t("Ante"), stack: t("Stack"), max_raise: t("Highest raise"),
    short_stack: t("Short winners"), azi_entry: t("Coming in after Azi"), seating: t("Who may sit down"), watchers: t("Watchers"), rebuy: t("New stacks"), turn_seconds: t("Seconds to decide"),
  }[name] ?? name;
}

/** An option's value for people. */
export function valueWord(name, value) {
  if (name === "dropped_suit") return suitName(value);
  if (name === "max_bids" && value === null) return t("until equal");
  if (name === "max_raise" && value === null) return t("no limit");
  if (name === "turn_seconds" && value === 0) return t("no clock");
  if (value === true) return t("yes");
  if (value === false) return t("no");
  if (typeof value === "number") return number(value);
  return { share: t("a share of the pot"), matched: t("what was matched"), full: t("the folded for the pot, others for half"), half: t("everyone, at half price"), closed: t("nobody"), open: t("anyone here"), invite: t("whom I invite") }[value] ?? String(value);
}

/** A table's options in a line. */
export function optionsInShort(options) {
  const parts = [t("ante {ante}", { ante: options.ante }), t("stack {stack}", { stack: options.stack }), tn("{n} card", "{n} cards", options.cards)];
  if (!options.blind) parts.push(t("no blind bets"));
  parts.push(options.turn_seconds ? tn("{n} s", "{n} s", options.turn_seconds) : t("no clock"));
  if (options.seating === "invite") parts.push(t("by invitation"));
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");    // a line breaks between them only
}

/** A field for one option, explained; `faulty` if a number in it is refused. */
export function optionField(option, value, onChange, faulty) {
  const { name } = option;
  const label = optionName(name);
  const id = `option-${name}`;
  const explained = h("p", { class: "hint", id: `${id}-hint` }, said(option.explained));
  if (option.choices && option.choices.every((one) => typeof one === "boolean")) {
    return h("div", { class: "option switch-option", key: name }, h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", id, checked: value, "aria-describedby": `${id}-hint`, on: { change: (event) => onChange(event.target.checked) } }), h("span", { class: "track", "aria-hidden": "true" }), h("span", { class: "option-name" }, label)), explained);
  }
  if (option.choices) {
    return h("fieldset", { class: "option", key: name }, h("legend", { class: "option-name" }, label), explained,
      h("div", { class: "segments" }, option.choices.map((one) => h("label", { key: String(one) }, h("input", { type: "radio", name: id, value: String(one), checked: one === value, on: { change: () => onChange(one) } }),
        h("span", null, name === "dropped_suit" ? [inlineSuit(one), h("span", { class: "sr" }, suitName(one))] : valueWord(name, one))))));
  }
  return h("div", { class: "option", key: name }, h("label", { for: id, class: "option-name" }, label), explained,
    h("div", { class: "number-row" },
      h("input", { type: "number", id, min: name === "turn_seconds" ? 0 : 1, step: 1, inputmode: "numeric", value: value === null ? "" : String(value), disabled: value === null, "aria-invalid": faulty ? "true" : null, "aria-describedby": `${id}-hint`, on: { input: (event) => onChange(event.target.value === "" ? "" : Number(event.target.value)) } }),
      option.or_none && h("label", { class: "ahead" }, h("input", { type: "checkbox", checked: value === null, on: { change: (event) => onChange(event.target.checked ? null : option.default) } }), h("span", null, valueWord(name, null)))));
}
