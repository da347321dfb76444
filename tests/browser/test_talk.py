"""Talk between two pages: lines, reactions, a player who is not heard, markup that is text, a line that is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.company import found, join, nodes, toast
from tests.browser.person import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

MARKUP = '<img src=x onerror="document.title=1"> & <b>bold</b>'


def hears(person: Person, line: str) -> None:
    """It stands among the lines, as it was typed."""
    person.page.locator(".talk .lines li bdi").get_by_text(line, exact=True).last.wait_for(timeout=PATIENCE_S * 1000)


def says(person: Person, line: str) -> None:
    person.page.fill("#say", line)
    person.page.keyboard.press("Enter")


def test_two_talk(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    people = [visit(one) for one in nodes(serve, "Aru", "Bek")]
    first, second = people
    join(second, found(first, start_at=2, blind=False, turn_seconds=0))
    for person in people:
        person.page.keyboard.press("t")
        person.shows("#say:focus")
        person.wait(lambda seen: seen["stage"] != "open")

    says(first, MARKUP)
    first.page.wait_for_function("() => document.querySelector('#say').value === ''")
    hears(second, MARKUP)
    hears(first, MARKUP)
    assert first.page.locator("img[src=x], .talk .lines b").count() == 0

    second.page.fill("#say", "half a th")
    second.page.click(".reaction:nth-child(3)")
    sign = first.page.locator(".talk .lines li").get_by_role("img", name="laughter", exact=True)
    sign.wait_for(timeout=PATIENCE_S * 1000)                    # drawn: a machine may have no font for it
    says(second, "constructor")
    hears(first, "constructor")
    second.page.fill("#say", "half a th")
    second.page.click(".reaction:nth-child(1)")
    first.page.locator(".talk .lines li").get_by_role("img", name="thumbs up", exact=True).wait_for()
    assert second.page.input_value("#say") == "half a th"       # a reaction is not what was being typed

    second.page.fill("#say", "多" * 200)
    second.page.keyboard.press("Enter")
    toast(second, "say it in two")
    second.page.wait_for_function("() => document.querySelector('#say').value.length === 200")  # kept
    second.page.fill("#say", "x" * 300)
    assert len(second.page.input_value("#say")) == 200

    first.page.click(".seat .plate")
    first.page.get_by_role("button", name="Mute this player").click()
    first.page.keyboard.press("Escape")
    sign.wait_for(state="detached")
    says(second, "can you hear me")
    says(first, "I hear nobody")
    hears(second, "I hear nobody")
    assert first.page.locator(".talk .lines", has_text="can you hear me").count() == 0
    first.page.reload()         # he stays muted, and what was said is there again
    first.shows(".felt")
    first.page.keyboard.press("t")
    hears(first, MARKUP)
    assert first.page.locator(".talk .lines", has_text="can you hear me").count() == 0
    first.page.click(".seat .plate")
    first.page.get_by_role("button", name="Hear again").click()
    first.page.keyboard.press("Escape")
    hears(first, "can you hear me")

    first.page.click(".panel-head button")
    says(second, "one more")
    first.shows(".tools .count:text-is('1')")
    assert [person.complaints for person in people] == [[], []]
