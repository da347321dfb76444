"""Somebody is gone: the others vote and finish the hand, or go on in a new table where no vote can decide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.browser.company import found, join, nodes, play, stacks, unique
from tests.browser.person import PATIENCE_S, hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served


def vote(person: Person, name: str) -> None:
    """That he is gone, as the table offers it."""
    person.page.click(f".ask-gone div:has(bdi:text-is('{name}')) [data-act=vote]", timeout=PATIENCE_S * 1000)
    person.page.click("dialog button.danger")


def in_hand(seen: dict[str, Any]) -> bool:
    return seen["stage"] in ("bid", "play") and bool(seen["cards"])


def test_two_vote_the_third_gone_and_he_comes_back(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    served = nodes(serve, "Aru", "Bek", "Chi")
    people = [visit(one) for one in served]
    first, second, third = people
    link = found(first, start_at=3, blind=False, turn_seconds=600)
    join(second, link)
    join(third, link)
    play(people, in_hand)
    # he is killed when it is his turn: nothing moves without him
    play(people[:2], lambda _seen: third.see()["mine"])
    served[2].kill()
    for person in (first, second):
        mark = person.page.locator(".seat", has_text="Chi").locator(".mark.lost")
        mark.wait_for(timeout=PATIENCE_S * 1000)
        assert re.fullmatch(r"no link, \d+ s left", mark.inner_text())
        vote(person, "Chi")
    play(people[:2], lambda seen: seen["stage"] == "open" or hand(2)(seen))
    served[2].start()
    third.page.wait_for_selector(".line-lost", state="detached", timeout=PATIENCE_S * 1000)
    play(people, lambda seen: seen["stage"] == "bid" and bool(seen["cards"]))   # he is in the next hand
    assert [person.complaints for person in people] == [[], [], []]


def test_half_are_gone_and_the_rest_go_on_in_a_new_table(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    """Four sit, two are gone for good: no vote decides. One founds the new table, the other joins it from the page."""
    served = nodes(serve, "Aru", "Bek", "Chi", "Dana")
    people = [visit(one) for one in served]
    first, second = people[:2]
    link = found(first, blind=False, turn_seconds=0, start_at=4)
    for person in people[1:]:
        join(person, link)
    play(people, lambda seen: seen["stage"] in ("bid", "play"))
    leave_menu = "dialog .menu-item"
    first.page.click("[aria-label=More]")
    first.shows(leave_menu)
    assert first.page.locator("dialog [data-act=goon]").count() == 0     # no hand is finished: nothing to carry on
    first.page.keyboard.press("Escape")
    play(people, hand(2))
    for person in people:
        person.wait(in_hand)
    before = {name: chips + 10 for name, chips in stacks(first).items()}    # the ante of a hand that nobody finishes
    for one in served[2:]:
        one.kill()
    play((first, second), lambda _seen: first.page.locator(".ask-gone [data-act=goon]").count())

    first.page.click(".ask-gone [data-act=goon]")
    assert "with the stacks of the last finished hand" in first.text("dialog")
    table = unique("going on")
    first.page.fill("dialog input", table)
    first.page.click("dialog button.primary")
    first.page.wait_for_function("name => document.querySelector('.bar .table-name').textContent === name", arg=table)
    told = f"Aru has founded {table} out of this table"     # he need not look for it
    second.page.locator(".ask-gone", has_text=told).wait_for(timeout=PATIENCE_S * 1000)
    second.page.click("[data-act=along]")
    second.page.locator(".bar .table-name", has_text=table).wait_for(timeout=PATIENCE_S * 1000)
    second.wait(lambda _seen: {"Aru", "Bek"} <= set(stacks(second)))
    now = stacks(second)
    assert {name: now[name] for name in ("Aru", "Bek")} == {name: before[name] for name in ("Aru", "Bek")}
    play((first, second), hand(1))
    assert first.complaints == second.complaints == []
