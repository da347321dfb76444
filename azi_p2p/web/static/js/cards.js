// Cards drawn as SVG, faces and backs, and their names in words; not where they lie.

import { h } from "./dom.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const PIPS = {
  s: "M0-9.4C2.6-5 9-1.6 9 3.3A4.4 4.4 0 0 1 1.2 5.6Q1.6 8.2 4.2 9.4H-4.2Q-1.6 8.2-1.2 5.6A4.4 4.4 0 0 1-9 3.3C-9-1.6-2.6-5 0-9.4Z",
  h: "M0 9C-2.6 4.8-9 1-9-4A4.7 4.7 0 0 1 0-5.9A4.7 4.7 0 0 1 9-4C9 1 2.6 4.8 0 9Z",
  d: "M0-9.8Q2.8-4.4 7.4 0Q2.8 4.4 0 9.8Q-2.8 4.4-7.4 0Q-2.8-4.4 0-9.8Z",
  c: "M0-9.2A4.3 4.3 0 0 1 3.5-2.4A4.3 4.3 0 1 1 1.2 4.6Q1.6 8 4.2 9.2H-4.2Q-1.6 8-1.2 4.6A4.3 4.3 0 1 1-3.5-2.4A4.3 4.3 0 0 1 0-9.2Z",
};

// the ram's horn of the steppe's ornament, once; the back repeats it
const HORN = "M0 9V1C0-4-3-6-6-6A3.6 3.6 0 1 0-3.4-.4M0 1C0-4 3-6 6-6A3.6 3.6 0 1 1 3.4-.4";

const COLUMNS = [33, 50, 67];
const FOUR_ROWS = [28, 56, 84, 112];
const LAYOUTS = {
  6: pairs([28, 70, 112]),
  7: [...pairs([28, 70, 112]), [1, 49]],
  8: [...pairs([28, 70, 112]), [1, 49], [1, 91]],
  9: [...pairs(FOUR_ROWS), [1, 70]],
  10: [...pairs(FOUR_ROWS), [1, 42], [1, 98]],
};

function pairs(rows) { return rows.flatMap((y) => [[0, y], [2, y]]); }

/** Put the shapes that all cards use into the document, once. */
export function addShapes() {
  const sprite = document.createElementNS(SVG, "svg");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  const symbol = (id, ...shapes) => {
    const made = document.createElementNS(SVG, "g");
    made.id = id;
    for (const [tag, attributes] of shapes) {
      const el = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
      made.append(el);
    }
    sprite.append(made);
  };
  for (const [suit, d] of Object.entries(PIPS)) symbol(`pip-${suit}`, ["path", { d }]);
  symbol("horn", ["path", { d: HORN, class: "horn" }]);
  symbol("court-K", ...courtShapes("K"));
  symbol("court-Q", ...courtShapes("Q"));
  symbol("court-J", ...courtShapes("J"));
  const horns = [];
  for (let row = 0; row < 5; row++) for (let column = 0; column < 4; column++) {
    const flip = (row + column) % 2 ? " rotate(180)" : "";
    horns.push(["use", { href: "#horn", transform: `translate(${20 + column * 20} ${22 + row * 24})${flip}` }]);
  }
  symbol("back", ["rect", { class: "card-back", x: .75, y: .75, width: 98.5, height: 138.5, rx: 8 }],
    ["rect", { class: "card-back-frame", x: 6, y: 6, width: 88, height: 128, rx: 5 }], ...horns);
  document.body.append(sprite);
}

