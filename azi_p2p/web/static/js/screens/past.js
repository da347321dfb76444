// Looking back: the tables played here, one of them, and a hand of it step by step.

import { ask, asking, change, go, remember, state } from "../app.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { result } from "../table/seats.js";
import { fill, number, said, t, tableName, tn, when } from "../words.js";
import { chart } from "./chart.js";
import { optionsInShort } from "./options.js";
import { dialog } from "./parts.js";
import { replay } from "./replay.js";

/** The screen that the address asks for: #history, #history/TABLE or #history/TABLE/HAND. */
export function past() {
  const [, table, hand] = state.place;
  if (!table) return list();
  if (hand !== undefined) return replay(table, Number(hand));
  return evening(table);
}

// What was asked for is kept until the address, or the line to the node, is another one.
let asked = "";

/** Ask for something once a place; `take(answer)` or `fail(words)` after it. */
export function askOnce(place, word, more, take) {
  const mark = `${place} ${state.line}`;
  if (asked === mark || state.line !== "open") return;
  asked = mark;
  asking(word, more).then(take, (refused) => remember({ pastFault: said(refused.words), pastFaultAt: place }));
}

export function forgetAsked() { asked = ""; }

export function waitingOr(place, found, draw) {
  if (found) return draw();
  const fault = state.local.pastFaultAt === place ? state.local.pastFault : "";
  return fault ? h("p", { class: "problem", role: "alert", key: "fault" }, fault) : h("p", { class: "none", key: "waiting" }, h("span", { class: "spinner", "aria-hidden": "true" }), " ", t("Reading the record …"));
}

function list() {
  askOnce("history", "history", {}, (answer) => change({ history: answer.tables }));
  return h("main", { class: "screen past", key: "past" }, h("h1", null, t("Looking back")),
    waitingOr("history", state.history, () => (state.history.length ? h("ul", { class: "table-list" }, state.history.map((one) => {
      const summary = one.summary;
      const role = one.now ? t("you sit here") : one.role === "watcher" ? t("watched") : "";
      return h("li", { key: one.table_id }, h("a", { class: "past-row", href: `#history/${one.table_id}` },
        h("span", { class: "table-what" }, h("b", { class: "past-name" }, bdi(tableName(one.name))),
          h("span", { class: "sub" }, when(one.updated), " · ", optionsInShort(one.options), role && ` · ${role}`),
          summary && h("span", { class: "sub" }, summary.players.map((name, index) => [index ? t(", ") : null, bdi(name, { key: index })]))),
        h("span", { class: "past-figures" }, summary && h("span", null, tn("{n} hand", "{n} hands", summary.hands)), summary && summary.result !== null && result(summary.result))));
    })) : h("p", { class: "none", key: "none" }, t("No table has been played here yet.")))));
}

function evening(table) {
  const place = `history/${table}`;
  const found = state.local.evening?.table_id === table ? state.local.evening : null;
  askOnce(place, "table", { table }, (answer) => remember({ evening: answer }));       // it may have gone on since
  return h("main", { class: "screen past", key: "evening" }, h("a", { class: "back-link", href: "#history" }, t("All tables")),
    waitingOr(place, found, () => [
      h("h1", { key: "name" }, bdi(tableName(found.name))),
      h("p", { key: "options", class: "sub" }, optionsInShort(found.options)),
      found.fault && h("p", { key: "fault", class: "problem", role: "alert" }, said(found.fault)),
      found.hands.length ? [ends(found), lines(found), hands(found), statistics(found)] : h("p", { key: "none", class: "none" }, t("No hand was finished at this table.")),
      doings(found),
      state.dialog === "delete" && dialog(t("Delete this table?"), h("p", null, t("Its record is removed from this machine. Other players keep theirs.")),
        h("div", { class: "buttons" }, h("button", { class: "danger", "data-do": "delete", on: { click: async () => {
          change({ dialog: null });
          if (await ask("delete", { table })) { forgetAsked(); remember({ evening: null }); change({ history: null }); go("history"); }
        } } }, t("Delete")))),
    ]));
}

