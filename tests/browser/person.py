"""A person at the page: what is seen, and clicks, taps or keys; nothing that a person could not do."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

PATIENCE_S: Final = 60.0
"""For anything to happen at all: a busy machine takes its time, a page that is stuck must not hang the run."""

GLANCE_MS: Final = 120

LOOK: Final = """() => {
  const all = (selector, of) => [...document.querySelectorAll(selector)].map(of);
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  return {
    mine: Boolean(document.querySelector(".status.mine")), status: text(".status"), hand: text(".hand-number"),
    acts: all(".dock [data-act]:not(:disabled)", (el) => el.dataset.act),
    playable: all(".own.playable", (el) => el.dataset.card),
    cards: all(".own[data-card]", (el) => el.dataset.card),
    backs: all(".hand.blind .own", (el) => el).length,
    trick: all(".trick .laid", (el) => el).length,
    stage: document.querySelector(".felt")?.dataset.stage ?? "",
    title: document.title,
    chips: all(".plate .stack, .self .stack", (el) => el.textContent),
  };
}"""


class Person:
    """At one page of one browser. `complaints` are what the page's console said and what it asked of other hosts."""

    def __init__(self, browser: Browser, **context: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 720}, "locale": "en", **context})
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.touches = bool(context.get("has_touch"))
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _heard(self, message: Any) -> None:
        lost = any(words in message.text for words in ("ERR_CONNECTION", "WebSocket connection", "Failed to load"))
        if message.type in ("error", "warning") and not lost:
            self.complaints.append(message.text)

    def open(self, address: str) -> None:
        """Open the page and wait until it has heard from its node."""
        self.page.goto(address)
        self.page.wait_for_selector("#nickname, .felt", timeout=PATIENCE_S * 1000)

    def go(self, place: str, wait: str = "main.screen") -> None:
        """To a screen by its address."""
        self.page.evaluate("place => { location.hash = place; }", place)
        self.page.wait_for_selector(wait, timeout=PATIENCE_S * 1000)

    def see(self) -> dict[str, Any]:
        """What there is to see at the table."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def press(self, selector: str) -> bool:
        """Click or tap; whether it was still there."""
        try:
            if self.touches:
                self.page.tap(selector, timeout=1500)
            else:
                self.page.click(selector, timeout=1500)
        except Error:
            return False
        return True

    def act(self, seen: dict[str, Any] | None = None) -> bool:
        """One step of simple play: see every deal through, and never fold. Whether anything was done."""
        seen = seen or self.see()
        if seen["playable"]:
            return self.press(f'.own[data-card="{seen["playable"][0]}"]')
        for wanted in ("enter", "start", "rebuy"):
            if wanted in seen["acts"]:
                return self.press(f'.dock [data-act="{wanted}"]')
        if seen["mine"]:
            for wanted in ("call", "raise", "decline", "look"):
                if wanted in seen["acts"]:
                    return self.press(f'.dock [data-act="{wanted}"]')
        return False

    def wait(self, wanted: Callable[[dict[str, Any]], object], *, playing: bool = False, patience_s: float = PATIENCE_S,
             ) -> dict[str, Any]:
        """Wait for what is seen to be so; with `playing`, act meanwhile."""
        end = time.monotonic() + patience_s
        while True:
            seen = self.see()
            if wanted(seen):
                return seen
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain; last seen: {seen}")
            if not (playing and self.act(seen)):
                self.page.wait_for_timeout(GLANCE_MS)

    def shows(self, selector: str) -> None:
        """Wait until it is there."""
        self.page.wait_for_selector(selector, timeout=PATIENCE_S * 1000)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def close(self) -> None:
        self.context.close()


def hand(number: int) -> Callable[[dict[str, Any]], bool]:
    """Is this hand, or a later one, being played?"""
    return lambda seen: int("".join(filter(str.isdigit, seen["hand"])) or 0) >= number


def my_turn(seen: dict[str, Any]) -> bool:
    """Is it this person's turn?"""
    return bool(seen["mine"])
