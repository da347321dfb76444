"""Looking on, sitting out, coming back, taking a new stack, and leaving: what each is told and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.company import ask_to_join, found, join, leave, menu, nodes, play, stacks, toast
from tests.browser.person import hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served


def test_who_looks_on_sees_what_is_public_and_does_nothing(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    first, second, third = people = [visit(one) for one in nodes(serve, "Aru", "Bek", "Chi")]
    link = found(first, start_at=2, blind=False, turn_seconds=0)
    join(second, link)
    play((first, second), lambda seen: seen["stage"] == "play")
    join(third, link, watch=True)
    third.wait(lambda seen: seen["stage"] == "play")
    play((first, second), hand(2))      # he follows it
    third.wait(hand(2))
    play((first, second), lambda seen: seen["stage"] in ("bid", "play"))
    seen = third.wait(lambda seen: seen["stage"] in ("bid", "play"))
    assert (seen["cards"], seen["acts"], seen["backs"]) == ([], [], 0)
    assert set(stacks(third)) == {"Aru", "Bek"}
    third.page.keyboard.press("t")
    third.shows(".talk")
    assert third.page.locator("#say").count() == 0      # talk is for those who sit there
    third.page.keyboard.press("Escape")
    leave(third, "leave-now")
    third.shows("#target")
    assert third.page.locator(".resume").count() == 0
    for person in (first, second):
        leave(person, "leave-now")
        person.shows("#target")

    link = found(first, watchers=False)
    ask_to_join(third, link, watch=True)
    toast(third, "takes no watchers")
    assert third.page.locator(".felt").count() == 0
    assert [person.complaints for person in people] == [[], [], []]


def test_out_and_back_and_away(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """One sits out a hand; then they leave, each his way."""
    first, second, third = people = [visit(one) for one in nodes(serve, "Aru", "Bek", "Chi")]
    link = found(first, start_at=3, blind=False, turn_seconds=0)
    join(second, link)
    join(third, link)
    play(people, lambda seen: seen["stage"] in ("bid", "play"))
    menu(third, "sitout")
    third.page.locator(".self .mark", has_text="then sits out").wait_for()
    play(people, hand(2))
    play((first, second), lambda seen: seen["stage"] in ("bid", "play"))
    third.wait(lambda seen: seen["stage"] in ("bid", "play"))
    assert "You are sitting out" in third.text(".dock .self")
    before = stacks(third)["Chi"]
    third.page.click("[data-act=back]")
    play((first, second), lambda seen: seen["stage"] == "open" or hand(3)(seen))
    assert stacks(third)["Chi"] in (before, before - 10)        # the hand without him cost nothing; the next one's ante
    play(people, lambda seen: hand(3)(seen) and bool(seen["cards"]))

    leave(second, "leave")                              # after this hand: he plays it to its end
    second.shows(".self .mark.leaving")
    second.page.click("[aria-label='Leave the table']")
    second.shows("dialog [data-act=leave-now]")
    assert second.page.locator("dialog [data-act=leave]").count() == 0      # it is said already
    assert "that you have in it stay in the pot" in second.text("dialog")
    second.page.keyboard.press("Escape")
    play(people, lambda _seen: second.page.locator(".controls button", has_text="Back to the lobby").count())
    second.page.click(".controls button:has-text('Back to the lobby')")
    second.shows("#target")
    assert second.page.locator(".resume").count() == 0

    play((first, third), lambda seen: hand(4)(seen) and seen["stage"] in ("bid", "play"))
    assert set(stacks(first)) == {"Aru", "Chi"}
    leave(third, "leave-now")                           # at once: the hand waits for him, and he may come back to it
    third.shows(".resume")
    third.page.click("[data-do=resume]")
    third.shows(".felt")
    play((first, third), lambda seen: seen["stage"] == "open" or hand(5)(seen))
    assert [person.complaints for person in people] == [[], [], []]


def test_a_new_stack_and_a_word_of_farewell(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    """Two with an ante each: who has lost it takes another stack; and between hands one leaves without being missed."""
    first, second = people = [visit(one) for one in nodes(serve, "Aru", "Bek")]
    join(second, found(first, start_at=2, blind=False, turn_seconds=0, ante=10, stack=10))
    play(people, hand(2))           # the loser has taken one
    def broke() -> list[Person]:
        return [person for person in people if person.page.locator("[data-act=rebuy]").count()]

    def broke_at_last(_seen: dict[str, Any]) -> list[Person]:
        for person in people:
            if person.see()["mine"]:
                person.act()
        return broke()

    first.wait(broke_at_last)
    (loser,) = broke()
    winner = next(person for person in people if person is not loser)
    leave(loser, "leave-now")
    loser.shows("#target")
    assert loser.page.locator(".resume").count() == 0
    winner.page.locator(".poster", has_text="The match is over").wait_for()
    assert winner.page.locator(".mark.lost, .ask-gone").count() == 0
    winner.page.click(".poster [data-act=end]")
    winner.page.click("dialog [data-act=leave-now]")
    winner.shows("#target")
    assert [person.complaints for person in people] == [[], []]
