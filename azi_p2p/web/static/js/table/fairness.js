// Why this deal is fair: each part of it, checked by this node, told for players; the numbers lie one click deeper.

import { remember, state } from "../app.js";
import { cardName, inline, picture } from "../cards.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { nameAt } from "../story.js";
import { fill, said, t, tn } from "../words.js";
import { hue } from "./seats.js";

/** The panel. */
export function fairness(view) {
  const deal = state.fair;
  return h("div", { class: "fair", key: "fair", tabindex: "0", role: "region", "aria-label": t("why this deal is fair") },
    code(view),
    h("p", { class: "lead" }, t("Nobody deals here. Everyone shuffles the masked deck in turn and proves that no card was changed; a card opens only when all help. This node checks every proof itself.")),
    deal ? [steps(view, deal), cards(view, deal)] : h("p", { class: "none" }, t("The first deal has not begun.")),
    view.unchecked > 0 && h("p", { class: "hint" }, tn("{n} proof of earlier hands is still being checked.", "{n} proofs of earlier hands are still being checked.", view.unchecked)),
    view.trouble && h("p", { class: "trouble", role: "alert" }, bdi(said(view.trouble_words ?? view.trouble))));
}

function code(view) {
  return h("section", { class: "code" },
    h("h3", null, t("The table's code")),
    view.short_code
      ? h("output", { class: "symbols", dir: "ltr", "aria-label": [...view.short_code].join(" ") }, [...view.short_code].map((symbol, index) => h("span", { key: index, "aria-hidden": "true" }, symbol)))
      : h("p", { class: "none" }, t("It appears with the first deal.")),
    h("p", { class: "hint" }, t("Read it aloud across the room: when all screens show the same, nobody sits in the middle.")));
}

const PARTS = ["keys", "shuffle", "reveal", "shares"];

function steps(view, deal) {
  const seats = deal.seats;
  const count = { keys: seats.length, shuffle: seats.filter((seat) => seat.shuffle).length, reveal: seats.filter((seat) => seat.contribution).length, shares: seats.filter((seat) => seat.shares.length).length };
  const told = {
    keys: [t("Sealed numbers"), t("Each has sealed a secret number, before anyone shuffled.")],
    shuffle: [t("Shuffles"), t("Each has shuffled and masked the deck, with a proof that it is still the same 27 cards.")],
    reveal: [t("Opened numbers"), t("The sealed numbers were opened; together they cut the deck.")],
    shares: [t("Shares"), t("Each has helped to open the cards that others may see.")],
  };
  const heads = { keys: t("sealed"), shuffle: t("shuffled"), reveal: t("opened"), shares: t("shares") };
  return [
    h("h3", { key: "title" }, t("Deal {n} of this table", { n: deal.number })),
    h("table", { key: "ticks", class: "ticks" },
      h("caption", null, t("checked by this node")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("player")), PARTS.map((part) => h("th", { key: part, scope: "col", title: told[part][1] }, heads[part])))),
      h("tbody", null, seats.map((seat) => h("tr", { key: seat.chair },
        h("th", { scope: "row", style: { "--hue": hue(view.seats.find((one) => one.chair === seat.chair)?.key ?? "0000") } }, bdi(seat.name, { class: "name" })),
        tick(seat.keys, true), tick(seat.shuffle, Boolean(seat.shuffle)), tick(seat.reveal, Boolean(seat.contribution)), tick(seat.shares.at(-1), seat.shares.length > 0))))),
    h("ol", { key: "words", class: "steps" }, PARTS.map((part) => h("li", { key: part, class: count[part] === seats.length ? "done" : count[part] ? "begun" : "" },
      h("b", null, told[part][0]), " ", h("span", { class: "count" }, t("{done} of {all}", { done: count[part], all: seats.length })), h("p", null, told[part][1])))),
    h("details", { key: "numbers", class: "numbers" }, h("summary", null, t("The numbers")), numbers(deal)),
  ];
}

function tick(part, done) {
  if (!done) return h("td", { class: "open" }, h("span", { "aria-label": t("not yet") }, "·"));
  const ms = part?.milliseconds;
  return h("td", { class: "done" }, icon("check"), h("span", { class: "ms" }, ms === null || ms === undefined ? h("span", { class: "sr" }, t("checked")) : t("{ms} ms", { ms: ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms) })));
}

const hex = (label, value) => value && h("div", { key: label, class: "hex" }, h("dt", null, label), h("dd", { dir: "ltr" }, value));

function numbers(deal) {
  return h("dl", null,
    hex(t("stands on"), deal.parent),
    deal.seats.map((seat) => h("div", { key: seat.chair, class: "hexes" }, h("dt", { class: "of" }, bdi(seat.name)), h("dd", null, h("dl", null,
      hex(t("key of this deal"), seat.key), hex(t("sealed number"), seat.commitment), hex(t("shuffle, digest of the entry"), seat.shuffle?.entry), hex(t("opened number"), seat.contribution))))),
    hex(t("shuffled deck"), deal.deck), hex(t("joint seed, which cuts the deck"), deal.seed));
}

function cards(view, deal) {
  if (!deal.cards.length) return null;
  const mine = new Set(view.cards.map((shown) => shown.card));
  const shown = state.local.fairCard;
  const of = (holder) => deal.cards.filter((card) => card.holder === holder);
  const rows = [[null, of(null)], ...deal.seats.map((seat) => [seat.chair, of(seat.chair)])];
  const chosen = deal.cards.find((card) => card.slot === shown);
  return h("section", { key: "cards", class: "fair-cards" },
    h("h3", null, t("Who helped to open which card")),
    h("p", { class: "hint" }, t("Click a card. One that somebody has not helped with cannot be seen by anyone else.")),
    rows.map(([holder, slots]) => slots.length > 0 && h("div", { key: String(holder), class: "slots" },
      h("span", { class: "of" }, holder === null ? t("turned") : nameAt(view, holder)),
      slots.map((card) => h("button", {
        key: card.slot, class: "slot", "aria-pressed": String(card.slot === shown), "aria-label": card.card ? cardName(card.card) : t("a hidden card, {n}", { n: card.slot + 1 }),
        on: { click: () => remember({ fairCard: card.slot === shown ? null : card.slot }) },
      }, picture(card.card, { small: true }))))),
    chosen && h("div", { key: "chosen", class: "chosen", role: "status" },
      h("p", null, chosen.card ? fill(t("{card} was opened with the help of:"), { card: inline(chosen.card) })
        : chosen.holder === view.me && mine.size ? t("Yours. Helped so far:") : t("Hidden. Helped so far:")),
      h("ul", null, deal.seats.map((seat) => {
        const helped = chosen.shares.includes(seat.chair);
        const holder = seat.chair === chosen.holder;
        return h("li", { key: seat.chair, class: helped ? "done" : "open" }, helped ? icon("check") : h("span", { "aria-hidden": "true" }, "·"), " ", bdi(seat.name), " ",
          h("small", null, helped ? t("gave a share, proven") : holder ? t("keeps the last share: only its holder sees this card") : t("has not")));
      }))));
}

/** Show the card in the panel: "10h", or null for the turned one. */
export function showCard(card) {
  const found = state.fair?.cards.find((one) => (card === null ? one.holder === null : one.card === card));
  state.local.fairCard = found?.slot ?? null;
}
