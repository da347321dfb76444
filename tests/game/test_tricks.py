from __future__ import annotations

from azi_p2p.game.cards import Card, Suit
from azi_p2p.game.events import Leads, Played, TrickWon
from azi_p2p.game.tricks import Tricks


def card(text: str) -> Card:
    return Card.parse(text)


def tricks_of(live: set[int], leader: int, turned: str = "8h") -> Tricks:
    return Tricks(live, sorted(live), leader, card(turned))


def test_a_trick_goes_round_and_its_winner_leads() -> None:
    tricks = tricks_of({0, 2, 5}, leader=2)
    assert tricks.play(2, card("7s")) == [Played(2, card("7s"), led=True)]
    assert tricks.turn == 5
    tricks.play(5, card("6h"))
    assert tricks.play(0, card("As")) == [Played(0, card("As"), led=False), TrickWon(5, 1, gone=False)]
    assert (tricks.leader, tricks.turn, tricks.won, tricks.trick) == (5, 5, [5], [])
    assert tricks.last == ((2, card("7s")), (5, card("6h")), (0, card("As")))


def test_claims() -> None:
    tricks = tricks_of({0, 1}, leader=0)
    assert tricks.claim(card("7s")) is None
    tricks.play(0, card("7s"))
    assert tricks.claim(card("6s")) is None
    assert tricks.claim(card("6h")) == {Suit.SPADES}
    assert tricks.claim(card("6d")) == {Suit.SPADES, Suit.HEARTS}
    tricks.play(1, card("6d"))
    assert tricks.ruled_out == {0: set(), 1: {Suit.SPADES, Suit.HEARTS}}


def test_a_led_trump_rules_out_trumps_alone() -> None:
    tricks = tricks_of({0, 1}, leader=0)
    tricks.play(0, card("7h"))
    assert tricks.claim(card("6d")) == {Suit.HEARTS}


def test_the_lead_passes_from_one_who_is_gone() -> None:
    live = {0, 1, 2}
    tricks = tricks_of(live, leader=1)
    live.remove(1)
    assert tricks.gone() == [Leads(2)]
    assert tricks.turn == 2


def test_a_seat_that_does_not_lead_goes_without_a_word() -> None:
    live = {0, 1, 2}
    tricks = tricks_of(live, leader=1)
    live.remove(2)
    assert tricks.gone() == []
    assert tricks.turn == 1


def test_a_card_of_one_who_is_gone_wins() -> None:
    live = {0, 1, 2}
    tricks = tricks_of(live, leader=0)
    tricks.play(0, card("As"))
    tricks.play(1, card("7s"))
    live.discard(0)
    assert tricks.gone() == []
    tricks.play(2, card("Ks"))
    assert tricks.won == [0]
    assert tricks.leader == 1


def test_the_last_to_lay_goes_and_the_trick_is_complete() -> None:
    live = {0, 1, 2}
    tricks = tricks_of(live, leader=0)
    tricks.play(0, card("7s"))
    tricks.play(1, card("As"))
    live.remove(2)
    assert tricks.gone() == [TrickWon(1, 1, gone=False)]


def test_shokha_is_read_from_the_turned_card() -> None:
    tricks = tricks_of({0, 1}, leader=0, turned="Ah")
    tricks.play(0, card("Kh"))
    tricks.play(1, card("6h"))
    assert tricks.won == [1]


def test_snapshot_changes_with_a_card() -> None:
    tricks = tricks_of({0, 1}, leader=0)
    before = tricks.snapshot()
    tricks.play(0, card("7s"))
    assert tricks.snapshot() != before
