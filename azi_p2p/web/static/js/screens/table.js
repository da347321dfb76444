// The screen of a table: header, felt, hand and what may be done, and a panel beside it.

import { ask, change, go, redraw, remember, set, settings, state } from "../app.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { nameAt, story } from "../story.js";
import { chips } from "../table/chips.js";
import { controls, ranOut, statusLine } from "../table/controls.js";
import { fairness, showCard } from "../table/fairness.js";
import { felt } from "../table/felt.js";
import { hand } from "../table/hand.js";
import { freshAzi } from "../table/motion.js";
import { avatar, BETWEEN, marks, result, tricksWon } from "../table/seats.js";
import { heard, isMuted, log, mute, talk } from "../table/talk.js";
import { fill, number, t, tableName, tn } from "../words.js";
import { share } from "./lobby.js";
import { copyButton, dialog } from "./parts.js";

/** Seconds left of a seat that is due, now. */
export function deadline(seat) {
  return seat.seconds_left === null ? null : Math.max(0, seat.seconds_left - (performance.now() - state.tableAt) / 1000);
}

/** The screen. */
export function table() {
  const view = state.table.view;
  if (!view) return h("main", { class: "screen none", key: "no-table" }, h("h1", null, t("No table")), h("p", null, t("You sit at no table now.")), h("a", { class: "button primary", href: "#lobby" }, t("Back to the lobby")));
  const wide = state.panel && h("aside", { key: "panel", class: "panel", "aria-label": t("beside the table") }, panel(view));
  return h("div", { class: `table-screen${state.panel ? " with-panel" : ""}`, key: "table" },
    header(view),
    h("main", { class: "room", key: "room" },
      h("h1", { class: "sr" }, t("Table {name}", { name: tableName(view.table_name) })),
      felt(view, deadline, { onSeat: (seat) => change({ dialog: ["seat", seat.key] }), onCard: (card) => { showCard(card); change({ panel: "fair" }); }, children: over(view) }),
      dock(view)),
    wide,
    h("div", { class: "flights", key: "flights", "aria-hidden": "true" }),
    dialogs(view));
}

function header(view) {
  const unread = heard().length - (state.local.readTalk ?? 0);
  const tab = (word, sign, label, count) => h("button", { key: word, class: "icon-button", "aria-pressed": String(state.panel === word), "aria-label": count ? t("{label}, {n} new", { label, n: count }) : label, title: label, on: { click: () => openPanel(state.panel === word ? "" : word) } },
    icon(sign), count > 0 && h("span", { class: "count", "aria-hidden": "true" }, number(count)));
  return h("header", { class: "bar", key: "bar" },
    h("button", { class: "icon-button", "aria-label": t("Leave the table"), title: t("Leave the table"), on: { click: () => change({ dialog: "leave" }) } }, icon("leave")),
    h("div", { class: "title" }, h("span", { class: "table-name" }, bdi(tableName(view.table_name))),
      h("span", { class: "sub" }, h("span", { class: view.short_code ? "hand-number" : null }, view.hand_number ? t("Hand {n}", { n: view.hand_number }) : t("not begun")), view.short_code && h("button", { class: "short-code", title: t("the table's code"), dir: "ltr", on: { click: () => openPanel("fair") } }, view.short_code))),
    h("div", { class: "tools" },
      tab("fair", "shield", t("Why this deal is fair")),
      tab("log", "log", t("What happened")),
      tab("talk", "talk", t("Talk"), state.panel === "talk" ? 0 : Math.max(0, unread)),
      h("button", { class: "icon-button", "aria-pressed": String(settings().sound === false), "aria-label": t("Mute"), title: t("Mute"), on: { click: () => set({ sound: settings().sound === false }) } }, icon(settings().sound === false ? "mute" : "sound")),
      h("button", { class: "icon-button", "aria-label": t("More"), title: t("More"), on: { click: () => change({ dialog: "more" }) } }, icon("dots"))));
}

