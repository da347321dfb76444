"""Every screen, on a laptop and on a phone: nothing that an accessibility checker finds, and nothing too wide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import azi_p2p.web
from tests.browser.person import hand, my_turn
from tests.browser.test_match import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
STATIC = Path(azi_p2p.web.__file__).parent / "static"
MOST_BYTES = 400_000


def faults(person: Person) -> list[str]:
    """What axe finds, each as one line."""
    found = Axe().run(person.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    return [f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
            for one in found.response["violations"] for node in one["nodes"]]


def check(person: Person, what: str) -> None:
    """Nothing found, nothing beyond the width, no complaint in the console."""
    person.page.evaluate("scrollTo(0, 0)")
    assert (what, faults(person)) == (what, [])
    width = person.page.viewport_size["width"]  # type: ignore[index]
    assert (what, person.page.evaluate("document.documentElement.scrollWidth")) == (what, width)
    assert (what, person.complaints) == (what, [])


def without_table(person: Person) -> None:
    """Check each screen that needs no table, in whatever language."""
    for place in ("lobby", "make", "history", "verify", "rules", "settings"):
        person.go(f"#{place}", f"main.{ {'history': 'past'}.get(place, place) }")
        check(person, place)
    person.go("#lobby", "main.lobby")
    person.press(".lobby-side section:last-child > button")
    person.shows("dialog .qr")
    check(person, "link and QR")


@pytest.mark.parametrize("shape", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_screens_without_a_table(
    serve: Callable[..., Served], visit: Callable[..., Person], shape: dict[str, Any],
) -> None:
    without_table(visit(serve(), **shape, reduced_motion="reduce"))


@pytest.mark.parametrize("shape", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_screens_of_a_table(serve: Callable[..., Served], visit: Callable[..., Person], shape: dict[str, Any]) -> None:
    person = visit(serve("--bots", "3"), **shape, reduced_motion="reduce")
    person.wait(my_turn)
    check(person, "bidding")
    for panel in ("Why this deal is fair", "What happened", "Talk"):
        person.page.get_by_role("button", name=panel, exact=True).click()
        person.shows(".panel")
        check(person, panel)
        person.page.get_by_role("button", name="Close", exact=True).click()
    for opening in ("Leave the table", "More"):
        person.page.get_by_role("button", name=opening, exact=True).click()
        person.shows("dialog[open]")
        check(person, opening)
        person.page.keyboard.press("Escape")
        person.page.wait_for_selector("dialog", state="detached")
    person.wait(lambda seen: seen["playable"], playing=True, patience_s=120)
    check(person, "playing")
    person.wait(hand(2), playing=True, patience_s=180)
    person.go("#history", ".past-row")
    check(person, "looking back")
    person.page.click(".past-row")
    person.shows(".figures")
    check(person, "an evening")
    person.page.click(".figures a")
    person.shows(".replay-controls")
    person.page.click("[data-do=step]")
    check(person, "replay")
    person.go("#rules", "main.rules")
    assert person.page.locator(".here").count() > 5
    check(person, "rules at a table")


def test_nothing_moves_for_who_wants_no_motion(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "3"), reduced_motion="reduce")
    person.page.evaluate("""() => {
      window.moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        window.moved.push(this.className);
        return animate.apply(this, given);
      };
    }""")
    person.wait(lambda seen: seen["trick"] > 1, playing=True, patience_s=120)
    person.wait(lambda seen: seen["stage"] == "open" or hand(2)(seen), playing=True, patience_s=180)
    assert person.page.evaluate("window.moved") == []
    assert person.page.evaluate("document.getAnimations().length") == 0
    person.go("#settings", "main.settings")
    person.page.get_by_role("radio", name="cards move").check(force=True)
    person.page.wait_for_function("() => document.documentElement.dataset.motion === 'on'")


def test_the_whole_page_is_small() -> None:
    sizes = {path.name: path.stat().st_size for path in STATIC.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < MOST_BYTES


def test_no_file_asks_for_another_host() -> None:
    """Nothing in the page's own files names an address outside, but for the names of XML's vocabularies."""
    for path in STATIC.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
            assert "innerHTML" not in text, path


def test_every_module_is_asked_for_at_once() -> None:
    """The index names all modules, so that none waits for another to be read first."""
    index = (STATIC / "index.html").read_text("utf-8")
    for path in (STATIC / "js").rglob("*.js"):
        assert f'"/static/{path.relative_to(STATIC).as_posix()}"' in index
