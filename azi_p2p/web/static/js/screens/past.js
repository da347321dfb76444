import { h } from "../dom.js";
export function past() { return h("main", { class: "screen", key: "past" }, h("h1", null, "past")); }
