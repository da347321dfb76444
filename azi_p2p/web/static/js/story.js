// What happened, in sentences; it reads events and draws no table.

import { inline, inlineSuit, suitOf } from "./cards.js";
import { bdi } from "./dom.js";
import { fill, isolate, listed, number, t } from "./words.js";

/** The name at a chair, to stand in a sentence. */
export const nameAt = (view, chair) => bdi(plainNameAt(view, chair), { class: "name" });

export function plainNameAt(view, chair) {
  const seat = view.seats.find((one) => one.chair === chair);
  return seat ? seat.name : t("seat {n}", { n: chair + 1 });
}

/** The events as sentences: [{kind, nodes}], the antes and the last looks together. */
export function story(view, events = view.events) {
  const lines = [];
  let same = [];
  const end = () => {
    if (!same.length) return;
    const who = listed(same.map((event) => nameAt(view, event.chair)));
    if (same[0].kind === "AntePaid") {
      lines.push({ kind: "AntePaid", nodes: same.length > 1
        ? fill(t("{who} pay the ante of {chips}."), { who, chips: same[0].chips })
        : fill(t("{who} pays the ante of {chips}."), { who, chips: same[0].chips }) });
    } else {
      lines.push({ kind: "Looked", nodes: same.length > 1
        ? fill(t("The bidding is over: {who} look at their cards."), { who })
        : fill(t("The bidding is over: {who} looks at the cards."), { who }) });
    }
    same = [];
  };
  for (const event of events) {
    if (event.kind === "AntePaid" || (event.kind === "Looked" && event.last)) {
      if (same.length && same[0].kind !== event.kind) end();
      same.push(event);
      continue;
    }
    end();
    lines.push({ kind: event.kind, nodes: sentence(view, event) });
  }
  end();
  return lines;
}

/** One event as a sentence's nodes. */
export function sentence(view, event) {
  const who = "chair" in event ? nameAt(view, event.chair) : null;
  const told = (text, parts) => fill(text, { who, ...parts });
  switch (event.kind) {
    case "AntePaid": return told(t("{who} pays the ante of {chips}."), { chips: event.chips });
    case "Dealt": return told(event.deal === 1
      ? t("The cards are dealt. {card} is turned: {suit} is trump. {opener} opens.")
      : t("New cards are dealt. {card} is turned: {suit} is trump. {opener} opens."),
      { card: inline(event.trump), suit: inlineSuit(suitOf(event.trump)), opener: nameAt(view, event.opener) });
    case "Looked": return told(event.last ? t("The bidding is over: {who} looks at the cards.") : t("{who} looks at the cards."));
    case "Discarded": return told(t("{who} puts a card away."));
    case "OpenedShort": return told(t("{who} cannot pay the opening bet and is in with {paid}."), { paid: event.paid });
    case "Bet": {
      const parts = { amount: event.amount, level: event.level, paid: event.paid };
      if (event.opening) return told(event.blind ? t("{who} bets {level} blind, paying {paid}.") : t("{who} bets {level}."), parts);
      return told(event.blind ? t("{who} raises by {amount} to {level} blind, paying {paid}.") : t("{who} raises by {amount} to {level}, paying {paid}."), parts);
    }
    case "Called": {
      const parts = { paid: event.paid, counted: event.counted };
      if (event.short) return told(event.blind ? t("{who} calls short with all {paid} left, which count {counted}.") : t("{who} calls short with all {paid} left."), parts);
      return told(event.blind ? t("{who} calls {counted} blind, paying {paid}.") : t("{who} calls {counted}, paying {paid}."), parts);
    }
    case "Folded": return told(event.blind ? t("{who} folds without having looked.") : t("{who} folds."));
    case "Forfeited": return told(t("{who} forfeits the hand."));
    case "Leads": return told(t("{who} has the lead."));
    case "Played": return told(event.led ? t("{who} leads {card}.") : t("{who} plays {card}."), { card: inline(event.card) });
    case "TrickWon": return told(event.gone ? t("{who}, though gone, wins trick {n}.") : t("{who} wins trick {n}."), { n: event.number });
    case "Azi": return told(t("Azi! Nobody has two tricks; the pot of {pot} stays. In without a fee: {free}."),
      { pot: event.pot, free: listed(event.free.map((chair) => nameAt(view, chair))) });
    case "EntryPaid": return told(t("{who} buys in for {chips}."), { chips: event.chips });
    case "Declined": return told(t("{who} stays out."));
    case "DealVoid": return told(t("The deal is void without {missing}. The others get back what they bid in it."),
      { missing: listed(event.missing.map((chair) => nameAt(view, chair))) });
    case "HandWon": {
      const others = event.payouts.filter(([chair]) => chair !== event.chair);
      if (!others.length) return told(t("{who} wins the pot of {pot}."), { pot: event.pot });
      const part = event.payouts.find(([chair]) => chair === event.chair)?.[1] ?? 0;
      const back = listed(others.map(([chair, chips]) => fill(t("{chips} to {name}"), { chips, name: nameAt(view, chair) })));
      return told(t("{who} wins {part} of the pot of {pot}; back go {back}."), { part, pot: event.pot, back });
    }
    default: return [event.kind];
  }
}

/** Nodes as a plain string, for what is spoken. */
export function spoken(nodes) {
  return nodes.flat(9).map((node) => {
    if (typeof node === "string") return node;
    if (typeof node === "number") return number(node);
    if (node.tag === null) return node.text;
    if (node.props["aria-label"]) return node.props["aria-label"];
    const inner = spoken(node.children);
    return node.tag === "bdi" ? isolate(inner) : inner;
  }).join("");
}
