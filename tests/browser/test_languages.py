"""The page in its languages: chosen from the browser, changeable, and from right to left in Arabic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from azi_p2p.web.catalogues import NAMES
from tests.browser.person import my_turn
from tests.browser.test_match import PHONE
from tests.browser.test_screens import faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

CENTRES = """() => [...document.querySelectorAll(".seat")].map((seat) => {
  const box = seat.getBoundingClientRect();
  const aside = box.left + box.width / 2 - innerWidth / 2;
  return [seat.querySelector(".name").textContent, Math.sign(Math.round(aside / 40))];
})"""


@pytest.mark.parametrize("language", [language for language in NAMES if language != "en"])
def test_the_browser_s_language_is_taken(
    serve: Callable[..., Served], visit: Callable[..., Person], language: str,
) -> None:
    person = visit(serve(), locale=language)
    person.page.wait_for_function("""wanted => document.documentElement.lang === wanted
        && document.querySelector(".navigation a[href='#lobby']").textContent !== "Lobby" """, arg=language)
    person.go("#settings", "main.settings")
    person.page.locator("input[name=language][value=en]").check(force=True)
    person.page.get_by_role("link", name="Lobby", exact=True).wait_for()
    assert person.page.evaluate("document.documentElement.lang") == "en"


def test_arabic_from_right_to_left_at_a_table(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Panels and sentences are mirrored; the seats are not, for they go clockwise everywhere."""
    served = serve("--bots", "3")
    person = visit(served, locale="ar", **PHONE)
    person.page.wait_for_function("() => document.documentElement.dir === 'rtl'")
    person.wait(my_turn)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert faults(person) == []
    sides = person.page.evaluate(CENTRES)
    person.page.set_viewport_size({"width": 1280, "height": 720})
    person.press(".tools button:nth-child(2)")
    person.shows(".panel")
    panel = person.page.locator(".panel").bounding_box()
    assert panel is not None
    assert panel["x"] == 0
    assert faults(person) == []
    person.page.locator(".panel-head button").click()
    person.go("#settings", "main.settings")
    person.page.locator("input[name=language][value=en]").check(force=True)
    person.page.wait_for_function("() => document.documentElement.dir === 'ltr'")
    person.page.set_viewport_size({"width": 360, "height": 640})
    person.go("#table", ".felt")
    assert person.page.evaluate(CENTRES) == sides


def test_what_the_browser_does_not_know_of_kazakh(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Chromium has no Kazakh numbers, dates and plurals, and would take its own language's for them."""
    person = visit(serve(), locale="kk", timezone_id="Asia/Almaty")
    person.page.wait_for_function("() => document.documentElement.lang === 'kk'")
    assert person.page.evaluate("""async () => {
        const page = await import("/static/js/words.js");
        const texts = [page.when(1795959120), page.number(1234567), page.short(1234567), page.signed(-1000)];
        page.setCatalogue({ language: "kk", order: ["one", "other"], messages: { one: ["жалғыз {n}", "көп {n}"] } });
        return [...texts, ...[0, 1, 2, 21].map((n) => page.tn("one", "many", n))]
            .map((text) => text.replaceAll("\\u00a0", " "));
    }""") == ["29.11.2026 18:32", "1 234 567", "1,23 млн", "\u2066−1 000\u2069", "көп 0", "жалғыз 1", "көп 2", "көп 21"]