// Half a figure; the card turns it for the other half. A king with crown and beard, a queen in a saukele, a young man in a fur hat.
function courtShapes(rank) {
  const robe = [
    ["path", { class: "court-robe", d: "M24 70Q25 54 41 50.5H59Q75 54 76 70Z" }],
    ["path", { class: "court-trim", d: "M41 50L50 64L59 50L63.5 51L53 70H47L36.5 51Z" }],
    ["path", { class: "court-line", d: "M27 66q4-1 4-5t-3.5-2M73 66q-4-1-4-5t3.5-2" }],
  ];
  const face = [
    ["path", { class: "court-skin", d: "M46 45H54V53Q50 57 46 53Z" }],
    ["ellipse", { class: "court-skin", cx: 50, cy: 38.5, rx: 9, ry: 10.5 }],
    ["path", { class: "court-mark", d: "M44.6 36.2q1.7-1.2 3.4 0M52 36.2q1.7-1.2 3.4 0M50 37.5v4.3l-1.1.7M47.5 45q2.5 1.5 5 0" }],
  ];
  if (rank === "K") {
    return [...robe, ...face,
      ["path", { class: "court-hair", d: "M40.5 36Q39 53 50 59Q61 53 59.5 36Q58.5 43.5 55.5 43Q50 41 44.5 43Q41.5 43.5 40.5 36ZM46.5 45.6q3.5 1.6 7 0q-3.5 3-7 0Z", "fill-rule": "evenodd" }],
      ["path", { class: "court-gold", d: "M39.5 33L36.5 19.5L43.5 25L50 16L56.5 25L63.5 19.5L60.5 33Q50 29.5 39.5 33Z" }],
      ["path", { class: "court-stone", d: "M50 24.2l2 2.6-2 2.6-2-2.6ZM42.5 27.5l1.3 1.6-1 1.6M57.5 27.5l-1.3 1.6 1 1.6" }]];
  }
  if (rank === "Q") {
    return [
      ["path", { class: "court-veil", d: "M47 17Q29 34 30.5 61L40 51Q38 42 42 33L53 15ZM53 17Q71 34 69.5 61L60 51Q62 42 58 33L47 15Z" }],
      ...robe, 
      ["path", { class: "court-hair", d: "M41 33Q38.5 46 40.5 52L44 50Q42 42 44 34ZM59 33Q61.5 46 59.5 52L56 50Q58 42 56 34Z" }],
      ...face,
      ["path", { class: "court-hair", d: "M41 37Q42 30 50 30Q58 30 59 37Q56 33 50 33.2Q44 33 41 37Z" }],
      ["path", { class: "court-robe", d: "M41 32.5L46.8 15Q50 11.8 53.2 15L59 32.5Q50 28.5 41 32.5Z" }],
      ["path", { class: "court-gold", d: "M40.5 33L41.8 29Q50 25.2 58.2 29L59.5 33Q50 28.8 40.5 33ZM45 20.5L46.2 17Q50 14.8 53.8 17L55 20.5Q50 18 45 20.5Z" }],
      ["path", { class: "court-gold", d: "M42.5 50q7.5 6.5 15 0l.8 2.2q-8.3 7-16.6 0Z" }],
      ["circle", { class: "court-stone", cx: 50, cy: 24, r: 1.7 }]];
  }
  return [...robe, ...face,
    ["path", { class: "court-hair", d: "M45.5 43.6q2.4-1.5 4.5-.2q2.1-1.3 4.5.2q-2.3 1.3-4.5.5q-2.2.8-4.5-.5Z" }],
    ["path", { class: "court-robe", d: "M39.5 29Q41 16 50 15Q59 16 60.5 29Z" }],
    ["path", { class: "court-fur", d: "M37 29.5Q36.5 25.5 41 26Q50 22.8 59 26Q63.5 25.5 63 29.5Q65 36 61.5 41Q58.8 40.5 59.3 33.8Q50 30.5 40.7 33.8Q41.2 40.5 38.5 41Q35 36 37 29.5Z" }],
    ["path", { class: "court-gold", d: "M49 15.2q-1-4 1-5.7q2 1.7 1 5.7Z" }]];
}

const rankOf = (card) => card.slice(0, -1);
export const suitOf = (card) => card.slice(-1);

function face(card) {
  const rank = rankOf(card), suit = suitOf(card);
  const corner = (turned) => h("g", { transform: turned ? "rotate(180 50 70)" : null },
    h("text", { class: "card-rank", x: 13, y: 25, "text-anchor": "middle", textLength: rank === "10" ? 18 : null, lengthAdjust: rank === "10" ? "spacingAndGlyphs" : null }, rank),
    h("use", { href: `#pip-${suit}`, transform: "translate(13 37) scale(.85)" }));
  const parts = [h("rect", { class: "card-face", x: .75, y: .75, width: 98.5, height: 138.5, rx: 8 }), corner(false), corner(true)];
  if (rank in LAYOUTS) {
    for (const [column, y] of LAYOUTS[rank]) {
      parts.push(h("use", { href: `#pip-${suit}`, transform: `translate(${COLUMNS[column]} ${y}) scale(1.02)${y > 70 ? " rotate(180)" : ""}` }));
    }
  } else if (rank === "A") {
    parts.push(h("circle", { class: "ace-ring", cx: 50, cy: 70, r: 28 }),
      ...[0, 90, 180, 270].map((turn) => h("use", { href: "#horn", class: "ace-horn", transform: `rotate(${turn} 50 70) translate(50 32) scale(.8)` })),
      h("use", { href: `#pip-${suit}`, transform: "translate(50 70) scale(2.1)" }));
  } else {
    parts.push(h("rect", { class: "court-frame", x: 24, y: 12, width: 52, height: 116, rx: 3 }),
      h("use", { href: `#court-${rank}` }), h("use", { href: `#court-${rank}`, transform: "rotate(180 50 70)" }),
      h("path", { class: "court-seam", d: "M24 70H76" }),
      h("use", { href: `#pip-${suit}`, transform: "translate(31.5 21) scale(.62)" }),
      h("use", { href: `#pip-${suit}`, transform: "translate(68.5 119) scale(.62) rotate(180)" }));
  }
  return parts;
}

