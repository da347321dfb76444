import { h } from "../dom.js";
export function rules() { return h("main", { class: "screen", key: "rules" }, h("h1", null, "rules")); }