/** Open a panel beside the table: fair, log, talk, or none. */
export function openPanel(word) {
  if (word === "talk") state.local.readTalk = heard().length;
  change({ panel: word });
}

function panel(view) {
  const names = { fair: t("Why this deal is fair"), log: t("What happened"), talk: t("Talk") };
  if (state.panel === "talk") state.local.readTalk = heard().length;
  return [
    h("div", { class: "panel-head", key: "head" }, h("h2", null, names[state.panel]), h("button", { class: "icon-button", "aria-label": t("Close"), on: { click: () => openPanel("") } }, icon("close"))),
    state.panel === "fair" ? fairness(view) : state.panel === "log" ? log(view) : talk(),
  ];
}

function dock(view) {
  const me = view.seats.find((seat) => seat.key === view.my_key);
  const due = me?.due;
  return h("section", { class: `dock${due ? " due" : ""}`, key: "dock", "aria-label": t("you"), "data-stage": view.stage, "data-chair": me && me.chair >= 0 ? me.chair : null },
    h("div", { class: "self", key: "self" },
      me && [avatar(me, view, deadline), h("div", { class: "who", key: "who" },
        h("span", { class: "name-line" }, bdi(me.name, { class: "name" }), tricksWon(me)),
        h("span", { class: "stack" }, h("i", { class: "chip" }), h("span", null, chips(me.stack)), " ", result(me.result, true))),
      ownMarks(me, view).map(([kind, words]) => h("span", { key: kind, class: `mark ${kind}` }, words))]),
    hand(view),
    h("div", { class: "decide", key: "decide" },
      ranOut(),
      h("p", { class: `status${due && view.legal ? " mine" : ""}`, key: "status" }, statusLine(view), due && me.seconds_left !== null && view.legal ? h("span", { class: "seconds" }, tn("{n} s", "{n} s", Math.ceil(deadline(me)))) : null),
      controls(view)));
}

function ownMarks(me, view) {
  const found = marks(me, view, deadline);
  if (!view.sitting_out || me.standing === "leaving") return found.slice(0, 2);
  const out = ["out", me.standing === "playing" ? t("then sits out") : t("You are sitting out")];
  return [out, ...found.filter(([kind]) => kind !== "away" && kind !== "out")].slice(0, 2);
}

// what lies over the felt: who won, a table that waits for players, somebody silent
function over(view) {
  const parts = [];
  const won = view.events.findLast((event) => event.kind === "HandWon");
  // where nobody can buy in, the next deal begins at once, and the word is said over it
  const azi = view.stage === "enter" ? view.events.findLast((event) => event.kind === "Azi") : view.stage !== "play" && freshAzi(view);
  if (won && BETWEEN.has(view.stage) && !view.over && view.stage !== "closed") {
    parts.push(h("div", { key: `won-${view.hand_number}`, class: `banner${won.chair === view.me ? " mine" : ""}` },
      h("p", null, fill(t("{who} wins {chips}"), { who: nameAt(view, won.chair), chips: won.payouts.find(([chair]) => chair === won.chair)?.[1] ?? won.pot }))));
  } else if (azi) parts.push(h("div", { key: "azi", class: "banner azi" }, h("p", null, t("Azi!")), h("small", null, t("Three tricks, three winners: the pot of {pot} stays.", { pot: azi.pot }))));
  const silent = view.me === null ? [] : view.may_vote_gone.filter((chair) => isSilent(view, chair));
  if (silent.length) parts.push(h("div", { key: "vote", class: "ask-gone", role: "group", "aria-label": t("players who do not answer") }, silent.map((chair) => h("div", { key: chair },
    h("span", null, fill(t("{who} does not answer."), { who: nameAt(view, chair) })),
    h("button", { class: "small", "data-act": "vote", on: { click: () => change({ dialog: ["vote", chair] }) } }, t("Vote gone"))))));
  const { onward } = state.table;
  if (onward) parts.push(h("div", { key: "onward", class: "ask-gone", role: "group", "aria-label": t("Go on in a new table") }, h("div", null,
    h("span", null, fill(t("{name} has founded {value} out of this table, with its stacks"), { name: bdi(onward.by), value: bdi(onward.table_name) })),
    h("button", { class: "small", "data-act": "along", on: { click: () => ask("go_along") } }, t("Go along")))));
  else if (isStuck(view)) parts.push(h("div", { key: "stuck", class: "ask-gone", role: "group", "aria-label": t("Go on in a new table") }, h("div", null,
    h("span", null, t("Half of the players are gone: nothing is decided without them.")),
    h("button", { class: "small", "data-act": "goon", on: { click: () => change({ dialog: "goon" }) } }, t("Go on in a new table")))));
  if (!view.hands && view.stage === "open") parts.push(waiting(view));
  if (view.stage === "closed" || view.over) parts.push(h("div", { key: "closed", class: "poster" }, h("h2", null, t("The match is over")), standings(view), view.may_rebuy && h("p", { class: "hint" }, t("A new stack begins it anew.")),
    h("div", { class: "buttons" }, h("a", { class: "button", href: `#history/${view.table_id}` }, t("Look back")), h("button", { class: "primary", "data-act": "end", on: { click: () => change({ dialog: "leave" }) } }, t("Leave")))));
  return parts;
}

