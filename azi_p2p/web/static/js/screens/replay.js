// A hand of an old table, step by step, on the same felt.

import { redraw, remember, state } from "../app.js";
import { cardName, picture } from "../cards.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { sentence } from "../story.js";
import { chips } from "../table/chips.js";
import { felt } from "../table/felt.js";
import { result } from "../table/seats.js";
import { t } from "../words.js";
import { askOnce, waitingOr } from "./past.js";

const STEP_MS = 1100;
let timer = 0;

/** The screen. */
export function replay(table, hand) {
  const place = `history/${table}/${hand}`;
  const found = state.local.replay?.table_id === table && state.local.replay.hand === hand ? state.local.replay : null;
  askOnce(place, "replay", { table, hand }, (answer) => {
    if (found) { remember({ replay: answer }); return; }
    stop();
    remember({ replay: answer, replayStep: 0 });
  });
  return h("main", { class: "screen past replay", key: "replay" }, h("a", { class: "back-link", href: `#history/${table}` }, t("Back to the evening")),
    h("h1", { key: "title" }, t("Hand {n}", { n: hand })), waitingOr(place, found, () => player(found)));
}

function player(found) {
  const last = found.steps.length - 1;
  const at = Math.min(state.local.replayStep ?? 0, last);
  const { event, view } = found.steps[at];
  const where = (step) => { remember({ replayStep: Math.max(0, Math.min(last, step)) }); };
  const index = found.numbers.indexOf(found.hand);
  const other = (offset, sign, label) => {
    const number = found.numbers[index + offset];
    return number === undefined ? null : h("a", { key: label, class: "button small", href: `#history/${found.table_id}/${number}` }, label);
  };
  return h("div", { key: "player", class: "player" },
    h("div", { class: "replay-room" }, felt(view, () => null, { onSeat: () => {}, onCard: () => {}, children: null }),
      h("div", { class: "replay-self" }, own(view), mine(view))),
    h("p", { class: "replay-words", role: "status" }, event ? sentence(view, event) : t("The hand begins.")),
    h("div", { class: "replay-controls", role: "group", "aria-label": t("replay") },
      h("button", { "aria-label": t("one step back"), disabled: at === 0, "data-do": "step-back", on: { click: () => { stop(); where(at - 1); } } }, icon("back")),
      h("button", { class: "primary", "aria-label": timer ? t("pause") : t("play"), on: { click: () => (timer ? stop() : start(last)) } }, icon(timer ? "pause" : "play")),
      h("button", { "aria-label": t("one step on"), disabled: at === last, "data-do": "step", on: { click: () => { stop(); where(at + 1); } } }, icon("next")),
      h("input", { type: "range", class: "slider", min: 0, max: last, value: String(at), "aria-label": t("step"), on: { input: (change) => { stop(); where(Number(change.target.value)); } } }),
      h("span", { class: "count" }, t("{done} of {all}", { done: at + 1, all: last + 1 }))),
    h("div", { class: "buttons" }, other(-1, "back", t("Hand before")), other(1, "next", t("Next hand"))),
    !found.remembered && h("p", { class: "hint" }, t("Your own cards that were not played are not shown: azi keeps them only while it runs, never on disk.")));
}

function mine(view) {
  return view.cards.length > 0 && h("div", { class: "replay-hand", role: "img", "aria-label": t("your cards: {cards}", { cards: view.cards.map((shown) => cardName(shown.card)).join(t(", ")) }) }, view.cards.map((shown) => h("div", { key: shown.card }, picture(shown.card))));
}

function own(view) {
  const seat = view.seats.find((one) => one.chair === view.me);
  return seat && h("p", { class: "stack" }, bdi(seat.name, { class: "name" }), " ", h("i", { class: "chip" }), h("span", null, chips(seat.stack)), " ", result(seat.result, true));
}

function start(last) {
  if ((state.local.replayStep ?? 0) >= last) state.local.replayStep = 0;
  timer = setInterval(() => {
    const next = (state.local.replayStep ?? 0) + 1;
    if (next > last || state.place[0] !== "history" || state.place.length < 3) stop();
    else remember({ replayStep: next });
  }, STEP_MS);
  redraw();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  redraw();
}
