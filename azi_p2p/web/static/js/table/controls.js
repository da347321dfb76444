// What may be decided now, as buttons: bids, the Azi's entry, hands to start; it draws what the node says is allowed.

import { act, ask, asking, decide, go, redraw, remember, state } from "../app.js";
import { h } from "../dom.js";
import { nameAt } from "../story.js";
import { fill, listed, said, t, tn } from "../words.js";
import { chips } from "./chips.js";
import { BETWEEN } from "./seats.js";
import { confirmed, isArmed } from "./hand.js";

/** Everything below the hand. */
export function controls(view) {
  const legal = view.legal;
  const left = state.table.left;
  if (left) return h("div", { class: "controls", key: "left" }, h("button", { class: "primary", on: { click: backToLobby } }, t("Back to the lobby")));
  if (legal && (legal.fold || legal.call !== null || legal.raise_least !== null)) return bidding(view, legal);
  if (legal && (legal.enter !== null || legal.decline)) return entering(legal);
  if (legal?.may_play || legal?.may_discard) return h("div", { class: "controls", key: "lay" });
  if (BETWEEN.has(view.stage)) return between(view);
  return ahead(view);
}

async function backToLobby() {
  await ask("dismiss");
  go("lobby");
}

function button(kind, label, price, look, key, more = {}) {
  const word = `act ${kind}`;
  const guarded = more.guarded;
  return h("button", {
    key: kind, class: `act ${look}${isArmed(word) ? " armed" : ""}`, "data-act": kind, "aria-keyshortcuts": key, disabled: more.disabled ?? false,
    on: { click: () => { if (!guarded || confirmed(word)) (more.click ?? (() => act(kind)))(); } },
  }, h("span", { class: "act-label" }, isArmed(word) ? t("tap again") : label), price && h("span", { class: "act-price" }, price), key && h("kbd", { "aria-hidden": "true" }, key));
}

const pays = (price) => fill(t("pays {n}"), { n: chips(price) });

function bidding(view, legal) {
  const canRaise = legal.raise_least !== null;
  const callLabel = legal.call_is_short ? t("Call with all") : t("Call");
  return h("div", { class: `controls bidding${canRaise ? " can-raise" : ""}`, key: "bid", role: "group", "aria-label": t("your bid") },
    canRaise && raiseAmount(view, legal),
    h("div", { class: "acts" },
      legal.fold && button("fold", t("Fold"), null, "danger", "F", { guarded: true }),
      legal.call !== null && button("call", callLabel, pays(legal.call), "plain", "C", { guarded: legal.call_is_short }),
      canRaise && raiseButton(view, legal)),
    legal.blind && h("p", { class: "hint", key: "hint" }, t("You are blind: you pay half of what counts.")));
}

const turnOf = (view) => `${view.table_id}-${view.step}`;

/** The amount chosen for this turn; the least, until another is. */
function chosen(view, legal) {
  const kept = state.local.raise;
  return kept && kept.turn === turnOf(view) ? kept.amount : legal.raise_least;
}

function choose(view, legal, amount, typed = false) {
  const bounded = typed ? amount : Math.min(legal.raise_most, Math.max(legal.raise_least, amount));
  remember({ raise: { turn: turnOf(view), amount: bounded } });
  if (bounded >= legal.raise_least && bounded <= legal.raise_most) learnCost(view, legal, bounded);
}

const costs = new Map();

async function learnCost(view, legal, amount) {
  const place = `${turnOf(view)}-${amount}`;
  if (amount in legal.costs || costs.has(place)) return;
  if (costs.size > 500) costs.clear();
  costs.set(place, null);
  try {
    costs.set(place, (await asking("cost", { amount })).cost);
  } catch {
    costs.delete(place);
  }
  redraw();
}

const costOf = (view, legal, amount) => legal.costs[amount] ?? costs.get(`${turnOf(view)}-${amount}`) ?? null;

function raiseAmount(view, legal) {
  const amount = chosen(view, legal);
  const { raise_least: least, raise_most: most, half_pot: half, pot } = legal;
  const step = Math.max(1, view.options.ante);
  const quick = [[t("Least"), least], [t("Half pot"), half], [t("Pot"), pot], [t("Most"), most]];
  return h("div", { class: "raise-amount", key: "amount" },
    h("div", { class: "quick", role: "group", "aria-label": t("how much") }, quick.map(([label, value]) =>
      h("button", { key: label, class: "quick-amount", "aria-pressed": String(value === amount), on: { click: () => choose(view, legal, value) } },
        h("span", null, label), h("b", null, chips(value)))),
      h("button", { key: "exact", class: "quick-amount exactly", "aria-expanded": String(Boolean(state.local.exactly)), "aria-label": t("another amount"), on: { click: () => remember({ exactly: !state.local.exactly }) } }, "\u00b1")),
    h("div", { class: `fine${state.local.exactly ? " shown" : ""}` },
      h("button", { class: "step", "aria-label": t("less"), on: { click: () => choose(view, legal, amount - step) } }, "\u2212"),
      h("input", { class: "slider", type: "range", min: least, max: most, step: 1, value: String(amount), "aria-label": t("raise by"), on: {
        input: (event) => { const value = Number(event.target.value); choose(view, legal, value === most ? most : least + Math.round((value - least) / step) * step); },
      } }),
      h("button", { class: "step", "aria-label": t("more"), on: { click: () => choose(view, legal, amount + step) } }, "+"),
      h("input", { class: "exact", type: "text", inputmode: "numeric", size: 5, id: "raise-by", value: Number.isNaN(amount) ? "" : String(amount), "aria-label": t("raise by exactly"), on: {
        input: (event) => choose(view, legal, parseInt(event.target.value, 10), true),
        keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); raise(view, legal); } },
      } })));
}

