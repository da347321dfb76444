"""A game of four cards: each puts one away in the page, by mouse and by touch, and nobody else ever hears of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.company import found, join, nodes, play
from tests.browser.person import hand
from tests.browser.test_match import PHONE
from tests.browser.test_past import step_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

def four_to_choose_from(seen: dict[str, Any]) -> bool:
    return len(seen["playable"]) == 4


def test_a_card_is_put_away_and_seen_by_nobody(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    served = nodes(serve, "Aru", "Bek")
    mouse, touch = people = [visit(served[0]), visit(served[1], **PHONE)]
    heard: dict[int, list[str]] = {0: [], 1: []}
    for number, person in enumerate(people):
        person.page.on("websocket", lambda socket, number=number: socket.on(
            "framereceived", lambda frame: heard[number].append(str(frame))))
        person.page.reload()        # so that its socket is listened to from the start
        person.shows("#target")
    join(touch, found(mouse, cards=4, blind=False, start_at=2, turn_seconds=120))

    for person in people:
        person.wait(four_to_choose_from)
        assert "Put one card away" in person.text(".status")
    away = [person.see()["playable"][2] for person in people]
    mouse.page.click(f'.own[data-card="{away[0]}"]')
    mouse.wait(lambda seen: len(seen["cards"]) == 3)
    touch.page.tap(f'.own[data-card="{away[1]}"]')
    touch.shows(f'.own.armed[data-card="{away[1]}"]')       # it cannot be undone: asked for twice
    assert len(touch.see()["cards"]) == 4
    touch.page.tap(f'.own[data-card="{away[1]}"]')
    touch.wait(lambda seen: len(seen["cards"]) == 3)
    assert [card in person.see()["cards"] for card, person in zip(away, people, strict=True)] == [False, False]

    play(people, hand(2))
    for person, of_the_other in zip(people, reversed(away), strict=True):
        number = people.index(person)
        first_hand = [frame for frame in heard[number] if '"type": "view"' in frame and '"hand_number": 1,' in frame]
        assert first_hand
        assert not any(f'"{of_the_other}"' in frame for frame in first_hand)
        person.page.locator(".tools [aria-label='What happened']").click()
        person.page.locator(".log").get_by_text("puts a card away").first.wait_for()
    mouse.go("#history", ".past-row")       # only this machine remembers one's own, for as long as it runs
    mouse.page.click(".past-row")
    mouse.page.click(".figures a[aria-label='replay hand 1']")
    mouse.shows(".replay-controls")
    held = []
    steps = int(mouse.text(".replay-controls .count").split()[-1])
    for number in range(2, steps + 1):
        step_on(mouse, number)
        held.append(mouse.page.locator(".replay-hand svg.card").count())
    assert [count for count, before in zip(held, [0, *held], strict=False) if count != before][:2] == [4, 3]
    assert [person.complaints for person in people] == [[], []]
