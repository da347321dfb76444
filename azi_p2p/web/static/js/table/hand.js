// One's own hand: the cards, which may be laid, and why not; not the bidding.

import { act, isGuarded, redraw, toast } from "../app.js";
import { cardName, picture } from "../cards.js";
import { h } from "../dom.js";
import { said, t } from "../words.js";
import { BETWEEN } from "./seats.js";
import { dealIn, rememberHand, turnOver } from "./motion.js";

const ARMED_MS = 2600;
let armed = null;
let timer = 0;

/** Is this the second tap? On touch, what cannot be undone is asked for twice. */
export function confirmed(word) {
  if (!isGuarded() || armed === word) {
    armed = null;
    return true;
  }
  armed = word;
  clearTimeout(timer);
  timer = setTimeout(() => { armed = null; redraw(); }, ARMED_MS);
  redraw();
  return false;
}

export const isArmed = (word) => armed === word;
export function disarm() { armed = null; }

/** Lay or put away the card at this place of the hand. */
export function layCard(view, index) {
  const shown = view.cards[index];
  const legal = view.legal;
  if (!shown) return;
  if (!legal || !(legal.may_play || legal.may_discard)) {
    toast(t("It is not your turn to lay a card."));
    return;
  }
  if (!shown.playable) {
    toast(said(shown.why));
    return;
  }
  if (!confirmed(`card ${shown.card}`)) return;
  rememberHand();
  act(legal.may_discard ? "discard" : "play", { card: shown.card });
}

/** The cards, or their backs while one is blind. */
export function hand(view) {
  const me = view.seats.find((seat) => seat.chair === view.me && view.me !== null);
  if (!me || BETWEEN.has(view.stage)) return h("div", { class: "hand empty", key: "hand" });
  const deal = `${view.hand_number}-${view.deal_number}`;
  const laying = view.legal?.may_play || view.legal?.may_discard;
  const live = me.standing === "playing" || me.standing === "leaving";
  if (!view.cards.length) {
    return h("div", { class: `hand blind${live ? "" : " folded"}`, key: "hand" }, Array.from({ length: me.cards }, (_, index) =>
      h("div", { key: `${deal}-${index}`, class: "own", style: fan(index, me.cards), ref: (el) => dealIn(el, index * 3) }, picture(null))),
    live && view.legal?.look && h("button", { key: "look", class: "look-over act-look", "data-act": "look", "aria-keyshortcuts": "L", on: { click: () => act("look") } }, t("Look at the cards"), h("kbd", { "aria-hidden": "true" }, "L")));
  }
  return h("div", { class: `hand${laying ? " laying" : ""}${live ? "" : " folded"}`, key: "hand", role: "group", "aria-label": t("your cards") },
    view.cards.map((shown, index) => {
      const why = laying && !shown.playable ? said(shown.why) : "";
      const ready = isArmed(`card ${shown.card}`);
      return h("button", {
        key: `${deal}-${shown.card}`, class: `own${laying && shown.playable ? " playable" : ""}${why ? " barred" : ""}${ready ? " armed" : ""}`,
        "data-card": shown.card, style: fan(index, view.cards.length), "aria-disabled": laying && shown.playable ? null : "true",
        "aria-label": why ? `${cardName(shown.card)}: ${why}` : cardName(shown.card), title: why || null,
        "aria-keyshortcuts": String(index + 1), on: { click: () => layCard(view, index) }, ref: (el) => turnOver(el, index),
      }, picture(shown.card), ready && h("span", { class: "again" }, t("tap again")), laying && h("kbd", { "aria-hidden": "true" }, index + 1));
    }));
}

const fan = (index, count) => ({ "--fan": String(index - (count - 1) / 2) });
