// Things that move over the table: cards that fly, tricks that are gathered, chips that slide. It changes nothing else.

import { afterDrawing, mayMove, redraw } from "../app.js";
import { sound } from "../sounds.js";

const HOLD_MS = 1250;
const AZI_MS = 4000;
const AZI_LEAST_MS = 2000;
const FLY_MS = 300;
const EASE = "cubic-bezier(.2,.7,.2,1)";

let before = null;      // the view that was shown last
let held = null;        // a trick just finished, that still lies there: {deal, hand, toAzi, cards, winner, number, timer}
let azi = null;         // an Azi that has just come: {event, hand, isNew}
let handPlaces = {};    // where one's own cards lay, by card

/** The trick that lies on the table now, which may be the one just finished: {cards: [[chair, card]], winner, key}. */
export function trickOnTable(view) {
  if (held && lies(view)) return { cards: held.cards, winner: held.winner, key: `${held.deal}-${held.number}` };
  const over = view.trick.length > 0 && view.events.at(-1)?.kind === "TrickWon";   // in a replay a won trick lies until the next step
  return { cards: view.trick, winner: over ? view.last_trick_winner : null, key: `${dealOf(view)}-${tricksDone(view) - (over ? 1 : 0)}` };
}

/** The Azi that has just come, for a few seconds, also while the next deal is made; less long where one is to decide. */
export const freshAzi = (view) => (azi && azi.hand === handOf(view) && (azi.isNew || !view.legal) ? azi.event : null);

/** May the held trick lie there? One that came to Azi lies on while the next deal is made. */
const lies = (view) => held.deal === dealOf(view) || (held.toAzi && held.hand === handOf(view));

const handOf = (view) => `${view.table_id}-${view.hand_number}`;

const dealOf = (view) => `${view.table_id}-${view.hand_number}-${view.deal_number}`;

const tricksDone = (view) => view.events.filter((event) => event.kind === "TrickWon").length;

/** Take note of a new view: keep a finished trick lying for a moment, and make the sounds. */
export function notice(view) {
  const old = before;
  before = view;
  if (!view || !old || old.table_id !== view.table_id) { letGo(); azi = null; return; }
  const fresh = view.hand_number === old.hand_number ? view.events.slice(old.events.length) : view.events;
  const done = tricksDone(view);
  const sameDeal = dealOf(view) === dealOf(old);
  const came = fresh.findLast((event) => event.kind === "Azi");
  if (came) {
    const mine = (azi = { event: came, hand: handOf(view), isNew: true });
    setTimeout(() => { mine.isNew = false; redraw(); }, AZI_LEAST_MS);
    setTimeout(() => { if (azi === mine) { azi = null; redraw(); } }, AZI_MS);
  }
  if (fresh.some((event) => event.kind === "TrickWon") && view.last_trick.length) {
    letGo();
    held = {
      deal: dealOf(came ? old : view), hand: handOf(view), toAzi: Boolean(came), cards: view.last_trick, winner: view.last_trick_winner, number: done - 1,
      timer: setTimeout(() => { gather(); held = null; redraw(); }, HOLD_MS),
    };
  } else if (held && (!lies(view) || view.trick.length)) {
    if (sameDeal) gather();     // the next card is led: it shall be seen at once
    letGo();
  }
  for (const event of fresh) {
    if (event.kind === "Bet" || event.kind === "Called" || event.kind === "OpenedShort" || event.kind === "EntryPaid") sound("chips");
    else if (event.kind === "Played") sound("play");
    else if (event.kind === "Dealt") sound("deal");
    else if (event.kind === "Azi") sound("azi");
    else if (event.kind === "HandWon") {
      if (event.chair === view.me) sound("won");
      else sound("chips");
      afterDrawing(() => slide(".pot .stack-of-chips", seatPlace(event.chair), 5));
    } else if (event.kind === "Leads") afterDrawing(() => {
      for (const bet of document.querySelectorAll(".bet")) bet.classList.add("swept");
    });
  }
}

