"""Two people at two nodes on a LAN of namespaces, each with a browser of his own; reloads, crashes and sleep."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.chromium import launch
from tests.browser.person import Person, hand, my_turn
from tests.browser.served import Served
from tests.lan.hosts import lan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Playwright

NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture
def two(playwright: Playwright, tmp_path: Path) -> Iterator[tuple[list[Served], list[Person]]]:
    """Nodes and people on two hosts; the second has markup for a name."""
    with contextlib.ExitStack() as stack:
        hosts = stack.enter_context(lan(2))
        served, people = [], []
        for number, name in enumerate(("Айгерим", NASTY)):
            host = hosts[number]
            served.append(Served(tmp_path / f"home{number}", "--name", name, host=host))
            stack.callback(served[-1].stop)
            browser = launch(playwright, host, tmp_path)
            stack.callback(browser.close)
            people.append(Person(browser))
            people[-1].open(served[-1].address)
        yield served, people


def sit_together(people: list[Person]) -> None:
    """The first makes a table that begins with two; the second sees it appear, and sits down."""
    first, second = people
    first.go("#make", "#table-name")
    first.page.fill("#table-name", "kitchen <b>")
    first.page.get_by_role("radio", name="at 2 players").check(force=True)
    first.page.fill("#option-turn_seconds", "120")
    first.press("[data-do=found]")
    first.shows(".felt")
    second.shows(".table-row")
    assert second.text(".table-row h3") == "kitchen <b>"
    second.page.get_by_role("button", name="Sit down").first.click()
    second.shows(".felt")


def both_play(people: list[Person], wanted: Callable[[dict[str, Any]], object], rounds: int = 800) -> None:
    """They play in turn until both see it."""
    for _ in range(rounds):
        seen = [person.see() for person in people]
        if all(map(wanted, seen)):
            return
        acted = [person.act(one) for person, one in zip(people, seen, strict=True)]
        if not any(acted):
            people[0].page.wait_for_timeout(100)
    raise AssertionError(f"waited in vain; last seen: {[person.see() for person in people]}")


def test_two_people_play_on_the_lan(two: tuple[list[Served], list[Person]]) -> None:
    served, people = two
    first, second = people
    sit_together(people)
    both_play(people, lambda seen: seen["cards"] and seen["stage"] == "play")
    assert first.text(".short-code") == second.text(".short-code")
    assert first.page.locator(f"bdi:text-is('{NASTY}')").count() > 0
    assert first.page.locator("img[src=x]").count() == 0

    held = second.see()["cards"]
    second.page.reload()                                # one reloads: the same cards are there again
    second.shows(".felt")
    assert second.wait(lambda seen: seen["cards"])["cards"] == held
    both_play(people, hand(2))

    both_play(people, lambda seen: seen["cards"] and seen["stage"] == "play")
    held = second.see()["cards"]
    served[1].kill()                                    # a node is killed in mid-hand, and started again
    second.shows(".line-lost")
    first.shows(".mark.lost")
    served[1].start()
    second.page.wait_for_selector(".line-lost", state="detached", timeout=60_000)   # the page finds its way back itself
    if not second.page.locator(".felt").count():
        second.page.click("[data-do=resume]")
        second.shows(".felt")
    assert second.wait(lambda seen: seen["cards"])["cards"] == held
    both_play(people, hand(3))
    for person in people:
        assert person.complaints == []


def test_a_node_that_slept_goes_on(two: tuple[list[Served], list[Person]]) -> None:
    """Frozen for 20 s: the other sees no link, in other words than for one who left; thawed, they play on."""
    served, people = two
    first, second = people
    sit_together(people)
    both_play(people, lambda seen: seen["stage"] == "bid")
    if second.see()["mine"]:
        second.act()                                    # his bid stands at his seat: the lost link is more telling
    served[1].freeze()
    first.page.wait_for_timeout(20_000)
    first.shows(".mark.lost")
    served[1].thaw()
    first.page.wait_for_selector(".mark.lost", state="detached", timeout=60_000)
    both_play(people, hand(2))
    assert second.page.locator(".line-lost").count() == 0


def test_a_line_of_talk_and_a_muted_player(two: tuple[list[Served], list[Person]]) -> None:
    _, people = two
    first, second = people
    sit_together(people)
    first.wait(lambda seen: seen["stage"] != "open")
    second.page.get_by_role("button", name="Talk").click()
    second.page.fill("#say", "<i>salem</i>")
    second.page.keyboard.press("Enter")
    first.shows(".tools .count")
    first.page.get_by_role("button", name="Talk").click()
    first.shows(".talk .lines li bdi:text-is('<i>salem</i>')")
    first.page.click(".seat .plate")
    first.page.get_by_role("button", name="Mute this player").click()
    first.page.keyboard.press("Escape")
    first.page.wait_for_selector(".talk .lines li bdi:text-is('<i>salem</i>')", state="detached")


def test_a_watcher_sees_what_is_public(two: tuple[list[Served], list[Person]], serve: Callable[..., Served]) -> None:
    del serve
    _, people = two
    first, second = people
    first.press(".bot-count button:first-child")
    first.go("#make", "#table-name")
    first.page.fill("#table-name", "watched")
    first.press("[data-do=found]")
    first.shows(".felt")
    second.shows(".table-row")
    second.page.get_by_role("button", name="Watch").first.click()
    second.shows(".felt")
    assert "watching" in second.wait(lambda seen: seen["status"])["status"]
    assert second.see()["acts"] == []
    assert not my_turn(second.see())