function raise(view, legal) {
  const amount = chosen(view, legal);
  if (amount >= legal.raise_least && amount <= legal.raise_most) act("raise", { amount });
}

function raiseButton(view, legal) {
  const amount = chosen(view, legal);
  const fits = amount >= legal.raise_least && amount <= legal.raise_most;
  const cost = fits ? costOf(view, legal, amount) : null;
  const label = !fits ? fill(t("{least} to {most}"), { least: chips(legal.raise_least), most: chips(legal.raise_most) })
    : fill(legal.opening ? t("Bet {amount}") : t("Raise by {amount}"), { amount: chips(amount) });
  return button("raise", label, cost === null ? null : pays(cost), "primary", "R", { guarded: true, disabled: !fits, click: () => raise(view, legal) });
}

function entering(legal) {
  return h("div", { class: "controls", key: "enter", role: "group", "aria-label": t("the Azi") },
    h("div", { class: "acts" },
      legal.decline && button("decline", t("Stay out"), null, "quiet", "D", { guarded: true }),
      legal.enter !== null && button("enter", t("Come in"), pays(legal.enter), "primary", "E", { guarded: true })));
}

function between(view) {
  const me = view.seats.find((seat) => seat.chair === view.me && view.me !== null);
  return h("div", { class: "controls", key: "between" }, h("div", { class: "acts" },
    view.may_start && h("button", { key: "start", class: `act ${view.may_rebuy ? "plain" : "primary"}`, "data-act": "start", "aria-keyshortcuts": "S", on: { click: () => decide("start", { after: view.hand_number }) } },
      h("span", { class: "act-label" }, view.hands ? t("Deal the next hand") : t("Deal the first hand")), view.may_rebuy && h("span", { class: "act-price" }, t("you sit out")), h("kbd", { "aria-hidden": "true" }, "S")),
    view.may_rebuy && h("button", { key: "rebuy", class: "act primary", "data-act": "rebuy", "aria-keyshortcuts": "B", on: { click: () => decide("rebuy") } },
      h("span", { class: "act-label" }, t("Take a new stack")), h("span", { class: "act-price" }, tn("{n} chip", "{n} chips", view.options.stack)), h("kbd", { "aria-hidden": "true" }, "B")),
    me && view.sitting_out && comeBack()));
}

const comeBack = () => h("button", { key: "back", class: "act primary", "data-act": "back", on: { click: () => ask("sitout", { out: false }) } }, h("span", { class: "act-label" }, t("Play again")));

// --- choosing ahead ---

/** Choices for a turn still to come. They are the page's own: sent when the turn comes, if they still hold. */
function ahead(view) {
  const me = view.seats.find((seat) => seat.chair === view.me && view.me !== null);
  if (!me) return h("div", { class: "controls", key: "none" });
  if (view.sitting_out) return h("div", { class: "controls", key: "out" }, h("div", { class: "acts" }, comeBack()));
  const live = me.standing === "playing" || me.standing === "leaving";
  if (!live || view.stage !== "bid" || me.stack === 0 || me.short) return h("div", { class: "controls", key: "none" });
  const kept = aheadOf(view);
  const box = (word, label) => h("label", { key: word, class: "ahead" },
    h("input", { type: "checkbox", checked: kept?.word === word, "data-ahead": word, on: {
      change: (event) => remember({ ahead: event.target.checked ? { word, deal: dealOf(view), level: view.level } : null }),
    } }), h("span", null, label));
  return h("div", { class: "controls aheads", key: "ahead", role: "group", "aria-label": t("choose ahead") },
    box("fold", t("Fold to any bet")), me.stake < view.level && box("call", fill(t("Call {level}"), { level: chips(view.level) })));
}

const dealOf = (view) => `${view.table_id}-${view.hand_number}-${view.deal_number}`;

function aheadOf(view) {
  const kept = state.local.ahead;
  return kept && kept.deal === dealOf(view) && (kept.word === "fold" || kept.level === view.level) ? kept : null;
}

