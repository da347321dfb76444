"""A table by invitation: the guest's key, the founder's token, and those who have none; all in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.company import ask_to_join, found, join, menu, nodes, play, sit_down, toast, unique
from tests.browser.person import hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def copied(person: Person, within: str) -> str:
    """What the button beside something copies."""
    person.page.evaluate("navigator.clipboard.writeText('')")
    person.page.click(f"{within} [aria-label=Copy]")
    person.page.wait_for_function("() => navigator.clipboard.readText()")
    return str(person.page.evaluate("navigator.clipboard.readText()"))


def test_a_guest_with_a_token_sits_down_and_others_do_not(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    served = nodes(serve, "Aru", "Bek", "Chi")
    founder, guest, other = people = [visit(one, **CLIPBOARD) for one in served]
    table = unique("by word")
    link = found(founder, table, seating="invite", blind=False, start_at=2)

    join_without = "dialog:has-text('This table wants an invitation')"
    for person in (guest, other):       # from the list of tables, and by the link: asked for a token, and at no table
        if person is guest:
            sit_down(person, table)
        else:
            ask_to_join(person, link)
        person.shows(join_without)
        assert person.page.locator(".felt").count() == 0
        assert copied(person, "dialog form") == person.text("dialog form code")
        assert person.page.locator(".toast.fault").count() == 0     # copying is not sending
    key = copied(guest, "dialog form")

    menu(founder, "invite")
    founder.page.fill("dialog input", "nonsense")
    founder.page.click("dialog button.primary")
    toast(founder, "a key has 64 hexadecimal digits")
    founder.page.fill("dialog input", key)
    founder.page.click("dialog button.primary")
    founder.shows("dialog form code")
    token = copied(founder, "dialog form")
    founder.page.fill("dialog input", "another key")
    founder.page.wait_for_selector("dialog form code", state="detached")    # it is not that player's token
    founder.page.keyboard.press("Escape")

    for wrong, words in (("", "this table is by invitation"), ("xyz", "this invitation is damaged"),
                         (token, "this invitation is for another player or table")):
        other.page.fill("dialog input", wrong)
        other.page.click("dialog button.primary")
        other.page.locator("dialog .toast", has_text=words).first.wait_for()    # above the dimmed page, not below
    other.page.keyboard.press("Escape")
    assert other.page.locator(".felt").count() == 0
    assert other.page.locator(".resume").count() == 0

    guest.page.fill("dialog input", f" {token}\n")
    guest.page.click("dialog button.primary")
    guest.shows(".felt")
    play(people[:2], hand(2))
    join(other, link, watch=True)       # looking on is not sitting down
    assert [person.complaints for person in people] == [[], [], []]