// A vote is open against everyone who is due; it is offered once he is overdue, has no link, or lets an untimed table wait.
const PATIENCE_MS = 40_000;
const dueSince = new Map();

function isSilent(view, chair) {
  const seat = view.seats.find((one) => one.chair === chair);
  const place = `${view.step}-${chair}`;
  if (!dueSince.has(place)) {
    if (dueSince.size > 60) dueSince.clear();
    dueSince.set(place, performance.now());
  }
  if (!seat || !seat.connected) return true;
  const left = deadline(seat);
  return left === null ? performance.now() - dueSince.get(place) > PATIENCE_MS : left <= 0;
}

/** Is one waited for who has no link, where those who have one are no majority? Then no vote can go on without him. */
function isStuck(view) {
  if (view.me === null || !view.hands || state.table.left || state.table.offline) return false;
  const counted = view.seats.filter((seat) => seat.chair >= 0 && !["gone", "away", "cheat"].includes(seat.standing));
  return counted.some((seat) => seat.due && !seat.connected) && 2 * counted.filter((seat) => seat.connected).length <= counted.length;
}

function standings(view) {
  return h("ol", { class: "standings" }, [...view.seats].filter((seat) => seat.chair >= 0).sort((one, other) => other.result - one.result).map((seat) => h("li", { key: seat.key }, bdi(seat.name, { class: "name" }), " ", result(seat.result, true))));
}

function waiting(view) {
  const lobby = state.lobby;
  const others = view.seats.filter((seat) => seat.key !== view.my_key);
  const told = view.founder === view.my_key && !state.table.offline;    // a guest has found the way
  return h("div", { key: "waiting", class: "poster" },
    h("h2", null, tn("{n} player is here", "{n} players are here", view.seats.length)),
    others.length > 0 && h("p", { class: "players" }, others.map((seat, index) => [index ? t(", ") : null, bdi(seat.name, { key: seat.key, class: "name" })])),
    state.table.offline && h("p", { class: "hint" }, h("span", { class: "spinner", "aria-hidden": "true" }), " ", t("The bots sit down …")),
    told && [
      h("p", { key: "way", class: "hint" }, t("Others on this network see the table in their lobby. Elsewhere, they join by this link:")),
      lobby?.link && h("div", { key: "link", class: "link-row" }, h("code", { dir: "ltr" }, lobby.link), copyButton(lobby.link)),
      h("div", { key: "more", class: "buttons" }, h("button", { class: "small", on: { click: () => change({ dialog: "share" }) } }, icon("people"), " ", t("Show the QR code")),
        view.options.seating === "invite" && h("button", { class: "small", on: { click: () => change({ dialog: "invite" }) } }, icon("crown"), " ", t("Sign an invitation")))]);
}

// --- windows ---

