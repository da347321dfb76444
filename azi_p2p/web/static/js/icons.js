// Small pictures for buttons, as strokes on a 24 by 24 grid; they never stand without words for those who do not see them.

import { h } from "./dom.js";

const PATHS = {
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 8.5a5 5 0 0 1 0 7M18 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  talk: "M4 5.5h16v11H10.5L6 20v-3.5H4Z",
  log: "M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.5M4 12h.5M4 18h.5",
  shield: "M12 3.5l7.5 2.8V12c0 4.5-3.2 7.3-7.5 8.7C7.7 19.3 4.5 16.5 4.5 12V6.3ZM8.5 12l2.5 2.5 4.5-5",
  gear: "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  close: "M6 6l12 12M18 6L6 18",
  leave: "M14 4.5H5.5v15H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5",
  copy: "M9 9h10.5v11H9ZM5 15H4.5V4H15v.8",
  down: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14",
  up: "M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19.5h14",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  play: "M8 5.5l10.5 6.5L8 18.5Z",
  pause: "M8 5.5v13M16 5.5v13",
  next: "M6 5.5l9 6.5-9 6.5ZM18.5 5.5v13",
  back: "M18 5.5L9 12l9 6.5ZM5.5 5.5v13",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6Z",
  people: "M9 11.5a3.2 3.2 0 1 0 0-6.4a3.2 3.2 0 0 0 0 6.4ZM3 19c.3-3.3 2.8-5 6-5s5.7 1.7 6 5M16 5.5a3 3 0 0 1 0 5.8M17.5 14.3c2 .7 3.3 2.3 3.5 4.7",
  plus: "M12 5v14M5 12h14",
  book: "M12 6.5C10 5 7.5 4.5 4 4.5V18c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2ZM12 6.5V20",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16ZM12 7.5V12l3 2",
  link: "M10 14l4-4M8.5 11.5L6 14a3.5 3.5 0 0 0 5 5l2.5-2.5M15.5 12.5L18 10a3.5 3.5 0 0 0-5-5l-2.5 2.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  offline: "M4 4l16 16M8.5 15.5a5 5 0 0 1 5-1.2M5.5 12a9 9 0 0 1 4-2.3M2.5 8.8A14 14 0 0 1 6.5 6.4M12 19h.01M14 9.5a9 9 0 0 1 4.5 2.5M11 5a14 14 0 0 1 10.5 3.8",
  cup: "M5 8.5h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4ZM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8.5 3v2.5M12.5 3v2.5",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  send: "M4 12l16-7-5 15-3.5-6.5Z",
  crown: "M4.5 18h15M5 15L3.5 7l5 3.5L12 5l3.5 5.5 5-3.5L19 15Z",
};

export function icon(name, more = {}) {
  return h("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", "data-icon": name, ...more }, h("path", { d: PATHS[name] }));
}
