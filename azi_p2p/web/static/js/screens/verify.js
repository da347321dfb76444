import { h } from "../dom.js";
export function verify() { return h("main", { class: "screen", key: "verify" }, h("h1", null, "verify")); }
