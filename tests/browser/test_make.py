"""Making a table: what is refused is said beside the button, and the field to be mended has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_match import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

WITHIN = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.mark.parametrize("button", ["found", "found-bots"])
@pytest.mark.parametrize(("field", "value", "words"), [
    ("option-ante", "", "Ante: a number is missing."),          # not the default instead of it
    ("option-turn_seconds", "2", "Seconds to decide must be 0 (untimed) or 5 to 600"),
], ids=["missing", "wrong"])
def test_a_refusal_stands_beside_the_button(
    serve: Callable[..., Served], visit: Callable[..., Person], button: str, field: str, value: str, words: str,
) -> None:
    person = visit(serve(), **PHONE)
    person.go("#make", "#table-name")
    person.page.fill(f"#{field}", value)
    person.page.evaluate("scrollTo(0, 0)")
    person.page.click(f"[data-do={button}]")
    person.page.locator(".sticky [role=alert]", has_text=words).wait_for()
    person.page.wait_for_function(f"() => document.activeElement.id === '{field}'")
    assert person.page.get_attribute(f"#{field}", "aria-invalid") == "true"
    for shown in (".sticky [role=alert]", f"[data-do={button}]", f"#{field}"):
        assert person.page.evaluate(WITHIN, shown), shown
    person.page.fill(f"#{field}", "20")
    person.page.wait_for_selector(".problem", state="detached")     # it is about what stood there before
    person.page.click(f"[data-do={button}]")
    person.shows(".felt")
    assert person.complaints == []


def test_a_table_without_a_name(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve())
    person.go("#make", "#table-name")
    person.page.fill("#table-name", " ")
    person.page.click("[data-do=found]")
    person.page.wait_for_function("() => document.activeElement.id === 'table-name'")
    person.shows(".sticky [role=alert]")
