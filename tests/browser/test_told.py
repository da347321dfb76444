"""What the table says at moments that play comes to seldom: each is pushed to the page as its node would."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.game.actions import Call, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.options import Options
from azi_p2p.web import history
from protocol.record import read_record
from tests import records
from tests.browser.scripted import Scripted
from tests.views import OpenTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from azi_p2p.table.view import View

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def person(browser: Browser) -> Iterator[Scripted]:
    someone = Scripted(browser)
    yield someone
    someone.close()
    assert someone.complaints == []


def begun(seats: int, **options: Any) -> OpenTable:
    table = OpenTable(Options(**options), seats)
    table.begin()
    return table


def before_azi() -> OpenTable:
    """Three at a table: the last card of the third trick will make it Azi."""
    table = begun(3, blind=False)
    table.deal(random.Random(1), {0: "As 6h 7d", 1: "7s Ah 6d", 2: "8s 7h Ad"}, "9s", opener=0)
    for chair, action in ((0, Raise(10)), (1, Call()), (2, Call())):
        table.apply(chair, action)
    for line in ("0 As", "1 7s", "2 8s", "0 6h", "1 Ah", "2 7h", "1 6d", "2 Ad"):
        chair, card = line.split()
        table.apply(int(chair), Play(Card.parse(card)))
    return table


def test_azi_is_said_where_the_next_deal_begins_at_once_and_its_last_trick_lies_a_while(person: Scripted) -> None:
    table = before_azi()
    person.push(table.view(0))
    person.page.wait_for_function("document.querySelectorAll('.trick .laid').length === 2")
    table.apply(0, Play(Card.parse("7d")))
    trick = tuple((chair, Card.parse(card)) for chair, card in ((1, "6d"), (2, "Ad"), (0, "7d")))
    after = replace(table.view(0), last_trick=trick, last_trick_winner=2)
    assert after.stage == "keys"        # nobody folded, and nobody is without a trick: none is asked to buy in
    person.push(after)
    person.shows(".banner.azi")
    assert "the pot of 60 stays" in person.text(".banner.azi")
    assert person.page.locator(".trick .laid").count() == 3
    person.push(replace(after, stage="shuffle", deal_number=after.deal_number + 1, step=2))
    person.page.wait_for_function("document.querySelector('.felt').dataset.stage === 'shuffle'")
    assert person.page.locator(".trick .laid.winner").count() == 1
    assert person.page.locator(".banner.azi").count() == 1
    person.page.wait_for_selector(".trick .laid", state="detached")
    person.page.wait_for_selector(".banner.azi", state="detached")
    person.push(replace(after, stage="shares", deal_number=after.deal_number + 1, step=3))
    person.page.wait_for_function("document.querySelector('.felt').dataset.stage === 'shares'")
    assert person.page.locator(".banner").count() == 0


def between(seats: int, **options: Any) -> View:
    return replace(OpenTable(Options(**options), seats).view(0), hands=1, hand_number=1, stage="open", may_start=False)


def test_who_sits_out_is_waited_for_and_no_end_is_declared(person: Scripted) -> None:
    view = between(3)
    one, *others = view.seats
    out = [replace(seat, standing="away") for seat in others]
    person.push(replace(view, seats=(one, *out)))
    person.shows(".seat .mark.away")
    assert person.text(".status") == "Waiting: Bek and Chi sit out"
    assert person.page.locator(".poster").count() == 0
    assert person.page.locator(".seat .mark").all_inner_texts() == ["sits out"] * 2
    person.push(replace(view, step=2, seats=(
        one, replace(out[0], connected=False), replace(others[1], standing="leaving"))))
    person.page.wait_for_function("document.querySelector('.status').textContent === 'Waiting: Bek has no link'")
    assert sorted(person.page.locator(".seat .mark").all_inner_texts()) == ["away", "has left"]
    person.push(replace(view, step=3, seats=(one, replace(others[1], standing="leaving"))))
    told = "Chi has left: waiting for players"
    person.page.wait_for_function("told => document.querySelector('.status').textContent === told", arg=told)
    person.push(replace(view, step=4, seats=(one, *(replace(seat, stack=0) for seat in others))))
    person.page.locator(".poster", has_text="The match is over").wait_for()


def test_one_whose_time_ran_out_is_told_what_it_cost_and_comes_back_by_a_button(person: Scripted) -> None:
    table = begun(3)
    table.deal(random.Random(1), opener=1)
    table.apply(1, Raise(10))
    view = replace(table.view(0), sitting_out=True)
    person.push(view, ran_out={"kind": "Folded", "chips": 30})
    person.shows(".ran-out")
    assert person.text(".ran-out") == (
        "Your time ran out: your cards were folded, and the 30 chips that you had paid stay in the pot. "
        "You sit out from the next hand on, until you play again.")
    for kind, words in (("Bet", "the least was bet for you, 1 chip."), ("Looked", "you are blind no more"),
                        ("Discarded", "a card was put away"), ("Played", "a card was played"),
                        ("Declined", "you stay out of the Azi")):
        person.push(view, ran_out={"kind": kind, "chips": 1})
        person.page.locator(".ran-out", has_text=words).wait_for()
    person.page.click(".dock [data-act=back]")
    person.push(replace(view, sitting_out=False, step=2))
    person.page.wait_for_selector(".ran-out", state="detached")
    assert [(one["do"], one["out"]) for one in person.asked_for] == [("sitout", False)]


def test_a_blind_caller_is_seen_to_be_blind_while_the_bidding_goes_on(browser: Browser) -> None:
    table = begun(4, stack=30)
    table.deal(random.Random(1), opener=1)
    table.apply(1, Look())
    table.apply(1, Raise(20))
    table.apply(2, Call())
    view = table.view(0)
    seats = tuple(replace(seat, short=True) if seat.chair == 2 else seat for seat in view.seats)
    for shape in ({}, PHONE):
        person = Scripted(browser, **shape)
        person.push(replace(view, seats=seats))
        person.shows(".mark.bid")
        caller = person.page.locator(".seat", has_text="Bek").locator(".mark.bid")
        assert caller.locator(".aside").count() == 0       # he has looked
        blind = person.page.locator(".seat", has_text="Chi").locator(".mark.bid")
        assert blind.inner_text().startswith("calls")
        assert sorted(blind.locator(".aside").all_inner_texts()) == ["blind", "short"]
        width, edge = blind.evaluate("el => [el.scrollWidth - el.clientWidth, el.getBoundingClientRect().right]")
        assert width <= 1
        assert edge <= person.page.viewport_size["width"]
        assert person.complaints == []
        person.close()


def test_one_without_the_ante_is_offered_a_stack_first_and_told_what_dealing_means(person: Scripted) -> None:
    view = between(3)
    broke = replace(view, seats=(replace(view.seats[0], stack=4), *view.seats[1:]), may_rebuy=True, may_start=True,
                    waits_for=(0,))
    person.push(broke)
    person.shows("[data-act=rebuy].primary")
    assert "primary" not in (person.page.get_attribute("[data-act=start]", "class") or "")
    assert "you sit out" in person.text("[data-act=start]")
    assert person.text(".status") == "A new stack? The next hand is held for you, 10 seconds at most"
    person.push(replace(broke, seats=(broke.seats[0], replace(broke.seats[1], stack=0)), may_start=False, step=2))
    person.page.locator(".status", has_text="Take a new stack, or the match is over").wait_for()
    person.push(replace(view, may_start=True, waits_for=(0,), step=3))
    person.shows("[data-act=start].primary")
    assert "you sit out" not in person.text("[data-act=start]")


def test_an_evening_that_goes_on_is_not_called_ended_and_its_open_hand_has_a_pot(person: Scripted) -> None:
    whole = read_record(records.played(3, 3, 3)[0])
    for record, head in ((whole, "How the evening ended"),
                         (replace(whole, steps=whole.steps[:-3]), "How the evening stands")):
        told = history.plain_table(history.read(record))
        assert told["hands"][-1]["ended"] == (record is whole)
        person.answers["table"] = told
        person.go(f"#history/{told['table_id']}/1", ".replay")      # another place: it is asked for anew
        person.go(f"#history/{told['table_id']}", ".ends h2")
        person.page.locator(".ends h2", has_text=head).wait_for()
        pots = person.page.locator(".figures").first.locator("tbody td:nth-of-type(2)").all_inner_texts()
        assert pots == [f"{hand['pot']:,}" for hand in told["hands"]]
        assert "0" not in pots
