// The seats around the table and what lies before each; not one's own hand.

import { picture } from "../cards.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { isolate, signed, t, tn } from "../words.js";
import { chips } from "./chips.js";
import { dealIn } from "./motion.js";

const RING = 2 * Math.PI * 21;
export const BETWEEN = new Set(["open", "closed"]);

/** How many places there are: whoever waits for a chair has the one at the bottom already. */
export function around(view) {
  return view.seats.filter((seat) => seat.chair >= 0 || seat.key === view.my_key).length;
}

/** Where each seat sits: angles in degrees, one's own (or the first) at the bottom, clockwise as at a real table. */
export function places(view) {
  const chairs = view.seats.filter((seat) => seat.chair >= 0);
  const mine = Math.max(0, chairs.findIndex((seat) => seat.chair === view.me));
  const count = around(view);
  return chairs.map((_, index) => {
    const seat = chairs[(mine + index) % chairs.length];
    return { seat, angle: 90 + (360 * (index + count - chairs.length)) / count, mine: seat.chair === view.me };
  });
}

/** A point on an ellipse of this share of the table's half axes, as style. */
export function at(angle, share) {
  const radians = (angle * Math.PI) / 180;
  return { "--x": (Math.cos(radians) * share).toFixed(4), "--y": (Math.sin(radians) * share).toFixed(4) };
}

/** The colour and letter that stand for a key. */
export const hue = (key) => String(parseInt(key.slice(0, 4), 16) % 360);

const firstLetter = (name) => {
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment.toUpperCase();
  return "?";
};

/** The round sign of a player, with the ring that runs down while the table waits for him. */
export function avatar(seat, view, deadline) {
  const limit = view.options.turn_seconds || 15;
  const left = seat.due ? deadline(seat) : null;
  const share = left === null ? 1 : Math.min(1, left / limit);
  return h("span", { class: "avatar", style: { "--hue": hue(seat.key) } },
    h("svg", { class: "ring", viewBox: "0 0 48 48", "aria-hidden": "true" },
      h("circle", { class: "ring-back", cx: 24, cy: 24, r: 21 }),
      seat.due && h("circle", { class: `ring-left${left !== null && left < 6 ? " low" : ""}`, cx: 24, cy: 24, r: 21,
        "stroke-dasharray": RING.toFixed(2), "stroke-dashoffset": (RING * (1 - share)).toFixed(2), transform: "rotate(-90 24 24)" })),
    h("span", { class: "letter", "aria-hidden": "true" }, firstLetter(seat.name)),
    !seat.connected && h("span", { class: "badge lost", title: t("no link") }, icon("offline")));
}

/** What may be said of a seat in a word or two: [kind, text]; the most telling first. */
export function marks(seat, view, deadline) {
  const found = [];
  const left = seat.due ? deadline(seat) : null;
  if (!seat.connected && seat.standing !== "cheat" && seat.standing !== "away") {
    found.push(["lost", left === null ? t("no link") : tn("no link, {n} s left", "no link, {n} s left", Math.ceil(left))]);
  }
  const words = {
    joining: view.hands ? t("next hand") : null, folded: t("folded"), gone: t("gone"), out: t("not in this hand"), away: seat.connected ? t("sits out") : t("away"),
    leaving: BETWEEN.has(view.stage) && seat.key !== view.my_key ? t("has left") : t("leaves after this hand"), cheat: t("expelled: signed something false"),
  }[seat.standing];
  const dealing = ["keys", "shuffle", "reveal"].includes(view.stage);
  if (words && !(dealing && seat.standing === "out")) found.push([seat.standing, words]);
  if (BETWEEN.has(view.stage)) return found;
  if (seat.standing === "playing" || seat.standing === "leaving") {
    if (seat.short) found.push(["short", t("all in, short")]);
    if (seat.blind) found.push(["blind", t("blind")]);
    if (view.stage === "play" && seat.chair === view.leader) found.push(["lead", t("leads")]);
    if (view.stage === "bid" && seat.chair === view.opener && view.level === 0) found.push(["lead", t("opens")]);
  }
  return found;
}

