// Verifying a record: give a file, watch it being checked by this node, read the verdict.

import { asking, change, remember, sendBytes, state } from "../app.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { CHUNK } from "../socket.js";
import { result } from "../table/seats.js";
import { fill, number, said, t, tableName, tn } from "../words.js";

const MAX_SIZE = 64 * 1024 * 1024;

/** The screen. */
export function verify() {
  const told = state.verify;
  const busy = state.local.sending || (told && !told.report && !told.refused);
  return h("main", { class: "screen verify", key: "verify" }, h("h1", null, t("Verify a record")),
    h("p", { class: "sub" }, t("A table's record proves every deal, move and chip to anyone, without trusting who sat there. Everything in it is checked here, from nothing.")),
    h("label", { class: `drop${state.local.dragging ? " over" : ""}`, on: {
      dragover: (event) => { event.preventDefault(); if (!state.local.dragging) remember({ dragging: true }); },
      dragleave: () => remember({ dragging: false }),
      drop: (event) => { event.preventDefault(); remember({ dragging: false }); send(event.dataTransfer.files[0]); },
    } }, icon("up"), h("b", null, t("Drop a record here, or choose a file")), h("small", null, t("a file of azi record, or downloaded under «Looking back»")),
    h("input", { type: "file", id: "record", "aria-label": t("record to verify"), disabled: Boolean(busy), on: { change: (event) => { send(event.target.files[0]); event.target.value = ""; } } })),
    busy && progress(told), !busy && state.local.verifyFault && h("p", { class: "problem", role: "alert", key: "fault" }, state.local.verifyFault),
    !busy && told?.refused && h("section", { key: "refused", class: "verdict wrong", role: "alert" }, h("h2", null, icon("close"), " ", t("This is no record")), h("p", null, said(told.refused))),
    !busy && told?.report && verdict(told.report));
}

async function send(file) {
  if (!file) return;
  if (file.size > MAX_SIZE) {
    remember({ verifyFault: t("The file is larger than 64 MB: verify it with azi verify.") });
    return;
  }
  change({ verify: null });
  remember({ sending: file.name, verifyFault: "" });
  try {
    await asking("verify-begin", { size: file.size });
    for (let at = 0; at < file.size; at += CHUNK) await sendBytes(await file.slice(at, at + CHUNK).arrayBuffer());
    change({ verify: { progress: { done: 0, total: 0 } } });
    await asking("verify-end");
  } catch (refused) {
    change({ verify: null });
    remember({ verifyFault: said(refused.words) || t("The file could not be read.") });
  }
  remember({ sending: null });
}

function progress(told) {
  const { done = 0, total = 0 } = told?.progress ?? {};
  return h("section", { key: "progress", class: "card-section" }, h("p", null, total ? tn("Checked {done} of {n} signed message", "Checked {done} of {n} signed messages", total, { done }) : t("Reading the record …")),
    h("progress", { max: total || 1, value: total ? String(done) : null, "aria-label": t("progress") }));
}

/** So many checks of a kind: the number stands out. */
function checked(kind, n) {
  const kept = { n: "{n}" };
  const words = {
    signature: tn("{n} signature", "{n} signatures", n, kept), key: tn("{n} proof of a key", "{n} proofs of keys", n, kept),
    commitment: tn("{n} sealed number", "{n} sealed numbers", n, kept), shuffle: tn("{n} shuffle proof", "{n} shuffle proofs", n, kept),
    share: tn("{n} batch of card shares", "{n} batches of card shares", n, kept), suit: tn("{n} proof of suit", "{n} proofs of suit", n, kept),
    cut: tn("{n} cut of the deck", "{n} cuts of the deck", n, kept), step: tn("{n} step with its digest", "{n} steps with their digests", n, kept),
    vote: tn("{n} vote of absence", "{n} votes of absence", n, kept), opening: tn("{n} opening of a hand", "{n} openings of hands", n, kept),
    move: tn("{n} bid or card, by the rules", "{n} bids and cards, by the rules", n, kept), chips: tn("{n} sum of all chips", "{n} sums of all chips", n, kept),
  }[kind] ?? `{n} ${kind}`;
  return h("li", { key: kind }, icon("check"), h("span", null, fill(words, { n: h("b", null, number(n)) })));
}

function verdict(report) {
  return h("section", { key: "verdict", class: `verdict ${report.ok ? "right" : "wrong"}`, role: "status" },
    h("h2", null, icon(report.ok ? "check" : "close"), " ", report.ok ? (report.complete ? t("Everything in this record is right") : t("Right as far as it goes")) : t("This record is wrong")),
    report.error && h("p", { class: "why" }, said(report.error)),
    report.unfinished && h("p", null, said(report.unfinished)),
    h("p", null, t("Table:"), " ", bdi(tableName(report.table), { class: "name" }), " · ", tn("{n} hand", "{n} hands", report.hands), " · ", tn("{n} deal", "{n} deals", report.deals), " · ", tn("{n} signed message", "{n} signed messages", report.entries)),
    report.players.length > 0 && h("ul", { class: "standings" }, report.players.map((player) => h("li", { key: player.key }, bdi(player.name, { class: "name" }), " ", h("code", { dir: "ltr" }, player.fingerprint.slice(0, 9)), " ", result(player.result), player.cheat && h("span", { class: "mark cheat" }, t("expelled: signed something false"))))),
    report.evidence.length > 0 && h("div", { class: "evidence" }, h("h3", null, t("Proven cheats")), h("ul", null, report.evidence.map((one, index) => h("li", { key: index }, bdi(one.name), ": ", bdi(said(one.how)))))),
    h("h3", null, report.ok ? t("Checked, and right") : t("Checked before the fault")),
    h("ul", { class: "checks" }, Object.entries(report.checks).filter(([, count]) => count).map(([kind, count]) => checked(kind, count))));
}
