"""What is offered at a view, and what it costs."""

from __future__ import annotations

import random
from dataclasses import replace

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.cards import Card
from azi_p2p.game.legal import Legal
from azi_p2p.game.options import Options
from azi_p2p.table.actions import Leave, Rebuy, SitOut, StartHand
from azi_p2p.terminal.menu import card_choice, choices, cost_of_leaving, in_hand, leave_choices, seat_of_mine
from tests.views import OpenTable

HANDS = {0: "Ah Kh 6s", 1: "7d 8s 9d", 2: "6h 7h 8h"}


def opened(options: Options | None = None) -> OpenTable:
    table = OpenTable(options or Options(), 3)
    table.begin()
    table.deal(random.Random(1), HANDS, "9h", opener=0)
    return table


def offered(view) -> dict[str, object]:
    return {choice.key: choice.action or choice.asks for choice in choices(view)}


def prices(view) -> dict[str, str]:
    return {choice.key: choice.price for choice in choices(view)}


def test_blind_opener_may_look_or_bet_but_not_fold() -> None:
    view = opened().view(0)
    assert {key: offered(view)[key] for key in ("l", "r")} == {"l": Look(), "r": "amount"}
    assert not {"f", "c"} & set(offered(view))
    assert prices(view)["r"] == "by 10 to 100"


def test_prices_of_a_blind_and_a_seeing_call() -> None:
    table = opened()
    table.apply(0, Raise(50))
    assert prices(table.view(1))["c"] == "pays 25"
    table.apply(1, Look())
    view = table.view(1)
    assert prices(view)["c"] == "pays 50"
    assert offered(view)["f"] == Fold()
    assert offered(view)["c"] == Call()


def test_cards_by_place() -> None:
    table = opened(Options(blind=False))
    assert "bidding" in card_choice(table.view(0), 0)
    assert "Aru" in card_choice(table.view(1), 0)
    table.apply(0, Raise(10))
    table.apply(1, Call())
    table.apply(2, Call())
    table.apply(0, Play(Card.parse("6s")))
    view = table.view(1)
    assert card_choice(view, 1) == Play(Card.parse("8s"))
    assert card_choice(view, 0) == "You hold spades: follow suit."
    assert card_choice(view, 3) == "You hold no such card."
    assert "2" in offered(view)


def test_discard_by_place() -> None:
    table = OpenTable(Options(blind=False, cards=4), 2)
    table.begin()
    table.deal(random.Random(1), {0: "Ah Kh 6s 7d", 1: "7s 8s 9d 10d"}, "9h", opener=0)
    assert card_choice(table.view(1), 3) == Discard(Card.parse("10d"))


def test_no_cards_before_looking() -> None:
    assert card_choice(opened().view(0), 0) == "You have not looked at your cards."


def test_entry() -> None:
    view = replace(opened().view(1), legal=Legal(enter=85, decline=True), stage="enter")
    assert offered(view)["e"] == Enter()
    assert offered(view)["d"] == Decline()
    assert prices(view)["e"] == "pays 85"


def test_table_choices() -> None:
    view = replace(OpenTable(Options(), 2).view(0), may_rebuy=True, may_vote_gone=(1,))
    found = offered(view)
    assert found["s"] == StartHand()
    assert found["b"] == Rebuy()
    assert found["v"] == "gone"
    assert found["o"] == SitOut(out=True)
    assert offered(replace(view, sitting_out=True))["o"] == SitOut(out=False)


def test_watcher_is_offered_no_seat() -> None:
    view = opened().view(None)
    assert seat_of_mine(view) is None
    assert set(offered(view)) == {"q", "?"}
    assert leave_choices(view)[0].action is None


def test_cost_of_leaving() -> None:
    table = opened()
    table.apply(0, Raise(20))
    assert in_hand(table.view(0))
    assert "the 20 chips" in cost_of_leaving(table.view(0))
    assert {choice.key for choice in leave_choices(table.view(0))} == {"a", "n"}
    table.apply(1, Fold())
    assert not in_hand(table.view(1))
    table.apply(2, Fold())
    view = table.view(0)
    assert not in_hand(view)
    assert "1020 chips (+20)" in cost_of_leaving(view)
    assert leave_choices(view)[0].action == Leave()
    assert "nothing" in cost_of_leaving(table.view(None))


def test_one_chip_is_one_chip() -> None:
    table = OpenTable(Options(ante=1, stack=1, max_raise=1), 2)
    view = table.view(0)
    assert "you leave with 1 chip (+0)" in cost_of_leaving(view)
    assert prices(replace(view, may_rebuy=True))["b"] == "1 chip"
    table.begin()
    assert "the 1 chip you have in it stays in the pot" in cost_of_leaving(table.view(0))
