// Amounts where long ones have no room: short to the eye, exact for a pointer that rests on them and for who listens.

import { h } from "../dom.js";
import { number, short } from "../words.js";

/** So many chips. `write(shape)` makes the text, with `shape` for the amount in it. */
export function chips(amount, write = (shape) => shape(amount)) {
  const [exact, brief] = [write(number), write(short)];
  return brief === exact ? exact : [h("span", { title: exact, "aria-hidden": "true" }, brief), h("span", { class: "sr" }, exact)];
}
