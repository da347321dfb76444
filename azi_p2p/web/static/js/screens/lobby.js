// The lobby: who one is, the tables around, ways in, and what to do where nobody can be found.

import { ask, asking, change, remember, state, toast } from "../app.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { hue } from "../table/seats.js";
import { number, said, t, tableName, tn } from "../words.js";
import { optionsInShort } from "./options.js";
import { copyButton, dialog } from "./parts.js";

const ALONE_S = 10;

export function lobby() {
  const told = state.lobby;
  return h("main", { class: "screen lobby", key: "lobby" },
    h("h1", { class: "sr" }, t("Lobby")),
    h("div", { class: "lobby-grid" },
      h("div", { class: "lobby-main" },
        identity(), unfinished(told), ownTable(),
        h("section", { class: "card-section tables" },
          h("div", { class: "section-head" }, h("h2", null, t("Tables on this network")), told?.status?.heard && h("span", { class: "live" }, h("i", { class: "pulse", "aria-hidden": "true" }), t("listening"))),
          tables(told), alone(told))),
      h("div", { class: "lobby-side" }, play(), byLink(), mine(told))),
    dialogs());
}

function identity() {
  const hello = state.hello;
  const name = state.local.nickname ?? hello?.nickname ?? "";
  const save = async (event) => {
    event?.preventDefault();
    const wanted = (state.local.nickname ?? "").trim();
    if (!wanted || wanted === hello.nickname) { remember({ nickname: undefined }); return; }
    if (await ask("nickname", { name: wanted })) remember({ nickname: undefined });
  };
  return h("form", { class: "identity", on: { submit: save } },
    h("span", { class: "avatar big", style: { "--hue": hello ? hue(hello.key) : "0" }, "aria-hidden": "true" }, h("span", { class: "letter" }, [...name][0]?.toUpperCase() ?? "")),
    h("label", null, h("span", { class: "field-name" }, t("Your name at the table")),
      h("input", { type: "text", id: "nickname", maxlength: 32, value: name, autocomplete: "off", dir: "auto", on: { input: (event) => remember({ nickname: event.target.value }), change: save } })),
    hello && h("span", { class: "badge-key", title: t("Your key. A name can be copied, the key cannot: compare its beginning.") },
      h("span", { class: "field-name" }, t("Your key")), h("span", { class: "key-line" }, h("code", { dir: "ltr" }, hello.fingerprint.slice(0, 9)), copyButton(hello.key))));
}

function unfinished(told) {
  if (!told?.unfinished || state.table.view) return null;
  return h("section", { class: "card-section resume" }, h("div", null, h("h2", null, t("A table waits for you")), h("p", null, bdi(tableName(told.unfinished.name), { class: "name" }))),
    h("button", { class: "primary", "data-do": "resume", on: { click: () => ask("resume") } }, t("Go on")));
}

function ownTable() {
  const view = state.table.view;
  if (!view) return null;
  return h("section", { class: "card-section resume" }, h("div", null, h("h2", null, t("You sit at a table")), h("p", null, bdi(tableName(view.table_name), { class: "name" }))),
    h("a", { class: "button primary", href: "#table" }, t("Back to the table")));
}

function tables(told) {
  const list = told?.tables ?? [];
  if (!list.length) return h("p", { class: "none" }, t("No table yet. Make one, or wait a moment: tables appear here by themselves."));
  return h("ul", { class: "table-list" }, list.map((one) => h("li", { key: one.id, class: "table-row" },
    h("div", { class: "table-what" }, h("h3", null, bdi(one.name, { class: "name" })),
      h("p", { class: "sub" }, h("span", { class: `state ${one.state}` }, stateWord(one.state)), " ", one.options && optionsInShort(one.options)),
      h("p", { class: "sub players" }, one.nodes.map((name, index) => [index ? t(", ") : null, bdi(name, { key: `${index}${name}` })]))),
    h("div", { class: "table-seats", role: "img", "aria-label": t("{taken} of {of} seats taken", { taken: one.taken, of: one.of }) }, Array.from({ length: one.of }, (_, index) => h("i", { key: index, class: index < one.taken ? "taken" : "" }))),
    h("div", { class: "table-do" },
      h("button", { class: "primary small", disabled: one.taken >= one.of, on: { click: () => join(one) } }, one.taken >= one.of ? t("full") : t("Sit down")),
      one.options?.watchers !== false && h("button", { class: "small", on: { click: () => ask("join", { target: one.target ?? one.name, watch: true }) } }, icon("eye"), " ", t("Watch"))))));
}

function stateWord(word) {
  return { waiting: t("waiting for players"), playing: t("playing"), closed: t("over") }[word] ?? word;
}

const BY_INVITATION = "this table is by invitation: ask its founder for one (azi whoami shows your key)";

/** Sit down or look on; where an invitation is wanted, it is asked for. Whether one is there now. */
async function joinAt(target, watch) {
  try {
    return await asking("join", { target, watch });
  } catch (refused) {
    if (refused.words?.template === BY_INVITATION) change({ dialog: ["token", target] });
    else toast(said(refused.words) || t("That did not work."), "fault");
    return null;
  }
}

const join = (one) => joinAt(one.target ?? one.name, false);

