"""The numbers that stand for cards agree with the rules, and a deal played out ends as the rules say."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from azi_p2p.bots.playout import allowed, coded, follow, lead, play_out, takes
from azi_p2p.game.cards import Card, Suit, beats, deck, legal_cards


@pytest.mark.parametrize("shokha", [True, False])
@pytest.mark.parametrize("trump", [Suit.HEARTS, Suit.SPADES])
def test_takes_agrees_with_the_rules(trump: Suit, shokha: bool) -> None:
    for best, card in permutations(deck(Suit.CLUBS), 2):
        number, other = coded((card, best), trump, shokha)
        assert takes(number, other) == beats(card, best, best.suit, trump, shokha)


def test_allowed_agrees_with_the_rules() -> None:
    rng = random.Random(4)
    for _ in range(500):
        cards = rng.sample(deck(Suit.CLUBS), 4)
        hand, led = cards[:3], cards[3]
        numbers = coded(hand, Suit.HEARTS, shokha=False)
        expected = coded(legal_cards(hand, led.suit, Suit.HEARTS), Suit.HEARTS, shokha=False)
        assert list(allowed(numbers, coded((led,), Suit.HEARTS, shokha=False)[0])) == expected


def numbers(text: str) -> list[int]:
    return coded([Card.parse(one) for one in text.split()], Suit.HEARTS, shokha=False)


def test_leads_and_follows() -> None:
    one = dict(zip(("10s", "As", "Ks", "7s", "8h", "9h"), numbers("10s As Ks 7s 8h 9h"), strict=True))
    assert lead([one["8h"], one["9h"], one["7s"]], has_trick=False) == one["9h"]
    assert lead([one["8h"], one["Ks"], one["7s"]], has_trick=False) == one["Ks"]
    assert lead([one["8h"], one["Ks"]], has_trick=True) == one["8h"]
    assert follow([one["As"], one["Ks"]], one["10s"], one["10s"], is_last=True) == one["Ks"]
    assert follow([one["As"], one["Ks"]], one["10s"], one["10s"], is_last=False) == one["As"]
    assert follow([one["7s"], one["8h"]], one["10s"], one["10s"], is_last=True) == one["7s"]


def test_two_tricks_end_the_deal() -> None:
    hands = {0: numbers("Ah Kh As"), 1: numbers("6d 7d 8d")}
    assert play_out(hands, (0, 1), 0, (), {}) == {0: 2}


def test_three_winners() -> None:
    hands = {0: numbers("As 6d 7d"), 1: numbers("6s Ad 8d"), 2: numbers("7s 9d 6h")}
    won = play_out(hands, (0, 1, 2), 0, (), {})
    assert sum(won.values()) <= 3
    assert max(won.values()) <= 2


def test_card_of_one_who_is_gone_can_win() -> None:
    hands = {0: numbers("6s 7d 8d"), 2: numbers("7s 9d 10d")}
    (ace,) = numbers("As")
    won = play_out(hands, (0, 2), 1, ((1, ace),), {})
    assert won[1] == 1