function dialogs(view) {
  const [word, more] = Array.isArray(state.dialog) ? state.dialog : [state.dialog];
  switch (word) {
    case "leave": return leaving(view);
    case "more": return moreMenu(view);
    case "share": return dialog(t("Invite to this table"), share());
    case "keys": return dialog(t("Keys"), keyList());
    case "vote": return dialog(t("Vote gone?"), h("p", null, fill(t("{who} is then voted absent, if most agree, and forfeits the hand. Your vote binds: a late move is not accepted any more."), { who: nameAt(view, more) })),
      h("div", { class: "buttons" }, h("button", { class: "danger", on: { click: () => { change({ dialog: null }); ask("vote", { chair: more }); } } }, t("Vote gone"))));
    case "seat": return seatWindow(view, more);
    case "goon": return goingOn(view);
    case "invite": return dialog(t("Invite a player"), inviting());
    default: return null;
  }
}

function leaving(view) {
  const me = view.seats.find((seat) => seat.key === view.my_key);
  const during = me && me.chair >= 0 && !BETWEEN.has(view.stage);
  const playing = during && (me.standing === "playing" || me.standing === "leaving");
  const seated = me && !state.table.left;
  // between hands one goes with a signed word, so that nobody waits for him; this takes until the others' node has it
  const signed = seated && me.chair >= 0 && !during && (view.hand_number > 0 || view.seats.length < 3);
  const away = async (now) => {
    change({ dialog: null });
    if (!state.table.left && !(await ask("leave", { now }))) return;
    if (!now && !state.table.left) { state.local.homeward = signed; return; }
    if (await ask("dismiss")) go("lobby");
  };
  return dialog(t("Leave the table?"),
    h("p", null, !seated ? t("You only look on: leaving costs nothing.")
      : playing ? (me.paid ? tn("Leaving now gives up this hand: the {n} chip that you have in it stays in the pot.", "Leaving now gives up this hand: the {n} chips that you have in it stay in the pot.", me.paid) : t("Leaving now gives up this hand; you have no chips in it."))
        : fill(tn("You are in no hand: you leave with {n} chip ({result}).", "You are in no hand: you leave with {n} chips ({result}).", me.stack), { result: result(me.result) })),
    playing && seated && h("p", { class: "hint" }, t("Until the others have voted you gone, you can come back to the same hand.")),
    h("div", { class: "buttons" },
      during && seated && me.standing !== "leaving" && h("button", { class: "primary", "data-act": "leave", on: { click: () => away(false) } }, t("Leave after this hand")),
      h("button", { class: playing ? "danger" : during ? "" : "primary", "data-act": "leave-now", on: { click: () => away(!signed) } }, during && seated ? t("Leave now") : t("Leave")),
      seated && h("a", { class: "button", href: "#lobby", on: { click: () => change({ dialog: null }) } }, t("Look at the lobby, keep the seat"))));
}

function moreMenu(view) {
  const me = view.seats.find((seat) => seat.key === view.my_key);
  const close = (task) => () => { change({ dialog: null }); task(); };
  const item = (key, sign, label, task) => h("button", { key, class: "menu-item", "data-act": key, on: { click: close(task) } }, icon(sign), h("span", null, label));
  const founder = view.founder === view.my_key;
  const quiet = settings().sound === false;
  return dialog(t("This table"), h("div", { class: "menu" },
    me && me.chair >= 0 && item("sitout", "cup", view.sitting_out ? t("Play again") : t("Sit out after this hand"), () => ask("sitout", { out: !view.sitting_out })),
    item("share", "people", t("Invite to this table"), () => change({ dialog: "share" })),
    founder && view.options.seating === "invite" && item("invite", "crown", t("Sign an invitation"), () => change({ dialog: "invite" })),
    view.me !== null && view.hands > 0 && item("goon", "next", t("Go on in a new table"), () => change({ dialog: "goon" })),
    item("rules", "book", t("Rules"), () => go("rules")),
    item("history", "clock", t("Looking back"), () => go("history", view.table_id)),
    h("button", { key: "mute", class: "menu-item", "data-act": "mute", "aria-pressed": String(quiet), on: { click: close(() => set({ sound: quiet })) } }, icon(quiet ? "mute" : "sound"), h("span", null, t("Mute"))),
    item("settings", "gear", t("Settings"), () => go("settings")),
    item("keys", "dots", t("Keys"), () => change({ dialog: "keys" }))));
}

