// Says aloud, through a live region, what happens at the table; for those who listen to the page.

import { sound } from "../sounds.js";
import { spoken, story } from "../story.js";
import { isolate, t } from "../words.js";
import { statusLine } from "./controls.js";
import { heard, lineInWords } from "./talk.js";

let talked = 0;

/** What is new since the view before. */
export function announce(before, view) {
  const polite = document.getElementById("told");
  const lines = [];
  if (view && before && view.table_id === before.table_id) {
    const fresh = view.hand_number === before.hand_number ? view.events.slice(before.events.length) : view.events;
    for (const line of story(view, fresh)) lines.push(spoken(line.nodes));
  }
  const said = heard();
  if (said.length > talked && before) for (const line of said.slice(talked)) if (!line.mine) { lines.push(t("{name} says: {text}", { name: isolate(line.name), text: isolate(lineInWords(line.text)) })); sound("talk"); }
  talked = said.length;
  const turn = (one) => Boolean(one?.legal && one.waits_for.includes(one.me));
  if (view && turn(view) && (!turn(before) || before.step !== view.step)) {
    lines.push(spoken(statusLine(view)));
    sound("turn");
  }
  if (!lines.length) return;
  const said_now = document.createElement("p");
  said_now.textContent = lines.join(" ");
  polite.append(said_now);
  while (polite.children.length > 6) polite.firstChild.remove();
}