const nameOf = (found, key) => bdi(found.players.find((player) => player.key === key)?.name ?? "?", { class: "name" });

/** Does one sit at this table now? */
const isHere = (found) => state.table.view?.table_id === found.table_id && !state.table.left;

function ends(found) {
  const goesOn = isHere(found) || !found.hands.at(-1).ended;
  return h("section", { key: "ends", class: "card-section ends" }, h("h2", null, goesOn ? t("How the evening stands") : t("How the evening ended")),
    h("ol", { class: "standings" }, found.players.map((player) => h("li", { key: player.key }, bdi(player.name, { class: "name" }), " ", h("code", { dir: "ltr" }, player.badge), player.cheat && h("span", { class: "mark cheat" }, t("expelled: signed something false")), result(player.result)))),
    found.owes.length > 0 && [h("h3", { key: "who" }, t("Who owes whom")), h("ul", { key: "owes", class: "owes" }, found.owes.map((debt, index) => h("li", { key: index }, fill(tn("{from} gives {to} {n} chip", "{from} gives {to} {n} chips", debt.chips), { from: nameOf(found, debt.from), to: nameOf(found, debt.to) }))))]);
}

function lines(found) {
  const series = found.players.map((player) => {
    let last = 0;
    return { name: player.name, points: [0, ...found.hands.map((hand) => (last = hand.results[player.key] ?? last))] };
  });
  return h("section", { key: "lines", class: "card-section" }, h("h2", null, t("Chips over the evening")), chart(series, t("Each player's result after every hand; the figures are in the table of hands.")));
}

function hands(found) {
  return h("section", { key: "hands", class: "card-section" }, h("h2", null, t("Hands")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("table of hands") }, h("table", { class: "figures" },
      h("thead", null, h("tr", null, [t("hand"), t("winner"), t("pot"), t("Azi")].map((word) => h("th", { key: word, scope: "col" }, word)), found.players.map((player) => h("th", { key: player.key, scope: "col" }, bdi(player.name))))),
      h("tbody", null, found.hands.map((hand) => h("tr", { key: hand.number },
        h("th", { scope: "row" }, h("a", { href: `#history/${found.table_id}/${hand.number}`, "aria-label": t("replay hand {n}", { n: hand.number }) }, icon("play"), " ", number(hand.number))),
        h("td", null, hand.winner ? nameOf(found, hand.winner) : "–"), h("td", null, number(hand.pot)), h("td", null, hand.azi ? number(hand.azi) : ""),
        found.players.map((player) => h("td", { key: player.key }, player.key in hand.results ? result(hand.results[player.key]) : "–"))))))));
}

function statistics(found) {
  const rows = [["hands", t("hands played")], ["won", t("hands won")], ["tricks", t("tricks")], ["azi", t("Azi reached")], ["bets", t("bets and raises")], ["folds", t("folds")], ["blind_bets", t("blind bets")], ["blind_won", t("blind bets won")], ["biggest_pot", t("biggest pot won")]];
  return h("section", { key: "statistics", class: "card-section" }, h("h2", null, t("Statistics")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("statistics") }, h("table", { class: "figures" },
      h("thead", null, h("tr", null, h("td"), found.players.map((player) => h("th", { key: player.key, scope: "col" }, bdi(player.name))))),
      h("tbody", null, rows.map(([name, words]) => h("tr", { key: name }, h("th", { scope: "row" }, words), found.players.map((player) => h("td", { key: player.key }, number(player.statistics[name] ?? 0)))))))));
}

function doings(found) {
  return h("div", { key: "doings", class: "buttons" },
    h("a", { class: "button", href: `/record/${found.table_id}`, download: true, "data-do": "record" }, icon("down"), " ", t("Download the record")),
    h("button", { "data-do": "verify", on: { click: async () => { change({ verify: { progress: { done: 0, total: 0 } } }); go("verify"); await ask("verify-table", { table: found.table_id }); } } }, icon("shield"), " ", t("Verify it now")),
    !isHere(found) && h("button", { class: "danger", on: { click: () => change({ dialog: "delete" }) } }, icon("trash"), " ", t("Delete")));
}