/** The keys that do something at the table. */
function keyList() {
  const keys = [["1 2 3 4", t("lay that card, or put it away")], ["L", t("look at your cards")], ["F", t("fold")], ["C", t("call")], ["R", t("choose how much to raise; Enter raises")], ["E", t("come in after Azi")], ["D", t("stay out")],
    ["S", t("deal the next hand")], ["B", t("take a new stack")], ["T", t("talk")], ["G", t("what happened")], ["W", t("why this deal is fair")], ["M", t("mute")], ["?", t("this list")], ["Esc", t("close what is open")]];
  return h("dl", { class: "keys" }, keys.map(([key, words]) => h("div", { key }, h("dt", { dir: "ltr" }, key.split(" ").map((one) => h("kbd", { key: one }, one))), h("dd", null, words))));
}

function seatWindow(view, key) {
  const seat = view.seats.find((one) => one.key === key);
  if (!seat) return null;
  const mine = key === view.my_key;
  return dialog(bdi(seat.name),
    h("dl", { class: "facts" },
      h("div", null, h("dt", null, t("key")), h("dd", { dir: "ltr" }, seat.badge)),
      h("div", null, h("dt", null, t("chips")), h("dd", null, number(seat.stack))),
      h("div", null, h("dt", null, t("so far")), h("dd", null, result(seat.result))),
      h("div", null, h("dt", null, t("in this hand")), h("dd", null, tn("paid {n} chip", "paid {n} chips", seat.paid))),
      marks(seat, view, deadline).map(([kind, words]) => h("div", { key: kind }, h("dt", null, t("now")), h("dd", null, words)))),
    !mine && h("div", { class: "buttons" }, h("button", { "aria-pressed": String(isMuted(key)), on: { click: () => { mute(key, !isMuted(key)); redraw(); } } }, isMuted(key) ? t("Hear again") : t("Mute this player")),
      view.may_vote_gone.includes(seat.chair) && h("button", { class: "danger", on: { click: () => change({ dialog: ["vote", seat.chair] }) } }, t("Vote gone"))));
}

function goingOn(view) {
  const go_on = async (event) => {
    event.preventDefault();
    if (await ask("go_on", { name: state.local.goOnName ?? view.table_name })) change({ dialog: null });
  };
  return dialog(t("Go on in a new table"), h("form", { class: "stacked", on: { submit: go_on } },
    h("p", null, t("When half of the players are gone and nothing moves, those who are left found a new table out of this one, with the stacks of the last finished hand. One of you founds it, the others join it.")),
    h("label", null, h("span", null, t("name of the new table")), h("input", { type: "text", maxlength: 40, value: state.local.goOnName ?? view.table_name, on: { input: (event) => { state.local.goOnName = event.target.value; } } })),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, t("Go on in a new table")))));
}

function inviting() {
  const made = state.local.invitation;
  const make = async (event) => {
    event.preventDefault();
    const done = await ask("invite", { key: (state.local.inviteKey ?? "").trim() });
    if (done) remember({ invitation: done.token });
  };
  return h("form", { class: "stacked", on: { submit: make } },
    h("p", { class: "hint" }, t("Ask the player for the key shown in his lobby. The invitation is for that key only.")),
    h("label", null, h("span", null, t("the player's key")), h("input", { type: "text", dir: "ltr", value: state.local.inviteKey ?? "", autocomplete: "off", on: { input: (event) => remember({ inviteKey: event.target.value, invitation: "" }) } })),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, t("Sign an invitation"))),
    made && h("div", { class: "link-row" }, h("code", { dir: "ltr" }, made), copyButton(made)));
}
