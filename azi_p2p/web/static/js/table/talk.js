// Talk and log beside the table: short lines, a few reactions, and what happened; nothing of it is in the record.

import { ask, remember, settings, state } from "../app.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { story } from "../story.js";
import { hue } from "./seats.js";
import { said, t } from "../words.js";

const MAX_LINE = 200;
const REACTIONS = { "👍": "thumb", "👏": "clap", "😄": "smile", "😮": "wonder", "🤝": "hands", "🔥": "fire" };

/** What a line says: a reaction by its name, for a machine may have no font that holds its sign. */
export function lineInWords(text) {
  return { thumb: t("thumbs up"), clap: t("applause"), smile: t("laughter"), wonder: t("amazement"), hands: t("handshake"), fire: t("fire") }[REACTIONS[text]] ?? text;
}

const shownLine = (text) => (Object.hasOwn(REACTIONS, text) ? icon(REACTIONS[text], { "aria-hidden": null, role: "img", "aria-label": lineInWords(text) }) : bdi(text));

export const isMuted = (key) => (settings().muted ?? []).includes(key);

export function mute(key, on) {
  const muted = settings().muted ?? [];
  state.hello.settings = { ...settings(), muted: on ? [...muted, key] : muted.filter((other) => other !== key) };
  return ask("mute", { key, on });
}

/** The lines that are to be read: without those of muted players. */
export const heard = () => state.table.said.filter((line) => !isMuted(line.key));

const send = (line) => ask("chat", { text: line });

async function say(text) {
  const line = text.trim();
  if (!line) return;
  remember({ draft: "" });
  if (!(await send(line)) && !state.local.draft) remember({ draft: text });
}

/** The panel of talk. */
export function talk() {
  const lines = heard();
  return h("div", { class: "talk", key: "talk" },
    h("ol", { class: "lines", tabindex: "0", "aria-label": t("what was said"), ref: stickToEnd },
      lines.length ? lines.map((line, index) => h("li", { key: `${index}`, class: line.mine ? "mine" : "", style: { "--hue": hue(line.key) } },
        bdi(line.name, { class: "name" }), " ", shownLine(line.text))) : h("li", { key: "none", class: "none" }, t("Nobody has said anything yet."))),
    state.table.view?.me === null ? h("p", { class: "hint" }, said("only who sits at the table can talk")) : [h("div", { key: "reactions", class: "reactions", role: "group", "aria-label": t("reactions") },
      Object.keys(REACTIONS).map((sign) => h("button", { key: sign, class: "reaction", "aria-label": lineInWords(sign), title: lineInWords(sign), on: { click: () => send(sign) } }, icon(REACTIONS[sign])))),
    h("form", { key: "say", class: "say", on: { submit: (event) => { event.preventDefault(); say(state.local.draft ?? ""); } } },
      h("input", { type: "text", id: "say", maxlength: MAX_LINE, value: state.local.draft ?? "", placeholder: t("Say something"), "aria-label": t("Say something"), autocomplete: "off",
        on: { input: (event) => remember({ draft: event.target.value }) } }),
      h("button", { class: "icon-button", "aria-label": t("Send") }, icon("send")))]);
}

/** The panel of what happened: the hands seen on this page, the newest at the end. */
export function log(view) {
  const past = (state.local.log ?? []).filter((hand) => hand.table === view.table_id && hand.number !== view.hand_number);
  const hands = [...past, { number: view.hand_number, lines: story(view) }];
  return h("div", { class: "log", key: "log" },
    h("div", { class: "lines", tabindex: "0", role: "region", "aria-label": t("what happened"), ref: stickToEnd },
      hands.filter((hand) => hand.number).map((hand) => h("section", { key: hand.number },
        h("h3", null, t("Hand {n}", { n: hand.number })),
        h("ol", null, hand.lines.map((line, index) => h("li", { key: index, class: `told ${line.kind}` }, line.nodes))))),
      state.table.news.length > 0 && h("section", { key: "news" }, h("h3", null, t("Of the network")),
        h("ol", null, state.table.news.slice(-8).map((words, index) => h("li", { key: index, class: "told news" }, bdi(said(words))))))));
}

/** Keep a finished hand's sentences for the log, when the next one begins. */
export function keepHand(before, view) {
  if (!before?.hand_number || !view || before.table_id !== view.table_id || before.hand_number === view.hand_number) return;
  state.local.log = [...(state.local.log ?? []).slice(-11), { table: before.table_id, number: before.hand_number, lines: story(before) }];
}

// a list that grows stays at its end, unless somebody has scrolled up to read
function stickToEnd(el) {
  let atEnd = true;
  el.addEventListener("scroll", () => { atEnd = el.scrollHeight - el.scrollTop - el.clientHeight < 24; }, { passive: true });
  new MutationObserver(() => { if (atEnd) el.scrollTop = el.scrollHeight; }).observe(el, { childList: true, subtree: true, characterData: true });
  requestAnimationFrame(() => { el.scrollTop = el.scrollHeight; });
}