/** The last bid of each seat in this deal, in a word. */
function lastBids(view) {
  const bids = {};
  for (const event of view.events) {
    if (event.kind === "Dealt" || event.kind === "Leads") for (const chair in bids) delete bids[chair];
    else if (event.kind === "Bet") bids[event.chair] = event.opening ? t("bets") : t("raises");
    else if (event.kind === "Called") bids[event.chair] = t("calls");
    else if (event.kind === "Looked" && !event.last) bids[event.chair] = t("looked");
    else if (event.kind === "EntryPaid") bids[event.chair] = t("buys in");
    else if (event.kind === "Declined") bids[event.chair] = t("stays out");
  }
  return bids;
}

/** Tricks won, as small cards laid across. */
export function tricksWon(seat) {
  if (!seat.tricks) return null;
  return h("span", { class: "tricks", title: tn("{n} trick", "{n} tricks", seat.tricks) },
    Array.from({ length: seat.tricks }, (_, index) => h("i", { key: index })));
}

function spokenSeat(seat, view, deadline) {
  const parts = [isolate(seat.name), tn("{n} chip", "{n} chips", seat.stack)];
  if (seat.tricks) parts.push(tn("{n} trick", "{n} tricks", seat.tricks));
  for (const [, words] of marks(seat, view, deadline)) parts.push(words);
  if (seat.due) parts.push(t("to act"));
  return parts.join(t(", "));
}

/** The others, around the table. */
export function seats(view, deadline, onSeat) {
  const bids = lastBids(view);
  return places(view).filter((place) => !place.mine).map(({ seat, angle }) => {
    const found = marks(seat, view, deadline);
    const [mark] = found;
    // how he pays stands beside what he bid
    const asides = found.filter(([kind]) => kind === "blind" || kind === "short").map(([kind]) => [kind, kind === "blind" ? t("blind") : t("short")]);
    const live = seat.standing === "playing" || seat.standing === "leaving" || seat.standing === "seated" || (seat.standing === "out" && ["keys", "shuffle", "reveal"].includes(view.stage));
    const told = (view.stage === "bid" && live) || view.stage === "enter";
    const bid = told && mark?.[0] !== "lost" ? bids[seat.chair] : null;     // that his link is lost is more telling
    const side = Math.cos((angle * Math.PI) / 180);
    return h("li", {
      key: seat.key, class: `seat${seat.due ? " due" : ""}${live ? "" : " dim"}${side > 0.3 ? " right" : side < -0.3 ? " left" : ""}`, "data-chair": seat.chair, style: at(angle, 1),
    }, h("button", { class: "plate", "aria-label": spokenSeat(seat, view, deadline), on: { click: () => onSeat(seat) } },
      avatar(seat, view, deadline),
      h("span", { class: "who" },
        bdi(seat.name, { class: "name" }),
        h("span", { class: "stack" }, h("i", { class: "chip" }), h("span", null, chips(seat.stack)))),
      h("span", { class: "held", "aria-hidden": "true" }, Array.from({ length: BETWEEN.has(view.stage) ? 0 : seat.cards }, (_, index) =>
        picture(null, { key: `${view.hand_number}-${view.deal_number}-${index}`, small: true, ref: (el) => dealIn(el, index * 3 + ((seat.chair ?? 0) % 6)) }))),
      tricksWon(seat)),
      bid ? h("span", { key: "bid", class: "mark bid" }, bid, seat.stake > 0 && h("b", { class: "stake" }, " ", chips(seat.stake)), asides.map(([kind, word]) => h("small", { key: kind, class: `aside ${kind}` }, word))) : mark ? h("span", { key: "mark", class: `mark ${mark[0]}` }, mark[1]) : null);
  });
}

/** Chips before the seats while the bidding goes on. */
export function bets(view) {
  if (view.stage !== "bid" && view.stage !== "discard") return [];
  return places(view).filter(({ seat }) => seat.stake > 0).map(({ seat, angle, mine }) => h("div", {
    key: `bet-${seat.chair}`, class: `bet${mine ? " mine" : ""}`, style: at(angle, 0.56), title: t("counts in this deal's bidding"),
  }, h("i", { class: "chip" }), h("span", null, chips(seat.stake))));
}

/** A player's result so far, coloured by its sign; `brief` where a long one has no room. */
export const result = (won, brief = false) => h("span", { class: `result ${won > 0 ? "up" : won < 0 ? "down" : ""}` }, brief ? chips(won, (shape) => signed(won, shape)) : signed(won));
