// The line to the node: asks, answers, and news pushed; it knows no game.

import { t } from "./words.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
const TAKEN_OVER = 4001;   // the close code of a page that gave way to another
export const CHUNK = 1024 * 1024;

/** Raised where the node refuses; `words` say why. */
export class Refused extends Error {
  constructor(words) {
    super(words?.text ?? "refused");
    this.words = words;
  }
}

const lost = () => new Refused({ text: t("The line to the node is lost.") });

/** Keeps one socket open; `onMessage(message)` for what is pushed, `onState("open"|"closed"|"taken-over")`. */
export class Line {
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.waiting = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT_MS;
    this.ended = false;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.ended = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/socket`));
    socket.onopen = () => { this.wait = FIRST_WAIT_MS; this.onState("open"); };
    socket.onmessage = (event) => this.take(event.data);
    socket.onclose = (event) => {
      if (event.code === TAKEN_OVER && !this.ended) { this.ended = true; this.onState("taken-over"); }
      this.lost(socket);
    };
  }

  take(data) {
    let message;
    try { message = JSON.parse(data); } catch { return; }
    if (message.type === "taken-over") {
      this.ended = true;
      this.onState("taken-over");
      return;
    }
    const asked = this.waiting.get(message.id);
    if (asked && (message.type === "done" || message.type === "refused")) {
      this.waiting.delete(message.id);
      if (message.type === "done") asked.resolve(message);
      else asked.reject(new Refused(message.words));
      return;
    }
    this.onMessage(message);
  }

  lost(socket) {
    if (socket !== this.socket) return;
    for (const asked of this.waiting.values()) asked.reject(lost());
    this.waiting.clear();
    if (this.ended) return;
    this.onState("closed");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 2);
  }

  /** Ask for something; resolves with the answer, rejects with Refused. */
  ask(word, more) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(lost());
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: word, ...more }));
    });
  }

  /** A piece of an upload. */
  async send(bytes) {
    while (this.socket.bufferedAmount > 4 * CHUNK) await new Promise((resolve) => setTimeout(resolve, 20));
    this.socket.send(bytes);
  }
}
