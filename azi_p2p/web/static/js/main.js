// Begins the page: words, line, screens and keys; draws whatever the place in the address says.

import { addShapes } from "./cards.js";
import { applySettings, ask, change, connect, drawNow, go, redraw, setDrawing, state, takeOver, TICK_MS, undecided } from "./app.js";
import { h, show } from "./dom.js";
import { icon } from "./icons.js";
import { table } from "./screens/table.js";
import { lobby } from "./screens/lobby.js";
import { make } from "./screens/make.js";
import { toasts } from "./screens/parts.js";
import { past } from "./screens/past.js";
import { rules } from "./screens/rules.js";
import { settingsScreen } from "./screens/settings.js";
import { verify } from "./screens/verify.js";
import { announce } from "./table/announce.js";
import { doAhead } from "./table/controls.js";
import { disarm } from "./table/hand.js";
import { tableKey } from "./table/keys.js";
import { forgetHand, notice } from "./table/motion.js";
import { keepHand } from "./table/talk.js";
import { watchScreen } from "./table/awake.js";
import { setCatalogue, t, tableName } from "./words.js";

const SCREENS = { lobby, make, table, history: past, verify, rules, settings: settingsScreen };
const app = document.getElementById("app");

function place() {
  state.place = location.hash.slice(1).split("/").filter(Boolean).map(decodeURIComponent);
  change({ dialog: null });
}

function draw() {
  const word = state.place[0] ?? (state.table.view ? "table" : "lobby");
  const screen = SCREENS[word] ?? lobby;
  const mine = isMyTurn();
  document.title = mine ? t("Your turn · Azi") : state.table.view ? `${tableName(state.table.view.table_name)} · Azi` : "Azi";
  document.getElementById("favicon").href = mine ? "/static/icon-turn.svg" : "/static/icon.svg";
  show(app, word === "table" && state.table.view ? null : navigation(word), connection(), screen(), toasts());
  document.body.dataset.screen = word;
  watchScreen();
}

function isMyTurn() {
  const view = state.table.view;
  return Boolean(view?.legal && !state.table.left && view.waits_for.includes(view.me));
}

function navigation(word) {
  const link = (to, sign, label) => h("a", { key: to, href: `#${to}`, "aria-current": word === to ? "page" : null }, icon(sign), h("span", null, label));
  return h("nav", { key: "nav", class: "navigation", "aria-label": t("screens") },
    h("span", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 })),
    state.table.view ? link("table", "play", t("Table")) : null,
    link("lobby", "people", t("Lobby")), link("history", "clock", t("Looking back")), link("verify", "shield", t("Verify")), link("rules", "book", t("Rules")), link("settings", "gear", t("Settings")));
}

function connection() {
  if (state.line === "open") return null;
  if (state.line === "taken-over") {
    return h("div", { key: "line", class: "line-lost", role: "alert" }, h("p", null, t("This table is open in another page now.")), h("button", { class: "small", on: { click: takeOver } }, t("Use it here")));
  }
  if (state.line === "connecting") return h("div", { key: "line", class: "line-lost quiet" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("p", null, t("Connecting to the node …")));
  return h("div", { key: "line", class: "line-lost", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("p", null, t("The node does not answer. The page comes back by itself once azi runs again.")));
}

const TAKES = {
  hello(message) {
    change({ hello: message });
    applySettings();
    speak(message);
  },
  lobby(message) { change({ lobby: message }); },
  view(message) {
    const before = state.table.view;
    tellApart(message.view?.seats ?? [], message.said);
    keepHand(before, message.view);
    change({ table: message, tableAt: performance.now() });
    if (before?.step !== message.view?.step) { disarm(); undecided(); }
    if (before && message.view && (before.deal_number !== message.view.deal_number || before.hand_number !== message.view.hand_number)) forgetHand();
    notice(message.view);
    announce(before, message.view);
    if (message.view && !message.left) doAhead(message.view);
    if (!before && message.view && ["lobby", "make"].includes(state.place[0] ?? "lobby")) go("table");
    if (before && !message.view && state.place[0] === "table") go("lobby");
    if (message.left && state.local.homeward) ask("dismiss");
    if (message.left || !message.view) state.local.homeward = false;
    drawNow();
  },
  fair(message) { change({ fair: message.story }); },
  verify(message) { change({ verify: message }); },
  history(message) { change({ history: message.tables }); },
};

/** Players whose names look the same get the beginning of their keys beside them, wherever they are named. */
function tellApart(seats, lines) {
  const looks = (seat) => seat.name.normalize("NFKC").toLowerCase();
  const alike = seats.filter((seat) => seats.some((other) => other !== seat && looks(other) === looks(seat)));
  for (const seat of alike) {
    const name = `${seat.name} ${seat.badge}`;
    for (const line of lines) if (line.key === seat.key) line.name = name;
    seat.shown = name;
  }
  for (const seat of alike) seat.name = seat.shown;
}

let spoken = "";

/** Take the reader's language: the one chosen, else the browser's first that there is. */
async function speak(hello) {
  const wanted = [hello.settings.language, ...navigator.languages.map((one) => one.split("-")[0].toLowerCase()), "en"];
  const language = wanted.find((one) => hello.languages.includes(one)) ?? "en";
  if (language === spoken) return;
  spoken = language;
  try {
    const answer = await fetch(`/catalogue/${language}.json`);
    const catalogue = answer.ok ? await answer.json() : null;
    if (catalogue && spoken === language) setCatalogue(catalogue);    // unless another was chosen meanwhile
  } catch { spoken = ""; /* the line says that the node is gone; it is tried again with the next hello */ }
  redraw();
}

addShapes();
setDrawing(draw);
place();
addEventListener("hashchange", () => { place(); scrollTo(0, 0); });
addEventListener("keydown", tableKey);
addEventListener("visibilitychange", redraw);
connect((message) => TAKES[message.type]?.(message));
setInterval(() => { if (state.table.view?.waits_for.length && !document.hidden) redraw(); }, TICK_MS);
draw();
