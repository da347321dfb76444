"""What lies upon what: marks, names and chips beside one's own cards, and amounts of a dozen figures everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.company import found, join, nodes
from tests.browser.person import PATIENCE_S, hand, my_turn
from tests.browser.test_match import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.person import Person
    from tests.browser.served import Served

ACROSS: dict[str, Any] = {"viewport": {"width": 740, "height": 360}}
SMALL: dict[str, Any] = {"viewport": {"width": 1024, "height": 600}}

OVERLAPS = """([one, other]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((el) => [el, el.getBoundingClientRect()]);
  return boxes(one).flatMap(([el, a]) => boxes(other)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([over]) => `${el.className} ${el.textContent} / ${over.className} ${over.textContent}`));
}"""

BEYOND = """inner => [...document.querySelectorAll(inner)].filter((el) => {
  if (!el.offsetParent) return false;
  const [a, b] = [el, el.parentElement.closest("button, li:not(.seat), .past-row, .felt, .self")]
    .map((one) => one.getBoundingClientRect());
  return a.left < b.left - 1 || a.right > b.right + 1;
}).map((el) => `${el.className}: ${el.textContent}`)"""


def overlaps(person: Person, one: str, other: str) -> list[str]:
    """Pairs of the two kinds that lie upon each other, when all that moves has come to rest."""
    person.page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    lying: list[str] = person.page.evaluate(OVERLAPS, [one, other])
    return lying


@pytest.mark.parametrize(("language", "shape"), [("kk", PHONE), ("lt", ACROSS)], ids=["kk-phone", "lt-across"])
def test_who_will_sit_out_still_sees_his_cards(
    serve: Callable[..., Served], visit: Callable[..., Person], language: str, shape: dict[str, Any],
) -> None:
    person = visit(serve("--bots", "3"), locale=language, reduced_motion="reduce", **shape)
    person.wait(my_turn)
    person.press(".tools button:last-child")
    person.press("dialog [data-act=sitout]")
    person.shows(".self .mark.out")
    person.wait(lambda seen: seen["playable"], playing=True, patience_s=120)
    assert overlaps(person, ".self .mark, .self .stack, .self .name", ".own .card") == []
    assert person.page.evaluate("document.querySelector('.self .name').getBoundingClientRect().width") > 10


def test_a_card_that_waits_for_its_second_tap_leaves_the_chips_free(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    person = visit(serve("--bots", "2"), **PHONE)
    card = person.wait(lambda seen: seen["playable"], playing=True, patience_s=120)["playable"][0]
    person.press(f'.own[data-card="{card}"]')
    person.shows(".own.armed")
    assert overlaps(person, ".self .stack", ".own .card") == []


@pytest.mark.parametrize("bots", [2])
def test_the_trick_does_not_lie_on_the_trump_s_word(
    serve: Callable[..., Served], visit: Callable[..., Person], bots: int,
) -> None:
    person = visit(serve("--bots", str(bots)), reduced_motion="reduce", **ACROSS)
    person.wait(lambda seen: seen["trick"] >= 2, playing=True, patience_s=120)
    assert overlaps(person, ".trump-word, .pot", ".laid .card") == []


def test_whoever_waits_for_the_first_hand_has_the_place_before_him_free(
    serve: Callable[..., Served], visit: Callable[..., Person],
) -> None:
    served = nodes(serve, "Aru", "Bek")
    first, second = visit(served[0]), visit(served[1], **PHONE)
    join(second, found(first))
    second.page.locator(".seat .name", has_text="Aru").wait_for(timeout=PATIENCE_S * 1000)
    assert overlaps(second, ".seat", ".self, .poster") == []
    assert "next hand" not in second.text(".table-screen")
    assert "the first hand" in second.text(".status")


def test_a_long_name_ends_before_the_cards(serve: Callable[..., Served], visit: Callable[..., Person]) -> None:
    person = visit(serve("--bots", "2", "--name", "Мұхамбетқали Әбдірахманұлы"), **SMALL)
    person.wait(my_turn)
    assert overlaps(person, ".self .name, .self .stack", ".own .card") == []
    assert person.page.evaluate("(el => el.scrollWidth > el.clientWidth)(document.querySelector('.self .name'))")


@pytest.mark.parametrize("shape", [PHONE, SMALL], ids=["phone", "small"])
def test_a_trillion_chips_fit(
    serve: Callable[..., Served], visit: Callable[..., Person], shape: dict[str, Any],
) -> None:
    person = visit(serve(), reduced_motion="reduce", **shape)
    width = shape["viewport"]["width"]

    def fits(what: str, inner: str) -> None:
        """None of these reaches beyond what it stands in, and nothing beyond the page."""
        assert (what, person.page.evaluate(BEYOND, inner)) == (what, [])
        assert (what, person.page.evaluate("document.documentElement.scrollWidth")) == (what, width)

    person.go("#make", "#table-name")
    for option, value in {"ante": 123_456_789, "stack": 10**12, "max_raise": 1_234_567_890, "turn_seconds": 0}.items():
        person.page.fill(f"#option-{option}", str(value))
    person.page.click("[data-do=found-bots]")
    person.shows(".felt")
    person.wait(my_turn)
    assert "1T" in person.text(".self .stack")
    assert person.page.text_content(".self .stack .sr") == "999,876,543,211"
    fits("bidding", ".plate .stack, .bet, .pot, .act > span, .quick-amount > *, .self .stack")
    person.wait(lambda seen: seen["playable"], playing=True, patience_s=120)
    fits("playing", ".plate .stack, .pot, .self .stack")
    person.wait(hand(2), playing=True, patience_s=180)
    person.go("#history", ".past-row")
    fits("looking back", ".past-row > span")
    person.page.click(".past-row")
    person.shows(".figures")
    fits("an evening", ".standings li > *")
    axis = person.page.locator(".chart text[text-anchor=end]").all_text_contents()
    assert "0" in axis
    assert all(len(words.strip("\u2066\u2069")) <= 6 and "-" not in words for words in axis), axis
    person.page.click(".figures a")
    person.shows(".replay-controls")
    fits("replay", ".plate .stack, .pot")
