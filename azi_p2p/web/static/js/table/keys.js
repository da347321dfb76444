// The keyboard at the table: each key does what the button beside it does. Keys are known by their place, so that they work
// under any layout.

import { change, set, settings, state } from "../app.js";
import { openPanel } from "../screens/table.js";
import { layCard } from "./hand.js";

const PRESSES = { KeyL: "look", KeyF: "fold", KeyC: "call", KeyE: "enter", KeyD: "decline", KeyS: "start", KeyB: "rebuy" };
const PANELS = { KeyG: "log", KeyW: "fair" };

/** A key came down somewhere on the page. */
export function tableKey(event) {
  const view = state.table.view;
  if (!view || state.place[0] !== "table" || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape" && state.panel && !state.dialog) { openPanel(""); return; }
  if (state.dialog || isTyping(event.target)) return;
  const digit = event.code.match(/^(?:Digit|Numpad)([1-4])$/)?.[1];
  if (digit && !event.shiftKey) layCard(view, Number(digit) - 1);
  else if (PRESSES[event.code]) document.querySelector(`[data-act="${PRESSES[event.code]}"]`)?.click();
  else if (event.code === "KeyR") focusOn("raise-by");
  else if (event.code === "KeyT") { openPanel("talk"); requestAnimationFrame(() => requestAnimationFrame(() => focusOn("say"))); }
  else if (PANELS[event.code]) openPanel(state.panel === PANELS[event.code] ? "" : PANELS[event.code]);
  else if (event.code === "KeyM") set({ sound: settings().sound === false });
  else if (event.key === "?") change({ dialog: "keys" });
  else return;
  event.preventDefault();
}

const isTyping = (el) => el instanceof HTMLElement && (el.isContentEditable || el.tagName === "TEXTAREA" || (el.tagName === "INPUT" && !["checkbox", "radio", "range"].includes(el.type)));

function focusOn(id) {
  const field = document.getElementById(id);
  field?.focus();
  field?.select?.();
}
