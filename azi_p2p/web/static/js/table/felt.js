// The felt: pot, trump, stock and the trick, with the seats around; not one's own hand.

import { cardName, inline, picture, suitOf } from "../cards.js";
import { h } from "../dom.js";
import { fill, t } from "../words.js";
import { around, BETWEEN, at, bets, places, seats } from "./seats.js";
import { chips } from "./chips.js";
import { flyIn, trickOnTable } from "./motion.js";

/** The whole felt. */
export function felt(view, deadline, { onSeat, onCard, children }) {
  return h("div", { class: "felt", "data-seats": around(view), "data-stage": view.stage },
    h("div", { class: "rail", "aria-hidden": "true" }, h("div", { class: "cloth" })),
    h("div", { class: "centre" }, centre(view, onCard)),
    h("ul", { class: "trick", "aria-label": t("the trick") }, trick(view, onCard)),
    h("div", { class: "bets" }, bets(view)),
    h("ul", { class: "seats", "aria-label": t("players") }, seats(view, deadline, onSeat)),
    children);
}

function centre(view, onCard) {
  const parts = [];
  if (!BETWEEN.has(view.stage)) {
    parts.push(h("div", { key: "stock", class: "stock-and-trump" },
      h("div", { class: "stock", "aria-hidden": "true" }, picture(null, { small: true }), picture(null, { small: true })),
      view.trump
        ? h("span", { key: view.trump, class: "turned" }, h("button", { class: "trump", "aria-label": t("trump: {card}", { card: cardName(view.trump) }), title: t("trump: {card}", { card: cardName(view.trump) }), on: { click: () => onCard(null) } },
          picture(view.trump, { small: true })), h("span", { class: "trump-word", "aria-hidden": "true" }, t("trump")))
        : h("span", { key: "none", class: "trump none" })));
    if (view.shokha) parts.push(h("p", { key: "shokha", class: "shokha", title: t("The turned card is an ace: the six of trumps is the highest.") }, fill(t("Shokha: {card}"), { card: inline(`6${suitOf(view.trump)}`) })));
  }
  if (view.pot) {
    parts.push(h("div", { key: "pot", class: "pot" },
      h("span", { class: "stack-of-chips", "aria-hidden": "true" }, Array.from({ length: Math.min(5, 1 + Math.floor(Math.log2(1 + view.pot / view.options.ante))) }, (_, index) => h("i", { class: "chip", key: index }))),
      h("span", { class: "pot-word" }, t("Pot")), " ", h("strong", null, chips(view.pot))));
  }
  if (view.stage === "bid" && view.level) parts.push(h("p", { key: "level", class: "level" }, fill(t("to stay in: {level}"), { level: chips(view.level) })));
  if (["keys", "shuffle", "reveal", "shares"].includes(view.stage)) parts.push(h("p", { key: "dealing", class: "dealing" }, h("span", { class: "spinner", "aria-hidden": "true" }), dealing(view)));
  return parts;
}

/** What the deal is doing, in a few words. */
export function dealing(view) {
  const progress = view.progress;
  switch (view.stage) {
    case "keys": return t("The deal begins: everyone commits");
    case "shuffle": return t("Shuffling: {done} of {all}, each proven", { done: progress?.shuffles.length ?? 0, all: progress?.seats.length ?? 0 });
    case "reveal": return t("Drawing the joint seed");
    case "shares": return t("Opening cards together");
    default: return "";
  }
}

function trick(view, onCard) {
  const lying = trickOnTable(view);
  const angles = Object.fromEntries(places(view).map(({ seat, angle }) => [seat.chair, angle]));
  return lying.cards.map(([chair, card], index) => h("li", {
    key: `${lying.key}-${chair}`, class: `laid${lying.winner === chair ? " winner" : ""}${lying.winner !== null && lying.winner !== chair ? " loser" : ""}`,
    style: { ...at(angles[chair] ?? 90, 0.4), "--turn": `${((chair * 37 + index * 11) % 15) - 7}deg`, "z-index": String(index + 1) },
    ref: (el) => flyIn(el, chair, card),
  }, h("button", { "aria-label": t("{card}, by {name}", { card: cardName(card), name: view.seats.find((seat) => seat.chair === chair)?.name ?? t("seat {n}", { n: chair + 1 }) }), on: { click: () => onCard(card) } }, picture(card, { small: true }))));
}
