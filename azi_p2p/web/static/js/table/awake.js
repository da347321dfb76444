// Keeps the screen on while a hand is played, where the browser lets the page ask for it.

import { state } from "../app.js";
import { BETWEEN } from "./seats.js";

let lock = null;
let asking = false;

/** Ask for the screen to stay on, or let it go, as the table is now. */
export async function watchScreen() {
  const view = state.table.view;
  const wanted = Boolean(view && view.me !== null && !BETWEEN.has(view.stage) && !state.table.left && !document.hidden);
  if (!wanted) {
    lock?.release();
    lock = null;
    return;
  }
  if (lock || asking || !navigator.wakeLock) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /* a battery that is low, or a browser that does not: the hand goes on */ }
  asking = false;
}
