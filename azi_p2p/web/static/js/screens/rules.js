// The rules in short, with pictures; the options of the table one sits at are marked.

import { state } from "../app.js";
import { cardName, picture } from "../cards.js";
import { bdi, h } from "../dom.js";
import { fill, t, tableName } from "../words.js";
import { optionName, valueWord } from "./options.js";

/** Cards in a row, with words under them: [[card, words, mark]]; a mark is "won", "barred" or nothing. */
function row(cards, label) {
  return h("figure", { class: "rule-cards" }, h("div", null, cards.map(([card, words, mark], index) => h("span", { key: `${card}${index}`, class: mark ?? null }, h("span", { role: "img", "aria-label": card ? cardName(card) : t("a card face down") }, picture(card, { small: card !== null })), words && h("small", null, words)))),
    label && h("figcaption", null, label));
}

/** The option of one's table, where one sits at one. */
function here(...names) {
  const options = state.table.view?.options;
  if (!options) return null;
  return h("p", { class: "here" }, h("b", null, t("At your table:")), " ", names.map((name, index) => [index ? " · " : null, h("span", { key: name }, optionName(name), ": ", h("b", null, valueWord(name, options[name])))]));
}

const part = (key, title, ...inside) => h("section", { key, class: "card-section rule", id: `rule-${key}` }, h("h2", null, title), ...inside);

/** The screen. */
export function rules() {
  const options = state.table.view?.options;
  const ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
  return h("main", { class: "screen rules", key: "rules" }, h("h1", null, t("How Azi is played")),
    h("p", { class: "sub" }, t("Three tricks to a hand. Win two of them, and the pot is yours.")),
    options && h("p", { class: "here" }, fill(t("You sit at {table}: its options are marked below."), { table: bdi(tableName(state.table.view.table_name), { class: "name" }) })),
    part("cards", t("The cards"),
      h("p", null, t("27 cards: three suits, nine ranks. The ace is the highest, the six the lowest.")),
      row(ranks.map((rank) => [`${rank}h`])), here("dropped_suit", "cards")),
    part("trump", t("Trump and shokha"),
      h("p", null, t("After the deal one card is turned. Its suit is trump: any trump beats any card of another suit.")),
      row([["9d", t("turned: diamonds are trump")], ["6d", t("the lowest trump …")], ["Ah", t("… beats an ace of another suit")]]),
      h("p", null, t("If the turned card is an ace, it is shokha: then the six of trumps is the highest trump of all.")),
      row([["As", t("turned: shokha")], ["6s", t("the highest")], ["Ks"], ["Qs"]])),
    part("bidding", t("Bidding"),
      h("p", null, t("Everyone pays the ante. Then, clockwise from the opener, each may fold, call, or raise. The opener must bet. Who bets or raises last leads the first trick.")),
      h("ul", { class: "points" },
        h("li", null, t("Call: match what the others have put in.")),
        h("li", null, t("Raise: match it and add at least the ante.")),
        h("li", null, t("Fold: leave the hand; what you paid stays in the pot.")),
        h("li", null, t("Who cannot match a bet goes in with all his chips. He plays on, but may win less than the pot."))),
      here("ante", "stack", "max_bids", "max_raise", "short_stack")),
    part("blind", t("Blind"),
      h("p", null, t("Until you look at your cards you are blind, and pay half of what counts. Look at any turn; it cannot be undone. Everyone can check that a blind player has not seen his cards.")),
      row([[null, t("blind: 20 counts, 10 is paid")], [null], [null]]), here("blind")),
    part("tricks", t("Tricks"),
      h("p", null, t("The leader plays any card. The others, clockwise, must follow suit if they can; if they cannot, they must trump if they can; else they play anything. Nobody has to play higher.")),
      row([["10h", t("led")], ["7h", t("follows suit")], ["Kh", t("follows, and wins"), "won"]], t("no trump was played: the highest of the led suit wins")),
      row([["10h", t("led")], ["Ah", t("follows")], ["6d", t("has no hearts: must trump"), "won"]], t("diamonds are trump: the trump wins")),
      h("p", null, t("In your hand, cards that may not be played are dark, and say why."))),
    part("azi", t("Azi!"),
      h("p", null, t("Three tricks, three winners: nobody has two. The pot stays on the table, and new cards are dealt. The three winners play on free; others may buy in, if the table lets them.")),
      h("p", null, t("Who buys in after Azi: the folded for the pot, the trickless for half; both for half; or nobody.")),
      row([["Ah", t("first trick: one"), "won"], ["9d", t("second: another"), "won"], ["Ks", t("third: one more"), "won"]]),
      here("azi_entry")),
    part("four", t("Four cards"), h("p", null, t("At some tables four cards are dealt, and each player puts one away, face down for ever, after looking.")), row([["Kh"], ["10s"], ["9d"], ["6h", t("put away"), "barred"]]), here("cards")),
    part("gone", t("When somebody is gone"),
      h("p", null, t("Who does not act in time is voted absent by the others, and forfeits the hand: what he paid stays in the pot. Back at the table he plays the next hand.")),
      h("p", null, t("When your time runs out, azi folds for you, or does the least that the rules allow; then you sit out until you play again.")),
      h("p", null, t("Who signs something false or illegal is expelled. The proof is kept in the record.")),
      here("turn_seconds", "rebuy", "seating", "watchers")),
    part("fair", t("Why nobody can cheat"),
      h("p", null, t("There is no dealer and no server. Every player shuffles and masks the deck with a secret of his own, and proves it. A card opens only when all have helped, and its holder alone adds the last share. Each move is signed and checked by every other player.")),
      h("p", null, t("It cannot prevent what happens off the table: players who whisper to each other, or a look over your shoulder."))));
}