function alone(told) {
  if (!told || told.tables.length) return null;
  const hard = told.findings.filter((finding) => finding.level !== "fine");
  if (told.status?.heard && told.alone_seconds < ALONE_S && !hard.length) return null;
  const what = told.status?.heard === false && told.status.what;
  return h("div", { class: "alone", key: "alone" },
    h("h3", null, what ? said(told.status.what) : t("No table of others has been heard.")),
    h("p", null, what && told.status.do ? said(told.status.do) : t("On some networks (guest Wi-Fi, phone hotspots) devices do not hear each other. Join by link or address instead: both work without being heard.")),
    hard.length > 0 && h("ul", { class: "findings" }, hard.map((finding, index) => h("li", { key: index, class: finding.level }, h("b", null, said(finding.what)), finding.do && h("span", null, said(finding.do))))),
    h("button", { class: "small", on: { click: async () => { remember({ looking: true }); await ask("look_around"); remember({ looking: false }); } }, disabled: Boolean(state.local.looking) }, state.local.looking ? t("Looking …") : t("Look for the reason")));
}

function play() {
  const count = state.local.bots ?? 3;
  const busy = state.local.seating;
  return h("section", { class: "card-section play-now" },
    h("h2", null, t("Play with bots")),
    h("p", { class: "hint" }, t("At once, offline; every deal proven as with people.")),
    h("div", { class: "bot-count", role: "group", "aria-label": t("how many bots") }, [1, 2, 3, 4, 5].map((n) => h("button", { key: n, class: "quick-amount", "aria-pressed": String(n === count), "aria-label": tn("{n} bot", "{n} bots", n), on: { click: () => remember({ bots: n }) } }, number(n)))),
    h("button", { class: "primary wide", "data-do": "bots", disabled: Boolean(busy), on: { click: async () => {
      remember({ seating: true });
      await ask("bots", { count, options: {} });
      remember({ seating: false });
    } } }, icon("play"), " ", busy ? t("The bots sit down …") : t("Play")),
    h("a", { class: "button wide", href: "#make", "data-do": "make" }, icon("plus"), " ", t("Make a table for people")));
}

function byLink() {
  const busy = Boolean(state.local.joining);
  const submit = async (event, watch) => {
    event.preventDefault();
    const target = (state.local.target ?? "").trim();
    if (!target || busy) return;
    remember({ joining: true });
    if (await joinAt(target, watch)) remember({ target: "" });
    remember({ joining: false });
  };
  return h("section", { class: "card-section" }, h("form", { class: "stacked", on: { submit: (event) => submit(event, false) } },
    h("h2", null, t("Join by link or address")),
    h("label", null, h("span", { class: "field-name" }, t("link, or address like 192.168.1.20:4747")), h("input", { type: "text", id: "target", dir: "ltr", value: state.local.target ?? "", autocomplete: "off", autocapitalize: "off", spellcheck: "false", on: { input: (event) => remember({ target: event.target.value }) } })),
    h("div", { class: "buttons" }, h("button", { class: "primary", disabled: busy }, busy ? t("Looking …") : t("Sit down")), h("button", { type: "button", disabled: busy, on: { click: (event) => submit(event, true) } }, t("Watch")))));
}

function mine(told) {
  return h("section", { class: "card-section" }, h("h2", null, t("Where others find you")),
    told?.addresses.length ? h("ul", { class: "addresses" }, told.addresses.map((address) => h("li", { key: address }, h("code", { dir: "ltr" }, address), copyButton(address)))) : h("p", { class: "none" }, t("This machine has no address on a network.")),
    told?.link && h("button", { class: "small", on: { click: () => change({ dialog: "share" }) } }, icon("link"), " ", t("Link and QR code")));
}

/** Link and picture of one's own table or node. */
export function share() {
  const told = state.lobby;
  return h("div", { class: "share" },
    told?.qr && h("img", { class: "qr", src: told.qr, alt: t("QR code of the link"), width: 220, height: 220 }),
    h("p", { class: "hint" }, t("Whoever scans this needs azi installed: the code holds a link for «Join by link», and opens nothing by itself.")),
    told?.link && h("div", { class: "link-row" }, h("code", { dir: "ltr" }, told.link), copyButton(told.link)),
    told?.addresses.length > 0 && h("ul", { class: "addresses" }, told.addresses.map((address) => h("li", { key: address }, h("code", { dir: "ltr" }, address), copyButton(address)))));
}

function dialogs() {
  const [word, more] = Array.isArray(state.dialog) ? state.dialog : [state.dialog];
  if (word === "share") return dialog(t("Link and QR code"), share());
  if (word === "token") {
    const send = async (event) => {
      event.preventDefault();
      if (!(await ask("join", { target: more, watch: false, invitation: (state.local.token ?? "").trim() }))) return;
      remember({ token: "" });
      change({ dialog: null });
    };
    return dialog(t("This table wants an invitation"), h("form", { class: "stacked", on: { submit: send } },
      h("p", null, t("Send the founder your key; paste the invitation that comes back.")),
      h("div", { class: "link-row" }, h("code", { dir: "ltr" }, state.hello?.key), copyButton(state.hello?.key)),
      h("label", null, h("span", { class: "field-name" }, t("invitation")), h("input", { type: "text", dir: "ltr", value: state.local.token ?? "", autocomplete: "off", on: { input: (event) => remember({ token: event.target.value }) } })),
      h("div", { class: "buttons" }, h("button", { class: "primary" }, t("Sit down")))));
  }
  return null;
}
