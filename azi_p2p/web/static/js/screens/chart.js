// The evening as lines: each player's result after every hand. The same figures stand in a table for those who cannot see it.

import { bdi, h } from "../dom.js";
import { number, short, signed } from "../words.js";

const WIDTH = 720, HEIGHT = 260, RIGHT = 16, TOP = 14, BOTTOM = 26;
const COLOURS = ["#f2d79c", "#8edba9", "#9db7ff", "#ff9c8a", "#e3a6f0", "#7fd4e0"];
const DASHES = [null, "8 4", "2 4", "10 3 2 3", "5 3", "1 3 6 3"];

/** Lines of `series` [{name, points}], a point before the first hand and one after each. */
export function chart(series, label) {
  const all = series.flatMap((one) => one.points);
  const count = Math.max(...series.map((one) => one.points.length), 2);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const step = niceStep((high - low || 100) / 4);
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step || step];
  const ticks = [];
  for (let value = bottom; value <= top; value += step) ticks.push([value, value ? signed(value, short) : number(value)]);
  const left = Math.max(56, 7 * Math.max(...ticks.map(([, words]) => words.length)));
  const x = (index) => left + ((WIDTH - left - RIGHT) * index) / (count - 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (top - value)) / (top - bottom || 1);
  const every = Math.max(1, Math.ceil((count - 1) / 12));
  return h("figure", { class: "chart" },
    h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      ticks.map(([value, words]) => h("g", { key: `y${value}` }, h("line", { class: value === 0 ? "zero" : "grid", x1: left, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }), h("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, words))),
      Array.from({ length: count }, (_, index) => index % every === 0 && h("text", { key: `x${index}`, x: x(index), y: HEIGHT - 6, "text-anchor": "middle" }, number(index))),
      series.map((one, index) => h("g", { key: `${index}` },
        h("polyline", { class: "curve", points: one.points.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "), stroke: COLOURS[index % 6], "stroke-dasharray": DASHES[index % 6] }),
        h("circle", { cx: x(one.points.length - 1), cy: y(one.points.at(-1)), r: 4, fill: COLOURS[index % 6] })))),
    h("figcaption", null, series.map((one, index) => h("span", { key: index, class: "key" },
      h("svg", { viewBox: "0 0 28 8", class: "key-stroke", "aria-hidden": "true" }, h("line", { x1: 0, x2: 28, y1: 4, y2: 4, stroke: COLOURS[index % 6], "stroke-width": 3, "stroke-dasharray": DASHES[index % 6] })),
      bdi(one.name), " ", signed(one.points.at(-1) ?? 0)))));
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough);
}
