// Parts that several screens share: windows, buttons that copy, fields; no screen of its own.

import { afterDrawing, change, state, toast } from "../app.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

let isWindowDrawn = false;

/** Lines that stay a few seconds, below an open window in which they stand already. Called after the screen is described. */
export function toasts() {
  const within = isWindowDrawn;
  isWindowDrawn = false;
  return within ? null : lines();
}

function lines() {
  return h("div", { key: "toasts", class: "toasts", role: "status" }, state.toasts.map((one) => h("p", { key: one.id, class: `toast ${one.kind}` }, one.text)));
}

/** A window over the page; closes with Esc, its button, or a click beside it. The page below is dimmed and silent: lines stand in it. */
export function dialog(title, ...inside) {
  isWindowDrawn = true;
  const close = () => {
    const { opener } = state;
    change({ dialog: null });
    afterDrawing(() => { if (opener?.isConnected) opener.focus(); });
  };
  return h("dialog", {
    key: "dialog", class: "window", "aria-labelledby": "window-title", ref: (el) => {
      state.opener = document.activeElement;
      afterDrawing(() => { if (el.isConnected && !el.open) el.showModal(); });
    },
    on: { close, cancel: close, click: (event) => { if (event.target === event.currentTarget) close(); } },
  }, h("div", { class: "window-body" },
    h("div", { class: "window-head" }, h("h2", { id: "window-title" }, title), h("button", { class: "icon-button", "aria-label": t("Close"), on: { click: close } }, icon("close"))), ...inside), lines());
}

export function copyButton(text) {
  return h("button", { type: "button", class: "icon-button", "aria-label": t("Copy"), title: t("Copy"), on: { click: async () => {
    try { await navigator.clipboard.writeText(text); toast(t("Copied.")); } catch { toast(t("This browser does not let the page copy."), "fault"); }
  } } }, icon("copy"));
}

/** A labelled choice of a few values: [[value, words]]. */
export function choice(label, name, values, value, onChoose, hint) {
  return h("fieldset", { class: "choice", key: name }, h("legend", null, label), hint && h("p", { class: "hint" }, hint),
    h("div", { class: "segments" }, values.map(([one, words]) => h("label", { key: String(one) }, h("input", { type: "radio", name, value: String(one), checked: one === value, on: { change: () => onChoose(one) } }), h("span", null, words)))));
}

/** Give a file to the person, from one of the node's addresses. */
export function download(address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
