import { h } from "../dom.js";
export function settingsScreen() { return h("main", { class: "screen", key: "settings" }, h("h1", null, "settings")); }
