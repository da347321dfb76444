"""Pictures of the page, for people to look at: `python -m tests.browser.screenshots [DIRECTORY]`; not a test.

Lobby, table, fairness panel and looking back, on a laptop and on a phone, in English and Arabic, from real nodes.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.person import Person, hand
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHAPES: Final[dict[str, dict[str, Any]]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
}
LANGUAGES: Final = ("en", "ar")
SETTLED_MS: Final = 900
"""Until cards that fly have landed."""


def take(browser: Browser, directory: Path, shape: str, language: str) -> None:
    """All pictures of one shape and language."""
    with tempfile.TemporaryDirectory() as scratch:
        host = Served(Path(scratch) / "host", "--name", "Айгерим")
        served = Served(Path(scratch) / "home", "--name", "Асқар")
        person = Person(browser, **SHAPES[shape], locale=language)
        other = Person(browser)

        def picture(name: str) -> None:
            person.page.wait_for_timeout(SETTLED_MS)
            path = directory / f"{name}-{shape}-{language}.png"
            person.page.screenshot(path=path)
            print(path)

        try:
            other.open(host.address)
            other.go("#make", "#table-name")
            other.press("[data-do=found]")
            person.open(served.address)
            person.page.wait_for_selector(".table-row", timeout=20_000)
            picture("lobby")
            person.press(".bot-count button:nth-child(4)")
            person.press("[data-do=bots]")
            person.shows(".felt")
            person.wait(lambda seen: seen["mine"] and "call" in seen["acts"], playing=True, patience_s=120)
            picture("bidding")
            person.wait(lambda seen: len(seen["playable"]) > 1 and seen["trick"] > 1, playing=True, patience_s=240)
            picture("table")
            person.press(".tools button:nth-child(1)")
            person.shows(".panel .ticks")
            picture("fairness")
            person.press(".panel-head button")
            person.wait(hand(5), playing=True, patience_s=300)
            person.go("#history", ".past-row")
            person.page.click(".past-row")
            person.shows(".figures")
            picture("evening")
            person.page.click(".figures a")
            person.shows(".replay-controls")
            person.page.locator(".replay-controls .slider").fill("22")
            picture("replay")
        finally:
            person.close()
            other.close()
            served.stop()
            host.stop()


def main() -> None:
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    directory.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for shape in SHAPES:
            for language in LANGUAGES:
                take(browser, directory, shape, language)
        browser.close()


if __name__ == "__main__":
    main()
