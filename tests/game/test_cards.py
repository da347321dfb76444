from __future__ import annotations

import itertools

import pytest

from azi_p2p.game.cards import (
    Card,
    Suit,
    beats,
    deck,
    is_shokha,
    legal_cards,
    numbers,
    strength,
    trick_winner,
    trump_strength,
    why_not,
)
from azi_p2p.game.errors import CardError


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


@pytest.mark.parametrize("dropped", Suit)
def test_deck_has_27_cards_in_a_fixed_order(dropped: Suit) -> None:
    found = deck(dropped)
    assert len(set(found)) == 27
    assert all(card.suit != dropped for card in found)
    order = [suit for suit in "shdc" if suit != dropped]
    assert [str(card) for card in found] == [
        rank + suit for suit in order for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
    ]
    assert [numbers(dropped)[card] for card in found] == list(range(27))


def test_cards_are_written_and_read() -> None:
    for suit in Suit:
        for card in deck(suit):
            assert Card.parse(str(card)) == card
    assert str(Card(10, Suit.SPADES)) == "10s"
    assert Suit.HEARTS.word == "hearts"
    assert Suit.HEARTS.symbol == "♥"


@pytest.mark.parametrize(
    "text", ["", "s", "5s", "1s", "10", "AS", "as", "A s", " As", "10x", "Asd", "As\n", "٦s", "A" * 9999]
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert len(str(caught.value)) < 200


def test_trumps_rank_by_rank_and_shokha_lifts_the_six() -> None:
    suit = [card for card in deck(Suit.CLUBS) if card.suit == Suit.HEARTS]
    six, *others = suit
    assert str(six) == "6h"
    assert all(trump_strength(six, shokha=True) > trump_strength(card, shokha=True) for card in others)
    assert all(trump_strength(six, shokha=False) < trump_strength(card, shokha=False) for card in others)
    assert is_shokha(Card.parse("Ah"))
    assert not is_shokha(Card.parse("Kh"))


def test_beats_is_a_strict_order_of_cards_that_can_win() -> None:
    led, trump = Suit.SPADES, Suit.HEARTS
    for shokha, (a, b) in itertools.product((False, True), itertools.permutations(deck(Suit.CLUBS), 2)):
        both = beats(a, b, led, trump, shokha), beats(b, a, led, trump, shokha)
        can_win = any(strength(card, led, trump, shokha) for card in (a, b))
        assert sum(both) == can_win


@pytest.mark.parametrize(
    ("trick", "trump", "shokha", "winner"),
    [
        ("6s 7s As Ks", "d", False, 2),
        ("6s Ah Kh Qh", "d", False, 0),
        ("As 6d 7s Ks", "d", False, 1),
        ("As 6d 7d Ad", "d", False, 3),
        ("As 6d 7d Kd", "d", True, 1),
        ("6s 7s As Ks", "s", True, 0),
        ("6h 7h Ah Kh", "s", True, 2),
    ],
)
def test_trick_winner(trick: str, trump: str, shokha: bool, winner: int) -> None:
    assert trick_winner(list(enumerate(cards(trick))), Suit(trump), shokha) == winner


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        ("6s 7h 8d", None, "6s 7h 8d"),
        ("6s 7h 8d", "s", "6s"),
        ("6s 7h 8h", "h", "7h 8h"),
        ("6d 7h 8h", "s", "6d"),
        ("6h 7h 8h", "s", "6h 7h 8h"),
        ("6h 7h 8d", "d", "8d"),
    ],
)
def test_legal_cards_with_diamonds_trumps(hand: str, led: str | None, allowed: str) -> None:
    suit = None if led is None else Suit(led)
    found = legal_cards(cards(hand), suit, Suit.DIAMONDS)
    assert found == cards(allowed)
    for card in cards(hand):
        assert (why_not(cards(hand), card, suit, Suit.DIAMONDS) is None) == (card in found)


def test_why_not_says_why() -> None:
    hand = cards("6s 7h 8d")
    assert why_not(hand, Card.parse("7h"), Suit.SPADES, Suit.DIAMONDS) == "you hold spades: follow suit"
    assert why_not(hand[1:], Card.parse("7h"), Suit.SPADES, Suit.DIAMONDS) == (
        "you hold no spades but a trump (diamonds): trump it"
    )
    assert why_not(hand, Card.parse("9h"), Suit.SPADES, Suit.DIAMONDS) == "you do not hold 9h"
