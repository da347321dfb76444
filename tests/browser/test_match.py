"""Whole play against bots through the page, by mouse, by touch and by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.browser.person import hand, my_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def chips(seen: dict[str, Any]) -> int:
    """All chips in the stacks: of «1,060 +60», the 1,060."""
    return sum(int(re.split("[±+−]", text)[0].strip("\u2066 ").replace(",", "")) for text in seen["chips"])


def test_a_whole_match_to_its_end(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """A table of two stacks of three antes and no new stacks: somebody soon has all, and the match is over."""
    person = visit(serve())
    person.go("#make", "#option-stack")
    person.page.fill("#option-ante", "10")
    person.page.fill("#option-stack", "30")
    person.page.uncheck("#option-rebuy", force=True)
    person.go("#lobby")
    person.press(".bot-count button:first-child")
    person.go("#make", "#option-stack")
    person.press("[data-do=found-bots]")
    person.shows(".felt")
    ended = person.wait(lambda _seen: person.page.locator(".poster .standings").count(), playing=True, patience_s=300)
    assert chips(ended) == 60
    assert person.page.locator(".poster .standings li").count() == 2
    assert person.complaints == []
    assert {url.split("/")[2] for url in person.asked} == {person.page.url.split("/")[2]}


def test_by_touch_on_a_phone(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "3"), **PHONE)
    seen = person.wait(my_turn)
    if "raise" in seen["acts"]:
        person.press('.dock [data-act="raise"]')
        person.shows('[data-act="raise"].armed')    # what cannot be undone is asked for twice
        assert person.see()["mine"]
    person.wait(hand(2), playing=True, patience_s=180)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert person.page.evaluate("document.documentElement.scrollHeight") <= 640
    assert person.complaints == []


def test_by_keys_alone(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "1"))
    keys = person.page.keyboard
    looked = False

    def press_a_key(seen: dict[str, Any]) -> bool:
        nonlocal looked
        if seen["mine"] and not looked and seen["backs"]:
            keys.press("l")
            looked = True
        elif seen["playable"]:
            keys.press(str(1 + seen["cards"].index(seen["playable"][0])))
        elif "enter" in seen["acts"]:
            keys.press("e")
        elif "start" in seen["acts"]:
            keys.press("s")
        elif seen["mine"] and "call" in seen["acts"]:
            keys.press("c")
        elif seen["mine"] and "raise" in seen["acts"]:
            keys.press("r")
            keys.press("Enter")
            keys.press("Tab")
        person.page.wait_for_timeout(150)
        return hand(3)(seen)

    person.wait(press_a_key, patience_s=240)
    assert looked
    keys.press("g")
    person.shows(".panel .log")
    keys.press("w")
    person.shows(".panel .fair")
    keys.press("Escape")
    person.page.wait_for_selector(".panel", state="detached")
    keys.press("?")
    person.shows("dialog .keys")
    keys.press("Escape")
    person.page.wait_for_selector("dialog", state="detached")
    outline = None
    while outline is None:      # a button that goes with its turn takes the focus with it
        keys.press("Tab")
        outline = person.page.evaluate("""() => document.activeElement === document.body ? null
            : getComputedStyle(document.activeElement).outlineStyle""")
    assert outline == "solid"


def test_a_barred_card_says_why_and_stays(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Play until some card may not be laid; laying it is refused with the reason, and the hand goes on."""
    person = visit(serve("--bots", "3"))
    person.wait(lambda seen: 0 < len(seen["playable"]) < len(seen["cards"]), playing=True, patience_s=300)
    barred = person.page.locator(".own.barred").first
    held = len(person.see()["cards"])
    why = str(barred.get_attribute("aria-label")).split(": ", 1)[1]
    barred.click(force=True)
    person.page.locator(".toast", has_text=why).wait_for()
    assert len(person.see()["cards"]) == held
    person.wait(lambda seen: len(seen["cards"]) < held, playing=True)


def test_a_second_click_is_not_another_wish(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Who clicks twice is not told that the second one came too late."""
    person = visit(serve("--bots", "2"))
    person.page.evaluate("""() => {
      window.faults = [];
      new MutationObserver(() => {
        for (const one of document.querySelectorAll(".toast.fault")) window.faults.push(one.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    }""")
    twice = {"start": 0, "call": 0, "card": 0}
    end = hand(5)

    def clicks(seen: dict[str, Any]) -> bool:
        what, selector = "", ""
        if seen["playable"]:
            what, selector = "card", f'.own[data-card="{seen["playable"][0]}"]'
        else:
            what = next((act for act in ("enter", "start", "rebuy", "call", "raise") if act in seen["acts"]), "")
            selector = f'.dock [data-act="{what}"]'
        if what:
            twice[what] = twice.get(what, 0) + person.page.evaluate("""selector => {
              const there = document.querySelector(selector);
              there?.click();
              there?.click();
              return Number(Boolean(there));
            }""", selector)
        return end(seen)

    person.wait(clicks, patience_s=300)
    assert all(twice[what] for what in ("start", "call", "card")), twice
    assert person.page.evaluate("window.faults") == []


def test_a_choice_ahead_is_made_when_its_turn_comes(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "3"))
    person.wait(lambda _seen: person.page.locator("[data-ahead=fold]").count(), playing=True, patience_s=240)
    person.page.check("[data-ahead=fold]", timeout=5000)
    person.page.evaluate("document.querySelector('.tools [aria-label=\"What happened\"]').click()")
    person.page.wait_for_function(
        """() => document.querySelector('.felt').dataset.stage !== 'bid'
        || [...document.querySelectorAll('.log .Folded .name')].some(
            (el) => el.textContent === document.querySelector('.self .name').textContent)""",
        timeout=60_000)
    assert not person.see()["mine"]


def test_title_and_icon_say_whose_turn_it_is(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "1"))
    seen = person.wait(my_turn)
    assert seen["title"].startswith("Your turn")
    assert str(person.page.get_attribute("#favicon", "href")).endswith("icon-turn.svg")
    seen = person.wait(lambda seen: not seen["mine"], playing=True)
    assert not seen["title"].startswith("Your turn")
