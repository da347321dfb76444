"""How fast the page is on this machine: `python -m tests.browser.measure [SECONDS]`; figures, not a test.

The first paint of the page, against that of a lone picture from the same node; its bytes; and how long a card that is
played at one node takes to the screen at another one, proofs included.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.person import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

TABLE: Final = "measured"
PAINTS: Final = 5

WATCH: Final = """() => {
  const now = () => performance.timeOrigin + performance.now();
  const lying = () => document.querySelectorAll(".trick .laid:not(.winner, .loser)").length;
  window.laid = [];
  window.clicked = 0;
  let before = lying();
  new MutationObserver(() => {
    if (lying() > before) window.laid.push(now());
    before = lying();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  addEventListener("click", (event) => { if (event.target.closest(".own.playable")) window.clicked = now(); }, true);
}"""

PAINT: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
BYTES: Final = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce((sum, one) => sum + one.transferSize, 0)"""


def first_paints(browser: Browser, served: Served) -> None:
    """Of the page with an empty cache, and of one picture."""
    page, picture, size = [], [], 0
    person = Person(browser)
    person.open(served.address)
    cookies = person.context.cookies()
    person.close()
    for _ in range(PAINTS):
        for address, times in ((served.root, page), (f"{served.root}static/icon.svg", picture)):
            person = Person(browser)
            person.context.add_cookies(cookies)  # type: ignore[arg-type]
            person.page.goto(address)
            times.append(person.page.wait_for_function(PAINT).json_value())
            if times is page:
                person.shows("#nickname")
                size = person.page.evaluate(BYTES)
            person.close()
    print(f"first paint: {median(page):.0f} ms, {median(page) / median(picture):.1f} times that of a picture alone"
          f" ({median(picture):.0f} ms); {size / 1000:.0f} kB with an empty cache")


def played_cards(playwright: Playwright, directory: Path, seconds: float) -> None:
    """Two nodes, each with a browser; what one plays, until it lies on the other's screen."""
    served = [Served(directory / name, "--name", name) for name in ("A", "B")]
    browsers = [launch(playwright) for _ in served]
    people = [Person(browser) for browser in browsers]
    took: list[float] = []
    try:
        for person, node in zip(people, served, strict=True):
            person.open(node.address)
        first, second = people
        first.go("#make", "#table-name")
        first.page.fill("#table-name", TABLE)
        first.page.get_by_role("radio", name="at 2 players").check(force=True)
        first.page.fill("#option-turn_seconds", "0")
        first.press("[data-do=found]")
        first.shows(".felt")
        second.page.locator(".table-row", has_text=TABLE).get_by_role("button", name="Sit down").click()
        second.shows(".felt")
        for person in people:
            person.page.evaluate(WATCH)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for person, other in ((first, second), (second, first)):
                seen = person.see()
                if not seen["playable"]:
                    if not person.act(seen):
                        person.page.wait_for_timeout(30)
                    continue
                laid = other.page.evaluate("window.laid.length")
                is_last = seen["trick"] == 1       # it ends the trick, and lies there as won or lost
                if person.press(f'.own[data-card="{seen["playable"][0]}"]') and not is_last:
                    other.page.wait_for_function("laid => window.laid.length > laid", arg=laid)
                    took.append(other.page.evaluate("laid => window.laid[laid]", laid)
                                - person.page.evaluate("window.clicked"))
    finally:
        for person, browser, node in zip(people, browsers, served, strict=True):
            person.close()
            browser.close()
            node.stop()
    print(f"a played card on the other's screen: {median(took):.0f} ms (median of {len(took)}),"
          f" {quantiles(took, n=10)[-1]:.0f} ms in nine of ten")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = launch(playwright)
        alone = Served(Path(scratch) / "alone")
        try:
            first_paints(browser, alone)
        finally:
            alone.stop()
            browser.close()
        played_cards(playwright, Path(scratch), seconds)


if __name__ == "__main__":
    main()