// the same card where it is small: the corner's index grown to fill it
function plain(card) {
  const rank = rankOf(card), suit = suitOf(card);
  return [
    h("rect", { class: "card-face", x: .75, y: .75, width: 98.5, height: 138.5, rx: 9 }),
    h("text", { class: "card-rank big", x: 50, y: 64, "text-anchor": "middle", textLength: rank === "10" ? 64 : null, lengthAdjust: rank === "10" ? "spacingAndGlyphs" : null }, rank),
    h("use", { href: `#pip-${suit}`, transform: "translate(50 102) scale(2.9)" }),
  ];
}

/** The picture of a card: "As", "10h"; null is a card face down. `more`: further props of its svg. */
export function picture(card, more = {}) {
  const { small, ...props } = more;
  if (card === null) return h("svg", { viewBox: "0 0 100 140", class: "card down", "aria-hidden": "true", ...props }, h("use", { href: "#back" }));
  return h("svg", { viewBox: "0 0 100 140", class: "card", "data-suit": suitOf(card), "aria-hidden": "true", ...props }, small ? plain(card) : face(card));
}

/** A card within a sentence. */
export function inline(card) {
  return h("span", { class: "card-word", "data-suit": suitOf(card), role: "img", "aria-label": cardName(card) },
    rankOf(card), h("svg", { viewBox: "-10 -10 20 20", class: "pip", "aria-hidden": "true" }, h("use", { href: `#pip-${suitOf(card)}` })));
}

/** A suit within a sentence. */
export function inlineSuit(suit) {
  return h("span", { class: "card-word", "data-suit": suit, role: "img", "aria-label": suitName(suit) },
    h("svg", { viewBox: "-10 -10 20 20", class: "pip", "aria-hidden": "true" }, h("use", { href: `#pip-${suit}` })));
}

export function suitName(suit) {
  return { s: t("spades"), h: t("hearts"), d: t("diamonds"), c: t("clubs") }[suit];
}

/** A card's name to be spoken: each a message of its own, as rank and suit change with each other in many languages. */
export function cardName(card) {
  return {
    "6s": t("6 of spades"), "7s": t("7 of spades"), "8s": t("8 of spades"), "9s": t("9 of spades"), "10s": t("10 of spades"), "Js": t("jack of spades"), "Qs": t("queen of spades"), "Ks": t("king of spades"), "As": t("ace of spades"),
    "6h": t("6 of hearts"), "7h": t("7 of hearts"), "8h": t("8 of hearts"), "9h": t("9 of hearts"), "10h": t("10 of hearts"), "Jh": t("jack of hearts"), "Qh": t("queen of hearts"), "Kh": t("king of hearts"), "Ah": t("ace of hearts"),
    "6d": t("6 of diamonds"), "7d": t("7 of diamonds"), "8d": t("8 of diamonds"), "9d": t("9 of diamonds"), "10d": t("10 of diamonds"), "Jd": t("jack of diamonds"), "Qd": t("queen of diamonds"), "Kd": t("king of diamonds"), "Ad": t("ace of diamonds"),
    "6c": t("6 of clubs"), "7c": t("7 of clubs"), "8c": t("8 of clubs"), "9c": t("9 of clubs"), "10c": t("10 of clubs"), "Jc": t("jack of clubs"), "Qc": t("queen of clubs"), "Kc": t("king of clubs"), "Ac": t("ace of clubs"),
  }[card];
}
