"""The worth of cards: bounds, order, and what a seat has shown about its hand."""

from __future__ import annotations

import random
from dataclasses import replace

from azi_p2p.bots import outlook
from azi_p2p.bots.playout import coded
from azi_p2p.game.actions import Call, Play, Raise
from azi_p2p.game.cards import Card, Suit
from azi_p2p.game.events import Dealt, Played
from azi_p2p.game.options import Options
from tests.views import OpenTable


def table_of(hands: dict[int, str], trump: str) -> OpenTable:
    table = OpenTable(Options(blind=False), len(hands))
    table.begin()
    table.deal(random.Random(1), hands, trump, opener=0)
    return table


def worth_of(cards: str, trump: str = "9h", seats: int = 2) -> float:
    others = ["Qh 10s Js", "8d 9d 10d", "9s Qs Ks"]
    table = table_of({0: cards, **{chair: others[chair - 1] for chair in range(1, seats)}}, trump)
    return outlook.worth(table.view(0), [Card.parse(one) for one in cards.split()], random.Random(7))


def test_two_highest_trumps_always_win() -> None:
    assert worth_of("Ah Kh 6s") == 1.0


def test_order_of_hands() -> None:
    assert worth_of("6s 7s 6d") < worth_of("As 7s 6d") < worth_of("As 10h 6d") < worth_of("Ah 10h As")


def test_more_players_make_a_hand_worth_less() -> None:
    assert worth_of("Kd 8h 7s", seats=4) < worth_of("Kd 8h 7s", seats=2)


def test_six_of_trumps_is_highest_under_shokha() -> None:
    assert worth_of("6h Kh 7s", trump="Ah") == 1.0
    assert worth_of("6h Kh 7s", trump="9h") < 1.0


def test_a_seat_that_did_not_follow_is_dealt_none_of_that_suit() -> None:
    table = table_of({0: "As Ks 6d", 1: "7d 8d 9d", 2: "7s 8s Jh"}, "9h")
    table.apply(0, Raise(10))
    table.apply(1, Call())
    table.apply(2, Call())
    table.apply(0, Play(Card.parse("As")))
    table.apply(1, Play(Card.parse("7d")))
    position = outlook.read(table.view(2), table.hands[2])
    spades, hearts = (coded([Card(10, suit)], Suit.HEARTS, shokha=False)[0] >> 4 for suit in (Suit.SPADES, Suit.HEARTS))
    assert position.void == {1: {spades, hearts}}
    assert position.held == {0: 2, 1: 2, 2: 3}
    assert len(position.unseen) == 27 - 3 - 1 - 2
    rng = random.Random(3)
    for _ in range(100):
        hands = outlook._draw(position, rng)
        assert not {card >> 4 for card in hands[1]} & {spades, hearts}
        assert {seat: len(cards) for seat, cards in hands.items()} == {0: 2, 1: 2}


def test_what_was_shown_before_new_cards_is_forgotten() -> None:
    """After Azi the same hand goes on with other cards."""
    view = table_of({0: "As 7d 8d", 1: "6s 10d Kd"}, "9h").view(1)
    shown = (Played(0, Card.parse("As"), led=True), Played(1, Card.parse("6d"), led=False))
    before = replace(view, events=(*view.events, *shown))
    assert outlook._voids(before)
    assert len(outlook._played(before)) == 2
    after = replace(before, events=(*before.events, Dealt(2, Card.parse("9h"), 0)))
    assert outlook._voids(after) == {}
    assert outlook._played(after) == []


def test_knows_nothing_that_the_view_hides() -> None:
    """Two deals that differ only in what others hold are worth the same."""
    cards = [Card.parse(one) for one in ("Kd", "8h", "7s")]
    views = [table_of({0: "Kd 8h 7s", 1: other}, "9h").view(0) for other in ("Ah Kh Qh", "6s 6d 7d")]
    assert outlook.worth(views[0], cards, random.Random(1)) == outlook.worth(views[1], cards, random.Random(1))