function letGo() {
  if (held) clearTimeout(held.timer);
  held = null;
}

const seatPlace = (chair) => document.querySelector(`[data-chair="${chair}"] .avatar`)?.getBoundingClientRect();

const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/** A card that has just been laid flies from where it was held. */
export function flyIn(el, chair, card) {
  if (!mayMove()) return;
  afterDrawing(() => {
    const to = el.getBoundingClientRect();
    const from = handPlaces[card] ?? seatPlace(chair);
    if (!from || !to.width) return;
    const [x, y] = centre(from), [tox, toy] = centre(to);
    const scale = handPlaces[card] ? from.width / to.width : 0.5;
    el.animate([
      { transform: `translate(${x - tox}px, ${y - toy}px) scale(${scale})`, opacity: handPlaces[card] ? 1 : 0.3 },
      { transform: "none", opacity: 1 },
    ], { duration: FLY_MS, easing: EASE });
  });
}

/** A card that has just been dealt comes from the stock; `order` says how late. */
export function dealIn(el, order) {
  if (!mayMove()) return;
  afterDrawing(() => {
    const from = document.querySelector(".stock")?.getBoundingClientRect();
    const to = el.getBoundingClientRect();
    if (!from || !to.width) return;
    const [x, y] = centre(from), [tox, toy] = centre(to);
    el.animate([
      { transform: `translate(${x - tox}px, ${y - toy}px) rotate(-140deg) scale(.6)`, opacity: 0 },
      { opacity: 1, offset: 0.25 },
      { transform: "none", opacity: 1 },
    ], { duration: 380, delay: order * 60, easing: EASE, fill: "backwards" });
  });
}

/** A card is turned over in its place. */
export function turnOver(el, order) {
  if (!mayMove()) return;
  el.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }],
    { duration: 240, delay: order * 70, easing: "ease-out", fill: "backwards" });
}

/** Remember where one's own cards lie, for the flight of the one that is played. */
export function rememberHand() {
  for (const el of document.querySelectorAll(".hand [data-card]")) handPlaces[el.dataset.card] = el.getBoundingClientRect();
}

export function forgetHand() { handPlaces = {}; }

function gather() {
  if (!held || !mayMove()) return;
  const to = seatPlace(held.winner);
  const room = document.querySelector(".flights");
  if (!to || !room) return;
  sound("gather");
  const [tox, toy] = centre(to);
  for (const card of document.querySelectorAll(".trick .laid")) {
    const box = card.getBoundingClientRect();
    const ghost = card.querySelector("svg").cloneNode(true);
    fly(ghost, box, `translate(${tox - box.left - box.width / 2}px, ${toy - box.top - box.height / 2}px) scale(.3) rotate(60deg)`, 420);
  }
}

function slide(selector, to, count) {
  const from = document.querySelector(selector)?.getBoundingClientRect();
  if (!from || !to || !mayMove()) return;
  const [tox, toy] = centre(to);
  for (let index = 0; index < count; index++) {
    const chip = document.createElement("span");
    chip.className = "chip";
    fly(chip, from, `translate(${tox - from.left - from.width / 2}px, ${toy - from.top - from.height / 2}px)`, 500, index * 55);
  }
}

function fly(ghost, box, transform, duration, delay = 0) {
  const room = document.querySelector(".flights");
  if (!room) return;
  ghost.classList.add("flying");
  for (const [name, value] of [["left", box.left], ["top", box.top], ["width", box.width], ["height", box.height]]) ghost.style.setProperty(name, `${value}px`);
  room.append(ghost);
  const end = () => ghost.remove();
  ghost.animate([{ transform: "none", opacity: 1 }, { transform, opacity: 0.15 }], { duration, delay, easing: "cubic-bezier(.5,0,.3,1)", fill: "both" }).finished.then(end, end);
}
