// What the page knows now, and asking the node; not how it is drawn.

import { Line } from "./socket.js";
import { setSound } from "./sounds.js";
import { said, t } from "./words.js";

const TOAST_MS = 6000;
export const TICK_MS = 250;

/** All that is drawn is drawn from this; each part is replaced as a whole. */
export const state = {
  hello: null,            // who this node is, its options, presets and settings
  lobby: null,            // tables around, addresses
  table: { view: null, said: [], news: [], left: "" },
  tableAt: 0,             // when it came, by performance.now()
  fair: null,             // the story of the deals
  verify: null,           // progress or report of a record being checked
  history: null,          // tables played here
  line: "connecting",     // connecting, open, closed, taken-over
  place: [],              // the parts of the address after #
  toasts: [],
  panel: "",              // log, talk or fair, beside the table
  dialog: null,           // what is asked in a window of its own: a word, or [word, more]
  opener: null,           // what had the focus when that window opened
  local: {},              // what screens remember: drafts, choices ahead
};

const afterwards = [];
let draw = () => {};
let asked = false;

/** Draw soon; many calls make one drawing. */
export function redraw() {
  if (asked) return;
  asked = true;
  if (document.hidden) setTimeout(drawNow, 0);
  else requestAnimationFrame(drawNow);
}

/** Draw what was asked for at once: a view that came shall not wait for the next frame to begin. */
export function drawNow() {
  if (!asked) return;
  asked = false;
  const focused = document.activeElement;
  draw();
  keepFocus(focused);
  for (const task of afterwards.splice(0)) task();
}

/** Whoever goes by keyboard is not sent back to the beginning when the button he pressed is no longer there. */
function keepFocus(had) {
  if (!had || had.isConnected || document.activeElement !== document.body) return;
  const opener = had.closest("dialog") && state.opener?.isConnected ? state.opener : null;
  const place = document.querySelector("dialog[open] h2") ?? opener ?? document.querySelector(".decide") ?? document.querySelector("main");
  if (place && place.tabIndex < 0) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}

/** Do it once what was described stands on the page. */
export const afterDrawing = (task) => afterwards.push(task);

export const setDrawing = (drawing) => { draw = drawing; };

export function change(parts) {
  Object.assign(state, parts);
  redraw();
}

/** Remember something for a screen. */
export function remember(parts) {
  Object.assign(state.local, parts);
  redraw();
}

export function go(...place) {
  const hash = `#${place.map(encodeURIComponent).join("/")}`;
  if (location.hash === hash) change({ dialog: null });
  else location.hash = hash;
}

/** A line that stays a few seconds; `kind`: note or fault. */
export function toast(text, kind = "note") {
  const one = { text, kind, id: `${performance.now()}-${Math.random()}` };
  change({ toasts: [...state.toasts.slice(-2), one] });
  setTimeout(() => change({ toasts: state.toasts.filter((other) => other !== one) }), TOAST_MS);
}

let line = null;

/** Open the line; `take(message)` gets what is pushed. */
export function connect(take) {
  line = new Line(take, (now) => change({ line: now }));
}

export const takeOver = () => line.connect();
export const sendBytes = (bytes) => line.send(bytes);

/** Ask the node; what it refuses is said in a toast, and the answer is null. */
export async function ask(word, more) {
  try {
    return await line.ask(word, more);
  } catch (refused) {
    toast(said(refused.words) || t("That did not work."), "fault");
    return null;
  }
}

/** Ask the node; a refusal is thrown, for who shows it at its place. */
export const asking = (word, more) => line.ask(word, more);

const decided = new Set();

/** Ask for what the table allows now, once: a second click, before the view that follows, is not another wish. */
export async function decide(word, more) {
  const wish = `${word} ${more?.action?.kind ?? ""}`;
  if (decided.has(wish)) return;
  decided.add(wish);
  if (await ask(word, more) === null) decided.delete(wish);
}

/** The table has moved: everything may be decided anew. */
export const undecided = () => decided.clear();

export const act = (kind, more) => decide("act", { action: { kind, ...more } });

export const settings = () => state.hello?.settings ?? {};

export function set(parts) {
  if (state.hello) state.hello = { ...state.hello, settings: { ...state.hello.settings, ...parts } };
  applySettings();
  redraw();
  return ask("settings", parts);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const touch = matchMedia("(pointer: coarse)");
calm.addEventListener("change", () => { applySettings(); redraw(); });

/** May things move? */
export const mayMove = () => settings().motion === "on" || (settings().motion !== "off" && !calm.matches);

/** Are irrevocable things asked for twice? */
export const isGuarded = () => settings().guard !== false && touch.matches;

export function applySettings() {
  const { deck, cardSize, sound } = settings();
  const root = document.documentElement;
  root.dataset.deck = deck ?? "two-colour";
  root.dataset.cards = cardSize ?? "medium";
  root.dataset.motion = mayMove() ? "on" : "off";
  setSound(sound !== false);
}
