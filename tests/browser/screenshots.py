"""Pictures of the page, for people to look at: `python -m tests.browser.screenshots [DIRECTORY]`; not a test.

Lobby, bidding, tricks, fairness panel and looking back, on a laptop and on a phone, in English and Arabic: one match of
real nodes, and at each moment of it the page is opened in every shape and language. The few that README.md shows are in
the repository, .gitignore names the others.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.person import PATIENCE_S, Person, hand
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

SHAPES: Final[dict[str, dict[str, Any]]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
}
LANGUAGES: Final = ("en", "ar")
SETTLED_MS: Final = 900
"""Until cards that fly have landed."""
QUALITY: Final = 82
BOTS: Final = 4


class Photographer:
    """Opens one node's page as different people would, one after the other, and takes pictures of it."""

    def __init__(self, browser: Browser, served: Served, directory: Path) -> None:
        self.browser, self.served, self.directory = browser, served, directory
        first = Person(browser)
        first.open(served.address)
        self.let_in = first.context.storage_state()
        first.close()

    def open(self, **context: Any) -> Person:
        """The node lets in who has its cookie."""
        person = Person(self.browser, **context, storage_state=self.let_in)
        person.open(self.served.root)
        return person

    def take(self, name: str, prepare: Callable[[Person], None]) -> None:
        """A picture of each shape in each language, of what `prepare` opens."""
        for shape, context in SHAPES.items():
            for language in LANGUAGES:
                person = self.open(**context, locale=language)
                person.page.wait_for_function("wanted => document.documentElement.lang === wanted", arg=language)
                prepare(person)
                person.page.wait_for_timeout(SETTLED_MS)
                path = self.directory / f"{name}-{shape}-{language}.jpg"
                person.page.screenshot(path=path, type="jpeg", quality=QUALITY)
                print(path, flush=True)
                person.close()

    def play(self, until: Callable[[dict[str, Any]], object]) -> None:
        """Play simply until what is seen is so."""
        person = self.open()
        person.wait(until, playing=True, patience_s=5 * PATIENCE_S)
        person.close()


def sit_with_bots(person: Person) -> None:
    """At a table where a moment lasts as long as its pictures take."""
    person.page.click(f".bot-count button:nth-child({BOTS})")
    person.go("#make", "#option-turn_seconds")
    person.page.fill("#option-turn_seconds", "0")
    person.page.click("[data-do=found-bots]")
    person.shows(".felt")


def at_the_table(person: Person) -> None:
    person.go("#table", ".dock")


def fairness(person: Person) -> None:
    at_the_table(person)
    person.page.click(".tools button:nth-child(1)")
    person.shows(".panel .ticks")


def evening(person: Person) -> None:
    person.go("#history", ".past-row")
    person.page.click(".past-row")
    person.shows(".figures")


def replay(person: Person) -> None:
    evening(person)
    person.page.locator(".figures tbody a").nth(-2).click()         # the last one may still be played
    person.shows(".replay-controls")
    person.page.locator(".replay-controls .slider").fill("22")
    person.page.evaluate("scrollTo(0, 0)")


def main() -> None:
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    directory.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = launch(playwright)
        host = Served(Path(scratch) / "host", "--name", "Айгерим")
        served = Served(Path(scratch) / "home", "--name", "Асқар")
        photographer = Photographer(browser, served, directory)
        try:
            other = Person(browser)
            other.open(host.address)
            other.go("#make", "#table-name")
            other.page.click("[data-do=found]")
            photographer.take("lobby", lambda person: person.shows(".table-row"))
            person = photographer.open()
            sit_with_bots(person)
            person.close()
            photographer.play(lambda seen: "call" in seen["acts"] and len(seen["chips"]) > BOTS)
            photographer.take("bidding", at_the_table)
            photographer.play(lambda seen: len(seen["playable"]) > 1 and seen["trick"] > 1)
            photographer.take("table", at_the_table)
            photographer.take("fairness", fairness)
            photographer.play(hand(6))
            photographer.take("evening", evening)
            photographer.take("replay", replay)
        finally:
            served.stop()
            host.stop()
        browser.close()


if __name__ == "__main__":
    main()