/** The turn may have come for which something was chosen ahead: do it, if it still holds. */
export function doAhead(view) {
  const kept = state.local.ahead;
  if (!kept || !view) return;
  const still = aheadOf(view);
  if (!still) { state.local.ahead = null; return; }
  if (!view.legal) return;
  state.local.ahead = null;
  if (still.word === "fold" && view.legal.fold && view.legal.call !== null) act("fold");
  else if (still.word === "call" && view.legal.call !== null && !view.legal.call_is_short) act("call");
}

/** What the table waits for, in a line: nodes. */
export function statusLine(view) {
  const left = state.table.left;
  const me = view.me;
  if (left) return [t("You are no longer at this table: {why}", { why: said(left) })];
  const legal = view.legal;
  const mine = me !== null && view.waits_for.includes(me);
  if (legal?.may_discard) return [t("Put one card away")];
  if (legal?.may_play) return [view.trick.length ? t("Your turn: play a card") : t("Your turn: lead a card")];
  if (legal && (legal.enter !== null)) return [t("Azi! Will you come in?")];
  if (legal && (legal.call !== null || legal.raise_least !== null || legal.fold)) return [legal.opening ? t("Your turn: you open") : t("Your turn to bid")];
  if (legal?.look) return [t("Your turn: look at your cards")];
  const names = view.waits_for.filter((chair) => chair !== me);
  switch (view.stage) {
    case "closed": return [t("The match is over")];
    case "open": if (view.over) return [view.may_rebuy ? t("Take a new stack, or the match is over") : t("The match is over")]; return betweenWords(view, names);
    case "keys": case "shuffle": case "reveal": return [t("The deck is being shuffled by everyone")];
    case "shares": return [t("Cards are being opened")];
    default: break;
  }
  if (!names.length) return [mine ? t("Your turn") : ""];
  if (names.length > 1) return [tn("Waiting for {n} player", "Waiting for {n} players", names.length)];
  const who = nameAt(view, names[0]);
  return { bid: fill(t("{who} is bidding"), { who }), play: fill(t("{who} is to play a card"), { who }), enter: fill(t("{who} decides whether to come in"), { who }), discard: fill(t("{who} puts a card away"), { who }) }[view.stage] ?? fill(t("Waiting for {who}"), { who });
}

function betweenWords(view, names) {
  if (view.me === null) {
    const joining = view.seats.some((seat) => seat.chair < 0 && seat.key === view.my_key);
    return [!joining ? t("You are watching") : view.hands ? t("You sit down with the next hand") : t("You sit down with the first hand")];
  }
  if (view.may_rebuy && !view.sitting_out) return [tn("A new stack? The next hand is held for you, {n} second at most", "A new stack? The next hand is held for you, {n} seconds at most", view.rebuy_seconds)];
  if (view.may_start) return [view.hands ? t("Ready for the next hand") : t("Deal when everyone is here")];
  if (view.sitting_out) return [t("You are sitting out")];
  const missed = missedWords(view);
  if (missed.length) return [h("span", null, missed)];
  if (view.seats.filter((seat) => seat.standing !== "cheat").length < 2) return [t("Waiting for players")];
  if (names.length === 1) return fill(t("{who} opens the next hand"), { who: nameAt(view, names[0]) });
  return [t("Between hands")];
}

/** Who is waited for where fewer than two would play, as nodes; none where the table does not wait so. */
function missedWords(view) {
  const { out, away, left } = view.missing;
  const told = (chairs, one, many) => (chairs.length ? fill(chairs.length > 1 ? many : one, { who: listed(chairs.map((chair) => nameAt(view, chair))) }) : []);
  const waited = [told(out, t("Waiting: {who} sits out"), t("Waiting: {who} sit out")), told(away, t("Waiting: {who} has no link"), t("Waiting: {who} have no link"))].filter((words) => words.length);
  if (waited.length) return waited.flatMap((words, index) => (index ? [" · ", ...words] : words));
  return told(left, t("{who} has left: waiting for players"), t("{who} have left: waiting for players"));
}

/** What it cost that one's time ran out; nothing while one is here. */
export function ranOut() {
  const done = state.table.ran_out;
  if (!done) return null;
  const words = {
    Folded: () => tn("Your time ran out: your cards were folded, and the {n} chip that you had paid stays in the pot.", "Your time ran out: your cards were folded, and the {n} chips that you had paid stay in the pot.", done.chips),
    Bet: () => tn("Your time ran out: the least was bet for you, {n} chip.", "Your time ran out: the least was bet for you, {n} chips.", done.chips),
    Looked: () => t("Your time ran out: your cards were turned up, and you are blind no more."),
    Discarded: () => t("Your time ran out: a card was put away for you."),
    Played: () => t("Your time ran out: a card was played for you."),
    Declined: () => t("Your time ran out: you stay out of the Azi."),
  }[done.kind]();
  return h("p", { class: "ran-out", key: "ran-out", role: "alert" }, words, h("span", null, " ", t("You sit out from the next hand on, until you play again.")));
}
