from __future__ import annotations

from dataclasses import replace

from azi_p2p.game.cards import Card
from azi_p2p.game.events import Dealt
from azi_p2p.game.options import Options
from azi_p2p.table.view import CardView, View
from azi_p2p.web import memory
from azi_p2p.web.memory import OwnCards
from tests.views import OpenTable

BLANK = OpenTable(Options(), 2).view(0)
DEALT = Dealt(1, Card.parse("6s"), 0)


def view(cards: str, *, hand: int = 1, deals: int = 1, table: bytes = b"t") -> View:
    shown = tuple(CardView(Card.parse(card), True, "") for card in cards.split())
    return replace(BLANK, table_id=table, cards=shown, hand_number=hand, events=(DEALT,) * deals)


def test_the_cards_of_a_deal_are_remembered_as_they_were_dealt() -> None:
    own = OwnCards()
    for cards in ("", "6s 7s 8s", "6s 8s", "8s", ""):
        own.see(view(cards))
    held = own.held(b"t", 1, 1)
    assert held is not None
    assert [str(card) for card in held.dealt] == ["6s", "7s", "8s"] == [str(card) for card in held.kept]
    assert own.held(b"t", 1, 2) is None
    assert own.held(b"t", 2, 1) is None
    assert own.held(b"u", 1, 1) is None


def test_of_four_the_one_put_away_is_known() -> None:
    own = OwnCards()
    for cards in ("6s 7s 8s 9s", "6s 7s 9s", "6s 7s"):
        own.see(view(cards))
    held = own.held(b"t", 1, 1)
    assert held is not None
    assert (len(held.dealt), [str(card) for card in held.kept]) == (4, ["6s", "7s", "9s"])


def test_an_azi_is_another_deal() -> None:
    own = OwnCards()
    own.see(view("6s 7s 8s"))
    own.see(view("6h 7h 8h", deals=2))
    first, second = own.held(b"t", 1, 1), own.held(b"t", 1, 2)
    assert first is not None
    assert second is not None
    assert first.dealt != second.dealt


def test_a_hand_that_began_before_this_process_is_not_guessed_at() -> None:
    own = OwnCards()
    own.see(view("6s 7s"))
    assert own.held(b"t", 1, 1) is None


def test_the_oldest_go_and_a_table_can_be_forgotten(monkeypatch) -> None:
    monkeypatch.setattr(memory, "MAX_DEALS", 3)
    own = OwnCards()
    for hand in range(1, 6):
        own.see(view("6s 7s 8s", hand=hand))
    assert own.held(b"t", 2, 1) is None
    assert own.held(b"t", 3, 1) is not None
    own.see(view("6s 7s 8s", table=b"u"))
    own.forget(b"t")
    assert own.held(b"t", 5, 1) is None
    assert own.held(b"u", 1, 1) is not None


def test_its_repr_names_no_card() -> None:
    own = OwnCards()
    own.see(view("6s 7s 8s"))
    assert repr(own) == "OwnCards(1 deals)"
